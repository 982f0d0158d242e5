"""A small refight with everything a read model cares about: branches, secrets, losses, points, dice, an end."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.games.games import Games
from domain.kernel.chance import EnteredChance, SeededChance
from domain.kernel.packs import Pack
from domain.log.refs import Ref
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from rules.freeform.pieces.asks import AddPiece, TakeLoss
from rules.freeform.sequence import BeginPhase, EndGame, ScorePoints
from tests.projections.recorded_boards import Recorded, recorded_games

MILL = Ref("mill")
MAYBE = Ref("mill", "maybe")


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """The recorded refights, brought in once."""
    with recorded_games(tmp_path_factory.mktemp("recorded")) as found:
        yield found


def _ordered(games: Games, ref: Ref, by: str, *orders: Any, dice: tuple[int, ...] = ()) -> None:
    for order in orders:
        games.order(ref, by, order, EnteredChance(dice))


@pytest.fixture
def mill(games: Games, pack: Pack) -> Games:
    """main: 18 entries. maybe: branches at 12, scores and loses more. again: branches off maybe."""
    games.new(SYSTEMS["freeform"], "blank", "mill", pack, title="Mill Bridge")  # 1
    _ordered(games, MILL, "blue", AddPiece(piece="ohio", side="blue", name="3rd Ohio", at="hill", strength=5))  # 2, 3
    _ordered(games, MILL, "red", AddPiece(piece="guard", side="red", at="ford", strength=4, hidden=True))  # 4, 5
    _ordered(games, MILL, "blue", BeginPhase(turn=1, phase="fire", side="blue"))  # 6, 7
    _ordered(games, MILL, "blue", RollDice(why="volley", dice=3), dice=(2, 5, 6))  # 8, 9
    _ordered(games, MILL, "blue", TakeLoss(piece="ohio", amount=2, cause="fire", men=60))  # 10, 11
    _ordered(games, MILL, "blue", ScorePoints(side="red", points=3, why="fire"))  # 12, 13
    _ordered(games, MILL, "red", TakeLoss(piece="guard", amount=1, cause="fire"))  # 14, 15, hidden
    _ordered(games, MILL, "blue", EndGame(winner="red", why="the hill is lost"))  # 16, 17
    games.note(Ref("mill", "main", 9), "umpire", "what a roll")  # 18
    games.branch(Ref("mill", "main", 13), "maybe", why="had it held")  # 14
    _ordered(games, MAYBE, "blue", ScorePoints(side="blue", points=2, why="held"))  # 15, 16
    _ordered(games, MAYBE, "blue", TakeLoss(piece="ohio", amount=1, cause="melee"))  # 17, 18
    games.branch(Ref("mill", "maybe", 16), "again")  # 17
    _ordered(games, Ref("mill", "again"), "blue", ScorePoints(side="red", points=1, why="a gun"))  # 18, 19
    return games


@pytest.fixture
def long_game(pack: Pack) -> Callable[[Games, str, int], None]:
    """Plays a game of at least so many entries, with a branch on the way."""

    def play(games: Games, name: str, entries: int) -> None:
        chance = SeededChance(entries)
        line = games.new(SYSTEMS["freeform"], "blank", name, pack)
        table = games.table(line)
        for side in ("blue", "red"):
            table.order(side, AddPiece(piece=side, side=side, at="hill", strength=9), chance, 1_700_000_000_000)
        turn = 0
        while table.head.number < entries:
            turn, side = turn + 1, ("blue", "red")[turn % 2]
            table.order(side, RollDice(why=("volley", "melee")[turn % 3 == 0], dice=2), chance, 1_700_000_000_000)
            table.order(side, TakeLoss(piece=side, cause="fire", men=turn), chance, 1_700_000_000_000)
            table.order(side, ScorePoints(side=side, points=turn % 5 - 1 or 7, why="ground"), chance, 0)
            if turn % 40 == 0:
                games.branch(Ref(name, "main", table.head.number - 5), f"what-if-{turn}")
                _ordered(games, Ref(name, f"what-if-{turn}"), side, ScorePoints(side=side, points=1, why="else"))

    return play


@pytest.fixture
def query() -> Callable[..., list[tuple[Any, ...]]]:
    def ask(path: Path, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(sql, values).fetchall()

    return ask


@pytest.fixture
def contents() -> Callable[[Path], dict[str, list[tuple[Any, ...]]]]:
    """Every table and view of a read database; the search index is checked against its table instead."""

    def read(path: Path) -> dict[str, list[tuple[Any, ...]]]:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("INSERT INTO timeline_fts (timeline_fts, rank) VALUES ('integrity-check', 1)")
            names = connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").fetchall()
            return {
                name: connection.execute(f'SELECT * FROM "{name}" ORDER BY 1, 2, 3').fetchall()
                for (name,) in names
                if not name.startswith("timeline_fts")
            }

    return read
