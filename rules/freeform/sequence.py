"""FF.6, FF.7, FF.8 Points, turns and the end."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, always
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Count, GameEnded, Order, PhaseBegan, PointsScored, Side
from domain.kernel.play import Play
from domain.kernel.reasons import said
from rules.freeform.state import State, check_owner


class ScorePoints(Order, frozen=True, kw_only=True):
    """FF.6 A side gains victory points, or loses them."""

    side: Side
    points: Count
    why: str = ""


class BeginPhase(Order, frozen=True, kw_only=True):
    """FF.7 A turn or phase begins."""

    phase: str
    turn: Count = 0
    side: Side = ""


class EndGame(Order, frozen=True, kw_only=True):
    """FF.8 The game is over; no winner means a draw."""

    why: str
    winner: Side = ""


def decide_points(play: Play[State], order: ScorePoints) -> None:
    check_owner(play.state, order.side)
    if order.points == 0 or not order.side:
        raise IllegalOrder("no points", "FF.6.1")
    play.record(PointsScored(side=order.side, points=order.points, why=said(order.why, "FF.6")))


def decide_phase(play: Play[State], order: BeginPhase) -> None:
    check_owner(play.state, order.side)
    now = play.state.core.turn
    if order.turn and order.turn < now:
        raise IllegalOrder("turn past", "FF.7.1", now, order.turn)
    play.record(PhaseBegan(turn=order.turn or now or 1, phase=order.phase, side=order.side))


def decide_end(play: Play[State], order: EndGame) -> None:
    check_owner(play.state, order.winner)
    play.record(GameEnded(winner=order.winner, why=said(order.why, "FF.8")))


def choices(state: State) -> Iterator[Choice]:
    for side in state.core.sides:
        yield Choice(side, BeginPhase(phase="next", turn=state.core.turn + 1, side=side))
        yield Choice(side, ScorePoints(side=side, points=1, why="a place taken"))
        yield Choice(side, EndGame(winner=side, why="the other side gives up"))


CHAPTER = Chapter[State](
    orders=(
        Asked(
            ScorePoints(side="british", points=3, why="the canal bridge taken intact"),
            decide_points,
            cite="FF.6",
            sampled=always,
        ),
        Asked(BeginPhase(phase="00:16 the gliders", turn=1, side="british"), decide_phase, cite="FF.7", sampled=always),
        Asked(
            EndGame(why="both bridges held until relieved", winner="british"), decide_end, cite="FF.8", sampled=always
        ),
    ),
    choices=choices,
)
