"""Facts of declarations, of stacks put in order, and of windows over units. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.facts import act
from rules.gettysburg.sketch import Sketch
from rules.gettysburg.state import Declared, State
from rules.gettysburg.tables import CHARGE_ALLOWANCE


class AttackDeclared(Fact, frozen=True, kw_only=True):
    """8.4a, 15.5, 21.4 A unit names the hex it will attack."""

    unit: PieceId
    target: HexId
    kind: Literal["attack", "charge", "train"] = "attack"
    aim: PieceId = ""


class BombardmentDeclared(Fact, frozen=True, kw_only=True):
    """14.1a, 14.2b Artillery names the hex it will fire at."""

    unit: PieceId
    target: HexId
    aim: PieceId


class ChargeAnnounced(Fact, frozen=True, kw_only=True):
    """15.5, D66 During a move, before it comes next to enemy infantry."""

    unit: PieceId
    target: HexId


class DeclarationForgone(Fact, frozen=True, kw_only=True):
    """8.4a The unit's moment to declare is over."""

    unit: PieceId


class StackReordered(Fact, frozen=True, kw_only=True):
    """9.4a The pieces of a hex, from the top, as they lie now."""

    at: HexId
    pieces: tuple[PieceId, ...]


class ControlAsked(Fact, frozen=True, kw_only=True):
    """17.3a The window over a unit was opened: it is opened once a turn."""

    unit: PieceId


def _reordered(state: State, fact: StackReordered) -> None:
    state.stacks[fact.at] = list(fact.pieces)


def _announced(state: State, fact: ChargeAnnounced) -> None:
    march = state.on_march
    march.charge, march.left = fact.target, CHARGE_ALLOWANCE - march.spent


def _forgone(state: State, _fact: DeclarationForgone) -> None:
    state.turn.window = ""


def _attack(state: State, fact: AttackDeclared) -> None:
    _declare(state, fact.unit, Declared(kind=fact.kind, target=fact.target, aim=fact.aim))


def _bombardment(state: State, fact: BombardmentDeclared) -> None:
    _declare(state, fact.unit, Declared(kind="bombardment", target=fact.target, aim=fact.aim))


def _declare(state: State, unit: PieceId, declared: Declared) -> None:
    state.turn.declared[unit] = declared
    act(state, unit)
    state.turn.window = ""


def _asked(state: State, fact: ControlAsked) -> None:
    state.turn.asked.append(fact.unit)


def _draw_declared(sketch: Sketch, fact: AttackDeclared | ChargeAnnounced) -> None:
    sketch.strike("attack", fact.unit, fact.target)


def _draw_aimed(sketch: Sketch, fact: BombardmentDeclared) -> None:
    sketch.strike("fire", fact.unit, fact.target)


FACTS = (
    Told(AttackDeclared, ("8.4a", "15.5", "21.4"), _attack, draws=_draw_declared),
    Told(BombardmentDeclared, ("14.1a", "14.2b"), _bombardment, draws=_draw_aimed),
    Told(ChargeAnnounced, ("15.5", "D66"), _announced, draws=_draw_declared),
    Told(DeclarationForgone, ("8.4a",), _forgone),
    Told(StackReordered, ("9.4a",), _reordered),
    Told(ControlAsked, ("17.3a",), _asked, aside=True),
)
