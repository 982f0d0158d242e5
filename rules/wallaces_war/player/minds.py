"""What both players have in common: they differ in how they march, and whether they react."""

from __future__ import annotations

from collections.abc import Callable

from domain.kernel.facts import Order
from domain.kernel.player import Mind, answered, planned
from rules.wallaces_war.book import BOOK
from rules.wallaces_war.player import assaults, bids, chits, facings, posts, shots
from rules.wallaces_war.player.answers import ANSWERS
from rules.wallaces_war.player.view import View
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

Thought = Callable[[View], Order | None]


def mind(move: Thought, react: Thought) -> Mind[State]:
    """4.6a In phase D a Battle that was activated marches as in C1; `react` says whether one is."""
    return Mind[State](
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
            MOVEMENT: planned(View, move),
            ADJUSTMENT: planned(View, facings.next_order),
            DEFENSIVE_FIRE: planned(View, shots.next_order),
            OFFENSIVE_FIRE: planned(View, shots.next_order),
            MELEE: planned(View, assaults.next_order),
            EXTENSION: planned(View, assaults.further),
            DECISION: planned(View, bids.go_on),
            REACTION: planned(View, lambda view: move(view) if view.state.turn.reacting else react(view)),
        },
        answers={frame: answered(View, reply) for frame, reply in ANSWERS.items()},
    )
