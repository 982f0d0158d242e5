"""The bar of importing: a VASSAL log of 10,000 steps, from its bytes to a stored freeform game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from bench.measure import Result, paced, within
from bench.plan import Plan
from bench.vassal import vlog
from domain.formats.importing.retelling import retell
from domain.formats.vassal.read import read_vassal
from domain.log.gamelog import GameLog
from rules import SYSTEMS

STEPS, SECONDS, QUICK = 10_000, 15, 10  # a tenth of the steps in a tenth of the time


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    part = plan.size(1, QUICK)
    steps = STEPS // part
    data, size = vlog(steps)
    log, names = GameLog(str(folder / "games.db"), SYSTEMS), count()

    def take_in() -> None:
        read = retell(SYSTEMS["freeform"], read_vassal(data), log.now())
        log.restore(f"game-{next(names)}", read.pack, read.rows)

    pace = paced(take_in, plan.few)
    entries = log.head(log.line("game-0")).number
    log.close()
    note = f"{size:.0f} MB of text, {entries:,} entries"
    yield within(f"import of a VASSAL log of {steps:,} steps", pace, SECONDS / part, note, quick=plan.quick)
