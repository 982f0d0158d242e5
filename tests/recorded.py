"""A recorded game turn by turn, for tests that ask what happened in it."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.games.games import Games
from domain.kernel.facts import Fact, PhaseBegan
from domain.log.gamelog import Line


class ByTurn(NamedTuple):
    facts: list[tuple[int, Fact]]  # each with its turn
    after: dict[int, Any]  # the position when a turn is over


def by_turn(games: Games, line: Line) -> ByTurn:
    turn, facts, last_entry = 0, list[tuple[int, Fact]](), dict[int, int]()
    for number, fact in enumerate(games.log.facts(line), start=1):
        turn = fact.turn if isinstance(fact, PhaseBegan) else turn
        facts.append((turn, fact))
        last_entry[turn] = number
    return ByTurn(facts, {turn: games.state(line, number) for turn, number in last_entry.items()})
