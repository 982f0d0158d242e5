"""FF Freeform in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import Say, Words
from domain.words.plain import count
from rules.freeform.luck import AddDeck, CardPlayed, DeckAdded, DrawCard, PlayCard, RollDice, ShuffleDeck
from rules.freeform.pieces.asks import AddPiece, ChangePiece, HidePiece, MovePiece, RemovePiece, RevealPiece, TakeLoss
from rules.freeform.pieces.facts import PieceAdded, PieceChanged, PieceHidden, PieceMoved, PieceRemoved, PieceRevealed
from rules.freeform.sequence import BeginPhase, EndGame, ScorePoints


def _added(say: Say, fact: PieceAdded) -> str:
    side = f" ({say.term(fact.side)})" if fact.side else ""
    where = f" at {fact.at}" if fact.at else ""
    strength = f", strength {fact.strength}" if fact.strength is not None else ""
    return f"{fact.name or say.unit(fact.piece)}{side} comes into play{where}{strength}{_marks(fact.marks)}"


def _moved(say: Say, fact: PieceMoved) -> str:
    start = f"from {fact.start}" if fact.start else ""
    via = f"by way of {', '.join(fact.via)}" if fact.via else ""
    how = ", ".join(part for part in (start, via) if part)
    return f"{say.unit(fact.piece)} to {fact.to or 'a place off the board'}" + (f" ({how})" if how else "")


def _changed(say: Say, fact: PieceChanged) -> str:
    strength = f" strength {fact.strength}" if fact.strength is not None else ""
    return f"{say.unit(fact.piece)} ({say.term(fact.side)}) is now{strength}{_marks(fact.marks) or ' unmarked'}"


def _revealed(say: Say, fact: PieceRevealed) -> str:
    return f"{fact.name} ({say.term(fact.side)}) is revealed at {fact.at}"


def _hidden(say: Say, fact: PieceHidden) -> str:
    return f"{say.unit(fact.piece)} is seen no more"


def _removed(say: Say, fact: PieceRemoved) -> str:
    return f"{say.unit(fact.piece)} leaves the board" + (f": {fact.why}" if fact.why else "")


def _deck(_say: Say, fact: DeckAdded) -> str:
    return f"the deck {fact.deck} comes into play"


def _played(say: Say, fact: CardPlayed) -> str:
    return f"{say.term(fact.by)} plays {fact.card}" + (", which leaves the game" if fact.removed else "")


def _marks(marks: dict[str, str]) -> str:
    said = ", ".join(key if value == "yes" else f"{key} {value}" for key, value in marks.items())
    return f" ({said})" if said else ""


def _no_side(_say: Say, of: tuple[Of, ...]) -> str:
    return f"it is for {' or '.join(map(str, of[1:]))} to act"


def _no_piece(_say: Say, of: tuple[Of, ...]) -> str:
    return f"there is no piece {of[0]} on the board" + "".join(f"; did you mean {meant}?" for meant in of[1:])


def _no_place(_say: Say, of: tuple[Of, ...]) -> str:
    return f"there is no place {of[0]!r} here; there are {', '.join(map(str, of[1:]))}"


WORDS = Words(
    reasons={
        "not your turn": _no_side,
        "a card drawn": "a card from {0}",
        "piece without a name": "a piece needs a name to be spoken of",
        "name taken": "{0} is taken; give this piece another name",
        "no such piece": _no_piece,
        "negative strength": "strength cannot be {0}; it is 0 or more",
        "hidden from its own side": "a hidden piece is brought on by the side that may see it",
        "changes sides unseen": "{0} is hidden; reveal it before it changes sides",
        "not hidden": "{0} is not hidden",
        "nothing changes": "nothing changes; give strength, side or marks",
        "hidden already": "{0} is hidden already",
        "not yours to hide": "{0} is not {1}'s to hide",
        "unknown place": _no_place,
        "dice of nobody": "{0} does not play here, and has no dice",
        "dice nobody rolls": "{0} dice of {1} sides: up to {2} dice of 2 to {3} sides can be rolled",
        "deck there already": "there is a deck {0} already",
        "deck of no cards": "a deck has at least one card",
        "no such deck": "there is no deck {0}; add it first",
        "too few cards": "{0} has {1} cards to draw; {2} were asked for",
        "card not held": "{0} does not hold {1} from {2}",
        "loss of nothing": "a loss is at least 1, not {0}; ChangePiece sets a strength",
        "nobody's loss": "{0} belongs to no side, so no side can lose it",
        "no points": "points go to a side, and are not 0",
        "lost": lambda _say, of: f"−{count(int(of[0]), str(of[1]))}",
        "turn past": "it is turn {0}; turn {1} is past. Branch to go back",
    },
    facts={
        PieceAdded: _added,
        PieceMoved: _moved,
        PieceChanged: _changed,
        PieceRevealed: _revealed,
        PieceHidden: _hidden,
        PieceRemoved: _removed,
        DeckAdded: _deck,
        CardPlayed: _played,
    },
    asked={},
    orders={
        AddPiece: "FF.1 A piece comes on to the board.",
        MovePiece: "FF.2 A piece goes from where it is to another place, by way of others.",
        ChangePiece: "FF.1 Strength, side or marks of a piece change; an empty mark is taken off.",
        RevealPiece: "FF.1 A hidden piece is shown to everyone.",
        HidePiece: "FF.1.6 A piece goes out of the other side's sight: "
        "from here on only its own side sees what it does.",
        RemovePiece: "FF.1 A piece leaves the board.",
        TakeLoss: "FF.5 A piece suffers: in whatever the game counts losses in.",
        RollDice: "FF.3 Dice are rolled for a purpose.",
        AddDeck: "FF.4 A deck comes into play; what is drawn from a hidden one only the drawer sees.",
        DrawCard: "FF.4 One card or more, from the unordered pile into the hand.",
        PlayCard: "FF.4 A card goes from the hand on to its discard pile, or out of the game.",
        ShuffleDeck: "FF.4 The discards go back into the pile.",
        ScorePoints: "FF.6 A side gains victory points, or loses them.",
        BeginPhase: "FF.7 A turn or phase begins.",
        EndGame: "FF.8 The game is over; no winner means a draw.",
    },
    terms={},
)
