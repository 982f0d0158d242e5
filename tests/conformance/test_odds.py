"""What odds and luck ask of every system: that between two steps of its rules nothing but the position counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from domain.audit import groups
from domain.chance import TapeChance
from domain.copying import copier, digest
from domain.entry import Entry
from domain.facts import CardDrawn, DiceRolled, OrderGiven
from domain.kernel import facts_of, fold
from domain.odds.explore import Plan, explore
from domain.odds.tree import Given, Tree, root
from tests.conformance.test_systems import EVERY, Played, played

__all__ = ["played"]
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
        tree, luck = Tree(played.system, [Given(given.by, given.order)], budget=0), StepByStep(e.fact for e in group)
        node = root(state)
        while node.goes_on:
            node = tree.step(node, luck)
        assert facts_of(node.story) == [entry.fact for entry in group]
        assert digest(state) == before
        assert copier(played.system)(node.state) == node.state


@EVERY
def test_the_chances_of_an_order_add_up_to_one(played: Played) -> None:
    kinds: Counter[str] = Counter()
    for state, group in orders(played):
        given = group[0].fact
        assert isinstance(given, OrderGiven)
        kind = type(given.order).__name__
        if any(isinstance(e.fact, (DiceRolled, CardDrawn)) for e in group) and kinds[kind] < OF_A_KIND:
            kinds[kind] += 1
            found = explore(played.system, state, [Given(given.by, given.order)], Plan(budget=80, samples=10))
            assert sum(end.chance for end in found.ends) == 1
    if not kinds:
        pytest.skip("no dice in this game")
