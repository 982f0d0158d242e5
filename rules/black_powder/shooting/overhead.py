"""BP.gun.8, BP.how.3, BP.rkt.3 Pieces that shoot over troops, or at ground they see."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.tabletop import quarters
from domain.tabletop.bodies import are_within, blocks_of
from domain.tabletop.polygons import Polygon, Segment, contains, convex_parts, overlaps, passes_through
from rules.black_powder.ids import UnitId
from rules.black_powder.position import on_table
from rules.black_powder.rulings import reading
from rules.black_powder.shooting.guns import OVERHEAD_CLEAR
from rules.black_powder.shooting.looking import Look
from rules.black_powder.shooting.sight import ground_blocks, is_hidden_by_depth, nearest_point, share_of
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.height import hill_of, stands_higher
from rules.black_powder.units.measuring import scaled


def sees_ground_of(look: Look, target: UnitId) -> bool:
    """BP.how.3, BP.rkt.3, D32 The building or wood the target is in will do; B: nothing need be seen."""
    state, there = look.state, look.state.units[target]
    if look.arm.kind == "howitzer" and reading(state, "D32") == "B":
        return True
    at = body_of(state, there)
    for piece in state.terrain.values():
        around = piece.kind in ("wood", "building block") and any(overlaps(piece.points, b) for b in blocks_of(at))
        if around and _sees_piece(look, piece.points):
            return True
    return False


def _sees_piece(look: Look, points: Polygon) -> bool:
    others = (one.points for one in look.state.terrain.values() if one.kind in ("wood", "hill", "building block"))
    blocks = [one for one in others if one != points and not contains(one, look.eye)]
    return any(quarters.visible_share(look.eye, part, blocks) > 0 for part in convex_parts(points))


def overhead_bar(look: Look, target: UnitId) -> IllegalOrder | None:
    """BP.gun.8, BP.gun.9 What forbids a gun to shoot over the troops between; None if it may."""
    state, name = look.state, look.name
    refusal = IllegalOrder("not over heads", "BP.gun.8", name, target)
    if reading(state, "D20") == "B" or not (hill_of(state, name) or hill_of(state, target)):
        return IllegalOrder("not seen", "BP.vis.5", name, target)
    here, there = body_of(state, look.unit), body_of(state, state.units[target])
    line = Segment(look.eye, nearest_point(look.eye, there))
    near = scaled(state, OVERHEAD_CLEAR)
    for key, unit in on_table(state).items():
        if key in (name, target):
            continue
        body = body_of(state, unit)
        on_line = any(passes_through(line, block) for block in blocks_of(body))
        if (on_line or reading(state, "D76") == "B") and are_within(body, here, near):
            return refusal
        if on_line and are_within(body, there, near):
            return refusal
        if on_line and not (stands_higher(state, name, key) or stands_higher(state, target, key)):
            return refusal
    if is_hidden_by_depth(state, look.eye, there):
        return IllegalOrder("not seen", "BP.vis.3", name, target)
    blocked = [*ground_blocks(state, look.eye, look.unit, state.units[target], there)]
    return None if share_of(there, look.eye, blocked) else IllegalOrder("not seen", "BP.vis.3", name, target)
