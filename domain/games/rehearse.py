"""An order tried where nothing is kept: what it would do, and who would have to answer it first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from domain.games.ask import Ask, Played, check_cards, readied, seen_of
from domain.games.games import Games
from domain.games.look import asked
from domain.games.seat import Seat, check_turn
from domain.games.sight import is_open
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import RefightError
from domain.kernel.facts import FrameOpened, Order, Side
from domain.kernel.play import Recorded, carry_out, check
from domain.log.entry import Envelope, Head
from domain.log.gamelog import Line


def rehearse(games: Games, ask: Ask) -> Played:
    """The order carried out at a table that keeps nothing. Never with fair dice: that would be looking ahead.

    Where something is hidden from its giver only the checks are made: what would come of it might tell.
    """
    ready = readied(games, ask)
    check_cards(games, ask, ready)
    if not is_told(games, ready.line, ask):
        check_turn(ready.seat.state, ask.by)
        check(ready.line.system, ready.seat.state, ask.by, ready.order)
        return Played(ready.line, ready.order, (), (), ready.seat.head.number, ready.price)
    seat = Seat(ready.line.system, ready.seat.state, ready.seat.head, _keep_nothing)
    facts = seat.order(ask.by, ready.order, EnteredChance(ask.dice, ask.cards), at=0)
    return Played(ready.line, ready.order, seen_of(ask, facts), (), seat.head.number, ready.price)


def is_told(games: Games, line: Line, ask: Ask) -> bool:
    """Whether its giver may hear what would come of an order."""
    return is_open(games, line, ask.by if ask.viewer is None else ask.viewer)


def _keep_nothing(head: Head, _envelope: Envelope, _items: Sequence[Recorded]) -> Head:
    return head


def answers_first(games: Games, line: Line, by: Side, order: Order) -> Side:
    """Who must answer an order before any dice are rolled for it; empty: nobody."""
    with suppress(RefightError):
        seat = games.table(line)
        told = carry_out(seat.system, seat.state, by, order, EnteredChance())
        if any(isinstance(item.fact, FrameOpened) for item in told):
            return asked(seat.state)
    return ""
