"""What odds and luck ask of every system: that between two steps of its rules nothing but the position counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from domain.games.groups import groups
from domain.kernel.chance import TapeChance
from domain.kernel.copying import copier, digest
from domain.kernel.facts import CardDrawn, DiceRolled, OrderGiven
from domain.kernel.play import facts_of, fold
from domain.log.entry import Entry
from domain.odds.explore import Plan, explore
from domain.odds.tree import ToTry, Tree, root
from tests.conformance.played import EVERY, Played

OF_A_KIND = 2  # orders with dice tried, of each kind


class StepByStep(TapeChance):
    """A tape that is not used up by the first step."""

    def finish(self) -> None:
        pass


def orders(played: Played) -> Iterator[tuple[Any, list[Entry]]]:
    """Each order of a game, with the position before it."""
    state = played.games.initial(played.line)
    for group in groups(played.log.entries(played.line, 0, played.table.head.number)):
        if isinstance(group[0].fact, OrderGiven):
            yield state, group
        fold(played.system, state, [entry.fact for entry in group])


@EVERY
def test_orders_taken_step_by_step_on_copies_give_what_was_recorded(played: Played) -> None:
    for state, group in orders(played):
        given, before = group[0].fact, digest(state)
        assert isinstance(given, OrderGiven)
        tree, luck = Tree(played.system, [ToTry(given.by, given.order)], budget=0), StepByStep(e.fact for e in group)
        node = root(state)
        while node.goes_on:
            node = tree.step(node, luck)
        assert facts_of(node.story) == [entry.fact for entry in group]
        assert digest(state) == before
        assert copier(played.system)(node.state) == node.state


def tried(played: Played) -> Iterator[tuple[Any, ToTry]]:
    """Orders with dice or cards, a few of each kind."""
    kinds: Counter[str] = Counter()
    for state, group in orders(played):
        given = group[0].fact
        assert isinstance(given, OrderGiven)
        kind = type(given.order).__name__
        if any(isinstance(e.fact, (DiceRolled, CardDrawn)) for e in group) and kinds[kind] < OF_A_KIND:
            kinds[kind] += 1
            yield state, ToTry(given.by, given.order)
    if not kinds:
        pytest.skip("no dice in this game")


@EVERY
def test_the_chances_of_an_order_add_up_to_one(played: Played) -> None:
    for state, given in tried(played):
        found = explore(played.system, state, [given], Plan(budget=80, samples=10))
        assert sum(end.chance for end in found.ends) == 1


@EVERY
def test_throws_that_the_rules_take_alike_lead_to_the_same(played: Played) -> None:
    """Each by itself or one of a kind: as many ways to the same ends, with the same chances."""
    for state, given in tried(played):
        plan = Plan(budget=600, samples=10, totals=False)
        apart = explore(played.system, state, [given], plan)
        together = explore(played.system, state, [given], plan._replace(together=True))
        assert together.ends.changes() == apart.ends.changes()
        assert together.ends.found.keys() == apart.ends.found.keys()
        assert (together.ways, together.samples) == (apart.ways, apart.samples)
