"""What gives way on the board: names of the ground to units, and the small map to the moment and to names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Open

pytestmark = pytest.mark.browser

FARM, FREEMAN, JULY = "longstreet_lite/brawners-farm", "black_powder/freemans-farm-1777", "gettysburg/first-of-july"
LOW = (1280, 720)
OVER = """() => {
  const boxes = (what) => [...document.querySelectorAll(`#page-board ${what}`)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => [node.textContent, node.getBoundingClientRect()]).filter(([, { width }]) => width);
  const meet = (a, b, by) =>
    a.left + by < b.right && b.left + by < a.right && a.top + by < b.bottom && b.top + by < a.bottom;
  const names = boxes("text.place"), units = boxes(".outline, .chip"), air = 4; // pixels above and below letters
  const found = names.flatMap(([name, box]) => units.filter(([, unit]) => meet(box, unit, air)).map(() => name));
  const double = names.filter(([, box], i) => names.some(([, other], j) => j < i && meet(box, other, air)));
  const small = document.querySelector(".overview");
  const isShown = small.checkVisibility({ visibilityProperty: true });
  const about = ":is(.halo, [data-trace='target'] circle.aim, .callout rect)";
  const hidden = isShown ? boxes(about).filter(([, box]) => meet(box, small.getBoundingClientRect(), 0)) : [];
  return { found, double: double.map(([name]) => name), hidden: hidden.length, names: names.length, isShown };
}"""
SETTLED = "() => new Promise((done) => setTimeout(done, 0))"  # behind what the board has yet to do


def over(tab: Any, entry: int) -> Any:
    tab.evaluate("(entry) => refight.player.go(entry)", entry)
    tab.evaluate(SETTLED)
    return tab.evaluate(OVER)


@pytest.mark.parametrize("name", [FARM, FREEMAN])
@pytest.mark.parametrize("size", [DESKTOP, LOW, PHONE])
def test_no_name_of_the_ground_lies_on_a_unit_or_on_another_name(
    opened: Open, name: str, size: tuple[int, int], pictures: Any
) -> None:
    tab = opened(name, size=size)
    last = tab.evaluate("() => refight.player.last")
    told = 0
    for entry in range(1, last, last // 12):
        found = over(tab, entry)
        tab.screenshot(path=pictures / f"names-{name.partition('/')[2]}-{size[0]}-{entry}.png")
        assert not found["found"], f"at {entry}"
        assert not found["double"], f"at {entry}"
        told += found["names"]
    assert told >= 24, "most are told all the same"


@pytest.mark.parametrize("name", [FARM, FREEMAN, JULY])
@pytest.mark.parametrize("size", [LOW, PHONE])
def test_the_small_map_hides_neither_what_the_moment_is_about_nor_a_name(
    opened: Open, name: str, size: tuple[int, int]
) -> None:
    tab = opened(name, size=size)
    last = tab.evaluate("() => refight.player.last")
    shown = 0
    for entry in range(1, last, last // 25):
        found = over(tab, entry)
        assert not found["hidden"], f"at {entry}"
        shown += found["isShown"]
    assert shown, "where there is room it is there"
