"""11.4, 11.5 The Combat Differential: every modifier with its citation, and the column of the table."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.reasons import Modifier, total
from rules.gettysburg import tables
from rules.gettysburg.combat.coordination import is_coordinated, key
from rules.gettysburg.ids import HexId
from rules.gettysburg.position import combat
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import Fight, State, Unit


def defence(unit: Unit) -> int:
    """13.5a Artillery alone defends with its support if Ready, with its self-defence if Fired."""
    if unit.kind == "artillery":
        return unit.ratings.self_defence if unit.fired else unit.ratings.def_support
    return combat(unit)


def combat_modifiers(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.4 Each that applies, in the printed order."""
    attacker, defender = state.units[fight.attacker], state.units[fight.defender]
    yield from _coordination(state, fight)
    yield from terrain_modifiers(state, attacker.at, fight.target)
    yield from _support(state, fight)
    if defender.disrupted:
        yield tables.DEFENDER_DISRUPTED
    if attacker.disrupted:
        yield tables.ATTACKER_DISRUPTED


def _coordination(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.6a +1 for the first attack on the hex, +2 for the second, and so on; never in a Counter-Attack (19.3b)."""
    if not fight.counter and is_coordinated(state, fight.target, fight.defender):
        number = state.turn.struck.get(key(state, fight.target, fight.defender), 0) + 1
        yield Modifier(number, "coordinated", "11.6a", (number,))


def _support(state: State, fight: Fight) -> Iterator[Modifier]:
    if fight.attacker_support:
        guns = state.units[fight.attacker_support]
        yield Modifier(guns.ratings.off_support, "attacker supported", "13.4b", (fight.attacker_support,))
    if fight.defender_support:
        guns = state.units[fight.defender_support]
        yield Modifier(-guns.ratings.def_support, "defender supported", "13.4c", (fight.defender_support,))


def terrain_modifiers(state: State, a: HexId, b: HexId) -> Iterator[Modifier]:
    """6.4a, 11.5 What the ground gives a defender in b against an attack from a; all that apply add up."""
    ground = state.ground
    if ground.is_town(b):
        yield tables.TOWN
    if ground.is_rough(b):
        yield tables.ROUGH
    if ground.is_heavy_woods(b) and _is_clear_side(state, a, b):
        yield tables.HEAVY_WOODS
    if ground.is_uphill(a, b):
        yield tables.SLOPE
    if ground.is_stream(a, b):
        yield tables.STREAM
    if ground.is_ravine(a, b):
        yield tables.RAVINE
    if ground.is_protected(a, b):
        yield tables.PROTECTED


def _is_clear_side(state: State, a: HexId, b: HexId) -> bool:
    """6.4b, D17 As the map shows the hexside, or under B by the attacker's hex."""
    if reading(state, "D17") == "B":
        return not state.ground.is_woods(a)
    return not state.ground.is_wooded_side(a, b)


def differential(state: State, base: int, modifiers: tuple[Modifier, ...]) -> int:
    """11.4 Ratings and modifiers; under D19 B the bare difference is held to the table first."""
    return (_held(base) if reading(state, "D19") == "B" else base) + total(modifiers)


def held_first(state: State, base: int) -> Iterator[Modifier]:
    """11.4, D19 B What the bare difference loses to the ends of the table, so that the sum shown adds up."""
    if reading(state, "D19") == "B" and _held(base) != base:
        yield Modifier(_held(base) - base, "difference of the ratings held to the table", "11.4")


def column(difference: int) -> int:
    """11.4 No further than the table goes."""
    return _held(difference)


def _held(value: int) -> int:
    return max(-tables.LAST_COLUMN, min(tables.LAST_COLUMN, value))
