"""Two players at two machines: keys, turns and a signed result, as they are typed; and each refusal's exit code."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import cli

At = Callable[..., str]
UNREADABLE, UNPROVEN = 2, 4


@pytest.fixture
def at(tmp_path: Path) -> At:
    """What the program says at somebody's machine: on the error stream where another exit code than 0 is expected."""

    def run(who: str, *words: str, code: int = 0) -> str:
        result = CliRunner().invoke(cli, ["--db", str(tmp_path / f"{who}.db"), *words])
        assert result.exit_code == code, result.output
        return result.stderr if code else result.stdout

    return run


@pytest.fixture
def turns(at: At, tmp_path: Path) -> Path:
    """Anna has the first turn of a game that Bob began."""
    keys = {who: at(who, "key", "make", who.title()).strip() for who in ("anna", "bob")}
    at("bob", "key", "trust", keys["anna"], "--name", "Anna")
    at("anna", "key", "trust", keys["bob"], "--name", "Bob")
    promise = at("anna", "share").splitlines()[0]
    at("bob", "new", "freeform", "--scenario", "blank", "--name", "ridge", "--setting", "mail", "--setting",
       "dice=shared", "--player", "blue=Bob", "--player", "red=Anna", "--share", f"red={promise}")  # fmt: skip
    assert "entry 1 of ridge for red, signed by blue" in at("bob", "send", "ridge", str(tmp_path / "t1"))
    said = at("anna", "receive", str(tmp_path / "t1"), "--name", "hers")
    assert "hers is here now: An empty table; 1 entry of blue taken in, signed by Bob" in said
    return tmp_path


def test_a_game_and_its_result_are_signed_by_both_and_checked_by_anyone(at: At, turns: Path) -> None:
    at("anna", "order", "hers", "RollDice why=volley dice=2", "--by", "red")
    at("anna", "send", "hers", str(turns / "t2"))
    assert "your share was added:" in at("bob", "receive", str(turns / "t2"))
    at("bob", "order", "ridge", 'EndGame winner=blue why="the hill is held"', "--by", "blue")
    at("bob", "send", "ridge", str(turns / "t3"))
    at("anna", "receive", str(turns / "t3"))
    shown = at("anna", "verify", "hers")
    assert "signed by blue up to entry 6 of main" in shown
    assert "none of which could have known them alone" in shown
    sheet, game = str(turns / "result.json"), str(turns / "ridge.jsonl")
    at("bob", "result", "ridge", sheet, "--sign")
    assert "not signed by red" in at("anna", "verify", sheet)
    assert "signed by red: Anna" in at("anna", "result", "hers", sheet, "--sign")
    at("bob", "export", "ridge", "-o", game)
    for who, more in (("bob", []), ("anna", []), ("carl", ["--log", game])):
        assert "holds: the log says the same" in at(who, "verify", sheet, *more)
    assert "its log is not here" in at("carl", "verify", sheet)
    made = json.loads(Path(sheet).read_text())
    for field, value in (("points", {"blue": 9, "red": 0}), ("winner", "red"), ("entries", 5), ("players", {})):
        Path(sheet).write_text(json.dumps({**made, field: value}, separators=(",", ":")))
        assert "does not hold" in at("anna", "verify", sheet, code=UNPROVEN)
        Path(sheet).write_text(json.dumps({**made, field: value, "signed": []}, separators=(",", ":")))
        if field != "players":
            at("anna", "verify", sheet, code=UNPROVEN)  # nobody signed it, but the log says otherwise
    Path(sheet).write_text(json.dumps(made)[:-40])
    assert "no result as `refight result` writes it" in at("anna", "verify", sheet, code=UNREADABLE)


def test_each_turn_that_is_not_taken_has_its_sentence_and_its_exit_code(at: At, turns: Path) -> None:
    at("anna", "order", "hers", "ScorePoints side=red points=1 why=hill", "--by", "red")
    file = turns / "t2"
    at("anna", "send", "hers", str(file))
    whole = file.read_text()
    forged = turns / "forged"

    def refused(text: str, code: int) -> str:
        forged.write_text(text)
        before = at("bob", "log", "ridge")
        said = at("bob", "receive", str(forged), code=code)
        assert at("bob", "log", "ridge") == before
        return said

    assert "old" in at("anna", "receive", str(turns / "t1"), code=UNREADABLE)
    assert "not here" in at("carl", "receive", str(file), code=UNREADABLE)
    assert "cut short" in refused("\n".join(whole.splitlines()[:-1]) + "\n", UNREADABLE)
    assert "no turn" in refused("refight_turn\n", UNREADABLE)
    assert "is empty" in refused("", UNREADABLE)
    refused(whole.replace('"points":1', '"points":9'), UNPROVEN)
    index = whole.index('"signature":"') + len('"signature":"')
    other = "0" if whole[index] != "0" else "1"
    assert "does not hold" in refused(whole[:index] + other + whole[index + 1 :], UNPROVEN)
    assert "missing" in refused(whole.replace('"after":1', '"after":7'), UNREADABLE)
    at("bob", "receive", str(file))


def test_keys_are_listed_and_only_their_owner_can_read_the_file_they_lie_in(at: At, turns: Path) -> None:
    listed = at("bob", "key", "list")
    assert "your own" in listed
    assert "trusted" in listed
    assert stat.S_IMODE((turns / "bob.db.seeds").stat().st_mode) == 0o600
    assert at("bob", "key", "show", "Anna").strip() == at("anna", "key", "show", "Anna").strip()
    assert "no key of 'Carl'" in at("bob", "key", "show", "Carl", code=UNREADABLE)
    assert "is no key" in at("bob", "key", "trust", "abc", "--name", "Carl", code=UNREADABLE)
    assert "has not ended" in at("bob", "result", "ridge", code=UNREADABLE)
    assert "nobody has signed it yet" in at("bob", "result", "ridge", "--now")
