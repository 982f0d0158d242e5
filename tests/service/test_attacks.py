"""What somebody tries who means harm: a link used by two at once, many addresses, files and names that break things."""

from __future__ import annotations

import asyncio
import io
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.files.sniffing import _first_line, sniff
from cli.service.access import SPECTATING, Caller
from cli.service.bounds import Bounds, network_of
from cli.service.door import Door
from cli.service.follow import _told
from cli.service.people import People
from cli.service.problems import Trouble
from cli.service.tokens import hashed
from cli.service.ways import COOKIE
from domain.kernel.errors import BadInput
from domain.log.club import PRIVATE, Terms
from domain.log.club import Club as ClubRows
from domain.log.refs import Ref
from rules.lessons import lesson_of
from tests.service.conftest import API, Club, opened
from tests.service.server import following, serving
from tests.service.test_club import PASSWORD, Member, quick_hashes

__all__ = ["quick_hashes"]


class Together:
    """Hashes when two want to: both have seen then that the invitation is there."""

    def __init__(self) -> None:
        self.both = threading.Barrier(2, timeout=20)

    def hash(self, password: str) -> str:
        self.both.wait()
        return f"$argon2id${hashed(password)}"


def test_of_two_processes_that_take_up_one_invitation_one_makes_an_account(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, each made one, and a link that is good once let in as many as came at once."""
    hasher = Together()
    monkeypatch.setattr("cli.service.people._hasher", lambda: hasher)
    offices = [People(ClubRows(club.games.log.store), Bounds()) for _ in range(2)]
    code = offices[0].invite("ridge", "blue")

    def joined(place: int) -> str:
        try:
            return offices[place].join(code, f"guest{place}", "Guest", "", PASSWORD).login
        except Trouble as error:
            return error.kind

    with ThreadPoolExecutor(2) as both:
        found = sorted(both.map(joined, range(2)))
    people = [person.login for person in offices[0].club.people()]
    assert found == sorted([*people, "not-found"])
    assert list(offices[0].club.members("ridge")) == people
    for office in offices:
        office.club.close()


def test_a_login_that_is_taken_does_not_use_up_the_invitation(club: Club) -> None:
    Member(club).join("anna")
    people = club.service.people
    code = people.invite("ridge", "blue")
    with pytest.raises(BadInput, match="somebody has this login"):
        people.join(code, "anna", "Other", "", PASSWORD)
    assert people.join(code, "bob", "Bob", "", PASSWORD).login == "bob"


def test_no_game_of_two_is_begun_as_a_lesson(club: Club) -> None:
    """The side that learns has the orders of the others given, on dice laid out; before, a title made it a lesson."""
    host, lesson = Member(club), lesson_of("freeform")
    assert lesson is not None
    host.join("harry")
    game = {"system": "freeform", "scenario": lesson.scenario, "name": "evening", "title": lesson.title}
    made = host.post(f"{API}/games", json=game)
    assert (made.status_code, "the title of a lesson" in made.json()["detail"]) == (400, True)
    assert host.post(f"{API}/games", json={**game, "title": "Evening"}).status_code == 201


def test_nobody_is_kept_out_by_one_who_guesses_for_him(club: Club) -> None:
    """Before, ten wrong passwords from anywhere kept the owner of a login out for a quarter of an hour."""
    people = club.service.people
    people.join(people.invite(), "anna", "Anna", "", PASSWORD)

    def tried(address: str, password: str = "a wrong password") -> str:
        try:
            return "in" if people.sign_in("anna", password, address) else ""
        except Trouble as error:
            return error.kind

    assert [tried("192.0.2.1") for _ in range(11)] == ["no-token"] * 10 + ["too-many"]
    assert tried("192.0.2.2", PASSWORD) == "in"
    for n in range(3, 12):
        assert {tried(f"192.0.2.{n}") for _ in range(10)} == {"no-token"}
    assert tried("192.0.2.99", PASSWORD) == "too-many", "many together do not guess for ever"


def test_whose_part_is_taken_away_while_a_line_is_read_for_him_sees_nothing_of_it(club: Club) -> None:
    """Before, only a token that was revoked was noticed there, and not one who is a spectator from now on."""
    line, seen = club.games.line(Ref("ridge")), iter([Caller("side", "red")])

    async def asker() -> Caller:
        return next(seen, SPECTATING)

    async def told() -> list[str]:
        with club.service.watch.following(line, "red", is_known=True) as follower:
            events = _told(club.service, follower, line, asker, 0)
            return [str((await anext(events)).data) for _ in range(8)]

    found = asyncio.run(told())
    assert any("guard" in data for data in found)
    assert not any("spy" in data for data in found)


# What strangers count


def test_a_private_game_is_not_counted_for_strangers(club: Club) -> None:
    assert club.spectator.get(f"{API}/health").json()["games"] == 1
    club.service.people.club.set_terms("ridge", Terms(PRIVATE))
    assert club.spectator.get(f"{API}/health").json()["games"] == 0


def test_a_cookie_that_was_made_up_is_nobody_else_to_follow_as(tmp_path: Path) -> None:
    """Before, a guest followed as often as he could think of cookies."""
    with opened(tmp_path, Bounds(followers_each=1, burst=1_000)) as club:
        club.new("freeform", "blank", "ridge")
        with serving(club.service) as address:
            path = f"{API}/games/ridge/lines/main/follow"
            with following(address, path) as events:
                next(events)
                made_up = httpx.get(address + path, headers={"Cookie": f"{COOKIE}=anything"}, trust_env=False)
                assert (made_up.status_code, "1 times already" in made_up.text) == (503, True)


def test_one_person_does_not_fill_the_club_with_games(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(burst=1_000, games_each=2)) as club:
        host = Member(club)
        host.join("harry")
        game = {"system": "freeform", "scenario": "blank"}
        made = [host.post(f"{API}/games", json={**game, "name": f"game{n}"}) for n in range(3)]
        assert [one.status_code for one in made] == [201, 201, 429]
        assert "a part in 2 games" in made[2].json()["detail"]


def test_a_page_without_encryption_sends_nothing_to_one_with_it(club: Club) -> None:
    """Anyone on the way can make one, and older browsers say no more than where it is from."""
    safe = Member(club, "https://127.0.0.1")
    safe.join("anna", "ridge", "blue")
    for origin, status in (("http://127.0.0.1", 403), ("https://127.0.0.1", 303)):
        assert safe.post("/club/mail", {"mail": ""}, headers={"Origin": origin}).status_code == status


@pytest.mark.parametrize("name", ['" "', "\x00", '"- -"', '"\u202e"'])
def test_no_name_of_a_piece_breaks_the_page_for_all(club: Club, name: str) -> None:
    """Before, one that shows nothing did."""
    assert club.member("blue").order("blue", f"AddPiece piece={name} side=blue at=hill").status_code == 201
    line = f"{API}/games/ridge/lines/main"
    for path in (f"{line}/board.svg", f"{line}/report", f"{API}/games/ridge/page", f"{API}/games/ridge/export"):
        assert club.member("blue").get(path).status_code == 200, path


# Bounds


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b" "])
def test_a_file_of_blank_lines_is_empty_and_soon_known_to_be(tmp_path: Path, blank: bytes) -> None:
    """Before, each line was added to all before it: 64 MB, which any token of a game could send, took a day."""

    class Counted(io.BytesIO):
        read_so_far = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            found = super().readline(size)
            self.read_so_far += len(found)
            return found

    file = Counted(blank * 100_000)
    assert _first_line(file) == b""
    assert blank == b" " or file.read_so_far < 10_000
    (tmp_path / "turn").write_bytes(blank * 100_000)
    with pytest.raises(BadInput, match="is empty"), sniff(str(tmp_path / "turn")):
        pass


def test_a_turn_is_not_even_read_where_nothing_is_played_by_mail(club: Club) -> None:
    answer = club.member("blue").post(f"{API}/games/ridge/turns", content=b"{")
    assert "not played by mail" in answer.json()["detail"]


def test_nobody_takes_all_the_long_jobs_nor_do_strangers_together(club: Club) -> None:
    """Before, a guest who had pages made one after the other kept everybody else's from being made."""

    async def is_free(who: str) -> bool:
        try:
            async with club.service.heavy(who):
                return True
        except Trouble:
            return False

    async def found(held: Caller) -> list[bool]:
        async with club.service.heavy(held.who("ridge")):
            return [await is_free(one.who("ridge")) for one in (SPECTATING, Caller("side", "blue"), Caller("umpire"))]

    assert asyncio.run(found(SPECTATING)) == [False, True, True]
    assert asyncio.run(found(Caller("side", "blue"))) == [True, False, True]
    assert club.service.in_work == []


def test_a_battle_that_cannot_be_replayed_here_is_not_there(club: Club) -> None:
    """Before, the address of one that is no transcript led to a fault."""
    assert club.spectator.get("/battles/mill-raid").status_code == 404


@pytest.mark.parametrize(("address", "network"), [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("::1", "::1"), ("unix", "unix"), ("", ""),
    ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"), ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ("2001:DB8:1:3::9", "2001:db8:1:3::/64"), ("fe80::1%eth0", "fe80::/64"),
])  # fmt: skip
def test_whoever_has_a_whole_network_of_addresses_is_one_client(address: str, network: str) -> None:
    assert network_of(address) == network


def _scope(path: str, client: str) -> Any:
    return {
        "type": "http", "method": "GET", "path": path, "query_string": b"", "client": (client, 1),
        "headers": [(b"host", b"127.0.0.1")],
    }  # fmt: skip


async def _statuses(door: Door, scopes: list[Any]) -> list[int]:
    found = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    for scope in scopes:
        await door(scope, receive, send)
    return found


async def _answers(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def test_another_address_of_the_same_network_has_no_rate_of_its_own() -> None:
    door = Door(_answers, Bounds(rate=0.001, burst=2))
    scopes = [_scope("/health", f"2001:db8::{n}") for n in range(1, 4)]
    assert asyncio.run(_statuses(door, scopes)) == [200, 200, 429]


@pytest.mark.parametrize("path", ["/page/follow", "/games/follow", "/api/1/games/follow", "/club/join/follow"])
def test_only_who_follows_a_line_is_not_counted_among_requests_in_work(path: str) -> None:
    """Any address that ended so went past the bound."""

    async def main() -> int:
        inside, gate, most = 0, asyncio.Event(), 0

        async def slow(_scope: Any, _receive: Any, send: Any) -> None:
            nonlocal inside, most
            inside += 1
            most = max(most, inside)
            await gate.wait()
            inside -= 1
            await _answers(_scope, _receive, send)

        door = Door(slow, Bounds(at_once=2))
        asked = [asyncio.create_task(_statuses(door, [_scope(path, "192.0.2.1")])) for _ in range(6)]
        await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*asked)
        return most

    assert asyncio.run(main()) == 2


# What is written down


def test_the_secrets_of_a_day_stand_in_no_access_log(club: Club, tmp_path: Path) -> None:
    from cli.service import monitor

    file = tmp_path / "access.log"
    monitor.write_access(str(file))
    try:
        anna = Member(club)
        code = club.service.people.invite("ridge", "blue")
        anna.post(f"/club/join/{code}", {"login": "anna", "name": "Anna", "password": PASSWORD})
        anna.get(f"/club/join/{code}/")
        anna.get(f"/api/1/games/ridge?token={club.service.own_token}", headers={"Authorization": "Bearer wrong-one"})
        anna.post("/club/sign-in", {"login": "anna", "password": PASSWORD})
        cookie = "".join(anna.client.cookies.values())
    finally:
        for handler in list(monitor.ACCESS.handlers):
            monitor.ACCESS.removeHandler(handler)
            handler.close()
    text = file.read_text("utf-8")
    assert text.count("\n") == 4
    for secret in (code, club.service.own_token, "wrong-one", cookie, PASSWORD, "anna"):
        assert secret not in text
    figures = club.client.get("/metrics").text
    assert not any(secret in figures for secret in (code, club.service.own_token, cookie, "ridge", "anna"))
