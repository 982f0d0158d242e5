"""5.1.2, 5.2.1, 5.2.2 A leader rides by himself."""

from __future__ import annotations

from collections.abc import Iterator

from domain.hexes.search import ways as cheapest
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import HexId, LeaderId
from rules.musket_and_pike.leaders.facts import LeaderActed, LeaderMoved
from rules.musket_and_pike.movement.asks import MoveLeader, ResumeRide
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.reach import ride_price
from rules.musket_and_pike.position import is_alone, units_of
from rules.musket_and_pike.reaction import triggers
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Trigger


def leader_bar(state: State, by: Side, name: LeaderId) -> IllegalOrder | None:
    """5.1.1, 5.2.2 The commander of the active Wing, and the Army Commander with each of his Wings; one action each."""
    leader = state.leaders.get(name)
    if leader is None or leader.side != by:
        return IllegalOrder("not your leader", "5.2.2", name)
    if not leader.at:
        return IllegalOrder("leader is not on the map", "5.3.1", name)
    is_chief = state.commanders.get(by) == name
    if not is_chief and state.wings[state.activation.wing].commander != name:
        return IllegalOrder("not of the active Wing", "5.2.2", name)
    if name in state.activation.led:
        return IllegalOrder("leader has acted", "5.1.2" if is_chief else "5.2.2", name)
    return None


def end_bar(state: State, name: LeaderId, to: HexId) -> IllegalOrder | None:
    """5.2.1 A Wing Commander ends his move with a unit of his Wing."""
    wing = state.leaders[name].wing
    if wing and not any(to in state.units[unit].hexes for unit in units_of(state, wing)):
        return IllegalOrder("with a unit of his Wing", "5.2.1", name, to)
    return None


def priced(field: Field, name: LeaderId, path: tuple[HexId, ...]) -> list[int]:
    """The price of each step; IllegalOrder where he cannot go."""
    at, spent, found = field.state.leaders[name].at, 0, list[int]()
    for to in path:
        if to not in field.ground.at or field.ground.distance(at, to) != 1:
            raise IllegalOrder("no such step", "7.1.1", name, to)
        cost = ride_price(field, at, to)
        if cost is None:
            raise IllegalOrder("ground forbids it", "7.1.1", name, to)
        spent += cost
        if spent > tables.LEADER:
            raise IllegalOrder("not enough points", "5.2.2", name, cost, tables.LEADER - spent + cost)
        found.append(cost)
        at = to
    return found


def decide_leader(play: Play[State], order: MoveLeader) -> None:
    """5.1.2, 5.2.2"""
    state = play.state
    heed(leader_bar(state, play.by, order.leader))
    if not order.path:
        raise IllegalOrder("no path", "7.1.1", order.leader)
    priced(Field(state, play.by), order.leader, order.path)
    heed(end_bar(state, order.leader, order.path[-1]))
    play.record(LeaderActed(leader=order.leader, what="move"))
    _ride(play, order.leader, order.path)


def _ride(play: Play[State], name: LeaderId, path: tuple[HexId, ...]) -> None:
    """9.1.3, D38 Step by step; read as b, a leader alone may be fired at on his way."""
    state, leader = play.state, play.state.leaders[name]
    field = Field(state, leader.side)
    for i, to in enumerate(path):
        cost = ride_price(field, leader.at, to) or 0
        play.record(LeaderMoved(leader=name, to=to, cost=cost))
        trigger = Trigger(kind="TR1", unit=name, how="move", hexes=(to,))
        if is_alone(state, leader) and triggers.found(state, trigger):
            play.open(ResumeRide(leader=name, rest=path[i + 1 :]))
            triggers.open(play, trigger)
            return


def resume(play: Play[State], frame: ResumeRide) -> None:
    """D38 If he has not fallen."""
    play.close()
    if play.state.leaders[frame.leader].at:
        _ride(play, frame.leader, frame.rest)


def rides(field: Field, by: Side) -> Iterator[MoveLeader]:
    """Every hex in reach by its cheapest way, where the leader may end."""
    state = field.state
    names = dict.fromkeys((state.wings[state.activation.wing].commander, state.commanders.get(by, "")))
    for name in names:
        if name and not leader_bar(state, by, name):
            for way in cheapest(state.leaders[name].at, tables.LEADER, lambda at: steps(field, at)):
                if not end_bar(state, name, way.path[-1]):
                    yield MoveLeader(leader=name, path=way.path)


def steps(field: Field, at: HexId) -> Iterator[tuple[HexId, int]]:
    for to in field.ground.near(at):
        cost = ride_price(field, at, to)
        if cost is not None:
            yield to, cost
