"""BP.win What winners do: nothing, form, fall back, sweep on, occupy, or go back into combat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed, if_legal, is_legal
from domain.kernel.play import Play
from domain.tabletop.bodies import blocks_of
from domain.tabletop.lengths import length_text
from domain.tabletop.measure import Edge
from rules.black_powder.breaking import displaced
from rules.black_powder.charges import charging
from rules.black_powder.charges.asks import ResumeTerror
from rules.black_powder.combat.asks import AwaitWinner, ResumeRound, WinnerMove
from rules.black_powder.combat.facts import WinnerMoved
from rules.black_powder.ids import UnitId, spot_of
from rules.black_powder.movement import buildings, formation_change, moves
from rules.black_powder.movement.actor import Actor, allowance
from rules.black_powder.movement.asks import FormUnit
from rules.black_powder.position import enemies, is_engaged, is_shaken
from rules.black_powder.state import State
from rules.black_powder.units.footprint import block_pose, body_of, main_body
from rules.black_powder.units.profile import is_all_round, is_foot, is_gun, is_horse
from rules.black_powder.units.zones import lies_in, share_in_quarter


def next_question(state: State, frame: ResumeRound) -> AwaitWinner | None:
    """BP.win.1, BP.win.2 The next winner that touches no enemy any more."""
    foes = tuple(name for name in frame.units if state.units[name].side != frame.winner)
    left = tuple(name for name in foes if state.units[name].is_on_table and is_engaged(state, name))
    empty = tuple(block for block in frame.blocks if not buildings.occupants(state, block))
    for name in frame.units:
        unit = state.units[name]
        if not frame.winner or unit.side != frame.winner or name in frame.done:
            continue
        if unit.is_on_table and not is_engaged(state, name):
            return AwaitWinner(side=unit.side, unit=name, all_gone=not left, foes=left, blocks=empty)
    return None


def after_terror(play: Play[State], frame: ResumeTerror) -> None:
    """BP.sr.Terr"""
    play.close()
    play.open(AwaitWinner(side=play.state.units[frame.unit].side, unit=frame.unit, all_gone=True))


def actor_of(state: State, name: UnitId) -> Actor:
    return Actor(state, name, state.units[name], body_of(state, state.units[name]))


def decide(play: Play[State], order: WinnerMove, frame: AwaitWinner) -> None:
    """BP.win.1, BP.win.2 One of them."""
    if order.unit != frame.unit:
        raise IllegalOrder("another unit has won", "BP.win.1", order.unit, frame.unit)
    _DECIDE[order.do](play, order, frame)


def _record(play: Play[State], order: WinnerMove, **more: Any) -> None:
    start = spot_of(body_of(play.state, play.state.units[order.unit]).pose)
    play.close()
    play.record(WinnerMoved(**{"unit": order.unit, "do": order.do, "start": start, "end": start, **more}))


def _nothing(play: Play[State], order: WinnerMove, _frame: AwaitWinner) -> None:
    _record(play, order)


def _form(play: Play[State], order: WinnerMove, _frame: AwaitWinner) -> None:
    """BP.form.10"""
    if order.formation is None:
        raise IllegalOrder("which formation", "BP.win.1", order.unit)
    actor = actor_of(play.state, order.unit)
    asked = FormUnit(unit=order.unit, formation=order.formation, heading=order.heading)
    end = formation_change.plan_form(actor, asked)
    _record(play, order, end=spot_of(end.pose), formation=order.formation)
    displaced.drive_off(play, order.unit)


def _along(play: Play[State], order: WinnerMove, edge: Edge, cite: str) -> None:
    """Up to one move that ends in one of its zones, on the table."""
    actor = actor_of(play.state, order.unit)
    planned = moves.plan(actor, order.path)
    if planned.exit:
        raise IllegalOrder("would leave the table", cite, order.unit)
    if not lies_in(main_body(actor.body), edge, planned.end.pose.point):
        raise IllegalOrder("out of the zone", cite, order.unit, edge.value)
    end = spot_of(planned.end.pose)
    _record(play, order, end=end, path=order.path, way=planned.price.whole, allowance=planned.allowance)
    displaced.drive_off(play, order.unit, planned.over)


def _fall_back(play: Play[State], order: WinnerMove, _frame: AwaitWinner) -> None:
    """BP.win.4"""
    _along(play, order, Edge.REAR, "BP.win.4")


def sweep_bar(state: State, name: UnitId, frame: AwaitWinner) -> IllegalOrder | None:
    """BP.win.5, BP.dis.7 It charged this turn, all enemies are gone, and it is in order."""
    unit = state.units[name]
    if not frame.all_gone:
        return IllegalOrder("enemies left", "BP.win.5", name)
    if not (unit.turn.charged or unit.turn.countercharged):
        return IllegalOrder("did not charge", "BP.win.5", name)
    return IllegalOrder("disordered", "BP.win.5", name) if unit.disordered else None


def sweep_charge_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """BP.win.5, BP.win.6 Only sound horse, and once a turn."""
    unit = state.units[name]
    if not is_horse(unit):
        return IllegalOrder("only horse charges on", "BP.win.5", name)
    if is_shaken(unit):
        return IllegalOrder("shaken", "BP.win.6", name)
    return IllegalOrder("has swept", "BP.win.6", name) if unit.turn.swept else None


def _sweep(play: Play[State], order: WinnerMove, frame: AwaitWinner) -> None:
    """BP.win.5, BP.win.6"""
    heed(sweep_bar(play.state, order.unit, frame))
    if not order.target:
        _along(play, order, Edge.FRONT, "BP.win.5")
        return
    heed(sweep_charge_bar(play.state, order.unit))
    _charge(play, order, "sweep")


def _charge(play: Play[State], order: WinnerMove, mode: Literal["sweep", "back"]) -> None:
    if order.target not in enemies(play.state, play.state.units[order.unit].side):
        raise IllegalOrder("no enemy there", "BP.win.6", order.target)
    check_charge(play.state, order.unit, order.target, mode)
    _record(play, order)
    charging.begin(play, order.unit, order.target, mode)


def check_charge(state: State, name: UnitId, target: UnitId, mode: Literal["sweep", "back"]) -> None:
    """BP.win.5 A sweeping charge falls on one who stands in its front zone, if only partly."""
    body, unit = main_body(body_of(state, state.units[name])), state.units[name]
    there = blocks_of(main_body(body_of(state, state.units[target])))[0]
    if mode == "sweep" and not is_all_round(unit) and not share_in_quarter(body, Edge.FRONT, there):
        raise IllegalOrder("out of the zone", "BP.win.5", name, Edge.FRONT.value)
    charging.check(state, name, target, mode)


def _back(play: Play[State], order: WinnerMove, frame: AwaitWinner) -> None:
    """BP.win.3 Into an enemy that is still in this engagement."""
    if order.target not in frame.foes:
        raise IllegalOrder("not of this engagement", "BP.win.3", order.unit, order.target)
    _charge(play, order, "back")


def occupy_bar(state: State, name: UnitId, block: str, frame: AwaitWinner) -> IllegalOrder | None:
    """BP.win.8 Foot, into a building whose defenders are all gone."""
    unit = state.units[name]
    if block not in frame.blocks or not frame.all_gone:
        return IllegalOrder("nothing to occupy", "BP.win.8", name, block)
    if not is_foot(unit) or unit.building or not buildings.has_room(state, block, unit):
        return IllegalOrder("only foot enters", "BP.win.8", name, block)
    return None


def _occupy(play: Play[State], order: WinnerMove, frame: AwaitWinner) -> None:
    heed(occupy_bar(play.state, order.unit, order.block, frame))
    pose = block_pose(play.state.terrain[order.block])
    _record(play, order, end=spot_of(pose), formation="building", block=order.block)


_DECIDE: dict[str, Callable[[Play[State], WinnerMove, AwaitWinner], None]] = {
    "nothing": _nothing,
    "form": _form,
    "fall back": _fall_back,
    "sweep": _sweep,
    "occupy": _occupy,
    "back into combat": _back,
}


def choices(state: State, frame: AwaitWinner) -> Iterator[Choice]:
    for order in orders(state, frame):
        yield Choice(frame.side, order)


def orders(state: State, frame: AwaitWinner) -> Iterator[WinnerMove]:
    """A fair sample: a full move ahead or back, every charge, every formation that fits where it stands."""
    name, unit = frame.unit, state.units[frame.unit]
    yield WinnerMove(unit=name, do="nothing")
    yield from (
        WinnerMove(unit=name, do="occupy", block=b) for b in frame.blocks if not occupy_bar(state, name, b, frame)
    )
    yield from _onward(state, frame)
    if unit.building or is_gun(unit):
        return
    actor, full = actor_of(state, name), length_text(allowance(state, unit))
    back = (f"back:{full}",)
    if fits(actor, back, Edge.REAR):
        yield WinnerMove(unit=name, do="fall back", path=back)
    for formation in formation_change.allowed(state, name, unit):
        asked = FormUnit(unit=name, formation=formation)
        if is_legal(formation_change.plan_form, actor, asked):
            yield WinnerMove(unit=name, do="form", formation=formation)


def _onward(state: State, frame: AwaitWinner) -> Iterator[WinnerMove]:
    name, unit = frame.unit, state.units[frame.unit]
    if sweep_bar(state, name, frame) is None and not unit.building and not is_gun(unit):
        actor, ahead = actor_of(state, name), (f"ahead:{length_text(allowance(state, unit))}",)
        if fits(actor, ahead, Edge.FRONT):
            yield WinnerMove(unit=name, do="sweep", path=ahead)
        if sweep_charge_bar(state, name) is None:
            for foe in enemies(state, unit.side):
                if is_legal(check_charge, state, name, foe, "sweep"):
                    yield WinnerMove(unit=name, do="sweep", target=foe)
    for foe in frame.foes:
        if is_legal(check_charge, state, name, foe, "back"):
            yield WinnerMove(unit=name, do="back into combat", target=foe)


def fits(actor: Actor, path: tuple[str, ...], edge: Edge) -> bool:
    planned = if_legal(moves.plan, actor, path)
    if planned is None or planned.exit:
        return False
    return lies_in(main_body(actor.body), edge, planned.end.pose.point)
