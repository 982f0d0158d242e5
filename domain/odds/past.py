"""Every roll that was decided in a game, and what might have come of it instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from domain.audit import Progress, groups
from domain.chance import TapeChance
from domain.copying import copier
from domain.entry import Entry
from domain.facts import CardDrawn, DiceRolled, GameEnded, LossTaken, OrderGiven, PointsScored, Side
from domain.games import Games
from domain.kernel import System, carry_out, facts_of, fold
from domain.odds.ends import Change, change
from domain.odds.explore import Plan, explore
from domain.odds.tree import Given
from domain.ordertext import format_order
from domain.refs import Ref
from domain.ruling import RefightError
from domain.words import tell

COUNTED = (LossTaken, PointsScored, GameEnded)
BUDGET, SAMPLES = 1_500, 250  # of one order: a game has hundreds


class Decided(NamedTuple):
    """An order with dice or cards: what became of it, and how likely every other change was."""

    entry: int
    turn: int
    by: Side
    order: str
    came: str  # the losses, points and end that came of it, in words; empty: none
    throws: tuple[DiceRolled, ...]
    change: Change
    spread: Mapping[Change, Fraction]
    samples: int  # 0: counted


class Past(NamedTuple):
    sides: tuple[Side, ...]
    entries: int
    decided: tuple[Decided, ...]
    skipped: tuple[int, ...]  # entries of orders that the rules decide otherwise, or that were cut short


def past(games: Games, ref: Ref, progress: Progress | None = None) -> Past:
    """All orders of a line up to an entry, each tried on the position it was given in."""
    line = games.line(ref)
    upto = games.entry_number(line, ref.entry)
    state, entries, names = games.initial(line), games.log.entries(line, 0, upto), games.names(line)
    decided: list[Decided] = []
    skipped: list[int] = []
    for group in groups(entries):
        if _has_luck(group):
            found = _decided(line.system, state, group, names, partial(_beat, progress, group[0].number, upto))
            if found:
                decided.append(found)
            else:
                skipped.append(group[0].number)
        fold(line.system, state, [entry.fact for entry in group])
        if progress:
            progress(group[-1].number, upto)
    return Past(state.core.sides, upto, tuple(decided), tuple(skipped))


def _beat(progress: Progress | None, entry: int, upto: int, *_done: int) -> None:
    """While one order is tried: no further, but still at work."""
    if progress:
        progress(entry, upto)


def _has_luck(group: Sequence[Entry]) -> bool:
    return isinstance(group[0].fact, OrderGiven) and any(
        isinstance(entry.fact, (DiceRolled, CardDrawn)) for entry in group
    )


def _decided(
    system: System[Any], state: Any, group: Sequence[Entry], names: Mapping[str, str], beat: Progress
) -> Decided | None:
    """None where the rules do not give what was recorded: then there is nothing to measure it by."""
    given = group[0].fact
    assert isinstance(given, OrderGiven)
    facts = [entry.fact for entry in group]
    after = copier(system)(state)
    try:
        told = carry_out(system, after, given.by, given.order, TapeChance(facts))
    except RefightError:
        return None
    if facts_of(told) != facts:
        return None
    plan = Plan(budget=BUDGET, samples=SAMPLES, totals=False, progress=beat)
    found = explore(system, state, [Given(given.by, given.order)], plan)
    came = [tell(system, fact, names) for fact in facts if isinstance(fact, COUNTED)]
    return Decided(
        entry=group[0].number, turn=state.core.turn, by=given.by, order=format_order(given.order),
        came="; ".join(came), throws=tuple(fact for fact in facts if isinstance(fact, DiceRolled)),
        change=change(state.core, after.core), spread=found.ends.changes(), samples=found.samples,
    )  # fmt: skip
