"""Cases where chapters meet: what one of them leaves behind for the next."""

from __future__ import annotations

import pytest

from domain.kernel.facts import LossTaken
from rules.wallaces_war.charges.facts import RetreatDue
from rules.wallaces_war.losses.facts import UnitRemoved
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    ChooseNextAttack,
    ExtendCharge,
    ImpulsiveAttack,
)
from rules.wallaces_war.melee.facts import AttackCancelled, LossesNoted
from rules.wallaces_war.movement.facts import ChargeMarked
from rules.wallaces_war.state import EXTENSION, State
from tests.wallaces_war.melees import NW, A, attack, charge, close, decline, melee, options
from tests.wallaces_war.positions import at, give, position, refused, told
from tests.wallaces_war.test_reaction import enter

FOE, RIDE = at(0, -3), (at(0, -1), at(0, -2))
FLANK = at(1, -3)


# A charge and what it leaves


def two_charges() -> State:
    """Two charge one hex, and the first puts the enemy there to flight."""
    places = {"red-hc-1": f"{A}:0", "red-hc-2": f"{at(-3, 0)}:1", "green-ri-1": f"{FOE}:3"}
    state = melee(places, charge=["red-hc-1", "red-hc-2"], shaken=["green-ri-1"])
    charge(state, "red-hc-1", 0, RIDE, FOE)
    charge(state, "red-hc-2", 1, (at(-2, -1), at(-1, -2)), FOE)
    close(state)
    give(state, "english", ChooseNextAttack(start=A), 10)
    return state


def test_11_2_1c_a_charge_that_is_not_made_leaves_no_marker_behind() -> None:
    """Before, the second kept it: it could not move in its next turn, and was shot at as if it charged (9.4d)."""
    state = two_charges()
    facts = give(state, "english", AdvanceAfterCombat(unit="red-hc-1", to=FOE))
    assert [fact.units for fact in told(facts, AttackCancelled)] == [("red-hc-2",)]
    assert [(fact.unit, fact.why.cite) for fact in told(facts, ChargeMarked)] == [("red-hc-2", "11.2.1c")]
    assert not any(unit.charge for unit in state.units.values())


def test_11_2_1c_a_charge_whose_way_is_barred_leaves_none_either() -> None:
    places = {"red-hc-1": f"{A}:0", "green-ri-1": f"{FOE}:3"}
    state = melee(places, charge=["red-hc-1"])
    charge(state, "red-hc-1", 0, RIDE, FOE)
    state.units["red-hc-3"].at = at(0, -2)  # as if two had come there since
    state.units["red-hc-4"].at = at(0, -2)
    state.stacks[at(0, -2)] = ["red-hc-3", "red-hc-4"]
    facts = close(state)
    assert [fact.why.key for fact in told(facts, AttackCancelled)] == ["charge barred"]
    assert not state.units["red-hc-1"].charge


def test_11_2_1d_horse_that_is_hit_by_a_reaction_charge_loses_its_marker_though_another_came_to_it() -> None:
    """The trigger joins horse that bears a marker: both are hit, and neither may charge."""
    spot = at(2, -3)
    state = position({"green-hc-5": f"{A}:0", "red-hc-1": f"{spot}:3", "red-hc-2": f"{spot}:3"}, charge=["red-hc-2"])
    enter(state, 3, movers=("red-hc-1",))
    facts = give(state, "scots", options(state)[0], 1)
    assert [(fact.unit, fact.on, fact.why.cite) for fact in told(facts, ChargeMarked)] == [
        ("red-hc-2", False, "11.2.1d")
    ]


def test_10_3_s7_losses_noted_beside_who_has_fled_do_not_fall_on_who_took_his_hex() -> None:
    """11.2.4a Infantry strikes first; then a charge puts the same enemy to flight, and the charger enters at once."""
    places = {"red-ri-1": f"{FLANK}:4", "red-hc-1": f"{A}:0", "green-ri-1": f"{FOE}:3"}
    state = melee(places, charge=["red-hc-1"], shaken=["green-ri-1"])
    attack(state, ("red-ri-1", FOE))
    charge(state, "red-hc-1", 0, RIDE, FOE)
    close(state)
    assert told(give(state, "english", ChooseNextAttack(start=FLANK), 6, 10), LossesNoted)
    facts = give(state, "english", AdvanceAfterCombat(unit="red-hc-1", to=FOE))
    assert not told(facts, LossTaken)
    assert state.units["red-hc-1"].steps == 0


def test_games_played_without_these_corrections_go_on_as_they_were_played() -> None:
    state = two_charges()
    state.core.corrections = ()
    give(state, "english", AdvanceAfterCombat(unit="red-hc-1", to=FOE))
    assert state.units["red-hc-2"].charge
    under = stacked("hc", "red-hc-1")
    under.core.corrections = ()
    assert any(isinstance(order, ExtendCharge) for order in options(under))


# A shaken fellow


def stacked(kind: str, shaken: str) -> State:
    """C6 A stack of two that took its hex in C5; an enemy without a zone before it, and one farther off."""
    one, two = f"red-{kind}-1", f"red-{kind}-2"
    places = {one: f"{A}:0", two: f"{A}:0", "green-ri-1": f"{at(0, -1)}:0", "green-ri-2": f"{at(2, -3)}:0"}
    state = position(places, phase=EXTENSION, shaken=[shaken], berserk=[two] if kind == "sc" else ())
    state.turn.charged, state.turn.advanced = [one, two], {one: A, two: A}
    return state


def test_8_2g_horse_under_a_shaken_fellow_does_not_extend_its_charge() -> None:
    state = stacked("hc", "red-hc-1")
    assert refused(state, "english", ExtendCharge(unit="red-hc-2", path=(), target=at(0, -1))) == "8.2g"
    assert not any(isinstance(order, ExtendCharge) for order in options(state))
    give(stacked("hc", "red-hc-2"), "english", ExtendCharge(unit="red-hc-1", path=(), target=at(0, -1)), 1, 1)


def test_8_2g_a_berserker_under_a_shaken_fellow_does_not_attack_beside_him_but_may_leave_him() -> None:
    state = stacked("sc", "red-sc-1")
    assert refused(state, "english", ImpulsiveAttack(unit="red-sc-2", path=(), target=at(0, -1))) == "8.2g"
    found = [order for order in options(state) if isinstance(order, ImpulsiveAttack)]
    assert found
    assert all(order.path and not all(step.startswith(A) for step in order.path) for order in found)


def test_d62_b_8_2g_nor_does_the_whole_stack_rush_on_with_a_shaken_unit_on_top() -> None:
    state = stacked("sc", "red-sc-1")
    state.core.readings["D62"] = "B"
    assert not any(isinstance(order, ImpulsiveAttack) for order in options(state))


# A leader's part in it


@pytest.mark.parametrize("fallen", [True, False], ids=["he falls", "he lives"])
def test_10_3_s9c_who_loses_his_fellow_by_rout_is_not_driven_back(fallen: bool) -> None:
    """13.6a, D90 The leader falls with the first of two steps, and the unit on top, which was shaken, runs for it."""
    places = {"green-ri-1": f"{A}:0", "green-ri-2": f"{A}:0", "red-sc-1": f"{NW}:3"}
    state = melee(places, shaken=["green-ri-1"], leaders={"green": A})
    attack(state, ("red-sc-1", A))
    close(state, 6)  # two steps
    dice = (9, 10, 1, 1) if fallen else (1, 1)  # he falls, it runs, the other stands; then the next step
    facts = decline(state, *dice)
    assert [fact.how for fact in told(facts, UnitRemoved)] == ["routed"] * fallen
    assert not told(facts, RetreatDue)
    assert state.units["green-ri-2"].steps == int(fallen)  # 12.4a what is left of the batch
    assert state.stacks[A][-1] == "green-ri-2"
