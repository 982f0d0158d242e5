"""22.3, 17.4 Combat with Questionable brigades, and with brigades the opponent controls."""

from __future__ import annotations

from typing import Any

from rules.gettysburg.combat import combat as chapter
from rules.gettysburg.combat.asks import AwaitSupport, ResolveAttack, RetreatTo, RollCoordination
from rules.gettysburg.combat.facts import CombatResolved, CoordinationTried, QuestionTested
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.state_facts import UnitRouted, UnitShaken, UnitSteadied
from tests.gettysburg.fighting import C, U, awaited, combat, listed, of
from tests.gettysburg.positions import give, refusal

THREE = {"C-41": "2019", "C-42": "1919", "C-43": "2119", "U-1": "2020"}
ON_2020 = {"C-41": "2020", "C-42": "2020", "C-43": "2020"}
EVEN = {"C-41": "4/4/3", "C-42": "4/4/3", "C-43": "4/4/3", "U-1": "4/4/3"}


def attack(unit: str) -> ResolveAttack:
    return ResolveAttack(unit=unit)


def doubtful(*units: str, shaken: tuple[str, ...] = (), **more: Any) -> State:
    places = {"C-41": "2019", "C-42": "1919", "U-1": "2020"}
    return combat(
        places, {"C-41": "2020", "C-42": "2020"}, ratings=EVEN, questionable=units, shaken=shaken,
        options=["questionable"], **more,
    )  # fmt: skip


def test_22_3_a_questionable_brigade_that_passes_fights_and_is_steadied() -> None:
    facts = give(doubtful("C-41", "U-1"), C, attack("C-41"), 4, 4, 2, 3)
    assert [(fact.unit, fact.attacking) for fact in of(QuestionTested, facts)] == [("C-41", True), ("U-1", False)]
    assert [fact.unit for fact in of(UnitSteadied, facts)] == ["C-41", "U-1"]
    assert of(CombatResolved, facts)


def test_22_3_an_attacker_that_fails_is_shaken_and_does_not_attack() -> None:
    state = doubtful("C-41", "U-1")
    facts = give(state, C, attack("C-41"), 5)
    assert [fact.unit for fact in of(UnitShaken, facts)] == ["C-41"]
    assert not of(CombatResolved, facts)
    assert state.units["C-41"].questionable
    assert state.units["U-1"].questionable
    assert refusal(state, C, attack("C-41")) == "11.2a"


def test_22_3_a_defender_that_fails_retreats_and_the_attacker_may_advance() -> None:
    state = doubtful("U-1")
    facts = give(state, C, attack("C-41"), 5)
    assert not of(CombatResolved, facts)
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert awaited(state) == "AwaitAdvance"


def test_22_3_a_shaken_brigade_that_fails_routs() -> None:
    facts = give(doubtful("U-1", shaken=("U-1",)), C, attack("C-41"), 5)
    assert [(fact.unit, fact.why.cite) for fact in of(UnitRouted, facts)] == [("U-1", "22.3")]


def test_d69_b_a_failed_test_removes_the_marker_and_c_tests_the_defender_too() -> None:
    state = doubtful("C-41", "U-1", readings={"D69": "B"})
    give(state, C, attack("C-41"), 5)
    assert not state.units["C-41"].questionable
    state = doubtful("C-41", "U-1", readings={"D69": "C"})
    facts = give(state, C, attack("C-41"), 5, 1)
    assert [fact.passed for fact in of(QuestionTested, facts)] == [False, True]
    assert not of(CombatResolved, facts)


def controlled(**more: Any) -> State:
    places = more.pop("places", THREE)
    state = combat(places, ON_2020, ratings=EVEN, options=["command_control", "loss_of_control"], **more)
    state.command[C] = "panic"
    state.turn.control["C-42"] = "opponent"
    return state


def test_d79_a_the_controller_of_an_attacker_orders_all_attacks() -> None:
    state = controlled()
    assert chapter.orderer(state) == U
    assert refusal(state, C, attack("C-41")) == "5.1a"
    assert [choice.order for choice in listed(state)] == [attack(unit) for unit in ON_2020], "coordination is not his"
    assert {choice.by for choice in listed(state)} == {U}


def test_17_4c_the_owner_may_coordinate_what_his_opponent_begins() -> None:
    state = controlled()
    assert refusal(state, U, RollCoordination(target="2020")) == "17.4c"
    give(state, U, attack("C-41"))
    assert awaited(state) == "AwaitCoordination"
    assert {choice.by for choice in listed(state)} == {C}
    facts = give(state, C, RollCoordination(target="2020"), 1, 3, 3)
    assert of(CombatResolved, facts)[0].modifiers[0].cite == "11.6a"


def test_17_4c_the_owner_may_forgo_coordination() -> None:
    state = controlled()
    give(state, U, attack("C-41"))
    facts = give(state, C, Decline(), 2, 3)
    assert not of(CombatResolved, facts)[0].modifiers
    assert not of(CoordinationTried, facts)


def test_d81_b_no_coordination_and_the_controller_chooses_support() -> None:
    state = controlled(places={**THREE, "C-45": "1919"}, readings={"D81": "B"})
    give(state, U, attack("C-42"))
    assert state.core.pending == [AwaitSupport(side=U, attacking=True)]


def test_d79_b_each_side_orders_the_attacks_it_commands() -> None:
    state = controlled(readings={"D79": "B", "D81": "B"})
    assert chapter.orderer(state) == C
    assert refusal(state, C, attack("C-42")) == "17.4d"
    give(state, C, attack("C-41"), 2, 3)
    give(state, C, attack("C-43"), 2, 3)
    assert [(choice.by, choice.order) for choice in listed(state)] == [(U, attack("C-42"))]
