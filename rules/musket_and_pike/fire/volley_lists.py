"""10.3, 10.4 Every fire action of a unit of infantry: its targets, which hexes of them, and the pistol beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.facts import Side
from rules.musket_and_pike.duties.duties import step_bar
from rules.musket_and_pike.fire import steps, targets
from rules.musket_and_pike.fire.asks import AdvancingFire, RetreatingFire, Salvo, Skirmish
from rules.musket_and_pike.fire.volleys import advancing_bar, firer_bar, pistol_bar, retreating_bar
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.position import body, has_enemy
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Shot

HALVES = 2
REACH = 2


class Aim(NamedTuple):
    """All of an order that says what is fired at."""

    targets: tuple[UnitId, ...]
    hexes: tuple[HexId, ...]
    pistol: UnitId = ""
    pistol_hex: HexId = ""


def orders(state: State, by: Side, name: UnitId) -> Iterator[Skirmish | Salvo | AdvancingFire | RetreatingFire]:
    """Every fire action of one unit of infantry; nobody near, none."""
    if not _has_foe(state, by, name):
        return
    if firer_bar(state, by, name, "AF") is None:
        yield from _advancing(state, name)
    if firer_bar(state, by, name, "SK") is None:
        yield from (Skirmish(unit=name, **aim._asdict()) for aim in _aims(state, name, targets.shots(state, name)))
        yield from _salvoes(state, name)
        yield from _retreating(state, name)


def _has_foe(state: State, by: Side, name: UnitId) -> bool:
    """10.1.2, 10.3.2 Whether anybody is within a step and a shot."""
    return any(has_enemy(state, hex, by) for at in state.units[name].hexes for hex in state.ground.within(at, REACH))


def _salvoes(state: State, name: UnitId) -> Iterator[Salvo]:
    if targets.may_salvo(state, name, reaction=False) is None:
        found = targets.shots(state, name, salvo=True)
        for chosen in aims(state, name, found):
            yield from (Salvo(unit=name, targets=chosen, hexes=to) for to in targets.intos(state, name, chosen, found))


def _advancing(state: State, name: UnitId) -> Iterator[AdvancingFire]:
    if advancing_bar(state, name, in_place=False) is None:
        for stride in steps.advances(state, name):
            if step_bar(state, name, stride.hexes):
                continue
            for aim in _aims(state, name, targets.shots(state, name, hexes=stride.hexes), stride.hexes):
                yield AdvancingFire(unit=name, to=stride.word, **aim._asdict())
    if advancing_bar(state, name, in_place=True) is None and not step_bar(state, name, state.units[name].hexes):
        for aim in _aims(state, name, targets.shots(state, name, below=True)):
            yield AdvancingFire(unit=name, **aim._asdict())


def _retreating(state: State, name: UnitId) -> Iterator[RetreatingFire]:
    found = list(_aims(state, name, targets.shots(state, name)))
    if not found:
        return
    places = [stride.word for stride in steps.retreats(state, name)]
    ways = places if retreating_bar(state, name, in_place=False) is None else []
    if retreating_bar(state, name, in_place=True) is None:
        ways = [*ways, ""]
    for to in ways:
        yield from (RetreatingFire(unit=name, to=to, **aim._asdict()) for aim in found)


def _aims(state: State, name: UnitId, found: Sequence[Shot], hexes: tuple[HexId, ...] = ()) -> Iterator[Aim]:
    """10.1.4, 10.9.5, 8.2.1 Targets, at which of their hexes, and what the horse of its stack fires at besides."""
    for chosen in aims(state, name, found, hexes):
        for into in targets.intos(state, name, chosen, found, hexes):
            yield from (Aim(chosen, into, *aside) for aside in _asides(state, name, hexes))


def aims(
    state: State, name: UnitId, found: Sequence[Shot], hexes: tuple[HexId, ...] = ()
) -> Iterator[tuple[UnitId, ...]]:
    """10.1.4 What may be named as targets: one, or one for each half."""
    singles = dict.fromkeys(shot.target for shot in found)
    yield from ((target,) for target in singles)
    where = hexes or state.units[name].hexes
    if len(where) < HALVES or len(singles) < HALVES:
        return
    left, right = ([shot.target for shot in found if shot.at == half] for half in where)
    for one in dict.fromkeys(left):
        yield from ((one, other) for other in dict.fromkeys(right) if other != one)


def _asides(state: State, name: UnitId, hexes: tuple[HexId, ...] = ()) -> Iterator[tuple[UnitId, HexId]]:
    """8.2.1, D31 What the horse of its stack may fire at besides, and at which hex; empty: it need not fire."""
    yield "", ""
    horse = body(state, name)[0]
    if horse == name:
        return
    found = targets.shots(state, horse, hexes=hexes)
    for target in dict.fromkeys(shot.target for shot in found):
        for into in map("".join, targets.intos(state, horse, (target,), found, hexes)):
            if pistol_bar(state, name, target, into, hexes) is None:
                yield target, into
