"""9.1.3, 10.1.4 When fire may be answered, and by whom."""

from __future__ import annotations

import pytest

from domain.kernel.facts import Fact
from rules.musket_and_pike.fire.asks import (
    AdvancingFire,
    Evade,
    FireGuns,
    FirePistol,
    RetreatingFire,
    Skirmish,
    TurnGuns,
)
from rules.musket_and_pike.fire.facts import ShotFired
from rules.musket_and_pike.reaction.asks import AwaitReaction, ReactFire
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, Trigger
from tests.musket_and_pike.positions import asked, give, position, refused, told
from tests.musket_and_pike.test_fire import react_fire

TWO, PIKES, GUNNED, HORSE, GUN = (
    "blue-two-hex", "blue-without-pikes", "blue-guns-with-the-foot", "blue-cuirassiers-i", "blue-heavy-battery",
)  # fmt: skip
RED, RED_MUSKETS, RED_GUNS, RED_HORSE = "red-one-hex", "red-muskets", "red-battery", "red-cuirassiers-i"


def asked_now(state: State) -> tuple[str, set[str]]:
    """The trigger that may be answered now, and who may."""
    frame = asked(state)
    return (frame.trigger.kind, set(frame.units)) if isinstance(frame, AwaitReaction) else ("", set())


def firing(facts: list[Fact]) -> list[tuple[str, str]]:
    return [(one.unit, one.target) for one in told(facts, ShotFired)]


def test_10_3_3_only_the_target_of_a_skirmish_may_fire_back() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2", RED_MUSKETS: "0911:2"})
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0)
    assert asked_now(state) == ("TR5", {RED})
    assert firing(give(state, "red", ReactFire(unit=RED), 0)) == [(RED, PIKES)]
    assert state.activation.acted == [PIKES]


def test_10_3_2_all_who_can_may_answer_advancing_fire() -> None:
    state = position({PIKES: "1013:5", RED: "1011:2", RED_MUSKETS: "0911:2"}, order="charge")
    give(state, "blue", AdvancingFire(unit=PIKES, targets=(RED,), to="1012"), 0)
    assert asked_now(state) == ("TR1", {RED, RED_MUSKETS})


def test_10_3_4_answers_to_retreating_fire_come_before_the_step_at_minus_three() -> None:
    state = position({PIKES: "1012:5", RED: "1011:2"})
    give(state, "blue", RetreatingFire(unit=PIKES, targets=(RED,), to="1013"), 0)
    assert state.units[PIKES].hexes == ("1012",)
    assert asked_now(state) == ("TR1", {RED})
    (shot,) = told(give(state, "red", ReactFire(unit=RED), 3), ShotFired)
    assert shot.net == 0
    assert state.units[PIKES].hexes == ("1013",)


def test_10_3_4_who_is_broken_by_the_answer_does_not_step_back() -> None:
    state = position({PIKES: "1012:5:FS", RED: "1011:2"}, leaders={"blue-centre": "1112"})
    give(state, "blue", RetreatingFire(unit=PIKES, targets=(RED,), to="1013"), 0)
    give(state, "red", ReactFire(unit=RED), 6)
    assert state.units[PIKES].formation == "FB"
    assert state.units[PIKES].hexes == ("1012",)
    assert state.activation.acted == [PIKES]


@pytest.mark.parametrize(("letter", "again"), [("a", True), ("b", False)])
def test_d37_the_step_back_and_a_second_window(letter: str, again: bool) -> None:
    places = {PIKES: "1012:5", RED: "1011:2", RED_MUSKETS: "0912:1"}
    state = position(places, readings={"D37": letter}, leaders={"blue-centre": "1112"})
    give(state, "blue", RetreatingFire(unit=PIKES, targets=(RED,), to="0913"), 0)
    assert asked_now(state) == ("TR1", {RED, RED_MUSKETS})
    give(state, "red", ReactFire(unit=RED), 0)
    give(state, "red", Decline())
    assert asked_now(state) == (("TR1", {RED_MUSKETS}) if again else ("", set()))
    if again:
        (shot,) = told(give(state, "red", ReactFire(unit=RED_MUSKETS), 0), ShotFired)
        assert shot.net == 0


@pytest.mark.parametrize(("letter", "windows"), [("a", [{RED, RED_MUSKETS}]), ("b", [{RED}, {RED_MUSKETS}])])
def test_d45_a_two_hex_unit_fires_at_two(letter: str, windows: list[set[str]]) -> None:
    state = position({TWO: "1012:5", RED: "0911:2", RED_MUSKETS: "1111:2"}, readings={"D45": letter})
    facts = give(state, "blue", Skirmish(unit=TWO, targets=(RED, RED_MUSKETS)), *([0, 0] if letter == "a" else [0]))
    assert len(told(facts, ShotFired)) == len(windows[0])
    found = []
    while (now := asked_now(state))[0]:
        found.append(now[1])
        give(state, "red", Decline(), *([0] if letter == "b" and len(found) == 1 else []))
    assert found == windows


@pytest.mark.parametrize(("letter", "kinds"), [("a", ["TR6"]), ("b", [])])
def test_d36_guns_answer_fire_at_their_hex(letter: str, kinds: list[str]) -> None:
    state = position({GUN: "1016:5", RED_GUNS: "1211:2", RED: "1011:2"}, readings={"D36": letter})
    give(state, "blue", FireGuns(unit=GUN, target=RED_GUNS), 0)
    found = asked_now(state)
    assert [found[0]] * bool(found[0]) == kinds
    if kinds:
        assert found[1] == {RED_GUNS}
        assert firing(give(state, "red", ReactFire(unit=RED_GUNS), 0)) == [(RED_GUNS, GUN)]


def test_9_1_3_nobody_else_answers_artillery() -> None:
    state = position({GUN: "1012:5", RED: "1011:2"})
    give(state, "blue", FireGuns(unit=GUN, target=RED), 0)
    assert asked_now(state) == ("", set())


def test_6_2_3_turning_guns_is_answered_as_any_turn() -> None:
    state = position({GUN: "1012:5", RED: "1011:2"})
    give(state, "blue", TurnGuns(unit=GUN, facing=4))
    assert asked_now(state) == ("TR2", {RED})


def test_10_2_the_target_of_pistols_answers() -> None:
    state = position({HORSE: "1012:5", RED: "1011:2"})
    give(state, "blue", FirePistol(unit=HORSE, target=RED), 0)
    assert asked_now(state)[0] == "TR5"
    assert RED in asked_now(state)[1]


def test_10_8_6_horse_that_evades_regimental_guns_does_not_fire_back() -> None:
    state = position({GUNNED: "1012:5", RED_HORSE: "1011:2"}, orders={"red-horse": "charge"})
    give(state, "blue", Skirmish(unit=GUNNED, targets=(RED_HORSE,)), 3)
    assert refused(state, "red", Evade(to="1012")) == "10.8.6"
    give(state, "red", Evade(to="1111"))
    assert state.units[RED_HORSE].formation == "FN"
    assert RED_HORSE not in asked_now(state)[1]


def test_e39_and_10_8_6_active_horse_that_evades_is_reacted_to() -> None:
    state = position(
        {HORSE: "1016:5", RED_GUNS: "1211:2", RED: "1115:2"}, order="charge", leaders={"blue-horse": "1017"}
    )
    react_fire(state, RED_GUNS, Trigger(kind="TR6", unit=HORSE, how="pistol", hexes=("1016",)), 9)
    give(state, "blue", Evade(to="1116"), 0)
    assert state.units[HORSE].casualties == 1
    assert asked_now(state) == ("TR1", {RED})
