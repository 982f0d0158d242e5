"""16.0, 20.3 What a pack gives the game: charts, maps, counters and scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.packs import Pack, Sheet, read_once
from domain.kernel.system import Scenario
from rules.wallaces_war.ground.ground import Ground
from rules.wallaces_war.sheets.build import charts, engagements, slug, units_of
from rules.wallaces_war.sheets.checks.pack import check_pack
from rules.wallaces_war.sheets.engagement import Camp, Engagement, Reinforcement
from rules.wallaces_war.sheets.files import (
    CHARTS,
    COUNTERS,
    MAPS,
    SCENARIOS,
    ChartSheet,
    CounterSheet,
    MapSheet,
    ScenarioSheet,
    counter_sheet,
    map_sheet,
)
from rules.wallaces_war.sheets.rows import BattleRow, Box, Charts, FireRow, LeaderRow, UnitRow, Values

__all__ = [
    "FILES",
    "BattleRow",
    "Box",
    "Camp",
    "Charts",
    "Engagement",
    "FireRow",
    "LeaderRow",
    "Reinforcement",
    "UnitRow",
    "Values",
    "charts",
    "check_pack",
    "engagements",
    "ground",
    "grounds",
    "names",
    "scenarios",
]

FILES: Mapping[str, type[Sheet]] = {
    CHARTS: ChartSheet,
    COUNTERS: CounterSheet,
    MAPS: MapSheet,
    SCENARIOS: ScenarioSheet,
}


@read_once(MAPS)
def grounds(pack: Pack) -> dict[str, Ground]:
    """Every map by key; the same objects for the same text, so that what is worked out about them is kept."""
    return {key: line.ground() for key, line in map_sheet(pack).maps.items()}


def ground(pack: Pack, scenario: str) -> Ground:
    """2.2a The map of a scenario, of hexes in which distances are counted."""
    return grounds(pack)[engagements(pack)[scenario].map]


@read_once(COUNTERS)
def names(pack: Pack) -> dict[str, str]:
    """2.1 Units by counter, kind and number; leaders by the man's name, or by the counter if two men share it."""
    found: dict[str, str] = {}
    for army in counter_sheet(pack).armies.values():
        for leader in army.commanders():
            id = slug(leader.counter)
            found[id] = leader.name if found.get(id, leader.name) == leader.name else leader.counter
        found |= {unit.id: unit.name for battle in army.battles for unit in units_of(battle)}
    return found


def scenarios(pack: Pack) -> dict[str, Scenario]:
    return {key: Scenario(key, each.title, each.sides, each.text) for key, each in engagements(pack).items()}
