"""19.0 Counter-Attacks."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import Order
from rules.gettysburg.combat.asks import (
    Advance,
    CounterAttack,
    GiveSupport,
    ResolveAttack,
    ResolveBombardment,
    RetreatTo,
    RollCoordination,
)
from rules.gettysburg.combat.facts import AttackVoided, CombatResolved, CounterAttackMade, FightBegan
from rules.gettysburg.combat.retreat_facts import UnitAdvanced
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from tests.gettysburg.fighting import C, U, awaited, combat, listed, of
from tests.gettysburg.positions import give, refusal, said

ATTACK = ResolveAttack(unit="C-41")
PLACES = {"C-41": "2019", "U-1": "2020", "U-2": "2119", "U-3": "1919"}
RATINGS = {
    "C-41": "4/4/6", "C-42": "4/4/6", "C-43": "4/4/6", "U-1": "4/4/6", "U-2": "4/4/6", "U-3": "4/4/6", "U-5": "4/4/6",
}  # fmt: skip


def struck(
    *dice: int, places: dict[str, str] | None = None, attacks: dict[str, str] | None = None, **more: Any
) -> State:
    """C-41 has attacked 2020; 5 on the even column is A."""
    state = combat(
        places or PLACES, attacks or {"C-41": "2020"}, ratings=more.pop("ratings", RATINGS), options=["counterattacks"],
        **more,
    )  # fmt: skip
    give(state, C, ATTACK, *(dice or (2, 3)))
    return state


def orders(state: State) -> list[Order]:
    return [choice.order for choice in listed(state)]


def back_at(unit: str, target: str = "2019") -> CounterAttack:
    return CounterAttack(unit=unit, target=target)


def test_19_1a_brigades_beside_an_attacker_may_strike_back() -> None:
    state = struck()
    assert awaited(state) == "AwaitCounterAttack"
    assert orders(state) == [back_at("U-2"), back_at("U-3"), Decline()]
    facts = give(state, U, back_at("U-2"), 3, 3)
    assert of(CounterAttackMade, facts)[0].unit == "U-2"
    resolved = of(CombatResolved, facts)[0]
    assert (resolved.attacker, resolved.defender, resolved.target, resolved.counter) == ("U-2", "C-41", "2019", True)


def test_19_1a_a_unit_named_as_the_target_is_told_with_its_hex() -> None:
    assert said(struck(), U, back_at("U-2", "C-41")) == "target= names a hex: C-41 stands in 2019"


def test_19_0_is_optional() -> None:
    state = combat(PLACES, {"C-41": "2020"}, ratings=RATINGS)
    give(state, C, ATTACK, 2, 3)
    assert not awaited(state)


def test_l69_a_counter_attack_is_immediate() -> None:
    state = struck(attacks={"C-41": "2020", "C-42": "2020"}, places={**PLACES, "C-42": "2120"})
    give(state, U, Decline())
    assert refusal(state, C, back_at("U-2")) == "19.1a"


def test_l69_not_by_a_unit_that_was_attacked_or_has_fought() -> None:
    state = struck()
    assert refusal(state, U, back_at("U-1")) == "19.2"
    state = struck(attacks={"C-41": "2020", "C-42": "2119"}, places={**PLACES, "C-42": "2118"})
    assert refusal(state, U, back_at("U-2")) == "19.2", "an attack is declared against it"


def test_l69_only_on_the_unit_that_struck_and_only_from_beside_it() -> None:
    state = struck(places={**PLACES, "C-42": "2118", "U-5": "2022"})
    assert refusal(state, U, back_at("U-2", "2118")) == "19.1a"
    assert refusal(state, U, back_at("U-5")) == "19.1a"
    assert refusal(state, U, back_at("C-42")) == "19.2"


def test_l69_l35_no_coordination_in_a_counter_attack() -> None:
    state = struck(places={**PLACES, "U-5": "2018", "U-7": "2018"})
    give(state, U, back_at("U-5"))
    assert awaited(state) == "AwaitSupport"
    assert refusal(state, U, RollCoordination(target="2019")) == "19.3b"


def test_l69_not_on_a_unit_with_an_attack_still_to_make() -> None:
    """19.1b"""
    places = {"C-41": "2018", "C-45": "2018", "U-1": "2021", "U-2": "2019"}
    state = combat(
        places, {"C-41": "2019"}, shots={"C-45": ("2021", "U-1")}, ratings=RATINGS, options=["counterattacks"]
    )
    give(state, C, ResolveBombardment(units=("C-45",)), 2)
    assert not awaited(state)


def test_19_3a_the_other_side_may_answer_with_a_brigade_that_is_free() -> None:
    places = {**PLACES, "C-42": "2118", "C-43": "2219", "U-5": "2218"}
    state = struck(places=places, attacks={"C-41": "2020", "C-43": "2218"})
    give(state, U, back_at("U-2"), 3, 3)
    assert awaited(state) == "AwaitCounterAttack"
    assert orders(state) == [back_at("C-42", "2119"), Decline()]
    assert refusal(state, C, back_at("C-43", "2119")) == "19.3a", "committed to another hex"
    assert refusal(state, C, back_at("C-41", "2119")) == "19.2", "it has fought"


def test_19_3a_a_counter_attacker_that_empties_the_hex_may_advance() -> None:
    places = {"C-41": "2018", "C-45": "2018", "U-1": "2021", "U-2": "2117", "U-5": "2017"}
    state = combat(
        places, {"C-41": "2017"}, shots={"C-45": ("2021", "U-1")}, ratings={**RATINGS, "C-41": "4/3/6"},
        options=["counterattacks"],
    )  # fmt: skip
    give(state, C, ATTACK, 2, 3)
    give(state, U, back_at("U-2", "2018"), 3, 4)  # D4 on column +1: C-41 and its guns go back
    give(state, C, RetreatTo(unit="C-41", to="2019"))
    facts = give(state, C, RetreatTo(unit="C-45", to="1918"))
    assert [(fact.unit, fact.why.cite) for fact in of(AttackVoided, facts)] == [("C-45", "14.1a")]
    assert orders(state) == [Advance(units=("U-2",)), Decline()]
    give(state, U, Advance(units=("U-2",)))
    assert state.units["U-2"].at == "2018"


def test_19_1a_an_advance_is_answered_in_the_hex_it_took() -> None:
    state = struck(1, 1, ratings={**RATINGS, "U-1": "4/3/6"})
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    facts = give(state, C, Advance(units=("C-41",)))
    assert of(UnitAdvanced, facts)[0].to == "2020"
    assert orders(state) == [back_at("U-3", "2020"), back_at("U-2", "2020"), Decline()]


@pytest.mark.parametrize(("letter", "window"), [("A", "AwaitCounterAttack"), ("B", "")])
def test_d84_b_only_an_advance_is_answered(letter: str, window: str) -> None:
    assert awaited(struck(readings={"D84": letter})) == window


@pytest.mark.parametrize(("letter", "window"), [("A", "AwaitCounterAttack"), ("B", "")])
def test_d84_a_bombardment_is_answered_where_the_guns_stand(letter: str, window: str) -> None:
    """14.5c"""
    state = combat(
        {"C-45": "2018", "U-1": "2020", "U-2": "2019"}, shots={"C-45": ("2020", "U-1")}, ratings=RATINGS,
        options=["counterattacks"], readings={"D84": letter},
    )  # fmt: skip
    give(state, C, ResolveBombardment(units=("C-45",)), 2)
    assert awaited(state) == window
    if window:
        facts = give(state, U, back_at("U-2", "2018"), 2, 3)  # on artillery alone (13.5)
        assert of(FightBegan, facts)[0].defender == "C-45"


@pytest.mark.parametrize(("letter", "may"), [("A", True), ("B", False)])
def test_d85_a_supporting_brigade_that_stayed_may_strike_back(letter: str, may: bool) -> None:
    """12.6c"""
    places = {"C-41": "2019", "U-1": "2020", "U-2": "2020", "U-3": "1919"}
    state = struck(1, 1, 1, places=places, ratings={**RATINGS, "U-1": "4/3/6"}, readings={"D85": letter})
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert (back_at("U-2") in orders(state)) == may
    assert back_at("U-3") in orders(state)


@pytest.mark.parametrize(("letter", "side"), [("A", ""), ("B", U)])
def test_d86_b_several_brigades_may_strike_back(letter: str, side: str) -> None:
    state = struck(readings={"D86": letter})
    give(state, U, back_at("U-2"), 3, 3)
    assert (listed(state)[0].by if awaited(state) else "") == side
    if side:
        assert orders(state) == [back_at("U-3"), Decline()]


@pytest.mark.parametrize(("letter", "window"), [("A", "AwaitCounterAttack"), ("C", "")])
def test_d86_c_a_counter_attack_is_answered_only_if_it_advanced(letter: str, window: str) -> None:
    state = struck(places={**PLACES, "C-42": "2118"}, readings={"D86": letter})
    give(state, U, back_at("U-2"), 3, 3)
    assert awaited(state) == window


def test_19_1c_artillery_supports_in_a_counter_attack_unless_it_has_declared() -> None:
    places = {**PLACES, "C-45": "2019", "C-51": "2019", "U-7": "2119"}
    state = combat(
        places, {"C-41": "2020"}, shots={"C-45": ("2020", "U-1")}, ratings=RATINGS, options=["counterattacks"]
    )
    give(state, C, ATTACK)
    give(state, C, Decline())
    give(state, U, Decline(), 2, 3)
    give(state, U, back_at("U-2"))
    assert orders(state) == [GiveSupport(unit="U-7"), Decline()]
    give(state, U, Decline())
    assert orders(state) == [GiveSupport(unit="C-51"), Decline()]
