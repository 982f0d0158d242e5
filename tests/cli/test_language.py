"""The language things are told in: the reader's, for as long as he reads; what is kept stays as it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run

NO_SUCH = "there is no language 'xx' here; there are en, fr"


@pytest.mark.parametrize("args", [("log", "ridge", "--lang", "xx"), ("--lang", "xx", "log", "ridge")])
def test_a_language_that_is_not_there_is_refused(ridge: str, run: Run, args: tuple[str, ...]) -> None:
    assert run(*args, code=2).stderr.strip() == NO_SUCH


def test_so_is_one_of_the_environment(ridge: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFIGHT_LANG", "xx")
    assert run("log", ridge, code=2).stderr.strip() == NO_SUCH


@pytest.mark.parametrize(("before", "after"), [(("--lang", "fr"), ()), ((), ("--lang", "fr"))])
def test_a_log_is_told_in_the_general_words_of_a_language(
    ridge: str, run: Run, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    shown = run(*before, "log", ridge, *after).stdout.splitlines()
    assert shown[0] == "   1  An empty table : freeform, scénario blank, blue contre red"
    assert "   9    blue lance 2d6 pour volley : 4, 5 = 9 (dés saisis)" in shown
    assert "   8  blue> RollDice why=volley dice=2" in shown, "an order is shown as it is typed"
    assert run("log", ridge).stdout.startswith("   1  An empty table: freeform, scenario blank, blue against red")


def test_a_language_that_is_given_goes_before_that_of_the_environment(
    ridge: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    english, french = run("log", ridge).stdout, run("log", ridge, "--lang", "fr").stdout
    monkeypatch.setenv("REFIGHT_LANG", "fr")
    assert run("log", ridge).stdout == french != english
    for args in (("--lang", "en", "log", ridge), ("log", ridge, "--lang", "en")):
        assert run(*args).stdout == english


def test_what_holds_in_every_system_is_refused_in_the_language(ridge: str, run: Run) -> None:
    run("order", ridge, "EndGame why=night", "--by", "blue")
    refused = run("order", ridge, "RollDice why=late", "--by", "blue", "--lang", "fr", code=3).stderr
    assert refused.startswith("[kernel.ended] la partie est finie")


def test_the_read_database_is_in_english_whoever_makes_it(ridge: str, run: Run, db: Path) -> None:
    told = []
    for args in (("--lang", "fr"), ("--lang", "en")):
        run("project", "--rebuild", *args)
        with sqlite3.connect(f"{db}.read.db") as read:
            told.append([text for (text,) in read.execute("SELECT text FROM timeline ORDER BY id")])
    assert told[0] == told[1]
    assert told[0][0] == "An empty table: freeform, scenario blank, blue against red"
