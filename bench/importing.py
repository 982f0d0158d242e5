"""The bar of importing: a VASSAL log of 10,000 steps, from its bytes to a stored freeform game.

An absolute figure: it depends on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from bench import vassal
from bench.measure import Result, at_most, interleaved
from domain.gamelog import GameLog
from domain.importing.retelling import retell
from domain.vassal import read_vassal
from domain.vassal.container import write_container
from domain.vassal.metadata import Metadata
from domain.vassal.payload import encode_payload
from domain.vassal.tree import encode_tree
from rules import SYSTEMS

STEPS, SECONDS = 10_000, 15


def run(folder: Path, rounds: int) -> Iterator[Result]:
    text = encode_tree(vassal.log(STEPS))
    data = write_container(encode_payload(text, "VCSK", 0x5A), Metadata(vassal="3.7.20"), Metadata(name="Bench"))
    log, names = GameLog(str(folder / "games.db"), SYSTEMS), count()

    def take_in() -> None:
        read = retell(SYSTEMS["freeform"], read_vassal(data), log.now())
        log.restore(f"game-{next(names)}", read.pack, read.rows)

    (taken,) = interleaved([take_in], max(rounds // 3, 1))
    entries = log.head(log.line("game-0")).number
    log.close()
    note = f"the yardstick is the bar; {len(text) / 1e6:.0f} MB of text, {entries:,} entries"
    yield at_most(f"import of a VASSAL log of {STEPS:,} steps", taken, SECONDS, "s", 1, "1", note)
