"""The rulebook put together: its chapters in the order in which they are listed and proceed, and who may speak."""

from __future__ import annotations

from domain.kernel.book import Book, Gate
from rules.wallaces_war.charges import charges
from rules.wallaces_war.command import initiative
from rules.wallaces_war.fire import fire
from rules.wallaces_war.losses import effectiveness
from rules.wallaces_war.melee import melee
from rules.wallaces_war.movement import movement
from rules.wallaces_war.retreats import voluntary
from rules.wallaces_war.rulings import OPTIONS
from rules.wallaces_war.sketch import Sketch
from rules.wallaces_war.state import State
from rules.wallaces_war.turn import sequence, set_up

BOOK = Book[State](
    # The melee in progress comes first, then the march, then the sequence.
    chapters=(
        set_up.CHAPTER,
        effectiveness.CHAPTER,
        charges.CHAPTER,
        melee.CHAPTER,
        voluntary.CHAPTER,
        fire.CHAPTER,
        movement.CHAPTER,
        initiative.CHAPTER,
        sequence.CHAPTER,
    ),
    gate=Gate("3.3", misplaced=lambda _state, _by, _order, cite: cite),
    sketch=Sketch,
    options=OPTIONS,
)
