"""LL.7.fall What the retreats of one side must remember."""

from __future__ import annotations

import msgspec

from domain.kernel.facts import Side, UnitId


class Retreating(msgspec.Struct, frozen=True, kw_only=True):
    """LL.7.fdist.2, LL.7.fvuln.1 From whom a unit falls back, and whether it was vulnerable as a defender."""

    engaged: tuple[UnitId, ...] = ()
    vulnerable: bool = False


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """LL.7.finterp.2, LL.7.finterp.3 One base that a retreat costs, of a friend or of the unit itself."""

    unit: UnitId
    by: UnitId  # the unit that fell back


class Retreats(msgspec.Struct, kw_only=True):
    """LL.7.retire.1, LL.7.aloss.2 The retreats of one side, one unit after the other."""

    side: Side
    units: dict[UnitId, Retreating]
    done: list[UnitId] = []  # moved or gone
    rolled: dict[UnitId, tuple[int, ...]] = {}  # dice that stand
    ready: bool = False  # the question of the card is settled
    card: bool = False  # LL.7.finterp.1 it was played
    costs: list[Cost] = []  # bases still to be lost
