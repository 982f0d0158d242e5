"""5.2b, 5.2d, 11.2.1a Turns for nothing, and Charge markers."""

from __future__ import annotations

import pytest

from rules.wallaces_war.marching.choices import choices
from rules.wallaces_war.movement.asks import FreeFacing, MarkCharge, MoveLeader, MoveUnits, VoluntaryRetreat
from rules.wallaces_war.movement.facts import ChargeMarked, FacingChanged
from rules.wallaces_war.state import ADJUSTMENT, OFFENSIVE_FIRE, REACTION, State
from tests.wallaces_war.positions import at, give, position, refused, told

O = at(0, 0)  # noqa: E741
NE, E, SE, SW, W, NW = at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0), at(0, -1)
FAR = at(0, 8)


# 5.2b


def test_5_2b_before_anybody_moves_a_stack_turns_for_nothing() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{O}:0"})
    facts = give(state, "english", FreeFacing(unit="red-ri-2", facing=3))
    [turn] = told(facts, FacingChanged)
    assert (turn.units, turn.facing, turn.cost, turn.why.cite) == (("red-ri-1", "red-ri-2"), 3, 0, "5.2b")
    assert not state.segment.spent
    give(state, "english", MoveUnits(units=("red-ri-1",), path=(SE,)))


@pytest.mark.parametrize("order", [
    MoveUnits(units=("red-ri-1",), path=(NE,)),
    MoveUnits(units=("red-ri-1",), path=(f"{O}:1",)),
    MoveLeader(leader="red", path=(W,)),
])  # fmt: skip
def test_5_2b_not_after_a_unit_or_leader_of_the_battle_has_spent_a_point(order: MoveUnits | MoveLeader) -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{FAR}:0"}, leaders={"red": O})
    give(state, "english", order)
    assert refused(state, "english", FreeFacing(unit="red-ri-2", facing=3)) == "5.2b"
    assert not any(isinstance(choice.order, FreeFacing) for choice in choices(state))


def test_5_2b_only_the_moving_battle_and_to_another_vertex() -> None:
    state = position({"red-ri-1": f"{O}:0", "crimson-ri-1": f"{FAR}:0"})
    assert refused(state, "english", FreeFacing(unit="crimson-ri-1", facing=3)) == "5.2b"
    assert refused(state, "english", FreeFacing(unit="red-ri-4", facing=3)) == "5.2b"
    assert refused(state, "english", FreeFacing(unit="red-ri-1", facing=0)) == "5.2a"


def test_5_2b_in_phase_D_the_battle_that_reacts() -> None:
    places = {"green-ri-1": f"{O}:0", "red-ri-1": f"{FAR}:0", "emerald-ri-1": f"{at(5, 0)}:0"}
    state = position(places, phase=REACTION, active="scots")
    state.turn.reacting = "green"
    assert refused(state, "scots", FreeFacing(unit="emerald-ri-1", facing=3)) == "5.2b"
    give(state, "scots", FreeFacing(unit="green-ri-1", facing=3))
    assert state.units["green-ri-1"].facing == 3


def test_5_2b_each_stack_is_offered_its_turn_once() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{FAR}:0"})
    give(state, "english", FreeFacing(unit="red-ri-1", facing=3))
    offered = {choice.order.unit for choice in choices(state) if isinstance(choice.order, FreeFacing)}
    assert offered == {"red-ri-2"}


def test_5_2b_elsewhere_there_is_no_turn_for_nothing() -> None:
    state = position({"red-ri-1": f"{O}:0"}, phase=OFFENSIVE_FIRE)
    assert refused(state, "english", FreeFacing(unit="red-ri-1", facing=3)) == "5.2b"


# 5.2d


def adjusting(places: dict[str, str], **more: object) -> State:
    return position(places, phase=ADJUSTMENT, active="scots", **more)  # type: ignore[arg-type]


def test_5_2d_the_other_side_turns_to_an_enemy_within_three_hexes_in_sight() -> None:
    state = adjusting({"green-ri-1": f"{O}:0", "red-ri-1": f"{at(0, 3)}:0"}, shaken=["green-ri-1"])
    [turn] = told(give(state, "scots", FreeFacing(unit="green-ri-1", facing=3)), FacingChanged)
    assert turn.why.cite == "5.2d"


def test_5_2d_not_farther_nor_unseen_nor_the_side_with_initiative() -> None:
    far = adjusting({"green-ri-1": f"{O}:0", "red-ri-1": f"{at(0, 4)}:0"})
    assert refused(far, "scots", FreeFacing(unit="green-ri-1", facing=3)) == "5.2d"
    hidden = adjusting({"green-ri-1": f"{O}:0", "green-ri-2": f"{SE}:0", "red-ri-1": f"{at(0, 2)}:0"})
    assert refused(hidden, "scots", FreeFacing(unit="green-ri-1", facing=3)) == "5.2d"
    assert refused(hidden, "scots", FreeFacing(unit="red-ri-1", facing=3)) == "5.2d"
    assert {one.order.unit for one in choices(hidden) if isinstance(one.order, FreeFacing)} == {"green-ri-2"}


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D19_any_enemy_or_only_the_activated_battle(letter: str) -> None:
    places = {"green-ri-1": f"{O}:0", "crimson-ri-1": f"{at(0, 3)}:0", "red-ri-1": f"{FAR}:0"}
    state = adjusting(places, readings={"D19": letter})
    order = FreeFacing(unit="green-ri-1", facing=3)
    if letter == "A":
        give(state, "scots", order)
    else:
        assert refused(state, "scots", order) == "5.2d"


def test_7_1a_nobody_marches_in_adjustment() -> None:
    state = adjusting({"green-ri-1": f"{O}:0", "red-ri-1": f"{at(0, 3)}:0"})
    assert refused(state, "scots", MoveUnits(units=("green-ri-1",), path=(NE,))) == "7.1a"


# 11.2.1a


def test_11_2_1a_heavy_cavalry_with_two_points_left_gets_a_marker_and_moves_no_more() -> None:
    state = position({"red-hc-1": f"{O}:0"})
    give(state, "english", MoveUnits(units=("red-hc-1",), path=(NW, at(0, -2), at(0, -3), at(0, -4))))
    [marked] = told(give(state, "english", MarkCharge(unit="red-hc-1")), ChargeMarked)
    assert marked.on
    assert state.units["red-hc-1"].charge
    assert refused(state, "english", MoveUnits(units=("red-hc-1",), path=(at(0, -5),))) == "11.2.1a"
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "11.2.1a"


def test_11_2_1a_one_that_has_not_moved_may_be_marked_and_stays() -> None:
    state = position({"red-hc-1": f"{O}:0"})
    assert MarkCharge(unit="red-hc-1") in [choice.order for choice in choices(state)]
    give(state, "english", MarkCharge(unit="red-hc-1"))
    assert refused(state, "english", MoveUnits(units=("red-hc-1",), path=(NE,))) == "11.2.1a"
    assert not any(isinstance(choice.order, MoveUnits) for choice in choices(state))


def test_11_2_1a_not_with_less_than_two_points() -> None:
    state = position({"red-hc-1": f"{O}:0"})
    give(state, "english", MoveUnits(units=("red-hc-1",), path=(NW, at(0, -2), at(0, -3), at(0, -4), at(0, -5))))
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "11.2.1a"


def test_11_2_1a_not_out_of_command() -> None:
    state = position({"red-hc-1": f"{O}:0"}, out_of_command=["red-hc-1"])
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "11.2.1a"


def test_11_2b_not_shaken_nor_mounted_crossbows() -> None:
    state = position({"red-hc-1": f"{O}:0", "red-mxb-1": f"{FAR}:0"}, shaken=["red-hc-1"])
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "11.2b"
    assert refused(state, "english", MarkCharge(unit="red-mxb-1")) == "11.2b"


def test_11_2_1d_not_one_that_was_charged_in_this_segment() -> None:
    state = position({"red-hc-1": f"{O}:0"})
    state.turn.struck.append("red-hc-1")
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "11.2.1d"


def test_11_1c_not_one_that_withdrew_nor_does_it_move() -> None:
    state = position({"red-hc-1": f"{O}:0", "green-ri-1": f"{NE}:4"})
    give(state, "english", VoluntaryRetreat(units=("red-hc-1",), path=(SE, at(0, 2)), facing=0))
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "11.1c"
    assert refused(state, "english", MoveUnits(units=("red-hc-1",), path=(SE,))) == "11.1c"


@pytest.mark.parametrize("standing", ["weakened", "broken"])
def test_10_2i_not_of_a_battle_that_may_not_attack(standing: str) -> None:
    state = position({"red-hc-1": f"{O}:0"})
    state.battles["red"].standing = standing  # type: ignore[assignment]
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "10.2i"


def test_4_6a_no_marker_in_phase_D() -> None:
    state = position({"green-hc-1": f"{O}:0"}, phase=REACTION, active="scots")
    state.turn.reacting = "green"
    assert refused(state, "scots", MarkCharge(unit="green-hc-1")) == "4.6a"
    assert not any(isinstance(choice.order, MarkCharge) for choice in choices(state))
