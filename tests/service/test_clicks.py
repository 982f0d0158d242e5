"""Orders by clicks and by keys alone, in real browsers: every system, and what may go wrong meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.kernel.facts import OrderGiven
from domain.log.refs import Ref
from rules.longstreet_lite.movement.asks import MoveUnit
from tests.chromium import READY, grave_faults
from tests.service.browsing import opened_page
from tests.service.clicking import Clicker
from tests.service.conftest import API, Club, opened
from tests.service.server import serving
from tests.service.test_hand import begun, first_of

PLAYED = {
    "black_powder": ("freemans_farm", ("british", "american")),
    "freeform": ("blank", ("blue", "red")),
    "gettysburg": ("mcpherson", ("confederate", "union")),
    "longstreet_lite": ("brawner_farm", ("us", "cs")),
    "musket_and_pike": ("proving_ground", ("blue", "red")),
    "wallaces_war": ("stirling_bridge", ("english", "scots")),
}


@contextmanager
def seated(browser: Any, club: Club, *sides: str) -> Iterator[list[Any]]:
    """A page of the game for each, with its token."""
    with ExitStack() as stack:
        address = stack.enter_context(serving(Service(club.games, club.service.tokens, Bounds(burst=100_000))))
        pages = []
        for side in sides:
            url = f"{address}/games/ridge#token={club.service.tokens.new('ridge', side)}"
            page = stack.enter_context(opened_page(browser, url))
            page.wait_for_selector(READY)
            page.wait_for_selector(".hand[data-head]")
            pages.append(page)
        yield pages


def head(club: Club) -> int:
    return club.games.log.head(club.games.line(Ref("ridge"))).number


def orders(club: Club) -> list[OrderGiven]:
    return [entry.fact for entry in club.games.entries(Ref("ridge")) if isinstance(entry.fact, OrderGiven)]


def played_by_clicks(club: Club, pages: list[Any], count: int, seed: int = 3) -> int:
    """Each gives what it can when it is its turn; how many orders came of it."""
    people = [Clicker(page, seed + n) for n, page in enumerate(pages)]
    for given in range(count):
        now = head(club)
        for one in people:
            one.page.wait_for_function("(now) => window.refight.player.last >= now", arg=now)
            one.settle()
        able = [one for one in people if one.is_mine]
        if not able:
            return given
        able[given % len(able)].order()
    return count


@pytest.mark.browser
@pytest.mark.parametrize("system", sorted(PLAYED))
def test_two_browsers_play_by_clicks_alone(browser: Any, tmp_path: Path, system: str, pictures: Path) -> None:
    scenario, sides = PLAYED[system]
    with opened(tmp_path) as club:
        club.new(system, scenario, "ridge")
        with seated(browser, club, *sides) as pages:
            assert played_by_clicks(club, pages, 8) == 8
            for side, page in zip(sides, pages, strict=True):
                page.screenshot(path=pictures / f"clicks-{system}-{side}.png")
        assert len(orders(club)) >= 8
        assert club.member("umpire").get(f"{API}/games/ridge/lines/main/audit").json()["is_clean"]


@contextmanager
def marching(browser: Any, folder: Path, *sides: str) -> Iterator[tuple[Club, list[Any]]]:
    """McPherson's Ridge as the Confederates begin to move."""
    with opened(folder) as club:
        club.new("gettysburg", "mcpherson", "ridge")
        club.play("ridge", ("confederate", "EndPhase"), ("union", "EndPhase"))
        with seated(browser, club, *sides) as pages:
            yield club, pages


def centre(page: Any, what: str) -> tuple[float, float]:
    box = page.locator(what).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.browser
def test_8_1_a_unit_and_a_place_make_a_march_with_its_price(
    browser: Any, tmp_path: Path, axe: str, pictures: Path
) -> None:
    from playwright.sync_api import expect

    with marching(browser, tmp_path, "confederate") as (club, [page]):
        expect(page.locator(".hand-state")).to_contain_text("Your move")
        page.locator("[data-id='C-44']").click()
        expect(page.locator(".lit-place").first).to_be_attached()
        page.mouse.click(*centre(page, ".lit-place[data-place='1926']"))
        expect(page.locator(".desk-shown")).to_have_text("MoveUnit unit=C-44 path=1927,1926 (2 MP)")
        expect(page.locator(".lit-way")).to_be_attached()
        page.screenshot(path=pictures / "clicks-march.png")
        assert grave_faults(page, axe) == []
        page.mouse.move(*centre(page, ".lit-place[data-place='1926']"))
        page.mouse.move(*centre(page, "[data-id='U-1']"))  # an enemy stands there
        expect(page.locator(".hand-why")).to_contain_text("[8.6(1)]")
        page.get_by_role("button", name="Give the order").click()
        expect(page.locator("#page-entries")).to_contain_text("MoveUnit unit=C-44 path=1927,1926")
        assert orders(club)[-1].by == "confederate"


@pytest.mark.browser
def test_an_order_is_put_together_and_given_with_the_keyboard_alone(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with marching(browser, tmp_path, "confederate") as (club, [page]):
        for name in ("Move unit", "Pettigrew"):
            page.get_by_role("button", name=name, exact=True).focus()
            page.keyboard.press("Enter")
        page.locator(".hand-places summary").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="1926", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".desk-shown")).to_have_text("MoveUnit unit=C-44 path=1927,1926 (2 MP)")
        page.keyboard.press("Escape")
        expect(page.locator(".hand-crumbs button")).to_have_count(0)
        expect(page.locator("#desk-order")).to_have_value("")
        page.get_by_role("button", name="End phase", exact=True).focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Give the order").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".hand-state")).to_contain_text("Your move: rally")
        assert type(orders(club)[-1].order).__name__ == "EndPhase"


@pytest.mark.browser
def test_whoever_goes_by_keys_goes_on_where_the_order_does(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with marching(browser, tmp_path, "confederate") as (club, [page]):
        page.get_by_role("button", name="Move unit", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".hand-groups button:focus")).to_have_count(1)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="End phase", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Give the order")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".hand-state")).to_contain_text("Your move: rally")
        expect(page.locator(".hand-groups button:focus")).to_have_count(1)
        assert type(orders(club)[-1].order).__name__ == "EndPhase"


@pytest.mark.browser
def test_two_windows_of_one_side_a_double_click_and_the_back_button_give_nothing_twice(
    browser: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    with marching(browser, tmp_path, "confederate", "confederate") as (club, [one, other]):
        before = len(orders(club))
        for page in (one, other):
            page.get_by_role("button", name="End phase", exact=True).click()
            expect(page.locator(".desk-shown")).to_have_text("EndPhase")
        other.route("**/follow*", lambda route: route.abort())  # it hears nothing any more
        one.get_by_role("button", name="Give the order").dblclick()
        expect(one.locator(".hand-state")).to_contain_text("Your move: rally")
        other.evaluate("() => document.querySelector('.desk .main').click()")
        other.wait_for_timeout(300)
        assert len(orders(club)) == before + 1
        one.go_back()
        one.go_forward()
        one.wait_for_selector(".hand[data-head]")
        assert len(orders(club)) == before + 1
        expect(one.locator(".hand-state")).to_contain_text("Your move: rally")


@pytest.mark.browser
def test_a_lost_connection_in_mid_order_is_said_and_the_order_kept(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with marching(browser, tmp_path, "confederate") as (club, [page]):
        before = head(club)
        page.get_by_role("button", name="End phase", exact=True).click()
        expect(page.locator(".desk-shown")).to_have_text("EndPhase")
        page.route("**/orders", lambda route: route.abort())
        page.get_by_role("button", name="Give the order").click()
        expect(page.locator(".desk-said.refused")).to_have_text("not sent: the service does not answer")
        assert head(club) == before
        page.unroute("**/orders")
        page.get_by_role("button", name="Give the order").click()
        expect(page.locator(".hand-state")).to_contain_text("Your move: rally")


@pytest.mark.browser
def test_ll_6_a_unit_is_dragged_and_wheeled_on_the_table(browser: Any, tmp_path: Path, pictures: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        begun(club, "longstreet_lite", until=MoveUnit)
        move = first_of(club, MoveUnit)
        assert move is not None
        assert isinstance(move.order, MoveUnit)
        with seated(browser, club, move.by) as [page]:
            page.locator(f"[data-id='{move.order.unit}']").first.click()
            expect(page.locator(".lit-handle")).to_have_count(2)
            x, y = centre(page, "[data-handle='right']")
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + 2, y + 30, steps=4)
            page.mouse.up()
            expect(page.locator("#desk-order")).to_have_value(re.compile("wheel-"))
            expect(page.locator(".lit-ghost").first).to_be_attached()
            page.screenshot(path=pictures / "clicks-wheel.png")
