"""FF Freeform facts in plain words."""

from __future__ import annotations

from typing import Any

from domain.facts import Fact
from rules.freeform import facts as f


def tell(fact: Fact) -> str | None:
    words = _WORDS.get(type(fact))
    return words(fact) if words else None


def _added(fact: f.PieceAdded) -> str:
    side = f" ({fact.side})" if fact.side else ""
    where = f" at {fact.at}" if fact.at else ""
    strength = f", strength {fact.strength}" if fact.strength is not None else ""
    return f"{fact.name or fact.piece}{side} comes into play{where}{strength}{_marks(fact.marks)}"


def _moved(fact: f.PieceMoved) -> str:
    start = f"from {fact.start}" if fact.start else ""
    via = f"by way of {', '.join(fact.via)}" if fact.via else ""
    how = ", ".join(part for part in (start, via) if part)
    return f"{fact.piece} to {fact.to or 'a place off the board'}" + (f" ({how})" if how else "")


def _changed(fact: f.PieceChanged) -> str:
    strength = f", strength {fact.strength}" if fact.strength is not None else ""
    return f"{fact.piece} ({fact.side}) is now{strength}{_marks(fact.marks) or ' unmarked'}".replace("now,", "now")


def _revealed(fact: f.PieceRevealed) -> str:
    return f"{fact.name} ({fact.side}) is revealed at {fact.at}"


def _hidden(fact: f.PieceHidden) -> str:
    return f"{fact.piece} is seen no more"


def _removed(fact: f.PieceRemoved) -> str:
    return f"{fact.piece} leaves the board" + (f": {fact.why}" if fact.why else "")


def _deck(fact: f.DeckAdded) -> str:
    return f"the deck {fact.deck} comes into play"


def _played(fact: f.CardPlayed) -> str:
    return f"{fact.by} plays {fact.card}" + (", which leaves the game" if fact.removed else "")


def _marks(marks: dict[str, str]) -> str:
    said = ", ".join(key if value == "yes" else f"{key} {value}" for key, value in marks.items())
    return f" ({said})" if said else ""


_WORDS: dict[type[Fact], Any] = {
    f.PieceAdded: _added,
    f.PieceMoved: _moved,
    f.PieceChanged: _changed,
    f.PieceRevealed: _revealed,
    f.PieceHidden: _hidden,
    f.PieceRemoved: _removed,
    f.DeckAdded: _deck,
    f.CardPlayed: _played,
}
