"""Grids, zones and regions of a board from its build file, with the defaults of the original."""

from __future__ import annotations

import math

import msgspec

from domain.formats.vmod.buildfile import ModulePart
from domain.formats.vmod.limits import MAX_POINTS
from domain.formats.vmod.model import AnyGrid, CellGrid, Corner, MapZone, RegionGrid, RegionPoint, ZonedGrid
from domain.formats.vmod.values import fraction, is_on, number
from domain.hexes.printed import HEX_NAME, Grid
from domain.words.scan import whole

GRIDS = ("HexGrid", "SquareGrid", "RegionGrid")
_NUMBERINGS = ("HexGridNumbering", "SquareGridNumbering", "ObliqueHexGridNumbering")
_LEAST_STEP = 1.0  # pixels from one cell to the next


def grid_of(holder: ModulePart, size: Corner) -> AnyGrid | None:
    """The grid of a board."""
    zoned = next(holder.of("ZonedGrid"), None)
    if zoned is None:
        return plain_grid(holder, size)
    zones = tuple(_zone(part) for part in zoned.of("Zone"))
    return ZonedGrid(zones=zones, background=plain_grid(zoned, size))


def plain_grid(holder: ModulePart, size: Corner) -> CellGrid | RegionGrid | None:
    part = next(holder.of(*GRIDS), None)
    if part is None:
        return None
    if part.kind == "RegionGrid":
        points = (
            RegionPoint(name=r.get("name"), x=number(r, "originx", 0), y=number(r, "originy", 0))
            for r in part.of("Region")
        )
        return RegionGrid(regions=tuple(points))
    return _cells(part, size)


def _zone(part: ModulePart) -> MapZone:
    path = _path(part.get("path"))
    return MapZone(
        name=part.get("name"),
        path=path,
        location_format=part.get("locationFormat", "$name$"),
        uses_parent=is_on(part, "useParentGrid"),
        grid=plain_grid(part, _extent(path)),
    )


def _path(text: str) -> tuple[Corner, ...]:
    """`x,y;x,y;…`; a corner that cannot be read makes it no polygon."""
    found: list[Corner] = []
    for pair in text.split(";")[: MAX_POINTS + 1]:
        x, _, y = pair.partition(",")
        corner = whole(x.strip()), whole(y.strip())
        if corner[0] is None or corner[1] is None:
            return ()
        found.append((corner[0], corner[1]))
    return tuple(found) if len(found) <= MAX_POINTS else ()


def _extent(path: tuple[Corner, ...]) -> Corner:
    if not path:
        return 0, 0
    xs, ys = zip(*path, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def _cells(part: ModulePart, size: Corner) -> CellGrid | None:
    """None for steps that are no steps; `dy` alone sets the width of a hex too."""
    is_hex = part.kind == "HexGrid"
    dy = fraction(part, "dy", 64.0 if is_hex else 48.0)
    usual = dy * math.sqrt(3) / 2 if is_hex and "dy" in part.attributes else 55.42562584220407 if is_hex else 48.0
    dx = fraction(part, "dx", usual)
    numbering = next(part.of(*_NUMBERINGS), None)
    if not (math.isfinite(dx) and math.isfinite(dy) and min(dx, dy) >= _LEAST_STEP):
        return None
    grid = Grid(
        dx=dx, dy=dy, x0=fraction(part, "x0", 0.0 if is_hex else 24.0),
        y0=fraction(part, "y0", 32.0 if is_hex else 24.0),
        kind="hex" if is_hex else "square", sideways=is_on(part, "sideways"), width=size[0], height=size[1],
    )  # fmt: skip
    if numbering is not None:
        grid = _numbered(grid, numbering)
    return CellGrid(grid=grid, is_numbered=numbering is not None, snaps=is_on(part, "snapTo", default=True))


def _numbered(grid: Grid, part: ModulePart) -> Grid:
    said = part.get("locationFormat", HEX_NAME)
    try:
        return msgspec.structs.replace(
            grid,
            first="V" if part.get("first") == "V" else "H",
            sep=part.get("sep"),
            h_type="A" if part.get("hType") == "A" else "N",
            v_type="A" if part.get("vType") == "A" else "N",
            h_leading=min(max(number(part, "hLeading", 1), 0), 10),
            v_leading=min(max(number(part, "vLeading", 1), 0), 10),
            h_off=number(part, "hOff", 1),
            v_off=number(part, "vOff", 1),
            h_descend=is_on(part, "hDescend"),
            v_descend=is_on(part, "vDescend"),
            stagger=is_on(part, "stagger", default=True) and grid.kind == "hex",
            oblique=part.kind == "ObliqueHexGridNumbering",
            location_format=said if HEX_NAME in said else HEX_NAME,
        )
    except ValueError:  # numbers beyond every board
        return grid
