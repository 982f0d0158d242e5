"""Which pictures a film is made of, what they are about, and what part of the board they show."""

from __future__ import annotations

import re

import pytest

from domain.games.games import Games
from domain.kernel.packs import Pack
from domain.log.refs import Ref
from projections.drawing.labels import Box
from projections.film.brief import brief
from projections.film.frame import Frame, Size, frame, view, wrapped
from projections.film.shots import Reel, Shot
from projections.film.still import still
from projections.page.data import NONE
from tests.page.played import Pages, order, page_data, recorded, small_game

BRIDGE, RIDGE = "freeform/pegasus-bridge.transcript", "gettysburg/mcphersons-ridge-confederate.transcript"
FARM = "longstreet_lite/brawners-farm.transcript"
SIZE = Size.of(1280)


@pytest.mark.parametrize("name", [BRIDGE, RIDGE, FARM])
@pytest.mark.parametrize("every", ["phase", "order"])
def test_each_picture_shows_the_board_of_its_entry_near_what_happened(pages: Pages, name: str, every: str) -> None:
    made = pages(name)
    reel = Reel(made.data, "main")
    shots = list(reel.shots("phase" if every == "phase" else "order"))
    assert [shot.entry for shot in shots] == sorted({shot.entry for shot in shots})
    assert shots[-1].entry == max(reel.rows), "the last board in any case"
    for shot in shots:
        seen = frame(reel, shot, SIZE).seen
        left, top, wide, high = made.data.tables.grounds[shot.ground].frame
        assert all(_is_within(box, seen, Box(left, top, left + wide, top + high)) for box in shot.about)
        assert round((seen.right - seen.left) / (seen.bottom - seen.top), 2) == round(SIZE.width / SIZE.board, 2)
        assert shot.title


def _is_within(box: Box, seen: Box, board: Box) -> bool:
    across = max(box.left, board.left) >= seen.left - 1 and min(box.right, board.right) <= seen.right + 1
    return across and max(box.top, board.top) >= seen.top - 1 and min(box.bottom, board.bottom) <= seen.bottom + 1


def test_the_pieces_are_those_of_the_board_itself(pages: Pages) -> None:
    made = pages(RIDGE)
    reel = Reel(made.data, "main")
    shot = list(reel.shots("order"))[40]
    state = made.games.state(made.line, shot.entry)
    board = made.line.system.sight.board(state, None)
    standing = {reel.texts[piece.id] for piece in shot.pieces.values() if piece.x is not None}
    on_map = {spot.name for spot in board.spots if spot.x is not None}
    assert standing == {counter.id for counter in board.counters if counter.at in on_map}


def test_a_note_is_the_caption_of_what_it_was_written_on(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    reel = Reel(page_data(games), "main")
    assert any(shot.words.startswith("note by blue") for shot in reel.shots("order"))


def test_the_film_of_a_side_tells_nothing_of_what_it_may_not_see(pages: Pages) -> None:
    made = pages(FARM)
    side = made.data.sides.index("us")
    (course,) = made.data.lines
    hidden = [row.words for row in course.own.rows if row.to != NONE and not row.to >> side & 1]
    secrets = {made.data.tables.texts[words] for words in hidden}
    whole, seen = (
        " ".join(shot.words for shot in Reel(data, "main").shots("order"))
        for data in (made.data, page_data(made.games, side="us"))
    )
    assert [words for words in secrets if words in whole]
    assert not [words for words in secrets if words in seen]


def test_the_film_of_a_branch_begins_with_what_it_shares(games: Games) -> None:
    recorded(games, BRIDGE)
    games.branch(Ref("game", entry=46), "what-if")
    order(games, Ref("game", "what-if"), "british", "MovePiece piece=howard to=ranville")
    words = [shot.words for shot in Reel(page_data(games), "what-if").shots("order")]
    assert any("brotheridge (british) loses" in each for each in words)
    assert "howard to ranville" in words[-1]


@pytest.mark.parametrize("name", [RIDGE, FARM])
def test_a_still_is_the_picture_that_the_film_has_of_that_order(pages: Pages, name: str) -> None:
    made = pages(name)
    reel = Reel(made.data, "main")
    shot = list(reel.shots("order"))[30]
    book = {cite: rule.text for cite, rule in made.data.tables.rules.items()}
    alone, found = still(made.games, made.line, shot.entry, book, None)
    assert _said(frame(alone, found, SIZE)) == _said(frame(reel, shot, SIZE))
    assert still(made.games, made.line, shot.entry, book, None, "Mine")[1].words == "Mine"


def _said(found: Frame) -> tuple[list[str], Box]:
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", found.svg)), found.seen


# The part that is seen


def test_a_view_is_near_and_on_the_board() -> None:
    board = Box(0, 0, 4000, 3000)
    corner = view(Box(0, 0, 80, 80), board, SIZE)
    assert (corner.left, corner.top) == (0, 0)
    assert corner.right < 1000
    assert view(None, board, SIZE).right - view(None, board, SIZE).left == pytest.approx(3000 * 1280 / SIZE.board)


@pytest.mark.parametrize("width", [320, 641, 1279, 1280])
def test_films_have_even_sides(width: int) -> None:
    assert all(side % 2 == 0 for side in Size.of(width))


def test_a_caption_has_three_lines_at_most_and_says_when_it_is_cut() -> None:
    assert wrapped("short", 400) == ["short"]
    long = wrapped("word " * 200, 400)
    assert len(long) == 3
    assert long[-1].endswith("…")


def test_a_card_from_afar_shows_its_sign_and_strength_alone() -> None:
    face = (
        '<g class="counter side0"><rect class="card"/><text y="-11.5" font-size="8">Meredith</text>'
        '<use href="#infantry"/><text class="rating" y="17">5-5-4+</text></g>'
    )
    assert re.findall(r"<text[^>]*>([^<]*)</text>", brief(face)) == ["5"]
    assert '<use href="#infantry"/>' in brief(face)
    hidden = '<g class="counter side0"><rect class="card"/><text class="unknown" y="10">?</text></g>'
    assert brief(hidden) == hidden


def test_an_order_that_shows_nothing_has_no_picture(pages: Pages) -> None:
    reel = Reel(pages(BRIDGE).data, "main")
    shots: list[Shot] = list(reel.shots("order"))
    ends = {shot.entry for shot in shots}
    assert 44 not in ends, "dice alone change nothing on the board"
    assert 46 in ends
