"""6.2, 8.3, 9.2, 13.3, 21.2 What one step costs a piece, or why it cannot be made; all in half-points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import NamedTuple

from domain.hexes.map import Pair
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.gettysburg import tables
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement.asks import Pace
from rules.gettysburg.movement.field import Field, Region, approach_refusal
from rules.gettysburg.position import command_state, contents, side_of
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State

ROAD_KINDS = ("cavalry", "hmc")  # 8.3a
HIDDEN_GUNS = "hidden artillery"  # 18.8b
FAR = 1_000  # more half-points than any piece has: a prohibited step
TRAIN_RATES = {"road": tables.ROAD_RATE, "trail": tables.TRAIL_RATE_OF_TRAIN}  # 21.2
Edge = tuple[HexId, int, bool]  # to, cost off the road rate, whether a road or trail runs there
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
    """8.1b The cost of the step from a to b; IllegalOrder where it cannot be made."""
    if b == OFF_MAP:
        return _exit(field, mover, a)
    march = terms(field, mover)
    edge = march.edges.get((a, b)) or march.edges.setdefault((a, b), _checked_edge(field, mover, a, b))
    march.check_open(b)
    cost = march.rates.cost(a, edge, field.count(b) * tables.MP)
    if cost < FAR:
        return Step(cost, edge[2] and (mover.kind == "train" or march.rates.takes_road(a, b)))
    if mover.kind == "train":
        raise IllegalOrder("no road for the Train", "21.2", a, b)
    raise IllegalOrder("rough by road only", "TET", mover.name, b)


def _checked_edge(field: Field, mover: Mover, a: HexId, b: HexId) -> Edge:
    ground = field.state.ground
    if not ground.is_on_map(b):
        raise IllegalOrder("no such hex", "8.1b", b)
    if b not in ground.near(a):
        raise IllegalOrder("not adjacent", "8.1b", b, a)
    return edge(field, mover, a, b)


class Bar(NamedTuple):
    """Hexes closed to a piece on its way, and why each is."""

    hexes: Set[HexId]
    refusal: Callable[[HexId], IllegalOrder]


def bars(field: Field, mover: Mover) -> Iterator[Bar]:
    """8.6(1), 9.1a, 9.2b, 16.4 to 17.4, 18.4c, 21.2, 22.2, 15.1 What closes hexes to this piece, the plainest first."""
    name = mover.name
    yield Bar(field.held, lambda b: IllegalOrder("enemy in the way", "8.6(1)", b, name))
    if mover.kind != "train":
        rule = "17.4a" if mover.is_controlled else "9.1a"
        yield Bar(field.full, lambda b: IllegalOrder("hex full", rule, b, tables.STACK, name))
    if keeps_hidden(mover):
        yield Bar(field.observed, lambda b: _seen(field, mover, b))
    if mover.pace == "disengage":
        yield Bar(field.near_infantry, lambda b: IllegalOrder("disengaging to infantry", "22.2", b))
    if mover.pace == "accelerated" and reading(field.state, "D35") == "A":
        yield Bar(field.close_to_anyone, lambda b: IllegalOrder("accelerating to enemy", "15.1", b))
    if not mover.is_controlled and field.is_restrained:  # 17.4b the opponent moves a unit as he likes
        yield Bar(_barred(field, mover), lambda b: approach_refusal(field.state, mover.side, name, b))


def _barred(field: Field, mover: Mover) -> Set[HexId]:
    """16.4 to 16.6"""
    barred = field.barred
    return Region(
        lambda b: b in barred and not goes_alone(field, mover), lambda: () if goes_alone(field, mover) else barred
    )


def goes_alone(field: Field, mover: Mover) -> bool:
    """16.4O The one infantry brigade of a Restricted army."""
    is_free = mover.kind == "infantry" and field.state.turn.lone_approach in ("", mover.name)
    return is_free and field.lone_is_open


def keeps_hidden(mover: Mover) -> bool:
    """18.4c, 21.2 HMCs and Trains keep out of sight; 17.5a not an HMC that the opponent moves."""
    return mover.kind == "train" or (mover.kind == "hmc" and not mover.is_controlled)


def _seen(field: Field, mover: Mover, b: HexId) -> IllegalOrder:
    if mover.kind == "train":
        return IllegalOrder("Train into sight", "21.2", b)
    army = command_state(field.state, mover.side)
    if army in tables.HMCS_STAY:
        return IllegalOrder("HMC into sight", tables.HMCS_STAY[army], b, mover.name)
    return IllegalOrder("HMC into sight, removable", "18.4c", b, mover.name)


class Rates(NamedTuple):
    """What a piece pays for a step, by where the enemy stands."""

    field: Field
    kind: str
    twice: Set[HexId]  # D35 B

    @property
    def is_plain(self) -> bool:
        """Whether the ground and the stack alone decide, as for most pieces."""
        return self.kind in ("infantry", "artillery") and not self.twice

    def takes_road(self, a: HexId, b: HexId) -> bool:
        """8.3a, 8.3b, D14 Along a road or trail, cavalry and HMCs take the road rate, not adjacent to an enemy unit."""
        if self.kind not in ROAD_KINDS:
            return False
        near, choice = self.field.near_anyone, reading(self.field.state, "D14")
        return (choice == "C" or b not in near) and (choice == "A" or a not in near)

    def cost(self, a: HexId, edge: Edge, stacking: int) -> int:
        """6.3b By road whatever the ground and who stands there; 9.2b the Train does not stack."""
        b, cost, road = edge
        if self.kind == "train":
            return cost
        cost = tables.ROAD_RATE if road and self.takes_road(a, b) else cost + stacking
        return 2 * cost if b in self.twice else cost


class Terms(NamedTuple):
    """On what terms a piece marches: what is closed to it, what it pays, and the steps that were ever priced."""

    bars: tuple[Bar, ...]
    rates: Rates
    edges: dict[Pair, Edge]  # kept with the map

    def check_open(self, b: HexId) -> None:
        """Whether the piece may be in this hex on its way."""
        for hexes, refusal in self.bars:
            if b in hexes:
                raise refusal(b)


def terms(field: Field, mover: Mover) -> Terms:
    return field.kept(mover, lambda: _terms(field, mover))


def _terms(field: Field, mover: Mover) -> Terms:
    edges = field.state.ground.kept(("edges", *ground_terms(field, mover)), dict[Pair, Edge])
    return Terms(tuple(bars(field, mover)), rates(field, mover), edges)


def rates(field: Field, mover: Mover) -> Rates:
    return Rates(field, mover.kind, twice(field, mover))


def ground_terms(field: Field, mover: Mover) -> tuple[object, ...]:
    """By what the ground prices steps; the Train goes by road alone."""
    return ("train",) if mover.kind == "train" else (mover.column, field.sum_in_hex, field.protected_both_ways)


def twice(field: Field, mover: Mover) -> Set[HexId]:
    """D35 B Of twice the points, hexes near an enemy take double: the others cost half."""
    return field.close_to_anyone if _halves(field, mover) else frozenset()


def _halves(field: Field, mover: Mover) -> bool:
    return mover.pace == "accelerated" and reading(field.state, "D35") == "B"


def edge(field: Field, mover: Mover, a: HexId, b: HexId) -> Edge:
    """TET, 21.2 The ground of one step: the Train needs a road, half a point, or a trail, one."""
    way = field.state.ground.road(a, b)
    cost = TRAIN_RATES.get(way) if mover.kind == "train" else terrain_cost(field, mover.column, a, b)
    return b, FAR if cost is None else cost, bool(way)


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


def _exit(field: Field, mover: Mover, a: HexId) -> Step:
    """8.5a Off the map from an edge hex; 21.2 the Train where a road leads off."""
    ground = field.state.ground
    if not ground.is_edge(a):
        raise IllegalOrder("no edge hex", "8.5a", a, mover.name)
    if mover.kind == "train" and a not in road_ends(ground):
        raise IllegalOrder("no road off the map", "21.2", a)
    return Step(exit_cost(field, mover))


def exit_cost(field: Field, mover: Mover) -> int:
    """8.5a; under D35 B only hexes are entered at half cost."""
    return 2 * tables.EXIT_COST if _halves(field, mover) else tables.EXIT_COST


def road_ends(ground: Ground) -> frozenset[HexId]:
    """21.2 Edge hexes where a road or trail leaves the map."""
    return ground.kept("road ends", lambda: frozenset(filter(ground.is_edge, _ends(ground))))


def _ends(ground: Ground) -> Iterator[HexId]:
    for road in ground.roads:
        yield from (road.hexes[0], road.hexes[-1])
    yield from ground.entry_hexes.values()
