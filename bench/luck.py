"""Bars: the luck of a recorded Second Day against its audit, and of Brawner's Farm in seconds; in fresh processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.cold import cold
from bench.measure import Pace, Result, at_most, within
from bench.plan import Plan
from bench.recorded import into
from domain.log.refs import Ref

GAME, QUICK_ENTRY, BAR = "gettysburg/second-day-union.transcript", 1000, 20
FARM, QUICK_FARM, SIZE, SECONDS = "longstreet_lite/brawners-farm.transcript", 400, 2_500, 10


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    log, ref = into(folder / "luck.db", GAME), Ref("game", entry=QUICK_ENTRY if plan.quick else None)
    audited, judged = (cold(plan, work, log, ref) for work in ("audit", "luck"))
    note = f"its audit, both scaled and in a fresh process; {judged.entries:,} entries"
    yield at_most("luck, Second Day", judged.seconds, audited.seconds, "s", BAR, note=note, quick=plan.quick)
    yield _of_a_table(folder, plan)


def _of_a_table(folder: Path, plan: Plan) -> Result:
    """Volleys, combats and cards have the most ways: as if the game had so many entries."""
    log, ref = into(folder / "farm.db", FARM), Ref("game", entry=QUICK_FARM if plan.quick else None)
    judged = cold(plan, "luck", log, ref)
    pace = Pace(judged.cpu * SIZE / judged.entries, judged.chess)
    note = f"as for {SIZE:,} entries, by {judged.entries:,}"
    return within("luck, Brawner's Farm", pace, SECONDS, note, quick=plan.quick)
