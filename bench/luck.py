"""Bar: the luck of a recorded Second Day against an audit of the same game, both in a fresh process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.cold import cold
from bench.measure import Result, at_most
from bench.plan import Plan
from bench.recorded import into
from domain.log.refs import Ref

GAME, QUICK_ENTRY, BAR = "gettysburg/second-day-union.transcript", 1000, 20


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    log, ref = into(folder / "luck.db", GAME), Ref("game", entry=QUICK_ENTRY if plan.quick else None)
    audited, judged = (cold(plan, work, log, ref) for work in ("audit", "luck"))
    note = f"its audit, both scaled and in a fresh process; {judged.entries:,} entries"
    yield at_most("luck, Second Day", judged.seconds, audited.seconds, "s", BAR, note=note, quick=plan.quick)
