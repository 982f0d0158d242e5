"""3.2.C The actions of a Wing: its units one after the other, those nearest to the enemy first, then its leaders."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final

from domain.kernel.facts import Order
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.marching import entry
from rules.musket_and_pike.movement.asks import EnterUnit
from rules.musket_and_pike.player import care, shots, walks
from rules.musket_and_pike.player.view import FAR, View
from rules.musket_and_pike.position import head, is_guns, is_operational, klass, units_of
from rules.musket_and_pike.turn.activation import end_bar
from rules.musket_and_pike.turn.asks import EndActions

Think = Callable[[View, UnitId], Order | None]
LOOKED_AT: Final = 300  # ways in
NEAR: Final = 5  # hexes from the enemy


def next_order(view: View, think: Think) -> Order:
    """The first unit that has something to do; then the leaders; then what duty still asks."""
    state = view.state
    acted = state.activation.acted
    names = [name for name in units_of(state, state.activation.wing) if name not in acted and head(state, name) == name]
    for name in sorted(names, key=lambda name: (_rank(view, name), name)):
        order = think(view, name)
        if order is not None:
            return order
    return _arrive(view) or care.lead(view) or _owed(view) or EndActions()


def _rank(view: View, name: UnitId) -> tuple[bool, int]:
    """5.4.2 Those near the enemy first; of the others those far from their commander, while they are still linked."""
    unit = view.state.units[name]
    far = view.to_enemy(unit)
    leader = view.state.leaders.get(view.wing_of(unit).commander)
    if far <= NEAR or leader is None or not leader.at:
        return far > NEAR, far
    return True, far - min([view.ground.distance(at, leader.at) for at in unit.hexes])


def _owed(view: View) -> Order | None:
    """5.4.3, 5.6.1 Whoever must still move does so by the first way that will do."""
    bar = end_bar(view.state)
    if bar is None:
        return None
    terms = walks.terms_of(view, str(bar.reason.of[0]))
    return walks.first(terms, walks.to_enemy(view, terms))


def _arrive(view: View) -> Order | None:
    """7.4 Reinforcements come in, each as far towards the enemy as is seen at once."""
    state = view.state
    if not any(unit.gone == "due" and unit.wing == state.activation.wing for unit in state.units.values()):
        return None
    found = list(islice(entry.entries(view.field, view.side), LOOKED_AT))
    return min(found, key=lambda order: _left(view, order), default=None)


def _left(view: View, order: EnterUnit) -> tuple[bool, int]:
    """How far it then is from the enemy; in line rather than in Column or Open Order."""
    hexes = [word for word in order.path if word in view.ground.at]
    away = view.away(klass(view.state.units[order.unit]))
    return order.formation != "FN", away.get(hexes[-1], FAR)


def bombard(view: View) -> Order:
    """ERR.Rocroi.5 All guns, and then the end."""
    for name, unit in view.state.units.items():
        if unit.side == view.side and unit.hexes and is_guns(unit) and is_operational(unit):
            order = shots.bombard(view, name)
            if order is not None:
                return order
    return EndActions()
