"""How the page of a side shares out a window: board, orders and log are there at once, in a low one as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.log.refs import Ref
from rules.black_powder.movement.asks import MoveUnit
from tests.service.browsing import opened_page
from tests.service.conftest import opened
from tests.service.server import serving
from tests.service.test_clicks import seated
from tests.service.test_hand import begun, first_of

PHONE = (390, 844)
# Words that are cut off: tabs, and what stands over and in the field for dice.
CUT = """() => {
  const right = (node) => node.getBoundingClientRect().right, panel = document.querySelector(".tabs");
  const tabs = [...panel.querySelectorAll("[role=tab]:not([hidden])")].filter((tab) => right(tab) > right(panel));
  const dice = document.querySelector(".desk-dice"), input = dice.querySelector("input");
  const style = getComputedStyle(input), cut = tabs.map((tab) => tab.textContent);
  const pen = Object.assign(document.createElement("canvas").getContext("2d"), { font: style.font });
  const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  if (dice.scrollWidth > dice.clientWidth) cut.push(dice.textContent);
  if (pen.measureText(input.placeholder).width > room) cut.push(input.placeholder);
  return cut;
}"""
# What is seen of each part: the log within its panel.
PARTS = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const seen = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round);
  const log = box("#page-entries"), side = box("section.side");
  return {
    board: seen(box("#page-board-frame")), desk: seen(box(".desk")),
    time: seen(box("section.time")), dice: seen(box("#page-dice")),
    log: seen({ ...log.toJSON(), bottom: Math.min(log.bottom, side.bottom) }),
    wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight,
    cut: document.querySelector(".transport").scrollWidth - document.querySelector(".transport").clientWidth,
  };
}"""


def parts(page: Any, size: tuple[int, int]) -> Any:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate(PARTS)


def meet(a: list[int], b: list[int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.browser
def test_board_orders_and_log_have_room_in_every_window(browser: Any, tmp_path: Path, pictures: Path) -> None:
    """A busy desk: many kinds of order, dice that were rolled, notes beside the board, much said of the last order."""
    with opened(tmp_path) as club:
        begun(club, "black_powder", until=MoveUnit)
        choice = first_of(club, MoveUnit)
        assert choice is not None
        with seated(browser, club, choice.by) as [page]:
            page.evaluate("() => window.refight.desk.tell('what came of the last order; '.repeat(9))")
            for size in ((1920, 1080), (1440, 900), (1280, 720), (1024, 768)):
                found = parts(page, size)
                page.screenshot(path=pictures / f"layout-{size[0]}.png")
                named = [found[name] for name in ("board", "desk", "log", "time", "dice")]
                assert not [1 for i, one in enumerate(named) for other in named[:i] if meet(one, other)], size
                assert found["dice"][3] > found["dice"][1], "dice were rolled"
                assert found["wide"] <= size[0]
                assert found["high"] <= size[1]
                assert found["cut"] <= 0, "all of the time line is there"
                assert found["log"][3] - found["log"][1] >= 150, "six lines of the log"
                assert found["board"][3] - found["board"][1] >= size[1] / 2
            found = parts(page, PHONE)
            page.screenshot(path=pictures / "layout-phone.png", full_page=True)
            assert found["wide"] <= PHONE[0]
            assert found["board"][3] <= found["desk"][1] < found["log"][1], "on a phone one comes under the other"
            assert found["log"][3] - found["log"][1] >= 300


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_of_tabs_and_dice_is_cut_off(browser: Any, tmp_path: Path, language: str) -> None:
    with opened(tmp_path) as club:
        club.new("gettysburg", "mcpherson", "ridge")
        club.games.branch(Ref("ridge"), "other", luck="fresh", why="", by="umpire")  # which brings a tab of its own
        service, token = club.service, club.service.tokens.new("ridge", "union")
        with (
            serving(service) as address,
            opened_page(browser, f"{address}/games/ridge?lang={language}#token={token}") as page,
        ):
            page.wait_for_selector(".hand-state:not(:empty)")
            page.wait_for_selector("#desk-dice[placeholder]")
            for size in ((1440, 900), (1280, 720), (1024, 768), PHONE):
                parts(page, size)
                assert page.evaluate(CUT) == [], size


@pytest.mark.browser
@pytest.mark.parametrize(
    ("dice", "offered", "hint"),
    [("either", True, "rolled for you"), ("table", True, ""), ("fair", False, ""), ("shared", False, "")],
)
def test_dice_are_to_be_typed_only_where_a_game_takes_them(
    browser: Any, tmp_path: Path, dice: str, offered: bool, hint: str
) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge", settings=[f"dice={dice}"])
        token = club.service.tokens.new("ridge", "blue")
        with serving(club.service) as address, opened_page(browser, f"{address}/games/ridge#token={token}") as page:
            expect(page.locator(".study-form").first).to_be_attached()
            expect(page.get_by_label("Dice on your table")).to_be_visible(visible=offered)
            if offered:
                expect(page.get_by_label("Dice on your table")).to_have_attribute("placeholder", hint)
