"""3.2, 7.4, 10.4, 23.1 Set-up, rally, and units that come back beside the Train."""

from __future__ import annotations

from typing import Final

from domain.kernel.facts import Order
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.player import counters
from rules.gettysburg.player.aims import cover
from rules.gettysburg.player.spread import FAR
from rules.gettysburg.player.view import View
from rules.gettysburg.position import stacked
from rules.gettysburg.state import ELIMINATED, ROUTED
from rules.gettysburg.tables import TURNS_A_DAY
from rules.gettysburg.turn import rally, returns
from rules.gettysburg.turn.asks import EndPhase, PlaceUnit, Rally, ReturnUnit
from rules.gettysburg.turn.set_up import places, unplaced

SCREEN: Final = (6, 9)  # hexes from the enemy at which cavalry that may choose begins
OFF_SCREEN: Final = -3.0  # for each hex nearer or further
MANY: Final = 4  # Eliminated brigades from which on some are given up for the others


def set_up(view: View) -> Order:
    """23.1 Hidden where that is allowed, else in the open on good ground; then the word that it is done."""
    waiting = unplaced(view.state, view.side)
    if not waiting:
        return EndPhase()
    hide = counters.set_up(view)
    if hide is not None:
        return hide
    for unit in waiting:
        found = places(view.state, unit)
        if found:
            return PlaceUnit(unit=unit, to=_first_place(view, unit, found))
    return EndPhase()


def _first_place(view: View, unit: PieceId, found: list[HexId]) -> HexId:
    if unit in view.state.battle.chosen:
        return min(found, key=lambda at: (-_screen(view, at), at))
    return min(found, key=lambda at: (stacked(view.state, at) - cover(view.state, at), at))


def _screen(view: View, at: HexId) -> float:
    """On the way from the enemy to the objective, not too near to him, on good ground."""
    near = min((view.ground.distance(at, other) for other in view.foe.held), default=FAR)
    low, high = SCREEN
    off = max(0, low - near, near - high)
    return cover(view.state, at) + OFF_SCREEN * off - view.to_goal(at) + float(view.ground.has_road(at))


def rallies(view: View) -> Order | None:
    """7.4b Whoever may try does; under D27 B in place of moving."""
    return next((choice.order for choice in rally.choices(view.state) if choice.by == view.side), None)


def rally_step(view: View) -> Order:
    found = rally.eligible(view.state, view.side)
    return Rally(unit=found[0]) if found else EndPhase()


def return_step(view: View) -> Order:
    """10.4 Routed units first; Eliminated ones where their price is worth paying."""
    state = view.state
    waiting = [name for name, unit in state.units.items() if unit.side == view.side and unit.at in (ROUTED, ELIMINATED)]
    if returns.train_bar(state, view.side):
        return EndPhase()
    for name in sorted(waiting, key=lambda name: (state.units[name].at != ROUTED, _weight(view, name), name)):
        spots = returns.places(state, name)
        if not spots:
            continue
        to = min(spots, key=lambda at: (stacked(state, at), -view.from_enemy(at), at))
        if state.units[name].at == ROUTED:
            return ReturnUnit(unit=name, to=to)
        price = returns.price(state, name)
        if price and _is_worth(view, name, price):
            return ReturnUnit(unit=name, to=to, destroying=max(price, key=lambda other: (_weight(view, other), other)))
    return EndPhase()


def _weight(view: View, name: PieceId) -> int:
    """The better the unit, the smaller."""
    ratings = view.state.units[name].ratings
    return -(ratings.combat[0] + ratings.morale[0] + ratings.def_support)


def _is_worth(view: View, name: PieceId, price: list[PieceId]) -> bool:
    """7.7a, 4.3 A destroyed cadre gives the enemy points: only where points do not count, or many units lie there."""
    if state_counts_points(view):
        return view.state.units[name].kind == "infantry" and len(price) >= MANY and view.turns_left > TURNS_A_DAY
    return True


def state_counts_points(view: View) -> bool:
    return view.state.battle.victory in ("points", "second_day")
