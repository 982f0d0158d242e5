"""What odds and luck ask of every system: that between two steps of its rules nothing but the position counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from domain.games.groups import groups
from domain.kernel.chance import TapeChance
from domain.kernel.copying import copier, digest
from domain.kernel.facts import CardDrawn, DiceRolled, OrderGiven
from domain.kernel.play import Roll, carry_out, facts_of, fold
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.odds.ends import Ends, change
from domain.odds.explore import Plan, explore
from domain.odds.script import AskedOf, DiceAsked, Script, throws
from domain.odds.tree import Knot, TooMany, ToTry, Tree, root
from domain.words.looking import seen
from domain.words.tell import tell
from tests.conformance.played import EVERY, Played
from tests.replay_fixtures import FIXTURES, RecordedGame

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
        tree = Tree(played.system, [ToTry(given.by, given.order)], budget=0, together=False)
        luck = StepByStep(e.fact for e in group)
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
def test_throws_that_the_rules_take_alike_change_the_same(played: Played) -> None:
    """Each by itself or one of a kind: the same changes with the same chances."""
    for state, given in tried(played):
        apart, together = Ends(played.system, state), Ends(played.system, state)
        try:
            Tree(played.system, [given], 600, together=False).grow(state, apart)
        except TooMany:
            continue
        Tree(played.system, [given], 600).grow(state, together)
        assert together.changes() == apart.changes()


RECORDED = [
    *(FIXTURES / "longstreet_lite" / f"{name}.transcript" for name in ("brawners-farm", "railroad-cut-us")),
    FIXTURES / "gettysburg" / "first-of-july.transcript",
]
THROWS = 216  # of a kind are all tried; of more, so many


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_every_throw_of_a_kind_comes_to_the_same(path: Path, recorded_game: RecordedGame) -> None:
    """What follows of it, what is seen, who is asked, and all that is told but for its numbers."""
    games, line = recorded_game(path)
    state, kinds = games.initial(line), Counter[str]()
    for group in groups(games.log.entries(line)):
        given = group[0].fact
        rolled = [e.fact.why.key for e in group if isinstance(e.fact, DiceRolled)]
        if isinstance(given, OrderGiven) and any(kinds[why] < OF_A_KIND for why in rolled):
            kinds.update(rolled)
            tree = Tree(line.system, [ToTry(given.by, given.order)], budget=0)
            node = root(state)
            while node.goes_on:
                node = stepped(tree, node, line.system)
        fold(line.system, state, [entry.fact for entry in group])
    assert kinds


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_what_is_forgotten_matters_to_no_order_that_follows(path: Path, recorded_game: RecordedGame) -> None:
    games, line = recorded_game(path)
    state, forgotten = games.initial(line), 0
    for group in groups(games.log.entries(line)):
        given, facts = group[0].fact, [entry.fact for entry in group]
        if isinstance(given, OrderGiven):
            bare = copier(line.system)(state)
            for forget in line.system.book.forgets:
                forget(bare)
            forgotten += bare != state
            assert facts_of(carry_out(line.system, bare, given.by, given.order, TapeChance(facts))) == facts
        fold(line.system, state, facts)
    assert bool(forgotten) == bool(line.system.book.forgets)


def stepped(tree: Tree, node: Knot, system: System[Any]) -> Knot:
    """One step on the middle kind of each throw, after every throw of every kind was tried."""
    answers: tuple[Any, ...] = ()
    while True:
        try:
            return tree.step(node, Script(answers))
        except AskedOf as asked:
            if isinstance(asked, DiceAsked) and asked.alike:
                compared(tree, node, system, answers, asked)
            ways = asked.kinds()
            answers = (*answers, ways[len(ways) // 2].answer)


def compared(tree: Tree, node: Knot, system: System[Any], answers: tuple[Any, ...], asked: DiceAsked) -> None:
    assert asked.alike
    found: dict[object, list[Any]] = {}
    for faces in islice(throws(asked.count, asked.sides), 0, None, max(1, asked.sides**asked.count // THROWS)):
        found.setdefault(asked.alike(Roll(faces)), []).append(meaning(tree, node, system, (*answers, faces)))
    for kind, meanings in found.items():
        assert all(one == meanings[0] for one in meanings), (kind, asked.count, asked.sides)


def meaning(tree: Tree, node: Knot, system: System[Any], answers: tuple[Any, ...]) -> Any:
    try:
        leaf = tree.step(node, Script(answers))
    except AskedOf as more:
        return type(more), more.many
    core = leaf.state.core
    told = [re.sub(r"\d+", "", tell(system, item.fact)) for item in leaf.story if not isinstance(item.fact, DiceRolled)]
    board = seen(system, leaf.state, None)
    return leaf.goes_on, change(system, node.state, leaf.state), core.phase, core.pending, board, told
