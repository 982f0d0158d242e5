"""Lines, marks and comments, two lines on the board, links to a moment, and the page without spoilers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.chromium import grave_faults

pytestmark = pytest.mark.browser
NUMBER = "refight.player.number"


def march(tab: Any) -> int:
    """The entry that the two lines part after."""
    found: int = tab.evaluate("refight.player.store.course('left').base")
    return found


def test_marks_and_comments_stand_beside_their_entry_and_are_counted_in_the_tree(opened: Open) -> None:
    tab = opened("studied")
    at = march(tab)
    row = tab.locator(f"li:has(> [data-entry='{at + 1}'])")
    assert row.locator(".glyph").all_inner_texts() == ["!?", "risky"]
    assert row.locator(".comment").all_inner_texts() == ["bold umpire"]
    tab.click("#page-tab-lines")
    told = tab.inner_text("#page-lines button[data-line=main]")
    assert "2 notes (!?, risky)" in told
    left = tab.inner_text("#page-lines button[data-line=left]")
    assert f"leaves main after entry {at}" in left
    assert "opened by umpire" in left
    assert "what if he waits?" in left


def test_a_line_is_entered_where_it_parts_and_the_way_back_stands_there_too(opened: Open) -> None:
    tab = opened("studied")
    at = march(tab)
    tab.evaluate(f"refight.player.go({at})")
    tab.click("#page-entries .fork[data-fork=left]")
    assert tab.evaluate("refight.player.line") == "left"
    assert tab.evaluate(NUMBER) == at, "what both share is the same place"
    tab.keyboard.press("l")
    tab.click("#page-entry-told .fork[data-fork=main]")
    assert tab.evaluate("refight.player.line") == "main"


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_two_lines_stand_side_by_side_with_what_differs(
    opened: Open, axe: str, pictures: Path, size: tuple[int, int], scheme: str
) -> None:
    tab = opened("studied", size=size, scheme=scheme)
    at = march(tab)
    tab.evaluate(f"refight.player.go({at})")
    tab.click("#page-tab-lines")
    tab.select_option("#page-compare-with", "left")
    assert tab.inner_text("#page-differences") == "Nothing differs here."
    tab.evaluate("refight.player.go(refight.player.last)")
    rows = tab.locator("#page-differences tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [["Pettigrew", "1926,", "(4-4-5)", "1928,", "(4-4-5)"]]
    assert tab.locator("#page-board .differs").count() == tab.locator(".twin .differs").count() == 1
    assert tab.get_attribute(".twin > svg", "viewBox") == tab.get_attribute("#page-board", "viewBox")
    tab.click("#page-closer")
    assert tab.get_attribute(".twin > svg", "viewBox") == tab.get_attribute("#page-board", "viewBox")
    assert grave_faults(tab, axe) == []
    tab.screenshot(path=pictures / f"compare-{size[0]}-{scheme}.png", full_page=True)
    tab.keyboard.press("Tab")
    tab.select_option("#page-compare-with", "")
    assert tab.locator(".twin").count() == 0
    tab.evaluate("document.activeElement.blur()")
    tab.keyboard.press("c")
    assert tab.locator(".twin").count() == 1


def test_lines_without_a_map_are_compared_box_by_box(opened: Open) -> None:
    tab = opened("small", "#12")
    tab.keyboard.press("c")
    assert tab.locator(".twin .mapless .box").count() > 0
    assert tab.locator("#page-differences").text_content() != ""


def test_phases_keep_two_lines_together(opened: Open) -> None:
    tab = opened("studied")
    there = "refight.player.compare.there"
    tab.keyboard.press("c")
    base, last = march(tab), tab.evaluate("refight.player.store.last('left')")
    turns = tab.evaluate("refight.player.store.rows('main', 'turns', 0).map((row) => row[0])")
    assert tab.evaluate(f"(refight.player.go({turns[-1]}), {there})") == last, "the next phase begins in both"
    assert tab.evaluate(f"(refight.player.go({turns[-1] - 1}), {there})") == last - 1, "one is over in both"
    tab.evaluate("document.getElementById('page-compare-by').value = 'entry'")
    assert tab.evaluate(f"(refight.player.go({base + 1}), {there})") == base + 1
    tab.evaluate("document.getElementById('page-compare-by').value = 'end'")
    assert tab.evaluate(f"(refight.player.go(1), {there})") == last
    tab.evaluate("refight.player.choose('left')")
    assert tab.evaluate("refight.player.compare.other") == "main", "the other way round"


def test_a_link_to_a_moment_is_copied(opened: Open) -> None:
    tab = opened("studied", "#3")
    tab.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    tab.keyboard.press("l")
    tab.click("#page-copy-link")
    assert tab.evaluate("window.copied").endswith(".html#3")
    assert tab.inner_text("#page-copied") == "copied"
    tab.click("#page-copy-veiled")
    assert tab.evaluate("window.copied").endswith(".html#3;unspoilt")


def test_without_spoilers_nothing_is_told_of_what_comes_later(opened: Open, axe: str, pictures: Path) -> None:
    tab = opened("studied", "#4;unspoilt")
    last = tab.evaluate("refight.player.last")
    seen = tab.inner_text("body")
    assert "victory" not in seen
    assert "victory" not in tab.title()
    assert str(last) not in tab.inner_text(".transport")
    shown = "[...document.querySelectorAll('#page-entries [data-entry]')].filter((one) => one.offsetParent).length"
    assert tab.locator("#page-entries li:visible [data-entry='5']").count() == 0
    before = tab.evaluate(shown)
    assert tab.get_attribute("#page-slider", "max") == "4"
    assert "of " + str(last) not in (tab.get_attribute("#page-slider", "aria-valuetext") or "")
    for hidden in ("#page-ticks", "#page-turn-labels", ".glyphs >> nth=0", ".forks >> nth=0", "#page-points-chart"):
        assert not tab.locator(hidden).is_visible(), hidden
    tab.fill("#page-search", "pettigrew")
    tab.wait_for_function("() => document.getElementById('page-found').textContent")
    assert tab.locator("#page-entries li.hit:visible").count() == tab.evaluate("refight.player.log.found.length")
    assert all(n <= 4 for n in tab.evaluate("refight.player.log.found"))
    tab.keyboard.press("Escape")
    tab.click("#page-end")
    assert tab.evaluate(NUMBER) == 4, "the end is no nearer than where one has been"
    tab.keyboard.press("c")
    assert tab.locator(".twin").count() == 0
    tab.click("#page-next")
    assert tab.evaluate(NUMBER) > 4
    assert tab.evaluate(shown) > before
    tab.screenshot(path=pictures / "unspoilt.png")
    assert grave_faults(tab, axe) == []
    tab.wait_for_function("() => location.hash.endsWith(';unspoilt')")
    tab.keyboard.press("s")
    assert tab.inner_text("h1") == "Confederate victory"
    assert tab.get_attribute("#page-slider", "max") == str(last)
    assert tab.locator("#page-ticks").is_visible()
