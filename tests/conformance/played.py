"""Games of every registered system played at random, and of Mill Bridge, the toy."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from domain.games.games import Games
from domain.kernel.chance import SeededChance
from domain.kernel.chapter import Choice
from domain.kernel.packs import Pack
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests import mill_bridge
from tests.shipped import shipped_packs

CASES = [
    pytest.param(system, pack, scenario, id=f"{system.key}-{pack.name}-{scenario}")
    for system, packs in [
        (mill_bridge.SYSTEM, [mill_bridge.PACK]),
        *((system, shipped_packs(system.key)) for system in SYSTEMS.values()),
    ]
    for pack in packs
    for scenario in system.sheets.scenarios(pack)
]
EVERY = pytest.mark.parametrize(("system", "pack", "scenario"), CASES)
MAX_ORDERS = 6000


class Played:
    """A game played at random to its end, with everything worth checking on the way."""

    def __init__(self, tmp_path: Path, system: System[Any], pack: Pack, scenario: str, seed: int) -> None:
        self.system = system
        self.log = GameLog(str(tmp_path / f"{seed}.db"), {system.key: system})
        self.games = Games(self.log)
        self.line = self.games.new(system, scenario, "game", pack)
        self.rng = random.Random(seed)
        self.table = self.games.table(self.line)
        self.chance = SeededChance(seed)
        self.given: list[Choice] = []

    def choices(self) -> list[Choice]:
        return list(self.system.book.choices(self.table.state))

    def step(self) -> None:
        choice = picked(self.rng, self.choices())
        self.given.append(choice)
        self.table.order(choice.by, choice.order, self.chance, at=1)

    def copied(self, path: Path) -> Played:
        """The same game in a log of its own, free to be gone on with."""
        with closing(sqlite3.connect(self.log.store.url)) as old, closing(sqlite3.connect(path)) as new:
            old.backup(new)
        twin = copy(self)
        twin.log = GameLog(str(path), self.log.systems)
        twin.games = Games(twin.log)
        twin.line = twin.log.line(self.line.game)
        twin.table = twin.games.table(twin.line)
        return twin

    def to_the_end(self, limit: int = MAX_ORDERS) -> None:
        while self.table.state.core.ended is None and len(self.given) < limit:
            self.step()


def picked(rng: random.Random, choices: list[Choice]) -> Choice:
    """Any kind of order first, then any of that kind: ten thousand moves must not drown the word that ends a phase."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(type(choice.order).__name__, []).append(choice)
    return rng.choice(kinds[rng.choice(sorted(kinds))])
