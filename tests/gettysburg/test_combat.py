"""11.0 Combat: the order of attacks, coordination, swaps, Questionable brigades, Trains, advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from domain.kernel.chapter import Choice
from domain.kernel.facts import Order, PhaseBegan, PointsScored
from rules.gettysburg.combat import combat as chapter
from rules.gettysburg.combat.asks import (
    Advance,
    AwaitAdvance,
    DefendWith,
    GiveSupport,
    ResolveAttack,
    ResolveBombardment,
    RetreatTo,
    RollCoordination,
    SwapDefender,
)
from rules.gettysburg.combat.bombardment_facts import TrainAttacked
from rules.gettysburg.combat.facts import (
    AttackVoided,
    AttackWasted,
    CombatResolved,
    CoordinationTried,
    DefenderChosen,
    DefenderSwapped,
    FightBegan,
    QuestionTested,
    SupportGiven,
)
from rules.gettysburg.combat.retreat_facts import UnitAdvanced, UnitRetreated
from rules.gettysburg.movement.asks import DeclareAttack
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline, EndPhase
from rules.gettysburg.turn.state_facts import GunsFired, UnitShaken
from tests.gettysburg.fighting import CLEAR, C, U, awaited, combat, listed, of
from tests.gettysburg.positions import give, position, refusal, said

THREE = {"C-41": "2019", "C-42": "1919", "C-43": "2119", "U-1": "2020"}
ON_2020 = {"C-41": "2020", "C-42": "2020", "C-43": "2020"}
EVEN = {"C-41": "4/4/3", "C-42": "4/4/3", "C-43": "4/4/3", "U-1": "4/4/3"}


def attack(unit: str) -> ResolveAttack:
    return ResolveAttack(unit=unit)


def three(places: Mapping[str, str] = THREE, **more: Any) -> State:
    return combat(places, ON_2020, ratings=more.pop("ratings", EVEN), **more)


def test_l28_a_brigade_without_a_declaration_does_not_attack() -> None:
    state = combat({**THREE, "C-44": "2021"}, ON_2020)
    assert refusal(state, C, attack("C-44")) == "8.4a"
    assert refusal(state, C, attack("C-999")) == "8.4a"


def test_l28_a_declared_attack_is_not_withdrawn() -> None:
    state = three()
    assert refusal(state, C, EndPhase()) == "11.1a"


def test_11_1a_the_end_of_the_phase_is_refused_with_what_is_left_to_resolve() -> None:
    state = combat({**THREE, "C-52": "2018"}, {"C-41": "2020"}, shots={"C-52": ("2020", "U-1")})
    gun = state.units["C-52"].name
    both = f"Archer (C-41) attacks 2020, {gun} (C-52) bombards 2020 (ResolveAttack or ResolveBombardment)"
    assert said(state, C, EndPhase()) == f"what was declared must be carried out: {both}"
    state.turn.resolved.append("C-52")
    assert said(state, C, EndPhase()).endswith("Archer (C-41) attacks 2020 (ResolveAttack)")


def test_5_1a_while_an_answer_is_awaited_the_end_of_the_phase_is_told_which() -> None:
    state = three()
    state.core.pending.append(AwaitAdvance(side=C, to="2020", units=("C-41",)))
    assert said(state, C, EndPhase()) == "EndPhase must wait: first the confederate side gives Advance or Decline"
    assert said(state, U, EndPhase()) == "it is for the confederate side to act now (Advance or Decline)"


def test_l31_a_brigade_attacks_once() -> None:
    state = three()
    give(state, C, attack("C-41"), 2, 3)
    assert refusal(state, C, attack("C-41")) == "11.2a"


def test_l33_a_hex_begun_is_finished_before_another() -> None:
    state = combat({**THREE, "U-2": "2118"}, {"C-41": "2020", "C-42": "2020", "C-43": "2118"}, ratings=EVEN)
    give(state, C, attack("C-41"), 2, 3)
    assert refusal(state, C, attack("C-43")) == "11.2b"
    assert Choice(C, attack("C-43")) not in listed(state)
    give(state, C, attack("C-42"), 2, 3)
    assert Choice(C, attack("C-43")) in listed(state)


def test_11_1c_the_phase_ends_with_the_last_attack() -> None:
    state = three()
    for unit in ("C-41", "C-42"):
        give(state, C, attack(unit), 2, 3)
        assert not chapter.is_over(state)
    facts = give(state, C, attack("C-43"), 2, 3)
    assert next(fact.side for fact in of(PhaseBegan, facts)) == U


def test_11_1b_only_the_phasing_side_declares_and_attacks() -> None:
    moving = position(THREE, ground=CLEAR)
    assert refusal(moving, U, DeclareAttack(unit="U-1", target="2019")) == "5.1a"
    assert refusal(moving, C, DeclareAttack(unit="U-1", target="2019")) == "5.1a"
    assert refusal(three(), U, attack("C-41")) == "5.1a"


def test_11_3_the_parts_of_a_combat_follow_each_other() -> None:
    """11.3(1), 11.3(2), 11.3(3), 11.3(4), 11.3(5), 11.3(6), 11.3(7)"""
    state = combat(
        {"C-41": "2019", "C-45": "2019", "C-42": "1919", "U-1": "2020", "U-7": "2021", "U-2": "2119"},
        {"C-41": "2020", "C-42": "2020"}, ratings={**EVEN, "U-1": "4/3/3"}, questionable=["C-41", "U-1"],
        options=["questionable", "counterattacks"],
    )  # fmt: skip
    facts = give(state, C, RollCoordination(target="2020"), 1)
    facts += give(state, C, attack("C-41"), 1, 1)
    facts += give(state, C, GiveSupport(unit="C-45"))
    facts += give(state, U, GiveSupport(unit="U-7"), 3, 4)
    facts += give(state, U, RetreatTo(unit="U-1", to="2021"))
    facts += give(state, C, Advance(units=("C-41",)))
    parts = (CoordinationTried, QuestionTested, SupportGiven, CombatResolved, UnitShaken, UnitRetreated, UnitAdvanced)
    assert [type(fact) for fact in facts if isinstance(fact, parts)] == [
        CoordinationTried, QuestionTested, QuestionTested, SupportGiven, SupportGiven, CombatResolved, UnitShaken,
        UnitRetreated, UnitAdvanced,
    ]  # fmt: skip
    resolved = of(CombatResolved, facts)[0]
    assert ([modifier.value for modifier in resolved.modifiers], resolved.differential) == ([1, 1, -3], -1)
    assert (resolved.dice, resolved.result) == ((3, 4), "D4")
    assert awaited(state) == "AwaitCounterAttack"


def test_x5_three_coordinated_attacks_gain_one_two_and_three() -> None:
    ratings = {"C-41": "4/4/3", "C-42": "4/4/3", "C-43": "5/4/3", "U-1": "5/4/3"}
    state = three(ratings=ratings)
    front, back = state.markers[C]
    state.markers[C] = (msgspec.structs.replace(front, coordination_value=3), back)
    tried = of(CoordinationTried, give(state, C, RollCoordination(target="2020"), 3))[0]
    assert (tried.die, tried.value, tried.success) == (3, 3, True)
    columns = []
    for unit, dice in (("C-41", (2, 3)), ("C-42", (3, 3)), ("C-43", (4, 4))):
        resolved = of(CombatResolved, give(state, C, attack(unit), *dice))[0]
        columns.append((resolved.modifiers[0].value, resolved.modifiers[0].cite, resolved.column, resolved.cell))
    assert columns == [(1, "11.6a", 0, "A"), (2, "11.6a", 1, "A"), (3, "11.6a", 3, "D5")]
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert state.core.pending[-1].units == ("C-43",)  # type: ignore[union-attr]


def test_11_6a_a_failed_roll_gives_nothing() -> None:
    state = three()
    give(state, C, RollCoordination(target="2020"), 6)
    assert not of(CombatResolved, give(state, C, attack("C-41"), 2, 3))[0].modifiers


@pytest.mark.parametrize(("letter", "value"), [("A", 4), ("B", 3)])
def test_d10_b_takes_the_value_of_the_face_that_is_up(letter: str, value: int) -> None:
    state = three(options=["command_control"], readings={"D10": letter})
    state.command[C] = "restricted"
    assert of(CoordinationTried, give(state, C, RollCoordination(target="2020"), 6))[0].value == value


def test_l35_coordination_takes_two_attackers() -> None:
    state = combat(THREE, {"C-41": "2020"})
    assert refusal(state, C, RollCoordination(target="2020")) == "11.6a"


def test_l35_coordination_is_rolled_once_and_before_the_first_attack() -> None:
    state = three()
    give(state, C, RollCoordination(target="2020"), 6)
    assert refusal(state, C, RollCoordination(target="2020")) == "11.6b"
    state = three()
    give(state, C, attack("C-41"), 2, 3)
    assert refusal(state, C, RollCoordination(target="2020")) == "11.6b"


def test_l35_no_coordination_at_night_or_in_panic() -> None:
    assert refusal(three(turn=11), C, RollCoordination(target="2020")) == "20.3"
    state = three(options=["command_control"])
    state.command[C] = "panic"
    assert refusal(state, C, RollCoordination(target="2020")) == "16.6a"


def test_d45_b_a_new_defender_means_a_new_roll_and_a_new_count() -> None:
    places = {**THREE, "U-2": "2020", "U-3": "2020"}
    ratings = {**EVEN, "U-1": "4/3/3", "U-2": "4/5/3"}
    for letter, may in (("A", False), ("B", True)):
        state = three(places, ratings=ratings, readings={"D45": letter})
        give(state, C, RollCoordination(target="2020"), 1)
        give(state, C, attack("C-41"), 3, 4, 1, 1)  # +1, 7 is D4: U-1 gives way, the others stay
        give(state, U, RetreatTo(unit="U-1", to="2021"))
        assert (Choice(C, RollCoordination(target="2020")) in listed(state)) == may
    give(state, C, RollCoordination(target="2020"), 1)
    resolved = of(CombatResolved, give(state, C, attack("C-42"), 2, 3))[0]
    assert (resolved.defender, resolved.modifiers[0].value) == ("U-2", 1)


def test_d45_c_coordination_is_rolled_without_being_asked_for() -> None:
    state = three(readings={"D45": "C"})
    facts = give(state, C, attack("C-41"), 1, 3, 3)
    assert of(CoordinationTried, facts)
    assert of(CombatResolved, facts)[0].modifiers[0].cite == "11.6a"


SUPPORTED = {**THREE, "U-2": "2020"}


def test_11_7b_the_defender_is_swapped_between_two_attacks() -> None:
    state = three(SUPPORTED)
    give(state, C, attack("C-41"), 2, 3)
    give(state, C, attack("C-42"))
    assert awaited(state) == "AwaitSwap"
    facts = give(state, U, SwapDefender(unit="U-2"), 2, 3)
    assert [(fact.unit, fact.instead_of) for fact in of(DefenderSwapped, facts)] == [("U-2", "U-1")]
    assert of(CombatResolved, facts)[0].defender == "U-2"
    assert state.stacks["2020"] == ["U-2", "U-1"]


def test_l36_no_swap_before_the_first_attack_or_between_coordinated_ones() -> None:
    state = three(SUPPORTED)
    give(state, C, RollCoordination(target="2020"), 1)
    facts = give(state, C, attack("C-41"), 3, 3) + give(state, C, attack("C-42"), 2, 3)
    assert len(of(CombatResolved, facts)) == 2
    assert not awaited(state)
    assert refusal(state, C, SwapDefender(unit="U-2")) == "11.7b"


def test_l36_only_a_supporting_brigade_takes_over() -> None:
    state = three(SUPPORTED)
    give(state, C, attack("C-41"), 2, 3)
    give(state, C, attack("C-42"))
    assert refusal(state, U, SwapDefender(unit="U-1")) == "11.7b"


@pytest.mark.parametrize(("roll", "window"), [((), ""), ((6,), "AwaitSwap")])
def test_d47_b_a_swap_only_after_a_failed_roll(roll: tuple[int, ...], window: str) -> None:
    state = three(SUPPORTED, readings={"D47": "B"})
    if roll:
        give(state, C, RollCoordination(target="2020"), *roll)
    give(state, C, attack("C-41"), 2, 3)
    give(state, C, attack("C-42"), *(() if window else (2, 3)))
    assert awaited(state) == window


@pytest.mark.parametrize(("letter", "window"), [("A", ""), ("B", "AwaitDefender")])
def test_d46_which_supporting_brigade_takes_over(letter: str, window: str) -> None:
    state = three({**THREE, "U-2": "2020", "U-3": "2020"}, readings={"D46": letter}, ratings={**EVEN, "U-1": "4/3/3"})
    give(state, C, attack("C-41"), 1, 1, 1, 1)  # D4
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert awaited(state) == window
    if window:
        assert [fact.rule for fact in of(DefenderChosen, give(state, U, DefendWith(unit="U-3")))] == ["11.7a"]
        assert state.stacks["2020"] == ["U-3", "U-2"]


def test_d46_b_a_single_supporting_brigade_takes_over_unasked() -> None:
    state = three({**THREE, "U-2": "2020"}, readings={"D46": "B"}, ratings={**EVEN, "U-1": "4/3/3"})
    give(state, C, attack("C-41"), 1, 1, 1)
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert not awaited(state)
    assert state.stacks["2020"] == ["U-2"]


def test_d43_b_an_attack_on_a_brigade_that_is_gone_is_wasted_though_another_stays() -> None:
    for letter, wasted in (("A", []), ("B", ["C-42", "C-43"])):
        ratings = {**EVEN, "U-1": "4/3/3"}
        state = three(SUPPORTED, readings={"D43": letter}, aims=dict.fromkeys(ON_2020, "U-1"), ratings=ratings)
        give(state, C, attack("C-41"), 1, 1, 1)
        facts = give(state, U, RetreatTo(unit="U-1", to="2021"))
        assert [fact.unit for fact in of(AttackWasted, facts)] == wasted


def test_11_2c_wasted_attackers_may_advance_with_the_brigade_that_fought_on_top() -> None:
    state = three(ratings={**EVEN, "U-1": "4/3/3"})
    give(state, C, attack("C-42"), 1, 1)
    facts = give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert [fact.unit for fact in of(AttackWasted, facts)] == ["C-41", "C-43"]
    offered = [choice.order for choice in listed(state)]
    assert offered == [
        Advance(units=("C-42",)), Advance(units=("C-41",)), Advance(units=("C-43",)),
        Advance(units=("C-42", "C-41")), Advance(units=("C-42", "C-43")), Advance(units=("C-41", "C-43")),
        Advance(units=("C-42", "C-41", "C-43")), Decline(),
    ]  # fmt: skip
    give(state, C, Advance(units=("C-43", "C-42")))
    assert state.stacks["2020"] == ["C-42", "C-43"]


def test_d60_b_wasted_attackers_advance_when_their_turn_comes() -> None:
    state = three(ratings={**EVEN, "U-1": "4/3/3"}, readings={"D60": "B"})
    give(state, C, attack("C-42"), 1, 1)
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert [choice.order for choice in listed(state)] == [Advance(units=("C-42",)), Decline()]
    give(state, C, Decline())
    facts = give(state, C, attack("C-41"))
    assert of(AttackWasted, facts)
    assert awaited(state) == "AwaitAdvance"
    assert of(UnitAdvanced, give(state, C, Advance(units=("C-41",))))[0].to == "2020"
    give(state, C, attack("C-43"))
    give(state, C, Advance(units=("C-43",)))
    assert state.stacks["2020"] == ["C-41", "C-43"]


def test_l51_only_the_brigade_that_fought_and_wasted_attackers_advance() -> None:
    state = three({**THREE, "C-45": "2019"}, ratings={**EVEN, "U-1": "4/3/3"})
    give(state, C, attack("C-41"))
    give(state, C, Decline(), 2, 3)
    give(state, C, attack("C-42"), 1, 1)
    assert refusal(state, U, Advance(units=("C-42",))) == "12.7a"
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert refusal(state, C, Advance(units=("C-41",))) == "12.7a", "it has resolved an earlier attack"
    assert refusal(state, C, Advance(units=("C-45",))) == "12.7a", "artillery does not advance"
    assert refusal(state, C, Advance(units=())) == "12.7a"
    assert refusal(state, C, Advance(units=("C-43", "C-43"))) == "12.7a"


def test_l51_four_brigades_do_not_fit_into_a_hex() -> None:
    places = {**THREE, "C-44": "1920"}
    state = combat(places, {**ON_2020, "C-44": "2020"}, ratings={**EVEN, "U-1": "4/3/3"})
    give(state, C, attack("C-41"), 1, 1)
    give(state, U, RetreatTo(unit="U-1", to="2120"), 1)
    give(state, U, RetreatTo(unit="U-1", to="2121"))
    assert refusal(state, C, Advance(units=("C-41", "C-42", "C-43", "C-44"))) == "9.1a"


def test_d70_an_attacker_that_is_no_longer_beside_its_target_lapses() -> None:
    state = three({**THREE, "C-42": "1917"})
    facts = give(state, C, attack("C-41"), 2, 3)
    assert [(fact.unit, fact.why.cite) for fact in of(AttackVoided, facts)] == [("C-42", "11.1a")]
    assert refusal(state, C, attack("C-42")) == "11.2a"


def test_l71_a_train_never_attacks() -> None:
    state = combat({"C-41": "2019", "C-Train": "2019", "U-1": "2020"}, {"C-41": "2020"})
    assert refusal(state, C, attack("C-Train")) == "21.4"


def test_21_4_an_attack_on_a_train_rolls_no_dice_and_scores_for_each_unit() -> None:
    state = combat(
        {"C-41": "2019", "C-42": "1919", "U-Train": "2020", "U-1": "2020"}, trains={"C-41": "2020", "C-42": "2020"}
    )
    facts = give(state, C, attack("C-41"))
    assert [fact.units for fact in of(TrainAttacked, facts)] == [("C-41",)]
    assert [(fact.side, fact.points, fact.why.cite) for fact in of(PointsScored, facts)] == [(C, 1, "4.3")]
    assert state.units["U-Train"].attacked
    assert state.units["U-Train"].at == "2020"
    give(state, C, attack("C-42"))
    assert state.core.points[C] == 2


def test_l76_no_coordination_or_support_after_the_dice() -> None:
    state = three({**THREE, "C-45": "2019"}, ratings={**EVEN, "U-1": "4/3/3"})
    give(state, C, attack("C-41"))
    give(state, C, Decline(), 1, 1)
    assert awaited(state) == "AwaitRetreat"
    assert refusal(state, U, RollCoordination(target="2020")) == "11.3"
    assert refusal(state, U, GiveSupport(unit="C-45")) == "11.3"


def test_d63_b_bombardments_are_a_group_apart() -> None:
    places = {**THREE, "C-45": "1819"}
    orders: dict[str, list[Order]] = {}
    for letter in "AB":
        state = three(places, shots={"C-45": ("2020", "U-1")}, readings={"D63": letter})
        give(state, C, attack("C-41"), 2, 3)
        orders[letter] = [choice.order for choice in listed(state)]
    assert ResolveBombardment(units=("C-45",)) in orders["A"]
    assert ResolveBombardment(units=("C-45",)) not in orders["B"]
    assert refusal(state, C, ResolveBombardment(units=("C-45",))) == "5.3.3"


def test_d49_a_a_shot_whose_target_is_gone_is_lost_and_the_artillery_is_fired() -> None:
    state = combat(
        {**THREE, "C-45": "1819"}, ON_2020, shots={"C-45": ("2020", "U-1")}, ratings={**EVEN, "U-1": "4/3/3"}
    )
    give(state, C, attack("C-41"), 1, 1)
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    facts = give(state, C, Decline())
    assert [(fact.unit, fact.why.cite) for fact in of(AttackVoided, facts)] == [("C-45", "14.1b")]
    assert [fact.unit for fact in of(GunsFired, facts)] == ["C-45"]


def test_11_2a_a_fight_names_the_top_brigade_as_defender() -> None:
    facts = give(three(SUPPORTED), C, attack("C-41"), 2, 3)
    assert of(FightBegan, facts)[0].defender == "U-1"
