"""Games of every registered system played at random, and of Mill Bridge, the toy."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from domain.games.games import Games
from domain.kernel.chance import Chance, SeededChance
from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out
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
ORDERS_A_LIST, TRIES = 8, 4
Pick = Callable[[random.Random, Sequence[Choice]], Choice]


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


def refusal_of(system: System[Any], state: Any, side: str, choice: Choice, chance: Chance) -> str | None:
    try:
        carry_out(system, state, side, choice.order, chance)
    except IllegalOrder as refusal:
        return refusal.rule
    return None


def played_on(system: System[Any], state: Any, seed: int, pick: Pick) -> int:
    """The orders given until the end. Listing them costs most: a list serves for some, while orders of it still go;
    any order of a new list must be carried out."""
    rng, chance, listed = random.Random(seed), SeededChance(seed), list[Choice]()
    for given in range(MAX_ORDERS):
        core = state.core
        if core.ended is not None:
            return given
        can = next(iter(system.book.choices(state)), None)
        assert can, f"stuck in {core.phase} of turn {core.turn}, and the game is not over: {core.pending}"
        tries = (pick(rng, listed) for _ in range(TRIES if given % ORDERS_A_LIST else 0))
        if all(refusal_of(system, state, one.by, one, chance) is not None for one in tries):
            listed = list(system.book.choices(state))
            fresh = pick(rng, listed)
            carry_out(system, state, fresh.by, fresh.order, chance)
    return MAX_ORDERS


def picked(rng: random.Random, choices: Sequence[Choice]) -> Choice:
    """Any kind of order first, then any of that kind: ten thousand moves must not drown the word that ends a phase."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(type(choice.order).__name__, []).append(choice)
    return rng.choice(kinds[rng.choice(sorted(kinds))])
