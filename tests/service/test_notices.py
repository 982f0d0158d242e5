"""It is your turn: told after a while to whom it concerns, tried again where it fails, and never in an order's way."""

from __future__ import annotations

import json
import re
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from smtplib import SMTPException
from typing import Any

import msgspec
import pytest

from cli.service import notices
from cli.service.notices import HOUR, Notices
from cli.service.people import MAIL
from cli.service.post import PASSWORD, PATIENCE, Post, by_mail, checked
from domain.games.ask import Ask
from domain.games.order import give
from domain.games.promises import promise_own
from domain.kernel.chance import new_chain
from domain.kernel.errors import BadInput
from domain.log.club import Person, Terms
from domain.log.refs import Ref
from tests.service.conftest import Club
from tests.service.mailserver import certificate, mail_server


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
        clock.time += PATIENCE
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
        clock.time += PATIENCE - 1
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


# Mail


def due(club: Club, clock: Clock, post: Post) -> Notices:
    """Anna is to be told."""
    told = Notices(club.service, checked(post))
    told.look()
    clock.time += PATIENCE
    told.look()
    return told


def by_server(port: int, who: str = "club@") -> Post:
    return Post(mail=f"smtp://{who}127.0.0.1:{port}", sender="Club <club@example.org>", address="https://club.example")


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The certificate of a mail server that this machine trusts, and the club's password there."""
    file = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    monkeypatch.setenv(PASSWORD, "hush")
    return file


def test_a_mail_says_it_in_a_line_and_its_password_goes_over_tls(
    club: Club, clock: Clock, turn: list[str], trusted: Path
) -> None:
    """Most servers take one only so. Before, none was asked what it offers, and who took a password got it in clear."""
    with mail_server(trusted) as (port, got):
        told = due(club, clock, by_server(port))
        told.send()
    assert (told.sent, told.failed) == (1, 0)
    assert [line for line in got if line.startswith("clear")] == ["clear ehlo " + got[0].split()[2], "clear STARTTLS"]
    assert sum("AUTH PLAIN" in line for line in got) == 1
    text = "\n".join(line.removeprefix("tls ") for line in got)
    assert "To: anna@example.org" in text
    assert "Subject: It is your turn in ridge" in text
    assert "https://club.example/games/ridge" in text
    assert re.search(r"^Message-ID: <.+@example\.org>$", text, re.MULTILINE)
    assert "\nDate: " in text
    assert "guard" not in text


def test_no_password_goes_to_a_server_without_tls_unless_it_is_on_this_machine(
    club: Club, clock: Clock, turn: list[str], trusted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mail_server(None) as (port, got):
        told = due(club, clock, by_server(port))
        told.send()
        assert sum("AUTH" in line for line in got) == told.sent == 1
        got.clear()
        monkeypatch.setattr("cli.service.post._is_here", lambda _host: False)
        with pytest.raises(SMTPException, match="no TLS"):
            by_mail(by_server(port), "anna@example.org", "It is your turn", "")
        assert [line for line in got if "AUTH" in line or "data" in line] == []
        by_mail(by_server(port, who=""), "anna@example.org", "It is your turn", "")
        assert "clear data" in got, "who needs no password needs no TLS"


def test_a_server_that_nobody_vouches_for_gets_neither_password_nor_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PASSWORD, "hush")
    with mail_server(certificate(tmp_path)) as (port, got):
        with pytest.raises(ssl.SSLCertVerificationError):
            by_mail(by_server(port), "anna@example.org", "It is your turn", "")
        assert not [line for line in got if line.startswith("tls")]


@pytest.mark.parametrize("broken", ["mail", "webhook"])
def test_one_way_that_fails_neither_holds_up_the_other_nor_repeats_it(
    club: Club, clock: Clock, turn: list[str], broken: str, trusted: Path
) -> None:
    """Before, a webhook that was down had the same mail sent five times."""
    with mail_server(trusted) as (port, lines), hook() as (url, hooked):
        post = Post(mail=by_server(port).mail, sender="club@example.org", webhook=url)
        told = due(club, clock, msgspec.structs.replace(post, **{broken: f"{getattr(post, broken)[:4]}://127.0.0.1:9"}))
        for _ in range(40):
            told.look()
            told.send()
            clock.time += notices.PAUSE * 5
        mailed = sum(line == "tls ." for line in lines)
        assert (mailed, len(hooked)) == ((0, 1) if broken == "mail" else (1, 0))
        assert (told.sent, told.failed) == (1, notices.TRIES)


def test_no_address_and_no_answer_keeps_the_others_from_being_told(
    club: Club, clock: Clock, turn: list[str], trusted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, one address at which the mail library stumbles ended the thread, at every start anew."""
    people = club.service.people.club
    people.add(Person("odd", "Odd", ".:@--b", "x", 1, 0))
    people.give("ridge", "odd", "blue")
    with mail_server(trusted) as (port, lines):
        told = due(club, clock, by_server(port))
        told.send()
    assert (told.sent, told.failed) == (1, 1)
    assert "tls To: anna@example.org" in lines


@pytest.mark.parametrize("text", ["anna@example.org", "o'neil+club@mail.example", "a.b@localhost", "x_y@10-0.example"])
def test_an_address_is_one_that_mail_goes_to(text: str) -> None:
    assert MAIL.fullmatch(text)
    mail = EmailMessage()
    mail["To"] = text
    assert [one.addr_spec for one in mail["To"].addresses] == [text]


@pytest.mark.parametrize(
    "text", [".:@--b", "(@x", "a b@x", "a@x\nBcc: b@y", "a@", "@x", "a@@x", "a..b@x", "a@-x", "a@x.", "a,b@x", "[a]@x",
             "a" * 255 + "@x", "a\x00@x"],
)  # fmt: skip
def test_what_is_no_address_is_none(text: str) -> None:
    assert not MAIL.fullmatch(text)


# Whose turn it is


def test_while_an_order_waits_for_the_share_of_a_side_that_side_is_told(club: Club, clock: Clock) -> None:
    """Before, whoever had given the order was told that it was his turn, and the other one never."""
    club.new("freeform", "blank", "shared", settings=["dice=shared"])
    games, ref = club.games, Ref("shared")
    promise_own(games, games.line(ref), "red", new_chain()[1])
    give(games, Ask(ref, "blue", "RollDice why=volley dice=1"))
    for login, side in (("anna", "blue"), ("bert", "red")):
        club.service.people.club.add(Person(login, login.title(), "", "x", 1, 0))
        club.service.people.club.give("shared", login, side)
    with hook() as (url, got):
        due(club, clock, Post(webhook=url)).send()
    assert [one["to"] for one in got] == ["Bert"]


def test_after_a_restart_it_is_still_known_in_which_line_a_game_is_played(
    club: Club, clock: Clock, turn: list[str]
) -> None:
    """Before, the first look of each process was at main, and told whoever was to move there."""
    club.games.branch(Ref("ridge"), "again")
    for _ in range(2):
        Notices(club.service, Post(webhook="http://127.0.0.1:9")).look()
        assert club.service.people.club.turns()["ridge"].line == "again"


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
