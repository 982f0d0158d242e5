"""Reports and merges over HTTP: who may, what comes of it, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.service.bounds import Bounds
from domain.formats.jsonlines.jsonlines import export_game
from domain.games.players import seated
from domain.log.refs import Ref
from tests.service.conftest import API, RIDGE, Asked, Club, opened
from tests.service.test_api import ok

REPORT = f"{API}/games/ridge/lines/main/report"
MERGE = f"{API}/games/ridge/merge"


def record(club: Club, side: str | None = None) -> bytes:
    return "".join(f"{line}\n" for line in export_game(club.games, "ridge", side)).encode()


# Reports


def test_a_report_is_told_as_its_reader_may_see_it(club: Club) -> None:
    umpire, blue, red = (club.member(side).get(REPORT) for side in ("umpire", "blue", "red"))
    assert (umpire.status_code, blue.status_code, red.status_code) == (200, 200, 200)
    assert ("spy" in umpire.text, "spy" in blue.text, "spy" in red.text) == (True, False, True)
    assert blue.headers["Content-Disposition"] == 'attachment; filename="ridge-report-for-blue.md"'
    assert blue.headers["Content-Type"] == "application/octet-stream"
    assert "Told as blue may see it." in blue.text
    page = club.own.get(f"{REPORT}?format=html&lang=fr")
    assert page.headers["Content-Disposition"] == 'attachment; filename="ridge-report.html"'
    assert page.text.startswith('<!DOCTYPE html>\n<html lang="fr">')


def test_spectators_take_no_report_and_luck_is_for_those_from_whom_nothing_is_hidden(club: Club) -> None:
    assert club.spectator.get(REPORT).status_code == 401
    assert club.member("blue").get(f"{REPORT}?luck=true").status_code == 403
    assert club.member("umpire").get(f"{REPORT}?luck=true").status_code == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"{REPORT}?format=pdf", 400), (f"{REPORT}?at=0", 400), (f"{REPORT}?at=99", 404), (f"{REPORT}?luck=maybe", 400),
        (f"{API}/games/nowhere/lines/main/report", 404), (f"{API}/games/ridge/lines/nowhere/report", 404),
        (f"{API}/games/%00/lines/main/report", 400),
    ],
)  # fmt: skip
def test_a_report_that_cannot_be_made_is_refused_in_words(path: str, status: int, club: Club) -> None:
    answer = club.own.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["detail"]


def test_a_report_names_players_only_if_the_host_says_so(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge", players={"blue": "Anna"})
        asked = club.member("umpire")
        assert "Anna" not in asked.get(REPORT).text
        club.service.names_players = True
        assert "blue: Anna" in asked.get(REPORT).text
        assert [one.name for one in seated(club.games.log, "ridge")] == ["Anna"]


# Merges


@pytest.fixture
def further(club: Club, tmp_path: Path) -> bytes:
    """The ridge as it went on elsewhere."""
    with opened(tmp_path / "elsewhere") as other:
        ok(other.own.post(f"{API}/import?name=ridge", content=record(club)), 201)
        other.play("ridge", RIDGE[3], ("red", "MovePiece piece=horse to=mill"))
        other.games.branch(Ref("ridge", entry=4), "aside")
        return record(other)


def test_a_record_that_goes_on_continues_ours_and_twice_adds_nothing(club: Club, further: bytes) -> None:
    before = len(club.games.entries(Ref("ridge")))
    found = ok(club.own.post(MERGE, content=further), 200)
    assert found["changed"] is True
    assert [row["line"] for row in found["added"]] == ["aside"]
    assert found["continued"] == [{"line": "main", "first": before + 1, "last": before + 4}]
    assert club.games.log.lines("ridge") == ["main", "aside"]
    again = ok(club.own.post(MERGE, content=further), 200)
    assert (again["changed"], again["added"], again["continued"]) == (False, [], [])


def test_a_record_that_parted_comes_in_beside_ours(club: Club, further: bytes) -> None:
    club.play("ridge", ("blue", "MovePiece piece=guard to=ford"))
    found = ok(club.own.post(MERGE, content=further), 200)
    (parted,) = found["parted"]
    assert (parted["line"], parted["as_line"] in club.games.log.lines("ridge")) == ("main", True)
    assert "guard" in club.own.get(f"{API}/games/ridge/lines/main/entries").text


@pytest.mark.parametrize("side", ["blue", "umpire", ""])
def test_only_the_host_merges_since_a_file_holds_orders_of_every_side(side: str, club: Club, further: bytes) -> None:
    asked: Asked = club.member(side) if side else club.spectator
    before = record(club)
    answer = asked.post(MERGE, content=further)
    assert (answer.status_code, answer.json()["type"]) == (
        (403, "/api/problems/not-yours") if side else (401, "/api/problems/no-token")
    )
    assert record(club) == before


def test_what_is_no_whole_record_of_this_game_is_refused_and_nothing_is_stored(club: Club, further: bytes) -> None:
    club.new("freeform", "blank", "other")
    before = record(club)
    foreign = "".join(f"{line}\n" for line in export_game(club.games, "other")).encode()
    cases: list[tuple[bytes, int, str]] = [
        (b"", 400, "empty"),
        (b"system: freeform\n", 400, "JSON lines"),
        (further[: len(further) // 2], 400, ""),
        (further.replace(b"guard", b"guerd"), 422, ""),
        (foreign, 400, "another game"),
        (record(club, "blue"), 400, "blue"),
        (b"\x00\xff" * 100, 400, ""),
    ]
    for content, status, said in cases:
        answer = club.own.post(MERGE, content=content)
        assert answer.status_code == status, answer.text
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert said in answer.json()["detail"], answer.text
        assert "/tmp" not in answer.text
    assert club.own.post(f"{API}/games/nowhere/merge", content=further).status_code == 404
    assert record(club) == before


def test_a_record_that_is_too_large_is_turned_away(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(burst=100_000, file=10_000)) as club:
        club.new("freeform", "blank", "ridge")
        answer = club.own.post(MERGE, content=b"x" * 20_000)
        assert (answer.status_code, answer.json()["type"]) == (413, "/api/problems/too-large")
