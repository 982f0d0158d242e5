"""The pages of a club in a browser: signing in and joining by hand, without a script, for every eye."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.service.bounds import Bounds
from tests.chromium import grave_faults
from tests.service.conftest import RIDGE, opened
from tests.service.server import serving

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_join_look_around_and_sign_in_again(
    browser: Any, axe: str, pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    from argon2 import PasswordHasher

    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("cli.service.people._hasher", lambda: quick)
    with opened(tmp_path, Bounds(burst=1_000)) as club:
        club.new("freeform", "blank", "ridge")
        club.play("ridge", *RIDGE)
        people = club.service.people
        code = people.invite("ridge", "blue")
        size = {"width": 390, "height": 800} if scheme == "dark" else {"width": 1100, "height": 800}
        tab = browser.new_context(color_scheme=scheme, viewport=size).new_page()

        def seen(name: str) -> None:
            tab.screenshot(path=pictures / f"club-{name}-{scheme}.png", full_page=True)
            assert grave_faults(tab, axe) == []
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"

        with serving(club.service) as address:
            tab.goto(f"{address}/club/join/{code}")
            seen("join")
            for label, text in (("Login", "anna"), ("Name", "Anna"), ("Password", "a long enough one")):
                tab.get_by_label(label).fill(text)
            tab.get_by_role("button", name="Accept").click()
            tab.get_by_text("Signed in as anna.").wait_for()
            people.club.give("ridge", "anna", "host")
            tab.reload()
            seen("account")
            whom = tab.get_by_label("Whom you invite to ridge")
            assert whom.locator("option").all_inner_texts() == ["blue", "red", "a spectator", "another host"]
            whom.select_option("red")
            tab.get_by_role("button", name="Make a link that invites").click()
            tab.get_by_text("To ridge as red.").wait_for()
            seen("link")
            tab.get_by_role("link", name="Back").click()
            tab.get_by_role("button", name="Sign out").click()
            tab.get_by_label("Login").fill("anna")
            tab.get_by_label("Password").fill("not the right one")
            tab.get_by_role("button", name="Sign in").click()
            tab.get_by_role("alert").wait_for()
            seen("sign-in")
            tab.get_by_label("Password").fill("a long enough one")
            tab.get_by_role("button", name="Sign in").click()
            tab.get_by_text("Signed in as anna.").wait_for()
            assert tab.evaluate("document.cookie") == "", "no script reads it"
            tab.get_by_role("link", name="Games", exact=True).click()
            tab.get_by_role("link", name="An empty table").click()
            tab.get_by_role("link", name="Your account").click()
            tab.get_by_role("button", name="Sign out").click()
            tab.goto(f"{address}/games/nothing")
            seen("missing")
            tab.goto(f"{address}/games/ridge")
            tab.get_by_role("link", name="Sign in").click()
            tab.get_by_label("Login").fill("anna")
            tab.get_by_label("Password").fill("a long enough one")
            tab.get_by_role("button", name="Sign in").click()
            tab.wait_for_url(f"{address}/games/ridge**")
