"""Melees for tests: the step with its declarations open, and one fight from the die on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Await, Fact, Frame, Order
from domain.kernel.play import Play, carry_out, facts_of
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.melee.asks import (
    AwaitAdvance,
    AwaitDeclarations,
    AwaitNextMelee,
    AwaitPistols,
    DeclareMelee,
    EndDeclarations,
    NextMelee,
)
from rules.musket_and_pike.melee.ledger import Melee
from rules.musket_and_pike.reaction.asks import AwaitReaction
from rules.musket_and_pike.retreats.asks import AwaitRetreat, AwaitStand, RetreatTo, StandFacing
from rules.musket_and_pike.retreats.ways import ways
from rules.musket_and_pike.state import MELEE, State, Unit, enemy_of
from rules.musket_and_pike.work import Decline
from tests.musket_and_pike.positions import asked, give, position

H1, H2, ARQ, TWO, FOOT, REG, LI = (
    "blue-cuirassiers-i", "blue-cuirassiers-ii", "blue-arquebusiers", "blue-two-hex", "blue-without-pikes",
    "blue-guns-with-the-foot", "blue-muskets",
)  # fmt: skip
R1, R2, RA, RED, RED_TWO, RED_LI, GUN = (
    "red-cuirassiers-i", "red-cuirassiers-ii", "red-arquebusiers", "red-one-hex", "red-two-hex", "red-muskets",
    "red-battery",
)  # fmt: skip


def step(places: Mapping[str, str], *, reaction: bool = False, **more: Any) -> State:
    """The Melee step of the Wing of the first unit, with the declarations of one side open."""
    state = position(places, phase=MELEE, **{"leaders": {}, **more})
    state.melee = Melee(stage="answer" if reaction else "declare")
    side = state.core.active
    side = enemy_of(state, side) if reaction else side
    state.core.pending.append(AwaitDeclarations(side=side, reaction=reaction))
    return state


def attack(state: State, *attacks: tuple[str, str]) -> None:
    """Attacks declared by the active side."""
    for unit, hex in attacks:
        give(state, state.core.active, DeclareMelee(unit=unit, hex=hex))


class Dice(EnteredChance):
    """Dice for several orders in turn, 0 to 9; those left over are asked about at the end."""

    def __init__(self, *dice: int) -> None:
        super().__init__([die or 10 for die in dice])

    def finish(self) -> None:
        pass


def simple_answer(state: State, frame: Await) -> Order | None:
    """The plainest answer to what a melee asks: no pistols, no reaction, the first way, the first advance."""
    match frame:
        case AwaitRetreat():
            return RetreatTo(unit=frame.unit, path=ways(state, frame.unit, frame.by, frame.hexes).best[0].path)
        case AwaitStand():
            return StandFacing(unit=frame.unit, facing=state.units[frame.unit].facing)
        case AwaitAdvance(must=True):
            return next(choice.order for choice in SYSTEM.book.choices(state))
        case AwaitNextMelee():
            return NextMelee(end="left")
        case AwaitDeclarations():
            return EndDeclarations()
        case AwaitPistols() | AwaitAdvance() | AwaitReaction():
            return Decline()
    return None


def fought(state: State, *dice: int, first: Order | None = None, **answers: Order) -> list[Fact]:
    """Declarations end, or `first` is answered, and all is fought.

    Each question has the plainest answer, or the one given for its kind: AwaitAdvance=AdvanceUnit(…).
    """
    facts: list[Fact] = []
    chance = Dice(*dice)
    given: Order | None = first or EndDeclarations()
    while given is not None:
        frame = asked(state)
        assert frame is not None
        facts += facts_of(carry_out(SYSTEM, state, frame.side, given, chance))
        frame = asked(state)
        given = (answers.get(type(frame).__name__) or simple_answer(state, frame)) if frame else None
    assert not chance.dice, f"dice left over: {chance.dice}"
    return facts


def resumed(state: State, frame: Frame, *dice: int) -> list[Fact]:
    """What a frame brings that another chapter would have opened, as far as the next question."""
    state.core.pending.append(frame)  # type: ignore[arg-type]
    play = Play(SYSTEM, state, state.core.active, Decline(), Dice(*dice))
    while SYSTEM.book.proceed(play):
        pass
    return facts_of(play.recorded)


def wall(state: State, *hexes: str, side: str = "red") -> None:
    """Broken muskets of a side, who bar a hex and do nothing."""
    model = state.units[RED_LI if side == "red" else LI]
    for hex in hexes:
        name = f"wall-{hex}"
        card = msgspec.structs.replace(model.card, id=name, name=name)
        state.units[name] = Unit(side=side, wing=model.wing, card=card, hexes=(hex,), morale="MB", formation="")
        state.stacks[hex] = [name]
