"""A printed map: ids, neighbours, hexsides, roads, what is kept of it and how it is drawn."""

from __future__ import annotations

import copy
from functools import cached_property

import msgspec
import pytest

from domain.hexes.grid import Numbering
from domain.hexes.map import HexMap, Track, both_ways, drawn, edges_along, edges_facing, facing, side_of
from domain.hexes.sight import centre
from domain.kernel.board import EdgeDrawn, Road


class Rows(HexMap, frozen=True, kw_only=True, dict=True):
    """A map of rows with two kinds of roads."""

    ROAD_KINDS = ("road", "trail")

    @cached_property
    def numbering(self) -> Numbering:
        return Numbering(lines=(1, 25), places=(1, 25), lines_grow="N", places_grow="E")


class Columns(HexMap, frozen=True, kw_only=True, dict=True):
    @cached_property
    def numbering(self) -> Numbering:
        return Numbering(lines=(1, 9), places=(1, 7), lines_grow="E", places_grow="S", line_first=False)


def tracks(*roads: tuple[str, tuple[str, ...]]) -> Rows:
    return Rows(roads=tuple(Track(name="", kind=kind, hexes=hexes) for kind, hexes in roads))


PLAIN = Rows()


def test_neighbours_are_printed_ids_clockwise_from_the_first_direction() -> None:
    assert PLAIN.near("1414") == ("1514", "1415", "1314", "1313", "1413", "1513")
    assert PLAIN.near("0101") == ("0202", "0102", "0201")
    assert Columns().near("0405") == ("0305", "0406", "0506", "0505", "0504", "0404")


def test_within_gives_the_nearest_first_and_not_the_hex_itself() -> None:
    around = PLAIN.within("1212", 3)
    distances = [PLAIN.distance("1212", hex) for hex in around]
    assert distances == sorted(distances) == [1] * 6 + [2] * 12 + [3] * 18
    assert set(PLAIN.within("0101", 2)) == {"0102", "0103", "0201", "0202", "0203", "0301", "0302"}
    assert PLAIN.within("1212", 0) == ()
    assert PLAIN.disc("1212", 3) == {"1212", *around}


def test_the_edge_is_where_a_neighbour_is_missing() -> None:
    edge = {hex for hex in PLAIN.hexes if PLAIN.is_edge(hex)}
    assert edge == {hex for hex in PLAIN.hexes if hex[:2] in ("01", "25") or hex[2:] in ("01", "25")}
    assert PLAIN.is_on_map("2525")
    assert not PLAIN.is_on_map("2526")


def test_sides_count_one_way_or_both() -> None:
    assert side_of("1414-1415") == ("1414", "1415")
    assert facing({"1414": ("1514", "1415")}) == {("1514", "1414"), ("1415", "1414")}
    assert both_ways(["1414-1415"], ["1414-1314"]) == {
        ("1414", "1415"), ("1415", "1414"), ("1414", "1314"), ("1314", "1414"),
    }  # fmt: skip


def test_a_road_counts_across_the_sides_it_crosses_only() -> None:
    map = tracks(("road", ("1414", "1415")), ("trail", ("1415", "1416", "1516")))
    assert map.road("1415", "1414") == map.road("1414", "1415") == "road"
    assert map.road("1516", "1416") == "trail"
    assert map.road("1515", "1516") == ""
    assert map.has_road("1516")
    assert not map.has_road("1515")


@pytest.mark.parametrize("kinds", [("road", "trail"), ("trail", "road")])
def test_the_better_of_two_roads_across_a_side_counts(kinds: tuple[str, ...]) -> None:
    assert tracks(*((kind, ("1414", "1415")) for kind in kinds)).road("1414", "1415") == "road"


def test_what_is_worked_out_is_kept_with_the_map() -> None:
    map, made = tracks(), list[str]()
    for _ in range(2):
        assert map.kept("ends", lambda: made.append("once") or len(made)) == 1
    assert made == ["once"]
    assert copy.deepcopy({"map": map})["map"] is map
    assert copy.copy(map) is map


def test_what_is_kept_is_not_stored() -> None:
    map = tracks(("road", ("1414", "1415")))
    stored = msgspec.msgpack.encode(map)
    map.kept("ends", lambda: map.near("1414"))
    assert msgspec.msgpack.encode(map) == stored
    assert msgspec.msgpack.decode(stored, type=Rows) == map


def test_the_map_is_drawn_with_terrain_labels_edges_and_roads() -> None:
    map = tracks(("trail", ("1414", "1415")))
    terrain = {"1414": ("hill", "woods")}
    edges = [*edges_facing("slope", {"1414": ("1514",)}), *edges_along("stream", {"Burn": ("1414-1314",)})]
    board = drawn(map, lambda hex: terrain.get(hex, ("clear",)), {"1414": "Abbey Craig"}, edges)
    spots = {spot.name: spot for spot in board.spots}
    assert tuple(spots) == map.hexes
    spot = spots["1414"]
    assert (spot.x, spot.y) == centre(map.at["1414"], "pointy")
    assert (spot.terrain, spot.tags, spot.label) == ("hill", ("woods",), "Abbey Craig")
    assert (spots["1415"].terrain, spots["1415"].tags, spots["1415"].label) == ("clear", (), "")
    assert board.roads == (Road(kind="trail", spots=("1414", "1415")),)
    assert board.edges == (
        EdgeDrawn(a="1514", b="1414", kind="slope"),
        EdgeDrawn(a="1414", b="1314", kind="stream", name="Burn"),
    )


def test_a_map_of_columns_is_drawn_flat() -> None:
    map = Columns()
    spot = drawn(map, lambda _hex: ("clear",), {}, ()).spots[0]
    assert (spot.x, spot.y) == centre(map.at["0101"], "flat")
