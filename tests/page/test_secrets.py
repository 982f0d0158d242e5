"""A page for one side holds nothing that the side may not see: not hidden by a script, but not there."""

from __future__ import annotations

import pytest

from domain.games import Games
from domain.packs import Pack
from domain.ruling import NotFound
from domain.words import tell
from projections.page.data import NONE, WITHHELD
from projections.page.page import page
from projections.sight import can_see
from tests.page.played import Pages, page_data, small_game


def test_a_hidden_piece_is_nowhere_in_the_file_of_the_other_side(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    assert "spy" in page(page_data(games))
    assert "spy" in page(page_data(games, side="red"))
    assert "spy" not in page(page_data(games, side="blue"))


@pytest.mark.parametrize("name", [
    "gettysburg/mcphersons-ridge-confederate.transcript", "longstreet_lite/brawners-farm.transcript",
])  # fmt: skip
@pytest.mark.parametrize("seat", [0, 1])
def test_words_of_withheld_entries_stand_nowhere_in_the_file(pages: Pages, name: str, seat: int) -> None:
    games, line, _ = pages(name)
    side, names = line.started.sides[seat], games.names(line)
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for entry in games.log.entries(line):
        told[can_see(side, entry.to)].add(tell(line.system, entry.fact, names))
    withheld = told[False] - told[True]
    assert len(withheld) > 5
    data = page_data(games, side=side)
    text = page(data)
    assert not [words for words in withheld if words in data.tables.texts or words in text]


def test_a_withheld_entry_keeps_its_place_and_nothing_else(games: Games, pack: Pack) -> None:
    line = small_game(games, pack)
    data = page_data(games, side="blue")
    texts, rows = data.tables.texts, data.lines[0].own.rows
    hidden = [entry.number for entry in games.log.entries(line) if not can_see("blue", entry.to)]
    assert hidden
    for number, row in enumerate(rows, 1):
        assert bool(row.flags & WITHHELD) is (number in hidden)
        if number in hidden:
            assert (texts[row.words], texts[row.kind], row.note) == ("", "", NONE)


def test_a_page_for_one_side_has_that_view_only(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    assert page_data(games, side="blue").viewers == ("blue",)
    assert all(len(course.own.frames) == 1 for course in page_data(games, side="blue").lines)


def test_a_side_that_does_not_play_has_no_page(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    with pytest.raises(NotFound, match="green"):
        page_data(games, side="green")
