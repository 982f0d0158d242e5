"""Dice of the table: each side types its own, never its enemy's, and an order that needs both waits in the log."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.formats.transcript.exchange import export_transcript, import_transcript
from domain.games.ask import Ask
from domain.games.audit import audit
from domain.games.games import Games
from domain.games.order import give
from domain.games.settings import checked_settings
from domain.games.waiting import answer, waiting
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import BadInput, IllegalOrder, NotFound, TapeMismatch
from domain.kernel.facts import DiceRolled, OrderWaits, tag
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from tests import mill_bridge as mb

REF = Ref("bridge")
VOLLEY = "FireVolley unit=b1 target=r1"


def _duel(play: Play[Any], order: mb.FireVolley) -> None:
    """The firer's die, one of whoever is fired at, and on a 6 of the latter another of the firer."""
    mb.decide_volley(play, order)
    rolled = play.roll(1, 6, why=Reason("volley", "MB.10.5"), by="red")
    if rolled.total == 6:
        play.roll(2, 6, why=Reason("volley", "MB.10.5"), by="blue")


VOLLEYS = dataclasses.replace(
    mb.VOLLEYS,
    orders=tuple(
        asked._replace(decide=_duel) if isinstance(asked.example, mb.FireVolley) else asked
        for asked in mb.VOLLEYS.orders
    ),
)
DUEL = dataclasses.replace(mb.SYSTEM, book=dataclasses.replace(mb.BOOK, chapters=(mb.MOVES, VOLLEYS)))


def opened(folder: Path, *settings: str) -> Iterator[Games]:
    with GameLog(str(folder / "games.db"), {"mill_bridge": DUEL}) as log:
        games = Games(log)
        games.new(DUEL, "bridge", "bridge", mb.PACK, settings=settings)
        yield games


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Games]:
    yield from opened(tmp_path, "dice=table")


@pytest.fixture
def fair(tmp_path: Path) -> Iterator[Games]:
    yield from opened(tmp_path, "dice=fair")


def volley(games: Games, *dice: int) -> list[str]:
    return [tag(entry.fact) for entry in give(games, Ask(REF, "blue", VOLLEY, dice=dice)).entries]


def rolled(games: Games) -> list[tuple[str, tuple[int, ...], str]]:
    facts = (entry.fact for entry in games.entries(REF))
    return [(fact.by, fact.faces, fact.source) for fact in facts if isinstance(fact, DiceRolled)]


def head(games: Games) -> int:
    return games.log.head(games.line(REF)).number


# Fair dice


def test_fair_dice_are_not_typed_and_not_asked_for(fair: Games) -> None:
    for ask, chance in (
        (Ask(REF, "blue", VOLLEY, dice=[2, 6]), None),
        (Ask(REF, "blue", VOLLEY), EnteredChance([2, 6])),
    ):
        with pytest.raises(BadInput, match="dice=fair"):
            give(fair, ask, chance)
    assert head(fair) == 1
    give(fair, Ask(REF, "blue", VOLLEY))
    assert {source for _, _, source in rolled(fair)} == {"fair"}


# Dice of the table


def test_nobody_types_the_dice_of_the_enemy(table: Games) -> None:
    with pytest.raises(TapeMismatch, match="left over: 6"):
        volley(table, 2, 6)
    assert head(table) == 1


def test_an_order_waits_for_the_other_sides_die_and_is_then_carried_out(table: Games) -> None:
    assert volley(table, 2) == ["OrderWaits"]
    assert table.entries(REF)[-1].fact == OrderWaits(
        by="blue", order=mb.FireVolley(unit="b1", target="r1"), waits_for="red", dice={"blue": (2,)}
    )
    played = answer(table, REF, "red", [4])
    assert [tag(entry.fact) for entry in played.entries] == ["OrderGiven", "DiceRolled", "VolleyFired", "DiceRolled"]
    assert {entry.by for entry in played.entries} == {"blue"}
    assert rolled(table) == [("blue", (2,), "entered"), ("red", (4,), "entered")]
    assert waiting(table, table.line(REF)) is None
    assert not audit(table, REF).differences


def test_it_may_wait_more_than_once(table: Games) -> None:
    volley(table, 2)
    assert [tag(entry.fact) for entry in answer(table, REF, "red", [6]).entries] == ["OrderWaits"]
    with pytest.raises(BadInput, match="for blue to roll"):
        answer(table, REF, "red", [1, 1])
    answer(table, REF, "blue", [3, 5])
    assert [faces for _, faces, _ in rolled(table)] == [(2,), (6,), (3, 5)]
    assert not audit(table, REF).differences


def test_while_it_waits_nobody_plays_on_and_nothing_of_it_changes(table: Games) -> None:
    volley(table, 2)
    for ask in (Ask(REF, "blue", VOLLEY, dice=[6]), Ask(REF, "blue", "EndPhase")):
        with pytest.raises(BadInput, match="waits for the dice of red: first `refight roll bridge@main"):
            give(table, ask)
    table.note(REF, "red", "a moment")
    with pytest.raises(BadInput, match="for red to roll"):
        answer(table, REF, "blue", [6])
    with pytest.raises(TapeMismatch, match="left over"):
        answer(table, REF, "red", [4, 4])
    with pytest.raises(BadInput, match="7 cannot come up"):
        answer(table, REF, "red", [7])
    with pytest.raises(BadInput, match="type what the dice show"):
        answer(table, REF, "red", [])
    assert (head(table), rolled(table)) == (3, [])
    answer(table, REF, "red", [4])


def test_what_needs_no_dice_or_is_refused_is_as_ever(table: Games) -> None:
    with pytest.raises(IllegalOrder):
        give(table, Ask(REF, "red", VOLLEY))
    with pytest.raises(TapeMismatch, match="of blue"):
        volley(table)
    assert head(table) == 1
    give(table, Ask(REF, "blue", "EndPhase"))
    with pytest.raises(NotFound, match="waits for dice"):
        answer(table, REF, "red", [4])
    with pytest.raises(BadInput, match="dice=table"):
        give(table, Ask(REF, "red", "FireVolley unit=r1 target=b1"), table.fair(table.line(REF)))


def test_a_log_that_carries_out_another_order_than_the_one_that_stood_is_not_clean(table: Games) -> None:
    volley(table, 2)
    table.order(REF, "blue", mb.FireVolley(unit="b1", target="r1"), EnteredChance([5, 4]))
    (found,) = audit(table, REF).differences
    assert "other dice than those that stood" in found.message


def test_a_game_with_orders_that_waited_comes_back_from_its_transcript(table: Games, tmp_path: Path) -> None:
    volley(table, 2)
    answer(table, REF, "red", [4])
    volley(table, 3)
    text = export_transcript(table, "bridge")
    with GameLog(str(tmp_path / "again.db"), {"mill_bridge": DUEL}) as log:
        again = Games(log)
        import_transcript(again, text, "bridge", lambda *_: mb.PACK)
        assert again.log.facts(again.line(REF))[1:] == table.log.facts(table.line(REF))[1:]
        assert waiting(again, again.line(REF)) is not None


def test_settings_of_dice_are_checked() -> None:
    assert checked_settings(["dice=table"]) == {"dice": "table"}
    with pytest.raises(BadInput, match="fair, table, either or shared, not 'loaded'"):
        checked_settings(["dice=loaded"])
