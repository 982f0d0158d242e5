"""Nothing asks more of a long line than it needs: how many entries are read is counted, not timed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import cli
from domain.games.games import Games
from domain.games.groups import group_at
from domain.games.lines import tree
from domain.games.positions import SNAPSHOT_EVERY
from domain.kernel.facts import DiceRolled, Fact, NoteAdded, PointsScored
from domain.log.entry import Codec, Entry
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from projections.models import casualties, victory_points
from projections.models import dice as rolls
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from rules.freeform.sequence import ScorePoints
from tests.domain.storage import append, grow, new_game, notes, roll, run_sql

RIDGE = Ref("ridge")
LONG = 20 * SNAPSHOT_EVERY
FEW = 3 * SNAPSHOT_EVERY  # from a snapshot to the head, and back again


class Reads:
    """Counts facts and entries as they are decoded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.number = 0
        facts, entry = Codec.facts, Codec.entry

        def counted_facts(codec: Codec, rows: Iterable[tuple[bytes]]) -> list[Fact]:
            found = facts(codec, rows)
            self.number += len(found)
            return found

        def counted_entry(codec: Codec, line: str, number: int, row: bytes) -> Entry:
            self.number += 1
            return entry(codec, line, number, row)

        monkeypatch.setattr(Codec, "facts", counted_facts)
        monkeypatch.setattr(Codec, "entry", counted_entry)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A long line: fair dice all along, some points, and a note at its end."""
    path = str(tmp_path / "games.db")
    with GameLog(path, SYSTEMS) as log:
        games = Games(log)
        line = new_game(games)
        for _ in range(3):
            games.order(RIDGE, "blue", ScorePoints(side="red", points=2))
        grow(log, line, LONG, per_order=10)
        games.order(RIDGE, "blue", RollDice(why="volley", dice=1))
        games.state(line, log.head(line).number)
    return path


def order_with_dice(games: Games) -> None:
    games.order(RIDGE, "blue", RollDice(why="volley", dice=2))


def take_back(games: Games) -> None:
    games.take_back(RIDGE, "back", ("blue", "red"))


def branch(games: Games) -> None:
    games.branch(RIDGE._replace(entry=LONG // 2), "other")


def at_an_entry(games: Games) -> None:
    assert len(group_at(games.log, games.line(RIDGE), LONG // 2)) == 10


def head_of_lines(games: Games) -> None:
    assert len(tree(games, "ridge")) == 1


def score(games: Games) -> None:
    assert victory_points.score(games, RIDGE).totals == {"blue": 0, "red": 6}


def losses(games: Games) -> None:
    assert not casualties.losses(games, RIDGE).rows


@pytest.mark.parametrize("work", [order_with_dice, take_back, branch, at_an_entry, head_of_lines, score, losses])
def test_work_at_the_head_does_not_grow_with_the_line(
    url: str, monkeypatch: pytest.MonkeyPatch, work: Callable[[Games], None]
) -> None:
    with GameLog(url, SYSTEMS) as log:
        reads = Reads(monkeypatch)
        work(Games(log))
        assert 0 <= reads.number < FEW < LONG


@pytest.mark.parametrize(
    "command",
    [
        ["branch", "ridge:2005", "--name", "other"],
        ["take-back", "ridge", "--consent", "blue", "--consent", "red"],
        ["order", "ridge", "RollDice why=volley dice=2", "--by", "blue"],
        ["show", "ridge"],
        ["tree", "ridge"],
        ["score", "ridge"],
        ["losses", "ridge"],
        ["log", "ridge", "--from", "2000", "--to", "2010"],
    ],
    ids=" ".join,
)
def test_neither_do_commands(url: str, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    reads = Reads(monkeypatch)
    done = CliRunner().invoke(cli, ["--db", url, *command], standalone_mode=False)
    assert done.exception is None, done.output
    assert 0 <= reads.number < FEW < LONG


def test_a_branch_in_the_middle_of_an_order_names_the_clean_cuts(url: str) -> None:
    done = CliRunner().invoke(cli, ["--db", url, "branch", "ridge:2005", "--name", "other"], standalone_mode=False)
    with GameLog(url, SYSTEMS) as log:
        group = group_at(log, log.line("ridge"), 2005)
    cuts = f"clean cuts are {group[0].number - 1} and {group[-1].number}"
    assert cuts in done.output
    first = CliRunner().invoke(cli, ["--db", url, "branch", "ridge:1", "--name", "first"], standalone_mode=False)
    assert "clean cuts" not in first.output


def test_entries_backwards_are_all_entries(any_games: Games) -> None:
    line = new_game(any_games)
    append(any_games.log, line, notes(70))
    main_line = any_games.log.entries(line)
    assert list(any_games.log.backwards(line, 71)) == main_line[::-1]
    branch = any_games.branch(RIDGE._replace(entry=33), "other")
    roll(any_games, Ref("ridge", "other"), 3, 4)
    whole = any_games.log.entries(branch)
    for upto in (1, 33, 34, 36):
        assert list(any_games.log.backwards(branch, upto)) == whole[:upto][::-1]


def test_entries_of_a_kind_are_those_among_all(any_games: Games) -> None:
    line = new_game(any_games)
    for face in (1, 2, 3):
        roll(any_games, RIDGE, face)
        any_games.note(RIDGE, "red", f"a {face}")
    branch = any_games.branch(RIDGE._replace(entry=5), "other")
    roll(any_games, Ref("ridge", "other"), 6)
    for found in (line, branch):
        whole = any_games.log.entries(found)
        for kinds in ((DiceRolled,), (DiceRolled, NoteAdded), (PointsScored,)):
            wanted = [entry for entry in whole if isinstance(entry.fact, kinds)]
            assert list(any_games.log.entries_of(found, kinds)) == wanted
            assert list(any_games.log.entries_of(found, kinds, 3, 6)) == [e for e in wanted if 3 < e.number <= 6]


def test_dice_are_found_by_kind(any_games: Games) -> None:
    new_game(any_games)
    roll(any_games, RIDGE, 2, 4)
    assert [test.dice for test in rolls.luck(any_games, RIDGE) if test.side is None and test.why is None] == [2]


def test_the_lines_of_a_game_are_found_by_index(url: str) -> None:
    """Not by looking through all that was ever written."""
    with GameLog(url, SYSTEMS) as log:
        connection: Any = log.store.recorder.connection
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        assert log.lines("ridge") == ["main"]
        connection.set_trace_callback(None)
        plan = [row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {asked[0]}")]
    assert any("stored_events_first" in step for step in plan), plan
    assert not any(step.startswith("SCAN") or "PRIMARY KEY" in step for step in plan), plan


def test_an_entry_that_is_gone_is_missed_wherever_the_line_is_read(url: str) -> None:
    run_sql(url, "DELETE FROM stored_events WHERE originator_version=1500")
    with GameLog(url, SYSTEMS) as log:
        line = log.line("ridge")
        with pytest.raises(Exception, match="are missing"):
            log.check_whole(line, 0, log.head(line).number)
        log.check_whole(line, 0, 1500)
