"""Melees for tests: attacks declared, bound and fought on scripted dice."""

from __future__ import annotations

from typing import Any

from domain.kernel.chance import EnteredChance, SeededChance
from domain.kernel.facts import Fact, Order
from domain.kernel.play import Play, carry_out, facts_of
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.melee.asks import DeclareCharge, DeclareMelee
from rules.wallaces_war.melee.declare import close_declarations
from rules.wallaces_war.state import MELEE, State
from rules.wallaces_war.turn.asks import Decline, EndSegment
from tests.wallaces_war.positions import at, give, position

A = at(0, 0)  # where the defender stands
NW, NE, E, SE, SW, W = at(0, -1), at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0)


def melee(places: dict[str, str], *, loaded: bool = False, **more: Any) -> State:
    """A position in the melee segment of the English Battle red; the attacked have fired, unless they are loaded."""
    state = position(places, phase=MELEE, **more)
    state.turn.shot = {} if loaded else dict.fromkeys(places, 0)
    return state


def close(state: State, *dice: int) -> list[Fact]:
    """10.3b The declarations bind: what follows until somebody must decide."""
    play = Play(SYSTEM, state, state.turn.initiative, EndSegment(), EnteredChance(dice))
    close_declarations(play)
    while SYSTEM.book.proceed(play):
        pass
    play.chance.finish()
    return facts_of(play.recorded)


def attack(state: State, *pairs: tuple[str, str]) -> None:
    """10.3a Attacks on foot: who, and which hex."""
    for unit, target in pairs:
        give(state, state.turn.initiative, DeclareMelee(unit=unit, target=target))


def charge(state: State, unit: str, facing: int, path: tuple[str, ...], target: str, **more: Any) -> None:
    give(state, state.turn.initiative, DeclareCharge(unit=unit, facing=facing, path=path, target=target, **more))


def asked(state: State) -> Any:
    """The question put last."""
    return state.core.pending[-1] if state.core.pending else None


def decline(state: State, *dice: int) -> list[Fact]:
    return give(state, asked(state).side, Decline(), *dice)


def played(state: State, by: str, order: Order, seed: int = 1) -> list[Fact]:
    """One order on any dice."""
    return facts_of(carry_out(SYSTEM, state, by, order, SeededChance(seed)))


def options(state: State) -> list[Any]:
    return [choice.order for choice in SYSTEM.book.choices(state)]
