"""Boards laid out on their map, and what the original calls each point of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from domain.formats.vassal.commands import MapBoard
from domain.formats.vassal.listcodec import decode_list
from domain.formats.vmod.model import (
    AnyGrid,
    CellGrid,
    Corner,
    MapZone,
    ModuleBoard,
    ModuleMap,
    PileSpot,
    RegionGrid,
    ZonedGrid,
)
from domain.hexes.printed import HEX_NAME, Grid, cell_at, cell_name, snap_centre
from domain.kernel.errors import BadInput
from domain.words.scan import whole

MOST_WORK = 200_000_000  # corners and regions looked at for one map
MOST_ROWS = 200  # of boards; more are no layout
_NAME = "$name$"
Kind = Literal["deck", "cell", "region", "zone", "off"]


class PointNamed(NamedTuple):
    """What a point is called. A cell or region is one place with a middle; a zone is only where the point lies."""

    name: str
    kind: Kind
    zone: str = ""
    middle: Corner | None = None  # on the map
    cell: tuple[int, int] | None = None  # column and row
    grid: Grid | None = None
    board: int = -1  # which of the boards that are laid out


OFF_BOARD = PointNamed("", "off")


class Arranged(NamedTuple):
    """A board in its place."""

    board: ModuleBoard
    left: int
    top: int
    is_reversed: bool = False
    cost: int = 1  # of naming a point of it

    def local(self, x: int, y: int) -> Corner:
        x, y = x - self.left, y - self.top
        return (self.board.width - x, self.board.height - y) if self.is_reversed else (x, y)

    def on_map(self, x: int, y: int) -> Corner:
        x, y = (self.board.width - x, self.board.height - y) if self.is_reversed else (x, y)
        return x + self.left, y + self.top


class MapLayout:
    """A map with the boards that a game uses: those it names, else those of the module's set-up."""

    def __init__(self, map: ModuleMap, chosen: Sequence[MapBoard] = ()) -> None:
        self.map = map
        self._work = 0
        self.laid = list(_laid(map, chosen or _set_up(map)))
        self._decks = {self._pile_at(pile): pile.name for pile in reversed(map.piles) if pile.is_deck}

    def at(self, x: int, y: int) -> PointNamed:
        """As the original names a point: a deck there, else the grid of its board, else nothing."""
        if (x, y) in self._decks:
            return PointNamed(self._decks[x, y], "deck", middle=(x, y))
        for number, laid in enumerate(self.laid):
            if laid.left <= x < laid.left + laid.board.width and laid.top <= y < laid.top + laid.board.height:
                self._tire(laid.cost)
                found = _named(laid.board.grid, *laid.local(x, y))
                middle = laid.on_map(*found.middle) if found.middle is not None else None
                return found._replace(middle=middle, board=number)
        return OFF_BOARD

    def _tire(self, cost: int) -> None:
        """Each look costs the zones and points that may have to be gone through."""
        self._work += cost
        if self._work > MOST_WORK:
            raise BadInput(f"the map {self.map.id!r} has too many zones and regions to name so many points of it")

    def _pile_at(self, pile: PileSpot) -> Corner:
        laid = next((one for one in self.laid if one.board.name == pile.board), None) if pile.board else None
        left, top = (laid.left, laid.top) if laid else self.map.edge
        return left + pile.x, top + pile.y


def _set_up(map: ModuleMap) -> list[MapBoard]:
    """The module's own choice of boards; the only one, if there is but one."""
    fields = decode_list(map.setup, "\t")[1:] if map.setup else []
    found = []
    for name, column, row in zip(fields[::3], fields[1::3], fields[2::3], strict=False):
        parts, at = decode_list(name, "/"), (whole(column), whole(row))
        if at[0] is not None and at[1] is not None:
            found.append(MapBoard(parts[0], at[0], at[1], parts[1:] == ["rev"]))
    return found or ([MapBoard(map.boards[0].name, 0, 0)] if len(map.boards) == 1 else [])


def _laid(map: ModuleMap, chosen: Sequence[MapBoard]) -> Iterator[Arranged]:
    """Widths of the boards to the left in the same row, heights of those above in the same column."""
    known = {board.name: board for board in reversed(map.boards)}  # the first of a name counts
    cells: dict[tuple[int, int], tuple[ModuleBoard, bool]] = {}
    for one in chosen:
        if one.name in known and 0 <= one.column < MOST_ROWS and 0 <= one.row < MOST_ROWS:
            cells[one.column, one.row] = known[one.name], one.reversed
    for (column, row), (board, is_reversed) in cells.items():
        left = sum(cells[i, row][0].width for i in range(column) if (i, row) in cells)
        top = sum(cells[column, j][0].height for j in range(row) if (column, j) in cells)
        yield Arranged(board, map.edge[0] + left, map.edge[1] + top, is_reversed, _cost(board.grid))


# Names, in the points of a board


def _named(grid: AnyGrid | None, x: int, y: int) -> PointNamed:
    match grid:
        case ZonedGrid(zones=zones, background=background):
            zone = next((zone for zone in zones if contains(zone.path, x, y)), None)
            return _in_zone(zone, background, x, y) if zone is not None else _named(background, x, y)
        case CellGrid(grid=cells, is_numbered=is_numbered):
            column, row = cell_at(cells, x, y)
            if not is_numbered:
                return OFF_BOARD
            middle = snap_centre(cells, column, row)
            return PointNamed(cell_name(cells, column, row), "cell", "", middle, (column, row), cells)
        case RegionGrid(regions=regions) if regions:
            near = min(reversed(regions), key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2)
            return PointNamed(near.name, "region", middle=(near.x, near.y))
    return OFF_BOARD


def _in_zone(zone: MapZone, background: CellGrid | RegionGrid | None, x: int, y: int) -> PointNamed:
    """A zone with a grid names its cells if its format asks for them; else its own name is all there is."""
    within = _named(background if zone.uses_parent else zone.grid, x, y)
    name = zone.location_format.replace(_NAME, zone.name).replace(HEX_NAME, within.name).strip()
    if HEX_NAME in zone.location_format and within.name:
        return within._replace(name=name, zone=zone.name)
    return PointNamed(name or zone.name, "zone", zone=zone.name)


def contains(path: Sequence[Corner], x: int, y: int) -> bool:
    """The even-odd rule as Java's polygons have it: left and top edges are inside, right and bottom ones are not."""
    if len(path) < 3:
        return False
    xs, ys = [corner[0] for corner in path], [corner[1] for corner in path]
    if not (min(xs) <= x < max(xs) and min(ys) <= y < max(ys)):
        return False
    is_inside = False
    px, py = path[-1]
    for cx, cy in path:
        is_inside ^= _crosses((px, py), (cx, cy), x, y)
        px, py = cx, cy
    return is_inside


def _crosses(p: Corner, c: Corner, x: int, y: int) -> bool:
    """Whether the way to the right from the point crosses an edge."""
    if c[1] == p[1] or x >= max(p[0], c[0]) or not min(p[1], c[1]) <= y < max(p[1], c[1]):
        return False
    if x < min(p[0], c[0]):
        return True
    ux, uy = p if p[1] < c[1] else c
    return x - ux < (y - uy) / (p[1] - c[1]) * (p[0] - c[0])


def _cost(grid: AnyGrid | None) -> int:
    match grid:
        case ZonedGrid(zones=zones, background=background):
            return sum(4 + len(zone.path) for zone in zones) + _cost(background)
        case RegionGrid(regions=regions):
            return len(regions)
    return 1


def layouts_of(maps: Sequence[ModuleMap], chosen: Mapping[str, Sequence[MapBoard]]) -> dict[str, MapLayout]:
    """Every map with the boards that the game chose for it."""
    return {map.id: MapLayout(map, chosen.get(map.id, ())) for map in maps}
