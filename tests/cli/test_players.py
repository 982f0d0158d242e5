"""Who plays, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_games_name_players_where_any_are_named(run: Run) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "ridge")
    assert "players" not in run("games").output
    run("new", "freeform", "--scenario", "blank", "--name", "club", "--player", "blue=Anna")
    assert "blue Anna" in run("games").output
    found = json.loads(run("games", "--json").output)
    assert {row["game"]: row.get("players") for row in found} == {"ridge": None, "club": {"blue": "Anna"}}
    run("players", "club", "--forget", "blue")
    assert "Anna" not in run("games", "--json").output


def test_exports_name_players_only_if_they_are_told_to(run: Run, tmp_path: Path) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "club", "--player", "blue=Anna")
    text, named = run("export", "club", "--format", "transcript").stdout, tmp_path / "named.txt"
    run("export", "club", "--format", "transcript", "--players", "--output", str(named))
    assert ("Anna" in text, named.read_text("utf-8").startswith("# blue (Anna)\n")) == (False, True)
    assert "Anna" not in run("export", "club").stdout
    run("import", str(named), "--name", "copy")
    pages = {flag: tmp_path / f"{len(flag)}.html" for flag in ("", "--players")}
    for flag, page in pages.items():
        run("export", "club", "--html", str(page), *filter(None, [flag]))
    assert ["blue (Anna) against red" in page.read_text("utf-8") for page in pages.values()] == [False, True]
    assert "Anna" not in pages[""].read_text("utf-8")
    assert "--players goes with" in run("export", "club", "--players", code=2).output
