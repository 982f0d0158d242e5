"""BP.init Moves of initiative: before any commander speaks, for whoever stands near the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.black_powder.command.asks import AwaitMoves, UseInitiative
from rules.black_powder.command.facts import InitiativeTaken
from rules.black_powder.command.orders import brigade_bar
from rules.black_powder.command.serving import chargeable, is_determined
from rules.black_powder.ids import UnitId
from rules.black_powder.position import is_engaged, on_table
from rules.black_powder.rulings import reading
from rules.black_powder.state import INITIATIVE, State


def bar(state: State, side: Side, name: UnitId) -> IllegalOrder | None:
    """BP.init.2 Why this unit does not move of its own accord."""
    unit = state.units.get(name)
    if unit is None or not unit.is_on_table:
        return IllegalOrder("nobody there", "BP.init.2", name)
    if unit.side != side:
        return IllegalOrder("not yours", "BP.init.2", name, unit.side)
    if unit.turn.initiative:
        return IllegalOrder("has used its initiative", "BP.init.1", name)
    if unit.disordered:
        return IllegalOrder("disordered", "BP.dis.4", name)
    if is_engaged(state, name):
        return IllegalOrder("engaged", "BP.hth.2", name)
    if still := brigade_bar(state, name, unit):
        return still
    if name not in state.turn.near and not _charges_anyway(state, name):
        return IllegalOrder("no enemy near", "BP.init.2", name)
    return None


def _charges_anyway(state: State, name: UnitId) -> bool:
    """D13 B A determined unit charges from beyond 12 inches too."""
    return reading(state, "D13") == "B" and is_determined(state, name) and any(True for _ in chargeable(state, name))


def decide(play: Play[State], order: UseInitiative) -> None:
    heed(bar(play.state, play.by, order.unit))
    play.record(InitiativeTaken(unit=order.unit))
    play.open(AwaitMoves(side=play.by))


def bound(state: State) -> Iterator[UnitId]:
    """BP.init.4, BP.sr.DetC (D13) Units that must charge before the commanders begin."""
    for name in on_table(state, state.core.active):
        may = is_determined(state, name) and bar(state, state.core.active, name) is None
        if may and any(True for _ in chargeable(state, name)):
            yield name


def open_units(state: State) -> Iterator[UnitId]:
    return (name for name in on_table(state, state.core.active) if bar(state, state.core.active, name) is None)


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase == INITIATIVE:
        for name in open_units(state):
            yield Choice(state.core.active, UseInitiative(unit=name))
