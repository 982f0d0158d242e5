"""7.1.1, 7.3.1 What a step costs, and the formation hits it brings, by the Terrain Effects Chart of the pack."""

from __future__ import annotations

from typing import Final

from rules.musket_and_pike import tables
from rules.musket_and_pike.ground.ground import CLEAR, Ground
from rules.musket_and_pike.sheets.chart_lines import Terrain
from rules.musket_and_pike.sheets.rows import Charts

FORBIDDEN: Final = "no"
REGIMENTAL: Final = "REG"  # 7.3.4 heavy infantry that the chart's column of guns binds too


def cost(charts: Charts, ground: Ground, klass: str, a: str, b: str, *, road: bool = False) -> int | None:
    """7.1.1 Points to enter b from a; None if it may not. `road`: it goes by road, in Column or limbered."""
    if road and ground.road(a, b):
        return _points(charts.terrain.road, klass)
    key, known = (klass, ground.terrain(b), ground.sides(a, b)), ground.costs
    if key not in known:
        known[key] = _cost(charts, *key)
    return known[key]


def _cost(charts: Charts, klass: str, inside: str, sides: tuple[str, ...]) -> int | None:
    """A map has few kinds of steps: hence by what is entered and crossed, not by hexes."""
    chart = charts.terrain
    lines = [getattr(chart, inside), *(getattr(chart, f"{kind}_hexside") for kind in sides)]
    points = [_points(line, klass) for line in lines]
    return None if None in points else sum(filter(None, points))


def ground_cost(charts: Charts, ground: Ground, klass: str, hex: str) -> int | None:
    """7.4 Points to come into a hex from off the map."""
    return _points(getattr(charts.terrain, ground.terrain(hex)), klass)


def _points(line: Terrain, klass: str) -> int | None:
    if klass == REGIMENTAL and line.mp[tables.COLUMN[tables.GUNS]] == FORBIDDEN:
        return None
    found = line.mp[tables.COLUMN[tables.FOOT if klass == REGIMENTAL else klass]]
    return None if isinstance(found, str) else found


def hits(charts: Charts, ground: Ground, klass: str, a: str, b: str) -> tuple[str, ...]:
    """7.3.1 What of a step costs a formation hit: the ground entered, and what lies on the hexside."""
    key, known = (klass, ground.terrain(b), ground.sides(a, b)), ground.hits
    if key not in known:
        known[key] = _hits(charts, *key)
    return known[key]


def _hits(charts: Charts, klass: str, inside: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    if klass == tables.GUNS:
        return ()
    at, chart = tables.COLUMN[tables.FOOT if klass == REGIMENTAL else klass], charts.terrain
    found = [inside] if getattr(chart, inside).fh[at] else []
    return (*found, *(kind for kind in sides if getattr(chart, f"{kind}_hexside").fh[at]))


def ground_hits(charts: Charts, ground: Ground, klass: str, hex: str) -> tuple[str, ...]:
    """7.3.1, 7.4 The hit of the ground itself, for one that comes into a hex from off the map."""
    inside = ground.terrain(hex)
    at = tables.COLUMN[tables.FOOT if klass == REGIMENTAL else klass]
    return (inside,) if klass != tables.GUNS and getattr(charts.terrain, inside).fh[at] else ()


def is_clear(ground: Ground, hex: str) -> bool:
    """11.3.6"""
    return ground.terrain(hex) == CLEAR
