"""A part of a large map: what lies near the last order, a unit or a place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

import msgspec

from domain.kernel.board import Board, Counter, Road, Spot
from domain.kernel.errors import BadInput, NotFound
from projections.drawing.layout import LONG, SHORT
from projections.models.boards import unit_of

ORDER = "order"  # asks for where the last order was carried out
REACH = 6  # hexes to each side
MOST_BESIDE = 100  # pieces in boxes that are still drawn
HEX = 70  # from the centre of a hex to the next, as they are drawn


def near(board: Board, asked: Iterable[str]) -> Board:
    """The same board cut down to some hexes about all these; what lies elsewhere on the map is left out, and so are
    boxes beside it that hold very many pieces."""
    about = list(asked)
    if about and not board.cells:
        kind = "a table to scale" if board.field else "a map of places"
        raise BadInput(f"only a map of hexes can be drawn in part, and this is {kind}: leave --near out")
    wanted = [name for one in about for name in _spots_of(board, one)]
    if not wanted:
        return board
    places = {spot.name: _at(board, spot) for spot in board.spots if spot.x is not None}
    centres = [places[name] for name in wanted if name in places]
    if not centres:
        raise BadInput(f"{', '.join(dict.fromkeys(wanted))} is not on the map; name a hex, or a unit that is")
    kept = set(_within(places, centres))
    is_full = sum(counter.at not in places for counter in board.counters) > MOST_BESIDE
    on_map = (counter for counter in board.counters if not is_full or counter.at in places)
    return msgspec.structs.replace(
        board,
        spots=tuple(spot for spot in board.spots if spot.name in kept or not (is_full or spot.name in places)),
        counters=tuple(part for counter in on_map for part in _part(counter, kept, places)),
        edges=tuple(edge for edge in board.edges if edge.a in kept and edge.b in kept),
        roads=tuple(part for road in board.roads for part in _parts(road, kept)),
    )


def _part(counter: Counter, kept: Collection[str], places: Collection[str]) -> Iterator[Counter]:
    """What of a counter lies in the part, or beside the map; of one on two hexes it may be one half."""
    if counter.also and counter.also not in kept:
        counter = msgspec.structs.replace(counter, also="")
    elif counter.also and counter.at not in kept:
        counter = msgspec.structs.replace(counter, at=counter.also, also="")
    if counter.at in kept or counter.at not in places:
        yield counter


def _spots_of(board: Board, asked: str) -> list[str]:
    if asked.casefold() == ORDER:
        found = [point for trace in board.traces for point in trace.points if isinstance(point, str)]
        if not found:
            raise BadInput("the last order has no place on the map; name a hex or a unit")
        return found
    if any(spot.name == asked for spot in board.spots):
        return [asked]
    try:
        return [unit_of(board, asked).at]
    except NotFound:
        raise NotFound(f"there is no place and no unit {asked!r} on the board") from None


def _at(board: Board, spot: Spot) -> tuple[int, int]:
    across, down = (LONG, SHORT) if board.cells == "pointy" else (SHORT, LONG)
    return (spot.x or 0) * across, (spot.y or 0) * down


def _within(places: dict[str, tuple[int, int]], centres: Collection[tuple[int, int]]) -> Iterator[str]:
    off = REACH * HEX
    left, right = min(x for x, _ in centres) - off, max(x for x, _ in centres) + off
    top, bottom = min(y for _, y in centres) - off, max(y for _, y in centres) + off
    return (name for name, (x, y) in places.items() if left <= x <= right and top <= y <= bottom)


def _parts(road: Road, kept: Collection[str]) -> Iterator[Road]:
    """A road that leaves the part and comes back is two."""
    for is_kept, run in groupby(road.spots, lambda name: name in kept):
        spots = tuple(run)
        if is_kept and len(spots) > 1:
            yield msgspec.structs.replace(road, spots=spots)
