"""A real browser without a window: Debian's Chromium. Where there is none, these tests are skipped and say why."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.gamelog import GameLog
from domain.games import Games
from domain.packs import Pack
from projections.page.page import page
from rules import SYSTEMS
from tests.page.played import HOSTILE, page_data, recorded, small_game

REQUIRED = "REFIGHT_REQUIRE_BROWSER"  # set where a missing browser is a fault
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
READY = "body[data-ready=yes]"
DESKTOP, PHONE = (1400, 900), (390, 844)

Open = Callable[..., Any]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        reason = "no Chromium here (`apt-get install chromium`)"
        if os.environ.get(REQUIRED):
            pytest.fail(reason)
        pytest.skip(reason)
    driver = pytest.importorskip("playwright.sync_api", reason="no playwright here (it is in .[dev])")
    with driver.sync_playwright() as running:
        found = running.chromium.launch(executable_path=program, headless=True, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str | None], Path]:
    """The page of a recorded game, or of `small`, written once."""
    folder = tmp_path_factory.mktemp("browser")

    def find(name: str, side: str | None = None) -> Path:
        path = folder / f"{name.replace('/', '-')}-{side}.html"
        if not path.exists():
            with GameLog(str(path.with_suffix(".db")), SYSTEMS) as log:
                games = Games(log)
                if name == "small":
                    small_game(games, _open_pack(), title=HOSTILE)
                else:
                    recorded(games, f"{name}.transcript")
                path.write_text(page(page_data(games, side=side)), encoding="utf-8")
        return path

    return find


def _open_pack() -> Pack:
    folder = Path(__file__).parent.parent.parent / "rules" / "freeform" / "packs" / "open"
    return Pack(name="open", files={file.name: file.read_text() for file in sorted(folder.glob("*.toml"))})


@pytest.fixture
def opened(browser: Any, files: Callable[[str, str | None], Path]) -> Iterator[Open]:
    """Opens a page; when the test is over, nothing was complained of and nothing was asked of a network."""
    troubles: list[str] = []
    contexts: list[Any] = []

    def open_page(
        name: str, at: str = "", *, side: str | None = None, size: tuple[int, int] = DESKTOP, scheme: str = "light"
    ) -> Any:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce",
            has_touch=size == PHONE,
        )  # fmt: skip
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.on("dialog", lambda dialog: troubles.append(f"a dialog: {dialog.message}"))
        tab.on("request", lambda asked: _note_request(asked.url, troubles))
        tab.goto(f"{files(name, side).as_uri()}{at}")
        tab.wait_for_selector(READY)
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


def _note_request(url: str, troubles: list[str]) -> None:
    if not url.startswith(("file:", "data:")):
        troubles.append(f"asked for {url}")


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go: the folder in REFIGHT_SCREENSHOTS, or one that is thrown away."""
    folder = Path(os.environ.get("REFIGHT_SCREENSHOTS") or tmp_path_factory.mktemp("pictures"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
