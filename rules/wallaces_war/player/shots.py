"""9 Fire: each unit at what a shot costs the enemy most."""

from __future__ import annotations

from domain.kernel.facts import Order
from rules.wallaces_war import tables
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.fire.facts import Occasion
from rules.wallaces_war.fire.targets import OCCASIONS, firer_bar, targets
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.player import odds
from rules.wallaces_war.player.view import View
from rules.wallaces_war.turn.asks import EndSegment


def next_order(view: View) -> Order:
    """9.4a, 9.5a One shot; units before the last that fired have had their turn."""
    state = view.state
    occasion = OCCASIONS[state.core.phase]
    for name in _left(view):
        if firer_bar(state, name, view.side, occasion) is None:
            found = list(targets(state, name, occasion))
            if found:
                return Fire(unit=name, target=_best(view, name, found, occasion))
    return EndSegment()


def _left(view: View) -> list[UnitId]:
    """9.1a Those who could fire and have not been looked at in this segment."""
    units = view.state.units
    able = [name for name, unit in units.items() if unit.kind in tables.FIRERS and unit.side == view.side]
    fired = view.state.segment.fired
    last = next((place for place in range(len(able), 0, -1) if able[place - 1] in fired), 0)
    return able[last:]


def _best(view: View, name: UnitId, found: list[HexId], occasion: Occasion) -> HexId:
    """What it costs most; a marked charge counts for what it would do (9.4d)."""
    state = view.state
    if len(found) == 1:
        return found[0]

    def rank(target: HexId) -> tuple[bool, float, HexId]:
        marked = occasion == "defensive" and state.units[state.stacks[target][0]].charge
        return marked, odds.shot(state, state.units[name], target, occasion), target

    return max(found, key=rank)


def aimed(view: View, unit: UnitId, found: tuple[HexId, ...]) -> HexId:
    """9.4e At which of these hexes an attacked unit fires."""
    return _best(view, unit, list(found), "melee")
