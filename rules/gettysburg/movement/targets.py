"""11.1, 14.1 to 14.6, 21.4 What may be attacked or bombarded, and by which artillery."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from rules.gettysburg import clock
from rules.gettysburg.ground.sight import blocking_terrain, has_sight, is_shielded, obstacle
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import commander, side_at, units_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, TRAINS, State, Unit
from rules.gettysburg.tables import HILL_BONUS


def hex_bar(state: State, target: HexId, rule: str) -> IllegalOrder | None:
    """A piece, or nothing known, named where an order wants a hex; what an HMC holds is not told (18.1)."""
    if state.ground.is_on_map(target):
        return None
    piece = state.units.get(target) or state.hmcs.get(target)
    if piece is None:
        return IllegalOrder("no hex named", rule, target)
    if piece.at in state.stacks:
        return IllegalOrder("piece named for its hex", rule, target, piece.at)
    return IllegalOrder("unseen piece named for a hex", rule, target)


def attacked_bar(state: State, name: PieceId, target: HexId, train: bool) -> IllegalOrder | None:
    """11.1a, 17.4a, 21.4 Why this hex, or the Train in it, is no target for the brigade."""
    side = state.units[name].side
    enemy = ENEMY[side]
    if side_at(state, target) == side:
        return IllegalOrder("own side there", "17.4a", target, name)
    if train:
        return _train_bar(state, TRAINS[enemy], target)
    if side_at(state, target) != enemy or not units_at(state, target):
        return IllegalOrder("nobody to attack", "11.1a", target, name)
    return None


def _train_bar(state: State, train: PieceId, target: HexId) -> IllegalOrder | None:
    """21.4, D87 B only when nobody stands with it."""
    if state.units[train].at != target:
        return IllegalOrder("no Train there", "21.4", target)
    if reading(state, "D87") == "B" and len(state.stacks[target]) > 1:
        return IllegalOrder("Train not alone", "21.4")
    return None


def firer_bar(state: State, name: PieceId) -> IllegalOrder | None:
    """14.1a, 14.7c, 20.4 Which artillery may bombard; 14.5b an enemy next to it does not hinder it."""
    unit = state.units.get(name)
    if unit is None or unit.kind != "artillery":
        return IllegalOrder("no artillery", "14.1a", name)
    if clock.is_night(state.core.turn):
        return IllegalOrder("bombardment at night", "20.4")
    if unit.disrupted:
        return IllegalOrder("Disrupted, cannot bombard", "14.1a", name)
    if unit.fired or name in state.turn.starts:
        return IllegalOrder("spent, cannot bombard", "14.1a", name)
    return None


def reach_of(state: State, unit: Unit) -> int:
    """6.7, 14.5a, BT.n2 How far a shot goes, in steps from hex to hex: a hill adds 2."""
    return unit.ratings.range + 1 + (HILL_BONUS if state.ground.is_hill(unit.at) else 0)


def bombarded_bar(state: State, name: PieceId, target: HexId, aim: PieceId) -> IllegalOrder | None:
    """6.7, 14.1a, 14.2b, 14.4L to 14.6, 17.4a, BT.n5 Why the unit in this hex cannot be bombarded."""
    unit, ground = state.units[name], state.ground
    bar = hex_bar(state, target, "14.1a")
    if bar:
        return bar
    held = side_at(state, target)
    if held == unit.side:
        return IllegalOrder("own side there", "17.4a", target, name)
    if not held or not any(other in state.units for other in state.stacks[target]):
        rule = "14.1a" if commander(state, name) == unit.side else "17.4a"
        return IllegalOrder("nobody to bombard", rule, target)
    hexes = ground.distance(unit.at, target)
    if hexes > reach_of(state, unit):
        return IllegalOrder("out of range", "14.5a", target, hexes, name, reach_of(state, unit))
    if ground.is_heavy_woods(target) or ground.is_town(target):
        return IllegalOrder("closed to bombardment", "14.6a", target)
    if not is_in_sight(state, unit.at, target):
        return _sight_bar(state, unit.at, target)
    return _aim_bar(state, name, target, aim)


def is_in_sight(state: State, at: HexId, target: HexId) -> bool:
    """14.4L, D22"""
    return has_sight(state.ground, at, target, slopes_block=reading(state, "D22") == "B")


def _sight_bar(state: State, at: HexId, target: HexId) -> IllegalOrder:
    """14.4L What stands between: a hex, with what makes it block, or two hexes with a slope."""
    between = obstacle(state.ground, at, target, slopes_block=reading(state, "D22") == "B")
    key = "sight blocked by a slope" if len(between) == 2 else "sight blocked"
    of = between if len(between) == 2 else (*between, *blocking_terrain(state.ground, between[0]))
    return IllegalOrder(key, "14.4L", at, target, *of)


def _aim_bar(state: State, name: PieceId, target: HexId, aim: PieceId) -> IllegalOrder | None:
    """14.2b, D62, 6.6b, D21 The one unit shot at."""
    unit = state.units[name]
    if not aim and reading(state, "D62") == "A":
        return IllegalOrder("name the unit bombarded", "14.2b", target, name)
    named = [aim] if aim else units_at(state, target)
    if aim not in state.stacks[target] and aim:
        return _absent(state, target, aim)
    if aim in state.hmcs:
        return IllegalOrder("aimed at an HMC", "14.2b", aim)
    if not named:
        return IllegalOrder("only the Train there", "14.2b", target)
    if all(is_sheltered(state, unit, target, other) for other in named):
        return IllegalOrder("shielded", "6.6b", target, unit.at)
    if aim == TRAINS[ENEMY[unit.side]]:
        return _train_bar(state, aim, target)
    return None


def _absent(state: State, target: HexId, aim: PieceId) -> IllegalOrder:
    """14.2b Which ids could be named instead."""
    there = [name for name in state.stacks[target] if name in state.units]
    key = "aim not there" if aim in state.units or aim in state.hmcs else "aim is no id"
    return IllegalOrder(key, "14.2b", aim, target, *there)


def is_sheltered(state: State, firer: Unit, target: HexId, aim: PieceId) -> bool:
    """6.6b, 14.6b, D21 Whether a protected hexside keeps the shot from a unit; under B from infantry only."""
    if reading(state, "D21") == "B" and state.units[aim].kind != "infantry":
        return False
    return is_shielded(state.ground, firer.at, target)


def open_to(state: State, firer: Unit, target: HexId) -> list[PieceId]:
    """14.2b, D62 B The units of the hex among which a shot may be aimed when it is fired."""
    if side_at(state, target) != ENEMY[firer.side]:
        return []
    return [name for name in units_at(state, target) if not is_sheltered(state, firer, target, name)]


def hexes_in_range(state: State, name: PieceId) -> Iterator[HexId]:
    """Enemy-held hexes that the shot of an artillery unit reaches."""
    unit = state.units[name]
    near = state.ground.disc(unit.at, reach_of(state, unit))
    for at in state.stacks:
        if at in near and side_at(state, at) != unit.side:
            yield at


def aims(state: State, target: HexId) -> list[PieceId]:
    """14.2b, D62 The units that may be named; under B none need be."""
    named = [name for name in state.stacks[target] if name in state.units]
    return ["", *named] if reading(state, "D62") == "B" else named


def shots(state: State, name: PieceId) -> Iterator[tuple[HexId, PieceId]]:
    """14.1a Every hex and unit that the artillery unit could bombard from where it stands."""
    at = state.units[name].at
    for to in (to for to in hexes_in_range(state, name) if is_in_sight(state, at, to)):
        yield from ((to, aim) for aim in aims(state, to) if bombarded_bar(state, name, to, aim) is None)
