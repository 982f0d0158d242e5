"""LL.4.hand, LL.4.nodis, LL.4.invoke, LL.4.mod What is done with the cards in hand."""

from __future__ import annotations

from typing import get_args

import pytest

from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards.asks import Decline
from rules.longstreet_lite.cards.facts import CardPlayed, EffectBegan, Use
from rules.longstreet_lite.movement.asks import EndMove
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.asks import AddCard, InvokeCombat, InvokeFire, InvokeMove, Pass
from tests.longstreet_lite.positions import give, position, refusal, said, unit
from tests.longstreet_lite.starts import changed

US, CS = unit("us", "10:5"), unit("cs", "10:15", "180")
HAND = ["aim-low", "cold-steel", "quickstep", "steady-boys", "steady-boys"]


def table(phase: str = phases.COMMAND, hand: list[str] | None = None, **more: object) -> State:
    hands = {"us": HAND if hand is None else hand, "cs": ["steady-boys"]}
    return position({"u": US, "c": CS}, phase=phase, hands=hands, **more)  # type: ignore[arg-type]


def test_ll_4_invoke_1_any_card_invokes_any_phase() -> None:
    for card in dict.fromkeys(HAND):
        state = table()
        facts = give(SYSTEM, state, "us", InvokeCombat(cards=(card,)))
        assert facts[0] == CardPlayed(by="us", card=card, use="invoke")
        assert f.PhaseInvoked(by="us", phase="combat", cards=1) in facts
        assert (state.core.phase, state.turn.invoked) == (phases.COMBAT, 1)


def test_i6_ll_4_nodis_1_only_cards_in_hand_are_played_and_none_is_thrown_away() -> None:
    assert said(SYSTEM, table(), "us", InvokeMove(cards=("old-rivals",))) == "us does not hold old-rivals"
    twice = InvokeMove(cards=("quickstep", "quickstep"))
    assert refusal(SYSTEM, table(), "us", twice) == "LL.4.nodis.1"
    assert refusal(SYSTEM, table(), "us", InvokeMove(cards=("no-such-card",))) == "LL.4.deck.1"
    assert not [kind for kind in SYSTEM.book.orders if "Discard" in kind.__name__]


def test_i10_ll_4_invoke_1_a_phase_costs_a_card() -> None:
    assert refusal(SYSTEM, table(), "us", InvokeMove(cards=())) == "LL.4.invoke.1"
    assert refusal(SYSTEM, table(hand=[]), "us", InvokeMove(cards=("quickstep",))) == "LL.4.draw.3"


def test_ll_4_two_1_two_cards_invoke_a_phase_and_a_modifier_makes_three() -> None:
    state = table()
    give(SYSTEM, state, "us", InvokeMove(cards=("steady-boys", "steady-boys"), modifier="quickstep"))
    assert (state.turn.invoked, len(state.cards["us"].discard)) == (2, 3)
    three = InvokeMove(cards=("steady-boys", "steady-boys", "aim-low"))
    assert refusal(SYSTEM, table(), "us", three) == "LL.4.two.1"


def test_d16_a_the_second_card_comes_with_the_first() -> None:
    state = table(phases.MOVE)
    assert refusal(SYSTEM, state, "us", AddCard(card="aim-low")) == "LL.4.two.1"


def test_d16_b_the_second_card_may_come_later_and_no_third() -> None:
    state = table(phases.MOVE, readings={"D16": "B"})
    facts = give(SYSTEM, state, "us", AddCard(card="aim-low"))
    assert facts == [CardPlayed(by="us", card="aim-low", use="invoke"), f.SecondCardPlayed(by="us")]
    assert state.turn.invoked == 2
    assert refusal(SYSTEM, state, "us", AddCard(card="quickstep")) == "LL.4.nodis.1"
    state = table(phases.MOVE, readings={"D16": "B"})
    assert refusal(SYSTEM, state, "us", AddCard(card="old-rivals")) == "LL.4.nodis.1"


def test_d16_b_no_second_card_where_the_phase_counts_as_invoked_with_two() -> None:
    """LL.4.nodis.1 It would only be thrown away."""
    state = table(phases.COMMAND, ["aim-low", "quickstep", "known-ground"], readings={"D16": "B"})
    give(SYSTEM, state, "us", InvokeMove(cards=("quickstep",), modifier="known-ground"))
    give(SYSTEM, state, "cs", Decline())
    assert refusal(SYSTEM, state, "us", AddCard(card="aim-low")) == "LL.4.nodis.1"


def test_ll_4_invoke_2_a_phase_may_be_invoked_and_nothing_done_in_it() -> None:
    state = table()
    give(SYSTEM, state, "us", InvokeMove(cards=("quickstep",)))
    give(SYSTEM, state, "cs", Decline())
    give(SYSTEM, state, "us", EndMove(), 1, cards=["steady-boys"] * 7)
    assert (state.core.turn, state.core.active) == (4, "cs")
    assert state.cards["us"].discard == ["quickstep"]


@pytest.mark.parametrize(
    ("order", "phase"),
    [
        (InvokeFire(card="steady-boys", modifier="aim-low"), phases.FIRE_OPTION),
        (InvokeMove(cards=("steady-boys",), modifier="quickstep"), phases.COMMAND),
        (InvokeCombat(cards=("steady-boys",), modifier="cold-steel"), phases.COMMAND),
    ],
)
def test_ll_4_mod_1_ll_4_mod_2_each_symbol_modifies_its_phase_with_the_invocation(
    order: InvokeFire | InvokeMove | InvokeCombat, phase: str
) -> None:
    state = table(phase)
    facts = give(SYSTEM, state, "us", order)
    assert facts[1] == CardPlayed(by="us", card=order.modifier, use="modify")
    began = [fact for fact in facts if isinstance(fact, EffectBegan)]
    assert [(fact.card, fact.by) for fact in began] == [(order.modifier, "us")]
    assert len(state.turn.modified) == 1


@pytest.mark.parametrize("modifier", ["aim-low", "cold-steel", "steady-boys"])
def test_i8_ll_4_mod_1_a_card_without_the_symbol_does_not_modify(modifier: str) -> None:
    order = InvokeMove(cards=("quickstep",), modifier=modifier)
    assert refusal(SYSTEM, table(), "us", order) == "LL.4.mod.1"


def test_i8_ll_4_mod_3_one_modifier_of_a_symbol_a_turn() -> None:
    state = table()
    state.turn.modified = ["BUGLE"]
    order = InvokeMove(cards=("steady-boys",), modifier="quickstep")
    assert refusal(SYSTEM, state, "us", order) == "LL.4.mod.3"
    give(SYSTEM, state, "us", InvokeCombat(cards=("steady-boys",), modifier="cold-steel"))
    assert state.turn.modified == ["BUGLE", "SABRES"]


def test_i8_ll_4_mod_2_a_phase_under_way_is_not_modified_any_more() -> None:
    """No order adds a modifier later: AddCard invokes, and InvokeMove belongs to the command."""
    state = table(phases.MOVE, readings={"D16": "B"})
    late = InvokeMove(cards=("steady-boys",), modifier="quickstep")
    assert refusal(SYSTEM, state, "us", late) == "LL.4.mod.2"
    give(SYSTEM, state, "us", AddCard(card="quickstep"))
    assert (state.effects, state.turn.modified) == ([], [])


def test_ll_f_2_o1_void_cards_invoke_but_do_not_modify() -> None:
    pack = changed(("void = []", 'void = ["quickstep"]'))
    order = InvokeMove(cards=("steady-boys",), modifier="quickstep")
    state = table(pack=pack, options=("void_effects",))
    assert refusal(SYSTEM, state, "us", order) == "LL.F.2"
    give(SYSTEM, state, "us", InvokeMove(cards=("quickstep",)))
    assert state.cards["us"].discard == ["quickstep"]
    without = table(pack=pack)
    give(SYSTEM, without, "us", order)
    assert [active.card for active in without.effects] == ["quickstep"]


def test_ll_r_card_every_use_of_a_card_stands_in_the_log() -> None:
    """LL.R.card, LL.4.morale.1 Invoke, modify, interrupt, morale, retreat."""
    assert get_args(Use) == ("invoke", "modify", "interrupt", "morale", "retreat")


def test_the_sample_of_invocations_is_legal_and_covers_one_card_two_cards_and_modifiers() -> None:
    found = [choice.order for choice in SYSTEM.book.choices(table())]
    moves = [order for order in found if isinstance(order, InvokeMove)]
    assert {(len(order.cards), bool(order.modifier)) for order in moves} == {
        (1, False),
        (2, False),
        (1, True),
        (2, True),
    }
    assert Pass() in found
    for order in found:
        give(SYSTEM, table(), "us", order, *([1] if isinstance(order, Pass) else []), cards=drawn_by(order))


def drawn_by(order: object) -> list[str]:
    """A pass fills the hands: one card for us, five for cs."""
    return ["steady-boys"] * 6 if isinstance(order, Pass) else []
