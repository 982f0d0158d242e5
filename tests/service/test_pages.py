"""The pages: the list of games, and the replay page that grows while the game is played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.shell.rules import book_of
from domain.games.sight import SPECTATOR
from domain.log.refs import Ref
from projections.page.build import build
from projections.page.live import Live
from tests.service.conftest import API, RIDGE, Club, opened

TABLES = ("texts", "faces", "notes", "grounds")


def test_the_first_page_lists_the_games_with_links_and_pictures(club: Club) -> None:
    club.new("freeform", "blank", "duel", title="<b>Duel & more</b>")
    answer = club.spectator.get("/")
    assert '<a href="/games/ridge">An empty table</a>' in answer.text
    assert "&lt;b&gt;Duel &amp; more&lt;/b&gt;" in answer.text
    assert "<b>" not in answer.text
    assert re.findall("<script[^>]*>", answer.text) == ['<script type="module" src="/page/lobby.js">']
    assert answer.text.count("<svg ") == 2
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_an_empty_log_has_a_page_that_says_what_to_do(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        assert "refight import" in club.spectator.get("/").text


def test_the_replay_page_holds_nothing_of_the_game_but_its_title(club: Club) -> None:
    answer = club.member("red").get("/games/ridge")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "An empty table" in answer.text
    assert "guard" not in answer.text
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    for script in ("/page/live.js", "/page/page.js"):
        assert club.spectator.get(script).headers["content-type"].startswith("text/javascript")
    assert club.spectator.get("/page/other.js").status_code == 404
    assert club.spectator.get("/games/rigde").json()["suggestion"] == "ridge"


# A page that grows


def texts_of(game: Any, stretch: Any) -> list[list[Any]]:
    """Rows of the log as a browser would show them."""
    texts = game["tables"]["texts"]
    return [[row[0], *(texts[n] for n in row[1:4]), row[5], row[6], texts[row[7]]] for row in stretch["rows"]]


def boards_of(game: Any, course: Any, view: int) -> dict[int, Any]:
    """The board after each entry that changes it: every piece with its words, place and picture."""
    tables, pieces, found = game["tables"], {}, {}
    for entry, changed, gone, title, notes, ground in course["own"]["frames"][view]:
        for one in gone:
            del pieces[one]
        pieces |= {piece[0]: piece for piece in changed}
        shown = {
            tables["texts"][piece[0]]: (
                tables["faces"][piece[1]],
                *(tables["texts"][n] for n in piece[2:4]),
                *piece[4:],
            )
            for piece in pieces.values()
        }
        found[entry] = shown, tables["texts"][title], tables["texts"][notes], tables["grounds"][ground]
    return found


def appended(page: Any, line: str, more: Any) -> None:
    """What the page's own `append` does."""
    tables = page["game"]["tables"]
    for table in TABLES:
        tables[table] += more["tables"].get(table, [])
    own = next(course for course in page["game"]["lines"] if course["name"] == line)["own"]
    for kind in ("rows", "turns", "points", "losses", "dice", "rulings"):
        own[kind] += more["own"].get(kind, [])
    for kind in ("frames", "traces"):
        for view, rows in enumerate(more["own"].get(kind, [])):
            own[kind][view] += rows


def more(club: Club, who: Any, page: Any) -> Any:
    (course,) = page["game"]["lines"]
    marks = {table: len(page["game"]["tables"][table]) for table in TABLES}
    query = {"edition": page["edition"], "line": "main", "after": len(course["own"]["rows"]), **marks}
    return who.get(f"{API}/games/ridge/page/more", params=query)


@pytest.mark.parametrize("side", ["blue", "red", "umpire", ""])
def test_a_page_that_grew_order_by_order_is_the_page_that_was_made_at_once(side: str, tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge")
        who = club.member(side) if side else club.spectator
        page = who.get(f"{API}/games/ridge/page").json()
        for order in RIDGE:
            club.play("ridge", order)
            appended(page, "main", more(club, who, page).json())
        appended(page, "main", more(club, who, page).json())  # nothing new: nothing comes twice
        viewer = {"umpire": None, "": SPECTATOR}.get(side, side)
        fresh = Live(club.games, "ridge", book_of("freeform"), viewer)
        whole = _builtins(fresh.whole())
        (grown,), (once,) = page["game"]["lines"], whole["lines"]
        assert texts_of(page["game"], grown["own"]) == texts_of(whole, once["own"])
        assert len(grown["own"]["frames"]) == (3 if side == "umpire" else 1)
        for view in range(len(grown["own"]["frames"])):
            assert boards_of(page["game"], grown, view) == boards_of(whole, once, view)


@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_live_page_shows_a_side_what_its_file_shows(side: str, club: Club) -> None:
    live = _builtins(Live(club.games, "ridge", book_of("freeform"), side).whole())
    file = _builtins(build(club.games, "ridge", book_of("freeform"), side))
    assert texts_of(live, live["lines"][0]["own"]) == texts_of(file, file["lines"][0]["own"])
    assert boards_of(live, live["lines"][0], 0) == boards_of(file, file["lines"][0], 0)


def _builtins(value: Any) -> Any:
    import json

    import msgspec

    return json.loads(msgspec.json.encode(value))


def test_a_page_of_another_edition_is_told_to_begin_anew(club: Club) -> None:
    page = club.spectator.get(f"{API}/games/ridge/page").json()
    assert more(club, club.spectator, {**page, "edition": "0" * 16}).status_code == 409
    red = club.member("red")
    assert more(club, red, page).status_code == 409, "numbers of what spectators see mean nothing to others"


def test_a_page_learns_of_lines_that_were_opened_since(club: Club) -> None:
    club.spectator.get(f"{API}/games/ridge/page")
    club.games.branch(Ref("ridge", entry=3), "left")
    again = club.spectator.get(f"{API}/games/ridge/page").json()
    assert [course["name"] for course in again["game"]["lines"]] == ["main", "left"]


def test_no_more_pages_are_kept_than_that_and_a_game_that_is_not_there_pushes_none_out(tmp_path: Path) -> None:
    with opened(tmp_path, Bounds(pages=1, burst=1_000)) as club:
        for name in ("ridge", "duel"):
            club.new("freeform", "blank", name)
        first = club.spectator.get(f"{API}/games/ridge/page").json()["edition"]
        assert club.spectator.get(f"{API}/games/nowhere/page").status_code == 404
        assert club.spectator.get(f"{API}/games/ridge/page").json()["edition"] == first
        club.spectator.get(f"{API}/games/duel/page")
        assert club.spectator.get(f"{API}/games/ridge/page").json()["edition"] != first


# A long game: its newest part at first


@pytest.mark.parametrize("side", ["blue", "red", "umpire", ""])
def test_the_newest_part_shows_what_the_whole_page_shows_of_it(
    side: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.page.live.LONG", 4)
    monkeypatch.setattr("projections.page.live.NEWEST", 2)
    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge")
        for order in RIDGE:
            club.play("ridge", order)
        viewer = {"umpire": None, "": SPECTATOR}.get(side, side)
        part, whole = (
            _builtins(Live(club.games, "ridge", book_of("freeform"), viewer, newest=newest).whole())
            for newest in (True, False)
        )
    (newest,), (every,) = part["lines"], whole["lines"]
    assert newest["base"] == part["after"] > 0
    assert texts_of(part, newest["own"]) == texts_of(whole, every["own"])[part["after"] :]
    for view in range(len(newest["own"]["frames"])):
        here, there = boards_of(part, newest, view), boards_of(whole, every, view)
        assert here[max(here)] == there[max(there)]


def test_whoever_asks_for_the_newest_part_of_a_short_game_gets_the_whole_of_it(club: Club) -> None:
    answer = club.spectator.get(f"{API}/games/ridge/page?newest=true").json()
    assert "after" not in answer["game"]


# Luck


def test_luck_is_told_to_those_from_whom_nothing_is_hidden(club: Club) -> None:
    found = club.member("umpire").get(f"{API}/games/ridge/page/luck?line=main").json()
    assert found["line"] == "main"
    assert 0 in found["viewers"]
    assert club.member("blue").get(f"{API}/games/ridge/page/luck?line=main").status_code == 403
