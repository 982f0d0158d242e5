"""Import, export, the read database and the completion script."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.cli.conftest import ROOT, Run, change

Value = Callable[..., Any]
PACK = """
source = "house"
[[scenarios]]
key = "skirmish"
title = "A skirmish"
sides = ["x", "y"]
source = "house"
"""


@pytest.mark.parametrize("kind", ["jsonl", "transcript"])
def test_what_is_exported_comes_back_the_same(kind: str, ridge: str, run: Run, value: Value, tmp_path: Path) -> None:
    run("branch", "ridge:9", "--name", "alt")
    file = tmp_path / "out.dat"  # told apart by content, not by name
    run("export", "ridge", "--format", kind, "--output", str(file))
    assert value("import", str(file), "--name", "copy")["lines"] == ["main", "alt"]
    assert value("diff", "ridge", "copy")["is_same"] is True
    assert run("tree", "copy").stdout == run("tree", "ridge").stdout


def test_export_prints_what_it_would_write(ridge: str, run: Run, value: Value, tmp_path: Path) -> None:
    file = tmp_path / "ridge.jsonl"
    assert f"ridge is in {file}" in run("export", "ridge", "--output", str(file)).stdout
    assert run("export", "ridge").stdout == file.read_text()
    assert value("export", "ridge")["text"] == file.read_text()


def test_export_does_not_write_over_a_file_unless_told(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    assert "--force writes over it" in run("export", "ridge", "-o", str(file), code=2).stderr
    assert file.read_text() == "mine"
    run("export", "ridge", "-o", str(file), "--force")
    assert file.read_text() != "mine"
    assert [found.name for found in tmp_path.iterdir() if found.name.startswith(".")] == []


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    from cli.shell.writing import write_file

    def breaks_off() -> Any:
        yield "half"
        raise RuntimeError("half-way")

    file = tmp_path / "game.jsonl"
    file.write_text("old")
    with pytest.raises(RuntimeError):
        write_file(file, breaks_off(), force=True)
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("game.jsonl", "old")]


def test_a_one_side_file_holds_no_secret_and_still_verifies(ridge: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "blue.jsonl"
    run("export", "ridge", "--side", "blue", "--output", str(file))
    assert "spy" not in file.read_text()
    assert "2 entries withheld" in run("verify", str(file)).stdout


def test_a_one_side_file_can_be_read_with_what_is_withheld_hidden(
    ridge: str, run: Run, value: Value, tmp_path: Path
) -> None:
    file, none = str(tmp_path / "blue.jsonl"), ("--db", str(tmp_path / "none.db"))
    run("export", "ridge", "--side", "blue", "--output", file)
    assert run("log", file, *none).stdout == run("log", "ridge", "--as", "blue").stdout
    assert [(e["entry"], e["words"]) for e in value("log", file, *none) if e["fact"] is None] == [(4, None), (5, None)]
    assert [e["entry"] for e in value("log", file, "--from", "4", "--to", "6", "--orders", *none)] == [4, 6]
    assert not (tmp_path / "none.db").exists()


def test_a_whole_file_is_read_line_by_line(ridge: str, run: Run, tmp_path: Path) -> None:
    run("branch", "ridge:9", "--name", "alt")
    file = str(tmp_path / "ridge.jsonl")
    run("export", "ridge", "--output", file)
    shown = run("log", file).stdout
    assert shown.startswith("main\n" + run("log", "ridge").stdout + "alt, from main:9\n  10  ")
    assert "spy" not in run("log", file, "--as", "blue").stdout
    assert "the sides are blue, red" in run("log", file, "--as", "green", code=2).stderr


def test_a_game_comes_before_a_file_of_its_name(
    ridge: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ridge").write_text("a letter")
    for command in ("log", "verify"):
        run(command, "ridge")
        assert "is a transcript" in run(command, "./ridge", code=2).stderr
    assert "nor is there a file 'rigde'" in run("log", "rigde", code=2).stderr


def test_import_of_a_one_side_file_says_what_can_be_done_with_it(ridge: str, run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "blue.jsonl")
    run("export", "ridge", "--side", "blue", "--output", file)
    said = run("import", file, "--name", "copy", code=2).stderr
    assert f"`refight log {file}` reads it, `refight verify {file}` proves it" in said


def test_importing_a_game_that_is_here_under_another_name_says_so(
    ridge: str, run: Run, value: Value, tmp_path: Path
) -> None:
    file = str(tmp_path / "ridge.jsonl")
    run("export", "ridge", "--output", file)
    assert "the same game is here as ridge\n" in run("import", file, "--name", "copy").stdout
    assert value("import", file, "--name", "third")["same_as"] == ["ridge", "copy"]
    assert "the same game" not in run("import", file, "--db", str(tmp_path / "other.db")).stdout


def test_a_damaged_game_beside_it_does_not_stop_an_import(ridge: str, run: Run, db: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "ridge.jsonl")
    run("export", "ridge", "--output", file)
    change(db, "ridge@main", b"GameStarted", b"GameDamaged")
    assert "copy: An empty table" in run("import", file, "--name", "copy").stdout


def test_a_transcript_is_not_made_for_one_side(ridge: str, run: Run) -> None:
    said = run("export", "ridge", "--side", "blue", "--format", "transcript", code=2).stderr
    assert "--side goes with --format jsonl" in said


def test_import_reads_the_standard_input(ridge: str, run: Run, value: Value) -> None:
    text = run("export", "ridge", "--format", "transcript").stdout
    run("import", "-", "--name", "piped", input=text)
    assert value("diff", "ridge", "piped")["is_same"] is True


def test_import_makes_a_name_from_the_file(run: Run, tmp_path: Path, value: Value) -> None:
    file = tmp_path / "Old Game (1815).txt"
    file.write_text("system: freeform\nscenario: blank\n\nblue> RollDice why=x\n  dice 3\n")
    assert value("import", str(file))["ref"] == "old-game-1815"
    assert "there is a game named old-game-1815 already" in run("import", str(file), code=5).stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(b"", "is empty; there is no game in it", id="empty"),
        pytest.param(b"\n \n", "is empty; there is no game in it", id="blank lines"),
        pytest.param(b"PK\x03\x04\0\0\0", "nothing could be saved", id="half an archive"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "this is not a text file", id="a picture"),
        pytest.param(
            b"system: freeform\nscenario: blank\n\0\n", "this is no file that refight reads", id="a NUL further down"
        ),
        pytest.param("system: freeform".encode("utf-16"), "is UTF-16 text; save it as UTF-8", id="UTF-16"),
        pytest.param(b"system: freeform\ntitle: caf\xe9", "or not one in UTF-8 (byte 28: 0xe9)", id="Latin-1"),
        pytest.param(b"hello\n", "line 1, column 1:", id="prose"),
        pytest.param(b'{"a": 1}\n', "holds no list of moves", id="JSON of something else"),
        pytest.param(b"system: frefrom\nscenario: blank\n", "line 1, column", id="unknown system"),
        pytest.param(b"system: freeform\nscenario: blank\n\nblue> FlyAway\n", "line 4, column 7:", id="unknown order"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_plain_words(
    content: bytes, says: str, run: Run, value: Value, tmp_path: Path
) -> None:
    file = tmp_path / "game.dat"
    file.write_bytes(content)
    assert says in run("import", str(file), code=2).stderr
    assert value("games") == []


def test_a_byte_order_mark_is_no_hindrance(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "notepad.txt"
    file.write_bytes(b"\xef\xbb\xbfsystem: freeform\r\nscenario: blank\r\n\r\nblue> RollDice why=x\r\n  dice 3\r\n")
    assert "3 entries" in run("import", str(file)).stdout


def test_a_folder_is_no_file(run: Run, tmp_path: Path) -> None:
    assert "there is no VASSAL log or save in" in run("import", str(tmp_path), code=2).stderr


def test_sizes_are_bounded(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "long.txt"
    file.write_text("system: freeform\n" + "# a comment\n" * 1000)
    monkeypatch.setattr("cli.files.sniffing.MAX_TRANSCRIPT", 5000)
    assert "no game is that long" in run("import", str(file), code=2).stderr


def test_a_transcript_of_an_own_pack_needs_its_folder_elsewhere(run: Run, tmp_path: Path) -> None:
    folder, file, other = tmp_path / "mine", tmp_path / "own.txt", str(tmp_path / "other.db")
    folder.mkdir()
    (folder / "scenarios.toml").write_text(PACK)
    run("new", "freeform", "--scenario", "skirmish", "--name", "own", "--pack", str(folder))
    run("export", "own", "--format", "transcript", "-o", str(file))
    run("import", str(file), "--name", "again")  # the pack is in this log
    beside = tmp_path / "own.pack"
    beside.rename(tmp_path / "lost")
    assert "give its folder with --pack" in run("import", str(file), "--db", other, code=2).stderr
    run("import", str(file), "--db", other, "--pack", str(folder))
    (tmp_path / "lost").rename(beside)
    run("import", str(file), "--db", str(tmp_path / "third.db"))


def test_the_read_database_is_built_caught_up_and_rebuilt(ridge: str, run: Run, value: Value, db: Path) -> None:
    assert value("project") == {"file": f"{db}.read.db", "entries": 15, "rebuilt": False}
    run("note", "ridge", "one more")
    assert run("project").stdout == f"{db}.read.db is up to date; 1 new entry\n"
    assert value("project", "--rebuild")["entries"] == 16
    with sqlite3.connect(f"{db}.read.db") as connection:
        assert connection.execute("SELECT COUNT(*) FROM losses").fetchone() == (1,)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_call_refight(shell: str, run: Run) -> None:
    shown = run("completion", shell).stdout
    assert f"_REFIGHT_COMPLETE={shell}_complete" in shown
    assert json.loads(run("completion", shell, "--json").stdout)["script"] in shown


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-16"])
@pytest.mark.parametrize("kind", ["jsonl", "transcript"])
def test_an_export_is_utf_8_whatever_the_terminal_speaks(
    kind: str, encoding: str, ridge: str, run: Run, db: Path, tmp_path: Path
) -> None:
    run("note", "ridge", "Bataille d’Austerlitz — Straße")
    file = tmp_path / "whole"
    run("export", "ridge", "--format", kind, "--output", str(file))
    code = "from cli.main import main; main()"
    printed = subprocess.run(
        [sys.executable, "-c", code, "export", "ridge", "--format", kind],
        env={**os.environ, "PYTHONIOENCODING": encoding}, cwd=ROOT, capture_output=True, check=True,
    )  # fmt: skip
    assert "d’Austerlitz — Straße".encode() in printed.stdout
    assert printed.stdout == file.read_bytes()


def test_completion_is_plain_utf_8_whatever_the_terminal_speaks(db: Path) -> None:
    code, env = "from cli.main import main; main()", {**os.environ, "PYTHONIOENCODING": "utf-16"}
    printed = subprocess.run(
        [sys.executable, "-c", code, "completion", "bash"], env=env, cwd=ROOT, capture_output=True, check=True
    )
    assert b"_REFIGHT_COMPLETE=bash_complete" in printed.stdout


def test_the_read_database_of_an_encrypted_log_is_said_to_be_plain(
    run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFIGHT_KEY", "AAAAAAAAAAAAAAAAAAAAAA==")
    run("new", "freeform", "--scenario", "blank", "--name", "secret")
    assert run("project").stderr == "the read database is not encrypted\n"
    plain = str(db.with_name("plain.db"))
    monkeypatch.delenv("REFIGHT_KEY")
    run("new", "freeform", "--scenario", "blank", "--name", "open", "--db", plain)
    assert run("project", "--db", plain).stderr == ""


def test_a_key_forgotten_once_spoils_nothing(run: Run, value: Value, monkeypatch: pytest.MonkeyPatch) -> None:
    new = ("new", "freeform", "--scenario", "blank", "--name")
    monkeypatch.setenv("REFIGHT_KEY", "AAAAAAAAAAAAAAAAAAAAAA==")
    run(*new, "one")
    monkeypatch.delenv("REFIGHT_KEY")
    assert "this log is encrypted; set REFIGHT_KEY" in run(*new, "two", code=2).stderr
    monkeypatch.setenv("REFIGHT_KEY", "AQEBAQEBAQEBAQEBAQEBAQ==")
    assert "this is not the key of this log" in run(*new, "three", code=2).stderr
    monkeypatch.setenv("REFIGHT_KEY", "AAAAAAAAAAAAAAAAAAAAAA==")
    assert [game["game"] for game in value("games")] == ["one"]
    run("project")


def test_a_damaged_game_is_listed_and_the_others_are_projected(ridge: str, run: Run, db: Path) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "whole")
    change(db, "ridge@main", b"GameStarted", b"GameDamaged")
    listed = run("games").stdout
    assert "damaged: refight verify ridge" in listed
    assert "whole" in listed
    done = run("project")
    assert "ridge@main is damaged and left out from entry 1 on; `refight verify ridge` says more" in done.stderr
    assert "1 new entry" in done.stdout


def test_many_games_are_listed_by_way_of_the_read_database(
    ridge: str, run: Run, value: Value, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("branch", f"{ridge}:5", "--name", "maybe")
    straight, printed = value("games"), run("games").stdout
    beside = db.with_name("games.db.read.db")
    assert not beside.exists()
    monkeypatch.setattr("projections.models.archive.FEW", 0)
    assert value("games") == straight
    assert run("games").stdout == printed
    assert beside.exists()
    beside.unlink()
    beside.mkdir()
    assert value("games") == straight


def test_the_games_of_an_encrypted_log_are_listed_without_a_readable_copy(
    value: Value, run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.models.archive.FEW", 0)
    monkeypatch.setenv("REFIGHT_KEY", "AAAAAAAAAAAAAAAAAAAAAA==")
    run("new", "freeform", "--scenario", "blank", "--name", "secret")
    assert [game["game"] for game in value("games")] == ["secret"]
    assert list(db.parent.glob("*.read.db*")) == []


def test_what_older_rules_left_behind_is_told_and_freed(ridge: str, run: Run, value: Value, db: Path) -> None:
    assert run("project", "--tidy").stdout == "nothing is left over\n"
    with GameLog(str(db), SYSTEMS) as log:
        for number in range(1, 4):
            log.store.put_snapshot("ridge@main#0123456789ab", number, bytes(10_000))
    told = value("project", "--tidy")
    assert (told["sets"], told["snapshots"], told["bytes"]) == (1, 3, 30_000)
    assert told["freed"] > 0
    assert value("project", "--tidy")["sets"] == 0
    assert "ridge is clean" in run("audit", ridge).stdout


def test_a_backup_says_that_it_is_two_files_and_warns_without_the_second(run: Run, ridge: str, tmp_path: Path) -> None:
    """Before, seeds, players and tokens were lost without a word."""
    file, again = tmp_path / "monday.db", tmp_path / "again.db"
    assert f"{file}.seeds" in run("backup", str(file)).stdout
    (tmp_path / "monday.db.seeds").unlink()
    assert "monday.db.seeds is not there" in run("restore", str(file), "--db", str(again)).stderr
