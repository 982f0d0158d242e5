"""A module put to use for one game: its boards laid out as the log has them, tested against the log's own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from domain.formats.vassal.commands import MapBoard
from domain.formats.vassal.lore import CounterKnown, TurnKnown
from domain.formats.vassal.pieces import PieceType
from domain.formats.vassal.places import GridKnown, MapPixel, Names, PlaceKnown
from domain.formats.vmod.kinds import kind_of_counter
from domain.formats.vmod.layout import Arranged, MapLayout, PointNamed, layouts_of
from domain.formats.vmod.model import CellGrid, VassalModule, ZonedGrid
from domain.formats.vmod.sides import SideFinder
from domain.formats.vmod.slots import SlotFinder, front_image
from domain.formats.vmod.turns import turn_told, turns_told
from domain.hexes.printed import Grid, cell_at, on_plane
from domain.kernel.errors import BadInput
from domain.kernel.happenings import BoardImage

LEAST_CENTRED, LEAST_TESTED = 0.95, 20  # of positions on hexes that snap, and how many make a test
MOST_CELLS = 8_000  # that are drawn


class ReadModule:
    """A module as it was read; `anyway` takes one of another name too."""

    def __init__(self, module: VassalModule, anyway: bool = False) -> None:
        self.module, self.anyway = module, anyway
        self.slots = SlotFinder(module)
        self.sides = SideFinder(module.roster, self.slots.all())

    @property
    def called(self) -> str:
        return self.module.name

    def lore(self, module: str, version: str, boards: Mapping[str, Sequence[MapBoard]], names: Names) -> ModuleLore:
        ours = self.module
        if module and ours.name and module != ours.name and not self.anyway:
            raise BadInput(
                f"the game was played with {module!r}, and this module is {ours.name!r}; "
                "--any-module takes it all the same"
            )
        notes = [*ours.notes, *filter(None, (turns_told(ours),))]
        if version and ours.version and version != ours.version:
            notes.append(f"the game was played with version {version} of the module; this is {ours.version}")
        return ModuleLore(self, boards, names, notes)


class ModuleLore:
    def __init__(
        self, read: ReadModule, boards: Mapping[str, Sequence[MapBoard]], names: Names, notes: list[str]
    ) -> None:
        self.module, self.slots, self.finder, self.notes = read.module, read.slots, read.sides, notes
        self.layouts = layouts_of(self.module.maps, boards)
        self.found = Counter[bool]()
        self._dice = {dice.name: dice for dice in self.module.dice}
        self._trackers = {tracker.id: tracker for tracker in self.module.trackers}
        self._symbols = {drawn.name: drawn.symbol for drawn in self.module.drawn if drawn.symbol}
        self._check(names)

    @property
    def sides(self) -> Sequence[str]:
        return tuple(self.finder.sides)

    # Whether it fits

    def _check(self, names: Names) -> None:
        """What the log contradicts is not used: the log always wins over the module."""
        unknown = sorted({point.map for point in names.points if point.map} - set(self.layouts))
        self.notes += [f"the module has no map {map!r}" for map in unknown[:20]]
        for id, layout in list(self.layouts.items()):
            wrong = self._misfit(id, layout, names)
            if wrong:
                self.notes.append(f"the grid of {id!r} is not used: {wrong}")
                del self.layouts[id]

    def _misfit(self, id: str, layout: MapLayout, names: Names) -> str:
        tested = [self._is_centred(layout, point) for point in names.points if point.map == id]
        centred = [one for one in tested if one is not None]
        if len(centred) >= LEAST_TESTED and sum(centred) < LEAST_CENTRED * len(centred):
            return f"of {len(centred)} positions on it {sum(centred)} are in the middle of a hex"
        said = {point: name for point, name in names.said.items() if point.map == id}
        wrong = [point for point, name in said.items() if layout.at(point.x, point.y).name not in (name, "")]
        if len(said) >= 3 and len(wrong) * 4 > len(said):
            return f"the log calls {len(wrong)} of {len(said)} places otherwise"
        return ""

    def _is_centred(self, layout: MapLayout, point: MapPixel) -> bool | None:
        """None where it says nothing: in a zone, off the boards, on a grid that does not snap."""
        at = layout.at(point.x, point.y)
        if at.kind != "cell" or at.zone or at.grid is None or at.grid.kind != "hex" or at.board < 0:
            return None
        grid = _cells_of(layout, at.board)
        if grid is None or not grid.snaps or at.middle is None:
            return None
        return abs(at.middle[0] - point.x) <= 1 and abs(at.middle[1] - point.y) <= 1

    # What it knows

    def place(self, point: MapPixel) -> PlaceKnown | None:
        layout = self.layouts.get(point.map)
        at = layout.at(point.x, point.y) if layout else None
        if at is None or not at.name:
            return None
        if at.kind == "zone" or at.middle is None:
            return PlaceKnown(at.name, is_place=False)
        return PlaceKnown(at.name, True, *at.middle, cell=self._drawn_cell(point.map, at))

    def _drawn_cell(self, map: str, at: PointNamed) -> tuple[int, int] | None:
        known = self.drawn(map)
        return at.cell if known is not None and at.grid == known.grid else None

    def drawn(self, map: str) -> GridKnown | None:
        """The hexes of the largest board of a map."""
        found = self._largest(map)
        if found is None:
            return None
        board, grid = found[0].board, found[1]
        corners = [cell_at(grid, x, y) for x in (0, board.width - 1) for y in (0, board.height - 1)]
        columns, rows = zip(*corners, strict=True)
        known = GridKnown(grid, (min(columns), max(columns)), (min(rows), max(rows)))
        return known if _size(known) <= MOST_CELLS else None

    def _largest(self, map: str) -> tuple[Arranged, Grid] | None:
        layout = self.layouts.get(map)
        grids = [(laid, _cells_of(layout, n)) for n, laid in enumerate(layout.laid)] if layout else []
        hexes = [
            (laid, cells.grid) for laid, cells in grids if cells and cells.is_numbered and cells.grid.kind == "hex"
        ]
        return max(hexes, key=lambda one: one[0].board.width * one[0].board.height, default=None)

    def boards(self, map: str) -> tuple[BoardImage, ...]:
        """The pictures of a map's boards, where they lie beside the one whose hexes are drawn."""
        layout = self.layouts.get(map)
        return tuple(_image(laid, self._largest(map) if self.drawn(map) else None) for laid in _pictured(layout))

    def counter(self, slot: str, type: PieceType, marks: Mapping[str, str]) -> CounterKnown:
        known = self.slots.find(slot, type)
        self.found[known is not None] += 1
        side = self.finder.side(known, marks)
        name = (known.name or " ".join(known.tray[-2:])) if known is not None and not type.name else ""
        image = front_image(type.layers) or (known.image if known is not None else "")
        return CounterKnown(side, kind_of_counter(known, self._symbols), name, image)

    def dice(self, name: str) -> tuple[int, int] | None:
        known = self._dice.get(name)
        return (known.dice, known.sides) if known is not None and not known.faces else None

    def faces(self, button: str, indices: Sequence[int]) -> str:
        known = self._dice.get(button)
        if known is None or not known.faces:
            return ""
        said = [
            faces[index] if 0 <= index < len(faces) else str(index + 1)
            for faces, index in zip(known.faces, indices, strict=False)
        ]
        return ", ".join(said)

    def turn(self, tracker: str, state: str) -> TurnKnown | None:
        known = self._trackers.get(tracker)
        return turn_told(known, state) if known is not None else None


def _pictured(layout: MapLayout | None) -> list[Arranged]:
    return [laid for laid in layout.laid if laid.board.image] if layout else []


def _image(laid: Arranged, drawn: tuple[Arranged, Grid] | None) -> BoardImage:
    """In pixels of the map, or as the cells of the board are counted that is drawn."""
    corners: list[tuple[float, float]] = [laid.on_map(0, 0), laid.on_map(laid.board.width, laid.board.height)]
    if drawn is not None:
        corners = [on_plane(drawn[1], *drawn[0].local(round(x), round(y))) for x, y in corners]
    (left, top), (right, bottom) = sorted(corners)
    turned = laid.is_reversed != (drawn is not None and drawn[0].is_reversed)
    return BoardImage(
        image=laid.board.image, left=left, top=top, width=right - left, height=bottom - top, turned=turned
    )


def _cells_of(layout: MapLayout, number: int) -> CellGrid | None:
    grid = layout.laid[number].board.grid
    inner = grid.background if isinstance(grid, ZonedGrid) else grid
    return inner if isinstance(inner, CellGrid) else None


def _size(known: GridKnown) -> int:
    return (known.columns[1] - known.columns[0] + 1) * (known.rows[1] - known.rows[0] + 1)
