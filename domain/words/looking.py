"""What is looked at in words: a board for programs to read, and the cells of tables. No reason is left in them."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel.board import Board, Counter
from domain.kernel.facts import Side
from domain.kernel.reasons import TableRead
from domain.kernel.say import Say
from domain.kernel.system import System
from domain.words.phrases import calling, word
from domain.words.tell import say_of

_with = msgspec.structs.replace


def seen(system: System[Any], state: Any, viewer: Side | None) -> Board:
    """The board as a viewer sees it, in the language spoken."""
    return told(system.sight.board(state, viewer), say_of(system))


def told(board: Board, say: Say) -> Board:
    with calling(say):
        return _with(
            board,
            title=word(board.title),
            counters=tuple(map(_counter, board.counters)),
            traces=tuple(_with(trace, label=word(trace.label)) for trace in board.traces),
            notes=tuple(map(word, board.notes)),
        )


def _counter(counter: Counter) -> Counter:
    figure = counter.figure and _with(counter.figure, formation=word(counter.figure.formation))
    return _with(counter, state=state_of(counter), figure=figure)


def state_of(counter: Counter) -> str:
    """How it is, one thing after the other."""
    parts = counter.state.split(", ") if isinstance(counter.state, str) else counter.state
    return ", ".join(map(word, parts))


def read(say: Say, found: TableRead) -> TableRead:
    """The cell of a table as it is printed."""
    table, row, column, cell = map(say.told, (found.table, found.row, found.column, found.cell))
    return TableRead(table, row, column, cell, found.cite)
