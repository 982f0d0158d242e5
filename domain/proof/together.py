"""Dice that all parties make together: every share leads to its promise, is spent on one order, and gives its dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from domain.kernel.facts import HOST, CardDrawn, DiceRolled, OrderWaits, SharesDeposited, SharesPromised
from domain.kernel.shares import LINKS, bound, is_shared, linked, order_seed
from domain.log.links import Place

GIVER = "giver"  # of the order: where there is no host, the shares of all lay with him


class Waits(msgspec.Struct, frozen=True, kw_only=True):
    """An order that stands at the end of a line, and whose share is missing."""

    entry: int
    by: str
    waits_for: str


@dataclass
class Together:
    """What is known at an entry of the shares of a line; nothing where its dice are of one seed."""

    last: dict[str, str] = field(default_factory=dict)  # by party, the link before the next share
    order: int = -1  # the order on which the last shares were spent
    seed: str = ""  # of its dice; empty where what it was made of is withheld
    stood: str = ""  # what binds the order that stands
    waits: Waits | None = None
    count: int = 0  # orders whose dice were made together
    begun: dict[str, int] = field(default_factory=dict)  # by side, orders before the first of its own promise
    known: dict[str, int] = field(default_factory=dict)  # by side, up to which order its shares lie with the host
    knower: str = ""  # who could have known the dice of the last order before it was given; empty: nobody
    told: set[str] = field(default_factory=set)  # all that was promised or spent, in whichever line: the log tells it

    @classmethod
    def begin(cls, commitments: Mapping[str, str], told: set[str] | None = None) -> Together:
        """Lines that are walked together have one `told`: a share that was spent in one is no secret in another."""
        shared = dict(commitments) if is_shared(commitments) else {}
        told = set() if told is None else told
        told.update(shared.values())
        return cls(shared, told=told)

    def copy(self) -> Together:
        return replace(self, last=dict(self.last), begun=dict(self.begun), known=dict(self.known))

    def deposit(self, line: Place, number: int, fact: SharesDeposited) -> None:
        if fact.by not in self.last:
            raise line.failed(number, f"hands over shares of {fact.by}, who has promised none")
        upto = self.begun.get(fact.by, 0) + fact.upto
        self.known[fact.by] = max(upto, self.known.get(fact.by, 0))

    def promise(self, line: Place, number: int, fact: SharesPromised) -> None:
        """Only between orders: with one that stands, whoever knows the other shares could choose its dice."""
        if fact.by not in self.last or fact.by == HOST:
            raise line.failed(number, f"promises shares of {fact.by}, who adds none")
        if self.stood:
            raise line.failed(number, f"promises other shares of {fact.by} while an order waits for shares")
        self.last[fact.by], self.begun[fact.by], self.known[fact.by] = fact.promise, self.count, 0
        self.told.add(fact.promise)

    def stand(self, line: Place, number: int, fact: OrderWaits[object]) -> None:
        binding = bound(fact.by, fact.order)
        if self.stood not in ("", binding):
            raise line.failed(number, "puts another order in the place of the one that stood")
        self.stood, self.waits = binding, Waits(entry=number, by=fact.by, waits_for=fact.waits_for)

    def spend(self, line: Place, number: int, fact: DiceRolled | CardDrawn, order: int, game: str, exact: bool) -> None:
        """The shares of an order, which stand with its first dice."""
        if not fact.shares:
            if order != self.order and exact:
                raise line.failed(number, "rolls dice to which the parties have added no shares")
            self.seed = self.seed if order == self.order else ""
            return
        if order == self.order:
            raise line.failed(number, "adds shares to an order that has its own already")
        shares = dict(fact.shares)
        if shares.keys() != self.last.keys() or len(shares) != len(fact.shares):
            raise line.failed(number, f"has not one share of each of {', '.join(self.last)}")
        for party, value in shares.items():
            if not _leads(value, self.last[party], 1 if exact else LINKS):
                raise line.failed(number, f"has a share of {party} that does not lead to what was promised")
        self.count += 1
        self.knower = self._knower(shares)
        # Something withheld may be the order as it stood, which is part of the seed.
        self.seed = order_seed(game, line.name, self.stood, shares) if exact or self.stood else ""
        self.last, self.order, self.stood, self.waits = shares, order, "", None
        self.told.update(shares.values())

    def _knower(self, shares: Mapping[str, str]) -> str:
        """Whoever had all shares while the order could still be another: it did not stand, or all lay with the host, or
        stood in the log before, since what they lead to had been promised a second time."""
        keeper = HOST if HOST in shares else GIVER
        own = [party for party in shares if party != HOST and shares[party] not in self.told]
        return "" if self.stood and any(self.known.get(party, 0) < self.count for party in own) else keeper


def _leads(value: str, before: str, most: int) -> bool:
    try:
        link = value
        for _ in range(most):
            link = linked(link)
            if link == before:
                return True
    except ValueError:
        pass
    return False
