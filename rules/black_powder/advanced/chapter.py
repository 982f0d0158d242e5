"""The advanced chapter: squares formed before horse, and brigade squares."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, always
from rules.black_powder.advanced import brigade_squares
from rules.black_powder.advanced.asks import DeclareSquare
from rules.black_powder.advanced.facts import FACTS
from rules.black_powder.rulings import is_on
from rules.black_powder.state import State


def choices(state: State) -> Iterator[Choice]:
    for order in brigade_squares.offers(state):
        yield Choice(state.core.active, order)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            DeclareSquare(units=("blue-foot-i", "blue-large", "blue-crack", "blue-elite")),
            brigade_squares.decide_declare,
            brigade_squares.WHEN,
            "BP.bsq.2",
            when=lambda state: is_on(state, "brigade_squares"),
            sampled=always,
        ),
    ),
    proceed=brigade_squares.proceed,
    choices=choices,
)
