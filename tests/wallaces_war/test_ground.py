"""2.2, 5.1, 9.2 The maps: neighbours, arcs, cones, hexsides and levels."""

from __future__ import annotations

import copy

import msgspec
import pytest

from domain.hexes.grid import Hex
from rules.wallaces_war.ground.ground import Ground
from rules.wallaces_war.sheets.scenario import charts, grounds
from tests.wallaces_war.house import HOUSE

GROUNDS = grounds(HOUSE)
PLAIN = GROUNDS["open_plain"]
STIRLING, FALKIRK, LEWES = GROUNDS["stirling_bridge"], GROUNDS["falkirk"], GROUNDS["lewes"]
CENTRE = "1313"  # (0, 0) of the examples
NE, E, SE, SW, W, NW = range(6)


def axial(hexes: tuple[str, ...]) -> list[tuple[int, int]]:
    """Hexes of the plain as the examples write them."""
    centre = PLAIN.at[CENTRE]
    return [tuple(PLAIN.at[hex] - centre) for hex in hexes]


def reached(ground: Ground, start: str, bridges: bool) -> set[str]:
    """All hexes to be walked to without crossing a river but by its bridges."""
    found, edge = {start}, [start]
    while edge:
        at = edge.pop()
        for to in ground.near(at):
            if to not in found and (not ground.is_river(at, to) or (bridges and ground.is_bridge(at, to))):
                found.add(to)
                edge.append(to)
    return found


@pytest.mark.parametrize(
    ("hex", "around"),
    [
        pytest.param("1210", "1310 1211 1110 1109 1209 1309", id="2.2c an even row"),
        pytest.param("1310", "1411 1311 1211 1210 1309 1410", id="2.2c an odd row, half a hex to the east"),
    ],
)
def test_2_2c_the_six_neighbours_clockwise_from_north_east(hex: str, around: str) -> None:
    assert [PLAIN.neighbour(hex, way) for way in range(6)] == around.split()
    assert PLAIN.near(hex) == tuple(around.split())
    assert [PLAIN.direction(hex, to) for to in around.split()] == [NE, E, SE, SW, W, NW]


def test_2_2c_rows_shifted_the_other_way_are_a_matter_of_the_map() -> None:
    even = Ground(rows=(1, 25), places=(1, 25), shifted="even")
    assert even.near("1310") == ("1410", "1311", "1210", "1209", "1309", "1409")


def test_2_2c_axial_coordinates_are_those_of_the_examples() -> None:
    for hex, at in PLAIN.at.items():
        row, place = int(hex[:2]), int(hex[2:])
        assert at == Hex(place + (row + row % 2) // 2, -row)
        assert PLAIN.row(hex) == row
    assert PLAIN.at[CENTRE] == Hex(20, -13)
    assert len([hex for hex in PLAIN.hexes if PLAIN.distance(CENTRE, hex) <= 12]) == 3 * 12 * 13 + 1


def test_2_2c_off_the_map_there_is_nobody() -> None:
    assert PLAIN.neighbour("0101", SW) is None
    assert PLAIN.neighbour("0101", W) is None
    assert PLAIN.neighbour("0101", NW) == "0201"
    assert PLAIN.front("0101", 5) == ("0201",)
    assert PLAIN.rear("0101", 0) == ()
    assert PLAIN.offset(CENTRE, 0, 0) == CENTRE
    assert PLAIN.offset(CENTRE, 2, -3) == "1614"
    assert PLAIN.offset(CENTRE, 0, 13) is None


@pytest.mark.parametrize(
    ("facing", "front", "flanks", "rear"),
    [
        pytest.param(0, (NW, NE), (W, E), (SW, SE), id="5.1 north"),
        pytest.param(1, (NE, E), (NW, SE), (W, SW), id="5.1 north-east"),
        pytest.param(2, (E, SE), (NE, SW), (NW, W), id="5.1 south-east"),
        pytest.param(3, (SE, SW), (E, W), (NE, NW), id="5.1 south"),
        pytest.param(4, (SW, W), (SE, NW), (E, NE), id="5.1 south-west"),
        pytest.param(5, (W, NW), (SW, NE), (SE, E), id="5.1 north-west"),
    ],
)
def test_5_1_front_flank_and_rear(
    facing: int, front: tuple[int, int], flanks: tuple[int, int], rear: tuple[int, int]
) -> None:
    for hex in (CENTRE, "1210"):
        for ways, found in (
            (front, PLAIN.front(hex, facing)),
            (flanks, PLAIN.flanks(hex, facing)),
            (rear, PLAIN.rear(hex, facing)),
        ):
            assert tuple(PLAIN.direction(hex, to) for to in found) == ways


def test_x3_5_1_the_arcs_and_the_front_cone_at_facing_0() -> None:
    assert axial(PLAIN.front(CENTRE, 0)) == [(0, -1), (1, -1)]
    assert axial(PLAIN.flanks(CENTRE, 0)) == [(-1, 0), (1, 0)]
    assert axial(PLAIN.rear(CENTRE, 0)) == [(-1, 1), (0, 1)]
    assert axial(PLAIN.cone(CENTRE, 0)) == [
        (0, -1), (1, -1), (0, -2), (1, -2), (2, -2), (0, -3), (1, -3), (2, -3), (3, -3),
    ]  # fmt: skip


def test_9_2_cones_have_2_5_and_9_hexes_and_turn_with_the_facing() -> None:
    for facing in range(6):
        assert [len(PLAIN.cone(CENTRE, facing, reach)) for reach in (1, 2, 3)] == [2, 5, 9]
        assert PLAIN.cone(CENTRE, facing, 1) == PLAIN.front(CENTRE, facing)
        turned = [tuple(Hex(q, r).rotated(facing)) for q, r in axial(PLAIN.cone(CENTRE, 0))]
        assert axial(PLAIN.cone(CENTRE, facing)) == turned
    assert len(PLAIN.cone("2513", 0)) == 0


def test_9_2_the_arcs_of_the_pack_hold_9_and_21_hexes() -> None:
    """9.2a D30 The defensive arc is the front cone; the offensive one three cones side by side."""
    arcs = charts(HOUSE)
    assert list(arcs.defensive) == axial(PLAIN.cone(CENTRE, 0))
    assert len(arcs.defensive) == 9
    assert len(set(arcs.offensive)) == len(arcs.offensive) == 21
    half_plane = {hex for facing in (5, 0, 1) for hex in PLAIN.cone(CENTRE, facing)}
    assert set(arcs.offensive) == set(axial(tuple(half_plane)))


def test_7_4_the_river_cuts_stirling_in_two_but_for_the_bridge() -> None:
    south, north = reached(STIRLING, "0106", bridges=False), reached(STIRLING, "2610", bridges=False)
    assert not south & north
    assert south | north == set(STIRLING.hexes)
    assert reached(STIRLING, "0106", bridges=True) == set(STIRLING.hexes)
    assert STIRLING.bridges == ("0306-0407",)
    assert STIRLING.is_bridge("0407", "0306")
    assert STIRLING.is_river("0407", "0306")
    assert STIRLING.road("0306", "0407") == "road"
    crossings = [(a, b) for a in STIRLING.hexes for b in STIRLING.near(a) if STIRLING.is_river(a, b) and a < b]
    assert [side for side in crossings if STIRLING.road(*side)] == [("0306", "0407")]


def test_16_2_every_post_at_stirling_lies_on_the_north_bank() -> None:
    north = reached(STIRLING, "2610", bridges=False)
    posts = ["0809", "1013", "1008", "1004", "1010", "1005", "1805", "1811", "1905", "1911"]
    assert all(STIRLING.disc(hex, 2) <= north for hex in posts)
    assert {f"{row}01" for row in range(14, 25)} <= north


def test_2_2_1_terrain_of_hexes() -> None:
    assert PLAIN.terrain(CENTRE) == ("clear",)
    assert FALKIRK.terrain("0906") == ("marsh",)
    assert FALKIRK.terrain("1806") == ("woods", "high")
    assert FALKIRK.terrain("1305") == ("high",)
    assert (FALKIRK.is_woods("1806"), FALKIRK.is_woods("1305")) == (True, False)
    assert ("marsh" in FALKIRK.terrain("0906"), "marsh" in FALKIRK.terrain("1305")) == (True, False)


def test_2_2_2_slopes_follow_from_levels() -> None:
    assert (FALKIRK.level("1105"), FALKIRK.level("1205")) == (1, 2)
    assert FALKIRK.is_uphill("1105", "1205")
    assert FALKIRK.is_downhill("1205", "1105")
    assert not FALKIRK.is_uphill("1205", "1105")
    assert not FALKIRK.is_uphill("1205", "1206")
    assert not FALKIRK.is_downhill("1105", "1104")


def test_16_3_3b_the_burns_part_falkirk() -> None:
    assert {FALKIRK.bank(hex) for hex in FALKIRK.hexes} == {"north", "south"}
    assert FALKIRK.is_stream("0901", "1001")
    assert FALKIRK.is_stream("1001", "0901")
    assert (FALKIRK.bank("0901"), FALKIRK.bank("1001")) == ("south", "north")
    assert FALKIRK.is_by_stream("0901")
    assert not FALKIRK.is_by_stream("0505")
    assert {FALKIRK.bank(hex) for hex in ["0311", "0505", "0508", "0314", "0516"]} == {"south"}
    assert {FALKIRK.bank(hex) for hex in ["1416", "1309", "1305"]} == {"north"}
    assert PLAIN.bank(CENTRE) == ""


def test_20_2_2_steep_slopes_above_offham() -> None:
    assert LEWES.is_steep("2618", "2617")
    assert not LEWES.is_steep("2616", "2617")


def test_7_4_roads_are_chains_and_hexsides_join_neighbours() -> None:
    for ground in GROUNDS.values():
        pairs = [pair for road in ground.roads for pair in zip(road.hexes, road.hexes[1:], strict=False)]
        courses = (ground.rivers, ground.bridges, ground.steep, *ground.streams.values())
        pairs += [(side[:4], side[5:]) for sides in courses for side in sides]
        assert {ground.distance(a, b) for a, b in pairs} <= {1}


def test_a_map_survives_storage_and_is_never_copied() -> None:
    for ground in GROUNDS.values():
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(ground), type=Ground) == ground
        assert copy.deepcopy(ground) is ground
