"""FF A printed grid as the map of a freeform game: every hex with its name, where the hexes of any board lie."""

from __future__ import annotations

from functools import lru_cache

from domain.hexes.grid import Orientation
from domain.hexes.printed import Grid, cell_name
from domain.kernel.board import Spot
from domain.kernel.packs import Sheet

MOST_CELLS = 10_000


class GridRow(Sheet, frozen=True, kw_only=True):
    """The grid as it is printed, and the first and last of its columns and rows, counted from its origin."""

    printed: Grid
    columns: tuple[int, int]
    rows: tuple[int, int]

    def __post_init__(self) -> None:
        across, down = self.columns[1] - self.columns[0] + 1, self.rows[1] - self.rows[0] + 1
        if not (across > 0 < down and across * down <= MOST_CELLS):
            raise ValueError(f"columns and rows are the first and the last, up to {MOST_CELLS:,} hexes in all")
        if self.printed.kind != "hex":
            raise ValueError("only hexes are drawn as a grid; name squares as places")


def cells_of(grid: GridRow) -> Orientation:
    return "pointy" if grid.printed.sideways else "flat"


def plane(column: int, row: int, is_sideways: bool) -> tuple[int, int]:
    """Where a cell lies among the hexes of a board: odd columns half a hex lower."""
    along, across = 3 * column, 2 * row + column % 2
    return (across, along) if is_sideways else (along, across)


@lru_cache(maxsize=8)
def grid_spots(grid: GridRow) -> dict[str, Spot]:
    found: dict[str, Spot] = {}
    for column in range(grid.columns[0], grid.columns[1] + 1):
        for row in range(grid.rows[0], grid.rows[1] + 1):
            name = cell_name(grid.printed, column, row)
            x, y = plane(column, row, grid.printed.sideways)
            found.setdefault(name, Spot(name=name, x=x, y=y))
    return found
