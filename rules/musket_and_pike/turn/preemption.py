"""3.2.A, 4.4 Preemption: a Wing of the inactive side tries to act before the one whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason, total
from rules.musket_and_pike.ids import WingId
from rules.musket_and_pike.position import d10
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, enemy_of
from rules.musket_and_pike.turn import wings
from rules.musket_and_pike.turn.asks import AwaitPreemption, Preempt
from rules.musket_and_pike.turn.facts import (
    MarkedNoContinue,
    PreemptionRolled,
    WingActivated,
    WingBypassed,
    WingFinished,
)
from rules.musket_and_pike.work import Decline


def wing_bar(state: State, by: Side, name: WingId, frame: AwaitPreemption) -> IllegalOrder | None:
    """4.4.1, 4.4.4 Whether a Wing may try."""
    wing = state.wings.get(name)
    if wing is None or wing.side != by:
        return IllegalOrder("not your Wing", "4.4.1", name)
    if frame.only and name != frame.only:
        return IllegalOrder("only the Bypassed leader", "4.4.4", frame.only)
    if wing.status not in ("ready", "bypassed"):
        return IllegalOrder("Wing is Finished", "4.4.1", name)
    if wing.order == "rally":
        return IllegalOrder("not with Rally orders", "4.4.1", name)
    if not wings.is_led(state, name):
        return IllegalOrder("no Wing Commander", "5.3.2", name)
    if not wings.has_units(state, name):
        return IllegalOrder("no units left", "4.2.3", name)
    if reading(state, "D24") == "c" and wings.is_forced(state, name):
        return IllegalOrder("must rally", "5.8", name)
    if name in frame.tried and reading(state, "D7") == "a":
        return IllegalOrder("has tried", "4.4.2", name)
    return None


def help_bar(state: State, wing: WingId) -> IllegalOrder | None:
    """5.1.2, D10 Whether the Army Commander may add his rating."""
    if reading(state, "D10") == "b":
        return IllegalOrder("not for preemption", "5.1.2")
    if not wings.helper(state, wing):
        return IllegalOrder("Army Commander too far off", "5.1.2", wing)
    return None


def modifiers(state: State, wing: WingId, *, commander: bool) -> tuple[Modifier, ...]:
    """T3"""
    drm = state.charts.preemption.drm
    marked = state.wings[wing].no_continue and drm.wc_marked_no_continue
    return (
        *wings.ratings(state, wing, commander=commander),
        *wings.nearness(state, wing, drm.wc_adjacent_to_enemy_not_broken, "4.4.2"),
        *wings.cavalry(state, wing, drm.cavalry_wing, "4.4.2"),
        *((Modifier(drm.wc_marked_no_continue, "marked No Continue", "4.4.2"),) if marked else ()),
    )


def window(state: State, wing: WingId, *, continuing: bool) -> AwaitPreemption | None:
    """4.4.1 The question, if anybody could try; 4.4.4 while a Bypassed Wing waits, only that one."""
    own = state.wings[wing]
    only = state.turn.waiting[-1] if state.turn.waiting else ""
    if only and (state.wings[only].side == own.side or (not continuing and reading(state, "D6") == "b")):
        only = ""
    frame = AwaitPreemption(side=enemy_of(state, own.side), wing=wing, continuing=continuing, only=only)
    return frame if any(True for _ in able(state, frame)) else None


def able(state: State, frame: AwaitPreemption) -> Iterator[WingId]:
    return (name for name in state.wings if not wing_bar(state, frame.side, name, frame))


def decide_preempt(play: Play[State], order: Preempt, frame: AwaitPreemption) -> None:
    """4.4.2"""
    state = play.state
    heed(wing_bar(state, play.by, order.wing, frame))
    if order.commander:
        heed(help_bar(state, order.wing))
    found = modifiers(state, order.wing, commander=order.commander)
    wing = state.wings[order.wing]
    die = d10(play, Reason("preemption", "4.4.2", (order.wing,)), play.by)
    net, needed = die + total(found), getattr(state.charts.preemption, wing.order)
    play.close()
    play.record(
        PreemptionRolled(
            wing=order.wing, against=frame.wing, order=wing.order, die=die, modifiers=found, net=net, needed=needed,
            success=net <= needed, leader=state.commanders[play.by] if order.commander else "",
        )
    )  # fmt: skip
    if net <= needed:
        _succeed(play, order.wing, frame)
    else:
        _fail(play, order.wing, frame)


def _succeed(play: Play[State], wing: WingId, frame: AwaitPreemption) -> None:
    """4.4.2, 4.4.3 It acts at once; who was to act is Bypassed, or, if it was to act once more, Finished."""
    if frame.continuing:
        play.record(WingFinished(wing=frame.wing, why=Reason("preempted", "4.4.3")))
    else:
        play.record(WingBypassed(wing=frame.wing))
    activate(play, wing, preempting=True)


def _fail(play: Play[State], wing: WingId, frame: AwaitPreemption) -> None:
    """4.4.2 No Continue; a second time Finished. Then another leader may try."""
    state = play.state
    if state.wings[wing].no_continue:
        play.record(WingFinished(wing=wing, why=Reason("failed to preempt again", "4.4.2")))
    else:
        play.record(MarkedNoContinue(wing=wing))
    again = AwaitPreemption(
        side=frame.side, wing=frame.wing, continuing=frame.continuing, only=frame.only, tried=(*frame.tried, wing)
    )
    if any(True for _ in able(state, again)):
        play.open(again)
    else:
        activate(play, frame.wing)


def decide_decline(play: Play[State], _order: Decline, frame: AwaitPreemption) -> None:
    """4.4.1 It is always optional."""
    play.close()
    activate(play, frame.wing)


def activate(play: Play[State], wing: WingId, *, preempting: bool = False) -> None:
    """4.2.1 The Wing acts, from step B; D6 unless the other side may preempt the preempting Wing."""
    state = play.state
    resumed = state.wings[wing].status == "bypassed"
    if preempting and reading(state, "D6") != "a" and not resumed:
        frame = window(state, wing, continuing=False)
        if frame:
            play.open(frame)
            return
    number = state.wings[wing].activations + 1
    play.record(WingActivated(wing=wing, number=number, preempting=preempting, resumed=resumed))


def choices(state: State, frame: AwaitPreemption) -> Iterator[Choice]:
    yield Choice(frame.side, Decline())
    for name in able(state, frame):
        yield Choice(frame.side, Preempt(wing=name))
        if not help_bar(state, name):
            yield Choice(frame.side, Preempt(wing=name, commander=True))


def lapse(play: Play[State], wing: WingId) -> None:
    """4.2.3, 5.3.2 A Bypassed Wing that can no longer act."""
    play.record(WingFinished(wing=wing, why=Reason("cannot act", "5.3.2")))
