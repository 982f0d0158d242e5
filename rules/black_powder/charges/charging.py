"""K1 to K7 A charge from its declaration to contact, stage by stage."""

from __future__ import annotations

from msgspec.structs import replace

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop import lengths
from domain.tabletop.measure import Edge
from domain.tabletop.polygons import Polygon, squared
from domain.tabletop.quarters import leanings
from rules.black_powder.advanced import mixed, squares
from rules.black_powder.breaking import displaced, tests
from rules.black_powder.breaking.losses import disorder
from rules.black_powder.charges.asks import (
    AwaitHalted,
    AwaitResponse,
    Mode,
    ResumeCharge,
    ResumeTerror,
    Stage,
)
from rules.black_powder.charges.contact import Placing, charging_body, midpoint, place, stopped_at
from rules.black_powder.charges.declaring import (
    Reach,
    bar,
    face_of,
    is_sound_square,
    reach_of,
    start_point,
)
from rules.black_powder.charges.facts import ChargeDeclared, ChargeEnded, ContactMade, Touched, UnitPushedBack
from rules.black_powder.charges.responses import after, before
from rules.black_powder.charges.screens import is_only_screen, stops_at, way_in
from rules.black_powder.charges.traverse import question, way_between, who_may_fire
from rules.black_powder.ids import CommanderId, Spot, UnitId, pose_of, spot_of
from rules.black_powder.movement.actor import company
from rules.black_powder.movement.facts import Extra
from rules.black_powder.position import again, commanders_with, foes_touching
from rules.black_powder.rulings import reading
from rules.black_powder.state import State
from rules.black_powder.tables import DIE, HALTED_AT
from rules.black_powder.units.footprint import body_of, main_body
from rules.black_powder.units.measuring import body_gap, scaled
from rules.black_powder.units.profile import has, is_foot, is_horse, is_mixed
from rules.black_powder.units.zones import FACES

EDGES = {face: edge for edge, face in FACES.items()}
TERRORS_LATER = ("A", "B")  # D37 after all moves of the order


def check(
    state: State, name: UnitId, target: UnitId, mode: Mode = "charge", at: str = "", *, screen: bool = False
) -> None:
    """BP.chg.2 to BP.chg.12 Everything that can be refused before the charge is declared."""
    heed(bar(state, name, target, mode))
    if screen and not is_mixed(state.units[target]):
        raise IllegalOrder("no skirmishers before it", "BP.mix.6", target)
    if is_only_screen(state, name, target, said=screen):
        return
    found = [place(state, name, target, edge) for edge in sides(state, name, target)]
    refused = next((one for one in found if isinstance(one, IllegalOrder)), None)
    if refused:
        raise refused
    if at and not any(_is_there(one, at) for one in found if isinstance(one, Placing)):
        raise IllegalOrder("not where it would stand", "BP.chg.9", name, target)


def _is_there(placing: Placing, at: str) -> bool:
    there = lengths.point(at)
    return squared(there, placing.body.pose.point) <= 100**2


def sides(state: State, name: UnitId, target: UnitId) -> tuple[Edge, ...]:
    """BP.chg.8, BP.chg.10 The side struck; two, if the leader stands on the line between their zones."""
    there = main_body(body_of(state, state.units[target]))
    measures = {edge: lean.at(*start_point(state, name)) for edge, lean in leanings(*there[:3]).items()}
    most = max(measures.values())
    return tuple(edge for edge, lean in measures.items() if lean == most)


def begin(play: Play[State], name: UnitId, target: UnitId, mode: Mode = "charge", *, screen: bool = False) -> None:
    """K1 The charge is declared; a die where the side cannot be told (BP.chg.10)."""
    state, unit = play.state, play.state.units[name]
    driven = way_in(state, name, target, said=screen)
    reach, found, die = reach_of(state, name, target, screen=bool(driven)), sides(state, name, target), 0
    if len(found) > 1 and face_of(state.units[target], found[0]) != face_of(state.units[target], found[1]):
        why = Reason("side struck", "BP.chg.10", (name, target))
        die = play.roll(1, DIE, why, unit.side, alike=lambda roll: roll.total <= DIE // 2).total
    side = found[0] if die <= DIE // 2 else found[1]
    play.record(_declared(name, target, side, reach, mode, die, state))
    mixed.rejoin(play, name)
    assert unit.pose is not None
    start = spot_of(unit.pose)
    play.open(ResumeCharge(unit=name, target=target, side=FACES[side], start=start, mode=mode, screen=driven))


def _declared(
    name: UnitId, target: UnitId, side: Edge, reach: Reach, mode: Mode, die: int, state: State
) -> ChargeDeclared:
    return ChargeDeclared(
        unit=name, target=target, side=face_of(state.units[target], side), distance=reach.distance,
        allowance=reach.allowance, ground=tuple(Extra(piece=t.name, extra=t.extra) for t in reach.price.tolls),
        mode=mode, die=die,
    )  # fmt: skip


def resume(play: Play[State], frame: ResumeCharge) -> None:
    """One stage, or the next question of one."""
    unit = play.state.units[frame.unit]
    if frame.stage in ("before", "traversing", "fire", "move") and _is_over(play.state, frame):
        play.close()
        if unit.is_on_table:
            play.record(ChargeEnded(unit=frame.unit, target=frame.target, why=Reason("driven off", "BP.clo.7")))
        return
    _STAGES[frame.stage](play, frame)


def _is_over(state: State, frame: ResumeCharge) -> bool:
    """The charger is gone, or was driven from where it stood."""
    unit = state.units[frame.unit]
    return unit.pose is None or unit.pose != pose_of(frame.start) or not state.units[frame.target].is_on_table


def _before(play: Play[State], frame: ResumeCharge) -> None:
    """K2 A sweeping charge leaves who is charged no time for anything; others may fire (BP.win.7, BP.rsp.8)."""
    state, foe = play.state, play.state.units[frame.target]
    edge = EDGES[frame.side]
    mixed.rejoin(play, frame.target)
    again(play, replace(frame, stage="traversing" if frame.mode != "back" else "move"))
    if frame.mode != "charge":
        return
    if squares.must_form(state, frame.target, frame.unit, face_of(foe, edge)):
        squares.test(play, frame.target, frame.unit)
        return
    replies = before(state, frame.target, frame.unit, edge)
    if len(replies) > 1:
        play.open(AwaitResponse(side=foe.side, unit=frame.target, charger=frame.unit, replies=replies))


def _traversing(play: Play[State], frame: ResumeCharge) -> None:
    """K3"""
    way = _way(play.state, frame)
    waiting = tuple(who_may_fire(play.state, frame.unit, frame.target, way)) if way else ()
    again(play, replace(frame, stage="fire" if waiting else "move", waiting=waiting))


def _way(state: State, frame: ResumeCharge) -> Polygon | None:
    start = charging_body(state, state.units[frame.unit])
    if frame.screen:
        stop = stops_at(state, frame.unit, frame.target, frame.screen)
        return way_between(start, start.at(stop)) if stop else None
    met = midpoint(state, frame.unit, frame.target) if frame.reply == "countercharge" else None
    if met:
        return way_between(start, start.at(met[0]))
    placing = place(state, frame.unit, frame.target, _edge_now(frame))
    return None if isinstance(placing, IllegalOrder) else way_between(start, placing.body)


def _edge_now(frame: ResumeCharge) -> Edge:
    return Edge.FRONT if frame.reply == "face" else EDGES[frame.side]


def _fire(play: Play[State], frame: ResumeCharge) -> None:
    """K3 Each in turn; those who may not any more are passed over."""
    state, way = play.state, _way(play.state, frame)
    open_to = who_may_fire(state, frame.unit, frame.target, way) if way else {}
    waiting = tuple(name for name in frame.waiting if name in open_to)
    if not waiting:
        again(play, replace(frame, stage="move", waiting=()))
        return
    again(play, replace(frame, waiting=waiting[1:]))
    play.open(question(state, open_to[waiting[0]], frame.unit))


def _move(play: Play[State], frame: ResumeCharge) -> None:
    """K3, K4 Into contact; horse halts before a square that stands (BP.sq.10)."""
    state, unit = play.state, play.state.units[frame.unit]
    if is_horse(unit) and is_sound_square(state.units[frame.target]):
        _halt(play, frame)
        return
    if frame.screen:
        _drive_in(play, frame)
        return
    if frame.reply == "countercharge":
        met = midpoint(state, frame.unit, frame.target)
        if met:
            _meet(play, frame, spot_of(met[0]), spot_of(met[1]))
            return
    placing = place(state, frame.unit, frame.target, _edge_now(frame))
    if isinstance(placing, IllegalOrder):
        play.close()
        play.record(ChargeEnded(unit=frame.unit, target=frame.target, why=Reason("no way to it", "BP.chg.11")))
        return
    for one in placing.pushed:
        play.record(
            UnitPushedBack(unit=one.unit, by=frame.unit, covered=one.covered, of=one.of, pose=spot_of(one.pose))
        )
    charging = (frame.unit,) if frame.mode != "back" else ()  # BP.win.3 to go back into combat is no charge
    _contact(play, frame, spot_of(placing.body.pose), placing.contacts, charging)


def _drive_in(play: Play[State], frame: ResumeCharge) -> None:
    """BP.mix.6 The skirmishers are back with their main body, which is not touched."""
    stop = stops_at(play.state, frame.unit, frame.target, frame.screen)
    play.close()
    why = Reason("skirmishers driven in", "BP.mix.6", (frame.target,))
    play.record(ChargeEnded(unit=frame.unit, target=frame.target, why=why, pose=spot_of(stop) if stop else None))
    displaced.drive_off(play, frame.unit)


def _meet(play: Play[State], frame: ResumeCharge, here: Spot, there: Spot) -> None:
    """BP.rsp.6, BP.rsp.7 Both count as charging; foot that charges horse is disordered and does not."""
    state, unit = play.state, play.state.units[frame.unit]
    mine, other = charging_body(state, unit), charging_body(state, state.units[frame.target])
    length = min(mine.width, other.width)
    touched = (Touched(foe=frame.target, side="front", length=length, of=other.width),)
    on_foot = is_foot(unit)
    if on_foot:
        disorder(play, frame.unit, Reason("met by horse", "BP.rsp.7", (frame.target,)))
    _contact(play, frame, here, touched, (frame.target,) if on_foot else (frame.unit, frame.target), there)


def _contact(
    play: Play[State], frame: ResumeCharge, pose: Spot, contacts: tuple[Touched, ...],
    charging: tuple[UnitId, ...], counter: Spot | None = None,
) -> None:  # fmt: skip
    state, order = play.state, play.state.order
    terror = frame.mode != "back" and has(state.units[frame.unit], "BP.sr.Terr")
    later = terror and order is not None and reading(state, "D37") in TERRORS_LATER
    parts, along = _commanders(state, frame.unit, frame.mode)
    over = _ridden_over(state, frame.unit, pose)
    play.record(
        ContactMade(
            unit=frame.unit, target=frame.target, pose=pose, contacts=contacts, charging=charging, counter=counter,
            mode=frame.mode, terror=later, parts=parts, along=along,
        )
    )  # fmt: skip
    foes = tuple(one.foe for one in contacts)
    stage: Stage = "done" if frame.mode != "charge" or later else "after"
    again(play, replace(frame, stage=stage, waiting=foes, start=pose, terror=terror and not later))
    if terror and not later:
        tests.queue(play, [tests.test_of(state, foe, "terror", frame.unit) for foe in foes])
    displaced.drive_off(play, frame.unit, over)


def _commanders(state: State, name: UnitId, mode: Mode) -> tuple[tuple[CommanderId, ...], tuple[CommanderId, ...]]:
    """BP.cdm.4, BP.foll.3 Who is left behind, and who goes along: with a move of combat, or if he leads it."""
    return company(state, name) if mode == "charge" else ((), commanders_with(state, name))


def _ridden_over(state: State, name: UnitId, end: Spot) -> tuple[CommanderId, ...]:
    """BP.cdm.6 Enemy commanders on the way of a charge."""
    start = charging_body(state, state.units[name])
    return displaced.under(state, state.units[name].side, way_between(start, start.at(pose_of(end))))


def _halt(play: Play[State], frame: ResumeCharge) -> None:
    """BP.sq.10, D53 Three inches away; what is left of the move may be used, and not to charge."""
    state, unit = play.state, play.state.units[frame.unit]
    start = charging_body(state, unit)
    end = stopped_at(state, frame.unit, frame.target, scaled(state, HALTED_AT))
    more = state.order.left.get(frame.unit, 1) - 1 if state.order else 0
    gone = body_gap(start, main_body(body_of(state, state.units[frame.target])))
    reach = reach_of(state, frame.unit, frame.target)
    why = Reason("halts before a square", "BP.sq.10", (frame.target,))
    play.close()
    play.record(ChargeEnded(unit=frame.unit, target=frame.target, why=why, pose=spot_of(end) if end else None))
    left = reach.allowance - max(gone - scaled(state, HALTED_AT), 0)
    if reading(state, "D53") == "B":
        left += reach.allowance * max(more, 0)
    if left > 0:
        play.open(AwaitHalted(side=unit.side, unit=frame.unit, left=left))


def resume_after(play: Play[State], name: UnitId) -> None:
    """D37 Closing fire and the like, once the tests of a terrifying charge are taken."""
    state, unit = play.state, play.state.units[name]
    foes = foes_touching(state, name)
    if foes and unit.pose is not None:
        play.open(
            ResumeCharge(unit=name, target=foes[0], side="front", start=spot_of(unit.pose), stage="after", waiting=foes)
        )


def _after(play: Play[State], frame: ResumeCharge) -> None:
    """K6 Each enemy engaged in turn."""
    state = play.state
    waiting = tuple(name for name in frame.waiting if name in foes_touching(state, frame.unit))
    if not waiting:
        again(play, replace(frame, stage="done", waiting=()))
        return
    again(play, replace(frame, waiting=waiting[1:]))
    replies = after(state, waiting[0], frame.unit)
    if len(replies) > 1:
        side = state.units[waiting[0]].side
        play.open(AwaitResponse(side=side, unit=waiting[0], charger=frame.unit, replies=replies))


def _done(play: Play[State], frame: ResumeCharge) -> None:
    """K7"""
    state, unit = play.state, play.state.units[frame.unit]
    play.close()
    if not unit.is_on_table or foes_touching(state, frame.unit):
        return
    if unit.pose != pose_of(frame.start):
        play.record(ChargeEnded(unit=frame.unit, target=frame.target, why=Reason("driven off", "BP.clo.7")))
        return
    play.record(ChargeEnded(unit=frame.unit, target=frame.target, why=Reason("enemy is gone", "BP.chg.1")))
    if frame.terror:  # BP.sr.Terr as if it had won the combat
        play.open(ResumeTerror(unit=frame.unit))


_STAGES = {
    "before": _before, "traversing": _traversing, "fire": _fire, "move": _move, "after": _after, "done": _done,
}  # fmt: skip
