"""A guided first turn over HTTP and on the live page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.log.refs import Ref
from rules import KEYS
from tests.chromium import READY
from tests.service.browsing import opened_page
from tests.service.conftest import API, Asked, Club, opened
from tests.service.server import serving

LESSON = f"{API}/games/lesson-freeform/lesson"


def begun(club: Club, system: str) -> tuple[dict[str, Any], Asked]:
    answer = club.own.post(f"{API}/lessons", json={"system": system})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made, Asked(club, made["token"])


def test_lessons_are_listed_for_all_and_begun_by_whoever_runs_the_service(club: Club) -> None:
    assert [row["system"] for row in club.spectator.get(f"{API}/lessons").json()] == list(KEYS)
    assert club.spectator.post(f"{API}/lessons", json={"system": "freeform"}).status_code == 401
    assert club.member("blue").post(f"{API}/lessons", json={"system": "freeform"}).status_code == 401
    assert club.own.post(f"{API}/lessons", json={"system": "chess"}).status_code == 404
    assert [begun(club, "freeform")[0]["game"] for _ in range(2)] == ["lesson-freeform", "lesson-freeform-2"]


@pytest.mark.parametrize("system", KEYS)
def test_a_lesson_is_played_to_its_end_and_the_other_side_with_it(club: Club, system: str) -> None:
    made, learner = begun(club, system)
    path = f"{API}/games/{made['game']}/lesson"
    for _ in range(40):
        steps = learner.get(path).json()["steps"]
        if not any(step["does"] != "look" for step in steps):
            break
        due = steps[-1]
        answer = learner.post(path, json={"order": due["order"]} if due["does"] == "order" else {})
        assert answer.status_code == 200, answer.text
        assert answer.json()["right"]
    else:
        pytest.fail("it has no end")
    assert learner.post(path, json={}).status_code == 409


def test_another_order_is_told_so_and_not_recorded(club: Club) -> None:
    _, learner = begun(club, "freeform")
    head = club.games.log.head(club.games.line(Ref("lesson-freeform"))).number
    found = learner.post(LESSON, json={"order": "BeginPhase phase=night turn=2", "expected": head}).json()
    assert (found["right"], found["entries"], found["lesson"]["number"]) == (False, [], 1)
    assert club.games.log.head(club.games.line(Ref("lesson-freeform"))).number == head
    assert learner.post(LESSON, json={"order": "MovePiece piece=nobody to=cafe"}).json()["rule"] == "FF.1.2"


def test_an_order_for_a_board_that_is_no_more_is_not_given_twice(club: Club) -> None:
    _, learner = begun(club, "freeform")
    sent = {"order": "BeginPhase phase=night turn=1", "expected": 1}
    assert learner.post(LESSON, json=sent).status_code == 200
    again = learner.post(LESSON, json=sent)
    assert (again.status_code, again.json()["head"]) == (409, 3)


def test_only_the_side_that_learns_is_told_and_asked(club: Club) -> None:
    begun(club, "freeform")
    german = club.member("german", "lesson-freeform")
    for caller in (club.spectator, german, club.own):
        assert caller.get(LESSON).json()["title"] == ""
        assert caller.post(LESSON, json={}).status_code in (401, 403)
    assert club.member("blue").get(f"{API}/games/ridge/lesson").json()["title"] == ""
    assert club.member("blue").post(f"{API}/games/ridge/lesson", json={}).status_code == 404


def test_what_the_other_side_draws_is_not_told(club: Club) -> None:
    made, learner = begun(club, "longstreet_lite")
    path, told = f"{API}/games/{made['game']}/lesson", ""
    while any(step["does"] != "look" for step in learner.get(path).json()["steps"]):
        told += learner.post(path, json={}).text
    assert "us draws Aim Low" in told
    assert "cs draws Cold Steel" not in told


def test_a_lesson_on_the_page_by_clicks(browser: Any, tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        made, _ = begun(club, "freeform")
        service = Service(club.games, club.service.tokens, Bounds(burst=100_000))
        with serving(service) as address, opened_page(browser, address + made["page"]) as page:
            page.wait_for_selector(READY)
            heading = page.locator(".lesson h2")
            heading.filter(has_text="1 of 10").wait_for()
            page.get_by_role("button", name="Do it for me").click()
            heading.filter(has_text="2 of 10").wait_for()
            page.wait_for_selector(".lit-unit.meant, .lit-place.meant", state="attached")
            page.locator("#desk-order").fill("move wood zone-x")
            page.get_by_role("button", name="Give the order").click()
            page.locator(".desk-said.refused", has_text="another order").wait_for()
            page.get_by_role("button", name="Show me the order").click()
            page.get_by_role("button", name="Give the order").click()
            heading.filter(has_text="3 of 10").wait_for()
            page.get_by_role("button", name="FF.1", exact=True).click()
            page.locator(".lesson-rule p").first.wait_for()
            page.evaluate("() => window.refight.desk.lesson.refresh()")
            assert page.locator(".lesson-rule p").count()  # news of the same step takes nothing from who reads
            for number in range(4, 8):
                page.get_by_role("button", name="Do it for me").click()
                heading.filter(has_text=f"{number} of 10").wait_for()
            page.get_by_role("button", name="Open the line").click()
            heading.filter(has_text="8 of 10").wait_for()
            page.get_by_role("button", name="Do it for me").click()
            heading.filter(has_text="9 of 10").wait_for()
            assert club.games.log.lines("lesson-freeform") == ["main", "luckier"]
