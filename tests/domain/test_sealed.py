"""Choices made unseen: who is waited for, and who may see what meanwhile."""

from __future__ import annotations

from domain.kernel import sealed
from domain.kernel.facts import Fact, Order, OrderGiven


class Choose(Order, frozen=True, kw_only=True):
    number: int


class Chosen(Fact, frozen=True, kw_only=True):
    side: str
    number: int


class Shown(Fact, frozen=True, kw_only=True):
    side: str


SEALED: set[type[Order] | type[Fact]] = {Choose, Chosen}
FACTS: set[type[Order] | type[Fact]] = {Chosen}


def test_sides_choose_in_any_order_and_none_twice() -> None:
    assert sealed.waiting(("red", "blue"), {}) == ("red", "blue")
    assert sealed.waiting(("red", "blue"), {"blue": 3}) == ("red",)
    assert sealed.waiting(("red", "blue"), {"blue": 3, "red": 1}) == ()


def test_a_sealed_order_and_its_fact_are_for_their_own_side() -> None:
    assert sealed.seen_by(OrderGiven(by="red", order=Choose(number=3)), SEALED) == ("red",)
    assert sealed.seen_by(Chosen(side="blue", number=3), SEALED) == ("blue",)


def test_everything_else_is_for_everyone() -> None:
    assert sealed.seen_by(Shown(side="red"), SEALED) is None
    assert sealed.seen_by(OrderGiven(by="red", order=Choose(number=3)), FACTS) is None
