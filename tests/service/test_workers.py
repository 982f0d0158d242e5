"""Several processes behind one address on PostgreSQL: what one of them was asked the others know."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from cli.service.bounds import Bounds
from cli.service.cores import can_keep
from cli.service.plan import limited, shared_out
from cli.service.service import Service
from cli.service.tokens import TokenBox
from cli.shell.packs import load_pack
from domain.games.games import Games
from domain.kernel.errors import BadInput, NotFound
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.cli.conftest import Run, db, ridge, run
from tests.service.conftest import API
from tests.service.server import PATIENCE, following

__all__ = ["db", "ridge", "run"]
ROOT = Path(__file__).parent.parent.parent
LINE = f"{API}/games/ridge/lines/main"


class Crew(NamedTuple):
    address: str
    tokens: dict[str, str]
    process: subprocess.Popen[str]
    own: str

    def ask(self, method: str, path: str, side: str = "", **more: Any) -> httpx.Response:
        """Over a new connection, so that any of the processes may take it."""
        headers = {**({"Authorization": f"Bearer {self.tokens[side]}"} if side else {}), **more.pop("headers", {})}
        return httpx.request(method, self.address + path, headers=headers, timeout=PATIENCE, trust_env=False, **more)

    def men(self) -> list[int]:
        """The processes that serve; the first one only looks after them."""
        return begun_by(self.process.pid)


def begun_by(process: int) -> list[int]:
    """Those it has started itself, whichever of its threads did."""
    listed = [found.read_text().split() for found in Path(f"/proc/{process}/task").glob("*/children")]
    commands = [Path(f"/proc/{child}/cmdline") for children in listed for child in children]
    return [int(one.parent.name) for one in commands if b"spawn_main" in one.read_bytes()]


@pytest.fixture
def crew(postgres_url: str, tmp_path: Path) -> Iterator[Crew]:
    with GameLog(postgres_url, SYSTEMS) as log:
        Games(log).new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"))
        tokens = {side: TokenBox(log.store).new("ridge", side) for side in ("blue", "red")}
    command = [sys.executable, "-c", "from cli.main import main; main()", "serve", "--port", "0", "--json"]
    more = ["--workers", "2", "--db", postgres_url, "--rate", "1000"]
    env = {**os.environ, "HOME": str(tmp_path / "new"), "XDG_DATA_HOME": ""}
    with subprocess.Popen(command + more, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout is not None
            told = json.loads(started.stdout.readline())
            yield Crew(told["address"], {**tokens, "own": told["service_token"]}, started, told["service_token"])
            started.send_signal(signal.SIGTERM)
            assert started.wait(PATIENCE) == 0
        finally:
            started.kill()


def test_all_of_them_serve_one_log_and_know_what_each_was_asked(crew: Crew) -> None:
    """Tokens, the service's own, orders, keys, take-backs and who follows: over a dozen connections each."""
    assert {crew.ask("GET", f"{API}/games/ridge", "own").json()["role"] for _ in range(12)} == {"service"}
    add = {"by": "blue", "order": "AddPiece piece=guard side=blue at=hill"}
    assert crew.ask("POST", f"{LINE}/orders", "blue", json=add).status_code == 201
    with following(crew.address, f"{LINE}/follow") as events:
        next(events)
        moves = [
            crew.ask("POST", f"{LINE}/orders", "blue", json={"by": "blue", "order": f"MovePiece piece=guard to=p{n}"})
            for n in range(12)
        ]
        assert [one.json()["head"] for one in moves] == list(range(5, 29, 2))
        assert [next(events).id for _ in range(24)] == list(range(4, 28))
    key = {"Idempotency-Key": "one"}
    roll = {"by": "blue", "order": "RollDice why=volley dice=2"}
    again = [crew.ask("POST", f"{LINE}/orders", "blue", json=roll, headers=key).json() for _ in range(6)]
    assert all(one == again[0] for one in again)
    asked = crew.ask("POST", f"{API}/games/ridge/take-backs", "blue", json={"why": "a slip"}).json()
    assert [crew.ask("GET", f"{API}/games/ridge/take-backs", "red").json() for _ in range(6)] == [[asked]] * 6
    agreed = [crew.ask("POST", f"{API}/games/ridge/take-backs", "red", json={}).json() for _ in range(6)]
    assert {one["opened"]["line"] for one in agreed} == {"take-back-1"}


def test_one_that_is_killed_is_replaced_and_nothing_is_lost(crew: Crew) -> None:
    add = {"by": "blue", "order": "AddPiece piece=guard side=blue at=hill"}
    before = crew.ask("POST", f"{LINE}/orders", "blue", json=add).json()["head"]
    men = crew.men()
    assert len(men) == 2
    os.kill(men[0], signal.SIGKILL)
    for _ in range(200):
        try:
            found = [crew.ask("GET", f"{LINE}/entries", "blue").json()["head"] for _ in range(6)]
        except httpx.TransportError:
            continue
        if set(crew.men()) - set(men):
            break
    assert set(found) == {before}
    assert len(crew.men()) == 2


@pytest.mark.skipif(not can_keep(), reason="processes keep to a core on Linux only")
def test_each_keeps_to_a_core_and_long_work_to_none(crew: Crew) -> None:
    """Whoever replaces one takes its core."""
    everywhere = os.sched_getaffinity(0)
    men = crew.men()
    cores = [os.sched_getaffinity(man) for man in men]
    assert [len(one) for one in cores] == [1, 1]
    assert len(set.union(*cores)) == min(2, len(everywhere))
    for _ in range(8):
        assert crew.ask("GET", f"{LINE}/board.svg").status_code == 200
    drawing = [child for man in men for child in begun_by(man)]
    assert drawing
    assert all(os.sched_getaffinity(one) == everywhere for one in drawing)
    os.kill(men[0], signal.SIGKILL)
    for _ in range(500):
        now = crew.men()
        found = [os.sched_getaffinity(man) for man in now]
        if len(now) == 2 and men[0] not in now and all(len(one) == 1 for one in found):
            break
        time.sleep(0.02)
    assert sorted(map(sorted, found)) == sorted(map(sorted, cores))


@pytest.mark.skipif(not can_keep(), reason="processes keep to a core on Linux only")
def test_one_process_keeps_to_a_core_if_it_is_asked_to() -> None:
    code = (
        "from cli.service.cores import allowed, keep_to, keep_to_one; import os; before = allowed(); keep_to_one(); "
        "now = os.sched_getaffinity(0); assert len(now) == 1 and now <= before; keep_to(before); "
        "assert allowed() == before; print(len(before))"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert int(told) == len(os.sched_getaffinity(0))


def test_several_processes_need_a_server(run: Run, ridge: str) -> None:
    assert "PostgreSQL" in run("serve", "--workers", "2", code=2).stderr


def test_a_fresh_user_gets_a_token_on_postgresql(
    run: Run, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nobody" / "data"))
    with GameLog(postgres_url, SYSTEMS) as log:
        Games(log).new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"))
    made = run("token", "ridge", "blue", "--db", postgres_url).stdout.splitlines()[0]
    with GameLog(postgres_url, SYSTEMS) as log:
        assert TokenBox(log.store).side("ridge", made) == "blue"


def test_bounds_are_said_by_name_and_shared_out() -> None:
    bounds = limited(Bounds(), ("followers=200", "rate=7.5"))
    assert (bounds.followers, bounds.rate) == (200, 7.5)
    assert shared_out(bounds, 3).followers == 67
    with pytest.raises(NotFound, match="did you mean followers"):
        limited(Bounds(), ("folowers=2",))
    for wrong in ("followers=", "followers=many", "followers=-1", "rate=0"):
        with pytest.raises(BadInput, match="a number above 0"):
            limited(Bounds(), (wrong,))


def test_a_restart_loses_no_take_back(tmp_path: Path) -> None:
    from tests.service.conftest import opened

    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge")
        club.play("ridge", ("blue", "AddPiece piece=guard side=blue at=hill"))
        blue, red = (club.service.tokens.new("ridge", side) for side in ("blue", "red"))
        sent = {"headers": {"Authorization": f"Bearer {blue}"}}
        asked = club.client.post(f"{API}/games/ridge/take-backs", json={"why": "a slip"}, **sent).json()
    with opened(tmp_path) as club:
        sent = {"headers": {"Authorization": f"Bearer {red}"}}
        assert club.client.get(f"{API}/games/ridge/take-backs", **sent).json() == [asked]
        done = club.client.post(f"{API}/games/ridge/take-backs", json={}, **sent).json()
        assert done["opened"]["why"] == "a slip"
    with closing(GameLog(str(tmp_path / "games.db"), SYSTEMS)) as log:
        assert Service(Games(log), TokenBox(log.store)).pending.proposals("ridge")[0].opened == "take-back-1"
