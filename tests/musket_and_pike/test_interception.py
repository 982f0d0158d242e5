"""9.3, 9.3.6 Interception: a move inside a window inside a move, with fire both ways and a melee of its own."""

from __future__ import annotations

from typing import Any

import pytest

from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.fire.facts import PistolSpent, ShotFired
from rules.musket_and_pike.melee.asks import AwaitAssault, AwaitPistols, DeclareMelee, MeleePistols
from rules.musket_and_pike.melee.facts import MeleeBegan, MeleeRolled
from rules.musket_and_pike.movement.asks import MoveUnit
from rules.musket_and_pike.movement.facts import MomentumLost, UnitMoved
from rules.musket_and_pike.reaction.asks import (
    AwaitInterceptorFire,
    AwaitReaction,
    AwaitTargetFire,
    Intercept,
    ReactFace,
    ReactFire,
)
from rules.musket_and_pike.reaction.facts import InterceptionRolled
from rules.musket_and_pike.reaction.interception import intercept_bar
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline
from tests.musket_and_pike.melees import FOOT, GUN, H1, H2, R1, R2, RA, RED, TWO
from tests.musket_and_pike.positions import asked, give, orders_of, position, refused, told
from tests.musket_and_pike.test_reaction import reactors, trigger, window

LED = {"red-horse": "1010"}


def meeting(**more: Any) -> State:
    """Blue horse has come to 1013; red horse in 1010 looks south, three hexes off."""
    return position({H1: "1013:5", R1: "1010:2"}, **{"leaders": LED, **more})


def bar(state: State, unit: str = R1, mover: str = H1, **more: Any) -> str:
    found = intercept_bar(state, unit, trigger(state, mover, **more))
    return found.rule if found else ""


# 9.3.1 The conditions


def test_all_conditions_hold() -> None:
    assert bar(meeting()) == ""


@pytest.mark.parametrize(
    ("places", "unit", "mover", "rule"),
    [
        ({H1: "1016:5", R1: "1010:2"}, R1, H1, "9.3.1"),  # six hexes off
        ({H1: "1013:5", R1: "1010:5"}, R1, H1, "9.3.1"),  # behind it
        ({H1: "1013:5", R1: "1010:2:FB"}, R1, H1, "9.3.1"),
        ({H1: "1013:5", R1: "1010:2:FS"}, R1, H1, "9.3.1"),  # slower than the mover
        ({H1: "1013:5", RED: "1010:2"}, RED, H1, "9.3.1"),  # no cavalry
        ({H1: "1013:5", R1: "1010:2", FOOT: "1011:2", TWO: "0912:2"}, R1, H1, "9.3.1"),  # E21: no sight
    ],
)
def test_x33_e21_conditions_that_fail(places: dict[str, str], unit: str, mover: str, rule: str) -> None:
    state = position(places, leaders=LED)
    if FOOT in places:
        state.stacks = {"1013": [H1], "1010": [R1], "1011": [FOOT], "1012": [TWO]}
        state.units[TWO].hexes = ("1012",)
    assert bar(state, unit, mover) == rule


def test_e21_clear_sight_lets_another_try() -> None:
    """Wittgenstein's line is barred by Taupadel; Öhm sees the mover."""
    state = position({H1: "1013:5", R1: "1009:2", RED: "1011:2", R2: "1212:4"}, leaders=LED)
    assert bar(state, R1) == "9.3.1"
    assert bar(state, R2) == ""


def test_only_moves_and_turns_are_intercepted() -> None:
    assert bar(meeting(), kind="TR4", how="reform") == "9.3.1"
    assert bar(meeting(), kind="TR2") == ""


def test_e11_a_stack_of_horse_and_muskets_is_too_slow() -> None:
    """8.2.1 Allowance 6 against 8."""
    horse, muskets = "blue-cuirassiers-ii", "blue-muskets-with-the-horse"
    state = position({R1: "1010:2", horse: "1013:5", muskets: "1013:5"}, leaders={"blue-horse": "1013"})
    assert bar(state, horse, R1) == "9.3.1"
    foot = position({RED: "1010:2", horse: "1013:5", muskets: "1013:5"}, leaders={"blue-horse": "1013"})
    assert bar(foot, horse, RED) == ""


def test_e22_one_try_in_an_activation() -> None:
    state = meeting()
    state.activation.intercepted.append(R1)
    assert bar(state) == "9.3.1"
    state.activation = type(state.activation)(wing=state.activation.wing)  # a continuation is a new activation
    assert bar(state) == ""


def test_e23_out_of_command_only_whom_it_touches() -> None:
    assert bar(meeting(leaders={"red-horse": "2005"})) == "5.4.3"
    touching = position({H1: "1012:5", R1: "1011:2"}, leaders={"red-horse": "2005"})
    assert bar(touching) == ""


def test_e4_its_own_order_does_not_bind_it() -> None:
    """5.5.1 Charge, adjacent to another enemy, inactive."""
    state = position({H1: "1013:5", FOOT: "1110:4", R1: "1010:2"}, leaders=LED, orders={"red-horse": "charge"})
    assert bar(state) == ""


@pytest.mark.parametrize(("letter", "rule"), [("a", "5.3.2"), ("b", "")])
def test_d17_a_wing_without_its_commander(letter: str, rule: str) -> None:
    state = position({H1: "1012:5", R1: "1011:2"}, leaders={}, readings={"D17": letter})
    state.leaders["red-horse"].fate = "removed"
    assert bar(state) == rule


@pytest.mark.parametrize(("letter", "rule"), [("a", ""), ("b", "9.3.1")])
def test_d42_the_interception_zone_alone_or_the_usual_one_too(letter: str, rule: str) -> None:
    assert bar(meeting(readings={"D42": letter})) == rule


def test_9_3_1_no_interception_over_a_blind_zone() -> None:
    """Red horse in row 3, one hex behind the crest of row 4: the slope hides a hex before it."""
    state = position({H1: "1006:5", R1: "1003:2"}, leaders={"red-horse": "1003"})
    assert bar(state) == "9.3.1"
    crest = position({H1: "1006:5", R1: "1004:2"}, leaders={"red-horse": "1004"})
    assert bar(crest) == ""


# 9.3.2, 9.3.3 The attempt and the ride


def test_x33_paths() -> None:
    state = meeting()
    window(state, H1)
    assert refused(state, "red", Intercept(unit=R1, path=("1011",))) == "9.3.1"  # does not reach it
    assert refused(state, "red", Intercept(unit=R1, path=("right", "right", "0910", "1011", "1012"))) in (
        "9.3.3",
        "7.1.1",
    )
    assert refused(state, "red", Intercept(unit=RA, path=("1011",))) == "9.1.1"


def test_every_offer_is_legal_and_leads_beside_the_enemy() -> None:
    state = meeting()
    window(state, H1)
    orders = orders_of(state, Intercept)
    assert Intercept(unit=R1, path=("1011", "1012")) in orders or Intercept(unit=R1, path=("0911", "1012")) in orders
    for order in orders:
        trial = meeting()
        window(trial, H1)
        give(trial, "red", order, 9)


def test_a_failure_changes_nothing() -> None:
    state = meeting()
    window(state, H1)
    facts = give(state, "red", orders_of(state, Intercept)[0], 9)
    rolled = told(facts, InterceptionRolled)[0]
    assert (rolled.success, rolled.order) == (False, "make_ready")
    assert state.units[R1].hexes == ("1010",)
    assert state.activation.intercepted == [R1]


def test_modifiers_of_the_attempt() -> None:
    state = position({H1: "1012:5", R1: "1010:2:MS"}, leaders={"red-general": "1010"})
    state.leaders["red-horse"].at, state.leaders["red-horse"].rating = "1010", -1
    window(state, H1)
    facts = give(state, "red", orders_of(state, Intercept)[0], 9)
    found = {one.key: one.value for one in told(facts, InterceptionRolled)[0].modifiers}
    assert found == {"Wing Commander near": -1, "interceptor shaken": 1, "close in front": -1}
    flank = position({H1: "1210:5", R1: "1010:2"}, leaders=LED)
    window(flank, H1)
    facts = give(flank, "red", orders_of(flank, Intercept)[0], 9)
    assert {one.key for one in told(facts, InterceptionRolled)[0].modifiers} == {"only on its flank"}


def ridden(**more: Any) -> tuple[State, list[Any]]:
    """The interceptor beside its target, in front of which it stands."""
    state = meeting(**more)
    window(state, H1)
    order = next(one for one in orders_of(state, Intercept) if one.path[-1:] == ("1012",))
    return state, give(state, "red", order, 0)


def test_9_3_3_the_target_fires_first_then_the_interceptor_then_there_is_a_melee() -> None:
    state, facts = ridden()
    assert [fact.how for fact in told(facts, UnitMoved)] == ["interception"] * 2
    assert state.units[R1].momentum
    assert asked(state) == AwaitTargetFire(side="blue", unit=H1, at=R1)
    assert refused(state, "blue", ReactFace(unit=H1, turn="left")) != ""
    facts = give(state, "blue", ReactFire(unit=H1), 0)
    assert told(facts, ShotFired)[0].target == R1
    assert asked(state) == AwaitInterceptorFire(side="red", unit=R1, at=H1)
    assert refused(state, "red", ReactFire(unit=RA)) == "9.3.3"
    give(state, "red", Decline())
    assert asked(state) == AwaitAssault(side="red", unit=R1, target=H1)
    assert refused(state, "red", DeclareMelee(unit=R1, hex="1112")) == "9.3.3"
    facts = give(state, "red", DeclareMelee(unit=R1, hex="1013"))
    began = told(facts, MeleeBegan)[0]
    assert (began.attackers, began.defender, began.interception) == ((R1,), H1, True)
    assert isinstance(asked(state), AwaitPistols)
    give(state, "red", Decline())
    facts = give(state, "blue", Decline(), 3)
    rolled = told(facts, MeleeRolled)[0]
    assert {one.key: one.value for one in rolled.modifiers} == {"morale against morale": -1, "momentum": 2}
    assert state.core.pending == []


def test_only_the_two_take_part_and_the_melee_may_be_declined() -> None:
    state, _ = ridden()
    give(state, "blue", Decline())
    give(state, "red", Decline())
    give(state, "red", Decline())
    assert state.core.pending == []
    assert state.units[R1].hexes == ("1012",)


def test_9_3_4_the_intercepted_unit_loses_its_momentum_and_resumes() -> None:
    """It has entered two clear hexes; the interceptor beside it now holds it, for it has a Charge order (5.6.1)."""
    state = position({H1: "1015:5", R1: "1010:2"}, leaders={"red-horse": "1010", "blue-horse": "1015"}, order="charge")
    give(state, "blue", MoveUnit(unit=H1, path=("1014", "1013", "1112")))
    while state.units[H1].hexes != ("1013",):
        give(state, "red", Decline())
    assert state.moves[-1].clear == 2
    order = next(one for one in orders_of(state, Intercept) if one.path[-1:] == ("1012",))
    facts = give(state, "red", order, 0)
    assert told(facts, MomentumLost)[0].unit == H1
    while frame := asked(state):
        give(state, frame.side, Decline())
    assert state.core.pending == []
    assert state.moves == []
    assert H1 in state.activation.acted
    assert not state.units[H1].momentum


@pytest.mark.parametrize(("letter", "again"), [("a", False), ("b", True)])
def test_d34_who_fails_may_react_to_the_same_trigger_or_not(letter: str, again: bool) -> None:
    state = position({H1: "1012:5", R1: "1011:2"}, leaders={"red-horse": "1011"}, readings={"D34": letter})
    window(state, H1)
    give(state, "red", Intercept(unit=R1), 9)
    assert (R1 in reactors(state)) is again


@pytest.mark.parametrize(("letter", "lost"), [("a", False), ("b", True)])
def test_d65_b_any_attempt_costs_momentum(letter: str, lost: bool) -> None:
    state = meeting(readings={"D65": letter}, momentum={H1: True})
    window(state, H1)
    give(state, "red", orders_of(state, Intercept)[0], 9)
    assert state.units[H1].momentum is not lost


@pytest.mark.parametrize(("letter", "armed"), [("a", True), ("b", False)])
def test_d83_the_interceptors_shot_and_its_pistols_in_the_melee(letter: str, armed: bool) -> None:
    state, _ = ridden(readings={"D83": letter})
    give(state, "blue", Decline())
    facts = give(state, "red", ReactFire(unit=R1), 0)
    assert told(facts, PistolSpent)[0].unit == R1
    give(state, "red", DeclareMelee(unit=R1, hex="1013"))
    frame = asked(state)
    assert isinstance(frame, AwaitPistols)
    assert (frame.side == "red") is armed
    if armed:
        give(state, "red", MeleePistols(units=(R1,)))
        assert state.units[R1].pistols == 2


def test_9_3_7_through_its_own_guns_it_loses_momentum_and_never_through_the_enemys() -> None:
    state = position({H1: "1013:5", R1: "1010:2", GUN: "1011:2"}, leaders=LED)
    window(state, H1)
    through = next(one for one in orders_of(state, Intercept) if "1011" in one.path)
    facts = give(state, "red", through, 0)
    assert not state.units[R1].momentum
    assert told(facts, UnitMoved)
    enemy = position({H1: "1013:5", R1: "1010:2", "blue-heavy-battery": "1011:2"}, leaders=LED)
    window(enemy, H1)
    assert not any("1011" in one.path for one in orders_of(enemy, Intercept))


def test_several_may_try_one_after_the_other() -> None:
    state = position({H1: "1013:5", R1: "1010:2", R2: "1110:2"}, leaders=LED)
    window(state, H1)
    assert set(reactors(state)) == {R1, R2}
    give(state, "red", next(one for one in orders_of(state, Intercept) if one.unit == R1), 9)
    assert reactors(state) == (R2,)


def test_an_interceptor_is_not_intercepted() -> None:
    """9.3.2 Its ride raises no window, though blue horse stands near."""
    state = position({H1: "1013:5", H2: "1212:5", R1: "1010:2"}, leaders={**LED, "blue-horse": "1013"})
    window(state, H1)
    order = next(one for one in orders_of(state, Intercept) if one.path[-1:] == ("1012",))
    give(state, "red", order, 0)
    assert not isinstance(asked(state), AwaitReaction)
    assert SYSTEM.book.questions[AwaitTargetFire].cites == ("9.3.3",)
