"""LL.2 Terrain: what a unit or base is in or on, what is difficult or impassable to it, and where crests run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from domain.tabletop.ground import Ground, ground, is_bare, is_under
from domain.tabletop.polygons import Polygon, Segment, segments
from rules.longstreet_lite.rulings import is_on, reading
from rules.longstreet_lite.state import State, Terrain
from rules.longstreet_lite.tables import TERRAIN, TOUCH, TerrainRow


def row_of(piece: Terrain) -> TerrainRow:
    """LL.2.table, LL.2.gen.2, LL.2.diff.4 A kind not in the table is open to all."""
    return TERRAIN.get(piece.kind, TerrainRow("area"))


def pieces(state: State) -> Iterator[Terrain]:
    """LL.2.gen.1 What lies on the open table; works are walls, or there are none (D10)."""
    without_works = reading(state, "D10") == "B"
    return (piece for piece in state.terrain.values() if not (without_works and piece.kind == "works"))


def has_crest(state: State, piece: Terrain) -> bool:
    """LL.2.crest.1 Flat-topped hills have none where that is agreed (O2)."""
    return bool(piece.crest) and not (piece.plateau and is_on(state, "plateaus"))


def crests(state: State) -> Iterator[Segment]:
    """LL.2.crest.1 Where the players agreed that they run."""
    for piece in state.terrain.values():
        if has_crest(state, piece):
            yield from segments(piece.crest)


@lru_cache(maxsize=1024)
def ground_of(piece: Terrain) -> Ground:
    """The shape of a piece, whatever it is."""
    return ground(piece.points, is_line(piece))


def is_line(piece: Terrain) -> bool:
    """LL.2.in.2 A unit may be behind a line or on it, never in it."""
    return row_of(piece).shape == "line"


def touches(piece: Terrain, area: Polygon) -> bool:
    """LL.2.in.1, LL.2.in.2 Any part of the area lies in the terrain, or over the line, beyond the tolerance of LL.G.5.

    Whoever stands against a wall or at the edge of a wood is behind the one and not in the other.
    """
    return is_under(ground_of(piece), area, TOUCH)


def crossings(state: State, piece: Terrain) -> list[Polygon]:
    """LL.2.imp.1, LL.2.imp.2, LL.2.imp.4 Where water does not count: on a bridge; a river, at a ford as well."""
    row = row_of(piece)
    if not (row.water or row.impassable):
        return []
    kinds = ("bridge", "ford") if piece.kind == "river" else ("bridge",)
    return [other.points for other in state.terrain.values() if other.kind in kinds]


def is_in(state: State, piece: Terrain, area: Polygon) -> bool:
    """LL.2.in.1 A convex area lies partly in or on the piece, and not only where a bridge or ford leads over it."""
    return touches(piece, area) and is_bare(ground_of(piece), area, crossings(state, piece), TOUCH)


def under(state: State, areas: Iterable[Polygon]) -> Iterator[Terrain]:
    """LL.2.in.1 Every piece the areas are in or on; several at once, if so."""
    return met(state, pieces(state), areas)


def met(state: State, among: Iterable[Terrain], areas: Iterable[Polygon]) -> Iterator[Terrain]:
    """Those of the pieces that some area is in or on."""
    parts = tuple(areas)
    return (piece for piece in among if any(is_in(state, piece, part) for part in parts))


def hindering(state: State, kind: str) -> Iterator[Terrain]:
    """LL.2.diff.3, LL.2.imp.3 Pieces that are difficult for this kind of unit."""
    return (piece for piece in pieces(state) if kind in row_of(piece).difficult)


def barring(state: State, kind: str) -> Iterator[Terrain]:
    """LL.2.imp.1, LL.2.table Pieces this kind of unit may not enter."""
    return (piece for piece in pieces(state) if kind in row_of(piece).impassable)


def difficult(state: State, kind: str, areas: Iterable[Polygon]) -> Terrain | None:
    """LL.2.diff.1, LL.2.diff.2, LL.2.diff.3 A piece the areas are in that is difficult for this kind of unit.

    One base is asked about in a volley, the whole unit in combat, in a move (LL.2.dis.1) and in a retreat (LL.2.dis.2).
    """
    return next(met(state, hindering(state, kind), areas), None)


def impassable(state: State, kind: str, areas: Iterable[Polygon]) -> Terrain | None:
    """LL.2.imp.1 A piece the areas are in that this kind of unit may not enter."""
    return next(met(state, barring(state, kind), areas), None)


def is_in_water(state: State, area: Polygon) -> bool:
    """LL.2.in.3 Partly in a stream, a ford or a marsh."""
    return any(row_of(piece).water for piece in under(state, (area,)))


def is_field_cover(state: State) -> bool:
    """D9 Whether standing crops cover in combat."""
    return reading(state, "D9") != "A"
