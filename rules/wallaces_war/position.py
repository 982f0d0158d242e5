"""Questions about the position that many rules ask: who stands where, and what a unit is worth now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.facts import Side
from domain.kernel.reasons import Modifier, total
from rules.wallaces_war import tables
from rules.wallaces_war.ids import BattleId, HexId, LeaderId, UnitId
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.sheets.rows import Values
from rules.wallaces_war.state import Leader, State, Unit


def is_on_map(state: State, unit: UnitId) -> bool:
    return state.units[unit].at in state.stacks


def side_at(state: State, at: HexId) -> Side:
    """Whose units hold a hex; empty if none does. Enemies never share one (7.3b)."""
    stack = state.stacks.get(at)
    return state.units[stack[0]].side if stack else ""


def has_enemy(state: State, at: HexId, side: Side) -> bool:
    return side_at(state, at) not in ("", side)


def stack_of(state: State, unit: UnitId) -> list[UnitId]:
    """The unit and whoever shares its hex, top first."""
    return state.stacks.get(state.units[unit].at, [])


def top_of(state: State, at: HexId) -> Unit:
    """8.2e, 8.2h The unit on top of a stack, asked for only where there is one."""
    return state.units[state.stacks[at][0]]


def fellow_of(state: State, unit: UnitId) -> UnitId:
    """The other unit of its stack; empty if it stands alone."""
    return next((other for other in stack_of(state, unit) if other != unit), "")


def is_top(state: State, unit: UnitId) -> bool:
    return stack_of(state, unit)[:1] == [unit]


def class_of(unit: Unit) -> str:
    """2.1c"""
    return tables.CLASS[unit.kind]


def is_cavalry(unit: Unit) -> bool:
    return unit.kind in tables.CAVALRY


def may_act(state: State, unit: UnitId) -> bool:
    """10.4d, D13 Whether the unit is activated now: in phase E under B only if it initiated melee in phase C."""
    turn = state.turn
    if state.units[unit].battle != turn.battle:
        return False
    return turn.round == 0 or reading(state, "D13") != "B" or unit in turn.initiated


def units_of(state: State, battle: BattleId) -> Iterator[UnitId]:
    """2.6 Those of a Battle that are on the map."""
    return (name for name, unit in state.units.items() if unit.battle == battle and unit.at in state.stacks)


def values(unit: Unit) -> Values:
    """2.1f, 12.2c The side of the counter that is up."""
    return unit.full if unit.steps < tables.FLIPPED or unit.reduced is None else unit.reduced


def strength(state: State, unit: Unit) -> int:
    """12.2a, 12.2b Strength points: less by one only at the second and the fifth step; D58 B never below one."""
    points = values(unit).sp - (unit.steps in tables.MINUS_ONE)
    return max(points, 1) if reading(state, "D58") == "B" else points


def life(state: State, unit: Unit) -> int:
    """12.2f, 12.3a The step that eliminates it: the sixth, the one that leaves no strength, or the third if blank."""
    for step in range(unit.steps + 1, tables.STEPS):
        if step >= tables.FLIPPED and unit.reduced is None:
            return step
        side = unit.full if step < tables.FLIPPED or unit.reduced is None else unit.reduced
        if step in tables.MINUS_ONE and side.sp <= 1 and reading(state, "D58") == "A":
            return step
    return tables.STEPS


def lowered(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """14.2b, 14.4i What takes its morale level below the printed one; D76 B for each broken test failed."""
    battle = state.battles[unit.battle]
    breaks = battle.breaks if battle.breaks > 1 and reading(state, "D76") == "B" else 1
    applies = (
        (tables.MARKER, unit.steps in tables.MINUS_ONE),
        (tables.SHAKEN, unit.shaken),
        (
            tables.BROKEN if breaks == 1 else msgspec.structs.replace(tables.BROKEN, value=-breaks),
            battle.standing == "broken",
        ),
    )
    return tuple(modifier for modifier, does in applies if does)


def morale(state: State, unit: Unit) -> int:
    """14.2b The level it tests against."""
    return values(unit).morale + total(lowered(state, unit))


def leaders_at(state: State, at: HexId, side: Side = "") -> list[LeaderId]:
    return [name for name, leader in state.leaders.items() if leader.at == at and side in ("", leader.side)]


def companions(state: State, units: Sequence[UnitId]) -> list[LeaderId]:
    """13.7a, D66 Who may go with these units: leaders in their hex, under B only if they began the turn together."""
    unit, starts = state.units[units[0]], state.turn.starts
    found = leaders_at(state, unit.at, unit.side)
    if reading(state, "D66") == "A":
        return found
    began = {starts.get(name, state.units[name].at) for name in units}
    return [name for name in found if starts.get(name, state.leaders[name].at) in began]


def leads(state: State, name: LeaderId, unit: Unit) -> bool:
    """10.3/S2, 13.1a, 14.2a Whether this leader is of use to the unit: he leads its Battle, or its army."""
    return name in (state.battles[unit.battle].leader, state.commanders.get(unit.side))


def leaders_with(state: State, unit: Unit) -> Iterator[Leader]:
    """The leaders in its hex that are of use to it."""
    return (state.leaders[name] for name in leaders_at(state, unit.at, unit.side) if leads(state, name, unit))


def level_of(state: State, battle: BattleId) -> int:
    """13.2 Of the leader of a Battle as he is now."""
    leader = state.leaders.get(state.battles[battle].leader)
    return leader.level if leader else 1


def men(state: State, unit: Unit, steps: int) -> int:
    """2.3 An estimate of the men lost with so many steps: the scale of the pack, spread over its steps."""
    per_point = state.charts.men.get(class_of(unit), 0)
    whole = life(state, msgspec.structs.replace(unit, steps=0))
    return per_point * unit.full.sp * steps // whole
