"""Positions kept at hand: an order folds what is new, whoever wrote it, and reads no line a second time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.games.games import Games
from domain.games.heads import AtHead, Heads
from domain.kernel.errors import RefightError
from domain.log.entry import Head
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from domain.words.orders import parse_order
from rules import SYSTEMS
from tests.service.conftest import API, Club

MOVE = "MovePiece piece=guard to=mill"


@pytest.fixture
def read(club: Club, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many stored entries each question to the log has brought."""
    found: list[int] = []
    pieces = club.games.log.store.pieces

    def counted(*args: Any) -> Iterator[Any]:
        for piece in pieces(*args):
            found.append(len(piece))
            yield piece

    monkeypatch.setattr(club.games.log.store, "pieces", counted)
    return found


def elsewhere(club: Club, text: str) -> None:
    """By another process."""
    with GameLog(club.games.log.store.url, SYSTEMS) as log:
        games = Games(log)
        games.order(Ref("ridge"), "blue", parse_order(SYSTEMS["freeform"], text))


@pytest.mark.parametrize("text", [MOVE, "RollDice why=volley dice=2"])
def test_an_order_reads_no_entry_of_its_line(club: Club, read: list[int], text: str) -> None:
    blue = club.member("blue")
    blue.order("blue", MOVE)
    read.clear()
    assert blue.order("blue", text).status_code == 201
    assert read == []


def test_what_another_process_wrote_is_folded_and_nothing_else(club: Club, read: list[int]) -> None:
    blue = club.member("blue")
    elsewhere(club, MOVE)
    blue.order("blue", MOVE)  # now it is known that others write here
    elsewhere(club, "RemovePiece piece=guard why=gone")
    read.clear()
    refused = blue.order("blue", "MovePiece piece=guard to=hill")
    assert refused.status_code == 422
    assert "guard" in refused.json()["detail"]
    assert read == [3], "in one question, with the entry that was known"


def test_a_refused_order_leaves_the_position_at_hand(club: Club, read: list[int]) -> None:
    blue = club.member("blue")
    blue.order("blue", MOVE)
    for text in ("MovePiece piece=nobody to=mill", "Move(", "AddPiece piece=guard side=blue at=hill"):
        assert blue.order("blue", text).status_code in (400, 422), text
    read.clear()
    blue.order("blue", MOVE)
    assert read == []


def test_an_order_that_broke_off_leaves_nothing_at_hand(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    blue = club.member("blue")
    blue.order("blue", MOVE)
    with monkeypatch.context() as broken:
        broken.setattr(club.games.log, "added", lambda *_: (_ for _ in ()).throw(RefightError("the disk is full")))
        assert blue.order("blue", "MovePiece piece=guard to=nowhere").status_code >= 400
    board = club.member("umpire").get(f"{API}/games/ridge/lines/main/board").json()["board"]
    assert {one["id"]: one["at"] for one in board["counters"]}["guard"] == "mill"


def test_whoever_looks_does_not_touch_what_is_played_on(club: Club) -> None:
    blue, line = club.member("blue"), club.games.line(Ref("ridge"))
    blue.order("blue", MOVE)
    club.games.position(Ref("ridge")).state.pieces.clear()
    assert blue.order("blue", "MovePiece piece=guard to=hill").status_code == 201
    assert club.games.replayed(line, club.games.log.head(line).number) == club.games.position(Ref("ridge")).state


def test_a_long_line_leaves_snapshots_behind(club: Club) -> None:
    blue, line = club.member("blue"), club.games.line(Ref("ridge"))
    for _ in range(210):
        blue.order("blue", MOVE)
    found = club.games.log.snapshot(line, None)
    assert found is not None
    assert found[0] > 300


def test_so_many_heads_and_no_more_are_kept() -> None:
    heads = Heads(2)
    for number in range(5):
        heads.put(f"g{number}@main", AtHead(Head(number, 0, b""), number, 0))
    assert len(heads) == 2
    assert heads.take("g0@main") is None
    assert heads.take("g4@main") is not None


def test_an_older_position_never_takes_the_place_of_a_newer_one() -> None:
    heads = Heads(2)
    heads.put("g@main", AtHead(Head(7, 0, b""), "new", 0))
    heads.put("g@main", AtHead(Head(5, 0, b""), "old", 0))
    kept = heads.take("g@main")
    assert kept is not None
    assert kept.state == "new"
