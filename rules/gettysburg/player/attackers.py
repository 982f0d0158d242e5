"""8.4 Which brigades could attack which hexes of the enemy, from where, and how strongly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.asks import DeclareAttack
from rules.gettysburg.movement.declarations import declarations_of
from rules.gettysburg.player.aims import shift
from rules.gettysburg.player.odds import Blow, Temper
from rules.gettysburg.player.view import View
from rules.gettysburg.position import guns_at
from rules.gettysburg.state import State, Unit
from rules.gettysburg.tables import ATTACKER_DISRUPTED

REACH: Final = 5  # hexes from which a brigade may come up and attack


class Attacker(NamedTuple):
    """A brigade that could attack a hex, from where, and how strongly."""

    unit: PieceId
    start: HexId
    blow: Blow
    comes_up: bool = False  # from another hex
    is_bound: bool = False  # it has declared already


def blow(state: State, name: PieceId, start: HexId, target: HexId) -> Blow:
    """11.4 What a brigade brings against a hex: rating, ground, Disruption and the guns stacked with it."""
    unit = state.units[name]
    strength = unit.ratings.combat[unit.shaken] + shift(state, start, target)
    if unit.disrupted:
        strength += ATTACKER_DISRUPTED.value
    if unit.at == start and any(_can_support(state, gun) for gun in guns_at(state, start)):
        strength += 1
    return _blow(strength, unit.ratings.morale[unit.shaken], str(unit.ratings.loss), unit.shaken)


@cache
def _blow(strength: int, morale: int, loss: str, shaken: bool) -> Blow:
    return Blow(strength, Temper(morale, loss, shaken))


def _can_support(state: State, gun: PieceId) -> bool:
    found = state.units[gun]
    return not found.fired and not found.disrupted and gun not in state.turn.declared


def bound(view: View, target: HexId) -> list[Attacker]:
    """Brigades that have declared on the hex."""
    units = [name for name, declared in view.state.turn.declared.items()
             if declared.target == target and declared.kind in ("attack", "charge")]  # fmt: skip
    return [_attacker(view, name, view.state.units[name].at, target)._replace(is_bound=True) for name in units]


def standing(view: View, name: PieceId, target: HexId) -> Attacker:
    """A brigade that attacks from where it stands."""
    return _attacker(view, name, view.own[name].at, target)


def declarable(view: View, name: PieceId) -> list[DeclareAttack]:
    """8.4 The attacks on units that a brigade may declare now."""
    found = declarations_of(view.state, name, view.side)
    return [order for order in found if isinstance(order, DeclareAttack) and not order.train]


def _attacker(view: View, name: PieceId, start: HexId, target: HexId, comes_up: bool = False) -> Attacker:
    return Attacker(name, start, blow(view.state, name, start, target), comes_up)


def free(view: View, held: frozenset[HexId]) -> dict[HexId, list[Attacker]]:
    """Brigades fit to attack that stand next to one of these hexes of the enemy, or can come up to it; by that hex."""
    found: dict[HexId, list[Attacker]] = {}
    for name, unit in view.brigades.items():
        if _is_fit(view, name, unit) and (targets := view.foe.around(unit.at, REACH) & held):
            for target, start in _places(view, name, unit, targets):
                one = _attacker(view, name, start, target, start != unit.at)
                found.setdefault(target, []).append(one)
    return found


def _is_fit(view: View, name: PieceId, unit: Unit) -> bool:
    """8.4a Whether a brigade may still declare, or move up; D94 B after its own move on those who were hidden."""
    turn = view.state.turn
    is_spent = name in turn.acted and name != turn.window and not turn.deployed
    return not (unit.shaken or is_spent or name in turn.declared)


def _places(view: View, name: PieceId, unit: Unit, targets: frozenset[HexId]) -> Iterator[tuple[HexId, HexId]]:
    """Which of these hexes a brigade can attack, and from where; cavalry no infantry."""
    if unit.kind == "cavalry":
        targets -= view.foe.shown_infantry
    beside = targets.intersection(view.ground.near(unit.at))
    for order in declarable(view, name) if beside else ():
        if order.target in beside:
            yield order.target, unit.at
    if len(targets) == len(beside) or unit.disrupted or (view.is_reserve(name) and not view.attacks):
        return
    if view.contact.isdisjoint(view.region(unit)):
        return
    touching = view.moves(name).ends & view.contact  # taken in turn around the target: they come from all sides
    for target in targets - beside if touching else ():
        yield from ((target, at) for at in view.ground.near(target) if at in touching)
