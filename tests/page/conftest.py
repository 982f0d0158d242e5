"""Recorded games and their pages, each made once for all tests that only look at it."""

from __future__ import annotations

import pytest

from tests.page.played import Made, Pages, Played, page_data
from tests.replay_fixtures import FIXTURES, RecordedGame


@pytest.fixture(scope="session")
def played(recorded_game: RecordedGame) -> Played:
    return lambda name: recorded_game(FIXTURES / name)


@pytest.fixture(scope="session")
def pages(played: Played) -> Pages:
    made: dict[str, Made] = {}

    def find(name: str) -> Made:
        if name not in made:
            games, line = played(name)
            made[name] = Made(games, line, page_data(games))
        return made[name]

    return find
