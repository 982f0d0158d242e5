"""Further logs joined to a game that is in the log already: whole or not at all, and each thing once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.files.appending import append, ending_of
from cli.files.foreign import Foreign, Wanted
from cli.files.sniffing import sniff
from cli.shell.session import Session
from domain.kernel.errors import LogConflict
from domain.log.refs import Ref
from tests.cli.conftest import ROOT, Run
from tests.vassal.builder import Step, log, piece
from tests.vassal.test_chain import at, first, go, say
from tests.vmod.builder import game

Value = Callable[..., Any]


def file(folder: Path, name: str, snapshot: Sequence[str], *steps: Step) -> str:
    path = folder / f"{name}.vlog"
    path.write_bytes(log(snapshot, *steps))
    return str(path)


@pytest.fixture
def mail(run: Run, tmp_path: Path) -> str:
    """A game of one log so far."""
    run("import", file(tmp_path, "turn-1", first(), go(100, 200), say("yours")), "--name", "mail")
    return "mail"


def entries(value: Value, name: str = "mail") -> int:
    return next(row["entries"] for row in value("games") if row["game"] == name)


def test_a_further_log_is_joined_once(run: Run, value: Value, mail: str, tmp_path: Path) -> None:
    turn = file(tmp_path, "turn-2", first(250), go(250, 300))
    before = entries(value)
    said = run("import", turn, "--append", mail, "--report").output
    assert "added" in said
    assert "Guard is at 250,100, not at 200,100" in said
    after = entries(value)
    assert after > before
    told = run("log", mail, "--from", str(before + 1)).output
    assert "here begins turn-2" in told
    assert "Guard to 300,100" in told
    again = run("import", turn, "--append", mail).output
    assert "all of it is told already; nothing was added" in again
    assert entries(value) == after
    assert "clean" in run("audit", mail).output
    assert "holds" in run("verify", mail).output


def test_what_comes_of_it_is_what_all_logs_together_come_to(run: Run, value: Value, mail: str, tmp_path: Path) -> None:
    new = piece("3", "Guard", at(900))
    turn = file(tmp_path, "turn-2", first(200, more=[new]), go(200, 300), go(900, 950, "3"))
    run("import", turn, "--append", mail)
    run("import", str(tmp_path / "turn-1.vlog"), turn, "--name", "whole")
    boards = [value("show", name)["board"]["counters"] for name in (mail, "whole")]
    assert boards[0] == boards[1]
    assert {counter["id"] for counter in boards[0]} == {"Guard", "Line", "Guard #2"}


def test_new_points_of_the_map_lie_where_they_are(run: Run, value: Value, mail: str, tmp_path: Path) -> None:
    run("import", file(tmp_path, "turn-2", first(200), go(200, 777)), "--append", mail)
    spots = {spot["name"]: spot for spot in value("show", mail)["board"]["spots"]}
    assert (spots["777,100"]["x"], spots["777,100"]["y"]) == (777, 100)


def test_a_dry_run_adds_nothing(run: Run, value: Value, mail: str, tmp_path: Path) -> None:
    turn, before = file(tmp_path, "turn-2", first(200), go(200, 300)), entries(value)
    assert "nothing is stored" in run("import", turn, "--append", mail, "--dry-run").output
    assert entries(value) == before


def test_only_a_game_that_was_imported_takes_a_log(run: Run, ridge: str, mail: str, tmp_path: Path) -> None:
    turn = file(tmp_path, "turn-2", first(200), go(200, 300))
    assert "was played here and not imported" in run("import", turn, "--append", ridge, code=2).output
    run("import", turn, "--append", "nowhere", code=2)
    other = file(tmp_path, "other", [piece("8", "A", at(1)), piece("9", "B", at(2))], say("hi"))
    assert "is no log of this game" in run("import", other, "--append", mail, code=2).output
    fixture = str(ROOT / "fixtures/gettysburg/first-of-july.transcript")
    run("import", fixture, "--name", "july")
    assert "under the rules of" in run("import", turn, "--append", "july", code=2).output


def test_a_game_that_was_played_on_takes_a_log_on_a_branch(run: Run, mail: str, tmp_path: Path) -> None:
    turn = file(tmp_path, "turn-2", first(200), go(200, 300))
    run("note", mail, "a note is no play", "--by", "umpire")
    assert "added" in run("import", turn, "--append", mail).output
    run("order", mail, "MovePiece piece=Guard to=hill", "--by", "union")
    third = file(tmp_path, "turn-3", first(300), go(300, 400))
    said = run("import", third, "--append", mail, code=2).output
    where = said.split("`refight branch ")[1].split(" ")[0]
    run("branch", where, "--name", "logs")
    assert "added" in run("import", third, "--append", f"{mail}@logs").output
    assert "Guard to 400,100" in run("log", f"{mail}@logs").output


@pytest.mark.parametrize("option", ["--name=x", "--freeform", "--mapping=m.toml", "--scenario=x", "--pack=x"])
def test_options_of_a_new_game_are_refused(run: Run, mail: str, tmp_path: Path, option: str) -> None:
    turn = file(tmp_path, "turn-2", first(200))
    assert "with --append the game is there already" in run("import", turn, "--append", mail, option, code=2).output


def test_the_module_is_named_again(run: Run, mail: str, tmp_path: Path) -> None:
    (tmp_path / "game.vmod").write_bytes(game())
    turn, module = file(tmp_path, "turn-2", first(200)), ["--module", str(tmp_path / "game.vmod"), "--any-module"]
    assert "leave --module out" in run("import", turn, "--append", mail, *module, code=2).output
    run("import", str(tmp_path / "turn-1.vlog"), *module, "--name", "named")
    assert "name it again with --module" in run("import", turn, "--append", "named", code=2).output
    run("import", turn, "--append", "named", *module)


def test_a_copy_from_elsewhere_says_why_it_takes_none(
    run: Run, mail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = file(tmp_path, "turn-2", first(200), go(200, 300))
    run("export", mail, "-o", str(tmp_path / "mail.jsonl"))
    monkeypatch.setenv("REFIGHT_DB", str(tmp_path / "other.db"))
    run("import", str(tmp_path / "mail.jsonl"), "--name", "mail")
    assert "import all of its logs together" in run("import", turn, "--append", mail, code=2).output


def test_of_two_writers_one_is_told_and_nothing_is_lost(run: Run, value: Value, mail: str, tmp_path: Path) -> None:
    turn = file(tmp_path, "turn-2", first(200), go(200, 300))
    games = Session(db=str(tmp_path / "games.db")).new_games
    with sniff(turn) as found:
        ending = ending_of(games, Ref(mail))
        run("note", mail, "first", "--by", "umpire")
        before = entries(value)
        with pytest.raises(LogConflict, match="somebody else has just written to mail; nothing was added"):
            append(games, Foreign(found, Wanted()), ending, dry_run=False)
    games.log.close()
    assert entries(value) == before
    run("import", turn, "--append", mail)
    assert entries(value) > before


def test_a_process_that_is_killed_leaves_all_or_nothing(run: Run, value: Value, mail: str, tmp_path: Path) -> None:
    """Killed at many moments: what is there is the game before, or the game after; and it can be done again."""
    steps = [go(200 + n, 201 + n) for n in range(300)]
    turn, before = file(tmp_path, "turn-2", first(200), *steps), entries(value)
    for delay in (0.15, 0.3, 0.45, 0.6):
        command = [sys.executable, "-m", "cli.main", "import", turn, "--append", mail]
        process = subprocess.Popen(command, cwd=ROOT, env=dict(os.environ), stdout=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert entries(value) in (before, before + 601)
    run("import", turn, "--append", mail)
    assert entries(value) == before + 601
    assert "clean" in run("audit", mail).output
