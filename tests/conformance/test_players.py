"""What the automatic players of every system are held to: legal orders only, and games that end."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.games.games import Games
from domain.kernel.chance import SeededChance
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out
from domain.kernel.player import Choose, due
from domain.kernel.system import System
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.conformance.played import MAX_ORDERS
from tests.shipped import shipped_packs

SEEDS = {"careful": 1, "rollout": 3}  # games of each
LOOKS = 150  # orders from one close look to the next


class Case(NamedTuple):
    system: System[Any]
    pack: Pack
    scenario: str
    manner: str
    options: tuple[str, ...] = ()

    @property
    def choose(self) -> Choose:
        assert self.system.player is not None
        choose: Choose = getattr(self.system.player(), self.manner)
        return choose

    def start(self, folder: Path) -> Any:
        with GameLog(str(folder / "game.db"), SYSTEMS) as log:
            games = Games(log)
            return games.initial(games.new(self.system, self.scenario, "game", self.pack, options=self.options))


def _plain(system: System[Any]) -> tuple[str, ...]:
    """The optional rules that are only on or off."""
    return tuple(name for name, option in system.book.options.items() if option.values is None)


def _cases() -> Iterator[Case]:
    """The cheap one with all optional rules too."""
    for system in (system for system in SYSTEMS.values() if system.player is not None):
        for pack in shipped_packs(system.key):
            for scenario in system.sheets.scenarios(pack):
                yield Case(system, pack, scenario, "careful")
                yield Case(system, pack, scenario, "rollout")
                yield Case(system, pack, scenario, "rollout", _plain(system))


CASES = [
    pytest.param(case, id=f"{case.system.key}-{case.scenario}-{case.manner}{'-options' * bool(case.options)}")
    for case in _cases()
]


@pytest.mark.parametrize("case", CASES)
def test_every_order_is_legal_and_every_game_ends(case: Case, tmp_path: Path) -> None:
    start = case.start(tmp_path)
    for seed in range(SEEDS[case.manner]):
        state, chance = copy.deepcopy(start), SeededChance(seed)
        for given in range(MAX_ORDERS):
            decided = due(case.choose, state, state.core.sides)
            if decided is None:
                break
            if given % LOOKS == 0:
                assert_thought_is_pure(case, state)
            carry_out(case.system, state, *decided, chance)
        assert state.core.ended is not None, f"game {seed} stands still, or does not end"


def assert_thought_is_pure(case: Case, state: Any) -> None:
    """To think changes nothing, and what is thought depends on nothing but the position."""
    before = msgspec.msgpack.encode(state)
    thoughts = [case.choose(state, side) for side in state.core.sides]
    assert msgspec.msgpack.encode(state) == before
    twin = msgspec.msgpack.decode(before, type=case.system.state)
    assert [case.choose(twin, side) for side in twin.core.sides] == thoughts
