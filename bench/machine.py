"""What a run was measured on, said at its head."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path
from statistics import median

import msgspec

from bench.measure import REFERENCE, chess_rate
from cli.shell.startup import PACKAGES

ROOT = Path(__file__).parent.parent


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    chess: float  # moves a CPU second
    python: str
    cores: int
    load: tuple[float, ...]  # of the last minute, five and fifteen
    writes_bytecode: bool
    compiled: int  # modules with bytecode beside them
    modules: int

    def told(self) -> Iterator[str]:
        yield f"python-chess: {self.chess:,.0f} moves a second (scaled figures: as if {REFERENCE:,})"
        load = ", ".join(f"{one:.2f}" for one in self.load)
        yield f"Python {self.python}, {self.cores} cores, load {load}"
        written = "written" if self.writes_bytecode else "not written (PYTHONDONTWRITEBYTECODE)"
        yield (
            f"bytecode: {written}, there for {self.compiled} of {self.modules} modules; "
            "commands are measured with bytecode of the run's own"
        )


def this_machine() -> Machine:
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return Machine(
        chess=median(chess_rate() for _ in range(9)),
        python=platform.python_version(),
        cores=os.cpu_count() or 1,
        load=os.getloadavg(),
        writes_bytecode=not sys.dont_write_bytecode,
        compiled=sum(Path(cache_from_source(str(path))).exists() for path in modules),
        modules=len(modules),
    )
