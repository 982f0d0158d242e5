"""Ways to a point of a table: every one of them ends right there, and the cheapest that may be gone is taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import IllegalOrder
from domain.kernel.ways import cheapest
from domain.tabletop.angles import Point, bearing, turn_between
from domain.tabletop.approach import approaches, turned_first
from domain.tabletop.lengths import steps
from domain.tabletop.manoeuvre import legs
from domain.tabletop.measure import Pose

WIDE, DEEP = 4_000, 1_000
AWAY = st.integers(-40_000, 40_000)


def ends(path: tuple[str, ...], pose: Pose) -> list[Pose]:
    return [leg.end for leg in legs(pose, steps(path), WIDE, DEEP)]


@given(AWAY, AWAY, st.integers(0, 35_999))
def test_every_way_ends_right_there(x: int, y: int, heading: int) -> None:
    pose, to = Pose(x=0, y=0, heading=heading), Point(x, y)
    found = [*approaches(pose, WIDE, to), *turned_first(pose, DEEP, to)]
    assert bool(found) == (to != pose.point)
    for path in found:
        assert ends(path, pose)[-1].point == to


@given(st.integers(-30_000, 30_000), st.integers(12_000, 40_000), st.integers(0, 35_999))
def test_who_wheels_and_goes_looks_where_he_goes(x: int, y: int, heading: int) -> None:
    """To half a degree, where the point is not so near that the wheel carries the front past it."""
    pose, to = Pose(x=0, y=0, heading=heading), Point(x, y)
    wheeled = [path for path in approaches(pose, WIDE, to) if path[0].startswith("wheel") and len(path) == 2]
    if abs(turn_between(heading, bearing(pose.point, to))) > 9_000:
        return
    for path in wheeled[:1]:
        after, _ = ends(path, pose)
        assert abs(turn_between(after.heading, bearing(after.point, to))) <= 60


def test_straight_then_a_wheel_then_straight_is_among_them() -> None:
    verbs = [
        tuple(step.partition(":")[0] for step in path)
        for path in approaches(Pose(x=0, y=0, heading=0), WIDE, Point(5_000, 9_000))
    ]
    assert verbs[0] == ("to",)
    assert {("wheel-right", "to"), ("ahead", "wheel-right", "to")} <= set(verbs)


def refuse(key: str) -> int:
    raise IllegalOrder(key, "X.1", "u")


def test_the_first_choices_of_which_any_may_be_gone_count() -> None:
    costs = {"a": 5, "b": 3, "c": 3, "d": 1}
    assert cheapest(costs.__getitem__, "abc", "d") == "b"
    assert cheapest(lambda way: refuse("far") if way in "abc" else costs[way], "abc", "d") == "d"
    assert cheapest(costs.__getitem__, "", "") is None


def test_where_none_may_be_gone_it_is_said_what_bars_most() -> None:
    with pytest.raises(IllegalOrder) as refused:
        cheapest(lambda way: refuse("sideways" if way == "a" else "far"), "ab", "c")
    assert refused.value.reason.key == "far"
