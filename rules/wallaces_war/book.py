"""The rulebook put together: its chapters in the order in which they are listed and proceed, and who may speak."""

from __future__ import annotations

from domain.kernel.book import Book, Gate
from rules.wallaces_war import sequence
from rules.wallaces_war.charges import charges
from rules.wallaces_war.command import continuation, initiative, lists, placing, replacement
from rules.wallaces_war.corrections import CORRECTIONS
from rules.wallaces_war.fight import fight
from rules.wallaces_war.fire import fire
from rules.wallaces_war.losses import effectiveness
from rules.wallaces_war.marching import movement, withdrawal
from rules.wallaces_war.moments import misplaced
from rules.wallaces_war.opening import opening
from rules.wallaces_war.rulings import OPTIONS
from rules.wallaces_war.sketch import Sketch
from rules.wallaces_war.state import State
from rules.wallaces_war.turn import set_up, victory

BOOK = Book[State](
    # The end comes first, then the melee in progress, then the march, then the sequence.
    chapters=(
        victory.CHAPTER,
        set_up.CHAPTER,
        lists.CHAPTER,
        placing.CHAPTER,
        opening.CHAPTER,
        effectiveness.CHAPTER,
        charges.CHAPTER,
        fight.CHAPTER,
        withdrawal.CHAPTER,
        fire.CHAPTER,
        movement.CHAPTER,
        replacement.CHAPTER,
        initiative.CHAPTER,
        continuation.CHAPTER,
        sequence.CHAPTER,
    ),
    gate=Gate("3.3", sequence.acting, misplaced=misplaced),
    sketch=Sketch,
    options=OPTIONS,
    corrections=CORRECTIONS,
)
