"""A page for one side holds nothing that the side may not see: not hidden by a script, but not there."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Sequence

import pytest

from domain.games.games import Games
from domain.games.sight import can_see
from domain.kernel.errors import NotFound
from domain.kernel.facts import DeckShuffled
from domain.kernel.packs import Pack
from domain.log.entry import Entry
from domain.log.refs import Ref
from domain.words.tell import tell
from projections.page import page as module
from projections.page.data import NONE, WITHHELD, Game
from projections.page.frames import Shown, advanced
from projections.page.page import page
from rules import SYSTEMS
from tests.page.played import Pages, Played, cuts, named_in, order, page_data, small_game, told_as


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


# Recorded games, cut off before everything is laid open


def whole_text(text: str) -> str:
    """All that stands in a file, with what is packed in it."""
    packed = re.search(r'type="application/gzip">([^<]*)<', text)
    return text + gzip.decompress(base64.b64decode(packed[1])).decode() if packed else text


def file_at(games: Games, entries: Sequence[Entry], side: str) -> str:
    with told_as(games, entries):
        return whole_text(page(page_data(games, side=side)))


@pytest.mark.parametrize("packed", [False, True], ids=["as it is", "packed"])
@pytest.mark.parametrize("seat", [0, 1])
def test_cards_that_the_enemy_holds_and_never_showed_stand_nowhere_in_the_file(
    played: Played, monkeypatch: pytest.MonkeyPatch, seat: int, packed: bool
) -> None:
    if packed:
        monkeypatch.setattr(module, "LARGE", 10)
    games, line = played("longstreet_lite/brawners-farm.transcript")
    side, enemy = line.started.sides[seat], line.started.sides[1 - seat]
    whole, searched = games.log.entries(line), 0
    for at in cuts(whole, 6)[:2]:
        state = games.state(line, at)
        hands = {one: state.cards[one].hand for one in (side, enemy)}
        facts = [one for one in whole[:at] if can_see(side, one.to) and not isinstance(one.fact, DeckShuffled)]
        secret = set(hands[enemy]) - named_in(facts)
        text = file_at(games, whole[:at], side)
        assert all(card in text for card in hands[side])
        assert not [card for card in secret if card in text], f"{at} as {side}"
        searched += len(secret)
    assert searched


@pytest.mark.parametrize("seat", [0, 1])
def test_which_unit_is_in_which_hidden_counter_stands_nowhere_in_the_file(played: Played, seat: int) -> None:
    games, line = played("gettysburg/first-of-july.transcript")
    side, enemy = line.started.sides[seat], line.started.sides[1 - seat]
    whole, searched = games.log.entries(line), 0
    for at in cuts(whole, 5)[:2]:
        state = games.state(line, at)
        held = {name: unit.at for name, unit in state.units.items() if unit.side == enemy and unit.at in state.hmcs}
        never = set(held) - named_in(one for one in whole[:at] if can_see(side, one.to))
        with told_as(games, whole[:at]):
            data = page_data(games, side=side)
        text, shown = whole_text(page(data)), places_at_the_end(data)
        assert not [hmc for hmc, counter in state.hmcs.items() if counter.side == enemy and f"in {hmc}" in text]
        assert not [unit for unit in never if f'data-unit=\\"{unit}\\"' in text], "no arrow is theirs"
        places = {state.hmcs[hmc].at for hmc in held.values()}
        assert not [unit for unit in held if shown.get(unit) in places], f"{at} as {side}"
        searched += len(held)
    assert searched


def places_at_the_end(data: Game) -> dict[str, str]:
    """Of each piece on the last board of a side's page."""
    shown: Shown = {}
    for frame in data.lines[0].own.frames[0]:
        shown = advanced(shown, frame)
    texts = data.tables.texts
    return {texts[id]: texts[piece.place] for id, piece in shown.items()}


def test_no_arrow_is_drawn_of_what_moves_unseen(games: Games, pack: Pack) -> None:
    games.new(SYSTEMS["freeform"], "pegasus-bridge", "game", pack)
    order(games, Ref("game"), "german", "AddPiece piece=lurker side=german at=le-port strength=3 hidden=yes")
    order(games, Ref("game"), "german", "MovePiece piece=lurker to=cafe")
    order(games, Ref("game"), "german", "TakeLoss piece=lurker amount=1 cause=fever")
    drawn = {side: page_data(games, side=side).lines[0].own.traces[0] for side in ("british", "german")}
    assert [trace.entry for trace in drawn["german"]] == [3, 5, 7]
    assert drawn["british"] == ()
    text = page(page_data(games, side="british"))
    assert not [word for word in ("lurker", "fever") if word in text]
    order(games, Ref("game"), "german", "RevealPiece piece=lurker")
    (shown,) = page_data(games, side="british").lines[0].own.traces[0]
    assert shown.entry == 9
