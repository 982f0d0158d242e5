"""LL.4.int Interrupts: the passive player's one card a turn, in the windows the sequence opens for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed, is_legal
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import asks, hand, modifiers, naming
from rules.longstreet_lite.cards.facts import FACTS, Declined
from rules.longstreet_lite.cards.hand import end_if_out_of_cards
from rules.longstreet_lite.rulings import READINGS, SETTLED
from rules.longstreet_lite.sheets.rows import CardRow
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import CardId

# LL.4.int.3, LL.4.int.4 The window each timing belongs to; a card without one fits them all (D50).
WINDOWS: Mapping[str, asks.Window] = {
    "turn_start": "turn_start",
    "after_fire": "fire",
    "after_move": "move",
    "after_combat": "combat",
}


def offer(play: Play[State], window: asks.Window) -> bool:
    """LL.4.int.1, LL.4.int.2 Opens whatever the passive player holds, unless he has interrupted this turn."""
    if play.state.turn.interrupted:
        return False
    play.open(asks.AwaitInterrupt(side=phases.passive(play.state), window=window))
    return True


def has_no_time(card: CardRow) -> bool:
    """LL.4.int.6 (D50) Its text names no window."""
    return card.timing not in WINDOWS


def plan_interrupt(state: State, side: Side, window: asks.Window, order: asks.Interrupt) -> UnitId:
    """LL.4.int.1 to LL.4.int.6 The unit it speaks of, if that is known now; IllegalOrder if it may not be played."""
    hand.check_holds(state, side, (order.card,))
    card = hand.row(state, order.card)
    heed(card_bar(state, side, order.card))
    hand.check_not_void(state, order.card)
    _check_time(state, card, window)
    return _planned_unit(state, side, card, order.unit)


def card_bar(state: State, side: Side, card: CardId) -> IllegalOrder | None:
    """LL.4.int.1, LL.4.int.2 Why the passive player does not interrupt with this card, in any window of the turn."""
    if card in state.battle.cards and not hand.row(state, card).interrupt:
        return IllegalOrder("no kepi", "LL.4.int.1", card)
    return IllegalOrder("interrupted already", "LL.4.int.2", side) if state.turn.interrupted else None


def time_rule(state: State, card: CardId) -> str:
    """LL.4.int.3, LL.4.int.4 The rule that sets the time of a card."""
    timing = hand.row(state, card).timing if card in state.battle.cards else ""
    return "LL.4.int.4" if timing == "turn_start" else "LL.4.int.3"


def _check_time(state: State, card: CardRow, window: asks.Window) -> None:
    """LL.4.int.3, LL.4.int.4 Each card in the window its text names."""
    if has_no_time(card) or WINDOWS[card.timing or ""] == window:
        return
    raise IllegalOrder("another window", time_rule(state, card.id), card.id, WINDOWS[card.timing or ""], window)


def _planned_unit(state: State, side: Side, card: CardRow, unit: UnitId) -> UnitId:
    """LL.4.int.3, LL.4.int.6 (D58)"""
    if not naming.for_one(card.effects):
        if unit:
            raise IllegalOrder("no single unit", "LL.4.int.6", card.id)
        return ""
    if naming.namer(state, card.effects) == "A":
        naming.check_named(state, card.id, side, card.effects, unit)
        return unit
    if unit:
        raise IllegalOrder("not yours to name", "LL.4.int.3", side, card.id)
    if not naming.candidates(state, side, card.effects):
        raise IllegalOrder("nobody to speak of", "LL.4.int.6", card.id)
    return ""


def decide_interrupt(play: Play[State], order: asks.Interrupt, frame: asks.AwaitInterrupt) -> None:
    """LL.4.int.1, LL.4.int.5 The card is played and its effects begin; the phase goes on."""
    unit = plan_interrupt(play.state, play.by, frame.window, order)
    card = hand.row(play.state, order.card)
    play.close()
    hand.spend(play, play.by, order.card, "interrupt", unit)
    if end_if_out_of_cards(play):
        return
    if naming.for_one(card.effects) and naming.namer(play.state, card.effects) == "C":
        unit = naming.draw_lots(play, play.by, card.effects)
    whole_turn = frame.window == "turn_start" or has_no_time(card)
    modifiers.begin_effects(play, play.by, order.card, unit, whole_turn=whole_turn)
    if unit:
        naming.begin_confused_move(play, play.by, order.card, unit)
    elif naming.for_one(card.effects):
        play.open(asks.AwaitName(side=phases.active(play.state), card=order.card))


def decline_interrupt(play: Play[State], _order: asks.Decline, frame: asks.AwaitInterrupt) -> None:
    """LL.4.int.1, LL.4.int.4 He lets the moment pass; at the start of a turn the reshuffle comes next."""
    play.close()
    play.record(Declined(by=frame.side, what=Reason("to interrupt", "LL.4.int.1")))
    if frame.window == "turn_start":
        phases.begin(play, phases.RESHUFFLE)


def choices(state: State, frame: asks.AwaitInterrupt) -> Iterator[Choice]:
    """Each card that could interrupt now, with some of the units it may speak of."""
    yield Choice(frame.side, asks.Decline())
    for order in _sample(state, frame.side):
        if is_legal(plan_interrupt, state, frame.side, frame.window, order):
            yield Choice(frame.side, order)


def _sample(state: State, side: Side) -> Iterator[asks.Interrupt]:
    for name in sorted(set(state.cards[side].hand)):
        card = hand.row(state, name)
        if card.interrupt:
            yield asks.Interrupt(card=name)
            for unit in naming.candidates(state, side, card.effects)[: naming.SAMPLE]:
                yield asks.Interrupt(card=name, unit=unit)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(asks.Interrupt(card="old-rivals", unit="2nd-wisconsin"), cite="LL.4.int.3", cites=("LL.4.int.1",)),
        Asked(asks.Decline(), cites=("LL.4.int.1",)),
        Asked(asks.NameUnit(unit="7th-wisconsin"), cites=("LL.4.mod.1",)),
        Asked(asks.Reroll(), cites=("LL.1.dice.2",)),
        Asked(asks.PlayMorale(cards={"4th-virginia": ("steady-boys",)}), cite="LL.4.morale.1"),
    ),
    questions=(
        Question(
            asks.AwaitInterrupt,
            {asks.Interrupt: decide_interrupt, asks.Decline: decline_interrupt},
            choices,
            cites=("LL.4.int.3", "LL.4.int.4"),
        ),
        Question(
            asks.AwaitName,
            {asks.NameUnit: naming.decide_name, asks.Decline: naming.decline_name},
            naming.choices,
            cites=("LL.4.mod.1", "D58"),
        ),
    ),
    readings=READINGS,
    settled=SETTLED,
)
