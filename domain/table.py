"""A line being played: the state at its head, orders carried out on it, and every fact kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.chance import Chance
from domain.core import HasCore
from domain.entry import Envelope, Head
from domain.facts import CLERICAL, Fact, Order
from domain.kernel import Recorded, System, carry_out, fold
from domain.refs import UMPIRE
from domain.ruling import BadInput, IllegalOrder, NotFound

SOURCES = ("", "imported", "ruled")  # where an entry comes from; empty: it was played here
Keep = Callable[[Head, Envelope, Sequence[Recorded]], Head]


class Table:
    """Works the same on a stored line and on one that is only being read in: `keep` decides where facts go."""

    def __init__(self, system: System[Any], state: Any, head: Head, keep: Keep) -> None:
        self.system, self.state, self.head, self.keep = system, state, head, keep
        self.spoilt = False  # an order broke off half-way: the state in memory is no longer that of the log

    def order(self, by: str, order: Order, chance: Chance, at: int, source: str = "") -> list[Recorded]:
        """Decide, then keep all facts in one go. Refusals and conflicts store nothing."""
        assert not self.spoilt, "read the line again after an order that broke off"
        check_turn(self.state, by)
        self.spoilt = True
        try:
            recorded = carry_out(self.system, self.state, by, order, chance)
        except IllegalOrder:
            self.spoilt = False
            raise
        self.head = self.keep(self.head, Envelope(self.head.order_no + 1, by, at, source), recorded)
        self.spoilt = False
        return recorded

    def clerk(self, by: str, fact: Fact, at: int, source: str = "") -> None:
        """Notes, rulings and revealed seeds: no rule decides on them."""
        assert isinstance(fact, CLERICAL)
        check_envelope(self.state.core.sides, by, source)
        self.head = self.keep(self.head, Envelope(self.head.order_no + 1, by, at, source), [Recorded(fact)])
        fold(self.system, self.state, [fact])

    def set_straight(self, by: str, items: Sequence[Recorded], at: int, source: str = "ruled") -> None:
        """A ruling and the facts it lays down, in one go; `umpire.ruled_facts` sees to it that they fit."""
        check_envelope(self.state.core.sides, by, source)
        self.head = self.keep(self.head, Envelope(self.head.order_no + 1, by, at, source), items)
        fold(self.system, self.state, [item.fact for item in items])


def check_turn(state: HasCore, by: str) -> None:
    """What holds in every system: only a side gives orders, and nobody after the end."""
    check_side(state.core.sides, by)
    if state.core.ended:
        raise IllegalOrder("the game is over; branch from an earlier entry to play on", rule="kernel.ended")


def check_envelope(sides: Sequence[str], by: str, source: str, to: Sequence[str] = ()) -> None:
    """Who gave an entry, how it came in, and who may see it."""
    if by != UMPIRE:
        check_side(sides, by)
    if source not in SOURCES:
        raise BadInput(f"an entry is played here, imported or ruled, not {source!r}")
    for side in to:
        check_side(sides, side)


def check_side(sides: Sequence[str], by: str) -> None:
    if by not in sides:
        raise NotFound(f"there is no side {by!r} in this game; the sides are {', '.join(sides)}")
