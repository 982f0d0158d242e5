"""What whoever sees the program for the first time is told: of which rules, in which language, what to click."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.service.service import Service
from rules import SYSTEMS
from tests.chromium import READY
from tests.service.browsing import opened_page
from tests.service.conftest import opened
from tests.service.server import serving
from tests.service.test_clicks import seated

HINT = "() => getComputedStyle(document.querySelector('.desk-shown'), '::before').content"


@contextmanager
def first_page(browser: Any, folder: Path, query: str = "") -> Iterator[Any]:
    with opened(folder) as club:
        service = Service(club.games, club.service.tokens, Bounds(burst=100_000))
        with (
            serving(service) as address,
            opened_page(browser, f"{address}/{query}#token={service.own_token}") as page,
        ):
            page.wait_for_selector("#new form button.main:enabled")
            yield page


@pytest.mark.browser
def test_a_game_that_is_begun_in_a_language_opens_in_it(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with first_page(browser, tmp_path, "?lang=fr") as page:
        page.get_by_role("button", name="Commencer").click()
        page.wait_for_selector(READY)
        assert page.locator("html").get_attribute("lang") == "fr"
        expect(page.locator(".hand-state")).to_contain_text("À vous de jouer")


@pytest.mark.browser
def test_each_lesson_says_of_which_rules_it_is(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with first_page(browser, tmp_path) as page:
        lessons = page.locator(".lessons button")
        expect(lessons).to_have_count(len(SYSTEMS))
        for system in SYSTEMS.values():
            expect(lessons.filter(has_text=system.title)).to_have_count(1)


@pytest.mark.browser
def test_before_anything_is_picked_it_is_said_how_an_order_is_put_together(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge")
        with seated(browser, club, "blue") as [page]:
            expect(page.locator(".hand-state")).to_have_text("Your move")
            assert "Choose above" in page.evaluate(HINT)
            page.get_by_role("button", name="Roll dice", exact=True).click()
            expect(page.locator(".desk-shown")).to_contain_text("RollDice")
            assert page.evaluate(HINT) == "none"
            page.keyboard.press("Escape")
            page.get_by_role("button", name="Add piece…").click()
            expect(page.locator(".hand").get_by_text("Add piece", exact=True)).to_have_count(1)


@pytest.mark.browser
def test_what_was_picked_for_a_wing_says_for_which(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        club.new("musket_and_pike", "edgehill", "ridge")
        with seated(browser, club, "royalist") as [page]:
            for wing in ("Royalist Right horse", "Royalist Foot"):
                page.get_by_role("group", name=wing, exact=True).get_by_role(
                    "button", name="Charge", exact=True
                ).click()
            crumbs = page.locator(".hand-crumbs .crumb")
            expect(crumbs).to_have_text(["Royalist Right horse: Charge ×", "Royalist Foot: Charge ×"])
