"""17.0 Loss of unit control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.kernel.facts import DiceRolled
from domain.kernel.reasons import Reason
from rules.gettysburg.hidden import control
from rules.gettysburg.hidden.asks import AttemptControl, AwaitDeployment, AwaitLeftover, DeployUnits, HideUnits
from rules.gettysburg.hidden.facts import CommandLost, ControlTried, LeftoverBegan, LeftoverEnded
from rules.gettysburg.movement import activation
from rules.gettysburg.movement.activation import use_bar
from rules.gettysburg.movement.asks import AwaitControl, AwaitMarch, DeclareAttack, DeclareBombardment, MoveUnit
from rules.gettysburg.movement.declaration_facts import ControlAsked
from rules.gettysburg.movement.facts import UnitMoved
from rules.gettysburg.position import commander
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import POOL, State
from rules.gettysburg.turn.asks import Decline, EndPhase
from rules.gettysburg.turn.facts import Declined
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import small_ground

C, U = "confederate", "union"
OPTIONS = ("command_control", "loss_of_control", "hidden_movement")
MOVE = MoveUnit(unit="C-41", path=("1011",))


def panic(places: Mapping[str, str], *, chances: int = 2, **more: Any) -> State:
    """The Confederates are in Panic; the Union has chances to take over units."""
    ground = small_ground(entry_hexes={"A": "1234", "F": "4000"})
    state = position({"U-1": "3030", **places}, ground=ground, **{"options": OPTIONS, **more})
    state.command.update({C: "panic", U: "attack"})
    state.turn.chances = chances
    return state


def asked(order: Any = MOVE, **more: Any) -> State:
    """The Union is asked whether it stops the Confederate unit that is about to be used."""
    state = panic({"C-41": "1010", "C-42": "2020"}, **more)
    state.turn.asked.append(order.unit)
    state.core.pending.append(AwaitControl(side=U, by=C, order=order))
    return state


def leftover(places: Mapping[str, str], **more: Any) -> State:
    """The Confederates have finished, chances are left."""
    state = panic(places, **more)
    give(state, C, EndPhase())
    return state


def test_17_3a_a_unit_about_to_be_used_opens_a_window_once() -> None:
    state = panic({"C-41": "1010"})
    facts = give(state, C, MOVE)
    assert facts[0] == ControlAsked(unit="C-41")
    assert state.core.pending == [AwaitControl(side=U, by=C, order=MOVE)]
    assert not activation.opens_window(state, "C-41")


def test_17_3a_no_window_without_panic_chances_or_the_option() -> None:
    state = panic({"C-41": "1010"})
    assert activation.opens_window(state, "C-41")
    state.command[C] = "passive"
    assert not activation.opens_window(state, "C-41")
    assert not activation.opens_window(panic({"C-41": "1010"}, chances=0), "C-41")
    assert not activation.opens_window(panic({"C-41": "1010"}, options=("command_control",)), "C-41")


def test_17_3c_pieces_off_the_map_enemy_units_and_counters_open_no_window() -> None:
    state = panic({"C-41": "1010", "C-42": POOL, "C-HMC1": "1212"})
    state.units["C-42"].due = Arrival(turn=1, entry="A")
    assert [name for name in ("C-41", "C-42", "U-1", "C-HMC1") if activation.opens_window(state, name)] == ["C-41"]


@pytest.mark.parametrize(("reading", "opens"), [("A", True), ("B", False)])
def test_d79_b_a_declaration_opens_no_window(reading: str, opens: bool) -> None:
    state = panic({"C-41": "1010"}, readings={"D79": reading})
    assert activation.opens_window(state, "C-41", DeclareAttack(unit="C-41", target="1011")) is opens
    assert activation.opens_window(state, "C-41", MoveUnit(unit="C-41", recover=True)) is opens
    assert activation.opens_window(state, "C-41", MOVE)


@pytest.mark.parametrize(("reading", "opens"), [("A", True), ("B", False)])
def test_d82_b_the_train_is_no_target(reading: str, opens: bool) -> None:
    state = panic({"C-Train": "1010"}, readings={"D82": reading})
    assert activation.opens_window(state, "C-Train") is opens
    late = leftover({"C-Train": "1010", "C-41": "2020"}, readings={"D82": reading})
    offered = [choice.order for choice in control.attempts(late, late.core.pending[-1])]
    assert (AttemptControl(unit="C-Train") in offered) is opens
    if not opens:
        assert refusal(late, U, AttemptControl(unit="C-Train")) == "17.2"


@pytest.mark.parametrize("die", [1, 2, 3])
def test_17_3a_on_1_to_3_the_opponent_moves_the_unit(die: int) -> None:
    state = asked()
    facts = give(state, U, AttemptControl(unit="C-41"), die)
    assert isinstance(facts[0], DiceRolled)
    assert (facts[0].by, facts[0].why) == (U, Reason("control", "17.3a"))
    assert ControlTried(unit="C-41", control="opponent") in facts
    assert commander(state, "C-41") == U
    assert state.turn.chances == 1
    assert state.core.pending == [AwaitMarch(side=U, unit="C-41")]


def test_l60_on_4_nobody_may_use_the_unit() -> None:
    state = asked()
    give(state, U, AttemptControl(unit="C-41"), 4)
    assert state.core.pending == []
    assert state.units["C-41"].at == "1010"
    assert use_bar(state, "C-41", C) is not None
    assert use_bar(state, "C-41", U) is not None
    for order in (MOVE, MoveUnit(unit="C-41", recover=True), DeclareAttack(unit="C-41", target="1011")):
        assert refusal(state, C, order) == "17.3a"


@pytest.mark.parametrize("die", [5, 6])
def test_17_3a_on_5_and_6_the_owner_goes_on_with_his_order(die: int) -> None:
    state = asked()
    facts = give(state, U, AttemptControl(unit="C-41"), die)
    assert ControlTried(unit="C-41", control="owner") in facts
    assert [fact.to for fact in facts if isinstance(fact, UnitMoved)] == ["1011"]
    assert state.turn.chances == 1


def test_17_3a_a_declined_window_costs_no_chance_and_the_order_goes_on() -> None:
    state = asked()
    facts = give(state, U, Decline())
    assert facts[0] == Declined(side=U, what=Reason("control of a unit", "17.3a", ("C-41",)))
    assert [fact.to for fact in facts if isinstance(fact, UnitMoved)] == ["1011"]
    assert state.turn.chances == 2


def test_17_3a_only_the_unit_about_to_be_used_can_be_stopped() -> None:
    assert refusal(asked(), U, AttemptControl(unit="C-42")) == "17.3a"


def test_l59_an_attempt_needs_panic_and_a_chance() -> None:
    spent = asked(chances=0)
    assert refusal(spent, U, AttemptControl(unit="C-41")) == "17.1"
    calm = asked()
    calm.command[C] = "restricted"
    assert refusal(calm, U, AttemptControl(unit="C-41")) == "17.1"
    assert refusal(panic({"C-41": "1010"}, active=U), C, AttemptControl(unit="U-1")) == "17.1"


def test_l59_one_attempt_for_each_unit_on_the_map_of_the_army_in_panic() -> None:
    state = leftover({"C-41": "1010", "C-42": "2020", "C-43": POOL}, chances=3)
    give(state, U, AttemptControl(unit="C-41"), 6)
    assert refusal(state, U, AttemptControl(unit="C-41")) == "17.2"
    assert refusal(state, U, AttemptControl(unit="C-43")) == "17.3c"
    assert refusal(state, U, AttemptControl(unit="U-1")) == "17.1"
    assert refusal(state, U, AttemptControl(unit="C-99")) == "17.2"


def test_17_3b_chances_left_over_are_offered_on_units_that_did_not_move() -> None:
    state = panic({"C-41": "1010", "C-42": "2020"})
    state.turn.acted.append("C-41")
    facts = give(state, C, EndPhase())
    assert facts[0] == LeftoverBegan(side=U)
    assert state.core.pending == [AwaitLeftover(side=U)]
    assert [choice.order for choice in control.attempts(state, state.core.pending[-1])] == [
        AttemptControl(unit="C-42"),
        Decline(),
    ]
    assert refusal(state, U, AttemptControl(unit="C-41")) == "17.3b"


def test_17_3b_nothing_is_offered_when_every_unit_was_used() -> None:
    state = panic({"C-41": "1010"}, shaken=["C-41"])
    state.turn.acted.append("C-41")
    give(state, C, EndPhase())
    assert (state.core.pending, state.core.phase) == ([], "rally")
    assert not state.turn.is_leftover


@pytest.mark.parametrize(("die", "holder"), [(1, "opponent"), (2, "opponent"), (3, "owner"), (4, "owner")])
def test_17_3b_on_1_and_2_the_opponent_takes_a_unit_left_over(die: int, holder: str) -> None:
    state = leftover({"C-41": "1010", "C-42": "2020"})
    facts = give(state, U, AttemptControl(unit="C-41"), die)
    assert ControlTried(unit="C-41", control=holder, rule="17.3b") in facts  # type: ignore[arg-type]
    assert (use_bar(state, "C-41", U) is None) is (holder == "opponent")
    assert (state.turn.freed == ["C-41"]) is (holder == "owner")


def test_17_3b_the_owner_may_still_use_only_the_units_that_were_tried_in_vain() -> None:
    state = leftover({"C-41": "1010", "C-42": "2020"}, chances=1, shaken=["C-42"])
    facts = give(state, U, AttemptControl(unit="C-41"), 6)
    assert facts[-2] == LeftoverEnded()
    assert (state.core.pending, state.core.phase) == ([], "movement")
    assert use_bar(state, "C-41", C) is None
    assert use_bar(state, "C-42", C) is not None
    give(state, C, EndPhase())
    assert state.core.phase == "rally"


def test_17_3b_the_window_stays_while_the_opponent_has_a_unit_to_use() -> None:
    state = leftover({"C-41": "1010", "C-42": "2020"}, chances=1)
    give(state, U, AttemptControl(unit="C-41"), 1)
    assert state.core.pending == [AwaitLeftover(side=U)]
    assert [choice.order for choice in control.attempts(state, state.core.pending[-1])] == [Decline()]
    facts = give(state, U, Decline())
    assert facts[:2] == [Declined(side=U, what=Reason("further control of units", "17.3b")), LeftoverEnded()]
    assert state.core.pending == []


def test_17_5a_counters_can_be_taken_over_only_after_the_owner_has_finished() -> None:
    state = leftover({"C-HMC1": "1010", "C-41": "C-HMC1"})
    give(state, U, AttemptControl(unit="C-HMC1"), 2)
    assert commander(state, "C-HMC1") == U
    assert refusal(state, U, DeployUnits(hmc="C-HMC1", places={"C-41": "1010"})) == "17.5a"


def _taken_into_sight(reading: str) -> State:
    """A controlled counter stands in view of a Union unit, in the Confederate Movement Phase."""
    state = panic(
        {"C-HMC1": "1010", "C-41": "C-HMC1", "U-2": "1014", "C-42": POOL}, chances=0, readings={"D80": reading}
    )
    state.turn.control["C-HMC1"] = "opponent"
    state.turn.starts["C-HMC1"] = "1009"
    state.units["C-42"].due = Arrival(turn=1, entry="A")
    return state


def test_17_5b_units_out_of_a_controlled_counter_are_placed_by_the_owner_and_obey_nobody() -> None:
    state = _taken_into_sight("A")
    facts = give(state, C, HideUnits(at="1234", contents={"C-HMC2": ("C-42",)}))
    assert CommandLost(units=("C-41",), control="nobody") in facts
    assert state.core.pending == [AwaitDeployment(side=C, hmc="C-HMC1", at="1010", units=("C-41",))]
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010"}))
    assert commander(state, "C-41") == ""
    state.turn.chances = 1
    assert not activation.opens_window(state, "C-41")


def test_d80_b_the_controller_places_them_and_may_move_them() -> None:
    state = _taken_into_sight("B")
    give(state, C, HideUnits(at="1234", contents={"C-HMC2": ("C-42",)}))
    assert refusal(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010"})) == "5.1a"
    give(state, U, DeployUnits(hmc="C-HMC1", places={"C-41": "1009"}))
    assert use_bar(state, "C-41", U) is None
    assert "C-41" not in state.turn.acted


def test_17_4b_the_controller_moves_the_unit_next_to_his_own_infantry() -> None:
    state = panic({"C-41": "1010", "U-2": "1013"})
    give(state, C, MoveUnit(unit="C-41", path=("1009",)))
    give(state, U, AttemptControl(unit="C-41"), 2)
    assert refusal(state, C, Decline()) == "5.1a"
    give(state, U, MoveUnit(unit="C-41", path=("1011", "1012")))
    assert state.units["C-41"].at == "1012"


def test_l61_a_controlled_unit_does_not_overstack() -> None:
    crowd = {"C-42": "1011", "C-43": "1011", "C-44": "1011"}
    state = panic({"C-41": "1010", **crowd})
    give(state, C, MoveUnit(unit="C-41", path=("1009",)))
    give(state, U, AttemptControl(unit="C-41"), 2)
    assert refusal(state, U, MoveUnit(unit="C-41", path=("1011",))) == "17.4a"


def test_l61_a_controlled_unit_attacks_no_unit_of_its_own_side_and_bombards_no_empty_hex() -> None:
    state = leftover({"C-41": "1010", "C-42": "1011", "C-45": "1012", "U-2": "1310"}, chances=3)
    give(state, U, AttemptControl(unit="C-41"), 1)
    give(state, U, AttemptControl(unit="C-45"), 1)
    assert refusal(state, U, DeclareAttack(unit="C-41", target="1011")) == "17.4a"
    assert refusal(state, U, DeclareBombardment(unit="C-45", target="1014", aim="U-2")) == "17.4a"
    assert refusal(state, U, DeclareBombardment(unit="C-45", target="1010", aim="C-41")) == "17.4a"


def test_17_5a_a_controlled_counter_walks_into_sight_and_its_units_stay_frozen() -> None:
    state = leftover({"C-HMC1": "1010", "C-41": "C-HMC1", "C-42": "2020", "U-2": "1018"}, chances=1)
    give(state, U, AttemptControl(unit="C-HMC1"), 1)
    give(state, U, MoveUnit(unit="C-HMC1", path=("1011", "1012", "1013")))
    assert state.core.pending[-1] == AwaitDeployment(side=C, hmc="C-HMC1", at="1012", units=("C-41",))
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1012"}))
    assert (state.core.pending, state.march) == ([], None)
    assert commander(state, "C-41") == ""
    assert refusal(state, C, MoveUnit(unit="C-41", path=("1013",))) == "17.3a"


def test_17_5b_no_attempt_is_made_on_units_out_of_a_controlled_counter() -> None:
    state = leftover({"C-41": "1010", "C-42": "2020"})
    state.turn.control["C-41"] = "nobody"
    assert refusal(state, U, AttemptControl(unit="C-41")) == "17.5b"
    assert AttemptControl(unit="C-41") not in [
        choice.order for choice in control.attempts(state, state.core.pending[-1])
    ]
    give(state, U, AttemptControl(unit="C-42"), 3)
