"""The bars of importing: a VASSAL log of 10,000 steps, and a game by mail in many logs, from bytes to a stored game."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from bench.children import refight
from bench.measure import Pace, Result, at_most, chess_rate, paced, within
from bench.plan import Plan
from bench.vassal import chain, vlog
from domain.formats.importing.retelling import retell
from domain.formats.vassal.read import read_vassal
from domain.log.gamelog import GameLog
from rules import SYSTEMS

STEPS, SECONDS, QUICK = 10_000, 4, 10  # a quick run has a tenth of the steps
TEXT = 18  # MB of text in a log of so many steps
REFUSED_SECONDS, REFUSED_MEGABYTES = 2, 200
CELLS = b",".join(b"c%d" % n for n in range(100)) + b"\n" + (b",".join([b"1"] * 100) + b"\n") * 100_000
LOGS, FEW_LOGS, LINKED, CHAIN_SECONDS, MEGABYTES = 26, 4, 12_000, 60, 300


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    part = plan.size(1, QUICK)
    steps = STEPS // part
    data, size = vlog(steps)
    log, names = GameLog(str(folder / "games.db"), SYSTEMS), count()

    def take_in() -> None:
        read = retell(SYSTEMS["freeform"], read_vassal(data), log.now())
        log.restore(f"game-{next(names)}", read.pack, read.rows)

    pace = paced(take_in, plan.few)
    entries = log.head(log.line("game-0")).number
    log.close()
    note = f"{size:.0f} MB of text, {entries:,} entries"
    seconds = SECONDS * min(1, size / TEXT)  # the position is as long in a short log
    yield within(f"import of a VASSAL log of {steps:,} steps", pace, seconds, note, quick=plan.quick)
    yield from _by_mail(folder, plan)
    yield from _refused(folder, plan)


def _refused(folder: Path, plan: Plan) -> Iterator[Result]:
    """What means no good, or nobody can have meant: an error soon, and without taking all the room there is."""
    files = {
        "a table of ten million cells": ("cells.csv", CELLS),
        "a row of thirty million cells": ("row.csv", b"," * 30_000_000),
        "talk of three million lines": ("chat.txt", b"<Ann> - hi\n" * 3_000_000),
        "a log that unpacks without end": ("bomb.vlog", _zipped("savedGame", b"!VCSK5a" + b"00" * (150 << 20))),
    }
    for what, (name, content) in files.items():
        file = folder / name
        file.write_bytes(content)
        used = refight(plan, folder / "none.db", "import", str(file), code=2)
        yield within(f"{what}, refused", Pace(used.cpu, chess_rate()), REFUSED_SECONDS, quick=plan.quick)
        yield at_most(f"peak of {what}", used.peak / 1e6, REFUSED_MEGABYTES, "MB", 1, note="the bar", quick=plan.quick)


def _zipped(name: str, content: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return held.getvalue()


def _by_mail(folder: Path, plan: Plan) -> Iterator[Result]:
    """Every log holds all of the position; the command as a user gives it."""
    logs, steps = plan.size(LOGS, FEW_LOGS), LINKED // plan.size(1, QUICK)
    mail = folder / "by-mail"
    mail.mkdir()
    for name, data in chain(logs, steps):
        (mail / f"{name}.vlog").write_bytes(data)
    used = refight(plan, folder / "mail.db", "import", str(mail))
    what = f"import of {logs} VASSAL logs, {steps:,} steps"
    seconds = CHAIN_SECONDS * logs / LOGS
    yield within(what, Pace(used.cpu, chess_rate()), seconds, "a process of its own", quick=plan.quick)
    yield at_most(f"peak of the {what}", used.peak / 1e6, MEGABYTES, "MB", 1, note="the bar", quick=plan.quick)
