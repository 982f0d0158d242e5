"""6.2, 8.3, 9.2, 13.3, 18.3, 21.2 The price of one step."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.errors import IllegalOrder
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.costs import Step, mover, price
from rules.gettysburg.movement.field import Field
from rules.gettysburg.words.en.plain import in_points
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import road, small_ground

FOOT, HORSE, GUNS, ENEMY_FOOT = "C-41", "C-54", "C-52", "U-1"


def cost(unit: str, to: str, **more: Any) -> Step:
    """What `unit` pays for the step from `at`; features go to the map, readings and pace to the game."""
    at, places = more.pop("at", "2020"), more.pop("places", {})
    readings, pace = more.pop("readings", {}), more.pop("pace", "normal")
    state = position({unit: at, **places}, ground=small_ground(**more), readings=readings)
    return price(Field(state, "confederate", unit), mover(state, unit, "confederate", pace), at, to)


def refused(unit: str, to: str, **more: Any) -> str:
    with pytest.raises(IllegalOrder) as caught:
        cost(unit, to, **more)
    return caught.value.rule


@pytest.mark.parametrize(
    ("feature", "foot", "horse", "guns"),
    [("light_woods", 2, 2, 2), ("heavy_woods", 2, 8, 8), ("hills", 2, 2, 2), ("town", 2, 2, 2)],
)
def test_tet_hex_costs_of_each_arm(feature: str, foot: int, horse: int, guns: int) -> None:
    found = [cost(unit, "2021", **{feature: ("2021",)}).cost for unit in (FOOT, HORSE, GUNS)]
    assert found == [foot, horse, guns]


def test_tet_rough_costs_infantry_2() -> None:
    assert cost(FOOT, "2021", rough=("2021",)).cost == 4


@pytest.mark.parametrize("unit", [HORSE, GUNS])
def test_l7_horse_and_guns_do_not_enter_rough_off_road(unit: str) -> None:
    assert refused(unit, "2021", rough=("2021",)) == "TET"


@pytest.mark.parametrize(
    ("feature", "foot", "horse", "guns"),
    [("streams", 2, 2, 4), ("ravines", 4, 6, 6)],
)
def test_tet_streams_and_ravines_act_both_ways(feature: str, foot: int, horse: int, guns: int) -> None:
    for side in ("2020-2021", "2021-2020"):
        found = [cost(unit, "2021", **{feature: {"course": (side,)}}).cost for unit in (FOOT, HORSE, GUNS)]
        assert found == [foot, horse, guns]


def test_6_5a_a_slope_costs_horse_and_guns_2_uphill_only() -> None:
    """D18"""
    uphill = {"2021": ("2020",)}
    assert [cost(unit, "2021", slopes=uphill).cost for unit in (FOOT, HORSE, GUNS)] == [2, 6, 6]
    assert cost(HORSE, "2021", slopes={"2020": ("2021",)}).cost == 2


def test_d15_guns_pay_for_a_protected_hexside_both_ways_or_into_it_only() -> None:
    facing = {"2020": ("2021",)}  # the symbol lies in the hex left
    assert cost(GUNS, "2021", protected=facing).cost == 6
    assert cost(GUNS, "2021", protected=facing, readings={"D15": "B"}).cost == 2
    assert cost(GUNS, "2021", protected={"2021": ("2020",)}, readings={"D15": "B"}).cost == 6


def test_d12_two_kinds_of_terrain_cost_the_higher_or_the_sum() -> None:
    both = {"hills": ("2021",), "heavy_woods": ("2021",)}
    assert cost(HORSE, "2021", **both).cost == 8
    assert cost(HORSE, "2021", **both, readings={"D12": "B"}).cost == 10


def test_6_3b_the_road_rate_cancels_terrain_and_friends() -> None:
    pike = road("2020", "2021")
    places = {"C-43": "2021", "C-44": "2021"}
    assert cost(HORSE, "2021", places=places, rough=("2021",), roads=(pike,)) == Step(1, road=True)


def test_e3_no_road_rate_through_a_hexside_the_road_does_not_cross() -> None:
    """L9, 6.3a"""
    roads = (road("2019", "2020"), road("2021", "2022"))
    assert cost(HORSE, "2021", roads=roads) == Step(2, road=False)


def test_l8_infantry_has_no_road_rate_and_guns_pay_1_without_hexsides() -> None:
    """D13, 8.3a, 13.3a"""
    roads, streams = (road("2020", "2021"),), {"creek": ("2020-2021",)}
    assert cost(FOOT, "2021", roads=roads) == Step(2, road=False)
    assert cost(GUNS, "2021", roads=roads, streams=streams, rough=("2021",)) == Step(2, road=False)


def test_13_3a_guns_on_a_road_pay_for_stacking() -> None:
    assert cost(GUNS, "2021", roads=(road("2020", "2021"),), places={"C-43": "2021"}).cost == 4


def test_l10_no_road_rate_into_a_hex_next_to_an_enemy() -> None:
    """8.3b"""
    assert cost(HORSE, "2021", roads=(road("2020", "2021"),), places={"U-7": "2022"}) == Step(2, road=False)


def test_d14_which_hex_of_a_road_step_must_be_clear_of_enemies() -> None:
    leaving = {"at": "2020", "roads": (road("2020", "2021"),), "places": {"U-7": "2019"}}
    entering = {"at": "2020", "roads": (road("2020", "2021"),), "places": {"U-7": "2022"}}
    found = {
        letter: (
            cost(HORSE, "2021", **leaving, readings={"D14": letter}).road,
            cost(HORSE, "2021", **entering, readings={"D14": letter}).road,
        )
        for letter in "ABC"
    }
    assert found == {"A": (True, False), "B": (False, False), "C": (False, True)}


def test_d24_an_enemy_hmc_stops_the_road_rate_unless_read_otherwise() -> None:
    places = {"U-HMC1": "2022"}
    roads = (road("2020", "2021"),)
    assert cost(HORSE, "2021", roads=roads, places=places).road is False
    assert cost(HORSE, "2021", roads=roads, places=places, readings={"D24": "B"}).road is True
    assert cost(HORSE, "2021", roads=roads, places=places, readings={"D24": "C"}).road is True  # a decoy


def test_9_2a_each_friendly_unit_adds_1_and_a_train_nothing() -> None:
    assert cost(FOOT, "2021", places={"C-43": "2021", "C-HMC1": "2021", "C-Train": "2021"}).cost == 6


def test_l4_no_hex_with_an_enemy_train_or_hmc() -> None:
    """21.3"""
    for enemy in ("U-1", "U-Train", "U-HMC1"):
        assert refused(FOOT, "2021", places={enemy: "2021"}) == "8.6(1)"


def test_l5_no_fourth_unit_but_a_train() -> None:
    full = {"C-43": "2021", "C-44": "2021", "C-45": "2021"}
    roads = (road("2020", "2021"),)
    assert refused(FOOT, "2021", places=full) == "9.1a"
    assert cost("C-Train", "2021", places=full, roads=roads).cost == 1


def test_8_1b_a_step_leads_to_an_adjacent_hex_of_the_map() -> None:
    assert refused(FOOT, "2022") == "8.1b"
    assert refused(FOOT, "9999") == "8.1b"


def test_l70_a_train_keeps_to_roads_half_a_point_and_trails_one() -> None:
    """21.2"""
    assert cost("C-Train", "2021", roads=(road("2020", "2021"),)).cost == 1
    assert cost("C-Train", "2021", roads=(road("2020", "2021", kind="trail"),)).cost == 2
    assert refused("C-Train", "2021") == "21.2"


def test_l70_a_train_does_not_go_where_the_enemy_observes() -> None:
    assert refused("C-Train", "2021", roads=(road("2020", "2021"),), places={"U-72": "2026"}) == "21.2"


def test_18_3_an_hmc_pays_as_infantry_and_has_the_road_rate() -> None:
    assert cost("C-HMC1", "2021", rough=("2021",)).cost == 4
    assert cost("C-HMC1", "2021", heavy_woods=("2021",), roads=(road("2020", "2021"),)).cost == 1


def test_d72_b_an_hmc_pays_the_worst_of_what_it_holds() -> None:
    horse, guns = {"C-54": "C-HMC1"}, {"C-52": "C-HMC1"}
    wooded = {"heavy_woods": ("2021",), "readings": {"D72": "B"}}
    assert cost("C-HMC1", "2021", places=horse, **wooded).cost == 8
    assert cost("C-HMC1", "2021", places=guns, **wooded).cost == 8
    assert cost("C-HMC1", "2021", **wooded).cost == 2
    assert refused("C-HMC1", "2021", places=horse, rough=("2021",), readings={"D72": "B"}) == "TET"
    hidden = {"rough": ("2021",), "streams": {"creek": ("2020-2021",)}, "readings": {"D72": "B"}}
    assert cost("C-HMC1", "2021", places=guns, **hidden).cost == 2  # 18.8b
    sunken = {"protected": {"2021": ("2020",)}, "readings": {"D72": "B"}}
    assert cost("C-HMC1", "2021", places=guns, **sunken).cost == 6


def test_d35_b_hexes_near_an_enemy_cost_double_of_twice_the_points() -> None:
    fast = {"pace": "accelerated", "places": {"U-7": "2023"}}
    assert refused(HORSE, "2021", **fast) == "15.1"
    assert cost(HORSE, "2021", **fast, readings={"D35": "B"}).cost == 4
    assert cost(HORSE, "2019", **fast, readings={"D35": "B"}).cost == 2


def test_8_5a_leaving_the_map_costs_1_from_an_edge_hex() -> None:
    """L18"""
    assert cost(FOOT, "off", at="2000").cost == 2
    assert refused(FOOT, "off") == "8.5a"


def test_21_2_a_train_leaves_only_where_a_road_leads_off() -> None:
    assert cost("C-Train", "off", at="2000", roads=(road("2000", "2001"),)).cost == 2
    assert refused("C-Train", "off", at="2000") == "21.2"


def test_x12_cavalry_by_road_then_onto_a_friend_has_no_points_for_heavy_woods() -> None:
    ground = small_ground(roads=(road("2020", "2021", "2022"),), heavy_woods=("2024",))
    state = position({HORSE: "2020", "C-43": "2023"}, ground=ground)
    way = ("2021", "2022", "2023")
    assert refusal(state, "confederate", MoveUnit(unit=HORSE, path=(*way, "2024"))) == "6.2b"
    facts = give(state, "confederate", MoveUnit(unit=HORSE, path=way))
    assert [fact.cost for fact in facts if hasattr(fact, "cost")] == [1, 1, 4]


def test_points_are_said_with_halves() -> None:
    assert [in_points(halves) for halves in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]
