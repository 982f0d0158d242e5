"""BP.blun Blunders: units go astray by themselves, as far as they can; only a charge on the way is a choice."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, if_legal, is_legal
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop.angles import HALF_TURN, QUARTER, TURN, bearing
from domain.tabletop.bodies import blocks_of
from domain.tabletop.lengths import angle_text, length_text
from domain.tabletop.polygons import overlaps
from domain.tabletop.sweep import swept
from rules.black_powder.breaking import displaced
from rules.black_powder.charges import charging
from rules.black_powder.charges.asks import ChargeWith
from rules.black_powder.charges.declaring import is_sound_square
from rules.black_powder.command import characters
from rules.black_powder.command.asks import AwaitBlunder, AwaitFate, ChooseBlunder, GoOn, ResumeBlunder
from rules.black_powder.command.facts import BlunderRolled, UnitStayed
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.movement import moves
from rules.black_powder.movement.actor import Actor, allowance
from rules.black_powder.position import again, enemies, is_engaged
from rules.black_powder.shooting.sight import sees
from rules.black_powder.state import State
from rules.black_powder.tables import DIE, HALTED_AT, INCH
from rules.black_powder.units.footprint import Body, body_of, centre
from rules.black_powder.units.measuring import body_gap, scaled
from rules.black_powder.units.profile import is_horse

RAPID_RETREAT, RETREAT, LEFT, RIGHT, ADVANCE, CHARGE = range(1, 7)
ASIDE = {LEFT: -QUARTER, RIGHT: QUARTER, ADVANCE: 0}
EDGE_BEARINGS = {"north": 0, "east": QUARTER, "south": HALF_TURN, "west": HALF_TURN + QUARTER}


def begin(play: Play[State], commander: CommanderId, units: tuple[UnitId, ...]) -> None:
    """BP.blun.1 A die on the table; two and the choice for an irresponsible man (BP.per.7)."""
    state, side = play.state, play.state.commanders[commander].side
    count = 2 if characters.chooses_blunder(state, commander) else 1
    dice = play.roll(count, DIE, Reason("blunder die", "BP.blun.1", (commander,)), side).faces
    if len(set(dice)) > 1:
        play.open(AwaitFate(side=side, commander=commander, units=units, dice=dice))
    else:
        apply(play, commander, units, dice, dice[0])


def decide_fate(play: Play[State], order: ChooseBlunder, frame: AwaitFate) -> None:
    if order.result not in frame.dice:
        raise IllegalOrder("not rolled", "BP.per.7", order.result, *frame.dice)
    play.close()
    apply(play, frame.commander, frame.units, frame.dice, order.result)


def fate_choices(_state: State, frame: AwaitFate) -> Iterator[Choice]:
    return (Choice(frame.side, ChooseBlunder(result=die)) for die in frame.dice)


def apply(
    play: Play[State], commander: CommanderId, units: tuple[UnitId, ...], dice: tuple[int, ...], result: int
) -> None:
    """BP.blun.1 How many moves; of a wild charge a die says so, once for all."""
    count = 2 if result == RAPID_RETREAT else 1
    if result == CHARGE:
        side = play.state.commanders[commander].side
        why = Reason("moves of a blunder", "BP.blun.1", (commander,))
        count = (play.roll(1, DIE, why, side, alike=lambda roll: (roll.total + 1) // 2).total + 1) // 2
    play.record(BlunderRolled(commander=commander, units=units, dice=dice, result=result, moves=count))
    play.open(ResumeBlunder(result=result, units=units, moves=count, left=count))


def resume(play: Play[State], frame: ResumeBlunder) -> None:
    """One move of one unit, then the next; who is engaged or gone moves no more."""
    state = play.state
    if not frame.units:
        play.close()
        return
    name, unit = frame.units[0], state.units[frame.units[0]]
    if not frame.left or not unit.is_on_table or is_engaged(state, name) or unit.formation == "building":
        again(play, replace(frame, units=frame.units[1:], left=frame.moves))
        return
    again(play, replace(frame, left=frame.left - 1))
    _go(play, name, frame.result)


def _go(play: Play[State], name: UnitId, result: int) -> None:
    state = play.state
    actor = Actor(state, name, state.units[name], body_of(state, state.units[name]))
    if result == CHARGE:
        _charge(play, actor)
        return
    foes = tuple(in_the_way(state, actor, result)) if result in ASIDE else ()
    if foes:
        play.open(AwaitBlunder(side=actor.unit.side, unit=name, foes=foes, result=result))
        return
    slide(play, actor, heading_of(state, actor, result))


def nearest_seen(state: State, actor: Actor) -> UnitId:
    """The nearest visible enemy."""
    foes = enemies(state, actor.unit.side)
    near = sorted((body_gap(actor.body, body_of(state, foe)), other) for other, foe in foes.items())
    return next((other for _, other in near if sees(state, actor.id, other)), "")


def heading_of(state: State, actor: Actor, result: int) -> int | None:
    """BP.blun.1 Which way it goes astray; None: nowhere."""
    if result in ASIDE:
        return (actor.body.pose.heading + ASIDE[result]) % TURN
    enemy = nearest_seen(state, actor)
    if enemy:
        here, there = centre(actor.body), centre(body_of(state, state.units[enemy]))
        return bearing(there, here) if here != there else None
    edges = state.battle.edges.get(actor.unit.side, ())
    return EDGE_BEARINGS[edges[0]] if edges else None


def slide(play: Play[State], actor: Actor, heading: int | None, before: Body | None = None) -> None:
    """As far as it can along a bearing, an inch at a time; off the table, if that is where it leads (BP.blun.2).

    BP.sq.10 Three inches `before` a square it halts.
    """
    found = farthest(actor, heading, before) if heading is not None else None
    if found is None:
        play.record(UnitStayed(unit=actor.id, why=Reason("cannot go that way", "BP.blun.1", (actor.id,))))
        return
    path, planned = found
    moves.make(play, actor, path, planned, "blunder")
    displaced.drive_off(play, actor.id, planned.over)


def farthest(actor: Actor, heading: int, before: Body | None = None) -> tuple[tuple[str, ...], moves.MovePlan] | None:
    full = allowance(actor.state, actor.unit)
    if before:
        full = min(full, max(body_gap(actor.body, before) - scaled(actor.state, HALTED_AT), 0))
    for length in (full, *range(full - full % INCH, 0, -INCH)) if full else ():
        path = (f"toward:{angle_text(heading)}:{length_text(length)}",)
        if planned := if_legal(moves.plan, actor, path, astray=True):
            return path, planned
    return None


def in_the_way(state: State, actor: Actor, result: int) -> Iterator[UnitId]:
    """BP.blun.1 Enemies on its way that it may charge."""
    heading = heading_of(state, actor, result)
    if heading is None:
        return
    path = (f"toward:{angle_text(heading)}:{length_text(allowance(state, actor.unit))}",)
    end = moves.end_of(actor, path)
    way = swept(blocks_of(actor.body)[0], blocks_of(end)[0])
    for other, foe in enemies(state, actor.unit.side).items():
        on_it = overlaps(way, blocks_of(body_of(state, foe))[0])
        if on_it and is_legal(charging.check, state, actor.id, other):
            yield other


def _charge(play: Play[State], actor: Actor) -> None:
    """BP.blun.1 Charge the nearest visible enemy, or go toward it; straight ahead if there is none."""
    state = play.state
    enemy = nearest_seen(state, actor)
    if enemy and is_legal(charging.check, state, actor.id, enemy):
        charging.begin(play, actor.id, enemy)
        return
    heading = actor.body.pose.heading
    if enemy:
        heading = bearing(actor.body.pose.point, centre(body_of(state, state.units[enemy])))
    halts = bool(enemy) and is_horse(actor.unit) and is_sound_square(state.units[enemy])
    slide(play, actor, heading, body_of(state, state.units[enemy]) if halts else None)


def decide_charge(play: Play[State], order: ChargeWith, frame: AwaitBlunder) -> None:
    """BP.blun.1 If the player wishes."""
    if order.unit != frame.unit or order.target not in frame.foes:
        raise IllegalOrder("not in its way", "BP.blun.1", frame.unit, order.target)
    charging.check(play.state, order.unit, order.target, "charge", order.at)
    play.close()
    charging.begin(play, order.unit, order.target)


def decide_go_on(play: Play[State], order: GoOn, frame: AwaitBlunder) -> None:
    state = play.state
    if order.unit != frame.unit:
        raise IllegalOrder("another unit answers", "BP.blun.1", order.unit, frame.unit)
    play.close()
    actor = Actor(state, frame.unit, state.units[frame.unit], body_of(state, state.units[frame.unit]))
    slide(play, actor, heading_of(state, actor, frame.result))


def choices(_state: State, frame: AwaitBlunder) -> Iterator[Choice]:
    yield from (Choice(frame.side, ChargeWith(unit=frame.unit, target=foe)) for foe in frame.foes)
    yield Choice(frame.side, GoOn(unit=frame.unit))
