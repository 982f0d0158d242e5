"""LL.3.terr Edges, and armies deployed in the zones along them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import PhaseBegan, Side, UnitId
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.angles import HALF_TURN
from domain.tabletop.bodies import blocks_of
from domain.tabletop.measure import spot_of
from rules.longstreet_lite import phases
from rules.longstreet_lite.formation import body_of, check_formation
from rules.longstreet_lite.position import check_ground
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Unit, enemy_of, on_table
from rules.longstreet_lite.tables import BW, ZONES_DEEP
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn import opening
from rules.longstreet_lite.turn.asks import ChooseDeployment, ChooseEdge, DeployUnit, FinishDeployment

OTHER_EDGE = {"north": "south", "south": "north"}
SAMPLE = 3  # places offered for a unit
UNITS_SAMPLED = 2
COLUMNS, LINES = 5 * BW, 3 * BW  # the grid of the places offered


def zone(state: State, side: Side) -> tuple[int, int]:
    """LL.3.terr.5 The third of the table along the side's edge: from so far north to so far north."""
    height = state.battle.height
    deep = height // ZONES_DEEP
    return (0, deep) if state.set_up.edges[side] == "south" else (height - deep, height)


def decide_edge(play: Play[State], order: ChooseEdge) -> None:
    """LL.3.terr.4 The lower roller chooses; the other side has the opposite edge."""
    other = enemy_of(play.by)
    play.record(f.EdgesChosen(edges={play.by: order.edge, other: OTHER_EDGE[order.edge]}))
    play.record(PhaseBegan(turn=0, phase=phases.DEPLOY_ORDER, side=other))


def decide_order(play: Play[State], order: ChooseDeployment) -> None:
    """LL.3.terr.6 The higher roller sets up first, or second."""
    first = play.by if order.first else enemy_of(play.by)
    play.record(PhaseBegan(turn=0, phase=phases.DEPLOY, side=first))
    play.record(f.DeploymentPassed(side=first))


def plan_deployment(state: State, side: Side, order: DeployUnit) -> Unit:
    """LL.3.terr.5 (D11) The unit as it would stand; IllegalOrder if it may not."""
    unit = state.units.get(order.unit)
    if unit is None or unit.side != side:
        raise IllegalOrder("nobody to deploy", "LL.3.terr.5", side, order.unit)
    if unit.is_on_table and reading(state, "D11") == "B":
        raise IllegalOrder("deployed already", "LL.3.terr.5", order.unit)
    ranks = _formed(unit, order)
    pose = lengths.pose(order.at, order.heading)
    placed = msgspec.structs.replace(
        unit, pose=pose, ranks=ranks, offset=order.offset, limbered=order.limbered, status="table"
    )
    _check_zone(state, side, order.unit, placed)
    check_ground(state, order.unit, placed)
    return placed


def _formed(unit: Unit, order: DeployUnit) -> tuple[int, ...]:
    """LL.1.rank, LL.1.art.2, LL.1.art.3 (D11) Any legal formation; batteries limbered or not."""
    if unit.kind == "INF":
        if order.limbered:
            raise IllegalOrder("nothing to limber", "LL.1.art.1", order.unit)
        ranks = order.ranks or (unit.bases,)
        check_formation(order.unit, ranks, order.offset, unit.bases)
        return ranks
    row = (1,) if order.limbered else (unit.bases,)
    if order.ranks not in ((), row) or order.offset:
        if order.limbered:
            raise IllegalOrder("limber without ranks", "LL.1.art.2", order.unit)
        raise IllegalOrder("guns without ranks", "LL.1.art.2", order.unit, unit.bases)
    return row


def _check_zone(state: State, side: Side, name: UnitId, unit: Unit) -> None:
    """LL.3.terr.5 (D11) Every base wholly inside."""
    south, north = zone(state, side)
    corners = [corner for block in blocks_of(body_of(state, unit)) for corner in block]
    if any(not (0 <= x <= state.battle.width and south <= y <= north) for x, y in corners):
        raise IllegalOrder("outside the zone", "LL.3.terr.5", name, side, south, north)


def decide_deploy(play: Play[State], order: DeployUnit) -> None:
    """LL.3.terr.5 (D11) One army after the other, or unit by unit in turns."""
    unit = plan_deployment(play.state, play.by, order)
    pose = spot_of(body_of(play.state, unit).pose)
    play.record(
        f.UnitDeployed(unit=order.unit, pose=pose, ranks=unit.ranks, offset=unit.offset, limbered=unit.limbered)
    )
    if reading(play.state, "D11") == "B":
        _pass_on(play)


def reserves(state: State, side: Side) -> list[str]:
    return [name for name, unit in state.units.items() if unit.side == side and unit.status == "reserve"]


def _pass_on(play: Play[State]) -> None:
    """LL.3.terr.5 (D11 B) The other side places its next unit, if it has one left."""
    other = enemy_of(play.by)
    if reserves(play.state, other):
        play.record(f.DeploymentPassed(side=other))
    elif not reserves(play.state, play.by):
        opening.begin(play)


def decide_finish(play: Play[State], _order: FinishDeployment) -> None:
    """LL.3.terr.5 All units stand before the other army deploys, or the battle begins."""
    left = reserves(play.state, play.by)
    if left:
        raise IllegalOrder("reserves left", "LL.3.terr.5", *left)
    play.record(f.DeploymentFinished(side=play.by))
    other = enemy_of(play.by)
    if other in play.state.set_up.done:
        opening.begin(play)
    else:
        play.record(f.DeploymentPassed(side=other))


def choices(state: State) -> Iterator[Choice]:
    match state.core.phase:
        case phases.EDGES:
            side = enemy_of(state.set_up.higher)
            yield Choice(side, ChooseEdge(edge="north"))
            yield Choice(side, ChooseEdge(edge="south"))
        case phases.DEPLOY_ORDER:
            yield from (Choice(state.set_up.higher, ChooseDeployment(first=first)) for first in (True, False))
        case phases.DEPLOY:
            yield from (Choice(state.set_up.deploying, order) for order in _deployments(state))


def _deployments(state: State) -> Iterator[DeployUnit | FinishDeployment]:
    """Places on a grid for the next units; if there is none, units that stand are offered others."""
    side = state.set_up.deploying
    waiting = reserves(state, side)
    if not waiting:
        yield FinishDeployment()
        return
    found = [order for name in waiting[:UNITS_SAMPLED] for order in _places(state, side, name)]
    if not found:
        found = [order for name in on_table(state, side) for order in _places(state, side, name)]
    yield from found


def _places(state: State, side: Side, name: str) -> list[DeployUnit]:
    """Legal places facing the enemy, in two ranks or in one row; batteries also limbered."""
    legal = (order for order in _grid(state, side, name) if is_legal(plan_deployment, state, side, order))
    return list(islice(legal, SAMPLE))


def _grid(state: State, side: Side, name: str) -> Iterator[DeployUnit]:
    """Fronts that look at the enemy, column by column; each unit begins at another one, so that they spread."""
    unit, (south, north) = state.units[name], zone(state, side)
    is_south = state.set_up.edges[side] == "south"
    wide = (unit.bases + 1) // 2 if unit.kind == "INF" else unit.bases
    ranks = (wide, unit.bases - wide) if unit.kind == "INF" else ()
    columns = list(range(COLUMNS // 2, state.battle.width, COLUMNS)) or [state.battle.width // 2]
    shift = list(state.units).index(name) % len(columns)
    for back in range(0, north - south, LINES):
        for east in columns[shift:] + columns[:shift]:
            y = north - back if is_south else south + back
            at = f"{lengths.length_text(east)}:{lengths.length_text(y)}"
            heading = lengths.angle_text(0 if is_south else HALF_TURN)
            limbered = unit.kind == "ART" and east // COLUMNS % 2 == 0
            yield DeployUnit(unit=name, at=at, heading=heading, ranks=ranks, limbered=limbered)
