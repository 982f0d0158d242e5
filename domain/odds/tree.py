"""Every way an order can go: all throws and draws, step by step; equal positions are taken together where they meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from domain.games.seat import check_turn
from domain.kernel.chance import Chance
from domain.kernel.copying import copier, since
from domain.kernel.errors import BadInput, IllegalOrder
from domain.kernel.facts import DiceRolled, Order, Side
from domain.kernel.play import Play, decide
from domain.kernel.system import System
from domain.odds.detail import Story
from domain.odds.ends import Ends
from domain.odds.script import Answer, AskedOf, Script, Trial, Way

WORK = 700_000_000  # bytes: some twenty seconds on a laptop
RUN = 10_000  # trying a way costs as much as copying so many bytes, and the position comes on top of that
PATIENT = 10_000_000  # ways tried when it may take as long as it takes
HOPELESS = 20  # times the budget: where a step spreads into more ways than that, all of them will not be counted
Progress = Callable[[int, int], None]
ONE = Fraction(1)
_encode = msgspec.msgpack.Encoder().encode


class ToTry(NamedTuple):
    """An order to try; no side: the one that may give it."""

    by: Side
    order: Order


class Tried(NamedTuple):
    """Luck to try: of throws that the rules take alike the first, and the last to learn what is only of the dice."""

    answers: tuple[Answer, ...] = ()
    others: tuple[Answer, ...] = ()
    chance: Fraction = ONE  # of all of them
    spread: int = 1  # how many ways there are to what was asked for until here

    def then(self, way: Way, of: int) -> Tried:
        others = (*self.others, way.other or way.answer)
        return Tried((*self.answers, way.answer), others, self.chance * way.chance, self.spread * of)


class TooMany(Exception):
    """More ways than can be tried: they are to be sampled instead."""


@dataclass(slots=True)
class Knot:
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

    @property
    def before(self) -> Story:
        """What was told before its order."""
        return self.story if self.begun < 0 else self.story[: self.begun]

    @property
    def own(self) -> Story:
        return [] if self.begun < 0 else self.story[self.begun :]


def root(state: Any) -> Knot:
    return Knot(state, ONE, ONE, [])


def allowance(state: Any) -> int:
    """How many ways may be tried from a position: a large one takes longer."""
    return WORK // (RUN + len(_encode(state)))


class Tree:
    """Grows from one position. Its budget is in runs of the rules, not in seconds: every machine answers alike."""

    def __init__(
        self, system: System[Any], given: Sequence[ToTry], budget: int, progress: Progress | None = None,
        *, together: bool = True,
    ) -> None:  # fmt: skip
        self.system, self.given, self.budget, self.progress = system, given, budget, progress
        self.together = together
        self.copied = copier(system)
        self.runs = self.waiting = self.ahead = 0
        self.others: tuple[Answer, ...] = ()  # of the last step: other luck that the rules take alike

    def grow(self, state: Any, ends: Ends) -> None:
        """Finds where the orders lead. `state` stays as it is."""
        level, known_by = [root(state)], since(state)
        while level:
            self._check(len(level))
            below: dict[tuple[Any, ...], Knot] = {}
            for done, node in enumerate(level, 1):
                self.ahead = len(level) - done + len(below)
                for leaf in self._branches(node, ends):
                    if leaf.goes_on:
                        self._meet(below, leaf, ends, known_by(leaf.state))
                        self._check(self.waiting + len(below))  # each of them will be gone on from
                    else:
                        ends.add(leaf.state, leaf.chance, leaf.story, leaf.likeliest, leaf.total)
            level = list(below.values())

    def _meet(self, below: dict[tuple[Any, ...], Knot], leaf: Knot, ends: Ends, position: bytes) -> None:
        total = leaf.total if ends.by_total else 0
        key = (leaf.at, leaf.begun < 0, leaf.by, total, position)
        known = below.setdefault(key, leaf)
        if known is leaf:
            return
        ends.compare(known.story, leaf.story)
        known.chance += leaf.chance
        likely, other = (leaf, known) if leaf.likeliest > known.likeliest else (known, leaf)
        before = ends.shared(likely.before, other.before)
        known.story = before + ends.shared(likely.own, other.own)
        known.begun, known.likeliest = len(before) if leaf.begun >= 0 else -1, likely.likeliest

    def _branches(self, node: Knot, ends: Ends) -> Iterator[Knot]:
        """One step with every luck it can have; each way is tried from the start of the step."""
        waiting = [Tried()]
        while waiting:
            tried = waiting.pop()
            self._count(len(waiting))
            try:
                leaf = self.step(node, Script(tried.answers))
            except AskedOf as asked:
                self._check(len(waiting) + asked.many, tried.spread * asked.many)
                ways = asked.kinds()
                waiting += [tried.then(way, len(ways)) for way in reversed(ways)]
                self._check(len(waiting), tried.spread * len(ways))
                continue
            if tried.others != tried.answers:
                ends.learn(leaf.story, self.step(node, Script(tried.others)).story)
            leaf.chance, leaf.likeliest = node.chance * tried.chance, node.likeliest * tried.chance
            yield leaf

    def _count(self, waiting: int) -> None:
        self.runs, self.waiting = self.runs + 1, waiting
        if self.progress:
            self.progress(self.runs, self.runs + waiting + self.ahead)

    def _check(self, more: int, spread: int = 1) -> None:
        """Gives up early rather than late: how the ways of one step spread tells how many there are."""
        if self.runs + more > self.budget or spread > HOPELESS * self.budget:
            raise TooMany

    def step(self, node: Knot, luck: Chance, *, is_last: bool = False) -> Knot:
        """The next step of the rules, as `domain.kernel.play.run` takes it; the last use of a node may use it up."""
        if node.begun < 0 and not node.by:
            node.by = self.giver(node.state, node.at)
            if not node.by:
                return replace(node, goes_on=False)
        state = node.state if is_last else self.copied(node.state)
        play = Trial(self.system, state, node.by, self.given[node.at].order, luck, together=self.together)
        if node.begun < 0:
            begun = known = len(node.story)
            decide(play)
            play.begin()
            goes_on = True
        else:
            begun, known = node.begun, len(node.story)
            play.recorded = node.story[begun:]
            goes_on = self.system.book.proceed(play)
        luck.finish()
        self.others = tuple(play.others)
        story = node.story[:begun] + play.recorded
        total = node.total + _thrown(story[known:])
        leaf = Knot(state, node.chance, node.likeliest, story, node.at, begun, node.by, total, goes_on)
        if not goes_on and node.at + 1 < len(self.given):
            leaf.at, leaf.begun, leaf.by, leaf.goes_on = node.at + 1, -1, "", True
        return leaf

    def trunk(self, state: Any) -> Knot:
        """The last position before anything is left to chance."""
        node = root(state)
        while node.goes_on:
            try:
                node = self.step(node, Script(()))
            except AskedOf:
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
            decide(play)
        except AskedOf:
            return None
        except IllegalOrder as refusal:
            return refusal
        return None


def _thrown(story: Story) -> int:
    return sum(sum(item.fact.faces) for item in story if isinstance(item.fact, DiceRolled))
