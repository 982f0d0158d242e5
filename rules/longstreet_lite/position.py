"""LL.3.army.2, LL.3.terr Whether a position can be: sizes, names, pieces of terrain, and where a unit can stand.

Packs, the set-up and positions set by hand are held to the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from domain.kernel.errors import IllegalOrder
from domain.kernel.reasons import Reason
from domain.tabletop.bodies import blocks_of, do_overlap, is_on_table
from domain.tabletop.polygons import Polygon, contains, polygon
from domain.tabletop.polygons import on_table as is_on_the_table
from rules.longstreet_lite import tables
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.state import State, Unit, on_table
from rules.longstreet_lite.tables import TERRAIN, TOUCH
from rules.longstreet_lite.terrain import row_of, under

ID = re.compile(r"(?=.{1,40}\Z)[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
MOST_POINTS = 40  # more than anyone draws by hand, few enough to measure quickly


def limits(kind: str) -> tuple[int, int]:
    """LL.1.unit.2, LL.1.unit.4, LL.3.army.2 Fewest and most bases of a unit."""
    if kind == "ART":
        return tables.LEAST_ART_BASES, tables.MOST_ART_BASES
    return tables.LEAST_INF_BASES, tables.MOST_INF_BASES


def size_fault(kind: str, bases: int) -> Reason | None:
    """LL.1.unit.2, LL.3.army.2 Why a unit cannot have so many bases; nothing if it can."""
    least, most = limits(kind)
    if least <= bases <= most:
        return None
    if kind == "ART":
        return Reason("size of a battery", "LL.3.army.2", (least, most, bases))
    return Reason("size of infantry", "LL.3.army.2", (least, most, bases))


def name_fault(name: str, cite: str = "") -> Reason | None:
    """LL.3.army.1 Why nothing can be called so; nothing if it can. A log tells names, one fact to a line."""
    return None if name.strip() and name.isprintable() else Reason("no name", cite, (name,))


def room(width: int, height: int) -> int:
    """LL.3.terr.5 The bases that fill half of a zone of this table."""
    return width * (height // tables.ZONES_DEEP) // (2 * tables.BW * tables.BW)


def piece_faults(kind: str, points: Polygon, crest: Polygon, plateau: bool, table: tuple[int, int]) -> Iterator[Reason]:
    """LL.2.table, LL.2.crest.1, LL.3.terr.2 Every reason why this is no piece of terrain."""
    if kind not in TERRAIN:
        yield Reason("no such terrain", "LL.2.table", (kind, *TERRAIN))
        return
    yield from _shape_faults(points, TERRAIN[kind].shape == "area", table)
    if kind == "hill":
        yield from _crest_faults(points, crest, plateau)
    elif crest or plateau:
        yield Reason("crest on no hill", "LL.2.crest.1", (kind,))


def _shape_faults(points: Polygon, is_area: bool, table: tuple[int, int]) -> Iterator[Reason]:
    """LL.3.terr.2"""
    least = 3 if is_area else 2
    if not least <= len(points) <= MOST_POINTS:
        yield Reason("number of points", "LL.3.terr.2", (least, MOST_POINTS, len(points)))
    elif not is_on_the_table(points, *table):
        yield Reason("partly off the table", "LL.3.terr.2")
    elif is_area:
        yield from _outline_faults(points)
    elif any(a == b for a, b in pairwise(points)):
        yield Reason("same point twice", "LL.3.terr.2")


def _outline_faults(points: Polygon) -> Iterator[Reason]:
    try:
        polygon(points)
    except ValueError:
        yield Reason("no outline", "LL.3.terr.2")


def _crest_faults(points: Polygon, crest: Polygon, plateau: bool) -> Iterator[Reason]:
    """LL.2.crest.1 A line on the hill; a flat top may do without."""
    if not crest:
        if not plateau:
            yield Reason("hill without a crest", "LL.2.crest.1")
        return
    if not 2 <= len(crest) <= MOST_POINTS:
        yield Reason("number of points of a crest", "LL.2.crest.1", (2, MOST_POINTS, len(crest)))
    elif any(a == b for a, b in pairwise(crest)):
        yield Reason("same point twice in a crest", "LL.2.crest.1")
    if len(points) > 2 and any(not contains(points, point) for point in crest):
        yield Reason("crest leaves the hill", "LL.2.crest.1")


def check_ground(state: State, name: str, unit: Unit) -> None:
    """LL.3.terr.5, LL.2.imp.1 (D11) On the table, on no other unit, on no ground impassable to it."""
    body = body_of(state, unit)
    if not is_on_table(body, state.battle.width, state.battle.height):
        raise IllegalOrder("would stand off the table", "LL.3.terr.5", name)
    for other_name, other in on_table(state).items():
        if other_name != name and do_overlap(body, body_of(state, other), TOUCH):
            raise IllegalOrder("would stand on another", "LL.3.terr.5", name, other_name)
    for piece in under(state, blocks_of(body)):
        if unit.kind in row_of(piece).impassable:
            raise IllegalOrder("stands in impassable ground", "LL.2.imp.1", name, piece.name)
