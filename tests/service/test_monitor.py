"""Health, figures and the access log: enough to look after a service, and no secret in any of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cli.service.figures import Figures
from cli.service.monitor import ACCESS, is_here, write_access
from domain.kernel.errors import BadInput
from tests.service.conftest import API, Club
from tests.service.server import serving

MOVE = "MovePiece piece=guard to=mill"


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "access.log"
    write_access(str(file))
    yield file
    for handler in list(ACCESS.handlers):
        ACCESS.removeHandler(handler)
        handler.close()
    ACCESS.setLevel(logging.NOTSET)


def test_health_says_whether_the_log_answers(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    assert club.spectator.get("/health").json()["status"] == "ok"

    def broken() -> int:
        raise BadInput("the disk is gone")

    monkeypatch.setattr(club.games.log.store, "latest", broken)
    answer = club.spectator.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (503, "the log does not answer")


def test_figures_count_answers_and_orders_and_name_nobody(club: Club) -> None:
    club.member("blue").order("blue", MOVE)
    club.spectator.get(f"{API}/games/nowhere")
    told = club.spectator.get("/metrics")
    assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
    rows = dict(line.rsplit(" ", 1) for line in told.text.splitlines() if not line.startswith("#"))
    assert rows["refight_orders_total"] == "1"
    assert rows['refight_requests_total{status="4xx"}'] == "1"
    assert rows['refight_order_seconds_bucket{le="+Inf"}'] == rows["refight_order_seconds_count"] == "1"
    assert float(rows["refight_heads"]) == 1
    assert all(name not in told.text for name in ("ridge", "guard", "blue"))
    kinds = {line.split()[2] for line in told.text.splitlines() if line.startswith("# TYPE")}
    assert all(any(row.startswith(kind) for row in rows) for kind in kinds)


def test_figures_are_told_on_this_machine_alone() -> None:
    assert [is_here(address) for address in ("127.0.0.1", "::1", "192.0.2.7", "")] == [True, True, False, False]


def test_processes_sum_up_what_each_has_counted(tmp_path: Path) -> None:
    one, two = Figures(tmp_path), Figures(tmp_path)
    one.answered(201, True, 0.003)
    two.answered(201, True, 0.3)
    two.share({"followers": 2.0}, {})
    (said,) = tmp_path.glob("*.json")
    said.rename(said.with_name("1.json"))
    told = one.told({"followers": 1.0}, {})
    assert "refight_orders_total 2\n" in told
    assert "refight_followers 3" in told
    assert "refight_processes 2" in told
    assert 'refight_order_seconds_bucket{le="0.005"} 1\n' in told


def test_an_access_log_holds_no_secret(club: Club, written: Path) -> None:
    code = club.service.people.invite("ridge", "red")
    blue = club.member("blue")
    blue.order("blue", MOVE)
    club.spectator.get(f"/club/join/{code}")
    club.spectator.get(f"{API}/games/ridge/lines/main/entries?token=hidden&after=3")
    club.spectator.get("/page/%0aforged%20line")
    lines = written.read_text().splitlines()
    assert len(lines) == 4
    text = "\n".join(lines)
    assert all(secret not in text for secret in (code, blue.headers["Authorization"].split()[1], "hidden", MOVE))
    assert f"POST {API}/games/ridge/lines/main/orders 201" in lines[0]
    assert "GET /club/join/… 200" in lines[1]
    assert "?forged?line" in lines[3]


def test_a_monitor_may_ask_for_the_head_alone(club: Club) -> None:
    """As many do; before, it was told that nobody may ask so."""
    with serving(club.service) as address:
        for path in ("/", f"{API}/health", "/games/ridge"):
            answer = httpx.head(f"{address}{path}", trust_env=False)
            assert (answer.status_code, answer.content) == (200, b""), path
        assert httpx.head(f"{address}{API}/games/nobody", trust_env=False).status_code == 404
        follow = httpx.head(f"{address}{API}/games/ridge/lines/main/follow", trust_env=False)
        assert follow.status_code == 405, "nobody waits for what never comes"
