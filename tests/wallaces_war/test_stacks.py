"""8.1, 8.2 Stacks on the move: who joins whom, on top or below, who goes together."""

from __future__ import annotations

from typing import Any

import pytest

from rules.wallaces_war.marching.choices import choices
from rules.wallaces_war.movement.asks import MoveUnits, SwapStack
from rules.wallaces_war.movement.facts import FacingChanged, StackReordered, UnitsMoved
from rules.wallaces_war.state import State
from tests.wallaces_war.positions import at, give, position, refused, told

O = at(0, 0)  # noqa: E741
NE, E, SE, SW, W, NW = at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0), at(0, -1)


def go(state: State, units: tuple[str, ...], *path: str) -> list[Any]:
    return give(state, "english", MoveUnits(units=units, path=path))


def no(state: State, units: tuple[str, ...], *path: str) -> str:
    return refused(state, "english", MoveUnits(units=units, path=path))


def swap(state: State, unit: str) -> list[Any]:
    return give(state, "english", SwapStack(unit=unit))


# X9


def test_X9_8_2b_8_2l_who_joins_from_a_flank_goes_below_and_pays_to_face_alike() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{W}:1"})
    facts = go(state, ("red-ri-2",), O)
    assert state.stacks[O] == ["red-ri-1", "red-ri-2"]
    assert state.units["red-ri-2"].facing == 0
    assert state.segment.spent["red-ri-2"] == 4
    [turn] = told(facts, FacingChanged)
    assert (turn.units, turn.cost, turn.why.cite) == (("red-ri-2",), 2, "8.2b")


def test_X9_from_the_front_it_goes_on_top() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{NW}:3"})
    go(state, ("red-ri-2",), O)
    assert state.stacks[O] == ["red-ri-2", "red-ri-1"]


def test_X9_in_an_enemy_zone_always_below() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{NW}:3", "green-ri-1": f"{E}:5"})
    go(state, ("red-ri-2",), O)
    assert state.stacks[O] == ["red-ri-1", "red-ri-2"]


def test_8_2l_an_all_round_unit_has_normal_hexes_for_this() -> None:
    state = position({"red-ar-1": f"{O}:0", "red-ar-2": f"{SE}:0"})
    go(state, ("red-ar-2",), O)
    assert state.stacks[O] == ["red-ar-1", "red-ar-2"]


def test_8_2b_who_cannot_pay_for_the_turn_may_not_enter() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{at(-3, 0)}:1"})
    assert no(state, ("red-ri-2",), at(-2, 0), W, O) == "8.2b"
    state.units["red-ri-1"].facing = 1
    go(state, ("red-ri-2",), at(-2, 0), W, O)
    assert state.stacks[O] == ["red-ri-1", "red-ri-2"]


def test_5_1c_8_2b_it_faces_as_its_fellow_and_no_other_way() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{W}:1"})
    assert no(state, ("red-ri-2",), f"{O}:4") == "5.1c"
    go(state, ("red-ri-2",), f"{O}:0")


# 8.1a, 8.2a, 8.2i


@pytest.mark.parametrize(
    ("mover", "there", "rule"),
    [
        pytest.param("red-hc-1", "red-hc-2", "", id="8.1a HC and HC"),
        pytest.param("red-hc-1", "red-mxb-1", "", id="8.1a HC and MXB"),
        pytest.param("red-mxb-1", "red-mxb-2", "", id="8.1a MXB and MXB"),
        pytest.param("red-hc-1", "red-ri-1", "8.1a", id="8.1a HC and RI"),
        pytest.param("red-hc-1", "red-ar-1", "8.1a", id="8.1a HC and AR"),
        pytest.param("red-ri-1", "red-sc-1", "8.1a", id="8.1a RI and SC"),
        pytest.param("red-ar-1", "red-sc-1", "", id="8.1a AR and SC"),
        pytest.param("red-xb-1", "red-ri-1", "", id="8.1a XB and RI"),
        pytest.param("red-ri-1", "crimson-ri-1", "8.2a", id="8.2a two Battles"),
    ],
)
def test_8_1a_which_units_share_a_hex(mover: str, there: str, rule: str) -> None:
    state = position({mover: f"{O}:0", there: f"{NE}:0"})
    if rule:
        assert no(state, (mover,), NE) == rule
    else:
        go(state, (mover,), NE)
        assert set(state.stacks[NE]) == {mover, there}


def test_20_2_3a_men_at_arms_stack_with_regular_infantry_and_not_with_horse() -> None:
    places = {"edward-maa-1": "1616:0", "edward-ri-1": "1717:0", "edward-hc-1": "1716:0"}
    state = position(places, scenario="lewes", battle="edward", initiative="royalist")
    near = {state.ground.direction("1616", to): to for to in state.ground.near("1616")}
    right, left = near[0], near[5]
    for unit, to in (("edward-ri-1", right), ("edward-hc-1", left)):
        state.stacks.pop(state.units[unit].at)
        state.units[unit].at, state.stacks[to] = to, [unit]
    assert refused(state, "royalist", MoveUnits(units=("edward-maa-1",), path=(left,))) == "8.1a"
    give(state, "royalist", MoveUnits(units=("edward-maa-1",), path=(right,)))


def test_8_2i_no_third_unit_and_no_stack_onto_a_friend() -> None:
    places = {"red-ri-1": f"{O}:0", "red-ri-2": f"{NE}:0", "red-ri-3": f"{NE}:0", "red-ri-4": f"{O}:0"}
    state = position(places)
    assert no(state, ("red-ri-1",), NE) == "8.2i"
    assert no(state, ("red-ri-1", "red-ri-4"), NE) == "8.2i"
    lone = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{NE}:0", "red-ri-4": f"{O}:0"})
    assert no(lone, ("red-ri-1", "red-ri-4"), NE) == "8.2i"


def test_8_2i_a_lone_unit_passes_through_a_friend() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{NE}:0"})
    go(state, ("red-ri-1",), NE, at(1, -2))
    assert state.stacks == {NE: ["red-ri-2"], at(1, -2): ["red-ri-1"]}
    assert state.segment.spent["red-ri-1"] == 4


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D25_through_a_friend_of_another_kind(letter: str) -> None:
    state = position({"red-hc-1": f"{O}:0", "red-ri-2": f"{NE}:0"}, readings={"D25": letter})
    through = MoveUnits(units=("red-hc-1",), path=(NE, at(1, -2)))
    assert no(state, ("red-hc-1",), NE) == "8.1a"
    offered = any(choice.order.path[:1] == (NE,) for choice in choices(state) if isinstance(choice.order, MoveUnits))
    assert offered == (letter == "B")
    if letter == "A":
        assert refused(state, "english", through) == "8.1a"
    else:
        give(state, "english", through)
        assert state.stacks == {NE: ["red-ri-2"], at(1, -2): ["red-hc-1"]}


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D25_never_through_another_battle(letter: str) -> None:
    state = position({"red-ri-1": f"{O}:0", "crimson-ri-1": f"{NE}:0"}, readings={"D25": letter})
    assert no(state, ("red-ri-1",), NE, at(1, -2)) == "8.2a"


# 8.2c, 8.2d


def test_8_2c_units_that_began_the_segment_stacked_move_together() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{O}:0"})
    facts = go(state, ("red-ri-2", "red-ri-1"), NE)
    assert told(facts, UnitsMoved)[0].units == ("red-ri-1", "red-ri-2")
    assert state.stacks == {NE: ["red-ri-1", "red-ri-2"]}


def test_8_2c_others_do_not() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{NE}:0"})
    assert no(state, ("red-ri-1", "red-ri-2"), NW) == "8.2c"
    joined = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{O}:0"})
    joined.segment.together = []
    assert no(joined, ("red-ri-1", "red-ri-2"), NW) == "8.2c"


def test_8_1a_nor_more_than_two() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{O}:0", "red-ri-3": f"{NE}:0"})
    assert no(state, ("red-ri-1", "red-ri-2", "red-ri-3"), NW) == "8.1a"
    assert no(state, ("red-ri-1", "red-ri-1"), NW) == "8.1a"


def test_8_2d_a_stack_has_the_lower_allowance() -> None:
    state = position({"red-sc-1": f"{O}:0", "red-ar-1": f"{O}:0"})
    assert no(state, ("red-sc-1", "red-ar-1"), NW, at(0, -2), at(0, -3)) == "7.2a"
    go(state, ("red-sc-1", "red-ar-1"), NW, at(0, -2))


def test_8_2c_one_unit_of_a_stack_may_leave_the_other() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{O}:0"})
    go(state, ("red-ri-2",), NE)
    assert state.stacks == {O: ["red-ri-1"], NE: ["red-ri-2"]}


# 8.2j


def test_8_2j_the_units_of_a_stack_change_places_before_it_moves() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ar-1": f"{O}:0"})
    facts = swap(state, "red-ri-1")
    assert told(facts, StackReordered)[0].units == ("red-ar-1", "red-ri-1")
    assert state.stacks[O] == ["red-ar-1", "red-ri-1"]
    go(state, ("red-ri-1", "red-ar-1"), NE)
    assert state.stacks[NE] == ["red-ar-1", "red-ri-1"]


def test_8_2j_in_an_enemy_zone_only_a_missile_unit_goes_below() -> None:
    places = {"red-ri-1": f"{O}:0", "red-ar-1": f"{O}:0", "green-ri-1": f"{NE}:4"}
    assert refused(position(places), "english", SwapStack(unit="red-ri-1")) == "8.2j"
    other = position({"red-ar-1": f"{O}:0", "red-ri-1": f"{O}:0", "green-ri-1": f"{NE}:4"})
    swap(other, "red-ri-1")
    assert other.stacks[O] == ["red-ri-1", "red-ar-1"]


def test_8_2j_not_without_a_fellow_nor_once_one_has_moved() -> None:
    assert refused(position({"red-ri-1": f"{O}:0"}), "english", SwapStack(unit="red-ri-1")) == "8.2j"
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{NE}:3"})
    go(state, ("red-ri-2",), O)
    assert refused(state, "english", SwapStack(unit="red-ri-1")) == "8.2j"


def test_7_1a_only_stacks_of_the_moving_battle_change_places() -> None:
    state = position({"crimson-ri-1": f"{O}:0", "crimson-ri-2": f"{O}:0"})
    assert refused(state, "english", SwapStack(unit="crimson-ri-1")) == "7.1a"
