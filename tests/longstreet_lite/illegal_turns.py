"""Orders of the set-up and of the turn that must be refused: I1 to I11."""

from __future__ import annotations

from typing import Literal

from rules.longstreet_lite import phases
from rules.longstreet_lite.cards.asks import AwaitInterrupt, Decline, Interrupt
from rules.longstreet_lite.fire.asks import EndFire
from rules.longstreet_lite.losses.asks import RemoveBases
from rules.longstreet_lite.movement.asks import MoveUnit, ReformUnit
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn.asks import (
    AddCard,
    AddUnit,
    DeployUnit,
    FinishTerrain,
    InvokeCombat,
    InvokeFire,
    InvokeMove,
    KeepDeck,
    Pass,
    Reshuffle,
)
from tests.longstreet_lite.falling_back import lose
from tests.longstreet_lite.illegal import Cases, after
from tests.longstreet_lite.marching import field
from tests.longstreet_lite.positions import position, unit
from tests.longstreet_lite.starts import deploying, mustered, square, start

PLAIN, START = "steady-boys", "they-couldnt-hit-an"
UNITS = {"u": unit("us", "10:5"), "c": unit("cs", "10:15", "180")}
KEPIS = ["old-rivals", "sharpshooters", START, PLAIN]
HAND = ["aim-low", "cold-steel", "quickstep", PLAIN, PLAIN]


def turn(phase: str = phases.COMMAND, **more: object) -> State:
    """us is active; cs holds cards with the kepi."""
    return position(UNITS, phase=phase, hands={"us": HAND, "cs": KEPIS}, **more)  # type: ignore[arg-type]


def empty() -> State:
    return turn(phases.RESHUFFLE, decks={"us": []})


def at_the_start() -> State:
    """cs is asked for an interrupt before us says whether it reshuffles."""
    state = turn(phases.TURN_START)
    state.core.pending.append(AwaitInterrupt(side="cs", window="turn_start"))
    return state


def modified() -> State:
    state = turn()
    state.turn.modified = ["BUGLE"]
    return state


def moving(*, interrupted: bool = False) -> State:
    """us has invoked its Move phase, and cs has answered."""
    state = after(turn(), ("us", InvokeMove(cards=(PLAIN,)), ()))
    answer = Interrupt(card="old-rivals", unit="u") if interrupted else Decline()
    return after(state, ("cs", answer, ()))


def fired_upon() -> State:
    """cs has interrupted the Fire phase; the command of the same turn is a Move phase."""
    state = after(turn(phases.FIRE_OPTION), ("us", InvokeFire(card=PLAIN), ()))
    after(state, ("cs", Interrupt(card="sharpshooters", unit="u"), ()), ("us", EndFire(), ()))
    return after(state, ("us", InvokeMove(cards=(PLAIN,)), ()))


def passed() -> State:
    state = turn()
    state.cards["us"].passed = True
    return state


def placing(pieces: int) -> State:
    return after(mustered(), *(("us", square(number), ()) for number in range(pieces)))


def mustering(kind: Literal["INF", "ART"], bases: int) -> AddUnit:
    return AddUnit(unit="new", name="New", kind=kind, bases=bases)


def deploy(at: str = "10:8", ranks: tuple[int, ...] = (4, 3), offset: int = 0) -> DeployUnit:
    return DeployUnit(unit="1st-maine", at=at, heading="0", ranks=ranks, offset=offset)


def five() -> State:
    """One of five bases in a row is lost."""
    state = position({"u": unit("cs", "12:12", ranks=(5,))})
    lose(state, "u", 1)
    return state


INTERRUPT = Interrupt(card="old-rivals", unit="u")
TURNS: Cases = {
    "I1 wider than the first": lambda: (deploying(), "us", deploy(ranks=(3, 4))),
    "I1 begun before the last is full": lambda: (deploying(), "us", deploy(ranks=(5, 1, 1))),
    "I1 out of file": lambda: (deploying(), "us", deploy(offset=2)),
    "I1 other bases than it has": lambda: (
        field({"u": unit("us", "12:7", ranks=(4, 2))}), "us", ReformUnit(unit="u", guide=2, ranks=(2, 1), left=1)
    ),
    "I2 one base": lambda: (start("open_field"), "cs", mustering("INF", 1)),
    "I2 eleven bases": lambda: (start("open_field"), "cs", mustering("INF", 11)),
    "I2 four guns": lambda: (start("open_field"), "cs", mustering("ART", 4)),
    "I3 too few": lambda: (placing(3), "us", FinishTerrain()),
    "I3 too many": lambda: (placing(7), "us", square(7)),
    "I4 too far ahead": lambda: (deploying(), "us", deploy("10:8.001")),
    "I4 the enemy's zone": lambda: (deploying(), "us", deploy("10:20")),
    "I5 an empty deck kept": lambda: (empty(), "us", KeepDeck()),
    "I5 in the command": lambda: (turn(), "us", Reshuffle()),
    "I5 by the passive player": lambda: (turn(phases.RESHUFFLE), "cs", Reshuffle()),
    "I5 by the passive player, who is asked": lambda: (at_the_start(), "cs", Reshuffle()),
    "I5 before its moment": lambda: (at_the_start(), "us", Reshuffle()),
    "I6 a card not held": lambda: (turn(), "us", InvokeMove(cards=("old-rivals",))),
    "I6 a card without need": lambda: (
        turn(phases.MOVE, invoked=2, readings={"D16": "B"}), "us", AddCard(card="quickstep")
    ),
    "I8 another symbol": lambda: (turn(), "us", InvokeMove(cards=(PLAIN,), modifier="aim-low")),
    "I8 a second of one symbol": lambda: (modified(), "us", InvokeMove(cards=(PLAIN,), modifier="quickstep")),
    "I8 after the invocation": lambda: (moving(), "us", InvokeMove(cards=(PLAIN,), modifier="quickstep")),
    "I9 by the active player": lambda: (turn(phases.MOVE), "us", INTERRUPT),
    "I9 by the active player, asked of the other": lambda: (at_the_start(), "us", Interrupt(card=PLAIN)),
    "I9 without kepi": lambda: (at_the_start(), "cs", Interrupt(card=PLAIN)),
    "I9 without kepi, too late": lambda: (moving(), "cs", Interrupt(card=PLAIN)),
    "I9 a second": lambda: (moving(interrupted=True), "cs", INTERRUPT),
    "I9 a second, in a later phase": lambda: (fired_upon(), "cs", INTERRUPT),
    "I9 after the first action": lambda: (
        after(moving(), ("us", MoveUnit(unit="u", path=("ahead:1",)), ())), "cs", INTERRUPT
    ),
    "I9 after the reshuffle": lambda: (
        after(at_the_start(), ("cs", Decline(), ())), "cs", Interrupt(card=START)
    ),
    "I10 without a card": lambda: (turn(), "us", InvokeMove(cards=())),
    "I10 Move and Combat": lambda: (moving(), "us", InvokeCombat(cards=(PLAIN,))),
    "I10 Combat and Move": lambda: (turn(phases.COMBAT), "us", InvokeMove(cards=(PLAIN,))),
    "I10 Fire after the command": lambda: (moving(), "us", InvokeFire(card=PLAIN)),
    "I11 twice running": lambda: (passed(), "us", Pass()),
    "I20 a gap": lambda: (five(), "cs", RemoveBases(unit="u", bases=(3,))),
}  # fmt: skip
