"""9, 9.2.1 Reactions: who may, to what, in which order; facing, Hedgehogs, withdrawals, guns that change places."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import Order
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.fire.facts import GunsSpent, ShotFired
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.leaders.facts import LeaderMoved
from rules.musket_and_pike.morale.facts import MoraleSet, MoraleTested
from rules.musket_and_pike.movement.asks import MoveLeader
from rules.musket_and_pike.movement.facts import StackChanged, UnitMoved, UnitTurned
from rules.musket_and_pike.reaction.asks import (
    AwaitForcedHedgehog,
    AwaitReaction,
    Intercept,
    ReactFace,
    ReactFire,
    ReactHedgehog,
    Restack,
    Withdraw,
)
from rules.musket_and_pike.reaction.triggers import able, found
from rules.musket_and_pike.state import MELEE, State
from rules.musket_and_pike.work import Decline, ResumeTrigger, Trigger
from tests.musket_and_pike.melees import FOOT, GUN, H1, LI, R1, RED, RED_LI, RED_TWO, TWO, resumed
from tests.musket_and_pike.positions import asked, give, position, refused, told


def window(state: State, name: str, kind: Any = "TR1", *dice: int, **more: Any) -> list[Any]:
    """A unit has done something where it now stands; the facts as far as the next question."""
    more.setdefault("how", "move")
    return resumed(state, ResumeTrigger(trigger=trigger(state, name, kind, **more)), *dice)


def trigger(state: State, name: str, kind: Any = "TR1", **more: Any) -> Trigger:
    more.setdefault("how", "move")
    return Trigger(kind=kind, unit=name, hexes=state.units[name].hexes, **more)


def reactors(state: State) -> tuple[str, ...]:
    frame = asked(state)
    return frame.units if isinstance(frame, AwaitReaction) else ()


def offered(state: State) -> list[Order]:
    return [choice.order for choice in SYSTEM.book.choices(state)]


# 9.1 Who may react


def test_nobody_is_asked_for_nothing() -> None:
    state = position({H1: "1012:5", R1: "1005:2"})
    assert not found(state, trigger(state, H1))
    assert window(state, H1) == [] or asked(state) is None


def test_x28_only_the_inactive_side_reacts_once_and_in_its_zone() -> None:
    state = position({FOOT: "1012:5", RED: "1011:2", RED_LI: "1311:2", R1: "1113:5:MB", LI: "1412:5"})
    window(state, FOOT)
    assert reactors(state) == (RED,)
    assert refused(state, "red", ReactFire(unit=RED_LI)) == "9.1.2"
    assert refused(state, "red", ReactFire(unit=R1)) == "9.1.1a"
    assert refused(state, "red", ReactFire(unit=LI)) == "9.1.1"
    assert refused(state, "red", ReactFire(unit="nobody")) == "9.1.1"
    assert refused(state, "blue", Decline()) == "3.2"
    facts = give(state, "red", ReactFire(unit=RED), 0)
    assert told(facts, ShotFired)
    assert asked(state) is None


def test_one_reaction_for_a_trigger() -> None:
    """9.1.1a"""
    state = position({FOOT: "1012:5", RED: "1011:2", RED_LI: "0911:2"})
    window(state, FOOT)
    assert set(reactors(state)) == {RED, RED_LI}
    give(state, "red", ReactFire(unit=RED), 0)
    assert reactors(state) == (RED_LI,)
    assert refused(state, "red", ReactFire(unit=RED)) == "9.1.1a"


def test_the_window_closes_when_the_mover_is_gone() -> None:
    """9.5 After each answer mover, zone and sight are looked at again."""
    state = position({LI: "1012:5", RED: "1011:2", RED_LI: "0911:2"}, casualties={LI: 1})
    window(state, LI)
    facts = give(state, "red", ReactFire(unit=RED), 9)
    assert state.units[LI].gone == "eliminated"
    assert told(facts, ShotFired)
    assert asked(state) is None


def test_the_window_closes_when_the_mover_has_fled_out_of_reach() -> None:
    state = position({FOOT: "1012:5:MS", RED: "1011:2", RED_LI: "0911:2"}, leaders={})
    window(state, FOOT)
    give(state, "red", ReactFire(unit=RED), 5, 9)
    while asked(state) and not isinstance(asked(state), AwaitReaction):
        give(state, "blue", offered(state)[0])
    assert state.units[FOOT].morale == "MB"
    assert reactors(state) == ()


def test_declined_by_all() -> None:
    state = position({FOOT: "1012:5", RED: "1011:2", RED_LI: "0911:2"})
    window(state, FOOT)
    give(state, "red", Decline())
    assert asked(state) is None
    assert state.core.pending == []


def test_tr5_only_the_target_answers() -> None:
    state = position({FOOT: "1012:5", RED: "1011:2", RED_LI: "0911:2"})
    window(state, FOOT, "TR5", how="SK", targets=(RED,))
    assert reactors(state) == (RED,)
    assert refused(state, "red", ReactFire(unit=RED_LI)) == "9.1.3"


def test_tr6_guns_answer_fire_at_them_to_their_greatest_range() -> None:
    """9.1.2, 9.4.3: 4-8lb, grazing 4, maximum 10."""
    state = position({"blue-heavy-battery": "1016:5", GUN: "1011:2"})
    assert not able(state, trigger(state, "blue-heavy-battery", "TR2"), ())
    window(state, "blue-heavy-battery", "TR6", how="guns", targets=(GUN,))
    assert reactors(state) == (GUN,)


def test_fired_guns_do_not_react() -> None:
    """9.1.5"""
    state = position({H1: "1013:5", GUN: "1011:2"}, fired={GUN: True})
    assert not found(state, trigger(state, H1))
    fresh = position({H1: "1013:5", GUN: "1011:2"})
    window(fresh, H1)
    facts = give(fresh, "red", ReactFire(unit=GUN), 0)
    assert told(facts, GunsSpent)


@pytest.mark.parametrize(("letter", "reacts"), [("a", True), ("b", False)])
def test_d82_a_turn_far_from_guns(letter: str, reacts: bool) -> None:
    state = position({FOOT: "1014:5", GUN: "1011:2"}, readings={"D82": letter})
    assert found(state, trigger(state, FOOT, "TR2")) is reacts


@pytest.mark.parametrize(("letter", "reacts"), [("a", False), ("b", True)])
def test_d56_the_arc_of_guns(letter: str, reacts: bool) -> None:
    """DRV.geo3 Two hexes south-east and one east of guns that look south: outside a cone of 60 degrees."""
    state = position({FOOT: "1312:5", GUN: "1011:2"}, readings={"D56": letter})
    assert found(state, trigger(state, FOOT)) is reacts


# 9.1.1 The active side


@pytest.mark.parametrize(
    ("phase", "letter", "reacts"), [("actions", "a", False), ("actions", "b", True), (MELEE, "a", True)]
)
def test_d35_active_units_react_to_an_advance(phase: str, letter: str, reacts: bool) -> None:
    state = position({FOOT: "1012:5", RED: "1011:2"}, phase=phase, readings={"D35": letter})
    assert found(state, trigger(state, RED, how="advance")) is reacts
    assert not found(state, trigger(state, RED, how="move"))


def test_x30_active_units_do_not_intercept() -> None:
    state = position({H1: "1012:5", R1: "1011:2"}, phase=MELEE)
    window(state, R1, how="advance")
    assert refused(state, "blue", Intercept(unit=H1)) == "9.1.1"
    assert not any(isinstance(order, Intercept) for order in offered(state))


def test_who_retreated_from_this_melee_does_not_react() -> None:
    """11.4.9"""
    state = position({FOOT: "1012:5", RED: "1011:2"})
    assert not found(state, trigger(state, FOOT, how="advance", spent=(RED,)))


# 9.2.2 Facing


def test_a_unit_turns_to_face_who_comes_to_its_flank() -> None:
    state = position({FOOT: "1112:5", RED_LI: "1012:5"})
    window(state, FOOT)
    assert ReactFace(unit=RED_LI, turn="right", times=2) in offered(state)
    facts = give(state, "red", ReactFace(unit=RED_LI, turn="right", times=2))
    assert [fact.facing for fact in told(facts, UnitTurned)] == [0, 1]
    assert state.units[RED_LI].facing == 1
    assert state.moves == []


def test_x31_no_turn_against_a_faster_enemy_or_one_in_front() -> None:
    state = position({H1: "1112:5", RED_LI: "1012:5", RED: "1211:3"})
    window(state, H1)
    assert refused(state, "red", ReactFace(unit=RED_LI, turn="right")) == "9.2.2"
    state = position({FOOT: "1011:2", RED_LI: "1012:5"})
    window(state, FOOT)
    assert refused(state, "red", ReactFace(unit=RED_LI, turn="right")) == "9.2.2"
    assert refused(state, "red", ReactFace(unit=GUN, turn="right")) == "9.1.1"


@pytest.mark.parametrize(("order", "rule"), [("make_ready", "9.2.2"), ("charge", "")])
def test_a_two_hex_unit_wheels_into_contact_only_under_charge(order: str, rule: str) -> None:
    """9.2.2 Red abreast facing north, blue foot on its flank; the wheel ends beside other blue foot."""
    state = position(
        {TWO: "1213:5", RED_TWO: "1012:5", "blue-guns-with-the-foot": "1110:2"}, orders={"red-foot": order},
        leaders={"red-centre": "1012"},
    )  # fmt: skip
    state.units[TWO].hexes, state.stacks["1212"] = ("1212",), [TWO]
    state.stacks.pop("1213"), state.stacks.pop("1313")
    state.units[TWO].morale = "MN"
    assert state.units[RED_TWO].hexes == ("1012", "1112")
    window(state, TWO)
    wheel = ReactFace(unit=RED_TWO, turn="right")
    if rule:
        assert refused(state, "red", wheel) == rule
    else:
        give(state, "red", wheel)
        assert state.units[RED_TWO].facing == 0


# 9.2.3 Hedgehogs


def test_a_hedgehog_against_horse_before_it() -> None:
    state = position({H1: "1013:5", RED: "1011:2"}, leaders={})
    window(state, H1)
    assert ReactHedgehog(unit=RED) in offered(state)
    facts = give(state, "red", ReactHedgehog(unit=RED), 6)
    assert told(facts, MoraleTested)[0].passed
    assert told(facts, FormationSet)[0].formation == "HH"
    assert state.units[RED].formation == "HH"


def test_a_failed_hedgehog_costs_a_level() -> None:
    state = position({H1: "1013:5", RED: "1011:2:FS"}, leaders={})
    window(state, H1)
    facts = give(state, "red", ReactHedgehog(unit=RED), 7)
    assert told(facts, MoraleSet)[0].level == "MS"
    assert state.units[RED].formation == "FS"


@pytest.mark.parametrize(
    ("places", "unit", "rule"),
    [
        ({FOOT: "1013:5", RED: "1011:2", RED_LI: "1012:2"}, RED, "9.2.3"),  # no cavalry
        ({H1: "1013:5", RED: "1011:2:FB", RED_LI: "1012:2"}, RED, "9.2.3"),
        ({H1: "1013:5", RED_LI: "1012:2"}, RED_LI, "6.3.2"),  # no pikes
        ({H1: "1013:5", R1: "1012:2"}, R1, "6.3.2"),
    ],
)
def test_x21_who_cannot_form_one(places: dict[str, str], unit: str, rule: str) -> None:
    state = position(places)
    window(state, next(iter(places)))
    assert refused(state, "red", ReactHedgehog(unit=unit)) == rule


def test_x32_horse_in_the_rear_forces_it_before_anything_else() -> None:
    """9.2.3, 9.1.1a One alone is rolled for at once; of several their owner says which is first."""
    state = position({H1: "1012:5", RED: "1011:5", R1: "0912:5"}, leaders={})
    facts = window(state, H1, "TR1", 0)
    assert told(facts, MoraleTested)[0].unit == RED
    assert state.units[RED].formation == "HH"
    assert RED not in reactors(state)
    two = position({H1: "1012:5", RED: "1011:5", RED_TWO: "0810:5", R1: "1112:4"}, leaders={})
    two.units[RED_TWO].hexes = ("0811", "0911")
    two.stacks = {"1012": [H1], "1011": [RED], "0811": [RED_TWO], "0911": [RED_TWO], "1112": [R1]}
    window(two, H1)
    frame = asked(two)
    assert isinstance(frame, AwaitForcedHedgehog)
    assert set(frame.units) == {RED, RED_TWO}
    assert refused(two, "red", Decline()) == "9.1.1a"
    assert refused(two, "red", ReactFire(unit=R1)) == "9.1.1a"
    assert refused(two, "red", ReactHedgehog(unit=R1)) == "9.1.1a"
    facts = give(two, "red", ReactHedgehog(unit=RED_TWO), 0, 0)
    assert [fact.unit for fact in told(facts, MoraleTested)] == [RED_TWO, RED]


@pytest.mark.parametrize(("letter", "may"), [("a", False), ("b", True)])
def test_d39_within_two_hexes_of_front_or_flank(letter: str, may: bool) -> None:
    """Red faces north; blue horse two hexes behind it, not in a rear hex."""
    state = position({H1: "1013:5", RED: "1011:5", RED_LI: "1012:2"}, readings={"D39": letter}, leaders={})
    state.units[RED_LI].hexes = ()
    state.stacks.pop("1012")
    assert (RED in able(state, trigger(state, H1), ())) is may


# 9.2.4 Withdrawals


def test_horse_withdraws_before_foot() -> None:
    state = position({FOOT: "1013:5", R1: "1011:2"}, leaders={})
    window(state, FOOT)
    orders = [order for order in offered(state) if isinstance(order, Withdraw)]
    assert orders
    order = Withdraw(unit=R1, path=("about", "1010", "1009"))
    facts = give(state, "red", order)
    assert told(facts, UnitMoved)[-1].how == "withdraw"
    assert state.units[R1].hexes == ("1009",)
    assert R1 in state.activation.withdrew


@pytest.mark.parametrize(
    ("orders", "path", "rule"),
    [
        ({"red-horse": "charge"}, ("about", "1010"), "5.6.1"),
        ({"red-horse": "make_ready"}, ("about",), "9.2.4"),  # ends no farther
        ({"red-horse": "make_ready"}, ("1012",), "9.2.4"),  # into contact
        ({"red-horse": "make_ready"}, ("1010",), "7.1.1"),  # not a front hex
    ],
)
def test_x31_withdrawals_refused(orders: dict[str, str], path: tuple[str, ...], rule: str) -> None:
    state = position({FOOT: "1013:5", R1: "1011:2", RED_LI: "0913:0"}, orders=orders)
    window(state, FOOT)
    assert refused(state, "red", Withdraw(unit=R1, path=path)) == rule


def test_a_unit_withdraws_once_in_an_activation() -> None:
    state = position({FOOT: "1013:5", R1: "1011:2", RED_LI: "0913:0"})
    state.activation.withdrew.append(R1)
    window(state, FOOT)
    assert refused(state, "red", Withdraw(unit=R1, path=("about", "1010"))) == "9.2.4"


@pytest.mark.parametrize(("letter", "may"), [("a", False), ("b", True)])
def test_d41_who_withdraws(letter: str, may: bool) -> None:
    state = position({FOOT: "1013:5", RED_LI: "1011:2"}, readings={"D41": letter})
    assert (RED_LI in able(state, trigger(state, FOOT), ())) is may
    rally = position({FOOT: "1013:5", RED_LI: "1011:2"}, orders={"red-foot": "rally"})
    assert RED_LI in able(rally, trigger(rally, FOOT), ())


def test_a_leader_alone_withdraws() -> None:
    state = position({H1: "1013:5", RED: "0105:2"}, leaders={"red-general": "1011"})
    window(state, H1)
    assert reactors(state) == ("red-general",)
    assert refused(state, "red", Withdraw(unit="red-general", path=("1012",))) == "9.2.4"
    facts = give(state, "red", Withdraw(unit="red-general", path=("1010", "1009")))
    assert [fact.to for fact in told(facts, LeaderMoved)] == ["1010", "1009"]


# 8.3.2, 9.4.4


def test_guns_change_places_instead_of_firing() -> None:
    state = position({FOOT: "1012:5", GUN: "1011:2", RED: "1011:2", RED_LI: "0911:2"})
    assert state.stacks["1011"] == [GUN, RED]
    window(state, FOOT)
    assert {Restack(unit=GUN)} <= set(offered(state))
    assert refused(state, "red", Restack(unit=RED)) == "8.3.2"
    facts = give(state, "red", Restack(unit=GUN))
    assert told(facts, StackChanged)[0].units == (RED, GUN)
    assert state.units[GUN].fired
    assert reactors(state) == (RED_LI,)


def test_8_3_2_fired_guns_do_not() -> None:
    state = position({FOOT: "1012:5", GUN: "1011:2", RED: "1011:2", RED_LI: "0911:2"}, fired={GUN: True})
    window(state, FOOT)
    assert Restack(unit=GUN) not in offered(state)
    assert refused(state, "red", Restack(unit=GUN)) == "8.3.2"


@pytest.mark.parametrize(("letter", "left"), [("a", True), ("b", False)])
def test_d31_horse_and_muskets_both_answer_or_one(letter: str, left: bool) -> None:
    horse, muskets = "blue-cuirassiers-ii", "blue-muskets-with-the-horse"
    state = position({RED: "1011:2", horse: "1012:5", muskets: "1012:5"}, readings={"D31": letter})
    window(state, RED, "TR5", how="SK", targets=(horse,))
    assert set(reactors(state)) == {horse, muskets}
    give(state, "blue", ReactFire(unit=horse), 0)
    assert (muskets in reactors(state)) is left


def test_x29_no_reaction_fire_but_at_who_gave_cause() -> None:
    """ReactFire names no target: it is always whoever triggered it; AF and RF are no reactions at all."""
    state = position({FOOT: "1012:5", LI: "0911:3", RED: "1011:2"})
    window(state, FOOT)
    facts = give(state, "red", ReactFire(unit=RED), 0)
    assert {fact.target for fact in told(facts, ShotFired)} == {FOOT}


@pytest.mark.parametrize(("letter", "shown"), [("a", False), ("b", True)])
def test_d38_a_leader_riding_alone(letter: str, shown: bool) -> None:
    """9.1.3 Read as b he is fired at on his way, and the ride goes on if he has not fallen."""
    state = position(
        {FOOT: "1013:5", LI: "1213:5", RED: "1211:2"}, leaders={"blue-centre": "1013"}, readings={"D38": letter}
    )
    facts = give(state, "blue", MoveLeader(leader="blue-centre", path=("1112", "1212", "1213")))
    assert isinstance(asked(state), AwaitReaction) is shown
    if shown:
        assert state.leaders["blue-centre"].at == "1212"
        assert refused(state, "red", Intercept(unit=RED)) == "9.1.3"
        facts = give(state, "red", ReactFire(unit=RED), 9, 0)
        assert told(facts, ShotFired)[0].target == "blue-centre"
        give(state, "red", Decline()) if asked(state) else None
    assert state.leaders["blue-centre"].at == "1213"
