"""The plane under the hexes in whole numbers, and exact lines of sight across it."""

from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple

from domain.hexes.grid import DIRECTIONS, Hex, Hexside, Orientation, bearing


class PlanePoint(NamedTuple):
    """Whole-number plane, x to the east, y to the south; true shape needs the axis with the steps of 2 times √3."""

    x: int
    y: int


_CORNERS_AT: dict[Orientation, tuple[tuple[int, int], ...]] = {
    "pointy": ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)),
    "flat": ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
}


def centre(at: Hex, orientation: Orientation) -> PlanePoint:
    q, r = at
    return PlanePoint(2 * q + r, 3 * r) if orientation == "pointy" else PlanePoint(3 * (q + r), r - q)


def vertices(at: Hex, orientation: Orientation) -> tuple[PlanePoint, ...]:
    """The corners clockwise; corner i lies between directions i and i + 1."""
    x, y = centre(at, orientation)
    return tuple(PlanePoint(x + dx, y + dy) for dx, dy in _CORNERS_AT[orientation])


class Crossing(NamedTuple):
    """One hex the line crosses, or the two (lesser first) along whose common side it runs."""

    hexes: tuple[Hex, ...]
    entry: tuple[Hexside, ...]  # where the line comes in: none at its start, one side, or two that meet in a corner
    exit: tuple[Hexside, ...]  # where it goes out


# Hexes of a step, and the third hex at the corner by which the line came in from a single hex.
_Cell = tuple[tuple[Hex, ...], Hex | None]
_Sides = tuple[Hexside, ...]
_crossing, _hexside = partial(tuple.__new__, Crossing), partial(tuple.__new__, Hexside)  # there are many


def trace(a: Hex, b: Hex) -> tuple[Crossing, ...]:
    """The steps of the line from centre to centre, both ends held; trace(b, a) is its mirror image."""
    steps: list[Crossing] = []
    hexes: tuple[Hex, ...] = (a,)
    entry: _Sides = ()
    for following, touched in _cells(a, b):
        leaving, entering = _joint(hexes, following, touched)
        steps.append(_crossing((hexes, entry, leaving)))
        hexes, entry = following, entering
    steps.append(_crossing((hexes, entry, ())))
    return tuple(steps)


@cache
def between(way: Hex) -> tuple[Hex, ...]:
    """From its start, every hex a line of this course crosses, and both where it runs along a side; not its ends."""
    return tuple(hex for step in trace(Hex(0, 0), way)[1:-1] for hex in step.hexes)


@cache
def entered_from(way: Hex) -> tuple[Hex, ...]:
    """From its end, the hexes out of which a line of this course comes in: two at a corner."""
    end = Hex(0, 0)
    return tuple(side.other(end) for side in trace(-way, end)[-1].entry)


def sides_between(start: Hex, end: Hex) -> Iterator[Hexside]:
    """The hexsides a line crosses, meets at a corner or runs along, none of them a side of its end hexes."""
    for hexes, entry, leave in trace(start, end):
        along = (Hexside.of(*hexes),) if len(hexes) == 2 else ()
        for side in (*entry, *along, *leave):
            if start not in side and end not in side:
                yield side


def _cells(a: Hex, b: Hex) -> Iterator[_Cell]:
    """What the line meets after its first hex."""
    way = bearing(a, b)
    if way is None:
        return iter(())
    first, second = DIRECTIONS[way // 2], DIRECTIONS[(way // 2 + 1) % 6]
    q, r = b - a
    # b lies `i` steps along the first direction and `j` along the second.
    i, j = q * second.r - r * second.q, r * first.q - q * first.r
    if i == j:
        return _along_sides(a, i, first, second)
    return _through(a, b, (i, j), (first, second)) if i > j else _through(a, b, (j, i), (second, first))


def _along_sides(a: Hex, times: int, first: Hex, second: Hex) -> Iterator[_Cell]:
    """Halfway between two directions the line is now along a side, now through a hex."""
    for _ in range(times):
        one, other = a + first, a + second
        yield (one, other) if one < other else (other, one), None
        a = one + second
        yield (a,), None


def _through(a: Hex, b: Hex, counts: tuple[int, int], ways: tuple[Hex, Hex]) -> Iterator[_Cell]:
    """Hex by hex, the line leaning from the direction of the greater count to that of the lesser."""
    (i, j), (near, lean) = counts, ways
    away = near - lean
    # `offset` is how far the line passes from the centre, measured across it so that all corners are whole numbers;
    # the side towards `near` lies between the corners at j - i and i + 2j.
    offset = 0
    while a != b:
        touched = None
        if offset < j - i:
            a, offset = a + lean, offset + 3 * i
        elif offset > i + 2 * j:
            a, offset = a + away, offset - 3 * (i + j)
        else:
            if offset == j - i:
                touched = a + lean
            elif offset == i + 2 * j:
                touched = a + away
            a, offset = a + near, offset - 3 * j
        yield (a,), touched


def _joint(before: tuple[Hex, ...], after: tuple[Hex, ...], touched: Hex | None) -> tuple[_Sides, _Sides]:
    """The sides by which one step is left and the next is entered."""
    if touched is not None:
        through = _side(before[0], after[0])
        return _pair(through, _side(before[0], touched)), _pair(through, _side(after[0], touched))
    if len(before) == len(after):
        sides: _Sides = (_side(before[0], after[0]),)
    else:
        (one, other), (tip,) = (before, after) if len(before) == 2 else (after, before)
        sides = _pair(_side(tip, one), _side(tip, other))
    return sides, sides


def _side(a: Hex, b: Hex) -> Hexside:
    return _hexside((a, b) if a < b else (b, a))


def _pair(one: Hexside, other: Hexside) -> _Sides:
    return (one, other) if one < other else (other, one)
