"""Who plays is told by the service only if the host says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.conftest import API, opened
from tests.service.test_api import ok


@pytest.mark.parametrize("told", [False, True])
def test_players_are_named_if_the_host_says_so(tmp_path: Path, told: bool) -> None:
    with opened(tmp_path) as club:
        club.service.names_players = told
        club.new("freeform", "blank", "ridge", players={"blue": "Anna"})
        club.new("freeform", "blank", "other")
        names = {"blue": "Anna"} if told else {}
        assert ok(club.spectator.get(f"{API}/games/ridge"))["players"] == names
        listed = {row["game"]: row["players"] for row in ok(club.spectator.get(f"{API}/games"))}
        assert listed == {"ridge": names, "other": {}}
        for page in ("/", "/games/ridge"):
            assert ("Anna" in club.spectator.get(page).text) is told


def test_serve_takes_the_flag(tmp_path: Path) -> None:
    from cli.commands.serve import planned
    from cli.shell.session import Session

    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge")
    session = Session(db=str(tmp_path / "games.db"), json=False)
    assert [planned(session, players=flag).service(session.games).names_players for flag in (False, True)] == [
        False,
        True,
    ]
    session.games.log.close()
