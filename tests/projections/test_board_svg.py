"""Boards drawn as pictures: one well-formed SVG with every place and counter in it, and no secret."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import msgspec
import pytest

from domain.hexes.grid import Numbering
from domain.hexes.sight import centre
from domain.kernel.board import Board, Counter, EdgeDrawn, Road, Spot, Tally
from projections.drawing.colours import wearing
from projections.drawing.counters import CORNER, WIDE
from projections.pictures.svg import draw_svg

SVG = "{http://www.w3.org/2000/svg}"
GRID = Numbering(lines=(1, 6), places=(0, 5), lines_grow="S", places_grow="W")
COLUMNS = Numbering(lines=(1, 6), places=(0, 5), lines_grow="E", places_grow="S")
WHOLE = Numbering(lines=(1, 42), places=(0, 34), lines_grow="S", places_grow="W")


def hexes(grid: Numbering) -> tuple[Spot, ...]:
    found = []
    for at in grid:
        x, y = centre(at, grid.orientation)
        found.append(Spot(name=grid.format(at), x=x, y=y, terrain="clear", tags=("hill", "heavy_woods")))
    return tuple(found)


def counter(name: str, at: str, side: str = "blue", **more: object) -> Counter:
    return Counter(id=f"id-{name}", name=name, side=side, at=at, **more)  # type: ignore[arg-type]


def hex_board(grid: Numbering = GRID, *counters: Counter, edges: Sequence[EdgeDrawn] = (), **more: object) -> Board:
    return Board(
        title="Ridge", spots=hexes(grid), counters=counters, sides=("red", "blue"), cells=grid.orientation,
        edges=tuple(edges), **more,  # type: ignore[arg-type]
    )  # fmt: skip


def places(*counters: Counter) -> Board:
    spots = (Spot(name="hill", x=0, y=0), Spot(name="mill", x=10, y=4), Spot(name="reserve"))
    return Board(title="Mill", spots=spots, counters=counters, sides=("blue", "red"), links=(("hill", "mill"),))


def read(board: Board) -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg(board).encode())


def values(root: ElementTree.Element, name: str) -> list[str]:
    return [found for each in root.iter() if (found := each.get(name)) is not None]


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def spot_of(root: ElementTree.Element, name: str) -> tuple[int, int]:
    hexagon = next(each for each in root.iter() if each.get("data-spot") == name)
    return int(hexagon.get("x", "")), int(hexagon.get("y", ""))


def points(path: ElementTree.Element) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in re.findall(r"(-?\d+),(-?\d+)", path.get("d", ""))]


ARMY = (
    counter("Ohio", "0302", kind="infantry", ratings="4-4-3", stack=1),
    counter("Guard", "0302", kind="cavalry", marks=("disrupted", "shaken")),
    counter("Horse", "0401", "red", kind="artillery"),
    counter("Lost", "Eliminated", "red", kind="train"),
    counter("Late", "", "red"),
)


@pytest.mark.parametrize("grid", [GRID, COLUMNS], ids=["pointy", "flat"])
def test_every_hex_and_every_counter_is_drawn_once(grid: Numbering) -> None:
    root = read(hex_board(grid, *ARMY))
    assert sorted(values(root, "data-spot")) == sorted(spot.name for spot in hexes(grid))
    assert sorted(values(root, "data-id")) == sorted(each.id for each in ARMY)


def test_places_without_hexes_are_dots_and_those_without_coordinates_boxes() -> None:
    root = read(places(counter("Ohio", "hill"), counter("Guard", "reserve"), counter("Scout", "somewhere")))
    assert sorted(values(root, "data-spot")) == ["hill", "mill", "reserve"]
    assert sorted(values(root, "data-id")) == ["id-Guard", "id-Ohio", "id-Scout"]
    assert (len(classed(root, "dot")), len(classed(root, "box")), len(classed(root, "link"))) == (2, 2, 1)


def test_linked_places_without_coordinates_stand_in_a_ring() -> None:
    spots = tuple(Spot(name=name) for name in ("north", "east", "south", "attic"))
    root = read(Board(title="Ring", spots=spots, counters=(), sides=(), links=(("north", "east"), ("east", "south"))))
    assert (len(classed(root, "dot")), len(classed(root, "box"))) == (3, 1)
    assert len(set(points(classed(root, "link")[0]))) == 3


@pytest.mark.parametrize(
    "spots",
    [(), (Spot(name="alone", x=7, y=7),), (Spot(name="a", x=0, y=0), Spot(name="b", x=10**400, y=1))],
    ids=["no place", "one place", "places worlds apart"],
)
def test_an_odd_board_is_drawn_all_the_same(spots: tuple[Spot, ...]) -> None:
    root = read(Board(title="Odd", spots=spots, counters=(), sides=("blue",)))
    assert values(root, "data-spot") == [spot.name for spot in spots]
    assert max(map(int, root.get("viewBox", "").split())) < 10_000


def test_names_are_text_and_never_mark_up() -> None:
    evil = '<script>alert("1")</script> & \x1b co'
    spot = Spot(name=evil, x=0, y=0, terrain=evil, label=evil)
    board = Board(
        title=evil, spots=(spot,), sides=(evil,), roads=(Road(kind=evil, spots=(evil,), name=evil),),
        counters=(counter(evil, evil, evil, kind=evil, ratings=evil, marks=(evil,), state=evil),),
    )  # fmt: skip
    root = ElementTree.fromstring(draw_svg(board, evil).encode())
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "title", "desc", "style", "defs", "g", "rect", "path", "circle", "use", "text", "tspan", "ellipse",
    }  # fmt: skip
    assert values(root, "data-spot") == ['<script>alert("1")</script> &   co']
    assert root.findtext(f"{SVG}title") == '<script>alert("1")</script> &   co'


def test_a_hidden_counter_shows_its_side_and_a_question_mark_and_nothing_else() -> None:
    ghost = Counter(
        id="hmc-3", name="Gordon", side="red", at="0302", kind="zouaves", strength=98765, state="lurking", hidden=True,
        ratings="9-8-7", marks=("winded",),
    )  # fmt: skip
    drawn = draw_svg(hex_board(GRID, ghost))
    for secret in ("Gordon", "zouaves", "98765", "lurking", "9-8-7", "winded"):
        assert secret not in drawn
    (shown,) = classed(ElementTree.fromstring(drawn.encode()), "counter")
    assert [each.text for each in shown.iter() if each.text] == ["red: ? [hmc-3]", "?"]


def test_the_same_board_gives_the_same_text() -> None:
    edges = [EdgeDrawn(a="0302", b="0303", kind="slope"), EdgeDrawn(a="0202", b="0203", kind="stream", name="Run")]
    assert draw_svg(hex_board(GRID, *ARMY, edges=edges)) == draw_svg(hex_board(GRID, *ARMY, edges=edges))


def test_the_lowest_of_a_stack_is_drawn_first_and_the_top_one_lowest_on_the_page() -> None:
    stack = [counter(f"c{depth}", "0302", stack=depth) for depth in (1, 0, 2)]
    drawn = classed(read(hex_board(GRID, *stack)), "counter")
    assert [each.get("data-id") for each in drawn] == ["id-c2", "id-c1", "id-c0"]
    heights = [int(re.findall(r"-?\d+", each.get("transform", ""))[1]) for each in drawn]
    assert heights == sorted(set(heights))


def test_a_long_rating_is_squeezed_and_keeps_clear_of_the_corner_that_marks_its_side() -> None:
    board = hex_board(
        GRID, counter("Short", "0101", "red", ratings="4-4-3"), counter("Red", "0302", "red", ratings="7/6-6-2"),
        counter("Blue", "0201", "blue", ratings="7/6-6-2"),
    )  # fmt: skip
    shown = {each.get("data-id"): classed(each, "rating")[0] for each in classed(read(board), "counter")}
    assert shown["id-Short"].get("textLength") is None
    found = {
        (float(shown[name].get("x") or 0), float(shown[name].get("textLength") or 0)) for name in ("id-Red", "id-Blue")
    }
    assert len({width for _, width in found}) == 2
    assert max(found, key=lambda one: one[0]) == (CORNER / 2, WIDE - 4 - CORNER)  # the side whose corner is marked
    assert min(found, key=lambda one: one[0])[1] <= WIDE - 4


def test_a_counter_has_a_tooltip_its_sign_its_ratings_and_its_marks() -> None:
    shown = {each.get("data-id"): each for each in classed(read(hex_board(GRID, *ARMY)), "counter")}
    assert shown["id-Ohio"].findtext(f"{SVG}title") == "blue: Ohio [id-Ohio] (4-4-3)"
    assert values(shown["id-Ohio"], "href") == ["#infantry"]
    assert [each.text for each in classed(shown["id-Ohio"], "rating")] == ["4-4-3"]
    assert [each.text for each in classed(shown["id-Guard"], "mark")] == ["D", "S"]


def test_sides_have_colours_of_their_own_and_blue_is_blue() -> None:
    with wearing(lambda: {"blue": "blue"}):
        shown = {each.get("data-id"): each.get("class") for each in classed(read(hex_board(GRID, *ARMY)), "counter")}
    assert (shown["id-Ohio"], shown["id-Horse"]) == ("counter side0", "counter side1")
    assert ".side0{fill:#0060a8}" in draw_svg(hex_board(GRID, *ARMY))


def corners(root: ElementTree.Element, name: str) -> set[tuple[int, int]]:
    hexagon = next(each for each in root.iter() if each.get("id") == "hex")
    x, y = spot_of(root, name)
    return {(x + int(dx), y + int(dy)) for dx, dy in re.findall(r"(-?\d+),(-?\d+)", hexagon.get("points", ""))}


@pytest.mark.parametrize("grid", [GRID, COLUMNS], ids=["pointy", "flat"])
@pytest.mark.parametrize("kind", ["stream", "ravine", "wall"])
def test_a_hexside_is_a_line_between_the_two_corners_its_hexes_share(grid: Numbering, kind: str) -> None:
    root = read(hex_board(grid, edges=[EdgeDrawn(a="0302", b="0303", kind=kind, name="Plum Run")]))
    line = next(each for each in root.iter(f"{SVG}path") if each.findtext(f"{SVG}title") == f"Plum Run: {kind}")
    assert set(points(line)) == corners(root, "0302") & corners(root, "0303")
    assert len(set(points(line))) == 2


@pytest.mark.parametrize("kind", ["slope", "protected"])
def test_slopes_and_protected_sides_are_drawn_in_the_second_hex(kind: str) -> None:
    root = read(hex_board(edges=[EdgeDrawn(a="0302", b="0303", kind=kind)]))
    (lower, upper), side = (spot_of(root, "0302"), spot_of(root, "0303")), corners(root, "0302") & corners(root, "0303")
    drawn = points(next(each for each in classed(root, kind) if each.find(f"{SVG}title") is not None))
    inside = [point for point in drawn if abs(point[0] - upper[0]) < abs(point[0] - lower[0])]
    on_side = [point for point in drawn if point[0] == min(side)[0]]
    assert inside
    assert len(inside) + len(on_side) == len(drawn)


def test_a_road_runs_from_hex_to_hex_and_through_each_on_its_way() -> None:
    pike = Road(kind="road", spots=("0104", "0203", "0202", "0302", "0301"), name="York Pike")
    root = read(hex_board(roads=(pike, Road(kind="trail", spots=("0301", "0302")))))
    road = next(each for each in classed(root, "road") if each.findtext(f"{SVG}title") == "York Pike: road")
    at = decimals(road)
    assert (at[0], at[-1]) == (spot_of(root, "0104"), spot_of(root, "0301"))
    for name in pike.spots:
        x, y = spot_of(root, name)
        assert any(abs(x - px) < 35 and abs(y - py) < 35 for px, py in at), name
    assert len(classed(root, "trail")) == 2  # on the map and in the legend


def decimals(path: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d", ""))]


def test_roads_that_meet_in_a_hex_meet_in_its_middle() -> None:
    roads = (Road(kind="road", spots=("0104", "0203", "0202")), Road(kind="road", spots=("0302", "0203", "0103")))
    root = read(hex_board(roads=roads))
    both = [each for each in classed(root, "road") if each.find(f"{SVG}title") is not None]
    assert [spot_of(root, "0203") in decimals(road) for road in both] == [True, True]


def test_hexes_of_a_kind_that_touch_are_one_patch_without_a_rim_between_them() -> None:
    spots = tuple(
        msgspec.structs.replace(spot, tags=("hill",) if spot.name in ("0202", "0203", "0501") else ())
        for spot in hexes(GRID)
    )
    root = read(Board(title="Hills", spots=spots, counters=(), sides=(), cells="pointy"))
    hill = next(each for each in classed(root, "patch") if each.get("fill") == "#e8d5a2")
    rings = hill.get("d", "").split("M")[1:]
    assert [ring.count("Q") for ring in sorted(rings, key=len)] == [6, 10]  # corners of one hex, and of two joined


def test_the_legend_names_what_is_used_and_nothing_else() -> None:
    edges = [EdgeDrawn(a="0302", b="0303", kind="slope")]
    words = [each.text for each in classed(read(hex_board(GRID, *ARMY, edges=edges)), "word")]
    assert words == [
        "red", "blue", "infantry", "cavalry", "artillery", "train", "disrupted", "shaken", "clear", "hill",
        "heavy woods", "slope",
    ]  # fmt: skip


def test_a_screen_reader_hears_the_title_and_who_stands_where() -> None:
    root = ElementTree.fromstring(draw_svg(hex_board(GRID, *ARMY), "ridge:3, turn 2").encode())
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", "board-title board-words")
    assert root.findtext(f"{SVG}title") == "Ridge"
    said = root.findtext(f"{SVG}desc") or ""
    assert said.startswith("ridge:3, turn 2; 0302: blue: Guard [id-Guard] (disrupted, shaken); Ohio")
    assert said.endswith("off the board: red: Late [id-Late]")


def test_a_picture_needs_nothing_from_outside() -> None:
    drawn = draw_svg(hex_board(GRID, *ARMY))
    assert re.findall(r'(?:href|src)="([^#][^"]*)"', drawn) == []
    assert re.findall(r"@import|url\((?!#)|<script|<image|<foreignObject", drawn) == []
    assert re.findall(r"https?://[^\"]+", drawn) == ["http://www.w3.org/2000/svg"]


def test_a_whole_map_of_1470_hexes_stays_small_and_within_its_view() -> None:
    drawn = draw_svg(hex_board(WHOLE, *ARMY))
    assert len(drawn) < 500_000
    root = ElementTree.fromstring(drawn.encode())
    width, height = map(int, root.get("viewBox", "").split()[2:])
    assert len(values(root, "data-spot")) == 1470
    for name in ("0100", "0134", "4200", "4234"):
        assert all(0 <= x <= width and 0 <= y <= height for x, y in corners(root, name))


def test_long_words_of_the_legend_do_not_lie_over_each_other() -> None:
    terrain = ["houses on the west bank", "bridge", "trenches on the east bank", "landing ground by the canal"]
    spots = tuple(Spot(name=f"{i}", x=2 * i, y=0, terrain=word) for i, word in enumerate(terrain))
    root = read(Board(title="Canal", spots=spots, counters=(), sides=(), cells="pointy"))
    (drawn,) = classed(root, "legend")
    at = [tuple(map(int, re.findall(r"\d+", each.get("transform", "")))) for each in drawn]
    words = [each.text or "" for each in classed(root, "word")]
    assert words == terrain
    for (x, y), word, (next_x, next_y) in zip(at, words, at[1:], strict=False):
        assert next_y > y or next_x - x > 10 * len(word)


def test_places_say_under_their_name_what_they_are_and_the_legend_does_not() -> None:
    spots = (Spot(name="cafe", x=0, y=0, terrain="houses_by_the_canal"), Spot(name="mill", x=9, y=0))
    root = read(Board(title="Canal", spots=spots, counters=(), sides=()))
    assert [each.text for each in classed(root, "kind-of")] == ["houses by the canal"]
    assert classed(root, "word") == []


def test_the_head_tells_points_losses_and_whose_turn_it_is() -> None:
    tallies = (Tally(side="red", points=1, losses="3 steps"), Tally(side="blue", points=-2))
    board = msgspec.structs.replace(hex_board(GRID, *ARMY), tallies=tallies, active="blue")
    root = ElementTree.fromstring(draw_svg(board, "ridge:9").encode())
    (head,) = classed(root, "head-block")
    assert ["".join(each.itertext()) for each in classed(head, "tally")] == [
        "red1 point, lost 3 steps", "blue-2 points, no losses",
    ]  # fmt: skip
    (turn,) = classed(head, "turn")
    holder = next(each for each in head.iter(f"{SVG}g") if turn in list(each))
    assert "blue" in "".join(holder.itertext())


def test_a_long_title_and_caption_stay_on_the_page() -> None:
    board = msgspec.structs.replace(hex_board(GRID), title="The battle of " + "w" * 400)
    root = ElementTree.fromstring(draw_svg(board, "m" * 900).encode())
    (title,), (caption,) = classed(root, "title"), classed(root, "caption")
    assert len(title.text or "") <= 200
    assert len(caption.text or "") * 20 * 0.55 < float(root.get("viewBox", "").split()[2])


def test_sides_in_one_place_without_hexes_stand_beside_each_other() -> None:
    root = read(places(counter("Ohio", "hill"), counter("Horse", "hill", "red"), counter("Guard", "hill")))
    across = {
        each.get("data-id"): int(re.findall(r"-?\d+", each.get("transform", ""))[0])
        for each in classed(root, "counter")
    }
    assert abs(across["id-Ohio"] - across["id-Guard"]) < 10 < 70 < abs(across["id-Ohio"] - across["id-Horse"])


def test_a_name_too_long_for_its_card_leaves_no_bracket_open() -> None:
    root = read(hex_board(GRID, counter("Meredith (Iron Brigade)", "0304", kind="infantry")))
    (card,) = classed(root, "counter")
    assert [each.text for each in card.iter(f"{SVG}text")] == ["Meredith"]


def test_a_name_a_little_too_long_is_squeezed_into_its_card() -> None:
    root = read(hex_board(GRID, counter("Wainwright-a", "0304", kind="artillery")))
    (text,) = classed(root, "counter")[0].iter(f"{SVG}text")
    assert text.text == "Wainwright-a"
    assert float(text.get("textLength", "99")) <= 46


def test_a_long_caption_goes_on_in_the_next_line_and_the_map_makes_room() -> None:
    board = hex_board(GRID, tallies=(Tally(side="blue", losses="1 step"), Tally(side="red", points=1)))
    order = "last order: confederate> MoveUnit unit=C-17 path=1723 (entry 1197)"
    one, two = (ElementTree.fromstring(draw_svg(board, text).encode()) for text in ("ridge:12", f"ridge:12; {order}"))
    assert [each.text for each in classed(two, "caption")] == ["ridge:12", order]
    taller = float(two.get("viewBox", "").split()[3]) - float(one.get("viewBox", "").split()[3])
    down, up = (float(each.get("y", "0")) for each in reversed(classed(two, "caption")))
    assert taller == down - up > 20


def test_the_head_says_nothing_of_a_side_that_only_keeps_the_table() -> None:
    tallies = (Tally(side="blue"), Tally(side="red", losses="1 step"), Tally(side="table"))
    board = msgspec.structs.replace(
        hex_board(GRID, counter("Ohio", "0304")), sides=("blue", "red", "table"), tallies=tallies
    )
    assert ["".join(each.itertext()) for each in classed(read(board), "of")] == ["blue", "red"]


def test_the_name_of_a_hill_stands_at_its_hex_or_not_at_all() -> None:
    """Also where counters stand all around; the letters begin where the hex is."""
    name = "Seminary Ridge (Lutheran Seminary)"
    spots = tuple(msgspec.structs.replace(spot, label=name if spot.name == "0302" else "") for spot in hexes(GRID))
    board = msgspec.structs.replace(hex_board(GRID), spots=spots)
    root = read(board)
    x, y = spot_of(root, "0302")
    found = classed(root, "place-name")
    assert [" ".join(each.itertext()) for each in found] == [name], "one text, line under line"
    for each in found:
        assert abs(float(each.get("y", "0")) - y) < 90
        assert abs(float(each.get("x", "0")) - x) < 90
    full = [counter(f"{spot.name}", spot.name) for spot in spots]
    assert not classed(read(msgspec.structs.replace(board, counters=tuple(full))), "place-name")
