"""Facts of the Fire phase. Tags are for ever."""

from __future__ import annotations

from typing import Literal

from domain.facts import Fact, Side, UnitId, Written
from domain.ruling import Modifier
from rules.longstreet_lite.orders import CardId
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


class UnitFired(Fact, frozen=True, kw_only=True):
    """LL.5.seq.1, LL.5.seq.2 One unit fires; the faces stand in the roll before, in the order of the bases."""

    unit: UnitId
    shots: tuple[Shot, ...]
    smoke: bool = False


class ShotsRerolled(Fact, frozen=True, kw_only=True):
    """LL.1.dice.2, LL.1.dice.3 Dice of the unit that fired last are rolled again: its shots as they now stand."""

    unit: UnitId
    card: CardId
    choice: Literal["may", "must"]
    shots: tuple[Shot, ...]


class FireEnded(Fact, frozen=True, kw_only=True):
    """LL.5.seq.3 All has fired; the hits lie on these units."""

    by: Side
    hits: dict[UnitId, int] = {}


class HitsRemoved(Fact, frozen=True, kw_only=True):
    """LL.5.morale.1 What cards of this morale value take off a unit; the last hit stays (LL.5.last.1)."""

    unit: UnitId
    morale: int
    removed: int
    left: int


class KillsRolled(Fact, frozen=True, kw_only=True):
    """LL.5.kill.1 A die for each hit left; the bases go in the facts that follow."""

    unit: UnitId
    faces: tuple[int, ...]
    kills: int


FACTS: tuple[type[Fact], ...] = (UnitFired, ShotsRerolled, FireEnded, HitsRemoved, KillsRolled)
