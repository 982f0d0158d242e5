"""Turn trackers: what the state that a log writes down is called by the module."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.formats.vassal.listcodec import decode_list
from domain.formats.vassal.lore import TurnKnown
from domain.formats.vassal.places import turn_in
from domain.formats.vmod.model import AnyGrid, RegionGrid, TurnLevel, TurnTrackPrinted, VassalModule, ZonedGrid
from domain.words.scan import whole

_MOST_LEVELS = 8
_LEAST_BOXES, MOST_TURNS = 3, 500


def turn_told(tracker: TurnTrackPrinted, state: str) -> TurnKnown | None:
    """The current value of the level that is on, and of those within it, by their names."""
    which, *states = decode_list(state, "|")
    at = whole(which)
    if at is None or not 0 <= at < min(len(states), len(tracker.levels)):
        return None
    said, turn = _said(tracker.levels, at, states, 0)
    return TurnKnown(" ".join(said), turn) if said else None


def _said(levels: Sequence[TurnLevel], at: int, states: Sequence[str], depth: int) -> tuple[list[str], int]:
    """A number that is counted is the turn, the outermost first; an entry of a list is its own name."""
    level, fields = levels[at], decode_list(states[at], ";")
    current = whole(fields[0])
    inner, turn = list[str](), 0
    below = whole(fields[1]) if len(fields) > 1 else None
    more = fields[4:]
    if below is not None and 0 <= below < min(len(level.levels), len(more)) and depth < _MOST_LEVELS:
        inner, turn = _said(level.levels, below, more, depth + 1)
    if level.entries:
        is_named = current is not None and 0 <= current < len(level.entries)
        return [level.entries[current] if is_named and current is not None else fields[0], *inner], turn
    name = level.name if level.name and not level.name.isspace() else "Turn"
    return [f"{name} {fields[0]}", *inner], max(current or 0, 0) or turn


def turns_told(module: VassalModule) -> str:
    """How long the game is: by a counter that begins again after the last turn, else by the boxes of its track."""
    for tracker in module.trackers:
        level = next((level for level in tracker.levels if not level.entries), None)
        if level is not None and level.loops and level.start < level.loop_limit <= MOST_TURNS:
            return f"turns {level.start} to {level.loop_limit} by its turn counter"
    for map in module.maps:
        for board in map.boards:
            boxes = {turn for name in _names(board.grid) if (turn := turn_in(name))}
            if len(boxes) >= _LEAST_BOXES:
                return f"turns {min(boxes)} to {max(boxes)} by the boxes of its turn track"
    return ""


def _names(grid: AnyGrid | None) -> Iterator[str]:
    match grid:
        case ZonedGrid(zones=zones, background=background):
            for zone in zones:
                yield zone.name
                yield from _names(zone.grid)
            yield from _names(background)
        case RegionGrid(regions=regions):
            yield from (region.name for region in regions)
