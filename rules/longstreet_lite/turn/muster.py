"""LL.3.army The armies of a free set-up: changed at will until both sides agree."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.facts import PhaseBegan, Side, UnitId
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.longstreet_lite import orders as o
from rules.longstreet_lite import tables
from rules.longstreet_lite.state import State, Unit
from rules.longstreet_lite.turn import dice, phases
from rules.longstreet_lite.turn import facts as f

ID = re.compile(r"(?=.{1,40}\Z)[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
LEAST_SAMPLED, MOST_SAMPLED = 4, 8  # units of an army between which a sample adds and drops


def limits(kind: str) -> tuple[int, int]:
    """LL.1.unit.2, LL.1.unit.4, LL.3.army.2 Fewest and most bases of a unit."""
    if kind == "ART":
        return tables.LEAST_ART_BASES, tables.MOST_ART_BASES
    return tables.LEAST_INF_BASES, tables.MOST_INF_BASES


def size_fault(kind: str, bases: int) -> str:
    """LL.1.unit.2, LL.3.army.2 Why a unit cannot have so many bases; nothing if it can."""
    least, most = limits(kind)
    what = "a battery" if kind == "ART" else "an infantry unit"
    return "" if least <= bases <= most else f"{what} has {least} to {most} bases, not {bases}"


def name_fault(name: str) -> str:
    """LL.3.army.1 Why nothing can be called so; nothing if it can. A log tells names, one fact to a line."""
    return "" if name.strip() and name.isprintable() else f"{name!r} is no name: it needs letters that can be printed"


def army(state: State, side: Side) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side == side]


def plan_unit(state: State, side: Side, order: o.AddUnit) -> None:
    """LL.3.army.1, LL.3.army.2 An id of its own, a lawful size, and room left in the zone."""
    if not ID.fullmatch(order.unit) or order.unit in state.core.sides:
        raise IllegalOrder(
            f"{order.unit!r} cannot name a unit: small letters, digits and dashes, 40 at most", rule="LL.3.army.1"
        )
    if fault := _taken(state, order.unit) or name_fault(order.name):
        raise IllegalOrder(fault, rule="LL.3.army.1")
    if fault := size_fault(order.kind, order.bases):
        raise IllegalOrder(f"{order.name}: {fault}", rule="LL.3.army.2")
    _check_room(state, side, order.bases)


def _taken(state: State, unit: UnitId) -> str:
    """LL.3.army.1 Who has the id already: a unit, or a card, which people call by its id as well."""
    if unit in state.battle.cards:
        return f"{unit} is a card; a unit needs an id of its own"
    return f"there is a unit {unit} already, of {state.units[unit].side}" if unit in state.units else ""


def room(width: int, height: int) -> int:
    """LL.3.terr.5 The bases that fill half of a zone of this table."""
    return width * (height // tables.ZONES_DEEP) // (2 * tables.BW * tables.BW)


def _check_room(state: State, side: Side, more: int) -> None:
    """LL.3.army.1, LL.3.terr.5 Half of the zone it deploys in is all an army may fill."""
    most = room(state.battle.width, state.battle.height)
    bases = sum(unit.bases for unit in army(state, side)) + more
    if bases > most:
        raise IllegalOrder(
            f"{side} would have {bases} bases; a zone of this table has room for {most}", rule="LL.3.army.1"
        )


def decide_add(play: Play[State], order: o.AddUnit) -> None:
    """LL.3.army.1 A change undoes what was agreed."""
    plan_unit(play.state, play.by, order)
    play.record(f.UnitAdded(side=play.by, unit=order.unit, name=order.name, kind=order.kind, bases=order.bases))


def decide_drop(play: Play[State], order: o.DropUnit) -> None:
    """LL.3.army.1 Only a unit of one's own."""
    unit = play.state.units.get(order.unit)
    if unit is None or unit.side != play.by:
        raise IllegalOrder(f"{play.by} has no unit {order.unit!r}", rule="LL.3.army.1")
    play.record(f.UnitDropped(side=play.by, unit=order.unit))


def decide_agree(play: Play[State], _order: o.Agree) -> None:
    """LL.3.army.1 Both sides must be content, and both have an army."""
    state = play.state
    empty = next((side for side in state.core.sides if not army(state, side)), "")
    if empty:
        raise IllegalOrder(f"{empty} has no unit; add one first", rule="LL.3.army.1")
    if play.by in state.set_up.agreed:
        raise IllegalOrder(f"{play.by} has agreed already; the other side has yet to", rule="LL.3.army.1")
    play.record(f.ArmiesAgreed(side=play.by))
    if len(state.set_up.agreed) == len(state.core.sides):
        roll_for_terrain(play)


def roll_for_terrain(play: Play[State]) -> None:
    """LL.3.terr.1, LL.3.terr.2 The higher roller places at least the higher number of pieces, at most both together."""
    rolls = dice.contest(play, "LL.3.terr.1 terrain")
    side = dice.higher(rolls)
    play.record(f.TerrainRolled(rolls=rolls, higher=side, least=max(rolls.values()), most=sum(rolls.values())))
    play.record(PhaseBegan(turn=0, phase=phases.TERRAIN, side=side))


def choices(state: State) -> Iterator[Choice]:
    for side in state.core.sides:
        units = [name for name, unit in state.units.items() if unit.side == side]
        if side not in state.set_up.agreed and all(army(state, each) for each in state.core.sides):
            yield Choice(side, o.Agree())
        if len(units) > LEAST_SAMPLED:
            yield Choice(side, o.DropUnit(unit=units[-1]))
        if len(units) < MOST_SAMPLED:
            yield from _additions(state, side)


def _additions(state: State, side: Side) -> Iterator[Choice]:
    number = next(n for n in range(1, len(state.units) + 2) if f"{side}-{n}" not in state.units)
    for kind, bases in (("INF", tables.MOST_INF_BASES // 2), ("ART", tables.MOST_ART_BASES)):
        order = o.AddUnit(unit=f"{side}-{number}", name=f"{side.upper()} {number}", kind=kind, bases=bases)  # type: ignore[arg-type]
        try:
            plan_unit(state, side, order)
        except IllegalOrder:
            continue
        yield Choice(side, order)
