"""Positions in which an order can be tried: at any entry that ends an order, or before one that was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from domain.games.games import Games
from domain.kernel.chance import TapeChance
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, RefightError
from domain.kernel.facts import DiceRolled, Fact, OrderGiven
from domain.kernel.play import fold, run
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.refs import Ref
from domain.odds.script import Trial
from domain.odds.tree import ToTry


class Happened(NamedTuple):
    """What really followed: the position after the order, and the total of its dice."""

    state: Any
    alike: Any  # the same, with the first of the throws that the rules take for those that fell
    total: int


class Moment(NamedTuple):
    ref: str
    system: System[Any]
    state: Any
    names: Mapping[str, str]
    happened: Happened | None = None


def moment(games: Games, ref: Ref) -> Moment:
    """The position at an entry, or at the head."""
    found = games.position(ref)
    here, *then = games.log.entries(found.line, found.number - 1, found.number + 1)
    if then and _belong(here, then[0]):
        before = games.before_order(found.line, found.number)
        raise BadInput(f"entry {found.number} lies in the midst of an order, which begins after entry {before}")
    return Moment(str(ref._replace(entry=found.number)), found.line.system, found.state, games.names(found.line))


def recorded(games: Games, ref: Ref) -> tuple[Moment, ToTry]:
    """The order that an entry belongs to, and the position it was given in."""
    line = games.line(ref)
    number = games.entry_number(line, ref.entry)
    entry = games.log.entry(line, number)
    before = games.before_order(line, number)
    order = [one.fact for one in takewhile(partial(_belong, entry), games.log.each_entry(line, before))]
    given = order[0]
    if not isinstance(given, OrderGiven):
        raise BadInput(f"entry {number} follows from no order; name an order to try there")
    found = moment(games, ref._replace(entry=before))
    after = fold(line.system, copier(line.system)(found.state), order)
    alike = _decided_alike(found, given, order) or after
    for state in (after, alike):
        state.core.fair_dice = found.state.core.fair_dice  # how many fair dice were rolled is no part of the outcome
    total = sum(sum(fact.faces) for fact in order if isinstance(fact, DiceRolled))
    return found._replace(happened=Happened(after, alike, total)), ToTry(given.by, given.order)


def _decided_alike(at: Moment, given: OrderGiven[Any], order: Sequence[Fact]) -> Any:
    """As odds try it; None where the rules do not decide it so any more."""
    play = Trial(at.system, copier(at.system)(at.state), given.by, given.order, TapeChance(order))
    with suppress(RefightError):
        run(play)
        return play.state
    return None


def _belong(one: Entry, other: Entry) -> bool:
    """To the same order."""
    return (one.order_no, one.line) == (other.order_no, other.line)
