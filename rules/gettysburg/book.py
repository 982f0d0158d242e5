"""The rulebook put together: its chapters in the order in which they are listed and proceed, and who may speak."""

from __future__ import annotations

from domain.kernel.book import Book, Gate
from rules.gettysburg import sequence
from rules.gettysburg.combat import bombardment, combat
from rules.gettysburg.hidden import control, hidden
from rules.gettysburg.movement import declarations, movement
from rules.gettysburg.rulings import OPTIONS
from rules.gettysburg.sketch import Sketch
from rules.gettysburg.state import State
from rules.gettysburg.turn import rally, returns, set_up, states

BOOK = Book[State](
    # Reveals come first, then the move or the fight in progress, then the sequence.
    chapters=(
        set_up.CHAPTER,
        states.CHAPTER,
        hidden.CHAPTER,
        movement.CHAPTER,
        declarations.CHAPTER,
        control.CHAPTER,
        rally.CHAPTER,
        returns.CHAPTER,
        combat.CHAPTER,
        bombardment.CHAPTER,
        sequence.CHAPTER,
    ),
    gate=Gate("5.1a", lambda state: (sequence.acting_side(state),), misplaced=sequence.misplaced),
    sketch=Sketch,
    options=OPTIONS,
)
