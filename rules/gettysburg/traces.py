"""What an order did, to be drawn: marches, attacks, fire, retreats. Only what the facts given say is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.board import Trace
from domain.facts import Fact, Side
from rules.gettysburg.facts import combat as c
from rules.gettysburg.facts import hidden as h
from rules.gettysburg.facts import movement as m
from rules.gettysburg.facts import pieces as p
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.state import Hmc, State, Unit
from rules.gettysburg.words.combat import BOMBARDED

_HIT = {"A": "attacker hit", "D": "defender hit"}


def traces(state: State, facts: Sequence[Fact]) -> tuple[Trace, ...]:
    """`state` is from before the order."""
    told = _Told(state)
    for fact in facts:
        draw = _DRAWN.get(type(fact))
        if draw:
            draw(told, fact)
    return tuple(trace for trace in told.found if trace.points)


class _Told:
    """Traces so far, and where each piece stands by then; a unit in an HMC stands nowhere until it is shown."""

    def __init__(self, state: State) -> None:
        self.state = state
        pieces: dict[PieceId, Unit | Hmc] = {**state.units, **state.hmcs}
        self.places = {name: piece.at for name, piece in pieces.items() if piece.at in state.ground.at}
        self.sides: dict[PieceId, Side] = {name: piece.side for name, piece in pieces.items()}
        self.found: list[Trace] = []
        fight = state.fights[-1] if state.fights else None
        self.attacker, self.target = (fight.attacker, fight.target) if fight else ("", "")

    def add(self, kind: str, unit: PieceId, points: Sequence[HexId], label: str = "") -> None:
        known = tuple(point for point in points if point)
        self.found.append(Trace(kind=kind, points=known, side=self.sides.get(unit, ""), unit=unit, label=label))

    def step(self, kind: str, unit: PieceId, to: HexId) -> None:
        """One hex further on the way it has come, or the first of a new one."""
        start, self.places[unit] = self.places.get(unit, ""), to
        for i in range(len(self.found) - 1, -1, -1):
            trace = self.found[i]
            if trace.unit == unit and trace.kind in (kind, "arrive") and trace.points[-1:] == (start,):
                self.found[i] = msgspec.structs.replace(trace, kind=kind, points=(*trace.points, to))
                return
        self.add(kind if start else "arrive", unit, (start, to))

    def strike(self, kind: str, unit: PieceId, target: HexId, label: str = "") -> None:
        """An attack or a shot; one that was begun is told once, with what came of it."""
        start = self.places.get(unit, "")
        begun = [
            i for i, trace in enumerate(self.found)
            if (trace.kind, trace.unit, trace.points[-1:]) == (kind, unit, (target,)) and not trace.label
        ]  # fmt: skip
        if begun:
            self.found[begun[-1]] = msgspec.structs.replace(self.found[begun[-1]], label=label)
        elif start:
            self.add(kind, unit, (start, target), label)

    def gone(self, unit: PieceId, label: str) -> None:
        at = self.places.pop(unit, "")
        if at:
            self.add("gone", unit, (at,), label)


def _moved(told: _Told, fact: m.UnitMoved) -> None:
    told.step("move", fact.unit, fact.to)


def _entered(told: _Told, fact: m.UnitEntered) -> None:
    told.step("move", fact.unit, fact.at)


def _arrived(told: _Told, fact: p.UnitPlaced | p.UnitReturned) -> None:
    told.places.pop(fact.unit, "")
    told.step("arrive", fact.unit, fact.to)


def _retreated(told: _Told, fact: c.UnitRetreated) -> None:
    told.step("retreat", fact.unit, fact.to)


def _advanced(told: _Told, fact: c.UnitAdvanced) -> None:
    told.step("move", fact.unit, fact.to)


def _declared(told: _Told, fact: m.AttackDeclared | m.ChargeAnnounced) -> None:
    told.strike("attack", fact.unit, fact.target)


def _aimed(told: _Told, fact: m.BombardmentDeclared) -> None:
    told.strike("fire", fact.unit, fact.target)


def _began(told: _Told, fact: c.FightBegan) -> None:
    told.attacker, told.target = fact.attacker, fact.target
    if not fact.guns:
        told.strike("attack", fact.attacker, fact.target)


def _supported(told: _Told, fact: c.SupportGiven) -> None:
    """Guns fire at whom they help against."""
    target = told.target if fact.attacking else told.places.get(told.attacker, "")
    if target and target != told.places.get(fact.unit):
        told.strike("fire", fact.unit, target, f"support {fact.value}")


def _fought(told: _Told, fact: c.CombatResolved) -> None:
    told.strike("attack", fact.attacker, fact.target, f"{_HIT.get(fact.result[:1], 'no effect')} ({fact.result})")


def _answered(told: _Told, fact: c.CounterAttackMade) -> None:
    told.strike("attack", fact.unit, fact.target)


def _bombarded(told: _Told, fact: c.BombardmentResolved) -> None:
    for unit in fact.units:
        told.strike("fire", unit, fact.target, BOMBARDED.get(fact.cell, "no effect"))


def _train(told: _Told, fact: c.TrainAttacked) -> None:
    at = told.places.get(fact.train, "")
    for unit in fact.units:
        told.strike("attack", unit, at, "Train attacked")


def _lost(told: _Told, fact: p.UnitRouted | p.UnitEliminated | p.UnitCaptured) -> None:
    told.gone(fact.unit, type(fact).__name__.removeprefix("Unit").lower())


def _left(told: _Told, fact: p.UnitLeftMap) -> None:
    told.gone(fact.unit, "left the map")


def _hidden(told: _Told, fact: h.UnitsHidden) -> None:
    """Its units vanish; the counters that appear are open to see."""
    for unit in fact.units:
        told.places.pop(unit, "")
    if fact.at in told.state.ground.at and not fact.entry:
        for hmc in fact.hmcs:
            told.step("arrive", hmc, fact.at)


def _revealed(told: _Told, fact: h.HiddenRevealed) -> None:
    at = told.places.pop(fact.hmc, "")
    if at:
        told.places.update(dict.fromkeys(fact.units, at))
        told.add("revealed", fact.hmc, (at,), "" if fact.units else "nothing in it")


def _deployed(told: _Told, fact: h.UnitDeployed) -> None:
    told.step("move" if told.places.get(fact.unit, fact.to) != fact.to else "arrive", fact.unit, fact.to)


_DRAWN: Mapping[type[Fact], Callable[[_Told, Any], None]] = {
    m.UnitMoved: _moved,
    m.UnitEntered: _entered,
    m.AttackDeclared: _declared,
    m.ChargeAnnounced: _declared,
    m.BombardmentDeclared: _aimed,
    c.FightBegan: _began,
    c.SupportGiven: _supported,
    c.CombatResolved: _fought,
    c.CounterAttackMade: _answered,
    c.BombardmentResolved: _bombarded,
    c.TrainAttacked: _train,
    c.UnitRetreated: _retreated,
    c.UnitAdvanced: _advanced,
    p.UnitPlaced: _arrived,
    p.UnitReturned: _arrived,
    p.UnitRouted: _lost,
    p.UnitEliminated: _lost,
    p.UnitCaptured: _lost,
    p.UnitLeftMap: _left,
    h.UnitsHidden: _hidden,
    h.HiddenRevealed: _revealed,
    h.UnitDeployed: _deployed,
}
