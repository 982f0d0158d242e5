"""Orders with a key: sent twice, given once, whatever broke in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.kernel.chance import new_chain
from domain.kernel.errors import RefightError
from domain.kernel.shares import LINKS, linked
from domain.log import pending
from domain.log.refs import Ref
from tests.service.conftest import Asked, Club, opened

ROLL = "RollDice why=volley dice=2"


def sent(who: Asked, key: str, text: str = ROLL, **more: Any) -> Any:
    path = "/api/1/games/ridge/lines/main/orders"
    return who.post(path, json={"by": "blue", "order": text, **more}, headers={"Idempotency-Key": key})


def head(club: Club) -> int:
    return club.games.log.head(club.games.line(Ref("ridge"))).number


def test_the_same_key_gives_an_order_once_and_answers_alike(club: Club) -> None:
    blue, before = club.member("blue"), head(club)
    first, again = sent(blue, "a"), sent(blue, "a")
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert head(club) == before + 2
    assert sent(blue, "b").json()["head"] == before + 4


def test_a_key_belongs_to_its_order_and_to_who_sent_it(club: Club) -> None:
    sent(club.member("blue"), "a")
    other = sent(club.member("blue"), "a", "MovePiece piece=guard to=mill")
    assert (other.status_code, "another order" in other.json()["detail"]) == (409, True)
    red = club.member("red").post(
        "/api/1/games/ridge/lines/main/orders", json={"by": "red", "order": ROLL}, headers={"Idempotency-Key": "a"}
    )
    assert red.status_code == 201


def test_a_refused_order_may_come_again_with_its_key(club: Club) -> None:
    blue = club.member("blue")
    assert sent(blue, "a", "MovePiece piece=late to=mill").status_code == 422
    blue.order("blue", "AddPiece piece=late side=blue at=hill")
    assert sent(blue, "a", "MovePiece piece=late to=mill").status_code == 201


def test_an_order_stored_by_a_process_that_then_ended_is_found(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed after the order and before it could note that it is done."""
    blue, before = club.member("blue"), head(club)
    with monkeypatch.context() as killed:
        killed.setattr(club.service.pending, "done", lambda *_: (_ for _ in ()).throw(KeyError("killed")))
        assert sent(blue, "a").status_code == 500
    assert head(club) == before + 2
    again = sent(blue, "a")
    assert (again.status_code, again.json()["head"], head(club)) == (201, before + 2, before + 2)
    assert [one["entry"] for one in again.json()["entries"]] == [before + 1, before + 2]


def test_so_is_a_share_that_went_on_with_the_order_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, it was looked for among the orders of its own side, and said to be waited for by nobody."""
    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge", settings=["dice=shared"])
        red, (first, end), line = club.member("red"), new_chain(), "/api/1/games/ridge/lines/main"
        red.post(f"{line}/shares", json={"by": "red", "promise": end})
        club.member("blue").order("blue", ROLL)

        def share() -> Any:
            given = {"by": "red", "share": linked(first, LINKS - 1)}
            return red.post(f"{line}/orders", json=given, headers={"Idempotency-Key": "a"})

        with monkeypatch.context() as killed:
            killed.setattr(club.service.pending, "done", lambda *_: (_ for _ in ()).throw(KeyError("killed")))
            assert share().status_code == 500
        made, again = head(club), share()
        assert (again.status_code, again.json()["head"], head(club)) == (201, made, made)
        assert [one["fact"]["fact"] for one in again.json()["entries"]] == ["OrderGiven", "DiceRolled"]


def test_one_that_ended_before_storing_leaves_the_key_to_the_next(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    blue, before = club.member("blue"), head(club)
    with monkeypatch.context() as killed:
        killed.setattr(club.games.log, "added", lambda *_: (_ for _ in ()).throw(KeyError("killed")))
        assert sent(blue, "a").status_code == 500
    assert sent(blue, "a").status_code == 503, "it may still be at it"
    monkeypatch.setattr("cli.service.once.CLAIM", 0)
    assert sent(blue, "a").json()["head"] == before + 2


def test_keys_are_forgotten_after_their_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    blue, before = club.member("blue"), head(club)
    sent(blue, "a")
    later = pending.now() + 1_000 * club.service.bounds.remembered + 1
    monkeypatch.setattr("cli.service.once.now", lambda: later)
    assert sent(blue, "a").json()["head"] == before + 4


def test_a_full_disk_says_so_and_the_key_is_free(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    blue = club.member("blue")
    with monkeypatch.context() as full:
        full.setattr(club.games.log, "added", lambda *_: (_ for _ in ()).throw(RefightError("the disk is full")))
        assert sent(blue, "a").status_code >= 400
    assert sent(blue, "a").status_code == 201
