"""The rulebook put together: its chapters in the order in which they are listed and proceed, and who may speak."""

from __future__ import annotations

from domain.kernel.book import Book, Gate
from domain.kernel.chapter import Chapter
from domain.kernel.facts import Order, Side
from domain.kernel.say import OrderTexts
from rules.black_powder.advanced import chapter as advanced
from rules.black_powder.breaking import breaking
from rules.black_powder.charges import charges
from rules.black_powder.charges.asks import Respond
from rules.black_powder.combat import combat
from rules.black_powder.command import command
from rules.black_powder.corrections import CORRECTIONS
from rules.black_powder.movement import movement
from rules.black_powder.opening import deployment
from rules.black_powder.rulings import OPTIONS
from rules.black_powder.shooting import shooting
from rules.black_powder.sketch import Sketch
from rules.black_powder.state import COMBAT, State
from rules.black_powder.turn import sequence, victory

# What is lost comes first, then the charge in progress, then the order or the combat, then the sequence.
CHAPTERS: tuple[Chapter[State], ...] = (
    breaking.CHAPTER,
    advanced.CHAPTER,
    shooting.CHAPTER,
    charges.CHAPTER,
    movement.CHAPTER,
    command.CHAPTER,
    combat.CHAPTER,
    victory.CHAPTER,
    deployment.CHAPTER,
    sequence.CHAPTER,
)
MOMENTS: OrderTexts = {asked.order: asked.cite for chapter in CHAPTERS for asked in chapter.orders}


def misplaced(state: State, _by: Side, order: Order, cite: str) -> str:
    """BP.turn.5 An order at the wrong moment is refused by the rule that sets its own."""
    if isinstance(order, Respond) and state.core.phase == COMBAT:
        return "BP.win.7"
    return MOMENTS.get(type(order)) or cite


BOOK: Book[State] = Book(
    chapters=CHAPTERS,
    gate=Gate("BP.turn.5", sequence.acting, misplaced=misplaced),
    sketch=Sketch,
    options=OPTIONS,
    corrections=CORRECTIONS,
)
