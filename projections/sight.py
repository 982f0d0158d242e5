"""Who may see what: a viewer is a side, SPECTATOR for the public, or None for everything (the umpire)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.entry import Entry
from domain.facts import Side

SPECTATOR = ""


def can_see(viewer: Side | None, to: tuple[Side, ...] | None) -> bool:
    return viewer is None or to is None or viewer in to


def seen(entries: Iterable[Entry], viewer: Side | None) -> Iterator[Entry]:
    """Only what the viewer may know of."""
    return (entry for entry in entries if can_see(viewer, entry.to))
