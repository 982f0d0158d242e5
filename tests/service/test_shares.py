"""No guest takes all there is: connections, followers, requests in work, and threads."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from cli.service.bounds import Bounds
from domain.games.ask import Ask
from domain.games.games import Games
from domain.games.order import give
from domain.log.refs import Ref
from tests.service.conftest import Club, opened
from tests.service.server import PATIENCE, following, serving

FOLLOW = "/api/1/games/ridge/lines/main/follow"
HALF = b"GET /api/1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def asks(address: str, source: str) -> int:
    transport = httpx.HTTPTransport(local_address=source)
    with httpx.Client(base_url=address, trust_env=False, timeout=PATIENCE, transport=transport) as one:
        return one.get("/api/1/health").status_code


def test_an_address_that_sends_only_halves_of_requests_keeps_nobody_else_out(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(connections=12, connections_each=8)) as club, serving(club.service) as address:
        port = int(address.rsplit(":", 1)[1])
        with ExitStack() as held:
            for _ in range(30):
                half = held.enter_context(
                    socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0))
                )
                half.sendall(HALF)
            assert asks(address, "127.0.0.3") == 200
            with pytest.raises(httpx.HTTPError):
                asks(address, "127.0.0.2")
        assert asks(address, "127.0.0.3") == 200


def test_one_token_takes_only_its_share_of_the_followers(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(followers_each=2, burst=1_000)) as club:
        club.new("freeform", "blank", "ridge")
        blue, red = (club.service.tokens.new("ridge", side) for side in ("blue", "red"))
        with serving(club.service) as address, ExitStack() as held:
            ours = [held.enter_context(following(address, FOLLOW, blue)) for _ in range(2)]
            assert [next(events).comment for events in ours] == ["entries after 1"] * 2
            busy = httpx.get(address + FOLLOW, headers={"Authorization": f"Bearer {blue}"}, trust_env=False)
            assert (busy.status_code, "2 times already" in busy.text) == (503, True)
            others = [held.enter_context(following(address, FOLLOW, token)) for token in (red, "")]
            assert [next(events).comment for events in others] == ["entries after 1"] * 2


def test_who_waits_for_a_line_takes_no_thread_from_others(club: Club) -> None:
    """More wait for one line than there are threads; a line of another game is written all the same."""
    service, gate = club.service, threading.Event()

    async def meanwhile() -> str:
        stuck = [asyncio.create_task(service.write("ridge@main", gate.wait, PATIENCE)) for _ in range(20)]
        await asyncio.sleep(0)
        done = await asyncio.wait_for(service.write("elsewhere@main", str, "written"), PATIENCE)
        gate.set()
        await asyncio.gather(*stuck)
        return done

    assert asyncio.run(meanwhile()) == "written"


def test_orders_do_not_stand_in_the_queue_of_pictures(club: Club) -> None:
    service, gate = club.service, threading.Event()

    async def meanwhile() -> int:
        drawn = [asyncio.create_task(service.draw(gate.wait, PATIENCE)) for _ in range(50)]
        await asyncio.sleep(0)
        ask = Ask(Ref("ridge"), "blue", "RollDice why=x")
        played = await asyncio.wait_for(service.write("ridge@main", give, service.games, ask), PATIENCE)
        gate.set()
        await asyncio.gather(*drawn)
        return played.head

    assert asyncio.run(meanwhile()) > 1


def test_a_board_is_drawn_once_for_each_viewer_and_language(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(
        "cli.service.boards.draw_svg", lambda _board, title, _begun: drawn.append(title) or f"<svg>{title}</svg>"
    )
    picture = "/api/1/games/ridge/lines/main/board.svg"
    for caller in (club.spectator, club.spectator, club.member("blue"), club.member("blue")):
        assert caller.get(picture).status_code == 200
    assert len(drawn) == 2
    club.spectator.get(picture, params={"lang": "fr"})
    club.member("blue").order("blue", "RollDice why=x")
    club.spectator.get(picture)
    assert len(drawn) == 4


def test_a_proxy_is_believed_and_nobody_else(tmp_path: Path) -> None:
    """Behind it each has its own rate; without one the word of a client for another address counts for nothing."""
    for proxies, statuses in (((), [200, 429, 429]), (("127.0.0.1",), [200, 200, 200])):
        with opened(tmp_path / str(len(proxies)), Bounds(rate=0.001, burst=1)) as club:
            with serving(club.service, proxies) as address:
                asked = [
                    httpx.get(f"{address}/api/1/health", headers={"X-Forwarded-For": f"192.0.2.{n}"}, trust_env=False)
                    for n in range(3)
                ]
            assert [answer.status_code for answer in asked] == statuses


def test_nobody_fills_a_game_with_lines(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(lines=3, burst=1_000)) as club:
        club.new("freeform", "blank", "ridge")
        umpire = club.member("umpire")
        sent = [umpire.post("/api/1/games/ridge/branches", json={"name": f"l{n}", "at": 1}) for n in range(3)]
        assert [one.status_code for one in sent] == [201, 201, 503]
        assert "3 lines" in sent[2].json()["detail"]


def test_what_a_client_asks_of_one_process_counts_in_the_others(any_games: Games) -> None:
    from cli.service.bounds import Buckets
    from domain.log.pending import Pending

    pending = Pending(any_games.log.store)
    one, two = Buckets(10, 20, 2), Buckets(10, 20, 2)
    two.take("a", 0.0)
    assert [one.take("a", 0.0) for _ in range(20)] == [0.0] * 20
    nothing, _ = pending.exchange("one", one.drained(), 0)
    others, until = pending.exchange("two", {}, 0)
    assert (nothing, others) == ({}, {"a": 20})
    two.charge("a", others["a"])
    assert two.take("a", 0.0) > 0
    assert pending.exchange("two", {}, until)[0] == {}
    assert one.drained() == {}
