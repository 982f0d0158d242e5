"""Lines that were left, closed over the network: by the umpire at once, or by every side with its own token."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.games.over import in_play
from domain.log.refs import Ref
from tests.chromium import READY
from tests.service.browsing import opened_page, ridge
from tests.service.conftest import API, Club

CLOSING = f"{API}/games/ridge/lines/{{}}/closing"
END = 'EndGame winner=blue why="the hill is held"'


def test_every_side_agrees_and_then_all_is_open(club: Club) -> None:
    club.games.branch(Ref("ridge"), "what-if")
    blue, red, path = club.member("blue"), club.member("red"), CLOSING.format("what-if")
    assert blue.order("blue", END).status_code == 201
    assert club.spectator.post(path, json={}).status_code == 401
    asked = blue.post(path, json={"why": "only a thought"}).json()
    assert (asked["agreed"], asked["missing"], asked["closed"]) == (["blue"], ["red"], False)
    assert blue.post(path, json={}).json()["missing"] == ["red"], "agreed twice is agreed once"
    (waits,) = red.get(f"{API}/games/ridge/take-backs").json()
    assert (waits["line"], waits["closes"], waits["why"]) == ("what-if", True, "only a thought")
    assert "spy" not in blue.get(f"{API}/games/ridge/lines/main/board").text
    done = red.post(path, json={}).json()
    assert (done["missing"], done["closed"], done["all_open"]) == ([], True, True)
    assert "spy" in club.spectator.get(f"{API}/games/ridge/lines/main/board").text
    assert red.get(f"{API}/games/ridge/take-backs").json() == []
    again = red.post(path, json={})
    assert (again.status_code, "nothing to close" in again.text) == (400, True)


def test_what_was_asked_lapses_when_somebody_plays_on(club: Club) -> None:
    path = CLOSING.format("main")
    assert club.member("blue").post(path, json={}).json()["closed"] is False
    club.member("red").order("red", "MovePiece piece=horse to=mill")
    asked = club.member("red").post(path, json={}).json()
    assert (asked["agreed"], asked["missing"], asked["closed"]) == (["red"], ["blue"], False)
    assert asked["head"] == club.games.log.head(club.games.line(Ref("ridge"))).number
    assert in_play(club.games, "ridge") == ["main"]


def test_the_umpire_closes_at_once_and_no_order_follows(club: Club) -> None:
    assert club.member("umpire").post(CLOSING.format("main"), json={"why": "snow"}).json()["closed"]
    refused = club.member("blue").order("blue", "RollDice why=x")
    assert (refused.status_code, refused.json()["rule"]) == (422, "kernel.closed")
    assert club.own.post(CLOSING.format("main"), json={}).status_code == 400


@pytest.mark.browser
def test_a_line_is_closed_on_the_page(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with ridge(tmp_path) as (club, address):
        token = club.service.tokens.new("ridge", "umpire")
        with opened_page(browser, f"{address}/games/ridge#token={token}") as page:
            page.wait_for_selector(READY)
            page.keyboard.press("l")
            form = page.get_by_role("form", name="Nobody plays on in this line")
            form.get_by_label("For what reason").fill("snow")
            form.get_by_role("button", name="Close this line").click()
            page.wait_for_function(
                "() => window.refight.player.last === 6"
            )  # what was said stays while the page goes on
            expect(page.locator(".study-said")).to_have_text("closed: all of the game is open now")
        assert in_play(club.games, "ridge") == []
