"""Boards of other programs, whose places are pixels of a map that is not here: pieces one can read, and no numbers."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.board import Board, Counter, Spot, Trace
from projections.drawing.layout import layout
from projections.drawing.spread import TILE, TILE_HIGH, pixel_places, readable
from projections.pictures.svg import draw_svg

SVG = "{http://www.w3.org/2000/svg}"


def at(x: int, y: int, window: str = "Main Map ") -> Spot:
    return Spot(name=f"{window}{x},{y}", x=x, y=y)


def piece(id: str, spot: Spot | str, name: str = "Esq") -> Counter:
    return Counter(id=id, name=name, side="", at=spot if isinstance(spot, str) else spot.name)


def board(spots: list[Spot], counters: list[Counter], traces: tuple[Trace, ...] = ()) -> Board:
    return Board(
        title="Hill", spots=tuple(spots), counters=tuple(counters), sides=("ann", "table"), traces=traces
    )  # fmt: skip


def read(shown: Board) -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg(shown).encode())


def texts(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def cards(root: ElementTree.Element) -> dict[str, tuple[float, float]]:
    found = {}
    for each in root.iter(f"{SVG}g"):
        if each.get("data-id"):
            x, y = map(float, re.findall(r"-?[\d.]+", each.get("transform", "")))
            found[each.get("data-id", "")] = (x, y)
    return found


def size(root: ElementTree.Element) -> tuple[float, float]:
    wide, high = map(float, root.get("viewBox", "").split()[2:])
    return wide, high


FAR = [at(100, 100), at(160, 100), at(2400, 2300), at(2460, 2300)]


def test_a_place_that_is_only_pixels_has_neither_dot_nor_name() -> None:
    root = read(board(FAR, [piece(f"p{i}", spot) for i, spot in enumerate(FAR)]))
    assert not any(re.search(r"\d+,\d+", text) for text in texts(root))
    assert not [each for each in root.iter() if each.get("class") == "dot"]
    assert len(cards(root)) == 4


def test_a_place_with_a_name_keeps_it_among_pixels() -> None:
    hall = Spot(name="A,1", x=122, y=396)
    assert "A,1" in texts(read(board([*FAR, hall], [piece("p", FAR[0])])))


def test_a_small_grid_that_players_count_keeps_its_names() -> None:
    grid = [Spot(name=f"{x},{y}", x=x, y=y) for x in range(3) for y in range(3)]
    assert pixel_places(grid) == frozenset()
    assert {"0,0", "2,1"} <= set(texts(read(board(grid, []))))


def test_pixels_where_nothing_stands_do_not_make_the_picture_larger() -> None:
    crowd = [at(100 + 70 * i, 100) for i in range(6)]
    pieces = [piece(f"p{i}", spot) for i, spot in enumerate(crowd)]
    empty = [at(3000 + 900 * i, 5000) for i in range(4)]
    assert size(read(board([*crowd, *empty], pieces))) == size(read(board(crowd, pieces)))


def test_where_the_last_order_began_is_kept_though_nothing_stands_there() -> None:
    start, end = at(100, 100), at(400, 100)
    trace = Trace(kind="move", points=(start.name, end.name), unit="p")
    assert readable(board([start, end, at(900, 900)], [piece("p", end)], (trace,))).spots == (start, end)


def test_long_empty_strips_are_cut_short_and_the_order_of_pieces_stays() -> None:
    placed = cards(read(board(FAR, [piece(f"p{i}", spot) for i, spot in enumerate(FAR)])))
    xs = [placed[f"p{i}"][0] for i in range(4)]
    assert xs == sorted(xs)
    assert xs[2] - xs[1] < 12 * (xs[1] - xs[0])  # on their map it is 37 times as far
    assert placed["p2"][1] > placed["p1"][1]


@given(st.sets(st.tuples(st.integers(100, 600), st.integers(100, 600)), min_size=2, max_size=25))
def test_no_two_lone_pieces_lie_over_each_other(points: set[tuple[int, int]]) -> None:
    spots = [at(x, y) for x, y in sorted(points)]
    placed = layout(board(spots, [piece(spot.name, spot) for spot in spots])).at
    for (ax, ay), (bx, by) in combinations(placed.values(), 2):
        assert abs(ax - bx) >= TILE - 2 or abs(ay - by) >= TILE_HIGH - 2


def test_a_pile_is_fanned_and_says_how_many_it_is() -> None:
    root = read(board(FAR, [piece(f"p{i}", FAR[0], f"Squad {i}") for i in range(12)]))
    (pile,) = [each for each in root.iter(f"{SVG}g") if each.get("class") == "pile"]
    assert "".join(pile.itertext()) == "12"
    ys = [y for _, y in cards(root).values()]
    assert len(set(ys)) == 12
    assert max(ys) - min(ys) <= 40


def test_boxes_that_differ_in_pixels_are_one() -> None:
    spots = [*FAR, Spot(name="Casualties 350,100"), Spot(name="Casualties 100,100")]
    root = read(board(spots, [piece("p", "Casualties 350,100"), piece("q", "Casualties 100,100")]))
    assert [text for text in texts(root) if "Casualties" in text] == ["Casualties"]
    assert set(cards(root)) == {"p", "q"}


def test_the_legend_names_no_side_that_has_no_piece() -> None:
    root = read(board(FAR, [piece("p", FAR[0])]))
    assert [each.text for each in root.iter() if each.get("class") == "word"] == ["no side"]


def test_the_legend_has_no_sign_for_what_happened_in_a_box() -> None:
    trace = Trace(kind="arrive", points=("Casualties 350,100",), unit="p")
    root = read(board([*FAR, Spot(name="Casualties 350,100")], [piece("p", "Casualties 350,100")], (trace,)))
    assert "arrive" not in texts(root)


@pytest.mark.parametrize("count", [1, 600])
def test_one_place_or_very_many_are_drawn(count: int) -> None:
    spots = [at(100 + 13 * (i % 40), 100 + 17 * (i // 40)) for i in range(count)]
    root = read(board(spots, [piece(f"p{i}", spot) for i, spot in enumerate(spots)]))
    wide, high = size(root)
    assert len(cards(root)) == count
    assert all(0 < x < wide and 0 < y < high for x, y in cards(root).values())
    assert max(wide, high) < 5000
