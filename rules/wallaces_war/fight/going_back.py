"""10.3/S9d to S9g, 11.2.6, 12.5d Going back: whose turn it is, by which way, and what a blocked way costs."""

from __future__ import annotations

from collections.abc import Iterator

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
from rules.wallaces_war.losses.steps import take
from rules.wallaces_war.melee.asks import AwaitRetreat, RetreatPath
from rules.wallaces_war.melee.state import Retreat
from rules.wallaces_war.movement.companions import leaders_bar, variants
from rules.wallaces_war.movement.facts import FacingChanged
from rules.wallaces_war.position import companions, is_on_map
from rules.wallaces_war.retreats.ways import How, Way, go, is_open, ways
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
    return ways(state, units, retreat.hexes, _how(state, retreat))


def _how(state: State, retreat: Retreat) -> How:
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
    if len(found) != 1 or (len(units) > 1 and reading(state, "D26") == "B"):
        return False
    return not found[0].path or not (may_turn(state, retreat) or companions(state, units))


def decide_retreat(play: Play[State], order: RetreatPath, frame: AwaitRetreat) -> None:
    """10.3/S9d"""
    state = play.state
    retreat, units = _named(state, order, frame)
    way = _way(state, retreat, units, order.path)
    heed(leaders_bar(state, units, order.leaders))
    if order.facing is not None and order.facing != state.units[units[0]].facing and not may_turn(state, retreat):
        raise IllegalOrder("keeps its facing", "10.3/S9b", units[0])
    play.close()
    retire(play, retreat, units, way, order.leaders, order.facing)


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
    found = ways_of(state, retreat, units)
    chosen = next((way for way in found if way.path == path), None)
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
    play.record(RetreatMade(units=units, start=start, path=way.path, missing=way.missing, kind=kind))
    go(play, units, way.path, how, leaders)
    units = tuple(unit for unit in units if is_on_map(state, unit))
    at = state.units[units[0]].at if units else start
    if turns and units and facing is not None and facing != state.units[units[0]].facing:
        play.record(FacingChanged(units=units, facing=facing, why=Reason("turns after its retreat", "5.2e")))
    goes_on = units and way.missing and _pay(play, retreat, units, way, start)
    rebound.shake(play, rebounding)
    if kind == "loss" and not goes_on:
        aftermath.finish(play, start, units, at, rebounding)


def _pay(play: Play[State], retreat: Retreat, units: tuple[UnitId, ...], way: Way, start: HexId) -> bool:
    """10.3/S9f, D43, D54 A step for each missing hex, on the top unit; whoever outlives it may yet go the second hex.

    Whether he has to.
    """
    state, at = play.state, play.state.units[units[0]].at
    cause = Reason("way back barred", "11.2.6d" if retreat.kind == "rebound" else "10.3/S9f")
    harmed, left = take(play, at, 1, cause), way.missing - 1
    rest = tuple(unit for unit in units if is_on_map(state, unit))
    goes_on = bool(left and rest and harmed[0].eliminated and not way.path and reading(state, "D43") == "A")
    if left and rest and not goes_on:
        harmed += take(play, at, left, cause)
    if retreat.kind == "loss":
        aftermath.note_ends(play, start, harmed)
    if goes_on:
        why = Reason("driven back", "10.3/S9f", (left,))
        play.record(RetreatDue(units=rest, hexes=left, kind=retreat.kind, why=why, rebounds=retreat.rebounds))
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
                yield Choice(
                    side, RetreatPath(unit=units[0], path=way.path, facing=facing, leaders=leaders, alone=alone)
                )
