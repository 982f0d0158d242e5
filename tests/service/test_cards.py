"""What a side could learn with cards of its own naming, dice that come again, and lines cut within an order."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kernel.facts import CardDrawn
from domain.log.refs import Ref
from rules.longstreet_lite.turn.asks import BeginBattle
from tests.service.conftest import API, Club, opened
from tests.service.test_api import ok
from tests.service.test_problems import problem

LINE = f"{API}/games/ridge/lines/main"
FATE = "AddDeck deck=fate cards=ace,king,knave"


def test_cards_that_everyone_sees_may_be_named(club: Club) -> None:
    club.play("ridge", ("blue", FATE))
    blue = club.member("blue")
    drawn = ok(blue.order("blue", "DrawCard deck=fate", cards=["king"]), 201)
    assert drawn["entries"][-1]["fact"]["card"] == "king"
    problem(blue.order("blue", "DrawCard deck=fate", cards=["king"]), "unreadable")  # it is drawn already


@pytest.mark.parametrize("named", ["ace", "king", "joker"])
def test_of_a_hidden_deck_no_card_may_be_named_and_the_refusal_is_the_same_for_all(club: Club, named: str) -> None:
    club.play("ridge", ("blue", f"{FATE} hidden=yes"))
    ok(club.member("red").order("red", "DrawCard deck=fate"), 201)
    refused = problem(club.member("blue").order("blue", "DrawCard deck=fate count=2", cards=[named]), "not-yours")
    assert refused["detail"] == "cards that not everyone may see are drawn by the service: leave out cards"


def test_nobody_deals_the_other_side_its_hand(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        for name in ("other", "ridge"):
            club.new("longstreet_lite", "brawner_farm", name)
        club.games.order(Ref("other"), "us", BeginBattle())
        cards = [entry.fact.card for entry in club.games.entries(Ref("other")) if isinstance(entry.fact, CardDrawn)]
        problem(club.member("us").order("us", "BeginBattle", cards=cards), "not-yours")
        assert club.games.log.head(club.games.line(Ref("ridge"))).number == 1
        ok(club.member("us").order("us", "BeginBattle"), 201)


def test_dice_that_come_again_are_for_the_umpire_to_give(club: Club) -> None:
    sent = {"name": "again", "at": 3, "luck": "same"}
    problem(club.member("blue").post(f"{API}/games/ridge/branches", json=sent), "not-yours")
    ok(club.member("umpire").post(f"{API}/games/ridge/branches", json=sent), 201)


def test_no_line_begins_within_an_order_that_hides_something(club: Club) -> None:
    umpire = club.member("umpire")
    assert "hides something" in problem(
        umpire.post(f"{API}/games/ridge/branches", json={"name": "half", "at": 4}), "unreadable"
    )["detail"]  # fmt: skip
    ok(umpire.post(f"{API}/games/ridge/branches", json={"name": "whole", "at": 5}), 201)


def test_where_the_line_stands_is_told_though_nobody_sees_what_came_last(club: Club) -> None:
    blue = club.member("blue")
    for text in (f"{FATE} hidden=yes", "DrawCard deck=fate"):
        ok(blue.order("blue", text), 201)
    shuffled = ok(blue.order("blue", "ShuffleDeck deck=fate"), 201)
    last = club.games.log.head(club.games.line(Ref("ridge"))).number
    assert shuffled["head"] == last > shuffled["entries"][-1]["entry"]
