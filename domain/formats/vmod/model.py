"""A module as data: what its build file says of maps, counters, dice and turns."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from domain.hexes.printed import Grid

Corner = tuple[int, int]


class CellGrid(msgspec.Struct, frozen=True, kw_only=True):
    """Hexes or squares; without numbering they have no names."""

    grid: Grid
    is_numbered: bool = True
    snaps: bool = True


class RegionPoint(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    x: int
    y: int


class RegionGrid(msgspec.Struct, frozen=True, kw_only=True):
    """Points with names: whatever lies nearest to one bears its name."""

    regions: tuple[RegionPoint, ...]


class MapZone(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a board with a name, and perhaps a grid of its own."""

    name: str
    path: tuple[Corner, ...]
    location_format: str = "$name$"
    uses_parent: bool = False
    grid: CellGrid | RegionGrid | None = None


class ZonedGrid(msgspec.Struct, frozen=True, kw_only=True):
    zones: tuple[MapZone, ...]
    background: CellGrid | RegionGrid | None = None


AnyGrid: TypeAlias = CellGrid | RegionGrid | ZonedGrid


class ModuleBoard(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    width: int
    height: int
    image: str = ""
    colour: str = ""
    reversible: bool = False
    grid: AnyGrid | None = None


class PileSpot(msgspec.Struct, frozen=True, kw_only=True):
    """A deck, or a stack that is there at the start."""

    name: str
    x: int
    y: int
    board: str = ""  # whose corner it is measured from; empty: that of the map
    at_location: str = ""  # a named place, where the grid is to say where that is
    is_deck: bool = False
    face_down: str = ""
    shuffle: str = ""
    draws_face_up: bool = False
    slots: tuple[int, ...] = ()  # of the pieces in it


class ModuleMap(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: str  # Map, PrivateMap, PlayerHand, WidgetMap
    edge: Corner = (0, 0)
    formats: dict[str, str] = {}  # of the reports of moves
    sides: tuple[str, ...] = ()  # whose it is
    is_visible: bool = True
    boards: tuple[ModuleBoard, ...] = ()
    setup: str = ""  # the boards that are laid out unless a game says otherwise
    piles: tuple[PileSpot, ...] = ()
    stacks: dict[str, str] = {}  # how stacks are drawn


class CounterSlot(msgspec.Struct, frozen=True, kw_only=True):
    """A counter or card as it lies in its tray or set-up."""

    name: str  # as its tray calls it
    gpid: str = ""
    is_card: bool = False
    width: int = 0
    height: int = 0
    tray: tuple[str, ...] = ()  # folders, outermost first
    piece: str = ""  # its definition, as in a log


class PrototypeSheet(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    piece: str


class DicePrinted(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    dice: int = 2
    sides: int = 6
    plus: int = 0  # per die
    add_to_total: int = 0
    reports_total: bool = False
    report_format: str = ""
    faces: tuple[tuple[str, ...], ...] = ()  # of symbolic dice: each die's faces by name


class TurnLevel(msgspec.Struct, frozen=True, kw_only=True):
    name: str = ""
    start: int = 1
    step: int = 1
    loops: bool = False
    loop_limit: int = -1
    entries: tuple[str, ...] = ()  # of a level that is a list
    levels: tuple[TurnLevel, ...] = ()


class TurnTrackPrinted(msgspec.Struct, frozen=True, kw_only=True):
    id: str  # as a log names it
    name: str = ""
    levels: tuple[TurnLevel, ...] = ()


class PropertyPrinted(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    value: str = ""
    is_numeric: bool = False
    least: str = ""
    most: str = ""
    container: str = ""  # a map or zone; empty: the module


class DrawnImage(msgspec.Struct, frozen=True, kw_only=True):
    """A counter's picture that the program draws itself: enough for a plain counter."""

    name: str
    background: str = ""
    symbol: str = ""
    text: str = ""


class VassalModule(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    version: str = ""
    vassal: str = ""
    elements: int = 0
    roster: tuple[str, ...] = ()
    options: dict[str, str] = {}
    maps: tuple[ModuleMap, ...] = ()
    slots: tuple[CounterSlot, ...] = ()
    prototypes: tuple[PrototypeSheet, ...] = ()
    dice: tuple[DicePrinted, ...] = ()
    trackers: tuple[TurnTrackPrinted, ...] = ()
    properties: tuple[PropertyPrinted, ...] = ()
    swatches: dict[str, str] = {}  # the palette: names of colours
    drawn: tuple[DrawnImage, ...] = ()
    extensions: tuple[str, ...] = ()  # name and version of those read with it
    notes: tuple[str, ...] = ()  # what is not plain in it
