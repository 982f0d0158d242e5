"""What goes wrong is told as problem details, in the words and with the rules of the command line."""

from __future__ import annotations

import asyncio
from html import escape
from pathlib import Path
from typing import Any

import pytest

from cli.service.app import application
from cli.service.bounds import Bounds, Buckets
from cli.service.plain import wants_page
from cli.service.problems import HOME, KINDS
from domain.games.games import Games
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS
from rules.freeform.luck import RollDice
from tests.service.conftest import API, Asked, Club, opened

LINE = f"{API}/games/ridge/lines/main"


def problem(answer: Any, kind: str) -> Any:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    found = answer.json()
    assert found["type"] == f"{HOME}/{kind}", answer.text
    assert (
        (found["status"], found["title"])
        == (answer.status_code, KINDS[kind].title)
        == (KINDS[kind].status, KINDS[kind].title)
    )
    return found


def test_an_illegal_order_names_its_rule_and_what_was_meant(club: Club) -> None:
    found = problem(club.member("blue").order("blue", "MovePiece piece=gaurd to=mill"), "illegal-order")
    assert (found["rule"], found["suggestion"], found["exit"]) == ("FF.1.2", "guard", 3)
    assert found["detail"] == "there is no piece gaurd on the board; did you mean guard?"


def test_an_unreadable_order_says_where(club: Club) -> None:
    found = problem(club.member("blue").order("blue", "MovePiece piece=guard too=mill"), "unreadable")
    assert (found["column"], found["exit"]) == (23, 2)
    assert "to" in found["suggestion"]


def test_nothing_is_stored_of_an_order_that_is_refused(club: Club) -> None:
    head = club.games.log.head(club.games.line(Ref("ridge")))
    red = club.member("red")
    red.order("red", "MovePiece piece=gaurd to=mill")
    red.order("red", "RollDice why=x dice=2", dice=[1])
    red.order("red", "RollDice why=x dice=2", dice=[7, 7])
    assert club.games.log.head(club.games.line(Ref("ridge"))) == head


@pytest.mark.parametrize(
    ("path", "said", "near"),
    [
        ("/games/rigde", "there is no game 'rigde'", "ridge"),
        ("/games/ridge/lines/mian/board", "ridge has no line 'mian'", "main"),
        ("/games/ridge/lines/main/board?at=99", "there is no entry 99", None),
        ("/games/ridge/nothing", "there is nothing at this address", None),
    ],
)
def test_what_is_not_there_is_not_found_and_near_names_are_suggested(
    club: Club, path: str, said: str, near: str | None
) -> None:
    found = problem(club.spectator.get(f"{API}{path}"), "not-found")
    assert said in found["detail"]
    assert found.get("suggestion") == near


def test_a_field_that_does_not_fit_is_named(club: Club) -> None:
    found = problem(club.spectator.get(f"{LINE}/entries?limit=5000"), "unreadable")
    assert found["errors"] == [{"key": "limit", "message": "Expected `int` <= 1000", "source": "query"}]
    sent = problem(
        club.member("blue").post(f"{LINE}/orders", json={"order": "x", "by": "blue", "dcie": [1]}), "unreadable"
    )
    assert "dcie" in sent["detail"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param(b"", "it has no body", id="nothing"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="brackets without end"),
        pytest.param(b'{"a":' * 50_000, "nested too deeply", id="objects without end"),
        pytest.param(b'{"by":"blue","order":"RollDice why=\xff"}', "not UTF-8", id="other letters"),
        pytest.param(b'{"by":"blue","order":"RollDice why=\\ud800"}', "", id="half a letter"),
        pytest.param('{"by":"blue","order":"RollDice why=x"}'.encode("utf-16"), "malformed", id="UTF-16"),
        pytest.param(b'{"by":"blue","order":"RollDice why=x","expected":1e999}', "out of range", id="no number"),
    ],
)
def test_a_body_that_cannot_be_read_is_the_senders_mistake(club: Club, body: bytes, said: str) -> None:
    sent = club.member("blue").post(f"{LINE}/orders", content=body, headers={"Content-Type": "application/json"})
    assert said in problem(sent, "unreadable")["detail"]


def test_a_name_that_can_name_nothing_is_refused(club: Club) -> None:
    assert "cannot name a game" in problem(club.spectator.get(f"{API}/games/Ridge%20!"), "unreadable")["detail"]


def test_a_method_that_an_address_does_not_have_is_refused(club: Club) -> None:
    problem(club.client.delete(f"{API}/games/ridge"), "not-so")


def test_every_kind_of_problem_can_be_looked_up(club: Club) -> None:
    for name, kind in KINDS.items():
        shown = club.spectator.get(f"{HOME}/{name}")
        assert shown.status_code == 200
        assert kind.words in shown.text
    problem(club.spectator.get(f"{HOME}/nothing"), "not-found")


# Browsers

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/games/rigde", 404),
        ("/nothing", 404),
        (f"{API}/games/rigde", 404),
        (f"{LINE}/audit", 401),
        ("/games/A%20b", 400),
    ],
)
def test_a_browser_is_shown_a_page_that_says_the_same_and_leads_to_the_games(
    club: Club, path: str, status: int
) -> None:
    shown, told = club.client.get(path, headers=BROWSER), club.client.get(path)
    assert (shown.status_code, shown.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert told.headers["content-type"] == "application/problem+json"
    assert escape(told.json()["detail"]) in shown.text
    assert '<a href="/">' in shown.text
    assert "<script" not in shown.text
    for name in ("x-content-type-options", "referrer-policy", "cache-control", "vary"):
        assert shown.headers[name] == told.headers[name]
    policy = shown.headers["content-security-policy"]
    assert policy == club.client.get("/", headers=BROWSER).headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy


def test_what_someone_asked_for_is_never_mark_up_in_such_a_page(club: Club) -> None:
    shown = club.client.get("/page/%3Cb%3Ehello", headers=BROWSER)
    assert shown.status_code == 404
    assert "&lt;b&gt;hello" in shown.text
    assert "<b>" not in shown.text


def test_a_browser_at_another_name_and_one_that_asks_too_often_are_shown_pages_too(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(rate=0.001, burst=1)) as club:
        elsewhere = club.client.get("/", headers={**BROWSER, "Host": "evil.example"})
        assert (elsewhere.status_code, elsewhere.headers["content-type"]) == (421, "text/html; charset=utf-8")
        assert club.client.get("/", headers=BROWSER).status_code == 200
        shown = club.client.get("/", headers=BROWSER)
        assert (shown.status_code, shown.headers["content-type"]) == (429, "text/html; charset=utf-8")
        assert "Too many requests" in shown.text
        assert int(shown.headers["retry-after"]) >= 1


@pytest.mark.parametrize(
    ("accept", "is_page"),
    [
        (BROWSER["Accept"], True), ("text/html", True), ("TEXT/HTML; q=0.5", True), ("*/*", False), ("", False),
        ("application/json", False), ("application/json, text/html;q=0.9", False), ("text/html;q=0", False),
        ("text/html, application/problem+json", False), ("text/html;q=x", False), (",;,;q=1", False),
    ],
)  # fmt: skip
def test_a_page_is_for_those_who_would_rather_have_one_than_json(accept: str, is_page: bool) -> None:
    assert wants_page(accept) == is_page


# Who may


def test_an_order_needs_the_token_of_its_side(club: Club) -> None:
    text = "RollDice why=x"
    problem(club.spectator.order("blue", text), "no-token")
    for who in (club.member("red"), club.member("umpire"), club.own):
        assert "blue's token" in problem(who.order("blue", text), "not-yours")["detail"]
    assert problem(club.own.order("blue", text), "not-yours")["detail"].startswith("this is the service's own token;")
    problem(club.member("blue").order("bleu", text), "not-found")


def test_a_token_of_another_game_a_revoked_one_and_none_at_all_open_nothing(club: Club) -> None:
    club.new("freeform", "blank", "other")
    elsewhere, revoked = club.member("blue", "other"), club.member("blue")
    assert revoked.get(f"{LINE}/board").status_code == 200
    assert club.service.tokens.revoke("ridge", "blue") == 1
    for who in (elsewhere, revoked):
        answer = who.get(f"{LINE}/board")
        problem(answer, "no-token")
        assert answer.headers["www-authenticate"] == 'Bearer realm="refight"'
    for header in ("Basic abc", "Bearer", "Bearer ", "Bearer " + "x" * 300, "Bearer é"):
        problem(club.client.get(f"{LINE}/board", headers={"Authorization": header.encode()}), "no-token")


def test_a_token_in_the_query_string_is_no_token(club: Club) -> None:
    token = club.service.tokens.new("ridge", "red")
    answer = club.spectator.get(f"{LINE}/entries?token={token}&access_token={token}")
    assert "spy" not in answer.text


@pytest.mark.parametrize("path", ["options", "audit"])
def test_spectators_are_told_no_orders_and_start_no_audit(club: Club, path: str) -> None:
    problem(club.spectator.get(f"{LINE}/{path}"), "no-token")


def test_a_side_is_not_told_the_orders_of_the_other(club: Club) -> None:
    problem(club.member("blue").get(f"{LINE}/options?side=red"), "not-yours")


# Who was first


def test_an_order_that_expects_another_head_is_told_what_it_is_now(club: Club) -> None:
    head = club.games.log.head(club.games.line(Ref("ridge"))).number
    found = problem(club.member("blue").order("blue", "RollDice why=x", expected=head - 2), "conflict")
    assert found["head"] == head
    assert club.games.log.head(club.games.line(Ref("ridge"))).number == head
    assert club.member("blue").order("blue", "RollDice why=x", expected=head).status_code == 201
    noted = club.member("blue").post(f"{LINE}/notes", json={"text": "late", "expected": head})
    assert problem(noted, "conflict")["head"] == head + 2


def overtaken(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process writes just before the next order is stored."""
    added, others = club.games.log.added, iter([True])

    def late(*args: Any) -> Any:
        if next(others, False):
            with GameLog(club.games.log.store.url, SYSTEMS) as log:
                Games(log).order(Ref("ridge"), "red", RollDice(why="first", dice=1))
        return added(*args)

    monkeypatch.setattr(club.games.log, "added", late)


def test_whoever_is_overtaken_while_deciding_stores_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    known = club.games.log.head(club.games.line(Ref("ridge"))).number
    overtaken(club, monkeypatch)
    late = club.member("blue").order("blue", "ScorePoints side=blue points=1 why=late", expected=known)
    found = problem(late, "conflict")
    entries = club.games.entries(Ref("ridge"))
    assert found["head"] == entries[-1].number == known + 2
    assert [type(entry.fact).__name__ for entry in entries[-2:]] == ["OrderGiven", "DiceRolled"]


def test_whoever_expects_nothing_is_decided_anew_where_the_line_stands(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    overtaken(club, monkeypatch)
    assert club.member("blue").order("blue", "ScorePoints side=blue points=1 why=late").status_code == 201
    kinds = [type(entry.fact).__name__ for entry in club.games.entries(Ref("ridge"))]
    assert kinds[-4:] == ["OrderGiven", "DiceRolled", "OrderGiven", "PointsScored"]


def test_a_game_or_line_that_is_there_already_is_a_conflict(club: Club) -> None:
    sent = {"system": "freeform", "scenario": "blank", "name": "ridge"}
    assert problem(club.own.post(f"{API}/games", json=sent), "conflict")["exit"] == 5
    problem(club.member("umpire").post(f"{API}/games/ridge/branches", json={"name": "main"}), "conflict")


# Bounds


def test_a_request_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(body=2_000, file=4_000)) as club:
        club.new("freeform", "blank", "ridge")
        blue = club.member("blue")
        problem(blue.order("blue", "RollDice why=" + "x" * 3_000), "too-large")
        pieces = (b"x" * 1_000 for _ in range(50))
        problem(blue.post(f"{LINE}/orders", content=pieces, headers={"Content-Type": "application/json"}), "too-large")
        problem(club.own.post(f"{API}/import?name=big", content=b"x" * 5_000), "too-large")
        problem(club.own.post(f"{API}/import?name=big", content=(b"x" * 1_000 for _ in range(50))), "too-large")
        assert blue.order("blue", "RollDice why=" + "x" * 300).status_code == 201


def test_a_client_that_asks_too_often_is_told_how_long_to_wait(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(rate=0.001, burst=3)) as club:
        for _ in range(3):
            assert club.spectator.get(f"{API}/health").status_code == 200
        answer = club.spectator.get(f"{API}/health")
        problem(answer, "too-many")
        assert 900 <= int(answer.headers["retry-after"]) <= 1001


def test_a_client_that_sends_too_much_is_told_how_long_to_wait(tmp_path: Path) -> None:
    """Else whoever may write a note fills the disk with notes; what is asked for without a body is not counted."""
    with opened(tmp_path, Bounds(sent=5_000)) as club:
        club.new("freeform", "blank", "ridge")
        blue, notes = club.member("blue"), f"{API}/games/ridge/lines/main/notes"
        head = blue.post(notes, json={"text": "x" * 3_000}).json()["head"]
        answer = blue.post(notes, json={"text": "x" * 3_000})
        problem(answer, "too-many")
        assert 0 < int(answer.headers["retry-after"]) <= 86_400
        assert blue.get(f"{API}/games/ridge/lines/main/entries?limit=1").json()["head"] == head
        assert blue.order("blue", "RollDice why=x").status_code == 201, "what there is room for still goes"


def test_one_side_does_not_open_all_the_lines_there_are(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(lines_each=2)) as club:
        club.new("freeform", "blank", "plain")
        blue, red = club.member("blue", "plain"), club.member("red", "plain")

        def opened_by(who: Asked, name: str) -> int:
            return who.post(f"{API}/games/plain/branches", json={"name": name}).status_code

        assert [opened_by(blue, f"b{n}") for n in range(4)] == [201, 201, 503, 503]
        assert [opened_by(red, f"r{n}") for n in range(3)] == [201, 201, 503]
        assert opened_by(club.member("umpire", "plain"), "by-umpire") == 201


def test_a_bucket_fills_again_and_those_of_others_are_their_own() -> None:
    buckets = Buckets(rate=2, burst=2, clients=2)
    assert [buckets.take("a", 0.0) for _ in range(3)] == [0, 0, 0.5]
    assert buckets.take("b", 0.0) == 0
    assert buckets.take("a", 0.5) == 0
    assert buckets.take("a", 0.5) == 0.5
    assert buckets.take("c", 0.5) == 0
    assert len(buckets._kept) == 2, "no more clients are remembered than that"


def test_long_jobs_beyond_the_bound_are_turned_away(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(heavy=0)) as club:
        club.new("freeform", "blank", "ridge")
        umpire = club.member("umpire")
        for answer in (
            umpire.get(f"{LINE}/audit"),
            umpire.get(f"{API}/games/ridge/export"),
            club.own.post(f"{API}/import?name=x", content=b"x"),
        ):
            problem(answer, "busy")
            assert int(answer.headers["retry-after"]) >= 1


def test_a_client_that_stops_in_the_middle_of_its_request_is_not_waited_for(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(seconds_to_send=0.01)) as club:
        club.new("freeform", "blank", "ridge")
        token = club.service.tokens.new("ridge", "blue")
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {
            "type": "http", "method": "POST", "path": f"{LINE}/orders", "raw_path": f"{LINE}/orders".encode(),
            "query_string": b"", "root_path": "", "scheme": "http", "http_version": "1.1", "client": ("x", 1),
            "server": ("localhost", 80), "asgi": {"version": "3.0"},
            "headers": [*headers, (b"authorization", f"Bearer {token}".encode())],
        }  # fmt: skip
        begun, sent = iter([{"type": "http.request", "body": b'{"by"', "more_body": True}]), list[Any]()

        async def receive() -> Any:
            return next(begun, None) or await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(application(club.service)(scope, receive, send))  # type: ignore[arg-type]
        assert sent[0]["status"] == 408
        assert b"too-slow" in sent[1]["body"]


def test_followers_beyond_the_bound_are_turned_away(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(followers=0)) as club:
        club.new("freeform", "blank", "ridge")
        problem(club.spectator.get(f"{LINE}/follow"), "busy")


# What every answer carries


@pytest.mark.parametrize("path", [f"{API}/games", f"{API}/nothing", "/nothing", f"{LINE}/board?at=0", "/api/schema"])
def test_every_answer_forbids_what_a_browser_might_do_with_it(club: Club, path: str) -> None:
    headers = club.spectator.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"
    assert not [name for name in headers if name.startswith("access-control") or name == "set-cookie"]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "", "127.0.0.1.evil.example", "localhost@evil", "[::2]"]
)
def test_a_page_whose_name_was_made_to_point_here_gets_nothing(club: Club, host: str) -> None:
    problem(club.client.get(f"{API}/games", headers={"Host": host}), "elsewhere")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8765", "127.0.0.1:1", "[::1]", "[::1]:8765"])
def test_this_machine_is_known_by_its_usual_names(club: Club, host: str) -> None:
    assert club.client.get(f"{API}/games", headers={"Host": host}).status_code == 200


def test_a_log_that_is_damaged_is_no_fault_of_the_caller_and_its_path_is_not_told(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3

    from domain.kernel.errors import BadInput

    def locked(*_: Any) -> Any:
        raise BadInput(f"{club.games.log.store.url} is busy") from sqlite3.OperationalError("database is locked")

    monkeypatch.setattr(club.games.log, "head", locked)
    assert problem(club.spectator.get(f"{LINE}/entries"), "busy")["detail"] == "the game log is busy"


def test_a_fault_of_ours_is_said_to_be_one_and_tells_nothing_else(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise AssertionError("a secret of the implementation")

    monkeypatch.setattr(club.games.log, "head", broken)
    found = problem(club.spectator.get(f"{LINE}/entries"), "fault")
    assert found["exit"] == 70
    assert "secret" not in str(found)
