"""`python -m bench`: every bar in one run, as a table and, with --json FILE, as data."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from bench import (
    append,
    auditing,
    branches,
    gettysburg,
    importing,
    longstreet_lite,
    page,
    replay,
    settling,
    startup,
    vassal,
)
from bench.measure import Result

BARS: dict[str, Callable[[Path, int], Iterator[Result]]] = {
    "append": append.run,
    "replay": replay.run,
    "branches": branches.run,
    "audit": auditing.run,
    "startup": startup.run,
    "gettysburg": gettysburg.run,
    "longstreet_lite": longstreet_lite.run,
    "settling": settling.run,
    "vassal": vassal.run,
    "page": page.run,
    "importing": importing.run,
}
HEADS = ("work", "ours", "yardstick", "unit", "ratio", "bar", "met", "yardstick is")


def main() -> int:
    options = _options()
    results: list[Result] = []
    for name in options.bar or BARS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            results += BARS[name](Path(folder), options.rounds)
    for line in table(results):
        print(line)
    if options.json:
        Path(options.json).write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    return 0 if all(result.met for result in results) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--bar", action="append", choices=BARS, help="only this one; may be given again")
    parser.add_argument("--rounds", type=int, default=7, help="the median of so many (at least 5)")
    parser.add_argument("--folder", help="where the databases are made; the disk is part of what is measured")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON too")
    options = parser.parse_args()
    if options.rounds < 5:
        parser.error("a median of fewer than 5 says little")
    return options


def table(results: list[Result]) -> Iterator[str]:
    rows = [HEADS, *(_row(result) for result in results)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADS))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(result: Result) -> tuple[str, ...]:
    ratio = f"{result.ratio:.2f}" if result.ratio >= 0.2 else f"1/{1 / result.ratio:,.0f}"
    figures = (f"{result.ours:,.1f}", f"{result.yardstick:,.1f}", result.unit)
    return (result.work, *figures, ratio, result.bar, "yes" if result.met else "no", result.note)


if __name__ == "__main__":
    raise SystemExit(main())
