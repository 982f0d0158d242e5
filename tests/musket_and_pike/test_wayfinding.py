"""7.1.1 A goal is named, and the cheapest way there is found with its price; or the rule that closes it is told."""

from __future__ import annotations

import pytest

from domain.games.hearing import heard
from domain.kernel.errors import IllegalOrder
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.marching import wayfinding as w
from rules.musket_and_pike.movement.asks import Absorb, MoveLeader, MoveUnit
from rules.musket_and_pike.state import State
from tests.musket_and_pike.melees import FOOT, H1, H2, R1, TWO
from tests.musket_and_pike.positions import position


def found(state: State, unit: str, place: str, **given: object) -> MoveUnit:
    order = w.find_unit(state, "blue", {"unit": unit, **given}, place)
    assert order is not None
    return order


def cost(state: State, order: MoveUnit) -> object:
    return w.price_of_unit(state, "blue", order).of


def test_the_cheapest_way_and_what_it_costs() -> None:
    """Straight on is a point a hex; facing north-west there is a vertex more (6.2.1)."""
    state = position({H1: "1012:5"})
    order = found(state, H1, "1009")
    assert (len(order.path), cost(state, order)) == (3, (3, 8))
    turned = found(state, H1, "1009:4")
    assert cost(state, turned) == (4, 8)
    assert w.goal_of_unit(state, "blue", turned) == "1009:4"
    assert w.goal_of_unit(state, "blue", order) == "1009"
    assert found(state, H1, "1012:2").path == ("about",)  # on the spot, two points rather than three (6.2.2)


def test_a_two_hex_unit_is_named_by_its_left_half() -> None:
    state = position({TWO: "1012:5"})
    assert found(state, TWO, "1011").path == ("1011",)
    assert cost(state, found(state, TWO, "1012:4")) == (2, 4)  # E6 a wheel


@pytest.mark.parametrize(("place", "rule"), [("1011", "5.6.2"), ("0101", "7.1.1")])
def test_why_there_is_no_way(place: str, rule: str) -> None:
    """1011 is next to red horse, which Make Ready forbids; the corner of the map is too far."""
    with pytest.raises(IllegalOrder) as refused:
        w.find_unit(position({H1: "1014:5", R1: "1010:2"}), "blue", {"unit": H1}, place)
    assert refused.value.rule == rule


def test_who_may_not_move_is_told_so_first() -> None:
    with pytest.raises(IllegalOrder) as refused:
        w.find_unit(position({H1: "1012:5:FB"}), "blue", {"unit": H1}, "1009")
    assert refused.value.rule == "6.3.1"


def test_a_leader_ends_with_his_men() -> None:
    state = position({H1: "1012:5", H2: "1014:5"}, leaders={"blue-horse": "1012"})
    order = w.find_leader(state, "blue", {"leader": "blue-horse"}, "1014")
    assert isinstance(order, MoveLeader)
    assert w.price_of_leader(state, "blue", order).of == (2, 8)
    with pytest.raises(IllegalOrder) as refused:
        w.find_leader(state, "blue", {"leader": "blue-horse"}, "1013")
    assert refused.value.rule == "5.2.1"


def test_horse_finds_whom_it_absorbs() -> None:
    state = position({H1: "1012:5", H2: "1010:5"}, casualties={H1: 1})
    order = w.find_absorption(state, "blue", {"unit": H1}, "1010")
    assert isinstance(order, Absorb)
    assert order.path[-1] == "1010"


def test_what_may_come_next_on_a_path() -> None:
    state = position({FOOT: "1012:5"})
    assert {*w.onward(state, "blue", {"unit": FOOT}, ())} == {"0911", "1011", "left", "right", "about"}
    assert {*w.onward(state, "blue", {"unit": FOOT}, ("1011", "1010", "1009"))} == {"1008", "1108"}  # one point left
    assert {*w.onward(state, "blue", {"unit": FOOT}, ("1011", "1013"))} == set()


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("move blue-cuirassiers-i 1009", 3),
        ("MoveUnit unit=blue-cuirassiers-i to=1009:4", 4),
        ("move 1009 blue-cuirassiers-i", 3),
    ],
)
def test_as_it_is_typed(text: str, path: int) -> None:
    state = position({H1: "1012:5"})
    found = heard(SYSTEM, state, "blue", text, state.names)
    assert isinstance(found.order, MoveUnit)
    assert len(found.order.path) == path
    assert found.price is not None
    assert found.price.key == "way costs"
