"""Who plays, on the command line."""

from __future__ import annotations

import json

from tests.cli.conftest import Run


def test_players_are_named_at_the_start_shown_and_erased(run: Run) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "ridge", "--player", "blue=Anna", "--player", "red=Bert")
    assert ("Anna" in run("players", "ridge").output, "Anna" in run("log", "ridge", "--json").output) == (True, False)
    erased = run("players", "ridge", "--forget", "blue", "--json")
    assert [(one["side"], one["name"]) for one in json.loads(erased.output)] == [("blue", ""), ("red", "Bert")]
    assert "ridge holds" in run("verify", "ridge").output


def test_whoever_is_named_wrongly_is_told_so(run: Run) -> None:
    missing = run("new", "freeform", "--scenario", "blank", "--name", "ridge", "--player", "Anna", code=2)
    assert "for example union=Anna" in missing.output
    run("new", "freeform", "--scenario", "blank", "--name", "ridge")
    assert "nobody is named in ridge" in run("players", "ridge").output
    assert "ridge names nobody who plays blue" in run("players", "ridge", "--forget", "blue", code=2).output
