"""Legal orders for people, and what may follow the beginning of one."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.completing import following
from domain.games.hearing import heard
from domain.games.look import due, legal, naming
from domain.games.offers import offers
from domain.words.orders import format_order
from rules.gettysburg import SYSTEM as GETTYSBURG
from tests import mill_bridge as mb
from tests.domain.test_typed import GENERALS, NAMES, bridge, ridge


def test_orders_are_put_together_by_unit_and_kind_with_names() -> None:
    end, buford = offers(mb.SYSTEM, bridge(), legal(mb.SYSTEM, bridge()), NAMES, {})
    assert (end.unit, end.verbs) == ("", {"end": {"": ""}})
    assert buford.name == "Buford (b1)"
    assert buford.verbs == {"move": {"1": ""}, "fire": {"r1": ""}}


def test_8_1_each_hex_in_reach_stands_with_its_price() -> None:
    state = ridge()
    found = {one.unit: one for one in offers(GETTYSBURG, state, legal(GETTYSBURG, state), GENERALS, {})}
    pettigrew = found["C-44"]
    assert pettigrew.name == "Pettigrew (C-44)"
    assert pettigrew.verbs["move to"]["1926"] == "2"
    assert len(pettigrew.verbs["move to"]) == len(set(pettigrew.verbs["move to"]))


def test_what_is_offered_can_be_typed() -> None:
    state = ridge()
    for offer in offers(GETTYSBURG, state, legal(GETTYSBURG, state), GENERALS, {}):
        for verb, what in offer.verbs.items():
            text = f"{verb.removesuffix(' to')} {offer.unit} {next(iter(what))}"
            order = heard(GETTYSBURG, state, "confederate", text, GENERALS).order
            assert order in [choice.order for choice in legal(GETTYSBURG, state)]


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        (["bombard"], {"DeclareBombardment"}),
        (["pegram", "declare"], {"DeclareBombardment"}),
        (["Pettigrew"], {"MoveUnit"}),
        (["end"], {"EndPhase"}),
        (["nobody"], set()),
    ],
)
def test_orders_are_found_by_the_words_they_are_typed_in(words: list[str], kinds: set[str]) -> None:
    found = list(naming(GETTYSBURG, legal(GETTYSBURG, ridge()), words, GENERALS))
    assert {type(choice.order).__name__ for choice in found} == kinds


def test_whole_words_only() -> None:
    found = [format_order(choice.order) for choice in naming(mb.SYSTEM, legal(mb.SYSTEM, bridge()), ["b"], {})]
    assert found == []


# Completion


def after(text: str, state: Any = None) -> set[str]:
    return set(following(GETTYSBURG, state or ridge(), "confederate", text, GENERALS))


def test_an_order_begins_with_its_name_or_a_word_of_now() -> None:
    assert {"MoveUnit ", "attack ", "bombardment ", "EndPhase ", "Rally "} <= after("")
    assert "rally " not in after("")


def test_after_unit_stand_those_that_may_act_now() -> None:
    state = ridge()
    movers = {choice.order.unit for choice in legal(GETTYSBURG, state) if type(choice.order).__name__ == "MoveUnit"}
    assert after("MoveUnit unit=", state) == movers
    assert movers <= after("move ", state)
    state.turn.acted.append("C-44")
    assert after("move unit=", state) == movers - {"C-44"}


def test_after_path_stand_the_hexes_that_can_be_entered_next() -> None:
    state = ridge()
    near = set(state.ground.near(state.units["C-44"].at))
    assert "1927" in after("MoveUnit unit=C-44 path=", state) <= near
    assert "1926" in after("move pettigrew path=1927,", state) <= set(state.ground.near("1927"))
    assert "1926" in after("move pettigrew to=", state)
    assert "1926" in after("move pettigrew ", state)


def test_listed_words_and_truth_values_are_offered() -> None:
    assert {"normal", "accelerated", "disengage"} <= after("MoveUnit pace=")
    assert {"yes", "no"} <= after("MoveUnit recover=")
    assert after("Nonsense unit=") == set()


def test_who_is_due_is_asked_first_else_acts_alone() -> None:
    assert due(mb.SYSTEM, bridge()) == "blue"
    state = bridge()
    state.core.pending = [mb.AwaitReaction(side="red", target="b1", depth=1)]
    assert due(mb.SYSTEM, state) == "red"
