"""23.0 What a pack gives the game: map, units, Army Markers and scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.packs import Pack, Sheet, read_once
from domain.kernel.system import Scenario
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.sheets.battle import TRAINS, Arrival, Battle, ScenarioSheet, battles, scenario_sheet
from rules.gettysburg.sheets.check import check_pack
from rules.gettysburg.sheets.rows import (
    MAP,
    SCENARIOS,
    SIDES,
    UNITS,
    MapSheet,
    Marker,
    Ratings,
    UnitRow,
    UnitSheet,
    hmc_ids,
    map_sheet,
    unit_sheet,
)

__all__ = [
    "FILES",
    "SIDES",
    "Arrival",
    "Battle",
    "Marker",
    "Ratings",
    "UnitRow",
    "battles",
    "check_pack",
    "ground",
    "hmc_ids",
    "markers",
    "names",
    "scenarios",
    "units",
]


FILES: Mapping[str, type[Sheet]] = {UNITS: UnitSheet, MAP: MapSheet, SCENARIOS: ScenarioSheet}


@read_once(MAP)
def ground(pack: Pack) -> Ground:
    """The map; the same object for the same text, so that what is worked out about it is kept."""
    return map_sheet(pack).ground()


@read_once(UNITS)
def units(pack: Pack) -> tuple[UnitRow, ...]:
    """2.5 Both orders of battle, Confederates first."""
    return unit_sheet(pack).rows()


def names(pack: Pack) -> dict[str, str]:
    """2.5 Names are not unique, so a log says both name and number; HMCs have none but their number."""
    trains = {train: f"{side.title()} Train" for side, train in zip(SIDES, TRAINS, strict=True)}
    return {row.id: row.name for row in units(pack)} | trains | {hmc: hmc for side in SIDES for hmc in hmc_ids(side)}


def markers(pack: Pack) -> dict[str, tuple[Marker, Marker]]:
    """2.11 D10 Front (Attack) and back of each Army Marker."""
    lines = unit_sheet(pack).markers
    return {
        "confederate": (lines.confederate.front, lines.confederate.back),
        "union": (lines.union.front, lines.union.back),
    }


def scenarios(pack: Pack) -> dict[str, Scenario]:
    return {line.key: Scenario(line.key, line.title, SIDES, line.text) for line in scenario_sheet(pack).scenarios}
