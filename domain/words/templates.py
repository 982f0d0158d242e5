"""Templates of a system's own: what a reason speaks of is told in its ways, {0:bw} or {1:in}, or as a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter

from domain.kernel.reasons import Of
from domain.kernel.say import Say, Template

REST = "rest"
Way = Callable[[Say, Of], str]


def plainly(_say: Say, one: Of) -> str:
    return str(one)


class Ways:
    """How a system shows what its reasons speak of, by the word that its templates have for it."""

    def __init__(self, own: Mapping[str, Way], rest: Way = plainly) -> None:
        self.shown: Mapping[str, Way] = {"": plainly, "name": Say.name, **own}
        self.rest = rest

    def said(self, template: str, between: str = ", ", none: str = "") -> Template:
        """{rest} is whatever comes after what the template speaks of itself, `none` if nothing does."""
        first = len(fields(template) - {REST})

        def tell(say: Say, of: tuple[Of, ...]) -> str:
            rest = between.join(self.rest(say, one) for one in of[first:]) or none
            return self.filled(template, say, of[:first], rest=rest)

        return tell

    def filled(self, template: str, say: Say, of: Sequence[Of], **more: str) -> str:
        return template.format(*(_Shown(self.shown, say, one) for one in of), **more)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


class _Shown:
    __slots__ = ("one", "say", "shown")

    def __init__(self, shown: Mapping[str, Way], say: Say, one: Of) -> None:
        self.shown, self.say, self.one = shown, say, one

    def __format__(self, how: str) -> str:
        return self.shown[how](self.say, self.one)
