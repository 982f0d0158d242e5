"""12.1, 13.2, 15.2, 16.2.1 Whether the counters, tracks and displays of a pack can be played with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.kernel.packs import twice, under
from rules.wallaces_war.sheets.build import BLANK, SIDES_OF_THE_BARONS_WAR, box_of, slug, values_of
from rules.wallaces_war.sheets.files import Army, BattleLine, CounterSheet, LeaderLine, Ratings, UnitLine
from rules.wallaces_war.sheets.rows import Values

RATED: Final = ("HC", "SC")  # 2.1d
OF_THE_BARONS_WAR: Final = ("HC", "MAA", "RI")  # 20.2.1a
LEVELS: Final = (1, 4)  # 2.1g
CEFS: Final = (1, 10)  # 15.2
KNOWN: Final = {  # 16.2.1 reverse sides, errata included
    ("RI", "4-6-3"): "2-4-3",
    ("XB", "1-7-3"): BLANK,
    ("AR", "1-6-3"): BLANK,
}


def counter_faults(sheet: CounterSheet) -> Iterator[str]:
    for key, army in sheet.armies.items():
        yield from (f"armies.{key}.{fault}" for fault in _army_faults(army))


def _army_faults(army: Army) -> Iterator[str]:
    for id in twice(slug(leader.counter) for leader in army.commanders()):
        yield f"battles: the counter {id} stands there twice"
    for battle in army.battles:
        yield from (f"battles[{battle.name}].{fault}" for fault in _battle_faults(battle))
    for leader in army.commanders():
        part = "battles" if isinstance(leader, BattleLine) else "leaders"
        yield from (f"{part}[{leader.name}].{fault}" for fault in _leader_faults(leader))


def _leader_faults(line: LeaderLine) -> Iterator[str]:
    for key in ("leader", "leader_as_commander", "leader_house2"):
        ratings: Ratings | None = getattr(line, key)
        if ratings is None:
            continue
        level, reach, bonus, ma = ratings
        if not LEVELS[0] <= level <= LEVELS[1]:
            yield f"{key}: the level is {level}; it must be {LEVELS[0]} to {LEVELS[1]}"
        if reach < 1 or ma < 1 or bonus < 0:
            yield f"{key}: range and MA must be at least 1, the bonus at least 0"


def _battle_faults(line: BattleLine) -> Iterator[str]:
    for row in line.units:
        yield from under(f"units[{row.type} {row.full}]", _unit_faults(line.side, row))
    number = sum(row.count for row in line.units)
    if number != line.unit_count:
        yield f"unit_count: the rows hold {number} units, not {line.unit_count}"
    if line.track_boxes < 1:
        yield "track_boxes: there must be at least one"
    yield from under("ce", _display_faults(line))


def _display_faults(line: BattleLine) -> Iterator[str]:
    """15.2 A box for each unit that counts, unless the display ends the Battle before."""
    boxes = [box_of(text) for text in line.ce]
    for text, box in zip(line.ce, boxes, strict=True):
        if box is None:
            yield f'{text!r} is no box; write "-", "E", or square, circle or triangle and a number'
        elif box.symbol and not CEFS[0] <= box.cef <= CEFS[1]:
            yield f"{text!r} has a CEF that is not {CEFS[0]} to {CEFS[1]}"
    if "E" in line.ce[:-1]:
        yield "E must be the last box"
    counted = sum(row.count for row in line.units if row.type not in line.set_aside)
    if len(line.ce) != counted and line.ce[-1:] != ("E",):
        yield f"there are {len(line.ce)} boxes for {counted} units, and the last is not E"


def _unit_faults(side: str, row: UnitLine) -> Iterator[str]:
    full, reduced = values_of(row.full), values_of(row.reduced)
    if row.count < 1:
        yield f"count is {row.count}; it must be at least 1"
    if side in SIDES_OF_THE_BARONS_WAR and row.type not in OF_THE_BARONS_WAR:
        yield f"there are no {row.type} in the Barons' War (20.2.1a)"
    if full is None:
        yield "full must be SP-morale-MA or SP/rating-morale-MA"
        return
    yield from _side_faults("full", row.type, full)
    known = KNOWN.get((row.type, row.full)) if side not in SIDES_OF_THE_BARONS_WAR else None
    if known is not None and row.reduced != known:
        yield f"reduced is {row.reduced!r}; the rulebook says {known!r} (16.2.1)"
    elif reduced is not None:
        yield from _side_faults("reduced", row.type, reduced)
        if reduced.sp > full.sp or reduced.morale > full.morale or reduced.ma > full.ma:
            yield f"reduced is {row.reduced}, better than the full side"
    elif row.reduced != BLANK:
        yield f"reduced is {row.reduced!r}; it must be values such as 2-4-3, or {BLANK!r}"


def _side_faults(key: str, kind: str, values: Values) -> Iterator[str]:
    """2.1d HC and SC have a rating, the others none."""
    if min(values.sp, values.morale, values.ma) < 1:
        yield f"{key} has a value below 1"
    if (kind in RATED) != (values.rating > 0):
        yield f"{key} lacks the rating of {kind}" if kind in RATED else f"{key} has a rating; {kind} have none"
