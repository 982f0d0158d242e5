"""11.3, T14, T15 What modifies a melee: one function for dice, odds and players, each line with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.reasons import Modifier, total
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import (
    arcs,
    is_foot,
    is_horse,
    is_light,
    leaders_with,
    morale,
    strength,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit

COVER = ("village", "town", "castle")
LIGHT_SIDES = ("hedge", "stream", "berm")
HEAVY_SIDES = ("entrenchment", "redoubt", "bridge", "abatis")
TWICE, FOUR_TIMES = 2, 4


class Fight(NamedTuple):
    """Who fights whom, and who spends a pistol on it."""

    attackers: tuple[UnitId, ...]
    defender: UnitId
    hexes: tuple[HexId, ...]  # attacked
    pistols: tuple[UnitId, ...] = ()


def reckon(state: State, fight: Fight) -> tuple[Modifier, ...]:
    """11.3.1 Every line that counts, in the order of the book; the last keeps their sum within its limits."""
    found = [line for line in _lines(state, fight) if line.value]
    low, high = state.charts.melee_modifiers.rulebook.limit
    sum_ = total(found)
    held = min(max(sum_, low), high)
    return (*found, Modifier(held - sum_, "limit of the sum", "11.3.1")) if held != sum_ else tuple(found)


def _lines(state: State, fight: Fight) -> Iterator[Modifier]:
    yield from _leaders(state, fight)
    yield _morale(state, fight)
    yield ratio(state, fight)
    yield from _momentum(state, fight)
    yield from _flanks(state, fight)
    yield matrix(state, fight)
    yield from _pistols(state, fight)
    yield from _formations(state, fight)
    yield from _salvo(state, fight)
    yield from _ground(state, fight)


def _units(state: State, fight: Fight) -> tuple[list[Unit], Unit]:
    return [state.units[name] for name in fight.attackers], state.units[fight.defender]


def _leaders(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.3.2 One for each side."""
    book = state.charts.melee_modifiers.rulebook
    if any(leaders_with(state, name) for name in fight.attackers):
        yield Modifier(book.attacking_leader, "attackers led", "11.3.2")
    if leaders_with(state, fight.defender):
        yield Modifier(book.defending_leader, "defender led", "11.3.2")


def _morale(state: State, fight: Fight) -> Modifier:
    """11.3.3, D62 The best of the attackers against the defender, as they now are or as printed."""
    attackers, defender = _units(state, fight)
    printed = reading(state, "D62") == "b"
    best = max(unit.card.morale if printed else morale(unit) for unit in attackers)
    other = defender.card.morale if printed else morale(defender)
    return Modifier(best - other, "morale against morale", "11.3.3", (best, other))


def ratio(state: State, fight: Fight) -> Modifier:
    """11.3.4, 11.3.5, D63, D64, D77 Strength against strength, to the defender's favour."""
    attackers, defender = _units(state, fight)
    ours, theirs = 2 * sum(map(strength, attackers)), 2 * strength(defender)
    if is_halved(state, attackers, defender):
        full = strength(defender)
        theirs = {"a": full, "b": 2 * (full // 2), "c": 2 * ((full + 1) // 2)}[reading(state, "D64")]
    book = state.charts.melee_modifiers.rulebook
    value = 0
    if ours >= FOUR_TIMES * theirs:
        value = book.ratio_4_to_1
    elif ours >= TWICE * theirs:
        value = book.ratio_2_to_1
    elif _is_under(state, ours, theirs, FOUR_TIMES):
        value = book.ratio_1_to_4
    elif _is_under(state, ours, theirs, TWICE):
        value = book.ratio_1_to_2
    return Modifier(value, "strength against strength", "11.3.4", (_half(ours), _half(theirs)))


def _half(doubled: int) -> str | int:
    """As people write it: 3, 3.5."""
    return doubled // 2 if doubled % 2 == 0 else f"{doubled // 2}.5"


def _is_under(state: State, ours: int, theirs: int, times: int) -> bool:
    """D63 a Rounded up to one against so many; b only if it is as bad as that."""
    if reading(state, "D63") == "b":
        return ours * times <= theirs
    return ours < theirs and -(-theirs // ours) >= times


def is_halved(state: State, attackers: Sequence[Unit], defender: Unit) -> bool:
    """11.3.5, D64, D77 Cavalry alone against heavy infantry; the dismounted count as such, or read as b not."""
    foot = is_foot(defender) or (defender.card.dismounted and reading(state, "D77") == "a")
    return foot and all(map(is_horse, attackers))


def _momentum(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.3.6 Once; of horse and foot that both have it, what is better for the defender (11.1.4)."""
    book, attackers = state.charts.melee_modifiers.rulebook, _units(state, fight)[0]
    found = [book.momentum_cavalry if is_horse(unit) else book.momentum_hi for unit in attackers if unit.momentum]
    if found:
        yield Modifier(min(found), "momentum", "11.3.6")


def _flanks(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.3.7, D66 For each flank or rear hex it is attacked from; read as b, for each unit that attacks from one."""
    attackers, defender = _units(state, fight)
    if defender.formation == "HH" or defender.morale == "MB":
        return
    around = arcs(state, defender)
    open_hexes = {*around.flanks, *around.rear}
    held = [[hex for hex in unit.hexes if hex in open_hexes] for unit in attackers]
    count = sum(map(bool, held)) if reading(state, "D66") == "b" else len({hex for one in held for hex in one})
    if count:
        each = state.charts.melee_modifiers.rulebook.each_flank_or_rear_hex
        yield Modifier(each * count, "flank or rear", "11.3.7", (count,))


def matrix(state: State, fight: Fight) -> Modifier:
    """11.3.8, 14.2 Type against type: of several attackers the entry best for the defender."""
    attackers, defender = _units(state, fight)
    against = "broken" if defender.morale == "MB" else "hedgehog" if defender.formation == "HH" else type_of(defender)
    chart = state.charts.melee_matrix
    lines = {type_of(unit): getattr(chart, type_of(unit)) for unit in attackers}
    values = {kind: _entry(line, against) for kind, line in lines.items()}
    kind = min(values, key=lambda one: values[one])
    return Modifier(values[kind], "type against type", "11.3.8", (kind, against))


def _entry(line: object, against: str) -> int:
    """11.6 Light infantry has one entry only: its like."""
    found: int = getattr(line, against, getattr(line, "light_infantry"))  # noqa: B009 - two kinds of line
    return found


def type_of(unit: Unit) -> str:
    """11.3.8, 14.2, 14.3"""
    if is_light(unit):
        return "light_infantry"
    if is_horse(unit):
        return "arquebusier" if unit.card.arquebusier else "cuirassier"
    return "heavy_infantry" if unit.card.pikes else "hi_without_pikes"


def _pistols(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.3.9"""
    book = state.charts.melee_modifiers.rulebook
    count = sum(name in fight.pistols for name in fight.attackers)
    if count:
        yield Modifier(count * book.each_attacking_unit_firing_pistols, "attackers' pistols", "11.3.9", (count,))
    if fight.defender in fight.pistols:
        yield Modifier(book.defender_firing_pistols, "defender's pistols", "11.3.9")


def _formations(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.3.1, 6.3 Once for each side: of several attackers the worst."""
    card, (attackers, defender) = state.charts.melee_modifiers.house, _units(state, fight)
    ours = {
        "FS": card.attacker_formation_shaken, "FB": card.attacker_formation_broken,
        "OO": card.attacker_open_order, "CO": card.attacker_column,
    }  # fmt: skip
    theirs = {
        "FS": card.defender_formation_shaken, "FB": card.defender_formation_broken, "OO": card.defender_open_order,
    }  # fmt: skip
    yield Modifier(min(ours.get(unit.formation, 0) for unit in attackers), "attackers' formation", "11.3.1")
    yield Modifier(theirs.get(defender.formation, 0), "defender's formation", "11.3.1")


def _salvo(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.3.1, D61 Once, as the card has it; read as b there is no such line."""
    salvoed = state.activation.salvoed
    if reading(state, "D61") == "a" and any(fight.defender in salvoed.get(name, ()) for name in fight.attackers):
        card = state.charts.melee_modifiers.house
        yield Modifier(card.attacker_salvoed_defender_this_activation, "after a Salvo", "11.3.1")


def _ground(state: State, fight: Fight) -> Iterator[Modifier]:
    """11.3.1, 14.1, 14.4 What the attackers must cross, the worst of them, and where the defender stands."""
    card, ground = state.charts.melee_modifiers.house, state.ground
    crossings = [
        _crossing(state, at, hex)
        for name in fight.attackers
        for at in state.units[name].hexes
        for hex in fight.hexes
        if ground.distance(at, hex) == 1
    ]
    worst = min(crossings, key=total, default=())
    yield from worst
    hexes = state.units[fight.defender].hexes
    if any(ground.terrain(hex) in COVER for hex in hexes if hex in fight.hexes):
        yield Modifier(card.defender_in_village_or_wagons, "defender in cover", "11.3.1")
    elif any(wagon.at in fight.hexes for wagon in state.wagons.values()):
        yield Modifier(card.defender_in_village_or_wagons, "defender among wagons", "14.1")


def _crossing(state: State, at: HexId, to: HexId) -> tuple[Modifier, ...]:
    """14.4 One line for each thing on a hexside."""
    card, sides = state.charts.melee_modifiers.house, state.ground.sides(at, to)
    found = []
    for kind in sides:
        if kind in LIGHT_SIDES:
            found.append(Modifier(card.across_hedge_stream_berm, "across it", "14.4", (kind,)))
        elif kind in HEAVY_SIDES:
            found.append(Modifier(card.across_entrenchment_bridge_abatis, "across it", "14.4", (kind,)))
        elif kind == "steep_slope_up":
            found.append(Modifier(card.attacker_up_steep_slope, "uphill", "11.3.1"))
    return tuple(found)
