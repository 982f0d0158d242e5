"""A click on a place of a table finds a way there, in every system that is played on one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import rules.black_powder.movement.asks as black_powder
import rules.longstreet_lite.movement.asks as longstreet_lite
from domain.games.look import legal
from domain.kernel.chance import SeededChance
from domain.kernel.player import due
from domain.log.refs import Ref
from rules import SYSTEMS
from tests.service.conftest import Club, opened
from tests.service.test_clicks import head, orders, seated
from tests.service.test_hand import BEGUN, MOST

SEED = 1
MOVES = {"black_powder": black_powder.MoveUnit, "longstreet_lite": longstreet_lite.MoveUnit}
FAR = {"black_powder": 14, "longstreet_lite": 6}  # units of the table ahead: farther than anybody goes in one move
PLACES = ([1.5, 0], [1, 0], [2, 0.5])  # that are clicked
# A place so many units of the table ahead of a unit's front, and to its right, as the mouse finds it.
AHEAD = """([unit, ahead, aside]) => {
  const { hand } = window.refight.desk, known = hand.lights.node(unit);
  const [[lx, ly], [rx, ry]] = hand.hand.fronts[unit] ?? [[known.x - 9, known.y], [known.x + 9, known.y]];
  const wide = Math.hypot(rx - lx, ry - ly);
  const by = hand.places.table.unit / wide, [ax, ay] = [(rx - lx) * by, (ry - ly) * by];
  const at = new DOMPoint((lx + rx) / 2 + ay * ahead + ax * aside, (ly + ry) / 2 - ax * ahead + ay * aside);
  const { x, y } = at.matrixTransform(document.getElementById("page-board").getScreenCTM());
  return [x, y];
}"""


FREE = """([x, y]) => {
  const top = document.elementFromPoint(x, y);
  return Boolean(top?.closest("#page-board")) && !top.closest(".piece");
}"""


def advancing(club: Club, system: str) -> tuple[str, list[str]]:
    """A side, and its units that look somewhere and may go ahead."""
    player, dice = SYSTEMS[system].player, SeededChance(SEED)  # the same game each time
    assert player is not None
    for _ in range(MOST):
        line, state = club.games.line(Ref("ridge")), club.games.position(Ref("ridge")).state
        moves = [one for one in legal(line.system, state) if isinstance(one.order, MOVES[system])]
        by = moves[0].by if moves else ""
        seen = {one.id: one.figure for one in line.system.sight.board(state, by or None).counters}
        ahead = [one.order.unit for one in moves if re.match(r"ahead:[2-9]", one.order.path[0])]  # type: ignore[attr-defined]
        units = [unit for unit in dict.fromkeys(ahead) if (figure := seen.get(unit)) and len(figure.front) > 1]
        if units:
            return by, units
        decided = due(player().rollout, state, line.started.sides)
        assert decided is not None
        club.games.order(Ref("ridge"), *decided, dice)
    raise AssertionError("nobody ever goes ahead")


@contextmanager
def picked(browser: Any, folder: Path, system: str) -> Iterator[tuple[Club, Any, str]]:
    """A unit that may go ahead, over ground where nobody lies, picked on the page of its side."""
    from playwright.sync_api import expect

    with opened(folder) as club:
        club.new(system, BEGUN[system][0], "ridge")
        by, units = advancing(club, system)
        with seated(browser, club, by) as [page]:
            page.emulate_media(reduced_motion="reduce")
            for unit in units:
                page.evaluate("() => window.refight.desk.hand.startOver()")
                page.evaluate("(value) => window.refight.desk.hand.pick({ what: 'unit', value })", unit)  # into sight
                expect(page.locator(f".lit-unit.picked[data-unit='{unit}']")).to_be_attached()
                expect(page.locator(".hand")).to_have_attribute("aria-busy", "false")
                if all(page.evaluate(FREE, page.evaluate(AHEAD, [unit, *place])) for place in PLACES):
                    yield club, page, unit
                    return
            raise AssertionError("everybody stands before somebody")


@pytest.mark.browser
@pytest.mark.parametrize("system", sorted(MOVES))
def test_a_click_on_the_table_proposes_a_move_that_ends_there(
    browser: Any, tmp_path: Path, system: str, pictures: Path
) -> None:
    from playwright.sync_api import expect

    with picked(browser, tmp_path, system) as (club, page, unit):
        page.mouse.click(*page.evaluate(AHEAD, [unit, 1.5, 0]))
        expect(page.locator("#desk-order")).to_have_value(re.compile(f"^MoveUnit unit={unit} path=.*to:"))
        expect(page.locator(".desk-shown")).to_have_text(re.compile(r"\(.+ of .+\)$"))
        expect(page.locator(".desk-shown.refused")).to_have_count(0)
        expect(page.locator(".lit-way").first).to_be_attached()
        page.screenshot(path=pictures / f"clicks-way-{system}.png")
        there = str(page.locator("#desk-order").input_value()).rpartition("to:")[2]
        before = head(club)
        page.get_by_role("button", name="Give the order").click()
        page.wait_for_function("(before) => window.refight.player.last > before", arg=before)
        x, y = (round(float(part) * 1000) for part in there.split(":"))
        moved = next(one.order for one in reversed(orders(club)) if isinstance(one.order, MOVES[system]))
        assert moved.unit == unit  # type: ignore[attr-defined]
        facts = [entry.fact for entry in club.games.entries(club.service.ref("ridge", "main"), before)]
        assert any(tuple(getattr(fact, "pose", ())[:2]) == (x, y) for fact in facts)


@pytest.mark.browser
@pytest.mark.parametrize("system", sorted(MOVES))
def test_a_place_that_no_move_reaches_says_which_rule_forbids_it(browser: Any, tmp_path: Path, system: str) -> None:
    from playwright.sync_api import expect

    with picked(browser, tmp_path, system) as (_, page, unit):
        page.locator("#page-all").click()  # all of the table
        far = page.evaluate(AHEAD, [unit, 0, 0])
        box = page.locator("#page-board").bounding_box()
        x = box["x"] + box["width"] * (0.85 if far[0] < box["x"] + box["width"] / 2 else 0.15)
        page.mouse.click(x, far[1])
        expect(page.locator(".hand-why")).to_have_text(re.compile(r"^[\d.]+:[\d.]+: \[[A-Z]+\.[\w.]+\] "))


@pytest.mark.browser
@pytest.mark.parametrize("system", sorted(MOVES))
def test_out_of_reach_the_nearest_move_is_proposed_and_it_is_said_why_it_ends_there(
    browser: Any, tmp_path: Path, system: str, pictures: Path
) -> None:
    from playwright.sync_api import expect

    with picked(browser, tmp_path, system) as (club, page, unit):
        page.locator("#page-all").click()  # all of the table
        places = [page.evaluate(AHEAD, [unit, FAR[system], aside]) for aside in (0, 1, -1, 2, -2)]
        page.mouse.click(*next(place for place in places if page.evaluate(FREE, place)))
        expect(page.locator(".hand-why")).to_have_text(re.compile(r"^[\d.]+:[\d.]+: \[[A-Z]+\.[\w.]+\] "))
        expect(page.locator("#desk-order")).to_have_value(re.compile(f"^MoveUnit unit={unit} path="))
        expect(page.locator(".desk-shown:not(.refused)")).to_have_text(re.compile(r"\(.+ of .+\)$"))
        expect(page.locator(".lit-ghost").first).to_be_attached()
        page.screenshot(path=pictures / f"clicks-short-{system}.png")
        before = head(club)
        page.get_by_role("button", name="Give the order").click()
        page.wait_for_function("(before) => window.refight.player.last > before", arg=before)


@pytest.mark.browser
def test_another_click_is_another_way_and_escape_takes_it_back(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with picked(browser, tmp_path, "longstreet_lite") as (_, page, unit):
        order = page.locator("#desk-order")
        page.mouse.click(*page.evaluate(AHEAD, [unit, 1, 0]))
        expect(order).to_have_value(re.compile("to:"))
        first = order.input_value()
        page.mouse.click(*page.evaluate(AHEAD, [unit, 2, 0.5]))
        expect(order).not_to_have_value(first)
        expect(order).to_have_value(re.compile("to:"))
        page.keyboard.press("Escape")
        expect(order).to_have_value("")
        expect(page.locator(".lit-ghost")).to_have_count(0)
