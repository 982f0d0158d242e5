"""The live page: made while others go on, followed in a browser, and played on with the token of a side."""

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

from cli.service import pages
from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.ordertext import parse_order
from domain.refs import Ref
from projections.page.live import Live
from rules import SYSTEMS
from tests.chromium import READY, grave_faults
from tests.service.conftest import API, RIDGE, Club, opened
from tests.service.server import PATIENCE, serving


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


@contextmanager
def opened_page(browser: Any, url: str) -> Iterator[Any]:
    """Nothing may go wrong in its scripts; what a server refuses, a browser always notes as an error."""
    context = browser.new_context()
    page, troubles = context.new_page(), list[str]()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.goto(url)
    yield page
    context.close()
    assert [each for each in troubles if "Failed to load resource" not in each] == []


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


# The desk of a side


@contextmanager
def desk_of(browser: Any, folder: Path, side: str) -> Iterator[tuple[Club, Any]]:
    with ridge(folder) as (club, address):
        token = club.service.tokens.new("ridge", side)
        with opened_page(browser, f"{address}/games/ridge#token={token}") as page:
            page.wait_for_selector(READY)
            yield club, page


@pytest.mark.browser
def test_a_side_gives_orders_on_the_page_with_dice_of_its_own_or_rolled_for_it(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "blue") as (club, page):
        order, dice = page.get_by_label("Order of blue, or a note"), page.get_by_label("Dice on your table")
        expect(page.locator("#desk-legal option[value^=MovePiece]").first).to_be_attached()
        order.fill("RollDice why=volley dice=2")
        dice.fill("4 5")
        page.get_by_role("button", name="Give the order").click()
        expect(page.locator(".desk-said")).to_contain_text("blue rolls 2d6 for volley: 4, 5 = 9 (entered dice)")
        expect(page.locator("#page-number")).to_have_value("7")
        expect(page.locator("#page-entries")).to_contain_text("4, 5 = 9")
        expect(order).to_have_value("")
        order.fill("RollDice why=volley")
        order.press("Enter")
        expect(page.locator("#page-number")).to_have_value("9")
        assert [entry.fact.source for entry in club.games.entries(Ref("ridge")) if entry.number in (7, 9)] == [
            "entered", "fair",
        ]  # fmt: skip


@pytest.mark.browser
def test_what_the_rules_refuse_is_said_with_its_rule_and_what_was_typed_stays(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "blue") as (club, page):
        order = page.get_by_label("Order of blue, or a note")
        order.fill("MovePiece piece=gaurd to=mill")
        order.press("Enter")
        expect(page.locator(".desk-said.refused")).to_contain_text("[FF.1.2] there is no piece gaurd on the board")
        expect(order).to_have_value("MovePiece piece=gaurd to=mill")
        assert club.games.log.head(club.games.line(Ref("ridge"))).number == 5


@pytest.mark.browser
def test_a_note_is_signed_by_the_side(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "red") as (_, page):
        page.get_by_label("Order of red, or a note").fill("<b>well</b> rolled")
        page.get_by_role("button", name="Write the note").click()
        expect(page.locator("#page-entries")).to_contain_text("note by red: <b>well</b> rolled")


@pytest.mark.browser
@pytest.mark.parametrize("side", ["umpire", ""])
def test_nobody_but_a_side_has_a_desk(browser: Any, tmp_path: Path, side: str) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address):
        token = f"#token={club.service.tokens.new('ridge', side)}" if side else ""
        with opened_page(browser, f"{address}/games/ridge{token}") as page:
            expect(page.get_by_text("live", exact=True)).to_be_visible()
            expect(page.locator(".desk")).to_have_count(0)


@pytest.mark.browser
def test_the_live_page_and_its_desk_have_no_grave_fault(browser: Any, tmp_path: Path, axe: str, pictures: Path) -> None:
    with desk_of(browser, tmp_path, "blue") as (_, page):
        page.screenshot(path=pictures / "live-desk.png")
        assert grave_faults(page, axe) == []
        page.get_by_role("button", name="Token", exact=True).click()
        assert grave_faults(page, axe) == []


@pytest.mark.browser
def test_an_order_that_cannot_be_sent_is_said_to_be_so_and_kept(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "blue") as (_, page):
        page.route("**/orders", lambda route: route.abort())
        order = page.get_by_label("Order of blue, or a note")
        order.fill("RollDice why=volley")
        order.press("Enter")
        expect(page.locator(".desk-said.refused")).to_have_text("not sent: the service does not answer")
        expect(order).to_have_value("RollDice why=volley")
        page.unroute("**/orders")
        order.press("Enter")
        expect(page.locator("#page-number")).to_have_value("7")


@pytest.mark.browser
def test_an_order_clicked_twice_is_given_once_and_a_refusal_goes_when_play_goes_on(
    browser: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "blue") as (club, page):
        page.get_by_label("Order of blue, or a note").fill("RollDice why=volley")
        page.get_by_role("button", name="Give the order").dblclick()
        expect(page.locator("#page-number")).to_have_value("7")
        expect(page.locator(".desk-said")).to_contain_text("blue rolls 1d6 for volley")
        page.get_by_label("Order of blue, or a note").fill("MovePiece piece=nobody to=hill")
        page.get_by_role("button", name="Give the order").click()
        expect(page.locator(".desk-said.refused")).to_contain_text("[FF.1.2]")
        club.play("ridge", RIDGE[2])
        expect(page.locator(".desk-said.refused")).to_have_count(0)
        assert page.title().startswith("● ")


@pytest.mark.browser
def test_after_a_take_back_the_page_says_where_play_goes_on(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "blue") as (club, page):
        expect(page.get_by_text("live", exact=True)).to_be_visible()
        club.games.take_back(Ref("ridge"), "back", ("blue", "red"))
        go_on = page.get_by_role("button", name="Taken back after entry 3: go on in back")
        expect(go_on).to_be_visible()
        page.reload()
        go_on.click()
        expect(page.locator("#page-line-name")).to_have_text("Line: back")
        expect(go_on).to_have_count(0)


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
def test_two_sides_take_an_order_back_on_their_pages(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "blue") as (club, blue):
        red = club.service.tokens.new("ridge", "red")
        with opened_page(browser, f"{blue.url.partition('#')[0]}#token={red}") as other:
            other.wait_for_selector(READY)
            blue.get_by_role("button", name="Take back", exact=True).click()
            expect(blue.get_by_text("red must agree as well")).to_be_visible()
            asked = other.get_by_text("blue would take back what came after entry 3: agree with Take back")
            expect(asked).to_be_visible()
            other.get_by_role("button", name="Take back", exact=True).click()
            expect(other.get_by_text("taken back: play goes on in take-back-1")).to_be_visible()
            expect(asked).to_have_count(0)
            blue.get_by_role("button", name="Taken back after entry 3: go on in take-back-1").click()
            expect(blue.locator("#page-line-name")).to_have_text("Line: take-back-1")
