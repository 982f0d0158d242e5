"""Games by the automatic player on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.measure import Result, at_least, interleaved
from domain.audit import audit
from domain.chance import SeededChance
from domain.games import Games
from domain.refs import Ref

FACTS_A_SECOND = 5000


def orders(games: Games, name: str, seed: int) -> Iterator[Any]:
    """Plays the game and yields its state before each order, for whoever wants to look or to stop."""
    table, chance = games.table(games.line(Ref(name))), SeededChance(seed)
    player = table.system.player
    assert player is not None
    while table.state.core.ended is None:
        yield table.state
        state = table.state
        side, order = next((s, o) for s in state.core.sides if (o := player(state, s)) is not None)
        table.order(side, order, chance, at=1)


def to_the_end(games: Games, name: str, seed: int) -> None:
    for _ in orders(games, name, seed):
        pass


def audit_bar(games: Games, name: str, work: str, rounds: int) -> Result:
    """The yardstick is the bar itself: an absolute figure."""
    entries = games.log.head(games.line(Ref(name))).number
    report = audit(games, Ref(name))
    assert report.is_clean, report.differences[:1]
    (taken,) = interleaved([lambda: audit(games, Ref(name))], rounds)
    note = f"the yardstick is the bar, 5,000 facts/s; {entries} entries"
    return at_least(work, entries / taken, FACTS_A_SECOND, "facts/s", 1, note)
