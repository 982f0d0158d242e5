"""11.1, 14.1 to 14.6, 21.4 What may be attacked or bombarded, and by which artillery."""

from __future__ import annotations

from collections.abc import Iterator

from domain.ruling import IllegalOrder
from rules.gettysburg import clock
from rules.gettysburg.map.sight import has_sight, is_shielded, obstacle
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.position import side_at, units_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, TRAINS, State, Unit
from rules.gettysburg.tables import HILL_BONUS


def hex_bar(state: State, target: HexId, rule: str) -> IllegalOrder | None:
    """A piece, or nothing known, named where an order wants a hex; what an HMC holds is not told (18.1)."""
    if state.ground.is_on_map(target):
        return None
    piece = state.units.get(target) or state.hmcs.get(target)
    if piece is None:
        return IllegalOrder(f"target= names a hex: {target} is no hex of this map", rule=rule)
    where = f"{target} stands in {piece.at}" if piece.at in state.stacks else f"{target} is not seen on the map"
    return IllegalOrder(f"target= names a hex: {where}", rule=rule)


def attacked_bar(state: State, unit: Unit, target: HexId, train: bool) -> IllegalOrder | None:
    """11.1a, 17.4a, 21.4 Why this hex, or the Train in it, is no target for the brigade."""
    enemy = ENEMY[unit.side]
    if side_at(state, target) == unit.side:
        return IllegalOrder(f"{target} holds units of {unit.name}'s own side", rule="17.4a")
    if train:
        return _train_bar(state, TRAINS[enemy], target)
    if side_at(state, target) != enemy or not units_at(state, target):
        return IllegalOrder(f"there is no enemy unit in {target} for {unit.name} to attack", rule="11.1a")
    return None


def _train_bar(state: State, train: PieceId, target: HexId) -> IllegalOrder | None:
    """21.4, D87 B only when nobody stands with it."""
    if state.units[train].at != target:
        return IllegalOrder(f"the enemy Train is not in {target}", rule="21.4")
    if reading(state, "D87") == "B" and len(state.stacks[target]) > 1:
        return IllegalOrder("the Train is not alone in its hex (D87)", rule="21.4")
    return None


def firer_bar(state: State, name: PieceId) -> IllegalOrder | None:
    """14.1a, 14.7c, 20.4 Which artillery may bombard; 14.5b an enemy next to it does not hinder it."""
    unit = state.units.get(name)
    if unit is None or unit.kind != "artillery":
        return IllegalOrder(f"{name} is no artillery: only artillery bombards", rule="14.1a")
    if clock.is_night(state.core.turn):
        return IllegalOrder("no bombardment at night", rule="20.4")
    if unit.disrupted:
        return IllegalOrder(f"{unit.name} is Disrupted and cannot bombard", rule="14.1a")
    if unit.fired or name in state.turn.starts:
        return IllegalOrder(f"{unit.name} has moved or fired and cannot bombard", rule="14.1a")
    return None


def reach_of(state: State, unit: Unit) -> int:
    """6.7, 14.5a, BT.n2 How far a shot goes, in steps from hex to hex: a hill adds 2."""
    return unit.ratings.range + 1 + (HILL_BONUS if state.ground.is_hill(unit.at) else 0)


def bombarded_bar(state: State, name: PieceId, target: HexId, aim: PieceId) -> IllegalOrder | None:
    """6.7, 14.1a, 14.2b, 14.4L to 14.6, BT.n5 Why the unit in this hex cannot be bombarded."""
    unit, ground = state.units[name], state.ground
    bar = hex_bar(state, target, "14.1a")
    if bar:
        return bar
    held = side_at(state, target)
    if held == unit.side:
        return IllegalOrder(f"{target} holds units of {unit.name}'s own side", rule="17.4a")
    if not held or not any(other in state.units for other in state.stacks[target]):
        return IllegalOrder(f"there is no enemy unit in {target} to bombard", rule="14.1a")
    hexes = ground.distance(unit.at, target)
    if hexes > reach_of(state, unit):
        most = reach_of(state, unit)
        return IllegalOrder(f"{target} is {hexes} hexes from {unit.name}; it reaches {most}", rule="14.5a")
    if ground.is_heavy_woods(target) or ground.is_town(target):
        return IllegalOrder(f"{target} is heavy woods or town: no bombardment goes there", rule="14.6a")
    slopes_block = reading(state, "D22") == "B"
    if not has_sight(ground, unit.at, target, slopes_block=slopes_block):
        what = obstacle(ground, unit.at, target, slopes_block=slopes_block)
        return IllegalOrder(f"the Line of Sight from {unit.at} to {target} is blocked by {what}", rule="14.4L")
    return _aim_bar(state, unit, target, aim)


def _aim_bar(state: State, unit: Unit, target: HexId, aim: PieceId) -> IllegalOrder | None:
    """14.2b, D62, 6.6b, D21 The one unit shot at."""
    if not aim and reading(state, "D62") == "A":
        return IllegalOrder(f"name the unit in {target} that {unit.name} bombards", rule="14.2b")
    named = [aim] if aim else units_at(state, target)
    if aim not in state.stacks[target] and aim:
        return IllegalOrder(_not_there(state, target, aim), rule="14.2b")
    if aim in state.hmcs:
        return IllegalOrder(f"{aim} is an HMC: what it holds cannot be seen", rule="14.2b")
    if not named:
        return IllegalOrder(f"only the Train is in {target}: name it to bombard it", rule="14.2b")
    if all(is_sheltered(state, unit, target, name) for name in named):
        return IllegalOrder(f"a protected hexside of {target} shields it from {unit.at}", rule="6.6b")
    if aim == TRAINS[ENEMY[unit.side]]:
        return _train_bar(state, aim, target)
    return None


def _not_there(state: State, target: HexId, aim: PieceId) -> str:
    """14.2b Which ids could be named instead."""
    there = [f"{state.units[name].name} ({name})" for name in state.stacks[target] if name in state.units]
    said = f"{', '.join(there)} {'is' if len(there) == 1 else 'are'} in {target}"
    is_id = aim in state.units or aim in state.hmcs
    return f"{aim} is not in {target}: {said}" if is_id else f"aim= takes an id, not {aim}: {said}"


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
    unit, distance = state.units[name], state.ground.distance
    reach = reach_of(state, unit)
    for at in state.stacks:
        if distance(unit.at, at) <= reach and side_at(state, at) != unit.side:
            yield at


def aims(state: State, target: HexId) -> list[PieceId]:
    """14.2b, D62 The units that may be named; under B none need be."""
    named = [name for name in state.stacks[target] if name in state.units]
    return ["", *named] if reading(state, "D62") == "B" else named
