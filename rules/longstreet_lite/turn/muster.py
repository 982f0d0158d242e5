"""LL.3.army The armies of a free set-up: changed at will until both sides agree."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed, is_legal
from domain.kernel.facts import PhaseBegan, Side, UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases, tables
from rules.longstreet_lite.position import ID, name_fault, room, size_fault
from rules.longstreet_lite.state import State, Unit
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn import opening
from rules.longstreet_lite.turn.asks import AddUnit, Agree, DropUnit

LEAST_SAMPLED, MOST_SAMPLED = 4, 8  # units of an army between which a sample adds and drops


def army(state: State, side: Side) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side == side]


def plan_unit(state: State, side: Side, order: AddUnit) -> None:
    """LL.3.army.1, LL.3.army.2 An id of its own, a lawful size, and room left in the zone."""
    if not ID.fullmatch(order.unit) or order.unit in state.core.sides:
        raise IllegalOrder("no id", "LL.3.army.1", order.unit)
    heed(_taken(state, order.unit) or name_fault(order.name, "LL.3.army.1"))
    if fault := size_fault(order.kind, order.bases):
        raise IllegalOrder("no such unit", fault.cite, order.name, fault.key, *fault.of)
    _check_room(state, side, order.bases)


def _taken(state: State, unit: UnitId) -> Reason | None:
    """LL.3.army.1 Who has the id already: a unit, or a card, which people call by its id as well."""
    if unit in state.battle.cards:
        return Reason("id of a card", "LL.3.army.1", (unit,))
    if unit in state.units:
        return Reason("id taken", "LL.3.army.1", (unit, state.units[unit].side))
    return None


def _check_room(state: State, side: Side, more: int) -> None:
    """LL.3.army.1, LL.3.terr.5 Half of the zone it deploys in is all an army may fill."""
    most = room(state.battle.width, state.battle.height)
    bases = sum(unit.bases for unit in army(state, side)) + more
    if bases > most:
        raise IllegalOrder("no room in the zone", "LL.3.army.1", side, bases, most)


def decide_add(play: Play[State], order: AddUnit) -> None:
    """LL.3.army.1 A change undoes what was agreed."""
    plan_unit(play.state, play.by, order)
    play.record(f.UnitAdded(side=play.by, unit=order.unit, name=order.name, kind=order.kind, bases=order.bases))


def decide_drop(play: Play[State], order: DropUnit) -> None:
    """LL.3.army.1 Only a unit of one's own."""
    unit = play.state.units.get(order.unit)
    if unit is None or unit.side != play.by:
        raise IllegalOrder("no unit of yours", "LL.3.army.1", play.by, order.unit)
    play.record(f.UnitDropped(side=play.by, unit=order.unit))


def decide_agree(play: Play[State], _order: Agree) -> None:
    """LL.3.army.1 Both sides must be content, and both have an army."""
    state = play.state
    empty = next((side for side in state.core.sides if not army(state, side)), "")
    if empty:
        raise IllegalOrder("no army", "LL.3.army.1", empty)
    if play.by in state.set_up.agreed:
        raise IllegalOrder("agreed already", "LL.3.army.1", play.by)
    play.record(f.ArmiesAgreed(side=play.by))
    if len(state.set_up.agreed) == len(state.core.sides):
        roll_for_terrain(play)


def roll_for_terrain(play: Play[State]) -> None:
    """LL.3.terr.1, LL.3.terr.2 The higher roller places at least the higher number of pieces, at most both together."""
    rolls = opening.contest(play, Reason("terrain", "LL.3.terr.1"))
    side = opening.higher(rolls)
    play.record(f.TerrainRolled(rolls=rolls, higher=side, least=max(rolls.values()), most=sum(rolls.values())))
    play.record(PhaseBegan(turn=0, phase=phases.TERRAIN, side=side))


def choices(state: State) -> Iterator[Choice]:
    for side in state.core.sides:
        units = [name for name, unit in state.units.items() if unit.side == side]
        if side not in state.set_up.agreed and all(army(state, each) for each in state.core.sides):
            yield Choice(side, Agree())
        if len(units) > LEAST_SAMPLED:
            yield Choice(side, DropUnit(unit=units[-1]))
        if len(units) < MOST_SAMPLED:
            yield from _additions(state, side)


def _additions(state: State, side: Side) -> Iterator[Choice]:
    number = next(n for n in range(1, len(state.units) + 2) if f"{side}-{n}" not in state.units)
    for kind, bases in (("INF", tables.MOST_INF_BASES // 2), ("ART", tables.MOST_ART_BASES)):
        order = AddUnit(unit=f"{side}-{number}", name=f"{side.upper()} {number}", kind=kind, bases=bases)  # type: ignore[arg-type]
        if is_legal(plan_unit, state, side, order):
            yield Choice(side, order)
