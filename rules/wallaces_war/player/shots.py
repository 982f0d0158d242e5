"""9 Fire: each unit at what a shot costs the enemy most."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.facts import Order
from rules.wallaces_war import tables
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.fire.facts import Occasion
from rules.wallaces_war.fire.targets import OCCASIONS, firer_bar, targets
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.player import odds
from rules.wallaces_war.player.view import View, after_last
from rules.wallaces_war.turn.asks import EndSegment


def next_order(view: View) -> Order:
    """9.4a, 9.5a One shot that may tell; units before the last that fired have had their turn."""
    state = view.state
    occasion = OCCASIONS[state.core.phase]
    for name in _left(view):
        if firer_bar(state, name, view.side, occasion) is None:
            best = _best(view, name, targets(state, name, occasion), occasion)
            if best:
                return Fire(unit=name, target=best)
    return EndSegment()


def _left(view: View) -> list[UnitId]:
    """9.1a Those who could fire and have not been looked at in this segment."""
    units = view.state.units
    able = [name for name, unit in units.items() if unit.kind in tables.FIRERS and unit.side == view.side]
    return after_last(able, view.state.segment.fired.keys())


def _best(view: View, name: UnitId, found: Iterable[HexId], occasion: Occasion) -> HexId:
    """What it costs most; a marked charge before all else, for what it would do (9.4d); empty if nothing would tell."""
    state, best, most = view.state, "", (False, 0.0)
    for target in found:
        marked = occasion == "defensive" and state.units[state.stacks[target][0]].charge
        rank = marked, odds.shot(state, state.units[name], target, occasion)
        if rank > most and rank[1]:
            best, most = target, rank
    return best


def aimed(view: View, unit: UnitId, found: tuple[HexId, ...]) -> HexId:
    """9.4e At which of these hexes an attacked unit fires; empty if it may as well save its arrows."""
    return _best(view, unit, found, "melee")
