"""Every way an order can go: all throws and draws, step by step; equal positions are taken together where they meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from domain.chance import Chance
from domain.copying import copier
from domain.facts import DiceRolled, Order, Side
from domain.kernel import Play, System
from domain.odds.detail import Story
from domain.odds.ends import Ends
from domain.odds.script import Answer, Asked, Script
from domain.ruling import BadInput, IllegalOrder
from domain.table import check_turn

WORK = 700_000_000  # bytes: some twenty seconds on a laptop
RUN = 10_000  # trying a way costs as much as copying so many bytes, and the position comes on top of that
PATIENT = 10_000_000  # ways tried when it may take as long as it takes
HOPELESS = 20  # times the budget: where one way of a step is rarer than that, all of them will not be counted
Progress = Callable[[int, int], None]
ONE = Fraction(1)
_encode = msgspec.msgpack.Encoder().encode


class Given(NamedTuple):
    """An order to try; no side: the one that may give it."""

    by: Side
    order: Order


class TooMany(Exception):
    """More ways than can be tried: they are to be sampled instead."""


@dataclass(slots=True)
class Node:
    """A position between two steps of the rules, where nothing but the position decides how it goes on."""

    state: Any
    chance: Fraction
    likeliest: Fraction  # of the ways that lead here
    story: Story
    at: int = 0  # which order is being carried out
    begun: int = -1  # where its own facts begin in the story; below 0 it is still to be given
    by: Side = ""
    total: int = 0  # of all dice so far
    goes_on: bool = True


def root(state: Any) -> Node:
    return Node(state, ONE, ONE, [])


def allowance(state: Any) -> int:
    """How many ways may be tried from a position: a large one takes longer."""
    return WORK // (RUN + len(_encode(state)))


class Tree:
    """Grows from one position. Its budget is in runs of the rules, not in seconds: every machine answers alike."""

    def __init__(
        self, system: System[Any], given: Sequence[Given], budget: int, progress: Progress | None = None
    ) -> None:
        self.system, self.given, self.budget, self.progress = system, given, budget, progress
        self.copied = copier(system)
        self.runs = self.waiting = 0

    def grow(self, state: Any, ends: Ends) -> None:
        """Finds where the orders lead. `state` stays as it is."""
        level = [root(state)]
        while level:
            self._check(len(level))
            below: dict[tuple[Any, ...], Node] = {}
            for node in level:
                for leaf in self._branches(node):
                    if leaf.goes_on:
                        self._meet(below, leaf, ends)
                        self._check(self.waiting + len(below))  # each of them will be gone on from
                    else:
                        ends.add(leaf.state, leaf.chance, leaf.story, leaf.likeliest, leaf.total)
            level = list(below.values())

    def _meet(self, below: dict[tuple[Any, ...], Node], leaf: Node, ends: Ends) -> None:
        total = leaf.total if ends.by_total else 0
        key = (leaf.at, leaf.begun < 0, leaf.by, total, _encode(leaf.state))
        known = below.setdefault(key, leaf)
        if known is leaf:
            return
        ends.compare(known.story, leaf.story)
        known.chance += leaf.chance
        if leaf.likeliest > known.likeliest:
            known.story, known.begun, known.likeliest = leaf.story, leaf.begun, leaf.likeliest

    def _branches(self, node: Node) -> Iterator[Node]:
        """One step with every luck it can have; each way is tried from the start of the step."""
        waiting: list[tuple[tuple[Answer, ...], Fraction]] = [((), ONE)]
        while waiting:
            answers, chance = waiting.pop()
            self._count(len(waiting))
            try:
                leaf = self.step(node, Script(answers))
            except Asked as asked:
                self._check(len(waiting) + asked.many, asked.many / chance)
                ways = reversed(asked.ways())
                waiting += [((*answers, way.answer), chance * way.chance) for way in ways]
                continue
            leaf.chance, leaf.likeliest = node.chance * chance, node.likeliest * chance
            yield leaf

    def _count(self, waiting: int) -> None:
        self.runs, self.waiting = self.runs + 1, waiting
        if self.progress:
            self.progress(self.runs, self.runs + waiting)

    def _check(self, more: int, rarity: Fraction = ONE) -> None:
        """Gives up early rather than late: how rare the ways of one step become tells how many there are."""
        if self.runs + more > self.budget or rarity > HOPELESS * self.budget:
            raise TooMany

    def step(self, node: Node, luck: Chance, *, is_last: bool = False) -> Node:
        """The next step of the rules, as `domain.kernel.run` takes it; the last use of a node may use it up."""
        if node.begun < 0 and not node.by:
            node.by = self.giver(node.state, node.at)
            if not node.by:
                return replace(node, goes_on=False)
        state = node.state if is_last else self.copied(node.state)
        play = Play(self.system, state, node.by, self.given[node.at].order, luck)
        if node.begun < 0:
            begun = known = len(node.story)
            self.system.decide(play, play.order)
            play.begin()
            goes_on = True
        else:
            begun, known = node.begun, len(node.story)
            play.recorded = node.story[begun:]
            goes_on = self.system.proceed(play)
        luck.finish()
        story = node.story[:begun] + play.recorded
        total = node.total + _thrown(story[known:])
        leaf = Node(state, node.chance, node.likeliest, story, node.at, begun, node.by, total, goes_on)
        if not goes_on and node.at + 1 < len(self.given):
            leaf.at, leaf.begun, leaf.by, leaf.goes_on = node.at + 1, -1, "", True
        return leaf

    def trunk(self, state: Any) -> Node:
        """The last position before anything is left to chance."""
        node = root(state)
        while node.goes_on:
            try:
                node = self.step(node, Script(()))
            except Asked:
                break
        return node

    def giver(self, state: Any, at: int) -> Side:
        """Who gives the next order here; nobody where a later order is not allowed, and the way ends there."""
        wanted = self.given[at].by
        refusals = {side: self._refusal(state, at, side) for side in ((wanted,) if wanted else state.core.sides)}
        allowed = [side for side, refusal in refusals.items() if refusal is None]
        if len(allowed) > 1:
            said = " or ".join(allowed)
            raise BadInput(f"{type(self.given[at].order).__name__} may be ordered by {said}: say by whom")
        if not allowed and at == 0:
            refused = refusals.get(state.core.active) or next(iter(refusals.values()))
            assert refused is not None
            raise refused
        return allowed[0] if allowed else ""

    def _refusal(self, state: Any, at: int, side: Side) -> IllegalOrder | None:
        """The checks alone: they come before all luck."""
        play = Play(self.system, self.copied(state), side, self.given[at].order, Script(()))
        try:
            check_turn(play.state, side)
            self.system.decide(play, play.order)
        except Asked:
            return None
        except IllegalOrder as refusal:
            return refusal
        return None


def _thrown(story: Story) -> int:
    return sum(sum(item.fact.faces) for item in story if isinstance(item.fact, DiceRolled))
