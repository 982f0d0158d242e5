"""Pages of recorded games, each made once for all tests that only look at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from domain.gamelog import GameLog
from domain.games import Games
from rules import SYSTEMS
from tests.page.played import Made, Pages, page_data, recorded


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    made: dict[str, Made] = {}
    with ExitStack() as open_logs:

        def find(name: str) -> Made:
            if name not in made:
                path = tmp_path_factory.mktemp("page") / "games.db"
                games = Games(open_logs.enter_context(GameLog(str(path), SYSTEMS)))
                line = recorded(games, name)
                made[name] = Made(games, line, page_data(games))
            return made[name]

        yield find
