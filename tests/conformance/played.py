"""Games of every registered system played at random, and of Mill Bridge, the toy."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from copy import copy, deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.games.games import Games
from domain.kernel.chance import SeededChance
from domain.kernel.chapter import Choice
from domain.kernel.packs import Pack
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests import mill_bridge
from tests.at_random import by_kind, picked
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


class Kept(NamedTuple):
    """A game at some moment: its log, the orders given, and the luck it goes on with."""

    log: bytes
    given: list[Choice]
    rng: random.Random
    chance: SeededChance


class Played:
    """A game played at random to its end, with everything worth checking on the way."""

    def __init__(self, system: System[Any], path: Path, kept: Kept) -> None:
        """The same as was kept, in a log of its own, free to be gone on with."""
        path.write_bytes(kept.log)
        self.system = system
        self.log = GameLog(str(path), {system.key: system})
        self.games = Games(self.log)
        self.line = self.log.line("game")
        self.table = self.games.table(self.line)
        self.given, self.rng, self.chance = list(kept.given), copy(kept.rng), deepcopy(kept.chance)

    @classmethod
    def new(cls, folder: Path, system: System[Any], pack: Pack, scenario: str, seed: int) -> Played:
        path = folder / f"{seed}-new.db"
        with GameLog(str(path), {system.key: system}) as log:
            Games(log).new(system, scenario, "game", pack)
        return cls(system, folder / f"{seed}.db", Kept(_bytes(path), [], random.Random(seed), SeededChance(seed)))

    def choices(self) -> list[Choice]:
        return list(self.system.book.choices(self.table.state))

    def step(self) -> None:
        choice = picked(self.rng, by_kind(self.choices()))
        self.given.append(choice)
        self.table.order(choice.by, choice.order, self.chance, at=1)

    def kept(self) -> Kept:
        """What another needs to have the same game in a log of its own, free to be gone on with."""
        return Kept(_bytes(Path(self.log.store.url)), self.given, self.rng, self.chance)

    def close(self) -> None:
        self.log.close()

    def to_the_end(self, limit: int = MAX_ORDERS) -> None:
        while self.table.state.core.ended is None and len(self.given) < limit:
            self.step()


def _bytes(path: Path) -> bytes:
    """A log as one file, whatever still lies beside it."""
    whole = path.with_suffix(".whole")
    with closing(sqlite3.connect(path)) as log, closing(sqlite3.connect(whole)) as file:
        log.backup(file)
    found = whole.read_bytes()
    whole.unlink()
    return found
