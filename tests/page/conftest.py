"""Recorded games and their pages, each made once for all tests that only look at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from domain.gamelog import GameLog, Line
from domain.games import Games
from rules import SYSTEMS
from tests.page.played import Made, Pages, Played, page_data, recorded


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    found: dict[str, tuple[Games, Line]] = {}
    with ExitStack() as open_logs:

        def find(name: str) -> tuple[Games, Line]:
            if name not in found:
                path = tmp_path_factory.mktemp("page") / "games.db"
                games = Games(open_logs.enter_context(GameLog(str(path), SYSTEMS)))
                found[name] = games, recorded(games, name)
            return found[name]

        yield find


@pytest.fixture(scope="session")
def pages(played: Played) -> Pages:
    made: dict[str, Made] = {}

    def find(name: str) -> Made:
        if name not in made:
            games, line = played(name)
            made[name] = Made(games, line, page_data(games))
        return made[name]

    return find
