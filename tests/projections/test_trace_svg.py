"""Traces drawn over a board: each kind in its own way, beneath or above the units, with its words and its legend."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.hexes.grid import Numbering
from domain.hexes.sight import centre
from domain.kernel.board import Board, Counter, Spot, Trace
from domain.tabletop.angles import Point
from projections.pictures.svg import draw_svg
from tests.projections.table_scene import table, unit

SVG = "{http://www.w3.org/2000/svg}"
GRID = Numbering(lines=(1, 8), places=(0, 8), lines_grow="S", places_grow="W")
Element = ElementTree.Element


def board(*traces: Trace, at: str = "0304") -> Board:
    spots = []
    for place in GRID:
        x, y = centre(place, GRID.orientation)
        spots.append(Spot(name=GRID.format(place), x=x, y=y))
    ohio = Counter(id="ohio", name="Ohio", side="blue", at=at, kind="infantry")
    return Board(
        title="Ridge", spots=tuple(spots), counters=(ohio,), sides=("blue", "red"), cells="pointy", traces=traces
    )


def move(*points: str, kind: str = "move", **more: str) -> Trace:
    return Trace(kind=kind, points=points, side="blue", unit="ohio", **more)


def read(board: Board) -> Element:
    return ElementTree.fromstring(draw_svg(board).encode())


def classed(root: Element, name: str) -> list[Element]:
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def traces(root: Element, kind: str) -> list[Element]:
    return [each for each in root.iter() if each.get("data-trace") == kind]


def spot(root: Element, name: str) -> tuple[float, float]:
    found = next(each for each in root.iter() if each.get("data-spot") == name)
    return float(found.get("x", "")), float(found.get("y", ""))


def points(element: Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", element.get("d", ""))]


def gap(a: tuple[float, float], b: tuple[float, float]) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def order_of(root: Element, *wanted: Element) -> list[int]:
    every = list(root.iter())
    return [every.index(each) for each in wanted]


def test_a_move_leads_from_its_first_hex_to_the_edge_of_the_counter_in_its_last() -> None:
    root = read(board(move("0301", "0302", "0303", "0304")))
    drawn = next(each for each in traces(root, "move") if classed(each, "go"))
    (line,), (head,) = classed(drawn, "go"), classed(drawn, "tip")
    assert points(line)[0] == spot(root, "0301")
    tip = points(head)[1]
    assert 20 < gap(tip, spot(root, "0304")) < 45
    assert gap(tip, spot(root, "0303")) < gap(spot(root, "0303"), spot(root, "0304"))


def test_a_ghost_shows_where_it_came_from_and_none_where_it_still_stands() -> None:
    root = read(board(move("0301", "0302"), at="0302"))
    (ghost,) = classed(root, "ghost")
    x, y = spot(root, "0301")
    assert abs(float(ghost.get("x", "")) + 23 - x) < 1
    assert abs(float(ghost.get("y", "")) + 20 - y) < 10
    assert classed(read(board(move("0301", "0302"), at="0301")), "ghost") == []


def test_ways_lie_beneath_the_counters_and_attacks_and_fire_above_them() -> None:
    root = read(board(move("0301", "0304"), move("0304", "0305", kind="attack"), move("0304", "0306", kind="fire")))
    (card,) = [each for each in root.iter() if each.get("data-id") == "ohio"]
    (way,) = [each for each in traces(root, "move") if classed(each, "go")]
    below, middle, attack, fire = order_of(root, way, card, traces(root, "attack")[0], traces(root, "fire")[0])
    assert below < middle < attack < fire


def test_an_attack_is_broad_and_broader_at_its_head() -> None:
    root = read(board(move("0304", "0305", kind="attack")))
    (outline,) = classed(traces(root, "attack")[0], "broad")
    left_tail, left_neck, left_wing, tip, right_wing, right_neck, right_tail = points(outline)
    assert gap(left_tail, right_tail) < gap(left_neck, right_neck) < gap(left_wing, right_wing)
    assert gap(tip, spot(root, "0305")) < gap(tip, spot(root, "0304"))


def test_fire_is_a_dashed_line_with_a_burst_at_its_end() -> None:
    root = read(board(move("0304", "0307", kind="fire", label="2 hits")))
    (line,), (burst,) = classed(traces(root, "fire")[0], "shot"), classed(traces(root, "fire")[0], "burst")
    end, star = points(line)[-1], points(burst)
    assert gap(end, spot(root, "0307")) < 20
    assert max(gap(end, point) for point in star) < 20
    assert "stroke-dasharray" in draw_svg(board()).split(".trace .shot{")[1].split("}")[0]


def test_a_retreat_is_hollow_and_dotted() -> None:
    root = read(board(move("0306", "0305", "0304", kind="retreat")))
    drawn = traces(root, "retreat")
    assert len([part for each in drawn for part in classed(each, "dots")]) == 1
    assert len([part for each in drawn for part in classed(each, "hollow")]) == 1
    assert classed(drawn[-1], "go") == []


@pytest.mark.parametrize(
    ("kind", "look"),
    [("arrive", "around"), ("revealed", "around"), ("gone", "cross"), ("loss", "burst"), ("sulks", "around")],
)
def test_what_happens_in_one_place_is_a_mark_there(kind: str, look: str) -> None:
    root = read(board(move("0304", kind=kind)))
    assert classed(traces(root, kind)[0], look)
    assert kind in [each.text for each in classed(root, "word")]


def test_an_unknown_kind_that_leads_somewhere_is_a_way() -> None:
    assert classed(traces(read(board(move("0301", "0304", kind="sneaks"))), "sneaks")[-1], "go")


def test_the_side_gives_its_colour() -> None:
    root = read(board(move("0301", "0304"), Trace(kind="move", points=("0501", "0502"), side="red")))
    assert {each.get("class") for each in traces(root, "move")} == {"trace side0", "trace side1"}
    assert ".trace.side0 .go" in draw_svg(board())


def test_a_label_stands_on_a_plate_and_in_the_tooltip() -> None:
    root = read(board(move("0304", "0305", kind="attack", label="driven back")))
    assert [each.text for each in classed(root, "told")] == ["driven back"]
    assert "ohio: attack, driven back" in [each.text for each in root.iter(f"{SVG}title")]


def test_places_that_are_not_on_the_map_are_left_out() -> None:
    root = read(board(move("reserve", "0301", "nowhere", "0304"), move("reserve"), move(), move("reserve", "0305")))
    assert len([each for each in traces(root, "move") if classed(each, "go")]) == 1
    assert points(classed(traces(root, "move")[-1], "go")[0])[0] == spot(root, "0301")
    assert [part for each in traces(root, "move") for part in classed(each, "around")] == []


def test_words_of_a_trace_are_text_and_never_mark_up() -> None:
    evil = '<script>"&'
    root = read(board(Trace(kind=evil, points=("0301", "0304"), side=evil, unit=evil, label=evil)))
    assert evil in [each.text for each in classed(root, "told")]


def test_the_legend_names_each_kind_once() -> None:
    words = [each.text for each in classed(read(board(move("0301", "0304"), move("0304", "0305"))), "word")]
    assert words.count("move") == 1


# On a table


def on_table(*traces: Trace) -> Board:
    return msgspec.structs.replace(table(unit("Ohio", 12_000, 9000)), traces=traces)


def test_on_a_table_a_way_stops_at_the_bases_and_the_old_ones_are_a_ghost() -> None:
    stood = ((Point(11_000, 3000), Point(13_000, 3000), Point(13_000, 2000), Point(11_000, 2000)),)
    ends = (Point(12_000, 2500), Point(12_000, 8500))
    root = read(on_table(Trace(kind="move", points=ends, side="blue", unit="id-Ohio", stood=stood)))
    (ghost,) = classed(root, "ghost")
    assert len(points(ghost)) == 4
    tip = points(classed(traces(root, "move")[-1], "tip")[0])[1]
    bases = [point for base in classed(root, "base") for point in points(base)]
    lowest = max(y for _, y in bases[:4])
    assert lowest - 5 <= tip[1] <= lowest + 12  # the page grows downwards, and the unit came from the south


def test_a_way_of_no_length_or_of_many_points_is_drawn_all_the_same() -> None:
    here = Point(5000, 5000)
    still = Trace(kind="attack", points=(here, here), side="blue", unit="id-Ohio")
    long = Trace(kind="move", points=tuple(Point(i * 10, 5000) for i in range(2000)), side="red")
    assert len(traces(read(on_table(still, long)), "attack")) == 1


WORDS = st.text(max_size=12)
SPOTS = st.sampled_from(["0301", "0302", "0304", "0507", "0801", "nowhere", ""])
TRACES = st.builds(
    Trace,
    kind=st.sampled_from(["move", "attack", "fire", "retreat", "arrive", "gone", "loss"]) | WORDS,
    points=st.lists(SPOTS, max_size=5).map(tuple),
    side=st.sampled_from(["blue", "red", "nobody"]),
    unit=WORDS,
    label=WORDS,
)


@given(st.lists(TRACES, max_size=6))
def test_any_traces_give_a_picture_and_the_same_one_again(found: list[Trace]) -> None:
    drawn = draw_svg(board(*found))
    ElementTree.fromstring(drawn.encode())
    assert drawn == draw_svg(board(*found))
    assert "nan" not in drawn
    assert "inf," not in drawn


def test_a_cross_lies_at_the_corner_of_whoever_stands_there_and_over_every_arrow() -> None:
    gone = Trace(kind="gone", points=("0304",), side="red", unit="guard", label="eliminated")
    shared, alone = read(board(gone, move("0303", "0304", kind="attack"))), read(board(gone, at="0101"))
    lies = [points(classed(root, "cross")[0]) for root in (shared, alone)]
    middles = [(sum(x for x, _ in cross) / 4, sum(y for _, y in cross) / 4) for cross in lies]
    (x, y) = spot(alone, "0304")
    assert gap(middles[1], (x, y)) < 2
    assert middles[0][0] <= x - 20
    assert middles[0][1] >= y + 20
    cross, arrow, card = order_of(
        shared, traces(shared, "gone")[0], traces(shared, "attack")[0], classed(shared, "counter")[0]
    )
    assert cross > arrow > card
    assert [each.text for each in classed(shared, "told")] == ["guard eliminated"]


def test_two_that_are_gone_from_one_place_are_two_crosses() -> None:
    both = [Trace(kind="gone", points=("0304",), side="red", unit=unit) for unit in ("a", "b")]
    first, second = (points(cross) for cross in classed(read(board(*both)), "cross")[:2])
    assert gap(first[0], second[0]) > 10
