"""The report as a page, at a desk, on a phone, in the dark and on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.log.refs import Ref
from projections.report.html import html
from projections.report.report import report
from tests.chromium import grave_faults
from tests.replay_fixtures import FIXTURES, RecordedGame

pytestmark = pytest.mark.browser
RECORDED = ("gettysburg/first-of-july", "longstreet_lite/brawners-farm", "freeform/pegasus-bridge")
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


def written(recorded_game: RecordedGame, folder: Path, name: str) -> Path:
    games, _ = recorded_game(FIXTURES / f"{name}.transcript")
    path = folder / f"{Path(name).name}.html"
    if not path.exists():
        path.write_text(html(report(games, Ref("game"))), "utf-8")
    return path


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_page_and_nothing_is_complained_of(
    browser: Any, recorded_game: RecordedGame, folder: Path, pictures: Path, name: str, size: str
) -> None:
    wide, high = SIZES[size]
    context = browser.new_context(viewport={"width": wide, "height": high})
    tab, said = context.new_page(), list[str]()
    tab.on("console", lambda message: said.append(message.text))
    tab.goto(written(recorded_game, folder, name).as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= wide
    assert tab.locator("figure svg").evaluate_all("all => all.every(svg => svg.getBoundingClientRect().height > 100)")
    tab.screenshot(path=pictures / f"report-{Path(name).name}-{size}.png", full_page=True)
    context.close()
    assert said == []


@pytest.mark.parametrize(("scheme", "size"), [("light", "phone"), ("dark", "desktop")])
def test_it_can_be_read_by_everybody(
    browser: Any, axe: str, recorded_game: RecordedGame, folder: Path, scheme: str, size: str
) -> None:
    wide, high = SIZES[size]
    context = browser.new_context(color_scheme=scheme, viewport={"width": wide, "height": high}, bypass_csp=True)
    tab = context.new_page()
    tab.goto(written(recorded_game, folder, RECORDED[2]).as_uri())
    assert grave_faults(tab, axe) == []
    context.close()


def test_in_the_dark_the_paper_is_dark_and_in_print_it_is_white(
    browser: Any, recorded_game: RecordedGame, folder: Path
) -> None:
    context = browser.new_context(color_scheme="dark")
    tab = context.new_page()
    tab.goto(written(recorded_game, folder, RECORDED[2]).as_uri())
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = tab.evaluate(paper)
    tab.emulate_media(media="print")
    assert (dark, tab.evaluate(paper)) == ("rgb(27, 26, 23)", "rgb(255, 255, 255)")
    context.close()
