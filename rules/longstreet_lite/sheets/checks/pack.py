"""LL.3, section 11 Whether a pack can be played: each fault is named with its file and key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.errors import refusal
from domain.kernel.packs import Pack, refuse, twice, under
from domain.kernel.system import Setup
from domain.tabletop import lengths
from rules.longstreet_lite.formation import formation_faults
from rules.longstreet_lite.position import ID, check_ground, name_fault, piece_faults, room, size_fault
from rules.longstreet_lite.sheets import rows
from rules.longstreet_lite.sheets.checks.cards import card_faults
from rules.longstreet_lite.sheets.faults import told
from rules.longstreet_lite.sheets.start import initial
from rules.longstreet_lite.tables import BW

LEAST_TABLE, MOST_TABLE = 6 * BW, 200 * BW
LEAST_DEPTH, MOST_DEPTH = BW // 4, 3 * BW
LONGEST_NAME = 80


def check_pack(pack: Pack) -> None:
    """BadInput with the first fault found; later checks may rely on earlier ones."""
    cards, scenarios = rows.card_sheet(pack), rows.scenario_sheet(pack)
    refuse(
        pack,
        (rows.CARDS, card_faults(cards)),
        (rows.SCENARIOS, _sheet_faults(scenarios, cards)),
        (rows.SCENARIOS, _standing_faults(pack, scenarios)),
    )


def _sheet_faults(sheet: rows.ScenarioSheet, cards: rows.CardSheet) -> Iterator[str]:
    yield from (f"scenarios: the key {key} stands there twice" for key in twice(row.key for row in sheet.scenarios))
    for row in sheet.scenarios:
        yield from under(f"scenarios, {row.key}", _scenario_faults(row, cards))


def _scenario_faults(row: rows.ScenarioRow, cards: rows.CardSheet) -> Iterator[str]:
    yield from _size_faults(row)
    yield from _terrain_faults(row)
    yield from _army_faults(row, [card.id for card in cards.cards])
    if row.break_point is not None and row.break_point < 1:
        yield f"break_point is {row.break_point}; leave it out to have it counted (LL.3.bp.1)"
    for side in rows.SIDES:
        deck = rows.deck_of(cards.cards, side, row.year)
        if len(deck) < cards.hand_limit:
            yield f"{side} has {len(deck)} cards in {row.year}, and a hand is {cards.hand_limit} (LL.3.card.1)"


def _size_faults(row: rows.ScenarioRow) -> Iterator[str]:
    """LL.1.table.1, LL.1.base.3, LL.3.terr.5"""
    for key, text, least, most in (
        ("table", row.table[0], LEAST_TABLE, MOST_TABLE),
        ("table", row.table[1], LEAST_TABLE, MOST_TABLE),
        ("gun_depth", row.gun_depth, LEAST_DEPTH, MOST_DEPTH),
        ("limber_depth", row.limber_depth, LEAST_DEPTH, MOST_DEPTH),
    ):
        low, high = lengths.length_text(least), lengths.length_text(most)
        yield from under(key, _length_faults(text, least, most, f"{low} to {high} BW"))
    if row.free and _length(row.table[0]) < _length(row.table[1]):
        yield "table: armies deploy along the long edges, north and south, so it must be wider than deep (LL.3.terr.5)"


def _length(text: str) -> int:
    try:
        return lengths.length(text)
    except ValueError:
        return 0


def _length_faults(text: str, least: int, most: int, said: str) -> Iterator[str]:
    try:
        value = lengths.length(text)
    except ValueError as error:
        yield str(error)
        return
    if not least <= value <= most:
        yield f"{text} is not within {said}"


def _terrain_faults(row: rows.ScenarioRow) -> Iterator[str]:
    """LL.2.table, LL.2.crest.1 What the placing of a piece would refuse; rivers are the scenario's own affair."""
    yield from (f"terrain: {name!r} stands there twice" for name in twice(piece.name for piece in row.terrain))
    table = (_length(row.table[0]), _length(row.table[1]))
    for piece in row.terrain:
        yield from under(f"terrain, {piece.name}", _piece_faults(piece, table))


def _piece_faults(piece: rows.TerrainPiece, table: tuple[int, int]) -> Iterator[str]:
    yield from _name_faults(piece.name)
    try:
        points, crest = lengths.points(piece.points), lengths.points(piece.crest)
    except ValueError as error:
        yield str(error)
        return
    yield from map(told, piece_faults(piece.kind, points, crest, piece.plateau, table))


def _army_faults(row: rows.ScenarioRow, cards: Sequence[str]) -> Iterator[str]:
    """LL.3.army.1, LL.3.army.2"""
    ids = [unit.id for _, unit in rows.armies(row)]
    yield from (f"the unit {id} stands there twice" for id in twice(ids))
    yield from (f"the unit {id} has the id of a card" for id in ids if id in cards)
    yield from (f"{side} has no unit" for side, units in zip(rows.SIDES, (row.us, row.cs), strict=True) if not units)
    for side, unit in rows.armies(row):
        faults = _free_faults(unit) if row.free else _placed_faults(unit)
        yield from under(f"{side}, {unit.id}", (*_unit_faults(unit), *faults))


def _unit_faults(unit: rows.UnitRow) -> Iterator[str]:
    if not ID.fullmatch(unit.id) or unit.id in rows.SIDES:
        yield "an id is made of small letters, digits and dashes, 40 at most"
    yield from _name_faults(unit.name)
    fault = size_fault(unit.kind, unit.bases)
    if fault:
        yield told(fault)


def _name_faults(name: str) -> Iterator[str]:
    """LL.3.army.1 Of a unit or a piece of terrain."""
    if not 1 <= len(name) <= LONGEST_NAME:
        yield f"a name has 1 to {LONGEST_NAME} characters"
    elif fault := name_fault(name):
        yield told(fault)


def _free_faults(unit: rows.UnitRow) -> Iterator[str]:
    """LL.3.terr.5"""
    if unit.at or unit.heading or unit.ranks or unit.offset or unit.limbered:
        yield "in a free scenario units are deployed by the players: leave at, heading, ranks and limbered out"


def _placed_faults(unit: rows.UnitRow) -> Iterator[str]:
    """LL.1.rank, LL.1.art Where it stands, and in which formation."""
    for key, text, read in (("at", unit.at, lengths.point), ("heading", unit.heading, lengths.angle)):
        try:
            read(text)
        except ValueError as error:
            yield f"{key}: {error}"
    if unit.kind == "INF":
        yield from map(told, formation_faults(unit.ranks, unit.offset, unit.bases))
        if unit.limbered:
            yield "infantry has nothing to limber (LL.1.art.1)"
    elif unit.ranks or unit.offset:
        yield "a battery has no ranks: its guns stand in one row, or are limbered (LL.1.art.2)"


def _standing_faults(pack: Pack, sheet: rows.ScenarioSheet) -> Iterator[str]:
    """LL.3.terr.5 Every unit on the table, on no other, and on ground it can stand on; room for those who deploy."""
    for row in sheet.scenarios:
        faults = _room_faults(row) if row.free else _ground_faults(pack, row)
        yield from under(f"scenarios, {row.key}", faults)


def _ground_faults(pack: Pack, row: rows.ScenarioRow) -> Iterator[str]:
    state = initial(Setup.trial("longstreet_lite", row.key, rows.SIDES, pack))
    for name, unit in state.units.items():
        if refused := refusal(check_ground, state, name, unit):
            yield told(refused.reason, state.names)


def _room_faults(row: rows.ScenarioRow) -> Iterator[str]:
    """LL.3.army.1"""
    most = room(*map(lengths.length, row.table))
    for side, units in zip(rows.SIDES, (row.us, row.cs), strict=True):
        bases = sum(unit.bases for unit in units)
        if bases > most:
            yield f"{side} has {bases} bases, and a zone of this table has room for {most}"
