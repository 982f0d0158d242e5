"""An order before it is given: in full, and what its way costs; or refused as it would be."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.ask import Ask, readied
from domain.games.games import Games
from domain.games.seat import Seat, check_turn
from domain.kernel.errors import MalformedOrder
from domain.kernel.facts import Order
from domain.kernel.play import check
from domain.kernel.reasons import Reason
from domain.log.gamelog import Line
from domain.words.orders import format_order, parse_order
from domain.words.tell import say_of
from domain.words.typed import PATH


class Preview(NamedTuple):
    """What would be recorded as somebody's order, and where."""

    line: Line
    order: Order
    seat: Seat
    price: Reason | None = None  # of an order that has a way

    @property
    def text(self) -> str:
        return format_order(self.order)

    @property
    def cost(self) -> str:
        """The price in words; empty: it has none."""
        return say_of(self.line.system).reason(self.price) if self.price is not None else ""

    @property
    def way(self) -> tuple[str, ...]:
        """The steps, where they have a price."""
        return tuple(map(str, getattr(self.order, PATH))) if self.price is not None else ()

    def is_written(self, typed: str) -> bool:
        """Whether the words of its giver are the order itself: nobody was looked up, and nothing was found for him."""
        if typed.split()[:1] != self.text.split()[:1]:
            return False
        try:
            return parse_order(self.line.system, typed) == self.order
        except MalformedOrder:
            return False

    @property
    def told(self) -> str:
        return f"{self.text} ({self.cost})" if self.cost else self.text


def preview(games: Games, ask: Ask, seat: Seat | None = None, *, given_next: bool = False) -> Preview:
    """Nothing of what would come of it is told, since that may hang on dice, or on what is hidden from its giver.

    The rules are asked once where nothing is shown of an order that is given next.
    """
    ready = readied(games, ask, seat)
    system, state = ready.line.system, ready.seat.state
    check_turn(state, ask.by)
    way, found = system.book.asked[type(ready.order)].way, Preview(ready.line, ready.order, ready.seat, ready.price)
    if given_next and way is None and found.price is None and found.is_written(str(ask.order)):
        return found
    check(system, state, ask.by, ready.order)
    if found.price is None and way is not None and getattr(ready.order, PATH):
        return found._replace(price=way.price(state, ask.by, ready.order))
    return found
