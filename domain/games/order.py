"""Giving an order: what was asked for is read, looked over, decided by the rules, and kept."""

from __future__ import annotations

from contextlib import suppress

from domain.games.ask import Ask, Played, Ready, check_cards, readied, seen_of
from domain.games.games import Games, NoSeed, OpenSeed
from domain.games.rehearse import answers_first
from domain.games.seat import Seat
from domain.games.settings import check_dice, takes_turns_at_dice
from domain.games.sight import is_open
from domain.games.waiting import ShareNotHere, carried_out, check_none_waits, made_together, set_down
from domain.kernel.chance import Chance, NoSuchFace
from domain.kernel.errors import LogConflict, RefightError, TapeMismatch
from domain.kernel.facts import Side
from domain.kernel.play import Recorded
from domain.kernel.shares import is_shared
from domain.log.entry import Entry
from domain.log.gamelog import Line

AGAIN = 5  # times that an order is decided anew because others were first, whose giver expects no particular head

# Whether an order comes to these may hang on what its giver does not see.
_HANGS_ON_DICE = (TapeMismatch, NoSuchFace, NoSeed, OpenSeed, ShareNotHere)


class TooEarly(TapeMismatch):
    """Dice came with an order that somebody must answer before they are rolled."""

    def __init__(self, message: str, first: Side = "") -> None:
        super().__init__(message)
        self.first = first


def give(games: Games, ask: Ask, chance: Chance | None = None, seat: Seat | None = None) -> Played:
    """All of it or nothing.

    Without dice and cards of its own the order takes them from `chance`, or else rolls fair ones. Whoever gives many
    orders keeps a `seat`: then it is given in the position known there, or not at all.
    """
    if seat is not None:
        return _given(games, ask, chance, seat)
    line = games.live_line(ask.ref)
    if chance is None:
        with games.at_hand(line) as seat:
            found = _given_unless_stale(games, ask, line, seat) if seat is not None else None
        if found is not None:
            return found
    for _ in range(AGAIN if ask.expected is None and chance is None else 0):
        with suppress(LogConflict), games.playing(line) as seat:
            return _given(games, ask, None, seat)
    with games.playing(line) as seat:
        return _given(games, ask, chance, seat)


def _given_unless_stale(games: Games, ask: Ask, line: Line, seat: Seat) -> Played | None:
    """None if the position was not the newest any more: then nothing of the order was stored."""
    known = seat.head
    try:
        return _given(games, ask, None, seat)
    except RefightError:
        if games.log.head(line) == known:
            raise
        games.heads.contest(line.own.stream)
        return None


def _given(games: Games, ask: Ask, chance: Chance | None, seat: Seat) -> Played:
    ready = readied(games, ask, seat)
    head = ready.seat.head.number
    check_none_waits(games, ready.line, ready.seat.state.core)
    try:
        check_cards(games, ask, ready)
        entries = _carried_out(games, ask, ready, ask.entered or chance)
    except _HANGS_ON_DICE as error:
        if is_open(games, ready.line, ask.viewer):
            raise _told_who_is_first(games, ask, ready, error) from None
        entries = set_down(games, ask, ready.order, head)
    shown = seen_of(ask, entries)
    facts = [Recorded(entry.fact, entry.to) for entry in shown]
    return Played(ready.line, ready.order, facts, shown, entries[-1].number, ready.price)


def _carried_out(games: Games, ask: Ask, ready: Ready, chance: Chance | None) -> list[Entry]:
    started = ready.line.started
    if takes_turns_at_dice(started) and (ask.entered or chance is None):
        return carried_out(games, ask, ready.order, ready.seat.head.number)
    check_dice(started, chance)
    if is_shared(ready.line.commitments):
        return made_together(games, ask, ready.order, ready.seat.head.number)
    return games.order(ask.ref, ask.by, ready.order, chance, ready.seat)


def _told_who_is_first(games: Games, ask: Ask, ready: Ready, error: RefightError) -> RefightError:
    if not isinstance(error, TapeMismatch):
        return error
    first = answers_first(games, ready.line, ask.by, ready.order)
    return TooEarly(str(error), first) if first else error
