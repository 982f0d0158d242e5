"""`python -m bench`: every bar in one run, as a table and, with --json FILE, as data."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

import msgspec

from bench.machine import Machine, this_machine
from bench.measure import Result
from bench.plan import Plan

# Each is a module of that name, whose run(folder, plan) yields the results.
BARS = (
    "append", "replay", "branches", "scale", "lines", "memory", "listing", "project", "verify", "audit",
    "luck", "snapshots", "startup", "gettysburg", "longstreet_lite", "wallaces_war", "musket_and_pike", "black_powder",
    "players", "settling", "vassal", "importing", "page", "live", "postgres", "service", "trouble",
)  # fmt: skip
HEADS = ("work", "ours", "yardstick", "unit", "ratio", "bar", "met", "sizes", "yardstick is")
ROUNDS, QUICK_ROUNDS, FEWEST = 7, 3, 5


class Report(msgspec.Struct, frozen=True):
    machine: Machine
    results: list[Result]
    broken: list[str]  # bars that could not be measured


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        report = _measured(options.bar or BARS, Plan(options.rounds, Path(folder), options.quick, options.long))
    print(*table(report.results), sep="\n")
    if report.broken:
        print(f"not measured, for the reasons told above: {', '.join(report.broken)}")
    if options.json:
        Path(options.json).write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    return 0 if not report.broken and all(result.met for result in report.results) else 1


def _measured(names: Sequence[str], plan: Plan) -> Report:
    """One bar that cannot be measured does not cost the others."""
    report = Report(this_machine(), [], [])
    print(*report.machine.told(), sep="\n", end="\n\n", flush=True)
    for name in names:
        before = _used()
        print(f"{name} ... ", end="", file=sys.stderr, flush=True)
        try:
            with tempfile.TemporaryDirectory(dir=plan.shared) as folder:
                report.results.extend(import_module(f"bench.{name}").run(Path(folder), plan))
        except Exception:
            traceback.print_exc()
            report.broken.append(name)
        print(f"{_used() - before:.1f} s", file=sys.stderr, flush=True)
    return report


def _used() -> float:
    """CPU seconds of the bench and of all it has started."""
    return sum(os.times()[:4])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--bar", action="append", choices=BARS, help="only this one; may be given again")
    parser.add_argument("--rounds", type=int, help=f"the median of so many (at least {FEWEST}, {ROUNDS} if not given)")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, one or two minutes: a first look")
    parser.add_argument("--long", action="store_true", help="an archive of 100,000 games too, half an hour more")
    parser.add_argument("--folder", help="where the databases are made; the disk is part of what is measured")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON too")
    options = parser.parse_args()
    if options.rounds is None:
        options.rounds = QUICK_ROUNDS if options.quick else ROUNDS
    elif options.rounds < FEWEST:
        parser.error(f"a median of fewer than {FEWEST} says little")
    return options


def table(results: list[Result]) -> Iterator[str]:
    rows = [HEADS, *(_row(result) for result in results)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADS))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(result: Result) -> tuple[str, ...]:
    ratio = f"{result.ratio:.2f}" if result.ratio >= 0.2 else f"1/{1 / result.ratio:,.0f}"
    figures = (f"{result.ours:,.1f}", f"{result.yardstick:,.1f}", result.unit)
    verdict = ("yes" if result.met else "no", "quick" if result.quick else "full")
    return (result.work, *figures, ratio, result.bar, *verdict, result.note)


if __name__ == "__main__":
    raise SystemExit(main())
