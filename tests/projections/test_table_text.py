"""Tables without places drawn as characters: to scale, each unit where it stands, within the width."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from domain.kernel.board import Area, Board, Counter, Field, Figure, Stroke, Zone, place_of
from domain.kernel.errors import BadInput, NotFound
from domain.tabletop.angles import Point
from projections.models.boards import rows, with_zones
from projections.pictures.text import draw
from projections.tabletop.words import arrow, compass, degrees
from rules import SYSTEMS
from tests.projections.table_scene import FIELD, every_kind, square, table, unit


def lines_of(board: Board, width: int = 100) -> list[str]:
    """The inside of the frame, a line a row."""
    drawn = draw(board, width).splitlines()
    top = next(i for i, line in enumerate(drawn) if "┌" in line)
    bottom = next(i for i, line in enumerate(drawn) if "└" in line)
    edge = drawn[top].index("┌") + 1
    return [line[edge:-1] for line in drawn[top + 1 : bottom]]


def cells(board: Board, letters: str, width: int = 100) -> list[tuple[float, float]]:
    """Where these characters stand, in parts of the table."""
    page = lines_of(board, width)
    wide, high = FIELD.width / len(page[0]), FIELD.height / len(page)
    return [
        ((c + 0.5) * wide, FIELD.height - (r + 0.5) * high)
        for r, row in enumerate(page) for c, letter in enumerate(row) if letter in letters
    ]  # fmt: skip


@pytest.mark.parametrize("width", [60, 80, 100, 120, 160])
def test_the_map_is_to_scale_and_each_unit_covers_the_ground_it_stands_on(width: int) -> None:
    board = table(unit("Ohio", 6000, 5000, ranks=(4, 4)), unit("Guard", 16_000, 12_000, 9000, "red", ranks=(4,)))
    page = lines_of(board, width)
    assert {len(row) for row in page} == {len(page[0])}
    assert len(page[0]) * FIELD.height / FIELD.width / 2 == pytest.approx(len(page), abs=1)
    slack = FIELD.height / len(page) + 1  # a row, as its middle may lie on the very edge
    for letters, left, right, low, high in (("B", 4000, 8000, 3000, 5000), ("R", 15_000, 16_000, 10_000, 14_000)):
        found = cells(board, letters, width)
        xs, ys = [x for x, _ in found], [y for _, y in found]
        assert (min(xs), max(xs)) == (pytest.approx(left, abs=slack), pytest.approx(right, abs=slack))
        assert (min(ys), max(ys)) == (pytest.approx(low, abs=slack), pytest.approx(high, abs=slack))


@pytest.mark.parametrize("width", [40, 60, 73, 100, 160])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    long = unit("x" * 500, 9000, 9000, side="red", marks=("a mark " * 30,))
    board = every_kind()
    board = msgspec.structs.replace(board, counters=(*board.counters, long), notes=("note " * 200,), title="t" * 300)
    drawn = draw(board, width)
    assert max(map(len, drawn.splitlines())) <= width
    assert "3rd Ohio" in drawn


@pytest.mark.parametrize(
    ("heading", "sign", "name"),
    [
        (0, "↑", "north"), (2249, "↑", "north"), (2250, "↗", "north-east"), (4500, "↗", "north-east"),
        (9000, "→", "east"), (13_500, "↘", "south-east"), (18_000, "↓", "south"), (22_500, "↙", "south-west"),
        (27_000, "←", "west"), (31_500, "↖", "north-west"), (35_999, "↑", "north"),
    ],
)  # fmt: skip
def test_a_heading_is_one_of_eight_arrows(heading: int, sign: str, name: str) -> None:
    assert (arrow(heading), compass(heading)) == (sign, name)


@pytest.mark.parametrize(("heading", "text"), [(18_000, "180°"), (2250, "22.5°"), (5, "0.05°"), (36_000, "0°")])
def test_a_heading_is_told_in_degrees(heading: int, text: str) -> None:
    assert degrees(heading) == text


@pytest.mark.parametrize(
    ("heading", "sign", "ahead"),
    [(0, "↑", (0, 1)), (9000, "→", (1, 0)), (18_000, "↓", (0, -1)), (27_000, "←", (-1, 0)), (4500, "↗", (1, 1))],
)
def test_the_arrow_stands_before_the_front(heading: int, sign: str, ahead: tuple[int, int]) -> None:
    board = table(unit("Ohio", 12_000, 8000, heading))
    ((x, y),) = cells(board, sign)
    off = x - 12_000, y - 8000
    assert off[0] * ahead[0] + off[1] * ahead[1] > 0
    assert abs(off[0]) + abs(off[1]) < 1200


def test_the_arrow_of_a_unit_in_contact_is_drawn_on_it() -> None:
    board = table(unit("Ohio", 12_000, 8000), unit("Guard", 12_000, 8000, 18_000, "red"))
    ((_, up),), ((_, down),) = cells(board, "↑"), cells(board, "↓")
    assert 7000 < up < 8000 < down < 9000


def test_terrain_has_its_letters_and_the_legend_names_what_is_there() -> None:
    board = table(
        areas=(
            Area(kind="hill", points=square(2000, 2000, 8000)),
            Area(kind="woods", points=square(4000, 4000, 4000)),
            Area(kind="quicksand", points=square(12_000, 2000, 4000)),
        ),
        strokes=(Stroke(kind="road", points=(Point(0, 14_000), Point(24_000, 14_000))),),
    )
    page = lines_of(board)
    assert page[4] == "═" * len(page[0])
    wood = cells(board, "w")
    assert len(wood) > 20
    assert all(4000 < x < 8000 and 4000 < y < 8000 for x, y in wood)
    assert [p for p in cells(board, ".") if 4000 < p[0] < 8000 and 4000 < p[1] < 8000]  # the hill shows through
    assert ". hill, w woods, q quicksand, ═║ road" in draw(board).splitlines()


def test_a_strip_narrower_than_a_row_is_not_lost() -> None:
    run = (Point(0, 8050), Point(24_000, 8050), Point(24_000, 8150), Point(0, 8150))
    page = lines_of(table(areas=(Area(kind="stream", points=run),)), 60)
    assert [row for row in page if row == "~" * len(row)]


@pytest.mark.parametrize(
    ("end", "sign"),
    [((22_000, 2000), "━"), ((2000, 14_000), "┃"), ((14_000, 14_000), "/")],
    ids=["level", "upright", "aslant"],
)
def test_a_line_runs_as_it_lies(end: tuple[int, int], sign: str) -> None:
    page = lines_of(table(strokes=(Stroke(kind="wall", points=(Point(2000, 2000), Point(*end))),)))
    assert {letter for row in page for letter in row if letter != " "} == {sign}


def test_zones_are_dotted_where_nothing_else_stands() -> None:
    zone = Zone(kind="short", points=square(5000, 5000, 3000))
    board = table(unit("Ohio", 6500, 5000), zones=(zone,))
    found = cells(board, ":")
    assert len(found) > 30
    assert all(5000 < x < 8000 and 5000 < y < 8000 for x, y in found)
    assert ": short" in draw(board)


def test_a_crowd_keeps_its_numbers_apart_by_side() -> None:
    board = table(*(unit(f"u{i}", 3000 + 4000 * i, 8000, side=("blue", "red")[i % 2]) for i in range(4)))
    page = "\n".join(lines_of(board))
    assert [tag in page for tag in ("B1B", "B2B", "R1R", "R2R", "B3")] == [True, True, True, True, False]
    assert [line.split()[:2] for line in draw(board).splitlines()[-4:]] == [
        ["B1", "u0"], ["R1", "u1"], ["B2", "u2"], ["R2", "u3"],
    ]  # fmt: skip


def test_the_table_of_units_says_where_each_stands_and_the_rest_follows() -> None:
    assert draw(every_kind()).splitlines()[-9:] == [
        "no  unit                        strength  formation  at         facing  state",
        "B1  3rd Ohio [id-3rd Ohio]      5         2 deep     6.0, 5.0   ↑ 0°    shaken, smoke",
        "R1  2nd Guards [id-2nd Guards]  4         1 deep     14.0, 7.0  ↓ 180°",
        "R2  Battery A [id-Battery A]    3         1 deep     19.0, 6.0  ← 270°  limbered",
        "",
        "reserve: blue: Late [late]",
        "",
        "blue: 6 cards in hand, 36 in the deck",
        "red: 5 cards in hand",
    ]


def test_on_a_narrow_page_each_unit_is_told_in_a_sentence() -> None:
    drawn = draw(every_kind(), 60).splitlines()
    at = drawn.index("B1 blue: 3rd Ohio [id-3rd Ohio], infantry, strength 5, 2")
    assert drawn[at + 1] == "    deep, at 6.0, 5.0 BW, facing north (0°), shaken, smoke"


def test_with_little_room_an_id_made_of_the_name_stands_for_both() -> None:
    ohio = msgspec.structs.replace(unit("3rd Ohio Volunteers", 6000, 5000), id="3rd-ohio-volunteers")
    assert "B1  3rd Ohio Volunteers [3rd-ohio-volunteers]  3 " in draw(table(ohio))
    assert "B1  3rd-ohio-volunteers  3 " in draw(table(ohio), 80)


def test_columns_nobody_needs_are_left_out() -> None:
    general = Counter(id="Lee", name="Lee", side="red", at="1.0, 1.0", figure=Figure(bases=(square(500, 500, 1000),)))
    assert draw(table(general)).splitlines()[-2:] == ["no  unit  at        state", "R1  Lee   1.0, 1.0"]


def test_the_rulers_count_units() -> None:
    drawn = draw(table()).splitlines()
    assert drawn[-3].split() == [str(n) for n in range(0, 25, 2)]
    assert [line.split()[0] for line in drawn if "┤" in line and "├" not in line] == [str(n) for n in range(16, -1, -2)]
    assert drawn[-2] == "├──────────────────┤ 5 BW; a column is 0.25 BW, a row 0.5 BW"


def test_an_empty_table_is_an_empty_frame() -> None:
    assert {*"".join(lines_of(table()))} == {" "}


def test_a_unit_partly_off_the_table_shows_the_part_that_is_on_it() -> None:
    found = cells(table(unit("Ohio", 500, 15_500, ranks=(3,))), "B")
    assert found
    assert max(x for x, _ in found) == pytest.approx(2000, abs=300)
    assert cells(table(unit("Ohio", -9000, 30_000)), "B") == []


def test_a_very_high_table_stays_within_reason() -> None:
    board = msgspec.structs.replace(table(), field=Field(width=10_000, height=300_000))
    assert len(lines_of(board)) == 90


def test_a_hidden_unit_is_a_question_mark_with_its_id_and_nothing_else() -> None:
    ghost = msgspec.structs.replace(unit("Gordon", 6000, 5000, side="red", hidden=True, marks=("smoke",)), id="hmc-3")
    drawn = draw(table(ghost))
    assert "?1??" in drawn
    assert "? [hmc-3]" in drawn
    assert [secret for secret in ("Gordon", "smoke", "infantry", "deep") if secret in drawn] == []


def test_control_characters_do_not_reach_the_terminal() -> None:
    evil = "a\x1b[2J\x07\nb"
    board = table(
        msgspec.structs.replace(unit(evil, 6000, 5000, state=evil, marks=(evil,)), at=evil),
        areas=(Area(kind=evil, points=square(0, 0), name=evil),),
        strokes=(Stroke(kind=evil, points=(Point(0, 0), Point(9, 9000))),),
        zones=(Zone(kind=evil, points=square(5, 5)),),
        notes=(evil,),
    )
    assert all(letter.isprintable() or letter == "\n" for letter in draw(board))


def test_notes_stand_under_any_board() -> None:
    plain = Board(title="Mill", spots=(), counters=(), sides=(), notes=("red: 5 cards in hand",))
    assert draw(plain) == "Mill\n\nred: 5 cards in hand"


# Places and zones


@pytest.mark.parametrize(
    ("point", "per_unit", "text"),
    [
        (Point(12_500, 7000), 1000, "12.5, 7.0"),
        (Point(12_345, -50), 1000, "12.345, -0.05"),
        (Point(5, -1), 10_000, "0.001, 0.0"),
        (Point(1, 2), 16, "0.063, 0.125"),
    ],
)
def test_a_place_is_told_in_units(point: Point, per_unit: int, text: str) -> None:
    assert place_of(Field(width=1, height=1, per_unit=per_unit), point) == text


def test_the_read_database_has_a_row_a_unit_with_its_place() -> None:
    assert rows(every_kind())[0] == ("id-3rd Ohio", "3rd Ohio", "blue", "6.0, 5.0", "infantry", 5, "shaken")


ZONE = Zone(kind="fire", points=square(0, 0))
FREEFORM = SYSTEMS["freeform"]
AIMED = FREEFORM.sight._replace(zones=lambda _state, unit: (msgspec.structs.replace(ZONE, label=unit),))
GUNNERY = replace(FREEFORM, sight=AIMED, title="Gunnery")


@pytest.mark.parametrize("wanted", ["id-3rd Ohio", "ID-3RD OHIO", "3rd ohio"])
def test_zones_are_those_of_the_unit_named_or_by_id(wanted: str) -> None:
    found = with_zones(every_kind(), GUNNERY, None, [wanted]).zones
    assert [zone.label for zone in found] == ["volley", "id-3rd Ohio"]


def test_without_a_unit_the_board_stays_as_it_is() -> None:
    board = every_kind()
    assert with_zones(board, SYSTEMS["freeform"], None, []) is board


def test_a_system_without_zones_says_so() -> None:
    with pytest.raises(BadInput, match="has no zones to draw"):
        with_zones(every_kind(), SYSTEMS["freeform"], None, ["3rd Ohio"])


def test_a_unit_that_is_not_seen_has_no_zones() -> None:
    ghost = unit("Gordon", 6000, 5000, side="red", hidden=True)
    for wanted in ("Gordon", "id-Gordon", "Nobody"):
        with pytest.raises(NotFound, match="there is no unit"):
            with_zones(table(ghost), GUNNERY, None, [wanted])


def test_a_name_two_units_share_needs_an_id() -> None:
    twins = [msgspec.structs.replace(unit("Guard", 6000, 5000), id=key) for key in ("a", "b")]
    with pytest.raises(BadInput, match="2 units are called Guard; name one by its id: a, b"):
        with_zones(table(*twins), GUNNERY, None, ["Guard"])
