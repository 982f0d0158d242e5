"""CPU seconds of a process and all below it, as the system counts them; nothing where it does not tell."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


class Seen(NamedTuple):
    parent: int
    seconds: float
    gone: float  # of children that have ended


def _all() -> dict[int, Seen]:
    found = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has just ended
            continue
        used = [int(fields[place]) / TICKS for place in range(11, 15)]
        found[int(folder.name)] = Seen(int(fields[1]), used[0] + used[1], used[2] + used[3])
    return found


def used_below(process: int) -> float:
    """Of the process, of those it has started, and of those that have ended."""
    seen = _all()
    children = defaultdict[int, list[int]](list)
    for number, one in seen.items():
        children[one.parent].append(number)
    todo, total = [process], 0.0
    while todo:
        number = todo.pop()
        if number in seen:
            total += seen[number].seconds + seen[number].gone
        todo += children[number]
    return total


def server_of(url: str) -> int:
    """The process under which all of a PostgreSQL server run."""
    import psycopg

    with psycopg.connect(url) as connection:
        (one,) = connection.execute("SELECT pg_backend_pid()").fetchone() or (0,)
        return _all()[one].parent
