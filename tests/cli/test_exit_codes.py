"""Every way to go wrong, as the shell sees it: an exit code, one sentence on stderr, no traceback."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run, refight

START = ("new", "freeform", "--scenario", "blank", "--name", "ridge")


@pytest.fixture
def played(db: Path, run: Run) -> Path:
    run(*START)
    return db


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("log", "rigde"), 2, "there is no game 'rigde'; `refight games` lists those there are; did you mean ridge?"),
        (("log", "ridge@mian"), 2, "ridge has no line 'mian'; it has main; did you mean main?"),
        (("log", "ridge:99"), 2, "ridge@main has 1 entries; there is no entry 99"),
        (("log", "ridge:0"), 2, "'0' is not an entry number; entries are counted from 1"),
        (("log", "@:"), 2, "'@:' names nothing; write GAME, GAME@LINE, GAME:ENTRY or GAME@LINE:ENTRY"),
        (("show", "ridge", "--as", "bleu"), 2, "the sides are blue, red; did you mean blue?"),
        (
            ("scenarios", "freefrom"),
            2,
            "there is no system 'freefrom'; there are black_powder, freeform, gettysburg, longstreet_lite, "
            "musket_and_pike, wallaces_war; "
            "did you mean freeform?",
        ),
        (("new", "freeform", "--scenario", "blanc", "--name", "x"), 2, "did you mean blank?"),
        (("new", "freeform", "--scenario", "blank", "--name", "Not Plain"), 2, "cannot name a game"),
        (("new", "freeform", "--scenario", "blank", "--name", "x", "--reading", "D1"), 2, "for example D36=b"),
        (("new", "freeform", "--scenario", "blank", "--name", "x", "--option", "fog"), 2, "there are known_places"),
        (("order", "ridge", "FlyAway", "--by", "blue"), 2, "there is no order 'FlyAway'"),
        (("order", "ridge", "RollDice why=x", "--by", "blue", "--dice", "7"), 2, "7 cannot come up on a d6"),
        (("order", "ridge", "RollDice why=x", "--by", "blue", "--dice", "one"), 2, "'one' is not the face of a die"),
        (("order", "ridge", "RollDice why=x dice=2", "--by", "blue", "--dice", "3"), 2, "needs 2 dice of 6 sides"),
        (("order", "ridge", "RollDice why=x", "--by", "blue", "--dice", "3,3"), 2, "left over: 3"),
        (("order", "ridge", "RollDice why=x"), 2, "Missing option '--by'; `refight order --help` shows how"),
        (("order", "ridge", "MovePiece piece=x to=y", "--by", "blue"), 3, "[FF.1.2] there is no piece x on the board"),
        (("branch", "ridge", "--name", "main"), 5, "already; choose another name"),
        (START, 5, "there is a game named ridge already; choose another name"),
        (("verify", "ridge", "--seal", "nonsense"), 2, "'nonsense' is not a seal"),
        (("take-back", "ridge", "--consent", "blue"), 2, "red did not give it"),
        (("import", "no-such-file"), 2, "no-such-file cannot be read: No such file or directory"),
        (("--nonsense",), 2, "No such option '--nonsense'"),
    ],
)
def test_a_mistake_is_one_sentence_and_an_exit_code(played: Path, args: tuple[str, ...], code: int, says: str) -> None:
    done = refight(*args, db=played)
    assert says in done.stderr
    assert (done.returncode, done.stdout) == (code, "")
    assert "Traceback" not in done.stderr


def test_with_json_an_error_is_an_object_on_stderr(played: Path) -> None:
    done = refight("order", "ridge", "MovePiece piece=x to=y", "--by", "blue", "--json", db=played)
    said = json.loads(done.stderr)
    assert said == {"error": "there is no piece x on the board", "rule": "FF.1.2", "exit": 3}
    assert (done.returncode, done.stdout) == (3, "")


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "club.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE members (name TEXT)")
    before = other.read_bytes()
    done = refight("games", db=other)
    assert (done.returncode, "database of another program" in done.stderr) == (2, True)
    assert other.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Wellington")
    done = refight(*START, db=letter)
    assert (done.returncode, "is not a refight database" in done.stderr) == (2, True)
    assert letter.read_text() == "Dear Wellington"


def test_a_damaged_database_is_called_damaged(played: Path) -> None:
    with sqlite3.connect(played) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(played.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    played.write_bytes(data)
    for leftover in ("-wal", "-shm"):
        Path(f"{played}{leftover}").unlink(missing_ok=True)
    done = refight("log", "ridge", db=played)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "damaged" in done.stderr


def test_a_changed_entry_is_found_by_verify(played: Path) -> None:
    assert refight("note", "ridge", "the truth", db=played).returncode == 0
    with sqlite3.connect(played) as connection:
        (table,) = connection.execute(
            "SELECT name FROM sqlite_master WHERE sql LIKE '%notification_id%' AND type='table'"
        ).fetchone()
        found = connection.execute(f"SELECT notification_id, state FROM {table} WHERE originator_version=1").fetchone()
        changed = found[1].replace(b"the truth", b"the trick")
        connection.execute(f"UPDATE {table} SET state=? WHERE notification_id=?", (changed, found[0]))
    done = refight("verify", "ridge", "--json", db=played)
    said = json.loads(done.stderr)
    assert (done.returncode, said["line"], said["entry"], said["exit"]) == (4, "main", 2, 4)


def test_two_writers_on_one_line_one_is_told_to_look_again(played: Path) -> None:
    """Forty orders from four processes at once: each is stored or refused with exit code 5, and none is lost."""
    text = "ScorePoints side=blue points=1"
    writer = (
        "import subprocess, sys\n"
        "from click.testing import CliRunner\nfrom cli.main import cli\n"
        f"order = ['order', 'ridge', {text!r}, '--by', 'blue']\n"
        "print(*[CliRunner().invoke(cli, order).exit_code for _ in range(10)])"
    )
    env = {**os.environ, "REFIGHT_DB": str(played)}
    running = [
        subprocess.Popen([sys.executable, "-c", writer], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    codes = [int(code) for process in running for code in process.communicate(timeout=60)[0].split()]
    assert len(codes) == 40
    assert set(codes) <= {0, 5}
    points = json.loads(refight("score", "ridge", "--json", db=played).stdout)["totals"]["blue"]
    assert points == codes.count(0)


def test_ctrl_c_stops_in_one_sentence(played: Path) -> None:
    # A test run in the background may have been started deaf to Ctrl-C.
    heeding = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from cli.main import main; main()"
    )
    env = {**os.environ, "REFIGHT_DB": str(played)}
    process = subprocess.Popen(
        [sys.executable, "-c", heeding, "replay", "ridge", "--delay", "60"],
        cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline().startswith("   1  ")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said.strip()) == (130, "stopped; nothing half-written")


def test_a_reader_who_leaves_early_is_no_error(played: Path) -> None:
    env = {**os.environ, "REFIGHT_DB": str(played)}
    process = subprocess.Popen(
        [sys.executable, "-c", "from cli.main import main; main()", "log", "ridge"],
        cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=30) == 141


def test_a_fault_of_ours_keeps_its_traceback_and_says_where_to_report_it(db: Path) -> None:
    code = "import rules; del rules.SYSTEMS; from cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "systems"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 70
    assert "Traceback" in done.stderr
    assert "this is a fault in refight, not in what you typed; please report it" in done.stderr


def test_bytes_that_are_not_text_are_refused(played: Path) -> None:
    done = refight("note", "ridge", os.fsdecode(b"caf\xe9"), db=played)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_of_a_long_line_only_what_stands_around_the_mark_is_shown(ridge: str, run: Run) -> None:
    said = run("order", "ridge", f"MovePiece piece=guard to=mill {'x' * 5000}=1", "--by", "blue", code=2).stderr
    first, shown, mark = said.splitlines()
    assert "MovePiece has no field" in first
    assert len(shown) < 250
    assert shown[len(mark) - 1] == "x"
    assert shown.endswith("…")
    assert run("order", "ridge", " ", "--by", "blue", code=2).stderr.count("\n") == 1
