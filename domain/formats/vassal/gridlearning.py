"""A grid learnt from a file that names some of its own pixels: the only one that explains them all, or none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from domain.hexes.printed import HEX_NAME, Grid, centre_of, name_at
from domain.kernel.errors import BadInput

LEAST_PAIRS = 3
PROOF = 3  # pairs beyond those that a fit needs, before a file's grid is believed unasked
_MOST_PAIRS = 5_000
_FARTHEST = 100_000_000  # pixels from the corner of a map to its first hex; no map is that large
_NAME = re.compile(r"(?P<before>(?:.*[\s:])?)(?P<a>[A-Z]{1,8}|[0-9]{1,8})(?P<sep>[^\w\s]?)(?P<b>[A-Z]{1,8}|[0-9]{1,8})")
_REPEATED = re.compile(r"([A-Z])\1*")

Pixel = tuple[int, int]
_First = Literal["H", "V"]
_Type = Literal["A", "N"]


class _Style(NamedTuple):
    """How all the names are written."""

    before: str
    sep: str
    types: tuple[_Type, _Type]
    leading: tuple[int, int]


class _Sight(NamedTuple):
    """One pair: the two printed numbers, and where they were seen."""

    a: int
    b: int
    x: int
    y: int


def learn_grid(pairs: Mapping[Pixel, str]) -> Grid | None:
    """The grid that gives each pixel its name; None if none does, or if more than one could."""
    read = _read(pairs)
    if read is None:
        return None
    style, sights = read
    fits = [grid for grid in _candidates(style, sights) if all(_explains(grid, at, pairs[at]) for at in pairs)]
    return fits[0] if len(fits) == 1 else None


def _explains(grid: Grid, at: Pixel, name: str) -> bool:
    """By name, and from about the middle of the hex: half a row off, wrong grids would give the right names too."""
    if name_at(grid, *at) != name:
        return False
    try:
        x, y = centre_of(grid, name)
    except BadInput:
        return False
    step_x, step_y = (grid.dy, grid.dx) if grid.sideways else (grid.dx, grid.dy)
    return abs(x - at[0]) <= 2 + step_x / 12 and abs(y - at[1]) <= 2 + step_y / 12


def proven_grid(pairs: Mapping[Pixel, str]) -> Grid | None:
    """A grid that several pairs confirm which it did not need."""
    return learn_grid(pairs) if LEAST_PAIRS + PROOF <= len(pairs) <= _MOST_PAIRS else None


def _read(pairs: Mapping[Pixel, str]) -> tuple[_Style, list[_Sight]] | None:
    if len(pairs) < LEAST_PAIRS:
        return None
    cut = [_cut(name) for name in pairs.values()]
    parts = [one for one in cut if one]
    if len(parts) < len(cut) or len({(before, sep, a.isalpha(), b.isalpha()) for before, a, sep, b in parts}) != 1:
        return None
    before, a, sep, b = parts[0]
    together = not sep and a.isdigit() and b.isdigit()
    if together and len({len(part) for one in parts for part in (one[1], one[3])}) != 1:
        return None  # numbers that run together can only be told apart by their length
    leading = _leading([one[1] for one in parts], together), _leading([one[3] for one in parts], together)
    style = _Style(before, sep, (_type(a), _type(b)), leading)
    sights = [_Sight(_value(one[1]), _value(one[3]), *at) for at, one in zip(pairs, parts, strict=True)]
    return style, sights


def _cut(name: str) -> tuple[str, str, str, str] | None:
    """What stands before, and the two numbers; four digits in a row are two and two."""
    found = _NAME.fullmatch(name) if len(name) <= 60 else None
    if not found:
        return None
    before, a, sep, b = found["before"], found["a"], found["sep"], found["b"]
    if not sep and a.isdigit() and b.isdigit():
        digits = a + b
        a, b = digits[: len(digits) // 2], digits[len(digits) // 2 :]
    both_letters = not sep and a.isalpha() and b.isalpha()
    if both_letters or any(part.isalpha() and not _REPEATED.fullmatch(part) for part in (a, b)):
        return None
    return before, a, sep, b


def _leading(numbers: Sequence[str], together: bool) -> int:
    """Zeros in front, as far as the names show them."""
    shown = any(number[0] == "0" and len(number) > 1 for number in numbers)
    return min(map(len, numbers)) - 1 if shown or together else 0


def _type(part: str) -> _Type:
    return "A" if part.isalpha() else "N"


def _value(part: str) -> int:
    return (len(part) - 1) * 26 + ord(part[0]) - ord("A") if part.isalpha() else int(part)


def _candidates(style: _Style, sights: Sequence[_Sight]) -> Iterator[Grid]:
    """Either number may count along either axis, odd or even columns may lie lower, or none as on squares."""
    firsts: tuple[_First, ...] = ("H", "V")
    for first in firsts:
        h, v = ([s.a for s in sights], [s.b for s in sights])[:: 1 if first == "H" else -1]
        for sideways in (False, True):
            along, across = ([s.x for s in sights], [s.y for s in sights])[:: -1 if sideways else 1]
            for lower in (0, 1, None):
                if lower is not None or not sideways:
                    grid = _fitted(style, first, sideways, lower, (h, v, along, across))
                    if grid:
                        yield grid


def _fitted(
    style: _Style, first: _First, sideways: bool, lower: int | None, seen: tuple[list[int], ...]
) -> Grid | None:
    """Straight lines through the pairs, half a row taken off where a column lies lower."""
    h, v, along, across = seen
    columns = _line(h, along)
    rows = _line([2 * row + (column % 2 == lower) for row, column in zip(v, h, strict=True)], across)
    if columns is None or rows is None:
        return None
    (dx, x0), (half, y0) = columns, rows
    if half < 0 and lower is not None:  # rows that count upwards: half a number more is half a hex higher
        lower, y0 = 1 - lower, y0 + half
    return _grid(style, first, sideways, lower, (dx, x0, 2 * half, y0))


def _grid(style: _Style, first: _First, sideways: bool, lower: int | None, line: tuple[float, ...]) -> Grid | None:
    """Numbers that fall where pixels rise count downwards from 0, on a board of no size."""
    dx, x0, dy, y0 = line
    if min(abs(dx), abs(dy)) < 4 or max(abs(dx), abs(dy)) > 10_000 or max(abs(x0), abs(y0)) > _FARTHEST:
        return None
    shift = 1 if lower == 0 else 0  # the columns that lie lower have to be the odd ones
    h, v = (0, 1) if first == "H" else (1, 0)
    down = (dy < 0, dx < 0) if sideways else (dx < 0, dy < 0)
    return Grid(
        dx=abs(dx), dy=abs(dy), x0=x0 + shift * dx, y0=y0, kind="square" if lower is None else "hex",
        sideways=sideways, first=first, sep=style.sep, h_type=style.types[h], v_type=style.types[v],
        h_leading=style.leading[h], v_leading=style.leading[v], h_off=shift, h_descend=down[0], v_descend=down[1],
        location_format=style.before + HEX_NAME,
    )  # fmt: skip


def _line(xs: Iterable[int], ys: Iterable[int]) -> tuple[float, float] | None:
    """The straight line y = slope x + start with the least squares; None if the points do not fix one."""
    pairs = list(zip(xs, ys, strict=True))
    mean_x = sum(x for x, _ in pairs) / len(pairs)
    mean_y = sum(y for _, y in pairs) / len(pairs)
    spread = sum((x - mean_x) ** 2 for x, _ in pairs)
    if not spread:
        return None
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / spread
    return slope, mean_y - slope * mean_x
