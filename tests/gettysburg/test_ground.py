"""The map: geometry, terrain, hexsides, roads and what a step costs."""

from __future__ import annotations

import msgspec
import pytest

from rules.gettysburg.ground.ground import Ground
from tests.gettysburg.small_maps import road, small_ground

CLEAR = small_ground()
EVEN = {(0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0)}
ODD = {(0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1)}


def numbers(hex: str) -> tuple[int, int]:
    return int(hex[:2]), int(hex[2:])


def printed_distance(a: str, b: str) -> int:
    """MAP.2 as the rules reference writes it."""
    (xa, ya), (xb, yb) = numbers(a), numbers(b)
    za, zb = ya - (xa - xa % 2) // 2, yb - (xb - xb % 2) // 2
    return max(abs(xa - xb), abs(za - zb), abs(-xa - za + xb + zb))


def test_map_1_every_hex_has_the_neighbours_of_the_printed_table() -> None:
    for hex in CLEAR.hexes:
        column, place = numbers(hex)
        steps = ODD if column % 2 else EVEN
        expected = {f"{column + dc:02}{place + dp:02}" for dc, dp in steps if 0 <= place + dp <= 34}
        assert set(CLEAR.near(hex)) == {other for other in expected if 1 <= int(other[:2]) <= 42}


def test_map_1_neighbours_are_given_clockwise_from_the_north_east() -> None:
    assert CLEAR.near("2020") == ("1919", "2019", "2119", "2120", "2021", "1920")
    assert CLEAR.near("1709") == ("1609", "1708", "1809", "1810", "1710", "1610")


def test_map_2_distance_agrees_with_the_printed_formula() -> None:
    for start in ("0100", "2020", "1709", "4234"):
        assert {hex: CLEAR.distance(start, hex) for hex in CLEAR.hexes} == {
            hex: printed_distance(start, hex) for hex in CLEAR.hexes
        }


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        pytest.param("4000", "2600", 14, id="E9 from F to E"),
        pytest.param("4000", "4219", 20, id="E9 from F to G"),
        pytest.param("2420", "2023", 5, id="E6 from the guns to the second target"),
        pytest.param("2010", "2212", 3, id="X14"),
        pytest.param("2316", "2014", 4, id="E8 D from the nearest infantry"),
    ],
)
def test_map_2_distances_of_the_examples(a: str, b: str, steps: int) -> None:
    assert CLEAR.distance(a, b) == CLEAR.distance(b, a) == steps


def test_map_the_extent_holds_42_columns_of_35_hexes() -> None:
    assert len(CLEAR.hexes) == 42 * 35
    assert CLEAR.is_on_map("0100")
    assert CLEAR.is_on_map("4234")
    assert not CLEAR.is_on_map("4300")
    assert not CLEAR.is_on_map("2035")
    assert not CLEAR.is_on_map("north")


def test_8_5_edge_hexes_lack_a_neighbour() -> None:
    edge = {hex for hex in CLEAR.hexes if CLEAR.is_edge(hex)}
    assert edge == {hex for hex in CLEAR.hexes if hex[:2] in ("01", "42") or hex[2:] in ("00", "34")}
    assert {"1234", "2600", "4000", "4219"} <= edge
    assert "2020" not in edge


MIXED = small_ground(
    hills=("2010", "2011"),
    heavy_woods=["2010", "2013"],
    light_woods=["2012", "2014"],
    rough=["2011"],
    town=["2020"],
    clear_sides=["2013-2014"],
)


@pytest.mark.parametrize(
    ("hex", "held"),
    [
        pytest.param("2010", ("hill", "heavy_woods"), id="6.1b a wooded hill"),
        pytest.param("2011", ("hill", "rough"), id="6.1b a rough hill"),
        pytest.param("2012", ("light_woods",), id="6.1 light woods"),
        pytest.param("2020", ("town",), id="6.1 town"),
        pytest.param("2030", ("clear",), id="6.1 clear"),
    ],
)
def test_6_1_a_hex_holds_one_or_more_types(hex: str, held: tuple[str, ...]) -> None:
    assert MIXED.terrain(hex) == held
    asked = {
        "hill": MIXED.is_hill,
        "heavy_woods": MIXED.is_heavy_woods,
        "rough": MIXED.is_rough,
        "town": MIXED.is_town,
        "clear": MIXED.is_clear,
    }
    assert {kind for kind, is_so in asked.items() if is_so(hex)} == set(held) - {"light_woods"}
    assert MIXED.is_woods(hex) == bool({"heavy_woods", "light_woods"} & set(held))


def test_6_4_d17_a_side_between_two_woods_is_wooded_unless_the_map_shows_it_clear() -> None:
    assert MIXED.is_wooded_side("2012", "2013")
    assert MIXED.is_wooded_side("2013", "2012")
    assert not MIXED.is_wooded_side("2013", "2014")
    assert not MIXED.is_wooded_side("2014", "2013")
    assert not MIXED.is_wooded_side("2014", "2015")
    assert not MIXED.is_wooded_side("2015", "2014")


SIDES = small_ground(
    slopes={"1709": ("1708",)},
    protected={"2121": ("2221",)},
    streams={"brook": ("2010-2011",)},
    ravines={"gorge": ("2014-2015",)},
)


def test_e5_6_5a_a_slope_acts_only_up_to_the_hex_with_the_symbol() -> None:
    assert {"1708", "1610"} <= set(SIDES.near("1709"))
    assert SIDES.is_uphill("1708", "1709")
    assert not SIDES.is_uphill("1709", "1708")
    assert not SIDES.is_uphill("1610", "1709")


def test_e7_6_6a_a_protected_side_shields_the_hex_with_the_symbol_only() -> None:
    assert SIDES.is_protected("2221", "2121")
    assert not SIDES.is_protected("2121", "2221")
    assert not SIDES.is_protected("2120", "2121")
    assert SIDES.has_protected("2221", "2121")
    assert SIDES.has_protected("2121", "2221")
    assert not SIDES.has_protected("2120", "2121")


def test_6_1a_what_lies_on_a_hexside_is_no_terrain_of_its_hexes() -> None:
    for hex in ("1709", "1708", "2121", "2221", "2010", "2011", "2014", "2015"):
        assert SIDES.is_clear(hex)
    assert MIXED.is_wooded_side("2012", "2013")
    assert not MIXED.is_stream("2012", "2013")


def test_d16_streams_and_ravines_count_both_ways() -> None:
    assert SIDES.is_stream("2010", "2011")
    assert SIDES.is_stream("2011", "2010")
    assert not SIDES.is_stream("2010", "2009")
    assert SIDES.is_ravine("2014", "2015")
    assert SIDES.is_ravine("2015", "2014")
    assert not SIDES.is_ravine("2010", "2011")


def test_e3_6_3a_a_road_counts_only_across_the_sides_it_crosses() -> None:
    ground = small_ground(
        roads=[road("2220", "2320", "2421"), road("2220", "2319", "2419"), road("2320", "2321", kind="trail")]
    )
    assert ground.has_road("2319")
    assert ground.has_road("2320")
    assert ground.road("2320", "2319") == ""
    assert ground.road("2320", "2220") == ground.road("2220", "2320") == "road"
    assert ground.road("2321", "2320") == "trail"
    assert not ground.has_road("2020")


def test_6_3_a_road_outdoes_a_trail_across_the_same_side() -> None:
    both = [road("2020", "2021"), road("2020", "2021", kind="trail")]
    assert small_ground(roads=both).road("2020", "2021") == "road"
    assert small_ground(roads=both[::-1]).road("2020", "2021") == "road"


COSTLY = small_ground(
    hills=("2010", "2012", "2016"),
    heavy_woods=["2010", "1510"],
    light_woods=["1610"],
    rough=["2012"],
    town=["1810"],
    slopes={"2016": ("2015",), "2010": ("2009",)},
    protected={"2121": ("2221",)},
    streams={"brook": ("2020-2021", "2024-2025")},
    ravines={"gorge": ("2024-2025",)},
)


@pytest.mark.parametrize(
    ("a", "b", "infantry", "cavalry", "artillery"),
    [
        pytest.param("3010", "3011", 2, 2, 2, id="TET clear"),
        pytest.param("1611", "1610", 2, 2, 2, id="TET light woods"),
        pytest.param("1511", "1510", 2, 8, 8, id="TET heavy woods"),
        pytest.param("2017", "2016", 2, 2, 2, id="TET hill"),
        pytest.param("1811", "1810", 2, 2, 2, id="TET town"),
        pytest.param("2013", "2012", 4, None, None, id="TET rough, though on a hill"),
        pytest.param("2015", "2016", 2, 6, 6, id="6.5a slope uphill"),
        pytest.param("2016", "2015", 2, 2, 2, id="6.5a slope downhill"),
        pytest.param("2011", "2010", 2, 8, 8, id="6.2a D12 A the highest of hill and heavy woods"),
        pytest.param("2009", "2010", 2, 12, 12, id="6.2a slope and heavy woods add up"),
        pytest.param("2020", "2021", 2, 2, 4, id="TET stream"),
        pytest.param("2221", "2121", 2, 2, 6, id="D15 protected, into the hex with the symbol"),
        pytest.param("2121", "2221", 2, 2, 6, id="D15 protected, out of it"),
        pytest.param("2025", "2024", 4, 6, 8, id="6.2a ravine and stream on one side add up"),
    ],
)
def test_tet_cost_of_a_step_in_half_points(
    a: str, b: str, infantry: int, cavalry: int | None, artillery: int | None
) -> None:
    costs = [COSTLY.step_cost(kind, a, b) for kind in ("infantry", "cavalry", "artillery")]
    assert costs == [infantry, cavalry, artillery]


def test_d12_b_the_types_in_a_hex_are_added() -> None:
    assert COSTLY.step_cost("infantry", "2011", "2010", sum_in_hex=True) == 4
    assert COSTLY.step_cost("cavalry", "2011", "2010", sum_in_hex=True) == 10
    assert COSTLY.step_cost("infantry", "3010", "3011", sum_in_hex=True) == 2
    assert COSTLY.step_cost("artillery", "2013", "2012", sum_in_hex=True) is None


def test_d15_b_guns_pay_only_into_the_hex_with_the_symbol() -> None:
    assert COSTLY.step_cost("artillery", "2221", "2121", protected_both_ways=False) == 6
    assert COSTLY.step_cost("artillery", "2121", "2221", protected_both_ways=False) == 2


def test_the_map_survives_storage() -> None:
    COSTLY.step_cost("infantry", "3010", "3011")
    stored = msgspec.msgpack.encode(COSTLY)
    again = msgspec.msgpack.decode(stored, type=Ground)
    assert again == COSTLY
    assert msgspec.json.decode(msgspec.json.encode(COSTLY), type=Ground) == COSTLY
    assert again.step_cost("cavalry", "2009", "2010") == 12
    assert again != small_ground()
