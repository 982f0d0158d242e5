"""5.5.3, 6.3.3 The set-up: two choices made unseen and shown together; what the scenarios say besides."""

from __future__ import annotations

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import PhaseBegan
from domain.kernel.play import Play, facts_of
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.fire.asks import FireGuns
from rules.musket_and_pike.state import ACTIVATION, BOMBARDMENT, OPEN_ORDER
from rules.musket_and_pike.turn.asks import ChooseOpenOrder, ChooseOrders, EndActions
from rules.musket_and_pike.turn.facts import (
    DefectionRolled,
    OpenOrderRevealed,
    OpenOrderSealed,
    OrdersRevealed,
    OrdersSealed,
)
from tests.musket_and_pike.positions import give, orders_of, refused, start, told

ROYAL = ChooseOrders(
    orders={"royalist-right-horse": "charge", "royalist-foot": "make_ready", "royalist-left-horse": "charge"}
)
PARLIAMENT = ChooseOrders(
    orders={
        "parliament-left-horse": "receive_charge",
        "parliament-foot": "receive_charge",
        "parliament-right-horse-and-reserve": "make_ready",
    }
)


def test_5_5_3_orders_are_sealed_then_shown_together() -> None:
    state = start("edgehill")
    facts = give(state, "royalist", ROYAL)
    (own,) = told(facts, OrdersSealed)
    assert SYSTEM.sight.seen_by(state, own) == ("royalist",)
    assert SYSTEM.sight.seen_by(state, facts[0]) == ("royalist",)
    assert not told(facts, OrdersRevealed)
    assert state.wings["royalist-foot"].order == "make_ready"
    facts = give(state, "parliament", PARLIAMENT)
    assert told(facts, OrdersRevealed)[0].orders == {**ROYAL.orders, **PARLIAMENT.orders}
    assert state.core.phase == OPEN_ORDER


def test_x52_a_choice_is_made_once_and_whole() -> None:
    state = start("edgehill")
    assert refused(state, "royalist", ChooseOrders(orders={"royalist-foot": "charge"})) == "5.5.3"
    give(state, "royalist", ROYAL)
    assert refused(state, "royalist", ROYAL) == "5.5.3"
    assert {choice.by for choice in SYSTEM.book.choices(state)} == {"parliament"}


def test_6_3_3_open_order_is_chosen_unseen() -> None:
    state = start("edgehill", options=("historical_orders",))
    assert state.core.phase == OPEN_ORDER  # O2
    assert refused(state, "royalist", ChooseOpenOrder(units=("meldrum",))) == "6.3.3"
    assert refused(state, "royalist", ChooseOpenOrder(units=("royal-battery",))) == "6.3.3"
    facts = give(state, "royalist", ChooseOpenOrder(units=("charles-gerard",)))
    assert SYSTEM.sight.seen_by(state, told(facts, OpenOrderSealed)[0]) == ("royalist",)
    assert state.units["charles-gerard"].formation == "FN"
    assert refused(state, "royalist", ChooseOpenOrder()) == "6.3.3"
    facts = give(state, "parliament", ChooseOpenOrder())
    assert told(facts, OpenOrderRevealed)[0].units == ("charles-gerard",)
    assert state.units["charles-gerard"].formation == "OO"
    assert (state.core.turn, state.core.phase) == (1, ACTIVATION)


def test_8_2_1_horse_and_its_light_infantry_start_in_one_formation() -> None:
    state = start("lutzen", options=("historical_orders",))
    assert refused(state, "swedish", ChooseOpenOrder(units=("smaland",))) == "8.2.1"
    give(state, "swedish", ChooseOpenOrder(units=("smaland", "muskets-of-the-right-i")))


def test_err_rocroi_5_guns_open_before_the_first_turn() -> None:
    state = start("rocroi", options=("historical_orders",))
    give(state, "french", ChooseOpenOrder())
    give(state, "spanish", ChooseOpenOrder())
    assert (state.core.phase, state.core.active) == (BOMBARDMENT, "spanish")
    assert orders_of(state, FireGuns)
    assert refused(state, "french", EndActions()) == "3.2.C"
    give(state, "spanish", EndActions())
    assert state.core.active == "french"
    facts = give(state, "french", EndActions())
    assert [(fact.turn, fact.phase) for fact in told(facts, PhaseBegan)] == [(1, ACTIVATION)]
    assert not any(unit.fired for unit in state.units.values())


def test_edgehill_fortescue_may_change_sides_at_the_start_of_turn_2() -> None:
    for die, leaves in ((6, True), (7, False)):
        state = start("edgehill", options=("historical_orders",))
        state.core.turn, state.core.phase, state.turn.number = 1, "markers", 1
        state.turn.cleared, state.turn.initiative = True, "royalist"
        play = Play(SYSTEM, state, "royalist", EndActions(), EnteredChance([die]))
        while SYSTEM.book.proceed(play):
            pass
        (roll,) = told(facts_of(play.recorded), DefectionRolled)
        assert roll.leaves is leaves
        assert (state.units["fortescue"].gone == "removed") is leaves
