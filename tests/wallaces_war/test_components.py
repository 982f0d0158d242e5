"""2, 16, 20 What is in the box and on the map, and what each scenario makes of it."""

from __future__ import annotations

import random

import pytest

from domain.kernel.packs import BadPack
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.pool import stock
from rules.wallaces_war.fire.fire import row_of
from rules.wallaces_war.ground.costs import can_cross, can_enter, can_stand
from rules.wallaces_war.ground.sight import has_sight
from rules.wallaces_war.sheets.scenario import check_pack, engagements, grounds
from rules.wallaces_war.sight.board import marks
from rules.wallaces_war.state import ACTIVATION
from rules.wallaces_war.zones import is_controlled, zone
from tests.wallaces_war.games import at_set_up
from tests.wallaces_war.house import HOUSE, with_file
from tests.wallaces_war.positions import at, give, position, start

ENGAGEMENTS = engagements(HOUSE)


def test_2_1b_143_units_and_14_leaders_fight_at_stirling_and_falkirk() -> None:
    stirling, falkirk = ENGAGEMENTS["early_crossing"], ENGAGEMENTS["falkirk"]
    assert (len(stirling.units), len(falkirk.units)) == (64, 79)
    assert len(stirling.leaders) + len(falkirk.leaders) == 14


def test_2_1b_every_marker_of_the_box_shows_on_the_counter_it_lies_on() -> None:
    state = position({"red-sc-1": "1313:0"}, shaken=["red-sc-1"], berserk=["red-sc-1"], charge=["red-sc-1"])
    shown = []
    for steps in range(6):
        state.units["red-sc-1"].steps = steps
        shown.append([mark for mark in marks(state, "red-sc-1", state.units["red-sc-1"]) if "step" in mark])
    assert set(marks(state, "red-sc-1", state.units["red-sc-1"])) >= {"shaken", "berserk", "charge"}
    assert shown == [[], ["1 step lost"], ["2 steps lost"], [], ["1 step lost"], ["2 steps lost"]]


def test_2_1g_a_leader_has_a_name_a_level_of_1_to_4_and_three_ratings() -> None:
    for engagement in ENGAGEMENTS.values():
        for leader in engagement.leaders:
            assert leader.name
            assert 1 <= leader.level <= 4
            assert min(leader.range, leader.ma) >= 1
            assert leader.bonus >= 0
    with pytest.raises(BadPack, match="level is 5; it must be 1 to 4"):
        check_pack(with_file("counters.toml", ("leader = [2, ", "leader = [5, ")))


def test_2_1h_a_leader_has_no_zone_and_is_in_nobodys_sight() -> None:
    state = position({"red-ri-1": f"{at(0, 2)}:0"}, leaders={"green": at(0, 1)})
    assert zone(state, at(0, 1)) == ()
    assert not is_controlled(state, "1313", "english")
    assert has_sight(state, at(0, 2), "1313")
    state = position({"red-ri-1": f"{at(0, 2)}:0", "green-ri-1": f"{at(0, 1)}:0"})
    assert is_controlled(state, "1313", "english")
    assert not has_sight(state, at(0, 2), "1313")


def test_2_2a_each_engagement_has_its_map_and_distances_are_hexes() -> None:
    assert {engagement.map for engagement in ENGAGEMENTS.values()} == set(grounds(HOUSE))
    ground = start().ground
    assert [ground.distance("1313", at(*far)) for far in ((0, 0), (1, 0), (3, -3), (2, 1), (-4, 1))] == [0, 1, 3, 3, 4]


@pytest.mark.parametrize("key", list(grounds(HOUSE)))
def test_2_2b_half_hexes_at_the_east_and_west_edges_are_hexes_and_there_are_no_others(key: str) -> None:
    ground = grounds(HOUSE)[key]
    (south, north), (west, east) = ground.rows, ground.places
    hexes = {f"{row:02}{place:02}" for row in range(south, north + 1) for place in range(west, east + 1)}
    assert set(ground.hexes) == hexes
    middle = (south + north) // 2
    for row in (middle, middle + 1):  # one of the two is cut by each edge, and both are joined to the rows beside
        for place in (west, east):
            assert len(ground.near(f"{row:02}{place:02}")) in (3, 5)


def test_2_2_1b_what_is_not_allowed_keeps_out_the_class_listed_and_no_other() -> None:
    state = start("falkirk")
    bog = state.ground.marsh[0]
    assert [can_stand(state, mover, bog) for mover in ("infantry", "cavalry", "leader")] == [True, False, True]
    assert all(can_stand(state, "cavalry", wood) for wood in state.ground.woods)


def test_2_2_1b_a_road_leads_over_a_side_that_cannot_be_crossed() -> None:
    state = start("early_crossing")
    ground = state.ground
    sides = [(a, b) for a in ground.hexes for b in ground.near(a) if ground.is_river(a, b)]
    assert {can_enter(state, "infantry", a, b) for a, b in sides if ground.road(a, b)} == {True}
    assert {can_cross(state, "infantry", a, b) for a, b in sides if not ground.road(a, b)} == {False}


def test_2_4a_a_ten_sided_die_has_ten_faces_and_its_0_is_a_10() -> None:
    assert len(start().charts.command_points) == 10
    with pytest.raises(BadPack, match="a D10 has 10 faces"):
        check_pack(with_file("charts.toml", ("[0, 0, 0, 0, 1,", "[0, 0, 0, 1,")))
    state = start()
    assert row_of(state, 10).losses[0] > row_of(state, 1).losses[0] == row_of(state, 0).losses[0]


@pytest.mark.parametrize(("letter", "left"), [("A", (16, 16)), ("B", (3, 3))], ids=["D4 A", "D4 B"])
def test_16_2_1a_and_d4_three_chits_of_3_and_three_of_1_have_nothing_on_their_backs(
    letter: str, left: tuple[int, int]
) -> None:
    state = start("falkirk", readings={"D4": letter})
    state.battles["edward"].track = [4] * 16 + [2] * 16
    ones, twos, threes, fours = stock(state)
    assert (ones, threes) == left
    assert (twos, fours) == (0, 0)


FIRST = {
    "16.2.2a, 16.2.2b": ("stirling_bridge", "scots", 6),
    "16.2.3a, 16.2.3b": ("early_crossing", "english", 5),
    "16.2.4a": ("lundies_plan", "scots", 5),
    "16.3.2a": ("falkirk", "english", 0),
    "16.3.3c": ("falkirk_free", "english", 0),
}


@pytest.mark.parametrize(("scenario", "side", "boxes"), FIRST.values(), ids=FIRST)
def test_first_initiative_and_the_boxes_of_cressingham(scenario: str, side: str, boxes: int) -> None:
    state, rng = at_set_up(scenario), random.Random(7)
    for _ in range(60):
        listed = list(SYSTEM.book.choices(state)) if state.core.phase != ACTIVATION else []
        found = [choice for choice in listed if type(choice.order).__name__ in ("Deploy", "EndSegment")]
        for choice in found[:1] or rng.sample(listed, min(len(listed), 1)):
            give(state, choice.by, choice.order)
    assert (state.core.turn, state.turn.initiative, state.core.active) == (1, side, side)
    assert len(state.battles["hugh"].track if boxes else ()) == boxes


def test_16_3_3c_commanders_points_and_initiative_are_those_of_16_3_2() -> None:
    free, historical = ENGAGEMENTS["falkirk_free"], ENGAGEMENTS["falkirk"]
    assert free.first == historical.first
    for side, camp in free.camps.items():
        other = historical.camps[side]
        assert (camp.commander, camp.points) == (other.commander, other.points)


def test_d87_the_free_set_up_of_lewes_has_those_of_20_3_2() -> None:
    free, historical = ENGAGEMENTS["lewes_free"], ENGAGEMENTS["lewes"]
    assert free.first == historical.first
    for side, camp in free.camps.items():
        other = historical.camps[side]
        assert (camp.commander, camp.points) == (other.commander, other.points)
