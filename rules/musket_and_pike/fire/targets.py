"""10.1 Whom a unit can fire at: arc, range, its place in the stack, and what keeps it from firing at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import (
    arcs_at,
    has_enemy,
    head,
    is_foot,
    is_guns,
    is_operational,
    is_top,
    leaders_at,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.work import Shot

HALVES = 2


def target_at(state: State, at: HexId, side: Side) -> UnitId:
    """8.3.1, 10.1.1 Who is hit by fire into a hex: the top enemy unit, or a leader alone there; empty if nobody."""
    if has_enemy(state, at, side):
        top = next(name for name in state.stacks[at] if is_operational(state.units[name]))
        return head(state, top)
    alone = [name for name in leaders_at(state, at) if state.leaders[name].side != side]
    return alone[0] if alone and not _is_held(state, at) else ""


def _is_held(state: State, at: HexId) -> bool:
    return any(is_operational(state.units[name]) for name in state.stacks.get(at, ()))


def state_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """6.3.2.a, 10.7.3, 12.4.3 What keeps a unit from any fire with muskets or pistols."""
    unit = state.units[name]
    if unit.morale == "MB":
        return IllegalOrder("broken", "12.4.3", name)
    if unit.formation == "HH":
        return IllegalOrder("Hedgehog cannot fire", "6.3.2.a", name)
    if unit.card.arm == tables.HORSE and unit.pistols >= tables.PISTOLS:
        return IllegalOrder("no pistols", "10.7.3", name)
    return None


def reach(state: State, unit: Unit, hexes: tuple[HexId, ...], at: HexId, *, front: bool = False) -> Iterator[HexId]:
    """10.1.3 The hexes one half can fire into: adjacent to it, in the front or on the flanks of the unit."""
    around = arcs_at(state, unit, hexes, unit.facing)
    for to in around.front if front else (*around.front, *around.flanks):
        if state.ground.distance(at, to) == 1:
            yield to


def shots(
    state: State, name: UnitId, *, salvo: bool = False, at: Sequence[UnitId] = (), hexes: tuple[HexId, ...] = (),
    below: bool = False,
) -> tuple[Shot, ...]:  # fmt: skip
    """10.1 Every shot a unit with muskets or pistols could fire; `at` these only, from `hexes` if it stood there.

    `below`: it will have come on top of the guns it lies under (10.3.5, D32).
    """
    unit = state.units[name]
    if not unit.hexes or is_guns(unit) or state_bar(state, name):
        return ()
    return tuple(_shots(state, name, hexes or unit.hexes, salvo, at, below or bool(hexes)))


def _shots(
    state: State, name: UnitId, hexes: tuple[HexId, ...], salvo: bool, at: Sequence[UnitId], below: bool
) -> Iterator[Shot]:
    unit = state.units[name]
    for half in hexes:
        if not below and not is_top(state, name, half):
            continue
        for to in reach(state, unit, hexes, half, front=salvo):
            target = target_at(state, to, unit.side)
            if target and (not at or target in at):
                yield Shot(at=half, target=target, to=to)


def volley(
    state: State, name: UnitId, targets: Sequence[UnitId], found: Sequence[Shot], hexes: tuple[HexId, ...] = (),
    into: Sequence[HexId] = (),
) -> tuple[Shot, ...]:  # fmt: skip
    """10.1.4 One shot for each half: at the one target, or the left half at the first and the right at the second.

    `into`: of each target the hex that is fired into, by halves that can (10.9.5).
    """
    unit = state.units[name]
    chosen: list[Shot] = []
    for place, half in enumerate(hexes or unit.hexes):
        of = 0 if len(targets) < HALVES else place
        can = [shot for shot in found if shot.at == half and shot.target == targets[of]]
        if can:
            chosen.append(laid(can, into[of : of + 1]) or best(state, unit, can, hexes or unit.hexes))
    return tuple(chosen)


def laid(can: Sequence[Shot], into: Sequence[HexId]) -> Shot | None:
    """10.9.5 The shot into the hex that is named, if one is and can be fired into."""
    return next((shot for shot in can if shot.to in into), None)


def hexes_bar(
    state: State, name: UnitId, targets: Sequence[UnitId], into: Sequence[HexId], shots: Sequence[Shot]
) -> IllegalOrder | None:
    """10.9.5, 10.1.3 Whether each hex named is one of its target's, and some half fires into it."""
    if len(into) > len(targets):
        return IllegalOrder("one hex for each target", "10.9.5", name)
    for target, hex in zip(targets, into, strict=False):
        if hex and hex not in where(state, target):
            return IllegalOrder("not in that hex", "10.9.5", target, hex)
        if hex and not any(shot.target == target and shot.to == hex for shot in shots):
            return IllegalOrder("cannot fire into that hex", "10.1.3", name, hex)
    return None


def intos(
    state: State, name: UnitId, targets: Sequence[UnitId], found: Sequence[Shot], hexes: tuple[HexId, ...] = ()
) -> list[tuple[HexId, ...]]:
    """10.9.5 What may be named as hexes of these targets: nothing, and all that makes another volley of it."""
    options = [("", *at) if len(at := where(state, target)) > 1 else ("",) for target in targets]
    known: dict[tuple[Shot, ...], tuple[HexId, ...]] = {}
    for into in product(*options):
        shots = volley(state, name, targets, found, hexes, into)
        if shots not in known and hexes_bar(state, name, targets, into, shots) is None:
            known[shots] = into if any(into) else ()
    return list(known.values())


def best(state: State, unit: Unit, can: Sequence[Shot], hexes: tuple[HexId, ...]) -> Shot:
    """10.9.5 Of the hexes of a two-hex target, where none is named: to the firer's front rather than to his flank."""
    front = arcs_at(state, unit, hexes, unit.facing).front
    return min(can, key=lambda shot: (shot.to not in front, shot.to))


def named_bar(state: State, by: Side, targets: Sequence[UnitId]) -> IllegalOrder | None:
    """10.1.1 Enemy units on the map, or enemy leaders."""
    for name in targets:
        unit, leader = state.units.get(name), state.leaders.get(name)
        if unit is not None and unit.hexes and unit.side != by and is_operational(unit):
            continue
        if leader is not None and leader.at and leader.side != by:
            continue
        cite = "10.8.9" if unit is not None and not is_operational(unit) else "10.1.1"
        return IllegalOrder("no such target", cite, name)
    return None


def aim_bar(state: State, name: UnitId, targets: Sequence[UnitId], *, salvo: bool = False) -> IllegalOrder:
    """10.1.2, 10.1.3, 8.3.1 Why none of its halves can fire at them."""
    unit = state.units[name]
    hexes = [hex for target in targets for hex in where(state, target)]
    if not any(is_top(state, name, half) for half in unit.hexes):
        return IllegalOrder("below another unit", "8.3.1", name)
    near = [hex for hex in hexes if any(state.ground.distance(half, hex) == 1 for half in unit.hexes)]
    if not near:
        return IllegalOrder("out of range", "10.1.2", name, *targets)
    around = arcs_at(state, unit, unit.hexes, unit.facing)
    if salvo and not any(hex in around.front for hex in near):
        return IllegalOrder("Salvo to the front only", "10.4", name)
    if not any(hex in (*around.front, *around.flanks) for hex in near):
        return IllegalOrder("nobody fires to the rear", "10.1.3", name, *targets)
    if len(targets) == HALVES and not _is_theirs(state, unit, targets):
        return IllegalOrder("each half into its own hexes", "10.1.3", name)
    return IllegalOrder("another unit is on top there", "8.3.1", name, *targets)


def _is_theirs(state: State, unit: Unit, targets: Sequence[UnitId]) -> bool:
    """10.1.3 Whether the left half is next to the first target, and the right half to the second."""
    far = state.ground.distance
    return all(
        any(far(half, hex) == 1 for hex in where(state, target))
        for half, target in zip(unit.hexes, targets, strict=False)
    )


def where(state: State, name: UnitId) -> tuple[HexId, ...]:
    """The hexes of a unit, or of a leader."""
    if name in state.units:
        return state.units[name].hexes
    leader = state.leaders.get(name)
    return (leader.at,) if leader and leader.at else ()


def has_muskets(unit: Unit) -> bool:
    return unit.card.arm in (tables.FOOT, tables.LIGHT)


def may_salvo(state: State, name: UnitId, *, reaction: bool) -> IllegalOrder | None:
    """10.4, D85 Heavy infantry, once a turn; where the scenario lets it."""
    unit, allowed = state.units[name], state.engagement.salvo
    if not is_foot(unit):
        return IllegalOrder("Salvo by heavy infantry only", "10.4", name)
    if unit.side not in allowed.sides:
        return IllegalOrder("no Salvo in this battle", "10.4", name)
    if _has_salvoed(state, name, reaction):
        return IllegalOrder("has salvoed this turn", "10.4", name)
    if allowed.units_per_turn and state.turn.salvoes.get(unit.side, 0) >= allowed.units_per_turn:
        return IllegalOrder("no more Salvoes this turn", "10.4", allowed.units_per_turn)
    return None


def _has_salvoed(state: State, name: UnitId, reaction: bool) -> bool:
    if reading(state, "D85") == "b":
        return name in (state.turn.answered if reaction else state.turn.salvoed)
    return state.units[name].salvo
