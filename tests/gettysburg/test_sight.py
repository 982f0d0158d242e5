"""Lines of sight and the hexside by which they come in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ground.sight import blocking_terrain, entry_sides, has_sight, is_shielded, obstacle, seen_from
from tests.gettysburg.small_maps import small_ground

CLEAR = small_ground()
Numbers = tuple[int, int]


def centre(hex: str) -> Numbers:
    """MAP.3"""
    column, place = int(hex[:2]), int(hex[2:])
    return 3 * column, 2 * place + column % 2


# MAP.3 The six sides of a hex as (x, y, most): x·dx + y·dy is at most that, measured from the centre.
BOUNDS = ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))


def is_met(hex: str, a: str, b: str) -> bool:
    """14.4Lb Whether the line lies over the hex, its border included, for more than a point."""
    (ax, ay), (bx, by), (cx, cy) = centre(a), centre(b), centre(hex)
    begin, end = Fraction(0), Fraction(1)
    for x, y, most in BOUNDS:
        at = x * (ax - cx) + y * (ay - cy) - most
        slope = x * (bx - ax) + y * (by - ay)
        if slope == 0:
            if at > 0:
                return False
        elif slope > 0:
            end = min(end, Fraction(-at, slope))
        else:
            begin = max(begin, Fraction(-at, slope))
    return end > begin


def is_seen(ground: Ground, a: str, b: str) -> bool:
    """14.4L on level ground, straight from MAP.3."""
    return not any(is_met(hex, a, b) for hex in ground.light_woods if hex not in (a, b))


@pytest.mark.parametrize("start", ["2020", "1915"])
def test_14_4l_sight_agrees_with_the_plane_coordinates_of_map_3(start: str) -> None:
    woods = [hex for hex in CLEAR.within(start, 6) if (7 * int(hex[:2]) + 5 * int(hex[2:])) % 11 == 0]
    ground = small_ground(light_woods=woods)
    around = ground.within(start, 7)
    seen = {hex for hex in around if has_sight(ground, start, hex)}
    assert seen == {hex for hex in around if is_seen(ground, start, hex)}
    assert 20 < len(seen) < len(around)


@pytest.mark.parametrize(
    ("features", "is_open"),
    [
        pytest.param({}, True, id="X14 nothing between"),
        pytest.param({"light_woods": ["2111"]}, False, id="X14 light woods block on the ground"),
        pytest.param({"heavy_woods": ["2110"]}, False, id="14.4Lc heavy woods block"),
        pytest.param({"town": ["2111"]}, False, id="14.4Lc a town blocks"),
        pytest.param({"hills": ("2111",)}, False, id="14.4Lc a hill blocks"),
        pytest.param({"hills": ("2010", "2111")}, False, id="14.4Lc a hill blocks from a hill to the ground"),
        pytest.param({"hills": ("2010", "2212"), "light_woods": ["2111"]}, True, id="X14 hill to hill over low woods"),
        pytest.param(
            {"hills": ("2010", "2212", "2111"), "light_woods": ["2111"]}, False, id="X14 a wooded hill blocks hills"
        ),
        pytest.param({"hills": ("2010", "2212", "2111")}, True, id="14.4Lc a bare hill does not block hills"),
        pytest.param({"hills": ("2010", "2212"), "town": ["2111"]}, True, id="14.4Lc nor does a town"),
        pytest.param({"rough": ["2111"]}, True, id="14.4Lc rough does not block"),
        pytest.param({"light_woods": ["2010", "2212"]}, True, id="14.4La the ends do not block"),
        pytest.param({"light_woods": ["2011"]}, True, id="D22 A a hex not crossed does not block"),
    ],
)
def test_14_4l_sight_from_2010_to_2212(features: dict[str, Any], is_open: bool) -> None:
    """BT.n3, BT.n4"""
    ground = small_ground(**features)
    assert has_sight(ground, "2010", "2212") is is_open
    assert has_sight(ground, "2212", "2010") is is_open


@pytest.mark.parametrize("beside", ["2119", "2120"])
def test_14_4lb_a_line_along_a_hexside_is_blocked_by_either_hex(beside: str) -> None:
    assert has_sight(CLEAR, "2020", "2220")
    assert not has_sight(small_ground(light_woods=[beside]), "2020", "2220")


def test_14_4l_adjacent_hexes_always_see_each_other() -> None:
    ground = small_ground(heavy_woods=["2020", *CLEAR.near("2020")], slopes={"2020": CLEAR.near("2020")})
    assert seen_from(ground, "2020", 1) == set(ground.near("2020"))
    assert seen_from(ground, "2020", 6, slopes_block=True) == set(ground.near("2020"))


def test_14_4l_a_line_along_the_border_of_the_map_is_open() -> None:
    assert has_sight(CLEAR, "0234", "0434")
    assert has_sight(CLEAR, "0100", "0300")


def test_d22_b_slopes_between_intermediate_hexes_block() -> None:
    ground = small_ground(slopes={"2111": ("2110",), "2010": ("2009",)})
    assert has_sight(ground, "2010", "2212")
    assert not has_sight(ground, "2010", "2212", slopes_block=True)
    assert not has_sight(ground, "2212", "2010", slopes_block=True)
    at_the_end = small_ground(slopes={"2010": ("2110",), "2212": ("2111",)})
    assert has_sight(at_the_end, "2010", "2212", slopes_block=True)


def test_14_4l_the_obstacle_is_the_first_on_the_way_and_named_by_what_blocks() -> None:
    ground = small_ground(light_woods=["2011"], town=["2013"], rough=["2011"], slopes={"2032": ("2031",)})
    assert obstacle(ground, "2010", "2015") == ("2011",)
    assert obstacle(ground, "2015", "2010") == ("2013",)
    assert obstacle(ground, "2010", "2008") == ()
    assert obstacle(ground, "2030", "2034") == ()
    assert obstacle(ground, "2030", "2034", slopes_block=True) == ("2031", "2032")
    assert [blocking_terrain(ground, at) for at in ("2011", "2013")] == [["light_woods"], ["town"]]


def test_14_4l_there_is_an_obstacle_wherever_there_is_no_sight() -> None:
    ground = small_ground(light_woods=["2018", "2221"], hills=("1921", "2022"), slopes={"2119": ("2118", "2219")})
    for to in ground.within("2020", 6):
        for slopes in (False, True):
            is_open = has_sight(ground, "2020", to, slopes_block=slopes)
            assert is_open == (not obstacle(ground, "2020", to, slopes_block=slopes)), to


LONG_LANE = small_ground(protected={"2121": ("2221",), "2222": ("2221", "2321"), "2423": ("2422",)})


def test_e6_the_line_from_2420_enters_2121_out_of_2221() -> None:
    assert entry_sides(LONG_LANE, "2420", "2121") == ("2221",)
    assert has_sight(LONG_LANE, "2420", "2121")
    assert is_shielded(LONG_LANE, "2420", "2121")


def test_e6_a_protected_side_on_the_way_does_not_shield_2023() -> None:
    assert entry_sides(LONG_LANE, "2420", "2023") == ("2122",)
    assert has_sight(LONG_LANE, "2420", "2023")
    assert not is_shielded(LONG_LANE, "2420", "2023")
    for crossed in ("2320", "2221", "2222", "2122"):
        assert not has_sight(small_ground(light_woods=[crossed]), "2420", "2023")


def test_6_6c_a_line_through_the_corner_of_a_protected_side_counts_as_crossing_it() -> None:
    assert set(entry_sides(LONG_LANE, "2521", "2423")) == {"2422", "2522"}
    assert is_shielded(LONG_LANE, "2521", "2423")
    assert not is_shielded(small_ground(), "2521", "2423")


def test_e7_the_symbol_shields_against_fire_through_its_own_side_only() -> None:
    assert is_shielded(LONG_LANE, "2221", "2121")
    assert not is_shielded(LONG_LANE, "2120", "2121")
    assert not is_shielded(LONG_LANE, "2121", "2221")


def test_6_6b_every_line_comes_in_by_one_hexside_or_by_two_at_a_corner() -> None:
    for hex in CLEAR.within("2020", 6):
        sides = entry_sides(CLEAR, hex, "2020")
        assert len(sides) in (1, 2)
        assert set(sides) <= set(CLEAR.near("2020"))
        assert all(CLEAR.distance(hex, side) < CLEAR.distance(hex, "2020") + (len(sides) - 1) for side in sides)


def test_18_2a_what_is_seen_ends_with_the_reach() -> None:
    assert seen_from(CLEAR, "2020", 6) == set(CLEAR.within("2020", 6))
    ground = small_ground(light_woods=["2021"])
    behind = CLEAR.within("2020", 6)
    assert "2021" in seen_from(ground, "2020", 6)
    assert "2022" not in seen_from(ground, "2020", 6)
    assert seen_from(ground, "2020", 6) < set(behind)
