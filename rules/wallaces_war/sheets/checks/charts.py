"""4.4a, 9.7, 10.3 Whether the charts of a pack keep what the rulebook says of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from domain.kernel.packs import twice, under
from rules.wallaces_war.sheets.files import ChartSheet, FireTable, MeleeTable, TerrainChart

FACES: Final = 10  # 2.4a
CHITS: Final = ("1", "2", "3", "4")  # 4.2a
FIRE_FIRST, FIRE_LAST = 7, 12  # 9.7 the rows 1-7 and 12+
FIRE_BEST: Final = 13  # 9.7/S3 archers with a 10
MELEE_ROWS: Final = 13  # 10.3/S7 0 to 12
MOST_SP: Final = 14  # 8.1 two schiltrons
ARC_REACH: Final = 3  # 9.2
FIXED: Final = {"road": "1/2", "bridge": "1/2", "river": "no", "steep": "no"}  # 7.4, 20.2.2
APART: Final = (("HC", "MXB", "10.3/S5"), ("MAA", "RI", "20.2.5"))


def chart_faults(sheet: ChartSheet) -> Iterator[str]:
    yield from under("command_point_table.d10", _command_faults(sheet.command_point_table.d10))
    yield from _fire_faults(sheet.fire_table)
    yield from _melee_faults(sheet.melee_table)
    yield from _die_faults(sheet)
    yield from _terrain_faults(sheet.terrain)
    yield from _scale_faults(sheet)
    yield from _arc_faults(sheet)


def _command_faults(faces: Sequence[int]) -> Iterator[str]:
    """4.4a A chit of 1 to 4 for each face, or none, which is written 0."""
    if len(faces) != FACES:
        yield f"it has {len(faces)} values; a D10 has {FACES} faces"
    for face, value in enumerate(faces, 1):
        if not 0 <= value <= len(CHITS):
            yield f"face {face} gives {value}; it must be 0 (none) to {len(CHITS)}"


def _fire_faults(table: FireTable) -> Iterator[str]:
    """9.7 From the row 1-7 to the row 12+ without a gap."""
    rows, where = table.rows, "fire_table.rows"
    if not rows:
        yield f"{where}: there are none"
        return
    if rows[0].low > 1 or rows[0].high != FIRE_FIRST:
        yield f"{where}: the first row runs from {rows[0].low} to {rows[0].high}; it must hold 1 to {FIRE_FIRST} (9.7)"
    if rows[-1].low != FIRE_LAST or rows[-1].high < FIRE_BEST:
        yield f"{where}: the last row runs from {rows[-1].low} to {rows[-1].high}; it must be {FIRE_LAST}+ (9.7)"
    for before, row in pairwise(rows):
        if row.low != before.high + 1 or row.high < row.low:
            yield f"{where}: the row {row.low} to {row.high} does not follow on {before.low} to {before.high}"
    for row in rows:
        if min(row.losses) < 0:
            yield f"{where}: the row from {row.low} has losses below 0"


def _melee_faults(table: MeleeTable) -> Iterator[str]:
    """10.3/S7 Columns from one SP up without a gap; rows 0 to 12."""
    columns, where = table.columns, "melee_table"
    if not columns or columns[0][0] != 1 or columns[-1][1] < MOST_SP:
        yield f"{where}.columns: they must begin at 1 and reach at least {MOST_SP}"
    for (low, high), (then, last) in pairwise(columns):
        if then != high + 1 or last < then:
            yield f"{where}.columns: {then} to {last} does not follow on {low} to {high}"
    if len(table.losses) != MELEE_ROWS:
        yield f"{where}.losses: there are {len(table.losses)} rows; there must be {MELEE_ROWS}, for 0 to 12"
    for result, row in enumerate(table.losses):
        if len(row) != len(columns):
            yield f"{where}.losses: row {result} has {len(row)} values for {len(columns)} columns"
        if min(row, default=0) < 0:
            yield f"{where}.losses: row {result} has losses below 0"


def _die_faults(sheet: ChartSheet) -> Iterator[str]:
    for one, other, cite in APART:
        die = getattr(sheet.die_used, one)
        if die == getattr(sheet.die_used, other):
            yield f"die_used.{one}: {one} and {other} both roll a {die}; they must differ ({cite})"


def _terrain_faults(chart: TerrainChart) -> Iterator[str]:
    """7.4, 20.2.2 What the rulebook fixes, and no cost below nothing."""
    for name in (field for field in chart.__struct_fields__ if field != "source"):
        costs = getattr(chart, name)
        for mover in costs.__struct_fields__:
            cost, fixed = getattr(costs, mover), FIXED.get(name)
            if fixed is not None and cost != fixed:
                yield f'terrain.{name}.{mover}: it must be "{fixed}", as the rulebook says'
            elif isinstance(cost, int) and cost < 0:
                yield f"terrain.{name}.{mover}: {cost} is below 0"
            elif name == "clear" and cost in (0, "no"):
                yield f"terrain.{name}.{mover}: clear ground costs something and is open to all"


def _scale_faults(sheet: ChartSheet) -> Iterator[str]:
    men = sheet.scale.men_per_sp
    for name, number in (("infantry", men.infantry), ("cavalry", men.cavalry)):
        if number < 1:
            yield f"scale.men_per_sp.{name}: {number} is below 1"
    for value in CHITS:
        if value not in sheet.chit_pool.count:
            yield f"chit_pool.count: there is no number of {value} chits"
    for value, number in sheet.chit_pool.count.items():
        if value not in CHITS:
            yield f"chit_pool.count.{value}: chits are worth {', '.join(CHITS)}"
        if number < 0:
            yield f"chit_pool.count.{value}: {number} is below 0"


def _arc_faults(sheet: ChartSheet) -> Iterator[str]:
    """9.2 Both arcs reach three hexes; the offensive one holds the defensive one."""
    arcs = sheet.fire_arcs
    for name, offsets in (("defensive", arcs.defensive), ("offensive", arcs.offensive)):
        for q, r in offsets:
            if not 1 <= max(abs(q), abs(r), abs(q + r)) <= ARC_REACH:
                yield f"fire_arcs.{name}: {q}, {r} is not 1 to {ARC_REACH} hexes away"
        for offset in twice(f"{q}, {r}" for q, r in offsets):
            yield f"fire_arcs.{name}: {offset} stands there twice"
    for q, r in arcs.defensive:
        if (q, r) not in arcs.offensive:
            yield f"fire_arcs.offensive: {q}, {r} is missing, which the defensive arc holds (9.2)"
