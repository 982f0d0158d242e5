"""13.4c, 13.5b Leaders whose hex the enemy enters: they get away, or are taken and replaced."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice, Question
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.wallaces_war import tables
from rules.wallaces_war.ground.costs import can_enter
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.losses.facts import LeaderAppeared, LeaderDisplaced
from rules.wallaces_war.losses.leaders import fall
from rules.wallaces_war.losses.morale import Due, settle
from rules.wallaces_war.movement.asks import (
    AwaitDisplacement,
    AwaitSuccessor,
    DisplaceLeader,
    PlaceReplacementLeader,
)
from rules.wallaces_war.position import has_enemy, leaders_at, units_of, values
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import OFF_MAP, State, enemy_of


def oust(play: Play[State], units: tuple[UnitId, ...]) -> bool:
    """13.4c These units have just entered a hex: enemy leaders there are asked where they go, or are taken.

    Whether there were any. He gets away who is as fast as the enemy and has somewhere to go.
    """
    state, unit = play.state, play.state.units[units[0]]
    found = leaders_at(state, unit.at, enemy_of(state, unit.side))
    pace = min(values(state.units[name]).ma for name in units)
    taken = [name for name in found if state.leaders[name].ma < pace or not ways_out(state, name)]
    due: list[Due] = []
    for name in taken:
        if state.leaders[name].at == unit.at:  # D68 B else he has just gone to lead another's Battle
            due += fall(play, name, captured=True)
    settle(play, due)
    for name in dict.fromkeys(successor_of(state, name) for name in taken):
        if state.leaders[name].at == OFF_MAP and any(hosts(state, name)):
            play.open(AwaitSuccessor(side=state.leaders[name].side, leader=name))
    for name in found:
        if name not in taken and state.leaders[name].at == unit.at:
            play.open(AwaitDisplacement(side=state.leaders[name].side, leader=name))
    return bool(found)


def successor_of(state: State, name: LeaderId) -> LeaderId:
    """13.5b, D68 B Who is to appear after a leader was taken: his counter turned over, or who leads his Battle now."""
    battle = state.battles.get(state.leaders[name].battle)
    return battle.leader if battle else name


def ways_out(state: State, name: LeaderId) -> dict[HexId, tuple[HexId, ...]]:
    """13.4c, D63 Each hex a leader can get away to, by the shortest way: any number of hexes, or under B one."""
    start = state.leaders[name].at
    paths: dict[HexId, tuple[HexId, ...]] = {start: ()}
    edge = [start]
    while edge:
        at = edge.pop(0)
        if at != start and reading(state, "D63") == "B":
            continue
        for to in state.ground.near(at):
            if to not in paths and is_open(state, name, at, to):
                paths[to] = (*paths[at], to)
                edge.append(to)
    del paths[start]
    return paths


def is_open(state: State, name: LeaderId, a: HexId, b: HexId) -> bool:
    """13.4c, 7.3b, 7.4e A hex normally open to him, whatever enemy zone it lies in."""
    side = state.leaders[name].side
    if has_enemy(state, b, side) or leaders_at(state, b, enemy_of(state, side)):
        return False
    return can_enter(state, tables.LEADER, a, b)


def decide_displacement(play: Play[State], order: DisplaceLeader, frame: AwaitDisplacement) -> None:
    """13.4c"""
    state, name = play.state, order.leader
    if name != frame.leader:
        raise IllegalOrder("another leader is asked", "13.4c", name, frame.leader)
    if not order.path or (len(order.path) > 1 and reading(state, "D63") == "B"):
        raise IllegalOrder("leader must get away", "13.4c", name)
    at = state.leaders[name].at
    for to in order.path:
        if to not in state.ground.near(at):
            raise IllegalOrder("not adjacent", "13.4c", to, at, name)
        if not is_open(state, name, at, to):
            raise IllegalOrder("closed to the leader", "13.4c", name, to)
        at = to
    if at == state.leaders[name].at:
        raise IllegalOrder("leader must get away", "13.4c", name)
    play.close()
    play.record(LeaderDisplaced(leader=name, to=at))


def displacements(state: State, frame: AwaitDisplacement) -> Iterator[Choice]:
    for path in ways_out(state, frame.leader).values():
        yield Choice(frame.side, DisplaceLeader(leader=frame.leader, path=path))


def hosts(state: State, name: LeaderId) -> Iterator[UnitId]:
    """13.5b Units with which his successor may appear: of his Battle, or if it has none any of his side."""
    leader = state.leaders[name]
    own = list(units_of(state, leader.battle))
    if own:
        return iter(own)
    return (unit for unit, one in state.units.items() if one.side == leader.side and one.at in state.stacks)


def decide_successor(play: Play[State], order: PlaceReplacementLeader, frame: AwaitSuccessor) -> None:
    """13.5b"""
    state = play.state
    if order.leader != frame.leader:
        raise IllegalOrder("another leader is asked", "13.5b", order.leader, frame.leader)
    if order.unit not in hosts(state, order.leader):
        raise IllegalOrder("not with this unit", "13.5b", order.leader, order.unit)
    play.close()
    play.record(LeaderAppeared(leader=order.leader, to=state.units[order.unit].at))


def successions(state: State, frame: AwaitSuccessor) -> Iterator[Choice]:
    for unit in hosts(state, frame.leader):
        yield Choice(frame.side, PlaceReplacementLeader(leader=frame.leader, unit=unit))


QUESTIONS = (
    Question(AwaitDisplacement, {DisplaceLeader: decide_displacement}, displacements, cites=("13.4c",)),
    Question(AwaitSuccessor, {PlaceReplacementLeader: decide_successor}, successions, cites=("13.5b",)),
)
