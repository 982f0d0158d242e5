"""15.4, 15.5 Cavalry in combat."""

from __future__ import annotations

from typing import Any

import pytest

from rules.gettysburg.combat.asks import CounterAttack, ResolveAttack, RetreatBeforeCombat, RetreatTo
from rules.gettysburg.combat.facts import (
    AttackWasted,
    CombatResolved,
    DefenderChosen,
    RetreatBeforeCombatTried,
    SupportingBrigadeTested,
)
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.state_facts import UnitDisrupted, UnitShaken
from tests.gettysburg.fighting import C, U, awaited, combat, ground, listed, of
from tests.gettysburg.positions import give, refusal

ATTACK = ResolveAttack(unit="C-41")
RATINGS = {"C-41": "4/4/3", "C-54": "4/5/5", "U-72": "4/4/3", "U-73": "4/4/3", "U-1": "4/4/3"}
FALL_BACK = RetreatBeforeCombat()


def attacked(places: dict[str, str] | None = None, **more: Any) -> State:
    state = combat(places or {"C-41": "2019", "U-72": "2020"}, {"C-41": "2020"}, ratings=RATINGS, **more)
    give(state, C, ATTACK)
    return state


def test_15_4_cavalry_falls_back_on_1_to_4_unharmed() -> None:
    state = attacked()
    assert [choice.order for choice in listed(state)] == [FALL_BACK, Decline()]
    facts = give(state, U, FALL_BACK, 4)
    assert of(RetreatBeforeCombatTried, facts)[0].success
    give(state, U, RetreatTo(unit="U-72", to="2021"))
    cavalry = state.units["U-72"]
    assert (cavalry.at, cavalry.shaken, cavalry.disrupted) == ("2021", False, False)
    assert awaited(state) == "AwaitAdvance"


def test_15_4_cavalry_that_rolls_5_or_6_fights() -> None:
    facts = give(attacked(), U, FALL_BACK, 5, 2, 3)
    assert not of(RetreatBeforeCombatTried, facts)[0].success
    assert of(CombatResolved, facts)


def test_15_4_the_owner_may_stand() -> None:
    assert of(CombatResolved, give(attacked(), U, Decline(), 2, 3))


def test_l53_infantry_does_not_fall_back_and_nobody_does_before_cavalry() -> None:
    state = combat({"C-41": "2019", "U-1": "2020"}, {"C-41": "2020"}, ratings=RATINGS)
    assert of(CombatResolved, give(state, C, ATTACK, 2, 3))
    state = combat({"C-54": "2019", "C-41": "1919", "U-72": "2020"}, {"C-54": "2020", "C-41": "2020"}, ratings=RATINGS)
    assert of(CombatResolved, give(state, C, ResolveAttack(unit="C-54"), 2, 3)), "cavalry attacked"
    assert refusal(state, C, FALL_BACK) == "15.4"
    give(state, C, ATTACK)
    assert awaited(state) == "AwaitRetreatBeforeCombat", "available when the infantry comes"


def test_d67_a_the_brigade_that_stays_meets_the_same_attack() -> None:
    state = attacked({"C-41": "2019", "U-72": "2020", "U-1": "2020"})
    give(state, U, FALL_BACK, 1)
    facts = give(state, U, RetreatTo(unit="U-72", to="2021"), 2, 3)
    assert of(DefenderChosen, facts)[0].unit == of(CombatResolved, facts)[0].defender == "U-1"
    assert not of(SupportingBrigadeTested, facts)


def test_d67_a_one_attempt_for_each_attack() -> None:
    state = attacked({"C-41": "2019", "U-72": "2020", "U-73": "2020"})
    give(state, U, FALL_BACK, 1)
    assert of(CombatResolved, give(state, U, RetreatTo(unit="U-72", to="2021"), 2, 3))[0].defender == "U-73"


def test_d67_b_the_attack_is_wasted_though_a_brigade_stays() -> None:
    state = attacked({"C-41": "2019", "U-72": "2020", "U-1": "2020"}, readings={"D67": "B"})
    give(state, U, FALL_BACK, 1)
    facts = give(state, U, RetreatTo(unit="U-72", to="2021"))
    assert not of(CombatResolved, facts)
    assert not awaited(state)


def test_9_3c_guns_that_cavalry_leaves_alone_go_with_it_disrupted() -> None:
    state = attacked({"C-41": "2019", "U-72": "2020", "U-7": "2020"})
    facts = give(state, U, FALL_BACK, 1)
    assert of(RetreatBegan, facts)[0].units == ("U-72", "U-7")
    assert [fact.unit for fact in of(UnitDisrupted, facts)] == ["U-7"]


def charge(*dice: int, **more: Any) -> list[Any]:
    state = combat({"C-54": "2019", "U-1": "2020"}, charges={"C-54": "2020"}, ratings=RATINGS, **more)
    return list(give(state, C, ResolveAttack(unit="C-54"), *dice))


@pytest.mark.parametrize(
    ("dice", "cell", "result"), [((3, 5, 6), "D4", "DR"), ((5, 5, 6), "DR", "DR"), ((4, 5, 1, 6), "DER", "DER")]
)
def test_15_5b_every_d_result_of_a_charge_is_dr_and_keeps_its_e(dice: tuple[int, ...], cell: str, result: str) -> None:
    resolved = of(CombatResolved, charge(*dice))[0]
    assert (resolved.charge, resolved.cell, resolved.result) == (True, cell, result)


def test_15_5c_cavalry_that_charged_is_disrupted_and_shaken_even_if_it_won() -> None:
    facts = charge(5, 5, 6)
    assert [(fact.unit, fact.why.cite) for fact in of(UnitShaken, facts)] == [("C-54", "15.5c")]
    assert ("C-54", "15.5c") in [(fact.unit, fact.why.cite) for fact in of(UnitDisrupted, facts)]


def test_15_5c_a_charge_into_an_empty_hex_costs_nothing() -> None:
    state = combat({"C-54": "2019"}, charges={"C-54": "2020"}, ratings=RATINGS)
    facts = give(state, C, ResolveAttack(unit="C-54"))
    assert of(AttackWasted, facts)
    assert not state.units["C-54"].shaken
    assert awaited(state) == "AwaitAdvance"


def counter(**more: Any) -> State:
    """Infantry has attacked in vain; cavalry beside it may strike back."""
    state = combat(
        {"C-41": "2019", "U-1": "2020", "U-72": "2018"}, {"C-41": "2020"}, ratings=RATINGS, options=["counterattacks"],
        **more,
    )  # fmt: skip
    give(state, C, ATTACK, 2, 3)
    return state


def test_d66_c_a_counter_attack_may_be_a_charge() -> None:
    order = CounterAttack(unit="U-72", target="2019", charge=True)
    assert refusal(counter(), U, order) == "15.5a"
    state = counter(readings={"D66": "C"})
    assert order in [choice.order for choice in listed(state)]
    resolved = of(CombatResolved, give(state, U, order, 3, 4, 6))[0]
    assert (resolved.counter, resolved.charge, resolved.cell, resolved.result) == (True, True, "D4", "DR")


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"shaken": ["U-72"]}, id="L52 Shaken"),
        pytest.param({"disrupted": ["U-72"]}, id="L52 Disrupted"),
        pytest.param({"ground": ground(hills=("2019",))}, id="L52 not clear"),
    ],
)
def test_l52_a_charge_needs_fresh_cavalry_and_clear_ground(more: dict[str, Any]) -> None:
    state = counter(readings={"D66": "C"}, **more)
    assert refusal(state, U, CounterAttack(unit="U-72", target="2019", charge=True)) == "15.5a"
