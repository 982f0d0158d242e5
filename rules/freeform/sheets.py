"""FF A freeform pack: named starts with places and pieces, or none at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from domain.kernel.errors import BadInput
from domain.kernel.naming import check_name
from domain.kernel.packs import Pack, Sheet, read_sheet, refuse, twice, under
from domain.kernel.system import Scenario
from rules.freeform.gridmap import GridRow, grid_spots

FILE = "scenarios.toml"
COLOURS = dict.fromkeys(("blue", "union", "us", "federal"), "blue")  # by custom: sides may be named when a game is made
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class PlaceRow(Sheet, frozen=True, kw_only=True):
    name: str
    x: int | None = None
    y: int | None = None
    terrain: str = ""


class PieceRow(Sheet, frozen=True, kw_only=True):
    piece: str
    side: str
    name: str = ""
    kind: str = ""
    at: str = ""
    strength: int | None = None
    marks: dict[str, str] = {}


class ScenarioRow(Sheet, frozen=True, kw_only=True):
    key: str
    title: str
    sides: tuple[str, ...]
    source: str
    text: str = ""
    places: tuple[PlaceRow, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    grid: GridRow | None = None
    colours: dict[str, str] = {}  # of the sides, such as "#3355aa"
    pieces: tuple[PieceRow, ...] = ()


class ScenarioSheet(Sheet, frozen=True, kw_only=True):
    source: str
    scenarios: tuple[ScenarioRow, ...]


def rows(pack: Pack) -> Mapping[str, ScenarioRow]:
    return {row.key: row for row in read_sheet(pack, FILE, ScenarioSheet).scenarios}


def check_pack(pack: Pack) -> None:
    """Every name stands once; every piece belongs to a side and stands on a place that is there; roads join places."""
    refuse(pack, (FILE, _faults(read_sheet(pack, FILE, ScenarioSheet))))


def _faults(sheet: ScenarioSheet) -> Iterator[str]:
    yield from _not_once("the scenario", (row.key for row in sheet.scenarios))
    for row in sheet.scenarios:
        yield from under(f"scenarios, {row.key}", _row_faults(row))


def _row_faults(row: ScenarioRow) -> Iterator[str]:
    places = {place.name for place in row.places} | set(grid_spots(row.grid) if row.grid else ())
    wrong = (colour for colour in row.colours.values() if not _COLOUR.fullmatch(colour))
    yield from (f"the colour {colour!r} is not #rrggbb" for colour in wrong)
    yield from _not_once("the side", row.sides)
    yield from _name_faults(row.sides)
    yield from _not_once("the place", (place.name for place in row.places))
    yield from _not_once("the piece", (piece.piece for piece in row.pieces))
    for end in (end for link in row.links for end in link):
        if end not in places:
            yield f"a link leads to {end!r}, but there is no such place"
    for piece in row.pieces:
        if piece.side not in row.sides:
            yield f"piece {piece.piece}: there is no side {piece.side!r}; the sides are {', '.join(row.sides)}"
        if places and piece.at and piece.at not in places:
            yield f"piece {piece.piece}: there is no place {piece.at!r}"


def _name_faults(sides: Iterable[str]) -> Iterator[str]:
    for side in filter(None, sides):
        try:
            check_name("side", side)
        except BadInput as error:
            yield str(error)


def _not_once(what: str, names: Iterable[str]) -> Iterator[str]:
    listed = list(names)
    yield from (f"{what} {name!r} stands there twice" for name in twice(filter(None, listed)))
    yield from (f"{what} has no name" for name in listed if not name)


def scenarios(pack: Pack) -> Mapping[str, Scenario]:
    """Sides are free to be named where no piece belongs to one yet."""
    return {key: Scenario(key, row.title, row.sides, row.text, not row.pieces) for key, row in rows(pack).items()}
