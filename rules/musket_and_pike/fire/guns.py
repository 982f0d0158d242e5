"""10.8 Artillery: its arc and ranges, the line that grazing fire sweeps, and what keeps it from firing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from rules.musket_and_pike.fire.asks import Hand
from rules.musket_and_pike.fire.targets import target_at, where
from rules.musket_and_pike.ground.sight import grazing_line, sees
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import head, is_guns, is_operational, is_top, main_at
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.work import Shot

HANDS: tuple[Hand, ...] = ("left", "right")


def arc(state: State, gun: Unit, reach: int) -> tuple[HexId, ...]:
    """10.1.3, D56 Its front: a cone of 60 degrees, or of 120 between the rows of its flanks."""
    ground = state.ground
    if reading(state, "D56") == "a":
        return ground.cone(gun.at, gun.facing, reach)
    rows = {*ground.arc(gun.at, gun.facing - 1, 1, reach), *ground.arc(gun.at, gun.facing + 2, 1, reach)}
    return tuple(hex for hex in ground.half_plane(gun.at, gun.facing, reach) if hex not in rows)


def state_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """10.8.1, 10.8.8, 10.8.9, 6.3.2.a, 8.3.1 What keeps artillery from any fire."""
    gun = state.units[name]
    if not is_guns(gun):
        return IllegalOrder("no artillery", "10.8.1", name)
    if not is_operational(gun):
        return IllegalOrder("guns of no use", "10.8.9", name)
    if gun.morale == "MB":
        return IllegalOrder("broken", "10.8.8", name)
    if gun.fired:
        return IllegalOrder("has fired this turn", "10.8.1", name)
    if gun.limbered:
        return IllegalOrder("limbered", "7.3.3", name)
    beside = main_at(state, gun.at)
    if beside and state.units[beside].formation == "HH":
        return IllegalOrder("stacked with a Hedgehog", "6.3.2.a", name)
    if not is_top(state, name):
        return IllegalOrder("below another unit", "8.3.1", name)
    return None


class Line(NamedTuple):
    """10.8.5, 10.9.5 How a shot is laid: to which hand, and at which hex of a two-hex target; empty: the nearest."""

    hand: Hand = "left"
    to: HexId = ""


def target_bar(state: State, name: UnitId, target: UnitId, line: Line, reach: int) -> IllegalOrder | None:
    """10.8.2 Range, arc, sight, and friends in the way; of a two-hex target either hex will do."""
    if line.to and line.to not in where(state, target):
        return IllegalOrder("not in that hex", "10.9.5", target, line.to)
    aimed = (line.to,) if line.to else where(state, target)
    bars = [_hex_bar(state, name, target, to, line.hand, reach) for to in aimed]
    return None if None in bars else (bars or [IllegalOrder("no such target", "10.1.1", target)])[0]


def _hex_bar(state: State, name: UnitId, target: UnitId, to: HexId, hand: Hand, reach: int) -> IllegalOrder | None:
    gun = state.units[name]
    if state.ground.distance(gun.at, to) > reach:
        return IllegalOrder("out of range", "10.1.2", name, target)
    if to not in arc(state, gun, reach):
        return IllegalOrder("outside its front", "10.1.3", name, target)
    if target_at(state, to, gun.side) != target:
        return IllegalOrder("another unit is on top there", "8.3.1", name, target)
    if not sees(state, gun.at, to, but=where(state, target)):
        return IllegalOrder("no line of sight", "10.9.5", name, target)
    if _friend_before(state, gun, to, hand):
        return IllegalOrder("over a friendly unit", "10.9.2", name, target)
    return None


def _friend_before(state: State, gun: Unit, to: HexId, hand: Hand) -> bool:
    """10.9.2, D53 A friend between the guns and the target; read as b he may stand in the way of grazing fire."""
    far = state.ground.distance(gun.at, to)
    if reading(state, "D53") == "b" and far <= gun.card.grazing:
        return False
    return any(
        state.units[other].side == gun.side and is_operational(state.units[other])
        for hex in _between(state, gun.at, to, hand)
        for other in state.stacks.get(hex, ())
    )


def _between(state: State, at: HexId, to: HexId, hand: Hand) -> Iterator[HexId]:
    """The hexes a shot passes over, on that hand where it runs along hexsides, whatever would stop grazing."""
    far = state.ground.distance
    for hex in grazing_line(state, at, to, far(at, to), hand, stops=False):
        if hex != to and far(at, hex) < far(at, to):
            yield hex


def aim(state: State, name: UnitId, target: UnitId, line: Line, reach: int) -> HexId:
    """10.9.5 The hex of the target that is fired at: the one named, or the nearest that can be."""
    if line.to:
        return line.to
    can = [to for to in where(state, target) if _hex_bar(state, name, target, to, line.hand, reach) is None]
    return min(can, key=lambda to: (state.ground.distance(state.units[name].at, to), to))


def shots(state: State, name: UnitId, target: UnitId, line: Line, reach: int) -> tuple[Shot, ...]:
    """10.8.3, 10.8.4 The target; within grazing range everybody on the line, each half of a two-hex unit by itself."""
    gun = state.units[name]
    to = aim(state, name, target, line, reach)
    direct = Shot(at=gun.at, target=target, to=to)
    if state.ground.distance(gun.at, to) > gun.card.grazing:
        return (direct,)
    swept = [
        Shot(at=gun.at, target=struck, to=hex)
        for hex in grazing_line(state, gun.at, to, gun.card.grazing, line.hand)
        for struck in _standing(state, hex)
    ]
    return tuple(swept) if direct in swept else (direct, *swept)


def _standing(state: State, hex: HexId) -> Iterator[UnitId]:
    """8.3.1 Everybody in a hex, those at the bottom too; horse and its light infantry as one."""
    names = [name for name in state.stacks.get(hex, ()) if is_operational(state.units[name])]
    return iter(dict.fromkeys(head(state, name) for name in names))


def targets(state: State, name: UnitId, reach: int) -> Iterator[tuple[UnitId, Line]]:
    """Whom the guns can fire at, and by which lines where it matters."""
    gun = state.units[name]
    found = dict.fromkeys(target_at(state, hex, gun.side) for hex in arc(state, gun, reach))
    for target in found:
        if target:
            yield from ((target, line) for line in lines(state, name, target, reach))


def lines(state: State, name: UnitId, target: UnitId, reach: int) -> list[Line]:
    """10.8.5, 10.9.5 Every way to lay a shot at it that strikes others, or another hex of it."""
    hexes = where(state, target)
    wanted = [Line(hand, to) for to in (("",) if len(hexes) == 1 else ("", *hexes)) for hand in HANDS]
    known: dict[tuple[Shot, ...], Line] = {}
    for line in wanted:
        if target_bar(state, name, target, line, reach) is None:
            known.setdefault(shots(state, name, target, line, reach), line)
    return list(known.values())


def best_line(state: State, name: UnitId, target: UnitId, reach: int) -> Line | None:
    """10.8.5 Where nobody says: the line by which it hits more enemies than friends; None if it cannot fire at it."""
    gun = state.units[name]

    def worth(line: Line) -> int:
        struck = [shot.target for shot in shots(state, name, target, line, reach) if shot.target in state.units]
        return sum(1 if state.units[each].side != gun.side else -1 for each in struck)

    can = [line for hand in HANDS if target_bar(state, name, target, line := Line(hand), reach) is None]
    return max(can, key=worth, default=None)
