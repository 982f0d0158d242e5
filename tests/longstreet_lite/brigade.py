"""Two brigades face to face on the ground of Brawner's Farm: sixteen units, all of one side with somebody to hit."""

from __future__ import annotations

from collections.abc import Iterator

from rules.longstreet_lite.sheets.rows import TerrainPiece, rows
from rules.longstreet_lite.state import State, Terrain, Unit
from tests.longstreet_lite.positions import HOUSE, position, terrain, unit

# Infantry from west to east: ranks, and where the front stands; 28 bases and 4 guns a side.
US = (((3, 2), "7:9.6", "4"), ((3, 2), "11:9.8", "0"), ((3, 2), "15:11", "356"), ((3, 2), "19:11.2", "0"),
      ((2, 2), "23:10.8", "8"), ((2, 2), "27:11", "350"))  # fmt: skip
CS = (((3, 2), "6.4:14.2", "184"), ((3, 2), "10.6:14", "180"), ((3, 2), "14.7:15", "176"), ((3, 2), "19.5:15.4", "182"),
      ((2, 2), "23.6:14.9", "188"), ((2, 2), "27.5:15.2", "172"))  # fmt: skip
GUNS = {"us": (("33.6:6", "340"), ("30.5:10", "345")), "cs": (("21.8:20", "180"), ("31:15", "195"))}


def ground() -> Iterator[Terrain]:
    pieces: tuple[TerrainPiece, ...] = rows(HOUSE)["brawner_farm"].terrain
    for piece in pieces:
        yield terrain(piece.kind, *piece.points, crest=piece.crest, name=piece.name, plateau=piece.plateau)


def armies() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for side, line in (("us", US), ("cs", CS)):
        for number, (ranks, at, heading) in enumerate(line, 1):
            units[f"{side}-{number}"] = unit(side, at, heading, ranks)
        for number, (at, heading) in enumerate(GUNS[side], 1):
            units[f"{side}-guns-{number}"] = unit(side, at, heading, (2,), kind="ART")
    return units


def fire_phase_state(**settings: str) -> State:
    """The Fire phase of one side; `settings` are readings."""
    return position(armies(), *ground(), readings=settings, hands={"cs": ("steady-boys",) * 6})
