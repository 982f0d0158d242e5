"""The first page: new games, links for sides, the program as an opponent, battles that come with it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from cli.files.recorded import BATTLES
from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.kernel.errors import BadInput
from domain.kernel.facts import OrderGiven
from domain.log.refs import Ref
from rules import SYSTEMS
from tests.chromium import READY, grave_faults
from tests.service.browsing import opened_page
from tests.service.conftest import API, Asked, Club, opened
from tests.service.server import serving

GAME = f"{API}/games/ridge"


def test_every_system_tells_what_a_game_of_it_may_be(club: Club) -> None:
    titles = club.spectator.get(f"{API}/systems").json()
    assert titles == {key: system.title for key, system in SYSTEMS.items()}
    for key in titles:
        found = club.spectator.get(f"{API}/systems/{key}").json()
        assert found["scenarios"]
        assert found["has_player"] is (SYSTEMS[key].player is not None)
        assert found["readings"].keys() == SYSTEMS[key].book.readings.keys()
    assert club.spectator.get(f"{API}/systems/chess").status_code == 404


def test_a_token_is_made_for_a_side_by_the_host_alone(club: Club) -> None:
    assert club.spectator.post(f"{GAME}/tokens", json={"side": "blue"}).status_code == 401
    assert club.member("blue").post(f"{GAME}/tokens", json={"side": "red"}).status_code == 403
    assert club.own.post(f"{GAME}/tokens", json={"side": "green"}).status_code == 404
    made = club.own.post(f"{GAME}/tokens", json={"side": "blue"}).json()
    assert made["page"] == f"/games/ridge#token={made['token']}"
    assert Asked(club, made["token"]).order("blue", "RollDice why=volley").status_code == 201


def given(club: Club, game: str, by: str) -> int:
    facts = [entry.fact for entry in club.games.entries(Ref(game))]
    return sum(isinstance(fact, OrderGiven) and fact.by == by for fact in facts)


def waited(club: Club, game: str, by: str, count: int) -> int:
    for _ in range(1_000):
        if given(club, game, by) >= count:
            break
        time.sleep(0.05)
    return given(club, game, by)


def test_the_program_answers_and_gives_up_its_seat(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.new("gettysburg", "mcpherson", "ridge")
        assert club.member("union").post(f"{GAME}/program", json={"side": "union"}).status_code == 403
        assert club.own.post(f"{GAME}/program", json={"side": "green"}).status_code == 404
        seats = club.own.post(f"{GAME}/program", json={"side": "union"}).json()
        assert seats == {"program": {"union": "careful"}}
        assert club.member("confederate").order("confederate", "EndPhase").status_code == 201
        assert waited(club, "ridge", "union", 1) == 1
        assert club.service.tokens.revoke("ridge", "union") == 2, "its seat, and the token that was made above"
        assert club.service.program.seats("ridge") == {}


def test_the_program_says_nothing_when_the_service_stops_or_its_log_is_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task that ends with an error prints it where nobody can do anything about it."""
    with opened(tmp_path) as club:
        club.new("gettysburg", "mcpherson", "ridge")
        assert club.own.post(f"{GAME}/program", json={"side": "union"}).status_code == 201
        program = club.service.program
        with monkeypatch.context() as patched:
            patched.setattr(program, "seats", Mock(side_effect=BadInput("the log is locked")))
            asyncio.run(program._play("ridge", "main"))
        club.service.close()
        asyncio.run(program._play("ridge", "main"))
        assert given(club, "ridge", "union") == 0


def test_the_program_plays_no_system_without_a_player_and_no_dice_of_a_table(club: Club) -> None:
    refused = club.own.post(f"{GAME}/program", json={"side": "red"})
    assert refused.status_code == 400
    assert "has no automatic player" in refused.json()["detail"]
    club.new("gettysburg", "mcpherson", "typed", settings=["dice=table"])
    refused = club.own.post(f"{API}/games/typed/program", json={"side": "union"})
    assert "dice=table" in refused.json()["detail"]


def test_a_battle_that_comes_with_the_program_is_replayed_without_a_game_in_the_log(club: Club) -> None:
    before = club.games.log.games()
    answer = club.spectator.get("/battles/pegasus-bridge")
    assert answer.status_code == 200
    assert "Pegasus Bridge" in answer.text
    assert "script-src 'sha256-" in answer.headers["content-security-policy"]
    assert club.games.log.games() == before
    assert club.spectator.get("/battles/nowhere").status_code == 404
    listed = club.spectator.get("/").text
    assert all(f"/battles/{battle.name}" in listed for battle in BATTLES if battle.file.endswith(".transcript"))


@pytest.mark.browser
def test_a_game_is_begun_and_played_against_the_program(browser: Any, tmp_path: Path, axe: str, pictures: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        service = Service(club.games, club.service.tokens, Bounds(burst=100_000))
        with (
            serving(service) as address,
            opened_page(browser, f"{address}/#token={service.own_token}") as page,
        ):
            page.get_by_label("Rules").select_option("gettysburg")
            page.locator("select:has(option[value=mcpherson])").select_option("mcpherson")
            page.get_by_role("textbox", name="Name").fill("evening")
            page.screenshot(path=pictures / "lobby.png")
            assert grave_faults(page, axe) == []
            page.get_by_role("button", name="Begin").click()
            page.wait_for_selector(READY)
            for name in ("End phase", "Give the order"):
                page.get_by_role("button", name=name, exact=True).click()
            expect(page.locator(".hand-state")).to_contain_text("Your move: movement", timeout=60_000)
            assert given(club, "evening", "union") == 1


@pytest.mark.browser
def test_links_are_shown_for_a_game_between_people(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        service = Service(club.games, club.service.tokens, Bounds(burst=100_000))
        with serving(service) as address, opened_page(browser, f"{address}/") as page:
            page.get_by_label("The service's own token").fill(service.own_token)
            page.get_by_role("button", name="Use it").click()
            page.get_by_label("Rules").select_option("freeform")
            page.get_by_role("textbox", name="Name").fill("evening")
            page.locator("select:has(option[value=person])").select_option("person")
            page.get_by_role("button", name="Begin").click()
            expect(page.locator(".links a")).to_have_count(2)
            page.locator(".links a").first.click()
            page.wait_for_selector(".hand.yours")


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_what_comes_of_beginning_is_in_sight_although_settings_were_opened(
    browser: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        service = Service(club.games, club.service.tokens, Bounds(burst=100_000))
        with serving(service) as address, opened_page(browser, f"{address}/#token={service.own_token}") as page:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.get_by_label("Rules").select_option("musket_and_pike")
            page.locator("select:has(option[value=person])").select_option("person")
            name, begin = page.get_by_role("textbox", name="Name"), page.get_by_role("button", name="Begin")
            for game, said in (("Evening", "Name"), ("evening", "is ready"), ("evening", "evening")):
                name.evaluate("(input, game) => { input.removeAttribute('pattern'); input.value = game; }", game)
                page.get_by_text("Optional rules, disputed rules, settings").click()
                page.evaluate("() => scrollTo(0, 0)")
                begin.click()
                told = page.locator("#new [role=status]").first
                if said == "is ready":
                    expect(told).to_contain_text(said)
                    expect(page.locator(".links input").last).to_be_in_viewport(ratio=1)
                else:
                    expect(page.locator("#new .refused")).to_be_in_viewport(ratio=1)
                expect(page.locator("#new details")).not_to_have_attribute("open", "")


@pytest.mark.browser
def test_rules_that_were_chosen_in_passing_do_not_come_back(browser: Any, tmp_path: Path) -> None:
    """Nor does what is typed meanwhile go away; nothing is begun before it is known what."""
    from playwright.sync_api import expect

    with opened(tmp_path) as club:
        service = Service(club.games, club.service.tokens, Bounds(burst=100_000))
        with serving(service) as address, opened_page(browser, f"{address}/#token={service.own_token}") as page:
            rules, begin = page.get_by_label("Rules"), page.get_by_role("button", name="Begin")
            expect(begin).to_be_enabled()
            held: list[Any] = []
            page.route("**/systems/gettysburg", lambda route: held.append(route))
            rules.select_option("gettysburg")
            expect(begin).to_be_disabled()
            page.get_by_role("textbox", name="Name").fill("evening")
            rules.select_option("freeform")
            expect(begin).to_be_enabled()
            with page.expect_response("**/systems/gettysburg"):
                held[0].continue_()
            page.evaluate("() => new Promise((done) => setTimeout(done, 0))")
            expect(page.locator("option[value=mcpherson]")).to_have_count(0)
            expect(page.locator("option[value=blank]")).to_have_count(1)
            expect(page.get_by_role("textbox", name="Name")).to_have_value("evening")
