"""It is your turn: told after a while to whom it concerns, tried again where it fails, and never in an order's way."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from cli.service import notices
from cli.service.notices import HOUR, Notices, Post, checked
from domain.kernel.errors import BadInput
from domain.log.club import Person, Terms
from tests.service.conftest import Club


class Clock:
    def __init__(self) -> None:
        self.time = 1_000_000_000

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("cli.service.notices.now", made)
    return made


@contextmanager
def hook(status: int = 200) -> Iterator[tuple[str, list[Any]]]:
    """A program that takes notices."""
    got: list[Any] = []

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taker)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", got
    server.shutdown()
    server.server_close()


@pytest.fixture
def turn(club: Club, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whose turn it is, as the test says; freeform lets either side move."""
    now = ["blue"]
    monkeypatch.setattr("cli.service.notices.due_side", lambda *_: now[0])
    for login, side in (("anna", "blue"), ("bert", "red"), ("carl", "spectator")):
        club.service.people.club.add(Person(login, login.title(), f"{login}@example.org", "x", 1, 0))
        club.service.people.club.give("ridge", login, side)
    return now


def test_whoever_is_to_move_is_told_once_after_a_while(club: Club, clock: Clock, turn: list[str]) -> None:
    with hook() as (url, got):
        told = Notices(club.service, Post(webhook=url, address="https://club.example/"))
        told.look()
        told.send()
        assert got == [], "whoever is at the table sees it by himself"
        clock.time += notices.PATIENCE
        for _ in range(3):
            told.look()
            told.send()
        assert [one["to"] for one in got] == ["Anna"]
        assert got[0]["link"] == "https://club.example/games/ridge"
        turn[0] = "red"
        club.play("ridge", ("blue", "MovePiece piece=guard to=mill"))
        told.look()
        turn[0] = "blue"
        club.play("ridge", ("red", "MovePiece piece=horse to=mill"))
        clock.time += notices.PATIENCE - 1
        told.look()
        told.send()
        assert len(got) == 1, "who has moved in time is not told"


def test_time_limits_remind_once_and_say_once_that_time_is_up(club: Club, clock: Clock, turn: list[str]) -> None:
    club.service.people.club.set_terms("ridge", Terms(hours=72, remind=48))
    with hook() as (url, got):
        told = Notices(club.service, Post(webhook=url))
        told.look()
        for hours in (1, 47, 48, 60, 72, 90):
            clock.time = 1_000_000_000 + hours * HOUR
            told.look()
            told.send()
    assert [one["kind"] for one in got] == ["turn", "reminder", "late"]


@pytest.mark.parametrize("status", [500, 302])
def test_what_does_not_go_out_is_tried_again_a_few_times(
    club: Club, clock: Clock, turn: list[str], status: int
) -> None:
    with hook(status) as (url, got):
        told = Notices(club.service, Post(webhook=url))
        told.look()
        for _ in range(40):
            clock.time += notices.PAUSE * 5
            told.look()
            told.send()
    assert len(got) == notices.TRIES
    assert (told.sent, told.failed, club.service.people.club.waiting()) == (0, notices.TRIES, 0)


def test_no_more_wait_than_there_is_room_for(club: Club, clock: Clock, turn: list[str]) -> None:
    people = club.service.people.club
    for number in range(5):
        people.post(notices.Notice(str(number), "anna", "ridge", "turn", 0, 0), 3)
    assert people.waiting() == 3


def test_one_process_at_a_time_has_the_duty(club: Club) -> None:
    people = club.service.people.club
    assert people.on_duty("notices", "one", 1_000, 2_000)
    assert not people.on_duty("notices", "two", 1_500, 2_500)
    assert people.on_duty("notices", "one", 1_900, 2_900)
    assert people.on_duty("notices", "two", 3_000, 4_000), "one that has ended is replaced"


def test_a_mail_says_it_in_a_line(club: Club, clock: Clock, turn: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    class Server:
        def __init__(self, *where: Any, **_: Any) -> None:
            sent.append(where)

        def __enter__(self) -> Server:
            return self

        def __exit__(self, *_: object) -> None: ...

        def has_extn(self, _: str) -> bool:
            return True

        def starttls(self) -> None:
            sent.append("tls")

        def login(self, *who: str) -> None:
            sent.append(who)

        def send_message(self, mail: Any) -> None:
            sent.append(mail)

    monkeypatch.setattr("smtplib.SMTP", Server)
    monkeypatch.setenv(notices.PASSWORD, "hush")
    post = Post(mail="smtp://club@mail.example:587", sender="club@example.org", address="https://club.example")
    told = Notices(club.service, checked(post))
    told.look()
    clock.time += notices.PATIENCE
    told.look()
    told.send()
    assert sent[:3] == [("mail.example", 587), "tls", ("club", "hush")]
    assert (sent[3]["To"], sent[3]["Subject"]) == ("anna@example.org", "It is your turn in ridge")
    assert "https://club.example/games/ridge" in sent[3].get_content()
    assert "guard" not in sent[3].get_content()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"mail": "mail.example", "sender": "a@b"}, "smtp://"), ({"mail": "smtp://mail.example"}, "--mail-from"),
        ({"webhook": "file:///etc/passwd"}, "--webhook"), ({"address": "club.example"}, "--address"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_server_is_refused_at_the_start(given: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        checked(Post(**given))
