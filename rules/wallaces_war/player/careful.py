"""An automatic player: a pure function of what its side may know, simple but not foolish.

It thinks anew at every order, so that it needs no memory: each unit in its turn goes where the tables promise most.
"""

from __future__ import annotations

from domain.kernel.facts import Order
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.movement.limits import moving_battle
from rules.wallaces_war.player import bids, files, marches
from rules.wallaces_war.player.minds import mind
from rules.wallaces_war.player.view import View
from rules.wallaces_war.position import class_of


def _movement(view: View) -> Order:
    """7.1 Those nearest to the enemy first, as they stood when the turn began, so that nobody is in their way."""
    state, starts = view.state, view.state.turn.starts
    names = view.units_of(moving_battle(state))

    def rank(name: UnitId) -> tuple[int, UnitId]:
        unit = state.units[name]
        start = starts.get(name, unit.at)
        return view.away(class_of(unit))(start if start in view.ground.at else unit.at), name

    return files.next_order(view, sorted(names, key=rank), marches.move)


MIND = mind(_movement, bids.react)
choose = MIND.choose
