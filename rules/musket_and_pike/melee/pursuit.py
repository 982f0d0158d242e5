"""11.7 Victorious cavalry: it breaks off, rides its enemy down, or rides off the map after him."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason
from rules.musket_and_pike import charts
from rules.musket_and_pike.cards import Cell, Lookup
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.going import cost
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.leaders.facts import LeaderMoved
from rules.musket_and_pike.leaders.loss import remove
from rules.musket_and_pike.melee.asks import AwaitQuarry, Chase, Pursue, ResumeFight
from rules.musket_and_pike.melee.facts import PursuitRolled
from rules.musket_and_pike.melee.results import gone_back, losers, winners
from rules.musket_and_pike.morale.casualties import eliminate
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.facts import UnitLeftMap, UnitMoved
from rules.musket_and_pike.position import (
    arcs,
    best_leader,
    body,
    d10,
    is_horse,
    is_light,
    klass,
    leaders_with,
    main_at,
)
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import ResumeTrigger, Trigger

BREAK_OFF, RIDE_DOWN, OFF_MAP = "BREAK_OFF", "PURSUE_AND_ELIMINATE", "PURSUE_OFF_MAP"
OFF = "off"
PURSUED = Reason("ridden down", "11.7.2")


def stood(frame: ResumeFight, name: UnitId) -> tuple[HexId, ...]:
    """Where it was as the melee began."""
    return next((place.hexes for place in frame.stood if place.unit == name), ())


def hunters(state: State, frame: ResumeFight) -> tuple[UnitId, ...]:
    """11.7.1, 11.7.2 The cavalry that must test; nobody against light infantry, or whoever has rallied."""
    beaten = [name for name in losers(frame) if not is_light(state.units[name])]
    if not frame.pursues or not beaten or all(_has_rallied(state, name) for name in beaten):
        return ()
    return tuple(name for name in winners(frame) if is_horse(state.units[name]) and state.units[name].hexes)


def _has_rallied(state: State, name: UnitId) -> bool:
    """11.4.5, 11.7.1 It was broken, and stands."""
    unit = state.units[name]
    return bool(unit.hexes) and unit.morale != "MB"


def quarries(state: State, frame: ResumeFight) -> tuple[UnitId, ...]:
    """11.7.5 Whom a hunter goes after: of several attackers one that was in its front, else on its flanks."""
    beaten = tuple(name for name in losers(frame) if not _has_rallied(state, name) and not is_light(state.units[name]))
    if len(beaten) < 2 or frame.result.startswith("D_"):  # nobody to choose between
        return beaten
    around = arcs(state, state.units[frame.defender])
    for hexes in (around.front, around.flanks):
        found = tuple(name for name in beaten if set(stood(frame, name)) & set(hexes))
        if found:
            return found
    return beaten


def test(play: Play[State], frame: ResumeFight) -> ResumeFight | None:
    """11.7.2 One die for each, before any advance."""
    state, chase = play.state, frame.chase
    if chase is None:
        return _begin(play, frame)
    if not chase.hunters:
        return msgspec.structs.replace(frame, stage="advance")
    name, *rest = chase.hunters
    unit, table = state.units[name], state.engagement.pursuit_table
    cell = charts.taken(play)
    if cell is None:
        die = d10(play, Reason("pursuit", "11.7.2", (name, chase.quarry)), unit.side)
        lookup = Lookup(table="T17", die=die, modifiers=tuple(modifiers(state, name)), column=table, unit=name)
        cell = read_below(play, frame, lookup, unit.side)
    if cell is None:
        return None
    play.record(
        PursuitRolled(
            unit=name, quarry=chase.quarry, die=cell.lookup.die, modifiers=cell.lookup.modifiers,
            net=charts.net(cell.lookup), result=cell.result, table=table, source=cell.source,  # type: ignore[arg-type]
        )
    )  # fmt: skip
    return _follow(play, frame, msgspec.structs.replace(chase, hunters=tuple(rest)), name, cell.result)


def read_below(play: Play[State], frame: ResumeFight, lookup: Lookup, by: Side) -> Cell | None:
    """DRV.tables What the chart says; None where players are asked, and the melee waits below them."""
    if charts.is_entered(play.state, lookup.table):
        play.open(frame)
    return charts.read(play, lookup, by)


def _begin(play: Play[State], frame: ResumeFight) -> ResumeFight | None:
    state = play.state
    riders = hunters(state, frame)
    prey = quarries(state, frame) if riders else ()
    if not prey:
        return msgspec.structs.replace(frame, chase=Chase(), stage="advance")
    following = msgspec.structs.replace(frame, chase=Chase(hunters=riders, quarry=prey[0]))
    if len(prey) == 1:
        return following
    play.open(following)
    play.open(AwaitQuarry(side=state.units[riders[0]].side, unit=riders[0], quarries=prey))
    return None


def choose(play: Play[State], order: Pursue, frame: AwaitQuarry) -> None:
    """11.7.5"""
    if order.unit != frame.unit or order.quarry not in frame.quarries:
        raise IllegalOrder("no such quarry", "11.7.5", order.unit, *frame.quarries)
    play.close()
    fight = play.state.core.pending[-1]
    assert isinstance(fight, ResumeFight)
    play.close()
    play.open(msgspec.structs.replace(fight, chase=Chase(hunters=(order.unit,), quarry=order.quarry)))


def quarry_choices(_state: State, frame: AwaitQuarry) -> Iterator[Choice]:
    yield from (Choice(frame.side, Pursue(unit=frame.unit, quarry=name)) for name in frame.quarries)


def modifiers(state: State, name: UnitId) -> Iterator[Modifier]:
    """11.7.2 A leader with it, and what the scenario adds."""
    sheet = state.charts.cavalry_pursuit
    leader = best_leader(state, leaders_with(state, name))
    if sheet and sheet.drm.leader_rating_if_stacked and leader and state.leaders[leader].rating:
        yield Modifier(state.leaders[leader].rating, "leader with it", "11.7.2", (leader,))
    own = state.engagement.pursuit_drm.get(state.units[name].side, 0)
    if own:
        yield Modifier(own, "nobody holds them", "11.7.2")


def _follow(
    play: Play[State], frame: ResumeFight, chase: Chase, name: UnitId, result: str
) -> ResumeFight | None:  # fmt: skip
    """11.7.2, 11.7.4, D70"""
    state = play.state
    away = msgspec.structs.replace(chase, away=(*chase.away, name))
    caught = msgspec.structs.replace(frame, chase=msgspec.structs.replace(away, caught=True))
    if result == OFF_MAP:
        _ride_off(play, chase.quarry, name)
        return caught
    if result == RIDE_DOWN and _can_be_caught(state, chase):
        play.open(caught)
        _ride_down(play, frame, chase.quarry, name)
        return None
    stays = result == RIDE_DOWN and reading(state, "D70") == "b"
    return msgspec.structs.replace(frame, chase=away if stays else chase)


def _can_be_caught(state: State, chase: Chase) -> bool:
    """11.7.2, 11.7.4 It has gone back, if off the map, and nobody has caught it before."""
    return not chase.caught and chase.quarry in state.trails and _is_on_the_run(state, chase.quarry)


def _is_on_the_run(state: State, quarry: UnitId) -> bool:
    return bool(state.units[quarry].hexes) or OFF in state.trails[quarry]


def _ride_off(play: Play[State], quarry: UnitId, name: UnitId) -> None:
    """11.7.2, 11.7.3 For good, with the leaders who are with it; its light infantry stays."""
    state = play.state
    leaders = leaders_with(state, name)
    play.record(UnitLeftMap(units=(name,), gone="pursued", why=Reason("pursues off the map", "11.7.2")))
    for leader in leaders:
        remove(play, leader, Reason("carried off by pursuit", "11.7.3"), pursued=True)
    _catch(play, quarry)


def _catch(play: Play[State], quarry: UnitId) -> None:
    if play.state.units[quarry].hexes:
        eliminate(play, body(play.state, quarry), PURSUED)


def _ride_down(play: Play[State], frame: ResumeFight, quarry: UnitId, name: UnitId) -> None:
    """11.7.2 Along the way of the beaten unit into its hex, as far as it can go; then it is quite disordered."""
    state, unit = play.state, play.state.units[name]
    way = course(state, stood(frame, quarry), quarry, name)
    leaders = leaders_with(state, name)
    _catch(play, quarry)
    for hex in way:
        if main_at(state, hex) not in ("", name) or cost(state.charts, state.ground, klass(unit), unit.at, hex) is None:
            break
        play.record(UnitMoved(units=(name,), hexes=(hex,), how="pursuit"))
        carry.settle(play, (name,), (hex,))
        for leader in leaders:
            play.record(LeaderMoved(leader=leader, to=hex))
    if unit.formation not in ("FB", ""):  # 12.4.3 who is broken himself has none
        play.record(FormationSet(units=(name,), formation="FB", why=Reason("out of hand", "11.7.2")))
    trigger = Trigger(kind="TR1", unit=name, how="pursuit", hexes=unit.hexes, spent=gone_back(play, frame))
    play.open(ResumeTrigger(trigger=trigger))


def course(state: State, held: tuple[HexId, ...], quarry: UnitId, name: UnitId) -> list[HexId]:
    """11.7.2 From where the beaten unit stood along the hexes it has held since, each next to the last."""
    ground = state.ground
    steps = [held, *_halves(state, held, state.trails.get(quarry, ()))]
    at, found = state.units[name].at, list[HexId]()
    for step in steps:
        beside = [hex for hex in step if ground.distance(at, hex) == 1]
        if beside:
            at = beside[0]
            found.append(at)
    return found


def _halves(state: State, held: tuple[HexId, ...], path: tuple[HexId, ...]) -> Iterator[tuple[HexId, ...]]:
    """Both hexes of a two-hex unit on its way: they keep their places beside each other."""
    for left in path:
        if left == OFF:
            return
        pair: tuple[HexId, ...] = (left,)
        if len(held) > 1:
            right = state.ground.neighbour(left, state.ground.direction(*held))
            pair = (left, right) if right else (left,)
        yield pair
