"""7.1 Where a mover can go: what is offered is all there is, at the price of the single steps."""

from __future__ import annotations

import contextlib
import heapq

import pytest

from domain.kernel.errors import IllegalOrder
from rules.wallaces_war.marching.choices import choices
from rules.wallaces_war.movement import movers, reach
from rules.wallaces_war.movement.asks import FreeFacing, MoveLeader, MoveUnits, SwapStack
from rules.wallaces_war.movement.field import Field
from rules.wallaces_war.movement.movers import Mover
from rules.wallaces_war.movement.steps import Here, atoms, end_bar, origin, plan, take
from rules.wallaces_war.state import REACTION, State
from tests.wallaces_war.positions import at, give, position

O = at(0, 0)  # noqa: E741
NE, E, SE, SW, W, NW = at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0), at(0, -1)


def walked(field: Field, mover: Mover) -> dict[tuple[str, int], int]:
    """Each hex and facing with its price, by trying every single step from everywhere."""
    start = origin(mover)
    best: dict[tuple[str, int, bool], int] = {}
    edge = [(start.spent, start)]
    while edge:
        _, here = heapq.heappop(edge)
        for step in (*field.state.ground.near(here.at), *(f"{here.at}:{facing}" for facing in range(6))):
            for then in _after(field, mover, here, step):
                key = (then.at, then.facing, then.entered)
                if then.spent < best.get(key, 10_000):
                    best[key] = then.spent
                    heapq.heappush(edge, (then.spent, then))
    found: dict[tuple[str, int], int] = {}
    for (hex, facing, _), spent in best.items():
        if end_bar(field, mover, hex) is None:
            found[hex, facing] = min(spent, found.get((hex, facing), spent))
    found.pop((mover.nature.at, mover.nature.facing), None)
    return found


def _after(field: Field, mover: Mover, here: Here, step: str) -> list[Here]:
    """Where a step leads; along the road by either facing."""
    if ":" in step and not mover.units:
        return []
    is_road = ":" not in step and field.state.ground.road(here.at, step)
    named = [here._replace(towards=facing) for facing in range(6)] if is_road else [here]
    found = []
    for one in named:
        with contextlib.suppress(IllegalOrder):
            found.append(take(field, mover, one, step).here)
    return found


PLAIN = {
    "red-hc-1": f"{O}:0",
    "red-hc-2": f"{O}:0",
    "red-ri-1": f"{W}:1",
    "red-ri-2": f"{at(-2, 0)}:3",
    "red-ar-1": f"{SE}:5",
    "red-ar-2": f"{at(0, 2)}:5",
    "red-ri-3": f"{at(0, 2)}:5",
    "red-sc-1": f"{at(2, 1)}:2",
    "red-mxb-1": f"{at(3, 0)}:2",
    "crimson-ri-1": f"{at(1, 1)}:0",
    "green-ri-1": f"{at(2, -3)}:3",
    "green-sc-1": f"{at(-2, -2)}:3",
    "green-hc-1": f"{at(5, -2)}:4",
    "green-ar-1": f"{at(-3, 2)}:1",
}
ROAD = {
    "hugh-ri-1": "1008:3",
    "hugh-ri-2": "1007:1",
    "hugh-hc-1": "0908:2",
    "hugh-ar-1": "1209:0",
    "hugh-ri-3": "1308:1",
    "wallace-sc-1": "1610:3",
}
JOINED = {"hugh-ri-5": "0908:3", "hugh-ri-7": "1008:0"}  # the road leads to a friend who faces along it
ROUGH = {
    "stewart-sc-1": "0807:0",
    "stewart-ar-1": "1006:0",
    "stewart-sc-2": "1006:0",
    "bek-hc-1": "0605:0",
    "bek-ar-1": "0506:0",
}


def fields() -> list[State]:
    return [
        position(PLAIN, leaders={"red": O}, shaken=["red-ri-2"], out_of_command=["red-sc-1"]),
        position(PLAIN, leaders={"red": NE}, chit=1),
        position(PLAIN, leaders={"red": NE}, chit=0, shaken=["red-hc-2", "red-mxb-1"]),
        position(PLAIN, readings={"D24": "B", "D25": "B", "D22": "B"}, leaders={"red": W}),
        position(ROAD, scenario="early_crossing", battle="hugh", leaders={"hugh": "1008", "surrey": "1008"}),
        position(JOINED, scenario="lundies_plan", battle="hugh", leaders={"hugh": "0908"}),
        position(ROAD, scenario="stirling_bridge", battle="wallace", initiative="scots"),
        position(ROUGH, scenario="falkirk", battle="stewart", initiative="scots", leaders={"stewart": "0807"}),
        position(ROUGH, scenario="falkirk", battle="stewart", initiative="scots", readings={"D24": "B", "D25": "B"}),
        position(ROUGH, scenario="falkirk", battle="bek"),
    ]


@pytest.mark.parametrize("number", range(len(fields())))
def test_7_1_every_hex_and_facing_in_reach_is_found_at_its_least_price(number: int) -> None:
    state = fields()[number]
    side = state.battles[state.turn.battle].side
    field = Field(state, side)
    for mover in _movers(state):
        ways = reach.ways(field, mover)
        found = {(way.at, way.facing): way.cost + mover.nature.spent for way in ways}
        assert len(found) == len(ways)
        assert found == walked(field, mover), mover.name


def _movers(state: State) -> list[Mover]:
    units = [name for name, unit in state.units.items() if unit.battle == state.turn.battle and unit.at in state.stacks]
    leaders = [name for name in state.leaders if movers.alone_bar(state, name) is None]
    stacks = [movers.party(state, pair) for pair in state.segment.together if pair[0] in units]
    return [
        *(movers.party(state, (unit,)) for unit in units),
        *stacks,
        *(movers.captain(state, leader) for leader in leaders),
    ]


@pytest.mark.parametrize("number", range(len(fields())))
def test_7_1_the_path_of_each_way_is_priced_as_its_steps(number: int) -> None:
    state = fields()[number]
    field = Field(state, state.battles[state.turn.battle].side)
    for mover in _movers(state):
        for way in reach.ways(field, mover):
            here = plan(field, mover, origin(mover), tuple(atoms(way.path, mover.nature.at)))[-1].here
            assert (here.at, here.facing, here.spent) == (way.at, way.facing, way.cost + mover.nature.spent)


def test_7_1_every_move_that_is_offered_is_legal_and_comes_to_the_end_it_names() -> None:
    state = fields()[4]
    for choice in list(choices(state))[::5]:
        fresh = fields()[4]
        give(fresh, choice.by, choice.order)
        if isinstance(choice.order, MoveUnits):
            hex, _, facing = choice.order.path[-1].partition(":")
            unit = fresh.units[choice.order.units[0]]
            assert (unit.at, str(unit.facing)) == (hex, facing or str(unit.facing))


def test_8_2c_a_stack_and_each_of_its_units_are_offered_and_those_who_have_moved_are_not() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{O}:0", "red-ri-3": f"{W}:0"}, leaders={"red": O})
    orders = [choice.order for choice in choices(state)]
    moved = {order.units for order in orders if isinstance(order, MoveUnits)}
    assert moved == {("red-ri-1", "red-ri-2"), ("red-ri-1",), ("red-ri-2",), ("red-ri-3",)}
    assert any(order.leaders for order in orders if isinstance(order, MoveUnits))
    assert SwapStack(unit="red-ri-1") in orders
    assert {type(order) for order in orders} == {MoveUnits, MoveLeader, FreeFacing, SwapStack}
    give(state, "english", MoveUnits(units=("red-ri-1",), path=(NE,)))
    moved = {choice.order.units for choice in choices(state) if isinstance(choice.order, MoveUnits)}
    assert moved == {("red-ri-2",), ("red-ri-3",)}


def test_4_6a_in_phase_D_the_battle_that_reacts_is_offered_its_moves() -> None:
    state = position({"green-ri-1": f"{O}:0", "red-ri-1": f"{at(0, -2)}:3"}, phase=REACTION, active="scots")
    assert not list(choices(state))
    state.turn.reacting = "green"
    found = list(choices(state))
    assert {choice.by for choice in found} == {"scots"}
    ends = {choice.order.path[-1] for choice in found if isinstance(choice.order, MoveUnits)}
    assert NE in ends
    assert NW not in ends
