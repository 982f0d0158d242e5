"""Who may see what: a viewer is a side, SPECTATOR for the public, or None for everything (the umpire)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.games import Games
from domain.games.groups import entries_of
from domain.kernel.facts import Side
from domain.log.entry import Entry
from domain.log.gamelog import Line

SPECTATOR = ""


def can_see(viewer: Side | None, to: tuple[Side, ...] | None) -> bool:
    return viewer is None or to is None or viewer in to


def whole_order(games: Games, line: Line, number: int, viewer: Side | None) -> int:
    """The entry whose board a viewer may see: of an order that hides something, its end. Half-way, what is not yet gone
    would tell what goes."""
    order = entries_of(games, line, number) if viewer is not None else []
    return number if all(can_see(viewer, entry.to) for entry in order) else order[-1].number


def seen(entries: Iterable[Entry], viewer: Side | None) -> Iterator[Entry]:
    """Only what the viewer may know of."""
    return (entry for entry in entries if can_see(viewer, entry.to))


def is_open(games: Games, line: Line, viewer: Side | None, number: int | None = None) -> bool:
    """Whether nothing is hidden from a viewer in a line, or up to an entry of it, the position it began with included:
    luck, odds and other readings are reckoned from all of it, and would tell."""
    if viewer is None:
        return True
    if not all(can_see(viewer, entry.to) for entry in games.log.each_sealed(line, 0, number)):
        return False
    state = games.initial(line)
    return line.system.sight.board(state, viewer) == line.system.sight.board(state, None)
