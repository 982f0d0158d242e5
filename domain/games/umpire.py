"""Facts set straight by a ruling: tried on a copy of the position first, so that no ruling can break a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from domain.kernel.board import Board, Counter
from domain.kernel.chance import SeededChance
from domain.kernel.copying import copier
from domain.kernel.errors import BadInput, RefightError
from domain.kernel.facts import (
    CardDrawn,
    DiceRolled,
    Fact,
    GameStarted,
    IrregularPlay,
    LineOpened,
    NoteAdded,
    OrderGiven,
    RulingMade,
    SeedRevealed,
    tag,
)
from domain.kernel.naming import UMPIRE
from domain.kernel.play import Recorded, carry_out, fold
from domain.kernel.system import System
from domain.words.orders import format_fact

MOST_ANSWERS = 40  # tried before a reading changes while a question is open

_INSTEAD: dict[type[Fact], str] = {
    OrderGiven: "an order is given by its side (`refight order`)",
    GameStarted: "a game begins with `refight new`",
    LineOpened: "a line is opened with `refight branch`",
    RulingMade: "a ruling says its readings with --reading, and its reason with --text",
    NoteAdded: "a note is written with `refight note`",
    IrregularPlay: "what was played against the rules comes in with `refight import`",
    SeedRevealed: "a seed is published with `refight reveal`",
}


def can_be_ruled(fact: Fact) -> bool:
    """Orders and what the clerk writes come about otherwise; and a fair die is rolled, or it would not be fair."""
    if isinstance(fact, DiceRolled | CardDrawn):
        return fact.source != "fair"
    return type(fact) not in _INSTEAD


def ruled_facts(system: System[Any], state: Any, ruling: RulingMade, facts: Sequence[Fact]) -> list[Recorded]:
    """The ruling and the facts it sets straight, each with who may see it."""
    under_it = fold(system, copier(system)(state), [ruling])
    return [Recorded(ruling), *fitting_facts(system, under_it, facts)]


def check_open_question(system: System[Any], state: Any, ruling: RulingMade) -> None:
    """A reading may not change under an order that waits for an answer, if it could not go on then."""
    if not (ruling.readings and state.core.pending):
        return
    copy = copier(system)
    under_it = fold(system, copy(state), [ruling])
    for choice in islice(system.book.choices(under_it), MOST_ANSWERS):
        try:
            carry_out(system, copy(under_it), choice.by, choice.order, SeededChance(0))
        except (AssertionError, RefightError):
            raise BadInput(
                "a question is open, and the order under way could not go on under this reading; answer it first"
            ) from None


def fitting_facts(system: System[Any], state: Any, facts: Sequence[Fact]) -> list[Recorded]:
    """The facts with who may see each; BadInput if the game could not go on after them."""
    trial = copier(system)(state)
    recorded = []
    for fact in facts:
        _check_fact(trial, fact)
        try:
            recorded.append(Recorded(fact, system.sight.seen_by(trial, fact)))
            fold(system, trial, [fact])
        except Exception as error:  # folding judges nothing: a fact about what is not there fails anyhow
            raise BadInput(f"{_shown(fact)} does not fit what stands on the board ({_why(error)})") from error
    _check_whole(trial)
    _check_playable(system, trial)
    _check_places(system.sight.board(state, None), system.sight.board(trial, None))
    return recorded


def _check_fact(state: Any, fact: Fact) -> None:
    instead = _INSTEAD.get(type(fact))
    if instead is not None:
        raise BadInput(f"{tag(fact)} is no fact that a ruling can set straight: {instead}")
    if isinstance(fact, DiceRolled | CardDrawn):
        _check_chance(state, fact)


def _check_chance(state: Any, fact: DiceRolled | CardDrawn) -> None:
    """Dice laid down by a ruling never pass for dice that the seed has given."""
    if fact.source == "fair" or fact.number:
        raise BadInput(f"{_shown(fact)}: fair dice are rolled, not ruled; write source=ruled, without a number")
    if fact.by not in (*state.core.sides, UMPIRE):
        raise BadInput(f"{_shown(fact)}: {fact.by!r} is neither a side of this game nor the {UMPIRE}")
    if isinstance(fact, DiceRolled) and not all(1 <= face <= fact.sides for face in fact.faces):
        raise BadInput(f"{_shown(fact)}: the faces of a d{fact.sides} run from 1 to {fact.sides}")
    if isinstance(fact, CardDrawn) and fact.card not in state.core.decks.get(fact.deck, ()):
        raise BadInput(f"{_shown(fact)}: there is no {fact.card} in the draw pile of {fact.deck}")


def _check_whole(state: Any) -> None:
    """Sides are those of the game, and the position can be kept."""
    core = state.core
    named = [*core.points, *core.losses, core.active, core.ended.winner if core.ended else ""]
    stranger = next((side for side in named if side and side not in core.sides), None)
    if stranger is not None:
        raise BadInput(f"there is no side {stranger!r} in this game; the sides are {', '.join(core.sides)}")
    try:
        kept = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state))
    except (msgspec.MsgspecError, OverflowError, TypeError, ValueError) as error:
        raise BadInput(f"the position that results cannot be kept ({_why(error)})") from error
    if kept != state:
        raise BadInput("the position that results cannot be kept: read again, it would be another")


def _check_playable(system: System[Any], state: Any) -> None:
    """The board can be drawn for everyone, and somebody can give an order."""
    try:
        for viewer in (None, *state.core.sides):
            system.sight.board(state, viewer)
        givers = {choice.by for choice in system.book.choices(state)}
        is_over = state.core.ended is not None
    except Exception as error:  # whatever it is, the next command would fail with it
        raise BadInput(f"after this ruling the game could not go on ({_why(error)})") from error
    if not is_over and givers.isdisjoint(state.core.sides):
        raise BadInput("after this ruling nobody could give an order, though the game is not over")


def _check_places(before: Board, after: Board) -> None:
    """A board of places has a place for each counter; one that never had is none of this ruling's doing."""
    strays = {counter.id: counter.at for counter in _strays(before)}
    for counter in _strays(after):
        if strays.get(counter.id) != counter.at:
            raise BadInput(f"{counter.name} would be in {counter.at}, and there is no such place on the board")


def _strays(board: Board) -> Iterator[Counter]:
    if board.field is None:
        places = {spot.name for spot in board.spots}
        yield from (counter for counter in board.counters if counter.at and counter.at not in places)


def _shown(fact: Fact) -> str:
    text = format_fact(fact)
    return text if len(text) <= 80 else text[:79] + "…"


def _why(error: Exception) -> str:
    if isinstance(error, KeyError) and error.args:
        return f"there is no {error.args[0]!r}"
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
