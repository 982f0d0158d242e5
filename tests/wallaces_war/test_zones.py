"""5.1, 6.1, 9.3, 13.3 Facing, zones of control, sight and command range."""

from __future__ import annotations

import pytest

from rules.wallaces_war.command.range import is_in_command
from rules.wallaces_war.ground.sight import has_sight
from rules.wallaces_war.state import State
from rules.wallaces_war.zones import aspect, controllers, front, is_controlled, is_threatened, printed_aspect, zone
from tests.wallaces_war.positions import at, position


def test_5_1a_and_6_1a_a_unit_controls_its_two_front_hexes() -> None:
    state = position({"red-ri-1": "1313:0"})
    assert set(zone(state, "1313")) == {at(0, -1), at(1, -1)} == set(front(state, "1313"))
    assert [aspect(state, "1313", hex) for hex in (at(0, -1), at(1, 0), at(0, 1))] == ["front", "flank", "rear"]


def test_5_1b_and_6_1c_and_14_4c_all_round_facing_is_lost_by_company_and_by_shaking() -> None:
    assert len(zone(position({"red-sc-1": "1313:0"}), "1313")) == 6
    assert len(zone(position({"red-ar-1": "1313:0", "red-sc-1": "1313:0"}), "1313")) == 6
    assert len(zone(position({"red-ar-1": "1313:0", "red-ri-1": "1313:0"}), "1313")) == 2
    assert len(zone(position({"red-mxb-1": "1313:0", "red-hc-1": "1313:0"}), "1313")) == 2
    assert len(front(position({"red-sc-1": "1313:0"}, shaken=["red-sc-1"]), "1313")) == 2


def test_d17_b_the_top_unit_decides() -> None:
    state = position({"red-ar-1": "1313:0", "red-ri-1": "1313:0"}, readings={"D17": "B"})
    assert len(zone(state, "1313")) == 6


def test_6_1b_and_14_4d_a_shaken_unit_or_top_unit_has_no_zone() -> None:
    places = {"red-ri-1": "1313:0", "red-ri-2": "1313:0"}
    assert zone(position(places, shaken=["red-ri-1"]), "1313") == ()
    assert len(zone(position(places, shaken=["red-ri-2"]), "1313")) == 2


def test_6_1d_no_zone_across_the_river_but_at_the_bridge() -> None:
    state = position({"hugh-ri-1": "0407:3"}, scenario="early_crossing", battle="hugh")
    for facing in range(6):
        state.units["hugh-ri-1"].facing = facing
        for hex in zone(state, "0407"):
            assert not state.ground.is_river("0407", hex) or state.ground.is_bridge("0407", hex)
    closed = position({"hugh-ri-1": "0407:3"}, scenario="stirling_bridge", battle="hugh")
    for facing in range(6):
        closed.units["hugh-ri-1"].facing = facing
        assert not any(closed.ground.is_bridge("0407", hex) for hex in zone(closed, "0407"))


def test_6_1d_horse_has_no_zone_into_a_marsh() -> None:
    state = position({"edward-hc-1": "0809:0"}, scenario="falkirk", battle="edward")
    assert not any("marsh" in state.ground.terrain(hex) for hex in zone(state, "0809"))


def test_6_2f_zones_are_counted_by_stack_and_asked_by_side() -> None:
    state = position({"green-ri-1": f"{at(0, -1)}:3", "green-ri-2": f"{at(1, -1)}:3", "red-ri-1": "1313:0"})
    assert set(controllers(state, "1313", "english")) == {at(0, -1), at(1, -1)}
    assert is_controlled(state, "1313", "english")
    assert not is_controlled(state, "1313", "scots")


def test_8_2l_for_stacking_nobody_is_all_round() -> None:
    assert printed_aspect(position({"red-ar-1": "1313:0"}), "1313", at(0, 1)) == "rear"


@pytest.mark.parametrize(("letter", "behind"), [("A", False), ("B", True)], ids=["D49 A", "D49 B"])
def test_14_4b_d49_the_reaction_zone_of_horse_that_is_not_shaken(letter: str, behind: bool) -> None:
    state = position({"green-hc-1": "1313:0"}, readings={"D49": letter})
    assert is_threatened(state, at(1, -3), "english")
    assert is_threatened(state, at(0, 2), "english") is behind
    state.units["green-hc-1"].shaken = True
    assert not is_threatened(state, at(1, -3), "english")


def test_9_3b_units_of_either_side_block_on_one_level() -> None:
    state = position({"red-ri-1": "1313:0", "red-ri-2": f"{at(0, -1)}:0"})
    assert not has_sight(state, "1313", at(0, -2))
    assert has_sight(state, "1313", at(1, -1))


@pytest.mark.parametrize(
    ("letter", "one", "both"),
    [("A", True, False), ("B", False, False), ("C", True, True)],
    ids=["D31 A", "D31 B", "D31 C"],
)
def test_9_3d_d31_along_a_hexside(letter: str, one: bool, both: bool) -> None:
    single = position({"red-ri-1": f"{at(0, -1)}:0"}, readings={"D31": letter})
    double = position({"red-ri-1": f"{at(0, -1)}:0", "red-ri-2": f"{at(1, -1)}:0"}, readings={"D31": letter})
    assert (has_sight(single, "1313", at(1, -2)), has_sight(double, "1313", at(1, -2))) == (one, both)


def _hill(**units: str) -> State:
    """X17 Level 2 at (0, 0) and (1, 0), level 1 beyond, on a map made for it."""
    state = position({name.replace("_", "-"): place for name, place in units.items()})
    ground = state.ground
    import msgspec

    state.ground = msgspec.structs.replace(ground, level2=("1313", at(1, 0)))
    return state


def test_9_3c_and_x17_from_above_only_what_stands_beside_the_lower_hex_blocks() -> None:
    both = _hill(red_ri_1=f"{at(1, 0)}:0", red_ri_2=f"{at(2, 0)}:0")
    assert not has_sight(both, "1313", at(3, 0))
    assert not has_sight(both, at(3, 0), "1313")
    assert has_sight(_hill(red_ri_1=f"{at(1, 0)}:0"), "1313", at(3, 0))


def test_9_3b_higher_ground_between_blocks() -> None:
    state = _hill()
    assert not has_sight(state, at(-1, 0), at(2, 0))


def test_13_3b_in_command_within_the_range_of_the_leader() -> None:
    state = position({"crimson-ri-1": f"{at(4, 0)}:0", "crimson-ri-2": f"{at(5, 0)}:0"}, leaders={"crimson": "1313"})
    assert (is_in_command(state, "crimson-ri-1"), is_in_command(state, "crimson-ri-2")) == (True, False)


def test_13_3c_6_2d_no_way_through_enemy_zones_but_where_a_friend_stands() -> None:
    wall = {f"green-sc-{n + 1}": f"{at(2, r)}:0" for n, r in enumerate((-4, -1, 2))}
    wall |= {"emerald-sc-1": f"{at(2, -6)}:0", "emerald-sc-2": f"{at(2, 4)}:0"}
    state = position({**wall, "crimson-ri-1": f"{at(4, -1)}:0"}, leaders={"crimson": "1313"})
    assert not is_in_command(state, "crimson-ri-1")


@pytest.mark.parametrize(("letter", "commanded"), [("A", True), ("B", False)], ids=["D67 A", "D67 B"])
def test_d67_the_hex_of_the_leader(letter: str, commanded: bool) -> None:
    places = {"crimson-ri-1": f"{at(1, 0)}:0", "green-sc-1": f"{at(-1, 0)}:0"}
    state = position(places, leaders={"crimson": "1313"}, readings={"D67": letter})
    assert is_in_command(state, "crimson-ri-1") is commanded


def test_16_2_4e_all_of_an_arriving_battle_are_in_command() -> None:
    state = position({"hntrb-ri-1": "1401:1"}, scenario="lundies_plan", battle="hntrb")
    assert not is_in_command(state, "hntrb-ri-1")
    state.turn.arriving = "hntrb"
    assert is_in_command(state, "hntrb-ri-1")
