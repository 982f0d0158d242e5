"""The book: its chapters in the order in which they proceed, whose moment it is, and the optional rules.

Losses and retreats go first, then the phase, then the turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.book import Book, Gate
from domain.kernel.errors import heed
from domain.kernel.facts import Order, Side
from domain.kernel.say import OrderTexts
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import interrupts
from rules.longstreet_lite.cards.asks import Interrupt, PlayMorale
from rules.longstreet_lite.combat import combat, combat_morale
from rules.longstreet_lite.combat.asks import AllocateDice
from rules.longstreet_lite.fire import firing
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.movement import movement
from rules.longstreet_lite.retreat import retreat
from rules.longstreet_lite.rulings import OPTIONS
from rules.longstreet_lite.sketch import Sketch
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import sequence
from rules.longstreet_lite.turn.asks import InvokeCombat, InvokeFire, InvokeMove, Reshuffle

INVOKED: OrderTexts = {InvokeFire: phases.FIRE, InvokeMove: phases.MOVE, InvokeCombat: phases.COMBAT}
MORALE: Mapping[str, str] = {phases.FIRE: "LL.5.morale.1", phases.COMBAT: "LL.7.morale.1"}


def misplaced(state: State, by: Side, order: Order, cite: str) -> str:
    """LL.4.seq.2 An order from the wrong side or at another moment is refused by its own rule, where one forbids it."""
    phase = state.core.phase
    match order:
        case Interrupt():
            return _interrupt_rule(state, by, order)
        case Reshuffle():
            return "LL.4.resh.5"
        case InvokeFire(modifier=card) | InvokeMove(modifier=card) | InvokeCombat(modifier=card) if card:
            return "LL.4.mod.2" if phase == INVOKED[type(order)] else cite
        case PlayMorale():
            if phase == phases.COMBAT and by == phases.passive(state):
                combat_morale.check_units(state, order)
            return MORALE.get(phase, cite)
        case AllocateDice() if phase == phases.COMBAT and by == phases.active(state):
            return "LL.7.alloc.7"
    return cite


def _interrupt_rule(state: State, by: Side, order: Interrupt) -> str:
    """LL.4.int.1 to LL.4.int.4 The side that acts never interrupts, and the other waits for its window."""
    pending = state.core.pending
    is_acting = by != pending[-1].side if pending else by in phases.acting(state)
    if is_acting:
        return "LL.4.int.1"
    heed(interrupts.card_bar(state, by, order.card))
    return interrupts.time_rule(state, order.card)


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
