"""Combat at its edges: odd stacks, chains of Counter-Attacks, lost shots, and what the log says of it all."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import Order
from domain.kernel.reasons import total
from domain.words.tell import tell
from rules.gettysburg import SYSTEM
from rules.gettysburg.combat.asks import (
    Advance,
    CounterAttack,
    DefendWith,
    GiveSupport,
    ResolveAttack,
    ResolveBombardment,
    RetreatBeforeCombat,
    RetreatTo,
    RollCoordination,
)
from rules.gettysburg.combat.bombardment_facts import BombardmentResolved, TrainAttacked
from rules.gettysburg.combat.facts import (
    AttackVoided,
    AttackWasted,
    CombatResolved,
    CoordinationTried,
    FightBegan,
    FightStepped,
    QuestionTested,
)
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.movement.asks import DeclareBombardment
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.facts import Declined
from rules.gettysburg.turn.state_facts import GunsFired, UnitCaptured, UnitDisrupted, UnitRouted
from rules.gettysburg.words.en.combat import result_said
from tests.gettysburg.fighting import C, U, awaited, combat, ground, listed, of
from tests.gettysburg.positions import give, position, refusal

STEADY = "4/4/6"
COUNTER = ["counterattacks"]


def attack(unit: str) -> ResolveAttack:
    return ResolveAttack(unit=unit)


def fire(*units: str, aim: str = "") -> ResolveBombardment:
    return ResolveBombardment(units=units, aim=aim)


def back_at(unit: str, target: str) -> CounterAttack:
    return CounterAttack(unit=unit, target=target)


def orders(state: State) -> list[Order]:
    return [choice.order for choice in listed(state)]


def rated(*units: str, **others: str) -> dict[str, str]:
    """These as 4/4/6; others by name with _ for the dash."""
    return {**dict.fromkeys(units, STEADY), **{name.replace("_", "-"): text for name, text in others.items()}}


@pytest.mark.parametrize(("has_attacked", "window"), [(False, ""), (True, "AwaitCounterAttack")])
def test_l69_a_brigade_that_has_yet_to_attack_shields_the_guns_with_it(has_attacked: bool, window: str) -> None:
    places = {"C-41": "2018", "C-45": "2018", "U-1": "2021", "U-2": "2019", "U-3": "2017"}
    state = combat(
        places, {"C-41": "2019"}, shots={"C-45": ("2021", "U-1")}, ratings=rated("C-41", "U-2", "U-3"), options=COUNTER
    )
    if has_attacked:
        give(state, C, attack("C-41"), 2, 3)
        give(state, U, Decline())
    give(state, C, fire("C-45"), 2)
    assert awaited(state) == window
    assert not window or orders(state) == [back_at("U-3", "2018"), Decline()]


def test_19_3a_counter_attacks_answer_each_other_until_no_brigade_is_left() -> None:
    places = {"C-41": "2019", "U-1": "2020", "U-2": "2018", "C-42": "2017", "U-3": "2016", "C-43": "2015"}
    state = combat(places, {"C-41": "2020"}, ratings=rated(*places), options=COUNTER)
    give(state, C, attack("C-41"), 2, 3)
    for side, unit, target, depth in (
        (U, "U-2", "2019", 2), (C, "C-42", "2018", 3), (U, "U-3", "2017", 4), (C, "C-43", "2016", 0),
    ):  # fmt: skip
        assert {choice.by for choice in listed(state)} == {side}
        facts = give(state, side, back_at(unit, target), 3, 3)  # AER or A: the blow fails
        assert of(CombatResolved, facts)[0].counter
        assert len(state.fights) == depth
    assert state.core.active == U, "the chain is wound up and the phase is over"


def test_19_3b_a_counter_attack_neither_gains_by_coordination_nor_counts_for_it() -> None:
    places = {"C-41": "2019", "C-42": "1919", "C-43": "2119", "U-1": "2020", "U-2": "2020"}
    ratings = rated("C-41", "C-42", "C-43", "U-2", U_1="4/3/6")
    state = combat(places, {"C-41": "2020", "C-42": "2020"}, ratings=ratings, options=COUNTER)
    give(state, C, RollCoordination(target="2020"), 1)
    give(state, C, attack("C-41"), 3, 4, 4)  # D4 on +1: U-1 gives way, U-2 stays
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    give(state, U, back_at("U-2", "2019"), 3, 4)  # A
    again = of(CombatResolved, give(state, C, back_at("C-43", "2020"), 3, 3))[0]
    assert [modifier.cite for modifier in again.modifiers] == ["7.3a"]
    second = of(CombatResolved, give(state, C, attack("C-42"), 1, 4))[0]
    assert [(modifier.value, modifier.cite) for modifier in second.modifiers] == [(2, "11.6a"), (1, "7.3a")]


def test_15_4_cavalry_falls_back_from_a_counter_attack_too() -> None:
    places = {"C-54": "2019", "U-1": "2020", "U-2": "2018"}
    state = combat(places, {"C-54": "2020"}, ratings=rated(*places), options=COUNTER)
    give(state, C, attack("C-54"), 2, 3)
    give(state, U, back_at("U-2", "2019"))
    assert orders(state) == [RetreatBeforeCombat(), Decline()]


def test_22_3_a_questionable_brigade_may_fail_to_strike_back() -> None:
    places = {"C-41": "2019", "U-1": "2020", "U-2": "2018"}
    state = combat(
        places, {"C-41": "2020"}, ratings=rated(*places), options=[*COUNTER, "questionable"], questionable=["U-2"]
    )
    give(state, C, attack("C-41"), 2, 3)
    facts = give(state, U, back_at("U-2", "2019"), 5)
    assert not of(CombatResolved, facts)
    assert state.units["U-2"].shaken
    assert state.core.active == U, "no attack was made, so nothing answers it"


def test_d69_c_an_attacker_that_failed_made_no_attack_though_the_defender_fled() -> None:
    places = {"C-41": "2019", "U-1": "2020", "U-2": "2018"}
    state = combat(
        places, {"C-41": "2020"}, ratings=rated(*places), options=[*COUNTER, "questionable"],
        questionable=["C-41", "U-1"], readings={"D69": "C"},
    )  # fmt: skip
    facts = give(state, C, attack("C-41"), 5, 5)
    assert [fact.passed for fact in of(QuestionTested, facts)] == [False, False]
    assert of(RetreatBegan, facts)[0].rule == "22.3"
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert not awaited(state), "neither an advance nor a Counter-Attack"


def test_9_3c_guns_stay_with_a_brigade_that_stays() -> None:
    """12.6b"""
    places = {"C-41": "2019", "U-1": "2020", "U-2": "2020", "U-7": "2020"}
    state = combat(places, {"C-41": "2020"}, ratings=rated("C-41", "U-2", U_1="4/3/6"))
    give(state, C, attack("C-41"))
    facts = give(state, U, Decline(), 1, 1, 4)  # D4; U-2 passes
    assert [fact.units for fact in of(RetreatBegan, facts)] == [("U-1",)]
    assert not state.units["U-7"].disrupted


def test_12_6a_13_4d_the_log_says_under_which_rule_units_fall_back() -> None:
    places = {"C-41": "2019", "U-1": "2020", "U-2": "2020", "U-7": "2020"}
    state = combat(places, {"C-41": "2020"}, ratings=rated("C-41", "U-1", "U-2"))
    give(state, C, attack("C-41"))
    facts = give(state, U, Decline(), 5, 5, 6, 6)  # DR: U-1 routs, U-2 wavers
    assert [(fact.units, fact.rule) for fact in of(RetreatBegan, facts)] == [(("U-2", "U-7"), "12.6a")]
    state = combat({"C-41": "2019", "U-1": "2020", "U-7": "2020"}, {"C-41": "2020"}, ratings=rated("C-41", "U-1"),
                   readings={"D57": "B"})  # fmt: skip
    give(state, C, attack("C-41"))
    facts = give(state, U, Decline(), 5, 5, 6)
    assert [(fact.units, fact.rule) for fact in of(RetreatBegan, facts)] == [(("U-7",), "13.4d")]


def test_12_7a_no_advance_onto_a_train_left_behind() -> None:
    places = {"C-41": "2019", "U-1": "2020", "U-7": "2020", "U-8": "2020", "U-Train": "2020"}
    state = combat(places, {"C-41": "2020"}, ratings=rated("C-41", U_1="4/3/6"))
    give(state, C, attack("C-41"))
    give(state, U, Decline(), 1, 1)
    for unit, to in (("U-1", "2021"), ("U-7", "2120"), ("U-8", "1920")):
        give(state, U, RetreatTo(unit=unit, to=to))
    assert state.stacks["2020"] == ["U-Train"]
    assert not awaited(state)
    assert state.core.active == U


def test_d60_prohibited_ground_bars_an_advance() -> None:
    places = {"C-54": "2019", "U-1": "2020"}
    state = combat(places, {"C-54": "2020"}, ground=ground(rough=("2020",)), ratings=rated("C-54", U_1="2/3/6"))
    give(state, C, attack("C-54"), 1, 1)
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert "2020" not in state.stacks
    assert not awaited(state)


@pytest.mark.parametrize(("letter", "disrupted"), [("A", []), ("B", ["C-41"])])
def test_d65_b_an_advance_at_night_disrupts(letter: str, disrupted: list[str]) -> None:
    places = {"C-41": "2019", "U-1": "2020"}
    state = combat(places, {"C-41": "2020"}, ratings=rated(*places), turn=11, readings={"D65": letter})
    give(state, C, attack("C-41"), 1, 1, 5)  # DR: it routs
    facts = give(state, C, Advance(units=("C-41",)))
    assert [fact.unit for fact in of(UnitDisrupted, facts)][: len(disrupted)] == disrupted
    assert state.units["C-41"].disrupted == bool(disrupted)


def lone_guns(**more: Any) -> State:
    """C-45 has fired, C-51 beside it not yet; U-2 strikes them both."""
    state = combat(
        {"C-45": "2018", "C-51": "2018", "U-1": "2021", "U-2": "2017"},
        shots={"C-45": ("2021", "U-1"), "C-51": ("2021", "U-1")}, ratings=rated(U_2="8/4/6"), options=COUNTER, **more,
    )  # fmt: skip
    give(state, C, fire("C-45"), 2)
    give(state, U, back_at("U-2", "2018"))
    give(state, C, DefendWith(unit="C-45"), 4, 4, 3, 3)  # DR, neither captured
    return state


def test_d59_c_d49_guns_driven_off_before_they_fired_are_spent_though_not_disrupted() -> None:
    state = lone_guns(readings={"D59": "C"})
    assert not state.units["C-51"].disrupted
    facts = give(state, C, RetreatTo(unit="C-51", to="1918"))
    assert [(fact.unit, fact.why.cite) for fact in of(AttackVoided, facts)] == [("C-51", "14.1a")]
    assert [(fact.unit, fact.why.key) for fact in of(GunsFired, facts)] == [("C-51", "its shot is lost")]
    assert state.units["C-51"].fired


def test_13_5c_guns_of_which_none_can_retreat_are_captured() -> None:
    places = {"C-41": "2019", "U-7": "2020", "U-8": "2020"}
    rough = ground(rough=("1919", "1920", "2021", "2119", "2120"))
    state = combat(places, {"C-41": "2020"}, ground=rough, ratings={"C-41": "3/4/3"})
    give(state, C, attack("C-41"))
    facts = give(state, U, DefendWith(unit="U-7"), 5, 5, 3, 3)
    assert [(fact.unit, fact.why.cite) for fact in of(UnitCaptured, facts)] == [("U-7", "12.4f"), ("U-8", "12.4f")]
    assert awaited(state) == "AwaitAdvance"


def test_l35_attacks_on_a_hex_that_fire_has_emptied_are_not_coordinated() -> None:
    places = {"C-41": "2019", "C-42": "1919", "C-45": "1819", "C-51": "1819", "C-52": "1819", "U-1": "2020"}
    guns = ("C-45", "C-51", "C-52")
    for letter in "AC":
        state = combat(
            places, {"C-41": "2020", "C-42": "2020"}, shots=dict.fromkeys(guns, ("2020", "U-1")),
            ratings=rated("C-41", "C-42", "U-1"), readings={"D45": letter},
        )  # fmt: skip
        facts = give(state, C, fire(*guns), 1, 3, 6)
        assert of(UnitRouted, facts)
        assert refusal(state, C, RollCoordination(target="2020")) == "11.6a"
        assert orders(state) == [attack("C-41"), attack("C-42")]
        facts = give(state, C, attack("C-41"))
        assert [fact.unit for fact in of(AttackWasted, facts)] == ["C-41", "C-42"]
        assert not of(CoordinationTried, facts)
        assert awaited(state) == "AwaitAdvance"


SUNKEN = ground(protected={"2020": ("2019",)})
BATTERY = {"C-45": "2017", "C-51": "2017", "U-1": "2020", "U-72": "2020"}


def test_d62_b_d21_b_a_protected_hexside_still_shields_infantry_when_the_shot_is_fired() -> None:
    state = combat(
        {**BATTERY, "C-52": "2017"}, shots=dict.fromkeys(("C-45", "C-51", "C-52"), ("2020", "")), ground=SUNKEN,
        ratings=rated("U-1", "U-72"), readings={"D62": "B", "D21": "B"},
    )  # fmt: skip
    assert {order.aim for order in orders(state)} == {"U-72"}  # type: ignore[attr-defined]
    assert refusal(state, C, fire("C-45", aim="U-1")) == "14.2b"
    facts = give(state, C, fire("C-45", "C-51", aim="U-72"), 1, 5, 6)  # DR: the cavalry routs
    assert [fact.unit for fact in of(UnitRouted, facts)] == ["U-72"]
    assert [(fact.unit, fact.why.cite) for fact in of(AttackVoided, facts)] == [("C-52", "14.1b")], "only U-1 is left"


def test_d62_b_guns_that_named_different_units_may_still_fire_together() -> None:
    for letter, rule in (("A", "14.7a"), ("B", "")):
        state = combat(
            BATTERY, shots={"C-45": ("2020", "U-1"), "C-51": ("2020", "U-72")}, ratings=rated("U-1", "U-72"),
            readings={"D62": letter},
        )  # fmt: skip
        if rule:
            assert refusal(state, C, fire("C-45", "C-51")) == rule
        else:
            assert fire("C-45", "C-51", aim="U-72") in orders(state)
            facts = give(state, C, fire("C-45", "C-51", aim="U-72"), 1, 2)
            assert of(BombardmentResolved, facts)[0].aim == "U-72"


def test_d62_b_a_train_alone_must_be_named() -> None:
    state = position({"C-45": "2017", "U-Train": "2019"}, ground=ground(), readings={"D62": "B"})
    shots = [order for order in orders(state) if isinstance(order, DeclareBombardment)]
    assert shots == [DeclareBombardment(unit="C-45", target="2019", aim="U-Train")]
    assert refusal(state, C, DeclareBombardment(unit="C-45", target="2019", aim="")) == "14.2b"


@pytest.mark.parametrize(("letter", "modifiers"), [("A", [-2]), ("B", [-2, -2])])
def test_d19_the_modifiers_always_add_up_to_the_differential(letter: str, modifiers: list[int]) -> None:
    state = combat(
        {"C-41": "2019", "U-1": "2020"}, {"C-41": "2020"}, ground=ground(rough=("2020",)),
        ratings={"C-41": "8/6/6", "U-1": "2/6/6"}, readings={"D19": letter},
    )  # fmt: skip
    resolved = of(CombatResolved, give(state, C, attack("C-41"), 1, 2))[0]
    assert [modifier.value for modifier in resolved.modifiers] == modifiers
    base = resolved.attacker_combat - resolved.defender_combat
    assert resolved.differential == base + total(resolved.modifiers)


@pytest.mark.parametrize(
    ("code", "guns", "said"),
    [
        ("A", False, "attacker Disrupted"),
        ("AR", False, "attacker Disrupted, rout test, else Shaken"),
        ("D4", False, "defender Disrupted, and Shaken and driven back if its morale is below 4"),
        ("DER", False, "elimination test, defender Disrupted, rout test, else Shaken and driven back"),
        ("D4", True, "artillery Disrupted, then captured or driven back"),
        ("DR", True, "artillery Disrupted, then captured or driven back"),
        ("DER", True, "artillery Eliminated"),
        ("AE", True, "elimination test, attacker Disrupted"),
    ],
)
def test_12_2_13_5b_what_a_result_is_said_to_do(code: str, guns: bool, said: str) -> None:
    assert result_said(code, guns) == said


def test_13_5b_the_log_tells_lone_artillery_apart() -> None:
    state = combat({"C-41": "2019", "U-7": "2020"}, {"C-41": "2020"}, ratings={"C-41": "3/4/3"})
    resolved = of(CombatResolved, give(state, C, attack("C-41"), 5, 5, 3))[0]
    assert resolved.guns
    assert "artillery Disrupted, then captured or driven back (CRT)" in str(tell(SYSTEM, resolved))
    assert "differential 0;" in str(tell(SYSTEM, resolved))


def test_21_4_14_3_one_gun_bombards_and_several_bombard() -> None:
    one = FightBegan(attacker="C-45", side=C, target="2020", kind="bombardment", guns=("C-45",))
    two = FightBegan(attacker="C-45", side=C, target="2020", kind="bombardment", guns=("C-45", "C-51"))
    train = FightBegan(attacker="C-41", side=C, target="2020", kind="train")
    assert [tell(SYSTEM, fact) for fact in (one, two, train)] == [
        "C-45 bombards 2020", "C-45 and C-51 bombard 2020", "C-41 attacks the Train in 2020",
    ]  # fmt: skip
    assert tell(SYSTEM, TrainAttacked(train="U-Train", units=("C-41",))) == "C-41 attacks U-Train (21.4)"
    assert tell(SYSTEM, FightStepped(stage="roll")) == "to be settled now; then the dice (11.3)"


def test_19_1c_support_in_a_counter_attack_is_reckoned_like_any_other() -> None:
    places = {"C-41": "2019", "C-45": "2019", "U-1": "2020", "U-2": "2018", "U-7": "2018"}
    state = combat(places, {"C-41": "2020"}, ratings=rated("C-41", "U-1", "U-2"), options=COUNTER)
    give(state, C, attack("C-41"))
    give(state, C, Decline(), 2, 3)
    give(state, U, back_at("U-2", "2019"))
    give(state, U, GiveSupport(unit="U-7"))
    resolved = of(CombatResolved, give(state, C, GiveSupport(unit="C-45"), 2, 3))[0]
    cites = [(modifier.cite, modifier.value > 0) for modifier in resolved.modifiers]
    assert cites == [("13.4b", True), ("13.4c", False), ("7.3a", True)]


@pytest.mark.parametrize(
    ("more", "said"), [({}, ("defensive support", "13.4a")), ({"cavalry": True}, ("retreat before combat", "15.4"))]
)
def test_what_was_declined_stands_in_the_log(more: dict[str, bool], said: tuple[str, str]) -> None:
    defender = {"U-72": "2020"} if more else {"U-1": "2020", "U-7": "2021"}
    state = combat({"C-41": "2019", **defender}, {"C-41": "2020"}, ratings=rated("C-41", "U-1", "U-72"))
    give(state, C, attack("C-41"))
    facts = give(state, U, Decline(), 2, 3)
    assert [(fact.side, fact.what.key, fact.what.cite) for fact in of(Declined, facts)] == [(U, *said)]


def test_9_5a_d44_b_the_brigade_on_top_attacks_first() -> None:
    attacks = {"C-1": "2021", "C-2": "2021"}
    state = combat({"C-1": "2020", "C-2": "2020", "U-1": "2021"}, attacks, readings={"D44": "B"})
    assert refusal(state, "confederate", ResolveAttack(unit="C-2")) == "9.5a"
    assert [c.order for c in listed(state) if isinstance(c.order, ResolveAttack)] == [ResolveAttack(unit="C-1")]
    give(state, "confederate", ResolveAttack(unit="C-1"), 3, 3)  # A: only the attacker is Disrupted
    assert [c.order for c in listed(state) if isinstance(c.order, ResolveAttack)] == [ResolveAttack(unit="C-2")]
