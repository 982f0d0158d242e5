"""Logs that this program half knows, or knows no more: what a newer one wrote can be read and is not added to."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.log.entry import Sealed
from tests.cli.conftest import Run
from tests.domain.proof_helpers import rechained, texts
from tests.domain.spoiling import Rows, forge

GAME = "g"
FORMAT_0 = "is a log of format 0, from before the first release; this program reads format 1"
Fact = dict[str, Any]
Written = Callable[[Fact], Fact]


def other_fact(fact: Fact) -> Fact:
    return {"fact": "PieceFlown", "piece": "guard", "wings": 2} if fact["fact"] == "PieceMoved" else fact


def other_order(fact: Fact) -> Fact:
    is_move = fact["fact"] == "OrderGiven" and fact["order"]["order"] == "MovePiece"
    return {**fact, "order": {"order": "FlyPiece", "piece": "guard"}} if is_move else fact


def other_format(fact: Fact) -> Fact:
    return {**fact, "format": 2} if fact["fact"] == "GameStarted" else fact


def other_correction(fact: Fact) -> Fact:
    return {**fact, "corrections": [2099123101]} if fact["fact"] == "GameStarted" else fact


def old_start(fact: Fact) -> Fact:
    return {key: value for key, value in fact.items() if key != "format"} if fact["fact"] == "GameStarted" else fact


NEWER = [
    pytest.param(other_fact, "PieceFlown", id="fact"),
    pytest.param(other_order, "OrderGiven FlyPiece", id="order"),
    pytest.param(other_format, "log format 2", id="format"),
    pytest.param(
        other_correction,
        "correction 2099123101 of 2099-12-31 (install a refight of that day or later)",
        id="correction",
    ),
]


@pytest.fixture
def game(run: Run) -> str:
    run("new", "freeform", "--scenario", "blank", "--name", GAME)
    for by, text in (
        ("blue", "AddPiece piece=guard side=blue at=hill strength=4"),
        ("blue", "MovePiece piece=guard to=wood"),
        ("blue", 'ScorePoints side=blue points=3 why="the wood"'),
    ):
        run("order", GAME, text, "--by", by)
    return GAME


def rewrite(db: Path, written: Written) -> None:
    """The log as another program would have written it: chained, and filed under its own kinds."""

    def change(entry: Sealed) -> Sealed:
        fact = written(msgspec.msgpack.decode(entry.body or b""))
        return entry._replace(body=msgspec.msgpack.encode(fact))

    with sqlite3.connect(db) as connection:
        forge(connection, ["main"], change)
        rows = Rows(connection, "main")
        for version, (_, state) in enumerate(rows.all()):
            if msgspec.msgpack.decode(state)[0]["fact"] == "PieceFlown":
                rows.set(version, "topic", "freeform/PieceFlown")


def rewritten(run: Run, written: Written, path: Path) -> str:
    """A file of the game as another program would have written it."""
    rows = [json.loads(line) for line in run("export", GAME, "--format", "jsonl").stdout.splitlines()]
    rows = [{**row, "fact": written(row["fact"])} if "fact" in row else row for row in rows]
    path.write_text("".join(f"{line}\n" for line in texts(rechained(rows))), "utf-8")
    return str(path)


# Newer


@pytest.mark.parametrize(("written", "what"), NEWER)
def test_what_a_newer_program_wrote_is_read_and_shown(
    game: str, run: Run, db: Path, written: Written, what: str
) -> None:
    before = run("log", game).stdout.splitlines()
    rewrite(db, written)
    shown = run("log", game).stdout.splitlines()
    assert len(shown) == len(before) == 7
    strange = [line for line in shown if "which this program does not know" in line]
    assert [what in line for line in strange] == ([True] if what[0].isupper() else [])
    assert "guard" in run("show", game).stdout
    assert "blue 3, red 0" in run("games").stdout
    assert "7 entries" in run("verify", game).stdout


def test_a_strange_fact_is_told_with_all_it_holds(game: str, run: Run, db: Path) -> None:
    rewrite(db, other_fact)
    told = 'PieceFlown, which this program does not know: {"piece": "guard", "wings": 2}'
    assert run("log", game).stdout.splitlines()[4] == f"   5    {told}"
    french = run("log", game, "--lang", "fr").stdout.splitlines()[4]
    assert "PieceFlown" in french
    assert told not in french


@pytest.mark.parametrize(
    "command",
    [
        ("order", GAME, "RollDice why=more", "--by", "blue"),
        ("note", GAME, "what is this?"),
        ("branch", GAME, "--name", "what-if"),
        ("branch", f"{GAME}:3", "--name", "what-if"),
        ("take-back", GAME, "--consent", "blue", "--consent", "red"),
        ("ruling", GAME, "--text", "so be it"),
        ("ruling", GAME, "--text", "so be it", "--fact", "PieceMoved piece=guard start=wood to=hill"),
        ("reveal", GAME, "--now"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(("written", "what"), NEWER)
def test_nothing_is_added_to_it(
    game: str, run: Run, db: Path, written: Written, what: str, command: tuple[str, ...]
) -> None:
    rewrite(db, written)
    before = run("export", game, "--format", "jsonl").stdout
    said = f"this game holds {what}, which this program does not know; it can be read, not played on"
    assert run(*command, code=2).stderr.strip() == said
    assert run("export", game, "--format", "jsonl").stdout == before


@pytest.mark.parametrize("args", [(), ("--all",), ("--continue",)])
@pytest.mark.parametrize(("written", "what"), NEWER)
def test_it_cannot_be_audited(
    game: str, run: Run, db: Path, written: Written, what: str, args: tuple[str, ...]
) -> None:
    rewrite(db, written)
    said = f"this game holds {what}, which this program does not know; it can be read, not audited"
    assert run("audit", game, *args, code=2).stderr.strip() == said
    assert run("audit", f"{game}:7", *args, code=2).stderr.strip() == said


@pytest.mark.parametrize(("written", "what"), NEWER)
def test_it_is_handed_on_as_it_is_and_not_as_a_transcript(
    game: str, run: Run, db: Path, written: Written, what: str
) -> None:
    rewrite(db, written)
    said = f"this game holds {what}, which this program does not know; it can be read, not written as a transcript"
    assert run("export", game, "--format", "transcript", code=2).stderr.strip() == said
    assert len(run("export", game, "--format", "jsonl").stdout.splitlines()) == 9


def test_what_stands_before_it_is_audited(game: str, run: Run, db: Path) -> None:
    rewrite(db, other_fact)
    assert f"{GAME}:3 is clean" in run("audit", f"{GAME}:3").stdout


@pytest.mark.parametrize("command", [("show", GAME), ("order", GAME, "RollDice why=more", "--by", "blue")])
def test_a_position_that_rests_on_what_is_not_known_is_not_shown(
    game: str, run: Run, db: Path, command: tuple[str, ...]
) -> None:
    rewrite(db, lambda fact: {"fact": "PieceFlown", "piece": "guard"} if fact["fact"] == "PieceAdded" else fact)
    assert len(run("log", game).stdout.splitlines()) == 7
    said = "this game holds PieceFlown, which this program does not know; it can be read, not shown on a board"
    assert run(*command, code=2).stderr.strip() == said
    assert GAME in run("games").stdout


@pytest.mark.parametrize(("written", "what"), NEWER[:2])
def test_a_file_with_what_is_not_known_is_read_and_not_taken_in(
    game: str, run: Run, tmp_path: Path, written: Written, what: str
) -> None:
    file = rewritten(run, written, tmp_path / "newer.jsonl")
    assert f"{what}, which this program does not know" in run("log", file).stdout
    assert "7 entries" in run("verify", file).stdout
    refused = run("import", file, "--name", "again", code=2).stderr
    assert f"holds a fact that freeform does not know ({what}); a newer refight may have written it" in refused


# Older


@pytest.mark.parametrize(
    "command",
    [
        ("log", GAME), ("show", GAME), ("order", GAME, "RollDice why=more", "--by", "blue"), ("note", GAME, "so old"),
        ("branch", GAME, "--name", "b"), ("audit", GAME), ("verify", GAME), ("export", GAME), ("dice", GAME),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_log_from_before_format_1_is_refused(game: str, run: Run, db: Path, command: tuple[str, ...]) -> None:
    rewrite(db, old_start)
    assert run(*command, code=2).stderr.strip() == f"{GAME} {FORMAT_0}"


def test_the_other_games_of_such_a_database_are_listed(game: str, run: Run, db: Path) -> None:
    rewrite(db, old_start)
    run("new", "freeform", "--scenario", "blank", "--name", "new")
    assert "new   An empty table" in run("games").stdout


@pytest.mark.parametrize("command", ["log", "verify", "import"])
def test_so_is_a_file_of_that_time(game: str, run: Run, tmp_path: Path, command: str) -> None:
    file = rewritten(run, old_start, tmp_path / "old.jsonl")
    name = ("--name", "again") if command == "import" else ()
    assert FORMAT_0 in run(command, file, *name, code=2).stderr
