"""Hex and square grids printed on a map: from a pixel to the name of its hex, and back."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Literal

from domain.kernel.errors import BadInput
from domain.kernel.packs import Sheet

HEX_NAME = "$gridLocation$"
_ROW, _COLUMN = "$row$", "$column$"
_MAX_LENGTH = 40  # of a name that could be one of a grid's
_MOST_ZEROS = 10


class Grid(Sheet, frozen=True, kw_only=True):
    """As the module defines it; in TOML the table `[grid]`. Pixels are those of the map, its edge included."""

    dx: float  # from column to column
    dy: float  # from row to row: the height of a hex
    x0: float = 0  # the centre of the hex in column 0, row 0
    y0: float = 0
    kind: Literal["hex", "square"] = "hex"
    map: str = ""  # whose pieces it is for; empty: the map with the most pieces
    sideways: bool = False
    first: Literal["H", "V"] = "H"
    sep: str = ""
    h_type: Literal["N", "A"] = "N"  # numbers or letters
    v_type: Literal["N", "A"] = "N"
    h_leading: int = 0  # zeros
    v_leading: int = 0
    h_off: int = 0
    v_off: int = 0
    h_descend: bool = False
    v_descend: bool = False
    stagger: bool = False
    oblique: bool = False  # rows run aslant, as the odd numbering of some games has them
    width: int = 0  # of the board; only what counts downwards needs it
    height: int = 0
    location_format: str = HEX_NAME  # also with $row$ and $column$

    def __post_init__(self) -> None:
        if not (_is_step(self.dx) and _is_step(self.dy)):
            raise ValueError("dx and dy are the pixels from one hex to the next, more than 0")
        if not (_is_place(self.x0) and _is_place(self.y0)):
            raise ValueError("x0 and y0 are the pixel in the middle of a hex")
        if not (0 <= self.h_leading <= _MOST_ZEROS and 0 <= self.v_leading <= _MOST_ZEROS):
            raise ValueError(f"h_leading and v_leading are from 0 to {_MOST_ZEROS}")
        if not all(map(_is_place, (self.h_off, self.v_off, self.width, self.height))):
            raise ValueError("h_off, v_off, width and height are numbers of a board")
        if HEX_NAME not in self.location_format and not all(part in self.location_format for part in (_ROW, _COLUMN)):
            raise ValueError(f"location_format needs {HEX_NAME} in it, or {_ROW} and {_COLUMN}")


def name_at(grid: Grid, x: int, y: int) -> str:
    """The printed name of the hex that a pixel lies in."""
    column, row = _cell(grid, x, y)
    return _name(grid, column, row)


def cell_at(grid: Grid, x: int, y: int) -> tuple[int, int]:
    """Column and row of the cell that a pixel lies in, counted from the grid's own origin."""
    return _cell(grid, x, y)


def cell_name(grid: Grid, column: int, row: int) -> str:
    return _name(grid, column, row)


def snap_centre(grid: Grid, column: int, row: int) -> tuple[int, int]:
    """Where a counter comes to lie that is let go in a cell: whole numbers, cut off as the original cuts them."""
    lower = int(grid.dy / 2) if column % 2 and grid.kind == "hex" else 0
    x, y = int(grid.dx * column + grid.x0), int(grid.dy * row + lower + grid.y0)
    return (y, x) if grid.sideways else (x, y)


def centre_of(grid: Grid, name: str) -> tuple[int, int]:
    """The pixel in the middle of a hex, by its name."""
    before, _, after = grid.location_format.partition(HEX_NAME)
    core = name.removeprefix(before).removesuffix(after)
    for h, v in _readings(grid, core):
        column, row = _unnumbered(grid, h, v)
        x, y = _centre(grid, column, row)
        if name_at(grid, x, y) == name:
            return x, y
    raise BadInput(f"{name!r} is not a name that this grid gives to a hex")


def on_plane(grid: Grid, x: float, y: float) -> tuple[float, float]:
    """Where a pixel lies as the spots of a board of hexes are counted: three to a column, two to a row."""
    if grid.sideways:
        return 2 * (x - grid.y0) / grid.dy, 3 * (y - grid.x0) / grid.dx
    return 3 * (x - grid.x0) / grid.dx, 2 * (y - grid.y0) / grid.dy


def _cell(grid: Grid, x: float, y: float) -> tuple[int, int]:
    """Raw column and row, counted from the origin."""
    if grid.sideways:
        x, y = y, x
    column = _rounded((x - grid.x0) / grid.dx)
    if grid.kind == "square":
        return column, math.trunc((y - grid.y0) / grid.dy + 0.5)
    lower = grid.dy / 2 if column % 2 else 0  # odd columns lie half a hex lower
    return column, _rounded((y - grid.y0 - lower) / grid.dy)


def _centre(grid: Grid, column: int, row: int) -> tuple[int, int]:
    lower = grid.dy / 2 if column % 2 and grid.kind == "hex" else 0
    x, y = grid.x0 + column * grid.dx, grid.y0 + lower + row * grid.dy
    return (_rounded(y), _rounded(x)) if grid.sideways else (_rounded(x), _rounded(y))


def _name(grid: Grid, column: int, row: int) -> str:
    h, v = _numbered(grid, column, row)
    parts = (_written(h, grid.h_type, grid.h_leading), _written(v, grid.v_type, grid.v_leading))
    core = grid.sep.join(parts if grid.first == "H" else parts[::-1])
    said = grid.location_format.replace(HEX_NAME, core)
    return said.replace(_COLUMN, parts[0]).replace(_ROW, parts[1]) if "$" in said else said


def _numbered(grid: Grid, column: int, row: int) -> tuple[int, int]:
    """The printed numbers. Rows and columns of the board change places in what counts downwards: so the original."""
    most_rows, most_columns, column_down, row_down = _downwards(grid)
    h = most_columns - column if column_down else column
    v = most_rows - row if row_down else row
    return h + grid.h_off, v + _staggered(grid, column, h, row_down) + grid.v_off


def _staggered(grid: Grid, column: int, counted: int, row_down: bool) -> int:
    """What is added to the row, by its column as it lies and as it is counted."""
    if grid.kind == "square":
        return 0
    if grid.oblique:
        half = int(counted / 2)
        return half if grid.stagger else 1 - half
    return (-1 if row_down else 1) if grid.stagger and column % 2 else 0


def _unnumbered(grid: Grid, h: int, v: int) -> tuple[int, int]:
    most_rows, most_columns, column_down, row_down = _downwards(grid)
    h, v = h - grid.h_off, v - grid.v_off
    column = most_columns - h if column_down else h
    v -= _staggered(grid, column, h, row_down)
    return column, most_rows - v if row_down else v


def _downwards(grid: Grid) -> tuple[int, int, bool, bool]:
    """What rows and columns are counted down from, and whether columns and rows are."""
    if grid.kind == "square":
        by_height, by_width = int(grid.height / grid.dy + 0.5), int(grid.width / grid.dx + 0.5)
        return by_height, by_width, grid.h_descend, grid.v_descend
    by_height, by_width = _rounded(grid.height / grid.dx), _rounded(grid.width / grid.dy)
    if grid.sideways:
        return by_width, by_height, grid.v_descend, grid.h_descend
    return by_height, by_width, grid.h_descend, grid.v_descend


def _readings(grid: Grid, core: str) -> Iterator[tuple[int, int]]:
    """Every way to cut a name into its two numbers; without a separator there may be several."""
    if not 2 <= len(core) <= _MAX_LENGTH:
        return
    for cut in range(1, len(core)):
        if not core.startswith(grid.sep, cut):
            continue
        parts = core[:cut], core[cut + len(grid.sep) :]
        h, v = parts if grid.first == "H" else parts[::-1]
        read = _number(h, grid.h_type), _number(v, grid.v_type)
        if read[0] is not None and read[1] is not None:
            yield read[0], read[1]


def _written(number: int, kind: str, leading: int) -> str:
    sign, number = ("-", -number) if number < 0 else ("", number)
    if kind == "A" and number < 26 * _MAX_LENGTH:  # far off every board a name would have millions of letters
        return sign + chr(ord("A") + number % 26) * (number // 26 + 1)
    return sign + str(number).zfill(leading + 1)


_LETTERS = re.compile(r"(-?)(([A-Z])\3*)")


def _number(text: str, kind: str) -> int | None:
    if kind == "N":
        return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else None
    found = _LETTERS.fullmatch(text)
    if not found:
        return None
    number = (len(found[2]) - 1) * 26 + ord(found[3]) - ord("A")
    return -number if found[1] else number


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)


def _is_step(value: float) -> bool:
    return math.isfinite(value) and 0.01 <= value <= 1e6


def _is_place(value: float) -> bool:
    return abs(value) <= 1e9
