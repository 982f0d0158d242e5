"""10.3a The declarations of the melee segment: attacks on foot, and the moment that binds them all."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.ids import HexId
from rules.wallaces_war.melee.asks import DeclareMelee
from rules.wallaces_war.melee.eligible import attacks, melee_bar, party
from rules.wallaces_war.melee.facts import AttackDeclared, MeleeBegan, MeleeEnded, MeleeStepped
from rules.wallaces_war.movement.facts import ChargeMarked
from rules.wallaces_war.state import MELEE, State


def is_open(state: State) -> bool:
    """10.3a Whether attacks may be declared now."""
    melee = state.melee
    return state.core.phase == MELEE and not state.segment.fought and (melee is None or melee.stage == "declare")


def decide_melee(play: Play[State], order: DeclareMelee) -> None:
    """10.3a"""
    state = play.state
    check_moment(state)
    check_hex(state, order.target)
    heed(melee_bar(state, order.unit, order.target, play.by))
    units, at = party(state, order.unit), state.units[order.unit].at
    open_ledger(play)
    play.record(AttackDeclared(units=units, start=at, at=at, target=order.target))


def check_moment(state: State) -> None:
    if not is_open(state):
        raise IllegalOrder("declarations are closed", "10.3a")


def check_hex(state: State, at: HexId) -> None:
    if at not in state.ground.at:
        raise IllegalOrder("no hex to attack", "10.2b", at)


def open_ledger(play: Play[State]) -> None:
    """10.1a"""
    if play.state.melee is None:
        play.record(MeleeBegan(kind="segment", side=play.state.turn.initiative))


def close_declarations(play: Play[State]) -> None:
    """10.2m, 10.3b, 11.2.1c The side is bound by what it has declared, and by nothing else; other markers go."""
    state = play.state
    declared = {unit for attack in state.melee.attacks for unit in attack.units} if state.melee else set()
    for name, unit in state.units.items():
        if unit.charge and name not in declared:
            play.record(ChargeMarked(unit=name, on=False, why=Reason("charge not declared", "11.2.1c")))
    if state.melee:
        play.record(MeleeStepped(stage="strike"))
    else:
        play.record(MeleeEnded(kind="segment"))


def choices(state: State) -> Iterator[Choice]:
    """10.3a Every attack on foot."""
    if is_open(state):
        by = state.turn.initiative
        yield from (Choice(by, DeclareMelee(unit=unit, target=target)) for unit, target in attacks(state, by))
