"""Answers that come too late: each is held back until the position has moved on, and must change nothing then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from domain.log.refs import Ref
from rules.longstreet_lite.movement.asks import EndMove, MoveUnit
from tests.service.conftest import API, opened
from tests.service.test_clicks import centre, head, marching, orders, seated
from tests.service.test_hand import begun, first_of


class Held:
    """Requests of a page that match are held back: each goes on when it is let, in whatever order."""

    def __init__(self, page: Any, what: str, most: int = 1) -> None:
        self.page, self.what, self.most, self.routes = page, what, most, list[Any]()
        page.route(what, self._hold)

    def _hold(self, route: Any) -> None:
        if len(self.routes) < self.most:
            self.routes.append((route, route.fetch()))  # answered as things stand now
        else:
            route.continue_()

    def wait(self, count: int = 1) -> None:
        while len(self.routes) < count:
            self.page.wait_for_timeout(10)  # milliseconds, in which what the page asks for is taken in

    def let(self) -> None:
        """All that were held are answered, and the page has read them; the first may still be on its way here."""
        self.wait()
        for route, answer in self.routes:
            with self.page.expect_response(route.request.url):
                route.fulfill(response=answer)
        self.page.evaluate("() => new Promise((done) => setTimeout(done, 0))")


@contextmanager
def at_ridge(browser: Any, folder: Path, *sides: str) -> Iterator[tuple[Any, Any]]:
    with marching(browser, folder, *sides) as (club, pages):
        yield club, pages[0]


def order_of(page: Any) -> Any:
    return page.locator("#desk-order")


@pytest.mark.browser
def test_a_preview_that_comes_after_the_order_was_given_shows_nothing(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with at_ridge(browser, tmp_path, "confederate") as (_, page):
        order_of(page).fill("EndPhase")
        expect(page.locator(".desk-shown")).to_have_text("EndPhase")
        held, news = Held(page, "**/preview"), Held(page, "**/page/more*")
        order_of(page).dispatch_event("input")  # it is looked at once more
        held.wait()
        page.get_by_role("button", name="Give the order").click()
        expect(order_of(page)).to_have_value("")
        held.let()
        expect(page.locator(".desk-shown")).to_have_text("")
        news.let()
        expect(page.locator(".hand-state")).to_contain_text("Your move: rally")


@pytest.mark.browser
def test_what_is_shown_is_never_of_another_order(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with at_ridge(browser, tmp_path, "confederate") as (_, page):
        page.locator("[data-id='C-44']").click()
        expect(page.locator(".lit-place").first).to_be_attached()
        page.mouse.click(*centre(page, ".lit-place[data-place='1926']"))
        expect(page.locator(".desk-shown")).to_have_text("MoveUnit unit=C-44 path=1927,1926 (2 MP)")
        held = Held(page, "**/preview")
        page.mouse.click(*centre(page, ".lit-place[data-place='1927']"))
        expect(order_of(page)).to_have_value("MoveUnit unit=C-44 path=1927")
        assert page.locator(".desk-shown").inner_text() == ""
        held.wait()
        held.let()
        expect(page.locator(".desk-shown")).to_have_text(re.compile("^MoveUnit unit=C-44 path=1927 "))


@pytest.mark.browser
def test_orders_of_a_unit_that_come_after_the_position_moved_on_are_dropped(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with at_ridge(browser, tmp_path, "confederate") as (club, page):
        held = Held(page, "**/hand/orders*")
        page.locator("[data-id='C-44']").click()
        held.wait()
        expect(page.locator(".hand")).to_have_attribute("aria-busy", "true")
        club.play("ridge", ("confederate", "EndPhase"))
        expect(page.locator(".hand-state")).to_contain_text("Your move: rally")
        held.let()
        expect(page.locator(".hand")).to_have_attribute("aria-busy", "false")
        expect(page.locator(".lit-place")).to_have_count(0)
        expect(page.locator(".hand-crumbs button")).to_have_count(0)


@pytest.mark.browser
def test_a_place_clicked_while_its_orders_are_fetched_is_taken_when_they_come(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with at_ridge(browser, tmp_path, "confederate") as (_, page):
        page.locator("[data-id='C-44']").click()
        expect(page.locator(".lit-place").first).to_be_attached()
        there = centre(page, ".lit-place[data-place='1926']")
        page.keyboard.press("Escape")
        page.reload()
        page.wait_for_selector(".hand.yours[data-head]")
        held = Held(page, "**/hand/orders*")
        page.locator("[data-id='C-44']").click()
        held.wait()
        page.mouse.click(*there)
        held.let()
        expect(page.locator(".desk-shown")).to_have_text("MoveUnit unit=C-44 path=1927,1926 (2 MP)")


@pytest.mark.browser
def test_what_is_picked_while_an_order_is_on_its_way_stays(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with at_ridge(browser, tmp_path, "confederate") as (club, page):
        before = head(club)
        page.get_by_role("button", name="End phase", exact=True).click()
        expect(page.locator(".desk-shown")).to_have_text("EndPhase")
        held = Held(page, "**/orders")
        page.get_by_role("button", name="Give the order").click()
        expect(page.locator(".hand-state")).to_contain_text("Your move: rally")  # the stream was faster
        assert head(club) > before
        page.get_by_role("button", name="End phase", exact=True).click()
        expect(page.locator(".desk-shown")).to_have_text("EndPhase")
        order_of(page).fill("a note for later")
        held.let()
        expect(page.locator(".desk .main")).to_be_enabled()
        expect(order_of(page)).to_have_value("a note for later")


@pytest.mark.browser
def test_that_somebody_was_first_is_still_said_when_the_news_of_it_has_come(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with at_ridge(browser, tmp_path, "confederate") as (club, page):
        order_of(page).fill("EndPhase")
        expect(page.locator(".desk-shown")).to_have_text("EndPhase")
        held = Held(page, "**/page/more*")  # it does not know yet
        club.play("ridge", ("confederate", "EndPhase"))
        held.wait()
        page.get_by_role("button", name="Give the order").click()
        expect(page.locator(".desk-said.refused")).not_to_be_empty()
        held.let()
        expect(page.locator(".hand-state")).to_contain_text("Your move: rally")
        expect(page.locator(".desk-said.refused")).not_to_be_empty()


@pytest.mark.browser
def test_a_dragged_move_is_not_proposed_for_the_next_position(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        begun(club, "longstreet_lite", until=MoveUnit)
        move = first_of(club, MoveUnit)
        assert move is not None
        assert isinstance(move.order, MoveUnit)
        with seated(browser, club, move.by) as [page]:
            page.locator(f"[data-id='{move.order.unit}']").first.click()
            expect(page.locator(".lit-handle")).to_have_count(2)
            held = Held(page, "**/preview", most=50)
            x, y = centre(page, "[data-handle='right']")
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + 2, y + 30, steps=4)
            page.mouse.up()
            held.wait()
            before = head(club)
            club.games.order(Ref("ridge"), move.by, EndMove())
            page.wait_for_function(
                "(before) => Number(document.querySelector('.hand').dataset.head) > before", arg=before
            )
            held.let()
            expect(order_of(page)).to_have_value("")
            expect(page.locator(".lit-ghost")).to_have_count(0)


@pytest.mark.browser
def test_an_order_being_put_together_is_not_disturbed_by_the_same_position(browser: Any, tmp_path: Path) -> None:
    """A stream that was lost and found again asks once more what may be done: nothing has changed."""
    from playwright.sync_api import expect

    with at_ridge(browser, tmp_path, "confederate") as (_, page):
        page.locator("[data-id='C-44']").click()
        page.mouse.click(*centre(page, ".lit-place[data-place='1926']"))
        expect(page.locator(".desk-shown")).to_have_text("MoveUnit unit=C-44 path=1927,1926 (2 MP)")
        with page.expect_response(re.compile("/hand[?]")):
            page.evaluate("() => window.refight.desk.news()")  # as whenever the stream begins
        expect(page.locator(".desk-shown")).to_have_text("MoveUnit unit=C-44 path=1927,1926 (2 MP)")
        expect(page.locator(".hand-crumbs button")).not_to_have_count(0)


@pytest.mark.browser
def test_a_hand_of_another_line_is_not_this_ones(browser: Any, tmp_path: Path) -> None:
    """A line may be as long as another: what was legal there is not given here."""
    from playwright.sync_api import expect

    with at_ridge(browser, tmp_path, "confederate") as (club, page):
        now = head(club)
        branched = club.own.post(f"{API}/games/ridge/branches", json={"name": "other", "at": now, "why": "to look"})
        assert branched.status_code == 201, branched.text
        assert club.games.log.head(club.games.line(Ref("ridge", "other"))).number == now + 1
        club.games.note(Ref("ridge"), "umpire", "now both are as long")
        page.wait_for_function("(last) => Number(document.querySelector('.hand').dataset.head) === last", arg=now + 1)
        news = page.get_by_role("button", name="New line: other")
        expect(news).to_be_visible()
        page.get_by_role("button", name="End phase", exact=True).click()
        expect(page.locator(".desk-shown")).to_have_text("EndPhase")
        held = Held(page, re.compile("/lines/other/hand"), most=5)
        news.click()
        held.wait()
        given = len(orders(club))
        page.evaluate("() => document.querySelector('.desk .main').click()")
        expect(page.locator(".desk-said.refused")).not_to_be_empty()
        assert len(orders(club)) == given
        held.let()
        expect(page.locator(".hand-state")).not_to_be_empty()
