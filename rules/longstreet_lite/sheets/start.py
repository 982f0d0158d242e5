"""LL.3 The state a scenario starts from: units that stand already, or armies that have yet to deploy."""

from __future__ import annotations

from domain.kernel import core
from domain.kernel.facts import Side
from domain.kernel.packs import Pack
from domain.kernel.system import Setup
from domain.tabletop import lengths
from domain.tabletop.polygons import polygon
from rules.longstreet_lite import phases
from rules.longstreet_lite.sheets.rows import SIDES, ScenarioRow, TerrainPiece, UnitRow, armies, card_sheet, rows
from rules.longstreet_lite.state import Battle, Cards, State, Terrain, Unit
from rules.longstreet_lite.tables import TERRAIN


def initial(setup: Setup) -> State:
    """LL.3 Placed scenarios wait for the word to begin, free ones for the armies to be agreed."""
    row = rows(setup.pack)[setup.started.scenario]
    state = State(
        core=core.start(setup.started),
        battle=battle_of(setup.pack, row),
        terrain={piece.name: terrain_of(piece) for piece in row.terrain},
        units={unit.id: unit_of(side, unit) for side, unit in armies(row)},
        cards={side: Cards() for side in SIDES},
        lost=dict.fromkeys(SIDES, 0),
        break_point=row.break_point or 0,
    )
    state.core.phase = phases.MUSTER if row.free else phases.READY
    return state


def battle_of(pack: Pack, row: ScenarioRow) -> Battle:
    sheet = card_sheet(pack)
    return Battle(
        title=row.title,
        year=row.year,
        width=lengths.length(row.table[0]),
        height=lengths.length(row.table[1]),
        gun_depth=lengths.length(row.gun_depth),
        limber_depth=lengths.length(row.limber_depth),
        cards={card.id: card for card in sheet.cards},
        hand_limit=sheet.hand_limit,
        first_turn=row.first_turn,
        free=row.free,
        void=sheet.void,
    )


def terrain_of(piece: TerrainPiece) -> Terrain:
    """LL.2.gen.1 An outline closes by itself."""
    points = lengths.points(piece.points)
    is_area = TERRAIN[piece.kind].shape == "area"
    return Terrain(
        name=piece.name,
        kind=piece.kind,
        points=polygon(points) if is_area else points,
        crest=lengths.points(piece.crest),
        plateau=piece.plateau,
    )


def unit_of(side: Side, row: UnitRow) -> Unit:
    """LL.1.art.2, LL.1.art.3 Guns stand in one row, or are limbered."""
    unit = Unit(name=row.name, side=side, kind=row.kind, initial=row.bases, bases=row.bases)
    if row.at:
        unit.pose = lengths.pose(row.at, row.heading)
        unit.ranks, unit.offset, unit.limbered = ranks_of(row), row.offset, row.limbered
        unit.status = "table"
    return unit


def ranks_of(row: UnitRow) -> tuple[int, ...]:
    if row.kind == "ART":
        return (1,) if row.limbered else (row.bases,)
    return row.ranks
