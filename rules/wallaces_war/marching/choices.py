"""5, 7, 8 Every order of movement that may be given now: each hex and facing in reach by its cheapest way."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.facts import Order
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.marching import entry
from rules.wallaces_war.movement import charging, facing, movers, reach
from rules.wallaces_war.movement.asks import MoveLeader, MoveUnits
from rules.wallaces_war.movement.companions import subsets
from rules.wallaces_war.movement.field import Field
from rules.wallaces_war.movement.limits import moving_battle, moving_side
from rules.wallaces_war.position import companions
from rules.wallaces_war.state import ADJUSTMENT, MOVEMENT, REACTION, State, enemy_of


def choices(state: State) -> Iterator[Choice]:
    """What the side that moves, or adjusts, may order."""
    if state.core.pending or state.melee or state.march or state.segment.over:
        return
    if state.core.phase == ADJUSTMENT:
        side = enemy_of(state, state.turn.initiative)
        yield from (Choice(side, order) for order in facing.facings(state))
    elif state.core.phase in (MOVEMENT, REACTION) and moving_battle(state) in state.battles:
        side = moving_side(state)
        yield from (Choice(side, order) for order in _orders(state))


def _orders(state: State) -> Iterator[Order]:
    field = Field(state, moving_side(state))
    if not state.segment.is_moving:
        yield from facing.facings(state)
    yield from facing.swaps(state)
    for at in _places(state):
        for units in parties(state, at):
            yield from _moves(field, units)
    yield from leader_moves(field)
    if state.core.phase == MOVEMENT:
        yield from charging.marks(state)
        yield from entry.entries(state)


def _places(state: State) -> list[HexId]:
    battle = moving_battle(state)
    return [at for at, stack in state.stacks.items() if state.units[stack[0]].battle == battle]


def parties(state: State, at: HexId) -> Iterator[tuple[UnitId, ...]]:
    """8.2c The stack in a hex, and each of its units alone, as far as they may move."""
    stack = tuple(state.stacks[at])
    alone = [(name,) for name in stack if movers.unit_bar(state, name) is None]
    if len(stack) > 1 and len(alone) == len(stack) and movers.is_together(state, stack):
        yield stack
    yield from alone


def _moves(field: Field, units: tuple[UnitId, ...]) -> Iterator[MoveUnits]:
    """13.7a Without the leaders in its hex, and with each choice of them."""
    found = reach.ways(field, movers.party(field.state, units))
    leaders = [name for name in companions(field.state, units) if movers.leader_bar(field.state, name) is None]
    for along in reversed(subsets(leaders)):
        for way in found:
            yield MoveUnits(units=units, path=way.path, leaders=along)


def leader_moves(field: Field) -> Iterator[MoveLeader]:
    """7.1c, 16.2.3c"""
    state = field.state
    for name in dict.fromkeys((state.battles[moving_battle(state)].leader, state.engagement.roving)):
        if name in state.leaders and movers.alone_bar(state, name) is None:
            for way in reach.ways(field, movers.captain(state, name)):
                yield MoveLeader(leader=name, path=way.path)
