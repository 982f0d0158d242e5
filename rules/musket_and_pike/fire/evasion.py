"""10.8.6 Cavalry that shifts aside from artillery, to keep its formation."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import going
from rules.musket_and_pike.duties.limits import Terms
from rules.musket_and_pike.fire.asks import AwaitEvade, Evade
from rules.musket_and_pike.fire.facts import ChanceDeclined, UnitEvaded
from rules.musket_and_pike.fire.guns import arc
from rules.musket_and_pike.ground.sight import grazing_line
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.reach import ONE_HEX
from rules.musket_and_pike.movement.strides import mover_of, origin
from rules.musket_and_pike.position import (
    active_side,
    arcs,
    distance,
    has_enemy,
    is_guns,
    is_horse,
    is_paired,
    klass,
    main_at,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, ResumeShots, ResumeTrigger, Trigger


def may(state: State, frame: ResumeShots, name: UnitId) -> bool:
    """10.8.6 Whether cavalry struck by guns can still get out of a formation hit."""
    if name in frame.asked or name not in state.units:
        return False
    firer = state.units[frame.firer]
    if not (is_guns(firer) or firer.card.regimental):
        return False
    struck = any(hit.fh for hit in frame.done if hit.shot.target == name)
    return struck and unit_bar(state, name) is None and any(hexes(state, name, frame.firer))


def unit_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """10.8.6 Cavalry in normal or shaken formation, without light infantry."""
    unit = state.units[name]
    if not is_horse(unit) or unit.formation not in ("FN", "FS") or unit.morale == "MB":
        return IllegalOrder("cannot evade", "10.8.6", name)
    if is_paired(state, name):
        return IllegalOrder("not with light infantry", "10.8.6", name)
    return None


def hexes(state: State, name: UnitId, gun: UnitId) -> Iterator[HexId]:
    unit = state.units[name]
    return (to for to in arcs(state, unit).flanks if hex_bar(state, name, gun, to) is None)


def hex_bar(state: State, name: UnitId, gun: UnitId, to: HexId) -> IllegalOrder | None:
    """10.8.6 Why it may not shift there: no flank hex, no room, still under that gun, or against its order."""
    unit = state.units[name]
    if to not in arcs(state, unit).flanks:
        return IllegalOrder("no flank hex", "10.8.6", name, to)
    if main_at(state, to) or has_enemy(state, to, unit.side):
        return IllegalOrder("stack full", "8.1.1", name, to)
    if going.cost(state.charts, state.ground, klass(unit), unit.at, to) is None:
        return IllegalOrder("ground forbids it", "7.1.1", name, to)
    if is_swept(state, gun, unit.at, to):
        return IllegalOrder("within grazing range", "10.8.6", name, to)
    return _order_bar(state, name, to)


def is_swept(state: State, gun: UnitId, at: HexId, to: HexId) -> bool:
    """D54 Within its grazing range: in its front arc, or on the line of this shot, or anywhere.

    Regimental guns have no range of their own; they sweep no more than the hexes they fire into.
    """
    firer, letter = state.units[gun], reading(state, "D54")
    if not is_guns(firer):
        return False
    far = distance(state, firer.hexes, (to,))
    if far > firer.card.grazing:
        return False
    if letter == "b":
        return _is_in_line(state, firer.at, at, to)
    return letter == "c" or to in arc(state, firer, firer.card.grazing)


def _is_in_line(state: State, gun: HexId, at: HexId, to: HexId) -> bool:
    reach = state.ground.distance(gun, at) + 1
    return to in (*grazing_line(state, gun, at, reach, "left"), *grazing_line(state, gun, at, reach, "right"))


def _order_bar(state: State, name: UnitId, to: HexId) -> IllegalOrder | None:
    """5.6.2, 5.6.3, 5.6.4, D21, D22 What its order says of movement holds here too."""
    mover = mover_of(state, name, 0)
    start = origin(state, mover)
    terms = Terms(Field(state, state.units[name].side), mover, start)
    if to in terms.limits.banned:
        return IllegalOrder("may not become adjacent", terms.limits.cite, name, to)
    if terms.order == "receive_charge" and any(move.unit == name and move.entered for move in state.moves):
        return IllegalOrder(ONE_HEX, "5.6.3", name)
    if terms.order == "rally" and terms.rally_bar(start._replace(hexes=(to,))):
        return IllegalOrder("may not end closer", "5.6.4", name, to)
    return None


def ask(play: Play[State], frame: ResumeShots, name: UnitId) -> None:
    play.open(AwaitEvade(side=play.state.units[name].side, unit=name, firer=frame.firer))


def decide_evade(play: Play[State], order: Evade, frame: AwaitEvade) -> None:
    """10.8.6 It shifts without turning; the formation hits of this fire are void, all else stays."""
    state, name = play.state, frame.unit
    heed(hex_bar(state, name, frame.firer, order.to))
    play.close()
    unit, shots = state.units[name], state.core.pending[-1]
    assert isinstance(shots, ResumeShots)
    play.close()
    _strike_off(play, frame)
    before = unit.at
    play.record(UnitEvaded(unit=name, to=order.to, by=frame.firer))
    if unit.side == active_side(state):
        play.open(ResumeTrigger(trigger=Trigger(kind="TR1", unit=name, how="evade", hexes=unit.hexes)))
    done = tuple(msgspec.structs.replace(hit, evaded=True) if hit.shot.target == name else hit for hit in shots.done)
    play.open(msgspec.structs.replace(shots, done=done))
    carry.settle(play, (name,), unit.hexes)
    carry.disorder(play, (name,), going.hits(state.charts, state.ground, klass(unit), before, order.to))


def _strike_off(play: Play[State], frame: AwaitEvade) -> None:
    """10.8.6 It replaces any reaction of that cavalry to this fire."""
    below = play.state.core.pending[-1] if play.state.core.pending else None
    if isinstance(below, ResumeTrigger) and below.trigger.unit == frame.firer:
        play.close()
        spent = (*below.trigger.spent, frame.unit)
        play.open(ResumeTrigger(trigger=msgspec.structs.replace(below.trigger, spent=spent)))


def decline_evade(play: Play[State], _order: Decline, frame: AwaitEvade) -> None:
    play.close()
    play.record(ChanceDeclined(unit=frame.unit, what=Reason("evasion", "10.8.6")))


def choices(state: State, frame: AwaitEvade) -> Iterator[Choice]:
    yield from (Choice(frame.side, Evade(to=to)) for to in hexes(state, frame.unit, frame.firer))
    yield Choice(frame.side, Decline())
