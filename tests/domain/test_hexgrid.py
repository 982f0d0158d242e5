"""Hexes, directions, arcs and printed ids."""

from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.hexes.grid import (
    DIRECTIONS,
    Hex,
    Hexside,
    Numbering,
    arc,
    bearing,
    disc,
    distance,
    right_half,
    ring,
)
from domain.hexes.sight import centre

GETTYSBURG = Numbering(lines=(1, 42), places=(0, 34), lines_grow="S", places_grow="W")
STIRLING = Numbering(lines=(1, 26), places=(1, 18), lines_grow="N", places_grow="E")
EDGEHILL = Numbering(lines=(1, 22), places=(1, 30), lines_grow="S", places_grow="E", line_first=False)

O = Hex(0, 0)  # noqa: E741
hexes = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))
near = st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5))
turns = st.integers(0, 5)
axes = [*product("NS", "EW"), *product("EW", "NS")]


@st.composite
def numberings(draw):
    lines_grow, places_grow = draw(st.sampled_from(axes))
    digits = draw(st.integers(1, 3))
    extent = st.lists(st.integers(0, 10**digits - 1), min_size=2, max_size=2).map(lambda pair: tuple(sorted(pair)))
    return Numbering(
        lines=draw(extent), places=draw(extent), lines_grow=lines_grow, places_grow=places_grow, digits=digits,
        shifted=draw(st.sampled_from(["odd", "even"])), shift=draw(st.sampled_from(["higher", "lower"])),
        line_first=draw(st.booleans()),
    )  # fmt: skip


# Hexes and directions


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a, b, c):
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a) >= 0
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(near, near)
def test_distance_counts_steps(a, b):
    seen, edge, steps = {a}, {a}, 0
    while b not in seen:
        edge = {n for at in edge for n in ring(at, 1)} - seen
        seen |= edge
        steps += 1
    assert distance(a, b) == steps


@given(hexes, hexes, st.integers(-9, 9))
def test_hexes_add_subtract_and_scale_as_vectors(a, b, times):
    assert a + b - b == a
    assert a + -b == a - b
    assert a * times == times * a == Hex(a.q * times, a.r * times)
    assert type(a + b) is type(a * times) is Hex


@given(hexes, st.integers(-7, 7), hexes)
def test_six_turns_lead_back_and_turning_keeps_distance(at, turn, other):
    assert at.rotated(6) == at.rotated(turn).rotated(-turn) == at
    assert distance(at.rotated(turn), other.rotated(turn)) == distance(at, other)
    assert at.rotated(3) == -at


def test_each_direction_is_the_one_before_turned_clockwise():
    assert [DIRECTIONS[0].rotated(turn) for turn in range(6)] == list(DIRECTIONS)


@given(hexes, st.integers(0, 9))
def test_a_ring_has_six_hexes_for_each_step_and_a_disc_all_rings(at, radius):
    around_it = ring(at, radius)
    assert len(set(around_it)) == len(around_it) == (6 * radius or 1)
    assert {distance(at, other) for other in around_it} == {radius}
    inside = disc(at, radius)
    assert len(set(inside)) == len(inside) == 1 + 3 * radius * (radius + 1)
    assert [distance(at, other) for other in inside] == sorted(distance(at, other) for other in inside)


@given(hexes)
def test_the_first_ring_is_the_neighbours_in_order(at):
    assert ring(at, 1) == tuple(at.neighbour(d) for d in range(6))


@given(near)
def test_a_ring_runs_through_the_bearings_in_order(at):
    bearings = [bearing(at, other) for other in ring(at, 4)]
    assert bearings == sorted(bearings)
    assert set(bearings) == set(range(12))
    assert bearing(at, at) is None


# Facing


@given(hexes, turns)
def test_the_right_half_of_a_unit_on_two_hexes_is_next_to_its_left(left, f):
    """Musket & Pike geo2."""
    assert right_half(left, f) == left.neighbour(f + 2)


@given(hexes, turns)
def test_a_cone_has_two_then_three_then_four_hexes(at, k):
    a, b = DIRECTIONS[k - 1], DIRECTIONS[k]
    cone = arc(at, k - 1, 2, 3)
    assert [distance(at, other) for other in cone] == [1] * 2 + [2] * 3 + [3] * 4
    assert set(cone) == {at + i * a + j * b for i in range(4) for j in range(4) if 1 <= i + j <= 3}


@given(hexes, turns, st.integers(1, 4), st.integers(0, 4))
def test_an_arc_is_what_its_directions_reach(at, first, count, reach):
    reached, edge = set(), {at}
    for _ in range(reach):
        edge = {here.neighbour(first + turn) for here in edge for turn in range(count)}
        reached |= edge
    found = arc(at, first, count, reach)
    assert len(set(found)) == len(found)
    # Opposite rows of a half plane lead back to the start, which is not part of the arc.
    assert set(found) == reached - {at}


# Hexsides


@given(hexes, turns)
def test_a_hexside_is_the_same_from_both_sides(at, direction):
    other = at.neighbour(direction)
    side = Hexside.of(at, other)
    assert side == Hexside.of(other, at)
    assert {side: 1}[Hexside.of(other, at)] == 1
    assert (side.other(at), side.other(other)) == (other, at)


@pytest.mark.parametrize("other", [O, Hex(2, 0), Hex(1, 1)])
def test_hexes_apart_share_no_hexside(other):
    with pytest.raises(ValueError, match="share no hexside"):
        Hexside.of(O, other)


# Printed ids


@given(numberings(), st.data())
def test_parse_and_format_are_inverse(grid, data):
    line = data.draw(st.integers(*grid.lines))
    place = data.draw(st.integers(*grid.places))
    at = grid.at(line, place)
    assert grid.numbers(at) == (line, place)
    assert grid.parse(grid.format(at)) == at in grid
    first, second = (line, place) if grid.line_first else (place, line)
    assert grid.format(at) == str(first).zfill(grid.digits) + str(second).zfill(grid.digits)


@given(numberings(), hexes)
def test_every_hex_has_its_own_numbers(grid, at):
    assert grid.at(*grid.numbers(at)) == at
    line, place = grid.numbers(at)
    assert (at in grid) == (grid.lines[0] <= line <= grid.lines[1] and grid.places[0] <= place <= grid.places[1])


@pytest.mark.parametrize("shift", ["higher", "lower"])
@pytest.mark.parametrize("shifted", ["odd", "even"])
@pytest.mark.parametrize(("lines_grow", "places_grow"), axes)
def test_numbers_grow_to_their_compass_points_and_shifted_lines_lie_half_a_hex_off(
    lines_grow, places_grow, shifted, shift
):
    grid = Numbering(
        lines=(0, 9), places=(0, 9), lines_grow=lines_grow, places_grow=places_grow, shifted=shifted, shift=shift
    )
    towards = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    line_axis, place_axis = towards[lines_grow], towards[places_grow]

    def shown(line, place):
        x, y = centre(grid.at(line, place), grid.orientation)
        return x * line_axis[0] + y * line_axis[1], x * place_axis[0] + y * place_axis[1]

    away, start = shown(4, 4)
    half = (1 if shift == "higher" else -1) * (1 if shifted == "odd" else -1)
    assert shown(4, 5) == (away, start + 2)
    assert shown(5, 4) == (away + 3, start + half)
    assert shown(6, 4) == (away + 6, start)


@pytest.mark.parametrize(("grid", "printed", "neighbours"), [
    pytest.param(GETTYSBURG, "2020", "1919 2019 2119 2120 2021 1920", id="MAP.1 even: NE E SE SW W NW"),
    pytest.param(GETTYSBURG, "2120", "2020 2119 2220 2221 2121 2021", id="MAP.1 odd"),
    pytest.param(STIRLING, "1008", "1108 1009 0908 0907 1007 1107", id="P23.13 even row"),
    pytest.param(STIRLING, "1108", "1209 1109 1009 1008 1107 1208", id="P23.13 odd row"),
    pytest.param(EDGEHILL, "1307", "1406 1407 1408 1308 1207 1306", id="musket and pike odd row"),
    pytest.param(EDGEHILL, "1308", "1307 1408 1309 1209 1208 1207", id="musket and pike even row"),
])  # fmt: skip
def test_neighbour_tables_of_the_maps(grid, printed, neighbours):
    assert [grid.format(at) for at in ring(grid.parse(printed), 1)] == neighbours.split()


def test_gettysburg_1709_touches_1708_and_1610():
    touching = {GETTYSBURG.format(at) for at in ring(GETTYSBURG.parse("1709"), 1)}
    assert {"1708", "1610"} <= touching


def test_gettysburg_map_2_distance_is_ours_for_all_pairs_of_a_sample():
    def cube(xx, yy):
        z = yy - (xx - xx % 2) // 2
        return xx, -xx - z, z

    sample = [(xx, yy) for xx in range(1, 43, 3) for yy in range(0, 35, 4)]
    for one, other in product(sample, sample):
        printed = max(abs(a - b) for a, b in zip(cube(*one), cube(*other), strict=True))
        assert distance(GETTYSBURG.at(*one), GETTYSBURG.at(*other)) == printed


def test_wallaces_war_axial_coordinates_are_those_of_p23_13():
    for at in STIRLING:
        aa, bb = STIRLING.numbers(at)
        assert at == Hex(bb + (aa + aa % 2) // 2, -aa)


def test_a_numbering_holds_each_of_its_hexes_once():
    assert len(list(GETTYSBURG)) == len(set(GETTYSBURG)) == 42 * 35
    assert [GETTYSBURG.format(at) for at in GETTYSBURG][:2] == ["0100", "0101"]
    assert [EDGEHILL.format(at) for at in EDGEHILL][:2] == ["0101", "0201"]


def test_all_ids_of_a_map_are_those_of_its_hexes():
    for grid in (GETTYSBURG, EDGEHILL):
        assert list(grid.by_id().items()) == [(grid.format(at), at) for at in grid]


@pytest.mark.parametrize("printed", ["", "172", "17234", "17x3", "-123", "1 23", "²³¹²", "١٢٣٤"])
def test_a_malformed_id_is_refused_with_an_example(printed):
    with pytest.raises(ValueError, match="not a hex id: this map prints 4 digits, 0100 to 4234"):
        GETTYSBURG.parse(printed)


@pytest.mark.parametrize("printed", ["0010", "4300", "1735", "9999"])
def test_an_id_off_the_map_is_refused(printed):
    with pytest.raises(ValueError, match=f"hex {printed} is off the map, which prints 0100 to 4234"):
        GETTYSBURG.parse(printed)


def test_a_hex_off_the_map_has_no_id():
    outside = GETTYSBURG.at(1, -1)
    assert outside not in GETTYSBURG
    with pytest.raises(ValueError, match="off the map"):
        GETTYSBURG.format(outside)


@pytest.mark.parametrize(("wrong", "said"), [
    ({"places_grow": "N"}, "lines growing S cannot have places growing N"),
    ({"places": (0, 100)}, "numbers from 0 to 100 do not fit 2 digits"),
    ({"lines": (5, 4)}, "numbers from 5 to 4"),
])  # fmt: skip
def test_an_impossible_numbering_is_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        msgspec.structs.replace(GETTYSBURG, **wrong)


def test_hexes_hexsides_and_numberings_survive_json():
    side = Hexside.of(O, Hex(1, 0))
    for value in (Hex(3, -4), side, GETTYSBURG):
        assert msgspec.json.decode(msgspec.json.encode(value), type=type(value)) == value
