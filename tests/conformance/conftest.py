"""One game at random of each scenario, played once for all tests that only look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.packs import Pack
from domain.kernel.system import System
from tests.conformance.played import Kept, Played
from tests.once import once

Find = Callable[[System[Any], Pack, str], Played]


@pytest.fixture(scope="session")
def games_at_random(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Find]:
    found: dict[tuple[str, str, str], Played] = {}

    def find(system: System[Any], pack: Pack, scenario: str) -> Played:
        key = system.key, pack.name, scenario
        if key not in found:
            folder = tmp_path_factory.mktemp("random")
            kept = once(f"at random {key}", lambda: _of_some_length(folder, system, pack, scenario))
            found[key] = Played(system, folder / "again.db", kept)
        return found[key]

    yield find
    for game in found.values():
        game.close()


def _of_some_length(folder: Path, system: System[Any], pack: Pack, scenario: str) -> Kept:
    """Chance ends many a game before anything has happened."""
    for seed in range(100):
        with closing(Played.new(folder, system, pack, scenario, seed)) as game:
            game.to_the_end(60)
            if len(game.given) >= 25:
                return game.kept()
    pytest.fail("no random game lasts 25 orders")


@pytest.fixture
def played(games_at_random: Find, system: System[Any], pack: Pack, scenario: str) -> Played:
    """To be looked at only: other tests look at the same."""
    return games_at_random(system, pack, scenario)


@pytest.fixture
def own(played: Played, tmp_path: Path) -> Iterator[Played]:
    """The same game, for a test that goes on with it or branches it."""
    with closing(Played(played.system, tmp_path / "own.db", played.kept())) as twin:
        yield twin
