"""The board as it is shown."""

from __future__ import annotations

from domain.kernel.board import Board
from domain.kernel.facts import Side
from rules.wallaces_war.state import State


def board(state: State, viewer: Side | None) -> Board:  # noqa: ARG001
    return Board(title=state.engagement.title, spots=(), counters=(), sides=state.core.sides)
