"""Dice that all make together, in live play: the pages of the sides add their shares unasked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from cli.service.service import Service
from domain.games.ask import Ask
from domain.games.order import give
from domain.games.waiting import waiting
from domain.kernel.chance import new_chain
from domain.kernel.facts import CardDrawn, DiceRolled, OrderWaits, SharesPromised
from domain.kernel.shares import LINKS, linked
from domain.log.refs import Ref
from domain.proof.verify import verify_line
from tests.chromium import READY
from tests.service.conftest import API, Club, opened
from tests.service.server import serving

REF = Ref("ridge")
ROLL = "RollDice why=volley dice=2"
MINE = "your dice shares are given by this page"
KEPT = "() => Object.entries(localStorage).filter(([key]) => key.startsWith('refight-share:'))"


@contextmanager
def table(folder: Path, *settings: str) -> Iterator[tuple[Club, str]]:
    with opened(folder) as club:
        club.new("freeform", "blank", "ridge", settings=["dice=shared", *settings])
        with serving(Service(club.games, club.service.tokens, Bounds(burst=100_000))) as address:
            yield club, address


class Person:
    """A browser of one side, with everything it ever sent."""

    def __init__(self, browser: Any, club: Club, address: str, side: str) -> None:
        self.side, self.sent, self.troubles = side, list[str](), list[str]()
        self.url = f"{address}/games/ridge#token={club.service.tokens.new('ridge', side)}"
        self.context = browser.new_context()
        self.context.on("request", lambda request: self.sent.append(f"{request.url} {request.post_data or ''}"))
        self.page: Any = None

    def open(self) -> Person:
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.goto(self.url)
        self.page.wait_for_selector(READY)
        return self

    @property
    def said(self) -> Any:
        return self.page.locator(".shares-said")

    @property
    def waits(self) -> Any:
        return self.page.locator(".shares-waits")

    def secrets(self) -> dict[str, str]:
        """By promise, where its chain begins."""
        return {key.split(":")[1]: json.loads(value)["first"] for key, value in self.page.evaluate(KEPT)}

    def order(self, club: Club, text: str = ROLL, line: str = "main") -> None:
        """Once the page knows all there is: else it would be refused as overtaken."""
        now = club.games.log.head(club.games.line(REF._replace(line=line))).number
        self.page.wait_for_function("(now) => window.refight.player.last >= now", arg=now)
        self.page.locator("#desk-order").fill(text)
        self.page.get_by_role("button", name="Give the order").click()


@contextmanager
def people(browser: Any, club: Club, address: str, *sides: str) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        found = [Person(browser, club, address, side) for side in sides]
        for one in found:
            stack.callback(one.context.close)
        yield [one.open() for one in found]
        assert [trouble for one in found for trouble in one.troubles] == []


def rolled(club: Club) -> list[DiceRolled]:
    return [entry.fact for entry in club.games.entries(REF) if isinstance(entry.fact, DiceRolled)]


def promises(club: Club) -> dict[str, str]:
    found = (entry.fact for entry in club.games.entries(REF))
    return {fact.by: fact.promise for fact in found if isinstance(fact, SharesPromised)}


def spent(club: Club) -> set[str]:
    facts = [entry.fact for entry in club.games.entries(REF)]
    due = {value for fact in facts if isinstance(fact, OrderWaits) for value in fact.shares.values()}
    return due | {value for fact in facts if isinstance(fact, DiceRolled | CardDrawn) for _, value in fact.shares}


def check_nothing_told(club: Club, one: Person) -> None:
    """Of all links of its chain only shares that stand in the log were ever sent, and what is promised."""
    for end, first in one.secrets().items():
        links = [first]
        for _ in range(LINKS):
            links.append(linked(links[-1]))
        assert links[-1] == end
        told = {link for link in links for request in one.sent if link in request}
        assert told <= spent(club) | {end}
        assert first not in told


@pytest.mark.browser
def test_two_pages_add_their_shares_unasked_and_the_log_proves_the_dice(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with table(tmp_path) as (club, address), people(browser, club, address, "blue", "red") as (blue, red):
        for one in (blue, red):
            expect(one.said).to_have_text(MINE)
        assert promises(club).keys() == {"blue", "red"}
        for one in (blue, red):
            assert list(one.secrets()) == [promises(club)[one.side]]
            check_nothing_told(club, one)
        blue.order(club)
        expect(red.page.locator("#page-entries")).to_contain_text("volley: ")
        expect(blue.page.locator("#page-entries")).to_contain_text("volley: ")
        red.order(club)
        red.page.wait_for_function("() => window.refight.player.last >= 13")
        assert len(rolled(club)) == 2
        proof = verify_line(club.games, REF)
        assert (proof.dice_together, proof.dice_held) == (4, 0)
        for one in (blue, red):
            check_nothing_told(club, one)


@pytest.mark.browser
def test_a_roll_waits_for_a_page_that_is_closed_and_goes_on_when_it_is_open_again(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with table(tmp_path) as (club, address), people(browser, club, address, "blue", "red") as (blue, red):
        for one in (blue, red):
            expect(one.said).to_have_text(MINE)
        red.page.close()
        blue.order(club)
        expect(blue.waits).to_have_text("waits for the share of red")
        found = waiting(club.games, club.games.line(REF))
        assert found is not None
        assert found.waits_for == "red"
        assert rolled(club) == []
        red.open()
        expect(blue.page.locator("#page-entries")).to_contain_text("volley: ")
        expect(blue.waits).to_have_text("")
        expect(red.said).to_have_text(MINE)
        assert verify_line(club.games, REF).dice_together == 2
        assert len(promises(club)) == 2, "nothing was promised anew"
        check_nothing_told(club, red)


@pytest.mark.browser
def test_a_second_window_shares_what_is_kept_and_another_device_says_what_can_be_done(
    browser: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    with table(tmp_path) as (club, address), people(browser, club, address, "blue", "red") as (blue, red):
        for one in (blue, red):
            expect(one.said).to_have_text(MINE)
        window = blue.context.new_page()
        window.goto(blue.url)
        expect(window.locator(".shares-said")).to_have_text(MINE)
        with people(browser, club, address, "red") as (away,):
            button = away.page.get_by_role("button", name="Give them from here")
            expect(away.said).to_contain_text("your dice shares lie in another browser or program")
            blue.order(club)
            expect(away.page.locator("#page-entries")).to_contain_text("volley: ")
            red.page.close()
            blue.order(club)
            expect(away.said).to_contain_text("an order waits for a dice share of yours that lies in another browser")
            expect(button).to_be_hidden()
            red.open()
            expect(away.said).to_contain_text("which must be open when dice are made")
            button.click()
            expect(away.said).to_have_text(MINE)
            expect(red.said).to_contain_text("your dice shares lie in another browser or program")
            red.page.close()
            red.context.close()
            blue.order(club)
            blue.page.wait_for_function(
                "() => document.querySelector('#page-entries').textContent.match(/volley: /g)?.length >= 3"
            )
        assert len(rolled(club)) == 3
        proof = verify_line(club.games, REF)
        assert (proof.dice_together, proof.dice_held) == (6, 0)


@pytest.mark.browser
def test_in_a_what_if_a_page_promises_with_its_first_order_and_who_only_looks_on_holds_nobody_up(
    browser: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    there = REF._replace(line="what-if")
    with table(tmp_path) as (club, address), people(browser, club, address, "blue", "red") as (blue, red):
        for one in (blue, red):
            expect(one.said).to_have_text(MINE)
        club.member("blue").post(f"{API}/games/ridge/branches", json={"name": "what-if"})
        for one in (blue, red):
            one.page.get_by_role("button", name="New line: what-if").click()
            expect(one.said).to_have_text("the host gives your dice shares here until you give an order")
        assert not [e for e in club.games.entries(there, 6) if isinstance(e.fact, SharesPromised)]
        red.page.close()
        blue.order(club, line="what-if")
        expect(blue.page.locator("#page-entries")).to_contain_text("volley: ")
        expect(blue.said).to_have_text(MINE)
        proof = verify_line(club.games, there)
        assert (proof.dice_together, proof.dice_held) == (2, 0), "the host had not the share of the page"
        assert [e.fact.by for e in club.games.entries(there, 6) if isinstance(e.fact, SharesPromised)] == ["blue"]


@pytest.mark.browser
def test_a_page_gives_no_share_that_is_not_due(browser: Any, tmp_path: Path) -> None:
    """A service that asks for a later one would learn all before it."""
    from playwright.sync_api import expect

    with table(tmp_path) as (club, address), people(browser, club, address, "red") as (red,):
        expect(red.said).to_have_text(MINE)

        def ahead(route: Any) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, json={**answer.json(), "number": 7, "waits_for": "red", "entry": 9})

        red.page.route("**/shares", ahead)
        red.page.evaluate("() => fetch('/health')")
        give(club.games, Ask(REF, "blue", "AddPiece piece=guard side=blue at=hill"))
        expect(red.said).to_contain_text("the service asks for a share that is not due")
        check_nothing_told(club, red)


@pytest.mark.browser
def test_without_a_secure_context_the_page_says_that_the_host_gives_the_shares(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with table(tmp_path) as (club, address):
        red = Person(browser, club, address, "red")
        red.context.add_init_script("Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined })")
        red.open()
        expect(red.said).to_have_text("the host gives your dice shares: a page makes none without TLS")
        assert promises(club) == {}
        red.context.close()


def test_the_interface_tells_who_is_waited_for_and_takes_a_promise_of_its_own_side_only(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge", settings=["dice=shared"])
        path, blue, red = f"{API}/games/ridge/lines/main/shares", club.member("blue"), club.member("red")
        first, end = new_chain()
        assert club.spectator.get(path).status_code == 401
        assert blue.post(path, json={"by": "red", "promise": end}).status_code == 403
        assert club.own.post(path, json={"by": "red", "promise": end}).status_code == 403
        before = red.get(path).json()
        assert (before["together"], before["number"], before["open"], before["waits_for"]) == (True, 1, True, "")
        assert before["promises"]["red"]["made_here"]
        sent = {"by": "red", "promise": end, "instead": before["promises"]["red"]["end"]}
        assert red.post(path, json=sent).status_code == 201
        assert red.post(path, json={**sent, "promise": linked(end)}).status_code == 409
        assert blue.order("blue", ROLL).status_code == 201
        now = blue.get(path).json()
        assert (now["waits_for"], now["entry"], now["open"]) == ("red", 5, False)
        assert now["promises"]["red"] == {"end": end, "before": 0, "held": False, "made_here": False}
        answer = red.post(f"{API}/games/ridge/lines/main/orders", json={"by": "red", "share": linked(first, LINKS - 1)})
        assert [entry["fact"]["fact"] for entry in answer.json()["entries"]] == ["OrderGiven", "DiceRolled"]
        assert red.order("red", ROLL).status_code == 400, "without a share, and not to stand"
        assert red.order("red", ROLL, stands=True).json()["entries"][0]["fact"]["fact"] == "OrderWaits"


def test_an_order_that_is_hidden_is_not_told_by_whom_it_waits_for(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.new("freeform", "blank", "ridge", settings=["dice=shared"], sides=["blue", "green", "red"])
        path = f"{API}/games/ridge/lines/main/shares"
        red = club.member("red")
        red.post(path, json={"by": "red", "promise": new_chain()[1]})
        line = club.games.line(REF)
        table = club.games.table(line)
        from rules.freeform.luck import RollDice

        table.clerk("blue", OrderWaits(by="blue", order=RollDice(why="x"), waits_for="red"), 0, to=("blue",))
        assert red.get(path).json()["waits_for"] == "red"
        assert club.member("blue").get(path).json()["waits_for"] == "red"
        assert club.member("green").get(path).json()["waits_for"] == ""
