"""Facts of the Move phase. Tags are for ever."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side, UnitId
from domain.tabletop.measure import pose_of
from rules.longstreet_lite.sketch import Sketch, way_of
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import Hand

Spot = tuple[int, int, int]  # milli-BW east and north of the middle of the front, and the heading in hundredths


class Disorder(msgspec.Struct, frozen=True, kw_only=True):
    """LL.6.dis.1 One cause of disorder: a friend passed through, terrain, or an enemy so near."""

    why: Literal["friend", "terrain", "line", "about-face", "formation"]
    what: str  # the id of the friend or enemy, or the name of the terrain
    rule: str
    gap: int = 0  # to the enemy, in milli-BW


class UnitMoved(Fact, frozen=True, kw_only=True):
    """LL.6.gen.1 A unit has moved: the steps as they were given, where it stands now, and how long its way was.

    `by` is its enemy if a card let him move it, and it is `confused` then (LL.4.int.6).
    """

    unit: UnitId
    by: Side
    path: tuple[str, ...]
    pose: Spot
    offset: int  # of a short last rank, which an about-face seats anew
    way: int  # milli-BW
    allowance: int
    difficult: bool = False
    disorder: tuple[Disorder, ...] = ()
    leaves: bool = False  # the table (D52 B)
    confused: bool = False


class UnitFormed(Fact, frozen=True, kw_only=True):
    """LL.6.form.1 Infantry has changed its formation, by a quarter turn or on a guide."""

    unit: UnitId
    by: Side
    pose: Spot
    ranks: tuple[int, ...]
    offset: int = 0
    turned: Hand | None = None
    guide: int = 0
    disorder: tuple[Disorder, ...] = ()
    confused: bool = False


class BatteryLimbered(Fact, frozen=True, kw_only=True):
    """LL.6.aform.2 The limber stands where the gun of this number stood; it is for all of them."""

    unit: UnitId
    gun: int
    pose: Spot
    disorder: tuple[Disorder, ...] = ()


class BatteryUnlimbered(Fact, frozen=True, kw_only=True):
    """LL.6.aform.1 The guns stand side by side, `left` of them to the left of the limber's place."""

    unit: UnitId
    guns: int
    left: int
    pose: Spot
    disorder: tuple[Disorder, ...] = ()


def _acted(state: State, unit_id: UnitId, pose: Spot) -> None:
    unit = state.units[unit_id]
    unit.pose, unit.acted = pose_of(pose), True


def _moved(state: State, fact: UnitMoved) -> None:
    _acted(state, fact.unit, fact.pose)
    state.units[fact.unit].offset = fact.offset


def _formed(state: State, fact: UnitFormed) -> None:
    _acted(state, fact.unit, fact.pose)
    unit = state.units[fact.unit]
    unit.ranks, unit.offset = fact.ranks, fact.offset


def _limbered(state: State, fact: BatteryLimbered) -> None:
    unit = state.units[fact.unit]
    _acted(state, fact.unit, fact.pose)
    unit.ranks, unit.limbered = (1,), True


def _unlimbered(state: State, fact: BatteryUnlimbered) -> None:
    unit = state.units[fact.unit]
    _acted(state, fact.unit, fact.pose)
    unit.ranks, unit.limbered = (fact.guns,), False


def _draw_moved(sketch: Sketch, fact: UnitMoved) -> None:
    body = sketch.bodies.get(fact.unit)
    if body:
        sketch.move("move", fact.unit, way_of(body, fact.path), fact.pose, offset=fact.offset)


def _draw_formed(sketch: Sketch, fact: UnitFormed) -> None:
    sketch.move("move", fact.unit, (), fact.pose, ranks=fact.ranks, offset=fact.offset)


def _draw_limbered(sketch: Sketch, fact: BatteryLimbered) -> None:
    sketch.move("move", fact.unit, (), fact.pose, ranks=(1,), offset=0, depth=sketch.state.battle.limber_depth)


def _draw_unlimbered(sketch: Sketch, fact: BatteryUnlimbered) -> None:
    sketch.move("move", fact.unit, (), fact.pose, ranks=(fact.guns,), offset=0, depth=sketch.state.battle.gun_depth)


FACTS: tuple[Told, ...] = (
    Told(UnitMoved, ("LL.6.gen.1",), _moved, draws=_draw_moved),
    Told(UnitFormed, ("LL.6.form.1",), _formed, draws=_draw_formed),
    Told(BatteryLimbered, ("LL.6.aform.2",), _limbered, draws=_draw_limbered),
    Told(BatteryUnlimbered, ("LL.6.aform.1",), _unlimbered, draws=_draw_unlimbered),
)
