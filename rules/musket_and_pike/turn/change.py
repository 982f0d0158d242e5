"""5.7, 5.8 Step B: a Wing is forced to rally, or may try to change its order."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason, total
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import Standing, WingId
from rules.musket_and_pike.leaders.facts import LeaderActed
from rules.musket_and_pike.position import d10, is_cavalry_wing
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn import wings
from rules.musket_and_pike.turn.asks import AwaitChange, ChangeOrder
from rules.musket_and_pike.turn.facts import FORCED, ChangeWaived, OrderChangeRolled, OrderSet
from rules.musket_and_pike.work import Decline


def needed(state: State, order: Standing, to: Standing) -> int | None:
    """T1 The highest modified die that does it; None if it cannot be done."""
    found: int | None = getattr(getattr(state.charts.orders_change, order), to)
    return found


def begin(play: Play[State]) -> None:
    """5.8, 5.7.1 As the activation starts."""
    state = play.state
    wing = state.activation.wing
    if wings.is_forced(state, wing):
        play.record(OrderSet(wing=wing, order="rally", why=Reason(FORCED, "5.8", (wing,))))
    elif any(True for _ in targets(state, wing)):
        play.open(AwaitChange(side=state.wings[wing].side, wing=wing))
    else:
        play.record(ChangeWaived(wing=wing))


def targets(state: State, wing: WingId, tried: tuple[Standing, ...] = ()) -> Iterator[Standing]:
    own = state.wings[wing].order
    for order in tables.ORDERS:
        if order != own and order not in tried and needed(state, own, order) is not None:
            yield order


def help_bar(state: State, wing: WingId, cite: str = "5.1.2") -> IllegalOrder | None:
    """5.1.2 Whether the Army Commander may add his rating: as his one action, from no farther than the next hex."""
    name = wings.helper(state, wing)
    if not name:
        return IllegalOrder("Army Commander too far off", cite, wing)
    if name in state.activation.led:
        return IllegalOrder("leader has acted", cite, name)
    return None


def modifiers(state: State, wing: WingId, to: Standing, *, commander: bool) -> tuple[Modifier, ...]:
    """T1"""
    drm = state.charts.orders_change.drm
    horse = {"charge": drm.cavalry_wing_to_charge, "receive_charge": drm.cavalry_wing_to_receive_charge}
    found = [
        *wings.ratings(state, wing, commander=commander),
        *wings.nearness(state, wing, drm.wc_adjacent_to_enemy_not_broken, "5.7.2"),
    ]
    if to in horse and is_cavalry_wing(state, wing):
        found.append(Modifier(horse[to], "cavalry Wing", "5.7.2"))
    if to == "rally" and wings.is_mostly_spent(state, wing):
        spent = drm.to_rally_with_more_than_half_shaken_broken_or_gone
        found.append(Modifier(spent, "more than half shaken, broken or gone", "5.7.3"))
    return tuple(found)


def decide_change(play: Play[State], order: ChangeOrder, frame: AwaitChange) -> None:
    """5.7.2, D23"""
    state, wing = play.state, state_wing(play.state, frame)
    if order.to == wing:
        raise IllegalOrder("has that order", "5.7.2", order.to)
    if order.to in frame.tried:
        raise IllegalOrder("has tried", "5.7.1", order.to)
    reach = needed(state, wing, order.to)
    if reach is None:
        raise IllegalOrder("cannot be changed so", "5.7.2", wing, order.to)
    if order.commander:
        heed(help_bar(state, frame.wing))
    found = modifiers(state, frame.wing, order.to, commander=order.commander)
    if order.commander:
        play.record(LeaderActed(leader=wings.helper(state, frame.wing), what="change"))
    die = d10(play, Reason("change of order", "5.7.2", (frame.wing, order.to)), play.by)
    net, tried = die + total(found), (*frame.tried, order.to)
    more = reading(state, "D23") == "b" and any(True for _ in targets(state, frame.wing, tried))
    play.close()
    play.record(
        OrderChangeRolled(
            wing=frame.wing, order=wing, to=order.to, die=die, modifiers=found, net=net, needed=reach,
            success=net <= reach, last=not more,
        )
    )  # fmt: skip
    if net <= reach:
        play.record(OrderSet(wing=frame.wing, order=order.to, why=Reason("order changed", "5.7.2")))
    elif more:
        play.open(AwaitChange(side=frame.side, wing=frame.wing, tried=tried))


def state_wing(state: State, frame: AwaitChange) -> Standing:
    return state.wings[frame.wing].order


def decide_keep(play: Play[State], _order: Decline, frame: AwaitChange) -> None:
    """5.7.1 It keeps its order."""
    play.close()
    play.record(ChangeWaived(wing=frame.wing))


def choices(state: State, frame: AwaitChange) -> Iterator[Choice]:
    yield Choice(frame.side, Decline())
    helped = not help_bar(state, frame.wing)
    for order in targets(state, frame.wing, frame.tried):
        yield Choice(frame.side, ChangeOrder(to=order))
        if helped:
            yield Choice(frame.side, ChangeOrder(to=order, commander=True))
