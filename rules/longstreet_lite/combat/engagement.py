"""LL.7.engage, LL.7.alloc.4, LL.7.barely, LL.7.cover Whom an attacker fights, with how much front, in what cover."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.kernel.facts import UnitId
from domain.tabletop.bodies import blocks_of, is_upon
from domain.tabletop.lanes import ahead_gap, body_gap, front_covered
from domain.tabletop.measure import base_pose
from domain.tabletop.polygons import Segment, edges, segments
from domain.tabletop.sweep import advance
from domain.tabletop.zones import is_screened
from rules.longstreet_lite import terrain
from rules.longstreet_lite.combat.facts import Engaged, UnitsEngaged
from rules.longstreet_lite.combat.ways import touches_front
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Charging, State, Terrain, enemy_of, on_table
from rules.longstreet_lite.tables import ENGAGED_REACH, NEAR_EDGE, TOUCH, WIDTH


def all_engaged(state: State) -> list[UnitsEngaged]:
    """LL.7.engage.3 Each attacker with those it attacks; a charge that fell short engages nobody (LL.7.engage.2)."""
    charges = (charge for charge in state.combat.charges if charge.touched)
    found = [UnitsEngaged(unit=charge.unit, engaged=tuple(_engaged(state, charge))) for charge in charges]
    return _with_cover_in_common(found) if reading(state, "D35") == "B" else found


def _engaged(state: State, charge: Charging) -> Iterator[Engaged]:
    attacker = state.units[charge.unit]
    body = body_of(state, attacker)
    for enemy, unit in on_table(state, enemy_of(attacker.side)).items():
        other = body_of(state, unit)
        if touches_front(body, other) or is_close_ahead(body, other):
            yield _met(state, charge, enemy, body, other)


def is_close_ahead(attacker: Body, enemy: Body) -> bool:
    """LL.7.engage.2 Directly in front and within 1 BW."""
    gap = body_gap(attacker.pose, attacker.frontage, enemy, TOUCH)
    return gap is not None and gap <= ENGAGED_REACH + TOUCH


def _met(state: State, charge: Charging, enemy: UnitId, body: Body, other: Body) -> Engaged:
    contact = touches_front(body, other)
    front = front_overlapped(body, other)
    return Engaged(
        unit=enemy, contact=contact, spaces=spaces_occupied(body, other), front=front,
        barely=not contact and is_barely(state, body, front), flanked=enemy in charge.flanked,
        cover=has_cover(state, body, other, contact),
    )  # fmt: skip


def spaces_occupied(attacker: Body, enemy: Body) -> int:
    """LL.7.alloc.4 How many of the spaces 1 BW ahead of the attacker's front bases the enemy enters."""
    files = attacker.ranks[0]
    poses = (base_pose(attacker.pose, files, file, 0, WIDTH, attacker.depth) for file in range(files))
    gaps = (body_gap(pose, WIDTH, enemy, TOUCH) for pose in poses)
    return sum(1 for gap in gaps if gap is not None and gap <= ENGAGED_REACH + TOUCH)


def front_overlapped(attacker: Body, enemy: Body) -> int:
    """LL.7.barely.1 How much of the attacker's front, in milli-BW, the enemy stands before within 1 BW."""
    return front_covered(attacker, enemy, ENGAGED_REACH, TOUCH)


def is_barely(state: State, attacker: Body, front: int) -> bool:
    """LL.7.barely.1 (D37) Less than half of one base of the front, or of the whole front."""
    whole = WIDTH if reading(state, "D37") == "A" else attacker.frontage
    return 2 * front < whole


def _with_cover_in_common(found: list[UnitsEngaged]) -> list[UnitsEngaged]:
    """LL.7.cover.2 (D35 B) One attacker with a clear line undoes the cover against all."""
    bare = {met.unit for fact in found for met in fact.engaged if not met.cover}
    return [
        msgspec.structs.replace(
            fact, engaged=tuple(msgspec.structs.replace(m, cover=m.cover and m.unit not in bare) for m in fact.engaged)
        )
        for fact in found
    ]


def has_cover(state: State, attacker: Body, defender: Body, contact: bool) -> bool:
    """LL.7.cover.2, LL.G.7 No line straight ahead from the attacker's front to the defender misses the cover.

    LL.G.8 Where they touch, the lines have no length: cover within 0.1 BW of that edge counts as lying between.
    """
    screens = list(screens_for(state, attacker))
    slack = NEAR_EDGE if contact else TOUCH
    # A hair's breadth back, so that an edge rounded to lie behind the front still counts as ahead of it.
    pose, width = advance(attacker.pose, -TOUCH), attacker.frontage
    ahead = [block for block in blocks_of(defender) if ahead_gap(pose, width, block, TOUCH) is not None]
    return bool(ahead and screens) and all(is_screened(pose, width, block, screens, slack) for block in ahead)


def screens_for(state: State, attacker: Body) -> Iterator[Segment]:
    """LL.7.cover.1, LL.7.hill.1 Walls, works, fences and crests; crops where they cover (D9)."""
    for piece in terrain.pieces(state):
        if terrain.is_line(piece) and terrain.row_of(piece).cover_combat:
            yield from segments(piece.points)
        elif piece.kind == "field" and terrain.is_field_cover(state) and not _stands_in(attacker, piece):
            yield from (Segment(a, b) for a, b in edges(piece.points))
    yield from terrain.crests(state)


def _stands_in(attacker: Body, field: Terrain) -> bool:
    """An attacker in the crops himself has none of them between him and the enemy."""
    return is_upon(attacker, field.points, NEAR_EDGE)
