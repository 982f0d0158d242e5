"""FF A freeform pack: named starts with places and pieces, or none at all."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Scenario
from domain.packs import Pack, Sheet, read_sheet
from domain.ruling import BadInput

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
    """Every piece belongs to a side of its scenario, and stands on a place that is there."""
    for row in rows(pack).values():
        places = {place.name for place in row.places}
        for piece in row.pieces:
            where = f"{pack.name}/{FILE}, scenario {row.key}, piece {piece.piece}"
            if piece.side not in row.sides:
                raise BadInput(f"{where}: there is no side {piece.side!r}; the sides are {', '.join(row.sides)}")
            if places and piece.at and piece.at not in places:
                raise BadInput(f"{where}: there is no place {piece.at!r}")


def scenarios(pack: Pack) -> Mapping[str, Scenario]:
    return {key: Scenario(key, row.title, row.sides, row.text) for key, row in rows(pack).items()}
