"""DRV.tables Whether a pack can be played: each fault is named with its file, table and key."""

from __future__ import annotations

from domain.kernel.packs import Pack, refuse
from rules.musket_and_pike.sheets.checks.charts import chart_faults
from rules.musket_and_pike.sheets.checks.scenarios import scenario_faults
from rules.musket_and_pike.sheets.files import CHARTS, SCENARIOS, chart_sheet, scenario_sheet


def check_pack(pack: Pack) -> None:
    """BadPack with every fault found; later checks may rely on earlier ones."""
    charts, scenarios = chart_sheet(pack), scenario_sheet(pack)
    refuse(pack, (CHARTS, chart_faults(charts)), (SCENARIOS, scenario_faults(charts, scenarios)))
