"""A real browser without a window: Debian's Chromium, for the tests that look at pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

REQUIRED = "REFIGHT_REQUIRE_BROWSER"  # set where a missing browser is a failure, not a reason to skip
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
GRAVE = ("serious", "critical")  # what axe-core calls them
PATIENCE = 20_000  # milliseconds; only a test that fails waits that long
READY = "body[data-ready=yes]"  # the replay page has drawn its first board


def program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def running(program: str) -> Iterator[Any]:
    """A browser until the end of the block."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, headless=True, args=list(FLAGS))
        yield browser
        browser.close()


def grave_faults(tab: Any, axe: str) -> list[str]:
    """What keeps people with a screen reader, a keyboard or weak eyes from a page, as axe-core finds it."""
    tab.evaluate(f"{axe}; undefined")
    found = tab.evaluate("axe.run({resultTypes: ['violations']}).then(({violations}) => violations)")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found if one["impact"] in GRAVE for node in one["nodes"]
    ]  # fmt: skip
