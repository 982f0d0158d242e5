"""Both sides choose unseen, then all is shown together: who has yet to choose, and who may see what meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from domain.kernel.facts import Fact, Order, OrderGiven, Side


def waiting(choosers: Iterable[Side], sealed: Collection[Side]) -> tuple[Side, ...]:
    """Who has yet to choose, in any order; once nobody has, all is shown. `sealed` has who is in."""
    return tuple(side for side in choosers if side not in sealed)


def seen_by(fact: Fact, sealed: Collection[type[Order] | type[Fact]]) -> tuple[Side, ...] | None:
    """Who may see a fact while these kinds of order, and of fact about a side, are its own secret; None is everyone."""
    if type(fact) is OrderGiven:
        return (fact.by,) if type(fact.order) in sealed else None
    if type(fact) not in sealed:
        return None
    side: Side = getattr(fact, "side", "")
    return (side,)
