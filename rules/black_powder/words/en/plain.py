"""How English puts a sentence together: what a reason speaks of by name, in inches, as a term, or as a list."""

from __future__ import annotations

from domain.kernel.say import Say
from domain.tabletop.angles import Point
from domain.tabletop.lengths import VERBS, angle_text, length_text, point_text, step
from domain.words.templates import Ways
from rules.black_powder.ids import Spot


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


said = Ways(
    {
        "unit": Say.unit,
        "term": Say.term,
        "in": lambda _say, one: inches(int(one)),
    },
    rest=Say.name,
).said
