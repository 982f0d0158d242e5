"""FF The chapters of freeform: no phases and no questions, so every side may speak at any time."""

from __future__ import annotations

from domain.kernel.book import Book, Gate
from rules.freeform import luck, sequence
from rules.freeform.pieces import pieces
from rules.freeform.sketch import Sketch
from rules.freeform.state import State
from rules.texts import options_of

BOOK: Book[State] = Book(
    chapters=(pieces.CHAPTER, luck.CHAPTER, sequence.CHAPTER),
    gate=Gate("FF.7"),
    sketch=Sketch,
    options=options_of("freeform", {"known_places": "FF.2.1"}),
)
