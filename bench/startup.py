"""Bar: the start of a command against the start of Python itself, both with bytecode."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.children import REFIGHT, usage
from bench.measure import Result, at_most
from bench.plan import Plan

STARTS, QUICK, BAR = 15, 7, 8


def run(_folder: Path, plan: Plan) -> Iterator[Result]:
    commands = [REFIGHT, "--version"], [sys.executable, "-c", "pass"]
    starts = max(plan.rounds, plan.size(STARTS, QUICK))
    rounds = [[1000 * usage(plan, command).cpu for command in commands] for _ in range(starts + 1)]
    ours, bare = (median(times) for times in zip(*rounds[1:], strict=True))  # the first compiles
    yield at_most("refight --version", ours, bare, "ms", BAR, note="python -c pass; both with bytecode")
