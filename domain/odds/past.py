"""Every roll that was decided in a game, and what might have come of it instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from domain.games.audit import Progress
from domain.games.games import Games
from domain.games.groups import groups
from domain.kernel.chance import TapeChance
from domain.kernel.copying import copier
from domain.kernel.errors import RefightError
from domain.kernel.facts import CardDrawn, DiceRolled, Fact, GameEnded, LossTaken, OrderGiven, PointsScored, Side
from domain.kernel.play import carry_out, facts_of, fold
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.odds.ends import Upshot, change
from domain.odds.explore import Plan, explore
from domain.odds.tree import ToTry
from domain.words.orders import format_order
from domain.words.phrases import phrase, word
from domain.words.tell import tell

LUCK = (DiceRolled, CardDrawn)
COUNTED = (LossTaken, PointsScored, GameEnded)
BUDGET, SAMPLES = 1_500, 250  # of one order: a game has hundreds


class Weighed(NamedTuple):
    """An order with dice or cards: what became of it, and how likely every other change was."""

    entry: int
    turn: int
    by: Side
    order: str
    came: str  # the losses, points and end that came of it, in words; empty: none
    throws: tuple[DiceRolled, ...]
    change: Upshot
    spread: Mapping[Upshot, Fraction]
    samples: int  # 0: counted


class Unweighed(NamedTuple):
    """Losses that came, or went, where no dice or cards were weighed; in the order of the sides."""

    order: str  # its kind; empty: set down by hand
    losses: tuple[int, ...]


class Past(NamedTuple):
    sides: tuple[Side, ...]
    entries: int
    decided: tuple[Weighed, ...]
    skipped: tuple[int, ...]  # entries of orders that the rules decide otherwise, or that were cut short
    unweighed: tuple[Unweighed, ...] = ()
    due: tuple[int, ...] = ()  # losses that are decided, and yet to be taken in the end
    stopped: int | None = None  # by Ctrl-C, at this entry: orders behind it were not tried


class _Tried(NamedTuple):
    """An order, or entries that follow from none."""

    first: int
    last: int
    has_luck: bool
    decided: Weighed | None
    unweighed: Unweighed
    due: tuple[int, ...]


def past(games: Games, ref: Ref, progress: Progress | None = None, *, may_stop: bool = False) -> Past:
    """All orders of a line up to an entry, each tried on the position it was given in.

    If it may stop, Ctrl-C ends it with the orders tried until then; but if there are none, it ends more than that.
    """
    line = games.line(ref)
    upto = games.entry_number(line, ref.entry)
    tried: list[_Tried] = []
    stopped = False
    try:
        for one in _tried(games, line, upto, progress):
            tried.append(one)  # noqa: PERF402  what was tried must be there when it is stopped
    except KeyboardInterrupt:
        stopped = may_stop and any(one.decided for one in tried)
        if not stopped:
            raise
    return Past(
        sides=line.started.sides, entries=upto, decided=tuple(one.decided for one in tried if one.decided),
        skipped=tuple(one.first for one in tried if one.has_luck and not one.decided),
        unweighed=tuple(one.unweighed for one in tried if not one.decided and any(one.unweighed.losses)),
        due=tried[-1].due if tried else (),
        stopped=tried[-1].last if stopped else None,
    )  # fmt: skip


def _tried(games: Games, line: Line, upto: int, progress: Progress | None) -> Iterator[_Tried]:
    state, names = games.initial(line), games.names(line)
    for group in groups(games.log.each_entry(line, 0, upto)):
        first, last, has_luck = group[0].number, group[-1].number, _has_luck(group)
        beat, lost = partial(_beat, progress, first, upto), _lost(line.system, state)
        decided = _decided(line.system, state, group, names, beat) if has_luck else None
        fold(line.system, state, [entry.fact for entry in group])
        now = _lost(line.system, state)
        unweighed = Unweighed(_kind(group), tuple(b - a for a, b in zip(lost, now, strict=True)))
        yield _Tried(first, last, has_luck, decided, unweighed, _due(state, now))
        if progress:
            progress(last, upto)


def _lost(system: System[Any], state: Any) -> tuple[int, ...]:
    losses = system.book.losses(state)
    return tuple(losses[side] for side in state.core.sides)


def _due(state: Any, lost: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(all - state.core.losses.get(side, 0) for all, side in zip(lost, state.core.sides, strict=True))


def _kind(group: Sequence[Entry]) -> str:
    given = group[0].fact
    return type(given.order).__name__ if isinstance(given, OrderGiven) else ""


def _beat(progress: Progress | None, entry: int, upto: int, *_done: int) -> None:
    """While one order is tried: no further, but still at work."""
    if progress:
        progress(entry, upto)


def _has_luck(group: Sequence[Entry]) -> bool:
    return isinstance(group[0].fact, OrderGiven) and any(isinstance(entry.fact, LUCK) for entry in group)


def _decided(
    system: System[Any], state: Any, group: Sequence[Entry], names: Mapping[str, str], beat: Progress
) -> Weighed | None:
    """None where the rules do not give what was recorded: then there is nothing to measure it by."""
    given = group[0].fact
    assert isinstance(given, OrderGiven)
    facts = [entry.fact for entry in group]
    after = copier(system)(state)
    try:
        # Not given: an order that stands in the log is decided again, on the dice that fell.
        told = carry_out(system, after, given.by, given.order, TapeChance(facts))
    except RefightError:
        return None
    if facts_of(told) != facts:
        return None
    plan = Plan(budget=BUDGET, samples=SAMPLES, totals=False, progress=beat)
    found = explore(system, state, [ToTry(given.by, given.order)], plan)
    came = _came(system, copier(system)(state), after, facts, names)
    return Weighed(
        entry=group[0].number, turn=state.core.turn, by=given.by, order=format_order(given.order),
        came="; ".join(came), throws=tuple(fact for fact in facts if isinstance(fact, DiceRolled)),
        change=change(system, state, after), spread=found.ends.changes(), samples=found.samples,
    )  # fmt: skip


def _came(
    system: System[Any], state: Any, after: Any, facts: Sequence[Fact], names: Mapping[str, str]
) -> Iterator[str]:
    """What came of the dice: not what was lost before them, and also what is yet to be taken for them."""
    first = next(i for i, fact in enumerate(facts) if isinstance(fact, LUCK))
    before = fold(system, state, facts[:first])
    yield from (tell(system, fact, names) for fact in facts[first:] if isinstance(fact, COUNTED))
    owed, owes = (_due(one, _lost(system, one)) for one in (before, after))
    for side, then, now in zip(state.core.sides, owed, owes, strict=True):
        if now > then:
            yield phrase("losses to take off: {0} {1}", word(side), now - then)
