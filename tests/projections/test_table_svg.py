"""Tables without places drawn as pictures: to scale, with the front where it is, and labels apart."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import msgspec
import pytest

from domain.kernel.board import Area, Board, Counter, Field, Figure, Stroke, Zone
from domain.tabletop.angles import Point
from projections.drawing.colours import wearing
from projections.drawing.labels import text_width
from projections.pictures.svg import draw_svg
from tests.projections.table_scene import AREAS, STROKES, every_kind, square, table, unit

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]
Element = ElementTree.Element


def read(board: Board, caption: str = "") -> Element:
    return ElementTree.fromstring(draw_svg(board, caption).encode())


def classed(root: Element, name: str) -> list[Element]:
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def values(root: Element, name: str) -> list[str]:
    return [found for each in root.iter() if (found := each.get(name)) is not None]


def group(root: Element, name: str) -> Element:
    """What is drawn of the unit of that name."""
    return next(each for each in root.iter(f"{SVG}g") if each.get("data-id") == f"id-{name}")


def points(element: Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", element.get("d", ""))]


def pixels(root: Element) -> float:
    """How long a unit of the table is."""
    return float(next(each for each in root.iter() if each.get("data-unit")).get("data-unit", ""))


def rect(element: Element) -> Box:
    x, y, wide, high = (float(element.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def box_of(corners: list[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def names(root: Element) -> list[str]:
    return [each.text or "" for each in classed(root, "called")]


# Scale and place


def test_a_base_of_one_unit_is_as_large_as_a_unit_and_stands_where_it_stands() -> None:
    root = read(table(unit("Ohio", 6000, 5000, ranks=(1,))))
    (base,), size = classed(group(root, "Ohio"), "base"), pixels(root)
    left, top, right, bottom = box_of(points(base))
    assert (right - left, bottom - top) == (size, size) == (60, 60)
    table_left, _, _, table_bottom = rect(classed(root, "table")[0])
    assert (left, top) == (table_left + 5.5 * size, table_bottom - 5 * size)


@pytest.mark.parametrize(
    ("field", "size"),
    [
        pytest.param(Field(width=36_000, height=24_000), 40, id="wide"),
        pytest.param(Field(width=96_000, height=72_000, unit="in"), 15, id="many units"),
        pytest.param(Field(width=24_000, height=70_000), 20, id="high"),
        pytest.param(Field(width=360, height=240, per_unit=10), 40, id="coarse parts"),
    ],
)
def test_any_table_fits_the_page_and_keeps_its_proportions(field: Field, size: int) -> None:
    root = read(msgspec.structs.replace(table(), field=field))
    left, top, right, bottom = rect(classed(root, "table")[0])
    assert pixels(root) == size
    assert (right - left) * field.per_unit == field.width * size
    assert (bottom - top) * field.per_unit == field.height * size
    assert right < float(root.get("viewBox", "").split()[2])


def test_every_base_is_drawn_once() -> None:
    root = read(every_kind())
    assert [len(classed(group(root, name), "base")) for name in ("3rd Ohio", "2nd Guards", "Battery A")] == [5, 4, 1]


def test_a_turned_unit_is_a_turned_rectangle_of_the_same_size() -> None:
    root = read(table(unit("Ohio", 12_000, 8000, 3000, ranks=(1,))))
    (base,) = classed(group(root, "Ohio"), "base")
    a, b, c, _ = points(base)
    assert sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5 == pytest.approx(60, abs=0.2)
    assert sum((p - q) ** 2 for p, q in zip(b, c, strict=True)) ** 0.5 == pytest.approx(60, abs=0.2)
    assert b[1] > a[1]  # turned clockwise, so its right is lower on the page


@pytest.mark.parametrize(("heading", "way"), [(0, (0, -1)), (9000, (1, 0)), (18_000, (0, 1)), (27_000, (-1, 0))])
def test_the_front_is_thick_and_its_mark_points_ahead(heading: int, way: tuple[int, int]) -> None:
    root = read(table(unit("Ohio", 12_000, 8000, heading)))
    (front,), (mark,) = classed(group(root, "Ohio"), "front"), classed(group(root, "Ohio"), "facing")
    left, tip, right = points(mark)
    middle = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
    assert ((tip[0] > middle[0]) - (tip[0] < middle[0]), (tip[1] > middle[1]) - (tip[1] < middle[1])) == way
    (ax, ay), (bx, by) = points(front)
    assert ((ax + bx) / 2, (ay + by) / 2) == middle
    assert abs(bx - ax) + abs(by - ay) == 180


def test_a_thing_without_a_front_has_no_mark() -> None:
    general = Counter(id="id-Lee", name="Lee", side="red", at="", kind="leader", figure=Figure(bases=(square(0, 0),)))
    drawn = group(read(table(general)), "Lee")
    assert (classed(drawn, "front"), classed(drawn, "facing")) == ([], [])
    assert values(drawn, "href") == ["#leader"]


def test_arms_have_their_signs_and_limbered_guns_another() -> None:
    kinds = {name: {"kind": name} for name in ("infantry", "cavalry", "artillery")}
    guns = unit("limbered", 20_000, 5000, ranks=(1,), kind="artillery", marks=("limbered",))
    root = read(
        table(*(unit(k, 3000 + 5000 * i, 5000, ranks=(1,), **v) for i, (k, v) in enumerate(kinds.items())), guns)
    )
    strokes = {name: [len(points(each)) for each in classed(group(root, name), "arm")] for name in kinds}
    assert strokes == {"infantry": [4], "cavalry": [2], "artillery": []}
    assert len(classed(group(root, "artillery"), "gun")) == 1
    assert (len(classed(group(root, "limbered"), "gun")), len(classed(group(root, "limbered"), "wheels"))) == (0, 1)


def test_smoke_hangs_before_the_front() -> None:
    root = read(table(unit("Ohio", 12_000, 8000, 9000, marks=("smoke",))))
    puffs = [each for each in group(root, "Ohio").iter(f"{SVG}use") if each.get("href") == "#puff"]
    front = points(classed(group(root, "Ohio"), "front")[0])
    assert len(puffs) > 2
    assert all(float(each.get("x", "")) > front[0][0] for each in puffs)


def test_a_unit_partly_off_the_table_is_drawn_whole_and_its_label_stays_on() -> None:
    root = read(table(unit("Ohio", 500, 15_500, 31_500, ranks=(2, 2))))
    assert len(classed(group(root, "Ohio"), "base")) == 4
    edge = rect(classed(root, "table")[0])
    (plate,) = map(rect, classed(root, "plate"))
    assert edge[0] <= plate[0]
    assert edge[1] <= plate[1]
    assert box_of([p for base in classed(group(root, "Ohio"), "base") for p in points(base)])[0] < edge[0]


# Terrain


def test_every_kind_of_terrain_is_drawn_once_and_named_in_the_legend() -> None:
    root = read(every_kind())
    assert sorted(values(root, "data-area")) == sorted(AREAS)
    assert sorted(values(root, "data-stroke")) == sorted(STROKES)
    words = [each.text for each in classed(root, "word")]
    assert [word for word in words if word in (*AREAS, *STROKES)] == [*AREAS, *STROKES]


def test_the_legend_names_what_is_there_and_nothing_else() -> None:
    shown = table(
        unit("Ohio", 6000, 5000, marks=("smoke", "disordered")), areas=(Area(kind="woods", points=square(0, 0)),)
    )
    assert [each.text for each in classed(read(shown), "word")] == [
        "blue", "front", "infantry", "smoke", "disordered", "woods",
    ]  # fmt: skip


def test_signs_strewn_over_an_area_stay_inside_it() -> None:
    root = read(table(areas=(Area(kind="woods", points=square(6000, 4000, 5000)),)))
    wood = next(each for each in root.iter() if each.get("data-area") == "woods")
    left, top, right, bottom = box_of(points(next(wood.iter(f"{SVG}path"))))
    trees = [(float(each.get("x", "")), float(each.get("y", ""))) for each in wood.iter(f"{SVG}use")]
    assert len(trees) > 50
    assert all(left < x < right and top < y < bottom for x, y in trees)


def crest(*stroke: Stroke, hill: tuple[Point, ...] = square(4000, 4000, 8000)) -> list[float]:
    """How high the hachures of a level crest at 5000 lie above it on the page, at both ends."""
    root = read(table(areas=(Area(kind="hill", points=hill),), strokes=stroke))
    bottom = rect(classed(root, "table")[0])[3]
    found = [y for _, y in points(classed(root, "hachures")[0])]
    return [bottom - 5 * pixels(root) - y for y in (min(found), max(found))]


def test_the_hachures_of_a_crest_point_to_the_nearer_rim_of_its_hill() -> None:
    level = Stroke(kind="crest", points=(Point(5000, 5000), Point(11_000, 5000)))
    assert crest(level) == [0, -15]
    assert crest(msgspec.structs.replace(level, points=level.points[::-1])) == [0, -15]
    assert crest(level, hill=square(4000, 1000, 5000)) == [15, 0]
    assert crest(level, hill=square(4000, 3000, 4000)) == [15, -15]


@pytest.mark.parametrize(("falls", "reach"), [("left", [15, 0]), ("right", [0, -15]), ("both", [15, -15])])
def test_a_crest_may_say_itself_where_the_ground_falls(falls: str, reach: list[float]) -> None:
    points = (Point(5000, 5000), Point(11_000, 5000))
    assert crest(Stroke(kind="crest", points=points, falls=falls)) == reach  # type: ignore[arg-type]


def test_shapes_without_enough_points_are_left_out() -> None:
    board = table(
        Counter(id="id-Ghost", name="Ghost", side="blue", at="", figure=Figure(bases=())),
        areas=(Area(kind="woods", points=square(0, 0)[:2], name="thin"), Area(kind="marsh", points=())),
        strokes=(Stroke(kind="wall", points=(Point(1, 1),), name="dot"), Stroke(kind="road", points=())),
        zones=(Zone(kind="fire", points=(), label="nothing", ranges=(1000,)),),
    )
    root = read(board)
    assert (values(root, "data-area"), values(root, "data-zone"), names(root)) == ([], [], [])


def test_an_empty_table_has_its_rulers_and_its_bar() -> None:
    root = read(table())
    (ruler, bar) = classed(root, "numbers")[:1], classed(root, "bar")
    assert [each.text for each in ruler[0]] == [*map(str, range(0, 25, 2)), *map(str, range(0, 17, 2))]
    assert len(bar) == 1
    assert "4 BW" in [each.text for each in root.iter(f"{SVG}text")]


def test_the_bar_is_as_long_as_it_says() -> None:
    root = read(table())
    pieces = [rect(each) for each in classed(root, "bar")[0]]
    long = pieces[-1][2] - pieces[0][0]
    assert long == 4 * pixels(root)


# Zones


def test_a_zone_is_a_strip_with_marks_at_its_ranges() -> None:
    root = read(every_kind())
    zone = next(each for each in root.iter() if each.get("data-zone"))
    (strip,), (marks,) = classed(zone, "strip"), classed(zone, "range")
    near, far = max(y for _, y in points(strip)), min(y for _, y in points(strip))
    assert sorted({near - y for _, y in points(marks)}) == [2 * pixels(root), 4 * pixels(root)]
    assert near - far == 4 * pixels(root)
    assert {"2", "4", "volley"} <= {each.text for each in classed(root, "reach")}


def test_the_ranges_of_a_strip_that_goes_on_from_another_are_counted_from_the_first() -> None:
    strip = (Point(4500, 5000), Point(5500, 5000), Point(5500, 9000), Point(4500, 9000))
    root = read(table(zones=(Zone(kind="long", points=strip, ranges=(5000, 6000, 8000), begins=6000),)))
    marks = points(classed(root, "range")[0])
    assert {y for _, y in marks} == {rect(classed(root, "table")[0])[3] - 7 * pixels(root)}
    assert [each.text for each in classed(root, "reach")] == ["8"]


def test_a_range_beyond_its_zone_is_not_marked() -> None:
    strip = (Point(4500, 5000), Point(5500, 5000), Point(5500, 9000), Point(4500, 9000))
    root = read(table(zones=(Zone(kind="fire", points=strip, ranges=(5000,)),)))
    assert classed(root, "range") == []


# Labels


def crowd(count: int) -> Board:
    """Regiments side by side in lines, with names wider than they are."""
    units = [
        unit(f"{i}th Regiment of the Line", 3000 + 3100 * (i % 7), 2500 + 1600 * (i // 7), side=("blue", "red")[i % 2])
        for i in range(count)
    ]
    return table(*units, areas=every_kind().areas, strokes=every_kind().strokes)


@pytest.mark.parametrize("board", [every_kind(), crowd(14), crowd(35)], ids=["every kind", "crowded", "very crowded"])
def test_no_label_lies_over_another_or_over_a_base(board: Board) -> None:
    root = read(board)
    plates = [rect(each) for each in classed(root, "plate")]
    units = [each for each in root.iter(f"{SVG}g") if each.get("data-id")]
    bases = [box_of(points(base)) for each in units for base in classed(each, "base")]
    assert plates
    assert not [pair for pair in combinations(plates, 2) if meet(*pair)]
    assert not [(plate, base) for plate in plates for base in bases if meet(plate, base)]


def test_names_of_terrain_keep_clear_of_plates_and_of_each_other() -> None:
    root = read(every_kind())
    boxes = [rect(each) for each in classed(root, "plate")]
    level = [each for each in classed(root, "place") if not each.get("transform")]
    for each in level:
        x, y, half = float(each.get("x", "")), float(each.get("y", "")), text_width(each.text or "") / 2
        boxes.append((x - half, y - 11, x + half, y + 3))
    assert len(level) > len(AREAS) // 2
    assert not [pair for pair in combinations(boxes, 2) if meet(*pair)]


def test_a_few_units_all_have_their_names_and_numbers() -> None:
    root = read(every_kind())
    assert sorted(names(root)) == ["2nd Guards", "3rd Ohio", "Battery A"]
    assert sorted(each.text or "" for each in classed(root, "count")) == ["3", "4", "5"]


def test_a_label_that_had_to_move_has_a_line_to_its_unit() -> None:
    alone = read(table(unit("Ohio", 12_000, 8000)))
    assert classed(alone, "leader") == []
    hemmed = [
        unit(str(i), 12_000 + x, 8000 + y) for i, (x, y) in enumerate(((-3000, 0), (3000, 0), (0, 1000), (0, -1000)))
    ]
    root = read(table(unit("Ohio", 12_000, 8000), *hemmed))
    assert "Ohio" in names(root)
    assert len(classed(root, "leader")) == 1


def test_a_name_two_pieces_of_terrain_share_stands_there_once() -> None:
    line = Stroke(kind="crest", points=(Point(5000, 6000), Point(9000, 6000)), name="Long Ridge")
    root = read(table(areas=(Area(kind="hill", points=square(4000, 4000, 8000), name="Long Ridge"),), strokes=(line,)))
    assert [each.text for each in classed(root, "place")] == ["Long Ridge"]


# The page


def test_the_same_table_gives_the_same_text() -> None:
    assert draw_svg(every_kind(), "x") == draw_svg(every_kind(), "x")


def test_names_are_text_and_never_mark_up() -> None:
    evil = '<script>alert("1")</script> & \x1b co\n'
    figure = Figure(bases=(square(1000, 1000),), front=square(1000, 1000)[:2], heading=0, formation=evil)
    board = Board(
        title=evil, spots=(), sides=(evil,), field=Field(width=9000, height=9000, unit=evil), notes=(evil,),
        counters=(
            Counter(id=evil, name=evil, side=evil, at=evil, kind=evil, state=evil, marks=(evil,), figure=figure),
            Counter(id="2", name=evil, side="", at=evil, kind=evil),
        ),
        areas=(Area(kind=evil, points=square(0, 0), name=evil),),
        strokes=(Stroke(kind=evil, points=(Point(0, 0), Point(9, 9000)), name=evil),),
        zones=(Zone(kind=evil, points=square(5, 5), label=evil, ranges=(500,)),),
    )  # fmt: skip
    root = read(board, evil)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "title", "desc", "style", "defs", "g", "rect", "path", "circle", "ellipse", "use", "text", "clipPath",
        "pattern",
    }  # fmt: skip
    assert root.findtext(f"{SVG}title") == '<script>alert("1")</script> &   co'
    assert names(root) == ['<script>alert("1")</script> &…']


def test_a_name_of_five_hundred_letters_is_cut_on_the_table_and_whole_in_the_tooltip() -> None:
    long = "M" * 500
    root = read(table(unit(long, 6000, 5000), areas=(Area(kind="woods", points=square(9000, 9000, 5000), name=long),)))
    assert all(len(name) <= 30 for name in names(root))
    assert long in (group(root, long).findtext(f"{SVG}title") or "")
    assert max(len(each.text or "") for each in classed(root, "place")) <= 60


def test_a_picture_needs_nothing_from_outside() -> None:
    drawn = draw_svg(every_kind())
    assert re.findall(r'(?:href|src)="([^#][^"]*)"', drawn) == []
    assert re.findall(r"@import|url\([^#]|<script|<image|<foreignObject", drawn) == []
    assert re.findall(r"https?://[^\"]+", drawn) == ["http://www.w3.org/2000/svg"]


def test_every_reference_within_the_picture_leads_somewhere() -> None:
    drawn = draw_svg(every_kind())
    ids = re.findall(r' id="([^"]+)"', drawn)
    assert len(ids) == len(set(ids))
    assert {*re.findall(r'href="#([^"]+)"', drawn), *re.findall(r"url\(#([^)]+)\)", drawn)} <= set(ids)


def test_a_hidden_unit_shows_its_side_its_place_and_a_question_mark_and_nothing_else() -> None:
    ghost = unit(
        "Gordon", 6000, 5000, side="red", kind="zouaves", strength=98765, marks=("smoke", "winded"), hidden=True
    )
    drawn = draw_svg(table(msgspec.structs.replace(ghost, id="hmc-3", state="lurking")))
    for secret in ("Gordon", "zouaves", "98765", "lurking", "winded", 'href="#puff"'):
        assert secret not in drawn
    root = ElementTree.fromstring(drawn.encode())
    assert (names(root), [each.text for each in classed(root, "secret")]) == (["? hmc-3"], ["?"])


def test_units_beside_the_table_stand_in_boxes() -> None:
    root = read(every_kind())
    assert [each.text for each in classed(root, "head")] == ["reserve"]
    assert "late" in values(classed(root, "counter")[0], "data-id")


def test_a_screen_reader_hears_the_title_every_unit_and_the_notes() -> None:
    root = read(every_kind(), "ridge:3, turn 2")
    assert root.findtext(f"{SVG}title") == "Mill Ridge"
    said = (root.findtext(f"{SVG}desc") or "").split("; ")
    assert said[0] == "ridge:3, turn 2"
    assert said[1] == (
        "blue: 3rd Ohio [id-3rd Ohio], infantry, strength 5, 2 deep, at 6.0, 5.0 BW, facing north (0°), shaken, smoke"
    )
    assert said[-3:] == ["reserve: blue: Late [late]", "blue: 6 cards in hand, 36 in the deck", "red: 5 cards in hand"]


def test_notes_stand_under_a_table_and_under_any_other_board() -> None:
    plain = Board(title="Mill", spots=(), counters=(), sides=(), notes=("red: 5 cards in hand",))
    assert [each.text for each in classed(read(plain), "note")] == ["red: 5 cards in hand"]
    assert [each.text for each in classed(read(every_kind()), "note")] == list(every_kind().notes)
    long = read(table(notes=("word " * 400,)))
    assert len(classed(long, "note")) > 5
    assert float(classed(long, "note")[-1].get("y", "")) < float(root_height(long))


def root_height(root: Element) -> str:
    return root.get("viewBox", "").split()[3]


def test_sides_wear_their_colours_and_blue_is_blue() -> None:
    with wearing(lambda: {"blue": "blue"}):
        root = read(every_kind())
    assert group(root, "3rd Ohio").get("class") == "unit side0"
    assert group(root, "2nd Guards").get("class") == "unit side1"


def test_kinds_of_zones_are_told_apart_without_colour() -> None:
    """In the legend and on the table: by their hatching, which is there to be found."""
    kinds = ("fire", "short", "long", "blocked", "charge", "deployment")
    root = read(table(zones=tuple(Zone(kind=kind, points=square(2000, 2000)) for kind in kinds)))
    hatched = {each.get("id"): each[0].get("d") for each in root.iter(f"{SVG}pattern")}
    for zone in [*(each for each in root.iter() if each.get("data-zone")), *root.iter(f"{SVG}g")]:
        for fill in (each.get("fill", "") for each in zone if each.get("class") == "hatch"):
            assert fill.removeprefix("url(#").removesuffix(")") in hatched
    samples = {each[-1].text: each for each in root.iter(f"{SVG}g") if len(each) and each[-1].get("class") == "word"}
    looks = [
        hatched.get(next((part.get("fill", "")[5:-1] for part in samples[kind] if part.get("class") == "hatch"), ""))
        for kind in kinds
    ]
    assert len(set(looks)) == len(kinds)
