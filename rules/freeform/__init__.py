"""Freeform: no rules at all. Whatever happened at the table is recorded, for any wargame in the world."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kernel import Choice, Glimpse, Play, System
from rules.freeform import cards, pieces, scenario, sequence
from rules.freeform import orders as o
from rules.freeform.facts import FACTS
from rules.freeform.retelling import RETELLING
from rules.freeform.state import EVOLVE, State, bare, board, counter, initial, seen_by, settle, touched
from rules.freeform.traces import traces
from rules.freeform.words import tell

DECISIONS: dict[type[Any], Any] = {
    o.AddPiece: pieces.decide_add,
    o.MovePiece: pieces.decide_move,
    o.ChangePiece: pieces.decide_change,
    o.RevealPiece: pieces.decide_reveal,
    o.HidePiece: pieces.decide_hide,
    o.RemovePiece: pieces.decide_remove,
    o.TakeLoss: pieces.decide_loss,
    o.RollDice: cards.decide_roll,
    o.AddDeck: cards.decide_deck,
    o.DrawCard: cards.decide_draw,
    o.PlayCard: cards.decide_play,
    o.ShuffleDeck: cards.decide_shuffle,
    o.ScorePoints: sequence.decide_points,
    o.BeginPhase: sequence.decide_phase,
    o.EndGame: sequence.decide_end,
}


def decide(play: Play[State], order: Any) -> None:
    DECISIONS[type(order)](play, order)


def options(state: State) -> Iterator[Choice]:
    """A fair sample: anything may happen in a freeform game, so nobody could list it all."""
    if state.core.ended:
        return
    for side in state.core.sides:
        yield from _options_of(state, side)


def _options_of(state: State, side: str) -> Iterator[Choice]:
    own = [name for name, piece in state.pieces.items() if piece.side == side]
    yield Choice(side, o.RollDice(why="a test", dice=2))
    yield Choice(side, o.AddPiece(piece=_new_name(state, side), side=side, at=_somewhere(state), strength=3))
    yield Choice(side, o.BeginPhase(phase="next", turn=state.core.turn + 1, side=side))
    yield Choice(side, o.ScorePoints(side=side, points=1, why="a place taken"))
    for name in own[:4]:
        yield Choice(side, o.MovePiece(piece=name, to=_somewhere(state, len(name))))
        yield Choice(side, o.TakeLoss(piece=name, cause="fire"))
        yield Choice(side, o.ChangePiece(piece=name, marks={"state": "shaken"}))
    for name in (name for name in own if state.pieces[name].hidden):
        yield Choice(side, o.RevealPiece(piece=name))
    for name in own[3:4]:
        if not state.pieces[name].hidden:
            yield Choice(side, o.HidePiece(piece=name))
    for name in own[4:5]:
        yield Choice(side, o.RemovePiece(piece=name, why="destroyed"))
    if "cards" not in state.decks:
        yield Choice(side, o.AddDeck(deck="cards", cards=("one", "two", "three"), hidden=True))
    elif state.core.decks.get("cards"):
        yield Choice(side, o.DrawCard(deck="cards"))
    yield Choice(side, o.EndGame(winner=side, why="the other side gives up"))


def _new_name(state: State, side: str) -> str:
    return next(name for i in range(len(state.pieces) + 1) if (name := f"{side}-{i + 1}") not in state.pieces)


def _somewhere(state: State, turn: int = 0) -> str:
    places = list(state.places) or ["north", "centre", "south"]
    return places[(state.core.turn + turn) % len(places)]


SYSTEM: System[State] = System(
    key="freeform",
    title="Freeform (no rules)",
    edition="1",
    state=State,
    orders=o.ORDERS,
    facts=FACTS,
    initial=initial,
    decide=decide,
    evolve=EVOLVE,
    options=options,
    board=board,
    glimpse=Glimpse(touched, counter),
    check_pack=scenario.check_pack,
    scenarios=scenario.scenarios,
    seen_by=seen_by,
    tell=tell,
    traces=traces,
    bare=bare,
    settle=settle,
    retell=RETELLING,
    optional_rules={"known_places": "FF.2.1 pieces may only stand on places the scenario names"},
)
