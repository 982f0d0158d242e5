"""18.2, 18.6, 18.7, 23.1 Putting units into Hidden Movement Counters, and who learns of it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import OrderGiven
from domain.kernel.play import carry_out
from rules.gettysburg import SYSTEM
from rules.gettysburg.hidden import hidden
from rules.gettysburg.hidden.asks import DeployUnits, HideUnits
from rules.gettysburg.hidden.facts import HiddenBrokenUp, HiddenFilled, UnitsHidden
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.facts import ReturnRolled, UnitEntered
from rules.gettysburg.position import contents, is_observed
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.sight.secrecy import seen_by
from rules.gettysburg.state import POOL
from rules.gettysburg.turn.asks import PlaceUnit, Rally
from rules.gettysburg.turn.facts import GunsReadied, RallyFailed
from tests.gettysburg.hidden_field import COMMAND, HIDDEN, C, U, field, hide
from tests.gettysburg.positions import give, position, refusal, start


def test_18_2b_hidden_units_leave_the_map_and_their_counter_stands_there() -> None:
    state = field({"C-41": "1010", "C-42": "1011", "U-1": "3030"})
    facts = give(state, C, hide("1010", h1=("C-42", "C-41")))
    assert facts == [
        UnitsHidden(at="1010", hmcs=("C-HMC1",), units=("C-41", "C-42")),
        HiddenFilled(hmc="C-HMC1", units=("C-41", "C-42")),
    ]
    assert state.stacks["1010"] == ["C-HMC1"]
    assert contents(state, "C-HMC1") == ["C-41", "C-42"]
    assert state.hmcs["C-HMC1"].created_on == state.core.turn


def test_18_1_without_the_option_nothing_is_hidden_or_deployed() -> None:
    state = field({"C-41": "1010"}, options=())
    assert refusal(state, C, hide("1010", h1=("C-41",))) == "18.1"
    assert refusal(state, C, DeployUnits(hmc="C-HMC1")) == "18.1"
    assert list(hidden.choices(state)) == []


def test_l62_a_counter_in_use_and_one_removed_in_this_player_turn_are_refused() -> None:
    state = field({"C-41": "1010", "C-42": "1515", "C-HMC1": "2020"})
    assert refusal(state, C, hide("1010", h1=("C-41",))) == "18.1"
    assert refusal(state, C, hide("1010", h9=("C-41",))) == "18.1"
    give(state, C, DeployUnits(hmc="C-HMC1"))
    assert refusal(state, C, hide("1010", h1=("C-41",))) == "18.4e"


def test_18_4e_a_counter_removed_in_the_enemy_player_turn_is_free_again_in_the_owners_next() -> None:
    state = field({"C-41": "1010", "U-1": "3030"})
    state.hmcs["C-HMC1"].removed_in = (state.core.turn - 1, U)
    give(state, C, hide("1010", h1=("C-41",)))
    assert state.hmcs["C-HMC1"].at == "1010"


def test_l63_no_counter_is_created_in_an_observed_hex() -> None:
    state = field({"C-41": "1010", "U-1": "1016"})
    assert refusal(state, C, hide("1010", h1=("C-41",))) == "18.2b"


def test_l63_units_that_moved_or_stand_too_far_away_and_trains_are_not_hidden() -> None:
    state = field({"C-41": "1010", "C-42": "1012", "C-Train": "1010", "U-1": "3030"})
    assert refusal(state, C, hide("1010", h1=("C-42",))) == "18.2b"
    assert refusal(state, C, hide("1010", h1=("C-Train",))) == "18.2b"
    assert refusal(state, C, hide("1010", h1=("U-1",))) == "18.2b"
    state.turn.acted.append("C-41")
    assert refusal(state, C, hide("1010", h1=("C-41",))) == "18.2b"


def test_l63_a_unit_goes_into_one_counter_only() -> None:
    state = field({"C-41": "1010"})
    assert refusal(state, C, hide("1010", h1=("C-41",), h2=("C-41",))) == "18.2b"


def test_18_2b_hidden_units_have_been_used_even_if_they_come_out_again() -> None:
    state = field({"C-41": "1010"})
    give(state, C, hide("1010", h1=("C-41",)))
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010"}))
    assert "C-41" in state.turn.acted


def test_l64_a_decoy_needs_a_full_counter_in_the_same_order() -> None:
    state = field({"C-41": "1010"})
    assert refusal(state, C, hide("1010", h1=())) == "18.6"
    give(state, C, hide("1010", h1=("C-41",), h2=(), h3=()))
    assert state.stacks["1010"] == ["C-HMC1", "C-HMC2", "C-HMC3"]


def test_9_1a_counters_stack_like_units_once_the_hidden_ones_have_left() -> None:
    state = field({"C-41": "1010", "C-42": "1010", "C-43": "1010"})
    assert refusal(state, C, hide("1010", h1=("C-41",), h2=())) == "9.1a"
    give(state, C, hide("1010", h1=("C-41", "C-42"), h2=()))
    assert state.stacks["1010"] == ["C-43", "C-HMC1", "C-HMC2"]


@pytest.mark.parametrize(("command", "rule"), [("passive", "16.5b"), ("panic", "16.6b")])
def test_l56_l57_passive_and_panic_armies_neither_create_nor_remove_counters(command: str, rule: str) -> None:
    state = field({"C-41": "1010", "C-HMC2": "2020", "C-42": "C-HMC2"}, options=COMMAND)
    state.command[C] = command  # type: ignore[assignment]
    assert refusal(state, C, hide("1010", h1=("C-41",))) == rule
    assert refusal(state, C, DeployUnits(hmc="C-HMC2", places={"C-42": "2020"})) == rule
    assert list(hidden.choices(state)) == []


def test_l56_a_restricted_army_may_create_counters() -> None:
    state = field({"C-41": "1010"}, options=COMMAND)
    state.command[C] = "restricted"
    give(state, C, hide("1010", h1=("C-41",)))
    assert state.units["C-41"].at == "C-HMC1"


def test_d73_b_units_in_observed_neighbouring_hexes_are_not_taken_in() -> None:
    places = {"C-41": "1010", "C-42": "1011", "U-1": "1017"}
    order = hide("1010", h1=("C-41", "C-42"))
    assert is_observed(field(places), "1011", C)
    assert not is_observed(field(places), "1010", C)
    assert refusal(field(places, readings={"D73": "B"}), C, order) == "18.2b"
    state = field(places)
    give(state, C, order)
    assert contents(state, "C-HMC1") == ["C-41", "C-42"]


def test_18_7_reinforcements_due_go_into_counters_that_are_to_enter() -> None:
    state = field({"C-42": POOL, "C-44": POOL, "C-46": POOL, "U-1": "3030"})
    for unit, turn in {"C-42": 3, "C-44": 3, "C-46": 5}.items():
        state.units[unit].due = Arrival(turn=turn, entry="A")
    assert refusal(state, C, hide("1234", h1=("C-46",))) == "10.1a"
    assert refusal(state, C, hide("1010", h1=("C-42",))) == "10.1a"
    give(state, C, hide("1234", h1=("C-42", "C-44"), h2=()))
    for name in ("C-HMC1", "C-HMC2"):
        assert state.hmcs[name].at == POOL
        assert state.hmcs[name].due == Arrival(turn=3, entry="A")
        assert state.hmcs[name].created_on == 0
    assert "C-42" not in state.turn.acted


@pytest.mark.parametrize("command", ["attack", "restricted", "passive", "panic"])
def test_d78_reinforcements_may_enter_hidden_in_every_command_state(command: str) -> None:
    state = field({"C-42": POOL}, options=COMMAND)
    state.command[C] = command  # type: ignore[assignment]
    state.units["C-42"].due = Arrival(turn=3, entry="A")
    assert [choice.order for choice in hidden.choices(state)] == [
        hide("1234", h1=("C-42",)),
        hide("1234", h1=("C-42",), h2=()),
    ]
    give(state, C, hide("1234", h1=("C-42",)))
    assert state.units["C-42"].at == "C-HMC1"


def test_17_3b_once_the_owner_has_finished_no_reinforcements_go_into_counters() -> None:
    state = field({"C-42": POOL}, options=(*COMMAND, "loss_of_control"))
    state.command[C] = "panic"
    state.units["C-42"].due = Arrival(turn=3, entry="A")
    state.turn.is_leftover = True
    assert refusal(state, C, hide("1234", h1=("C-42",))) == "17.3b"
    assert list(hidden.choices(state)) == []


def test_18_4c_no_counter_is_made_for_an_entry_hex_the_enemy_observes_and_one_made_can_be_given_up() -> None:
    state = field({"C-42": POOL, "U-1": "1230"})
    state.units["C-42"].due = Arrival(turn=2, entry="A")
    assert refusal(state, C, hide("1234", h1=("C-42",))) == "18.4c"
    state = field({"C-42": POOL})
    state.units["C-42"].due = Arrival(turn=2, entry="A")
    give(state, C, hide("1234", h1=("C-42",)))
    assert DeployUnits(hmc="C-HMC1") in [choice.order for choice in hidden.choices(state)]
    assert give(state, C, DeployUnits(hmc="C-HMC1")) == [HiddenBrokenUp(hmc="C-HMC1", units=("C-42",))]
    assert (state.units["C-42"].at, state.units["C-42"].due) == (POOL, Arrival(turn=2, entry="A"))


def test_23_5_units_barred_from_moving_are_not_hidden() -> None:
    state = position({"U-29": "3010", "U-50": "3110"}, scenario="little_round_top", turn=19, active=U, options=HIDDEN)
    assert refusal(state, U, HideUnits(at="3110", contents={"U-HMC1": ("U-50",)})) == "23.5"
    give(state, U, HideUnits(at="3010", contents={"U-HMC1": ("U-29",)}))
    assert state.units["U-29"].at == "U-HMC1"


def test_d07_reinforcements_barred_from_moving_go_into_counters_only_under_b() -> None:
    order = HideUnits(at="4000", contents={"U-HMC1": ("U-39",)})
    for letter in "AB":
        more: dict[str, Any] = {"scenario": "little_round_top", "turn": 19, "active": U, "readings": {"D07": letter}}
        state = field({"U-39": POOL, "C-1": "0505"}, **more)
        state.units["U-39"].due = Arrival(turn=19, entry="F")
        if letter == "A":
            assert refusal(state, U, order) == "23.5"
        else:
            give(state, U, order)
            give(state, U, MoveUnit(unit="U-HMC1", path=("4000",)))
            assert state.hmcs["U-HMC1"].at == "4000"


def test_8_4a_hiding_units_ends_the_moment_of_the_unit_that_moved_before() -> None:
    state = field({"C-41": "1010", "C-43": "2020", "U-1": "3030"})
    state.turn.window = "C-43"
    give(state, C, hide("1010", h1=("C-41",)))
    assert state.turn.window == ""


def test_23_1_a_group_marked_h_starts_hidden_with_one_decoy_for_each_counter() -> None:
    state = start("second_day", options=HIDDEN)
    five = ("C-41", "C-42", "C-43", "C-44", "C-45")
    assert refusal(state, C, hide("1926", h1=five, h2=(), h3=())) == "23.1"
    assert refusal(state, C, hide("1628", h1=five)) == "23.1"
    give(state, C, hide("1926", h1=five, h2=()))
    assert contents(state, "C-HMC1") == list(five)
    assert state.hmcs["C-HMC1"].created_on == 0
    assert refusal(state, C, PlaceUnit(unit="C-41", to="1926")) == "23.1"


def test_23_1_without_hidden_movement_the_group_stands_in_the_open() -> None:
    state = start("second_day")
    assert refusal(state, C, hide("1926", h1=("C-41",))) == "18.1"


def test_d01_b_a_scenario_with_groups_marked_h_brings_hidden_movement_in() -> None:
    state = start("second_day", readings={"D01": "B"})
    give(state, C, hide("1926", h1=("C-41",)))
    assert state.units["C-41"].at == "C-HMC1"
    assert refusal(field({"C-41": "1010"}, options=(), readings={"D01": "B"}), C, hide("1010", h1=("C-41",))) == "18.1"


def test_d09_a_group_marked_h_is_hidden_unit_by_unit_or_under_b_as_a_whole() -> None:
    some = hide("1926", h1=("C-41", "C-42"))
    state = start("second_day", options=HIDDEN)
    give(state, C, some)
    give(state, C, PlaceUnit(unit="C-43", to="1926"))
    assert state.stacks["1926"] == ["C-HMC1", "C-43"]
    whole = start("second_day", options=HIDDEN, readings={"D09": "B"})
    assert refusal(whole, C, some) == "23.1"
    offered = [choice.order for choice in hidden.choices(whole)]
    assert hide("1926", h1=("C-41", "C-42"), h2=("C-43", "C-44", "C-45")) in offered
    assert hide("1926", h1=("C-41",)) not in offered


def test_l74_only_the_owner_learns_what_goes_into_a_counter() -> None:
    state = field({"C-41": "1010", "U-1": "3030"})
    recorded = carry_out(SYSTEM, state, C, hide("1010", h1=("C-41",), h2=()), EnteredChance(()))
    assert [(type(item.fact), item.to) for item in recorded] == [
        (OrderGiven, (C,)),
        (UnitsHidden, None),
        (HiddenFilled, (C,)),
        (HiddenFilled, (C,)),
    ]


def test_l74_the_enemy_cannot_open_a_counter_and_its_contents_are_not_told() -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "U-1": "3030"}, active=U)
    assert refusal(state, U, DeployUnits(hmc="C-HMC1", places={"C-41": "1010"})) == "18.1"
    assert refusal(state, U, DeployUnits(hmc="C-HMC1")) == "18.1"
    assert all(choice.by == U for choice in hidden.choices(state))


def test_l74_what_befalls_units_inside_a_counter_is_for_their_owner() -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "C-42": "2020"})
    assert seen_by(state, RallyFailed(unit="C-41")) == (C,)
    assert seen_by(state, RallyFailed(unit="C-42")) is None
    assert seen_by(state, GunsReadied(units=("C-41",))) == (C,)
    assert seen_by(state, ReturnRolled(unit="C-HMC1")) is None
    assert seen_by(state, OrderGiven(by=C, order=Rally(unit="C-41"))) == (C,)
    assert seen_by(state, OrderGiven(by=C, order=MoveUnit(unit="C-HMC1", recover=True))) == (C,)
    assert seen_by(state, OrderGiven(by=C, order=MoveUnit(unit="C-HMC1", path=("1009",)))) == (C,)
    assert seen_by(state, OrderGiven(by=U, order=MoveUnit(unit="C-HMC1", path=("1009",)))) is None
    assert seen_by(state, OrderGiven(by=C, order=MoveUnit(unit="C-42", path=("2021",)))) is None


def test_18_0_every_choice_offered_is_accepted() -> None:
    state = field(
        {"C-41": "1010", "C-45": "1010", "C-42": "1011", "C-HMC1": "0505", "C-43": "C-HMC1", "C-10": "C-HMC1",
         "C-44": POOL, "U-1": "3030"},
        features={"rough": ["0505", "0506"]},
    )  # fmt: skip
    state.units["C-44"].due = Arrival(turn=1, entry="A")
    offered = list(hidden.choices(state))
    assert {type(choice.order) for choice in offered} == {HideUnits, DeployUnits}
    for choice in offered:
        copied = deepcopy(state)
        carry_out(SYSTEM, copied, choice.by, choice.order, EnteredChance(()))
        assert copied.stacks != state.stacks or copied.units["C-44"].at != POOL


def test_18_2b_and_18_4c_a_counter_stays_where_it_was_created_and_does_not_walk_into_sight() -> None:
    state = field({"C-41": "1010", "C-HMC2": "1112", "U-1": "1020"})
    give(state, C, hide("1010", h1=("C-41",)))
    assert refusal(state, C, MoveUnit(unit="C-HMC1", path=("1009",))) == "18.2b"
    assert refusal(state, C, MoveUnit(unit="C-HMC2", path=("1113", "1114"))) == "18.4c"


def test_10_2b_a_counter_of_reinforcements_enters_as_one_piece_and_moves_on() -> None:
    state = field({"C-42": POOL, "C-44": POOL, "U-1": "3030"})
    for unit in ("C-42", "C-44"):
        state.units[unit].due = Arrival(turn=3, entry="A")
    give(state, C, hide("1234", h1=("C-42", "C-44")))
    facts = give(state, C, MoveUnit(unit="C-HMC1", path=("1234", "1233")))
    assert [fact.column for fact in facts if isinstance(fact, UnitEntered)] == [1]
    assert state.hmcs["C-HMC1"].at == "1233"
    assert contents(state, "C-HMC1") == ["C-42", "C-44"]
