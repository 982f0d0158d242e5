"""Games by the automatic player on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.games.games import Games
from domain.kernel.chance import SeededChance
from domain.kernel.player import Choose, due
from domain.kernel.system import System
from domain.log.refs import Ref


def player_of(system: System[Any], manner: str) -> Choose:
    assert system.player is not None
    choose: Choose = getattr(system.player(), manner)
    return choose


def orders(games: Games, name: str, seed: int, manner: str = "careful") -> Iterator[Any]:
    """Plays the game and yields its state before each order, for whoever wants to look or to stop."""
    table, chance = games.table(games.line(Ref(name))), SeededChance(seed)
    choose = player_of(table.system, manner)
    while table.state.core.ended is None:
        yield table.state
        decided = due(choose, table.state, table.state.core.sides)
        assert decided is not None
        table.order(*decided, chance, at=1)


def to_the_end(games: Games, name: str, seed: int, manner: str = "careful") -> None:
    for _ in orders(games, name, seed, manner):
        pass
