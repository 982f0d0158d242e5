"""Facts of bombardments and of attacks on Trains. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Mapping
from typing import Final

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason, TableRead
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.sketch import Sketch
from rules.gettysburg.state import State

NO_EFFECT: Final = "-"
NOTHING_CAME, TRAIN_ATTACKED = "no effect", "Train attacked"  # what the map says of a shot
BOMBARDED: Mapping[str, str] = {
    "D": "Disrupted",
    "DR": "Disrupted, morale test",
    "DER": "Disrupted, elimination test, morale test",
}


class TrainAttacked(Fact, frozen=True, kw_only=True):
    """21.4 By a brigade, or by the artillery that bombarded it."""

    train: PieceId
    units: tuple[PieceId, ...]


class FireCoordinationTried(Fact, frozen=True, kw_only=True):
    """14.7a The roll by which several guns fire as one."""

    units: tuple[PieceId, ...]
    die: int
    value: int
    success: bool


class BombardmentResolved(Fact, frozen=True, kw_only=True):
    """14.3, BT One shot, or that of a coordinated stack; an empty cell is no effect."""

    units: tuple[PieceId, ...]
    target: HexId
    aim: PieceId
    coordinated: bool
    column: int
    die: int
    cell: str


def _train(state: State, fact: TrainAttacked) -> None:
    state.units[fact.train].attacked = True
    state.fights[-1].made = True
    spend(state, fact.units)


def spend(state: State, units: tuple[PieceId, ...]) -> None:
    resolved = state.turn.resolved
    resolved.extend(unit for unit in units if unit not in resolved)


def _bombarded(state: State, fact: BombardmentResolved) -> None:
    state.fights[-1].made = True
    spend(state, fact.units)


def _draw_train(sketch: Sketch, fact: TrainAttacked) -> None:
    at = sketch.places.get(fact.train, "")
    for unit in fact.units:
        sketch.strike("attack", unit, at, TRAIN_ATTACKED)


def _draw_bombarded(sketch: Sketch, fact: BombardmentResolved) -> None:
    for unit in fact.units:
        sketch.strike("fire", unit, fact.target, BOMBARDED.get(fact.cell, NOTHING_CAME))


def _read_bombardment(fact: BombardmentResolved) -> tuple[TableRead, ...]:
    """BT The die finds the row, the number of guns that fire together the column."""
    guns = Reason("artillery units", "", (fact.column,))
    return (TableRead("Bombardment Table", str(fact.die), guns, fact.cell or NO_EFFECT, "BT"),)


FACTS = (
    Told(TrainAttacked, ("21.4",), _train, draws=_draw_train),
    Told(FireCoordinationTried, ("14.7a",)),
    Told(BombardmentResolved, ("14.3", "BT"), _bombarded, reads=_read_bombardment, draws=_draw_bombarded),
)
