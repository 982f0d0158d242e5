"""6.2, 8.3, 9.2, 13.3, 21.2 What one step costs a piece, or why it cannot be made; all in half-points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.gettysburg import tables
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import approach
from rules.gettysburg.movement.asks import Pace
from rules.gettysburg.movement.field import Field
from rules.gettysburg.position import INFANTRY, command_state, contents, side_of
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State

NO_REMOVAL = {"passive": "16.5b", "panic": "16.6b"}  # armies that remove no HMC of their own
ROAD_KINDS = ("cavalry", "hmc")  # 8.3a
HIDDEN_GUNS = "hidden artillery"  # 18.8b
Column = tuple[str, ...]  # the columns of the TET a piece pays by: the dearest counts


class Mover(NamedTuple):
    """A piece on the move, as far as the price of its steps goes."""

    name: PieceId
    side: Side
    kind: str  # infantry, cavalry, artillery, train, hmc
    column: Column
    by: Side  # who moves it (17.3)
    pace: Pace = "normal"

    @property
    def is_controlled(self) -> bool:
        """17.4 Whether the opponent moves it."""
        return self.by != self.side


class Step(NamedTuple):
    cost: int
    road: bool = False  # 6.3a


def mover(state: State, name: PieceId, by: Side, pace: Pace = "normal") -> Mover:
    unit = state.units.get(name)
    side = side_of(state, name)
    if unit:
        return Mover(name, side, unit.kind, (unit.kind,), by, pace)
    return Mover(name, side, "hmc", _hmc_column(state, name), by, pace)


def _hmc_column(state: State, hmc: PieceId) -> Column:
    """D72 Infantry for every HMC, or the worst of what it holds."""
    if reading(state, "D72") == "A":
        return ("infantry",)
    held = {state.units[name].kind for name in contents(state, hmc)} or {"infantry"}
    return tuple(sorted(HIDDEN_GUNS if kind == "artillery" else kind for kind in held))


def price(field: Field, mover: Mover, a: HexId, b: HexId) -> Step:
    """8.1b The cost of the step from a to b, 6.3b by road whatever the ground; IllegalOrder where it cannot be made."""
    ground = field.state.ground
    if b == OFF_MAP:
        return _exit(field, mover, a)
    if not ground.is_on_map(b):
        raise IllegalOrder.because("no such hex", "8.1b", b)
    if b not in ground.near(a):
        raise IllegalOrder.because("not adjacent", "8.1b", b, a)
    check_open(field, mover, b)
    if mover.kind == "train":
        return Step(_train_cost(ground, a, b), road=True)
    if mover.kind in ROAD_KINDS and ground.road(a, b) and may_use_road(field, a, b):
        return Step(scaled(field, mover, b, tables.ROAD_RATE), road=True)
    terrain = terrain_cost(field, mover.column, a, b)
    if terrain is None:
        raise IllegalOrder.because("rough by road only", "TET", mover.name, b)
    return Step(scaled(field, mover, b, terrain + field.count(b) * tables.MP))


def check_open(field: Field, mover: Mover, b: HexId) -> None:
    """8.6(1), 9.1a, 9.2b, 16.4 to 16.6, 18.4c, 21.2, 22.2, 15.1 Whether the piece may be in hex b on its way."""
    if field.holds_enemy(b):
        raise IllegalOrder.because("enemy in the way", "8.6(1)", b, mover.name)
    if mover.kind != "train" and field.count(b) >= tables.STACK:
        raise IllegalOrder.because("hex full", "9.1a", b, tables.STACK, mover.name)
    if is_closed_by_sight(field, mover, b):
        raise _seen(field, mover, b)
    if mover.pace == "disengage" and field.is_near(b, INFANTRY):
        raise IllegalOrder.because("disengaging to infantry", "22.2", b)
    if mover.pace == "accelerated" and reading(field.state, "D35") == "A" and field.is_close(b):
        raise IllegalOrder.because("accelerating to enemy", "15.1", b)
    if is_barred(field, mover, b):
        raise approach.refusal(field.state, mover.side, mover.name, b)


def is_barred(field: Field, mover: Mover, b: HexId) -> bool:
    """16.4 to 16.6; 17.4b the opponent moves a unit as he likes."""
    return not mover.is_controlled and b in field.barred and not goes_alone(field, mover)


def goes_alone(field: Field, mover: Mover) -> bool:
    return approach.may_go_alone(field.state, mover.name, field.lone_is_open)


def is_closed_by_sight(field: Field, mover: Mover, b: HexId) -> bool:
    """18.4c, 21.2 HMCs and Trains keep out of sight; 17.5a not an HMC that the opponent moves."""
    if mover.kind == "train" or (mover.kind == "hmc" and not mover.is_controlled):
        return b in field.observed
    return False


def _seen(field: Field, mover: Mover, b: HexId) -> IllegalOrder:
    if mover.kind == "train":
        return IllegalOrder.because("Train into sight", "21.2", b)
    army = command_state(field.state, mover.side)
    if army in NO_REMOVAL:
        return IllegalOrder.because("HMC into sight", NO_REMOVAL[army], b, mover.name)
    return IllegalOrder.because("HMC into sight, removable", "18.4c", b, mover.name)


def may_use_road(field: Field, a: HexId, b: HexId) -> bool:
    """8.3b, D14 Not adjacent to an enemy unit."""
    match reading(field.state, "D14"):
        case "A":
            return not field.is_near(b)
        case "B":
            return not field.is_near(a) and not field.is_near(b)
    return not field.is_near(a)


def terrain_cost(field: Field, column: Column, a: HexId, b: HexId) -> int | None:
    """TET, 13.3a Off the road rate and without stacking; None where it is prohibited."""
    dearest = 0
    for kind in column:
        cost = _cost_for(field, kind, a, b)
        if cost is None:
            return None
        dearest = max(dearest, cost)
    return dearest


def _cost_for(field: Field, kind: str, a: HexId, b: HexId) -> int | None:
    ground = field.state.ground
    if kind == "artillery" and ground.road(a, b):
        return tables.MP  # 13.3a
    if kind == HIDDEN_GUNS:
        return _hidden_gun_cost(field, a, b)
    return ground.step_cost(
        kind, a, b, sum_in_hex=field.sum_in_hex, protected_both_ways=field.protected_both_ways
    )  # fmt: skip


def _hidden_gun_cost(field: Field, a: HexId, b: HexId) -> int:
    """18.8b Rough ground, slopes, ravines and streams cost hidden artillery nothing more."""
    ground = field.state.ground
    inside = cost_in_hex(field, b, "artillery")
    banks = ground.has_protected if field.protected_both_ways else ground.is_protected
    return inside + (tables.HEXSIDE_COST["protected"]["artillery"] if banks(a, b) else 0)


def cost_in_hex(field: Field, at: HexId, kind: str) -> int:
    """D12 The ground of a hex alone, where nothing in it is prohibited or what is prohibited is waived."""
    held = [tables.TERRAIN_COST[terrain][kind] for terrain in field.state.ground.terrain(at)]
    allowed = [cost for cost in held if cost is not None] or [tables.MP]
    return sum(allowed) if field.sum_in_hex else max(allowed)


def scaled(field: Field, mover: Mover, b: HexId, cost: int) -> int:
    """D35 B Of twice the points, hexes near an enemy take double: the others cost half."""
    if mover.pace == "accelerated" and reading(field.state, "D35") == "B" and field.is_close(b):
        return 2 * cost
    return cost


def _train_cost(ground: Ground, a: HexId, b: HexId) -> int:
    """21.2 Half a point by road, one by trail."""
    way = ground.road(a, b)
    if not way:
        raise IllegalOrder.because("no road for the Train", "21.2", a, b)
    return train_rate(way)


def train_rate(way: str) -> int:
    return tables.ROAD_RATE if way == "road" else tables.TRAIL_RATE_OF_TRAIN


def _exit(field: Field, mover: Mover, a: HexId) -> Step:
    """8.5a Off the map from an edge hex; 21.2 the Train where a road leads off."""
    ground = field.state.ground
    if not ground.is_edge(a):
        raise IllegalOrder.because("no edge hex", "8.5a", a, mover.name)
    if mover.kind == "train" and a not in road_ends(ground):
        raise IllegalOrder.because("no road off the map", "21.2", a)
    return Step(exit_cost(field, mover))


def exit_cost(field: Field, mover: Mover) -> int:
    """8.5a; under D35 B only hexes are entered at half cost."""
    doubled = mover.pace == "accelerated" and reading(field.state, "D35") == "B"
    return 2 * tables.EXIT_COST if doubled else tables.EXIT_COST


def road_ends(ground: Ground) -> frozenset[HexId]:
    """21.2 Edge hexes where a road or trail leaves the map."""
    return ground.kept("road ends", lambda: frozenset(filter(ground.is_edge, _ends(ground))))


def _ends(ground: Ground) -> Iterator[HexId]:
    for road in ground.roads:
        yield from (road.spots[0], road.spots[-1])
    yield from ground.entry_hexes.values()
