"""Shapes of a drawn map: rims of joined hexes close, courses of hexsides lose nothing, curves keep their ends."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from domain.hexes.grid import Hex
from domain.hexes.sight import centre, vertices
from projections.drawing.layout import LONG, SHORT, Layout
from projections.drawing.shapes import courses, eased, outlines, pieces, soft

CORNERS = tuple((x * LONG, y * SHORT) for x, y in vertices(Hex(0, 0), "pointy"))
PLACES = {f"{q},{r}": Hex(q, r) for q in range(6) for r in range(6)}
AT = {
    name: tuple(a * b for a, b in zip(centre(at, "pointy"), (LONG, SHORT), strict=True)) for name, at in PLACES.items()
}
LAYOUT = Layout({name: (x, y) for name, (x, y) in AT.items()}, CORNERS, 0, 0)
XY = tuple[int, int]


def sides(name: str) -> list[frozenset[XY]]:
    x, y = LAYOUT.at[name]
    corners = [(x + dx, y + dy) for dx, dy in CORNERS]
    return [frozenset(pair) for pair in zip(corners, [*corners[1:], corners[0]], strict=True)]


@given(st.sets(st.sampled_from(sorted(PLACES))))
def test_the_rims_of_any_hexes_are_the_sides_that_only_one_of_them_has(names: set[str]) -> None:
    times = Counter(side for name in names for side in sides(name))
    rings = list(outlines(sorted(names), LAYOUT))
    drawn = Counter(frozenset(pair) for ring in rings for pair in zip(ring, [*ring[1:], ring[0]], strict=True))
    assert drawn == Counter(side for side, count in times.items() if count == 1)


@given(st.sets(st.sampled_from(sorted({side for name in PLACES for side in sides(name)}, key=sorted)), max_size=30))
def test_courses_go_along_every_side_once_and_along_no_other(wanted: set[frozenset[XY]]) -> None:
    given_sides = [tuple(sorted(side)) for side in sorted(wanted, key=sorted)]
    lines = list(courses((a, b) for a, b in given_sides))
    drawn = Counter(frozenset(pair) for line in lines for pair in pairwise(line))
    assert drawn == Counter(wanted)


def test_sides_that_follow_each_other_are_one_course() -> None:
    (line,) = courses([((0, 0), (1, 0)), ((2, 1), (1, 0)), ((2, 1), (3, 1))])
    assert line in ([(0, 0), (1, 0), (2, 1), (3, 1)], [(3, 1), (2, 1), (1, 0), (0, 0)])


POINTS = st.lists(st.tuples(st.integers(-500, 500), st.integers(-500, 500)), min_size=2, max_size=12)


@given(POINTS)
def test_a_curve_begins_and_ends_where_its_line_does(points: list[XY]) -> None:
    found = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", soft(points))]
    assert (found[0], found[-1]) == (points[0], points[-1])


@given(POINTS, st.data())
def test_a_road_passes_through_its_crossings_and_is_eased_between_them(points: list[XY], data: st.DataObject) -> None:
    fixed = set(data.draw(st.lists(st.sampled_from(points))))
    drawn = eased(points, fixed)
    assert (drawn[0], drawn[-1], len(drawn)) == (points[0], points[-1], len(points))
    assert all(now == was for now, was in zip(drawn, points, strict=True) if was in fixed)
    parts = list(pieces(points, drawn, fixed))
    assert [point for part in parts for point in part[:-1]] + [parts[-1][-1]] == drawn
