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


def test_a_ruling_names_who_takes_over_and_the_name_is_shown_and_erased(run: Run) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "club", "--player", "blue=Anna")
    shown = run("ruling", "club", "--player", "blue=Bert", "--player", "red=Carla").stdout
    assert "umpire names who plays blue and red from here on" in shown
    assert "from here on blue is played by Bert" in shown
    assert "blue Bert, red Carla" in run("games").output
    assert "blue: Anna, from entry 2 Bert; red: from entry 2 Carla" in run("report", "club").stdout
    assert "Bert" not in run("report", "club:1").stdout
    assert "Bert" not in run("log", "club", "--json").output
    run("ruling", "club", "--text", "Bert is late", "--player", "blue=Anna")  # what is typed as a reason is told
    rows = json.loads(run("players", "club", "--json").output)
    assert [(row["side"], row["name"], row["since"]) for row in rows] == [
        ("blue", "Anna", 1), ("blue", "Bert", 2), ("red", "Carla", 2), ("blue", "Anna", 3),
    ]  # fmt: skip
    run("players", "club", "--forget", "blue")
    assert "Anna" not in run("games", "--json").output
    assert "(not known here)" in run("players", "club").output
    assert "club holds" in run("verify", "club").output
    assert "club is clean" in run("audit", "club").output


def test_a_player_is_named_rightly_in_a_ruling_too(run: Run) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "club")
    for wrong, said in (("Bert", "for example union=Anna"), ("green=Bert", "there is no side green"),
                        ("blue=", "for example union=Anna"), ("blue= ", "1 to 100 letters")):  # fmt: skip
        assert said in run("ruling", "club", "--player", wrong, code=2).output
    assert "nobody is named in club" in run("players", "club").output


def test_no_name_comes_into_a_log_by_a_transcript(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "club.txt"
    head = "system: freeform\nscenario: blank\n"
    for text, place in (
        (f"{head}players: blue=Anna\n\nblue> EndGame\n", "line 3"),
        (f'{head}\n* RulingMade by=umpire text="so" players={{"blue":"Anna"}}\n', "line 4"),
    ):
        file.write_text(text, "utf-8")
        said = run("import", str(file), "--name", "club", code=2).output
        assert place in said
        assert "who plays blue stands in a log as 64 hexadecimal digits, never by name" in said
    file.write_text(f"{head}players: green={'0' * 64}\n\nblue> EndGame\n", "utf-8")
    assert "there is no side green for anybody to play" in run("import", str(file), "--name", "club", code=2).output


def test_who_took_over_goes_through_a_transcript_as_a_digest(run: Run, tmp_path: Path) -> None:
    run("new", "freeform", "--scenario", "blank", "--name", "club", "--player", "blue=Anna")
    run("ruling", "club", "--player", "blue=Bert")
    file = tmp_path / "club.txt"
    run("export", "club", "--format", "transcript", "--output", str(file))
    assert "Bert" not in file.read_text("utf-8")
    run("import", str(file), "--name", "copy")
    first, second = (json.loads(run("players", name, "--json").output) for name in ("club", "copy"))
    assert [row["digest"] for row in first] == [row["digest"] for row in second]
