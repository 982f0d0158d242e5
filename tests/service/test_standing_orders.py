"""While an order waits for a share or for dice, no page offers another, and each says who is waited for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.games.ask import Ask
from domain.games.order import give
from domain.kernel.chance import new_chain
from domain.log.refs import Ref
from tests.chromium import READY
from tests.service.browsing import opened_page
from tests.service.conftest import API, RIDGE, Club, opened
from tests.service.server import serving

LINE = f"{API}/games/ridge/lines/main"
MELEE = "RollDice why=melee of=red"


@contextmanager
def standing(folder: Path, dice: str) -> Iterator[Club]:
    """Blue has a piece to move, and an order that waits: for the share, or for the dice, of red."""
    with opened(folder) as club:
        club.new("freeform", "blank", "ridge", settings=[f"dice={dice}"])
        if dice == "shared":
            club.member("red").post(f"{LINE}/shares", json={"by": "red", "promise": new_chain()[1]})
        give(club.games, Ask(Ref("ridge"), *RIDGE[0]))
        give(club.games, Ask(Ref("ridge"), "blue", MELEE, stands=True))
        yield club


@pytest.mark.parametrize(
    ("dice", "what", "french"), [("shared", "share", "la part des dés"), ("table", "dice", "les dés")]
)
def test_nothing_is_offered_and_an_order_is_refused_in_the_language_spoken(
    tmp_path: Path, dice: str, what: str, french: str
) -> None:
    with standing(tmp_path, dice) as club:
        for side in ("blue", "red"):
            held = club.member(side).get(f"{LINE}/hand").json()
            assert (held["awaits"], held["due"], held["rows"], held["kinds"]) == (what, "red", [], [])
        sent = {"by": "blue", "order": "MovePiece piece=guard to=mill", "stands": True}
        said = [
            club.member("blue")
            .post(f"{LINE}/orders", json=sent, headers={"Accept-Language": language})
            .json()["detail"]
            for language in ("en", "fr")
        ]
        assert said == [
            f"an order of blue waits for the {what} of red",
            f"un ordre donné par blue attend {french} de : red",
        ]


@contextmanager
def page_of(browser: Any, club: Club, address: str, side: str, language: str = "en") -> Iterator[Any]:
    token = club.service.tokens.new("ridge", side)
    with opened_page(browser, f"{address}/games/ridge?lang={language}#token={token}") as page:
        page.wait_for_selector(READY)
        yield page


@pytest.mark.browser
def test_pages_say_whose_dice_are_awaited_and_that_side_types_them(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with (
        standing(tmp_path, "table") as club,
        serving(Service(club.games, club.service.tokens, Bounds(burst=100_000))) as address,
        page_of(browser, club, address, "blue", "fr") as blue,
        page_of(browser, club, address, "red") as red,
    ):
        expect(blue.locator(".hand-state")).to_have_text("Un ordre attend les dés de : red.")
        expect(blue.locator(".hand-groups button, .lit-unit")).to_have_count(0)
        assert not blue.title().startswith("●")
        blue.locator("#desk-order").fill("MovePiece piece=guard to=mill")
        blue.get_by_role("button", name="Donner l’ordre").click()
        expect(blue.locator(".desk-said")).to_have_text("un ordre donné par blue attend les dés de : red")
        expect(red.locator(".hand-state")).to_have_text("An order waits for your dice.")
        red.get_by_label("Dice on your table").fill("4")
        red.get_by_role("button", name="Give the dice").click()
        expect(red.locator("#page-entries")).to_contain_text("melee: 4")
        expect(red.get_by_role("button", name="Give the order")).to_be_visible()
        expect(blue.locator(".hand-state")).to_have_text("À vous de jouer")
        expect(blue.locator(".hand-groups button").first).to_be_visible()
