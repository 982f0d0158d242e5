"""LL.5 The Fire phase: units fire one by one, then morale cards, then kills."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order, Side, UnitId
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from domain.strips import seen
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.fire import kill, morale, rerolls, to_hit
from rules.longstreet_lite.fire.aiming import bombardable, plan_fire
from rules.longstreet_lite.fire.facts import FireEnded, UnitFired
from rules.longstreet_lite.fire.firers import bar_of_unit, firers
from rules.longstreet_lite.fire.view import view_of
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.frames import AwaitFireMorale, AwaitReroll
from rules.longstreet_lite.orders import EndFire, FireUnit, PlayMorale, Reroll
from rules.longstreet_lite.rulings import is_on
from rules.longstreet_lite.state import Active, State, on_table
from rules.longstreet_lite.tables import DIE
from rules.longstreet_lite.turn import phases

Decision = Callable[[Play[State], Any], None]


def decide_fire(play: Play[State], order: FireUnit) -> None:
    """LL.5.seq.1 All dice of a unit in one roll, in the order of its bases; LL.5.seq.2 infantry is hidden in smoke."""
    side = phases.active(play.state)
    fire = plan_fire(play.state, side, order)
    check_firing_order(play.state, order.unit)
    card = _card_for(play.state, side, order) if order.use_card else None
    if card:
        effects.name_unit(play, card, order.unit)
    shots = [to_hit.ready(fire.view, aim) for aim in fire.aims]
    unit = play.state.units[order.unit]
    roll = play.roll(to_hit.dice_of(shots), DIE, f"LL.5.hit.1 to hit: {unit.name}", by=side)
    fired = to_hit.with_faces(shots, roll.faces)
    play.record(UnitFired(unit=order.unit, shots=fired, smoke=unit.kind == "INF"))
    rerolls.after_fire(play, order.unit)


def _card_for(state: State, side: Side, order: FireUnit) -> Active:
    """LL.4.mod.1 The modifier card that may still speak of this unit."""
    found = effects.nameable(state, "die_modifier", order.unit, side)
    found = found or effects.nameable(state, "may_reroll", order.unit, side)
    if found is None:
        message = f"no card in force waits to be given to {state.units[order.unit].name}; fire without use_card"
        raise IllegalOrder(message, rule="LL.4.mod.1")
    return found


def check_firing_order(state: State, unit_id: UnitId) -> None:
    """LL.5.gen.2 (O4) From one flank to the other, as the unit that fired first sees right and left."""
    if not is_on(state, "strict_firing_order") or not state.fire.fired:
        return
    units = [*state.fire.fired, unit_id]
    pose = body_of(state, state.units[units[0]]).pose
    places = [seen(pose, (body_of(state, state.units[name]).pose.point,))[0][0] for name in units]
    if places not in (sorted(places), sorted(places, reverse=True)):
        last, name = state.units[units[-2]].name, state.units[unit_id].name
        message = f"{name} lies back from {last}, which has just fired; fire goes on from one flank to the other"
        raise IllegalOrder(message, rule="LL.5.gen.2")


def decide_end(play: Play[State], _order: EndFire) -> None:
    """LL.5.seq.3 The active player has done; the passive player may play morale cards."""
    state = play.state
    hits = {name: unit.hits for name, unit in on_table(state).items() if unit.hits}
    play.record(FireEnded(by=phases.active(state), hits=hits))
    if morale.is_asked(state):
        play.open(AwaitFireMorale(side=phases.passive(state)))


def proceed(play: Play[State]) -> bool:
    """LL.5.seq.4 Kill dice unit by unit; then the command."""
    state = play.state
    if state.core.phase != phases.FIRE or not state.fire.ended:
        return False
    if state.fire.to_kill:
        kill.next_unit(play)
    else:
        phases.end_phase(play)
    return True


def choices(state: State) -> Iterator[Choice]:
    """What is asked, else every unit that can fire: as it comes, and at each unit it could bombard."""
    frame = state.core.pending[-1] if state.core.pending else None
    if isinstance(frame, AwaitReroll) and frame.dice == "to_hit":
        yield from rerolls.choices(frame)
    elif isinstance(frame, AwaitFireMorale):
        yield from morale.choices(state, frame)
    elif frame is None and state.core.phase == phases.FIRE:
        yield from _shots(state, phases.active(state))


def _shots(state: State, side: Side) -> Iterator[Choice]:
    yield Choice(side, EndFire())
    for unit_id in on_table(state, side):
        yield from (Choice(side, order) for order in _orders(state, side, unit_id))


def _orders(state: State, side: Side, unit_id: UnitId) -> Iterator[FireUnit]:
    """LL.5.gen.1 Legal orders of one unit: each is planned before it is offered."""
    order = FireUnit(unit=unit_id)
    if bar_of_unit(state, unit_id) or not _is_legal(state, side, order):
        return
    yield order
    if effects.nameable(state, "die_modifier", unit_id, side) or effects.nameable(state, "may_reroll", unit_id, side):
        yield FireUnit(unit=unit_id, use_card=True)
    if state.units[unit_id].kind == "ART":
        for target in bombardable(view_of(state, unit_id), list(firers(state, unit_id))):
            aimed = FireUnit(unit=unit_id, target=target)
            if _is_legal(state, side, aimed):
                yield aimed


def _is_legal(state: State, side: Side, order: FireUnit) -> bool:
    try:
        plan_fire(state, side, order)
        check_firing_order(state, order.unit)
    except IllegalOrder:
        return False
    return True


DECISIONS: Mapping[type[Order], Decision] = {
    FireUnit: decide_fire,
    EndFire: decide_end,
    Reroll: rerolls.decide_reroll,
    PlayMorale: morale.decide_morale,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {
    AwaitReroll: rerolls.decline_reroll,
    AwaitFireMorale: morale.decline_morale,
}
