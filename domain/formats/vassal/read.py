"""VASSAL files: read into a story, and written.

`heads`, `container`, `payload`, `tree`, `layers` and `listcodec` take a file apart and put one together; `reading`,
`chat` and `traits` understand its parts; `story` tells all of it, and nothing of who the players are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from domain.formats.vassal.heads import is_vassal

if TYPE_CHECKING:
    from domain.formats.vassal.lore import Module
    from domain.hexes.printed import Grid
    from domain.kernel.happenings import Story

__all__ = ["is_vassal", "read_chain", "read_vassal"]


def read_vassal(data: bytes, *, name: str = "", **how: Any) -> Story:
    """What one log or save tells; the rest as of `read_chain`."""
    return read_chain([(name, data)], name=name, **how)


def read_chain(
    files: Sequence[tuple[str, bytes]],
    *,
    grid: Grid | None = None,
    players: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
    salvage: bool = False,
    name: str = "",
    module: Module | None = None,
    mark: bytes = b"",
) -> Story:
    """What the logs of one game tell, in the order given and each thing once; files with what they are called.

    `players` are names to use instead of Player 1, Player 2 …; `name` is what the whole is called; `module` the one it
    was played with; `mark` is that of the story of earlier logs of the game, which these go on from. Of a file that
    was cut off, `salvage` takes what is there; otherwise that is an error which says how much there is.
    """
    from domain.formats.vassal.bookmark import unpacked
    from domain.formats.vassal.story import HowRead, Source, read_story  # most commands of refight read no such file

    sources = [Source(data, called) for called, data in files]
    before = unpacked(mark) if mark else None
    return read_story(sources, HowRead(grid, players, progress, salvage, name, module, before))
