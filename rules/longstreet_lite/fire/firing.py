"""LL.5 The Fire phase: units fire one by one, then morale cards, then kills."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play, reaching
from domain.kernel.reasons import Reason
from domain.tabletop.strips import seen
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import Decline, PlayMorale, Reroll
from rules.longstreet_lite.cards.effects import grants
from rules.longstreet_lite.cards.effects import reroll_choices as reroll_choices
from rules.longstreet_lite.cards.modifiers import end_phase
from rules.longstreet_lite.fire import morale, rerolls, to_hit
from rules.longstreet_lite.fire.aiming import bombardable, plan_fire
from rules.longstreet_lite.fire.asks import AwaitFireMorale, AwaitFireReroll, EndFire, FireUnit
from rules.longstreet_lite.fire.facts import FACTS, FireEnded, KillsRolled, UnitFired
from rules.longstreet_lite.fire.firers import bar_of_unit, firers
from rules.longstreet_lite.fire.view import view_of
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.phases import unasked
from rules.longstreet_lite.rulings import is_on
from rules.longstreet_lite.state import Active, State, on_table
from rules.longstreet_lite.tables import DIE, KILLS_ON


def kill_next(play: Play[State]) -> None:
    """LL.5.seq.4, LL.5.kill.1 The active player rolls for the next unit with hits.

    A limbered battery is shot at as any other (LL.5.limb.1). Infantry left with one base, and a battery without guns,
    go altogether (LL.5.kill.2): the losses see to it.
    """
    unit_id = play.state.fire.to_kill[0]
    unit = play.state.units[unit_id]
    why = Reason("to kill", "LL.5.kill.1", (unit_id,))
    faces = play.roll(unit.hits, DIE, why, by=phases.active(play.state), alike=reaching(KILLS_ON)).faces
    kills = min(sum(face >= KILLS_ON for face in faces), unit.bases)
    play.record(KillsRolled(unit=unit_id, faces=faces, kills=kills))
    if kills:
        losses.take(play, unit_id, kills, "fire", "LL.5.kill.1")


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
    why, dice = Reason("to hit", "LL.5.hit.1", (order.unit,)), to_hit.each_die(shots)
    alike = to_hit.counting(dice, is_open=any(grants(play.state, order.unit, "to_hit")))
    roll = play.roll(len(dice), DIE, why, by=side, alike=alike)
    fired = to_hit.with_faces(shots, roll.faces)
    play.record(UnitFired(unit=order.unit, shots=fired, smoke=unit.kind == "INF"))
    rerolls.after_fire(play, order.unit)


def _card_for(state: State, side: Side, order: FireUnit) -> Active:
    """LL.4.mod.1 The modifier card that may still speak of this unit."""
    found = effects.nameable(state, "die_modifier", order.unit, side)
    found = found or effects.nameable(state, "may_reroll", order.unit, side)
    if found is None:
        raise IllegalOrder("no card waits for it", "LL.4.mod.1", order.unit)
    return found


def check_firing_order(state: State, unit_id: UnitId) -> None:
    """LL.5.gen.2 (O4) From one flank to the other, as the unit that fired first sees right and left."""
    if not is_on(state, "strict_firing_order") or not state.fire.fired:
        return
    units = [*state.fire.fired, unit_id]
    pose = body_of(state, state.units[units[0]]).pose
    places = [seen(pose, (body_of(state, state.units[name]).pose.point,))[0][0] for name in units]
    if places not in (sorted(places), sorted(places, reverse=True)):
        raise IllegalOrder("back along the line", "LL.5.gen.2", unit_id, units[-2])


def decide_end(play: Play[State], _order: EndFire) -> None:
    """LL.5.seq.3 The active player has done; the passive player may play morale cards."""
    state = play.state
    hits = {name: unit.hits for name, unit in on_table(state).items() if unit.hits}
    play.record(FireEnded(by=phases.active(state), hits=hits))
    if morale.is_asked(state):
        play.open(AwaitFireMorale(side=phases.passive(state)))


@unasked
def proceed(play: Play[State]) -> bool:
    """LL.5.seq.4 Kill dice unit by unit; then the command."""
    state = play.state
    if state.core.phase != phases.FIRE or not state.fire.ended:
        return False
    if state.fire.to_kill:
        kill_next(play)
    else:
        end_phase(play)
    return True


def choices(state: State) -> Iterator[Choice]:
    """Every unit that can fire: as it comes, and at each unit it could bombard."""
    if state.core.phase != phases.FIRE:
        return
    side = phases.active(state)
    yield Choice(side, EndFire())
    for unit_id in on_table(state, side):
        yield from (Choice(side, order) for order in _orders(state, side, unit_id))


def _orders(state: State, side: Side, unit_id: UnitId) -> Iterator[FireUnit]:
    """LL.5.gen.1 Legal orders of one unit: each is planned before it is offered."""
    order = FireUnit(unit=unit_id)
    if bar_of_unit(state, unit_id) or not is_legal(_check, state, side, order):
        return
    yield order
    if effects.nameable(state, "die_modifier", unit_id, side) or effects.nameable(state, "may_reroll", unit_id, side):
        yield FireUnit(unit=unit_id, use_card=True)
    if state.units[unit_id].kind == "ART":
        for target in bombardable(view_of(state, unit_id), list(firers(state, unit_id))):
            aimed = FireUnit(unit=unit_id, target=target)
            if is_legal(_check, state, side, aimed):
                yield aimed


def fire_at(state: State, side: Side, enemy: UnitId) -> Iterator[FireUnit]:
    """LL.5.gen.1 The orders of all units that can fire at this one."""
    if state.core.phase != phases.FIRE or side != phases.active(state):
        return
    orders = (FireUnit(unit=unit_id, target=enemy) for unit_id in on_table(state, side))
    yield from (
        order for order in orders if not bar_of_unit(state, order.unit) and is_legal(_check, state, side, order)
    )


def _check(state: State, side: Side, order: FireUnit) -> None:
    plan_fire(state, side, order)
    check_firing_order(state, order.unit)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            FireUnit(unit="2nd-wisconsin"),
            decide_fire,
            phases=(phases.FIRE,),
            cite="LL.4.invoke.1",
            cites=("LL.5.gen.1",),
            against=fire_at,
        ),
        Asked(EndFire(), decide_end, phases=(phases.FIRE,), cites=("LL.5.seq.3",)),
    ),
    questions=(
        Question(
            AwaitFireReroll,
            {Reroll: rerolls.decide_reroll, Decline: rerolls.decline_reroll},
            reroll_choices,
            cites=("LL.1.dice.2",),
        ),
        Question(
            AwaitFireMorale,
            {PlayMorale: morale.decide_morale, Decline: morale.decline_morale},
            morale.choices,
            cites=("LL.5.morale.1",),
        ),
    ),
    proceed=proceed,
    choices=choices,
)
