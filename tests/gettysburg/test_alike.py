"""What luck tries once only: throws of which the rules make the same, in the battles that were recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.games.audit import groups
from domain.games.games import Games
from domain.kernel.facts import DiceRolled, OrderGiven
from domain.kernel.play import fold
from domain.kernel.reasons import brief
from domain.log.refs import Ref
from domain.odds.explore import Explored, Plan, explore
from domain.odds.tree import ToTry
from rules.gettysburg import SYSTEM
from tests.replay_fixtures import FIXTURES, imported

BATTLE = "whole-battle-union-last-turn.transcript"
RULES = {"7.4b", "7.6a", "7.6b", "11.3", "11.6a", "12.2", "12.4b", "12.6a", "13.5b", "14.3", "14.4R", "14.7a", "15.4"}
OF_A_KIND = 2
APART = Plan(budget=1_000, samples=10, totals=False)
TOGETHER = APART._replace(together=True)


class Thrown(NamedTuple):
    """An order and the rules its throws were made by."""

    state: Any
    given: ToTry
    rules: frozenset[str]


def orders(games: Games, file: str) -> Iterator[Thrown]:
    line = imported(games, FIXTURES / "gettysburg" / file)
    state = games.initial(line)
    for group in groups(games.entries(Ref(line.game))):
        first = group[0].fact
        rules = frozenset(brief(entry.fact.why).split()[0] for entry in group if isinstance(entry.fact, DiceRolled))
        if isinstance(first, OrderGiven) and rules:
            yield Thrown(state, ToTry(first.by, first.order), rules)
        fold(SYSTEM, state, [entry.fact for entry in group])


def tried(thrown: Thrown, plan: Plan) -> tuple[Explored, int]:
    """With how often the rules were really asked."""
    asked = 0

    def count(_done: int, _of: int) -> None:
        nonlocal asked
        asked += 1

    return explore(SYSTEM, thrown.state, [thrown.given], plan._replace(progress=count)), asked


def test_7_2_7_6_11_3_14_3_one_throw_of_a_kind_leads_where_all_of_it_lead(games: Games) -> None:
    kinds: Counter[str] = Counter()
    saved = 0
    for thrown in orders(games, BATTLE):
        if any(kinds[rule] < OF_A_KIND for rule in thrown.rules):
            kinds.update(thrown.rules)
            (apart, each), (together, one) = tried(thrown, APART), tried(thrown, TOGETHER)
            assert together.ends.changes() == apart.ends.changes()
            assert together.ends.found.keys() == apart.ends.found.keys()
            assert (together.ways, together.samples) == (apart.ways, apart.samples)
            saved += each - one
    assert kinds.keys() >= RULES
    assert saved > 1_000
