"""Dice and cards that a transcript does not give: asked for, one order after another, by a person at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cli.prompt.prompt import AskedChance, Cancelled, Lines, Terminal, reworded
from domain.formats.transcript.parts import Loose, TypedOrder
from domain.formats.transcript.player import Missing
from domain.kernel.chance import Drawn, Thrown
from domain.kernel.errors import BadInput, RefightError
from domain.words.orders import format_order
from domain.words.scan import json_text

MAX_ORDER = 60  # characters of an order in a question
STOPPED = "stopped; nothing was stored"


@contextmanager
def asking(file: str, lines: Lines | None = None) -> Iterator[Missing | None]:
    """Whom `import_transcript` asks for missing dice; nobody where no person can answer.

    Should the import fail after all, the error ends with every answer as it can be pasted into the file.
    """
    if lines is None and (file == "-" or not (sys.stdin.isatty() and sys.stdout.isatty())):
        yield None
        return
    questions = _Questions(lines or Terminal())
    try:
        yield questions.about
    except Cancelled:
        raise BadInput(questions.kept(STOPPED)) from None
    except EOFError:
        raise BadInput(questions.kept(STOPPED)) from None
    except RefightError as error:
        raise reworded(error, questions.kept) from None


class _Questions:
    """All that was asked, and what was answered."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.answers: list[str] = []

    def about(self, given: TypedOrder) -> AskedChance:
        return _OrderChance(self, given)

    def kept(self, said: str) -> str:
        if not self.answers:
            return said
        return "\n".join([said, "these were your answers; write them into the file to keep them:", *self.answers])


class _OrderChance(AskedChance):
    """Asks with the order and the line of the text it stands in."""

    def __init__(self, questions: _Questions, given: TypedOrder) -> None:
        order = given.order.text.strip() if isinstance(given.order, Loose) else format_order(given.order)
        order = order if len(order) <= MAX_ORDER else order[:MAX_ORDER] + "…"
        self.questions, self.where = questions, f"line {given.place.line}"
        super().__init__(_Prefixed(questions.lines, f"{self.where}: {order}: "))

    def throw(self, count: int, sides: int, why: object, number: int) -> Thrown:
        thrown = super().throw(count, sides, why, number)
        if thrown.faces:
            self.questions.answers.append(f"{self.where}:   dice {' '.join(map(str, thrown.faces))}")
        return thrown

    def draw(self, pile: Sequence[str], why: object, number: int) -> Drawn:
        drawn = super().draw(pile, why, number)
        self.questions.answers.append(f"{self.where}:   card {json_text(drawn.card)}")
        return drawn


class _Prefixed:
    """The same lines, asked with a word before the question."""

    def __init__(self, lines: Lines, before: str) -> None:
        self.lines, self.before = lines, before

    @property
    def asks_again(self) -> bool:
        return self.lines.asks_again

    def ask(self, question: str) -> str:
        return self.lines.ask(self.before + question)
