"""10.3/S2 to S7 What a blow is worth: its modifiers, its die, its strength, and the Melee Table.

One function reckons for dice, odds and players alike: `reckon(state, blow)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.reasons import Modifier, total
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.state import Attack
from rules.wallaces_war.position import leaders_at, leads, strength
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State, Unit
from rules.wallaces_war.zones import aspect

LOWEST, HIGHEST = 0, 12  # 10.3/S6
SIX, TEN = 6, 10
OPPOSITE = 3  # of six directions
THREE_APART = ({0, 2, 4}, {1, 3, 5})

FLANK = Modifier(1, "flank attack", "10.3/S2")
REAR = Modifier(1, "rear attack", "10.3/S2")
CONCENTRIC = Modifier(2, "concentric attack", "10.3/S2")
BERSERK = Modifier(1, "berserk attacker", "10.3/S2")
SHAKEN_ATTACKER = Modifier(-1, "attacker shaken", "10.3/S2")
SHAKEN_DEFENDER = Modifier(1, "defender shaken", "10.3/S2")
SHAKEN_ATTACKER_AGAIN = Modifier(-1, "attacker shaken", "20.2.6a")
SHAKEN_DEFENDER_AGAIN = Modifier(1, "defender shaken", "20.2.6a")
UPHILL = Modifier(-1, "uphill", "10.3/S2")
DOWNHILL = Modifier(1, "downhill", "10.3/S2")
STREAM = Modifier(-1, "across a stream", "10.3/S2")
BRIDGE = Modifier(-2, "across a bridge", "10.3/S2")


class Blow(NamedTuple):
    """One attack or reply about to be rolled."""

    units: tuple[UnitId, ...]  # who strike, top first
    at: HexId
    target: HexId
    active: bool  # the modifiers of the activated Battle are its own
    sources: tuple[HexId, ...] = ()  # every hex from which that side attacks the same defender, its own too
    against: tuple[UnitId, ...] = ()  # who would be struck, if they do not stand in the target hex yet


class Reckoning(NamedTuple):
    """10.3/S2 to S7 All that is fixed before the die."""

    modifiers: tuple[Modifier, ...]
    type_modifier: Modifier
    faces: int
    sp: int
    column: int

    @property
    def net(self) -> int:
        """10.3/S4"""
        return total(self.modifiers) + self.type_modifier.value

    def row(self, die: int) -> int:
        """10.3/S6"""
        return min(max(die + self.net, LOWEST), HIGHEST)


def blow_of(state: State, attack: Attack) -> Blow:
    """10.3/S1 A declared attack as it stands in the ledger."""
    return Blow(attack.units, attack.at, attack.target, is_privileged(state, attack.units), sources(state, attack))


def reply_of(state: State, at: HexId, target: HexId) -> Blow:
    """10.3/S8 The reply of a stack, whole; D28 B without who is shaken."""
    units = tuple(state.stacks[at])
    if reading(state, "D28") == "B" and any(not state.units[unit].shaken for unit in units):
        units = tuple(unit for unit in units if not state.units[unit].shaken)
    return Blow(units, at, target, is_privileged(state, units), (at,))


def is_privileged(state: State, units: tuple[UnitId, ...]) -> bool:
    """10.3/S2, D40 Whether the modifiers of the activated Battle apply: to who stands in its place, or to it alone."""
    unit = state.units[units[0]]
    if state.melee is None or reading(state, "D40") == "B":
        return unit.battle == state.turn.battle
    return unit.side == state.melee.side


def sources(state: State, attack: Attack) -> tuple[HexId, ...]:
    """D38 Whence a defender is attacked: by all declared and not cancelled, or by those already beside it."""
    attacks = state.melee.attacks if state.melee else ()
    arrived = reading(state, "D38") == "B"
    return tuple(
        one.at
        for one in attacks
        if one.target == attack.target
        and one.progress != "void"
        and (one is attack or not arrived or any(state.units[unit].at == one.at for unit in one.units))
    )


def reckon(state: State, blow: Blow) -> Reckoning:
    """10.3/S2 to S5, S7"""
    sp = sum(strength(state, state.units[unit]) for unit in blow.units)
    die = faces(state, blow.units)
    return Reckoning(modifiers(state, blow), type_modifier(state, blow), die, sp, column(state, sp))


def modifiers(state: State, blow: Blow) -> tuple[Modifier, ...]:
    """10.3/S2 Each that applies, in the printed order."""
    return (*_directions(state, blow), *_leaders(state, blow), *_conditions(state, blow), *_ground(state, blow))


def _directions(state: State, blow: Blow) -> Iterator[Modifier]:
    """10.3/S2, D37 Concentric, or else flank and rear: of this attack, or of any on the same defender."""
    if not blow.active:
        return
    if is_concentric(state, blow.target, blow.sources):
        yield CONCENTRIC
        return
    shared = reading(state, "D37") == "B"
    aspects = {aspect(state, blow.target, at) for at in (blow.sources if shared else (blow.at,))}
    if "flank" in aspects:
        yield FLANK
    if "rear" in aspects:
        yield REAR


def is_concentric(state: State, target: HexId, hexes: tuple[HexId, ...]) -> bool:
    """10.3/S2 From two opposite hexes, from three with one between each pair, or from four."""
    ways = {state.ground.direction(target, at) for at in hexes}
    return any((way + OPPOSITE) % SIX in ways for way in ways) or any(three <= ways for three in THREE_APART)


def _leaders(state: State, blow: Blow) -> Iterator[Modifier]:
    """10.3/S2, 13.2e, D39 The leader of its Battle or of its army who is with it: the best, or under B each."""
    unit = state.units[blow.units[0]]
    found = [
        Modifier(state.leaders[name].bonus, "leader", "10.3/S2", (name,))
        for name in leaders_at(state, blow.at, unit.side)
        if leads(state, name, unit) and state.leaders[name].bonus
    ]
    if found and reading(state, "D39") == "A":
        found = [max(found, key=lambda bonus: bonus.value)]
    yield from found


def _conditions(state: State, blow: Blow) -> Iterator[Modifier]:
    """10.3/S2, 12.5b, 14.4g, D88 Rage and disorder of the units on top."""
    attacker, defender = _tops(state, blow)
    twice = state.engagement.barons and reading(state, "D88") == "B"
    if attacker.berserk and state.stacks[attacker.at][0] == blow.units[0]:
        yield BERSERK
    if attacker.shaken:
        yield SHAKEN_ATTACKER
        yield from (SHAKEN_ATTACKER_AGAIN,) * twice
    if defender.shaken:
        yield SHAKEN_DEFENDER
        yield from (SHAKEN_DEFENDER_AGAIN,) * twice


def _ground(state: State, blow: Blow) -> Iterator[Modifier]:
    """10.3/S2 What lies between the two; only uphill counts for both sides."""
    ground, a, b = state.ground, blow.at, blow.target
    if ground.is_uphill(a, b):
        yield UPHILL
    if not blow.active:
        return
    if ground.is_downhill(a, b):
        yield DOWNHILL
    if ground.is_stream(a, b):
        yield STREAM
    if ground.is_bridge(a, b):
        yield BRIDGE


def _tops(state: State, blow: Blow) -> tuple[Unit, Unit]:
    return state.units[blow.units[0]], state.units[(blow.against or state.stacks[blow.target])[0]]


def type_modifier(state: State, blow: Blow) -> Modifier:
    """10.3/S3 By the units on top."""
    attacker, defender = _tops(state, blow)
    value = state.charts.types[defender.kind][attacker.kind]
    return Modifier(value, "type", "10.3/S3", (attacker.kind, defender.kind))


def faces(state: State, units: tuple[UnitId, ...]) -> int:
    """10.3/S5, 20.2.5a The die of the top unit; of HC with MXB, and of MAA with RI, of whoever is stronger."""
    dice, kinds = state.charts.dice, {state.units[unit].kind for unit in units}
    if kinds not in ({"HC", "MXB"}, {"MAA", "RI"}):
        return dice[state.units[units[0]].kind]
    strengths = {state.units[unit].kind: strength(state, state.units[unit]) for unit in units}
    if len(set(strengths.values())) == 1:
        return TEN if "HC" in kinds else SIX
    return dice[max(strengths, key=lambda kind: strengths[kind])]


def column(state: State, sp: int) -> int:
    """10.3/S7"""
    columns = state.charts.columns
    return next((i for i, (_, high) in enumerate(columns) if sp <= high), len(columns) - 1)


def losses(state: State, reckoning: Reckoning, die: int) -> int:
    """10.3/S7 The cell of the Melee Table."""
    return state.charts.melee[reckoning.row(die)][reckoning.column]


def column_name(state: State, index: int) -> str:
    """As the table has it: 6-8, 12+."""
    low, high = state.charts.columns[index]
    return f"{low}+" if index == len(state.charts.columns) - 1 else f"{low}-{high}"
