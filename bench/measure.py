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
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def interleaved(works: Sequence[Work], rounds: int) -> list[float]:
    """Median seconds of each: one of each in every round, so that a slow moment hits them alike."""
    taken: list[list[float]] = [[] for _ in works]
    for number in range(rounds):
        turn = number % len(works)
        for i in [*range(turn, len(works)), *range(turn)]:
            taken[i].append(seconds(works[i]))
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
