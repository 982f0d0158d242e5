"""An archive of many games: the recorded Pegasus Bridge under as many names."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from bench.plan import Plan
from bench.recorded import into
from domain.kernel.packs import Pack
from domain.log.gamelog import GameLog
from rules import SYSTEMS

GAME = "freeform/pegasus-bridge.transcript"
Rows = list[tuple[str, bytes]]


def archive(plan: Plan, games: int, folder: Path) -> Path:
    """Made once in a run, and copied for whoever writes to it."""
    made = plan.shared / f"archive-{games}.db"
    if not made.exists():
        pack, rows = _stored()
        with GameLog(str(made), SYSTEMS) as log:
            for number in range(games):
                log.restore(f"game-{number}", pack, {"main": rows})
    return Path(shutil.copyfile(made, folder / made.name))


def _stored() -> tuple[Pack, Rows]:
    """The game as it lies in a log."""
    with tempfile.TemporaryDirectory() as folder, GameLog(str(into(Path(folder) / "one.db", GAME)), SYSTEMS) as log:
        rows = [(row.topic, row.state) for row in log.since(0, 10**6) if row.stream == "game@main"]
        return log.pack(log.line("game").started.pack), rows
