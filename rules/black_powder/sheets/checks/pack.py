"""BP.army.1, BP.ter.1, section 20 Whether a pack can be played: each fault is named with its file, table and key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from domain.kernel.packs import Pack, read_sheet, refuse, twice, under
from domain.kernel.say import spelt
from domain.kernel.system import Setup
from domain.tabletop import lengths
from domain.tabletop.bodies import do_overlap, is_on_table
from domain.tabletop.polygons import polygon
from rules.black_powder.position import on_table
from rules.black_powder.rulings import SWITCHES
from rules.black_powder.sheets.build import initial
from rules.black_powder.sheets.checks.charts import footprint_faults, name_faults, profile_faults, weapon_faults
from rules.black_powder.sheets.rows import (
    FOOTPRINTS,
    PROFILES,
    SCENARIOS,
    WEAPONS,
    BrigadeRow,
    ProfileRow,
    ProfileSheet,
    ScenarioRow,
    ScenarioSheet,
    TerrainRow,
    UnitRow,
    Victory,
    called,
    footprint_sheet,
    profiles,
    weapon_sheet,
)
from rules.black_powder.tables import BLOCKS, FORMATIONS, MIXED, TERRAIN, TOUCH
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.profile import is_gun, is_tiny

LEAST_TABLE, MOST_TABLE = 24, 240  # inches
TINY: Final = ("skirmish", "march_column", "building")  # BP.form.1
NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "hold": ("places", "within"),
    "ground": ("side", "points", "win"),
    "stand": ("side", "area"),
    "run": ("side", "edge"),
    "brigades": (),
}


def check_pack(pack: Pack) -> None:
    """BadPack with every fault found; later checks may rely on earlier ones."""
    weapons, sheet = weapon_sheet(pack), read_sheet(pack, SCENARIOS, ScenarioSheet)
    refuse(
        pack,
        (WEAPONS, weapon_faults(weapons)),
        (PROFILES, profile_faults(read_sheet(pack, PROFILES, ProfileSheet), weapons)),
        (FOOTPRINTS, footprint_faults(footprint_sheet(pack))),
        (SCENARIOS, _sheet_faults(pack, sheet)),
    )


def _sheet_faults(pack: Pack, sheet: ScenarioSheet) -> Iterator[str]:
    yield from (f"scenario: the key {key} stands there twice" for key in twice(row.key for row in sheet.scenario))
    known, arms = profiles(pack), {row.name for row in weapon_sheet(pack).weapons}
    for row in sheet.scenario:
        yield from under(f"scenario, {row.key}", _scenario_faults(pack, row, known, arms))


def _scenario_faults(pack: Pack, row: ScenarioRow, known: Mapping[str, ProfileRow], arms: set[str]) -> list[str]:
    """The first kind of fault it has: later checks rely on earlier ones."""
    names = [*_shape_faults(row), *_free_faults(pack, row)] or [*_army_faults(row, known), *_special_faults(row, arms)]
    return names or [*_standing_faults(pack, row)]


def _shape_faults(row: ScenarioRow) -> Iterator[str]:
    """Sides, table, ground and names."""
    if len(set(row.sides)) != len(row.sides):
        yield "sides: two sides have one name"
    if row.first_turn and row.first_turn not in row.sides:
        yield f"first_turn: there is no side {row.first_turn!r}"
    if set(row.edges) != set(row.sides):
        yield "edges: it must name both sides; a side without an edge has []"
    if not all(LEAST_TABLE <= length <= MOST_TABLE for length in row.table):
        yield f"table: {list(row.table)} is not within {LEAST_TABLE} to {MOST_TABLE} inches"
    yield from (f"the id {id} stands there twice" for id in twice(map(spelt, called(row))))
    yield from (f"terrain: {name!r} stands there twice" for name in twice(one.name for one in row.terrain))
    for name in called(row):
        yield from name_faults(name)
    for one in row.terrain:
        yield from under(f"terrain, {one.name}", _piece_faults(one))
    for switch in row.switches:
        if switch not in SWITCHES:
            yield f"switches: there is no option {switch!r} that is only on or off; there are {', '.join(SWITCHES)}"


def _typed(read: Callable[[str], Any], *texts: str) -> Iterator[str]:
    for text in texts:
        try:
            read(text)
        except ValueError as error:
            yield str(error)


def _piece_faults(one: TerrainRow) -> Iterator[str]:
    """BP.ter.1 An outline closes by itself; a line needs two points."""
    if one.kind not in TERRAIN:
        yield f"kind: there is no terrain {one.kind!r}; there are {', '.join(TERRAIN)}"
        return
    is_line = TERRAIN[one.kind].shape == "line"
    points, key, least = (one.line, "line", 2) if is_line else (one.outline, "outline", 3)
    if (one.outline if is_line else one.line) or len(points) < least:
        yield f"{key}: {one.kind} needs {least} points at least, and no other shape"
        return
    found = [*under(key, _typed(lengths.point, *points))]
    yield from found
    if not found and not is_line:
        yield from under(key, _typed(lambda _text: polygon(lengths.points(points)), ""))
    if one.guns_by_hand and "rough" not in one.kind:
        yield "guns_by_hand: it is agreed for rough ground (BP.ter.3)"


def _army_faults(row: ScenarioRow, known: Mapping[str, ProfileRow]) -> Iterator[str]:
    """BP.army.1, BP.army.2, BP.army.3"""
    for side in row.sides:
        own = [brigade for brigade in row.brigades if brigade.side == side]
        generals = sum(brigade.commander.rank == "general" for brigade in own)
        if generals != 1:
            yield f"brigades: {side} has {generals} generals, and an army has one (BP.army.1)"
        if not any(brigade.units for brigade in own):
            yield f"brigades: {side} has no unit"
    for brigade in row.brigades:
        yield from under(f"brigades, {brigade.name}", _brigade_faults(row, brigade, known))


def _brigade_faults(row: ScenarioRow, brigade: BrigadeRow, known: Mapping[str, ProfileRow]) -> Iterator[str]:
    if brigade.side not in row.sides:
        yield f"side: there is no side {brigade.side!r}"
    if brigade.units and brigade.commander.rank == "general":
        yield "commander: the general commands no brigade (BP.army.3)"
    if not brigade.units and brigade.commander.rank == "brigade":
        yield "units: a brigade commander without a brigade (BP.army.2)"
    if row.free:
        if brigade.arrives or brigade.commander.at:
            yield "arrives, commander.at: the players place their armies, so leave them out (BP.house.2)"
    elif bool(brigade.commander.at) == bool(brigade.arrives):
        yield "commander.at: he stands there unless the brigade arrives later"
    elif brigade.commander.at:
        yield from under("commander.at", _typed(lengths.point, brigade.commander.at))
    for unit in brigade.units:
        yield from under(f"units, {unit.name}", _unit_faults(row, brigade, unit, known))


def _unit_faults(
    row: ScenarioRow, brigade: BrigadeRow, unit: UnitRow, known: Mapping[str, ProfileRow]
) -> Iterator[str]:
    if unit.profile not in known:
        yield f"profile: there is no profile {unit.profile!r} in profiles.toml"
        return
    yield from _formation_faults(unit, known[unit.profile])
    if row.free:
        if unit.at or unit.inside:
            yield "at: the players place their armies, so leave at and inside out (BP.house.2)"
    elif brigade.arrives:
        if unit.at or unit.inside:
            yield "at: the brigade arrives later, so leave at and inside out"
    elif unit.inside or unit.formation == "building":
        if unit.at or unit.inside not in {one.name for one in row.terrain if one.kind in BLOCKS}:
            yield f"inside: there is no building {unit.inside!r}, or the unit has a place besides"
    else:
        yield from under("at", _typed(lengths.point, unit.at))
        yield from under("heading", _typed(lengths.angle, unit.heading))


def _formation_faults(unit: UnitRow, profile: ProfileRow) -> Iterator[str]:
    """BP.form.1"""
    allowed = TINY if profile.size == "tiny" else (*FORMATIONS[profile.kind], "building")
    if unit.formation not in allowed:
        yield f"formation: {unit.formation} is not for {profile.size} {profile.kind} (BP.form.1)"
    if unit.formation in MIXED and "Mixed Formation" not in profile.rules:
        yield "formation: mixed needs the special rule Mixed Formation (BP.form.1)"


def _special_faults(row: ScenarioRow, arms: set[str]) -> Iterator[str]:
    places, sides = {one.name for one in row.terrain}, set(row.sides)
    yield from under("victory", _victory_faults(row.victory, places, sides))
    brigades = {brigade.name for brigade in row.brigades}
    units = {unit.name for brigade in row.brigades for unit in brigade.units}
    commanders = {brigade.commander.name for brigade in row.brigades}
    yield from _unknown("no_morale", row.no_morale, sides)
    if row.held:
        yield from _unknown("held.brigade", (row.held.brigade,), brigades)
        yield from _unknown("held.unless_lost_any_of", row.held.unless_lost_any_of, places)
        yield from _unknown("held.unless_broken", (row.held.unless_broken,), brigades)
    if row.ranges_from:
        yield from _unknown("ranges_from.unit", (row.ranges_from.unit,), units)
        yield from _unknown("ranges_from.arm", (row.ranges_from.arm,), arms)
    if row.once:
        yield from _unknown("once.place", (row.once.place,), places)
    if row.near_commander:
        yield from _unknown("near_commander.side", (row.near_commander.side,), sides)
        yield from _unknown("near_commander.commanders", row.near_commander.commanders, commanders)
    if row.comes_back:
        yield from _unknown("comes_back.side", (row.comes_back.side,), sides)
    yield from _unknown("torch_after_winning", (row.torch_after_winning,), places)


def _victory_faults(said: Victory, places: set[str], sides: set[str]) -> Iterator[str]:
    """BP.vic.14, BP.vic.15, BP.vic.16"""
    yield from _unknown("places", said.places, places)
    yield from _unknown("points", said.points, places)
    yield from _unknown("side", (said.side,), sides)
    yield from (f"{key}: the kind {said.kind} needs it" for key in NEEDS[said.kind] if not getattr(said, key))
    yield from under("area", _typed(lengths.point, *said.area))


def _unknown(key: str, named: Iterable[str], known: set[str]) -> Iterator[str]:
    """Names that are none; an empty one says nothing."""
    return (f"{key}: there is no {name!r}" for name in named if name and name not in known)


def _free_faults(pack: Pack, row: ScenarioRow) -> Iterator[str]:
    """BP.house.1, BP.house.2 Armies that the pack has, points for them, and strips that do not meet."""
    if row.free is None:
        return
    sheet = read_sheet(pack, PROFILES, ProfileSheet)
    if sheet.points is None:
        yield f"free: {PROFILES} has no [points] (BP.house.1)"
    yield from _unknown("free.armies", row.free.armies, set(row.sides))
    armies = {army.id for army in sheet.army}
    yield from (fault for named in row.free.armies.values() for fault in _unknown("free.armies", named, armies))
    if 2 * row.free.zone > min(row.table):
        yield "free.zone: the strips of both sides meet (BP.house.2)"


def _standing_faults(pack: Pack, row: ScenarioRow) -> Iterator[str]:
    """Every unit on the table and on nobody; a block holds what it can (BP.bld.1)."""
    state = initial(Setup.trial("black_powder", row.key, row.sides, pack))
    bodies = {name: body_of(state, unit) for name, unit in on_table(state).items()}
    inside: dict[tuple[str, str], str] = {}
    for name, body in bodies.items():
        unit = state.units[name]
        if unit.building:
            slot = "gun" if is_gun(unit) else "tiny" if is_tiny(unit) else "unit"
            if inside.setdefault((unit.building, slot), name) != name:
                yield f"{unit.name}: {unit.building} holds one unit, one tiny unit and one gun (BP.bld.1)"
        elif not is_on_table(body, state.battle.width, state.battle.height):
            yield f"{unit.name}: part of it stands off the table"
    standing = [(name, body) for name, body in bodies.items() if not state.units[name].building]
    for at, (name, body) in enumerate(standing):
        for other, there in standing[:at]:
            if do_overlap(body, there, TOUCH):
                yield f"{state.units[name].name}: it stands on {state.units[other].name}"
