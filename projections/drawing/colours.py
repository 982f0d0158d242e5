"""Which side wears which colour, in pictures, charts and on the terminal alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # every command asks for this module, and few of them colour anything
    from domain.kernel.colours import Colour
    from domain.kernel.facts import Side

Said: TypeAlias = "Callable[[], Mapping[Side, Colour]]"  # what pack and system say
_SAID: ContextVar[Said] = ContextVar("said", default=dict)


def worn(sides: Iterable[Side]) -> dict[Side, int]:
    """Each side with the place of its colour in any palette, the lowest first."""
    from domain.kernel.colours import places

    every = list(sides)
    return places(every, _SAID.get()()) if every else {}


@contextmanager
def wearing(said: Said) -> Iterator[None]:
    """While something of this game is drawn."""
    token = _SAID.set(said)
    try:
        yield
    finally:
        _SAID.reset(token)
