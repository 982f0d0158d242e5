"""The pages: the list of games, and the replay page that grows while the game is played."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.explain import book_of
from cli.service import pages
from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.games import Games
from domain.ordertext import parse_order
from domain.refs import Ref
from projections.page.build import build
from projections.page.live import Live
from projections.sight import SPECTATOR
from rules import SYSTEMS
from tests.chromium import READY
from tests.service.conftest import API, RIDGE, Club, opened
from tests.service.server import PATIENCE, serving

TABLES = ("texts", "faces", "notes", "grounds")


def test_the_list_of_games_is_a_table_with_links_and_no_script(club: Club) -> None:
    club.new("freeform", "blank", "duel", title="<b>Duel & more</b>")
    answer = club.spectator.get("/")
    assert '<a href="/games/ridge">ridge</a>' in answer.text
    assert "&lt;b&gt;Duel &amp; more&lt;/b&gt;" in answer.text
    assert "<b>" not in answer.text
    assert "<script" not in answer.text
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_an_empty_log_has_a_page_that_says_what_to_do(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        assert "refight new" in club.spectator.get("/").text


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


# A page that takes long to be made


class Held:
    """Makes pages only when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        monkeypatch.setattr(pages, "Live", self.made)

    def made(self, *given: Any) -> Live:
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        return Live(*given)


@contextmanager
def ridge(folder: Path) -> Iterator[tuple[Club, str]]:
    """A real server, for a browser; the log of the club beside it is another terminal."""
    with opened(folder) as club:
        club.new("freeform", "blank", "ridge")
        club.play("ridge", RIDGE[0], RIDGE[1])
        with serving(Service(club.games, club.service.tokens, Bounds(burst=100_000))) as address:
            yield club, address


def test_orders_and_other_requests_go_through_while_pages_are_being_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch)
    with ridge(tmp_path) as (club, address), ThreadPoolExecutor(12) as many:
        get = partial(httpx.get, timeout=PATIENCE, trust_env=False)
        headers = {"Authorization": f"Bearer {club.service.tokens.new('ridge', 'blue')}"}
        waiting = [
            many.submit(get, f"{address}{API}/games/ridge/page") for _ in range(10)
        ]  # more than there are threads
        assert held.begun.wait(PATIENCE)
        sent = {"by": "blue", "order": "AddPiece piece=late side=blue at=hill"}
        path = f"{address}{API}/games/ridge/lines/main"
        given = httpx.post(f"{path}/orders", json=sent, headers=headers, timeout=PATIENCE, trust_env=False)
        board, listed = get(f"{path}/board"), get(f"{address}/")
        assert not any(each.done() for each in waiting), "no page was made meanwhile"
        held.go_on.set()
        made = [each.result(PATIENCE) for each in waiting]
    assert (given.status_code, board.status_code, listed.status_code) == (201, 200, 200)
    assert "late" in board.text
    assert {answer.status_code for answer in made} == {200}
    assert len({answer.json()["edition"] for answer in made}) == 1, "it is made once for all of them"


# In a browser


@contextmanager
def opened_page(browser: Any, url: str) -> Iterator[Any]:
    context = browser.new_context()
    page = context.new_page()
    page.goto(url)
    yield page
    context.close()


@pytest.mark.browser
def test_in_a_browser_whoever_waits_for_a_page_is_told_so(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import expect

    held = Held(monkeypatch)
    with ridge(tmp_path) as (_, address), opened_page(browser, f"{address}/games/ridge") as page:
        expect(page.locator("#page-caption")).to_contain_text("One moment: the page is made from 5 entries")
        held.go_on.set()
        page.wait_for_selector(READY)
        expect(page.locator("#page-caption")).not_to_contain_text("One moment")


@pytest.mark.browser
@pytest.mark.parametrize("token", ["bad", "a%20b", "é", ""])
def test_in_a_browser_a_token_that_is_not_good_is_said_to_be_so_and_the_page_is_that_of_spectators(
    browser: Any, tmp_path: Path, token: str
) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (_, address), opened_page(browser, f"{address}/games/ridge#token={token}") as page:
        expect(page.locator("#page-trouble")).to_contain_text("The token is not good: ")
        expect(page.locator("#page-trouble")).to_contain_text("You see what spectators may see.")
        expect(page.locator("#page-entries")).to_contain_text("guard")
        assert "spy" not in page.content()
        assert "token" not in page.url
        page.reload()
        page.wait_for_selector(READY)
        expect(page.locator("#page-trouble")).to_be_hidden()


@pytest.mark.browser
def test_in_a_browser_a_token_that_is_revoked_ends_what_it_showed(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address):
        token = club.service.tokens.new("ridge", "red")
        with opened_page(browser, f"{address}/games/ridge#token={token}") as page:
            expect(page.locator("#page-entries")).to_contain_text("spy")
            expect(page.get_by_text("live", exact=True)).to_be_visible()
            club.service.tokens.revoke("ridge", "red")
            club.play("ridge", RIDGE[2])
            expect(page.locator("#page-trouble")).to_contain_text("it was revoked")
            expect(page.locator("#page-entries")).to_contain_text("horse")
            assert "spy" not in page.content()


@pytest.mark.browser
def test_in_a_browser_a_new_line_is_offered_and_every_line_is_followed_once_it_is_shown(
    browser: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address), opened_page(browser, f"{address}/games/ridge") as page:
        expect(page.get_by_text("live", exact=True)).to_be_visible()
        left = Ref("ridge", "left")
        club.games.branch(Ref("ridge", entry=3), "left", why="what if?")
        page.get_by_role("button", name="New line: left").click()
        expect(page.locator("#page-line-name")).to_have_text("Line: left")
        expect(page.get_by_text("live", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="New line: left")).to_have_count(0)
        order = parse_order(SYSTEMS["freeform"], "AddPiece piece=wagon side=blue at=ford")
        club.games.order(left, "blue", order)
        expect(page.locator("#page-number")).to_have_value("6")
        expect(page.locator("#page-entries")).to_contain_text("wagon")
        page.locator("#page-line-name").click()
        page.locator("button[data-line=main]").click()
        expect(page.locator("#page-line-name")).to_have_text("Line: main")
        page.locator("#page-end").click()
        club.play("ridge", RIDGE[2])
        expect(page.locator("#page-number")).to_have_value("7")
        club.games.order(left, "blue", parse_order(SYSTEMS["freeform"], "MovePiece piece=wagon to=mill"))
        page.locator("#page-line-name").click()
        page.locator("button[data-line=left]").click()
        expect(page.locator("#page-last")).to_have_text("8")


@pytest.mark.browser
def test_in_a_browser_the_page_follows_along_while_someone_plays(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:  # only its log: the browser needs a real server
        club.new("freeform", "blank", "ridge")
        club.play("ridge", RIDGE[0], RIDGE[1])
        games: Games = club.games
        service = Service(games, club.service.tokens, Bounds())
        with serving(service) as address:
            context = browser.new_context()
            page, troubles = context.new_page(), list[str]()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
            page.goto(f"{address}/games/ridge")
            page.wait_for_selector(READY)
            expect(page.locator("#page-last")).to_have_text("5")
            expect(page.locator("#page-number")).to_have_value("5")
            expect(page.get_by_text("live", exact=True)).to_be_visible()
            club.play("ridge", RIDGE[2])
            expect(page.locator("#page-number")).to_have_value("7")
            expect(page.locator("#page-entries")).to_contain_text("horse")
            assert "spy" not in page.content()
            token = club.service.tokens.new("ridge", "red")
            page.goto(f"{address}/games/ridge#token={token}")
            expect(page.locator("#page-entries")).to_contain_text("spy")
            assert token not in page.url
            context.close()
    assert troubles == []
