"""A host who would see or do more than is his: invitations, tokens, and who sits beside a player."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.service.people import People
from cli.service.problems import Trouble
from domain.games.branch import take_back
from domain.games.games import Games
from domain.games.players import named
from domain.kernel.errors import LogConflict
from domain.kernel.facts import RulingMade
from domain.log.club import HOST
from domain.log.club import Club as ClubRows
from domain.log.refs import Ref
from tests.service.conftest import API, Asked, Club, opened
from tests.service.test_club import PASSWORD, Member, quick_hashes

__all__ = ["quick_hashes"]


def test_a_host_who_sees_no_secret_makes_nobody_an_umpire(club: Club) -> None:
    """It might be himself, under this login or another one, and nobody would know."""
    host = Member(club)
    host.join("harry", "ridge", "host")
    made = host.post("/club/games/ridge/invitations", {"role": "umpire"})
    assert (made.status_code, "/club/join/" in made.text) == (400, False)
    assert "whoever runs the service invites one" in made.text
    assert "/club/join/" in host.post("/club/games/ridge/invitations", {"role": "red"}).text


def test_a_host_who_takes_the_name_of_a_player_to_sit_beside_him_is_seen(club: Club) -> None:
    """Before, one with the same name came to see a side's secrets, and no entry told of it."""
    Member(club).join("anna", "ridge", "blue")
    host = Member(club)
    host.join("harry", "ridge", "host")
    link = linked_in(host.post("/club/games/ridge/invitations", {"role": "blue"}))
    head = club.games.log.head(club.games.line(Ref("ridge"))).number
    form = {"login": "other", "name": "Anna", "password": PASSWORD}
    other = Member(club)
    assert other.post(link, form).status_code == 303
    (entry,) = club.games.entries(Ref("ridge"), head)
    assert isinstance(entry.fact, RulingMade)
    assert list(entry.fact.players) == ["blue"]
    again = club.service.people.invite("ridge", "blue")
    assert other.post(f"/club/join/{again}", {}).status_code == 303
    assert club.games.log.head(club.games.line(Ref("ridge"))).number == head + 1, "who plays it already is no news"


def test_whoever_comes_to_a_side_stands_in_every_line_that_is_played(club: Club) -> None:
    """Before, in main alone: after a take-back a second one sat down at a side, and nothing there said so."""
    take_back(club.games, Ref("ridge"), ["blue", "red"], name="back")
    link = club.service.people.invite("ridge", "blue")
    joined = Member(club).post(f"/club/join/{link}", {"login": "anna", "name": "Anna", "password": PASSWORD})
    assert joined.status_code == 303
    last = club.games.entries(Ref("ridge", "back"))[-1].fact
    assert isinstance(last, RulingMade)
    assert list(last.players) == ["blue"]


def test_a_host_who_plays_stays_host_and_his_invitations_stay_good(club: Club) -> None:
    """Before, whoever began a game and took a side in it could invite nobody any more, and those he had invited got in
    nowhere."""
    host = Member(club)
    host.join("gerda", "ridge", "host")
    theirs = linked_in(host.post("/club/games/ridge/invitations", {"role": "red"}))
    assert host.post(linked_in(host.post("/club/games/ridge/invitations", {"role": "blue"})), {}).status_code == 303
    assert host.get(f"{API}/games/ridge").json()["side"] == "blue"
    assert "blue, host" in host.get("/club").text
    joined = Member(club).post(theirs, {"login": "harry", "name": "Harry", "password": PASSWORD})
    assert joined.status_code == 303
    assert host.post("/club/games/ridge/invitations", {"role": "spectator"}).status_code == 200
    club.service.people.club.take("ridge", "gerda")
    assert host.post("/club/games/ridge/invitations", {"role": "spectator"}).status_code == 403


def test_a_host_makes_no_token_of_the_umpire_and_none_beside_a_player(club: Club) -> None:
    """Before, he made himself the umpire, sat down beside a player or had the program play for him: nobody knew."""
    host, tokens, program = Member(club), f"{API}/games/evening/tokens", f"{API}/games/evening/program"
    host.join("harry")
    game = {"system": "gettysburg", "scenario": "mcpherson", "name": "evening"}
    assert host.post(f"{API}/games", json=game).status_code == 201
    sides = host.get(f"{API}/games/evening").json()["sides"]
    umpire = host.post(tokens, json={"side": "umpire"})
    assert (umpire.status_code, "whoever runs the service invites one" in umpire.json()["detail"]) == (400, True)
    kept = host.post(tokens, json={"side": sides[0]}).json()["token"]
    assert host.post(tokens, json={"side": sides[0]}).status_code == 403, "somebody has the first"
    assert host.post(program, json={"side": sides[0]}).status_code == 403
    Member(club).join("anna", "evening", sides[1])
    for path in (tokens, program):
        refused = host.post(path, json={"side": sides[1]})
        assert (refused.status_code, "has a player" in refused.json()["detail"]) == (403, True)
    assert club.own.post(tokens, json={"side": sides[1]}).status_code == 201, "whoever runs the service may"
    mine = Asked(club, kept)
    assert mine.get(f"{API}/games/evening").json()["side"] == sides[0]
    Member(club).join("bert", "evening", sides[0])
    assert mine.get(f"{API}/games/evening").status_code == 401, "a link that was kept opens nothing beside him"


def test_one_who_joins_while_others_play_is_named_all_the_same(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may be first in the log."""
    told, rule = list[int](), Games.rule

    def late(games: Games, *args: Any, **more: Any) -> Any:
        told.append(len(told))
        if len(told) < 3:
            raise LogConflict("somebody was first")
        return rule(games, *args, **more)

    monkeypatch.setattr(Games, "rule", late)
    Member(club).join("anna", "ridge", "blue")
    assert named(club.games.log, "ridge") == {"blue": "Anna"}
    monkeypatch.setattr(Games, "rule", _never)
    assert Member(club).join("bert", "ridge", "blue").status_code == 409
    assert club.service.people.club.role("ridge", "bert") == "", "without a trace nobody sees anything"


def _never(*_: Any, **__: Any) -> Any:
    raise LogConflict("somebody was first")


# Invitations of many hosts


def linked_in(answer: Any) -> str:
    found = re.search(r"/club/join/[\w-]+", answer.text)
    assert found is not None, answer.text
    return found[0]


def test_a_host_has_his_share_of_the_invitations_and_pushes_out_nobody(tmp_path: Path) -> None:
    """Before, the oldest of all made room, and one host with many links did away with those of everybody else."""
    with opened(tmp_path, Bounds(burst=1_000, invitations=6, invitations_each=3)) as club:
        club.new("freeform", "blank", "ridge")
        people = club.service.people
        hosts = [Member(club) for _ in range(3)]
        for host, name in zip(hosts, ("gerda", "harry", "inge"), strict=True):
            host.join(name, "ridge", "host")

        def invites(host: Member) -> Any:
            return host.post("/club/games/ridge/invitations", {"role": "spectator"})

        def is_good(link: str) -> bool:
            return Member(club).get(link).status_code == 200

        theirs = [f"/club/join/{people.invite('ridge', 'red')}" for _ in range(2)]
        many = [linked_in(invites(hosts[0])) for _ in range(3)]
        refused = invites(hosts[0])
        assert (refused.status_code, "3 of your invitations wait" in refused.text) == (429, True)
        one = linked_in(invites(hosts[1]))
        assert all(map(is_good, [*theirs, *many, one]))
        assert is_good(linked_in(invites(hosts[2])))
        assert [is_good(link) for link in many] == [False, True, True], "who has most makes room"
        assert all(map(is_good, [*theirs, one]))
        assert Member(club).post(one, {"login": "jan", "name": "Jan", "password": PASSWORD}).status_code == 303
        assert [is_good(f"/club/join/{people.invite()}") for _ in range(7)] == [True] * 7, "whoever runs it always can"
        assert all(map(is_good, many[1:])), "and hosts keep theirs"


def test_no_host_makes_whoever_runs_the_service_make_room(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(burst=1_000, invitations=2)) as club:
        club.new("freeform", "blank", "ridge")
        host = Member(club)
        host.join("gerda", "ridge", "host")
        theirs = [f"/club/join/{club.service.people.invite()}" for _ in range(2)]
        full = host.post("/club/games/ridge/invitations", {"role": "red"})
        assert (full.status_code, "ask whoever runs it" in full.text) == (503, True)
        changed = {"old": PASSWORD, "password": "a second long one"}
        assert host.post("/club/password", changed).status_code == 303, "which needs no room"
        assert [Member(club).get(link).status_code for link in theirs] == [200, 200]


def test_invitations_are_counted_on_every_engine(any_games: Games) -> None:
    people = People(ClubRows(any_games.log.store), Bounds(invitations=3, invitations_each=2))
    people.club.give("ridge", "gerda", HOST)
    codes = [people.invite("ridge", "blue", maker="gerda") for _ in range(2)]
    with pytest.raises(Trouble, match="2 of your invitations wait"):
        people.invite("ridge", "blue", maker="gerda")
    for _ in range(2):
        people.invite()
    with pytest.raises(Trouble, match="used, has run out"):
        people.invitation(codes[0])
    assert people.invitation(codes[1]).game == "ridge"
    assert people.club.inviting(0) == {"": 2, "gerda": 1}
    people.club.close()


@pytest.mark.parametrize("ended", ["revoked", "role", "none"])
def test_the_links_of_a_host_end_with_his_office(club: Club, ended: str) -> None:
    """Before, whoever was shown the door came in again by a link that he had kept."""
    host, rows = Member(club), club.service.people.club
    host.join("harry", "ridge", "host")
    link = linked_in(host.post("/club/games/ridge/invitations", {"role": "blue"}))
    if ended == "revoked":
        rows.revoke("harry", 1)
    elif ended == "role":
        rows.give("ridge", "harry", "spectator")
    else:
        rows.take("ridge", "harry")
    form = {"login": "other", "name": "Other", "password": PASSWORD}
    assert (Member(club).post(link, form).status_code, rows.person("other")) == (404, None)
