"""The live page: made while others go on, and followed in a browser."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.service import pages
from domain.log.club import PRIVATE, Terms
from domain.log.refs import Ref
from domain.words.orders import parse_order
from projections.page.live import Live
from rules import SYSTEMS
from tests.chromium import READY
from tests.service.browsing import opened_page, ridge
from tests.service.conftest import API, RIDGE
from tests.service.server import PATIENCE


class Held:
    """Makes pages only when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        monkeypatch.setattr(pages, "Live", self.made)

    def made(self, *given: Any, **more: Any) -> Live:
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        return Live(*given, **more)


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


@pytest.mark.browser
def test_whoever_waits_for_a_page_is_told_so(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from playwright.sync_api import expect

    held = Held(monkeypatch)
    with ridge(tmp_path) as (_, address), opened_page(browser, f"{address}/games/ridge") as page:
        expect(page.locator("#page-caption")).to_contain_text("One moment: the page is made from 5 entries")
        held.go_on.set()
        page.wait_for_selector(READY)
        expect(page.locator("#page-caption")).not_to_contain_text("One moment")


@pytest.mark.browser
@pytest.mark.parametrize("token", ["bad", "a%20b", "é", ""])
def test_a_token_that_is_not_good_is_said_to_be_so_and_the_page_is_that_of_spectators(
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
def test_a_token_that_is_revoked_ends_what_it_showed(browser: Any, tmp_path: Path) -> None:
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
def test_a_new_line_is_offered_and_every_line_is_followed_once_it_is_shown(browser: Any, tmp_path: Path) -> None:
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
        expect(page.locator("button[data-line=left] .quiet")).to_contain_text("3 entries of its own")
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
def test_the_page_follows_along_while_someone_plays(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address), opened_page(browser, f"{address}/games/ridge") as page:
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


@pytest.mark.browser
def test_phases_that_begin_while_it_is_followed_stand_under_one_turn(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address), opened_page(browser, f"{address}/games/ridge") as page:
        expect(page.get_by_text("live", exact=True)).to_be_visible()
        for number, phase in ((7, "moves turn=1"), (9, "fire"), (11, "melee")):
            club.play("ridge", ("blue", f"BeginPhase phase={phase}"))
            expect(page.locator("#page-number")).to_have_value(str(number))
        expect(page.locator(".turn h3")).to_have_count(1)
        expect(page.locator("#page-turn-labels span")).to_have_count(1)


@pytest.mark.browser
def test_of_a_long_game_the_newest_entries_are_there_first_and_the_rest_comes_in_behind(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import expect

    for module in ("projections.page.live", "cli.service.pages"):
        monkeypatch.setattr(f"{module}.LONG", 4)
    monkeypatch.setattr("projections.page.live.NEWEST", 1)
    whole = threading.Event()

    def made(*given: Any, newest: bool, **more: Any) -> Live:
        assert newest or whole.wait(PATIENCE)
        return Live(*given, newest=newest, **more)

    monkeypatch.setattr(pages, "Live", made)
    with ridge(tmp_path) as (club, address), opened_page(browser, f"{address}/games/ridge#2") as page:
        page.wait_for_selector(READY)
        entries = page.locator("#page-entries li")
        expect(page.locator("#page-number")).to_have_value("4")
        expect(entries).to_have_count(2)
        expect(page.get_by_text("live", exact=True)).to_be_visible()
        club.play("ridge", RIDGE[2])
        expect(entries).to_have_count(4)
        whole.set()
        expect(entries).to_have_count(7)
        expect(page.locator("#page-number")).to_have_value("2")
        club.play("ridge", RIDGE[3])
        expect(entries).to_have_count(9)


@pytest.mark.browser
def test_luck_is_reckoned_on_a_live_page_when_it_is_asked_for(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address):
        club.play("ridge", RIDGE[3])
        token = club.service.tokens.new("ridge", "umpire")
        with opened_page(browser, f"{address}/games/ridge#token={token}") as page:
            page.get_by_role("tab", name="Luck").click()
            page.get_by_role("button", name="Reckon how lucky each side was").click()
            expect(page.locator("#page-panel-luck")).to_contain_text("Reckoned up to entry 7.")
            expect(page.locator("#page-luck-chart .series")).to_have_count(1)


@pytest.mark.browser
def test_a_page_says_that_its_game_was_closed_to_its_reader_and_asks_no_more(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address), opened_page(browser, f"{address}/games/ridge") as page:
        expect(page.get_by_text("live", exact=True)).to_be_visible()
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        club.service.people.club.set_terms("ridge", Terms(PRIVATE))
        club.play("ridge", RIDGE[2])
        expect(page.get_by_role("alert")).to_contain_text("This game is not open to you any more")
        expect(page.get_by_text("not connected", exact=True)).to_be_visible()
        asked.clear()
        page.wait_for_timeout(5_000)  # longer than the pause before a lost stream is asked for again
        assert asked == []
