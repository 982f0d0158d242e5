"""Bars: `refight games` over a large archive, against a small one and against the clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.archive import archive
from bench.children import Usage, refight
from bench.measure import Pace, Result, at_most, chess_rate, middle, stopped, within
from bench.plan import Plan

LARGE, SMALL, QUICK, QUICK_SMALL = 10_000, 1000, 1000, 100
BAR, SECONDS, LIMIT, QUICK_LIMIT = 12, 1, 60, 5


class Round(NamedTuple):
    large: Usage
    small: Usage
    chess: float


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    large, small = plan.size(LARGE, QUICK), plan.size(SMALL, QUICK_SMALL)
    logs = [archive(plan, games, folder) for games in (large, small)]
    found = _rounds(plan, logs)
    work, note = f"refight games, of {large:,}", f"the same of {small:,}"
    most, least = (median(used) for used in zip(*((one.large.cpu, one.small.cpu) for one in found), strict=True))
    pace = middle([Pace(one.large.cpu, one.chess) for one in found])
    results = (
        at_most(work, most, least, "s", BAR, note=note, quick=plan.quick),
        within(work, pace, SECONDS, quick=plan.quick),
    )
    yield from map(stopped, results) if found[0].large.stopped else results


def _rounds(plan: Plan, logs: Sequence[Path]) -> list[Round]:
    """What was stopped is not waited for again."""
    for log in logs:  # the first list takes the archive in: that is the work of `project`, which has its own bar
        refight(plan, log, "games")
    found = [_round(plan, logs)]
    while len(found) < plan.few and not found[0].large.stopped:
        found.append(_round(plan, logs))
    return found


def _round(plan: Plan, logs: Sequence[Path]) -> Round:
    limit = plan.size(LIMIT, QUICK_LIMIT)
    small, large = (refight(plan, log, "games", limit=limit) for log in reversed(logs))
    return Round(large, small, chess_rate())
