"""FF What a freeform game holds, and how it begins."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Any

import msgspec

from domain.kernel import core
from domain.kernel.board import Spot
from domain.kernel.core import Core, check_side
from domain.kernel.facts import Side, UnitId
from domain.kernel.system import Setup
from rules.freeform import sheets
from rules.freeform.gridmap import GridRow


class Piece(msgspec.Struct, kw_only=True):
    side: Side
    name: str
    kind: str
    at: str
    strength: int | None
    marks: dict[str, str]
    hidden: bool = False


class Deck(msgspec.Struct, kw_only=True):
    hidden: bool
    discards: list[str] = []
    hands: dict[Side, list[str]] = {}


class State(msgspec.Struct, kw_only=True):
    core: Core[Any]
    title: str
    places: dict[str, Spot] = {}
    links: list[tuple[str, str]] = []
    grid: GridRow | None = None
    colours: dict[Side, str] = {}
    pieces: dict[UnitId, Piece] = {}
    decks: dict[str, Deck] = {}


def initial(setup: Setup) -> State:
    row = sheets.rows(setup.pack)[setup.started.scenario]
    return State(
        core=core.start(setup.started),
        title=setup.started.title,
        places={p.name: Spot(name=p.name, x=p.x, y=p.y, terrain=p.terrain) for p in row.places},
        links=list(row.links),
        grid=row.grid,
        colours=dict(row.colours),
        pieces={
            p.piece: Piece(
                side=p.side, name=p.name or p.piece, kind=p.kind, at=p.at, strength=p.strength, marks=dict(p.marks)
            )
            for p in row.pieces
        },
    )


def check_owner(state: State, side: Side) -> None:
    """Whose something is, is a side of the game or nobody."""
    if side:
        check_side(state.core.sides, side)
