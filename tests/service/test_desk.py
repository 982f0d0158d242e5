"""The desk on the live page: orders, notes and take-backs of whoever has the token of a side."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.response import ServerSentEventMessage

from cli.service import follow
from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.log.refs import Ref
from tests.chromium import READY, grave_faults
from tests.service.browsing import opened_page, ridge
from tests.service.conftest import RIDGE, Club, opened
from tests.service.server import PATIENCE, serving

# Whether the page has heard that it follows, and has the answer to all it asked for then.
ASKED_ALL = "() => window.follows && !window.asking"
COUNTING = """
  window.asking = 0;
  const counted = (of, name) => {
    const plain = of[name];
    of[name] = async function (...given) {
      window.asking += 1;
      const found = await plain.apply(this, given).finally(() => { window.asking -= 1; });
      if (String(given[0]).includes("/follow")) window.follows = true;
      return found;
    };
  };
  counted(window, "fetch");
  counted(Response.prototype, "json");
"""


@contextmanager
def desk_of(browser: Any, folder: Path, side: str, before: str = "") -> Iterator[tuple[Club, Any]]:
    with ridge(folder) as (club, address):
        token = club.service.tokens.new("ridge", side)
        with opened_page(browser, f"{address}/games/ridge#token={token}", before) as page:
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
def test_an_order_typed_in_short_is_shown_in_full_before_it_is_given(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "blue") as (club, page):
        order, shown = page.get_by_label("Order of blue, or a note"), page.get_by_label("The order in full")
        order.fill("move gua mill")
        expect(shown).to_have_text("MovePiece piece=guard to=mill")
        order.fill("MovePiece piece=gaurd to=mill")
        expect(shown).to_have_text("[FF.1.2] there is no piece gaurd on the board; did you mean guard?")
        order.fill("well rolled")  # a note, and no order
        expect(shown).to_have_text("")
        order.fill("move gua mill")
        expect(shown).to_have_text("MovePiece piece=guard to=mill")
        assert club.games.log.head(club.games.line(Ref("ridge"))).number == 5
        order.press("Enter")
        expect(page.locator("#page-number")).to_have_value("7")
        expect(shown).to_have_text("")


@pytest.mark.browser
def test_8_1_a_march_is_shown_with_its_way_and_its_price(browser: Any, tmp_path: Path, pictures: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        club.new("gettysburg", "mcpherson", "ridge")
        club.play("ridge", ("confederate", "EndPhase"), ("union", "EndPhase"))
        token = club.service.tokens.new("ridge", "confederate")
        with (
            serving(Service(club.games, club.service.tokens, Bounds(burst=100_000))) as address,
            opened_page(browser, f"{address}/games/ridge#token={token}") as page,
        ):
            page.wait_for_selector(READY)
            page.get_by_label("Order of confederate, or a note").press_sequentially("move pettigrew 1926")
            shown = page.get_by_label("The order in full")
            expect(shown).to_have_text("MoveUnit unit=C-44 path=1927,1926 (2 MP)")
            page.screenshot(path=pictures / "desk-preview.png")
            page.get_by_role("button", name="Give the order").click()
            expect(page.locator("#page-entries")).to_contain_text("MoveUnit unit=C-44 path=1927,1926")


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
        line, said = page.locator("#page-line-name"), page.get_by_text("taken back: play goes on in back")
        expect(line).to_have_text("Line: back")
        expect(said).to_be_visible()
        page.get_by_role("tab", name="Lines").click()
        page.locator("#page-lines button[data-line=main]").click()
        expect(go_on).to_be_visible()
        expect(line).to_have_text("Line: main")
        expect(page.locator(".desk-asks")).to_have_text("taken back: play goes on in back")
        go_on.click()
        expect(line).to_have_text("Line: back")
        expect(go_on).to_have_count(0)
        expect(page.locator(".desk-asks")).to_have_text("")


@pytest.mark.browser
def test_a_page_opened_after_take_backs_shows_the_line_that_is_played_on(browser: Any, tmp_path: Path) -> None:
    """Also where the address still says the end of the old line; but for a spectator, who was sent a link to it."""
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address):
        club.games.take_back(Ref("ridge"), "back", ("blue", "red"))
        club.play("ridge@back", RIDGE[2])
        club.games.take_back(Ref("ridge", "back"), "again", ("blue", "red"))
        club.games.note(Ref("ridge"), "red", "a pity")
        token, url = club.service.tokens.new("ridge", "blue"), f"{address}/games/ridge"
        with opened_page(browser, url) as page:
            expect(page.locator("#page-line-name")).to_have_text("Line: again")
        with opened_page(browser, f"{url}#3") as page:
            expect(page.get_by_role("button", name="Taken back after entry 3: go on in back")).to_be_visible()
            expect(page.locator("#page-line-name")).to_have_text("Line: main")
        with opened_page(browser, f"{url}#token={token}") as page:
            expect(page.locator("#page-line-name")).to_have_text("Line: again")
            page.goto(f"{url}#main:6")
            page.reload()
            expect(page.locator("#page-line-name")).to_have_text("Line: again")
        club.play("ridge", RIDGE[2])
        with opened_page(browser, url) as page:
            expect(page.locator("#page-line-name")).to_have_text("Line: main")


@pytest.mark.browser
def test_a_line_opened_while_the_page_begins_to_follow_is_offered(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import expect

    go_on = threading.Event()

    async def late(*of: Any) -> AsyncIterator[ServerSentEventMessage]:
        """The answer has begun, and the service does not watch yet."""
        assert await asyncio.to_thread(go_on.wait, PATIENCE)
        async for event in events(*of):
            yield event

    events = follow._events
    monkeypatch.setattr(follow, "_events", late)
    with desk_of(browser, tmp_path, "blue", COUNTING) as (club, page):
        page.wait_for_function(ASKED_ALL)  # whoever asked for the lines too early has been told of none
        club.games.take_back(Ref("ridge"), "back", ("blue", "red"))
        go_on.set()
        expect(page.locator("#page-line-name")).to_have_text("Line: back")


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
            expect(asked).to_have_count(0)
            for page in (blue, other):
                expect(page.get_by_text("taken back: play goes on in take-back-1")).to_be_visible()
                expect(page.locator("#page-line-name")).to_have_text("Line: take-back-1")
                expect(page.get_by_text("must agree as well")).to_have_count(0)
            order = blue.get_by_label("Order of blue, or a note")
            order.fill("RollDice why=volley")
            order.press("Enter")
            expect(other.locator("#page-entries")).to_contain_text("volley: ")
            assert club.games.log.head(club.games.line(Ref("ridge"))).number == 5


@pytest.mark.browser
def test_that_a_side_must_agree_is_said_no_more_when_play_goes_on(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with desk_of(browser, tmp_path, "blue") as (club, page):
        page.get_by_role("button", name="Take back", exact=True).click()
        expect(page.get_by_text("red must agree as well")).to_be_visible()
        club.play("ridge", RIDGE[2])
        expect(page.get_by_text("red must agree as well")).to_have_count(0)
