"""11.1c A voluntary retreat instead of a move: horse that sees it go may charge at each hex."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.charges.reaction import provoke
from rules.wallaces_war.fire.asks import AwaitWithdrawal
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.melee.asks import AwaitVoluntary
from rules.wallaces_war.movement.asks import ResumeWithdrawal, VoluntaryRetreat
from rules.wallaces_war.movement.facts import MoveEnded
from rules.wallaces_war.position import is_cavalry, is_on_map
from rules.wallaces_war.retreats import voluntary
from rules.wallaces_war.retreats.facts import FACTS
from rules.wallaces_war.retreats.voluntary import Case, check, go_on, ways_out, withdraw
from rules.wallaces_war.state import MOVEMENT, REACTION, State

MOVING = (MOVEMENT, REACTION)


def decide_withdrawal(play: Play[State], order: VoluntaryRetreat) -> None:
    """11.1c Instead of its movement; horse that sees it go may charge at each hex (11.2.2h)."""
    state = play.state
    at = state.units[order.units[0]].at if order.units and order.units[0] in state.units else ""
    for unit in order.units:
        if unit in state.units and state.units[unit].side != play.by:
            raise IllegalOrder("not your unit", "11.1c", unit)
    check(state, order, at, "move")
    if withdraw(play, order, lambda: provoke(play, order.units)):
        _end(play, order.units)


def _end(play: Play[State], units: tuple[UnitId, ...]) -> None:
    play.record(MoveEnded(pieces=units, why=Reason("withdrew instead", "11.1c")))


def resume(play: Play[State], frame: ResumeWithdrawal) -> None:
    """13.4c Enemy leaders have left its hex; instead of a move, horse that has seen it come there may charge now."""
    play.close()
    if play.state.core.phase not in MOVING:
        go_on(play, frame)
    elif provoke(play, frame.units) or go_on(play, frame, lambda: provoke(play, frame.units)):
        _end(play, frame.units)


def choices(state: State) -> Iterator[Choice]:
    """11.1c Of the moving Battle."""
    if state.core.pending or state.melee or state.core.phase not in MOVING:
        return
    battle = state.turn.reacting if state.core.phase == REACTION else state.turn.battle
    held = dict.fromkeys(u.at for name, u in state.units.items() if u.battle == battle and is_on_map(state, name))
    for at in held:
        if any(is_cavalry(state.units[unit]) for unit in state.stacks[at]):
            for order in ways_out(state, at, "move"):
                yield Choice(state.core.active, order)


def is_sampled(state: State) -> bool:
    """Whether more voluntary retreats may be ordered now than are listed."""
    frame = state.core.pending[-1] if state.core.pending else None
    if isinstance(frame, AwaitVoluntary | AwaitWithdrawal):
        case: Case = "melee" if isinstance(frame, AwaitVoluntary) else "fire"
        return voluntary.is_sampled(state, ways_out(state, frame.at, case))
    found = (choice.order for choice in choices(state))
    return voluntary.is_sampled(state, (order for order in found if isinstance(order, VoluntaryRetreat)))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            VoluntaryRetreat(units=("hugh-hc-1",), path=("0808", "0707"), facing=0),
            decide_withdrawal,
            phases=MOVING,
            cite="11.1",
            cites=("11.1e",),
            sampled=is_sampled,
        ),
    ),
    resumes={ResumeWithdrawal: resume},
    within={ResumeWithdrawal: ("13.4c",)},
    choices=choices,
)
