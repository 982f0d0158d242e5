"""2.1, 6.0, 23.1 Whether a pack can be played: each fault is named with its file and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from domain.hexes.map import side_of
from domain.kernel.packs import Pack, refuse, twice, under
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.sheets import rows as r
from rules.gettysburg.sheets import scenario as s
from rules.gettysburg.tables import STACK, TURNS_A_DAY

LOSSES: Final = ("2", "3", "4", "4+", "5")  # 7.6
OFF_SUPPORT: Final = 1  # 11.4
DEF_SUPPORTS: Final = (2, 3)  # 11.4
DAYS: Final = 4
CEMETERY_HILL: Final = "Cemetery Hill"  # 23.2
ROADS_TO_HOLD: Final = ("Taneytown Road", "Baltimore Pike")  # 23.5


def check_pack(pack: Pack) -> None:
    """BadInput with the first fault found; later checks may rely on earlier ones."""
    sheets = r.map_sheet(pack), r.unit_sheet(pack), s.scenario_sheet(pack)
    refuse(
        pack,
        (r.MAP, _map_faults(sheets[0])),
        (r.UNITS, _unit_faults(sheets[1])),
        (r.SCENARIOS, _scenario_faults(pack, *sheets)),
    )


def _map_faults(sheet: r.MapSheet) -> Iterator[str]:
    ground = sheet.ground()
    try:
        ground.numbering  # noqa: B018
    except ValueError as error:
        yield f"grid: {error}"
    for key, hexes in _listed_hexes(sheet):
        for hex in hexes:
            if not ground.is_on_map(hex):
                yield f"{key}: hex {hex} is off the map, which runs from {ground.hexes[0]} to {ground.hexes[-1]}"
    for key, a, b in _listed_sides(sheet):
        if not ground.is_on_map(a) or b not in ground.near(a):
            yield f"{key}: {a} and {b} share no hexside of the map"
    yield from _entry_faults(sheet, ground)


def _listed_hexes(sheet: r.MapSheet) -> Iterator[tuple[str, Iterable[str]]]:
    yield "grid.town_square", [sheet.grid.town_square]
    for name, hexes in sheet.hills.hexes.items():
        yield f"hills.hexes.{name}", hexes
    yield "woods.heavy", sheet.woods.heavy
    yield "woods.light", sheet.woods.light
    yield "rough.hexes", sheet.rough.hexes
    yield "town.hexes", sheet.town.hexes
    for road in sheet.roads:
        yield f"roads, {road.name}", road.hexes
    for letter, entry in sheet.entry_hexes.items():
        yield f"entry_hexes.{letter}", [entry.hex]


def _listed_sides(sheet: r.MapSheet) -> Iterator[tuple[str, str, str]]:
    """Every hexside the map speaks of, with its key."""
    for key, symbols in (("slopes.up", sheet.slopes.up), ("protected.sides", sheet.protected.sides)):
        for holder, towards in symbols.items():
            yield from ((f"{key}.{holder}", holder, faced) for faced in towards)
    courses = {"woods.clear_hexsides": sheet.woods.clear_hexsides}
    courses |= {f"streams.hexsides.{name}": sides for name, sides in sheet.streams.hexsides.items()}
    courses |= {f"ravines.hexsides.{name}": sides for name, sides in sheet.ravines.hexsides.items()}
    for key, texts in courses.items():
        yield from ((key, *side_of(text)) for text in texts)
    for road in sheet.roads:
        yield from ((f"roads, {road.name}", a, b) for a, b in pairwise(road.hexes))


def _entry_faults(sheet: r.MapSheet, ground: Ground) -> Iterator[str]:
    """10.1 Reinforcements come by a road at the edge of the map."""
    along = {road.name: road.hexes for road in sheet.roads}
    for letter, entry in sheet.entry_hexes.items():
        if entry.hex not in along.get(entry.road, ()):
            yield f"entry_hexes.{letter}: no road {entry.road!r} runs through {entry.hex}"
        if not ground.is_edge(entry.hex):
            yield f"entry_hexes.{letter}: {entry.hex} is not on the edge of the map"


def _unit_faults(sheet: r.UnitSheet) -> Iterator[str]:
    rows = sheet.rows()
    for id in twice(row.id for row in rows):
        yield f"units: {id} stands there twice"
    for row in rows:
        faults = _gun_faults(row) if row.kind == "artillery" else _brigade_faults(row)
        yield from under(f"units, {row.id} {row.name}", faults)
    for side, line in (("confederate", sheet.markers.confederate), ("union", sheet.markers.union)):
        for face, marker in (("front", line.front), ("back", line.back)):
            if marker.span_low > marker.span_high:
                yield f"markers.{side}.{face}: span_low {marker.span_low} is above span_high {marker.span_high}"


def _brigade_faults(row: r.UnitRow) -> Iterator[str]:
    """2.6, 2.7, 2.8, 7.6 Combat, morale and loss; the shaken side is never the better one."""
    rated = row.ratings
    for key, (front, back) in (("combat", rated.combat), ("morale", rated.morale)):
        if front < 1:
            yield f"{key} is missing or below 1"
        if back > front:
            yield f"{key}: the shaken side has {back}, more than the front with {front}"
    if rated.loss not in LOSSES:
        yield f"loss is {rated.loss!r}; it must be one of {', '.join(LOSSES)}"
    for key, value in _gun_ratings(row):
        if value:
            yield f"{key} belongs to artillery"


def _gun_faults(row: r.UnitRow) -> Iterator[str]:
    """2.9, 2.10, 11.4 Range and the three supports; neither combat nor loss."""
    rated = row.ratings
    if rated.combat != (0, 0) or rated.loss:
        yield "artillery has neither combat nor loss (13.2)"
    if rated.range < 1:
        yield "range is missing or below 1"
    if rated.off_support != OFF_SUPPORT:
        yield f"off_support is {rated.off_support}; it must be {OFF_SUPPORT} (11.4)"
    if rated.def_support not in DEF_SUPPORTS:
        yield f"def_support is {rated.def_support}; it must be one of {', '.join(map(str, DEF_SUPPORTS))} (11.4)"
    for key, front, back in (("morale", *rated.morale), ("self_defence", rated.def_support, rated.self_defence)):
        if back > front:
            yield f"{key}: the back has {back}, more than the front with {front}"


def _gun_ratings(row: r.UnitRow) -> Iterator[tuple[str, int]]:
    for key in ("range", "off_support", "def_support", "self_defence"):
        yield key, getattr(row.ratings, key)


def _scenario_faults(pack: Pack, on: r.MapSheet, armies: r.UnitSheet, sheet: s.ScenarioSheet) -> Iterator[str]:
    ground, kinds = on.ground(), {row.id: row.kind for row in armies.rows()} | dict.fromkeys(s.TRAINS, "train")
    yield from (f"scenarios: {key} stands there twice" for key in twice(line.key for line in sheet.scenarios))
    yield from _arrival_faults(sheet, on, kinds)
    for line in sheet.scenarios:
        where = f"scenarios, {line.key}"
        for faults in (_name_faults(line, ground, kinds), _setup_faults(s.battles(pack)[line.key], ground, kinds)):
            yield from under(where, faults)


def _arrival_faults(sheet: s.ScenarioSheet, on: r.MapSheet, kinds: dict[str, str]) -> Iterator[str]:
    """3.3 Each unit comes once, on a turn there is, by a letter on the map."""
    for side, line in sheet.due():
        where = f"arrivals.{side}, {line.day} July, turn {line.turn}"
        yield from under(where, _moment_faults(line.day, line.turn))
        if line.entry not in on.entry_hexes:
            yield f"{where}: there is no entry hex {line.entry!r}; the map has {', '.join(on.entry_hexes)}"
        for id in (r.unit_id(side, number) for number in line.units):
            if id not in kinds:
                yield f"{where}: there is no unit {id}"
    for id in twice(r.unit_id(side, number) for side, line in sheet.due() for number in line.units):
        yield f"arrivals: {id} arrives twice"


def _moment_faults(day: int, turn: int) -> Iterator[str]:
    if not 1 <= day <= DAYS or not 1 <= turn <= TURNS_A_DAY:
        yield f"day {day}, turn {turn} is not on the tracks: days 1 to {DAYS}, turns 1 to {TURNS_A_DAY}"


def _name_faults(line: s.ScenarioLine, ground: Ground, kinds: dict[str, str]) -> Iterator[str]:
    """23.1 Dates, units and hexes are there; no unit stands twice."""
    for moment in (line.start, line.end, *line.attack_state, *line.may_move):
        yield from _moment_faults(moment.day, moment.turn)
    if (line.start.day, line.start.turn) > (line.end.day, line.end.turn):
        yield "it ends before it starts"
    placed = [id for _, id in _placed(line)]
    named = [r.unit_id(only.side, number) for only in line.may_move for number in only.units]
    yield from (f"there is no unit {id}" for id in [*placed, *named] if id not in kinds)
    yield from (f"{id} is set up twice" for id in twice(placed))
    for side, lines in line.sides():
        for number in (*lines.shaken, *lines.open):
            if r.unit_id(side, number) not in placed:
                yield f"{side}: {r.unit_id(side, number)} is called shaken or open but is not set up"
        for hex in lines.setup:
            if not ground.is_on_map(hex):
                yield f"{side}.setup: hex {hex} is off the map"
        for hex in lines.hidden:
            if hex not in lines.setup:
                yield f"{side}.hidden: nobody is set up in {hex}"


def _placed(line: s.ScenarioLine) -> Iterator[tuple[str, str]]:
    """Hex and unit; no hex for those the owner places."""
    for side, lines in line.sides():
        yield from (("", r.unit_id(side, number)) for number in lines.chosen)
        for hex, numbers in lines.setup.items():
            yield from ((hex, r.unit_id(side, number)) for number in numbers)


def _setup_faults(battle: s.Battle, ground: Ground, kinds: dict[str, str]) -> Iterator[str]:
    """9.1, TET, 23.1 Stacks of three at most, no horses or guns in rough ground, enemies not adjacent."""
    mobile = {unit for units in battle.hidden.values() for unit in units} | set(s.TRAINS)
    held: dict[str, list[str]] = {}
    for unit, hex in battle.setup.items():
        held.setdefault(hex, []).append(unit)
        if kinds[unit] in ("cavalry", "artillery") and ground.is_rough(hex):
            yield f"{unit} is {kinds[unit]} and cannot stand in the rough ground of {hex}"
    for hex, units in held.items():
        if sum(unit not in mobile for unit in units) > STACK:
            yield f"more than {STACK} units stand in {hex}: {', '.join(units)}"
        for other in (unit for near in (hex, *ground.near(hex)) for unit in held.get(near, ())):
            if other[0] != units[0][0]:
                yield f"{units[0]} in {hex} starts next to {other} of the other side"
    yield from _reading_faults(battle, ground)
    if battle.victory == "cemetery_hill" and CEMETERY_HILL not in ground.named_hills:
        yield f"victory: the map has no {CEMETERY_HILL}"
    if battle.victory == "little_round_top":
        roads = {road.name for road in ground.roads}
        yield from (f"victory: the map has no {name}" for name in ROADS_TO_HOLD if name not in roads)


def _reading_faults(battle: s.Battle, ground: Ground) -> Iterator[str]:
    """D05, D06 Reading A is the set-up itself; the others move units that stand in it."""
    for dispute, letters in battle.readings.items():
        for letter, changes in letters.items():
            for unit, to in changes.items():
                where = f"readings.{dispute}.{letter}"
                if unit not in battle.setup:
                    yield f"{where}: {unit} is not set up"
                if to == s.ARRIVES and unit not in battle.schedule:
                    yield f"{where}: {unit} is on no schedule"
                if to != s.ARRIVES and not ground.is_on_map(to):
                    yield f"{where}: hex {to} is off the map"
                if letter == "A" and to != battle.setup[unit]:
                    yield f"{where}: the set-up has {unit} in {battle.setup[unit]}, not {to}"
