"""Counters that cover two hexes: drawn in both, told once; marks that count."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

import msgspec
import pytest

from domain.hexes.grid import Numbering
from domain.kernel.board import Board, Counter
from projections.drawing.words import mark_words, piece, standing
from projections.hexmap.near import near
from projections.page.frames import Watcher
from projections.page.muster import Muster
from projections.page.numbered import Numbers
from projections.page.scene import Scenery
from projections.pictures.svg import draw_svg
from projections.pictures.text import draw
from tests.projections.test_board_svg import classed, counter, hex_board, read, spot_of, values

FIELD = Numbering(lines=(1, 6), places=(1, 6), lines_grow="S", places_grow="E", line_first=False)
BYRON = counter("Byron", "0202", also="0302", kind="infantry", ratings="17-7", heading=0)
GUN = counter("Gun", "0302", kind="artillery")


def board(*counters: Counter) -> Board:
    return hex_board(FIELD, *counters)


def place(each: ElementTree.Element) -> tuple[int, int]:
    x, y = each.get("transform", "").removeprefix("translate(").removesuffix(")").split(",")
    return int(x), int(y)


def cards(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {each.get("data-id") or each.get("data-half") or "": each for each in classed(root, "counter")}


def test_both_halves_lie_in_their_hexes_and_the_counter_is_named_once() -> None:
    root = read(board(BYRON))
    found = cards(root)
    assert set(found) == {"id-Byron", "+id-Byron"}
    for id, hex in (("id-Byron", "0202"), ("+id-Byron", "0302")):
        (x, y), (middle, top) = place(found[id]), spot_of(root, hex)
        assert x == middle
        assert 0 < y - top < 20
    names = [text.text for each in found.values() for text in each.iter() if text.tag.endswith("text")]
    assert names == ["Byron", "17-7"]
    assert values(root, "data-id") == ["id-Byron"]


def test_the_band_of_each_half_ends_where_the_other_begins() -> None:
    root = read(board(BYRON))
    ends = []
    for each in cards(root).values():
        band = next(path for path in each.iter() if path.get("class") == "card" and path.tag.endswith("path"))
        first, *_, last = band.get("d", "").removeprefix("M").split("L")
        (a, b), (c, d) = ([float(n) for n in point.split(",")] for point in (first, last))
        x, y = place(each)
        ends.append((x + (a + c) / 2, y + (b + d) / 2))
    assert ends[0] == pytest.approx(ends[1])


@pytest.mark.parametrize(("gun", "half"), [(0, 1), (1, 0)])
def test_the_half_takes_the_place_in_the_stack_that_the_others_leave(gun: int, half: int) -> None:
    here = standing([BYRON, msgspec.structs.replace(GUN, stack=gun)])["0302"]
    assert {each.id: each.stack for each in here} == {"id-Gun": gun, "+id-Byron": half}
    drawn = list(cards(read(board(BYRON, msgspec.structs.replace(GUN, stack=gun)))))
    assert (drawn.index("+id-Byron") < drawn.index("id-Gun")) == (gun == 0)


def test_words_tell_it_once_with_both_its_hexes() -> None:
    text = draw(board(BYRON))
    assert "0202: blue: Byron [id-Byron] (17-7, also in 0302)" in text
    assert "0302: " not in text
    row = next(line for line in text.splitlines() if line.startswith("02"))
    assert row.count("Bi") == 2


def test_a_part_of_the_map_keeps_the_half_that_lies_in_it() -> None:
    field = Numbering(lines=(1, 20), places=(1, 20), lines_grow="S", places_grow="E", line_first=False)
    for at, also in (("0901", "1001"), ("1001", "0901")):
        cut = near(hex_board(field, counter("Byron", at, also=also)), ["0201"])
        kept = {spot.name for spot in cut.spots}
        assert {"0801"} <= kept
        assert all(each.at in kept and not each.also for each in cut.counters)
    assert "data-half" not in draw_svg(cut)


def test_marks_that_count_show_their_number_and_stand_once_in_the_legend() -> None:
    men = [
        counter("One", "0201", marks=("formation_shaken", "morale_broken", "casualties:3", "pistols left:1")),
        counter("Two", "0401", marks=("casualties:5",)),
    ]
    root = read(board(*men))
    shown = cards(root)["id-One"]
    assert [each.text for each in shown.iter() if each.get("class") == "mark"] == ["FS", "MB", "3", "1"]
    legend = [each.text for each in classed(root, "word")]
    assert legend.count("casualties") == 1
    assert {"formation shaken", "morale broken", "pistols left"} <= set(legend)
    assert "casualties 3, pistols left 1" in piece(men[0])
    assert mark_words("odd:thing") == "odd:thing"


class Shown:
    """What a page shows, frame by frame."""

    def __init__(self) -> None:
        self.numbers = Numbers()
        self.watcher = Watcher(None, self.numbers, Scenery())

    def texts(self) -> Mapping[int, str]:
        return dict(enumerate(self.numbers.texts.since()))

    def pieces(self) -> dict[str, tuple[str, str]]:
        told = self.texts()
        return {told[p.id]: (told[p.place], told[p.words]) for p in self.watcher.shown.values()}


def test_the_page_has_a_piece_for_each_half_and_words_for_one() -> None:
    page = Shown()
    page.watcher.look(1, board(BYRON, GUN))
    found = page.pieces()
    assert {id: place for id, (place, _) in found.items()} == {
        "id-Byron": "0202",
        "+id-Byron": "0302",
        "id-Gun": "0302",
    }
    assert found["+id-Byron"][1] == ""
    page.watcher.look(2, board(msgspec.structs.replace(BYRON, at="0203", also="0303"), GUN))
    assert page.pieces()["+id-Byron"][0] == "0303"
    page.watcher.look(3, board(msgspec.structs.replace(BYRON, at="0203", also=""), GUN))
    assert set(page.pieces()) == {"id-Byron", "id-Gun"}


def test_a_glance_moves_and_removes_both_halves() -> None:
    page = Shown()
    page.watcher.look(1, board(BYRON, GUN))
    page.watcher.glance(2, {"id-Byron": msgspec.structs.replace(BYRON, at="0203", also="0303")})
    assert page.pieces()["+id-Byron"][0] == "0303"
    page.watcher.glance(3, {"id-Byron": None})
    assert set(page.pieces()) == {"id-Gun"}


def test_a_muster_finds_a_counter_in_either_hex() -> None:
    muster = Muster({"id-Byron": BYRON, "id-Gun": GUN})
    assert [each.id for each in muster.among(["0302"])] == ["id-Byron", "id-Gun"]
    muster.take({"id-Byron": msgspec.structs.replace(BYRON, at="0105", also="0205")})
    assert [each.id for each in muster.among(["0302", "0202"])] == ["id-Gun"]
    assert [each.id for each in muster.among(["0205"])] == ["id-Byron"]
