"""10 Fire as an action: foot salvoes once and then skirmishes, horse keeps a pistol back, guns take the best target."""

from __future__ import annotations

from typing import Final

from domain.kernel.facts import Order
from rules.musket_and_pike.duties.duties import action_bar
from rules.musket_and_pike.fire import guns, targets, volley_lists, volleys
from rules.musket_and_pike.fire.asks import FireGuns, FirePistol, Salvo, Skirmish, TurnGuns
from rules.musket_and_pike.fire.fire import guns_bar, turn_bar
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.player import odds
from rules.musket_and_pike.player.view import View
from rules.musket_and_pike.position import is_guns, is_horse
from rules.musket_and_pike.work import FireMode, Shot

Aim = tuple[tuple[UnitId, ...], tuple[HexId, ...]]
LEAST: Final = 0.05  # victory points that a shot must promise
VERTICES: Final = 6


def shoot(view: View, name: UnitId) -> Order | None:
    """The best a unit can do with its weapons where it stands."""
    unit = view.state.units[name]
    if is_guns(unit):
        return bombard(view, name) or turn_guns(view, name)
    if not view.in_contact(unit.hexes):
        return None
    return _pistol(view, name) if is_horse(unit) or unit.card.dismounted else _muskets(view, name)


def bombard(view: View, name: UnitId) -> Order | None:
    """10.8.2 At whom it promises most, friends on the line counted against it."""
    state = view.state
    if guns_bar(state, view.side, name) or guns.state_bar(state, name):
        return None
    reach = state.units[name].card.maximum
    best, most = None, LEAST
    for target, line in guns.targets(state, name, reach):
        found = odds.fire(state, name, "guns", guns.shots(state, name, target, line, reach))
        if found > most:
            best, most = FireGuns(unit=name, target=target, hand=line.hand, hex=line.to), found
    return best


def turn_guns(view: View, name: UnitId) -> Order | None:
    """6.2.3 To where most of the enemy stands within range, if nobody does before them."""
    state = view.state
    gun = state.units[name]
    if gun.fired or action_bar(state, view.side, name, "guns") or turn_bar(state, name):
        return None
    reach = gun.card.maximum
    held = {hex for foe in view.foes for hex in state.units[foe].hexes}
    near = [hex for hex in held if state.ground.distance(gun.at, hex) <= reach]
    if not near:
        return None
    counts = [len(set(state.ground.cone(gun.at, facing, reach)).intersection(near)) for facing in range(VERTICES)]
    best = max(range(VERTICES), key=lambda facing: (counts[facing], facing == gun.facing))
    return TurnGuns(unit=name, facing=best) if best != gun.facing and not counts[gun.facing] else None


def _pistol(view: View, name: UnitId) -> Order | None:
    """10.2 The first only: the second is for melee."""
    state = view.state
    unit = state.units[name]
    if unit.pistols or unit.momentum:
        return None
    found = targets.shots(state, name)
    if not found or action_bar(state, view.side, name, "pistol"):
        return None
    (target,), into = _aim(view, name, found, "pistol")
    return FirePistol(unit=name, target=target, hex="".join(into))


def _muskets(view: View, name: UnitId) -> Order | None:
    """10.3.3, 10.4 All its fire at once, if it has not; else a little of it."""
    state = view.state
    found = targets.shots(state, name)
    if not found or volleys.firer_bar(state, view.side, name, "SK"):
        return None
    salvo = targets.shots(state, name, salvo=True)
    if salvo and targets.may_salvo(state, name, reaction=False) is None:
        chosen, into = _aim(view, name, salvo, "SAL")
        return Salvo(unit=name, targets=chosen, hexes=into)
    chosen, into = _aim(view, name, found, "SK")
    return Skirmish(unit=name, targets=chosen, hexes=into)


def _aim(view: View, name: UnitId, found: tuple[Shot, ...], mode: FireMode) -> Aim:
    """10.1.4, 10.9.5 At whom, and at which of his hexes: the usual one where another promises no more."""
    state = view.state
    all_ = [
        (chosen, into)
        for chosen in volley_lists.aims(state, name, found)
        for into in targets.intos(state, name, chosen, found)
    ]

    def promise(aim: Aim) -> tuple[float, tuple[UnitId, ...], bool]:
        volley = targets.volley(state, name, aim[0], found, into=aim[1])
        return odds.fire(state, name, mode, volley, salvo=mode == "SAL"), aim[0], not aim[1]

    return max(all_, key=promise)
