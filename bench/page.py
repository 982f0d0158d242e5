"""Bars of the replay page: making it, its size, and, where Chromium is installed, opening it and stepping through it.

Absolute figures: they depend on the machine. The game is the recorded Second Day, of nearly 5,000 entries.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench.measure import Result, at_most, interleaved
from domain.gamelog import GameLog
from domain.games import Games
from rules import SYSTEMS

GAME = "gettysburg/second-day-union.transcript"
EXPORT_SECONDS, MEGABYTES, OPENING_SECONDS, STEP_MS = 3, 5, 2, 100
STEPS = 300  # in each round, from entries spread over the game
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
READY = "body[data-ready=yes]"
# A step with everything that it lays out; the painting of it is the browser's own affair.
STEPPED = """(steps) => {
  const { player } = refight, taken = [];
  for (let i = 0; i < steps; i += 1) {
    if (i % 30 === 0) player.go(1 + Math.floor((i / steps) * (player.last - 60)));
    const start = performance.now();
    player.step(1);
    document.body.getBoundingClientRect();
    taken.push(performance.now() - start);
  }
  return taken;
}"""


def run(folder: Path, rounds: int) -> Iterator[Result]:
    from cli.explain import book_of
    from projections.page.build import build
    from projections.page.page import page
    from tests.replay_fixtures import FIXTURES, imported

    with GameLog(str(folder / "page.db"), SYSTEMS) as log:
        games = Games(log)
        line = imported(games, FIXTURES / GAME)
        entries, book = log.head(line).number, book_of(line.system.key)
        (taken,) = interleaved([lambda: page(build(games, "game", book))], rounds)
        text = page(build(games, "game", book))
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")
    note = f"the yardstick is the bar, {EXPORT_SECONDS} s; {entries} entries, for the umpire and both sides"
    yield at_most("export --html, Second Day", taken, EXPORT_SECONDS, "s", 1, "1", note)
    note = f"the yardstick is the bar, {MEGABYTES} MB"
    yield at_most("size of that page", file.stat().st_size / 1e6, MEGABYTES, "MB", 1, "1", note)
    yield from _in_a_browser(file, rounds)


def _in_a_browser(file: Path, rounds: int) -> Iterator[Result]:
    """Nothing, where there is no browser to measure."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return
    if program is None:
        return
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, headless=True, args=list(FLAGS))
        found = [_opened(browser, file) for _ in range(rounds)]
        browser.close()
    opening, steps = median(taken for taken, _ in found), median(step for _, each in found for step in each)
    note = f"the yardstick is the bar, {OPENING_SECONDS} s; a new tab of Chromium until the first board is there"
    yield at_most("opening that page", opening, OPENING_SECONDS, "s", 1, "1", note)
    note = f"the yardstick is the bar, {STEP_MS} ms; the median of {len(found) * STEPS} steps, with their layout"
    yield at_most("a step through that page", steps, STEP_MS, "ms", 1, "1", note)


def _opened(browser: Any, file: Path) -> tuple[float, list[float]]:
    """Seconds until it is ready, and milliseconds of each step."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    tab = context.new_page()
    start = time.perf_counter()
    tab.goto(file.as_uri())
    tab.wait_for_selector(READY)
    taken = time.perf_counter() - start
    steps: list[float] = tab.evaluate(STEPPED, STEPS)
    context.close()
    return taken, steps
