"""10.9.5 At which hex of a two-hex unit muskets and pistols fire: as the firer says, or to his front where he does not.

Red stands in 1011 and 0911, facing south. From 1012 both are front hexes; where nothing is said 0911 is fired into.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import Order
from rules.musket_and_pike.fire.asks import AdvancingFire, FirePistol, RetreatingFire, Salvo, Skirmish
from rules.musket_and_pike.fire.facts import ShotFired
from rules.musket_and_pike.marching.checks import shots_from
from rules.musket_and_pike.movement.asks import MoveUnit
from rules.musket_and_pike.movement.strides import Here
from rules.musket_and_pike.reaction import riding
from rules.musket_and_pike.reaction.asks import AwaitInterceptorFire, AwaitReaction, ReactFire
from rules.musket_and_pike.state import State
from tests.musket_and_pike.melees import FOOT, H1, LI, RED, RED_TWO, TWO
from tests.musket_and_pike.positions import asked, give, orders_of, position, refused, told

RED_AT = "1011:2"
WITH_HORSE = "blue-muskets-with-the-horse"


def before(firer: str, at: str = "1012:5", **more: Any) -> State:
    return position({firer: at, RED_TWO: RED_AT}, **more)


def struck(state: State, order: Order, dice: int) -> list[tuple[str, str]]:
    """From where each shot was fired, and into which hex; every die shows 0."""
    facts = give(state, "blue", order, *[10] * dice)
    return [(one.at, one.to) for one in told(facts, ShotFired)]


def test_the_red_unit_stands_in_both() -> None:
    assert before(FOOT).units[RED_TWO].hexes == ("1011", "0911")


@pytest.mark.parametrize(("hexes", "to"), [((), "0911"), (("0911",), "0911"), (("1011",), "1011"), (("",), "0911")])
def test_10_9_5_muskets_fire_into_the_hex_that_is_named(hexes: tuple[str, ...], to: str) -> None:
    assert struck(before(FOOT), Skirmish(unit=FOOT, targets=(RED_TWO,), hexes=hexes), 1) == [("1012", to)]


@pytest.mark.parametrize(("hex", "to"), [("", "0911"), ("1011", "1011")])
def test_10_9_5_a_pistol_too_in_a_move_or_without_one(hex: str, to: str) -> None:
    assert struck(before(H1), FirePistol(unit=H1, target=RED_TWO, hex=hex), 1) == [("1012", to)]
    word = f"fire:{RED_TWO}:{hex}" if hex else f"fire:{RED_TWO}"
    assert struck(before(H1, order="charge"), MoveUnit(unit=H1, path=(word, "left")), 1) == [("1012", to)]


@pytest.mark.parametrize(
    ("hexes", "into"),
    [((), ["0911", "1011"]), (("1011",), ["1011", "1011"]), (("0911",), ["0911", "1011"])],
)
def test_10_9_5_every_half_that_can_fires_into_it(hexes: tuple[str, ...], into: list[str]) -> None:
    """Its right half, in 1112, touches 1011 alone."""
    halves = [("1012", into[0]), ("1112", into[1])]
    assert struck(before(TWO), Skirmish(unit=TWO, targets=(RED_TWO,), hexes=hexes), 2) == halves
    assert struck(before(TWO), Salvo(unit=TWO, targets=(RED_TWO,), hexes=hexes), 3) == halves


def test_10_9_5_of_two_targets_each_has_its_hex() -> None:
    """Its left half has red in both its front hexes, its right half another."""
    state = position({TWO: "1012:5", RED_TWO: RED_AT, RED: "1111:2"})
    order = Skirmish(unit=TWO, targets=(RED_TWO, RED), hexes=("1011",))
    assert struck(state, order, 2) == [("1012", "1011"), ("1112", "1111")]


def test_10_3_2_and_10_3_4_a_step_forward_or_back_fires_as_it_is_told() -> None:
    state = before(FOOT, "1013:5", order="charge")
    ahead = AdvancingFire(unit=FOOT, targets=(RED_TWO,), to="1012", hexes=("1011",))
    assert ahead in orders_of(state, AdvancingFire)
    assert struck(state, ahead, 1) == [("1012", "1011")]
    state = before(FOOT)
    back = next(one for one in orders_of(state, RetreatingFire) if one.hexes)
    assert back.hexes == ("1011",)
    assert struck(state, back, 1) == [("1012", "1011")]


def test_8_2_1_the_pistol_beside_muskets_has_a_hex_of_its_own() -> None:
    state = position({H1: "1012:5", WITH_HORSE: "1012:5", RED_TWO: RED_AT})
    order = Skirmish(unit=WITH_HORSE, targets=(RED_TWO,), pistol=RED_TWO, pistol_hex="1011")
    assert order in orders_of(state, Skirmish)
    facts = give(state, "blue", order, 10, 10)
    assert {one.column: one.to for one in told(facts, ShotFired)} == {"muskets": "0911", "pistols": "1011"}
    state = position({H1: "1012:5", WITH_HORSE: "1012:5", RED_TWO: RED_AT})
    assert refused(state, "blue", Skirmish(unit=WITH_HORSE, targets=(RED_TWO,), pistol_hex="1011")) == "10.9.5"


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (Skirmish(unit=FOOT, targets=(RED_TWO,), hexes=("1010",)), "10.9.5"),
        (Skirmish(unit=FOOT, targets=(RED_TWO,), hexes=("0911", "1011")), "10.9.5"),
        (Salvo(unit=FOOT, targets=(RED_TWO,), hexes=("1012",)), "10.9.5"),
    ],
)
def test_10_9_5_a_hex_that_is_not_the_targets_is_refused(order: Order, rule: str) -> None:
    assert refused(before(FOOT), "blue", order) == rule


def test_10_9_5_so_is_that_of_a_pistol() -> None:
    assert refused(before(H1), "blue", FirePistol(unit=H1, target=RED_TWO, hex="1010")) == "10.9.5"
    assert refused(before(H1), "blue", MoveUnit(unit=H1, path=(f"fire:{RED_TWO}:1010",))) == "10.9.5"


def test_10_1_3_and_10_4_a_hex_of_his_that_cannot_be_fired_into_is_refused() -> None:
    """From 1112 only 1011 is adjacent; from 1012 facing north-east 0911 is on the flank, where no Salvo goes."""
    assert refused(before(FOOT, "1112:5"), "blue", Skirmish(unit=FOOT, targets=(RED_TWO,), hexes=("0911",))) == "10.1.3"
    assert refused(before(H1, "1112:5"), "blue", MoveUnit(unit=H1, path=(f"fire:{RED_TWO}:0911",))) == "10.1.3"
    aside = before(FOOT, "1012:0")
    assert refused(aside, "blue", Salvo(unit=FOOT, targets=(RED_TWO,), hexes=("0911",))) == "10.1.3"
    assert struck(aside, Skirmish(unit=FOOT, targets=(RED_TWO,), hexes=("0911",)), 1) == [("1012", "0911")]


@pytest.mark.parametrize(
    ("firer", "kind"), [(FOOT, Skirmish), (FOOT, Salvo), (LI, Skirmish), (TWO, Skirmish), (TWO, Salvo)]
)
def test_10_9_5_both_are_listed_each_once(firer: str, kind: type[Any]) -> None:
    assert [one.hexes for one in orders_of(before(firer), kind)] == [(), ("1011",)]


def test_10_9_5_both_pistols_are_listed_and_one_where_there_is_no_choice() -> None:
    assert [one.hex for one in orders_of(before(H1), FirePistol)] == ["", "1011"]
    assert [one.hex for one in orders_of(before(H1, "1112:5"), FirePistol)] == [""]
    words = {one.path[-1] for one in orders_of(before(H1, "1013:5", order="charge"), MoveUnit)}
    assert {f"fire:{RED_TWO}", f"fire:{RED_TWO}:1011"} <= words
    frame = AwaitInterceptorFire(side="blue", unit=H1, at=RED_TWO)
    assert [getattr(one.order, "hex", None) for one in riding.fires(before(H1), frame)] == ["", "1011", None]


def test_9_4_1_reaction_fire_may_say_it_and_other_hexes_are_refused() -> None:
    state = position({RED_TWO: RED_AT, FOOT: "1012:5"})
    give(state, "red", Skirmish(unit=RED_TWO, targets=(FOOT,)), 10, 10)
    assert isinstance(asked(state), AwaitReaction)
    assert [one.hex for one in orders_of(state, ReactFire) if not one.salvo] == ["", "1011"]
    assert [one.hex for one in orders_of(state, ReactFire) if one.salvo] == ["", "1011"]
    assert refused(state, "blue", ReactFire(unit=FOOT, hex="1012")) == "10.9.5"
    assert refused(state, "blue", ReactFire(unit=FOOT, hand="left")) == "10.8.5"
    assert struck(state, ReactFire(unit=FOOT, hex="1011"), 1) == [("1012", "1011")]


def test_10_9_5_the_usual_hex_of_a_pistol_in_a_move_is_before_it() -> None:
    """Red stands in 1011, before it, and in 1112, on its flank: only the flank need be named."""
    state = position({H1: "1012:5", RED_TWO: "1011:0"})
    words = [*shots_from(state, H1, Here(("1012",), 5, "FN"))]
    assert words == [f"fire:{RED_TWO}", f"fire:{RED_TWO}:1112"]
