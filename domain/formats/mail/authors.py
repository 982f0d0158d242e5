"""Whose each entry of a turn may be: a side sends its own orders, and what it adds to one that waits for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.auditor import rolled_by_side
from domain.games.groups import groups
from domain.games.promises import check_share
from domain.games.settings import takes_turns_at_dice
from domain.kernel.errors import BadInput
from domain.kernel.facts import CardDrawn, DiceRolled, NoteAdded, OrderGiven, OrderWaits, RulingMade, Side
from domain.kernel.shares import is_shared
from domain.log.entry import Entry
from domain.log.gamelog import Line

Stands = OrderWaits[object] | None


class Authors:
    """Goes through new entries after those that are known; `stands` is the order that waits there."""

    def __init__(self, line: Line, stands: Stands, shares: int, *, rulings: bool) -> None:
        self.line, self.stands, self.shares, self.rulings = line, stands, shares, rulings

    def check(self, entries: Iterable[Entry], signers: Sequence[tuple[int, Side]]) -> None:
        """`signers`: who vouches for the entries up to which; each for what comes after the one before."""
        for group in groups(entries):
            by = next(side for upto, side in signers if group[-1].number <= upto)
            self._group(group, by)

    def _group(self, group: Sequence[Entry], by: Side) -> None:
        first = group[0]
        for entry in group:
            if entry.to is not None:
                raise _refused(entry, "is not for all to see, and by mail nothing is hidden")
            if entry.source not in ("", "ruled" if self.rulings else ""):
                raise _refused(entry, f"was {entry.source}, not played")
        speaker = getattr(first.fact, "by", first.by)
        if speaker != first.by:
            raise _refused(first, f"is signed {first.by} and speaks for {speaker}")
        if isinstance(first.fact, OrderGiven):
            self._order(first.fact, group, by)
        elif isinstance(first.fact, OrderWaits):
            self._waits(first, first.fact, by)
        elif isinstance(first.fact, RulingMade):
            if not self.rulings:
                raise _refused(first, "is a ruling; take it with --rulings if you agree to it")
        elif not isinstance(first.fact, NoteAdded) or first.by != by:
            raise _refused(first, f"({type(first.fact).__name__}) is not for {by} to send")

    def _order(self, given: OrderGiven[object], group: Sequence[Entry], by: Side) -> None:
        stands, self.stands = self.stands, None
        if given.by != by and (stands is None or (stands.by, stands.order) != (given.by, given.order)):
            raise _refused(group[0], f"is an order of {given.by}, and {by} sends it")
        if takes_turns_at_dice(self.line.started):
            self._own_dice(group, stands.dice if stands is not None else {}, by)
        spent = [entry.fact.shares for entry in group if isinstance(entry.fact, DiceRolled | CardDrawn)]
        for shares in filter(None, spent):
            self._own_shares(group[0], dict(shares), stands.shares if stands is not None else {}, by)
            self.shares += 1

    def _own_dice(self, group: Sequence[Entry], typed: Mapping[Side, Sequence[int]], by: Side) -> None:
        for side, faces in rolled_by_side(entry.fact for entry in group).items():
            if side != by and tuple(typed.get(side, ())) != faces:
                raise _refused(group[0], f"holds dice of {side} that {side} has not typed")

    def _own_shares(self, entry: Entry, now: Mapping[str, str], before: Mapping[str, str], by: Side) -> None:
        """Nobody adds a share of another: he would have known it, and could have chosen his order by it."""
        strange = next((party for party, value in now.items() if party != by and before.get(party) != value), None)
        if strange is not None:
            raise _refused(entry, f"holds a share of {strange} that {strange} has not added")

    def _waits(self, entry: Entry, fact: OrderWaits[object], by: Side) -> None:
        stands, self.stands = self.stands, fact
        is_same = stands is not None and (stands.by, stands.order) == (fact.by, fact.order)
        if fact.by != by and not is_same:
            raise _refused(entry, f"is an order of {fact.by}, and {by} sends it")
        self._awaited(entry, fact, by)
        before = stands.dice if is_same and stands is not None else {}
        self._own_shares(entry, fact.shares, stands.shares if is_same and stands is not None else {}, by)
        for side, faces in fact.dice.items():
            if side != by and tuple(before.get(side, ())) != faces:
                raise _refused(entry, f"holds dice of {side} that {side} has not typed")
        if is_shared(self.line.commitments):
            for party, value in fact.shares.items():
                self._share(entry, party, value)

    def _awaited(self, entry: Entry, fact: OrderWaits[object], by: Side) -> None:
        """Somebody who can answer, and after the sender: else he would know the dice, and could leave it there."""
        shared = is_shared(self.line.commitments)
        if fact.waits_for not in (self.line.commitments if shared else self.line.started.sides):
            raise _refused(entry, f"waits for {fact.waits_for!r}, who has no part in the dice of this game")
        if shared and by not in fact.shares:
            raise _refused(entry, f"waits for a share of {fact.waits_for}, and lacks that of {by}, who sends it")
        if (fact.dice or fact.cards) if shared else fact.shares:
            raise _refused(entry, "holds dice or shares of another kind than this game is played with")

    def _share(self, entry: Entry, party: str, value: str) -> None:
        if party not in self.line.commitments:
            raise _refused(entry, f"holds a share of {party}, who has promised none")
        try:
            check_share(self.line, party, self.shares + 1, value)
        except BadInput as error:
            raise _refused(entry, str(error).split("; nothing")[0]) from None


def _refused(entry: Entry, what: str) -> BadInput:
    return BadInput(f"entry {entry.number} {what}; nothing was changed")
