"""9.1.3 What may be reacted to, and by whom; found before a window is opened, and again after each answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.musket_and_pike import tables
from rules.musket_and_pike.fire.targets import where
from rules.musket_and_pike.ids import PieceId, UnitId
from rules.musket_and_pike.position import distance, is_alone, is_guns, is_horse
from rules.musket_and_pike.reaction.asks import ResumeWindow
from rules.musket_and_pike.reaction.firing import fire_bar, restack_bar
from rules.musket_and_pike.reaction.interception import intercept_bar, reaches
from rules.musket_and_pike.reaction.turning import face_bar, faces, hedgehog_bar, is_forced
from rules.musket_and_pike.reaction.withdrawal import withdraw_bar, withdrawals
from rules.musket_and_pike.reaction.zones import bar, is_leader, is_spent, reacting
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.work import Trigger

HALVES = 2  # how much nearer than their left halves two units can be


def found(state: State, trigger: Trigger) -> bool:
    """Whether anybody may, or must, react; nothing is asked for nothing."""
    if not reacting(state, trigger):
        return False
    near = tuple(nearby(state, trigger))
    return any(forced(state, trigger, near=near)) or any(_able(state, trigger, (), near))


def open(play: Play[State], trigger: Trigger) -> None:
    """9.5"""
    play.open(ResumeWindow(trigger=trigger))


def nearby(state: State, trigger: Trigger) -> Iterator[UnitId]:
    """Those of the reacting side that are near enough to react at all."""
    side, hexes = reacting(state, trigger), where(state, trigger.unit)
    if not side or not hexes:
        return
    far, at = state.ground.distance, hexes[0]
    for name, unit in state.units.items():
        if unit.side == side and unit.hexes:
            reach = _reach(unit, trigger)
            if far(unit.hexes[0], at) <= reach + HALVES and distance(state, unit.hexes, hexes) <= reach:
                yield name


def _reach(unit: Unit, trigger: Trigger) -> int:
    if is_guns(unit):
        return unit.card.maximum if trigger.kind == "TR6" else unit.card.grazing
    return tables.INTERCEPTION if is_horse(unit) else tables.NEAR


def forced(
    state: State, trigger: Trigger, done: Collection[PieceId] = (), near: Iterable[UnitId] | None = None
) -> Iterator[UnitId]:
    """9.2.3 Those that must try to form a Hedgehog before anything else happens; `near` if that is known."""
    for name in () if is_leader(state, trigger) else nearby(state, trigger) if near is None else near:
        if not bar(state, name, trigger, done) and is_forced(state, name, trigger):
            yield name


def able(
    state: State, trigger: Trigger, done: Collection[PieceId], near: Iterable[UnitId] | None = None
) -> tuple[PieceId, ...]:
    """9.5 Everybody who may still react, as things now stand; `near` if that is known."""
    return tuple(_able(state, trigger, done, nearby(state, trigger) if near is None else near))


def _able(state: State, trigger: Trigger, done: Collection[PieceId], near: Iterable[UnitId]) -> Iterator[PieceId]:
    for name in near:
        if not bar(state, name, trigger, done) and any(_reactions(state, name, trigger, done)):
            yield name
    side = "" if is_leader(state, trigger) else reacting(state, trigger)
    for name, leader in state.leaders.items():
        if (
            leader.side == side
            and is_alone(state, leader)
            and name not in done
            and not withdraw_bar(state, name, trigger)
            and any(withdrawals(state, name, trigger))
        ):
            yield name


def _reactions(state: State, name: UnitId, trigger: Trigger, done: Collection[PieceId]) -> Iterator[bool]:
    """Whether each kind of reaction is open to it."""
    yield not fire_bar(state, name, trigger)
    if is_leader(state, trigger) or is_spent(state, name, done):
        return
    yield not restack_bar(state, name, trigger)
    yield not face_bar(state, name, trigger) and any(faces(state, name))
    yield not hedgehog_bar(state, name, trigger)
    yield not withdraw_bar(state, name, trigger) and any(withdrawals(state, name, trigger))
    yield not intercept_bar(state, name, trigger) and reaches(state, name, trigger)


def may_react(state: State, name: PieceId, trigger: Trigger, done: Collection[PieceId]) -> IllegalOrder | None:
    """9.1 What bars it from reacting, whatever it would do."""
    if name in state.leaders:
        if name in done:
            return IllegalOrder("one reaction for a trigger", "9.1.1a", name)
        return None
    return bar(state, name, trigger, done)
