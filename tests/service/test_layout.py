"""How the page of a side shares out a window: board, orders and log are there at once, in a low one as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.black_powder.movement.asks import MoveUnit
from tests.service.conftest import opened
from tests.service.test_clicks import seated
from tests.service.test_hand import begun, first_of

PHONE = (390, 844)
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
