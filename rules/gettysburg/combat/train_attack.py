"""21.4 Attacks on a Train: no dice, a point for each attacking unit."""

from __future__ import annotations

from domain.kernel.facts import PointsScored
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg.combat.bombardment_facts import TrainAttacked
from rules.gettysburg.combat.facts import FightBegan
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.state import TRAINS, State
from rules.gettysburg.tables import POINTS_TRAIN_ATTACKED


def is_train(state: State, unit: PieceId) -> bool:
    return unit in state.units and state.units[unit].kind == "train"


def train_at(state: State, at: HexId) -> PieceId:
    """The Train in a hex; empty if there is none."""
    return next((train for train in TRAINS.values() if state.units[train].at == at), "")


def resolve(play: Play[State], unit: PieceId, target: HexId) -> None:
    """21.4 The declared attack of a brigade."""
    side = play.state.units[unit].side
    play.record(FightBegan(attacker=unit, side=side, target=target, kind="train"))
    strike(play, (unit,), train_at(play.state, target))


def strike(play: Play[State], units: tuple[PieceId, ...], train: PieceId) -> None:
    """4.3 A point; a coordinated stack of artillery scores it together (D87 C)."""
    side = play.state.units[units[0]].side
    play.record(TrainAttacked(train=train, units=units))
    play.record(PointsScored(side=side, points=POINTS_TRAIN_ATTACKED, why=Reason("the Train attacked", "4.3")))
