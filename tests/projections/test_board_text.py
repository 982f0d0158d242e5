"""Boards drawn as plain text."""

from __future__ import annotations

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.hexes.grid import Numbering
from domain.hexes.sight import centre
from domain.kernel.board import Board, Counter, Road, Spot
from domain.log.refs import Ref
from projections.pictures.text import draw


def counter(name: str, at: str, side: str = "blue", **more: object) -> Counter:
    return Counter(id=name, name=name, side=side, at=at, **more)  # type: ignore[arg-type]


def board(spots: tuple[Spot, ...], *counters: Counter, links: tuple[tuple[str, str], ...] = ()) -> Board:
    return Board(title="Mill Bridge", spots=spots, counters=counters, sides=("blue", "red"), links=links)


CROSS = (
    Spot(name="hill", x=0, y=0),
    Spot(name="mill", x=10, y=0),
    Spot(name="wood", x=0, y=10),
    Spot(name="town", x=10, y=10),
)


def test_places_with_coordinates_are_a_map_with_links_as_lines() -> None:
    links = (("hill", "mill"), ("hill", "wood"), ("mill", "town"))
    assert draw(board(CROSS, counter("Ohio", "hill"), counter("Guard", "town", "red"), links=links)).splitlines() == [
        "Mill Bridge",
        "",
        "[hill]----[mill]",
        "blue:1       |",
        "   |         |",
        "   |         |",
        "[wood]    [town]",
        "          red:1",
        "",
        "hill: blue: Ohio",
        "town: red: Guard",
        "empty: mill, wood",
    ]


def test_places_without_coordinates_are_a_table() -> None:
    drawn = draw(board((Spot(name="hill"), Spot(name="mill")), counter("Ohio", "mill", strength=4, state="shaken")))
    assert drawn == "Mill Bridge\n\nmill: blue: Ohio (4, shaken)\nempty: hill"


def test_counters_off_the_board_and_on_unlisted_places_are_not_forgotten() -> None:
    drawn = draw(board((), counter("Reserve", ""), counter("Scout", "somewhere")))
    assert drawn.splitlines()[2:] == ["somewhere: blue: Scout", "off the board: blue: Reserve"]


def test_a_hex_map_shows_a_cell_a_place_with_sides_and_terrain() -> None:
    spots = tuple(
        Spot(name=f"{c}.{r}", x=c * 2, y=r * 2 + c % 2, terrain="woods" if (c, r) == (2, 2) else "")
        for c in range(8)
        for r in range(8)
    )
    lines = draw(board(spots, counter("a", "0.0"), counter("b", "1.0"), counter("c", "1.0", "red"))).splitlines()
    assert lines[2:5] == ["B1    .     .     .", "   *2    .     .     .", ".     .     .     ."]
    assert lines[6] == ".     w     .     ."
    assert "B blue, R red, * mixed, with the number of counters, w woods" in lines


def test_a_vast_map_shows_only_the_part_with_counters_or_none() -> None:
    spots = tuple(Spot(name=f"{c}.{r}", x=c, y=r) for c in range(60) for r in range(70))
    near = draw(board(spots, counter("a", "50.60"), counter("b", "51.61", "red")))
    assert near.splitlines()[2:4] == ["B1 .", ".  R1"]
    far = draw(board(spots, counter("a", "0.0"), counter("b", "59.69", "red")))
    assert far.splitlines()[2:4] == ["0.0: blue: a", "59.69: red: b"]


def test_no_line_is_wider_than_a_hundred_columns() -> None:
    many = [counter(f"{i}th Regiment of Foot", "mill" if i % 2 else "a place with a long name " * 9) for i in range(90)]
    spots = (*CROSS, Spot(name="a place with a long name " * 9, x=5, y=5), *(Spot(name=f"spot {i}") for i in range(50)))
    drawn = draw(board(spots, *many, counter("x" * 300, "")))
    assert max(map(len, drawn.splitlines())) <= 100
    assert "89th" in drawn


def test_control_characters_of_a_name_do_not_reach_the_terminal() -> None:
    drawn = draw(board((Spot(name="hi\x1b[2Jll", x=0, y=0), CROSS[3]), counter("O\x07h\nio", "hi\x1b[2Jll")))
    assert all(letter.isprintable() or letter == "\n" for letter in drawn)


def test_labels_that_would_overlap_give_way_to_cells() -> None:
    crowd = tuple(Spot(name=f"place {i}", x=i, y=0) for i in range(30))
    assert (
        draw(board(crowd, counter("Ohio", "place 3"))).splitlines()[2]
        == ".  .  .  B1 " + " ".join([". "] * 26).rstrip()
    )


def test_an_empty_board_is_its_title() -> None:
    assert draw(board(())) == "Mill Bridge"


# Boards of hexes

GRID = Numbering(lines=(1, 4), places=(0, 4), lines_grow="S", places_grow="W")
WIDE = Numbering(lines=(1, 42), places=(0, 34), lines_grow="S", places_grow="W")
COLUMNS = Numbering(lines=(1, 4), places=(1, 3), lines_grow="E", places_grow="S")


def hexes(grid: Numbering, **terrain: tuple[str, ...]) -> tuple[Spot, ...]:
    """Spots of all hexes of a map; terrain by `h2120`."""
    found = []
    for at in grid:
        name, (x, y) = grid.format(at), centre(at, grid.orientation)
        found.append(Spot(name=name, x=x, y=y, tags=terrain.get(f"h{name}", ())))
    return tuple(found)


def hex_board(grid: Numbering, *counters: Counter, roads: tuple[Road, ...] = (), **terrain: tuple[str, ...]) -> Board:
    return Board(
        title="Ridge", spots=hexes(grid, **terrain), counters=counters, sides=("blue", "red"),
        cells=grid.orientation, roads=roads,
    )  # fmt: skip


def test_hexes_on_a_corner_are_rows_with_every_other_one_shifted_and_numbers_on_the_margin() -> None:
    pike = Road(kind="road", spots=("0104", "0203", "0202"))
    shown = hex_board(
        GRID,
        counter("Ohio", "0302", kind="infantry"),
        counter("Guard", "0401", "red"),
        counter("Horse", "0401", "red"),
        roads=(pike,),
        h0101=("hill", "heavy_woods"), h0201=("hill",), h0304=("vineyard",),
    )  # fmt: skip
    assert draw(shown).splitlines() == [
        "Ridge",
        "",
        "   04 03 02 01 00",
        "01 .= .  .  W^ .",
        "02  .  .= .= ^  .",
        "03 v  .  Bi .  .",
        "04  .  .  .  R2 .",
        "",
        "B blue, R red, with the kind of a single counter or the number of several, * mixed, W heavy woods,",
        "    ^ hill, v vineyard, . clear, = road",
        "",
        "0302: blue: Ohio",
        "0401: red: Guard; Horse",
    ]


def test_hexes_on_a_side_are_columns_and_take_two_rows_each() -> None:
    drawn = draw(hex_board(COLUMNS, counter("Ohio", "0101"), counter("Guard", "0202", "red"))).splitlines()
    assert drawn[2:9] == [
        "   01 02 03 04",
        "01    .     .",
        "   B1    .",
        "02    R1    .",
        "   .     .",
        "03    .     .",
        "   .     .",
    ]


def test_every_hex_stands_under_its_own_number() -> None:
    for name in ("0100", "0134", "2120", "4200", "4219"):
        rows = draw(hex_board(WIDE, counter("Ohio", name)), 120).splitlines()[2:]
        row = next(row for row in rows if row.startswith(name[:2]))
        head = rows[0].split().index(name[2:])
        assert row.split()[1:][head] == "B1", name


def test_a_hex_map_too_wide_shows_the_part_with_counters_and_two_hexes_around() -> None:
    drawn = draw(hex_board(WIDE, counter("Ohio", "2120"), counter("Guard", "2222", "red"))).splitlines()
    assert drawn[2].split() == ["24", "23", "22", "21", "20", "19", "18"]
    assert [row.split()[0] for row in drawn[3:9]] == ["19", "20", "21", "22", "23", "24"]
    assert drawn[9] == ""


def test_a_hex_map_whose_counters_stand_far_apart_is_drawn_in_strips() -> None:
    drawn = draw(hex_board(WIDE, counter("Ohio", "2100"), counter("Guard", "2234", "red")), 60)
    strips = drawn.split("\n\n")[1:-2]
    assert [number for strip in strips for number in strip.splitlines()[0].split()] == [
        f"{place:02}" for place in range(34, -1, -1)
    ]
    assert max(map(len, drawn.splitlines())) <= 60


def test_hexes_whose_names_are_words_have_no_numbers_on_the_margin() -> None:
    spots = (Spot(name="mill", x=0, y=0), Spot(name="ford", x=2, y=0), Spot(name="inn", x=1, y=3, terrain="town"))
    shown = Board(title="Ford", spots=spots, counters=(), sides=("blue", "red"), cells="pointy")
    assert draw(shown).splitlines()[2:4] == [" .  .", "  t"]


def test_a_hidden_counter_is_a_question_mark_with_its_id_and_nothing_else() -> None:
    ghost = Counter(
        id="hmc-3", name="Gordon", side="red", at="0302", kind="infantry", ratings="4-4-3", state="shaken",
        marks=("disrupted",), hidden=True,
    )  # fmt: skip
    drawn = draw(hex_board(GRID, ghost))
    assert "03 .  .  R? .  ." in drawn
    assert drawn.splitlines()[-1] == "0302: red: ? [hmc-3]"
    assert "Gordon" not in drawn


def test_a_stack_is_told_from_the_top_with_ratings_and_marks() -> None:
    low = counter("Low", "0302", stack=1, ratings="3-3-2", state="shaken", marks=("shaken", "out_of_command"))
    drawn = draw(hex_board(GRID, low, counter("Top", "0302", stack=0)))
    assert drawn.splitlines()[-1] == "0302: blue: Top; Low (3-3-2, shaken, out of command)"


def test_the_board_at_an_entry_shows_what_the_viewer_may_see(mill: Games) -> None:
    def units(ref: Ref, viewer: str | None) -> dict[str, int | None]:
        at = mill.position(ref)
        return {c.id: c.strength for c in at.line.system.sight.board(at.state, viewer).counters}

    assert units(Ref("mill", "main", 5), None) == {"ohio": 5, "guard": 4}
    assert units(Ref("mill"), "red") == {"ohio": 3, "guard": 3}
    assert units(Ref("mill"), SPECTATOR) == units(Ref("mill"), "blue") == {"ohio": 3}
    assert units(Ref("mill", "maybe"), None) == {"ohio": 2, "guard": 4}
