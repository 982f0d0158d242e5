"""FF.3, FF.4 Dice and cards."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import CardDrawn, DeckShuffled, DiceRolled, Order
from domain.kernel.play import carry_out
from domain.kernel.reasons import said
from rules.freeform import SYSTEM
from rules.freeform.luck import AddDeck, CardPlayed, DrawCard, PlayCard, RollDice, ShuffleDeck
from rules.freeform.state import State
from tests.freeform.positions import give, start


def with_deck(hidden: bool = False) -> State:
    state = start()
    give(state, "blue", AddDeck(deck="events", cards=("rain", "ammo", "ammo"), hidden=hidden))
    return state


def test_ff_3_a_roll_is_a_fact_with_purpose_and_source() -> None:
    assert give(start(), "blue", RollDice(why="fire", dice=2), 3, 5) == [
        DiceRolled(by="blue", sides=6, faces=(3, 5), why=said("fire"), source="entered")
    ]


def test_ff_4_a_card_goes_from_pile_to_hand_to_discard_and_back() -> None:
    state = with_deck()
    assert give(state, "blue", DrawCard(deck="events"), cards=("ammo",)) == [
        CardDrawn(by="blue", deck="events", card="ammo", source="entered", to="hand")
    ]
    assert (state.core.decks["events"], state.decks["events"].hands) == (["ammo", "rain"], {"blue": ["ammo"]})
    assert give(state, "blue", PlayCard(deck="events", card="ammo")) == [
        CardPlayed(by="blue", deck="events", card="ammo")
    ]
    assert give(state, "blue", ShuffleDeck(deck="events")) == [
        DeckShuffled(deck="events", cards=("ammo", "ammo", "rain"))
    ]
    assert state.decks["events"].discards == []


def test_ff_4_a_card_played_out_of_the_game_does_not_come_back() -> None:
    state = with_deck()
    give(state, "blue", DrawCard(deck="events"), cards=("rain",))
    give(state, "blue", PlayCard(deck="events", card="rain", remove=True))
    assert give(state, "blue", ShuffleDeck(deck="events")) == [DeckShuffled(deck="events", cards=("ammo", "ammo"))]


def test_ff_4_only_the_drawer_sees_a_card_from_a_hidden_deck() -> None:
    state = with_deck(hidden=True)
    order, drawn = carry_out(SYSTEM, state, "red", DrawCard(deck="events"), EnteredChance(cards=["rain"]))
    assert (order.to, drawn.to) == (None, ("red",))


def test_ff_4_what_goes_back_into_a_hidden_deck_is_not_told_while_someone_holds_cards() -> None:
    state = with_deck(hidden=True)
    give(state, "red", DrawCard(deck="events"), cards=("rain",))
    _, shuffled = carry_out(SYSTEM, state, "blue", ShuffleDeck(deck="events"), EnteredChance())
    assert shuffled.to == ()
    give(state, "red", PlayCard(deck="events", card="rain"))
    _, shuffled = carry_out(SYSTEM, state, "blue", ShuffleDeck(deck="events"), EnteredChance())
    assert shuffled.to is None


REFUSED = [
    pytest.param(RollDice(why="x", dice=0), "FF.3.1", id="FF.3.1 no dice"),
    pytest.param(RollDice(why="x", dice=201), "FF.3.1", id="FF.3.1 too many dice"),
    pytest.param(RollDice(why="x", sides=1), "FF.3.1", id="FF.3.1 a die of one side"),
    pytest.param(RollDice(why="x", of="green"), "FF.3.2", id="FF.3.2 dice of a side that does not play"),
    pytest.param(AddDeck(deck="events", cards=("a",)), "FF.4.1", id="FF.4.1 a deck comes once"),
    pytest.param(AddDeck(deck="none", cards=()), "FF.4.1", id="FF.4.1 a deck of no cards"),
    pytest.param(DrawCard(deck="other"), "FF.4.1", id="FF.4.1 an unknown deck"),
    pytest.param(DrawCard(deck="events", count=4), "FF.4.2", id="FF.4.2 more cards than there are"),
    pytest.param(DrawCard(deck="events", count=0), "FF.4.2", id="FF.4.2 no card at all"),
    pytest.param(PlayCard(deck="events", card="rain"), "FF.4.3", id="FF.4.3 a card not held"),
]


@pytest.mark.parametrize(("order", "rule"), REFUSED)
def test_refused(order: Order, rule: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        give(with_deck(), "blue", order, 1)
    assert refused.value.rule == rule
