"""The book: its chapters in the order in which they proceed, whose moment it is, and the optional rules.

Losses and retreats go first, then the phase, then the turn.
"""

from __future__ import annotations

from domain.kernel.book import Book, Gate
from domain.kernel.facts import Order, Side
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import interrupts
from rules.longstreet_lite.cards.asks import Interrupt
from rules.longstreet_lite.combat import combat
from rules.longstreet_lite.fire import firing
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.movement import movement
from rules.longstreet_lite.retreat import retreat
from rules.longstreet_lite.rulings import OPTIONS
from rules.longstreet_lite.sketch import Sketch
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import sequence
from rules.longstreet_lite.turn.asks import Reshuffle


def misplaced(state: State, by: Side, order: Order, cite: str) -> str:
    """LL.4.int.1, LL.4.int.3, LL.4.resh.5 The side that acts never interrupts, and the other waits for its window."""
    pending = state.core.pending
    is_acting = by != pending[-1].side if pending else by in phases.acting(state)
    if isinstance(order, Interrupt):
        return "LL.4.int.1" if is_acting else "LL.4.int.3"
    if isinstance(order, Reshuffle) and not pending and not is_acting:
        return "LL.4.resh.5"
    return cite


BOOK: Book[State] = Book(
    chapters=(
        losses.CHAPTER,
        retreat.CHAPTER,
        interrupts.CHAPTER,
        firing.CHAPTER,
        movement.CHAPTER,
        combat.CHAPTER,
        sequence.CHAPTER,
    ),
    gate=Gate("LL.4.seq.2", phases.acting, turn="LL.4.seq.1", misplaced=misplaced),
    sketch=Sketch,
    options=OPTIONS,
)
