"""LL.5 What a Fire phase must remember."""

from __future__ import annotations

import msgspec

from domain.facts import UnitId
from rules.longstreet_lite.fire.facts import Shot


class FirePhase(msgspec.Struct, kw_only=True):
    """LL.5.seq; empty outside a Fire phase."""

    fired: list[UnitId] = []  # LL.5.gen.2 in the order in which they did
    shots: tuple[Shot, ...] = ()  # of the unit that fired last: some of its dice may be rolled again
    ended: bool = False  # LL.5.seq.3 no unit fires any more
    to_kill: list[UnitId] = []  # LL.5.seq.4 units with hits whose kill dice are yet to be rolled
