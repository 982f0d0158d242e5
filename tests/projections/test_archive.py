"""The list of many games is what the log says, wherever it is read from."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.kernel.chance import SeededChance
from domain.kernel.facts import Order, PointsScored
from domain.kernel.packs import Pack
from domain.kernel.play import Recorded
from domain.kernel.reasons import said
from domain.log.entry import Envelope
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from projections.models import archive, catch_up
from projections.models.archive import list_games
from projections.models.games_list import GameRow, game_or_mark
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from rules.freeform.pieces.asks import AddPiece
from rules.freeform.sequence import BeginPhase, EndGame, ScorePoints

FREEFORM = SYSTEMS["freeform"]


def games_list(games: Games, viewer: str | None = None) -> list[GameRow]:
    """Every game straight from the log: what the archive must say too."""
    return [game_or_mark(games, game, viewer) for game in games.log.games()]


@pytest.fixture(autouse=True)
def _many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a few games count as many here."""
    monkeypatch.setattr(archive, "FEW", 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.read.db"


def play_on(games: Games, pack: Pack, chance: random.Random) -> None:
    """Something happens in some games: new ones, branches, secrets, points for strangers, ends."""
    dice = SeededChance(chance.randrange(1000))
    for _ in range(12):
        known = games.log.games()
        if len(known) < 3 or chance.random() < 0.2:
            games.new(FREEFORM, "blank", f"game-{len(known)}", pack, title=chance.choice(["", "A raid"]))
            continue
        game = chance.choice(known)
        line = chance.choice(games.log.lines(game))
        head = games.log.head(games.log.line(game, line)).number
        if chance.random() < 0.2:
            games.branch(Ref(game, line, chance.randint(1, head)), f"line-{len(games.log.lines(game))}")
        elif games.position(Ref(game, line)).state.core.ended is None:
            games.order(Ref(game, line), "blue", some_order(chance, head), dice)


def some_order(chance: random.Random, number: int) -> Order:
    side = chance.choice(["blue", "red"])
    return chance.choice([
        AddPiece(piece=f"unit-{number}", side="blue", at="hill", strength=3, hidden=chance.random() < 0.5),
        ScorePoints(side=side, points=chance.choice([-2, 1, 9]), why="ground"),
        BeginPhase(turn=number, phase="fire", side=side),
        RollDice(why="fire", dice=2),
        EndGame(winner=chance.choice(["", side]), why="dusk"),
    ])  # fmt: skip


def damage(log: GameLog, stream: str, version: int) -> None:
    with closing(sqlite3.connect(log.store.url)) as connection, connection:
        where = "WHERE originator_id=? AND originator_version=?"
        assert connection.execute(f"UPDATE stored_events SET state=x'00ff' {where}", (stream, version)).rowcount == 1


@pytest.mark.parametrize("seed", range(4))
def test_the_list_is_the_logs_own_while_games_are_played(seed: int, games: Games, pack: Pack, path: Path) -> None:
    chance = random.Random(seed)
    for _ in range(6):
        play_on(games, pack, chance)
        assert list_games(games, path) == games_list(games, SPECTATOR) == games_list(games)
    assert path.exists()


@pytest.mark.parametrize("seed", range(4))
def test_damaged_games_are_marked_and_hide_no_others(seed: int, games: Games, pack: Pack, path: Path) -> None:
    chance = random.Random(seed)
    for _ in range(3):
        play_on(games, pack, chance)
    broken = chance.sample(games.log.games(), 2)
    for game in broken:
        line = chance.choice(games.log.lines(game))
        found = games.log.line(game, line)
        head = games.log.head(found).number
        damage(games.log, f"{game}@{line}", chance.choice([0, head - found.own.base - 1]))
    with GameLog(games.log.store.url, SYSTEMS) as log:
        listed = list_games(Games(log), path)
        assert listed == games_list(Games(log), SPECTATOR)
    marked = {row.game for row in listed if row.title.startswith("damaged: ")}
    assert marked == set(broken)


def test_numbers_and_times_that_a_read_database_cannot_hold_come_from_the_log(
    games: Games, pack: Pack, path: Path
) -> None:
    for name, points, at in (("vast", 2**63, 0), ("late", 1, 10**18), ("plain", 2, 7)):
        line = games.new(FREEFORM, "blank", name, pack)
        scored = [Recorded(PointsScored(side="blue", points=points, why=said("")))]
        games.log.append(line, games.log.head(line), Envelope(1, "blue", at, "imported"), scored)
    listed = list_games(games, path)
    assert listed == games_list(games)
    assert [row.points["blue"] for row in listed] == [2**63, 1, 2]


def test_points_that_are_hidden_are_in_no_list(games: Games, pack: Pack, path: Path) -> None:
    """No system hides them, but an imported log might."""
    line = games.new(FREEFORM, "blank", "odd", pack)
    scored = [
        Recorded(PointsScored(side="blue", points=5, why=said("")), ("red",)),
        Recorded(PointsScored(side="x", points=1, why=said(""))),
    ]
    games.log.append(line, games.log.head(line), Envelope(1, "blue", 7, "imported"), scored)
    for where in (path, None):
        (row,) = list_games(games, where)
        assert list(row.points.items()) == [("blue", 0), ("red", 0), ("x", 1)]


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _under_a_file(path: Path) -> Path:
    path.touch()
    return path / "games.read.db"


def _of_others(path: Path) -> Path:
    path.write_text("dear diary, " * 1000)
    return path


@pytest.mark.parametrize("make", [_folder, _under_a_file, _of_others])
def test_where_no_read_database_can_be_the_log_is_listed(
    make: Callable[[Path], Path], mill: Games, tmp_path: Path
) -> None:
    place = make(tmp_path / "taken")
    before = sorted((path, path.stat().st_size) for path in tmp_path.rglob("taken*"))
    assert list_games(mill, place) == games_list(mill)
    assert sorted((path, path.stat().st_size) for path in tmp_path.rglob("taken*")) == before


def test_of_an_encrypted_log_no_readable_copy_is_made(pack: Pack, path: Path, tmp_path: Path) -> None:
    with GameLog(str(tmp_path / "secret.db"), SYSTEMS, key="AAAAAAAAAAAAAAAAAAAAAA==") as log:
        Games(log).new(FREEFORM, "blank", "secret", pack)
        assert [row.game for row in list_games(Games(log), path)] == ["secret"]
    assert not path.exists()


def test_a_few_games_need_no_file(mill: Games, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "FEW", 1)
    assert list_games(mill, path) == games_list(mill)
    assert not path.exists()


def test_a_list_does_not_wait_for_a_rebuild_where_nothing_is_new(mill: Games, path: Path) -> None:
    before = list_games(mill, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert list_games(mill, path) == before


@pytest.mark.parametrize("kept", [0, 2])
def test_more_lines_than_are_kept_in_mind_are_taken_in_alike(
    kept: int,
    games: Games,
    pack: Pack,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    contents: Callable[..., object],
) -> None:
    chance = random.Random(7)
    for _ in range(10):
        play_on(games, pack, chance)
    few, all_of_them = tmp_path / "few.read.db", tmp_path / "all.read.db"
    catch_up.catch_up(games.log, all_of_them)
    monkeypatch.setattr(catch_up, "LINES_KEPT", kept)
    catch_up.catch_up(games.log, few, batch=5)
    assert contents(few) == contents(all_of_them)
