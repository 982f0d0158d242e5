"""Convex pieces in whole numbers: what is left of them, what is taken off, and both together the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from domain.tabletop.angles import Point
from domain.tabletop.pieces import Plane, Spot, area2, cut, parted, piece_of, spots_of
from domain.tabletop.polygons import Polygon, hull

WHOLE = st.integers(-50, 50)
POINTS = st.lists(st.builds(Point, WHOLE, WHOLE), min_size=3, max_size=7, unique=True)
NUMBERS = st.one_of(WHOLE, st.fractions(-9, 9, max_denominator=7))
PLANES = st.lists(st.tuples(NUMBERS, NUMBERS, st.one_of(NUMBERS, st.integers(-2000, 2000))), max_size=5)


def ring(points: Sequence[Point]) -> Polygon:
    (ax, ay), (bx, by), *rest = points
    assume(any((bx - ax) * (y - ay) != (by - ay) * (x - ax) for x, y in rest))
    return hull(points)


def plainly(spots: Sequence[Spot], planes: Sequence[Plane]) -> Sequence[Spot]:
    """The same by the book, in fractions, one half-plane after the other."""
    for a, b, c in planes:
        values = [Fraction(a * x + b * y + c) for x, y in spots]

        def kept(values: list[Fraction] = values, spots: Sequence[Spot] = spots) -> Iterator[Spot]:
            for i, ((x, y), value) in enumerate(zip(spots, values, strict=True)):
                before, (px, py) = values[i - 1], spots[i - 1]
                if before * value < 0:
                    share = before / (before - value)
                    yield px + share * (x - px), py + share * (y - py)
                if value >= 0:
                    yield x, y

        spots = list(kept())
    return spots


@given(POINTS, PLANES)
def test_a_cut_leaves_the_same_corners_as_fractions_do(points: list[Point], planes: list[Plane]) -> None:
    shape = ring(points)
    assert list(spots_of(cut(piece_of(shape), planes))) == list(plainly(shape, planes))


@given(POINTS, PLANES)
def test_what_is_parted_off_and_what_is_left_are_the_whole(points: list[Point], planes: list[Plane]) -> None:
    piece = piece_of(ring(points))
    outside = list(parted(piece, planes))
    assert sum(map(area2, outside)) + area2(cut(piece, planes)) == area2(piece)
    assert all(area2(one) for one in outside)
    assert all(not area2(cut(one, planes)) for one in outside)


@given(POINTS, PLANES)
def test_corners_go_to_spots_and_back(points: list[Point], planes: list[Plane]) -> None:
    piece = cut(piece_of(ring(points)), planes)
    assert list(piece_of(spots_of(piece))) == list(piece)
    assert all(under > 0 for _, _, under in piece)


def test_of_nothing_nothing_is_left() -> None:
    assert area2(()) == 0
    assert not cut((), [(1, 0, 0)])
    assert list(parted((), [(1, 0, 0)])) == []
    assert list(parted(piece_of([(0, 0), (0, 2), (2, 0)]), [])) == []
