"""Places known only by the pixels of a foreign map: which they are, and where they lie so that pieces can be read."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from domain.kernel.board import Board, Counter, Spot

TILE, TILE_HIGH = 60, 28  # a card on such a place
FAN, MOST_FAN = 10, 30  # from card to card of a pile, and in all
GAP = 6
NAMED = (150, 120)  # what a place with a name of its own takes up
PIXELS = 100  # a board of smaller numbers may be a grid that the players count
MOST_PIXELS = 1_000_000  # no map is larger
WIDE_PAGE, MOST = 1400, 3300  # how long the longer way across is, if there is room and if there is none
LOOSE = 1.6  # how far apart neighbours lie where there is room, in cards
EMPTY, CUT = (150, 84), 8  # how wide and high a strip without pieces is drawn; of the rest one part in so many
NOTE = "drawn without its map: long empty strips are cut short, and crowded pieces are moved apart"
MOST_PUSHED, ROUNDS = 500, 60
BOX = re.compile(r"(\S.*?) -?\d{1,6},-?\d{1,6}")  # a window beside the map, and pixels in it

XY = tuple[int, int]


def pixel_places(spots: Collection[Spot]) -> frozenset[str]:
    """Places on the map whose names say no more than where they lie: `Main Map 163,1260`."""
    found = [spot for spot in spots if spot.x is not None and _tail(spot.name) == f"{spot.x},{spot.y}"]
    is_large = any(max(spot.x or 0, spot.y or 0) >= PIXELS for spot in found)
    is_endless = is_large and any(max(abs(spot.x or 0), abs(spot.y or 0)) > MOST_PIXELS for spot in spots)
    return frozenset(spot.name for spot in found) if is_large and not is_endless else frozenset()


def _tail(name: str) -> str:
    return name.rpartition(" ")[2]


def readable(board: Board) -> Board:
    """Without pixels where nothing stands or happened; boxes that differ only in pixels are one."""
    if board.field:
        return board
    bare = frozenset() if board.cells else pixel_places(board.spots)
    used = {counter.at for counter in board.counters}
    used |= {point for trace in board.traces for point in trace.points if isinstance(point, str)}
    boxes = {spot.name: found[1] for spot in board.spots if spot.x is None and (found := BOX.fullmatch(spot.name))}
    if not (bare or boxes):
        return board
    kept = [spot for spot in board.spots if spot.name not in boxes and (spot.name not in bare or spot.name in used)]
    one = dict.fromkeys(boxes[spot.name] for spot in board.spots if spot.name in boxes and spot.name in used)
    known = {spot.name for spot in kept}
    return msgspec.structs.replace(
        board,
        spots=(*kept, *(Spot(name=name) for name in one if name not in known)),
        counters=tuple(_boxed(counter, boxes) for counter in board.counters),
    )


def _boxed(counter: Counter, boxes: Mapping[str, str]) -> Counter:
    return msgspec.structs.replace(counter, at=boxes[counter.at]) if counter.at in boxes else counter


def fan(count: int) -> float:
    """From card to card of a pile of so many."""
    return min(FAN, MOST_FAN / max(1, count - 1))


class Place(NamedTuple):
    """What a place takes up about its middle."""

    name: str
    x: float
    y: float
    wide: float
    high: float


def spread(placed: Mapping[str, XY], bare: Collection[str], piles: Mapping[str, int]) -> dict[str, XY]:
    """To scale where that can be read; long empty strips are cut short, and what would lie over another moves aside."""
    sizes = {name: _size(piles.get(name, 1)) if name in bare else NAMED for name in placed}
    scale = _scale(placed, sizes)
    across, down = (_cut([at[axis] * scale for at in placed.values()], EMPTY[axis]) for axis in (0, 1))
    longest = max(max(across.values()), max(down.values()), 1.0)
    less = min(1.0, MOST / longest)
    places = [
        Place(name, across[x * scale] * less, down[y * scale] * less, *sizes[name]) for name, (x, y) in placed.items()
    ]
    apart = pushed(places) if len(places) <= MOST_PUSHED else places
    return {place.name: (round(place.x), round(place.y)) for place in apart}


def _size(count: int) -> tuple[float, float]:
    return TILE + GAP, TILE_HIGH + GAP + fan(count) * (max(count, 1) - 1)


def _scale(placed: Mapping[str, XY], sizes: Mapping[str, tuple[float, float]]) -> float:
    """So that most neighbours lie beside each other, and further apart if the page has room."""
    points = list(placed.values())
    extent = max((max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1)), default=0)
    near = sorted(_nearest(placed, sizes))
    usual = max(near[len(near) // 4] if near else 1.0, 0.01)
    if not extent:
        return 1.0
    return max(min(LOOSE / usual, WIDE_PAGE / extent), min(1 / usual, MOST / extent))


def _nearest(placed: Mapping[str, XY], sizes: Mapping[str, tuple[float, float]]) -> list[float]:
    """How far each place is from the next, in cards; of very many, from those before and after it, west to east."""
    order = sorted(placed, key=lambda name: placed[name])
    found = []
    for i, name in enumerate(order):
        (x, y), (wide, high) = placed[name], sizes[name]
        others = (placed[other] for other in order[max(0, i - 150) : i + 150] if placed[other] != (x, y))
        found.append(min((max(abs(a - x) / wide, abs(b - y) / high) for a, b in others), default=1.0))
    return found


def _cut(values: Sequence[float], most: float) -> dict[float, float]:
    """Where each value lies once long gaps between them are shorter."""
    levels = sorted(set(values))
    found, at = {levels[0]: 0.0}, 0.0
    for a, b in pairwise(levels):
        gap = b - a
        at += gap if gap <= most else most + (gap - most) / CUT
        found[b] = at
    return found


def pushed(places: Sequence[Place]) -> list[Place]:
    """What overlaps moves apart, each half the way, the shorter way first; after some rounds it stays as it is."""
    xs, ys = [place.x for place in places], [place.y for place in places]
    widest, highest = max(place.wide for place in places), max(place.high for place in places)
    for _ in range(ROUNDS):
        is_upright = max(ys) - min(ys) > max(xs) - min(xs)
        close = _close(ys, highest) if is_upright else _close(xs, widest)
        moves = [_push(places, xs, ys, i, j) for i, j in close]
        if not any(moves):
            break
    return [place._replace(x=x, y=y) for place, x, y in zip(places, xs, ys, strict=True)]


def _close(values: Sequence[float], reach: float) -> list[tuple[int, int]]:
    """Pairs that lie no further apart than that along an axis: the longer one leaves the fewest."""
    order = sorted(range(len(values)), key=lambda i: (values[i], i))
    found = []
    for k, i in enumerate(order):
        for j in order[k + 1 :]:
            if values[j] - values[i] >= reach:
                break
            found.append((i, j))
    return found


def _push(places: Sequence[Place], xs: list[float], ys: list[float], i: int, j: int) -> bool:
    """Whether these two lay over each other."""
    over_x = (places[i].wide + places[j].wide) / 2 - abs(xs[j] - xs[i])
    over_y = (places[i].high + places[j].high) / 2 - abs(ys[j] - ys[i])
    if over_x <= 0.5 or over_y <= 0.5:
        return False
    axis, over = (xs, over_x) if over_x < over_y else (ys, over_y)
    first, second = (i, j) if (axis[i], i) < (axis[j], j) else (j, i)
    axis[first] -= over / 2
    axis[second] += over / 2
    return True
