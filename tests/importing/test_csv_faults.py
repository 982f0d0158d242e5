"""Spreadsheets that are wrong: every mistake with its cell, all at once, and nothing read by halves."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.spreadsheet import table as csvtable
from domain.formats.spreadsheet.columns import USUAL
from domain.formats.spreadsheet.reading import read_csv
from domain.formats.spreadsheet.table import MAX_CELL, letters
from domain.kernel.errors import BadInput
from domain.kernel.happenings import Said, Story
from domain.kernel.naming import check_name


def refused(text: str, columns: dict[str, str] | None = None) -> str:
    with pytest.raises(BadInput) as error:
        read_csv(text, columns, title="x")
    return str(error.value)


def test_all_mistakes_are_told_at_once_with_row_column_and_header() -> None:
    text = "Unit,Losses,VP,Dice,Die\na,two,1.5,3 x,\nb,1,,9,6\nc,-1,,0,10\n,,99999999999,2d6=1 2 3,\n"
    assert [line.split(": ")[0] for line in refused(text).splitlines()] == [
        "row 2, column D (Dice)",
        "row 2, column B (Losses)",
        "row 2, column C (VP)",
        "row 3, column D (Dice)",
        "row 4, column D (Dice)",
        "row 4, column B (Losses)",
        "row 5, column D (Dice)",
        "row 5, column C (VP)",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "dice\n3 x\n",
            "row 2, column A (dice): dice are written as their faces, such as 3 5 or 2d6=3,5, not as '3 x'",
        ),
        ("dice,die\n7,6\n", "7 is no face of a die of 6 sides"),
        ("dice,die\n0,10\n", "a 0 on a die of ten is written 10"),
        ("dice\n3+5=9\n", "these dice make 8, not 9"),
        ("dice\n2d6=15\n", "2d6 make from 2 to 12, not 15"),
        ('dice\n"2d6=1,2,3"\n', "2d6 has 2 faces, not the 3 written here"),
        ("dice\n2d65\n", "dice are written as their faces"),
        ("dice,die\n3,cube\n", "row 2, column B (die): a kind of dice stands here, such as 6, d6 or 2d6, not 'cube'"),
        ("unit,vp,side\na,1.5,b\n", "row 2, column B (vp): a whole number"),
        ("unit,loss\na,-1\n", "a whole number from 0"),
        ("unit,strength\na,many\n", "row 2, column B (strength): a whole number"),
    ],
)
def test_a_wrong_value_says_what_is_expected(text: str, said: str) -> None:
    found = refused(text)
    assert said in found
    assert len(found.splitlines()) == 1


@pytest.mark.parametrize("cell", ["=1+2", "=SUM(A1:A9)", "+B3", "-C4*2", "@IF(A1)", '=HYPERLINK("http://x")'])
@pytest.mark.parametrize("column", ["unit", "to", "dice", "loss", "turn", "side", "card", "order"])
def test_a_formula_is_refused_where_a_value_is_needed(cell: str, column: str) -> None:
    buffer = io.StringIO()
    csv.writer(buffer).writerows([["note", column], ["x", cell]])
    found = refused(buffer.getvalue())
    assert found.startswith(f"row 2, column B ({column}): ")
    assert "is a formula, or begins like one; save the sheet with values" in found


@pytest.mark.parametrize("column", ["note", "Weather"])
def test_a_formula_elsewhere_stays_the_text_it_is(column: str) -> None:
    found = read_csv(f"unit,{column}\na,=1+2\n", title="x")
    (said,) = [one for _, one in found.each() if isinstance(one, Said)]
    assert said.text.endswith("=1+2")


@pytest.mark.parametrize("cell", ["-3", "+3", "3.0", "3,0"])
def test_plain_numbers_are_no_formulas(cell: str) -> None:
    text = f'side,vp\nblue,"{cell}"\n'
    assert [abs(one.points) for _, one in read_csv(text, title="x").each()] == [3]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "columns", "said"),
    [
        ("", None, "there is nothing in this file"),
        ("\n \n", None, "there is nothing in this file"),
        ("colour,size\nred,3\n", None, "no column of this file is known by its header ('colour', 'size')"),
        ("unit\na\n", {"uint": "unit"}, "there is no column 'uint' to name; did you mean unit?"),
        ("unit,Hexes\na\n", {"to": "Hexs"}, "but there is none; did you mean Hexes?"),
        ("unit,Where,where\na\n", {"to": "WHERE"}, "but 2 columns are called so"),
        ("unit,to\na,b\n", {"to": "unit", "from": "unit"}, "'unit' cannot be two things"),
        ('unit\n"a\n', None, "row 2 (line 2 of the file): a quote is never closed"),
        ('unit,to\n"a"b,c\n', None, "row 2 (line 2 of the file): a quote within a quoted cell is written twice"),
        ("unit\na\0\n", None, "a NUL character"),
        ("unit," + "x," * 300 + "\n", None, "row 1 has 302 columns; at most 200 are read"),
        ("unit\n" + "x" * (MAX_CELL + 1), None, "row 2, column A: a cell has at most 100000 characters"),
        ("unit\n" + '"' + "x\n" * 200_000, None, "a cell has at most 100000 characters; a quote that is never closed"),
        ("side\n" + "".join(f"s{n}\n" for n in range(60)), None, "these are more than 50 sides"),
        ("player\n" + "".join(f"ann {n}\n" for n in range(1001)), None, "more than 1000 people are named"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(text: str, columns: dict[str, str] | None, said: str) -> None:
    assert said in refused(text, columns)


def test_no_more_rows_are_read_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csvtable, "MAX_ROWS", 3)
    assert len(read_csv("unit\na\nb\n", title="x").steps) == 3
    assert "more than 3 rows" in refused("unit\na\nb\nc\n")


def test_a_flood_of_mistakes_is_cut_short() -> None:
    said = refused("loss\n" + "x\n" * 500).splitlines()
    assert len(said) == 101
    assert said[-1] == "and 400 more like these"


def test_columns_are_lettered_as_spreadsheets_do() -> None:
    assert [letters(place) for place in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def check(text: str) -> None:
    """A story or a refusal, and a story only with sides that a game can have."""
    try:
        found = read_csv(text, title="x")
    except BadInput as error:
        assert str(error)  # noqa: PT017
        return
    assert isinstance(found, Story)
    for side in found.sides:
        check_name("side", side)
    named = {getattr(one, "by", "") for _, one in found.each()}
    assert named <= {"", *found.sides}


CELLS = st.sampled_from(
    ["", "a", "b", "3", "3 5", "2d6=7", "d6: 4", "=1", "-", "Ann", "ann@b.de", '"', '"x', "0101>0102", "1.0",
     "Turn 2", "union"]
) | st.text(max_size=6)  # fmt: skip
HEADERS = st.sampled_from([*USUAL, "Weather", "", "result"])


@given(
    st.lists(HEADERS, min_size=1, max_size=9),
    st.lists(st.lists(CELLS, max_size=9), max_size=9),
    st.sampled_from(",;\t"),
)
@settings(max_examples=300, deadline=None)
def test_any_sheet_gives_a_story_or_a_refusal(header: list[str], rows: list[list[str]], mark: str) -> None:
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=mark)
    writer.writerows([header, *([cell.replace("\r", " ") for cell in row] for row in rows)])
    check(buffer.getvalue())


@given(st.text(max_size=200) | st.text("unit,to;\t\"'\n\r=+-@dice0123 ", max_size=200).map("unit,dice\n".__add__))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_story_or_a_refusal(text: str) -> None:
    check(text)


def test_a_table_of_very_many_cells_is_refused_before_it_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("csv.reader", lambda *_, **__: pytest.fail("it was taken apart"))
    monkeypatch.setattr("domain.formats.spreadsheet.table._sniffed", lambda *_: ",")
    with pytest.raises(BadInput, match="more than 2,500,000 cells"):
        read_csv("unit,to,a,b,c,d,e,f,g,h\n" + "1,2,3,4,5,6,7,8,9,10\n" * 300_000, title="x")
