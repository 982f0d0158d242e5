"""Interleaved timing, and the one row every bar comes down to."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec

Work = Callable[[], object]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """Ours against the yardstick. `ratio` is what the bar speaks of."""

    work: str
    ours: float
    yardstick: float
    unit: str
    ratio: float
    bar: str
    met: bool
    note: str = ""


def seconds(work: Work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def interleaved(works: Sequence[Work], rounds: int, steps: int = 1) -> list[float]:
    """Median seconds of a round of each; in a round they take turns, step by step, so that a slow moment of the
    machine hits them alike."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        gc.collect()
        sums = [0.0] * len(works)
        for step in range(steps):
            turn = step % len(works)
            for i in [*range(turn, len(works)), *range(turn)]:
                sums[i] += seconds(works[i])
        for times, total in zip(taken, sums, strict=True):
            times.append(total)
    return [median(times) for times in taken]


def at_least(work: str, ours: float, yardstick: float, unit: str, bar: float, note: str = "") -> Result:
    """More is better: ours / yardstick must reach the bar."""
    ratio, says = ours / yardstick, f">= {bar:g}"
    return Result(
        work=work, ours=ours, yardstick=yardstick, unit=unit, ratio=ratio, bar=says, met=ratio >= bar, note=note
    )


def at_most(work: str, ours: float, yardstick: float, unit: str, bar: float, says: str, note: str = "") -> Result:
    """Less is better: ours / yardstick must stay under the bar."""
    ratio, says = ours / yardstick, f"<= {says}"
    return Result(
        work=work, ours=ours, yardstick=yardstick, unit=unit, ratio=ratio, bar=says, met=ratio <= bar, note=note
    )
