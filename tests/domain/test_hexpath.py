"""Reach, shortest paths, retreats and clusters."""

from collections import deque
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.hexgrid import Hex, Numbering, disc, distance
from domain.hexpath import connected, is_path, onward, reachable, retreat, shortest_paths

GETTYSBURG = Numbering(lines=(1, 42), places=(0, 34), lines_grow="S", places_grow="W")
O = Hex(0, 0)  # noqa: E741
near = st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5))


@st.composite
def terrains(draw):
    """Costs of entering each hex of a small field; some hexes and everything outside are forbidden."""
    field = disc(O, 3)
    prices = draw(st.lists(st.sampled_from([None, 1, 1, 2, 3]), min_size=len(field), max_size=len(field)))
    entering = dict(zip(field, prices, strict=True))
    return lambda here, to: entering.get(to)


def brute_force(start, cost):
    """Bellman-Ford: the least cost to every hex."""
    least, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for to in here.neighbours():
            price = cost(here, to)
            if price is not None and least[here] + price < least.get(to, 999):
                least[to] = least[here] + price
                queue.append(to)
    return least


def path_cost(path, cost):
    return sum(cost(here, to) for here, to in pairwise(path))


@settings(deadline=None)
@given(terrains(), st.integers(0, 8))
def test_reachable_costs_equal_a_brute_force_and_paths_cost_what_they_say(cost, budget):
    routes = reachable(O, budget, cost)
    assert {at: route.cost for at, route in routes.items()} == {
        at: least for at, least in brute_force(O, cost).items() if least <= budget
    }
    for at, route in routes.items():
        assert (route.path[0], route.path[-1]) == (O, at)
        assert is_path(route.path)
        assert path_cost(route.path, cost) == route.cost
    costs = [route.cost for route in routes.values()]
    assert costs == sorted(costs)


@settings(deadline=None)
@given(near)
def test_reachable_breaks_ties_by_fewer_steps_then_lesser_hexes(goal):
    def cost(here, to):
        return 1 if distance(O, to) <= 6 else None

    route = reachable(O, 20, cost).get(goal)
    if route:
        assert route.path == min(shortest_paths(O, [goal], cost))


def test_reachable_prefers_fewer_steps_at_equal_cost():
    prices = {(O, Hex(0, 1)): 1, (Hex(0, 1), Hex(1, 0)): 1, (O, Hex(1, 0)): 2}
    assert reachable(O, 9, lambda here, to: prices.get((here, to)))[Hex(1, 0)].path == (O, Hex(1, 0))


@settings(deadline=None)
@given(terrains(), st.lists(st.sampled_from(disc(O, 3)), max_size=4))
def test_shortest_paths_are_all_cheapest_paths_to_the_nearest_goals(cost, goals):
    def every_path(path, spent, limit):
        if path[-1] in goals and spent == limit:
            yield path
        for to in path[-1].neighbours():
            price = cost(path[-1], to)
            if price is not None and spent + price <= limit:
                yield from every_path((*path, to), spent + price, limit)

    least = brute_force(O, cost)
    limit = min((least[goal] for goal in goals if goal in least), default=None)
    if limit is not None and limit > 5:
        return
    found = list(shortest_paths(O, goals, cost))
    assert sorted(found) == ([] if limit is None else sorted(every_path((O,), 0, limit)))
    taken = {step for path in found for step in pairwise(path)}
    assert onward(O, goals, cost) == {
        at: tuple(to for to in at.neighbours() if (at, to) in taken) for path in found for at in path
    }


def test_paths_lead_to_all_the_nearest_goals_and_turn_clockwise_at_each_fork():
    def cost(here, to):
        return 1 if distance(O, to) <= 4 else None

    goals = [Hex(-2, 1), Hex(1, 1), Hex(3, 0)]
    assert list(shortest_paths(O, goals, cost)) == [
        (O, Hex(1, 0), Hex(1, 1)),
        (O, Hex(0, 1), Hex(1, 1)),
        (O, Hex(-1, 1), Hex(-2, 1)),
        (O, Hex(-1, 0), Hex(-2, 1)),
    ]


def test_retreat_offers_every_next_step_of_the_shortest_ways_clockwise():
    open_ground = retreat(O, [Hex(2, 1)], lambda here, to: distance(O, to) <= 5)
    assert open_ground[O] == (Hex(1, 0), Hex(0, 1))
    assert open_ground[Hex(1, 0)] == (Hex(2, 0), Hex(1, 1))
    assert open_ground[Hex(2, 1)] == ()


def test_retreat_respects_steps_allowed_one_way_only():
    wall = {(O, Hex(1, 0))}
    assert retreat(O, [Hex(2, 0)], lambda here, to: distance(O, to) <= 3 and (here, to) not in wall)[O] == (
        Hex(1, -1), Hex(0, 1),
    )  # fmt: skip


def test_a_unit_cut_off_has_no_retreat_and_one_at_its_goal_has_no_step():
    assert retreat(O, [Hex(2, 0)], lambda here, to: distance(O, to) < 2) == {}
    assert list(shortest_paths(O, [Hex(2, 0)], lambda here, to: None)) == []
    assert retreat(O, [O], lambda here, to: False) == {O: ()}


@given(st.sets(near))
def test_clusters_part_the_hexes_and_never_touch(some):
    clusters = connected(some)
    assert sorted(at for cluster in clusters for at in cluster) == sorted(some)
    assert [min(cluster) for cluster in clusters] == sorted(min(cluster) for cluster in clusters)
    home = {at: n for n, cluster in enumerate(clusters) for at in cluster}
    for at in some:
        assert {home[n] for n in at.neighbours() if n in home} <= {home[at]}
    for cluster in clusters:
        assert set(brute_force(min(cluster), lambda here, to, inside=cluster: 1 if to in inside else None)) == cluster


def test_a_path_is_a_chain_of_adjacent_hexes():
    assert is_path([])
    assert is_path([O])
    assert is_path([O, Hex(1, 0), Hex(1, 1), Hex(1, 0)])
    assert not is_path([O, Hex(1, 1)])
    assert not is_path([O, O])


def test_gettysburg_long_lane_is_a_path():
    assert is_path([GETTYSBURG.parse(printed) for printed in ["2121", "2222", "2322", "2423"]])
