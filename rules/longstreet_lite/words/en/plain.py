"""How English puts a sentence together: what a reason speaks of by name, in base widths, as typed, or as a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter

from domain.kernel.reasons import Of, Reason
from domain.kernel.say import Say, Template
from domain.tabletop.lengths import angle_text, length_text

REST = "rest"
SHOWN: Mapping[str, Callable[[Say, Of], str]] = {
    "": lambda _say, one: str(one),
    "name": lambda say, one: say.name(one),
    "bw": lambda _say, one: length_text(int(one)),
    "degrees": lambda _say, one: angle_text(int(one)),
    "typed": lambda _say, one: repr(one),
    "turned": lambda _say, one: turned(int(one)),
}


def turned(turn: int) -> str:
    """A fire zone, by whole degrees, right above zero."""
    return f"turned {abs(turn)}° to the {'right' if turn > 0 else 'left'}" if turn else "straight ahead"


class _Shown:
    __slots__ = ("one", "say")

    def __init__(self, say: Say, one: Of) -> None:
        self.say, self.one = say, one

    def __format__(self, how: str) -> str:
        return SHOWN[how](self.say, self.one)


def said(template: str, between: str = ", ", none: str = "") -> Template:
    """{0:name}, {1:bw}, {2:degrees}, {3:typed}; {rest} is whatever comes after these, `none` if nothing does."""
    fields = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    first = len(fields - {REST})

    def tell(say: Say, of: tuple[Of, ...]) -> str:
        rest = between.join(map(str, of[first:])) or none
        return template.format(*(_Shown(say, one) for one in of[:first]), rest=rest)

    return tell


def nested(template: str) -> Template:
    """A reason inside a reason: {why} is told from its key, which comes after what the template speaks of itself."""
    first = len({name for _, name, _, _ in Formatter().parse(template) if name and name != "why"})

    def tell(say: Say, of: tuple[Of, ...]) -> str:
        why = say.reason(Reason(str(of[first]), "", of[first + 1 :]))
        return template.format(*(_Shown(say, one) for one in of[:first]), why=why)

    return tell


def faulty(say: Say, of: Sequence[Of]) -> Iterator[tuple[str, str]]:
    """Reasons one after the other, told and with their rules: a key, a rule, and numbers."""
    starts = [place for place, one in enumerate(of) if isinstance(one, str)][::2]
    for start, end in zip(starts, [*starts[1:], len(of)], strict=True):
        key, cite, *numbers = of[start:end]
        yield say.reason(Reason(str(key), "", tuple(numbers))), str(cite)
