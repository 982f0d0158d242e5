"""16.1, 20.3 Whether a pack can be played: each fault is named with its file, table and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kernel.packs import Pack, refuse, twice, under
from rules.wallaces_war.ground.ground import Ground
from rules.wallaces_war.sheets.build import SIDES, SIDES_OF_THE_BARONS_WAR, halves, used
from rules.wallaces_war.sheets.checks.charts import CHITS, FACES, chart_faults
from rules.wallaces_war.sheets.checks.counters import counter_faults
from rules.wallaces_war.sheets.checks.maps import map_faults, off_map
from rules.wallaces_war.sheets.files import (
    CHARTS,
    COUNTERS,
    MAPS,
    SCENARIOS,
    Army,
    BattleLine,
    CampLine,
    ChartSheet,
    CounterSheet,
    MapSheet,
    ReinforcementLine,
    ScenarioLine,
    ScenarioSheet,
    TerrainChart,
    chart_sheet,
    counter_sheet,
    map_sheet,
    scenario_sheet,
)
from rules.wallaces_war.sheets.rows import CAVALRY, NOT_ALLOWED

AROUND_LEADER: Final = 2  # 16.1a
STACK: Final = 2  # 8.1a
HIGHEST_CHIT: Final = 4  # 4.2b
FIRST_AND_SECOND: Final = [1, 2]


def check_pack(pack: Pack) -> None:
    """BadPack with every fault found; later checks may rely on earlier ones."""
    sheets = chart_sheet(pack), counter_sheet(pack), map_sheet(pack), scenario_sheet(pack)
    refuse(
        pack,
        (CHARTS, chart_faults(sheets[0])),
        (COUNTERS, counter_faults(sheets[1])),
        (MAPS, map_faults(sheets[2])),
        (SCENARIOS, _scenario_faults(*sheets)),
        (CHARTS, _pool_faults(sheets[0], sheets[3])),
    )


def _pool_faults(charts: ChartSheet, sheet: ScenarioSheet) -> Iterator[str]:
    """4.2d The pool holds what both sides are to take."""
    pool = charts.chit_pool.count
    held = sum(int(value) * number for value, number in pool.items())
    for line in sheet.scenarios:
        needed = sum(camp.points for camp in line.camps.values()) + sum(due.points for due in line.reinforcements)
        if needed > held:
            yield f"chit_pool.count: the chits are worth {held}; the scenario {line.key} gives {needed} points"
        for value in CHITS:
            forced = sum(camp.forced.get(value, 0) for camp in line.camps.values())
            if forced > pool[value]:
                yield f"chit_pool.count.{value}: there are {pool[value]}; the scenario {line.key} needs {forced}"


def _scenario_faults(charts: ChartSheet, armies: CounterSheet, maps: MapSheet, sheet: ScenarioSheet) -> Iterator[str]:
    for key in twice(line.key for line in sheet.scenarios):
        yield f"scenarios: {key} stands there twice"
    for line in sheet.scenarios:
        where = f"scenarios[{line.key}]"
        if line.map not in maps.maps or line.map not in armies.armies:
            yield f"{where}.map: there is no map and army {line.map!r}; there are {', '.join(maps.maps)}"
            continue
        army, ground = armies.armies[line.map], maps.maps[line.map].ground()
        if not (found := [f"{where}.{fault}" for fault in _name_faults(line, army)]):
            found = [f"{where}.{fault}" for fault in _place_faults(line, army, ground, charts.terrain)]
        yield from found


def _name_faults(line: ScenarioLine, army: Army) -> Iterator[str]:
    """16.1 Sides, Battles and leaders are there."""
    if {*line.camps} not in ({*SIDES}, {*SIDES_OF_THE_BARONS_WAR}):
        yield "camps: they must be english and scots, or royalist and barons"
    if sorted(camp.sets_up for camp in line.camps.values()) != FIRST_AND_SECOND:
        yield "camps: one side must set up first and the other second"
    if line.first not in line.camps:
        yield f"first: {line.first} has no camp"
    for side, camp in line.camps.items():
        yield from (f"camps.{side}.{fault}" for fault in _camp_names(side, camp, army))
    if line.roving and line.roving not in {leader.counter for leader in army.leaders}:
        yield f"roving: there is no leader {line.roving!r} without a Battle"
    if line.closed_until_arrival and not (line.reinforcements and line.closed_until_arrival in line.camps):
        yield f"closed_until_arrival: {line.closed_until_arrival} has no camp, or there are no reinforcements"
    yield from _battle_names(line, {battle.counter: battle for battle in army.battles})


def _battle_names(line: ScenarioLine, battles: dict[str, BattleLine]) -> Iterator[str]:
    posted = {counter for camp in line.camps.values() for counter in camp.leaders}
    for due in line.reinforcements:
        if due.battle not in battles or battles[due.battle].side not in line.camps:
            yield f"reinforcements: there is no Battle {due.battle!r} of these sides"
        elif due.battle in posted:
            yield f"reinforcements: {due.battle} stands on the map already"
    for counter, boxes in line.boxes.items():
        if counter not in battles:
            yield f"boxes: there is no Battle {counter!r}"
        elif not 1 <= boxes <= battles[counter].track_boxes:
            yield f"boxes.{counter}: {boxes} is not 1 to {battles[counter].track_boxes}, the boxes of its track"


def _camp_names(side: str, camp: CampLine, army: Army) -> Iterator[str]:
    own = {leader.counter for leader in army.commanders() if leader.side == side}
    battles = {battle.counter for battle in army.battles if battle.side == side}
    for counter in camp.leaders:
        if counter not in battles:
            yield f"leaders: there is no Battle {counter!r} of this side"
    for counter in camp.with_any:
        if counter not in own:
            yield f"with_any: there is no leader {counter!r} of this side"
    present = {*camp.leaders, *camp.with_any} if camp.leaders else own
    if camp.commander not in present:
        yield f"commander: {camp.commander!r} is not among the leaders set up, {', '.join(sorted(present))}"
    if sum((bool(camp.leaders), bool(camp.bank), camp.rows is not None)) != 1:
        yield "leaders, bank, rows: one of them must say where the side sets up"


def _place_faults(line: ScenarioLine, army: Army, ground: Ground, terrain: TerrainChart) -> Iterator[str]:
    """16.1a Hexes and tracks have room for what the scenario puts there."""
    coming = {due.battle: due for due in line.reinforcements}
    for side, camp in line.camps.items():
        battles = [battle for battle in used(line, army) if battle.side == side and battle.counter not in coming]
        boxes = sum(_boxes(line, battle) for battle in battles)
        yield from (f"camps.{side}.{fault}" for fault in _camp_faults(camp, battles, boxes, ground, terrain))
    for battle in (battle for battle in army.battles if battle.counter in coming):
        faults = _entry_faults(coming[battle.counter], _boxes(line, battle), ground)
        yield from (f"reinforcements[{battle.counter}].{fault}" for fault in faults)
    if line.bridge_closed and not ground.bridges:
        yield "bridge_closed: the map has no bridge"


def _camp_faults(
    camp: CampLine, battles: list[BattleLine], boxes: int, ground: Ground, terrain: TerrainChart
) -> Iterator[str]:
    yield from under("points", _point_faults(camp.points, boxes))
    yield from under("forced", _forced_faults(camp, boxes))
    for battle in battles:
        if battle.counter in camp.leaders:
            faults = _post_faults(camp.leaders[battle.counter], battle, ground, terrain)
            yield from under(f"leaders.{battle.counter}", faults)
    yield from _zone_faults(camp, battles, ground, terrain)


def _boxes(line: ScenarioLine, battle: BattleLine) -> int:
    return line.boxes.get(battle.counter, battle.track_boxes)


def _point_faults(points: int, boxes: int) -> Iterator[str]:
    """4.2b A box holds one chit, of 4 at most."""
    if not 0 <= points <= HIGHEST_CHIT * boxes:
        yield f"{points} do not fit {boxes} boxes, which hold {HIGHEST_CHIT * boxes} at most"


def _forced_faults(camp: CampLine, boxes: int) -> Iterator[str]:
    """20.3.5a"""
    if unknown := [value for value in camp.forced if value not in CHITS]:
        yield f"chits are worth {', '.join(CHITS)}, not {', '.join(unknown)}"
        return
    worth = sum(int(value) * number for value, number in camp.forced.items())
    if worth > camp.points or sum(camp.forced.values()) > boxes:
        yield f"chits worth {worth} are more than {camp.points} points or {boxes} boxes"


def _post_faults(hex: str, battle: BattleLine, ground: Ground, terrain: TerrainChart) -> Iterator[str]:
    """16.1a, D84 The leader on his hex, his units within two of it."""
    if not ground.is_on_map(hex):
        yield from off_map(ground, [hex])
    elif not _is_open(ground, terrain, hex, "leader"):
        yield f"{hex} is forbidden ground for a leader"
    else:
        yield from _room_faults([battle], ground.disc(hex, AROUND_LEADER), ground, terrain)


def _zone_faults(camp: CampLine, battles: list[BattleLine], ground: Ground, terrain: TerrainChart) -> Iterator[str]:
    """16.3.3b, 20.3.3"""
    if camp.bank and not any(ground.bank(hex) for hex in ground.hexes):
        yield "bank: no streams part the map"
    elif camp.bank:
        zone = [hex for hex in ground.hexes if ground.bank(hex) == camp.bank and not ground.is_by_stream(hex)]
        yield from under("bank", _room_faults(battles, zone, ground, terrain))
    if camp.rows is not None:
        first, last = camp.rows
        if not ground.rows[0] <= first <= last <= ground.rows[1]:
            yield f"rows: {first} to {last} are not rows of the map, which has {ground.rows[0]} to {ground.rows[1]}"
        zone = [hex for hex in ground.hexes if first <= ground.row(hex) <= last]
        yield from under("rows", _room_faults(battles, zone, ground, terrain))


def _room_faults(
    battles: list[BattleLine], hexes: Iterable[str], ground: Ground, terrain: TerrainChart
) -> Iterator[str]:
    """8.1a Two units in a hex, foot and horse apart."""
    horse = [sum(row.count for row in battle.units if row.type in CAVALRY) for battle in battles]
    foot = [sum(row.count for row in battle.units if row.type not in CAVALRY) for battle in battles]
    hexes = list(hexes)
    for mover, numbers in (("cavalry", horse), ("infantry", foot)):
        room = sum(_is_open(ground, terrain, hex, mover) for hex in hexes)
        if room < (need := sum(-(-number // STACK) for number in numbers)):
            yield f"{sum(numbers)} units of {mover} need {need} hexes; there are {room}"
    if len(hexes) < (need := sum(-(-number // STACK) for number in (*horse, *foot))):
        yield f"the units need {need} hexes; there are {len(hexes)}"


def _is_open(ground: Ground, terrain: TerrainChart, hex: str, mover: str) -> bool:
    """2.2.1b"""
    held = [kind for kind in ground.terrain(hex) if kind in ("woods", "marsh")]
    return all(halves(getattr(getattr(terrain, kind), mover)) != NOT_ALLOWED for kind in held)


def _entry_faults(due: ReinforcementLine, boxes: int, ground: Ground) -> Iterator[str]:
    """16.2.4, 20.3.6"""
    yield from under("points", _point_faults(due.points, boxes))
    yield from under("hexes", off_map(ground, due.hexes))
    if not due.hexes and due.row is None:
        yield "hexes: it enters nowhere"
    if due.row is not None and not ground.rows[0] <= due.row <= ground.rows[1]:
        yield f"row: {due.row} is not a row of the map, which has {ground.rows[0]} to {ground.rows[1]}"
    if not 0 <= due.arrival <= FACES:
        yield f"arrival: {due.arrival} is not on a D10"
    if (due.arrival > 0) == (due.after_initiatives > 0):
        yield "arrival, after_initiatives: one of them must say when it comes"
