"""LL.4.int Interrupts: the passive player's one card a turn, in the windows the sequence opens for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order, Side, UnitId
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.longstreet_lite import frames as fr
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.cards import hand, modifiers, naming
from rules.longstreet_lite.facts import Declined
from rules.longstreet_lite.sheets import CardRow
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import phases, victory

Decision = Callable[[Play[State], Any], None]

# LL.4.int.3, LL.4.int.4 The window each timing belongs to; a card without one fits them all (D50).
WINDOWS: Mapping[str, fr.Window] = {
    "turn_start": "turn_start",
    "after_fire": "fire",
    "after_move": "move",
    "after_combat": "combat",
}
SAID: Mapping[str, str] = {
    "turn_start": "at the start of the enemy's turn",
    "fire": "when the enemy has invoked a Fire phase",
    "move": "when the enemy has invoked a Move phase",
    "combat": "when the enemy has invoked a Combat phase",
}


def offer(play: Play[State], window: fr.Window) -> bool:
    """LL.4.int.1, LL.4.int.2 Opens whatever the passive player holds, unless he has interrupted this turn."""
    if play.state.turn.interrupted:
        return False
    play.open(fr.AwaitInterrupt(side=phases.passive(play.state), window=window))
    return True


def has_no_time(card: CardRow) -> bool:
    """LL.4.int.6 (D50) Its text names no window."""
    return card.timing not in WINDOWS


def plan_interrupt(state: State, side: Side, window: fr.Window, order: o.Interrupt) -> UnitId:
    """LL.4.int.1 to LL.4.int.6 The unit it speaks of, if that is known now; IllegalOrder if it may not be played."""
    hand.check_holds(state, side, (order.card,))
    card = hand.row(state, order.card)
    if not card.interrupt:
        raise IllegalOrder(f"{card.name} cannot interrupt: it has no kepi", rule="LL.4.int.1")
    if state.turn.interrupted:
        raise IllegalOrder(f"{side} has interrupted this turn already; once is all", rule="LL.4.int.2")
    hand.check_not_void(state, order.card)
    _check_time(card, window)
    return _planned_unit(state, side, card, order.unit)


def _check_time(card: CardRow, window: fr.Window) -> None:
    """LL.4.int.3, LL.4.int.4 Each card in the window its text names."""
    if has_no_time(card) or WINDOWS[card.timing or ""] == window:
        return
    right = WINDOWS[card.timing or ""]
    rule = "LL.4.int.4" if right == "turn_start" else "LL.4.int.3"
    raise IllegalOrder(f"{card.name} is played {SAID[right]}, not {SAID[window]}", rule=rule)


def _planned_unit(state: State, side: Side, card: CardRow, unit: UnitId) -> UnitId:
    """LL.4.int.3, LL.4.int.6 (D58)"""
    if not naming.for_one(card.effects):
        if unit:
            raise IllegalOrder(f"{card.name} speaks of no single unit; leave the unit out", rule="LL.4.int.6")
        return ""
    if naming.namer(state, card.effects) == "A":
        naming.check_named(state, card.id, side, card.effects, unit)
        return unit
    if unit:
        raise IllegalOrder(f"it is not for {side} to name the unit of {card.name}; leave it out", rule="LL.4.int.3")
    if not naming.candidates(state, side, card.effects):
        raise IllegalOrder(f"there is no unit on the table that {card.name} could speak of", rule="LL.4.int.6")
    return ""


def decide_interrupt(play: Play[State], order: o.Interrupt) -> None:
    """LL.4.int.1, LL.4.int.5 The card is played and its effects begin; the phase goes on."""
    frame: fr.AwaitInterrupt = play.state.core.pending[-1]  # type: ignore[assignment]
    unit = plan_interrupt(play.state, play.by, frame.window, order)
    card = hand.row(play.state, order.card)
    play.close()
    hand.spend(play, play.by, order.card, "interrupt", unit)
    if victory.end_if_out_of_cards(play):
        return
    if naming.for_one(card.effects) and naming.namer(play.state, card.effects) == "C":
        unit = naming.draw_lots(play, play.by, card.effects)
    whole_turn = frame.window == "turn_start" or has_no_time(card)
    modifiers.begin_effects(play, play.by, order.card, unit, whole_turn=whole_turn)
    if unit:
        naming.begin_confused_move(play, play.by, order.card, unit)
    elif naming.for_one(card.effects):
        play.open(fr.AwaitName(side=phases.active(play.state), card=order.card))


def decline_interrupt(play: Play[State], frame: fr.AwaitInterrupt) -> None:
    """LL.4.int.1, LL.4.int.4 He lets the moment pass; at the start of a turn the reshuffle comes next."""
    play.close()
    play.record(Declined(by=frame.side, what="to interrupt", rule="LL.4.int.1"))
    if frame.window == "turn_start":
        phases.begin(play, phases.RESHUFFLE)


def proceed(_play: Play[State]) -> bool:
    """Nothing follows of itself."""
    return False


def choices(state: State) -> Iterator[Choice]:
    """Each card that could interrupt now, with some of the units it may speak of."""
    frame = state.core.pending[-1] if state.core.pending else None
    if isinstance(frame, fr.AwaitInterrupt):
        yield Choice(frame.side, o.Decline())
        for order in _sample(state, frame.side):
            if _is_legal(state, frame, order):
                yield Choice(frame.side, order)
    yield from naming.choices(state)


def _sample(state: State, side: Side) -> Iterator[o.Interrupt]:
    for name in sorted(set(state.cards[side].hand)):
        card = hand.row(state, name)
        if card.interrupt:
            yield o.Interrupt(card=name)
            for unit in naming.candidates(state, side, card.effects)[: naming.SAMPLE]:
                yield o.Interrupt(card=name, unit=unit)


def _is_legal(state: State, frame: fr.AwaitInterrupt, order: o.Interrupt) -> bool:
    try:
        plan_interrupt(state, frame.side, frame.window, order)
    except IllegalOrder:
        return False
    return True


DECISIONS: Mapping[type[Order], Decision] = {o.Interrupt: decide_interrupt, o.NameUnit: naming.decide_name}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {
    fr.AwaitInterrupt: decline_interrupt,
    fr.AwaitName: naming.decline_name,
}
