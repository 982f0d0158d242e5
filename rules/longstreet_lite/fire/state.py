"""LL.5 What a Fire phase must remember."""

from __future__ import annotations

import msgspec

from domain.kernel.facts import UnitId, Written
from domain.kernel.reasons import Modifier
from rules.longstreet_lite.tables import Mode


class Shot(Written, frozen=True, kw_only=True):
    """Section 6.3 What one base does: its zone, what that strikes, and its dice."""

    base: int
    mode: Mode
    turn: int = 0  # whole degrees, right above zero
    target: UnitId
    struck: int  # the number of the base that is struck
    range: int  # milli-BW
    needs: int  # the natural face
    modifiers: tuple[Modifier, ...] = ()
    faces: tuple[int, ...]
    again: tuple[int, ...] = ()  # LL.1.dice.5 second faces, 0 for a die rolled once; empty if none was re-rolled
    hits: int = 0


class FirePhase(msgspec.Struct, kw_only=True):
    """LL.5.seq; empty outside a Fire phase."""

    fired: list[UnitId] = []  # LL.5.gen.2 in the order in which they did
    shots: tuple[Shot, ...] = ()  # of the unit that fired last: some of its dice may be rolled again
    ended: bool = False  # LL.5.seq.3 no unit fires any more
    to_kill: list[UnitId] = []  # LL.5.seq.4 units with hits whose kill dice are yet to be rolled
