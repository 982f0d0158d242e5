"""S2.2, 7.4, 8.1, 15 Whether the scenarios of a pack can be set up and won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from domain.hexes.grid import right_half
from domain.kernel.packs import twice, under
from rules.musket_and_pike.sheets.chart_lines import ChartSheet, Cost, TerrainChart
from rules.musket_and_pike.sheets.checks.charts import LAST
from rules.musket_and_pike.sheets.checks.fields import HEXES, Field, field_faults, field_of, off_map
from rules.musket_and_pike.sheets.files import ScenarioLine, ScenarioSheet, WingLine
from rules.musket_and_pike.sheets.kinds import Kind, kind_of

OFF: Final = "off"  # comes later
STRENGTHS: Final = (1, 20)  # 2.1.2
MORALES: Final = (4, 8)
RATINGS: Final = (-2, 0)  # 2.1.3
SIDES: Final = 2
RIDERS: Final = 2  # 8.2.1 SP of light infantry that may stack with cavalry
COLUMN: Final = {"heavy": 0, "cavalry": 1, "light": 2, "artillery": 3}  # of T19

Row = tuple[str, str, int, int, str]


def scenario_faults(charts: ChartSheet, sheet: ScenarioSheet) -> Iterator[str]:
    if not sheet.scenarios:
        yield "scenarios: there are none"
    for key in twice(line.key for line in sheet.scenarios):
        yield f"scenarios: {key} stands there twice"
    for line in sheet.scenarios:
        found = list(_line_faults(charts, line)) + list(field_faults(line))
        found = found or list(_place_faults(line, charts.terrain))
        yield from (f"scenarios[{line.key}].{fault}" for fault in found)


def _line_faults(charts: ChartSheet, line: ScenarioLine) -> Iterator[str]:
    sides = {*line.friendly_edges}
    if len(sides) != SIDES:
        yield "friendly_edges: there must be two sides"
    if line.turns < 1:
        yield "turns: there must be at least one"
    pursuit = charts.cavalry_pursuit
    if pursuit is not None and line.pursuit_table not in pursuit.tables:
        yield f"pursuit_table: there is no table {line.pursuit_table!r}; there are {', '.join(pursuit.tables)}"
    yield from _side_faults(line, sides)
    yield from under("victory_levels", _victory_faults(line, sides))
    yield from _special_faults(line)
    for name in twice(_names(line)):
        yield f"wings: {name!r} is the name of two pieces of one side"
    for wing in line.wings:
        yield from (f"wings[{wing.id}].{fault}" for fault in _wing_faults(wing, line))


def _names(line: ScenarioLine) -> Iterator[str]:
    """Units of a scenario by name; a leader may bear the name of his regiment."""
    for wing in line.wings:
        yield from (f"{wing.side} {row[0]}" for row in wing.units)


def _side_faults(line: ScenarioLine, sides: set[str]) -> Iterator[str]:
    """Every side named is one of the two."""
    for leader in line.army_commanders:
        yield from under(f"army_commanders[{leader.name}].rating", _rating_faults(leader.rating))
        wings = [wing.commander.name for wing in line.wings if wing.side == leader.side]
        if leader.senior_wing_commander not in wings:
            yield f"army_commanders[{leader.name}].senior_wing_commander: he commands none of {', '.join(wings)}"
    named = {"victory_for": [line.victory_for], "salvo.sides": line.salvo.sides, "pursuit_drm": line.pursuit_drm}
    named["wings"] = [wing.side for wing in line.wings]
    named["army_commanders"] = [leader.side for leader in line.army_commanders]
    for key, held in named.items():
        for side in held:
            if side not in sides:
                yield f"{key}: {side!r} is no side; they are {', '.join(line.friendly_edges)}"
    for side in twice(leader.side for leader in line.army_commanders):
        yield f"army_commanders: {side} has two"
    for side in sides - {wing.side for wing in line.wings}:
        yield f"wings: {side} has none"
    for id in twice(f"{wing.side} {wing.id}" for wing in line.wings):
        yield f"wings: {id} stands there twice"


def _victory_faults(line: ScenarioLine, sides: set[str]) -> Iterator[str]:
    """15 From the best level of one side down to the best of the other."""
    levels = line.victory_levels
    if not levels or levels[-1].at_least is not None or any(level.at_least is None for level in levels[:-1]):
        yield "all but the last must have at_least"
        return
    floors = [level.at_least for level in levels if level.at_least is not None]
    if any(low >= high for high, low in pairwise(floors)):
        yield "at_least must fall from each level to the next"
    for level in levels:
        if level.winner and level.winner not in sides:
            yield f"{level.winner!r} is no side"


def _special_faults(line: ScenarioLine) -> Iterator[str]:
    if line.salvo.units_per_turn < 0:
        yield "salvo.units_per_turn: it is below 0"
    if line.bombardment is not None and line.bombardment.shots < 1:
        yield "bombardment.shots: there must be at least one"
    if (due := line.defection) is not None:
        if due.unit not in {row[0] for wing in line.wings for row in wing.units}:
            yield f"defection.unit: there is no unit {due.unit!r}"
        if not 1 <= due.turn <= line.turns:
            yield f"defection.turn: {due.turn} is not a turn of the game"
        if not 0 <= due.removed_on[0] <= due.removed_on[1] <= LAST:
            yield "defection.removed_on: it must be two faces of a d10, the lower first"


def _wing_faults(wing: WingLine, line: ScenarioLine) -> Iterator[str]:
    yield from under("commander.rating", _rating_faults(wing.commander.rating))
    if not 0 <= wing.facing <= 5:
        yield f"facing: {wing.facing} is not 0 to 5"
    if not wing.units:
        yield "units: there are none"
    for row in wing.units:
        yield from under(f"units[{row[0]}]", _unit_faults(row))
        if (row[4] == OFF) != (wing.arrives is not None):
            yield f"units[{row[0]}]: all units of a Wing that arrives are off the map, of any other none"
    if wing.arrives is not None:
        if not 1 <= wing.arrives.turn <= line.turns:
            yield f"arrives.turn: {wing.arrives.turn} is not a turn of the game"
        if not wing.arrives.hexes:
            yield "arrives.hexes: it enters nowhere"


def _rating_faults(rating: int) -> Iterator[str]:
    if not RATINGS[0] <= rating <= RATINGS[1]:
        yield f"{rating} is not 0, -1 or -2 (2.1.3)"


def _unit_faults(row: Row) -> Iterator[str]:
    """2.1.2"""
    _, written, strength, morale, _ = row
    kind = kind_of(written)
    if kind is None:
        yield f"{written!r} is no kind of unit"
        return
    without = kind.arm in ("artillery", "wagon")
    if without and strength:
        yield f"{kind.arm} has no SP; write 0"
    elif not without and not STRENGTHS[0] <= strength <= STRENGTHS[1]:
        yield f"SP {strength} is not {STRENGTHS[0]} to {STRENGTHS[1]}"
    if kind.arm == "wagon" and morale:
        yield "wagons have no morale; write 0"
    elif kind.arm != "wagon" and not MORALES[0] <= morale <= MORALES[1]:
        yield f"morale {morale} is not {MORALES[0]} to {MORALES[1]}"


def _place_faults(line: ScenarioLine, terrain: TerrainChart) -> Iterator[str]:
    """5.2.1, 8.1.1 Everybody on a hex that has room for him."""
    field = field_of(line)
    yield from _off_map_faults(line, field)
    held = _placed(line, field)
    ground = {hex: key for key in HEXES for hex in getattr(line.terrain, key)}
    for hex, there in held.items():
        if not field.is_on_map(hex):
            yield f"wings: {there[0][1]} does not fit on the map"
        yield from under(f"wings: hex {hex}", _stack_faults(there))
        for _, name, _, kind in there:
            cost: Cost = getattr(terrain, ground.get(hex, "clear")).mp[COLUMN.get(kind.arm, 0)]
            if cost == "no" and kind.arm != "wagon":
                yield f"wings: {name} may not stand in {ground[hex]} ({hex})"
    for wing in line.wings:
        at = wing.commander.hex
        if at != OFF and not any(each[0] is wing for each in held.get(at, ())):
            yield f"wings[{wing.id}].commander.hex: no unit of his Wing is in {at} (5.2.1)"


def _off_map_faults(line: ScenarioLine, field: Field) -> Iterator[str]:
    for wing in line.wings:
        for row in wing.units:
            if row[4] != OFF:
                yield from under(f"wings[{wing.id}].units[{row[0]}]", off_map(field, [row[4]]))
        if wing.arrives is not None:
            yield from under(f"wings[{wing.id}].arrives.hexes", off_map(field, wing.arrives.hexes))
    for leader in line.army_commanders:
        yield from under(f"army_commanders[{leader.name}].hex", off_map(field, [leader.hex]))


Placed = tuple[WingLine, str, int, Kind]  # Wing, name, SP, kind


def _placed(line: ScenarioLine, field: Field) -> dict[str, list[Placed]]:
    """Hex to what starts in it; the right half of a two-hex unit too."""
    found: dict[str, list[Placed]] = {}
    for wing in line.wings:
        for name, written, strength, _, hex in wing.units:
            kind = kind_of(written)
            if kind is None or not field.is_on_map(hex):
                continue
            found.setdefault(hex, []).append((wing, name, strength, kind))
            if kind.width > 1:
                right = field.ids.get(right_half(field.at[hex], wing.facing), "")
                found.setdefault(right, []).append((wing, name, strength, kind))
    return found


def _stack_faults(there: list[Placed]) -> Iterator[str]:
    """8.1.1 One combat unit; light infantry with cavalry of its Wing; one gun with any; wagons with all."""
    counted = Counter(kind.arm for *_, kind in there)
    names = ", ".join(name for _, name, _, _ in there)
    if len({wing.side for wing, *_ in there}) > 1:
        yield f"{names} are of both sides"
    riders = counted["cavalry"] == counted["light"] == 1 and not counted["heavy"]
    if riders and not _may_ride(there):
        yield f"{names}: light infantry stacks with cavalry of its own Wing with {RIDERS} SP at most (8.2.1)"
    combat = counted["cavalry"] + counted["light"] + counted["heavy"]
    if (combat > 1 and not riders) or counted["artillery"] > 1:
        yield f"{names} are too many (8.1.1)"


def _may_ride(there: list[Placed]) -> bool:
    light = next(each for each in there if each[3].arm == "light")
    horse = next(each for each in there if each[3].arm == "cavalry")
    return light[0] is horse[0] and light[2] <= RIDERS
