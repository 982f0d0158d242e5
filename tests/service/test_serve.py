"""The commands: what the service needs before it starts, how it ends, and the tokens."""

from __future__ import annotations

import builtins
import json
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.commands.serve import MISSING
from cli.service.bounds import Bounds
from cli.service.tokens import TokenBox
from domain.log.gamelog import GameLog
from rules import SYSTEMS
from tests.cli.conftest import ROOT, Run, db, ridge, run, value
from tests.service.conftest import opened
from tests.service.server import PATIENCE, following, serving

__all__ = ["db", "ridge", "run", "value"]


def test_a_log_that_is_named_and_not_there_is_not_made(run: Run, db: Path) -> None:
    assert "there is no game log" in run("serve", code=2).stderr
    assert not db.exists()


def test_on_a_fresh_machine_the_first_game_is_begun_on_the_page(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFIGHT_DB")
    monkeypatch.setattr("cli.shell.session.data_folder", lambda: tmp_path)
    monkeypatch.setattr("cli.service.server.run_server", lambda *_: None)
    assert "refight is at" in run("serve", "--port", "0").stdout
    assert (tmp_path / "games.db").exists()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "club.example"])
def test_an_address_that_others_reach_needs_to_be_meant(run: Run, ridge: str, host: str) -> None:
    assert "--allow-remote" in run("serve", "--host", host, code=2).stderr


def test_whoever_lets_others_in_is_warned_that_nothing_is_encrypted(
    run: Run, ridge: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Any] = []
    monkeypatch.setattr("cli.service.server.run_server", lambda *given: served.append(given))
    done = run("serve", "--host", "0.0.0.0", "--allow-remote", "--port", "0", "--known-as", "club.example")
    assert "not encrypted (no TLS)" in done.stderr
    assert served[0][2] == ("0.0.0.0", "club.example")


def test_a_port_that_is_taken_is_said_to_be_so(run: Run, ridge: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = run("serve", "--port", str(taken.getsockname()[1]), code=2).stderr
    assert "cannot be used" in said
    assert "--port 0 picks a free one" in said


def test_what_is_missing_is_named_with_how_to_get_it(run: Run, ridge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".")[0] == "litestar":
            raise ModuleNotFoundError("No module named 'litestar'", name="litestar")
        return found(name, *rest, **more)

    for module in [name for name in sys.modules if name.startswith("cli.service")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without)
    assert MISSING in run("serve", "--port", "0", code=2).stderr
    assert "pip install 'refight[server]'" in MISSING


def test_it_tells_where_it_is_answers_there_and_ends_at_ctrl_c(run: Run, ridge: str, db: Path) -> None:
    program = [sys.executable, "-c", "from cli.main import main; main()", "serve", "--port", "0", "--json"]
    with subprocess.Popen(
        [*program, "--db", str(db)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        try:
            assert started.stdout is not None
            told = json.loads(started.stdout.readline())
            answer = httpx.get(f"{told['address']}/api/1/games/ridge", timeout=PATIENCE, trust_env=False)
            assert answer.json()["title"] == "An empty table"
            token = {"Authorization": f"Bearer {told['service_token']}"}
            detail = httpx.get(f"{told['address']}/api/1/games/ridge", headers=token, timeout=PATIENCE, trust_env=False)
            assert detail.json()["role"] == "service"
            follow = f"{told['address']}/api/1/games/ridge/lines/main/follow"
            with httpx.stream("GET", follow, timeout=PATIENCE, trust_env=False) as following:
                lines = following.iter_lines()
                next(lines)
                started.send_signal(signal.SIGINT)
                assert "event: end" in list(lines), "a follower does not keep it from ending, and is told"
            _, said = started.communicate(timeout=PATIENCE)
        finally:
            started.kill()
    assert (started.returncode, said) == (0, "")


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: local"], ids=["nothing", "half a head"])
def test_who_connects_and_does_not_say_what_he_wants_is_not_waited_for(tmp_path: Path, begun: bytes) -> None:
    with opened(tmp_path, Bounds(seconds_to_send=0.2)) as club, serving(club.service) as address:
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as silent:
            silent.sendall(begun)
            assert silent.recv(100) == b"", "it is hung up on"


def test_who_goes_on_with_a_connection_is_waited_for_again(tmp_path: Path) -> None:
    """Each request has its own time, and an answer that takes long is none of the client's doing."""
    with opened(tmp_path, Bounds(seconds_to_send=0.2, heartbeat=0.05)) as club:
        club.new("freeform", "blank", "ridge")
        with serving(club.service) as address, httpx.Client(base_url=address, trust_env=False, timeout=PATIENCE) as one:
            assert [one.get("/api/1/health").status_code for _ in range(3)] == [200] * 3
            with following(address, "/api/1/games/ridge/lines/main/follow") as events:
                assert [next(events).comment for _ in range(20)][1:] == ["still here"] * 19


# Tokens


def test_a_token_is_shown_once_and_only_its_hash_is_kept_for_its_owner_alone(run: Run, ridge: str, db: Path) -> None:
    made = run("token", "ridge", "blue").stdout.splitlines()[0]
    assert not any(made.encode() in file.read_bytes() for file in db.parent.iterdir())
    with GameLog(str(db), SYSTEMS) as log:
        assert TokenBox(log.store).side("ridge", made) == "blue"
    listed = run("token", "ridge").stdout
    assert "blue" in listed
    assert made not in listed


def test_a_side_that_is_not_there_gets_no_token(run: Run, ridge: str, db: Path) -> None:
    assert "did you mean blue?" in run("token", "ridge", "bleu", code=2).stderr
    assert "has no tokens" in run("token", "ridge").stdout


def test_revoking_takes_all_tokens_of_a_side_and_no_others(run: Run, ridge: str, value: Any, db: Path) -> None:
    assert value("token", "ridge", "red", "--revoke")["revoked"] == 0
    one, two, other = (value("token", "ridge", side)["token"] for side in ("red", "red", "umpire"))
    assert value("token", "ridge", "red", "--revoke") == {"game": "ridge", "side": "red", "revoked": 2}
    with GameLog(str(db), SYSTEMS) as log:
        box = TokenBox(log.store)
        assert [box.side("ridge", token) for token in (one, two, other)] == [None, None, "umpire"]
        assert box.side("elsewhere", other) is None
    assert "name the side" in run("token", "ridge", "--revoke", code=2).stderr


def test_files_that_hold_secrets_are_for_their_owner_alone(run: Run, ridge: str, db: Path) -> None:
    run("token", "ridge", "blue")
    run("project")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in db.parent.iterdir() if file.is_file()}
    assert {"games.db", "games.db.seeds", "games.db.read.db"} <= set(modes)
    assert set(modes.values()) == {0o600}


@pytest.fixture
def box(store_url: str) -> Iterator[TokenBox]:
    """On both engines."""
    with GameLog(store_url, SYSTEMS) as log:
        yield TokenBox(log.store)


def test_every_process_knows_the_tokens_of_the_log(box: TokenBox, store_url: str) -> None:
    token = box.new("ridge", "blue")
    with GameLog(store_url, SYSTEMS) as log:
        elsewhere = TokenBox(log.store)
        assert elsewhere.side("ridge", token) == "blue"
        assert elsewhere.is_known(token)
        assert elsewhere.revoke("ridge", "blue") == 1
    assert box.side("ridge", token) is None
    assert not box.is_known(token)


def test_what_is_no_token_opens_nothing(box: TokenBox) -> None:
    assert box.side("ridge", "x") is None
    token = box.new("ridge", "blue")
    assert box.side("ridge", token) == "blue"
    assert [box.side("ridge", wrong) for wrong in ("", token[:-1], token + "x", token.swapcase())] == [None] * 4
    assert len({box.new("ridge", "blue") for _ in range(20)}) == 20
