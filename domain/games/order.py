"""Giving an order: what was asked for is read, looked over, decided by the rules, and kept."""

from __future__ import annotations

from domain.games.ask import Ask, Played, Ready, check_cards, readied, seen_of
from domain.games.games import Games
from domain.games.rehearse import answers_first
from domain.games.seat import Seat
from domain.kernel.chance import Chance
from domain.kernel.errors import TapeMismatch
from domain.kernel.facts import Side
from domain.kernel.play import Recorded


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
    ready = readied(games, ask, seat)
    try:
        check_cards(ask, ready)
        entries = games.order(ask.ref, ask.by, ready.order, ask.entered or chance, ready.seat)
    except TapeMismatch as error:
        raise _told_who_is_first(games, ask, ready, error) from None
    shown = seen_of(ask, entries)
    facts = [Recorded(entry.fact, entry.to) for entry in shown]
    return Played(ready.line, ready.order, facts, shown, ready.seat.head.number, ready.price)


def _told_who_is_first(games: Games, ask: Ask, ready: Ready, error: TapeMismatch) -> TapeMismatch:
    first = answers_first(games, ready.line, ask.by, ready.order)
    return TooEarly(str(error), first) if first else error
