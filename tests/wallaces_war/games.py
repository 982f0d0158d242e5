"""Games brought to a certain moment for tests of the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact
from domain.kernel.play import Play, facts_of
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.initiative import open_bidding
from rules.wallaces_war.state import EMPTY, INITIATIVE, SET_UP, State
from rules.wallaces_war.turn.asks import EndSegment
from tests.wallaces_war.positions import give, position, start


def first_choice(state: State, kind: type[Any]) -> Any:
    """The first order of a kind that is listed now."""
    return next(choice for choice in SYSTEM.book.choices(state) if isinstance(choice.order, kind))


def kinds(state: State) -> set[str]:
    """The kinds of order that are listed now."""
    return {type(choice.order).__name__ for choice in SYSTEM.book.choices(state)}


def at_set_up(scenario: str, **more: Any) -> State:
    """The chits are placed, and the first side is to set up."""
    state = start(scenario, **more)
    while state.core.phase != SET_UP:
        choice = next(iter(SYSTEM.book.choices(state)))
        give(state, choice.by, choice.order)
    return state


def bidding(tracks: Mapping[str, Sequence[int]], history: Sequence[str], *, turn: int = 2, **more: Any) -> State:
    """B1 of a turn: these chits lie on the tracks, none on others; these sides had initiative so far.

    Every Battle has a unit on the map, far from the others.
    """
    state = position(
        {"red-ri-1": "0305:0", "crimson-ri-1": "0310:0", "green-ri-1": "2205:3", "emerald-ri-1": "2210:3"},
        leaders={"red": "0305", "crimson": "0310", "green": "2205", "emerald": "2210"},
        phase=INITIATIVE,
        turn=turn,
        battle="",
        chit=0,
        **more,
    )
    state.turn.initiative, state.core.active, state.history = "", "", list(history)
    for name, battle in state.battles.items():
        battle.track = list(tracks.get(name, [EMPTY]))
    return state


def opened(tracks: Mapping[str, Sequence[int]], history: Sequence[str], **more: Any) -> State:
    """B1 after what comes before any bid."""
    state = bidding(tracks, history, **more)
    open_bidding(Play(SYSTEM, state, "english", EndSegment(), EnteredChance(())))
    goes_on(state)
    return state


def goes_on(state: State, *dice: int) -> list[Fact]:
    """What follows of itself until somebody must decide."""
    play = Play(SYSTEM, state, state.core.sides[0], EndSegment(), EnteredChance(dice))
    while SYSTEM.book.proceed(play):
        pass
    play.chance.finish()
    return facts_of(play.recorded)
