"""10, 11.2 Attacks: enemy stacks one by one, with all who can strike them, and charges where they pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.kernel.facts import Order
from rules.wallaces_war.charges import extension, impulse, planned
from rules.wallaces_war.charges.ride import hex_of
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.asks import DeclareCharge, DeclareMelee, ExtendCharge, ImpulsiveAttack
from rules.wallaces_war.melee.declare import is_open
from rules.wallaces_war.melee.eligible import attacks, party
from rules.wallaces_war.player import odds
from rules.wallaces_war.player.view import View
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.asks import EndSegment

DARES: Final = 0.0  # the least gain, in strength points, for which anybody attacks
GROUND: Final = 0.2  # what it is worth to be in the enemy's ground after a ride or a rush


class Assault(NamedTuple):
    """All who can attack one enemy stack on foot, and what that promises."""

    target: HexId
    units: tuple[UnitId, ...]  # the first of each party
    gain: float


def next_order(view: View) -> Order:
    """10.3a One declaration; those that promise most first."""
    state = view.state
    if not is_open(state):
        return EndSegment()
    best = max(assaults(view), key=lambda one: (one.gain, one.target), default=None)
    if best and best.gain > DARES - view.boldness:
        return DeclareMelee(unit=best.units[0], target=best.target)
    return _best_charge(view) or EndSegment()


def _declared(state: State, target: HexId) -> tuple[HexId, ...]:
    """Whence a stack is attacked already."""
    return tuple(one.at for one in state.melee.attacks if one.target == target) if state.melee else ()


def assaults(view: View) -> Iterator[Assault]:
    """Every enemy stack that somebody can attack on foot, with what is declared on it already."""
    state = view.state
    found: dict[HexId, list[UnitId]] = {}
    for unit, target in attacks(state, view.side):
        found.setdefault(target, []).append(unit)
    for target, units in found.items():
        old = _declared(state, target)
        hexes = {unit: state.units[unit].at for unit in units}
        sources = (*old, *hexes.values())
        blows = {unit: odds.blow(state, party(state, unit), hexes[unit], target, sources) for unit in units}
        replies = (odds.reply(state, target, hexes[unit], party(state, unit)) for unit in units)
        worst = 0.0 if old else max(replies)
        yield Assault(target, tuple(sorted(units, key=lambda unit: -blows[unit])), sum(blows.values()) - worst)


def _best_charge(view: View) -> DeclareCharge | None:
    """11.2.1f The best charge of anybody who bears a marker."""
    state = view.state
    best: DeclareCharge | None = None
    most = DARES - view.boldness
    for name, unit in state.units.items():
        if unit.charge and unit.at in state.stacks and not planned.charger_bar(state, name, view.side):
            units = planned.riders(state, name)
            for order in planned.plans(state, name):
                sources = (*_declared(state, order.target), order.path[-1])
                gain = odds.charge(state, units, order.path[-1], order.target, sources)
                if gain > most:
                    best, most = order, gain
    return best


def further(view: View) -> Order:
    """11.2.7, 12.5c Rides and rushes after a hex was taken, as long as they pay."""
    state = view.state
    best: Order = EndSegment()
    most = DARES - GROUND - view.boldness
    for (_, end, _), order in _rides(state).items():
        gain = _worth(view, order, end)
        if gain > most:
            best, most = order, gain
    return best


def _rides(state: State) -> dict[tuple[UnitId, HexId, HexId], ExtendCharge | ImpulsiveAttack]:
    """By who strikes whom whence, the plainest way of each: no rush that turns on the way."""
    found: dict[tuple[UnitId, HexId, HexId], ExtendCharge | ImpulsiveAttack] = {}
    rides = (choice.order for choice in extension.choices(state))
    ways: list[ExtendCharge | ImpulsiveAttack] = [ride for ride in rides if isinstance(ride, ExtendCharge)]
    for unit, units in impulse.parties(state):
        ways += impulse.rushes(state, unit, units, ())
    for order in ways:
        end = hex_of((state.units[order.unit].at, *order.path)[-1])
        found.setdefault((order.unit, end, order.target), order)
    return found


def _worth(view: View, order: ExtendCharge | ImpulsiveAttack, end: HexId) -> float:
    state = view.state
    if isinstance(order, ExtendCharge):
        return odds.charge(state, extension.riders(state, order.unit), end, order.target, (end,))
    units = impulse.rushers(state, order.unit)
    return odds.blow(state, units, end, order.target, (end,)) - odds.reply(state, order.target, end, units)
