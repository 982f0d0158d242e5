"""8.1 The listing of moves agrees with the price of each step and with what is accepted."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.play import carry_out
from rules.gettysburg import SYSTEM
from rules.gettysburg.movement import costs, movement, reach
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.march_choices import opening_moves
from rules.gettysburg.rulings import OPTIONS, reading
from rules.gettysburg.state import State
from tests.gettysburg.positions import position, start
from tests.gettysburg.small_maps import road, small_ground

READINGS: list[dict[str, str]] = [
    {}, {"D12": "B", "D14": "B", "D15": "B", "D35": "B"}, {"D14": "C", "D24": "B", "D72": "B"}, {"D24": "C"},
]  # fmt: skip


def battle(**more: Any) -> State:
    state = start("second_day", **more)
    state.core.phase, state.core.turn = "movement", state.battle.first_turn + 1
    return state


@pytest.mark.parametrize("readings", READINGS)
def test_6_2a_each_way_found_costs_what_its_steps_cost(readings: dict[str, str]) -> None:
    state = battle(readings=readings, options=("hidden_movement",))
    for name in ("C-20", "C-54", "C-21", "C-Train", "C-52"):
        unit = costs.mover(state, name, "confederate")
        field = Field(state, "confederate", name)
        start_hex = state.units[name].at
        for path, cost in reach.ways(field, unit, start_hex, 12):
            steps = zip((start_hex, *path), path, strict=False)
            assert sum(costs.price(field, unit, a, b).cost for a, b in steps) == cost


@pytest.mark.parametrize("pace", ["normal", "accelerated"])
def test_15_1_the_same_at_the_accelerated_pace(pace: Any) -> None:
    state = battle(readings={"D35": "B"})
    unit = costs.mover(state, "C-54", "confederate", pace)
    field = Field(state, "confederate", "C-54")
    for path, cost in reach.ways(field, unit, "1207", 16):
        steps = zip(("1207", *path), path, strict=False)
        assert sum(costs.price(field, unit, a, b).cost for a, b in steps) == cost


def test_the_cheapest_way_is_found_round_a_dear_hex() -> None:
    roads = (road("2020", "2120", "2121", "2022"),)
    state = position({"C-54": "2020"}, ground=small_ground(roads=roads, heavy_woods=("2021",)))
    unit = costs.mover(state, "C-54", "confederate")
    found = {way.path[-1]: way for way in reach.ways(Field(state, "confederate"), unit, "2020", 8)}
    assert found["2022"] == reach.Way(("2120", "2121", "2022"), 3)
    assert found["2021"].cost == 8


def test_no_way_leads_through_a_closed_hex() -> None:
    state = position({"C-41": "2020", "U-7": "2021"}, ground=small_ground())
    unit = costs.mover(state, "C-41", "confederate")
    for path, _ in reach.ways(Field(state, "confederate"), unit, "2020", 8):
        assert "2021" not in path


def orders_of(state: State, unit: str) -> list[MoveUnit]:
    return list(opening_moves(Field(state, "confederate"), unit, "confederate"))


def test_22_4_forced_marches_are_listed_where_only_they_lead() -> None:
    state = position({"C-41": "2010"}, ground=small_ground(), options=("forced_march",))
    listed = orders_of(state, "C-41")
    distance = state.ground.distance
    assert {order.forced: distance("2010", order.path[-1]) for order in listed} == {0: 4, 1: 5, 2: 6}
    assert len({order.path[-1] for order in listed}) == len(listed)


def test_7_3d_recovery_is_listed_with_and_without_moving() -> None:
    state = position({"C-41": "2010"}, ground=small_ground(), disrupted=["C-41"])
    listed = [order for order in orders_of(state, "C-41") if order.recover]
    assert MoveUnit(unit="C-41", recover=True) in listed
    assert max(state.ground.distance("2010", order.path[-1]) for order in listed if order.path) == 2


def test_8_6_2_held_infantry_lists_one_hex_and_disengagements() -> None:
    state = position({"C-41": "2021", "U-1": "2020"}, ground=small_ground(), options=("disengagement",))
    listed = orders_of(state, "C-41")
    assert {len(order.path) for order in listed if order.pace == "normal"} == {1}
    away = [order for order in listed if order.pace == "disengage"]
    assert away
    assert all(len(order.path) > 1 for order in away)


def test_15_5_charges_are_listed_from_every_hex_next_to_the_target() -> None:
    state = position({"C-54": "2021", "U-1": "2020"}, ground=small_ground())
    charges = [order for order in orders_of(state, "C-54") if order.charge]
    assert MoveUnit(unit="C-54", charge="2020") in charges
    assert all(order.charge == "2020" for order in charges)


def test_8_5a_exits_are_listed_from_edge_hexes() -> None:
    state = position({"C-41": "2000"}, ground=small_ground())
    assert MoveUnit(unit="C-41", path=("off",)) in orders_of(state, "C-41")
    held = position({"C-41": "2000", "U-1": "2002"}, ground=small_ground())
    exits = [order for order in orders_of(held, "C-41") if order.path[-1] == "off"]
    assert exits == [MoveUnit(unit="C-41", path=("off",))]


@pytest.mark.parametrize("seed", range(4))
def test_every_listed_move_is_accepted(seed: int) -> None:
    pick = random.Random(seed)
    options = [option for option in OPTIONS if pick.random() < 0.7]
    readings = pick.choice(READINGS)
    state = battle(options=options, readings=readings)
    state.command["confederate"] = pick.choice(["attack", "restricted", "passive"])
    listed = [choice for choice in movement.choices(state) if isinstance(choice.order, MoveUnit)]
    assert reading(state, "D14") == readings.get("D14", "A")
    for choice in pick.sample(listed, 60):
        after = copy.deepcopy(state)
        carry_out(SYSTEM, after, choice.by, choice.order, SeededChance(seed))
        assert after.turn.acted or after.core.pending
