"""BP.vis.3 to BP.vis.5 Sight: what of a target a line from an eye reaches, past ground and other units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from domain.tabletop import contact
from domain.tabletop.angles import Point
from domain.tabletop.bodies import blocks_of, extent_of, is_upon, mean
from domain.tabletop.bounds import Bounds, are_apart, bounds, joined
from domain.tabletop.measure import Edge, Rectangle
from domain.tabletop.polygons import Polygon, Segment, contains, hull, overlaps, passes_through, spans, squared
from domain.tabletop.quarters import visible_share
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import on_table
from rules.black_powder.state import Piece, State, Unit
from rules.black_powder.tables import INCH
from rules.black_powder.units.footprint import Body, body_of, centre, edge_of, leader_point
from rules.black_powder.units.ground import row_of, shape_of
from rules.black_powder.units.profile import is_mixed, is_skirmishing

WOOD_SIGHT = 6 * INCH  # house: how far one sees in or into a wood, where the players have agreed on nothing
NONE, ALL = Fraction(0), Fraction(1)


def eye_of(state: State, unit: Unit, face: Face | None = None) -> Point:
    """BP.vis.3, BP.sq.2, BP.bld.3 The leader; of a square or building the middle of a side."""
    body = body_of(state, unit)
    if unit.formation not in ("square", "building"):
        return leader_point(body)
    edge = edge_of(body, Edge(face or "front"))
    return Point((edge.start.x + edge.end.x) // 2, (edge.start.y + edge.end.y) // 2)


def figures(state: State, unit: Unit) -> tuple[Point, ...]:
    """BP.ski.1, BP.mix.3 Figures on the edge from which skirmishers may shoot: corners and middles of their sides."""
    block = blocks_of(body_of(state, unit))[-1 if is_mixed(unit) else 0]
    corners = tuple(block)
    middles = (
        Point((a.x + b.x) // 2, (a.y + b.y) // 2) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    return (*corners, *middles)


def shoots_all_round(unit: Unit) -> bool:
    """BP.ski.1, BP.mix.3"""
    return is_skirmishing(unit) or is_mixed(unit)


def sees(state: State, name: UnitId, target: UnitId) -> bool:
    """BP.vis.3 Whether the leader, or any figure of skirmishers, sees any part of a target."""
    unit = state.units[name]
    if shoots_all_round(unit):
        return any(see_it(state, name, target, figures(state, unit)))
    if unit.formation in ("square", "building"):
        faces: tuple[Face, ...] = ("front", "left", "right", "rear")
        return any(see_it(state, name, target, tuple(eye_of(state, unit, face) for face in faces)))
    return any(see_it(state, name, target, (eye_of(state, unit),)))


def seen_share(state: State, name: UnitId, target: UnitId, eye: Point, *, over_troops: bool = False) -> Fraction:
    """BP.tgt.5 The share of a target that the eye sees; `over_troops`: units do not hide it."""
    unit, there = state.units[name], state.units[target]
    body = body_of(state, there)
    if is_hidden_by_depth(state, eye, body):
        return NONE
    near = joined((extent_of(body), Bounds(*eye, *eye)))
    blocks = [*ground_blocks(state, eye, unit, there, body, near)]
    if not over_troops:
        blocks += unit_blocks(state, name, target, near=near)
    if not shoots_all_round(unit):
        blocks += blocks_of(body_of(state, unit))[:1]  # nobody sees through his own unit
    return share_of(body, eye, blocks)


def see_it(state: State, name: UnitId, target: UnitId, eyes: Sequence[Point]) -> Iterator[bool]:
    """BP.ski.3 Whether each of these eyes sees some part of the target: what hides it is gathered once."""
    unit, there = state.units[name], state.units[target]
    body = body_of(state, there)
    near = joined((extent_of(body), bounds(eyes)))
    troops = [*unit_blocks(state, name, target, near=near)]
    if not shoots_all_round(unit):
        troops += blocks_of(body_of(state, unit))[:1]  # nobody sees through his own unit
    middle = centre(body)
    return (_sees_from(state, unit, there, body, eye, middle, troops, near) for eye in eyes)


def _sees_from(
    state: State, unit: Unit, there: Unit, body: Body, eye: Point, middle: Point, troops: Sequence[Polygon],
    near: Bounds,
) -> bool:  # fmt: skip
    """An open line to its middle is enough; only where there is none the share is worked out."""
    if is_hidden_by_depth(state, eye, body):
        return False
    blocks = [*ground_blocks(state, eye, unit, there, body, near), *troops]
    line = Segment(eye, middle)
    if eye != middle and not any(passes_through(line, block) for block in blocks):
        return True
    return share_of(body, eye, blocks) > 0


def share_of(body: Body, eye: Point, blocks: Iterable[Polygon]) -> Fraction:
    """The part of a body's ground that is in view."""
    near = joined((extent_of(body), Bounds(*eye, *eye)))
    found = [block for block in blocks if not are_apart(bounds(block), near)]
    if not found:
        return ALL
    fan = hull((eye, *(corner for block in blocks_of(body) for corner in block)))
    found = [block for block in found if overlaps(fan, block)]  # what lies outside all lines of sight hides nothing
    return _share(body, eye, tuple(found)) if found else ALL


@lru_cache(maxsize=16_384)
def _share(body: Body, eye: Point, blocks: tuple[Polygon, ...]) -> Fraction:
    """Asked again with every list of orders; who has not moved is seen as before."""
    return mean(body, lambda block: visible_share(eye, block, blocks))


def unit_blocks(state: State, *but: UnitId, near: Bounds | None = None) -> Iterator[Rectangle]:
    """BP.vis.3 Units of either side, engaged or not, skirmishers too; commanders block nothing (BP.vis.4).

    `near`: only those that come into this box.
    """
    inside = {state.units[name].building for name in but}
    for name, unit in on_table(state).items():
        if name not in but and not (unit.building and unit.building in inside):
            body = body_of(state, unit)
            if near is None or not are_apart(extent_of(body), near):
                yield from blocks_of(body)


def ground_blocks(
    state: State, eye: Point, unit: Unit, there: Unit, body: Body, near: Bounds | None = None
) -> Iterator[Polygon]:
    """BP.vis.3, BP.ter.1 Woods, hills and buildings hide what lies beyond them, not who stands on or in them."""
    for name, piece in state.terrain.items():
        if name in (unit.building, there.building) or (near and are_apart(shape_of(piece).extent, near)):
            continue
        if hides(state, piece, eye) and not is_upon(body, piece.points):
            yield piece.points


def hides(state: State, piece: Piece, eye: Point) -> bool:
    """BP.ter.1 Whether a piece hides what lies beyond it from an eye that is not in or on it."""
    return row_of(state, piece).blocks_sight and not contains(piece.points, eye)


def is_hidden_by_depth(state: State, eye: Point, body: Body) -> bool:
    """Section 20 In and into a wood, or ground that hides by agreement, one sees only so far."""
    limited = [(piece, reach) for piece in state.terrain.values() if (reach := depth_of(piece))]
    if not limited:
        return False
    line = Segment(eye, nearest_point(eye, body))
    length = isqrt(squared(*line))
    far = [(piece, reach) for piece, reach in limited if length > reach]
    if not far:
        return False
    extent = bounds(line)
    near = [(piece, reach) for piece, reach in far if not are_apart(shape_of(piece).extent, extent)]
    return any(_stretch(line, piece) * length > reach for piece, reach in near)


def depth_of(piece: Piece) -> int:
    return piece.sight or (WOOD_SIGHT if piece.kind == "wood" else 0)


def _stretch(line: Segment, piece: Piece) -> Fraction:
    """The share of the line that runs through the piece."""
    if line.start == line.end or len(piece.points) < 3:
        return NONE
    return sum((end - start for start, end in spans(line, piece.points)), NONE)


@lru_cache(maxsize=8192)
def nearest_point(eye: Point, body: Body) -> Point:
    """BP.vis.7 The point of a body that is nearest to the eye."""
    found = [contact.nearest_point(block, eye) for block in blocks_of(body)]
    return min(found, key=lambda point: squared(eye, point))
