"""T1 to T20 Whether the charts of a pack keep what the rulebook says of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Protocol

from domain.kernel.packs import twice, under
from rules.musket_and_pike.sheets.chart_lines import (
    ArtilleryRange,
    ChartSheet,
    Effect,
    Musketry,
    Terrain,
    TerrainChart,
)
from rules.musket_and_pike.sheets.melee_lines import MeleeTable

FACES: Final = 10  # 2.2
LAST: Final = FACES - 1
GUNS: Final = ("12lb", "4-8lb", "3lb")  # 10.8
MORALES: Final = ("8", "7", "6", "5", "4")  # S2.2
# Tables that may be left out of a pack whose owner reads them off his own sheet (DRV.tables).
TABLES: Final = {
    "T6": "interception",
    "T7": "hi_musketry",
    "T8": "regimental_musketry",
    "T9": "light_fire",
    "T11": "artillery_fire",
    "T13": "melee",
    "T16": "unable_to_retreat",
    "T17": "cavalry_pursuit",
}
# What the booklet itself prints: table, key, value, rule.
PRINTED: Final = (
    ("fire_modifiers", "advancing_fire", -3, "10.3.2"),
    ("fire_modifiers", "retreating_fire", -3, "10.3.4"),
    ("fire_modifiers", "reaction_fire_at_retreating_fire", -3, "10.3.4"),
    ("fire_modifiers", "reaction_fire_at_advancing_fire", 0, "10.3.2"),
    ("fire_modifiers", "after_own_salvo", -1, "10.4"),
    ("fire_modifiers", "hi_reaction_at_moving_or_advancing_cavalry", -1, "9.4.2"),
    ("leader_casualty", "removed_on", (9,), "10.10"),
    ("melee_modifiers.rulebook", "attacking_leader", 1, "11.3.2"),
    ("melee_modifiers.rulebook", "defending_leader", -1, "11.3.2"),
    ("melee_modifiers.rulebook", "ratio_4_to_1", 2, "11.3.4"),
    ("melee_modifiers.rulebook", "ratio_2_to_1", 1, "11.3.4"),
    ("melee_modifiers.rulebook", "ratio_1_to_2", -1, "11.3.4"),
    ("melee_modifiers.rulebook", "ratio_1_to_4", -2, "11.3.4"),
    ("melee_modifiers.rulebook", "momentum_cavalry", 2, "11.3.6"),
    ("melee_modifiers.rulebook", "momentum_hi", 1, "11.3.6"),
    ("melee_modifiers.rulebook", "each_flank_or_rear_hex", 1, "11.3.7"),
    ("melee_modifiers.rulebook", "each_attacking_unit_firing_pistols", 1, "11.3.9"),
    ("melee_modifiers.rulebook", "defender_firing_pistols", -1, "11.3.9"),
    ("melee_modifiers.rulebook", "limit", (-4, 4), "11.3.1"),
    ("victory_points", "cavalry_eliminated", 10, "15"),
    ("victory_points", "cavalry_casualty_on_map", 2, "15"),
    ("victory_points", "two_hex_hi_eliminated", 10, "15"),
    ("victory_points", "one_hex_hi_eliminated", 5, "15"),
    ("victory_points", "hi_casualty_on_map", 1, "15"),
    ("victory_points", "li_eliminated", 0, "15"),
    ("victory_points", "captured", {"12lb": 15, "4-8lb": 10, "3lb": 5}, "15"),
    ("victory_points", "captured_double", {"12lb": 30, "4-8lb": 20, "3lb": 10}, "15"),
    ("victory_points", "disabled_as_printed", {"12lb": 10, "4-8lb": 10, "3lb": 2}, "15"),
    ("victory_points", "disabled_double", {"12lb": 10, "4-8lb": 10, "3lb": 5}, "15"),
    ("victory_points", "wagon_captured", 10, "15"),
    ("victory_points", "initial_army_commander_eliminated", 20, "15"),
    ("victory_points", "king_charles_eliminated", 50, "15"),
    ("victory_points", "named_wing_commander_eliminated_per_rating", 5, "15"),
    ("victory_points", "generic_leader_eliminated", 0, "15"),
)
RECIPROCAL: Final = ("hedge", "stream", "bridge", "berm", "abatis", "entrenchment", "redoubt")  # 14.4
COVER: Final = ("village", "town", "castle")  # 9.4.5


class Band(Protocol):
    """A row of a table from one modified die to another."""

    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...


def chart_faults(sheet: ChartSheet) -> Iterator[str]:
    yield from _missing(sheet)
    yield from _printed_faults(sheet)
    yield from _fire_faults(sheet)
    yield from _range_faults(sheet.artillery_range)
    yield from _band_faults("leader_replacement.rows", sheet.leader_replacement.rows)
    if sheet.melee is not None:
        yield from _melee_faults(sheet.melee)
    if sheet.unable_to_retreat is not None:
        yield from _band_faults("unable_to_retreat.rows", sheet.unable_to_retreat.rows)
    yield from _pursuit_faults(sheet)
    yield from _terrain_faults(sheet.terrain)
    yield from _scale_faults(sheet)


def _missing(sheet: ChartSheet) -> Iterator[str]:
    """DRV.tables A table is there, unless its results are entered."""
    for name in twice(sheet.entered):
        yield f"entered: {name} stands there twice"
    for name, key in TABLES.items():
        if getattr(sheet, key) is None and name not in sheet.entered:
            yield f"{key}: the table is missing; write it, or name {name} in `entered`"


def _printed_faults(sheet: ChartSheet) -> Iterator[str]:
    for table, key, printed, cite in PRINTED:
        held: object = sheet
        for part in (*table.split("."), key):
            held = getattr(held, part)
        if held != printed:
            yield f"{table}.{key}: it must be {_said(printed)}, as the rulebook says ({cite})"


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {number}" for key, number in value.items())
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _fire_faults(sheet: ChartSheet) -> Iterator[str]:
    """10.5, 10.8.2 Ten rows in each column, none that heals."""
    for key in ("hi_musketry", "regimental_musketry"):
        table: Musketry | None = getattr(sheet, key)
        if table is not None:
            for column in ("front", "flank", "salvo"):
                yield from under(f"{key}.{column}", _effect_faults(getattr(table, column)))
    if sheet.light_fire is not None:
        for column in ("commanded_muskets_and_dragoons", "cavalry_pistol_fire"):
            yield from under(f"light_fire.{column}", _effect_faults(getattr(sheet.light_fire, column)))
    if sheet.artillery_fire is not None:
        yield from under("artillery_fire.rows", _effect_faults(sheet.artillery_fire.rows))


def _effect_faults(rows: Sequence[Effect]) -> Iterator[str]:
    if len(rows) != FACES:
        yield f"it has {len(rows)} rows; a d10 has {FACES} faces, 0 to {LAST}"
    for row, effect in enumerate(rows):
        if min(effect.ch, effect.fh) < 0:
            yield f"row {row} has hits below 0"


def _range_faults(table: ArtilleryRange) -> Iterator[str]:
    """10.8.2 Bands that grow and reach the printed maximum, for each class."""
    for gun in GUNS:
        where = f"artillery_range.bands.{gun}"
        bands = table.bands.get(gun, ())
        if not bands:
            yield f"{where}: there are none"
            continue
        for (before, _), (last, _) in pairwise(bands):
            if last <= before:
                yield f"{where}: the band to {last} does not follow on the band to {before}"
        ranges = table.stock_ranges.get(gun)
        if ranges is None:
            yield f"artillery_range.stock_ranges.{gun}: there is none"
        elif not 1 <= ranges.grazing <= ranges.maximum <= bands[-1][0]:
            yield f"artillery_range.stock_ranges.{gun}: they must be 1 or more, grazing, maximum, and within the bands"


def _band_faults(where: str, rows: Sequence[Band]) -> Iterator[str]:
    """2.2 From 0 to 9 without a gap."""
    if not rows or rows[0].low != 0 or rows[-1].high != LAST:
        yield f"{where}: they must begin at 0 and end at {LAST}"
    for before, row in pairwise(rows):
        if row.low != before.high + 1 or row.high < row.low:
            yield f"{where}: the row {row.low} to {row.high} does not follow on {before.low} to {before.high}"


def _melee_faults(table: MeleeTable) -> Iterator[str]:
    """11.2.D One row for each modified die from the first to the last."""
    first, last = table.clamp
    if [line.row for line in table.rows] != list(range(first, last + 1)) or first > 0 or last < LAST:
        yield f"melee.rows: they must go from {first} to {last}, as clamp says, with 0 to {LAST} among them"


def _pursuit_faults(sheet: ChartSheet) -> Iterator[str]:
    """11.7.2, 11.7.4"""
    if sheet.cavalry_pursuit is None:
        return
    for name, rows in sheet.cavalry_pursuit.tables.items():
        yield from _band_faults(f"cavalry_pursuit.tables.{name}", rows)
    known = {3: "PURSUE_AND_ELIMINATE", 6: "PURSUE_OFF_MAP"}
    for line in sheet.cavalry_pursuit.tables.get("this_accursed_civil_war", ()):
        for die, result in known.items():
            if line.low <= die <= line.high and line.result != result:
                yield f"cavalry_pursuit.tables.this_accursed_civil_war: a {die} gives {result} in the rulebook (11.7.4)"


def _terrain_faults(chart: TerrainChart) -> Iterator[str]:
    for name in (field for field in chart.__struct_fields__ if field != "source"):
        line: Terrain = getattr(chart, name)
        yield from under(f"terrain.{name}", _line_faults(name, line))


def _line_faults(name: str, line: Terrain) -> Iterator[str]:
    """6.2.1, 9.4.5, 14.4 What the rulebook fixes, and no cost below nothing."""
    if any(isinstance(cost, int) and cost < 0 for cost in line.mp):
        yield "mp has a cost below 0"
    if name == "clear" and (line.mp[0] != 1 or "no" in line.mp or any(line.fh)):
        yield "clear ground costs heavy infantry 1, is open to all and harms none (6.2.1)"
    if name == "impassable" and set(line.mp) != {"no"}:
        yield 'mp must be "no" for all'
    if line.take_cover and name not in COVER:
        yield f"cover is taken in {', '.join(COVER)} only (9.4.5)"
    if line.reciprocal != (name.removesuffix("_hexside") in RECIPROCAL):
        yield f"reciprocal are {', '.join(RECIPROCAL)} (14.4)"


def _scale_faults(sheet: ChartSheet) -> Iterator[str]:
    scale = sheet.scale
    for key in ("men_per_strength_point", "guns_per_battery", "guns_per_double_battery"):
        if getattr(scale, key) < 1:
            yield f"scale.{key}: {getattr(scale, key)} is below 1"
    for morale in MORALES:
        number = sheet.casualty_threshold.morale.get(morale)
        if number is None or number < 1:
            yield f"casualty_threshold.morale.{morale}: it must be 1 or more"
    if not -2 <= sheet.leaders.generic_rating <= 0:
        yield f"leaders.generic_rating: {sheet.leaders.generic_rating} is not 0, -1 or -2 (2.1.3)"
