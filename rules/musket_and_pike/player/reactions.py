"""9 What those do who may react: fire, turn, Hedgehogs, withdrawals, interceptions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from domain.kernel.facts import Order
from rules.musket_and_pike import tables
from rules.musket_and_pike.fire.guns import Line
from rules.musket_and_pike.fire.react import other_hexes, volley
from rules.musket_and_pike.fire.targets import where
from rules.musket_and_pike.ids import HexId, PieceId, UnitId
from rules.musket_and_pike.morale.checks import modifiers as check_modifiers
from rules.musket_and_pike.movement.strides import Here
from rules.musket_and_pike.player import odds
from rules.musket_and_pike.player.marches import foe_at
from rules.musket_and_pike.player.view import View
from rules.musket_and_pike.position import arcs, arcs_at, is_foot, is_guns, is_horse, morale
from rules.musket_and_pike.reaction import firing, interception, turning, withdrawal
from rules.musket_and_pike.reaction.asks import (
    AwaitInterceptorFire,
    AwaitReaction,
    AwaitTargetFire,
    Intercept,
    ReactFace,
    ReactFire,
    ReactHedgehog,
    Withdraw,
)
from rules.musket_and_pike.reaction.window import is_bound
from rules.musket_and_pike.rulings import is_on
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.work import Decline, Trigger

BOLD: Final = 1.0  # what the melee of an interception must promise
STEADY: Final = 0.7  # the chance at which a Hedgehog is tried
MIN_FIRE: Final = 0.02  # what reaction fire must promise


def react(view: View, frame: AwaitReaction) -> Order:
    """9.5 One after the other, whoever has something to do."""
    return _first(view, frame, _careful)


def fire_only(view: View, frame: AwaitReaction) -> Order:
    """9.4.1 The cheap way: whoever can fire does."""
    return _first(view, frame, _fire)


def _first(view: View, frame: AwaitReaction, think: Callable[[View, UnitId, Trigger], Order | None]) -> Order:
    trigger = frame.trigger
    for name in frame.units:
        found = _leader(view, name, trigger) if name in view.state.leaders else think(view, name, trigger)
        if found is not None:
            return found
    return Decline()


def _careful(view: View, name: UnitId, trigger: Trigger) -> Order | None:
    if trigger.unit in view.state.leaders:
        return _fire(view, name, trigger)
    if is_guns(view.state.units[name]) or is_bound(view.state, name):
        return _fire(view, name, trigger)
    return (
        _withdraw(view, name, trigger)
        or _hedgehog(view, name, trigger)
        or _face(view, name, trigger)
        or _intercept(view, name, trigger)
        or _fire(view, name, trigger)
    )


def _leader(view: View, name: PieceId, trigger: Trigger) -> Order | None:
    """9.2.4 A leader alone rides away as far as he can."""
    state = view.state
    found = withdrawal.withdrawals(state, name, trigger)
    return max(found, key=lambda order: (_far(view, order.path[-1:], trigger), order.path), default=None)


def _far(view: View, hexes: tuple[str, ...], trigger: Trigger) -> int:
    return view.ground.apart(hexes, where(view.state, trigger.unit))


# 9.4 Fire


def _fire(view: View, name: UnitId, trigger: Trigger) -> Order | None:
    """9.4.1, 10.4 Foot gives its Salvo to who comes before it; horse fires its first pistol only."""
    state, unit = view.state, view.state.units[name]
    if unit.card.arm == tables.HORSE and unit.pistols:
        return None
    if firing.fire_bar(state, name, trigger):
        return None
    if is_foot(unit) and trigger.kind == "TR1" and not firing.fire_bar(state, name, trigger, salvo=True):
        return ReactFire(unit=name, salvo=True, hex=_into(state, name, trigger, salvo=True)[1])
    if _would_spoil(state, unit, trigger):
        return None
    promise, into = _into(state, name, trigger)
    return ReactFire(unit=name, hex=into) if promise > MIN_FIRE else None


def _into(state: State, name: UnitId, trigger: Trigger, *, salvo: bool = False) -> tuple[float, HexId]:
    """10.9.5 What its fire promises, and at which hex of a two-hex unit, if not at the usual one."""
    wide = len(where(state, trigger.unit)) > 1 and not is_guns(state.units[name])
    hexes = ["", *(other_hexes(state, name, trigger, salvo=salvo) if wide else ())]
    found = [
        (odds.fire(state, name, "reaction", shots, salvo=salvo), hex)
        for hex in hexes
        if (shots := volley(state, name, trigger, salvo=salvo, line=Line(to=hex) if hex else None))
    ]
    return max(found, key=lambda one: (one[0], not one[1]))


def _would_spoil(state: State, unit: Unit, trigger: Trigger) -> bool:
    """9.4.1a A die of 5 or more silences foot for the activation: it keeps its fire for who comes before it."""
    if not is_on(state, "hi_fire_limit") or not is_foot(unit) or trigger.kind == "TR5":
        return False
    front = arcs(state, unit).front
    return not unit.salvo and not any(hex in front for hex in where(state, trigger.unit))


def pistol(view: View, frame: AwaitTargetFire | AwaitInterceptorFire) -> Order:
    """9.3.3 The first pistol; the second is for the melee."""
    return Decline() if view.state.units[frame.unit].pistols else ReactFire(unit=frame.unit)


# 9.2 Moves


def _face(view: View, name: UnitId, trigger: Trigger) -> Order | None:
    """9.2.2 So that fewer enemies stand beside it or behind it."""
    state, unit = view.state, view.state.units[name]
    if not view.in_contact(unit.hexes) or turning.face_bar(state, name, trigger):
        return None
    now = _beside(view, unit, unit.hexes, unit.facing)
    best: ReactFace | None = None
    for order in turning.faces(state, name):
        end = turning.turns(state, name, order.turn, order.times)[-1][1]
        open_ = _beside(view, unit, end.hexes, end.facing)
        if open_ < now:
            now, best = open_, order
    return best


def _beside(view: View, unit: Unit, hexes: tuple[str, ...], facing: int) -> int:
    around = arcs_at(view.state, unit, hexes, facing)
    return sum(bool(foe_at(view, hex)) for hex in (*around.flanks, *around.rear))


def _hedgehog(view: View, name: UnitId, trigger: Trigger) -> Order | None:
    """9.2.3 Against horse beside it, if its morale is good for it."""
    state, unit = view.state, view.state.units[name]
    if not is_foot(unit) or turning.hedgehog_bar(state, name, trigger):
        return None
    around = arcs(state, unit)
    foe = state.units[trigger.unit].hexes
    is_beside = any(hex in (*around.flanks, *around.rear) for hex in foe)
    if not is_beside or odds.chance(morale(unit), check_modifiers(state, name, ())) < STEADY:
        return None
    return ReactHedgehog(unit=name)


def _withdraw(view: View, name: UnitId, trigger: Trigger) -> Order | None:
    """9.2.4 Whoever rallies keeps out of the way."""
    state, unit = view.state, view.state.units[name]
    if view.wing_of(unit).order != "rally" or withdrawal.withdraw_bar(state, name, trigger):
        return None
    away = view.away(tables.HORSE)
    best: Withdraw | None = None
    most = 0
    for order in withdrawal.withdrawals(state, name, trigger):
        hexes = [word for word in order.path if word in view.ground.at]
        far = away.get(hexes[-1], 0) if hexes else 0
        if far > most:
            best, most = order, far
    return best


def _intercept(view: View, name: UnitId, trigger: Trigger) -> Order | None:
    """9.3 If the melee promises enough."""
    state, unit = view.state, view.state.units[name]
    if not is_horse(unit) or unit.morale != "MN" or interception.intercept_bar(state, name, trigger):
        return None
    best: Intercept | None = None
    most = BOLD
    for order in interception.rides(state, name, trigger):
        steps = interception.route(state, order, trigger)
        end = steps[-1][1] if steps else Here(unit.hexes, unit.facing, unit.formation)
        found = _blow(state, name, trigger.unit, end)
        if found > most:
            best, most = order, found
    return best


def _blow(state: State, name: UnitId, foe: UnitId, end: Here) -> float:
    front = arcs_at(state, state.units[name], end.hexes, end.facing).front
    struck = tuple(hex for hex in state.units[foe].hexes if hex in front)
    if not struck or is_guns(state.units[foe]):
        return 0.0
    shadow = odds.standing(state, name, end, momentum=end.clear >= tables.MOMENTUM)
    return odds.melee(shadow, (name,), foe, struck)
