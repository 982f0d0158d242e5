"""A line being played: the state at its head, orders carried out on it, and every fact kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.core import HasCore, check_known, check_side
from domain.kernel.errors import IllegalOrder, LogConflict
from domain.kernel.facts import CLERICAL, Fact, Order, Side
from domain.kernel.play import Recorded, carry_out, fold
from domain.kernel.system import System
from domain.log.entry import Envelope, Head, check_envelope
from domain.log.refs import Ref
from domain.words.tell import refusal

Keep = Callable[[Head, Envelope, Sequence[Recorded]], Head]


class Seat:
    """Works the same on a stored line and on one that is only being read in: `keep` decides where facts go."""

    def __init__(self, system: System[Any], state: Any, head: Head, keep: Keep) -> None:
        self.system, self.state, self.head, self.keep = system, state, head, keep
        self.spoilt = False  # an order broke off half-way: the state in memory is no longer that of the log

    def check_head(self, ref: Ref, expected: int | None) -> None:
        """Someone may have been first since it was looked at; None takes it as it is."""
        if expected is not None and expected != self.head.number:
            where = ref._replace(entry=None)
            raise LogConflict(f"{where} has {self.head.number} entries by now, not {expected}; look, and try again")

    def order(self, by: str, order: Order, chance: Chance, at: int, source: str = "") -> list[Recorded]:
        """Decide, then keep all facts in one go. Refusals and conflicts store nothing.

        The last steps of `domain.games.order.give`; taken by themselves where a line is read in or told again, which
        is in no log yet.
        """
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

    def clerk(self, by: str, fact: Fact, at: int, source: str = "", to: tuple[Side, ...] | None = None) -> None:
        """Notes, rulings, revealed seeds, orders that wait: no rule decides on them."""
        assert isinstance(fact, CLERICAL)
        check_known(self.state.core.unread)
        check_envelope(self.state.core.sides, by, source)
        self._keep_and_fold(Envelope(self.head.order_no + 1, by, at, source), [Recorded(fact, to)])

    def set_straight(self, by: str, items: Sequence[Recorded], at: int, source: str = "ruled") -> None:
        """A ruling and the facts it lays down, in one go; `umpire.ruled_facts` sees to it that they fit."""
        check_known(self.state.core.unread)
        check_envelope(self.state.core.sides, by, source)
        self._keep_and_fold(Envelope(self.head.order_no + 1, by, at, source), items)

    def _keep_and_fold(self, envelope: Envelope, items: Sequence[Recorded]) -> None:
        self.head = self.keep(self.head, envelope, items)
        self.spoilt = True
        fold(self.system, self.state, [item.fact for item in items])
        self.spoilt = False


def check_turn(state: HasCore, by: str) -> None:
    """What holds in every system: only a side gives orders, and nobody after the end."""
    check_side(state.core.sides, by)
    check_known(state.core.unread)
    if state.core.ended:
        raise refusal("game over", "kernel.ended")
    if state.core.closed:
        raise refusal("line closed", "kernel.closed")
