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
READY = "body[data-ready=yes]"  # the replay page has drawn its first board


def program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def running(program: str) -> Iterator[Any]:
    """A browser until the end of the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, headless=True, args=list(FLAGS))
        yield browser
        browser.close()
