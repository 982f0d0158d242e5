"""4.3 Step E: a Wing that has acted may try to act once more."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason, total
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import WingId
from rules.musket_and_pike.leaders.facts import LeaderActed
from rules.musket_and_pike.position import d10
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn import wings
from rules.musket_and_pike.turn.asks import AwaitContinuation, ContinueWing
from rules.musket_and_pike.turn.change import help_bar
from rules.musket_and_pike.turn.facts import ContinuationRolled, WingFinished
from rules.musket_and_pike.turn.preemption import activate, window
from rules.musket_and_pike.work import Decline


def bar(state: State, wing: WingId) -> IllegalOrder | None:
    """4.3.1, 4.4.2, 5.3.2 Why a Wing may not try."""
    own = state.wings[wing]
    if own.order == "rally":
        return IllegalOrder("not with Rally orders", "4.3.1", wing)
    if own.no_continue:
        return IllegalOrder("marked No Continue", "4.4.2", wing)
    if not wings.is_led(state, wing):
        return IllegalOrder("no Wing Commander", "5.3.2", wing)
    if own.activations >= tables.ACTIVATIONS:
        return IllegalOrder("three activations", "4.3.1", wing)
    if not wings.has_units(state, wing):
        return IllegalOrder("no units left", "4.2.3", wing)
    return None


def end(play: Play[State]) -> None:
    """3.2.E, 3.2.F Its actions and melees are over."""
    state = play.state
    wing = state.activation.wing
    if bar(state, wing):
        play.record(WingFinished(wing=wing, why=Reason("done", "3.2.F")))
    else:
        play.open(AwaitContinuation(side=state.wings[wing].side, wing=wing))


def modifiers(state: State, wing: WingId, *, commander: bool) -> tuple[Modifier, ...]:
    """T2"""
    drm = state.charts.continuation.drm
    again = state.turn.tries.get(wing, 0) and drm.second_attempt
    return (
        *wings.ratings(state, wing, commander=commander),
        *wings.nearness(state, wing, drm.wc_adjacent_to_enemy_not_broken, "4.3.2"),
        *wings.cavalry(state, wing, drm.cavalry_wing, "4.3.2"),
        *((Modifier(drm.second_attempt, "second attempt", "4.3.2"),) if again else ()),
    )


def helped_bar(state: State, wing: WingId) -> IllegalOrder | None:
    """5.1.2, D11 As his action of the activation that ends; read as b, of the one to come."""
    if reading(state, "D11") == "a":
        return help_bar(state, wing)
    return None if wings.helper(state, wing) else IllegalOrder("Army Commander too far off", "5.1.2", wing)


def decide_continue(play: Play[State], order: ContinueWing, frame: AwaitContinuation) -> None:
    """4.3.2"""
    state, wing = play.state, frame.wing
    chief = wings.helper(state, wing) if order.commander else ""
    if order.commander:
        heed(helped_bar(state, wing))
    found = modifiers(state, wing, commander=order.commander)
    own, later = state.wings[wing].order, reading(state, "D11") == "b"
    if chief and not later:
        play.record(LeaderActed(leader=chief, what="continue"))
    die = d10(play, Reason("continuation", "4.3.2", (wing,)), play.by)
    net, reach = die + total(found), getattr(state.charts.continuation, own)
    play.close()
    play.record(
        ContinuationRolled(
            wing=wing, order=own, die=die, modifiers=found, net=net, needed=reach, success=net <= reach,
            leader=chief if later else "",
        )
    )  # fmt: skip
    if net > reach:
        play.record(WingFinished(wing=wing, why=Reason("failed to continue", "4.3.2")))
        return
    question = window(state, wing, continuing=True)
    if question:
        play.open(question)
    else:
        activate(play, wing)


def decide_stop(play: Play[State], _order: Decline, frame: AwaitContinuation) -> None:
    """4.3.1 It is voluntary."""
    play.close()
    play.record(WingFinished(wing=frame.wing, why=Reason("done", "3.2.F")))


def choices(state: State, frame: AwaitContinuation) -> Iterator[Choice]:
    yield Choice(frame.side, Decline())
    yield Choice(frame.side, ContinueWing())
    if not helped_bar(state, frame.wing):
        yield Choice(frame.side, ContinueWing(commander=True))
