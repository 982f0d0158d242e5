"""Bar: verify against the least it could do: read the rows, and hash each twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path

from bench.games import played
from bench.inside import inside
from bench.measure import Result, at_most, interleaved
from bench.plan import Plan

ENTRIES, QUICK, BAR = 100_000, 20_000, 4
ROWS = "SELECT originator_version, topic, state FROM stored_events WHERE originator_id=? ORDER BY originator_version"


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    entries = plan.size(ENTRIES, QUICK)
    log = played(plan, entries, folder)
    inside(log, "verify", "day@main")  # loads what the command needs
    ours, raw = interleaved([partial(inside, log, "verify", "day@main"), partial(_hashed, log)], plan.rounds)
    note = "the rows read and hashed twice with SHA-256"
    yield at_most(f"verify, {entries:,} entries", 1000 * ours, 1000 * raw, "ms", BAR, note=note, quick=plan.quick)


def _hashed(log: Path) -> None:
    with closing(sqlite3.connect(log)) as connection:
        before = b""
        for _, _, state in connection.execute(ROWS, ("day@main",)):
            before = sha256(before + sha256(state).digest()).digest()
