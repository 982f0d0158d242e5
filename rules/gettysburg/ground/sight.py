"""14.4L, 18.2, MAP.3 Lines of sight on the map, exact in whole numbers and worked out once for each pair of hexes."""

from __future__ import annotations

from domain.hexes.grid import Hex, Hexside
from domain.hexes.sight import between, entered_from, sides_between
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
    """14.4La, 14.4Lb Only hexes between the ends matter, and both where the line runs along a side."""
    start, end = ground.at[a], ground.at[b]
    blocking = _blocking_between(ground, a, b)
    q, r = start
    if any((q + dq, r + dr) in blocking for dq, dr in between(end - start)):
        return False
    return not (slopes_block and any(_is_slope(ground, side) for side in sides_between(start, end)))


def obstacle(ground: Ground, a: str, b: str, *, slopes_block: bool = False) -> tuple[str, ...]:
    """14.4L The first thing seen from a that blocks the line to b: a hex, two with a slope between them, or nothing."""
    start, end = ground.at[a], ground.at[b]
    blocking = _blocking_between(ground, a, b)
    hex = next((hex for step in between(end - start) if (hex := start + step) in blocking), None)
    if hex is not None:
        return (ground.ids[hex],)
    sides = sides_between(start, end) if slopes_block else iter(())  # D22
    side = next((side for side in sides if _is_slope(ground, side)), None)
    return tuple(sorted(ground.ids[hex] for hex in side)) if side else ()


def blocking_terrain(ground: Ground, at: str) -> list[str]:
    """14.4L What makes a hex block a line: rough ground does not."""
    return [kind for kind in ground.terrain(at) if kind != "rough"]


def _blocking_between(ground: Ground, a: str, b: str) -> frozenset[Hex]:
    hill_to_hill = ground.is_hill(a) and ground.is_hill(b)
    return ground.kept(("blocking", hill_to_hill), lambda: _blocking(ground, hill_to_hill))


def _blocking(ground: Ground, hill_to_hill: bool) -> frozenset[Hex]:
    """6.7, 14.4Lc, BT.n3, BT.n4 Between two hills only a wooded hill blocks; otherwise woods, hills and towns do."""
    hexes = ground.woods & ground.hills if hill_to_hill else ground.woods | ground.hills | set(ground.town)
    return frozenset(ground.at[hex] for hex in hexes)


def _is_slope(ground: Ground, side: Hexside) -> bool:
    low, high = ground.ids.get(side.low, ""), ground.ids.get(side.high, "")
    return ground.is_uphill(low, high) or ground.is_uphill(high, low)


def entry_sides(ground: Ground, a: str, b: str) -> tuple[str, ...]:
    """6.6b, 6.6c The hexes across the hexsides by which the line from a enters b: one, or two at a corner."""
    end = ground.at[b]
    across = (ground.ids.get(end + step) for step in entered_from(end - ground.at[a]))
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
