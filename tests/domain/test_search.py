"""The cheapest ways over nodes of any kind."""

from __future__ import annotations

import heapq
import random
from functools import cached_property

import pytest

from domain.hexes.grid import Numbering
from domain.hexes.map import HexMap
from domain.hexes.search import Prices, Route, each_way, reached, routes, ways

GRAPH = {
    "a": [("b", 4), ("c", 1), ("d", 9)],
    "c": [("b", 2), ("a", 1)],
    "b": [("d", 2)],
    "d": [("a", 1)],
}


class Square(HexMap, frozen=True, kw_only=True, dict=True):
    @cached_property
    def numbering(self) -> Numbering:
        return Numbering(lines=(1, 9), places=(1, 9), lines_grow="N", places_grow="E")


MAP = Square()
Facing = tuple[str, int]  # a hex and one of six directions


def test_each_node_is_found_by_its_cheapest_way_nearest_first() -> None:
    assert ways("a", 9, GRAPH.__getitem__) == [
        Route(("c",), 1), Route(("c", "b"), 3), Route(("c", "b", "d"), 5),
    ]  # fmt: skip


def test_the_budget_is_kept_and_the_start_left_out() -> None:
    assert ways("a", 4, GRAPH.__getitem__) == [Route(("c",), 1), Route(("c", "b"), 3)]
    assert ways("a", 0, GRAPH.__getitem__) == []


def test_a_way_that_led_to_the_start_heads_all_others_and_is_paid_for() -> None:
    assert ways("a", 5, GRAPH.__getitem__, Route(("z", "a"), 2)) == [
        Route(("z", "a", "c"), 3),
        Route(("z", "a", "c", "b"), 5),
    ]
    assert ways("a", 2, GRAPH.__getitem__, Route(("z", "a"), 3)) == []


def test_of_two_ways_that_cost_alike_the_one_found_first_stays() -> None:
    steps = {"a": [("b", 1), ("c", 1)], "b": [("d", 1)], "c": [("d", 1)], "d": []}
    assert ways("a", 2, steps.__getitem__)[-1] == Route(("b", "d"), 2)


@pytest.mark.parametrize("seed", range(20))
def test_closed_nodes_and_tolls_are_as_if_the_steps_themselves_had_them(seed: int) -> None:
    luck = random.Random(seed)
    prices = {(a, b): luck.randint(1, 4) for a in MAP.hexes for b in MAP.near(a)}
    closed = frozenset(luck.sample(MAP.hexes, 15))
    tolls = {at: luck.randint(1, 3) for at in luck.sample(MAP.hexes, 15)}

    def bare(a: str) -> list[tuple[str, int]]:
        return [(b, prices[a, b]) for b in MAP.near(a)]

    def judged(a: str) -> list[tuple[str, int]]:
        return [(b, cost + tolls.get(b, 0)) for b, cost in bare(a) if b not in closed]

    found = reached("0505", 8, bare, closed, tolls)
    assert routes("0505", found) == ways("0505", 8, judged)
    assert any(at in tolls for at in found)


def forward_or_turn(node: Facing) -> list[tuple[Facing, int]]:
    """One step ahead for 2, a turn to either side for 1."""
    at, facing = node
    ahead = MAP.ids.get(MAP.at[at].neighbour(facing))
    turns: list[tuple[Facing, int]] = [((at, (facing + turn) % 6), 1) for turn in (1, 5)]
    return [((ahead, facing), 2), *turns] if ahead else turns


def test_a_node_may_be_a_hex_and_a_facing() -> None:
    found = {way.path[-1]: way.cost for way in ways(("0505", 0), 5, forward_or_turn)}
    assert found["0505", 3] == 3
    assert found["0606", 0] == 2
    assert found["0506", 1] == 3
    assert found["0504", 4] == 4
    assert ("0405", 3) in found
    assert ("0704", 0) not in found


@pytest.mark.parametrize("seed", range(5))
def test_costs_agree_with_a_search_by_a_heap(seed: int) -> None:
    chance = random.Random(seed)
    price = {(a, b): chance.randint(1, 9) for a in MAP.hexes for b in MAP.near(a) if chance.random() < 0.8}
    steps = {a: [(b, price[a, b]) for b in MAP.near(a) if (a, b) in price] for a in MAP.hexes}
    best, queue = {"0505": 0}, [(0, "0505")]
    while queue:
        spent, at = heapq.heappop(queue)
        for to, cost in steps[at]:
            if spent + cost < best.get(to, 21):
                best[to] = spent + cost
                heapq.heappush(queue, (best[to], to))
    found = ways("0505", 20, steps.__getitem__)
    assert {way.path[-1]: way.cost for way in found} | {"0505": 0} == best
    for path, cost in found:
        assert sum(price[step] for step in zip(("0505", *path), path, strict=False)) == cost
    assert [way.cost for way in found] == sorted(way.cost for way in found)


def test_ways_are_looked_for_only_as_far_as_somebody_asks() -> None:
    asked: list[str] = []

    def steps(node: str) -> list[tuple[str, int]]:
        asked.append(node)
        return GRAPH[node]

    found = each_way("a", 9, steps)
    assert next(found) == Route(("c",), 1)
    assert asked == ["a"]
    assert [Route(("c",), 1), *found] == ways("a", 9, GRAPH.__getitem__)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("known", [0, 3])
def test_the_price_of_the_cheapest_way_is_that_of_all_ways_looked_at(seed: int, known: int) -> None:
    """To the western side of a square; `known`: from so many hexes on what is left to pay is known."""
    chance = random.Random(seed)
    price = {(a, b): chance.randint(1, 4) for a in MAP.hexes for b in MAP.near(a) if chance.random() < 0.6}
    steps = {a: [(b, price[a, b]) for b in MAP.near(a) if (a, b) in price] for a in MAP.hexes}
    place = {hex: int(hex[2:]) - 1 for hex in MAP.hexes}
    west = {hex for hex in MAP.hexes if not place[hex]}
    true: dict[str, int | None] = {}
    for hex in MAP.hexes:
        costs = {way.path[-1]: way.cost for way in ways(hex, 30, steps.__getitem__)} | {hex: 0}
        true[hex] = min((costs[end] for end in west & costs.keys()), default=None)

    def left(hex: str) -> tuple[int, bool]:
        found = true[hex]
        return (found, True) if place[hex] <= known and found is not None else (place[hex], hex in west)

    prices = Prices(30, steps.__getitem__, left)
    asked = chance.choices(MAP.hexes, k=200)  # some more than once: each learns from those before
    assert [prices.of(hex) for hex in asked] == [true[hex] for hex in asked]


def test_a_way_dearer_than_the_budget_is_none() -> None:
    def left(node: str) -> tuple[int, bool]:
        return (0, node == "d")

    assert Prices(5, GRAPH.__getitem__, left).of("a") == 5
    assert Prices(4, GRAPH.__getitem__, left).of("a") is None
    assert Prices(4, GRAPH.__getitem__, lambda _node: (7, False)).of("a") is None
    assert Prices(0, GRAPH.__getitem__, left).of("d") == 0


def test_groups_are_as_far_apart_as_their_nearest_hexes() -> None:
    for ones in (("0101",), ("0505", "0506"), MAP.near("0303")):
        for others in (("0909",), ("0502", "0901"), MAP.near("0707")):
            assert MAP.apart(ones, others) == min(MAP.distance(a, b) for a in ones for b in others)
    assert MAP.apart(("0101", "0505"), ("0505",)) == 0
    with pytest.raises(ValueError, match="no distance"):
        MAP.apart((), ("0505",))
