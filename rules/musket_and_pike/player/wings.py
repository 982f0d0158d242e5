"""4, 5.5, 5.7 What Wings are told to do: horse charges, foot comes up and then charges, who is spent rallies."""

from __future__ import annotations

from typing import Final

from domain.kernel.facts import Order, Side
from rules.musket_and_pike.ids import Standing, WingId
from rules.musket_and_pike.player import odds
from rules.musket_and_pike.player.view import FAR, View
from rules.musket_and_pike.position import commander_of, is_cavalry_wing, strength
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn import change, continuation, preemption, wings
from rules.musket_and_pike.turn.asks import (
    ActivateWing,
    AwaitChange,
    AwaitContinuation,
    AwaitPreemption,
    ChangeOrder,
    ChooseOpenOrder,
    ChooseOrders,
    ContinueWing,
    Preempt,
)
from rules.musket_and_pike.turn.set_up import choosing, wings_to_order
from rules.musket_and_pike.work import Decline

RIDE: Final = 14  # hexes from which horse is told to charge
CLOSE: Final = 4  # hexes from which foot is
STRIKE: Final = {True: 8, False: 4}  # hexes a Wing of horse, or of foot, needs to strike at once
WEAKER: Final = 0.6  # of the enemy's strength near by: who has no more stands to receive him
HALF: Final = 0.5  # the share that makes it rally
OUTNUMBERED: Final = 0.8  # of the enemy's strength
READY: Final = 0.34  # the share of a Wing that may still be shaken when it goes on
SURE: Final = 0.65  # the chance from which a preemption is tried: who fails may not continue (4.4.2)


def spent(view: View, wing: WingId) -> float:
    """5.7.3 The share of its horse and foot on the map that is shaken, broken, or out of all order."""
    line = view.line_of(wing)
    return sum(unit.morale != "MN" or unit.formation == "FB" for unit in line) / len(line) if line else 1.0


def nearest(view: View, wing: WingId) -> int:
    return min((view.to_enemy(unit) for unit in view.line_of(wing)), default=FAR)


def is_last(view: View, wing: WingId) -> bool:
    """4.6 Whether no other Wing is sound: if this one rallied too the side might leave the field."""
    others = [name for name, one in view.state.wings.items() if one.side == view.side and name != wing]
    return not any(view.state.wings[name].order != "rally" and spent(view, name) < HALF for name in others)


def wanted(view: View, wing: WingId) -> Standing:
    """5.6 The order that would suit a Wing as it stands."""
    now, weary = view.state.wings[wing].order, spent(view, wing)
    if weary >= (READY if now == "rally" else HALF) and not is_last(view, wing):
        return "rally"
    far = nearest(view, wing)
    if is_cavalry_wing(view.state, wing):
        return "charge" if far <= RIDE else "make_ready"
    if is_outnumbered(view):
        return "receive_charge"
    if far > CLOSE:
        return "make_ready" if now != "charge" else "charge"
    return "charge" if _ratio(view, wing) >= WEAKER else "receive_charge"


def is_outnumbered(view: View) -> bool:
    """Whether the army is so much the weaker that its foot had better wait for the enemy."""
    points = {view.side: 0, view.enemy: 0}
    for unit in view.state.units.values():
        if unit.gone in ("", "due"):
            points[unit.side] += max(0, strength(unit))
    return points[view.side] < OUTNUMBERED * points[view.enemy]


def _ratio(view: View, wing: WingId) -> float:
    """Its strength against that of the enemy within its stride."""
    state = view.state
    line = view.line_of(wing)
    ours = sum(strength(unit) for unit in line if unit.morale != "MB")
    hexes = {hex for unit in line for at in unit.hexes for hex in state.ground.within(at, CLOSE)}
    near = [state.units[foe] for foe in view.foes if not hexes.isdisjoint(state.units[foe].hexes)]
    theirs = sum(strength(foe) for foe in near if foe.morale != "MB")
    return ours / theirs if theirs > 0 else 1.0


# At the start


def choose_orders(state: State, side: Side) -> Order | None:
    """5.5.3 By the kind of Wing."""
    if side not in choosing(state):
        return None
    view = View(state, side)
    return ChooseOrders(orders={wing: _first(view, wing) for wing in wings_to_order(state, side)})


def _first(view: View, wing: WingId) -> Standing:
    found = wanted(view, wing)
    return "make_ready" if found == "rally" else found


def open_order(state: State, side: Side) -> Order | None:
    """6.3.3 Nobody: it helps on the march and hurts under fire."""
    return ChooseOpenOrder() if side in choosing(state) else None


# In the activation phase


def activate(view: View) -> Order | None:
    """4.2.1 The Wing nearest to the enemy first."""
    state = view.state
    if state.activation.wing or wings.actor(state) != view.side:
        return None
    found = wings.selectable(state, view.side)
    if not found:
        return None
    return ActivateWing(wing=min(found, key=lambda wing: (nearest(view, wing), wing)))


def preempt(view: View, frame: AwaitPreemption) -> Order:
    """4.4.1 A Charge Wing that can strike before the other, if the table gives it a fair chance."""
    state = view.state
    for wing in preemption.able(state, frame):
        own = state.wings[wing]
        if own.order != "charge" or own.no_continue or spent(view, wing) >= READY:
            continue
        if nearest(view, wing) > STRIKE[is_cavalry_wing(state, wing)]:
            continue
        helped = preemption.help_bar(state, wing) is None
        mods = preemption.modifiers(state, wing, commander=helped)
        if odds.chance(getattr(state.charts.preemption, own.order), mods) >= SURE:
            return Preempt(wing=wing, commander=helped)
    return Decline()


def changed(view: View, frame: AwaitChange) -> Order:
    """5.7.1 What suits it; the Army Commander helps if he is there."""
    state, wing = view.state, frame.wing
    now, want = state.wings[wing].order, wanted(view, wing)
    helped = change.help_bar(state, wing) is None
    for to in _ladder(now, want):
        mods = change.modifiers(state, wing, to, commander=helped)
        if to not in frame.tried and odds.chance(change.needed(state, now, to), mods) > 0:
            return ChangeOrder(to=to, commander=helped)
    return Decline()


def _ladder(now: Standing, want: Standing) -> tuple[Standing, ...]:
    """What to try: from Rally a Charge is too far, and Make Ready on the way."""
    if now == want or (now == "charge" and want in ("make_ready", "receive_charge")):
        return ()
    return ("make_ready",) if now == "rally" and want == "charge" else (want,)


def go_on(view: View, frame: AwaitContinuation) -> Order:
    """4.3.1 Always, but for who only stands and waits."""
    state, wing = view.state, frame.wing
    leader = commander_of(state, state.wings[wing])
    is_idle = state.wings[wing].order == "receive_charge" and spent(view, wing) < READY
    if leader is None or is_idle:
        return Decline()
    return ContinueWing(commander=continuation.helped_bar(state, wing) is None)
