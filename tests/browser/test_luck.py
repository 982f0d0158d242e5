"""Luck in the page: it follows the slider, leads to what stood out, and is told to nobody who may not know it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, LUCK, PHONE, Open
from tests.chromium import grave_faults

pytestmark = pytest.mark.browser

RIDGE, BRIDGE, SMALL = (
    f"{name}{LUCK}"
    for name in ("gettysburg/mcphersons-ridge-confederate", "freeform/pegasus-bridge", "small")
)  # fmt: skip


def values(tab: Any) -> list[float]:
    told = tab.locator("#page-luck-now b").all_inner_texts()
    return [float(text.replace("−", "-")) for text in told]


def entries(tab: Any) -> list[int]:
    found = tab.locator(".stood-out a").all_inner_texts()
    return [int(re.fullmatch(r"Entry (\d+)", text)[1]) for text in found]  # type: ignore[index]


def test_luck_follows_the_slider_and_ends_as_the_sentence_says(opened: Open) -> None:
    tab = opened(RIDGE, "#1")
    assert values(tab) == [0, 0]
    tab.keyboard.press("End")
    tab.click("#page-luck-more")
    said = re.search(r"The dice were ([+-][\d.]+) for (\w+) ", tab.inner_text("#page-luck-told"))
    assert said
    told = dict(zip(("union", "confederate"), values(tab), strict=True))
    assert told[said[2]] == float(said[1])
    assert sum(told.values()) == 0
    assert "19 in 20 within ±" in tab.inner_text("#page-luck-now")


def test_the_cursor_of_the_chart_stands_at_the_current_entry(opened: Open) -> None:
    tab = opened(RIDGE, "#1")
    at = "document.querySelector('#page-{}-chart .cursor').getAttribute('x1')"
    assert float(tab.evaluate(at.format("luck"))) == 0
    tab.fill("#page-slider", "400")
    assert tab.evaluate(at.format("luck")) == tab.evaluate(at.format("losses")) != "0"


def test_each_order_that_stood_out_is_a_link_to_its_entry(opened: Open) -> None:
    tab = opened(RIDGE, "#1")
    tab.click("#page-luck-more")
    assert tab.get_attribute("#page-tab-luck", "aria-selected") == "true"
    wanted = entries(tab)
    assert wanted
    assert wanted == sorted(wanted)
    for i, entry in enumerate(wanted):
        tab.locator(".stood-out a").nth(i).click()
        tab.wait_for_selector(f'.now .entry[data-entry="{entry}"]', state="attached")
        assert tab.locator(".stood-out a[aria-current]").all_inner_texts() == [f"Entry {entry}"]


def test_a_dot_on_the_line_leads_to_its_order_and_the_chart_to_any_entry(opened: Open) -> None:
    tab = opened(RIDGE, "#1")
    dots = tab.locator(".stands-out").evaluate_all("all => all.map(dot => Number(dot.dataset.entry))")
    tab.click("#page-luck-more")
    assert dots == entries(tab)
    tab.locator(".stands-out").last.dispatch_event("click")
    assert tab.input_value("#page-number") == str(dots[-1])
    box = tab.locator("#page-luck-chart").bounding_box()
    tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + 2)
    last = int(tab.inner_text("#page-last").replace(",", ""))
    assert abs(int(tab.input_value("#page-number")) - last / 2) < last / 100


def test_the_line_stays_in_the_chart_and_the_band_lies_about_its_middle(opened: Open) -> None:
    tab = opened(RIDGE)
    low, high = tab.evaluate(
        "(() => { const b = document.querySelector('.luck .series').getBBox(); return [b.y, b.y + b.height]; })()"
    )
    assert 0 <= low < high <= 64
    y = [float(pair.split(",")[1]) for pair in tab.get_attribute(".luck .band", "points").split()]
    assert min(y) + max(y) == pytest.approx(64, abs=0.2)
    assert max(y) > 34


def test_where_dice_change_nothing_their_height_is_shown_for_each_side(opened: Open) -> None:
    tab = opened(BRIDGE, "#133")
    assert tab.inner_text("#page-luck-title") == "Height of the dice"
    assert tab.locator(".luck .series").count() == tab.locator(".luck .band").count() == 2
    tab.click("#page-luck-more")
    assert "only their height can be judged" in tab.inner_text("#page-luck-told")
    assert tab.locator(".stood-out").count() == 0


def test_a_side_from_which_something_is_hidden_is_not_told(opened: Open) -> None:
    tab = opened(SMALL, "#10")
    assert tab.is_visible("#page-luck")
    tab.select_option("#page-viewer", label="As blue may see it")
    tab.click("#page-tab-luck")
    assert not tab.is_visible("#page-luck")
    assert tab.inner_text("#page-luck-told").endswith("is hidden from blue: only the umpire’s view tells it.")
    tab.select_option("#page-viewer", label="As red may see it")
    assert tab.is_visible("#page-luck"), "red knows all there is to know"


def test_on_another_line_the_page_says_whose_luck_it_holds(opened: Open) -> None:
    tab = opened(SMALL, "#what-if:11")
    tab.click("#page-tab-luck")
    assert not tab.is_visible("#page-luck")
    assert tab.inner_text("#page-luck-told") == "Luck was reckoned for the line main only."


def test_without_luck_there_is_neither_a_chart_nor_a_tab(opened: Open) -> None:
    tab = opened("small")
    assert not tab.is_visible("#page-luck")
    assert not tab.is_visible("#page-tab-luck")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [RIDGE, BRIDGE], ids=["luck", "height"])
def test_luck_has_no_grave_fault_and_room_enough(
    opened: Open, axe: str, name: str, size: tuple[int, int], scheme: str
) -> None:
    tab = opened(name, "#100", size=size, scheme=scheme)
    tab.click("#page-luck-more")
    assert grave_faults(tab, axe) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
    assert tab.locator("#page-luck-now .now-value").evaluate_all(cut) == []
