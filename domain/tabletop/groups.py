"""Groups by gap: who hangs together if each is no farther from the next than a reach."""

from collections.abc import Mapping
from itertools import combinations
from typing import TypeVar

from domain.tabletop.bodies import Body, are_within

K = TypeVar("K")


def groups(bodies: Mapping[K, Body], reach: int) -> list[set[K]]:
    """Each group, in the order of its first member."""
    return chained(bodies, dict.fromkeys(bodies, 0), reach)


def chained(bodies: Mapping[K, Body], spare: Mapping[K, int], reach: int) -> list[set[K]]:
    """The same, where each could still come nearer to the others by what it has to spare."""
    found: list[set[K]] = []
    for key, body in bodies.items():
        near = [
            group
            for group in found
            if any(are_within(body, bodies[one], reach + spare[key] + spare[one]) for one in group)
        ]
        found = [group for group in found if group not in near] + [{key}.union(*near)]
    return found


def is_close(bodies: Mapping[K, Body], reach: int) -> bool:
    """Every one is so near to every other."""
    return all(are_within(one, other, reach) for one, other in combinations(bodies.values(), 2))
