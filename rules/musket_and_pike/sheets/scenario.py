"""What a pack gives the game: charts, fields, counters and scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.packs import Pack, Sheet
from domain.kernel.system import Scenario
from rules.musket_and_pike.sheets.build import engagements, wing_name
from rules.musket_and_pike.sheets.chart_lines import ChartSheet
from rules.musket_and_pike.sheets.files import CHARTS, SCENARIOS, ScenarioSheet

FILES: Mapping[str, type[Sheet]] = {CHARTS: ChartSheet, SCENARIOS: ScenarioSheet}


def scenarios(pack: Pack) -> dict[str, Scenario]:
    return {key: Scenario(key, each.title, each.sides, each.text) for key, each in engagements(pack).items()}


def names(pack: Pack) -> dict[str, str]:
    """2.1 What people call units, leaders, wagons and Wings."""
    found: dict[str, str] = {}
    for each in engagements(pack).values():
        for rows in (each.units, each.leaders, each.wagons):
            found |= {row.id: row.name for row in rows}
        found |= {row.id: wing_name(row.side, row.name) for row in each.wings}
    return found
