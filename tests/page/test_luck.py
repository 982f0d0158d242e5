"""Luck in a page: the same as `luck` tells, known when it happened, and only to those who may know everything."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.games import Games
from domain.kernel.packs import Pack
from domain.log.refs import Ref
from projections.luck.luck import Luck, stood_out
from projections.page.data import Game
from projections.page.luck import is_open
from projections.page.page import page
from rules import SYSTEMS
from tests.page.played import Played, luck_of, order, page_data, small_game

RIDGE, BRIDGE = "gettysburg/mcphersons-ridge-confederate.transcript", "freeform/pegasus-bridge.transcript"
UPTO = 700  # entries of the battle are enough


@pytest.fixture(scope="module")
def judged(played: Played) -> tuple[Games, Luck, Game]:
    """A battle with hidden movement."""
    games, _ = played(RIDGE)
    found = luck_of(games, UPTO)
    return games, found, page_data(games, luck=found)


def test_no_page_holds_luck_that_was_not_asked_for(played: Played) -> None:
    data = page_data(played(BRIDGE)[0])
    assert data.luck is None
    assert "luck" not in msgspec.json.decode(msgspec.json.encode(data))


def test_the_last_point_is_what_the_tally_says(judged: tuple[Games, Luck, Game]) -> None:
    _, found, data = judged
    assert data.luck
    (curve,) = data.luck.curves
    whole = next(tally for tally in found.tallies if tally.side == curve.side and tally.kind is None)
    assert (data.luck.orders, len(curve.points)) == (whole.count, whole.count)
    assert curve.points[-1][1:] == pytest.approx((whole.luck, whole.within), abs=0.001)
    assert data.luck.words == found.words


def test_of_two_sides_one_curve_is_the_others_mirror(judged: tuple[Games, Luck, Game]) -> None:
    found = judged[1]
    union, confederate = (
        next(tally.luck for tally in found.tallies if tally.side == side and tally.kind is None)
        for side in ("union", "confederate")
    )
    assert union == pytest.approx(-confederate)


def test_luck_is_known_at_the_end_of_its_order_and_not_before_its_dice(judged: tuple[Games, Luck, Game]) -> None:
    _, found, data = judged
    assert data.luck
    rows, rolled = data.lines[0].own.rows, {dice.entry for dice in data.lines[0].own.dice}
    for one, (entry, _, _) in zip(found.judged, data.luck.curves[0].points, strict=True):
        assert {rows[number - 1].order for number in range(one.entry, entry + 1)} == {rows[one.entry - 1].order}
        assert rows[entry].order != rows[entry - 1].order
        assert rolled & set(range(one.entry, entry + 1))


def test_what_stood_out_is_told_as_it_happened(judged: tuple[Games, Luck, Game]) -> None:
    _, found, data = judged
    assert data.luck
    told = [(one.entry, one.side) for one in data.luck.stood_out]
    assert told == sorted((one.entry, side) for one, side in stood_out(found))
    assert 0 < len(told) <= 5


def test_dice_that_change_nothing_have_a_curve_for_each_who_threw(played: Played) -> None:
    games, _ = played(BRIDGE)
    found = luck_of(games)
    data = page_data(games, luck=found)
    assert data.luck
    assert (data.luck.orders, data.luck.stood_out) == (0, ())
    thrown = {side: sum(one.by == side for one in found.heights) for side in ("british", "german")}
    assert {curve.side: len(curve.points) for curve in data.luck.curves} == thrown


# Who may know it


def test_with_something_hidden_only_the_umpire_is_told(judged: tuple[Games, Luck, Game]) -> None:
    data = judged[2]
    assert data.luck
    assert [data.viewers[i] for i in data.luck.viewers] == [None]


def test_with_nothing_hidden_everyone_is_told(played: Played) -> None:
    games, _ = played(BRIDGE)
    found = luck_of(games)
    for side in (None, "british", "german"):
        data = page_data(games, side=side, luck=found)
        assert data.luck
        assert data.luck.viewers == tuple(range(len(data.viewers)))


@pytest.mark.parametrize("side", ["union", "confederate"])
def test_the_page_of_a_side_from_which_something_is_hidden_holds_none_of_it(
    judged: tuple[Games, Luck, Game], side: str
) -> None:
    games, found, _ = judged
    data = page_data(games, side=side, luck=found)
    assert data.luck is None
    assert page(data) == page(page_data(games, side=side))


def test_a_side_that_alone_hides_something_may_know_it(games: Games, pack: Pack) -> None:
    line = small_game(games, pack)
    assert {side: is_open(games, line, side) for side in (None, "red", "blue")} == {
        None: True,
        "red": True,
        "blue": False,
    }
    found = luck_of(games)
    assert found.heights
    told = page_data(games, side="red", luck=found).luck
    assert told
    assert told.words == found.words
    assert page_data(games, side="blue", luck=found).luck is None


def test_what_is_hidden_on_a_branch_hides_nothing_of_the_main_line(games: Games, pack: Pack) -> None:
    line = games.new(SYSTEMS["freeform"], "blank", "game", pack, title="Ridge")
    order(games, Ref("game"), "blue", "RollDice why=volley dice=2")
    games.branch(Ref("game"), "what-if")
    order(games, Ref("game", "what-if"), "red", "AddPiece piece=spy side=red at=wood hidden=yes")
    assert is_open(games, line, "blue")
    assert not is_open(games, games.log.line("game", "what-if"), "blue")


def test_the_luck_of_a_page_is_that_of_its_main_line(games: Games, pack: Pack) -> None:
    small_game(games, pack)
    luck = page_data(games, luck=luck_of(games)).luck
    assert luck
    assert luck.line == "main"
