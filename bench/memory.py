"""Bars: peak memory of commands that read a whole game, of a very long one against a short one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.children import refight
from bench.games import played
from bench.measure import Result, at_most
from bench.plan import Plan

LARGE, SMALL, QUICK, QUICK_SMALL = 1_000_000, 10_000, 100_000, 1000
COMMANDS = {
    "audit": ("audit", "day"),
    "verify": ("verify", "day"),
    "export": ("export", "day"),
    "log": ("log", "day"),
    "project": ("project",),
}
BAR = 1.5


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    large, small = plan.size(LARGE, QUICK), plan.size(SMALL, QUICK_SMALL)
    logs = [played(plan, entries, folder) for entries in (large, small)]
    for work, words in COMMANDS.items():
        most, least = (refight(plan, log, *words).peak / 1e6 for log in logs)
        note = f"the same at {small:,} entries"
        yield at_most(f"peak of {work}, {large:,} entries", most, least, "MB", BAR, note=note, quick=plan.quick)
