"""11.1 Voluntary retreats: by a moving Battle instead of its move, under fire, and before a melee."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import msgspec

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.command.range import is_in_command
from rules.wallaces_war.ground.ground import SIX
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses.displacement import oust
from rules.wallaces_war.movement.asks import ResumeWithdrawal, VoluntaryRetreat
from rules.wallaces_war.movement.companions import leaders_bar, variants
from rules.wallaces_war.movement.facts import FacingChanged, UnitsMoved
from rules.wallaces_war.movement.movers import idle, may_move
from rules.wallaces_war.position import class_of, is_cavalry
from rules.wallaces_war.retreats.facts import UnitsWithdrew
from rules.wallaces_war.retreats.ways import Way, meets_leaders, way_by, ways
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import MOVEMENT, REACTION, State
from rules.wallaces_war.zones import controllers

Stop = Callable[[], bool]
Case = Literal["move", "fire", "melee"]  # 11.1c; 11.1b; 11.1a and 11.1d
CITES = {"move": "11.1c", "fire": "11.1b", "melee": "11.1"}
HEXES = {"infantry": 1, "cavalry": 2}  # 11.1e


def never() -> bool:
    return False


def check(state: State, order: VoluntaryRetreat, at: HexId, case: Case) -> None:
    """11.1 Every refusal of a voluntary retreat from this hex."""
    heed(party_bar(state, order.units, at, case))
    for unit in order.units:
        heed(unit_bar(state, unit, case))
    heed(leaders_bar(state, order.units, order.leaders))
    if not way_by(state, order.units, _length(state, order.units), "withdrawal", order.path):
        raise IllegalOrder("no way back", "11.1e", order.units[0], _length(state, order.units))


def party_bar(state: State, units: tuple[UnitId, ...], at: HexId, case: Case) -> IllegalOrder | None:
    """D46 A unit of a stack may go alone, or under B only the whole stack."""
    stack = tuple(state.stacks.get(at, ()))
    if not units or any(unit not in stack for unit in units) or len(set(units)) < len(units):
        return IllegalOrder("not of this stack", CITES[case], *units)
    if len(units) == len(stack) and units != stack:
        return IllegalOrder("stack order is kept", "11.1e", *stack)
    if reading(state, "D46") == "B" and units != stack:
        return IllegalOrder("whole stack or none", "11.1h", *stack)
    return None


def unit_bar(state: State, unit: UnitId, case: Case) -> IllegalOrder | None:
    """11.1a to 11.1f Why a unit may not withdraw in this case; None if it may, as far as it has a way."""
    if unit in state.segment.withdrawn:
        return IllegalOrder("withdraws once", "11.1f", unit)
    return _BARS[case](state, unit)


def _under_fire_bar(state: State, unit: UnitId) -> IllegalOrder | None:
    """11.1b Cavalry that was fired on, and is in no enemy zone."""
    one = state.units[unit]
    if not is_cavalry(one):
        return IllegalOrder("only horse withdraws", "11.1b", unit)
    if controllers(state, one.at, one.side):
        return IllegalOrder("in an enemy zone", "11.1b", unit)
    return None


def _before_melee_bar(state: State, unit: UnitId) -> IllegalOrder | None:
    """11.1a, 11.1d, 11.1g Crossbows, archers and horse attacked by infantry, if they are in command."""
    one = state.units[unit]
    if one.kind not in ("XB", "AR", "HC", "MXB"):
        return IllegalOrder("may not withdraw", "11.1a", unit)
    if not attacked_by_foot(state, one.at):
        return IllegalOrder("not attacked by infantry", "11.1d" if is_cavalry(one) else "11.1a", unit)
    return None if commands(state, unit) else IllegalOrder("withdraws out of command", "6.4a", unit)


def attacked_by_foot(state: State, at: HexId) -> bool:
    """11.1a Whether an attack that still stands is made on a hex by infantry."""
    attacks = state.melee.attacks if state.melee else ()
    return any(
        attack.target == at and attack.progress != "void" and not is_cavalry(state.units[attack.units[0]])
        for attack in attacks
    )


def commands(state: State, unit: UnitId) -> bool:
    """D44 Checked now, or as it was found at the last check; under C that was made as the turn began."""
    return is_in_command(state, unit) if reading(state, "D44") == "A" else state.units[unit].in_command


def _moving_bar(state: State, unit: UnitId) -> IllegalOrder | None:
    """11.1c, 10.4d Cavalry of the moving Battle that infantry holds in its zone, in command, and not moved yet."""
    one, turn = state.units[unit], state.turn
    if reading(state, "D47") == "B" and state.core.phase == MOVEMENT:
        return IllegalOrder("withdraws in reaction only", "11.1c", unit)
    if one.battle != (turn.reacting if state.core.phase == REACTION else turn.battle):
        return IllegalOrder("not of the moving Battle", "11.1c", unit)
    if not may_move(state, unit):
        return idle(unit)
    if not is_cavalry(one):
        return IllegalOrder("only horse withdraws", "11.1c", unit)
    if unit in state.segment.moved or state.segment.spent.get(unit):
        return IllegalOrder("instead of its move", "11.1c", unit)
    if not any(not is_cavalry(state.units[state.stacks[at][0]]) for at in controllers(state, one.at, one.side)):
        return IllegalOrder("not held by infantry", "11.1c", unit)
    return None if one.in_command else IllegalOrder("withdraws out of command", "6.4a", unit)


_BARS = {"move": _moving_bar, "fire": _under_fire_bar, "melee": _before_melee_bar}


def withdraw(play: Play[State], order: VoluntaryRetreat, is_stopped: Stop = never) -> bool:
    """11.1e Free facing, exactly so many hexes, free facing. Whether it is over, or laid aside (13.4c)."""
    play.record(UnitsWithdrew(units=order.units, path=order.path))
    way = ResumeWithdrawal(units=order.units, rest=order.path, facing=order.facing, leaders=order.leaders)
    return go_on(play, way, is_stopped)


def go_on(play: Play[State], way: ResumeWithdrawal, is_stopped: Stop = never) -> bool:
    """11.1e The rest of the way; enemy leaders are driven off, and whatever stops it is asked after each hex."""
    state = play.state
    for place, to in enumerate(way.rest, 1):
        play.record(UnitsMoved(units=way.units, to=to, how="withdrawal", leaders=way.leaders))
        if meets_leaders(state, way.units):
            play.open(msgspec.structs.replace(way, rest=way.rest[place:]))
            oust(play, way.units)
            return False
        if is_stopped():
            return True
    if state.units[way.units[0]].facing != way.facing:
        why = Reason("turns after its retreat", "5.2e")
        play.record(FacingChanged(units=way.units, facing=way.facing, why=why))
    return True


def _length(state: State, units: tuple[UnitId, ...]) -> int:
    return HEXES[class_of(state.units[units[0]])]


def _ways(state: State, units: tuple[UnitId, ...]) -> list[Way]:
    return ways(state, units, _length(state, units), "withdrawal")


def is_sampled(state: State, orders: Iterable[VoluntaryRetreat]) -> bool:
    """10.3/S9g Whether one of these goes on past friends: of such ways the shortest to each end are listed."""
    return any(len(order.path) > _length(state, order.units) for order in orders)


def ways_out(state: State, at: HexId, case: Case) -> Iterator[VoluntaryRetreat]:
    """Every voluntary retreat from a hex."""
    stack = tuple(state.stacks.get(at, ()))
    parties = [stack, *((unit,) for unit in stack if len(stack) > 1)]
    for units in parties:
        if units and not party_bar(state, units, at, case) and not any(unit_bar(state, unit, case) for unit in units):
            for way in _ways(state, units):
                for facing in _facings(state, at, way.path):
                    for leaders in variants(state, units):
                        yield VoluntaryRetreat(units=units, path=way.path, facing=facing, leaders=leaders)


def _facings(state: State, at: HexId, path: tuple[HexId, ...]) -> tuple[int, ...]:
    """5.2e The facings it may take at the end, those first that look towards where it came from."""
    before = path[-2] if len(path) > 1 else at
    direction = state.ground.direction(path[-1], before)
    return tuple((direction + more) % SIX for more in range(SIX))
