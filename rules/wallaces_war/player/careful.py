"""An automatic player: a pure function of what its side may know, simple but not foolish.

It thinks anew at every order, so that it needs no memory: each unit in its turn goes where the tables promise most.
"""

from __future__ import annotations

from domain.kernel.facts import Order
from domain.kernel.player import Mind, answered, planned
from rules.wallaces_war.book import BOOK
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.movement.limits import moving_battle
from rules.wallaces_war.player import assaults, bids, chits, facings, files, marches, posts, shots
from rules.wallaces_war.player.answers import ANSWERS
from rules.wallaces_war.player.view import View
from rules.wallaces_war.position import class_of
from rules.wallaces_war.state import (
    ACTIVATION,
    ADJUSTMENT,
    DECISION,
    DEFENSIVE_FIRE,
    EXTENSION,
    INITIATIVE,
    LISTS,
    MELEE,
    MOVEMENT,
    OFFENSIVE_FIRE,
    PLACING,
    REACTION,
    REPLACEMENT,
    SET_UP,
    TOP_UP,
    State,
)
from rules.wallaces_war.turn.asks import Decline


def _movement(view: View) -> Order:
    """7.1 Those nearest to the enemy first, as they stood when the turn began, so that nobody is in their way."""
    state, starts = view.state, view.state.turn.starts
    names = view.units_of(moving_battle(state))

    def rank(name: UnitId) -> tuple[int, UnitId]:
        unit = state.units[name]
        start = starts.get(name, unit.at)
        return view.away(class_of(unit))(start if start in view.ground.at else unit.at), name

    return files.next_order(view, sorted(names, key=rank), marches.move)


def _reaction(view: View) -> Order | None:
    """4.6a"""
    return _movement(view) if view.state.turn.reacting else bids.react(view)


MIND = Mind[State](
    book=BOOK,
    no=Decline,
    plans={
        LISTS: chits.listed,
        TOP_UP: chits.topped_up,
        PLACING: chits.placed,
        SET_UP: planned(View, posts.next_order),
        REPLACEMENT: chits.replaced,
        INITIATIVE: planned(View, bids.bid),
        ACTIVATION: planned(View, bids.activate),
        MOVEMENT: planned(View, _movement),
        ADJUSTMENT: planned(View, facings.next_order),
        DEFENSIVE_FIRE: planned(View, shots.next_order),
        OFFENSIVE_FIRE: planned(View, shots.next_order),
        MELEE: planned(View, assaults.next_order),
        EXTENSION: planned(View, assaults.further),
        DECISION: planned(View, bids.go_on),
        REACTION: planned(View, _reaction),
    },
    answers={frame: answered(View, reply) for frame, reply in ANSWERS.items()},
)
choose = MIND.choose
