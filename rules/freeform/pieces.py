"""FF.1, FF.2, FF.5 Pieces: they come, move, change, suffer and go."""

from __future__ import annotations

from difflib import get_close_matches

from domain.facts import LossTaken
from domain.kernel import Play
from domain.ruling import IllegalOrder
from domain.table import check_side
from rules.freeform import facts as f
from rules.freeform import orders as o
from rules.freeform.state import Piece, State


def decide_add(play: Play[State], order: o.AddPiece) -> None:
    if not order.piece:
        raise IllegalOrder("a piece needs a name to be spoken of", rule="FF.1.1")
    if order.piece in play.state.pieces:
        raise IllegalOrder(f"{order.piece} is taken; give this piece another name", rule="FF.1.1")
    check_owner(play, order.side)
    if order.hidden and order.side != play.by:
        raise IllegalOrder("a hidden piece is brought on by the side that may see it", rule="FF.1.4")
    if order.strength is not None:
        check_strength(order.strength)
    check_place(play.state, order.at)
    play.record(
        f.PieceAdded(
            piece=order.piece, side=order.side, name=order.name, kind=order.kind, at=order.at,
            strength=order.strength, marks=order.marks, hidden=order.hidden,
        )
    )  # fmt: skip


def decide_move(play: Play[State], order: o.MovePiece) -> None:
    piece = piece_of(play, order.piece)
    for place in (*order.via, order.to):
        check_place(play.state, place)
    play.record(f.PieceMoved(piece=order.piece, start=piece.at, to=order.to, via=order.via))


def decide_change(play: Play[State], order: o.ChangePiece) -> None:
    piece = piece_of(play, order.piece)
    check_owner(play, order.side)
    if order.strength is None and not order.side and not order.marks:
        raise IllegalOrder("nothing changes; give strength, side or marks", rule="FF.1.5")
    if piece.hidden and order.side not in ("", piece.side):
        raise IllegalOrder(f"{piece.name} is hidden; reveal it before it changes sides", rule="FF.1.4")
    if order.strength is not None:
        check_strength(order.strength)
    marks = {key: value for key, value in {**piece.marks, **order.marks}.items() if value}
    strength = piece.strength if order.strength is None else order.strength
    play.record(f.PieceChanged(piece=order.piece, side=order.side or piece.side, strength=strength, marks=marks))


def decide_reveal(play: Play[State], order: o.RevealPiece) -> None:
    piece = piece_of(play, order.piece)
    if not piece.hidden:
        raise IllegalOrder(f"{piece.name} is not hidden", rule="FF.1.4")
    play.record(
        f.PieceRevealed(
            piece=order.piece, side=piece.side, name=piece.name, kind=piece.kind, at=piece.at,
            strength=piece.strength, marks=dict(piece.marks),
        )
    )  # fmt: skip


def decide_hide(play: Play[State], order: o.HidePiece) -> None:
    piece = piece_of(play, order.piece)
    if piece.hidden or piece.side != play.by:
        why = f"{piece.name} is hidden already" if piece.hidden else f"{piece.name} is not {play.by}'s to hide"
        raise IllegalOrder(why, rule="FF.1.6")
    play.record(f.PieceHidden(piece=order.piece))


def decide_remove(play: Play[State], order: o.RemovePiece) -> None:
    piece_of(play, order.piece)
    play.record(f.PieceRemoved(piece=order.piece, why=order.why))


def decide_loss(play: Play[State], order: o.TakeLoss) -> None:
    piece = piece_of(play, order.piece)
    if order.amount < 1 or (order.men is not None and order.men < 0):
        raise IllegalOrder(f"a loss is at least 1, not {order.amount}; ChangePiece sets a strength", rule="FF.5.1")
    if not piece.side:
        raise IllegalOrder(f"{piece.name} belongs to no side, so no side can lose it", rule="FF.5.2")
    play.record(
        LossTaken(
            side=piece.side, unit=order.piece, kind=order.kind, amount=order.amount, cause=order.cause, men=order.men
        )
    )


MOST_COMPARED = 4000  # names a misspelt one is held against; in a greater crowd nobody is suggested


def piece_of(play: Play[State], name: str) -> Piece:
    """FF.1.2 The piece must be on the board; to others a hidden piece is not there at all."""
    piece = play.state.pieces.get(name)
    if piece is None or (piece.hidden and play.by != piece.side):
        raise IllegalOrder(f"there is no piece {name} on the board{_meant(play, name)}", rule="FF.1.2")
    return piece


def _meant(play: Play[State], name: str) -> str:
    """The piece that was perhaps meant, by id or by name; never one this side may not see."""
    known = {i: i for i, piece in play.state.pieces.items() if not piece.hidden or piece.side == play.by}
    known |= {play.state.pieces[i].name.lower(): i for i in list(known)}
    near = get_close_matches(name.lower(), known, n=1) if len(name) <= 100 and len(known) <= MOST_COMPARED else []
    return f"; did you mean {known[near[0]]}?" if near else ""


def check_owner(play: Play[State], side: str) -> None:
    if side:
        check_side(play.state.core.sides, side)


def check_strength(strength: int) -> None:
    if strength < 0:
        raise IllegalOrder(f"strength cannot be {strength}; it is 0 or more", rule="FF.1.3")


def check_place(state: State, place: str) -> None:
    """FF.2.1 With the option on, only the places of the scenario exist."""
    if "known_places" in state.core.options and place and place not in state.places:
        raise IllegalOrder(f"there is no place {place!r} here; there are {', '.join(state.places)}", rule="FF.2.1")
