"""Bar: snapshots hold wherever refight is installed: the same commit in another folder makes no second set."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bench.children import environment, refight, usage
from bench.games import played
from bench.machine import ROOT
from bench.measure import Result, at_most
from bench.plan import Plan
from cli.shell.startup import PACKAGES

ENTRIES, QUICK = 10_000, 2000
COMMAND = "from cli.main import main; main()"


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    entries = plan.size(ENTRIES, QUICK)
    log = played(plan, entries, folder)
    elsewhere = folder / "elsewhere"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, elsewhere / package, ignore=shutil.ignore_patterns("__pycache__"))
    refight(plan, log, "show", "day")
    before = _kept(log)
    show = [sys.executable, "-P", "-c", COMMAND, "--db", str(log), "show", "day"]
    usage(plan, show, env=environment(plan, PYTHONPATH=str(elsewhere)))
    note = f"those kept before; {entries:,} entries"
    yield at_most("snapshots, installed elsewhere", _kept(log), before, "rows", 1, note=note, quick=plan.quick)


def _kept(log: Path) -> int:
    with closing(sqlite3.connect(log)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM stored_snapshots").fetchone()
        return int(count)
