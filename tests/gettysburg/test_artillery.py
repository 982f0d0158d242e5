"""13.4, 13.5 Artillery in combat."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import DiceRolled, PointsScored
from rules.gettysburg.combat.asks import DefendWith, GiveSupport, ResolveAttack, RetreatTo
from rules.gettysburg.combat.facts import CombatResolved, SupportGiven
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.state_facts import GunsFired, UnitCaptured, UnitDisrupted, UnitEliminated
from tests.gettysburg.fighting import C, U, awaited, combat, listed, of
from tests.gettysburg.positions import give, refusal

ATTACK = ResolveAttack(unit="C-41")
EVEN = {"C-41": "4/6/6", "C-42": "4/6/6", "U-1": "4/6/6"}
GUNS = {"C-41": "2019", "C-45": "2019", "C-52": "1919", "U-1": "2020", "U-7": "2021", "U-8": "2022"}


def test_13_4_attacker_then_defender_may_give_support() -> None:
    state = combat(GUNS, {"C-41": "2020"}, ratings=EVEN)
    give(state, C, ATTACK)
    assert [choice.order for choice in listed(state)] == [GiveSupport(unit="C-45"), Decline()]
    facts = give(state, C, GiveSupport(unit="C-45"))
    assert [(fact.unit, fact.attacking, fact.value) for fact in of(SupportGiven, facts)] == [("C-45", True, 1)]
    assert [choice.order for choice in listed(state)] == [GiveSupport(unit="U-7"), Decline()]
    facts = give(state, U, GiveSupport(unit="U-7"), 3, 4)
    assert [(m.value, m.cite) for m in of(CombatResolved, facts)[0].modifiers] == [(1, "13.4b"), (-3, "13.4c")]
    assert [fact.unit for fact in of(GunsFired, facts)] == ["C-45", "U-7"]


def test_l37_offensive_support_comes_from_the_attackers_hex() -> None:
    state = combat(GUNS, {"C-41": "2020"}, ratings=EVEN)
    give(state, C, ATTACK)
    assert refusal(state, C, GiveSupport(unit="C-52")) == "13.4b"
    assert refusal(state, C, GiveSupport(unit="C-41")) == "13.4b"


def test_l37_l38_each_side_supports_a_combat_once() -> None:
    state = combat({**GUNS, "C-51": "2019"}, {"C-41": "2020"}, ratings=EVEN)
    give(state, C, ATTACK)
    give(state, C, GiveSupport(unit="C-45"))
    assert refusal(state, C, GiveSupport(unit="C-51")) == "13.4b", "one artillery unit for each side"
    facts = give(state, U, GiveSupport(unit="U-7"), 3, 4)
    assert len(of(CombatResolved, facts)[0].modifiers) == 2


def test_l38_defensive_support_comes_from_the_hex_or_next_to_it() -> None:
    state = combat(GUNS, {"C-41": "2020"}, ratings=EVEN)
    give(state, C, ATTACK)
    give(state, C, Decline())
    assert refusal(state, U, GiveSupport(unit="U-8")) == "13.4c"


@pytest.mark.parametrize(
    ("marks", "rule"), [({"fired": ["C-45"]}, "13.1b"), ({"disrupted": ["C-45"], "fired": ["C-45"]}, "13.1d")]
)
def test_l39_fired_or_disrupted_artillery_gives_no_support(marks: dict[str, Any], rule: str) -> None:
    state = combat({**GUNS, "C-51": "2019"}, {"C-41": "2020"}, ratings=EVEN, **marks)
    give(state, C, ATTACK)
    assert refusal(state, C, GiveSupport(unit="C-45")) == rule
    assert GiveSupport(unit="C-45") not in [choice.order for choice in listed(state)]


@pytest.mark.parametrize(("letter", "may"), [("A", False), ("B", True)])
def test_l39_d49_artillery_with_a_declared_bombardment_supports_only_under_b(letter: str, may: bool) -> None:
    state = combat(
        {**GUNS, "C-51": "2019"}, {"C-41": "2020"}, shots={"C-45": ("2020", "U-1")}, ratings=EVEN,
        readings={"D49": letter},
    )  # fmt: skip
    give(state, C, ATTACK)
    assert (GiveSupport(unit="C-45") in [choice.order for choice in listed(state)]) == may
    if not may:
        assert refusal(state, C, GiveSupport(unit="C-45")) == "13.1b"


def test_l39_no_support_at_night() -> None:
    facts = give(combat(GUNS, {"C-41": "2020"}, ratings=EVEN, turn=11), C, ATTACK, 3, 4, 1)
    assert of(CombatResolved, facts)[0].modifiers == ()


def test_l41_artillery_that_gave_support_does_so_no_more() -> None:
    places = {**GUNS, "C-42": "2019", "U-2": "2018"}
    state = combat(places, {"C-41": "2020", "C-42": "2018"}, ratings={**EVEN, "U-2": "4/6/6"})
    give(state, C, ATTACK)
    give(state, C, GiveSupport(unit="C-45"))
    give(state, U, Decline(), 2, 2)
    facts = give(state, C, ResolveAttack(unit="C-42"), 3, 4)
    assert of(CombatResolved, facts)[0].modifiers == (), "nobody was asked"


def test_13_4c_other_artillery_may_support_the_next_combat() -> None:
    places = {"C-41": "2019", "C-42": "1919", "U-1": "2020", "U-7": "2021", "U-8": "2120"}
    state = combat(places, {"C-41": "2020", "C-42": "2020"}, ratings=EVEN)
    give(state, C, ATTACK)
    give(state, U, GiveSupport(unit="U-7"), 3, 2)
    give(state, C, ResolveAttack(unit="C-42"))
    assert [choice.order for choice in listed(state)] == [GiveSupport(unit="U-8"), Decline()]


def test_d48_c_the_defender_chooses_first() -> None:
    state = combat(GUNS, {"C-41": "2020"}, ratings=EVEN, readings={"D48": "C"})
    give(state, C, ATTACK)
    assert {choice.by for choice in listed(state)} == {U}
    give(state, U, Decline())
    assert {choice.by for choice in listed(state)} == {C}


BEATEN = {"C-41": "4/4/3", "U-1": "4/3/3"}
WITH_GUNS = {"C-41": "2019", "U-1": "2020", "U-7": "2020"}


def driven(**more: Any) -> State:
    """U-1 gives way before a D4, after its guns have declined to support it."""
    state = combat(WITH_GUNS, {"C-41": "2020"}, ratings=BEATEN, **more)
    give(state, C, ATTACK)
    return state


def test_13_4d_artillery_that_a_retreat_leaves_alone_goes_back_disrupted() -> None:
    state = driven()
    facts = give(state, U, Decline(), 1, 1)
    assert of(RetreatBegan, facts)[0].units == ("U-1", "U-7")
    assert {fact.unit for fact in of(UnitDisrupted, facts)} == {"U-1", "U-7"}
    assert state.units["U-7"].fired
    give(state, U, RetreatTo(unit="U-7", to="2120"))
    give(state, U, RetreatTo(unit="U-1", to="2021"))
    assert awaited(state) == "AwaitAdvance"


@pytest.mark.parametrize(("letter", "retreats"), [("A", []), ("B", [("U-7",)])])
def test_d57_artillery_left_by_a_rout_goes_only_under_b(letter: str, retreats: list[tuple[str, ...]]) -> None:
    state = driven(readings={"D57": letter})
    facts = give(state, U, Decline(), 5, 5, 6)  # DR, rout
    assert [fact.units for fact in of(RetreatBegan, facts)] == retreats
    if not retreats:
        assert not awaited(state), "the hex is not empty: no advance"


ALONE = {"C-41": "2019", "U-7": "2020"}


def test_x9_lone_artillery_is_disrupted_and_may_be_captured() -> None:
    state = combat(ALONE, {"C-41": "2020"}, ratings={"C-41": "4/4/3"}, fired=["U-7"])
    state.units["U-7"].ratings = type(state.units["U-7"].ratings)(def_support=3, self_defence=1)
    facts = give(state, C, ATTACK, 4, 4, 2)
    resolved = of(CombatResolved, facts)[0]
    assert (resolved.defender_combat, resolved.column, resolved.cell) == (1, 3, "D5")
    assert [fact.unit for fact in of(UnitDisrupted, facts)] == ["U-7"]
    assert [fact.why.cite for fact in of(UnitCaptured, facts)] == ["13.5b"]
    assert [(fact.side, fact.points) for fact in of(PointsScored, facts)] == [(C, 1)]
    assert [fact.by for fact in of(DiceRolled, facts)] == [C, C]
    assert awaited(state) == "AwaitAdvance"


def test_13_5a_ready_artillery_defends_with_its_support_value() -> None:
    facts = give(combat(ALONE, {"C-41": "2020"}, ratings={"C-41": "3/4/3"}), C, ATTACK, 2, 3)
    assert of(CombatResolved, facts)[0].defender_combat == 3


def test_13_5b_e_eliminates_lone_artillery_without_a_test() -> None:
    facts = give(combat(ALONE, {"C-41": "2020"}, ratings={"C-41": "3/4/3"}), C, ATTACK, 4, 5)
    assert [(fact.unit, fact.why.cite) for fact in of(UnitEliminated, facts)] == [("U-7", "13.5b")]


def test_13_5b_lone_artillery_not_captured_retreats() -> None:
    state = combat(ALONE, {"C-41": "2020"}, ratings={"C-41": "3/4/3"})
    give(state, C, ATTACK, 5, 5, 3)
    assert awaited(state) == "AwaitRetreat"


def test_l40_nobody_supports_lone_artillery() -> None:
    state = combat({**ALONE, "U-8": "2021", "U-1": "2120"}, {"C-41": "2020"}, ratings={"C-41": "3/4/3"})
    facts = give(state, C, ATTACK, 2, 3)
    assert of(CombatResolved, facts)[0].modifiers == ()
    state = combat({**ALONE, "U-8": "2021", "C-45": "2019"}, {"C-41": "2020"}, ratings={"C-41": "3/4/3"})
    give(state, C, ATTACK)
    assert refusal(state, U, GiveSupport(unit="U-8")) == "13.5a"
    assert of(CombatResolved, give(state, C, GiveSupport(unit="C-45"), 3, 3))[0].modifiers[0].cite == "13.4b"


TWO = {**ALONE, "U-8": "2020"}


@pytest.mark.parametrize(("letter", "side"), [("A", U), ("B", C)])
def test_d59_who_picks_the_artillery_that_defends(letter: str, side: str) -> None:
    state = combat(TWO, {"C-41": "2020"}, ratings={"C-41": "3/4/3"}, readings={"D59": letter})
    give(state, C, ATTACK)
    assert list(listed(state)) == [(side, DefendWith(unit="U-7")), (side, DefendWith(unit="U-8"))]
    assert refusal(state, side, DefendWith(unit="C-41")) == "13.5a"
    assert of(CombatResolved, give(state, side, DefendWith(unit="U-8"), 2, 3))[0].defender == "U-8"


@pytest.mark.parametrize(("letter", "disrupted"), [("A", ["U-7", "U-8"]), ("C", ["U-7"])])
def test_13_5c_other_artillery_takes_its_own_capture_roll(letter: str, disrupted: list[str]) -> None:
    state = combat(TWO, {"C-41": "2020"}, ratings={"C-41": "3/4/3"}, readings={"D59": letter})
    give(state, C, ATTACK)
    facts = give(state, U, DefendWith(unit="U-7"), 5, 5, 3, 2)
    assert [fact.unit for fact in of(UnitDisrupted, facts)] == disrupted
    assert [(fact.unit, fact.why.cite) for fact in of(UnitCaptured, facts)] == [("U-8", "13.5c")]
    assert [fact.units for fact in of(RetreatBegan, facts)] == [("U-7",)]


def test_13_5d_an_a_result_hits_the_attacker_of_lone_artillery() -> None:
    facts = give(combat(ALONE, {"C-41": "2020"}, ratings={"C-41": "3/4/3"}), C, ATTACK, 2, 3)
    assert [fact.unit for fact in of(UnitDisrupted, facts)] == ["C-41"]
