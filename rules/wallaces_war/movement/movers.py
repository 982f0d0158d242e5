"""7.1a, 8.2c, 13.7a Who may move now, alone or together, and what of it bears on each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.movement.limits import moving_battle, moving_side
from rules.wallaces_war.position import class_of, companions, may_act, values
from rules.wallaces_war.state import MOVEMENT, State
from rules.wallaces_war.zones import is_all_round, is_controlled


class Nature(NamedTuple):
    """What of a mover bears on its steps; two with the same nature can go to the same places."""

    at: HexId  # where it stands; empty: it enters
    facing: int
    kinds: tuple[str, ...]  # of its units, the lesser first; none of a leader
    battle: str
    ground: str  # how the Terrain Effects Chart calls it
    allowance: int  # 8.2d in halves of a point
    spent: int
    is_all_round: bool = True  # 5.1b by itself
    is_shaken: bool = False
    is_out: bool = False  # of command
    leaves: bool = False  # a fellow stays behind


class Mover(NamedTuple):
    """A unit, a stack or a leader on the move."""

    units: tuple[UnitId, ...]  # top first; empty: a leader by himself
    leaders: tuple[LeaderId, ...]
    nature: Nature

    @property
    def name(self) -> str:
        """Who is spoken of when it is refused something."""
        return (self.units or self.leaders)[0]

    @property
    def pieces(self) -> tuple[str, ...]:
        return (*self.units, *self.leaders)


def party(state: State, units: Sequence[UnitId], leaders: Sequence[LeaderId] = ()) -> Mover:
    """8.2d A unit or a stack, as it stands or off the map, with the leaders who go along."""
    found = [state.units[name] for name in units]
    at = found[0].at if found[0].at in state.stacks else ""
    nature = Nature(
        at=at,
        facing=found[0].facing,
        kinds=tuple(sorted(unit.kind for unit in found)),
        battle=found[0].battle,
        ground=class_of(found[0]),
        allowance=min(values(unit).ma for unit in found) * tables.HALVES,
        spent=max(state.segment.spent.get(name, 0) for name in units),
        is_all_round=is_all_round(found),
        is_shaken=any(unit.shaken for unit in found),
        is_out=not all(unit.in_command for unit in found),
        leaves=len(state.stacks.get(at, ())) > len(units),
    )
    return Mover(tuple(units), tuple(leaders), nature)


def captain(state: State, name: LeaderId) -> Mover:
    """7.1c, 13.2e A leader by himself."""
    leader = state.leaders[name]
    at = leader.at if leader.at in state.ground.at else ""
    purse, spent = leader.ma * tables.HALVES, state.segment.spent.get(name, 0)
    return Mover((), (name,), Nature(at, 0, (), leader.battle, tables.LEADER, purse, spent))


def units_bar(state: State, units: Sequence[UnitId]) -> IllegalOrder | None:
    """7.1a, 8.1a, 8.2c Why these units may not move now, or not together."""
    if not units:
        return IllegalOrder("nobody named", "7.1a")
    for name in units:
        bar = unit_bar(state, name)
        if bar:
            return bar
    if len(units) > tables.STACK or len(set(units)) < len(units):
        return IllegalOrder("two units at most", "8.1a", *units)
    if len(units) == tables.STACK and not is_together(state, units):
        return IllegalOrder("did not begin together", "8.2c", *units)
    return None


def is_together(state: State, units: Sequence[UnitId]) -> bool:
    """8.2c Whether two units began the segment stacked, and still are."""
    same = state.units[units[0]].at == state.units[units[1]].at
    return same and any(set(pair) == set(units) for pair in state.segment.together)


def unit_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """7.1a, 7.1e, 10.4d, 11.1c, 11.2.1a Why a unit may not move now."""
    unit = state.units.get(name)
    if unit is None:
        return IllegalOrder("no such unit", "7.1a", name)
    battle = moving_battle(state)
    if unit.battle != battle:
        return IllegalOrder("not of the moving Battle", "7.1a", name, battle)
    if unit.at not in state.stacks:
        return IllegalOrder("not on the map", "7.1a", name)
    if name in state.segment.withdrawn:
        return IllegalOrder("withdrew, moves no more", "11.1c", name)
    if unit.charge:
        return IllegalOrder("marked, moves no more", "11.2.1a", name)
    if name in state.segment.moved:
        stopped = state.segment.spent.get(name, 0) > 0 and is_controlled(state, unit.at, unit.side)
        return IllegalOrder("move is over", "6.2a" if stopped else "7.1e", name)
    return None if may_move(state, name) else idle(name)


def may_move(state: State, name: UnitId) -> bool:
    """10.4d, D13 Whether a unit of the moving Battle takes part in its movement."""
    return state.core.phase != MOVEMENT or may_act(state, name)


def idle(name: UnitId) -> IllegalOrder:
    return IllegalOrder("did not attack before", "10.4d", name)


def leader_bar(state: State, name: LeaderId) -> IllegalOrder | None:
    """7.1a, 16.2.3c Why a leader may not be moved now: he leads the moving Battle, or roves with any of his side."""
    leader = state.leaders.get(name)
    if leader is None:
        return IllegalOrder("no such leader", "7.1a", name)
    battle = moving_battle(state)
    roves = name == state.engagement.roving and not leader.battle and leader.side == moving_side(state)
    if not roves and (battle not in state.battles or state.battles[battle].leader != name):
        return IllegalOrder("not of the moving Battle", "7.1a", name, battle)
    return None


def alone_bar(state: State, name: LeaderId) -> IllegalOrder | None:
    """7.1c, 7.1e Why a leader may not move by himself now."""
    bar = leader_bar(state, name)
    if bar:
        return bar
    leader = state.leaders[name]
    if leader.at not in state.ground.at:
        return IllegalOrder("not on the map", "7.1a", name)
    if name in state.segment.moved:
        stopped = is_controlled(state, leader.at, leader.side)
        return IllegalOrder("move is over", "6.2a" if stopped else "7.1e", name)
    return None


def along_bar(state: State, units: Sequence[UnitId], leaders: Sequence[LeaderId]) -> IllegalOrder | None:
    """13.7a, D66 Why one of these leaders may not go with the units."""
    for name in leaders:
        bar = leader_bar(state, name)
        if bar:
            return bar
        if name not in companions(state, units):
            return IllegalOrder("leader not with them", "13.7a", name, units[0])
    if len(set(leaders)) < len(leaders):
        return IllegalOrder("leader named twice", "13.7a", *leaders)
    return None


def in_order(state: State, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Top first, however they were named; off the map as they were named."""
    stack = state.stacks.get(state.units[units[0]].at, list(units))
    return tuple(name for name in stack if name in units)
