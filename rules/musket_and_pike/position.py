"""Questions about the position that many rules ask: who stands where, and what a unit is worth now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.going import REGIMENTAL
from rules.musket_and_pike.ground.ground import Around
from rules.musket_and_pike.ids import HexId, LeaderId, UnitId, WingId
from rules.musket_and_pike.state import Leader, State, Unit, Wing
from rules.musket_and_pike.work import Due, ResumeTests

TEN = 10


def d10(play: Play[State], why: Reason, by: Side) -> int:
    """2.2 A die of 0 to 9: the ten of the stored die is zero."""
    return play.roll(1, TEN, why, by).faces[0] % TEN


def owe(play: Play[State], *dues: Due) -> None:
    """What is to follow, first to last; nothing does before the chapter of morale takes it up."""
    if dues:
        play.open(ResumeTests(dues=dues))


# What a unit is


def is_horse(unit: Unit) -> bool:
    """G.cavalry, 14.3 Mounted cavalry; who has dismounted moves, reacts and is fought as foot."""
    return unit.card.arm == tables.HORSE and not unit.card.dismounted


def is_foot(unit: Unit) -> bool:
    """Heavy infantry."""
    return unit.card.arm == tables.FOOT


def is_light(unit: Unit) -> bool:
    return unit.card.arm == tables.LIGHT


def is_guns(unit: Unit) -> bool:
    return unit.card.arm == tables.GUNS


def is_infantry(unit: Unit) -> bool:
    return unit.card.arm in (tables.FOOT, tables.LIGHT)


def is_operational(unit: Unit) -> bool:
    """10.8.9 Disabled and captured guns are no units."""
    return not unit.disabled and not unit.holder


def klass(unit: Unit) -> str:
    """7.1.1, 7.3.4, 14.3 The column of the Terrain Effects Chart."""
    if unit.card.dismounted:
        return tables.FOOT
    return REGIMENTAL if unit.card.regimental else unit.card.arm


def strength(unit: Unit) -> int:
    """11.3.4 Casualties deducted."""
    return unit.card.sp - unit.casualties


def morale(unit: Unit) -> int:
    """12.1, 12.4.2, 12.4.3 The rating it tests against."""
    if unit.morale == "MB":
        return tables.BROKEN_MORALE
    return unit.card.morale - (unit.morale == "MS")


def has_facing(unit: Unit) -> bool:
    """6.1 Broken units and limbered guns have none."""
    return unit.morale != "MB" and not unit.limbered


# Who stands where


def units_at(state: State, at: HexId) -> list[UnitId]:
    """Top first."""
    return state.stacks.get(at, [])


def main_at(state: State, at: HexId) -> UnitId:
    """The unit that is no gun: of horse with light infantry the horse; empty if there is none."""
    found = ""
    for name in state.stacks.get(at, ()):
        arm = state.units[name].card.arm
        if arm != tables.GUNS and (not found or arm == tables.HORSE):
            found = name
    return found


def guns_at(state: State, at: HexId, *, operational: bool = True) -> UnitId:
    """The guns in a hex: those that can be used, or any."""
    for name in state.stacks.get(at, ()):
        unit = state.units[name]
        if is_guns(unit) and (is_operational(unit) or not operational):
            return name
    return ""


def side_at(state: State, at: HexId) -> Side:
    """Whose units hold a hex; guns that cannot be used hold none."""
    for name in state.stacks.get(at, ()):
        unit = state.units[name]
        if is_operational(unit):
            return unit.side
    return ""


def has_enemy(state: State, at: HexId, side: Side) -> bool:
    return side_at(state, at) not in ("", side)


def body(state: State, name: UnitId) -> tuple[UnitId, ...]:
    """8.2.1 The unit with whoever acts as one with it: horse first, then its light infantry."""
    unit = state.units[name]
    if not unit.hexes or unit.card.arm not in (tables.HORSE, tables.LIGHT):
        return (name,)
    stack = state.stacks[unit.hexes[0]]
    if len(stack) == 1:
        return (name,)
    pair = [other for other in stack if state.units[other].card.arm in (tables.HORSE, tables.LIGHT)]
    return tuple(sorted(pair, key=lambda other: state.units[other].card.arm != tables.HORSE))


def head(state: State, name: UnitId) -> UnitId:
    """8.2.1 The horse of a stack with light infantry, else the unit itself."""
    return body(state, name)[0]


def is_paired(state: State, name: UnitId) -> bool:
    return len(body(state, name)) > 1


def is_top(state: State, name: UnitId, at: HexId = "") -> bool:
    """8.3.1 Whether nothing but its own body lies above it in that hex."""
    stack = state.stacks[at or state.units[name].at]
    return stack[0] in body(state, name)


def neighbours(state: State, hexes: Iterable[HexId]) -> dict[HexId, None]:
    """The hexes next to these, each once."""
    own, near = tuple(hexes), state.ground.near
    return dict.fromkeys(to for at in own for to in near(at) if to not in own)


def adjacent_enemies(state: State, hexes: Iterable[HexId], side: Side) -> list[UnitId]:
    """Enemy units next to these hexes, each once: of a stack the one that is no gun, else the guns."""
    found: dict[UnitId, None] = {}
    for at in neighbours(state, hexes):
        if has_enemy(state, at, side):
            found[main_at(state, at) or guns_at(state, at)] = None
    return list(found)


def is_near_enemy(state: State, hexes: Iterable[HexId], side: Side) -> bool:
    """7.1.1 Whether an enemy unit is adjacent."""
    return any(has_enemy(state, at, side) for at in neighbours(state, hexes))


def are_adjacent(state: State, one: Unit, other: Unit) -> bool:
    distance = state.ground.distance
    return any(distance(a, b) == 1 for a in one.hexes for b in other.hexes)


def distance(state: State, one: Collection[HexId], other: Collection[HexId]) -> int:
    """10.1.2, D19 From half to half, the nearest ones."""
    return state.ground.apart(one, other)


def arcs(state: State, unit: Unit) -> Around:
    """6.1 Front, flanks and rear of a unit that has a facing."""
    return arcs_at(state, unit, unit.hexes, unit.facing)


def arcs_at(state: State, unit: Unit, hexes: tuple[HexId, ...], facing: int) -> Around:
    """6.1, 6.3.4 The same if it stood there."""
    if len(hexes) > 1 and unit.formation == "CO":
        return state.ground.column(hexes, facing)
    return state.ground.around(hexes, facing)


def is_in_front(state: State, unit: Unit, other: Unit) -> bool:
    """5.6.1 Whether any part of the other stands in its front."""
    if not has_facing(unit):
        return False
    front = arcs(state, unit).front
    return any(hex in front for hex in other.hexes)


def units_of(state: State, wing: WingId) -> Iterator[UnitId]:
    """5.4.1 Those of a Wing that are on the map, and can be used."""
    return (name for name, unit in state.units.items() if unit.wing == wing and unit.hexes and is_operational(unit))


def enemies(state: State, side: Side) -> Iterator[UnitId]:
    """Enemy units on the map that can be used."""
    return (name for name, unit in state.units.items() if unit.side != side and unit.hexes and is_operational(unit))


# What a unit may do


def base_allowance(state: State, name: UnitId, *, alone: bool = False) -> int:
    """7.2.1, 8.2.1, 14.3 By type; broken or not."""
    unit = state.units[name]
    if unit.card.dismounted:
        return tables.DISMOUNTED
    if not alone and unit.card.arm == tables.HORSE and (is_paired(state, name) or _has_left(state, name)):
        return tables.WITH_LIGHT
    return tables.ALLOWANCE[unit.card.arm]


def _has_left(state: State, name: UnitId) -> bool:
    """7.3.1, 8.2.1 Whether it is on its way from light infantry that it left behind."""
    return any(move.unit == name and move.alone for move in state.moves)


def allowance(state: State, name: UnitId) -> int:
    """DRV.ma As it is now."""
    unit = state.units[name]
    if is_guns(unit):
        return tables.ALLOWANCE[tables.GUNS] if unit.limbered and unit.morale != "MB" and is_operational(unit) else 0
    if unit.morale == "MB" or unit.formation in ("FB", "HH"):
        return 0
    base = base_allowance(state, name)
    if unit.formation == "FS":
        return base // 2
    return base + tables.COLUMN_BONUS if unit.formation == "CO" else base


# Leaders


def leaders_at(state: State, at: HexId, side: Side = "") -> list[LeaderId]:
    return [name for name, leader in state.leaders.items() if leader.at == at and at and side in ("", leader.side)]


def leaders_with(state: State, name: UnitId) -> list[LeaderId]:
    """5.4.2 Those stacked with a unit, in either half."""
    unit = state.units[name]
    return [id for id, leader in state.leaders.items() if leader.side == unit.side and leader.at in unit.hexes]


def is_alone(state: State, leader: Leader) -> bool:
    """9.2.4, 10.8.9 Whether no unit stands in his hex; guns that cannot be used are none."""
    return bool(leader.at) and not side_at(state, leader.at)


def best_leader(state: State, leaders: Iterable[LeaderId]) -> LeaderId:
    """12.2 One leader, the best rated; empty if there is none."""
    return min(leaders, key=lambda name: state.leaders[name].rating, default="")


def is_beside(state: State, leader: Leader, hexes: Iterable[HexId]) -> bool:
    """5.1.2 Stacked or adjacent."""
    return bool(leader.at) and any(state.ground.distance(leader.at, at) <= 1 for at in hexes)


def commander_of(state: State, wing: Wing) -> Leader | None:
    """5.3.2 The Wing Commander, if he is in play: on the map, or due with his Wing."""
    leader = state.leaders.get(wing.commander)
    return leader if leader and not leader.fate else None


def army_commander(state: State, side: Side) -> Leader | None:
    leader = state.leaders.get(state.commanders.get(side, ""))
    return leader if leader and leader.at else None


def is_cavalry_wing(state: State, wing: WingId) -> bool:
    """G.wing One without heavy infantry."""
    return not any(unit.wing == wing and is_foot(unit) for unit in state.units.values())


def active_side(state: State) -> Side:
    wing = state.wings.get(state.activation.wing)
    return wing.side if wing else ""
