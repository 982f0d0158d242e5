"""Following a line while someone else, as if in another terminal, gives orders: on each engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from cli.service.bounds import Bounds
from cli.service.service import Service
from cli.service.tokens import TokenBox
from cli.shell.packs import load_pack
from domain.games.games import Games
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from domain.words.orders import parse_order
from rules import SYSTEMS
from tests.service.server import PATIENCE, Event, following, serving

LINE = "/api/1/games/ridge/lines/main"
FOLLOW = f"{LINE}/follow"


@pytest.fixture
def elsewhere(store_url: str) -> Iterator[Games]:
    """The same log, opened a second time: another terminal."""
    with GameLog(store_url, SYSTEMS) as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"))
        yield games


@pytest.fixture
def service(store_url: str, elsewhere: Games, tmp_path: Path) -> Iterator[Service]:
    with GameLog(store_url, SYSTEMS) as log:
        bounds = Bounds(heartbeat=2 * PATIENCE, followers=3, reserved=1, burst=100_000)
        yield Service(Games(log), TokenBox(log.store), bounds)


@pytest.fixture
def address(service: Service) -> Iterator[str]:
    with serving(service) as found:
        yield found


def give(games: Games, by: str, text: str) -> int:
    games.order(Ref("ridge"), by, parse_order(SYSTEMS["freeform"], text))
    return games.log.head(games.line(Ref("ridge"))).number


def entries(events: Iterator[Event], count: int) -> list[Event]:
    """The next entries, whatever signs of life, or of entries for others, come between them."""
    found: list[Event] = []
    while len(found) < count:
        event = next(events)
        assert event.kind in ("entry", "hidden", ""), event
        assert event.kind != "hidden" or event.data == str(event.id), "nothing but that it is there"
        found += [event] if event.kind == "entry" else []
    return found


def test_an_order_given_elsewhere_shows_up_entry_by_entry(address: str, elsewhere: Games) -> None:
    with following(address, FOLLOW) as events:
        next(events)
        head = give(elsewhere, "blue", "AddPiece piece=guard side=blue at=hill")
        first, second = entries(events, 2)
    assert (first.id, second.id) == (head - 1, head)
    assert first.data["words"] == "blue> AddPiece piece=guard side=blue at=hill"
    assert second.data["fact"]["fact"] == "PieceAdded"


def test_who_comes_back_goes_on_where_he_was(address: str, elsewhere: Games) -> None:
    for name in ("a", "b", "c"):
        give(elsewhere, "blue", f"AddPiece piece={name} side=blue at=hill")
    with following(address, FOLLOW, last=3) as events:
        assert [event.id for event in entries(events, 4)] == [4, 5, 6, 7]
    with following(address, f"{FOLLOW}?after=5") as events:
        assert [event.id for event in entries(events, 2)] == [6, 7]


def test_each_follower_is_told_what_it_may_see(address: str, elsewhere: Games, service: Service) -> None:
    red = service.tokens.new("ridge", "red")
    with following(address, FOLLOW) as outside, following(address, FOLLOW, red) as inside:
        next(outside), next(inside)
        give(elsewhere, "red", "AddPiece piece=spy side=red at=wood hidden=yes")
        head = give(elsewhere, "blue", "AddPiece piece=guard side=blue at=hill")
        assert [event.id for event in entries(inside, 4)] == list(range(head - 3, head + 1))
        seen = entries(outside, 2)
    assert [event.id for event in seen] == [head - 1, head]
    assert "spy" not in str(seen)


def test_an_entry_for_others_is_noticed_and_not_told(address: str, elsewhere: Games) -> None:
    with following(address, FOLLOW) as events:
        next(events)
        head = give(elsewhere, "red", "AddPiece piece=spy side=red at=wood hidden=yes")
        event = next(event for event in events if event.kind)
        while event.id < head:
            event = next(event for event in events if event.kind)
        assert (event.kind, event.data) == ("hidden", str(head))


def test_a_token_that_is_revoked_gets_nothing_more(address: str, elsewhere: Games, service: Service) -> None:
    with following(address, FOLLOW, service.tokens.new("ridge", "red")) as events:
        give(elsewhere, "red", "AddPiece piece=spy side=red hidden=yes")
        assert [event.id for event in entries(events, 2)] == [2, 3]
        service.tokens.revoke("ridge", "red")
        give(elsewhere, "red", "MovePiece piece=spy to=mill")
        last = next(event for event in events if not event.comment)
        assert (last.kind, json.loads(last.data)["status"]) == ("problem", 401)
        assert [event.kind for event in events if not event.comment] == []


def test_another_line_of_the_game_disturbs_nobody(address: str, elsewhere: Games) -> None:
    elsewhere.branch(Ref("ridge"), "left")
    with following(address, f"{LINE.replace('main', 'left')}/follow") as events:
        next(events)
        give(elsewhere, "blue", "AddPiece piece=guard side=blue at=hill")
        order = parse_order(SYSTEMS["freeform"], "AddPiece piece=horse side=red at=road")
        elsewhere.order(Ref("ridge", "left"), "red", order)
        first, second = entries(events, 2)
    assert (first.id, second.id) == (3, 4)
    assert first.data["line"] == "left"


def test_a_line_that_is_opened_meanwhile_is_told_to_those_who_follow_another(address: str, elsewhere: Games) -> None:
    with following(address, FOLLOW) as events:
        next(events)
        elsewhere.branch(Ref("ridge"), "left", why="what if?")
        told = next(events)
        give(elsewhere, "blue", "AddPiece piece=guard side=blue at=hill")
        assert [event.id for event in entries(events, 2)] == [2, 3]
    assert told.kind == "line"
    assert json.loads(told.data) == {
        "ref": "ridge@left", "line": "left", "parent": "main", "at": 1, "luck": "fresh", "why": "what if?",
        "consent": [],
    }  # fmt: skip


def test_lines_of_another_game_disturb_nobody(address: str, elsewhere: Games) -> None:
    elsewhere.new(SYSTEMS["freeform"], "blank", "ridge2", load_pack("freeform"))
    with following(address, FOLLOW) as events:
        next(events)
        elsewhere.branch(Ref("ridge2"), "left")
        give(elsewhere, "blue", "AddPiece piece=guard side=blue at=hill")
        assert [event.kind for event in (next(events), next(events))] == ["entry", "entry"]


def test_a_quiet_line_gives_signs_of_life(service: Service) -> None:
    service.bounds = Bounds(heartbeat=0.01)
    with serving(service) as address, following(address, FOLLOW) as events:
        assert [next(events).comment for _ in range(3)] == ["entries after 1", "still here", "still here"]


def test_who_leaves_makes_room_for_others(address: str, service: Service) -> None:
    with following(address, FOLLOW) as one, following(address, FOLLOW) as two:
        next(one), next(two)
        refused = httpx.get(f"{address}{FOLLOW}", timeout=PATIENCE, trust_env=False)
        assert (refused.status_code, refused.headers["content-type"]) == (503, "application/problem+json")
        with following(address, FOLLOW, service.tokens.new("ridge", "red")) as known:
            assert next(known).comment == "entries after 1", "there is room for whoever plays"
    statuses = (_status(address) for _ in range(10_000))  # it takes a moment to learn that they have gone
    assert next(status for status in statuses if status != 503) == 200


def _status(address: str) -> int:
    with httpx.stream("GET", f"{address}{FOLLOW}", timeout=PATIENCE, trust_env=False) as answer:
        return answer.status_code


def test_when_the_service_stops_its_followers_are_told(address: str, service: Service) -> None:
    with following(address, FOLLOW) as events:
        next(events)
        service.watch.stop()
        told = [event.kind for event in events if event.kind]
    assert told == ["end"]


def test_an_order_through_the_service_shows_up_as_well(address: str, service: Service) -> None:
    token = service.tokens.new("ridge", "blue")
    with following(address, FOLLOW) as events:
        next(events)
        sent = {"by": "blue", "order": "AddPiece piece=guard side=blue at=hill"}
        headers = {"Authorization": f"Bearer {token}"}
        given = httpx.post(f"{address}{LINE}/orders", json=sent, headers=headers, timeout=PATIENCE, trust_env=False)
        assert given.status_code == 201
        assert [event.data for event in entries(events, 2)] == given.json()["entries"]


def test_orders_that_come_at_once_are_all_stored_one_after_the_other(address: str, service: Service) -> None:
    sides = {side: {"Authorization": f"Bearer {service.tokens.new('ridge', side)}"} for side in ("blue", "red")}

    def order(number: int) -> int:
        side = ("blue", "red")[number % 2]
        sent = {"by": side, "order": f"AddPiece piece=p{number} side={side} at=hill"}
        url = f"{address}{LINE}/orders"
        return httpx.post(url, json=sent, headers=sides[side], timeout=PATIENCE, trust_env=False).status_code

    with ThreadPoolExecutor(8) as many:
        assert list(many.map(order, range(24))) == [201] * 24
    pieces = service.games.position(Ref("ridge")).state.pieces
    assert set(pieces) == {f"p{number}" for number in range(24)}
    assert verify_line(service.games, Ref("ridge"), None).entries == 49
