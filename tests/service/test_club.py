"""People of a club: invited, signed in, with a part in a game; and what strangers and other sites cannot do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from cli.service.app import application
from cli.service.bounds import Bounds
from cli.service.ways import COOKIE, SECURE_COOKIE, own_path
from domain.games.players import named
from domain.log.club import PRIVATE, UNLISTED, Terms
from domain.log.refs import Ref
from tests.service.conftest import API, RIDGE, Club, opened

PASSWORD = "a long enough one"
OURS = {"Sec-Fetch-Site": "same-origin"}
LINE = f"{API}/games/ridge/lines/main"


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing takes long by design, and tests need not wait for it."""
    from argon2 import PasswordHasher

    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("cli.service.people._hasher", lambda: quick)


class Member:
    """A browser."""

    def __init__(self, club: Club, base: str = "http://127.0.0.1") -> None:
        self.club, self.client = club, TestClient(application(club.service), base_url=base)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(path, follow_redirects=False, **more)

    def post(self, path: str, data: Any = None, headers: Any = None, **more: Any) -> httpx.Response:
        return self.client.post(path, data=data, headers=headers or OURS, follow_redirects=False, **more)

    def join(self, who: str, game: str = "", role: str = "", **more: str) -> httpx.Response:
        code = self.club.service.people.invite(game, role)
        form = {"login": who, "name": who.title(), "password": PASSWORD, **more}
        return self.post(f"/club/join/{code}", form)

    def sign_in(self, login: str, password: str = PASSWORD) -> httpx.Response:
        return self.post("/club/sign-in", {"login": login, "password": password})


@pytest.fixture
def anna(club: Club) -> Member:
    """Who plays blue."""
    found = Member(club)
    assert found.join("anna", "ridge", "blue").status_code == 303
    return found


def test_an_invitation_makes_an_account_a_part_and_a_player(club: Club, anna: Member) -> None:
    assert anna.get(f"{API}/games/ridge").json()["side"] == "blue"
    moved = anna.post(f"{LINE}/orders", json={"by": "blue", "order": "MovePiece piece=guard to=mill"})
    assert moved.status_code == 201
    assert named(club.games.log, "ridge") == {"blue": "Anna"}
    assert "ridge</a></td><td>blue" in anna.get("/club").text
    assert anna.post(f"{LINE}/orders", json={"by": "red", "order": "RollDice why=x dice=1"}).status_code == 403


def test_only_hashes_of_password_session_and_invitation_are_kept(club: Club, anna: Member, tmp_path: Path) -> None:
    code = club.service.people.invite("ridge", "red")
    held = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    for secret in (PASSWORD, anna.client.cookies[COOKIE], code):
        assert secret.encode() not in held
    person = club.service.people.club.person("anna")
    assert person is not None
    assert person.password.startswith("$argon2id$")
    log = (tmp_path / "games.db").read_bytes() + (tmp_path / "games.db-wal").read_bytes()
    assert b"anna" not in log
    assert b"Anna" not in log


def test_a_cookie_is_out_of_reach_of_scripts_and_of_other_sites(club: Club) -> None:
    plain = Member(club).join("bert").headers["set-cookie"].lower()
    assert "httponly" in plain
    assert "samesite=lax" in plain
    assert "secure" not in plain
    safe = Member(club, "https://127.0.0.1").join("carl").headers["set-cookie"]
    assert safe.startswith(f"{SECURE_COOKIE}=")
    assert "secure" in safe.lower()


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "none"}, {"Origin": "http://evil.example"}, {"X": "y"}],
)
def test_no_other_site_does_anything_in_ones_name(anna: Member, headers: dict[str, str]) -> None:
    order = {"by": "blue", "order": "MovePiece piece=guard to=mill"}
    assert anna.post(f"{LINE}/orders", json=order, headers=headers).status_code == 403
    for form in ("/club/sign-out", "/club/mail", "/club/password", "/club/sign-in"):
        assert anna.post(form, {"mail": "x@example.org"}, headers=headers).status_code == 403
    assert anna.get(f"{API}/games/ridge", headers=headers).json()["side"] == "blue", "looking does no harm"


def test_an_origin_of_our_own_will_do(anna: Member) -> None:
    order = {"by": "blue", "order": "MovePiece piece=guard to=mill"}
    assert anna.post(f"{LINE}/orders", json=order, headers={"Origin": "http://127.0.0.1"}).status_code == 201


def test_signing_in_and_out(club: Club, anna: Member) -> None:
    other = Member(club)
    assert other.get("/club").headers["location"] == "/club/sign-in"
    wrong = other.sign_in("anna", "another long one")
    assert (wrong.status_code, "do not fit" in wrong.text) == (401, True)
    nobody = other.sign_in("nobody")
    assert re.sub("nobody", "anna", nobody.text) == wrong.text, "nobody learns who has an account"
    assert other.sign_in("Anna ").status_code == 303
    assert other.get(f"{API}/games/ridge").json()["role"] == "side"
    kept = other.client.cookies[COOKIE]
    assert other.post("/club/sign-out").status_code == 303
    other.client.cookies.set(COOKIE, kept)
    assert other.get(f"{API}/games/ridge").json()["role"] == "spectator", "a cookie that was kept opens nothing"


def test_whoever_guesses_has_to_wait(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(burst=1_000, tries=3)) as club:
        member = Member(club)
        member.join("anna")
        tried = [member.sign_in("anna", f"wrong password {n}").status_code for n in range(4)]
        assert tried == [401, 401, 401, 429]
        assert member.sign_in("anna").status_code == 429


def test_revoking_ends_it_at_once(club: Club, anna: Member) -> None:
    club.service.people.club.revoke("anna", 1)
    assert anna.get(f"{API}/games/ridge").json()["role"] == "spectator"
    order = {"by": "blue", "order": "MovePiece piece=guard to=mill"}
    assert anna.post(f"{LINE}/orders", json=order).status_code == 401
    assert anna.sign_in("anna").status_code == 401


def test_an_invitation_is_good_once_and_for_a_while(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    people = club.service.people
    code = people.invite("ridge", "red")
    form = {"login": "dora", "name": "Dora", "password": PASSWORD}
    assert Member(club).post(f"/club/join/{code}", form).status_code == 303
    again = Member(club).post(f"/club/join/{code}", {**form, "login": "emil"})
    assert (again.status_code, people.club.person("emil")) == (404, None)
    late = people.invite("ridge", "red", days=1)
    monkeypatch.setattr("cli.service.people.now", lambda: 2**52)
    assert Member(club).get(f"/club/join/{late}").status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("password", "short", "10 to 200"), ("login", "a b", "2 to 63"), ("name", "", "1 to 100"),
        ("mail", "nowhere", "no address"), ("login", "anna", "already"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_form_stands_above_it(club: Club, anna: Member, field: str, value: str, said: str) -> None:
    answer = Member(club).join("fritz", **{field: value})
    assert answer.status_code == 400
    assert said in answer.text
    assert club.service.people.club.person("fritz") is None


def test_whoever_has_an_account_takes_a_second_part_with_it(club: Club, anna: Member) -> None:
    club.new("freeform", "blank", "other")
    code = club.service.people.invite("other", "umpire")
    assert "Accept as Anna" in anna.get(f"/club/join/{code}").text
    assert anna.post(f"/club/join/{code}", {}).status_code == 303
    assert anna.get(f"{API}/games/other").json()["role"] == "umpire"


def test_a_new_password_signs_out_everywhere_else(club: Club, anna: Member) -> None:
    other = Member(club)
    other.sign_in("anna")
    wrong = anna.post("/club/password", {"old": "not this one", "password": "a second long one"})
    assert wrong.status_code == 401
    assert anna.post("/club/password", {"old": PASSWORD, "password": "a second long one"}).status_code == 303
    assert anna.get(f"{API}/games/ridge").json()["role"] == "side"
    assert other.get(f"{API}/games/ridge").json()["role"] == "spectator"
    assert other.sign_in("anna", "a second long one").status_code == 303


def test_the_host_of_a_game_invites_to_it_and_sees_no_secret(club: Club) -> None:
    host = Member(club)
    host.join("gerda", "ridge", "host")
    assert host.get(f"{API}/games/ridge").json()["role"] == "spectator"
    made = host.post("/club/games/ridge/invitations", {"role": "red"})
    link = re.search(r"http://127\.0\.0\.1(/club/join/[\w-]+)", made.text)
    assert link is not None
    form = {"login": "hans", "name": "Hans", "password": PASSWORD}
    assert Member(club).post(link[1], form).status_code == 303
    assert club.service.people.club.role("ridge", "hans") == "red"
    assert "there are blue, red" in host.post("/club/games/ridge/invitations", {"role": "green"}).text
    stranger = Member(club)
    stranger.join("inge", "ridge", "blue")
    assert stranger.post("/club/games/ridge/invitations", {"role": "red"}).status_code == 403


# Ways from page to page


def test_whoever_signs_in_is_led_on_to_the_page_he_came_from(club: Club, anna: Member) -> None:
    link = re.compile(r'href="(/club/sign-in[^"]*)"')
    for path, words in (("/games/ridge", "Games"), ("/", "A new game")):
        found = link.search(anna.get(path).text)
        assert found is None, "she is signed in"
        stranger = Member(club)
        page = stranger.get(path).text
        assert words in page
        found = link.search(page)
        assert found is not None
        form = stranger.get(found[1]).text
        assert f'name="next" value="{path}"' in form
        wrong = stranger.post("/club/sign-in", {"login": "anna", "password": "another one", "next": path})
        assert f'name="next" value="{path}"' in wrong.text
        there = stranger.post("/club/sign-in", {"login": "anna", "password": PASSWORD, "next": path})
        assert (there.status_code, there.headers["location"]) == (303, path)
        assert '<a href="/club">Your account</a>' in stranger.get(path).text
    assert '<a href="/">Games</a>' in anna.get("/club").text


@pytest.mark.parametrize(
    "elsewhere",
    ["", "//evil.com", "https://evil.com", "///evil.com", "/\\evil.com", "\\\\evil.com", "/\t/evil.com", "/\n/evil.com",
     " //evil.com", "\t//evil.com", "javascript:alert(1)", "evil.com", "/a//evil.com", "/a\r\nSet-Cookie: refight=evil",
     "/games/é", "/" + "a" * 600, "/a\x00", "/ /evil.com", "/\u2028/evil.com"],
)  # fmt: skip
def test_nobody_who_signs_in_is_led_to_another_site(club: Club, anna: Member, elsewhere: str) -> None:
    assert own_path(elsewhere) == ""
    assert 'name="next" value=""' in Member(club).get("/club/sign-in", params={"next": elsewhere}).text
    there = Member(club).post("/club/sign-in", {"login": "anna", "password": PASSWORD, "next": elsewhere})
    assert (there.status_code, there.headers["location"]) == (303, "/club")
    assert "evil" not in str(there.headers)


def test_a_link_of_an_invitation_is_open_again_after_signing_in(club: Club, anna: Member) -> None:
    code = club.service.people.invite("ridge", "red")
    assert f'href="/club/sign-in?next=/club/join/{code}"' in Member(club).get(f"/club/join/{code}").text


# Who sees a game


def test_of_a_private_game_a_stranger_does_not_learn_that_it_is_there(club: Club, anna: Member) -> None:
    club.service.people.club.set_terms("ridge", Terms(PRIVATE))
    club.new("freeform", "blank", "open")
    paths = ("", "/lines/main/entries", "/lines/main/board", "/lines/main/board.svg", "/lines/main/follow", "/export",
             "/take-backs", "/page", "/lines/main/options", "/lines/main/explain")  # fmt: skip
    for path in paths:
        hidden, missing = (club.spectator.get(f"{API}/games/{game}{path}") for game in ("ridge", "ridgf"))
        assert hidden.status_code == missing.status_code == 404, path
        assert hidden.text.replace("ridge", "ridgf") == missing.text, path
    order = {"by": "blue", "order": "MovePiece piece=guard to=mill"}
    assert club.spectator.post(f"{LINE}/orders", json=order).status_code == 404
    browser = {"Accept": "text/html"}
    hidden, missing = (club.spectator.get(f"/games/{game}", headers=browser) for game in ("ridge", "ridgf"))
    assert hidden.status_code == missing.status_code == 404
    told, wanted = (page.text.partition("<body")[2] for page in (hidden, missing))
    assert told.replace("ridge", "ridgf") == wanted
    assert 'href="/club/sign-in?next=/games/ridge">Sign in</a>' in hidden.text
    listed = {row["game"] for row in club.spectator.get(f"{API}/games").json()}
    assert listed == {"open"}
    assert "/games/ridge" not in club.spectator.get("/").text
    assert {row["game"] for row in anna.get(f"{API}/games").json()} == {"open", "ridge"}
    assert anna.get("/games/ridge").status_code == 200
    assert club.member("red").get(f"{API}/games/ridge").json()["side"] == "red", "programs go on using tokens"
    assert {row["game"] for row in club.own.get(f"{API}/games").json()} == {"open", "ridge"}


def test_an_unlisted_game_is_for_whoever_knows_its_address(club: Club) -> None:
    club.service.people.club.set_terms("ridge", Terms(UNLISTED))
    assert club.spectator.get(f"{API}/games").json() == []
    assert club.spectator.get(f"{API}/games/ridge").status_code == 200


def test_a_log_is_handed_on_without_accounts(club: Club, anna: Member, tmp_path: Path) -> None:
    from domain.log.backup import back_up

    back_up(club.games.log.store, tmp_path / "copy.db", "", None)
    held = b"".join(file.read_bytes() for file in tmp_path.glob("copy.db*"))
    assert b"argon2" not in held
    assert (tmp_path / "games.db.club").stat().st_mode & 0o777 == 0o600


def test_it_is_the_same_on_postgresql(postgres_url: str) -> None:
    from cli.service.service import Service
    from cli.service.tokens import TokenBox
    from cli.shell.packs import load_pack
    from domain.games.games import Games
    from domain.log.gamelog import GameLog
    from rules import SYSTEMS

    with GameLog(postgres_url, SYSTEMS) as log:
        games = Games(log)
        games.new(SYSTEMS["freeform"], "blank", "ridge", load_pack("freeform"))
        service = Service(games, TokenBox(log.store), Bounds(burst=1_000))
        with TestClient(application(service), base_url="http://127.0.0.1") as client:
            found = Club(service, client)  # type: ignore[arg-type]
            found.play("ridge", *RIDGE[:1])
            assert found.spectator.get(f"{API}/games/ridge").json()["role"] == "spectator"
            anna = Member(found)
            assert anna.join("anna", "ridge", "blue").status_code == 303
            assert anna.get(f"{API}/games/ridge").json()["side"] == "blue"
            service.people.club.set_terms("ridge", Terms(PRIVATE))
            assert found.spectator.get(f"{API}/games/ridge").status_code == 404
            assert games.position(Ref("ridge")).number > 1


def test_who_has_an_account_begins_games_and_is_their_host(club: Club, anna: Member) -> None:
    game = {"system": "freeform", "scenario": "blank", "name": "evening"}
    assert anna.post(f"{API}/games", json=game, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert anna.post(f"{API}/games", json=game).status_code == 201
    made = anna.post(f"{API}/games/evening/tokens", json={"side": "red"})
    assert made.status_code == 201
    assert made.json()["side"] == "red"
    assert anna.post(f"{API}/games/ridge/tokens", json={"side": "red"}).status_code == 403, "there she only plays"
    assert Member(club).post(f"{API}/games", json={**game, "name": "morning"}).status_code == 401
    assert 'data-person="anna"' in anna.get("/").text
