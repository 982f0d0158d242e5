"""Bars of the live page in Chromium: opening a long game, a click until all it may do is lit, a step. The wall counts.

The long game is the recorded whole battle that goes to its last turn, nearly 24,000 entries. The clicks fall on the
busiest position of it: the movement phase with the most legal orders, as if it were played now.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.measure import Pace, Result, chess_rate, within
from bench.page import CHROMIUM, FLAGS, READY, STEPPED
from bench.plan import Plan
from bench.serving import ours
from cli.service.tokens import TokenBox
from domain.games.games import Games
from domain.games.look import due, legal
from domain.kernel.facts import PhaseBegan
from domain.log.gamelog import GameLog
from domain.log.refs import Ref
from rules import SYSTEMS

GAME = "gettysburg/whole-battle-union-last-turn.transcript"
OPENING_SECONDS, CLICK_SECONDS, STEP_SECONDS = 2, 0.15, 0.1
STEPS, QUICK_STEPS, CLICKS = 300, 60, 24
HELD = "() => Number(document.querySelector('.hand')?.dataset.head) === window.refight?.player.last"
# From the click on a piece until its places are lit and laid out; one unit after another, each begun anew.
CLICKED = """async (most) => {
  const { player } = refight, taken = [];
  const shown = () => [...document.querySelectorAll(".lit-unit.can")].map((node) => node.dataset.unit);
  const until = async (what) => {
    for (const start = performance.now(); performance.now() - start < 5000; ) {
      if (document.querySelector(what)) return true;
      await new Promise((done) => setTimeout(done, 0));
    }
    return false;
  };
  for (const id of shown().slice(0, most)) {
    const piece = [...player.board.nodes.values()].find(({ node }) => node.dataset.id === id)?.node;
    if (!piece) continue;
    const { x, y, width, height } = piece.getBoundingClientRect(), start = performance.now();
    player.board.view.moved = 0;
    piece.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }));
    if (!(await until(".lit-place"))) throw new Error(`nothing is lit for ${id}`);
    document.body.getBoundingClientRect();
    taken.push(performance.now() - start);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    if (!(await until(".lit-unit.can"))) throw new Error("it does not start over");
  }
  return taken;
}"""


class Busy(NamedTuple):
    """A game at its busiest."""

    side: str
    entries: int
    orders: int


def run(folder: Path, plan: Plan) -> Iterator[Result]:
    """Nothing, where there is no browser to measure."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return
    if program is None:
        return
    log = str(folder / "live.db")
    busy, tokens = _prepared(log)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, headless=True, args=list(FLAGS))
        yield _opening(browser, plan, log, tokens)
        yield from _playing(browser, plan, log, tokens, busy)
        browser.close()


def _prepared(log: str) -> tuple[Busy, list[str]]:
    """The whole battle, and the same up to its busiest moment; with a token for each."""
    from tests.replay_fixtures import FIXTURES, decided

    pack, rows, line = decided(FIXTURES / GAME)
    with GameLog(log, SYSTEMS) as opened:
        opened.restore("whole", pack, rows)
        games = Games(opened)
        found = max(_openings(games), key=lambda one: one.orders)
        opened.restore("busy", pack, {line: rows[line][: found.entries]})
        games.position(Ref("busy"))
        box = TokenBox(opened.store)
        return found, [box.new("whole", "union"), box.new("busy", found.side)]


def _openings(games: Games) -> Iterator[Busy]:
    """The beginning of each movement phase, and how many orders there are."""
    line = games.line(Ref("whole"))
    for entry in games.each_entry(Ref("whole")):
        if isinstance(entry.fact, PhaseBegan) and entry.fact.phase == "movement":
            state = games.replayed(line, entry.number) if entry.number < 2 else games.state(line, entry.number)
            side = due(line.system, state)
            yield Busy(side, entry.number, sum(1 for _ in legal(line.system, state, side)))


def _opening(browser: Any, plan: Plan, log: str, tokens: list[str]) -> Result:
    """Of a service that has just begun, with the token of a side: nothing is kept from before."""
    taken, rates = [], []
    for _ in range(plan.few):
        with ours(plan, log, tokens) as service:
            context, tab = _tab(browser)
            start = time.perf_counter()
            tab.goto(_address(service.port, "whole", tokens[0]))
            tab.wait_for_selector(READY)
            taken.append(time.perf_counter() - start)
            context.close()
        rates.append(chess_rate())
    note = "on the wall; a new tab until the first board is there, of a service just begun; the rest comes in behind"
    return within("opening a live game of 24,000 entries", Pace(median(taken), median(rates)), OPENING_SECONDS, note)


def _playing(browser: Any, plan: Plan, log: str, tokens: list[str], busy: Busy) -> Iterator[Result]:
    steps = plan.size(STEPS, QUICK_STEPS)
    clicks, moved, rates = list[float](), list[float](), list[float]()
    with ours(plan, log, tokens) as service:
        for _ in range(plan.few):
            context, tab = _tab(browser)
            tab.goto(_address(service.port, "busy", tokens[1]))
            tab.wait_for_function(HELD)
            tab.wait_for_function("() => !window.refight.player.store.course('main').base")  # the whole has come
            clicks += tab.evaluate(CLICKED, CLICKS)
            moved += tab.evaluate(STEPPED, steps)
            rates.append(chess_rate())
            context.close()
    chess = median(rates)
    note = f"on the wall; the median of {len(clicks)} clicks, the slowest {max(clicks):.0f} ms; {busy.orders} orders"
    yield within("a click until its hexes are lit", Pace(median(clicks) / 1000, chess), CLICK_SECONDS, note)
    note = f"on the wall; the median of {len(moved)} steps, with their layout"
    yield within("a step on the live page", Pace(median(moved) / 1000, chess), STEP_SECONDS, note, quick=plan.quick)


def _tab(browser: Any) -> tuple[Any, Any]:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    return context, context.new_page()


def _address(port: int, game: str, token: str) -> str:
    return f"http://127.0.0.1:{port}/games/{game}#token={token}"
