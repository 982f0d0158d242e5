"""5, 7, 8 The pieces of a Battle one after another: turned, moved, marked to charge; its leader last.

Nothing is kept between two orders: whoever comes before the last piece used has had his turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from domain.kernel.facts import Order
from rules.wallaces_war import tables
from rules.wallaces_war.charges import planned
from rules.wallaces_war.ids import BattleId, HexId, UnitId
from rules.wallaces_war.marching import entry
from rules.wallaces_war.marching.choices import parties
from rules.wallaces_war.movement import charging, facing, movers
from rules.wallaces_war.movement.asks import EnterReinforcements, FreeFacing, MarkCharge, MoveLeader
from rules.wallaces_war.movement.limits import moving_battle
from rules.wallaces_war.player import odds
from rules.wallaces_war.player.view import View, after_last
from rules.wallaces_war.player.walks import walk
from rules.wallaces_war.position import class_of
from rules.wallaces_war.state import MOVEMENT, Unit
from rules.wallaces_war.turn.asks import EndSegment
from rules.wallaces_war.zones import is_all_round, stack_at

Mover = Callable[[View, tuple[UnitId, ...]], Order | None]
NEVER: Final = -99.0  # the gain of a charge that cannot be made


def next_order(view: View, names: list[UnitId], move: Mover) -> Order:
    """The first thing to do: who must enter, who should turn, who moves, who charges, then the leader."""
    steps: tuple[Callable[[], Order | None], ...] = (
        lambda: entered(view),
        lambda: turned(view, names),
        lambda: moved(view, names, move),
        lambda: marked(view, names),
        lambda: led(view),
    )
    return next((order for step in steps if (order := step()) is not None), EndSegment())


def entered(view: View) -> Order | None:
    """16.2.4e, 20.3.6c Whoever has to come in, as near to the enemy as he gets; leaders last."""
    state = view.state
    for name in entry.waiting(state) if entry.entering(state) else ():
        is_unit = name in state.units
        mover = movers.party(state, (name,)) if is_unit else movers.captain(state, name)
        away = view.away(mover.nature.ground)
        ways = entry.ways_in(view.field, mover)
        if ways:
            way = min(ways, key=lambda one: (away(one.at) if is_unit else one.cost, one.cost, one.path))
            return EnterReinforcements(units=mover.units, path=way.path, leaders=mover.leaders)
    return None


def turned(view: View, names: list[UnitId]) -> Order | None:
    """5.2b Before anybody moves: whoever does not look at the enemy."""
    state = view.state
    if state.segment.is_moving:
        return None
    for name in after_last(names, {*state.segment.adjusted, *state.segment.moved}):
        unit = state.units[name]
        if state.stacks[unit.at][0] == name and not _looks_all_round(view, unit):
            to = view.facing(unit.at, class_of(unit), unit.facing)
            if to != unit.facing and facing.facing_bar(state, name) is None:
                return FreeFacing(unit=name, facing=to)
    return None


def _looks_all_round(view: View, unit: Unit) -> bool:
    """5.1b, 9.2b Who needs no facing to go or to fight; whoever shoots needs one."""
    return unit.kind not in tables.FIRERS and is_all_round(stack_at(view.state, unit.at))


def moved(view: View, names: list[UnitId], move: Mover) -> Order | None:
    """7.1 The next unit or stack that has somewhere better to be."""
    state = view.state
    used = {*state.segment.moved, *state.segment.withdrawn, *(name for name in names if state.units[name].charge)}
    for name in after_last(names, used):
        if state.stacks[state.units[name].at][0] == name or name in used:
            for units in _groups(view, state.units[name].at):
                order = move(view, units)
                if order:
                    return order
    return None


def _groups(view: View, at: HexId) -> Iterator[tuple[UnitId, ...]]:
    """8.2c The stack as a whole if it may move so, else its units."""
    for units in parties(view.state, at):
        yield units
        if len(units) == tables.STACK:
            return


def marked(view: View, names: list[UnitId]) -> Order | None:
    """11.2.1a Heavy cavalry with somebody three hexes away who is worth a charge."""
    state = view.state
    if state.core.phase != MOVEMENT:
        return None
    for name in names:
        unit = state.units[name]
        if (
            unit.kind == "HC"
            and charging.mark_bar(state, name) is None
            and charge_from(view, (name,), unit.at) > -view.boldness
        ):
            return MarkCharge(unit=name)
    return None


def charge_from(view: View, units: tuple[UnitId, ...], at: HexId) -> float:
    """11.2.1b, 11.2.1e What the best charge of these units promises from where they stand; nothing if there is none."""
    state, ground, most = view.state, view.ground, NEVER
    for target in view.field.enemies & ground.disc(at, tables.REACH):
        if ground.distance(at, target) == tables.REACH and planned.aim_bar(state, units[0], target) is None:
            for facing_, path in rides(view, at, target):
                gain = odds.charge(state, units, path[-1], target, (path[-1],))
                if gain > most and planned.way_bar(state, units, facing_, path, target) is None:
                    most = gain
    return most


def rides(view: View, at: HexId, target: HexId) -> Iterator[tuple[int, tuple[HexId, HexId]]]:
    """11.2.1e Every facing and two hexes straight ahead that end before the target."""
    ground = view.ground
    for way in range(6):
        if target in ground.cone(at, way):
            for first in ground.front(at, way):
                for last in ground.front(first, way):
                    if target in ground.front(last, way):
                        yield way, (first, last)


def led(view: View) -> Order | None:
    """13.3 The leader goes where he reaches most of his men, with some of them and away from the enemy."""
    state = view.state
    battle: BattleId = moving_battle(state)
    captain = view.captain(battle)
    if captain is None or movers.alone_bar(state, captain[0]) is not None:
        return None
    name, leader = captain
    men = [state.units[unit].at for unit in view.units_of(battle)]
    ground, contact = view.ground, view.contact

    def price(at: HexId) -> tuple[int, int, int]:
        far = [ground.distance(at, to) for to in men]
        danger = 2 if at in contact else at not in men
        return sum(one > leader.range for one in far), danger, sum(far)

    here = price(leader.at)
    if not men or not (here[0] or here[1]):
        return None
    post = min(dict.fromkeys(men), key=lambda at: (price(at), at))
    found = walk(view, movers.captain(state, name), lambda at: ground.distance(at, post))
    if not found.path or price(found.at) >= here:
        return None
    return MoveLeader(leader=name, path=found.path)
