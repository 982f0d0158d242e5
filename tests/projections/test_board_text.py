"""Boards drawn as plain text."""

from __future__ import annotations

from domain.board import Board, Counter, Spot
from domain.games import Games
from domain.refs import Ref
from projections.board import board_at
from projections.board_text import draw
from projections.sight import SPECTATOR


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


def test_the_board_at_an_entry_shows_what_the_viewer_may_see(mill: Games) -> None:
    def units(ref: Ref, viewer: str | None) -> dict[str, int | None]:
        return {c.id: c.strength for c in board_at(mill, ref, viewer).counters}

    assert units(Ref("mill", "main", 5), None) == {"ohio": 5, "guard": 4}
    assert units(Ref("mill"), "red") == {"ohio": 3, "guard": 3}
    assert units(Ref("mill"), SPECTATOR) == units(Ref("mill"), "blue") == {"ohio": 3}
    assert units(Ref("mill", "maybe"), None) == {"ohio": 2, "guard": 4}
