"""13.4 The Rout phase: broken units flee to their edge of the map by the easiest way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from domain.kernel.chapter import Asked, Chapter, Choice, always
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import going
from rules.musket_and_pike.ids import HexId, LeaderId, UnitId
from rules.musket_and_pike.leaders import placing
from rules.musket_and_pike.leaders.facts import LeaderMoved
from rules.musket_and_pike.leaders.loss import overrun
from rules.musket_and_pike.morale import casualties
from rules.musket_and_pike.movement.facts import GunsDisabled, UnitLeftMap, UnitMoved
from rules.musket_and_pike.movement.field import GUNS, Field
from rules.musket_and_pike.movement.plan import full_allowance
from rules.musket_and_pike.position import distance, guns_at, is_guns, klass, leaders_with, owe, strength
from rules.musket_and_pike.recovery.asks import Rout
from rules.musket_and_pike.recovery.facts import UnitRouted
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import ROUT, State, enemy_of
from rules.musket_and_pike.work import LowerDue

Hexes = tuple[HexId, ...]
OFF = 1  # points to leave the map
NO_WAY = 10_000
DETOUR, DETOURS = 2, 6  # points more than the nearest way off the map would cost that are first looked for


class Flight(NamedTuple):
    """Where a unit flees: the hexes of its left half, what is left of its allowance, and whether it leaves the map."""

    path: tuple[HexId, ...]
    left: int
    leaves: bool


def fleeing(state: State, side: Side) -> list[UnitId]:
    """13.4.1, 12.4.4 Its broken units that have not fled in this phase; guns do not."""
    return [
        name
        for name, unit in state.units.items()
        if unit.side == side
        and unit.hexes
        and unit.morale == "MB"
        and not is_guns(unit)
        and name not in state.turn.routed
    ]


def acting(state: State) -> Side:
    """D75 The side with the initiative first."""
    first = state.turn.initiative
    return first if fleeing(state, first) else enemy_of(state, first)


Steps = tuple[tuple[Hexes, int], ...]  # places next to one, and the price of the step


class Lie:
    """How the ground lies for a unit that flees, whoever stands about: found as it is asked for, once for each map."""

    def __init__(self, state: State, kind: str, edge: str, way: int | None) -> None:
        self.charts, self.ground, self.kind, self.way = state.charts, state.ground, kind, way
        places = [self._place(hex) for hex in self.ground.hexes if self._is_near(hex, edge)]
        self.exits = tuple(dict.fromkeys(place for found in places for place in found))
        self.edge = edge
        self._onward: dict[Hexes, Steps] = {}
        self._back: dict[Hexes, Steps] = {}

    def _is_near(self, hex: HexId, edge: str) -> bool:
        return self.ground.to_edge(hex, edge) == 1

    def _place(self, hex: HexId) -> list[Hexes]:
        """The places from which the next step is off the map: a hex at the edge, of a two-hex unit with either half."""
        if self.way is None:
            return [(hex,)]
        ahead, behind = self.ground.neighbour(hex, self.way), self.ground.neighbour(hex, self.way + 3)
        return [*([(hex, ahead)] if ahead else []), *([(behind, hex)] if behind else [])]

    def far(self, place: Hexes) -> int:
        """The fewest steps off the map."""
        return min([self.ground.to_edge(hex, self.edge) for hex in place])

    def onward(self, place: Hexes) -> Steps:
        found = self._onward.get(place)
        if found is None:
            priced = [(there, self._price(place, there)) for there in self._around(place)]
            found = self._onward[place] = tuple((there, cost) for there, cost in priced if cost is not None)
        return found

    def back(self, place: Hexes) -> Steps:
        """From those next to it."""
        found = self._back.get(place)
        if found is None:
            priced = [(before, self._price(before, place)) for before in self._around(place)]
            found = self._back[place] = tuple((before, cost) for before, cost in priced if cost is not None)
        return found

    def _around(self, place: Hexes) -> Iterator[Hexes]:
        """7.1.2 A two-hex unit keeps its hexes side by side."""
        for way in range(6):
            there = tuple([to for hex in place if (to := self.ground.neighbour(hex, way))])
            if len(there) == len(place):
                yield there

    def _price(self, here: Hexes, there: Hexes) -> int | None:
        """7.1.1, 7.1.2 The dearer half."""
        dearest = 0
        for at, to in zip(here, there, strict=True):
            cost = going.cost(self.charts, self.ground, self.kind, at, to)
            if cost is None:
                return None
            dearest = max(dearest, cost)
        return dearest


class Ways:
    """13.4.1 The easiest ways to the edge for one unit, past whoever stands about."""

    def __init__(self, state: State, name: UnitId, without: Collection[UnitId] = ()) -> None:
        """`without`: units that are thought away."""
        self.state, self.unit = state, state.units[name]
        self.field = Field(state, self.unit.side)
        for hex in (hex for other in without for hex in state.units[other].hexes):
            self.field.held[hex] = GUNS  # nobody who bars the way
        self.lie = self._lie()
        self.costs = self._found()

    def _found(self) -> dict[Hexes, int]:
        """At first not far about; where nobody gets out, as if nobody stood about."""
        far, start = self.lie.far(self.unit.hexes), self.unit.hexes
        for most in (far + DETOUR, far + DETOURS, NO_WAY):
            costs = self._costs(most, barred=True)
            if start in costs:
                return costs
        return self._costs(NO_WAY, barred=False)

    def _lie(self) -> Lie:
        ground, edge = self.field.ground, self.state.engagement.edges[self.unit.side]
        way = ground.direction(*self.unit.hexes) if len(self.unit.hexes) > 1 else None
        key = ("flight", klass(self.unit), edge, way)
        return ground.kept(key, lambda: Lie(self.state, klass(self.unit), edge, way))

    def _costs(self, most: int, *, barred: bool) -> dict[Hexes, int]:
        """What it costs to leave the map from each place by which a way of so many points may lead.

        A place is passed over from which it is too far to where the unit stands, as a step costs a point at least.
        """
        costs: dict[Hexes, int] = {}
        start, far = self.unit.hexes, self.field.ground.distance
        best = {place: OFF for place in self.lie.exits if OFF + far(place[0], start[0]) <= most}
        buckets: list[list[Hexes]] = [[], list(best)]
        for spent, bucket in enumerate(buckets):
            if start in costs:
                break
            for place in bucket:
                if best[place] != spent:
                    continue
                costs[place] = spent
                if barred and not self.is_open(place):
                    continue  # nobody comes through here
                for before, cost in self.lie.back(place):
                    total = spent + cost
                    if total < best.get(before, NO_WAY) and total + far(before[0], start[0]) <= most:
                        best[before] = total
                        buckets.extend([] for _ in range(total + 1 - len(buckets)))
                        buckets[total].append(before)
        return costs

    def is_open(self, place: Hexes) -> bool:
        """8.1.2, D75 Nobody but friendly guns; read as c, no enemy next to it either."""
        own, held = self.unit.hexes, self.field.held
        if any(hex in held and hex not in own and held[hex] != GUNS for hex in place):
            return False
        shy = reading(self.state, "D75") == "c"
        return not shy or all(hex in own or hex not in self.field.contact for hex in place)

    def onward(self, place: Hexes) -> list[tuple[Hexes, int]]:
        """The next places on an easiest way, each with its price."""
        costs = self.costs
        if place not in costs:
            return []
        return [
            (there, cost) for there, cost in self.lie.onward(place) if costs.get(there, NO_WAY) + cost == costs[place]
        ]

    def leaves(self, place: Hexes, left: int) -> bool:
        return self.costs.get(place) == OFF and left >= OFF


def flights(state: State, name: UnitId, without: Collection[UnitId] = ()) -> Iterator[Flight]:
    """13.4.1, 13.4.2 Every easiest way as far as its allowance lets it, or until somebody stands in it."""
    ways = Ways(state, name, without)
    start = state.units[name].hexes
    seen: set[tuple[Hexes, int]] = set()
    stack: list[tuple[Hexes, tuple[HexId, ...], int]] = [(start, (), full_allowance(state, name))]
    while stack:
        place, path, left = stack.pop()
        if (place, left) in seen:
            continue
        seen.add((place, left))
        if ways.leaves(place, left):
            yield Flight(path, left - OFF, True)
            continue
        able = [(there, cost) for there, cost in ways.onward(place) if cost <= left and ways.is_open(there)]
        if not able:
            yield Flight(path, left, False)
        stack += [(there, (*path, there[0]), left - cost) for there, cost in able]


def flight_of(state: State, order: Rout) -> Flight:
    """13.4.1 The way named, if it is an easiest one and goes on while it can."""
    ways = Ways(state, order.unit)
    place, left = state.units[order.unit].hexes, full_allowance(state, order.unit)
    for hex in order.path:
        found = next((one for one in ways.onward(place) if one[0][0] == hex and ways.is_open(one[0])), None)
        if found is None or found[1] > left:
            raise IllegalOrder("not the easiest way", "13.4.1", order.unit, hex)
        place, left = found[0], left - found[1]
    if ways.leaves(place, left):
        return Flight(order.path, left - OFF, True)
    if any(cost <= left and ways.is_open(there) for there, cost in ways.onward(place)):
        raise IllegalOrder("must flee on", "13.4.1", order.unit, left)
    return Flight(order.path, left, False)


def decide_rout(play: Play[State], order: Rout) -> None:
    """13.4"""
    state = play.state
    if order.unit not in fleeing(state, play.by):
        raise IllegalOrder("does not rout", "13.4.1", order.unit)
    for leader in order.leaders:
        if leader not in leaders_with(state, order.unit):
            raise IllegalOrder("not with that unit", "5.2.2", leader, order.unit)
    flee(play, order.unit, flight_of(state, order), order.leaders)


def flee(play: Play[State], name: UnitId, flight: Flight, leaders: tuple[LeaderId, ...] = ()) -> None:
    """13.4.1 to 13.4.3"""
    state = play.state
    ways = _offset(state, name)
    for hex in flight.path:
        hexes = (hex,) if ways is None else (hex, state.ground.neighbour(hex, ways) or "")
        play.record(UnitMoved(units=(name,), hexes=hexes, how="rout"))
        _trample(play, name)
        overrun(play, hexes, state.units[name].side)
        for leader in leaders:
            play.record(LeaderMoved(leader=leader, to=hex))
    if flight.leaves:
        why = Reason("routs off the map", "13.4.3")
        casualties.write_off(play, name, strength(state.units[name]), why)
        play.record(UnitLeftMap(units=(name,), gone="eliminated", why=why))
        play.record(UnitRouted(unit=name))
        for leader in leaders:
            placing.displace(play, leader)
        return
    short = flight.left if _pays(state, name, flight) else 0
    play.record(UnitRouted(unit=name, unspent=short))
    if short and casualties.lose(play, name, short, Reason("could not flee", "13.4.2")):
        owe(play, LowerDue(unit=name, by="", cause=Reason("threshold", "12.5.2")))


def _pays(state: State, name: UnitId, flight: Flight) -> bool:
    """13.4.2, D76 For what it could not spend; read as b, only where units stand in its way."""
    if reading(state, "D76") == "a":
        return True
    ways = Ways(state, name)
    return any(not ways.is_open(there) for there, _ in ways.onward(state.units[name].hexes)) or not flight.path


def _offset(state: State, name: UnitId) -> int | None:
    hexes = state.units[name].hexes
    return state.ground.direction(*hexes) if len(hexes) > 1 else None


def _trample(play: Play[State], name: UnitId) -> None:
    """D75 b Guns that are fled through are disabled."""
    state = play.state
    if reading(state, "D75") == "b":
        for hex in state.units[name].hexes:
            gun = guns_at(state, hex)
            if gun:
                play.record(GunsDisabled(unit=gun, why=Reason("fled through", "13.4.1")))


def may_wait(state: State, name: UnitId, others: Sequence[UnitId]) -> bool:
    """D75 Whether it is all one when it flees: none of the others comes where it stands or may come."""
    far = full_allowance(state, name)
    near = [
        other
        for other in others
        if other != name
        and distance(state, state.units[name].hexes, state.units[other].hexes) <= far + full_allowance(state, other) + 1
    ]
    own = _trodden(state, name, others) if near else set()
    return all(own.isdisjoint(_trodden(state, other, others)) for other in near)


def _trodden(state: State, name: UnitId, others: Sequence[UnitId]) -> set[HexId]:
    """The hexes it stands in, or may flee through if none of the others were in its way."""
    hexes, offset = state.units[name].hexes, _offset(state, name)
    path = {hex for flight in flights(state, name, [one for one in others if one != name]) for hex in flight.path}
    beside = set() if offset is None else {state.ground.neighbour(hex, offset) or "" for hex in path}
    return {*hexes, *path, *beside}


def proceed(play: Play[State]) -> bool:
    """13.4.1 Where there is one way only, no leader to choose, and no other whose turn matters, it flees of itself."""
    state = play.state
    if state.core.phase != ROUT or state.core.pending:
        return False
    names = fleeing(state, acting(state))
    for name in names:
        found = [] if leaders_with(state, name) else list(islice(flights(state, name), 2))
        if len(found) == 1 and may_wait(state, name, names):
            flee(play, name, found[0])
            return True
    return False


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase != ROUT or state.core.pending:
        return
    side = acting(state)
    for name in fleeing(state, side):
        leaders = leaders_with(state, name)
        along = [some for count in range(len(leaders) + 1) for some in combinations(leaders, count)]
        for flight in flights(state, name):
            yield from (Choice(side, Rout(unit=name, path=flight.path, leaders=some)) for some in along)


CHAPTER = Chapter[State](
    orders=(Asked(Rout(unit="ramsey", path=("2106",)), decide_rout, phases=(ROUT,), cite="13.4.1", sampled=always),),
    proceed=proceed,
    choices=choices,
)
