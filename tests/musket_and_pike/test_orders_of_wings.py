"""5.4, 5.6 Command, the four orders, and what leaders do."""

from __future__ import annotations

import pytest

from rules.musket_and_pike.leaders.command import in_command
from rules.musket_and_pike.movement.asks import MoveLeader, MoveUnit
from rules.musket_and_pike.movement.facts import ActionBegan, UnitMoved
from rules.musket_and_pike.recovery.asks import Rally, Reform
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn.asks import EndActions
from tests.musket_and_pike.positions import give, orders_of, position, refused, told

HORSE, OTHER, ARQUEBUSIERS = "blue-cuirassiers-i", "blue-cuirassiers-ii", "blue-arquebusiers"
TWO, PIKES, MUSKETS, LEADER = "blue-two-hex", "blue-guns-with-the-foot", "blue-muskets", "blue-horse"
RED, RED_TWO, RED_FOOT = "red-cuirassiers-i", "red-cuirassiers-ii", "red-one-hex"


def horse(order: str, place: str, red: str = "1006:2", **more: object) -> State:
    return position({HORSE: place, RED: red}, order=order, leaders={LEADER: place[:4]}, **more)  # type: ignore[arg-type]


# 5.4 Command


def test_5_4_2_links_reach_three_hexes_for_cavalry_and_two_for_others() -> None:
    for far, commanded in (("1012", True), ("1013", False)):
        state = position({HORSE: f"{far}:5"}, leaders={LEADER: "1009"})
        assert in_command(state, HORSE) is commanded
    for far, commanded in (("1011", True), ("1012", False)):
        state = position({PIKES: f"{far}:5"}, leaders={"blue-centre": "1009"})
        assert in_command(state, PIKES) is commanded


def test_5_4_2_links_make_a_chain_that_no_enemy_may_cut() -> None:
    places = {HORSE: "1015:5", OTHER: "1012:5"}
    state = position(places, leaders={LEADER: "1009"})
    assert in_command(state, HORSE)
    state = position({HORSE: "1012:5", RED: "1011:2"}, leaders={LEADER: "1010"})
    assert in_command(state, HORSE)  # round the enemy


def test_5_3_2_without_a_commander_nobody_is_in_command() -> None:
    state = position({HORSE: "1012:5"}, leaders={})
    assert not in_command(state, HORSE)
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1011",))) == "5.4.3"


def test_e5_back_in_command_it_is_free_within_its_order() -> None:
    state = position({HORSE: "1014:5", RED: "1001:2"}, leaders={LEADER: "1010"})
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("about", "1015"))) == "5.4.3"  # X12
    path = ("1013", "right", "right", "1113", "1213", "1313")
    facts = give(state, "blue", MoveUnit(unit=HORSE, path=path))
    assert sum(fact.cost for fact in told(facts, UnitMoved)) == 4


def test_x12_x14_a_unit_out_of_command_must_come_back_before_the_actions_end() -> None:
    state = position({HORSE: "1014:5", RED: "1001:2"}, leaders={LEADER: "1010"})
    assert refused(state, "blue", EndActions()) == "5.4.3"
    assert not orders_of(state, EndActions)
    give(state, "blue", MoveUnit(unit=HORSE, path=("1013",)))
    assert orders_of(state, EndActions)


@pytest.mark.parametrize(("letter", "free"), [("a", True), ("b", False)])
def test_d16_out_of_command_next_to_an_enemy(letter: str, free: bool) -> None:
    state = position({HORSE: "1014:5", RED: "1013:2"}, leaders={LEADER: "1008"}, readings={"D16": letter})
    assert bool(orders_of(state, EndActions)) is free


# 5.6.1 Charge


def test_5_6_1_charge_must_end_closer() -> None:
    state = horse("charge", "1014:5")
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("left", "left", "0914"))) == "5.6.1"
    facts = give(state, "blue", MoveUnit(unit=HORSE, path=("1013",)))
    (began,) = told(facts, ActionBegan)
    assert (began.target, began.distance) == (RED, 8)


def test_x14_actions_do_not_end_while_a_charge_is_owed() -> None:
    state = horse("charge", "1014:5")
    assert refused(state, "blue", EndActions()) == "5.6.1"
    give(state, "blue", MoveUnit(unit=HORSE, path=("1013",)))
    assert orders_of(state, EndActions)


def test_x14_who_cannot_come_closer_turns() -> None:
    state = position({PIKES: "1014:2:FS", RED: "1006:2"}, order="charge", leaders={"blue-centre": "1014"})
    assert refused(state, "blue", EndActions()) == "5.6.1"  # its allowance of 2 is a vertex, or a countermarch
    assert refused(state, "blue", MoveUnit(unit=PIKES, path=("1015",))) == "5.6.1"
    give(state, "blue", MoveUnit(unit=PIKES, path=("about",)))
    assert orders_of(state, EndActions)


def test_x15_who_is_held_may_only_turn() -> None:
    state = horse("charge", "1007:5")
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1106",))) == "5.6.1"
    assert orders_of(state, EndActions)
    give(state, "blue", MoveUnit(unit=HORSE, path=("left",)))


def test_5_6_1_an_enemy_met_by_a_friend_draws_nobody() -> None:
    places = {HORSE: "1010:5", OTHER: "1007:5", RED: "1006:2", RED_TWO: "1606:2"}
    state = position(places, order="charge", leaders={LEADER: "1010"})
    facts = give(state, "blue", MoveUnit(unit=HORSE, path=("right", "right", "1110")))
    assert told(facts, ActionBegan)[0].target == RED_TWO


@pytest.mark.parametrize(("wrecked", "target"), [(False, RED_TWO), (True, RED)])
def test_10_8_9_guns_that_are_disabled_meet_nobody(wrecked: bool, target: str) -> None:
    places = {HORSE: "1010:5", "blue-heavy-battery": "1007:5", RED: "1006:2", RED_TWO: "1606:2"}
    state = position(places, order="charge", leaders={LEADER: "1010"})
    state.units["blue-heavy-battery"].disabled = wrecked
    path = ("1009",) if wrecked else ("right", "right", "1110")
    facts = give(state, "blue", MoveUnit(unit=HORSE, path=path))
    assert told(facts, ActionBegan)[0].target == target


def test_5_6_1_light_infantry_need_not_face_heavy_infantry() -> None:
    state = position({MUSKETS: "1008:5", RED_FOOT: "1006:2"}, order="charge", leaders={"blue-centre": "1008"})
    assert orders_of(state, EndActions)


# 5.6.2 to 5.6.4


@pytest.mark.parametrize(("order", "cite"), [("make_ready", "5.6.2"), ("receive_charge", "5.6.3")])
def test_x16_no_contact(order: str, cite: str) -> None:
    state = horse(order, "1008:5")
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1007",))) == cite


def test_x16_receive_charge_moves_one_hex() -> None:
    state = horse("receive_charge", "1014:5")
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1013", "1012"))) == "5.6.3"
    give(state, "blue", MoveUnit(unit=HORSE, path=("1013", "left")))


def test_5_6_3_a_two_hex_unit_may_wheel_twice() -> None:
    state = position({TWO: "1012:5", RED: "1002:2"}, order="receive_charge")
    give(state, "blue", MoveUnit(unit=TWO, path=("left", "left")))


def test_x17_rally_ends_no_closer() -> None:
    state = horse("rally", "1014:5")
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1013",))) == "5.6.4"
    give(state, "blue", MoveUnit(unit=HORSE, path=("about", "1015")))


# 5.1, 5.2 Leaders


def test_x7_x8_a_wing_commander_moves_once_and_ends_with_his_men() -> None:
    state = position({HORSE: "1012:5", OTHER: "1212:5"}, leaders={LEADER: "1012", "blue-general": "1012"})
    assert refused(state, "blue", MoveLeader(leader=LEADER, path=("1112",))) == "5.2.1"
    give(state, "blue", MoveLeader(leader=LEADER, path=("1112", "1212")))
    assert state.leaders[LEADER].at == "1212"
    assert refused(state, "blue", MoveLeader(leader=LEADER, path=("1112", "1012"))) == "5.2.2"
    give(state, "blue", MoveLeader(leader="blue-general", path=("1112",)))
    assert refused(state, "blue", MoveLeader(leader="blue-general", path=("1212",))) == "5.1.2"
    assert refused(state, "blue", MoveLeader(leader="blue-centre", path=("1212",))) == "5.3.1"
    assert refused(state, "blue", MoveLeader(leader="red-horse", path=("1212",))) == "5.2.2"


def test_e2_the_army_commander_rallies_who_stands_with_him() -> None:
    state = position(
        {HORSE: "1012:5:FN:MS", RED: "1005:2"}, order="charge", leaders={LEADER: "1012", "blue-general": "1012"}
    )
    give(state, "blue", Rally(unit=HORSE, by="blue-general"))
    assert state.units[HORSE].morale == "MN"
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1011",))) == "3.2.C"
    assert orders_of(state, EndActions)


def test_x10_x11_one_action_and_only_of_the_active_wing() -> None:
    state = position({HORSE: "1012:5", PIKES: "1512:5"})
    give(state, "blue", MoveUnit(unit=HORSE, path=("1011",)))
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1010",))) == "3.2.C"
    assert refused(state, "blue", MoveUnit(unit=PIKES, path=("1511",))) == "3.2.C"
    assert refused(state, "blue", MoveUnit(unit=RED, path=("1511",))) == "3.2.C"
    assert refused(state, "blue", Reform(unit=PIKES, into="OO")) == "3.2.C"
