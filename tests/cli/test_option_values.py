"""An optional rule that is set to something, at the command line: chosen, shown, refused."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.chapter import Option
from rules import SYSTEMS
from tests.cli.conftest import Run

START = ("new", "freeform", "--scenario", "blank", "--name", "ridge")


@pytest.fixture(autouse=True)
def scaled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeform, with figures of a scale to be chosen."""
    freeform = SYSTEMS["freeform"]
    options = {**freeform.book.options, "scale": Option.saying("FF.9", "the scale", values=range(6, 29))}
    system = replace(freeform, book=replace(freeform.book, options=options))
    monkeypatch.setattr("rules.SYSTEMS", {**SYSTEMS, "freeform": system})


def test_it_is_chosen_and_shown_with_its_value(run: Run, db: Path, value: Callable[..., Any]) -> None:
    shown = run(*START, "--option", "scale=28", "--option", "known_places").stdout
    assert "optional rules: known_places, scale=28" in shown
    assert value("log", "ridge")[0]["fact"]["options"] == {"known_places": True, "scale": 28}
    run("project")
    with sqlite3.connect(f"{db}.read.db") as read:
        ((options,),) = read.execute("SELECT options FROM games")
    assert json.loads(options) == ["known_places", "scale=28"]


def test_as_json_options_are_texts(value: Callable[..., Any]) -> None:
    assert value(*START, "--option", "scale=28")["options"] == ["scale=28"]


@pytest.mark.parametrize("option", ["scale", "scale=", "scale=29", "scale=large"])
def test_what_it_cannot_be_set_to_is_refused(run: Run, option: str) -> None:
    refused = run(*START, "--option", option, code=2).stderr.strip()
    assert refused == "the optional rule scale is set to a number from 6 to 28: write scale=VALUE"


def test_one_that_is_on_or_off_takes_no_value(run: Run) -> None:
    refused = run(*START, "--option", "known_places=3", code=2).stderr.strip()
    assert refused == "the optional rule known_places is only on or off; leave out =3"
