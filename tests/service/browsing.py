"""A real server with the ridge on it, and its page in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cli.service.bounds import Bounds
from cli.service.service import Service
from tests.service.conftest import RIDGE, Club, opened
from tests.service.server import serving


@contextmanager
def ridge(folder: Path) -> Iterator[tuple[Club, str]]:
    """A real server, for a browser; the log of the club beside it is another terminal."""
    with opened(folder) as club:
        club.new("freeform", "blank", "ridge")
        club.play("ridge", RIDGE[0], RIDGE[1])
        with serving(Service(club.games, club.service.tokens, Bounds(burst=100_000))) as address:
            yield club, address


@contextmanager
def opened_page(browser: Any, url: str, before: str = "") -> Iterator[Any]:
    """Nothing may go wrong in its scripts; what a server refuses, a browser always notes as an error.

    `before` is run before any script of the page.
    """
    context = browser.new_context()
    page, troubles = context.new_page(), list[str]()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.add_init_script(before)
    page.goto(url)
    yield page
    context.close()
    assert [each for each in troubles if "Failed to load resource" not in each] == []
