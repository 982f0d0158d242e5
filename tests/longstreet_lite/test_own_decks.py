"""Section 11.3 Decks made of data alone: a third deck, and effects combined as nobody foresaw."""

from __future__ import annotations

import random

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import FrameOpened, Order
from domain.kernel.play import carry_out
from domain.kernel.reasons import Reason
from rules.longstreet_lite import SYSTEM, phases
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import AwaitInterrupt, AwaitName, Decline, Interrupt, NameUnit
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.combat.asks import EndCharges
from rules.longstreet_lite.fire.asks import EndFire
from rules.longstreet_lite.movement.asks import EndMove
from rules.longstreet_lite.turn.asks import (
    BeginBattle,
    InvokeCombat,
    InvokeFire,
    InvokeMove,
    KeepDeck,
    Pass,
    Reshuffle,
    SkipFire,
)
from tests.longstreet_lite.own_decks import HOUSE_30, deck, one_card
from tests.longstreet_lite.positions import give, position, refusal, unit
from tests.longstreet_lite.starts import start

UNITS = {
    "u": unit("us", "10:5"),
    "v": unit("us", "20:5", ranks=(4, 3)),
    "guns": unit("us", "30:5", ranks=(2,), kind="ART"),
    "limber": unit("us", "34:5", kind="ART", limbered=True, bases=2),
    "c": unit("cs", "10:15", "180"),
    "d": unit("cs", "20:15", "180"),
}

CARD_ORDERS = (
    Decline, Interrupt, KeepDeck, InvokeFire, SkipFire, EndFire, InvokeMove, EndMove, InvokeCombat,
    EndCharges, Pass, Reshuffle,
)  # fmt: skip


def test_a_third_deck_is_played_to_its_last_card_from_data_alone() -> None:
    """HOUSE-30: thirty neutral cards, the same for each side. Nobody fights, so the cards decide."""
    pack = deck(HOUSE_30)
    SYSTEM.sheets.check(pack)
    state, rng, chance = start("railroad_cut", pack=pack), random.Random(5), SeededChance(5)
    carry_out(SYSTEM, state, "us", BeginBattle(), chance)
    assert [len(state.core.decks[side]) for side in ("us", "cs")] == [24, 24]
    for _ in range(2000):
        if state.core.ended:
            break
        found = [choice for choice in SYSTEM.book.choices(state) if isinstance(choice.order, CARD_ORDERS)]
        by, order = rng.choice(found)
        carry_out(SYSTEM, state, by, order, chance)
    assert state.core.ended is not None
    assert state.core.ended.why.cite in ("LL.3.lose.1", "LL.3.lose.2")


@pytest.mark.parametrize(
    ("order", "phase", "does"),
    [
        (InvokeMove(cards=("plain-1",), modifier="quickstep"), phases.COMMAND, "move_bonus"),
        (InvokeFire(card="plain-1", modifier="aim-low"), phases.FIRE_OPTION, "may_reroll"),
        (InvokeCombat(cards=("plain-1",), modifier="cold-steel"), phases.COMMAND, "extra_combat_dice"),
        (Interrupt(card="old-rivals", unit="u"), "move", "unit_may_not_move"),
        (Interrupt(card="stray-courier"), "turn_start", "no_modifiers"),
        (Interrupt(card="sharpshooters", unit="u"), "fire", "unit_may_not_fire"),
    ],
)
def test_each_card_of_the_third_deck_does_what_its_data_say(order: Order, phase: str, does: str) -> None:
    card = order.card if isinstance(order, Interrupt) else order.modifier  # type: ignore[attr-defined]
    hands = {"us": ["plain-1", card], "cs": ["plain-1", card]}
    is_interrupt = isinstance(order, Interrupt)
    state = position(UNITS, phase=phases.MOVE if is_interrupt else phase, hands=hands, pack=deck(HOUSE_30))
    if is_interrupt:
        state.core.pending.append(AwaitInterrupt(side="cs", window=phase))  # type: ignore[arg-type]
    give(SYSTEM, state, "cs" if is_interrupt else "us", order)
    assert [(active.card, active.effect.do) for active in state.effects] == [(card, does)]


def test_effects_are_combined_as_the_data_say() -> None:
    """A bugle that speeds up infantry, waives the second card and raises the own hand limit for two turns."""
    keys = (
        'modifier = "BUGLE"\n'
        'effects = [{ do = "move_bonus", n = 3, kind = "INF" }, { do = "waive_second_card" }, '
        '{ do = "hand_limit", n = 8, turns = 1 }]'
    )
    pack = one_card(keys)
    SYSTEM.sheets.check(pack)
    state = position(UNITS, phase=phases.COMMAND, hands={"us": ["plain", "own"], "cs": ["plain"] * 6}, pack=pack)
    state.core.decks = {side: ["plain"] * 20 for side in ("us", "cs")}
    give(SYSTEM, state, "us", InvokeMove(cards=("plain",), modifier="own"))
    give(SYSTEM, state, "cs", Decline())
    assert [effects.allowance(state, name, 4000) for name in ("u", "guns")] == [7000, 4000]
    assert effects.counts_as_two(state)
    give(SYSTEM, state, "us", EndMove(), 1, cards=["plain"] * 8)
    assert [active.effect.do for active in state.effects] == ["hand_limit"]
    assert len(state.cards["us"].hand) == 8


def test_a_turn_start_card_may_bar_a_unit_from_fire_and_move_for_the_whole_turn() -> None:
    keys = (
        'interrupt = true\ntiming = "turn_start"\n'
        'effects = [{ do = "unit_may_not_fire", units = "one", whose = "enemy" }, '
        '{ do = "unit_may_not_move", units = "one", whose = "enemy" }]'
    )
    pack = one_card(keys)
    SYSTEM.sheets.check(pack)
    state = position(UNITS, phase=phases.TURN_START, hands={"us": ["plain"] * 6, "cs": ["own"]}, pack=pack)
    state.core.pending.append(AwaitInterrupt(side="cs", window="turn_start"))
    give(SYSTEM, state, "cs", Interrupt(card="own", unit="u"))
    for order in (KeepDeck(), InvokeFire(card="plain"), EndFire()):
        give(SYSTEM, state, "us", order)
    assert {active.effect.do: active.unit for active in state.effects} == {
        "unit_may_not_fire": "u",
        "unit_may_not_move": "u",
    }


def test_ll_4_mod_2_a_modifier_against_an_enemy_unit_is_named_before_the_enemy_may_interrupt() -> None:
    keys = (
        'modifier = "SABRES"\n'
        'effects = [{ do = "must_reroll", units = "one", whose = "enemy", kind = "INF", dice = "defence" }]'
    )
    pack = one_card(keys)
    SYSTEM.sheets.check(pack)
    state = position(UNITS, phase=phases.COMMAND, hands={"us": ["plain", "own"], "cs": ["plain"]}, pack=pack)
    facts = give(SYSTEM, state, "us", InvokeCombat(cards=("plain",), modifier="own"))
    opened = [fact.frame for fact in facts if isinstance(fact, FrameOpened)]
    assert opened == [AwaitInterrupt(side="cs", window="combat"), AwaitName(side="us", card="own")]
    assert refusal(SYSTEM, state, "us", NameUnit(unit="u")) == "LL.4.int.6"
    assert NameUnit(unit="c") in [choice.order for choice in SYSTEM.book.choices(state)]
    give(SYSTEM, state, "us", NameUnit(unit="c"))
    assert state.core.pending == [AwaitInterrupt(side="cs", window="combat")]
    assert effects.must_reroll(state, "c", "defence") is not None


@pytest.mark.parametrize(
    ("keys", "order", "asks"),
    [
        ('modifier = "SABRES"\neffects = [{ do = "die_modifier", n = 1, units = "one", dice = "attack" }]',
         InvokeCombat(cards=("plain",), modifier="own"), True),
        ('modifier = "RIFLE"\neffects = [{ do = "die_modifier", n = 1, units = "one", dice = "to_hit" }]',
         InvokeFire(card="plain", modifier="own"), False),
    ],
)  # fmt: skip
def test_ll_4_mod_1_a_unit_that_fires_is_named_by_its_order_and_one_that_fights_at_once(
    keys: str, order: Order, asks: bool
) -> None:
    phase = phases.FIRE_OPTION if isinstance(order, InvokeFire) else phases.COMMAND
    hands = {"us": ["plain", "own"], "cs": ["plain"]}
    state = position(UNITS, phase=phase, hands=hands, pack=one_card(keys))
    give(SYSTEM, state, "us", order)
    assert (state.core.pending[-1] == AwaitName(side="us", card="own")) is asks


def test_ll_4_mod_2_such_a_card_may_be_left_without_a_unit() -> None:
    keys = 'modifier = "BUGLE"\neffects = [{ do = "unit_may_not_move", units = "one" }]'
    pack = one_card(keys)
    state = position(UNITS, phase=phases.COMMAND, hands={"us": ["plain", "own"], "cs": ["plain"]}, pack=pack)
    give(SYSTEM, state, "us", InvokeMove(cards=("plain",), modifier="own"))
    facts = give(SYSTEM, state, "us", Decline())
    assert Declined(by="us", what=Reason("to name a unit", "LL.4.mod.1", ("own",))) in facts
    assert state.effects == []
    assert state.core.pending == [AwaitInterrupt(side="cs", window="move")]
