"""FF Positions set by hand."""

from __future__ import annotations

from domain.kernel.errors import BadInput
from rules.freeform.state import State


def bare(state: State) -> None:
    state.pieces.clear()


def settle(state: State) -> None:
    """Whose a piece is, is a side of the game or nobody; where only known places count (FF.2.1), it stands on one."""
    for name, piece in state.pieces.items():
        if piece.side and piece.side not in state.core.sides:
            raise BadInput(f"pieces.{name}.side: there is no side {piece.side!r} ({', '.join(state.core.sides)})")
        if "known_places" in state.core.options and piece.at and piece.at not in state.places:
            raise BadInput(f"pieces.{name}.at: there is no place {piece.at!r} ({', '.join(state.places)})")
