"""14.4L, 18.2, MAP.3 Lines of sight on the map, exact in whole numbers and worked out once for each pair of hexes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.hexes.grid import Hex, Hexside
from domain.hexes.sight import trace
from rules.gettysburg.ground.ground import Ground


def has_sight(ground: Ground, a: str, b: str, *, slopes_block: bool = False) -> bool:
    """14.4L Whether nothing between the two hexes blocks; the same both ways."""
    known: dict[tuple[str, str, bool], bool] = ground.memory.setdefault("sight", {})
    key = (a, b, slopes_block) if a < b else (b, a, slopes_block)
    found = known.get(key)
    if found is None:
        found = known[key] = _is_open(ground, a, b, slopes_block)
    return found


def _is_open(ground: Ground, a: str, b: str, slopes_block: bool) -> bool:
    """14.4La Only hexes between the ends matter."""
    start, end = ground.at[a], ground.at[b]
    blocking = _blocking(ground, ground.is_hill(a) and ground.is_hill(b))
    q, r = start
    if any((q + dq, r + dr) in blocking for dq, dr in _between(end - start)):
        return False
    return not (slopes_block and any(_is_slope(ground, side) for side in _sides_between(start, end)))


def obstacle(ground: Ground, a: str, b: str, *, slopes_block: bool = False) -> tuple[str, ...]:
    """14.4L The first thing seen from a that blocks the line to b: a hex, two with a slope between them, or nothing."""
    start, end = ground.at[a], ground.at[b]
    blocking = _blocking(ground, ground.is_hill(a) and ground.is_hill(b))
    between = (Hex(start.q + step.q, start.r + step.r) for step in _between(end - start))
    hex = next((hex for hex in between if hex in blocking), None)
    if hex is not None:
        return (ground.ids[hex],)
    sides = _sides_between(start, end) if slopes_block else iter(())
    side = next((side for side in sides if _is_slope(ground, side)), None)
    return tuple(sorted(ground.ids[hex] for hex in side)) if side else ()


def blocking_terrain(ground: Ground, at: str) -> list[str]:
    """14.4L What makes a hex block a line: rough ground does not."""
    return [kind for kind in ground.terrain(at) if kind != "rough"]


@cache
def _between(way: Hex) -> tuple[Hex, ...]:
    """14.4Lb From its start, every hex a line of this course crosses, and both hexes where it runs along a side."""
    return tuple(hex for step in trace(Hex(0, 0), way)[1:-1] for hex in step.hexes)


def _blocking(ground: Ground, hill_to_hill: bool) -> frozenset[Hex]:
    """6.7, 14.4Lc, BT.n3, BT.n4 Between two hills only a wooded hill blocks; otherwise woods, hills and towns do."""
    key = ("blocking", hill_to_hill)
    if key not in ground.memory:
        hexes = ground.woods & ground.hills if hill_to_hill else ground.woods | ground.hills | set(ground.town)
        ground.memory[key] = frozenset(ground.at[hex] for hex in hexes)
    blocking: frozenset[Hex] = ground.memory[key]
    return blocking


def _sides_between(start: Hex, end: Hex) -> Iterator[Hexside]:
    """D22 B The hexsides a line crosses, meets at a corner or runs along, none of them a side of its end hexes."""
    for hexes, entry, leave in trace(start, end):
        along = (Hexside.of(*hexes),) if len(hexes) == 2 else ()
        for side in (*entry, *along, *leave):
            if start not in side and end not in side:
                yield side


def _is_slope(ground: Ground, side: Hexside) -> bool:
    low, high = ground.ids.get(side.low, ""), ground.ids.get(side.high, "")
    return ground.is_uphill(low, high) or ground.is_uphill(high, low)


@cache
def _entered_from(way: Hex) -> tuple[Hex, ...]:
    """6.6c From its end, the hexes out of which a line of this length and course comes in: two at a corner."""
    end = Hex(0, 0)
    return tuple(side.other(end) for side in trace(-way, end)[-1].entry)


def entry_sides(ground: Ground, a: str, b: str) -> tuple[str, ...]:
    """6.6b The hexes across the hexsides by which the line from a enters b: one, or two at a corner."""
    end = ground.at[b]
    across = (ground.ids.get(end + step) for step in _entered_from(end - ground.at[a]))
    return tuple(hex for hex in across if hex is not None)


def is_shielded(ground: Ground, a: str, b: str) -> bool:
    """6.6b-c Whether the line of fire from a comes into b through a hexside protected for b."""
    return any(ground.is_protected(hex, b) for hex in entry_sides(ground, a, b))


def seen_from(ground: Ground, hex: str, reach: int, slopes_block: bool = False) -> frozenset[str]:
    """18.2a Hexes at this distance or less in sight, without the hex itself; those adjacent always are."""
    known: dict[tuple[str, int, bool], frozenset[str]] = ground.memory.setdefault("seen", {})
    key = (hex, reach, slopes_block)
    if key not in known:
        near = ground.within(hex, reach)
        known[key] = frozenset(to for to in near if has_sight(ground, hex, to, slopes_block=slopes_block))
    return known[key]
