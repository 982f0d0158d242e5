"""Bars: the start of a command against the start of Python itself, a short order, a list of orders; with bytecode."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.children import REFIGHT, refight, usage
from bench.measure import Result, at_most
from bench.plan import Plan

STARTS, QUICK, BAR = 15, 7, 8
ORDER, OPTIONS = 130, 170  # milliseconds


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    commands = [REFIGHT, "--version"], [sys.executable, "-c", "pass"]
    starts = max(plan.rounds, plan.size(STARTS, QUICK))
    rounds = [[1000 * usage(plan, command).cpu for command in commands] for _ in range(starts + 1)]
    ours, bare = (median(times) for times in zip(*rounds[1:], strict=True))  # the first compiles
    yield at_most("refight --version", ours, bare, "ms", BAR, note="python -c pass; both with bytecode")
    given = median(_orders(folder, plan, starts))
    yield at_most("refight order, freeform", given, ORDER, "ms", 1, note="0.13 s of CPU")
    listed = median(_lists(folder, plan, starts))
    yield at_most("refight options, gettysburg", listed, OPTIONS, "ms", 1, note="0.17 s of CPU")


def _orders(folder: Path, plan: Plan, many: int) -> list[float]:
    db = folder / "games.db"
    refight(plan, db, "new", "freeform", "--scenario", "blank", "--name", "ridge")
    rolled = [refight(plan, db, "order", "ridge", "RollDice", "why=volley", "--by", "blue") for _ in range(many + 1)]
    return [1000 * used.cpu for used in rolled[1:]]


def _lists(folder: Path, plan: Plan, many: int) -> list[float]:
    """The whole battle, before anything has moved."""
    db = folder / "july.db"
    refight(plan, db, "new", "gettysburg", "--scenario", "full", "--name", "july")
    listed = [refight(plan, db, "options", "july") for _ in range(many + 1)]
    return [1000 * used.cpu for used in listed[1:]]
