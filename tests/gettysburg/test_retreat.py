"""12.4, 9.3 Retreats."""

from __future__ import annotations

from typing import Any

import pytest

from rules.gettysburg import SYSTEM
from rules.gettysburg.combat.asks import ChooseRout, ResolveAttack, RetreatTo
from rules.gettysburg.combat.retreat_facts import RetreatContinued, UnitRetreated
from rules.gettysburg.movement.facts import UnitLeftMap
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.state_facts import UnitCaptured, UnitDisrupted, UnitRouted
from tests.gettysburg.fighting import C, U, awaited, combat, ground, listed, of
from tests.gettysburg.positions import give, refusal

DUEL = {"C-41": "2019", "U-1": "2020"}
RATINGS = {"C-41": "4/4/3", "U-1": "4/3/3"}


def beaten(places: dict[str, str], *more_dice: int, **more: Any) -> State:
    """U-1 in 2020 has to retreat: 2 on the even column is D4, above its morale."""
    state = combat(places, {"C-41": "2020"}, ratings=more.pop("ratings", RATINGS), **more)
    give(state, C, ResolveAttack(unit="C-41"), 1, 1, *more_dice)
    return state


def back(to: str, unit: str = "U-1") -> RetreatTo:
    return RetreatTo(unit=unit, to=to)


def test_12_4a_the_owner_picks_any_hex_without_the_enemy() -> None:
    state = beaten(DUEL)
    ways = {choice.order.to for choice in listed(state)}  # type: ignore[attr-defined]
    assert ways == {"1919", "2119", "2120", "2021", "1920"}
    assert {choice.by for choice in listed(state)} == {U}


def test_12_4a_a_single_open_hex_is_not_asked_about() -> None:
    around = {"C-42": "1919", "C-43": "2119", "C-44": "2120", "C-46": "1920"}
    state = combat({**DUEL, **around}, {"C-41": "2020"}, ratings=RATINGS)
    facts = give(state, C, ResolveAttack(unit="C-41"), 1, 1, 6)  # next to infantry there: it breaks
    assert [fact.to for fact in of(UnitRetreated, facts)] == ["2021"]
    assert of(UnitRouted, facts)[0].why.cite == "12.4b"


def test_l48_an_attacker_does_not_retreat() -> None:
    assert refusal(beaten(DUEL), U, back("2018", "C-41")) == "12.3"


def test_l49_no_retreat_into_an_enemy_or_beyond_one_hex() -> None:
    state = beaten(DUEL)
    assert refusal(state, U, back("2019")) == "12.4a"
    assert refusal(state, U, back("2022")) == "12.4a"


def test_l50_a_retreat_is_neither_refused_nor_stopped_early() -> None:
    state = beaten(DUEL)
    assert refusal(state, U, Decline()) == "12.4b"
    give(state, U, back("1919"), 3)  # next to C-41: tested, and on
    assert awaited(state) == "AwaitRetreat"
    assert refusal(state, U, Decline()) == "12.4b"
    assert refusal(state, U, back("2020")) == "12.4a", "the hex it was driven from"


def test_12_4b_next_to_infantry_a_retreating_unit_tests_and_goes_on() -> None:
    state = beaten(DUEL)
    facts = give(state, U, back("1919"), 3)
    assert [(fact.unit, fact.why.cite) for fact in of(RetreatContinued, facts)] == [("U-1", "12.4b")]
    give(state, U, back("1820"))
    assert state.units["U-1"].at == "1820"


def test_12_4b_a_unit_that_fails_routs() -> None:
    facts = give(beaten(DUEL), U, back("1919"), 4)
    assert [(fact.box, fact.why.cite) for fact in of(UnitRouted, facts)] == [("routed", "12.4b")]


def test_12_4c_a_retreat_may_end_next_to_artillery_and_the_train() -> None:
    state = beaten({**DUEL, "C-45": "2022", "C-Train": "1921"})
    give(state, U, back("2021"))
    assert state.units["U-1"].at == "2021"
    assert awaited(state) == "AwaitAdvance"


@pytest.mark.parametrize(("letter", "dice"), [("A", ()), ("B", (6,))])
def test_d53_past_cavalry_a_unit_goes_on_and_is_tested_only_under_b(letter: str, dice: tuple[int, ...]) -> None:
    state = beaten({**DUEL, "C-54": "2022"}, readings={"D53": letter})
    facts = give(state, U, back("2021"), *dice)
    if dice:
        assert of(UnitRouted, facts)[0].why.cite == "12.4d"
    else:
        assert of(RetreatContinued, facts)[0].why.cite == "12.4d"
        assert awaited(state) == "AwaitRetreat"


EDGE = {"C-41": "2001", "U-1": "2000"}


@pytest.mark.parametrize(("letter", "offered"), [("A", True), ("B", False), ("C", True)])
def test_d54_when_a_retreat_may_leave_the_map(letter: str, offered: bool) -> None:
    state = combat(EDGE, {"C-41": "2000"}, ratings=RATINGS, readings={"D54": letter})
    give(state, C, ResolveAttack(unit="C-41"), 1, 1)
    assert ("off" in [choice.order.to for choice in listed(state)]) == offered  # type: ignore[attr-defined]
    if offered:
        facts = give(state, U, back("off"))
        assert [(fact.unit, fact.rule) for fact in of(UnitLeftMap, facts)] == [("U-1", "8.5b")]
        assert state.units["U-1"].at == "out_of_play"


@pytest.mark.parametrize(("letter", "is_open"), [("A", False), ("C", True)])
def test_d54_prohibited_ground_bars_a_retreat_unless_c(letter: str, is_open: bool) -> None:
    places = {"C-41": "2019", "U-72": "2020"}
    ratings = {"C-41": "4/4/3", "U-72": "4/3/3"}
    rough = ground(rough=("2021",))
    state = combat(places, {"C-41": "2020"}, ground=rough, ratings=ratings, readings={"D54": letter})
    give(state, C, ResolveAttack(unit="C-41"))
    give(state, U, Decline(), 3, 5)  # 8 is D4 on the even column
    assert ("2021" in [choice.order.to for choice in listed(state)]) == is_open  # type: ignore[attr-defined]


@pytest.mark.parametrize(("letter", "fate"), [("A", "routed"), ("B", "1919")])
def test_d55_the_morale_of_the_face_before_the_combat_under_b(letter: str, fate: str) -> None:
    state = beaten(DUEL, readings={"D55": letter}, ratings={"C-41": "4/4/3", "U-1": "4/3:2/3"})
    give(state, U, back("1919"), 3)
    assert state.units["U-1"].at == fate


FULL = {**DUEL, "U-5": "2021", "U-6": "2021", "U-9": "2021"}


def test_9_3a_a_unit_that_overstacks_the_hex_it_retreats_into_routs() -> None:
    """12.4e"""
    facts = give(beaten(FULL), U, back("2021"))
    assert [(fact.unit, fact.why.cite) for fact in of(UnitRouted, facts)] == [("U-1", "9.3a")]


@pytest.mark.parametrize(("letter", "fate"), [("A", "routed"), ("B", "2021")])
def test_d29_b_a_full_hex_may_be_passed_through(letter: str, fate: str) -> None:
    state = beaten({**FULL, "C-54": "2022"}, readings={"D29": letter})
    give(state, U, back("2021"))
    assert state.units["U-1"].at == fate


def test_d29_b_a_retreat_that_ends_in_a_full_hex_routs() -> None:
    facts = give(beaten(FULL, readings={"D29": "B"}), U, back("2021"))
    assert of(UnitRouted, facts)[0].unit == "U-1"


CROWD = {**DUEL, "U-2": "2020", "U-5": "2021", "U-6": "2021"}


def test_9_3b_the_owner_picks_which_retreating_unit_routs() -> None:
    state = beaten(CROWD, 6, ratings={**RATINGS, "U-2": "4/3/3"})
    give(state, U, back("2021", "U-2"))
    give(state, U, back("2021"))
    assert awaited(state) == "AwaitRout"
    assert (state.core.losses[U], SYSTEM.book.losses(state)[U]) == (0, 1)  # lost already, whichever it will be
    assert refusal(state, U, ChooseRout(unit="U-5")) == "9.3b"
    assert refusal(state, U, Decline()) == "12.4b"
    give(state, U, ChooseRout(unit="U-2"))
    assert state.units["U-2"].at == "routed"
    assert state.units["U-1"].at == "2021"


def test_d30_b_a_unit_that_stood_there_may_be_chosen_too() -> None:
    state = beaten(FULL, readings={"D30": "B"})
    give(state, U, back("2021"))
    assert [choice.order.unit for choice in listed(state)] == ["U-5", "U-6", "U-9", "U-1"]  # type: ignore[attr-defined]
    give(state, U, ChooseRout(unit="U-5"))
    assert state.units["U-1"].at == "2021"
    assert state.units["U-5"].at == "routed"


@pytest.mark.parametrize(("letter", "units"), [("A", []), ("B", ["U-1"])])
def test_d65_b_a_retreat_at_night_disrupts(letter: str, units: list[str]) -> None:
    state = combat(DUEL, {"C-41": "2020"}, ratings=RATINGS, turn=11, readings={"D65": letter})
    give(state, C, ResolveAttack(unit="C-41"), 1, 1, 3)
    state.units["U-1"].disrupted = False
    assert [fact.unit for fact in of(UnitDisrupted, give(state, U, back("2021")))] == units


def test_12_4f_a_unit_that_cannot_go_on_is_captured() -> None:
    ring = {"C-42": "2022", "C-43": "1921", "C-44": "2121", "C-46": "2119", "C-47": "1919", "C-48": "1920"}
    state = combat({**DUEL, **ring, "C-49": "2120"}, {"C-41": "2020"}, ratings=RATINGS)
    facts = give(state, C, ResolveAttack(unit="C-41"), 1, 1, 1)
    assert [(fact.unit, fact.why.cite) for fact in of(UnitCaptured, facts)] == [("U-1", "12.4f")]
