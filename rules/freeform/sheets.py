"""FF A freeform pack: named starts with places and pieces, or none at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.kernel.errors import BadInput
from domain.kernel.naming import check_name
from domain.kernel.packs import Pack, Sheet, read_sheet
from domain.kernel.system import Scenario

FILE = "scenarios.toml"


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
    pieces: tuple[PieceRow, ...] = ()


class ScenarioSheet(Sheet, frozen=True, kw_only=True):
    source: str
    scenarios: tuple[ScenarioRow, ...]


def rows(pack: Pack) -> Mapping[str, ScenarioRow]:
    return {row.key: row for row in read_sheet(pack, FILE, ScenarioSheet).scenarios}


def check_pack(pack: Pack) -> None:
    """Every name stands once; every piece belongs to a side and stands on a place that is there; roads join places."""
    sheet = read_sheet(pack, FILE, ScenarioSheet)
    where = f"{pack.name}/{FILE}"
    _check_once(f"{where}: the scenario", (row.key for row in sheet.scenarios))
    for row in sheet.scenarios:
        _check_row(f"{where}, scenario {row.key}", row)


def _check_row(where: str, row: ScenarioRow) -> None:
    places = {place.name for place in row.places}
    _check_once(f"{where}: the side", row.sides)
    for side in row.sides:
        check_name("side", side)
    _check_once(f"{where}: the place", (place.name for place in row.places))
    _check_once(f"{where}: the piece", (piece.piece for piece in row.pieces))
    for end in (end for link in row.links for end in link):
        if end not in places:
            raise BadInput(f"{where}: a link leads to {end!r}, but there is no such place")
    for piece in row.pieces:
        if piece.side not in row.sides:
            sides = ", ".join(row.sides)
            raise BadInput(f"{where}, piece {piece.piece}: there is no side {piece.side!r}; the sides are {sides}")
        if places and piece.at and piece.at not in places:
            raise BadInput(f"{where}, piece {piece.piece}: there is no place {piece.at!r}")


def _check_once(what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen or not name:
            raise BadInput(f"{what} {name!r} stands there twice" if name else f"{what} has no name")
        seen.add(name)


def scenarios(pack: Pack) -> Mapping[str, Scenario]:
    """Sides are free to be named where no piece belongs to one yet."""
    return {key: Scenario(key, row.title, row.sides, row.text, not row.pieces) for key, row in rows(pack).items()}
