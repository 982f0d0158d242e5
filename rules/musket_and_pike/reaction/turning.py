"""9.2.2, 9.2.3 Changes of facing and Hedgehogs in reaction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.formation.hits import leaves_column
from rules.musket_and_pike.ground.sight import unit_sees
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.leaders.command import in_command
from rules.musket_and_pike.morale.checks import roll
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.plan import plan
from rules.musket_and_pike.movement.strides import Here, Mover, Stride, mover_of, origin
from rules.musket_and_pike.position import adjacent_enemies, arcs, has_facing, is_foot, is_guns, is_horse, owe
from rules.musket_and_pike.reaction.asks import ReactFace
from rules.musket_and_pike.reaction.facts import ReactionMade
from rules.musket_and_pike.reaction.zones import is_no_faster, mover, new_contacts
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.tables import NEAR
from rules.musket_and_pike.work import LowerDue, Trigger

FREELY = 99  # points: reactions of this kind cost none
FORMING = ("FN", "OO", "CO", "FS")  # 9.2.3
Turn = Literal["left", "right"]


def face_bar(state: State, name: UnitId, trigger: Trigger) -> IllegalOrder | None:
    """9.2.2 An enemy no faster than it has moved adjacent to its flank or rear."""
    unit = state.units[name]
    if is_guns(unit) or unit.formation == "HH" or not has_facing(unit):
        return IllegalOrder("may not turn in reaction", "9.2.2", name)
    around = arcs(state, unit)
    if trigger.kind != "TR1" or not any(
        hex in around.flanks or hex in around.rear for hex in mover(state, trigger).hexes
    ):
        return IllegalOrder("not on its flank or rear", "9.2.2", name, trigger.unit)
    if not is_no_faster(state, name, trigger):
        return IllegalOrder("enemy is faster", "9.2.2", name, trigger.unit)
    return None


def turns(state: State, name: UnitId, turn: Turn, times: int) -> list[tuple[Stride, Here]]:
    """9.2.2 Up to two vertices, or a wheel of up to two hexes; IllegalOrder if that leads into contact or is barred."""
    field, who = Field(state, state.units[name].side), mover_of(state, name, FREELY)
    start = origin(state, who)
    return plan(field, who, start, (turn,) * times, lambda here, stride: _contact_bar(state, who, here, stride))


def _contact_bar(state: State, who: Mover, here: Here, stride: Stride) -> IllegalOrder | None:
    """9.2.2, 5.4.3 Where the wheeling half may come to stand."""
    entered = [hex for hex in stride.hexes if hex not in here.hexes]
    if not entered:
        return None
    unit = state.units[who.unit]
    fixed = [hex for hex in stride.hexes if hex in here.hexes]
    met = adjacent_enemies(state, entered, unit.side)
    known = adjacent_enemies(state, fixed, unit.side)
    if new_contacts(state, unit, entered) and not in_command(state, who.unit):
        return IllegalOrder("no contact out of command", "5.4.3", who.unit)
    if state.wings[unit.wing].order != "charge" and any(foe not in known for foe in met):
        return IllegalOrder("wheels into contact", "9.2.2", who.unit, entered[0])
    return None


def face(play: Play[State], order: ReactFace) -> None:
    """9.2.2 For nothing; a wheel finds whatever ground it finds (7.3.1)."""
    state = play.state
    strides = turns(state, order.unit, order.turn, order.times)
    play.record(ReactionMade(unit=order.unit, deed="face"))
    who = mover_of(state, order.unit, FREELY)
    carry.begin(play, order.unit, "face")
    for stride, _ in strides:
        carry.take(play, who, stride._replace(cost=0), "face")
    carry.end(play, order.unit, spends=False)


def faces(state: State, name: UnitId) -> Iterator[ReactFace]:
    for turn in ("left", "right"):
        for times in (1, 2):
            if not is_legal(turns, state, name, turn, times):
                break
            yield ReactFace(unit=name, turn=turn, times=times)


# 9.2.3 Hedgehogs


def may_form(unit: Unit) -> bool:
    """6.3.2, 9.2.3, 14.2 Heavy infantry with pikes, in any order but the worst."""
    return is_foot(unit) and unit.card.pikes and unit.formation in FORMING


def hedgehog_bar(state: State, name: UnitId, trigger: Trigger) -> IllegalOrder | None:
    """9.2.3 Enemy cavalry moves within two hexes of its front or flank, or into its rear."""
    unit, foe = state.units[name], mover(state, trigger)
    if not may_form(unit):
        return IllegalOrder("cannot form Hedgehog", "6.3.2" if not unit.card.pikes else "9.2.3", name)
    if trigger.kind != "TR1" or not is_horse(foe):
        return IllegalOrder("no cavalry has come near", "9.2.3", name, trigger.unit)
    if not (is_forced(state, name, trigger) or (_is_before(state, unit, foe) and unit_sees(state, unit, foe))):
        return IllegalOrder("no cavalry has come near", "9.2.3", name, trigger.unit)
    return None


def _is_before(state: State, unit: Unit, foe: Unit) -> bool:
    """9.2.3, D39 Within two hexes, in its front and flank arc; or read as b anywhere but by its rear."""
    near = {hex for at in unit.hexes for hex in _zone(state, unit, at)}
    return any(hex in near for hex in foe.hexes)


def _zone(state: State, unit: Unit, at: HexId) -> Iterator[HexId]:
    ground = state.ground
    if reading(state, "D39") == "b":
        rear = arcs(state, unit).rear
        return (hex for hex in ground.within(at, NEAR) if hex not in rear)
    first = unit.facing - 1
    count = 3 if unit.formation == "CO" and len(unit.hexes) > 1 else 4  # a two-hex Column faces a side
    return iter(ground.arc(at, first, count, NEAR))


def is_forced(state: State, name: UnitId, trigger: Trigger) -> bool:
    """9.2.3 Enemy cavalry has entered one of its rear hexes: it must try."""
    unit, foe = state.units[name], mover(state, trigger)
    if trigger.kind != "TR1" or not is_horse(foe) or not may_form(unit):
        return False
    rear = arcs(state, unit).rear
    return any(hex in rear for hex in foe.hexes)


def hedgehog(play: Play[State], name: UnitId, trigger: Trigger) -> None:
    """9.2.3 A morale check: it stands in Hedgehog, or loses a level."""
    state, unit = play.state, play.state.units[name]
    play.record(ReactionMade(unit=name, deed="hedgehog"))
    why = Reason("forms Hedgehog in reaction", "9.2.3")
    if not roll(play, name, (why,)):
        owe(play, LowerDue(unit=name, by=trigger.unit, cause=Reason("no Hedgehog", "9.2.3")))
        return
    play.record(FormationSet(units=(name,), formation="HH", why=why, facing=leaves_column(state, unit)))
