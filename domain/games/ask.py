"""What somebody asks for: an order read, its names turned into ids, of a side that plays, at a head that is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from domain.games.games import Games
from domain.games.hearing import heard
from domain.games.seat import Seat
from domain.games.sight import can_see, is_open
from domain.games.terms import known_side
from domain.kernel.chance import EnteredChance
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput
from domain.kernel.facts import CardDrawn, Fact, Order, Side
from domain.kernel.play import Recorded, carry_out
from domain.kernel.reasons import Reason
from domain.kernel.system import System
from domain.log.entry import Entry
from domain.log.gamelog import Line
from domain.log.refs import Ref
from domain.words.names import with_ids
from domain.words.orders import parse_fact, parse_order

T = TypeVar("T", Entry, Recorded)
NOBODY: Mapping[str, str] = MappingProxyType({})


class Ask(NamedTuple):
    """An order as it comes in: typed, or made by a program."""

    ref: Ref
    by: Side
    order: str | Order
    dice: Sequence[int] = ()
    cards: Sequence[str] = ()
    expected: int | None = None  # the last entry as the giver knows it; None: whichever it is
    viewer: Side | None = None  # whose eyes it is for; None: the table itself, which sees all and names any card
    share: str = ""  # of its giver, of dice that all make together, where it does not lie here
    stands: bool = False  # without that share it is recorded all the same, and waits for it

    @property
    def entered(self) -> EnteredChance | None:
        """The dice and cards that came with it, if any did."""
        return EnteredChance(self.dice, self.cards) if self.dice or self.cards else None


class Played(NamedTuple):
    """What came of an order, as far as the one it is for may see it."""

    line: Line
    order: Order
    facts: Sequence[Recorded]
    entries: Sequence[Entry]  # the same as they are kept; none of a rehearsal
    head: int  # the last entry now
    price: Reason | None = None  # of the way that was found for the giver


class Ready(NamedTuple):
    """An order that only the rules can still refuse, and where it is to be given."""

    line: Line
    order: Order
    seat: Seat
    price: Reason | None = None


class HiddenCards(BadInput):
    """Cards were named that not everyone may see."""


def meant(system: System[Any], text: str, names: Mapping[str, str] = NOBODY) -> Order:
    """An order as it was typed, with the ids that names stand for; all that can be said of one without a game."""
    return with_ids(parse_order(system, text), names)


def meant_fact(system: System[Any], text: str, names: Mapping[str, str] = NOBODY) -> Fact:
    return with_ids(parse_fact(system, text), names)


def readied(games: Games, ask: Ask, seat: Seat | None = None) -> Ready:
    """Whatever is wrong with an order before any rule is asked. A seat that is kept need not be read again."""
    line = games.line(ask.ref)
    known_side(line, ask.by)
    seat = seat or games.table(games.live_line(ask.ref))
    seat.check_head(ask.ref, ask.expected)
    if isinstance(ask.order, Order):
        return Ready(line, ask.order, seat)
    found = heard(line.system, seat.state, ask.by, ask.order, games.names(line))
    return Ready(line, found.order, seat, found.price)


def check_cards(games: Games, ask: Ask, ready: Ready) -> None:
    """Whoever names cards learns which are in the pile, and chooses what is drawn: they must be for all to see.

    As far as nothing is hidden the order is tried, and refused here as it would be there.
    """
    if not ask.cards or ask.viewer is None:
        return
    system, state = ready.line.system, copier(ready.line.system)(ready.seat.state)
    probes = (CardDrawn(by=ask.by, deck=deck, card="", source="entered") for deck in state.core.decks)
    is_seen = all(system.sight.seen_by(state, probe) is None for probe in probes)
    if is_seen and (state.core.decks or is_open(games, ready.line, ask.viewer)):
        made = carry_out(system, state, ask.by, ready.order, EnteredChance(ask.dice, ask.cards))
        is_seen = all(item.to is None for item in made if isinstance(item.fact, CardDrawn))
    else:  # without a deck any card is one too many, and that it is would tell how far the order came
        is_seen = False
    if not is_seen:
        raise HiddenCards("cards that not everyone may see are drawn from the pile, not named")


def seen_of(ask: Ask, items: Iterable[T]) -> list[T]:
    """Of what came of it, what the one it is for may see."""
    return [item for item in items if can_see(ask.viewer, item.to)]
