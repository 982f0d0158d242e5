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
from domain.odds.ends import Ends
from domain.odds.tree import ToTry, Tree
from rules.gettysburg import SYSTEM
from tests.replay_fixtures import FIXTURES, brought_in

BATTLE = "whole-battle-union-last-turn.transcript"
RULES = {"7.4b", "7.6a", "7.6b", "11.3", "11.6a", "12.2", "12.4b", "12.6a", "13.5b", "14.3", "14.4R", "14.7a", "15.4"}
OF_A_KIND = 2
BUDGET = 20_000


class Thrown(NamedTuple):
    """An order and the rules its throws were made by."""

    state: Any
    given: ToTry
    rules: frozenset[str]


def orders(games: Games, file: str) -> Iterator[Thrown]:
    line = brought_in(games, FIXTURES / "gettysburg" / file)
    state = games.initial(line)
    for group in groups(games.entries(Ref(line.game))):
        first = group[0].fact
        rules = frozenset(brief(entry.fact.why).split()[0] for entry in group if isinstance(entry.fact, DiceRolled))
        if isinstance(first, OrderGiven) and rules:
            yield Thrown(state, ToTry(first.by, first.order), rules)
        fold(SYSTEM, state, [entry.fact for entry in group])


def grown(thrown: Thrown, *, together: bool) -> tuple[Ends, int]:
    """Where it leads, and in how many runs of the rules."""
    ends, tree = Ends(SYSTEM, thrown.state), Tree(SYSTEM, [thrown.given], BUDGET, together=together)
    tree.grow(thrown.state, ends)
    return ends, tree.runs


def test_7_2_7_6_11_3_14_3_one_throw_of_a_kind_leads_where_all_of_it_lead(games: Games) -> None:
    kinds: Counter[str] = Counter()
    saved = 0
    for thrown in orders(games, BATTLE):
        if any(kinds[rule] < OF_A_KIND for rule in thrown.rules):
            kinds.update(thrown.rules)
            (together, one), (apart, each) = grown(thrown, together=True), grown(thrown, together=False)
            assert together.changes() == apart.changes()
            assert together.found.keys() == apart.found.keys()
            saved += each - one
    assert kinds.keys() >= RULES
    assert saved > 1_000
