"""9.2.4 Withdrawals: units under a Rally order, horse before foot, and leaders alone."""

from __future__ import annotations

from collections.abc import Iterator

from domain.hexes.search import each_way
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.musket_and_pike import tables
from rules.musket_and_pike.ground.sight import sees, unit_sees
from rules.musket_and_pike.ids import HexId, LeaderId, PieceId, UnitId
from rules.musket_and_pike.leaders.facts import LeaderMoved
from rules.musket_and_pike.morale import together
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.plan import plan, stop_bar
from rules.musket_and_pike.movement.reach import Limits, ride_price, ways
from rules.musket_and_pike.movement.strides import Here, Stride, mover_of, origin
from rules.musket_and_pike.position import allowance, body, distance, is_alone, is_foot, is_guns, is_horse
from rules.musket_and_pike.reaction.asks import Withdraw
from rules.musket_and_pike.reaction.facts import ReactionMade
from rules.musket_and_pike.reaction.zones import far, is_no_faster, mover
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Trigger

PAID = ("move", "entry")  # 9.2.4 activities that cost movement points


def withdraw_bar(state: State, name: PieceId, trigger: Trigger) -> IllegalOrder | None:
    """9.2.4, D41 Whether it may withdraw before who spends points within two hexes."""
    if trigger.kind not in ("TR1", "TR2") or trigger.how not in PAID:
        return IllegalOrder("nobody moves near it", "9.2.4", name)
    if any(one in state.activation.withdrew for one in (body(state, name) if name in state.units else (name,))):
        return IllegalOrder("withdraws once", "9.2.4", name)
    return _leader_bar(state, name, trigger) if name in state.leaders else _unit_bar(state, name, trigger)


def _unit_bar(state: State, name: UnitId, trigger: Trigger) -> IllegalOrder | None:
    unit, foe = state.units[name], mover(state, trigger)
    if is_guns(unit) or far(state, unit, trigger) > tables.NEAR or not unit_sees(state, unit, foe):
        return IllegalOrder("nobody moves near it", "9.2.4", name)
    if not is_no_faster(state, name, trigger):
        return IllegalOrder("enemy is faster", "9.2.4", name, trigger.unit)
    order = state.wings[unit.wing].order
    if order == "charge":
        return IllegalOrder("no withdrawal under Charge", "5.6.1", name)
    if order != "rally" and not (is_horse(unit) and is_foot(foe)) and reading(state, "D41") == "a":
        return IllegalOrder("may not withdraw", "9.2.4", name)
    return None


def _leader_bar(state: State, name: LeaderId, trigger: Trigger) -> IllegalOrder | None:
    leader, foe = state.leaders[name], mover(state, trigger)
    if not is_alone(state, leader):
        return IllegalOrder("leader is not alone", "9.2.4", name)
    if distance(state, (leader.at,), foe.hexes) > tables.NEAR or not any(
        sees(state, leader.at, hex) for hex in foe.hexes
    ):
        return IllegalOrder("nobody moves near it", "9.2.4", name)
    if allowance(state, trigger.unit) > tables.LEADER:
        return IllegalOrder("enemy is faster", "9.2.4", name, trigger.unit)
    return None


def _limits(field: Field) -> Limits:
    return Limits(banned=field.contact, key="withdraws into contact", cite="9.2.4")


def _is_farther(state: State, start: tuple[HexId, ...], end: tuple[HexId, ...], trigger: Trigger) -> bool:
    foe = mover(state, trigger).hexes
    return distance(state, end, foe) > distance(state, start, foe)


def route(state: State, order: Withdraw, trigger: Trigger) -> list[tuple[Stride, Here]]:
    """9.2.4 The path of a unit, checked: within its allowance, never into contact, and ending farther off."""
    unit = state.units[order.unit]
    field, who = Field(state, unit.side), mover_of(state, order.unit, allowance(state, order.unit))
    found = plan(field, who, origin(state, who), order.path, _limits(field).as_limit(who))
    end = found[-1][1] if found else origin(state, who)
    if not _is_farther(state, unit.hexes, end.hexes, trigger):
        raise IllegalOrder("ends no farther off", "9.2.4", order.unit, trigger.unit)
    stop = stop_bar(field, who, end)
    if stop:
        raise stop
    return found


def withdraw(play: Play[State], order: Withdraw, trigger: Trigger) -> None:
    """9.2.4 By the rules of normal movement; nobody reacts to it (9.5)."""
    state = play.state
    if order.unit in state.leaders:
        _leader(play, order, trigger)
        return
    strides = route(state, order, trigger)
    ma = allowance(state, order.unit)
    who = mover_of(state, order.unit, ma)
    play.record(ReactionMade(unit=order.unit, deed="withdraw"))
    carry.begin(play, order.unit, "withdraw", ma)
    field = Field(state, state.units[order.unit].side)
    for stride, _ in strides:
        together.take(play, field, who, stride, "withdraw")
    carry.end(play, order.unit, spends=False)


def _leader(play: Play[State], order: Withdraw, trigger: Trigger) -> None:
    state = play.state
    check_leader(state, order, trigger)
    play.record(ReactionMade(unit=order.unit, deed="withdraw"))
    for hex in order.path:
        play.record(LeaderMoved(leader=order.unit, to=hex))


def check_leader(state: State, order: Withdraw, trigger: Trigger) -> None:
    """9.2.4, 7.1.1 The path of a leader alone."""
    leader, spent, at = state.leaders[order.unit], 0, state.leaders[order.unit].at
    field = Field(state, leader.side)
    for hex in order.path:
        price = ride_price(field, at, hex) if hex in state.ground.near(at) else None
        if price is None or spent + price > tables.LEADER:
            raise IllegalOrder("no such way for a leader", "7.1.1", order.unit, hex)
        if hex in field.contact:
            raise IllegalOrder("withdraws into contact", "9.2.4", order.unit, hex)
        spent, at = spent + price, hex
    if not _is_farther(state, (leader.at,), (at,), trigger):
        raise IllegalOrder("ends no farther off", "9.2.4", order.unit, trigger.unit)


def withdrawals(state: State, name: PieceId, trigger: Trigger) -> Iterator[Withdraw]:
    """Every hex it may come to, each by its cheapest way."""
    if name in state.leaders:
        yield from _leader_ways(state, name, trigger)
        return
    unit = state.units[name]
    field, who = Field(state, unit.side), mover_of(state, name, allowance(state, name))
    seen: set[tuple[HexId, ...]] = set()
    for way in ways(field, who, origin(state, who), _limits(field)):
        hexes = way.here.hexes
        if hexes not in seen and _is_farther(state, unit.hexes, hexes, trigger):
            seen.add(hexes)
            yield Withdraw(unit=name, path=way.path)


def _leader_ways(state: State, name: LeaderId, trigger: Trigger) -> Iterator[Withdraw]:
    leader = state.leaders[name]
    field = Field(state, leader.side)

    def steps(at: HexId) -> Iterator[tuple[HexId, int]]:
        for to in state.ground.near(at):
            price = ride_price(field, at, to)
            if price is not None and to not in field.contact:
                yield to, price

    for found in each_way(leader.at, tables.LEADER, steps):
        if _is_farther(state, (leader.at,), found.path[-1:], trigger):
            yield Withdraw(unit=name, path=found.path)
