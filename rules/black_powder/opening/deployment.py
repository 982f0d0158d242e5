"""BP.house.2 Armies are placed by their players, one after the other, each along its own edge of the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from domain.kernel.chapter import Asked, Chapter, Choice, always, never
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import PhaseBegan, Side
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.angles import HALF_TURN, QUARTER, TURN, Point
from domain.tabletop.bodies import blocks_of
from domain.tabletop.bounds import Bounds
from domain.tabletop.lengths import angle_text, point_text
from domain.tabletop.measure import Pose
from domain.tabletop.polygons import Polygon
from rules.black_powder.ids import CommanderId, UnitId, spot_of
from rules.black_powder.movement import buildings
from rules.black_powder.movement.actor import Actor
from rules.black_powder.movement.formation_change import check_room, formed_as
from rules.black_powder.opening import facts as f
from rules.black_powder.opening import muster
from rules.black_powder.opening.asks import (
    AddBrigade,
    AddUnit,
    Agree,
    DeployCommander,
    DeployUnit,
    DropBrigade,
    DropUnit,
    FinishDeployment,
)
from rules.black_powder.position import enemy_of
from rules.black_powder.state import DEPLOYMENT, MUSTER, SET_UP, State, Unit
from rules.black_powder.tables import FORMATIONS, INCH, Formation
from rules.black_powder.units.footprint import Body, block_pose, body_as, centre, has_extent
from rules.black_powder.units.profile import is_foot, is_gun, is_regular, is_tiny

INWARD = {"south": 0, "west": QUARTER, "north": HALF_TURN, "east": HALF_TURN + QUARTER}
SAMPLE, UNITS_SAMPLED = 2, 2  # places offered for a unit, and units they are offered for
EVERY = (Agree, FinishDeployment)  # of which there is but one
COLUMN, LINE = 6 * INCH, 4 * INCH  # the grid of the places offered
TINY: tuple[Formation, ...] = ("skirmish",)


def zone(state: State, side: Side) -> Bounds:
    """BP.house.2 So deep a strip along the edge of a side."""
    deep, width, height = muster.free(state).zone, state.battle.width, state.battle.height
    strips = {
        "south": Bounds(0, 0, width, deep), "north": Bounds(0, height - deep, width, height),
        "west": Bounds(0, 0, deep, height), "east": Bounds(width - deep, 0, width, height),
    }  # fmt: skip
    return strips[state.battle.edges[side][0]]


def _is_inside(strip: Bounds, shape: Polygon) -> bool:
    return all(strip.west <= x <= strip.east and strip.south <= y <= strip.north for x, y in shape)


def formations(state: State, unit: Unit) -> tuple[Formation, ...]:
    """BP.form.1 In which it may be placed: irregulars in a block or open, tiny units open."""
    every: tuple[Formation, ...] = TINY if is_tiny(unit) else FORMATIONS[unit.profile.kind]
    fit = (one for one in every if has_extent(state, unit, one) and not one.startswith("mixed"))
    return tuple(one for one in fit if is_regular(unit) or is_gun(unit) or is_tiny(unit) or one != "march_column")


def plan_unit(state: State, side: Side, order: DeployUnit) -> Body:
    """BP.house.2, BP.form.1 The unit as it would stand; refused if it may not."""
    unit = state.units.get(order.unit)
    if unit is None or unit.side != side:
        raise IllegalOrder("nobody to place", "BP.house.2", order.unit)
    if order.block:
        return _in_block(state, side, order, unit)
    if not order.at:
        raise IllegalOrder("place it somewhere", "BP.house.2", order.unit)
    if order.formation not in formations(state, unit):
        raise IllegalOrder("no formation for it", "BP.form.1", order.unit, order.formation)
    at, ahead = lengths.point(order.at), INWARD[state.battle.edges[side][0]]
    pose = Pose(x=at.x, y=at.y, heading=lengths.angle(order.heading) % TURN if order.heading else ahead)
    body = body_as(state, unit, order.formation, pose)
    if not all(_is_inside(zone(state, side), block) for block in blocks_of(body)):
        raise IllegalOrder("outside the zone", "BP.house.2", order.unit)
    check_room(Actor(state, order.unit, formed_as(unit, order.formation), body), body, "BP.house.2")
    return body


def _in_block(state: State, side: Side, order: DeployUnit, unit: Unit) -> Body:
    """BP.ter.6, BP.bld.1 Foot, and guns that never leave it."""
    block = buildings.block_of(state, order.block)
    if not (is_foot(unit) or is_gun(unit)):
        raise IllegalOrder("only foot enters", "BP.ter.6", order.unit, order.block)
    if not _is_inside(zone(state, side), block.points):
        raise IllegalOrder("outside the zone", "BP.house.2", order.unit)
    if not buildings.has_room(state, order.block, unit):
        raise IllegalOrder("block is full", "BP.bld.1", order.block, order.unit)
    return body_as(state, formed_as(unit, "line"), formations(state, unit)[0], block_pose(block))


def decide_unit(play: Play[State], order: DeployUnit) -> None:
    body = plan_unit(play.state, play.by, order)
    formation: Formation = "building" if order.block else order.formation
    play.record(f.UnitDeployed(unit=order.unit, pose=spot_of(body.pose), formation=formation, block=order.block))


def plan_commander(state: State, side: Side, order: DeployCommander) -> Point:
    one = state.commanders.get(order.commander)
    if one is None or one.side != side:
        raise IllegalOrder("nobody to place", "BP.house.2", order.commander)
    at = lengths.point(order.at)
    if not _is_inside(zone(state, side), (at,)):
        raise IllegalOrder("outside the zone", "BP.house.2", order.commander)
    return at


def decide_commander(play: Play[State], order: DeployCommander) -> None:
    at = plan_commander(play.state, play.by, order)
    play.record(f.CommanderDeployed(commander=order.commander, at=(at.x, at.y)))


def waiting(state: State, side: Side) -> list[UnitId]:
    return [name for name, unit in muster.army(state, side).items() if unit.status == "reserve"]


def decide_finish(play: Play[State], _order: FinishDeployment) -> None:
    """BP.house.2 All units stand; then the other side places, or the battle begins."""
    state, side = play.state, play.by
    left = waiting(state, side)
    if left:
        raise IllegalOrder("units to be placed", "BP.house.2", *left)
    for name, one in state.commanders.items():
        if one.side == side and one.at is None:
            _stand_by(play, name)
    play.record(f.DeploymentFinished(side=side))
    other = enemy_of(state, side)
    if other in state.set_up.deployed:
        play.record(PhaseBegan(turn=0, phase=SET_UP, side=state.core.sides[0]))
    else:
        play.record(PhaseBegan(turn=0, phase=DEPLOYMENT, side=other))
        play.record(f.DeploymentBegan(side=other))


def _stand_by(play: Play[State], name: CommanderId) -> None:
    """Who was not placed stands with the first unit of his brigade, the general with the first of his army."""
    state, one = play.state, play.state.commanders[name]
    own = [key for key, unit in muster.army(state, one.side).items() if one.brigade in ("", unit.brigade)]
    unit = state.units[own[0]]
    assert unit.pose is not None
    at = centre(body_as(state, unit, unit.formation, unit.pose))
    inside = own[0] if unit.building else ""
    play.record(f.CommanderDeployed(commander=name, at=(at.x, at.y), joined=inside))


def places(state: State, side: Side, name: UnitId) -> Iterator[DeployUnit]:
    """Legal places in its usual formation, nearest to the enemy first; each unit begins at another column."""
    unit, strip, heading = state.units[name], zone(state, side), INWARD[state.battle.edges[side][0]]
    formation = "unlimbered" if is_gun(unit) else formations(state, unit)[0]
    along = strip.east - strip.west if heading % HALF_TURN == 0 else strip.north - strip.south
    columns = list(range(COLUMN, along, COLUMN))
    shift = list(state.units).index(name) * 2 % len(columns)
    for back in range(0, muster.free(state).zone, LINE):
        for across in columns[shift:] + columns[:shift]:
            at = _spot(strip, heading, across, back)
            order = DeployUnit(unit=name, at=point_text(at), heading=angle_text(heading), formation=formation)
            if is_legal(plan_unit, state, side, order):
                yield order


def _spot(strip: Bounds, heading: int, across: int, back: int) -> Point:
    spots = {
        0: (strip.west + across, strip.north - back), HALF_TURN: (strip.west + across, strip.south + back),
        QUARTER: (strip.east - back, strip.south + across),
    }  # fmt: skip
    return Point(*spots.get(heading, (strip.west + back, strip.south + across)))


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase == MUSTER:
        yield from muster.choices(state)
    elif state.core.phase == DEPLOYMENT:
        side = state.set_up.deploying
        left = waiting(state, side)
        if not left:
            yield Choice(side, FinishDeployment())
        for name in left[:UNITS_SAMPLED] or list(muster.army(state, side))[:1]:
            yield from (Choice(side, order) for order in islice(places(state, side, name), SAMPLE))


def _is_free(state: State) -> bool:
    return state.battle.free is not None


CHAPTER = Chapter[State](
    facts=f.FACTS,
    orders=tuple(
        Asked(example, decide, (phase,), cite, when=_is_free, sampled=never if isinstance(example, EVERY) else always)
        for example, decide, phase, cite in (
            (AddBrigade(name="Reserve", commander="Grey"), muster.decide_brigade, MUSTER, "BP.army.1"),
            (DropBrigade(brigade="reserve"), muster.decide_drop_brigade, MUSTER, "BP.house.1"),
            (AddUnit(name="9th", profile="bri_line", brigade="reserve"), muster.decide_unit, MUSTER, "BP.army.2"),
            (DropUnit(unit="british-3rd"), muster.decide_drop_unit, MUSTER, "BP.house.1"),
            (Agree(), muster.decide_agree, MUSTER, "BP.house.1"),
            (DeployUnit(unit="british-3rd", at="40:60", heading="180"), decide_unit, DEPLOYMENT, "BP.house.2"),
            (DeployCommander(commander="british-general", at="40:66"), decide_commander, DEPLOYMENT, "BP.house.2"),
            (FinishDeployment(), decide_finish, DEPLOYMENT, "BP.house.2"),
        )
    ),
    choices=choices,
)  # fmt: skip
