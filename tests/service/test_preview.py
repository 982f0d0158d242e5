"""An order looked at before it is given: in full, with its price, refused as it would be, and nothing more told."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.service.conftest import API, Asked, Club, opened
from tests.service.test_secrecy import TWINS, Twins

PREVIEW = f"{API}/games/ridge/lines/main/preview"


def head(club: Club) -> int:
    found: int = club.own.get(f"{API}/games/ridge/lines/main/entries").json()["head"]
    return found


def test_an_order_typed_in_short_is_told_in_full_and_not_given(club: Club) -> None:
    before = head(club)
    answer = club.member("blue").post(PREVIEW, json={"by": "blue", "order": "move gua mill"})
    assert answer.status_code == 200
    found = answer.json()
    assert (found["order"], found["price"], found["way"]) == ("MovePiece piece=guard to=mill", "", [])
    assert (found["head"], found["stands"], found["goes"]) == (before, [], [])
    assert head(club) == before


def test_8_1_a_way_is_told_with_its_price_found_or_spelt_out(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.new("gettysburg", "mcpherson", "ridge")
        club.play("ridge", ("confederate", "EndPhase"), ("union", "EndPhase"))
        side = club.member("confederate")
        for text in ("move pettigrew 1926", "MoveUnit unit=C-44 path=1927,1926"):
            found = side.post(PREVIEW, json={"by": "confederate", "order": text}).json()
            assert (found["order"], found["price"]) == ("MoveUnit unit=C-44 path=1927,1926", "2 MP")
            assert found["way"] == ["1927", "1926"]
        french = side.post(f"{PREVIEW}?lang=fr", json={"by": "confederate", "order": "move pettigrew 1926"}).json()
        assert french["price"] == "2 PM"


REFUSED = [
    ("blue", "MovePiece piece=gaurd to=mill"),
    ("blue", "move spy mill"),
    ("blue", "hop guard mill"),
    ("blue", "move"),
    ("blue", "AddPiece piece=spy side=blue at=hill"),  # FF.1.1 tells this much to whoever gives it, and no more here
    ("blue", "RollDice why=volley dice=-1"),
    ("green", "move guard mill"),
    ("red", "move horse mill"),  # with the token of blue
]


@pytest.mark.parametrize(("by", "text"), REFUSED)
def test_it_is_refused_just_as_the_order_would_be(by: str, text: str, club: Club) -> None:
    blue = club.member("blue")
    looked, given = blue.post(PREVIEW, json={"by": by, "order": text}), blue.order(by, text)
    assert given.status_code >= 400
    assert (looked.status_code, looked.json()) == (given.status_code, given.json())


def test_only_the_token_of_a_side_looks_at_its_orders(club: Club) -> None:
    asked = {"by": "blue", "order": "move guard mill"}
    assert club.spectator.post(PREVIEW, json=asked).status_code == 401
    for other in ("red", "umpire"):
        assert club.member(other).post(PREVIEW, json=asked).status_code == 403
    assert club.own.post(PREVIEW, json=asked).status_code == 403


def test_it_says_when_someone_was_first(club: Club) -> None:
    asked = {"by": "blue", "order": "move guard mill", "expected": 3}
    answer = club.member("blue").post(PREVIEW, json=asked)
    assert (answer.status_code, answer.json()["head"]) == (409, head(club))


WORDS = {  # but for a name that is taken, of which FF.1.1 warns
    "freeform": [
        "move spy hill", "move mole hill", "MovePiece piece=spy to=hill", "RemovePiece piece=mole", "remove spy",
        "TakeLoss piece=spy", "AddPiece piece=scout side=blue at=hill", "ChangePiece piece=mole strength=1",
        "move guard wood", "move guard to=spy", "move guard barn", "MovePiece piece=guard to=ford via=wood,river",
        "DrawCard deck=fate", "DrawCard deck=fate card=ace", "reveal spy", "RevealPiece piece=mole", "move s hill",
    ],
    "gettysburg": [
        "move C-41 2020", "MoveUnit unit=C-45 path=1927", "attack C-HMC3", "attack archer", "DeployUnits hmc=C-HMC3",
        "attempt C-HMC4", "AttemptControl unit=C-41", "hide 2020", "EndPhase", "PlaceUnit unit=C-44 to=1926",
        "move buford C-HMC3", "move U-1 1926", "attack meredith archer", "bombard C-45",
    ],
    "musket_and_pike": (
        "move waller 2508", 'ChooseOrders orders={"parliament-foot": "charge"}', "ActivateWing wing=parliament-foot",
        "EndActions",
    ),
    "wallaces_war": [
        "ListChits fours=4 threes=4 twos=6", "ListChits threes=6", "list 6", "TopUp fours=1", "EndSegment", "Concede",
        'PlaceChits tracks={"hugh": [3, 3, 3, 3, 3, 3]}', 'PlaceChits tracks={"wallace": [4, 4]}', "Deploy hugh 0",
        "Bid wallace 4", "Bid hugh 3", "move wallace-sc-1 1504", "Fire unit=hugh-ar-1 target=1604", "Decline",
    ],
    "longstreet_lite": [
        "BeginBattle", "move 2nd-wisconsin 10:10", "KeepDeck", "Reshuffle", "Interrupt card=quickstep", "Pass",
        "fire 2nd-wisconsin", "InvokeFire card=quickstep", "Decline", "PlayMorale cards={}", "skip",
    ],
}  # fmt: skip


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.system)
def test_what_the_other_side_hides_shows_in_no_preview(twins: Twins, tmp_path: Path) -> None:
    with ExitStack() as stack:
        clubs = [stack.enter_context(opened(tmp_path / name)) for name in ("one", "other")]
        for club, first in zip(clubs, (True, False), strict=True):
            club.new(twins.system, twins.scenario, "twin", options=twins.options)
            twins.play(club, first)
        sides = [club.member(twins.other, "twin") for club in clubs]
        for text in WORDS[twins.system]:
            one, other = (_looked(side, twins.other, text) for side in sides)
            assert one == other, text


def _looked(side: Asked, by: str, text: str) -> tuple[int, str]:
    answer = side.post(f"{API}/games/twin/lines/main/preview", json={"by": by, "order": text})
    return answer.status_code, answer.text
