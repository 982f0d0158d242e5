"""16.1 From the human form of a pack to the one kept in the game state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, get_args

import msgspec

from domain.kernel.packs import Each, Pack, read_once
from rules.wallaces_war.sheets.engagement import Camp, Engagement, Reinforcement
from rules.wallaces_war.sheets.files import (
    CHARTS,
    COUNTERS,
    SCENARIOS,
    Army,
    BattleLine,
    CampLine,
    ChartSheet,
    Cost,
    LeaderLine,
    ScenarioLine,
    TerrainChart,
    chart_sheet,
    counter_sheet,
    scenario_sheet,
)
from rules.wallaces_war.sheets.rows import (
    KINDS,
    NOT_ALLOWED,
    BattleRow,
    Box,
    Charts,
    FireRow,
    LeaderRow,
    Symbol,
    UnitRow,
    Values,
)

SIDES: Final = ("english", "scots")
SIDES_OF_THE_BARONS_WAR: Final = ("royalist", "barons")  # 20.1
BLANK: Final = "blank"
_VALUES: Final = re.compile(r"(\d+)(?:/(\d+))?-(\d+)-(\d+)")
_BOX: Final = re.compile(r"(square|circle|triangle) (\d+)")
_HALVES: Final = {"no": NOT_ALLOWED, "1/2": 1, "1 1/2": 3, "2 1/2": 5}


def slug(counter: str) -> str:
    """The id of a leader and of his Battle: the name on the counter in lower case."""
    return counter.lower().replace(" ", "-")


def values_of(text: str) -> Values | None:
    """2.1e SP-morale-MA or SP/rating-morale-MA; None for anything else, such as a blank side."""
    found = _VALUES.fullmatch(text)
    if found is None:
        return None
    sp, rating, morale, ma = found.groups(default="0")
    return Values(sp=int(sp), rating=int(rating), morale=int(morale), ma=int(ma))


def box_of(text: str) -> Box | None:
    """15.2 `-`, `square 7` or `E`; None for anything else."""
    if text in ("-", "E"):
        return Box(end=text == "E")
    found = _BOX.fullmatch(text)
    if found is None:
        return None
    symbol = next(each for each in get_args(Symbol) if each == found[1])
    return Box(symbol=symbol, cef=int(found[2]))


def units_of(line: BattleLine) -> Iterator[UnitRow]:
    """16.2.1, 16.3.1, 20.3.1, 20.3.4 Numbers run through the rows of a Battle, each kind by itself."""
    numbers: Counter[str] = Counter()
    for row in line.units:
        full = values_of(row.full)
        assert full is not None, "check_pack refuses it"
        for _ in range(row.count):
            numbers[row.type] += 1
            yield UnitRow(
                id=f"{slug(line.counter)}-{row.type.lower()}-{numbers[row.type]}",
                side=line.side,
                battle=slug(line.counter),
                kind=row.type,
                name=f"{line.counter} {row.type} {numbers[row.type]}",
                full=full,
                reduced=values_of(row.reduced),
            )


def leader_of(line: LeaderLine, is_commander: bool) -> LeaderRow:
    """13.2 As army commander he may have other ratings."""
    rated = line.leader_as_commander if is_commander and line.leader_as_commander else line.leader
    level, reach, bonus, ma = rated
    return LeaderRow(
        id=slug(line.counter),
        side=line.side,
        battle=slug(line.counter) if isinstance(line, BattleLine) else "",
        name=line.name,
        level=level,
        range=reach,
        bonus=bonus,
        ma=ma,
        alternative=line.leader_house2,
    )


def battle_of(line: BattleLine, boxes: int) -> BattleRow:
    return BattleRow(
        id=slug(line.counter),
        side=line.side,
        name=line.name,
        boxes=boxes,
        display=tuple(box for text in line.ce if (box := box_of(text)) is not None),
        set_aside=line.set_aside,
    )


def used(line: ScenarioLine, army: Army) -> list[BattleLine]:
    """16.2.2 The Battles of a scenario: those posted or to come, or all of a side that posts none."""
    named = {counter for camp in line.camps.values() for counter in camp.leaders}
    named |= {due.battle for due in line.reinforcements}
    free = {side for side, camp in line.camps.items() if not camp.leaders}
    return [battle for battle in army.battles if battle.counter in named or battle.side in free]


def is_barons_war(line: ScenarioLine) -> bool:
    """20.1"""
    return set(line.camps) == set(SIDES_OF_THE_BARONS_WAR)


def _camp(side: str, line: CampLine) -> Camp:
    return Camp(
        side=side,
        commander=slug(line.commander),
        sets_up=line.sets_up,
        points=line.points,
        posts={slug(counter): hex for counter, hex in line.leaders.items()},
        with_any=tuple(slug(counter) for counter in line.with_any),
        bank=line.bank,
        rows=line.rows,
        forced=line.forced,
    )


def _reinforcements(line: ScenarioLine, battles: list[BattleLine]) -> Iterator[Reinforcement]:
    sides = {battle.counter: battle.side for battle in battles}
    for due in line.reinforcements:
        given = msgspec.structs.asdict(due) | {"battle": slug(due.battle), "side": sides[due.battle]}
        yield Reinforcement(**given)


def _leaders(line: ScenarioLine, army: Army, battles: list[BattleLine]) -> Iterator[LeaderRow]:
    commanders = {side: camp.commander for side, camp in line.camps.items()}
    riding = {counter for camp in line.camps.values() for counter in camp.with_any} | {line.roving}
    leaders: list[LeaderLine] = [*battles, *(each for each in army.leaders if each.counter in riding)]
    for leader in leaders:
        yield leader_of(leader, is_commander=commanders.get(leader.side) == leader.counter)


def engagement(line: ScenarioLine, army: Army) -> Engagement:
    """16.1 One scenario with the counters it uses."""
    battles = used(line, army)
    sides = SIDES_OF_THE_BARONS_WAR if is_barons_war(line) else SIDES
    return Engagement(
        key=line.key,
        title=line.title,
        text=line.text,
        map=line.map,
        sides=sides,
        first=line.first,
        camps={side: _camp(side, camp) for side, camp in line.camps.items()},
        units=tuple(unit for battle in battles for unit in units_of(battle)),
        leaders=tuple(_leaders(line, army, battles)),
        battles=tuple(battle_of(each, line.boxes.get(each.counter, each.track_boxes)) for each in battles),
        reinforcements=tuple(_reinforcements(line, battles)),
        barons=is_barons_war(line),
        bridge_closed=line.bridge_closed,
        roving=slug(line.roving),
        battles_in_turn=line.battles_in_turn,
        within_command_range=line.within_command_range,
        in_command_on_arrival=line.in_command_on_arrival,
        closed_until_arrival=line.closed_until_arrival,
        option_target=line.option_target,
    )


@read_once(COUNTERS, SCENARIOS)
def engagements(pack: Pack) -> Mapping[str, Engagement]:
    """16.1 Every scenario of the pack by key."""
    armies = counter_sheet(pack).armies
    lines = {line.key: line for line in scenario_sheet(pack).scenarios}
    return Each(lines, lambda line: engagement(line, armies[line.map]))


def halves(cost: Cost) -> int:
    """7.4 A cost in half points, or NOT_ALLOWED."""
    return 2 * cost if isinstance(cost, int) else _HALVES[cost]


def _terrain(chart: TerrainChart) -> dict[str, dict[str, int]]:
    kinds = [name for name in chart.__struct_fields__ if name != "source"]
    costs = {kind: msgspec.structs.asdict(getattr(chart, kind)) for kind in kinds}
    return {kind: {mover: halves(cost) for mover, cost in by.items()} for kind, by in costs.items()}


def _sources(sheet: ChartSheet) -> dict[str, str]:
    return {name: getattr(sheet, name).source for name in sheet.__struct_fields__ if name != "pack_id"}


@read_once(CHARTS)
def charts(pack: Pack) -> Charts:
    """The charts of the pack, in half points."""
    sheet = chart_sheet(pack)
    return Charts(
        command_points=sheet.command_point_table.d10,
        fire=tuple(FireRow(low=row.low, high=row.high, losses=row.losses) for row in sheet.fire_table.rows),
        fire_modifiers=msgspec.structs.asdict(sheet.fire_table.modifiers),
        columns=sheet.melee_table.columns,
        melee=sheet.melee_table.losses,
        dice={kind: int(getattr(sheet.die_used, kind).removeprefix("D")) for kind in KINDS},
        types={kind: msgspec.structs.asdict(getattr(sheet.type_modifier, kind)) for kind in KINDS},
        terrain=_terrain(sheet.terrain),
        men=msgspec.structs.asdict(sheet.scale.men_per_sp),
        pool=sheet.chit_pool.count,
        defensive=sheet.fire_arcs.defensive,
        offensive=sheet.fire_arcs.offensive,
        sources=_sources(sheet),
    )
