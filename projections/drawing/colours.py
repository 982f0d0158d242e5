"""Which side wears which colour, in pictures, charts and on the terminal alike."""

from __future__ import annotations

from collections.abc import Iterable

BLUE_SIDES = ("blue", "union", "us", "federal")  # who wears blue by custom


def blue_first(sides: Iterable[str]) -> list[str]:
    """The sides in the order in which colours are given to them: whoever wears blue first, then that of the game."""
    return sorted(dict.fromkeys(sides), key=lambda side: side.lower() not in BLUE_SIDES)
