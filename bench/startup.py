"""Bar: the start of a command against the start of Python itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Result, at_most, interleaved


def run(_folder: Path, rounds: int) -> Iterator[Result]:
    command = Path(sys.executable).with_name("refight")

    def ours() -> None:
        subprocess.run([command, "--version"], check=True, stdout=subprocess.DEVNULL)

    def bare() -> None:
        subprocess.run([sys.executable, "-c", "pass"], check=True)

    ours(), bare()  # once unmeasured: compiles and warms the disk cache
    mine, yardstick = interleaved([ours, bare], max(rounds, 15))
    yield at_most("refight --version", 1000 * mine, 1000 * yardstick, "ms", 8, "8", "python -c pass")
