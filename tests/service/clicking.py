"""A person who only clicks: whatever is lit or written on a button, until an order stands there, and then Give."""

from __future__ import annotations

import random
import re
from typing import Any

MOST_CLICKS = 30  # for one order
# When a game is over all is opened, and the page begins anew without orders to give.
HELD = """() => {
  const panel = document.querySelector(".hand"), player = window.refight?.player;
  if (!player) return false;
  return !panel || (Number(panel.dataset.head) === player.last && !document.querySelector(".desk .main").disabled);
}"""
QUIET = (
    """() => document.querySelector(".hand")?.getAttribute("aria-busy") !== "true" """  # nothing is fetched for a pick
)
READY = """() => {
  const order = document.getElementById("desk-order").value, shown = document.querySelector(".desk-shown");
  return order !== "" && shown.value !== "" && !shown.classList.contains("refused");
}"""
LIT = """(what) => [...document.querySelectorAll(what)].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
  const top = document.elementFromPoint(...at);
  return top && top.closest("#page-board-frame") && !top.closest("button, .over") ? at : null;
}).filter(Boolean)"""


class Clicker:
    """One browser of one side."""

    def __init__(self, page: Any, seed: int, haste: float = 0.0) -> None:
        self.page, self.rng = page, random.Random(seed)
        self.haste = haste  # how often a phase is ended where it can be

    @property
    def is_mine(self) -> bool:
        return bool(self.page.locator(".hand.yours").count())

    def settle(self) -> None:
        self.page.wait_for_function(HELD)

    def order(self) -> str:
        """One order put together by clicks and given; what it was."""
        self.settle()
        before = self.page.evaluate("() => window.refight.player.last")
        for _ in range(MOST_CLICKS):
            self.page.wait_for_function(QUIET)
            if self.page.evaluate("() => document.getElementById('desk-order').value") and self._is_ready():
                return self._give(before)
            if not self._click():
                break
        said = [self.page.locator(part).inner_text() for part in (".hand", ".desk-shown", ".desk-said")]
        raise AssertionError(f"no order came of it: {' | '.join(said)}")

    def _is_ready(self) -> bool:
        self.page.wait_for_function(
            "() => document.querySelector('.desk-shown').value !== '' || !document.getElementById('desk-order').value"
        )
        return bool(self.page.evaluate(READY))

    def _give(self, before: int) -> str:
        said: str = self.page.locator(".desk-shown").inner_text()
        self.page.get_by_role("button", name="Give the order").click()
        self.page.wait_for_function("(before) => window.refight?.player.last > before", arg=before)
        self.settle()
        return said

    def _click(self) -> bool:
        """Something lit on the board, or a button of the panel."""
        ends = self.page.locator(".hand-groups .choice").filter(has_text=re.compile(r"^(End|Decline|Skip|Pass)"))
        if self.haste and ends.count() and self.rng.random() < self.haste:
            ends.first.click()
            return True
        lit = self.page.evaluate(LIT, ".lit-place") or self.page.evaluate(LIT, ".lit-unit.target, .lit-unit.can")
        buttons = self.page.locator(".hand-groups .choice, .hand-groups .card, .hand-groups .step:not([disabled])")
        if lit and (self.rng.random() < 0.7 or not buttons.count()):
            self.page.mouse.click(*self.rng.choice(lit))
            return True
        self.page.locator(".hand-places").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
        plain = [n for n in range(buttons.count()) if not buttons.nth(n).inner_text().endswith("…")]
        if not plain:
            return False
        buttons.nth(self.rng.choice(plain)).click()
        return True
