"""How English puts a sentence together: what a reason speaks of by name, in inches, as a term, or as a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter

from domain.kernel.reasons import Of
from domain.kernel.say import Say, Template
from domain.tabletop.angles import Point
from domain.tabletop.lengths import VERBS, angle_text, length_text, point_text, step
from rules.black_powder.ids import Spot

REST = "rest"


def inches(thousandths: int) -> str:
    return f'{length_text(thousandths)}"'


def said_spot(spot: Spot) -> str:
    x, y, heading = spot
    return f"at {point_text(Point(x, y))} facing {angle_text(heading)}°"


def said_step(text: str) -> str:
    """`oblique-left:30:2` as oblique left 30° 2"."""
    found = step(text)
    verb = found.verb.replace("-", " ")
    if found.point:
        return f"{verb} {point_text(found.point)}"
    says = {"a": f"{angle_text(found.angle)}°", "l": inches(found.length)}
    return " ".join((verb, *(says[kind] for kind in VERBS[found.verb])))


SHOWN: Mapping[str, Callable[[Say, Of], str]] = {
    "": lambda _say, one: str(one),
    "name": lambda say, one: say.name(one),
    "unit": lambda say, one: say.unit(one),
    "term": lambda say, one: say.term(one),
    "in": lambda _say, one: inches(int(one)),
}


class _Shown:
    __slots__ = ("one", "say")

    def __init__(self, say: Say, one: Of) -> None:
        self.say, self.one = say, one

    def __format__(self, how: str) -> str:
        return SHOWN[how](self.say, self.one)


def said(template: str, none: str = "") -> Template:
    """{0:name}, {1:in}, {2:term}; {rest} are the names of whoever comes after these, `none` if nobody does."""
    fields = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    first = len(fields - {REST})

    def tell(say: Say, of: tuple[Of, ...]) -> str:
        rest = ", ".join(say.name(one) for one in of[first:]) or none
        return template.format(*(_Shown(say, one) for one in of[:first]), rest=rest)

    return tell
