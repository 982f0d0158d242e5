"""10.8 Artillery: arc, range, grazing fire, evasion, and guns that cannot be used."""

from __future__ import annotations

from typing import Any

import pytest

from rules.musket_and_pike.fire import evasion, guns, react
from rules.musket_and_pike.fire.asks import AwaitEvade, Evade, FireGuns, Skirmish, TurnGuns
from rules.musket_and_pike.fire.facts import ChanceDeclined, GunsSpent, HitsTaken, ShotFired, UnitEvaded
from rules.musket_and_pike.morale.facts import MoraleTested
from rules.musket_and_pike.movement.facts import GunsDisabled, UnitTurned
from rules.musket_and_pike.state import BOMBARDMENT, State
from rules.musket_and_pike.work import Decline, Trigger
from tests.musket_and_pike.positions import asked, give, let_pass, orders_of, position, put, refused, told
from tests.musket_and_pike.test_fire import modified, react_fire

GUN, LIGHT, PIKES, HORSE = "blue-heavy-battery", "blue-light-guns", "blue-without-pikes", "blue-cuirassiers-i"
RED, RED_TWO, RED_GUNS, RED_HORSE, RED_HORSE_2, RED_MUSKETS = (
    "red-one-hex", "red-two-hex", "red-battery", "red-cuirassiers-i", "red-cuirassiers-ii", "red-muskets",
)  # fmt: skip
WINDOWS = ("AwaitReaction",)
# From 1016 facing 5 (north) the straight rows are 1015, 0914 … to the north-west and 1115, 1014 … zigzag to the north:
# even row: NW (XX-1, YY-1), NE (XX, YY-1); odd row: NW (XX, YY-1), NE (XX+1, YY-1).
NORTH_EAST = ("1015", "1114", "1113", "1212", "1211", "1310")


def gun(targets: dict[str, str], **more: Any) -> State:
    return position({GUN: "1016:5", **targets}, **more)


def test_the_row_of_the_examples_is_straight() -> None:
    ground = position({GUN: "1016:5"}).ground
    at = "1016"
    for hex in NORTH_EAST:
        assert ground.neighbour(at, 0) == hex
        at = hex


def test_10_8_2_range_and_class_give_a_modifier_and_a_double_battery_another() -> None:
    state = gun({RED: "1114:2"})
    facts = give(state, "blue", FireGuns(unit=GUN, target=RED), 0)
    (fact,) = told(facts, ShotFired)
    assert (fact.table, fact.mode) == ("T11", "guns")
    assert modified(fact) == {"range of the guns": (1, "10.8.2"), "double battery": (1, "G.artillery")}
    assert state.units[GUN].fired
    assert told(facts, GunsSpent)


@pytest.mark.parametrize(("hex", "value"), [("1212", None), ("1309", -1)])
def test_t10_the_bands_of_the_chart(hex: str, value: int | None) -> None:
    state = gun({RED: f"{hex}:2"})
    far = state.ground.distance("1016", hex)
    (fact,) = told(give(state, "blue", FireGuns(unit=GUN, target=RED), 0), ShotFired)
    assert modified(fact).get("range of the guns") == (None if value is None else (value, "10.8.2")), far


def test_10_8_1_once_a_turn_and_x38() -> None:
    state = gun({RED: "1212:2"})
    give(state, "blue", FireGuns(unit=GUN, target=RED), 0)
    let_pass(state, *WINDOWS)
    state.activation.acted.clear()
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == "10.8.1"
    assert refused(state, "blue", TurnGuns(unit=GUN, facing=2)) == "6.2.3"


@pytest.mark.parametrize(
    ("marks", "rule"),
    [({"limbered": {GUN: True}}, "7.3.3"), ({"disabled": {GUN: True}}, "10.8.9"), ({"holder": {GUN: "red"}}, "10.8.9")],
)
def test_x38_and_x49_guns_that_cannot_fire(marks: Any, rule: str) -> None:
    state = gun({RED: "1212:2"}, **marks)
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == rule


def test_10_8_8_broken_guns_neither_fire_nor_turn() -> None:
    state = position({GUN: "1016:5:MB", RED: "1212:2"})
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == "10.8.8"
    assert refused(state, "blue", TurnGuns(unit=GUN, facing=1)) == "10.8.8"
    assert react.volley(state, GUN, Trigger(kind="TR6", unit=RED, how="guns", hexes=("1212",))) == ()


def test_8_3_1_and_6_3_2_a_below_another_unit_or_beside_a_hedgehog() -> None:
    state = position({PIKES: "1016:5", GUN: "1016:5", RED: "1212:2"})
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == "8.3.1"
    state = position({GUN: "1016:5", "blue-two-hex": "1016:5:HH", RED: "1212:2"})
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == "6.3.2.a"


def test_10_1_2_and_10_1_3_range_and_front() -> None:
    state = position({LIGHT: "1016:5", RED: "1310:2"}, limbered={LIGHT: False})
    give(state, "blue", FireGuns(unit=LIGHT, target=RED), 0)
    state = position({LIGHT: "1016:5", RED: "1309:2"}, limbered={LIGHT: False})
    assert refused(state, "blue", FireGuns(unit=LIGHT, target=RED)) == "10.1.2"
    state = gun({RED: "1216:2"})
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == "10.1.3"


@pytest.mark.parametrize(("letter", "allowed"), [("a", False), ("b", True)])
def test_d56_how_wide_the_front_of_guns_is(letter: str, allowed: bool) -> None:
    state = gun({RED: "1214:2"}, readings={"D56": letter})
    assert bool(orders_of(state, FireGuns)) is allowed
    state = gun({RED: "1216:2"}, readings={"D56": letter})
    assert orders_of(state, FireGuns) == []


def test_10_9_5_what_is_not_seen_is_not_fired_at() -> None:
    state = position({GUN: "0112:5", RED: "0107:2"})
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == "10.9.5"
    state = gun({RED: "1113:2", RED_HORSE: "1114:2"})
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == "10.9.5"


def test_10_8_3_grazing_fire_strikes_everybody_on_the_line() -> None:
    state = gun({RED: "1015:2", RED_HORSE: "1114:2", RED_MUSKETS: "1211:2"})
    facts = give(state, "blue", FireGuns(unit=GUN, target=RED), 0, 0, 0)
    assert [(one.target, one.to) for one in told(facts, ShotFired)] == [
        (RED, "1015"), (RED_HORSE, "1114"), (RED_MUSKETS, "1211"),
    ]  # fmt: skip


def test_10_8_3_beyond_grazing_range_only_the_target() -> None:
    state = gun({RED: "1310:2", RED_HORSE: "1409:2"})
    assert [one.target for one in told(give(state, "blue", FireGuns(unit=GUN, target=RED), 0), ShotFired)] == [RED]


def test_8_3_1_grazing_fire_strikes_who_lies_below_too() -> None:
    state = gun({RED_GUNS: "1113:2", RED: "1113:2"})
    facts = give(state, "blue", FireGuns(unit=GUN, target=RED_GUNS), 0, 0)
    assert {one.target for one in told(facts, ShotFired)} == {RED_GUNS, RED}


def test_10_8_4_along_a_two_hex_unit_two_attacks_and_one_check() -> None:
    state = gun({RED_TWO: "1113:1"})
    assert state.units[RED_TWO].hexes == ("1113", "1114")
    facts = give(state, "blue", FireGuns(unit=GUN, target=RED_TWO), 8, 8, 0)
    assert [one.to for one in told(facts, ShotFired)] == ["1114", "1113"]
    assert told(facts, HitsTaken)[0].casualties == 2
    assert len(told(facts, MoraleTested)) == 1


def test_10_9_2_and_x38_never_over_a_friend() -> None:
    state = gun({"blue-muskets": "1114:5", RED: "1212:2"})
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED)) == "10.9.2"


@pytest.mark.parametrize(("letter", "allowed"), [("a", False), ("b", True)])
def test_d53_friends_before_the_target_of_grazing_fire(letter: str, allowed: bool) -> None:
    state = gun({"blue-muskets": "1114:5", RED: "1212:2"}, readings={"D53": letter})
    assert bool(orders_of(state, FireGuns)) is allowed
    if allowed:
        facts = give(state, "blue", FireGuns(unit=GUN, target=RED), 0, 0)
        assert {one.target for one in told(facts, ShotFired)} == {"blue-muskets", RED}


def test_10_8_3_friends_beyond_the_target_are_struck() -> None:
    state = gun({RED: "1015:2", "blue-muskets": "1114:5"})
    facts = give(state, "blue", FireGuns(unit=GUN, target=RED), 0, 0)
    assert {one.target for one in told(facts, ShotFired)} == {"blue-muskets", RED}


def test_10_8_5_along_hexsides_the_firer_picks_a_hand() -> None:
    state = gun({RED: "1014:2", RED_HORSE: "1015:2", RED_HORSE_2: "0915:2"})
    hands = {one.hand: one for one in orders_of(state, FireGuns) if one.target == RED}
    assert hands == {}, "two that both block hide what lies between them"
    state = gun({RED: "1014:2", RED_MUSKETS: "1015:2"})
    found = {one.hand for one in orders_of(state, FireGuns) if one.target == RED}
    assert found == {"left", "right"}
    struck = {
        hand: {one.target for one in guns.shots(state, GUN, RED, guns.Line(hand), 14)}
        for hand in guns.HANDS
    }  # fmt: skip
    assert struck == {"left": {RED}, "right": {RED, RED_MUSKETS}}


def test_6_2_3_turning_in_place_of_fire() -> None:
    state = gun({RED: "1212:2"})
    facts = give(state, "blue", TurnGuns(unit=GUN, facing=2))
    assert told(facts, UnitTurned)[0].facing == 2
    assert state.units[GUN].fired
    state = gun({RED: "1212:2"})
    assert refused(state, "blue", TurnGuns(unit=GUN, facing=5)) == "6.2.3"
    assert refused(state, "blue", TurnGuns(unit=PIKES, facing=1)) == "3.2.C"


def test_10_6_1_and_10_8_9_one_casualty_disables_guns_and_they_stay() -> None:
    state = gun({RED_GUNS: "1310:2"})
    facts = give(state, "blue", FireGuns(unit=GUN, target=RED_GUNS), 8)
    assert told(facts, GunsDisabled)
    assert state.units[RED_GUNS].hexes == ("1310",)
    let_pass(state, *WINDOWS)
    state = gun({RED_GUNS: "1310:2"}, disabled={RED_GUNS: True})
    assert refused(state, "blue", FireGuns(unit=GUN, target=RED_GUNS)) == "10.8.9"


def test_8_3_4_what_is_over_strikes_the_infantry_with_the_guns() -> None:
    state = position({PIKES: "1012:5", RED_GUNS: "1011:2", RED: "1011:2"})
    facts = give(state, "blue", Skirmish(unit=PIKES, targets=(RED_GUNS,)), 9)
    assert told(facts, GunsDisabled)
    assert state.units[RED].casualties == 1


def test_10_8_7_a_formation_hit_on_guns_is_a_check_and_with_another_one_at_plus_one() -> None:
    state = gun({RED_GUNS: "1310:2"})
    (check,) = told(give(state, "blue", FireGuns(unit=GUN, target=RED_GUNS), 4, 0), MoraleTested)
    assert [cause.cite for cause in check.causes] == ["10.8.7"]
    assert check.modifiers == ()
    state = gun({RED_GUNS: "1310:2"})
    (check,) = told(give(state, "blue", FireGuns(unit=GUN, target=RED_GUNS), 6, 0), MoraleTested)
    assert [cause.cite for cause in check.causes] == ["10.8.7", "10.6.5"]
    assert [(one.value, one.cite) for one in check.modifiers] == [(1, "10.6.5")]


# 10.8.6 Evasion


def evading(**more: Any) -> State:
    """Blue horse under Make Ready comes under the fire of a red battery, beyond its grazing range."""
    places = more.pop("places", {HORSE: "1016:5"})
    return position({**places, RED_GUNS: "1211:2"}, leaders={"blue-horse": "1017"}, **more)


TRIGGER = Trigger(kind="TR6", unit=HORSE, how="pistol", hexes=("1016",))


def test_e39_and_10_8_6_horse_evades_a_formation_hit_and_keeps_the_casualty() -> None:
    state = evading(order="make_ready")
    react_fire(state, RED_GUNS, TRIGGER, 9)
    assert isinstance(asked(state), AwaitEvade)
    facts = give(state, "blue", Evade(to="0916"), 0)
    assert told(facts, UnitEvaded)
    assert state.units[HORSE].hexes == ("0916",)
    assert state.units[HORSE].formation == "FN"
    assert state.units[HORSE].casualties == 1
    assert state.units[HORSE].facing == 5


def test_10_8_6_or_stands_and_takes_it() -> None:
    state = evading()
    react_fire(state, RED_GUNS, TRIGGER, 9)
    facts = give(state, "blue", Decline(), 0)
    assert told(facts, ChanceDeclined)
    assert state.units[HORSE].formation == "FS"


@pytest.mark.parametrize("place", ["1016:5:OO", "1016:5:FB", "1016:5:CO"])
def test_x39_not_in_open_order_broken_or_column(place: str) -> None:
    state = evading(places={HORSE: place})
    react_fire(state, RED_GUNS, TRIGGER, 4, 0)
    assert not isinstance(asked(state), AwaitEvade)


def test_x39_not_with_light_infantry() -> None:
    state = evading(places={HORSE: "1016:5", "blue-muskets-with-the-horse": "1016:5"})
    react_fire(state, RED_GUNS, TRIGGER, 4)
    assert not isinstance(asked(state), AwaitEvade)


def test_x39_only_into_a_free_flank_hex_that_its_order_allows() -> None:
    state = evading(places={HORSE: "1016:5", "blue-cuirassiers-ii": "0916:5"}, order="make_ready")
    react_fire(state, RED_GUNS, TRIGGER, 7)
    assert refused(state, "blue", Evade(to="1015")) == "10.8.6"
    assert refused(state, "blue", Evade(to="0916")) == "8.1.1"
    put(state, RED, "1117:5")
    assert refused(state, "blue", Evade(to="1116")) == "5.6.2"


@pytest.mark.parametrize(("letter", "hexes"), [("a", {"1312"}), ("b", {"1112", "1312"}), ("c", set())])
def test_d54_hexes_under_the_same_gun(letter: str, hexes: set[str]) -> None:
    state = position({HORSE: "1212:5", RED_GUNS: "1009:2"}, order="charge", readings={"D54": letter})
    assert state.units[RED_GUNS].card.grazing == 4
    assert set(evasion.hexes(state, HORSE, RED_GUNS)) == hexes


# 9.4.3 In reaction


def test_9_1_2_and_9_4_3_grazing_range_for_moves_and_maximum_for_fire_at_it() -> None:
    state = position({HORSE: "1016:5", RED_GUNS: "1310:2"})
    move = Trigger(kind="TR1", unit=HORSE, how="move", hexes=("1016",))
    assert react.volley(state, RED_GUNS, move) == ()
    assert react.volley(state, RED_GUNS, TRIGGER)
    state = position({HORSE: "1212:5", RED_GUNS: "1310:2"})
    assert react.volley(state, RED_GUNS, move)


def test_9_1_5_reacting_makes_guns_fired() -> None:
    state = position({HORSE: "1212:5", RED_GUNS: "1310:2"})
    move = Trigger(kind="TR1", unit=HORSE, how="move", hexes=("1212",))
    react_fire(state, RED_GUNS, move, 0)
    assert state.units[RED_GUNS].fired
    assert react.volley(state, RED_GUNS, move) == ()
    assert react.aim_bar(state, RED_GUNS, move).rule == "9.1.5"  # type: ignore[union-attr]


def test_err_rocroi_5_no_range_modifiers_in_the_bombardment() -> None:
    state = position(
        {"spanish-battery": "1310:2", "gassion": "1016:5"}, scenario="rocroi", phase=BOMBARDMENT, leaders={}
    )
    (fact,) = told(give(state, "spanish", FireGuns(unit="spanish-battery", target="gassion"), 0), ShotFired)
    assert modified(fact) == {}
