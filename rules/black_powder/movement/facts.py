"""BP.mov, BP.form, BP.lim Facts of movement. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from rules.black_powder.ids import CommanderId, Spot, UnitId, pose_of
from rules.black_powder.sketch import Sketch
from rules.black_powder.state import State
from rules.black_powder.tables import Formation


class Extra(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """BP.ter.1 What a piece of ground added to a way."""

    piece: str
    extra: int


class UnitMoved(Fact, frozen=True, kw_only=True):
    """BP.mov.2 A unit has moved: its steps, where it stands, its longest way, and what it was measured against."""

    unit: UnitId
    path: tuple[str, ...]
    pose: Spot
    way: int
    allowance: int
    ground: tuple[Extra, ...] = ()
    near: UnitId = ""  # BP.mov.4 the nearest enemy within 12 inches as it began
    gap: int = 0
    through: tuple[UnitId, ...] = ()  # friends passed (BP.mov.5)
    upon: UnitId = ""  # a friend it stands on until its next move (BP.mov.5)
    onward: tuple[str, ...] = ()  # how that move would lead
    parts: tuple[CommanderId, ...] = ()  # commanders left behind (BP.cdm.4)
    along: tuple[CommanderId, ...] = ()  # and those who go with it
    why: Literal["move", "withdraw", "blunder"] = "move"


class FormationChanged(Fact, frozen=True, kw_only=True):
    """BP.form.10"""

    unit: UnitId
    was: Formation
    formation: Formation
    pose: Spot
    moves: int = 1
    parts: tuple[CommanderId, ...] = ()


class GunLimbered(Fact, frozen=True, kw_only=True):
    """BP.lim A gun is limbered or unlimbered; of a siege gun, so many moves are spent on it of those it takes."""

    unit: UnitId
    do: Literal["limber", "unlimber"]
    pose: Spot
    moves: int  # that this takes of those won
    spent: int = 0
    takes: int = 0


class BuildingEntered(Fact, frozen=True, kw_only=True):
    """BP.ter.7"""

    unit: UnitId
    block: str
    pose: Spot
    distance: int
    cost: int
    allowance: int
    parts: tuple[CommanderId, ...] = ()  # BP.cdm.4
    along: tuple[CommanderId, ...] = ()


class BuildingLeft(Fact, frozen=True, kw_only=True):
    """BP.ter.8"""

    unit: UnitId
    block: str
    formation: Formation
    pose: Spot
    distance: int
    allowance: int
    parts: tuple[CommanderId, ...] = ()  # BP.cdm.4
    along: tuple[CommanderId, ...] = ()
    withdraws: bool = False  # BP.vic.9


class UnitLeftTable(Fact, frozen=True, kw_only=True):
    """BP.off.1 Where it left, and whether for good (BP.off.2, BP.vic.6)."""

    unit: UnitId
    exit: Spot
    for_good: bool = False
    why: Literal["moved", "withdraw", "blunder", "retreat"] = "moved"


def spend(state: State, unit: UnitId, moves: int) -> None:
    """Of the moves won by the order under way."""
    order = state.order
    if order and unit in order.left:
        order.left[unit] = max(order.left[unit] - moves, 0)


def _part(state: State, parts: tuple[CommanderId, ...]) -> None:
    for name in parts:
        state.commanders[name].joined = ""


def _accompany(state: State, fact: UnitMoved | BuildingEntered | BuildingLeft) -> None:
    """BP.cdm.4, BP.foll.3"""
    _part(state, fact.parts)
    for name in fact.along:
        state.commanders[name].at = pose_of(fact.pose).point


def _moved(state: State, fact: UnitMoved) -> None:
    unit = state.units[fact.unit]
    unit.pose, unit.turn.moved = pose_of(fact.pose), True
    unit.turn.handled = unit.turn.handled or unit.formation == "unlimbered"
    unit.turn.withdrew = unit.turn.withdrew or fact.why == "withdraw"
    spend(state, fact.unit, 1)
    _accompany(state, fact)
    if state.order:
        state.order.upon, state.order.onward = fact.unit if fact.upon else "", fact.onward


def _formed(state: State, fact: FormationChanged) -> None:
    unit = state.units[fact.unit]
    unit.formation, unit.pose, unit.bent = fact.formation, pose_of(fact.pose), False
    unit.turn.moved = unit.turn.moved or fact.moves > 0
    spend(state, fact.unit, fact.moves)
    _part(state, fact.parts)


def _limbered(state: State, fact: GunLimbered) -> None:
    unit = state.units[fact.unit]
    unit.turn.moved = True
    if fact.spent < fact.takes:
        unit.limbering = fact.spent
    else:
        unit.limbering, unit.pose = 0, pose_of(fact.pose)
        unit.formation = "limbered" if fact.do == "limber" else "unlimbered"
    spend(state, fact.unit, fact.moves)
    if state.order and not fact.moves:
        state.order.handled += 1


def _entered(state: State, fact: BuildingEntered) -> None:
    unit = state.units[fact.unit]
    unit.formation, unit.building, unit.pose = "building", fact.block, pose_of(fact.pose)
    unit.turn.moved = unit.turn.entered = True
    _accompany(state, fact)
    spend(state, fact.unit, 3)


def _left_block(state: State, fact: BuildingLeft) -> None:
    unit = state.units[fact.unit]
    unit.formation, unit.building, unit.pose = fact.formation, "", pose_of(fact.pose)
    unit.turn.moved = True
    unit.turn.withdrew = unit.turn.withdrew or fact.withdraws
    _accompany(state, fact)
    spend(state, fact.unit, 1)


def _left_table(state: State, fact: UnitLeftTable) -> None:
    unit = state.units[fact.unit]
    unit.status = "gone" if fact.for_good else "off"
    unit.exit, unit.pose, unit.building, unit.left_in = fact.exit, None, "", state.core.turn
    unit.strayed = fact.why in ("blunder", "retreat")
    unit.turn.moved = True
    for one in state.commanders.values():
        if one.joined == fact.unit:  # BP.foll.3 who led it stays at the edge
            one.at, one.joined = pose_of(fact.exit).point, ""
    spend(state, fact.unit, 3)


def _draw_formed(sketch: Sketch, fact: FormationChanged) -> None:
    sketch.move("move", fact.unit, fact.pose, formation=fact.formation)


def _draw_limbered(sketch: Sketch, fact: GunLimbered) -> None:
    if fact.spent >= fact.takes:
        sketch.move("move", fact.unit, fact.pose, formation="limbered" if fact.do == "limber" else "unlimbered")


def _draw_left_block(sketch: Sketch, fact: BuildingLeft) -> None:
    sketch.move("move", fact.unit, fact.pose, formation=fact.formation)


FACTS = (
    Told(UnitMoved, ("BP.mov.2",), _moved, draws=lambda sketch, x: sketch.move("move", x.unit, x.pose, x.path)),
    Told(FormationChanged, ("BP.form.10",), _formed, draws=_draw_formed),
    Told(GunLimbered, ("BP.lim.1", "BP.lim.2", "BP.lim.3"), _limbered, draws=_draw_limbered),
    Told(BuildingEntered, ("BP.ter.7",), _entered, draws=lambda sketch, x: sketch.move("move", x.unit, x.pose)),
    Told(BuildingLeft, ("BP.ter.8",), _left_block, draws=_draw_left_block),
    Told(UnitLeftTable, ("BP.off.1",), _left_table, draws=lambda sketch, x: sketch.gone(x.unit)),
)
