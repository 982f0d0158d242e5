"""CPU time, interleaved; and the one row every bar comes down to.

A ratio is of two works done in turn in one run. A bar in seconds or per second is scaled: python-chess is measured
beside the work, and the figure is what a machine would need on which it makes 25,000 random legal moves a second.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

import msgspec

from bench.yardstick import MOVES, random_moves

Work = Callable[[], object]
REFERENCE = 25_000  # moves of python-chess a second, on the machine all scaled figures speak of


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """Ours against the yardstick. `ratio` is what the bar speaks of."""

    work: str
    ours: float
    yardstick: float
    unit: str
    ratio: float
    bar: str
    met: bool
    quick: bool = False  # measured at smaller sizes than the bar means
    note: str = ""


# Clocks


def cpu_seconds(work: Work) -> float:
    """Of this process alone, so that a neighbour on the machine is not counted."""
    start = time.process_time()
    work()
    return time.process_time() - start


def wall_seconds(work: Work) -> float:
    """Only where waiting is what is measured: a server's commit, a browser."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def interleaved(
    works: Sequence[Work], rounds: int, steps: int = 1, clock: Callable[[Work], float] = cpu_seconds
) -> list[float]:
    """Median seconds of a round of each; in a round they take turns, step by step, so that a slow moment of the
    machine hits them alike."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        gc.collect()
        sums = [0.0] * len(works)
        for step in range(steps):
            turn = step % len(works)
            for i in [*range(turn, len(works)), *range(turn)]:
                sums[i] += clock(works[i])
        for times, total in zip(taken, sums, strict=True):
            times.append(total)
    return [median(times) for times in taken]


# Scaled by python-chess


class Pace(NamedTuple):
    """Seconds that some work took here, and the moves a second that python-chess made beside it."""

    here: float
    chess: float

    @property
    def scaled(self) -> float:
        """Seconds on the machine that the bars speak of."""
        return self.here * self.chess / REFERENCE


def chess_rate() -> float:
    return MOVES / cpu_seconds(random_moves)


def paced(work: Work, rounds: int, clock: Callable[[Work], float] = cpu_seconds) -> Pace:
    """The median round; in each, chess is played before the work and after it."""
    found: list[Pace] = []
    for _ in range(rounds):
        gc.collect()
        before, here, after = cpu_seconds(random_moves), clock(work), cpu_seconds(random_moves)
        found.append(Pace(here, 2 * MOVES / (before + after)))
    return middle(found)


def middle(paces: Sequence[Pace]) -> Pace:
    return sorted(paces, key=lambda pace: pace.scaled)[len(paces) // 2]


# Rows


def at_least(
    work: str, ours: float, yardstick: float, unit: str, bar: float, note: str = "", *, quick: bool = False
) -> Result:
    """More is better: ours / yardstick must reach the bar."""
    ratio = ours / yardstick
    return Result(
        work=work, ours=ours, yardstick=yardstick, unit=unit, ratio=ratio, bar=f">= {bar:g}", met=ratio >= bar,
        quick=quick, note=note,
    )  # fmt: skip


def at_most(
    work: str, ours: float, yardstick: float, unit: str, bar: float, says: str = "", note: str = "", *,
    quick: bool = False,
) -> Result:  # fmt: skip
    """Less is better: ours / yardstick must stay under the bar."""
    ratio, bar_says = ours / yardstick, f"<= {says or f'{bar:g}'}"
    return Result(
        work=work, ours=ours, yardstick=yardstick, unit=unit, ratio=ratio, bar=bar_says, met=ratio <= bar,
        quick=quick, note=note,
    )  # fmt: skip


def within(work: str, pace: Pace, bar: float, note: str = "", *, quick: bool = False) -> Result:
    """An absolute bar: so many scaled seconds; those under one are told in milliseconds."""
    unit, times = ("s", 1) if bar >= 1 else ("ms", 1000)
    says = f"the bar, {times * bar:g} {unit}, scaled; {times * pace.here:,.1f} {unit} here{_and(note)}"
    return at_most(work, times * pace.scaled, times * bar, unit, 1, note=says, quick=quick)


def fast_enough(
    work: str, count: float, pace: Pace, bar: float, unit: str, note: str = "", *, quick: bool = False
) -> Result:
    """An absolute bar: so many in a scaled second."""
    says = f"the bar, {bar:,g} {unit}, scaled; {count / pace.here:,.0f} here{_and(note)}"
    return at_least(work, count / pace.scaled, bar, unit, 1, says, quick=quick)


def stopped(result: Result) -> Result:
    """Whoever was stopped at a limit has missed the bar, whatever the figures up to there say."""
    note = f"{result.note}; ours was stopped at its limit and would need more"
    return msgspec.structs.replace(result, met=False, note=note)


def _and(note: str) -> str:
    return f"; {note}" if note else ""
