"""FF Positions set by hand."""

from __future__ import annotations

from domain.kernel.errors import BadInput
from rules.freeform.state import State


def bare(state: State) -> None:
    state.pieces.clear()


def settle(state: State) -> None:
    """Whose a piece is, is a side of the game or nobody."""
    for name, piece in state.pieces.items():
        if piece.side and piece.side not in state.core.sides:
            raise BadInput(f"pieces.{name}.side: there is no side {piece.side!r} ({', '.join(state.core.sides)})")


def check(state: State) -> None:
    """FF.2.1 Where only known places count, every piece stands on one."""
    for name, piece in state.pieces.items():
        if "known_places" in state.core.options and piece.at and piece.at not in state.places:
            raise BadInput(f"pieces.{name}.at: there is no place {piece.at!r} ({', '.join(state.places)}) (FF.2.1)")
