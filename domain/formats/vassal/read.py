"""VASSAL files: read into a story, and written.

`heads`, `container`, `payload`, `tree`, `layers` and `listcodec` take a file apart and put one together; `reading`,
`chat` and `traits` understand its parts; `story` tells all of it, and nothing of who the players are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from domain.formats.vassal.heads import is_vassal

if TYPE_CHECKING:
    from domain.formats.vassal.grid import Grid
    from domain.kernel.happenings import Story

__all__ = ["is_vassal", "read_vassal"]


def read_vassal(
    data: bytes,
    *,
    grid: Grid | None = None,
    players: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
    salvage: bool = False,
) -> Story:
    """What a log or save tells; `players` are names to use instead of Player 1, Player 2 …

    Of a file that was cut off, `salvage` takes what is there; otherwise that is an error which says how much there is.
    """
    from domain.formats.vassal.story import read_story  # most commands of refight read no such file

    return read_story(data, grid, players, progress, salvage)
