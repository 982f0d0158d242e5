"""9.7/S6 The advance after offensive fire into a hex that it has emptied."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.fire.asks import AdvanceAfterFire
from rules.wallaces_war.ground.costs import can_enter, is_barred
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses.displacement import oust
from rules.wallaces_war.movement.companions import leaders_bar, variants
from rules.wallaces_war.movement.facts import FacingChanged, UnitsMoved, ZonesEntered
from rules.wallaces_war.movement.limits import counted, limit_bar
from rules.wallaces_war.position import class_of, is_on_map
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.zones import controllers, is_controlled, is_threatened

FACINGS = range(6)


def decide_advance(play: Play[State], order: AdvanceAfterFire) -> None:
    """9.7/S6a, 5.2h, 13.7a Into the hex, with a free change of facing, and with the leaders who go along."""
    state = play.state
    heed(advance_bar(state, order.units, order.to))
    heed(leaders_bar(state, order.units, order.leaders))
    zones = controllers(state, order.to, state.units[order.units[0]].side) if reading(state, "D12") == "C" else ()
    if entered := counted(state, zones):
        play.record(ZonesEntered(stacks=entered))
    play.record(UnitsMoved(units=order.units, to=order.to, how="follow", leaders=order.leaders))
    if state.units[order.units[0]].facing != order.facing:
        why = Reason("turns after its advance", "5.2h")
        play.record(FacingChanged(units=order.units, facing=order.facing, why=why))
    oust(play, order.units)


def advance_bar(state: State, units: tuple[UnitId, ...], to: HexId) -> IllegalOrder | None:
    """9.7/S6a, 9.7/S6b Why these units may not move into a hex; None if they may."""
    if not units or any(unit not in state.units or not is_on_map(state, unit) for unit in units):
        return IllegalOrder("no such unit on the map", "9.7/S6a", *units)
    at = state.units[units[0]].at
    stack = tuple(state.stacks[at])
    if units not in (stack, stack[:1]):
        return IllegalOrder("top unit or whole stack", "9.7/S6b", *stack)
    if state.segment.fired.get(units[0]) != to:
        return IllegalOrder("did not fire at it", "9.7/S6a", units[0], to)
    if to in state.stacks or to not in state.ground.near(at):
        return IllegalOrder("hex not emptied by fire", "9.7/S6a", to)
    if not all(can_enter(state, class_of(state.units[unit]), at, to) for unit in units):
        return IllegalOrder("closed to it", "7.3a", units[0], to)
    if is_barred(state, state.units[units[0]].side, to):
        return IllegalOrder("closed until they come", "16.2.4f", units[0], to)
    return _shaken_bar(state, units, to) or _zone_bar(state, units[0], at, to)


def _shaken_bar(state: State, units: tuple[UnitId, ...], to: HexId) -> IllegalOrder | None:
    """14.4a, 14.4b A shaken unit enters no enemy zone, and no hex that enemy horse could charge."""
    shaken = next((unit for unit in units if state.units[unit].shaken), "")
    if shaken and is_controlled(state, to, state.units[shaken].side):
        return IllegalOrder("shaken into a zone", "14.4a", shaken, to)
    if shaken and is_threatened(state, to, state.units[shaken].side):
        return IllegalOrder("shaken before horse", "14.4b", shaken, to)
    return None


def _zone_bar(state: State, unit: UnitId, at: HexId, to: HexId) -> IllegalOrder | None:
    """D35 B, D20 B, D12 C An advance into an enemy zone: freely, unless one of these is read so."""
    side = state.units[unit].side
    if not is_controlled(state, to, side):
        return None
    if reading(state, "D35") == "B":
        return IllegalOrder("advance into a zone", "9.7/S6c", unit, to)
    if reading(state, "D20") == "B" and is_controlled(state, at, side):
        return IllegalOrder("from zone to zone", "6.3c", unit, at, to)
    return limit_bar(state, side, to, "advance")


def advances(state: State) -> Iterator[AdvanceAfterFire]:
    """Every advance that fire has opened so far."""
    for unit, to in state.segment.fired.items():
        if not is_on_map(state, unit) or to in state.stacks:
            continue
        stack = tuple(state.stacks[state.units[unit].at])
        for units in dict.fromkeys((stack[:1], stack)):
            if units[0] == unit and not advance_bar(state, units, to):
                yield from (
                    AdvanceAfterFire(units=units, to=to, facing=facing, leaders=leaders)
                    for leaders in variants(state, units)
                    for facing in FACINGS
                )
