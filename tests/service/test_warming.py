"""The first orders of a process may all come at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from cli.shell.packs import load_pack
from domain.games.games import Games
from domain.log.gamelog import GameLog
from rules import SYSTEMS

ROOT = Path(__file__).parent.parent.parent
AT_ONCE = """
import sys, threading
from cli.service.access import Shown
from cli.service.bounds import Bounds
from cli.service.orders import _ordered
from cli.service.sent import NewOrder
from cli.service.service import Service
from cli.service.tokens import TokenBox
from domain.games.games import Games
from domain.log.gamelog import GameLog
from rules import SYSTEMS

sys.setswitchinterval(1e-6)
log = GameLog(sys.argv[1], SYSTEMS)
service = Service(Games(log), TokenBox(log.store), Bounds())
tokens = [service.tokens.new(f"g{n}", "blue") for n in range(16)]
start, stored = threading.Barrier(16), []

def one(n):
    start.wait()
    sent = NewOrder(by="blue", order="AddPiece piece=guard side=blue at=hill")
    stored.append(_ordered(service, f"g{n}", "main", Shown(tokens[n]), sent).head)

threads = [threading.Thread(target=one, args=(n,)) for n in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert stored == [3] * 16, stored
"""


def test_sixteen_first_orders_at_once_break_nothing(tmp_path: Path) -> None:
    log = str(tmp_path / "games.db")
    with GameLog(log, SYSTEMS) as opened:
        for number in range(16):
            Games(opened).new(SYSTEMS["freeform"], "blank", f"g{number}", load_pack("freeform"))
    done = subprocess.run([sys.executable, "-c", AT_ONCE, log], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
