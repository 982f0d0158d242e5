"""The orders of a turn, decided again before anything of it is kept: those carried out, and one that waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.games.auditor import Auditor
from domain.games.seat import check_turn
from domain.kernel.chance import Chance, DiceAwaited, SharedChance, SharesAwaited, TableChance
from domain.kernel.copying import copier
from domain.kernel.errors import RefightError, TapeMismatch
from domain.kernel.facts import OrderWaits
from domain.kernel.play import carry_out
from domain.kernel.shares import Shares, is_shared
from domain.log.entry import Entry


class Judge(Auditor):
    """Stops at the first difference: what is not in the log is not gone on from."""

    def go_on_after(self, entries: Sequence[Entry]) -> None:
        pass

    def waited(self, first: Entry, entries: Sequence[Entry] = ()) -> None:
        """The rules are asked of an order that waits, too: nobody could play on after one that they refuse."""
        super().waited(first, entries)
        if isinstance(first.fact, OrderWaits):
            try:
                self._try(first.fact)
            except RefightError as error:
                self.differ(first, error, [first])

    def _try(self, fact: OrderWaits[Any]) -> None:
        """On a copy, up to the dice that it waits for."""
        state = copier(self.system)(self.sofar.state)
        check_turn(state, fact.by)
        try:
            carry_out(self.system, state, fact.by, fact.order, self._chance(fact))
        except SharesAwaited:
            return
        except DiceAwaited as missing:
            if missing.by == fact.waits_for:
                return
            raise
        raise TapeMismatch(f"it waits for {fact.waits_for}, and needs no dice")

    def _chance(self, fact: OrderWaits[Any]) -> Chance:
        if not is_shared(self.line.commitments):
            return TableChance(fact.dice, fact.cards)

        def shares() -> Shares:
            raise SharesAwaited(fact.waits_for)

        return SharedChance(self.line.started.game, self.line.name, "", shares)
