"""Bars of the replay page: making it, its size, and, where Chromium is installed, opening it and stepping through it.

The game is the recorded Second Day, of nearly 5,000 entries. In the browser the clock on the wall counts.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench.measure import Pace, Result, at_most, chess_rate, paced, within
from bench.plan import Plan
from bench.recorded import into
from domain.games.games import Games
from domain.log.gamelog import GameLog
from rules import SYSTEMS

GAME = "gettysburg/second-day-union.transcript"
EXPORT_SECONDS, MEGABYTES, OPENING_SECONDS, STEP_SECONDS = 3, 5, 2, 0.1
STEPS, QUICK_STEPS = 300, 60  # in each round, from entries spread over the game
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


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    from cli.shell.rules import book_of
    from projections.page.build import build
    from projections.page.page import page

    with GameLog(str(into(folder / "page.db", GAME)), SYSTEMS) as log:
        games, line = Games(log), log.line("game")
        entries, book = log.head(line).number, book_of(line.system.key)
        pages: list[str] = []
        pace = paced(lambda: pages.append(page(build(games, "game", book))), plan.few)
    file = folder / "page.html"
    file.write_text(pages[-1], encoding="utf-8")
    yield within("export --html, Second Day", pace, EXPORT_SECONDS, f"{entries:,} entries, for umpire and both sides")
    note = f"the bar, {MEGABYTES} MB"
    yield at_most("size of that page", file.stat().st_size / 1e6, MEGABYTES, "MB", 1, note=note)
    yield from _in_a_browser(file, plan)


def _in_a_browser(file: Path, plan: Plan) -> Iterator[Result]:
    """Nothing, where there is no browser to measure."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return
    if program is None:
        return
    steps = plan.size(STEPS, QUICK_STEPS)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, headless=True, args=list(FLAGS))
        found = [(*_opened(browser, file, steps), chess_rate()) for _ in range(plan.rounds)]
        browser.close()
    chess = median(rate for *_, rate in found)
    opening, step = median(taken for taken, *_ in found), median(one for _, each, _ in found for one in each)
    note = "on the wall; a new tab of Chromium until the first board is there"
    yield within("opening that page", Pace(opening, chess), OPENING_SECONDS, note)
    note = f"on the wall; the median of {len(found) * steps} steps, with their layout"
    yield within("a step through that page", Pace(step / 1000, chess), STEP_SECONDS, note, quick=plan.quick)


def _opened(browser: Any, file: Path, steps: int) -> tuple[float, list[float]]:
    """Seconds until it is ready, and milliseconds of each step."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    tab = context.new_page()
    start = time.perf_counter()
    tab.goto(file.as_uri())
    tab.wait_for_selector(READY)
    taken = time.perf_counter() - start
    each: list[float] = tab.evaluate(STEPPED, steps)
    context.close()
    return taken, each
