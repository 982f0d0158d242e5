"""Hexes as whole numbers: coordinates, directions, arcs and printed ids."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Literal, NamedTuple, Self

import msgspec

Orientation = Literal["pointy", "flat"]
Compass = Literal["N", "E", "S", "W"]


class Hex(NamedTuple):
    """A hex in axial coordinates; the six directions count clockwise from 0."""

    q: int
    r: int

    def __add__(self, other: "Hex") -> "Hex":  # type: ignore[override]
        return _hex((self[0] + other[0], self[1] + other[1]))

    def __sub__(self, other: "Hex") -> "Hex":
        return _hex((self[0] - other[0], self[1] - other[1]))

    def __mul__(self, times: int) -> "Hex":  # type: ignore[override]
        return _hex((self[0] * times, self[1] * times))

    # A tuple would otherwise answer 2 * hex by repeating itself.
    def __rmul__(self, times: int) -> "Hex":  # type: ignore[override]
        return self * times

    def __neg__(self) -> "Hex":
        return Hex(-self[0], -self[1])

    def rotated(self, turns: int) -> "Hex":
        """The hex after so many sixths of a turn clockwise about (0, 0)."""
        q, r = self
        for _ in range(turns % 6):
            q, r = -r, q + r
        return Hex(q, r)

    def neighbour(self, direction: int, steps: int = 1) -> "Hex":
        dq, dr = DIRECTIONS[direction % 6]
        return _hex((self[0] + steps * dq, self[1] + steps * dr))


_hex = partial(tuple.__new__, Hex)  # as Hex(…), without the step in between: there are many
DIRECTIONS = (Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1))


def distance(a: Hex, b: Hex) -> int:
    """Steps from one hex to the other."""
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) >> 1


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Hexes at exactly this distance, clockwise from direction 0."""
    if radius == 0:
        return (centre,)
    return tuple(at for direction in range(6) for at in _edge(centre, direction, radius))


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Hexes within this distance, nearest first."""
    return tuple(at for distant in range(radius + 1) for at in ring(centre, distant))


@lru_cache(maxsize=64)
def steps_around(radius: int) -> tuple[Hex, ...]:
    """The way from any hex to each other one within this distance, nearest first."""
    return disc(Hex(0, 0), radius)[1:]


def _edge(centre: Hex, direction: int, radius: int) -> Iterator[Hex]:
    """One sixth of a ring, from the row of this direction up to the next one."""
    corner = centre.neighbour(direction, radius)
    return (corner.neighbour(direction + 2, step) for step in range(radius))


def _signs(at: Hex) -> tuple[int, int, int]:
    q, r = at
    s = q + r
    return (q > 0) - (q < 0), (r > 0) - (r < 0), (s > 0) - (s < 0)


# One of the twelve hexes at distance 2 has the signs of any other hex, and stands at its bearing.
_BEARINGS = {_signs(at): twelfth for twelfth, at in enumerate(ring(Hex(0, 0), 2))}


def bearing(a: Hex, b: Hex) -> int | None:
    """Twelfths of the circle: 2d straight along direction d, 2d + 1 between d and d + 1; None to itself."""
    return _BEARINGS.get(_signs(b - a))


def right_half(left_half: Hex, first: int) -> Hex:
    """The other hex of a two-hex unit with front directions `first` and the next."""
    return left_half.neighbour(first + 2)


def arc(at: Hex, first: int, count: int, reach: int) -> tuple[Hex, ...]:
    """Hexes from one row round to another: 1 direction is a row, 2 a 60° cone, 4 a half plane; nearest first."""
    last = first + count - 1
    hexes: list[Hex] = []
    for distant in range(1, reach + 1):
        for direction in range(first, last):
            hexes += _edge(at, direction, distant)
        hexes.append(at.neighbour(last, distant))
    return tuple(hexes)


class Hexside(NamedTuple):
    """Two adjacent hexes in either order; build it with `of`, which puts the lesser first."""

    low: Hex
    high: Hex

    @classmethod
    def of(cls, a: Hex, b: Hex) -> Self:
        if distance(a, b) != 1:
            raise ValueError(f"{a} and {b} share no hexside")
        return cls(a, b) if a < b else cls(b, a)

    def other(self, one: Hex) -> Hex:
        """The hex across."""
        return self.high if one == self.low else self.low


# Direction to the next place of a line, and to the next line on the side of the lower places.
_AXES: dict[tuple[Compass, Compass], tuple[int, int]] = {
    ("S", "E"): (1, 3), ("S", "W"): (4, 2), ("N", "E"): (1, 5), ("N", "W"): (4, 0),
    ("E", "N"): (0, 2), ("E", "S"): (3, 1), ("W", "N"): (0, 4), ("W", "S"): (3, 5),
}  # fmt: skip


class Numbering(msgspec.Struct, frozen=True, kw_only=True):
    """How a map prints hex ids: lines of hexes (rows if they grow N or S, else columns) and places along them."""

    lines: tuple[int, int]  # first and last
    places: tuple[int, int]
    lines_grow: Compass
    places_grow: Compass
    shifted: Literal["odd", "even"] = "odd"  # these lines lie half a hex
    shift: Literal["higher", "lower"] = "higher"  # towards these places
    line_first: bool = True
    digits: int = 2

    def __post_init__(self) -> None:
        if (self.lines_grow, self.places_grow) not in _AXES:
            raise ValueError(f"lines growing {self.lines_grow} cannot have places growing {self.places_grow}")
        for first, last in (self.lines, self.places):
            if not 0 <= first <= last < 10**self.digits:
                raise ValueError(f"numbers from {first} to {last} do not fit {self.digits} digits")

    @property
    def orientation(self) -> Orientation:
        return "pointy" if self.lines_grow in ("N", "S") else "flat"

    def at(self, line: int, place: int) -> Hex:
        """The hex of these two numbers, on the map or not."""
        along, across = self._axes()
        return along * (place + self._lean(line)) + across * line

    def numbers(self, at: Hex) -> tuple[int, int]:
        """Line and place of a hex, on the map or not."""
        along, across = self._axes()
        # The two axes span every hex exactly once, so the determinant is 1 or -1.
        turn = along.q * across.r - along.r * across.q
        line = turn * (along.q * at.r - along.r * at.q)
        return line, turn * (at.q * across.r - at.r * across.q) - self._lean(line)

    def parse(self, printed: str) -> Hex:
        """The hex of a printed id; ValueError if malformed or off the map."""
        width = self.digits
        if len(printed) != 2 * width or not (printed.isascii() and printed.isdigit()):
            raise ValueError(f"{printed!r} is not a hex id: this map prints {2 * width} digits, {self._extent()}")
        first, second = int(printed[:width]), int(printed[width:])
        line, place = (first, second) if self.line_first else (second, first)
        if not self._holds(line, place):
            raise ValueError(f"hex {printed} is off the map, which prints {self._extent()}")
        return self.at(line, place)

    def format(self, at: Hex) -> str:
        """The printed id of a hex; ValueError if it is off the map."""
        line, place = self.numbers(at)
        if not self._holds(line, place):
            raise ValueError(f"{at} is off the map, which prints {self._extent()}")
        return self._print(line, place)

    def __contains__(self, at: Hex) -> bool:
        return self._holds(*self.numbers(at))

    def __iter__(self) -> Iterator[Hex]:
        (first, last), (low, high) = self.lines, self.places
        return (self.at(line, place) for line in range(first, last + 1) for place in range(low, high + 1))

    def by_id(self) -> dict[str, Hex]:
        """Every hex of the map by its printed id, line by line."""
        (first, last), (low, high) = self.lines, self.places
        (dq, dr), found = self._axes()[0], dict[str, Hex]()
        texts = [f"{number:0{self.digits}}" for number in range(max(last, high) + 1)]
        for line in range(first, last + 1):
            q, r = self.at(line, low)
            for step, place in enumerate(texts[low : high + 1]):
                printed = texts[line] + place if self.line_first else place + texts[line]
                found[printed] = _hex((q + step * dq, r + step * dr))
        return found

    def _axes(self) -> tuple[Hex, Hex]:
        along, across = _AXES[self.lines_grow, self.places_grow]
        return DIRECTIONS[along], DIRECTIONS[across]

    def _lean(self, line: int) -> int:
        """How far the axis across has drifted towards the lower places by this line."""
        return (line + ((self.shifted == "odd") == (self.shift == "higher"))) // 2

    def _holds(self, line: int, place: int) -> bool:
        return self.lines[0] <= line <= self.lines[1] and self.places[0] <= place <= self.places[1]

    def _print(self, line: int, place: int) -> str:
        first, second = (line, place) if self.line_first else (place, line)
        return f"{first:0{self.digits}}{second:0{self.digits}}"

    def _extent(self) -> str:
        return f"{self._print(self.lines[0], self.places[0])} to {self._print(self.lines[1], self.places[1])}"
