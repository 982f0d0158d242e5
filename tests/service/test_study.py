"""On the live page, the entry one looks at: notes, a line from here, odds, readings, rulings, rules by word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.kernel.facts import RulingMade
from domain.log.refs import Ref
from tests.chromium import READY, grave_faults
from tests.service.browsing import opened_page, ridge
from tests.service.conftest import RIDGE, Club, opened
from tests.service.server import serving

pytestmark = pytest.mark.browser
STAYED = "() => window.stayed === true"


@contextmanager
def entry_of(browser: Any, folder: Path, who: str, at: int = 3) -> Iterator[tuple[Club, Any]]:
    """The page of the ridge with somebody's token, at an entry, with the tab that speaks of it."""
    with ridge(folder) as (club, address):
        token = f"#token={club.service.tokens.new('ridge', who)}" if who else ""
        with opened_page(browser, f"{address}/games/ridge{token}") as page:
            page.wait_for_selector(READY)
            page.wait_for_selector(".study", state="attached")
            page.evaluate(f"() => {{ window.stayed = true; window.refight.player.go({at}); }}")
            page.click("#page-tab-entry")
            yield club, page


def test_whoever_may_marks_an_entry_and_stays_there(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with entry_of(browser, tmp_path, "umpire", at=5) as (club, page):
        page.get_by_role("button", name="!?", exact=True).click()
        page.get_by_label("Comment, or a word as a mark").fill("<b>bold</b>")
        page.get_by_label("Comment, or a word as a mark").press("Enter")
        expect(page.locator(".study-said")).to_have_text("written as entry 6")
        expect(page.locator(".said-of")).to_contain_text("!?<b>bold</b> umpire, entry 6")
        expect(page.locator("#page-number")).to_have_value("5")
        (note,) = (entry.fact for entry in club.games.entries(Ref("ridge")) if entry.number == 6)
        assert (note.text, note.about, note.by) == ("!? <b>bold</b>", 5, "umpire")
        club.play("ridge", RIDGE[2])
        expect(page.locator("#page-number")).to_have_value("8")  # who was at the end goes on with the game
        page.get_by_role("button", name="Write it").click()
        expect(page.locator(".study-said.refused")).to_have_text("choose a mark, or write something")


def test_a_side_opens_a_line_by_a_click_and_plays_on_in_it_at_once(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with entry_of(browser, tmp_path, "blue") as (club, page):
        view = page.get_attribute("#page-board", "viewBox")
        page.get_by_label("Why").fill("what if they stay?")
        page.get_by_role("button", name="Branch here").click()
        expect(page.locator("#page-line-name")).to_have_text("Line: what-if-1")
        expect(page.locator("#page-number")).to_have_value("4")
        order = page.get_by_label("Order of blue, or a note")
        order.fill("MovePiece piece=guard to=mill")
        page.get_by_role("button", name="Give the order").click()
        expect(page.locator("#page-number")).to_have_value("6")
        assert page.evaluate(STAYED), "the page was not opened anew"
        assert page.get_attribute("#page-board", "viewBox") == view
        assert club.games.log.head(club.games.line(Ref("ridge", "what-if-1"))).number == 6
        page.click("#page-tab-lines")
        told = page.locator("#page-lines button[data-line=what-if-1]")
        expect(told).to_contain_text("leaves main after entry 3, 3 entries of its own · opened by blue")
        expect(told).to_contain_text("what if they stay?")
        page.click("#page-tab-entry")
        page.evaluate("() => window.refight.player.go(4)")
        expect(page.get_by_label("Name", exact=True)).to_have_value("what-if-2")
        page.get_by_role("button", name="Branch here").click()
        expect(page.locator("#page-line-name")).to_have_text("Line: what-if-2")
        assert page.evaluate("() => window.refight.player.store.course('what-if-2').parent") == "what-if-1"


def test_what_a_side_may_not_do_the_service_says(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with entry_of(browser, tmp_path, "blue", at=5) as (club, page):
        page.get_by_role("button", name="Branch here").click()
        expect(page.locator(".study-said.refused")).to_contain_text("the umpire's token opens lines here")
        page.get_by_role("button", name="Odds of this order").click()
        expect(page.locator(".study-said.refused")).to_contain_text("something is hidden from blue")
        expect(page.get_by_role("button", name="Rule", exact=True)).to_have_count(0)
        assert club.games.log.lines("ridge") == ["main"]
        assert "spy" not in page.content()


def test_spectators_read_rules_by_word_and_nothing_else_is_offered(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with entry_of(browser, tmp_path, "") as (_, page):
        expect(page.locator(".study-form")).to_have_count(1)
        page.get_by_label("Words, or the number of a rule").fill("dice")
        page.get_by_role("button", name="Find", exact=True).click()
        expect(page.locator(".study-found section").first).to_contain_text("FF.")
        expect(page.get_by_role("button", name="Rule on it")).to_have_count(0)


def test_odds_and_other_readings_of_the_order_one_looks_at(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with entry_of(browser, tmp_path, "umpire") as (club, page):
        club.play("ridge", RIDGE[3])
        expect(page.locator("#page-last")).to_have_text("7")
        page.evaluate("() => window.refight.player.go(7)")
        page.get_by_role("button", name="Odds of this order").click()
        expect(page.locator(".study-found .happened")).to_contain_text("11.1 % the dice total 9 (as it was)")
        page.get_by_role("button", name="Other readings").click()
        expect(page.locator(".study-found").first).to_contain_text("No other reading would have changed anything here.")
        page.evaluate("() => window.refight.player.go(3)")
        expect(page.locator(".study-found").first).to_have_text("")


def test_the_umpire_rules_with_a_reading_from_the_list(browser: Any, tmp_path: Path, axe: str, pictures: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        club.new("gettysburg", "mcpherson", "ridge")
        token = club.service.tokens.new("ridge", "umpire")
        with (
            serving(Service(club.games, club.service.tokens, Bounds(burst=100_000))) as address,
            opened_page(browser, f"{address}/games/ridge#token={token}") as page,
        ):
            page.wait_for_selector(READY)
            page.click("#page-tab-entry")
            page.get_by_label("Words, or the number of a rule").fill("morale rout test")
            page.get_by_role("button", name="Find", exact=True).click()
            found = page.locator(".study-found section").filter(has_text="D51")
            found.get_by_role("button", name="Rule on it").click()
            expect(page.get_by_label("Rule; find it by word below")).to_have_value("12.2")
            page.locator("select[data-dispute=D51]").select_option("B")
            page.get_by_label("Reason", exact=True).fill("as agreed")
            page.screenshot(path=pictures / "umpires-desk.png")
            assert grave_faults(page, axe) == []
            page.get_by_role("button", name="Rule", exact=True).click()
            expect(page.locator(".study-said")).to_contain_text("umpire rules: as agreed [12.2], D51 read as B")
        (made,) = (fact for fact in (e.fact for e in club.games.entries(Ref("ridge"))) if isinstance(fact, RulingMade))
        assert made.readings == {"D51": "B"}


def test_without_spoilers_nothing_new_is_told_while_they_play(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address), opened_page(browser, f"{address}/games/ridge#3;unspoilt") as page:
        expect(page.get_by_text("live", exact=True)).to_be_visible()
        expect(page.locator("h1")).to_have_text("Freeform (no rules), blank")
        club.play("ridge", RIDGE[2])
        page.wait_for_function("() => window.refight.player.last === 7")
        expect(page.locator("#page-number")).to_have_value("3")
        assert "horse" not in page.locator("body").inner_text()
        club.games.branch(Ref("ridge", entry=3), "told", why="horse")
        page.locator(".news button", has_text="New line: told").wait_for(state="attached")
        assert "horse" not in page.locator("body").inner_text()


def test_a_line_that_is_compared_grows_on_the_second_board(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with entry_of(browser, tmp_path, "umpire") as (club, page):
        page.get_by_role("button", name="Branch here").click()
        expect(page.locator("#page-line-name")).to_have_text("Line: what-if-1")
        page.click("#page-tab-lines")
        page.select_option("#page-compare-by", "end")
        page.select_option("#page-compare-with", "main")
        expect(page.locator(".twin .which")).to_have_text("main, entry 5")
        club.play("ridge", RIDGE[2])
        expect(page.locator(".twin .which")).to_have_text("main, entry 7")
        expect(page.locator("#page-differences")).to_contain_text("horse")


@pytest.mark.parametrize(("size", "scheme"), [((1400, 900), "dark"), ((390, 844), "light")], ids=["desktop", "phone"])
def test_the_desk_of_an_entry_has_no_grave_fault(
    browser: Any, tmp_path: Path, axe: str, pictures: Path, size: tuple[int, int], scheme: str
) -> None:
    with entry_of(browser, tmp_path, "umpire") as (club, page):
        club.games.note(Ref("ridge", entry=3), "red", "!! well done")
        page.wait_for_selector(".said-of", state="attached")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=pictures / f"study-{size[0]}-{scheme}.png", full_page=True)
        assert grave_faults(page, axe) == []
