"""FF Files of any game, told again as freeform orders: every happening has its order, and nothing is judged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel import happenings as h
from domain.kernel.packs import Pack
from domain.kernel.system import Retelling, Retold
from domain.words.tomltext import toml_lines
from rules.freeform.gridmap import MOST_CELLS, GridRow, grid_spots, plane
from rules.freeform.luck import AddDeck, DrawCard, PlayCard, RollDice, ShuffleDeck
from rules.freeform.pieces.asks import AddPiece, ChangePiece, HidePiece, MovePiece, RemovePiece, RevealPiece, TakeLoss
from rules.freeform.sequence import BeginPhase, ScorePoints
from rules.freeform.sheets import FILE
from rules.freeform.state import State

SCENARIO = "imported"
_BARE_DICE = re.compile(r"\d*[dD]\d+")  # `2d6` says how many dice, not what for


def pack_of(story: h.Story) -> Pack:
    """The places of the story, so that the board is a map at once; on hexes those of the grid are not listed."""
    known = list(_public(story))
    grid = _grid(story.grid, known) if story.grid else None
    spots = grid_spots(msgspec.convert(grid, GridRow)) if grid else {}
    places = [_plain(_row(place, grid)) for place in known if place.name not in spots]
    module = f" of {story.module} {story.version}".rstrip() if story.module else ""
    source, sides = f"imported from a {story.origin}{module}", list(story.sides) or [h.TABLE]
    row: dict[str, Any] = {"key": SCENARIO, "title": story.title, "sides": sides, "source": source, "places": places}
    row |= {"grid": grid} if grid else {}
    row |= {"colours": colours} if (colours := {s: c for s, c in story.colours.items() if s in sides}) else {}
    text = "\n".join(toml_lines({"source": source, "scenarios": [row]})) + "\n"
    return Pack(name=SCENARIO, files={FILE: text, **story.files})


def _row(place: h.PlaceTold, grid: Mapping[str, Any] | None) -> dict[str, Any]:
    x, y = place.x, place.y
    if grid is not None:  # on hexes everything else is a box beside them
        x, y = plane(*place.cell, grid["printed"]["sideways"]) if place.cell is not None else (None, None)
    return {"name": place.name, "x": x, "y": y, "terrain": place.terrain or None}


def _grid(told: h.GridTold, known: Sequence[h.PlaceTold]) -> dict[str, Any] | None:
    """As far as it goes; else as far as everybody may see that pieces went, and one hex more."""
    columns, rows = told.columns, told.rows
    cells = [place.cell for place in known if place.cell is not None]
    if columns[1] < columns[0] and cells:
        across, down = zip(*cells, strict=True)
        columns, rows = (min(across) - 1, max(across) + 1), (min(down) - 1, max(down) + 1)
    size = (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1)
    return {"printed": told.values, "columns": columns, "rows": rows} if 0 < size <= MOST_CELLS else None


def _public(story: h.Story) -> Iterator[h.PlaceTold]:
    """Without those that would tell of hidden pieces; on a grid every hex is there, whoever went to it."""
    hidden = _hidden_places(story)
    return (place for place in story.places if place.name not in hidden)


def _hidden_places(story: h.Story) -> set[str]:
    """Where none but hidden pieces have been: a list of them, which everyone may read, would tell their way."""
    unseen: set[str] = set()
    hidden, open_ = set[str](), set[str]()
    for _, told in story.each():
        piece = getattr(told, "piece", "")
        if isinstance(told, h.Appeared | h.Changed) and told.hidden is not None:
            (unseen.add if told.hidden else unseen.discard)(piece)
        (hidden if piece in unseen else open_).update(_places_of(told))
    return hidden - open_


def _places_of(told: h.Happening) -> tuple[str, ...]:
    match told:
        case h.Appeared(at=at):
            return (at,)
        case h.Moved(start=start, to=to, via=via):
            return (start, *via, to)
    return ()


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if value is not None}


def orders_for(state: State, happening: h.Happening) -> Iterator[Retold]:
    """None for what no order can record: that becomes a note."""
    retell = _ORDERS.get(type(happening))
    if retell:
        yield from retell(state, happening)


def _giver(state: State, by: str) -> str:
    return by if by in state.core.sides else h.TABLE if h.TABLE in state.core.sides else state.core.sides[0]


def _owner(state: State, piece: str, by: str) -> str:
    """Who may speak of a piece: of a hidden one only its own side."""
    known = state.pieces.get(piece)
    return known.side if known is not None and known.hidden else _giver(state, by)


def _appeared(state: State, told: h.Appeared) -> Iterator[Retold]:
    side = told.side if told.side in state.core.sides else ""
    hidden = told.hidden and bool(side)
    order = AddPiece(
        piece=told.piece, side=side, name=told.name, kind=told.kind, at=told.at, strength=told.strength,
        marks=told.marks if hidden or not told.hidden else {**told.marks, "hidden": "yes"}, hidden=hidden,
    )  # fmt: skip
    yield Retold(side if hidden else _giver(state, told.by or side), order)


def _moved(state: State, told: h.Moved) -> Iterator[Retold]:
    yield Retold(_owner(state, told.piece, told.by), MovePiece(piece=told.piece, to=told.to, via=told.via))


def _changed(state: State, told: h.Changed) -> Iterator[Retold]:
    piece, marks = state.pieces.get(told.piece), dict(told.marks)
    side = told.side if told.side in state.core.sides else ""
    owner = side or (piece.side if piece else "")
    hides = bool(told.hidden and piece and not piece.hidden)
    if hides and not owner:
        marks["hidden"] = "yes"  # from whom, nobody can say
    if told.hidden is False and piece and piece.hidden:
        yield Retold(piece.side, RevealPiece(piece=told.piece))
    by, strength = _owner(state, told.piece, told.by), told.strength
    if piece and piece.side and None not in (piece.strength, strength) and not side:
        lost = (piece.strength or 0) - (strength or 0)
        if lost > 0:
            yield Retold(by, TakeLoss(piece=told.piece, amount=lost))
            strength = None
    if marks or side or strength is not None:
        yield Retold(by, ChangePiece(piece=told.piece, strength=strength, side=side, marks=marks))
    if hides and owner:
        yield Retold(owner, HidePiece(piece=told.piece))


def _vanished(state: State, told: h.Vanished) -> Iterator[Retold]:
    yield Retold(_owner(state, told.piece, told.by), RemovePiece(piece=told.piece, why=told.why))


def _rolled(state: State, told: h.Rolled) -> Iterator[Retold]:
    if told.faces and all(1 <= face <= told.sides for face in told.faces):
        why = "" if _BARE_DICE.fullmatch(told.why) else told.why
        order = RollDice(why=why, dice=len(told.faces), sides=told.sides)
        yield Retold(_giver(state, told.by), order, dice=told.faces)


def _deck(state: State, told: h.DeckMade) -> Iterator[Retold]:
    if told.cards:
        yield Retold(_giver(state, ""), AddDeck(deck=told.deck, cards=told.cards, hidden=told.hidden))


def _drew(state: State, told: h.Drew) -> Iterator[Retold]:
    """A card that was laid back on its deck is in the pile again, which takes a shuffle here."""
    deck, by = state.decks.get(told.deck), _giver(state, told.by)
    if deck and told.card in deck.discards and told.card not in state.core.decks.get(told.deck, ()):
        yield Retold(by, ShuffleDeck(deck=told.deck))
    yield Retold(_giver(state, told.by), DrawCard(deck=told.deck), cards=(told.card,))


def _discarded(state: State, told: h.Discarded) -> Iterator[Retold]:
    """Whoever holds it plays it, whatever hand moved it."""
    deck = state.decks.get(told.deck)
    holders = [side for side, hand in deck.hands.items() if told.card in hand] if deck else []
    by = _giver(state, told.by)
    yield Retold(by if by in holders or not holders else holders[0], PlayCard(card=told.card, deck=told.deck))


def _shuffled(state: State, told: h.Shuffled) -> Iterator[Retold]:
    yield Retold(_giver(state, told.by), ShuffleDeck(deck=told.deck))


def _lost(state: State, told: h.Lost) -> Iterator[Retold]:
    order = TakeLoss(piece=told.piece, amount=told.amount, cause=told.cause)
    yield Retold(_owner(state, told.piece, told.by), order)


def _scored(state: State, told: h.Scored) -> Iterator[Retold]:
    yield Retold(_giver(state, told.side), ScorePoints(side=told.side, points=told.points, why=told.why))


def _phase(state: State, told: h.PhaseTold) -> Iterator[Retold]:
    side = told.side if told.side in state.core.sides else ""
    turn = told.turn if told.turn > state.core.turn else 0
    yield Retold(_giver(state, told.by or side), BeginPhase(phase=told.phase, turn=turn, side=side))


_ORDERS: Mapping[type[h.Happening], Callable[[State, Any], Iterator[Retold]]] = {
    h.Appeared: _appeared,
    h.Moved: _moved,
    h.Changed: _changed,
    h.Vanished: _vanished,
    h.Rolled: _rolled,
    h.DeckMade: _deck,
    h.Drew: _drew,
    h.Discarded: _discarded,
    h.Shuffled: _shuffled,
    h.Lost: _lost,
    h.Scored: _scored,
    h.PhaseTold: _phase,
}

RETELLING: Retelling = Retelling(pack=pack_of, scenario=SCENARIO, orders=orders_for)
