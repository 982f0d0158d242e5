"""10.3/S9d to S9g, 11.2.6, 12.5d Going back: whose turn it is, by which way, and what a blocked way costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.charges import rebound
from rules.wallaces_war.charges.facts import RetreatDue, RetreatMade
from rules.wallaces_war.fight import aftermath
from rules.wallaces_war.ground.ground import SIX
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.losses.displacement import oust
from rules.wallaces_war.losses.steps import take
from rules.wallaces_war.melee.asks import AwaitRetreat, RetreatPath
from rules.wallaces_war.melee.state import Retreat
from rules.wallaces_war.movement.asks import ResumeRetreat
from rules.wallaces_war.movement.companions import leaders_bar, variants
from rules.wallaces_war.movement.facts import FacingChanged
from rules.wallaces_war.position import companions, is_on_map
from rules.wallaces_war.retreats.ways import Way, is_only, is_open, meets_leaders, step_back, way_by, ways
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State

CITES = {"loss": "10.3/S9b", "rebound": "11.2.6a", "failure": "12.5d"}


def go_back(play: Play[State]) -> None:
    """10.3/S9d The next of those who must go back: by itself where nothing is to be chosen, else its owner is asked."""
    state = play.state
    units = [unit for unit in _heads(state, _side(state)) if is_on_map(state, unit)]
    gone = next((retreat for retreat in state.retreats if not party(state, retreat)), None)
    if gone:
        play.record(RetreatMade(units=gone.units, start="", path=(), missing=0, kind="rebound"))
    elif len(units) == 1 and _is_plain(state, entry(state, units[0])):
        retreat = entry(state, units[0])
        retire(play, retreat, party(state, retreat), ways_of(state, retreat, party(state, retreat))[0])
    else:
        play.open(AwaitRetreat(side=_side(state), units=tuple(units)))


def _side(state: State) -> Side:
    return state.units[state.retreats[0].units[0]].side


def _heads(state: State, side: Side) -> Iterator[UnitId]:
    """The first of each party of a side that must go back."""
    return (
        party(state, one)[0] for one in state.retreats if party(state, one) and state.units[one.units[0]].side == side
    )


def party(state: State, retreat: Retreat) -> tuple[UnitId, ...]:
    """Those who are still there to go back."""
    return tuple(unit for unit in retreat.units if is_on_map(state, unit))


def entry(state: State, unit: UnitId) -> Retreat:
    return next(retreat for retreat in state.retreats if unit in retreat.units)


def ways_of(state: State, retreat: Retreat, units: tuple[UnitId, ...]) -> list[Way]:
    return ways(state, units, retreat.hexes, _how(state, retreat), parted(state, retreat, units))


def parted(state: State, retreat: Retreat, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """10.3/S9g, D26 B Who has gone before by a way of his own: the rest of the same retreat may end with him."""
    gone = (unit for unit in retreat.stack if unit not in (*retreat.units, *units))
    return tuple(unit for unit in gone if is_on_map(state, unit))


def _how(state: State, retreat: Retreat) -> Literal["retreat", "rebound"]:
    """D54 B Driven back and rebounding by one hex is a rebound."""
    as_rebound = retreat.kind == "rebound" or (retreat.rebounds and reading(state, "D54") == "B")
    return "rebound" if as_rebound else "retreat"


def may_turn(state: State, retreat: Retreat) -> bool:
    """5.2e, D18 Who is driven back by losses keeps his facing, unless B is played."""
    driven = retreat.kind == "loss" and _how(state, retreat) == "retreat"
    return not driven or reading(state, "D18") == "B"


def _is_plain(state: State, retreat: Retreat) -> bool:
    """Whether there is nothing to choose: one way, no turn, no leader to take along, no parting."""
    units = party(state, retreat)
    found = ways_of(state, retreat, units)
    if (
        len(found) != 1
        or not _is_only(state, retreat, units, found[0])
        or (len(units) > 1 and reading(state, "D26") == "B")
    ):
        return False
    return not found[0].path or not (may_turn(state, retreat) or companions(state, units))


def _is_only(state: State, retreat: Retreat, units: tuple[UnitId, ...], way: Way) -> bool:
    return is_only(state, units, retreat.hexes, _how(state, retreat), way, parted(state, retreat, units))


def is_sampled(state: State) -> bool:
    """10.3/S9g Whether somebody must go on past friends: of his ways the shortest to each end are listed."""
    waiting = ((one, party(state, one)) for one in state.retreats)
    return any(len(way.path) > one.hexes for one, units in waiting if units for way in ways_of(state, one, units))


def decide_retreat(play: Play[State], order: RetreatPath, frame: AwaitRetreat) -> None:
    """10.3/S9d"""
    state = play.state
    retreat, units = _named(state, order, frame)
    way = _way(state, retreat, units, order.path)
    heed(leaders_bar(state, units, order.leaders))
    heed(_facing_bar(state, retreat, units, way, order.facing))
    play.close()
    retire(play, retreat, units, way, order.leaders, order.facing)


def _facing_bar(
    state: State, retreat: Retreat, units: tuple[UnitId, ...], way: Way, facing: int | None
) -> IllegalOrder | None:
    """5.2e, 5.1c, 8.2b Why it may not face so at the end: it keeps its facing, or is to face as others there do."""
    end = (state.units[units[0]].at, *way.path)[-1]
    turned = state.units[units[0]].facing if facing is None else facing
    if turned != state.units[units[0]].facing and not may_turn(state, retreat):
        return IllegalOrder("keeps its facing", "10.3/S9b", units[0])
    others = (state.units[name].facing for name in state.stacks.get(end, ()) if name not in units)
    other = next((one for one in others if one != turned), None)
    return None if other is None else IllegalOrder("stack faces one way", "5.1c", units[0], end, other)


def _named(state: State, order: RetreatPath, frame: AwaitRetreat) -> tuple[Retreat, tuple[UnitId, ...]]:
    """D26 The stack of the unit named, or under B the unit alone."""
    mine = [one for one in state.retreats if order.unit in party(state, one)]
    if not mine or party(state, mine[0])[0] not in frame.units:
        raise IllegalOrder("need not go back", "10.3/S9d", order.unit, *frame.units)
    if not order.alone:
        return mine[0], party(state, mine[0])
    if reading(state, "D26") == "A":
        raise IllegalOrder("stack goes back as one", "10.3/S9c", order.unit)
    return mine[0], (order.unit,)


def _way(state: State, retreat: Retreat, units: tuple[UnitId, ...], path: tuple[HexId, ...]) -> Way:
    """10.3/S9b, 10.3/S9e, 10.3/S9g The way it has named, or what is wrong with it."""
    chosen = way_by(state, units, retreat.hexes, _how(state, retreat), path, parted(state, retreat, units))
    if chosen:
        return chosen
    for a, b in zip((state.units[units[0]].at, *path), path, strict=False):
        if b not in state.ground.near(a):
            raise IllegalOrder("not the next hex", CITES[retreat.kind], a, b)
        if not is_open(state, units, a, b, _how(state, retreat)):
            raise IllegalOrder("closed to a retreat", "10.3/S9e", units[0], b)
    if path and path[-1] in state.stacks:
        raise IllegalOrder("ends on a friend", "10.3/S9g", units[0], path[-1])
    raise IllegalOrder("not that far back", CITES[retreat.kind], units[0], retreat.hexes)


def retire(
    play: Play[State],
    retreat: Retreat,
    units: tuple[UnitId, ...],
    way: Way,
    leaders: tuple[LeaderId, ...] = (),
    facing: int | None = None,
) -> None:
    """10.3/S9f, D43 The way, the steps for what is missing of it, then what comes after a retreat of its kind."""
    state, start = play.state, play.state.units[units[0]].at
    kind, how, turns = retreat.kind, _how(state, retreat), may_turn(state, retreat)
    rebounding = tuple(unit for unit in units if retreat.rebounds and unit in rebound.charged(state))
    fellows = parted(state, retreat, units)
    play.record(RetreatMade(units=units, start=start, path=way.path, missing=way.missing, kind=kind))
    back = ResumeRetreat(
        units=units, rest=way.path, how=how, kind=kind, start=start, leaders=leaders, missing=way.missing,
        facing=facing if turns else None, rebounding=rebounding, fellows=fellows,
        under=bool(fellows) and retreat.stack.index(fellows[0]) < retreat.stack.index(units[0]),
    )  # fmt: skip
    _go_on(play, back)


def resume(play: Play[State], frame: ResumeRetreat) -> None:
    """13.4c The enemy leaders have left the hex it came to."""
    play.close()
    _go_on(play, frame)


def _go_on(play: Play[State], back: ResumeRetreat) -> None:
    """10.3/S9h The rest of the way, hex by hex: who routs goes no farther, enemy leaders are driven off."""
    units = back.units
    for place, to in enumerate(back.rest, 1):
        units = step_back(play, units, to, back.how, back.leaders, back.fellows, under=back.under)
        if not units:
            break
        if meets_leaders(play.state, units):
            play.open(msgspec.structs.replace(back, units=units, rest=back.rest[place:]))
            oust(play, units)
            return
    _arrive(play, back, tuple(unit for unit in units if is_on_map(play.state, unit)))


def _arrive(play: Play[State], back: ResumeRetreat, units: tuple[UnitId, ...]) -> None:
    """5.2e, 10.3/S9f, 11.2.6d The end of a way back."""
    state = play.state
    at = state.units[units[0]].at if units else back.start
    if units and back.facing is not None and back.facing != state.units[units[0]].facing:
        play.record(FacingChanged(units=units, facing=back.facing, why=Reason("turns after its retreat", "5.2e")))
    goes_on = units and back.missing and _pay(play, back, units)
    rebound.shake(play, back.rebounding)
    if back.kind == "loss" and not goes_on:
        aftermath.finish(play, back.start, units, at, back.rebounding)


def _pay(play: Play[State], back: ResumeRetreat, units: tuple[UnitId, ...]) -> bool:
    """10.3/S9f, D43, D54 A step for each missing hex, on the top unit of those who go back, not on who stays there.

    Whoever outlives it may yet go the second hex. Whether he has to.
    """
    state, at = play.state, play.state.units[units[0]].at
    stays = at == back.start
    cause = Reason("way back barred", "11.2.6d" if back.kind == "rebound" else "10.3/S9f")
    rages = back.kind != "failure"  # 12.5d, D61 who has just failed in his rage
    harmed, left = take(play, at, 1, cause, units, raging=rages), back.missing - 1
    rest = tuple(unit for unit in units if is_on_map(state, unit))
    goes_on = bool(left and rest and harmed[0].eliminated and stays and reading(state, "D43") == "A")
    if left and rest and not goes_on:
        harmed += take(play, at, left, cause, units, raging=rages)
    if back.kind == "loss":
        aftermath.note_ends(play, back.start, harmed)
    if goes_on:
        why = Reason("driven back", "10.3/S9f", (left,))
        rebounds = bool(back.rebounding)
        play.record(RetreatDue(units=rest, hexes=left, kind=back.kind, why=why, rebounds=rebounds))
    return goes_on


def choices(state: State, frame: AwaitRetreat) -> Iterator[Choice]:
    for head in frame.units:
        retreat = entry(state, head)
        whole = party(state, retreat)
        yield from _orders(state, frame.side, retreat, whole, alone=False)
        if len(whole) > 1 and reading(state, "D26") == "B":
            for unit in whole:
                yield from _orders(state, frame.side, retreat, (unit,), alone=True)


def _orders(state: State, side: Side, retreat: Retreat, units: tuple[UnitId, ...], *, alone: bool) -> Iterator[Choice]:
    turns = tuple(range(SIX)) if may_turn(state, retreat) else (None,)
    for way in ways_of(state, retreat, units):
        for leaders in variants(state, units) if way.path else ((),):
            for facing in turns if way.path else (None,):
                if not _facing_bar(state, retreat, units, way, facing):
                    yield Choice(
                        side, RetreatPath(unit=units[0], path=way.path, facing=facing, leaders=leaders, alone=alone)
                    )
