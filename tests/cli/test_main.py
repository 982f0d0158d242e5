"""The table of commands: complete, documented, and cheap to look at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from cli.main import COMMANDS, cli
from tests.cli.conftest import ROOT, Run, refight

HEAVY = ("domain.log.gamelog", "eventsourcing", "rich", "sqlite_utils", "msgspec", "sqlite3", "platformdirs")
NOT_FOR_AN_ORDER = (
    "asyncio", "base64", "concurrent", "cryptography", "difflib", "email", "html", "http", "importlib.metadata",
    "importlib.resources", "logging", "pathlib", "platformdirs", "psycopg", "rich", "secrets", "shlex", "shutil",
    "socket", "sqlite_utils", "ssl", "subprocess", "tempfile", "traceback", "unittest", "xml", "zipfile",
    "cli.files", "cli.hotseat", "cli.prompt", "cli.service", "cli.shell.offers", "cli.shell.png",
    "domain.cases", "domain.formats", "domain.games.audit", "domain.games.hand", "domain.games.keyring",
    "domain.games.learning", "domain.games.offers", "domain.games.players", "domain.games.remarks",
    "domain.games.umpire", "domain.kernel.happenings", "domain.kernel.lesson", "domain.kernel.player",
    "domain.log.backup", "domain.log.club", "domain.log.keys", "domain.log.postgres", "domain.odds", "domain.packs",
    "domain.proof",
    "domain.study", "projections.charts", "projections.models", "projections.page", "projections.pictures",
    "projections.report", "rules.black_powder", "rules.gettysburg", "rules.longstreet_lite", "rules.musket_and_pike",
    "rules.wallaces_war", "rules.freeform.foreign",
)  # fmt: skip
AGREED = {
    "demo", "games", "systems", "scenarios", "new", "play", "auto", "order", "orders", "options", "rule", "note", "log",
    "show", "score", "losses", "dice", "replay", "audit", "verify", "seal", "reveal", "branch", "take-back", "close",
    "tree", "diff", "adjudicate", "explain", "disputes", "ruling", "odds", "luck", "import", "export", "project",
    "completion", "serve", "token", "facts", "players", "pack", "report", "roll", "merge", "backup", "restore", "share",
    "club", "learn", "key", "send", "receive", "result",
}  # fmt: skip


def loaded(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


def test_the_commands_are_those_agreed() -> None:
    assert set(COMMANDS) == AGREED


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_bears_its_own_name(name: str) -> None:
    assert loaded(name).name == name


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_with_an_example_and_takes_json_and_db(name: str, run: Run) -> None:
    shown = run(name, "--help").stdout
    assert f"\n      refight {name}" in shown, "an example on a line of its own"
    for option in ("--json", "--db"):
        assert option in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_explained(name: str) -> None:
    for param in loaded(name).params:
        if isinstance(param, click.Option):
            assert param.help, f"{name} {param.opts[0]}"


def test_help_lists_every_command_with_what_it_does(run: Run) -> None:
    shown = run("--help").stdout
    for name, found in COMMANDS.items():
        assert any(line.split() == [name, *found.help.split()] for line in shown.splitlines()), name


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    assert run().stdout == run("--help").stdout


def of_these(names: tuple[str, ...], *words: str, **env: str) -> tuple[str, str]:
    """What a command says, and which of the modules, or of those within, it has loaded in the end."""
    code = (
        "import sys, atexit\n"
        f"found = lambda: [n for n in {names!r} if any(m == n or m.startswith(n + '.') for m in sys.modules)]\n"
        "atexit.register(lambda: print(found(), file=sys.stderr))\n"
        "from cli.main import main\nmain()"
    )
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout, done.stderr.strip()


@pytest.mark.parametrize("flag", ["--version", "--help"])
def test_version_and_help_load_nothing_heavy(flag: str) -> None:
    said, loaded = of_these(HEAVY, flag)
    assert "refight" in said
    assert loaded == "[]"


def test_an_order_loads_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    """Half of what a short command takes is to load modules; each of these would be felt."""
    assert [name for name in NOT_FOR_AN_ORDER if find_spec(name) is None] == []
    db = {"REFIGHT_DB": str(tmp_path / "games.db")}
    of_these((), "new", "freeform", "--scenario", "blank", "--name", "ridge", **db)
    said, loaded = of_these(NOT_FOR_AN_ORDER, "order", "ridge", "RollDice", "why=volley", "--by", "blue", **db)
    assert "blue rolls 1d6 for volley" in said
    assert loaded == "[]"


INVOKED: dict[str, tuple[str, ...]] = {
    "demo": (), "learn": (), "games": (), "systems": (), "scenarios": ("freeform",),
    "new": ("freeform", "--scenario", "blank", "--name", "other"), "play": ("ridge",), "auto": ("july",),
    "order": ("ridge", "RollDice why=x", "--by", "red"), "orders": ("freeform",), "options": ("ridge",),
    "rule": ("freeform", "FF.1"), "note": ("ridge", "text"),
    "log": ("ridge",), "show": ("ridge",), "score": ("ridge",), "losses": ("ridge",), "dice": ("ridge",),
    "replay": ("ridge",), "audit": ("ridge",), "verify": ("ridge",), "seal": ("ridge",), "reveal": ("ridge", "--now"),
    "branch": ("ridge:3", "--name", "alt"), "take-back": ("ridge", "--consent", "blue", "--consent", "red"),
    "close": ("ridge", "--why", "enough"),
    "tree": ("ridge",), "diff": ("ridge", "ridge:3"), "import": ("game.txt",), "export": ("ridge",), "project": (),
    "adjudicate": ("--template", "freeform"), "facts": ("freeform",), "players": ("ridge",),
    "pack": ("check", "freeform", "open"),
    "explain": ("ridge",), "disputes": ("ridge",), "ruling": ("ridge", "--text", "x"), "completion": ("fish",),
    "odds": ("ridge", "RollDice why=x", "--by", "red"), "luck": ("ridge",),
    "serve": ("--port", "0"), "club": ("people",), "token": ("ridge", "blue"),
    "report": ("ridge",), "merge": ("ridge", "ridge.jsonl"),
    "roll": ("club", "4", "--by", "red"), "backup": ("copy.db",), "share": (),
    "restore": ("copy.db", "--db", "again.db"), "key": ("list",), "send": ("post",),
    "receive": ("turn.refight", "--name", "post", "--db", "theirs.db"), "result": ("ridge", "--now"),
}  # fmt: skip
LISTS = {
    "demo", "games", "systems", "scenarios", "play", "order", "orders", "options", "log", "replay", "tree", "audit",
    "verify", "ruling", "facts", "players", "roll", "learn", "key",
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_with_json_a_command_prints_one_value_and_nothing_else(
    name: str, ridge: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text("system: freeform\nscenario: blank\n\nblue> RollDice why=x\n  dice 3\n")
    if name == "merge":
        run("export", "ridge", "--output", "ridge.jsonl")
    if name == "roll":  # it needs an order that waits
        run("new", *INVOKED["new"][:3], "--name", "club", "--setting", "dice=table")
        run("order", "club", "RollDice why=x of=red", "--by", "blue")
    if name in ("send", "receive"):  # a game that is played by mail
        played_by_mail(run)
    if name == "restore":
        run("backup", "copy.db")
    if name == "auto":  # it needs a system that can play
        run("new", "gettysburg", "--scenario", "mcpherson", "--name", "july")
    monkeypatch.setattr("cli.service.server.run_server", lambda *_: None)  # it would go on until someone ends it
    done = run(name, *INVOKED[name], "--json")
    assert isinstance(json.loads(done.stdout), list if name in LISTS else dict)
    assert done.stderr == ""


def played_by_mail(run: Run) -> None:
    """A game of Anna's, with a turn that Bob can take in."""
    keys = {"Anna": (), "Bob": ("--db", "theirs.db")}
    made = {name: json.loads(run("key", "make", name, *db, "--json").stdout)["key"] for name, db in keys.items()}
    run("key", "trust", made["Bob"], "--name", "Bob")
    run("key", "trust", made["Anna"], "--name", "Anna", *keys["Bob"])
    players = ("--player", "blue=Anna", "--player", "red=Bob")
    run("new", *INVOKED["new"][:3], "--name", "post", "--setting", "mail", "--setting", "dice=table", *players)
    run("order", "post", "AddPiece piece=guard side=blue at=north", "--by", "blue")
    run("send", "post", "turn.refight")


def test_a_misspelt_command_is_answered_with_its_neighbours(run: Run) -> None:
    assert run("brunch", code=2).stderr == "there is no command 'brunch'; did you mean branch?\n"


def test_a_command_unlike_any_is_answered_with_where_to_look(run: Run) -> None:
    assert "`refight --help` lists the commands" in run("xyzzy", code=2).stderr


def test_db_before_and_after_the_command_is_the_same_log(run: Run, tmp_path: Path) -> None:
    other = str(tmp_path / "other.db")
    run("--db", other, "new", "freeform", "--scenario", "blank", "--name", "elsewhere")
    assert "elsewhere" in run("games", "--db", other).stdout
    assert "elsewhere" not in run("games").stdout


def test_looking_never_makes_a_database(run: Run, db: Path) -> None:
    assert run("games", "--json").stdout == "[]\n"
    assert "no game log" in run("log", "ridge", code=2).stderr
    assert not db.exists()


def test_without_db_games_lie_in_the_users_data_folder(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "REFIGHT_DB": ""}
    done = refight("new", "freeform", "--scenario", "blank", "--name", "x", db=Path(), env=home)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "refight" / "games.db").is_file()


def test_the_same_commands_work_on_postgresql(run: Run, postgres_url: str) -> None:
    where = ("--db", postgres_url)
    run("new", "freeform", "--scenario", "blank", "--name", "club", *where)
    run("order", "club", "RollDice why=x", "--by", "red", *where)
    assert "club" in run("games", *where).stdout
    assert "is clean" in run("audit", "club", *where).stdout
    assert "3 entries fit together" in run("verify", "club", *where).stdout
    assert "3 new entries" in run("project", *where).stdout
