"""Figures for a monitor, in the form of Prometheus: counts and times, never a name of a game or of a person."""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds
FRESH = 5.0  # seconds for which what another process says of now is taken to be so
COUNTED = {
    "requests_total": "Answers, by the first digit of their status.",
    "orders_total": "Orders that were stored.",
    "order_seconds": "How long an order took, from its request to its answer.",
    "notices_sent_total": "Notices that went out.",
    "notices_failed_total": "Notices that did not, each try counted.",
}
GAUGED = {
    "followers": "Who follow a line now.",
    "heads": "Positions kept in memory.",
    "long_jobs": "Long jobs in work.",
    "notices_waiting": "Notices that wait to be sent.",
    "processes": "Processes that serve.",
}


class Said(msgspec.Struct):
    """What one process says: what it has counted, and how things are now."""

    at: float
    counts: dict[str, float]
    gauges: dict[str, float]


class Figures:
    """Of this process; with a folder, of all that say theirs there."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder, self.counts, self._lock = folder, Counter[str](), threading.Lock()

    def answered(self, status: int, is_order: bool, seconds: float) -> None:
        with self._lock:
            self.counts[f'requests_total{{status="{status // 100}xx"}}'] += 1
            if is_order and status == 201:
                self.counts["orders_total"] += 1
                self.counts[f"order_seconds {bisect_left(STEPS, seconds)}"] += 1
                self.counts["order_seconds_sum"] += seconds  # type: ignore[assignment]

    def told(self, gauges: Mapping[str, float], more: Mapping[str, float]) -> str:
        mine = Said(time.time(), {**self.counts, **more}, {**gauges, "processes": 1})
        return "\n".join(_lines([mine, *self._others()])) + "\n"

    def share(self, gauges: Mapping[str, float], more: Mapping[str, float]) -> None:
        """For the others."""
        if self.folder is None:
            return
        mine = Said(time.time(), {**self.counts, **more}, {**gauges, "processes": 1})
        file = self.folder / f"{os.getpid()}.json"
        with suppress(OSError):
            part = file.with_suffix(".part")
            part.write_bytes(msgspec.json.encode(mine))
            part.replace(file)

    def _others(self) -> Iterator[Said]:
        """What one that has ended has counted still counts."""
        for file in self.folder.glob("*.json") if self.folder is not None else ():
            if file.stem != str(os.getpid()):
                with suppress(OSError, msgspec.DecodeError):
                    yield msgspec.json.decode(file.read_bytes(), type=Said)


def _lines(said: list[Said]) -> Iterator[str]:
    counts, gauges = Counter[str](), Counter[str]()
    for one in said:
        counts.update(one.counts)
        if time.time() - one.at < FRESH:
            gauges.update(one.gauges)
    for name, about in COUNTED.items():
        kind = "histogram" if name == "order_seconds" else "counter"
        yield from (f"# HELP refight_{name} {about}", f"# TYPE refight_{name} {kind}")
        yield from _histogram(counts) if kind == "histogram" else _counter(name, counts)
    for name, about in GAUGED.items():
        yield from (f"# HELP refight_{name} {about}", f"# TYPE refight_{name} gauge", f"refight_{name} {gauges[name]}")


def _counter(name: str, counts: Mapping[str, float]) -> Iterator[str]:
    found = {key: value for key, value in sorted(counts.items()) if key.partition("{")[0] == name}
    yield from (f"refight_{key} {value:g}" for key, value in (found or {name: 0}).items())


def _histogram(counts: Mapping[str, float]) -> Iterator[str]:
    total = 0.0
    for place, step in enumerate((*map(str, STEPS), "+Inf")):
        total += counts.get(f"order_seconds {place}", 0)
        yield f'refight_order_seconds_bucket{{le="{step}"}} {total:g}'
    yield f"refight_order_seconds_sum {counts.get('order_seconds_sum', 0):g}"
    yield f"refight_order_seconds_count {total:g}"
