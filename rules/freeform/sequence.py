"""FF.6, FF.7, FF.8 Points, turns and the end."""

from __future__ import annotations

from domain.facts import GameEnded, PhaseBegan, PointsScored
from domain.kernel import Play
from domain.ruling import IllegalOrder
from rules.freeform import orders as o
from rules.freeform.pieces import check_owner
from rules.freeform.state import State


def decide_points(play: Play[State], order: o.ScorePoints) -> None:
    check_owner(play, order.side)
    if order.points == 0 or not order.side:
        raise IllegalOrder("points go to a side, and are not 0", rule="FF.6.1")
    play.record(PointsScored(side=order.side, points=order.points, why=order.why, rule="FF.6"))


def decide_phase(play: Play[State], order: o.BeginPhase) -> None:
    check_owner(play, order.side)
    now = play.state.core.turn
    if order.turn and order.turn < now:
        raise IllegalOrder(f"it is turn {now}; turn {order.turn} is past. Branch to go back", rule="FF.7.1")
    play.record(PhaseBegan(turn=order.turn or now or 1, phase=order.phase, side=order.side))


def decide_end(play: Play[State], order: o.EndGame) -> None:
    check_owner(play, order.winner)
    play.record(GameEnded(winner=order.winner, why=order.why, rule="FF.8"))
