"""FF.1, FF.2, FF.5 Pieces: they come, move, change, suffer and go.

A refusal calls a piece by the name its player typed: no pack knows it, and it is the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, always
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import LossTaken
from domain.kernel.play import Play
from domain.kernel.reasons import said
from rules.freeform.pieces.asks import AddPiece, ChangePiece, HidePiece, MovePiece, RemovePiece, RevealPiece, TakeLoss
from rules.freeform.pieces.facts import (
    FACTS,
    PieceAdded,
    PieceChanged,
    PieceHidden,
    PieceMoved,
    PieceRemoved,
    PieceRevealed,
)
from rules.freeform.state import Piece, State, check_owner

MOST_COMPARED = 4000  # names a misspelt one is held against; in a greater crowd nobody is suggested


def decide_add(play: Play[State], order: AddPiece) -> None:
    if not order.piece:
        raise IllegalOrder("piece without a name", "FF.1.1")
    if order.piece in play.state.pieces:
        raise IllegalOrder("name taken", "FF.1.1", order.piece)
    check_owner(play.state, order.side)
    if order.hidden and order.side != play.by:
        raise IllegalOrder("hidden from its own side", "FF.1.4")
    if order.strength is not None:
        check_strength(order.strength)
    check_place(play.state, order.at)
    play.record(
        PieceAdded(
            piece=order.piece, side=order.side, name=order.name, kind=order.kind, at=order.at,
            strength=order.strength, marks=order.marks, hidden=order.hidden,
        )
    )  # fmt: skip


def decide_move(play: Play[State], order: MovePiece) -> None:
    piece = piece_of(play, order.piece)
    for place in (*order.via, order.to):
        check_place(play.state, place)
    play.record(PieceMoved(piece=order.piece, start=piece.at, to=order.to, via=order.via))


def decide_change(play: Play[State], order: ChangePiece) -> None:
    piece = piece_of(play, order.piece)
    check_owner(play.state, order.side)
    if order.strength is None and not order.side and not order.marks:
        raise IllegalOrder("nothing changes", "FF.1.5")
    if piece.hidden and order.side not in ("", piece.side):
        raise IllegalOrder("changes sides unseen", "FF.1.4", piece.name)
    if order.strength is not None:
        check_strength(order.strength)
    marks = {key: value for key, value in {**piece.marks, **order.marks}.items() if value}
    strength = piece.strength if order.strength is None else order.strength
    play.record(PieceChanged(piece=order.piece, side=order.side or piece.side, strength=strength, marks=marks))


def decide_reveal(play: Play[State], order: RevealPiece) -> None:
    piece = piece_of(play, order.piece)
    if not piece.hidden:
        raise IllegalOrder("not hidden", "FF.1.4", piece.name)
    play.record(
        PieceRevealed(
            piece=order.piece, side=piece.side, name=piece.name, kind=piece.kind, at=piece.at,
            strength=piece.strength, marks=dict(piece.marks),
        )
    )  # fmt: skip


def decide_hide(play: Play[State], order: HidePiece) -> None:
    piece = piece_of(play, order.piece)
    if piece.hidden:
        raise IllegalOrder("hidden already", "FF.1.6", piece.name)
    if piece.side != play.by:
        raise IllegalOrder("not yours to hide", "FF.1.6", piece.name, play.by)
    play.record(PieceHidden(piece=order.piece))


def decide_remove(play: Play[State], order: RemovePiece) -> None:
    piece_of(play, order.piece)
    play.record(PieceRemoved(piece=order.piece, why=order.why))


def decide_loss(play: Play[State], order: TakeLoss) -> None:
    piece = piece_of(play, order.piece)
    if order.amount < 1 or (order.men is not None and order.men < 0):
        raise IllegalOrder("loss of nothing", "FF.5.1", order.amount)
    if not piece.side:
        raise IllegalOrder("nobody's loss", "FF.5.2", piece.name)
    play.record(
        LossTaken(
            side=piece.side,
            unit=order.piece,
            kind=order.kind,
            amount=order.amount,
            cause=said(order.cause),
            men=order.men,
        )
    )


def piece_of(play: Play[State], name: str) -> Piece:
    """FF.1.2 The piece must be on the board; to others a hidden piece is not there at all."""
    piece = play.state.pieces.get(name)
    if piece is None or (piece.hidden and play.by != piece.side):
        raise IllegalOrder("no such piece", "FF.1.2", name, *_meant(play, name))
    return piece


def _meant(play: Play[State], name: str) -> list[str]:
    """The piece that was perhaps meant, by id or by name; never one this side may not see."""
    known = {i: i for i, piece in play.state.pieces.items() if not piece.hidden or piece.side == play.by}
    known |= {play.state.pieces[i].name.lower(): i for i in list(known)}
    if len(name) > 100 or len(known) > MOST_COMPARED:
        return []
    from difflib import get_close_matches  # late: few orders name a piece that is not there

    near = get_close_matches(name.lower(), known, n=1)
    return [known[one] for one in near]


def check_strength(strength: int) -> None:
    if strength < 0:
        raise IllegalOrder("negative strength", "FF.1.3", strength)


def check_place(state: State, place: str) -> None:
    """FF.2.1 With the option on, only the places of the scenario exist."""
    if "known_places" in state.core.options and place and place not in state.places:
        raise IllegalOrder("unknown place", "FF.2.1", place, *state.places)


def choices(state: State) -> Iterator[Choice]:
    for side in state.core.sides:
        yield from _of_side(state, side)


def _of_side(state: State, side: str) -> Iterator[Choice]:
    own = [name for name, piece in state.pieces.items() if piece.side == side]
    yield Choice(side, AddPiece(piece=_new_name(state, side), side=side, at=_somewhere(state), strength=3))
    for name in own[:4]:
        yield Choice(side, MovePiece(piece=name, to=_somewhere(state, len(name))))
        yield Choice(side, TakeLoss(piece=name, cause="fire"))
        yield Choice(side, ChangePiece(piece=name, marks={"state": "shaken"}))
    for name in (name for name in own if state.pieces[name].hidden):
        yield Choice(side, RevealPiece(piece=name))
    for name in own[3:4]:
        if not state.pieces[name].hidden:
            yield Choice(side, HidePiece(piece=name))
    for name in own[4:5]:
        yield Choice(side, RemovePiece(piece=name, why="destroyed"))


def _new_name(state: State, side: str) -> str:
    return next(name for i in range(len(state.pieces) + 1) if (name := f"{side}-{i + 1}") not in state.pieces)


def _somewhere(state: State, turn: int = 0) -> str:
    places = list(state.places) or ["north", "centre", "south"]
    return places[(state.core.turn + turn) % len(places)]


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            AddPiece(piece="tanks", side="german", name="Tank troop", kind="armour", at="benouville", strength=2),
            decide_add,
            cite="FF.1",
            sampled=always,
        ),
        Asked(
            MovePiece(piece="brotheridge", to="canal-bridge", via=("gun-pit",)),
            decide_move,
            cite="FF.2",
            sampled=always,
        ),
        Asked(
            ChangePiece(piece="gun", side="british", marks={"state": "captured"}),
            decide_change,
            cite="FF.1",
            sampled=always,
        ),
        Asked(HidePiece(piece="sweeney"), decide_hide, cite="FF.1.6"),
        Asked(RevealPiece(piece="sweeney"), decide_reveal, cite="FF.1"),
        Asked(RemovePiece(piece="schmidt", why="captured in his car"), decide_remove, cite="FF.1", sampled=always),
        Asked(TakeLoss(piece="sentries", cause="rush", men=2), decide_loss, cite="FF.5", sampled=always),
    ),
    choices=choices,
)
