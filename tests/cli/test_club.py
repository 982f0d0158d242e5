"""`refight club`: what the host says of people and games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.service.people import People
from domain.games.players import named
from domain.log.club import Club
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.cli.conftest import Run


@pytest.fixture
def anna(run: Run, ridge: str, db: Path, value: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    from argon2 import PasswordHasher

    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("cli.service.people._hasher", lambda: quick)
    link = value("club", "invite", "--game", "ridge", "--role", "blue", "--address", "https://club.example")["link"]
    assert link.startswith("https://club.example/club/join/")
    with GameLog(str(db), SYSTEMS) as log:
        People(Club(log.store), Bounds()).join(link.rsplit("/", 1)[1], "anna", "Anna", "", "a long enough one")
    return "anna"


def test_people_are_listed_with_their_parts(run: Run, anna: str) -> None:
    listed = run("club", "people").stdout
    assert "anna" in listed
    assert "ridge: blue" in listed


def test_a_part_is_given_taken_and_named_in_the_log(run: Run, anna: str, value: Any, db: Path) -> None:
    assert value("club", "role", "ridge", "anna", "red")["role"] == "red"
    with GameLog(str(db), SYSTEMS) as log:
        assert named(log, "ridge") == {"red": "Anna"}
    assert "is nothing in ridge" in run("club", "role", "ridge", "anna", "none").stdout
    assert value("club", "people", "ridge") == {"people": []}
    assert "there are blue, red, umpire, spectator, host" in run("club", "role", "ridge", "anna", "x", code=2).stderr
    assert "did you mean anna" in run("club", "role", "ridge", "ana", "blue", code=2).stderr


def test_whoever_gives_a_side_away_is_told_of_its_tokens(run: Run, anna: str, value: Any) -> None:
    """Joining by a link ends them, since whoever made them is another; here they may be the player's own program's."""
    assert value("club", "role", "ridge", "anna", "red")["tokens"] == 0
    run("token", "ridge", "red")
    run("token", "ridge", "blue")
    told = run("club", "role", "ridge", "anna", "red").stdout
    assert "red is also open to 1 token made before" in told
    assert "`refight token ridge red --revoke`" in told
    run("token", "ridge", "red", "--revoke")
    assert "token" not in run("club", "role", "ridge", "anna", "red").stdout


def test_whoever_is_revoked_has_no_part_any_more(run: Run, anna: str, value: Any) -> None:
    assert value("club", "revoke", "anna") == {"login": "anna", "revoked": True}
    (one,) = value("club", "people")["people"]
    assert (one["revoked"], one["roles"]) == (True, {})
    assert "--undo" in run("club", "role", "ridge", "anna", "blue", code=2).stderr
    run("club", "revoke", "anna", "--undo")
    run("club", "role", "ridge", "anna", "blue")


def test_who_sees_a_game_and_its_time_limits(run: Run, ridge: str, value: Any) -> None:
    assert value("club", "show", "ridge") == {"game": "ridge", "shown": "public", "hours": 0, "remind": 0}
    run("club", "show", "ridge", "--private", "--hours", "72")
    assert value("club", "show", "ridge", "--remind", "48") == {
        "game": "ridge", "shown": "private", "hours": 72, "remind": 48,
    }  # fmt: skip


def test_an_invitation_to_a_game_says_as_what(run: Run, ridge: str) -> None:
    assert "go together" in run("club", "invite", "--game", "ridge", code=2).stderr
    assert "nobody has the login" in run("club", "invite", "--login", "nobody", code=2).stderr


def test_every_example_of_it_can_be_typed(run: Run, anna: str) -> None:
    from cli.commands.club import club
    from tests.cli.test_examples import examples, type_in

    commands = list(club.commands.values())
    typed = [one for command in (club, *commands) for one in examples(command)]
    assert len(typed) >= 10
    for example in sorted(typed, key=lambda one: "revoke" in one):
        if "--login" not in example:
            type_in(run, example)


def test_what_a_host_types_is_as_printed(run: Run) -> None:
    from tests.cli.conftest import ROOT
    from tests.cli.test_examples import type_in

    page = (ROOT / "docs" / "service.md").read_text("utf-8").partition("## A club's installation")[2]
    typed = [line.removeprefix("$ ") for line in page.splitlines() if line.startswith("$ refight ")]
    assert len(typed) == 4
    for line in typed:
        type_in(run, line)
