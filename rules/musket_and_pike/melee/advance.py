"""6.3.2.d, 11.4.6 to 11.4.9 Advances after melee: who, where to, and how it then faces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from rules.musket_and_pike.going import cost, hits
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.leaders.facts import LeaderMoved
from rules.musket_and_pike.melee.asks import AdvanceUnit, AwaitAdvance, ResumeFight
from rules.musket_and_pike.melee.pursuit import stood
from rules.musket_and_pike.melee.results import gone_back, losers, winners
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.facts import UnitMoved, UnitWheeled
from rules.musket_and_pike.position import body, klass, leaders_with, main_at, morale
from rules.musket_and_pike.retreats.going_back import free_to_stay
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, ResumeTrigger, Trigger

TURNS = {"": 0, "left": -1, "right": 1}


class Advance(NamedTuple):
    """One way to take ground: the hexes it then holds, and its facing."""

    hexes: tuple[HexId, ...]
    facing: int
    wheels: bool = False


def vacated(state: State, frame: ResumeFight) -> tuple[HexId, ...]:
    """11.4.6 The hexes of the beaten that nobody holds now; of the attacked guns and leaders alone theirs."""
    hexes = [hex for name in losers(frame) for hex in stood(frame, name)] if frame.defender else list(frame.hexes)
    return tuple(dict.fromkeys(hex for hex in hexes if not main_at(state, hex)))


def candidates(state: State, frame: ResumeFight, hexes: tuple[HexId, ...]) -> tuple[UnitId, ...]:
    """11.4.6 Of several attackers those with the highest morale that can enter one of these hexes."""
    able = [name for name in winners(frame) or frame.attackers if _is_free(state, frame, name, hexes)]
    best = max((morale(state.units[name]) for name in able), default=0)
    return tuple(name for name in able if morale(state.units[name]) == best)


def _is_free(state: State, frame: ResumeFight, name: UnitId, hexes: tuple[HexId, ...]) -> bool:
    unit = state.units[name]
    if not unit.hexes or unit.morale == "MB" or _is_away(frame, name) or unit.hexes != stood(frame, name):
        return False
    return any(any(advances(state, name, hexes, hex, turn)) for hex in hexes for turn in TURNS)


def _is_away(frame: ResumeFight, name: UnitId) -> bool:
    """11.7.2 It has ridden after its enemy."""
    return frame.chase is not None and name in frame.chase.away


def advances(state: State, name: UnitId, hexes: tuple[HexId, ...], to: HexId, turn: str = "") -> Iterator[Advance]:
    """11.4.7, 11.4.8 The ways a unit may enter this hex, turning so."""
    unit = state.units[name]
    if len(unit.hexes) > 1:
        yield from _wide(state, name, hexes, to, turn)
    elif state.ground.distance(unit.at, to) == 1 and _can_enter(state, name, unit.at, to):
        yield Advance((to,), (unit.facing + TURNS[turn]) % 6)


def _can_enter(state: State, name: UnitId, at: HexId, to: HexId) -> bool:
    return cost(state.charts, state.ground, klass(state.units[name]), at, to) is not None and not main_at(state, to)


def _wide(state: State, name: UnitId, hexes: tuple[HexId, ...], to: HexId, turn: str) -> Iterator[Advance]:
    """11.4.8 Both halves into hexes that were left, if they can; else it wheels one half into the hex before it."""
    unit, ground = state.units[name], state.ground
    both = [Advance(ahead, unit.facing) for ahead in _forward(state, name, hexes) if to in ahead]
    if both:
        yield from both if not turn else ()
        return
    left, right = unit.hexes
    centre = ground.neighbour(left, unit.facing + 1)
    if to == centre and turn and unit.formation != "CO":
        pivot, pair = (right, (left, to)) if turn == "left" else (left, (to, right))
        if _can_enter(state, name, pivot, to):
            yield Advance(pair, (unit.facing + TURNS[turn]) % 6, wheels=True)


def _forward(state: State, name: UnitId, hexes: tuple[HexId, ...]) -> Iterator[tuple[HexId, ...]]:
    """Where both halves come to stand by one step, any way, if every hex they enter was left by the enemy."""
    unit = state.units[name]
    for way in range(6):
        ahead = tuple(hex for at in unit.hexes if (hex := state.ground.neighbour(at, way)))
        fresh = [(at, hex) for at, hex in zip(unit.hexes, ahead, strict=False) if hex not in unit.hexes]
        if len(ahead) == len(unit.hexes) and all(
            hex in hexes and _can_enter(state, name, at, hex) for at, hex in fresh
        ):
            yield ahead


def offer(state: State, frame: ResumeFight) -> AwaitAdvance | None:
    """11.4.6 Who is asked to advance, and where to; None if nobody is."""
    hexes = vacated(state, frame)
    units = candidates(state, frame, hexes)
    if not hexes or not units:
        return None
    must = not frame.result.startswith("A_")
    return AwaitAdvance(side=state.units[units[0]].side, units=units, hexes=hexes, must=must)


def bar(state: State, order: AdvanceUnit, frame: AwaitAdvance) -> IllegalOrder | None:
    """11.4.6 to 11.4.8"""
    if order.unit not in frame.units:
        return IllegalOrder("another advances", "11.4.6", order.unit, *frame.units)
    if order.to not in frame.hexes:
        return IllegalOrder("not left by the enemy", "11.4.6", order.to, *frame.hexes)
    if not any(advances(state, order.unit, frame.hexes, order.to, order.turn)):
        return IllegalOrder("cannot advance so", "11.4.8", order.unit, order.to)
    for leader in order.staying:
        if leader not in free_to_stay(state, order.unit):
            return IllegalOrder("must go along", "5.2.2", leader, order.unit)
    return None


def advance(play: Play[State], order: AdvanceUnit, frame: AwaitAdvance) -> None:
    """11.4.6 to 11.4.10 In, with whoever goes along; then others may react to it."""
    state = play.state
    heed(bar(state, order, frame))
    play.close()
    fight = play.state.core.pending[-1]
    assert isinstance(fight, ResumeFight)
    unit, units = state.units[order.unit], body(state, order.unit)
    found = next(advances(state, order.unit, frame.hexes, order.to, order.turn))
    before = unit.hexes
    causes = [
        cause
        for a, b in _steps(before, found)
        for cause in hits(state.charts, state.ground, klass(unit), a, b)
    ]  # fmt: skip
    along = [leader for leader in leaders_with(state, order.unit) if leader not in order.staying]
    places = dict(zip(before, found.hexes, strict=True))
    if found.wheels:
        play.record(UnitWheeled(unit=order.unit, hexes=found.hexes, facing=found.facing, how="advance"))
    else:
        facing = found.facing if found.facing != unit.facing else None
        play.record(UnitMoved(units=units, hexes=found.hexes, how="advance", facing=facing))
    for leader in along:
        at = state.leaders[leader].at
        if places[at] != at:
            play.record(LeaderMoved(leader=leader, to=places[at]))
    carry.settle(play, units, found.hexes)
    carry.disorder(play, units, tuple(dict.fromkeys(causes)))
    spent = gone_back(play, fight)
    trigger = Trigger(kind="TR1", unit=order.unit, how="advance", hexes=found.hexes, spent=spent)
    play.open(ResumeTrigger(trigger=trigger))


def _steps(before: tuple[HexId, ...], found: Advance) -> Iterator[tuple[HexId, HexId]]:
    """Each half that comes to another hex; of a wheel from the half that stays, which is next to it too."""
    for a, b in zip(before, found.hexes, strict=True):
        if b not in before:
            yield a, b


def decline(play: Play[State], _order: Decline, frame: AwaitAdvance) -> None:
    """11.4.6 The defender may stay; the attacker must advance."""
    if frame.must:
        raise IllegalOrder("must advance", "11.4.6", *frame.units)
    play.close()
    fight = play.state.core.pending[-1]
    assert isinstance(fight, ResumeFight)
    play.close()
    play.open(_over(fight))


def _over(fight: ResumeFight) -> ResumeFight:
    return msgspec.structs.replace(fight, stage="disorder")


def choices(state: State, frame: AwaitAdvance) -> Iterator[Choice]:
    for name in frame.units:
        for to in frame.hexes:
            for turn in TURNS:
                if any(advances(state, name, frame.hexes, to, turn)):
                    for staying in ((), free) if (free := tuple(free_to_stay(state, name))) else ((),):
                        order = AdvanceUnit(unit=name, to=to, turn=turn, staying=staying)  # type: ignore[arg-type]
                        yield Choice(frame.side, order)
    if not frame.must:
        yield Choice(frame.side, Decline())
