"""LL.4.invoke, LL.4.pass Phases invoked with cards, or none: Fire first if wanted, then one command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import Order, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import effects, hand, interrupts, modifiers, naming
from rules.longstreet_lite.cards.asks import Window
from rules.longstreet_lite.cards.hand import end_game
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, enemy_of
from rules.longstreet_lite.tables import CardId
from rules.longstreet_lite.turn.asks import AddCard, InvokeCombat, InvokeFire, InvokeMove, Pass, SkipFire
from rules.longstreet_lite.turn.facts import Passed, PhaseInvoked, SecondCardPlayed

MOST_TO_INVOKE = 2  # LL.4.two.1
COMMANDS: Mapping[type[Order], Window] = {InvokeMove: "move", InvokeCombat: "combat"}


def decide_fire(play: Play[State], order: InvokeFire) -> None:
    """LL.4.invoke.1, LL.4.seq.3"""
    plan_fire(play.state, play.by, order)
    _invoke(play, "fire", (order.card,), order.modifier)


def decide_command(play: Play[State], order: InvokeMove | InvokeCombat) -> None:
    """LL.4.invoke.1, LL.F.7 One command a turn: a Move phase leaves no room for a Combat phase."""
    plan_command(play.state, play.by, order)
    _invoke(play, COMMANDS[type(order)], order.cards, order.modifier)


def decide_skip(play: Play[State], _order: SkipFire) -> None:
    """LL.4.seq.3"""
    phases.begin(play, phases.COMMAND)


def plan_fire(state: State, side: Side, order: InvokeFire) -> None:
    """LL.4.invoke.1, LL.4.pass.2 (D60) The last card is not for a Fire phase if a pass must follow and may not."""
    _check_cards(state, side, phases.FIRE, (order.card,), order.modifier)
    cards, spent = state.cards[side], 2 if order.modifier else 1
    if reading(state, "D60") == "B" and cards.passed and len(cards.hand) == spent:
        raise IllegalOrder("no card for a command", "LL.4.pass.2", side)


def plan_command(state: State, side: Side, order: InvokeMove | InvokeCombat) -> None:
    """LL.4.invoke.1, LL.4.two.1 One card, or two so that units may be disordered."""
    phase = COMMANDS[type(order)]
    if len(order.cards) > MOST_TO_INVOKE:
        raise IllegalOrder("one card or two", "LL.4.two.1", phase, len(order.cards))
    _check_cards(state, side, phase, order.cards, order.modifier)


def _check_cards(state: State, side: Side, phase: str, cards: Sequence[CardId], modifier: CardId) -> None:
    """LL.4.invoke.1, LL.4.mod.2, LL.4.draw.3 All cards of an invocation are declared and held together."""
    if not state.cards[side].hand:
        raise IllegalOrder("no card to invoke with", "LL.4.draw.3", side, phase)
    if not cards:
        raise IllegalOrder("no card named", "LL.4.invoke.1", phase)
    hand.check_holds(state, side, (*cards, modifier) if modifier else cards)
    if modifier:
        modifiers.check_modifier(state, side, modifier, phase)


def _invoke(play: Play[State], phase: Window, cards: Sequence[CardId], modifier: CardId) -> None:
    """LL.4.invoke.2, LL.4.mod.2, LL.4.int.3 The cards are spent whatever follows; then the enemy may interrupt."""
    for card in cards:
        hand.spend(play, play.by, card, "invoke")
    if modifier:
        hand.spend(play, play.by, modifier, "modify")
    phases.begin(play, phase)
    symbol = modifiers.SYMBOLS[phase] if modifier else ""
    play.record(PhaseInvoked(by=play.by, phase=phase, cards=len(cards), modifier=modifier, symbol=symbol))
    if modifier:
        modifiers.begin_effects(play, play.by, modifier)
    interrupts.offer(play, phase)
    if modifier:
        naming.ask_at_once(play, modifier)


def plan_second(state: State, side: Side, order: AddCard) -> None:
    """LL.4.two.1 (D16)"""
    if reading(state, "D16") == "A":
        raise IllegalOrder("second card too late", "LL.4.two.1")
    if effects.counts_as_two(state):
        raise IllegalOrder("two cards already", "LL.4.nodis.1")
    hand.check_holds(state, side, (order.card,))


def decide_second(play: Play[State], order: AddCard) -> None:
    """LL.4.two.1 (D16 B) A second card in the course of the phase."""
    plan_second(play.state, play.by, order)
    hand.spend(play, play.by, order.card, "invoke")
    play.record(SecondCardPlayed(by=play.by))


def check_pass(state: State, side: Side) -> None:
    """LL.4.pass.2 Not twice running by choice (D17)."""
    if state.cards[side].passed and state.cards[side].hand:
        raise IllegalOrder("passed last turn", "LL.4.pass.2", side)


def decide_pass(play: Play[State], _order: Pass) -> None:
    """LL.4.pass.1, LL.4.pass.3 (D57) No command is a pass; it loses the game for a side without a deck."""
    state, side = play.state, play.by
    check_pass(state, side)
    forced = not state.cards[side].hand
    play.record(Passed(by=side, forced=forced, counts=not forced or reading(state, "D17") != "C"))
    if loses_by_passing(state, side):
        end_game(play, enemy_of(side), _passes(state, side))
    else:
        phases.begin(play, phases.STATUS)


def loses_by_passing(state: State, side: Side) -> bool:
    """LL.3.lose.2 (D13) Deck and discard pile are empty, or one of them."""
    empty = not state.core.decks[side], not state.cards[side].discard
    return any(empty) if reading(state, "D13") == "B" else all(empty)


def _passes(state: State, side: Side) -> Reason:
    if reading(state, "D13") == "B":
        return Reason("passes with a pile empty", "LL.3.lose.2", (side,))
    return Reason("passes with both piles empty", "LL.3.lose.2", (side,))


def is_stuck(state: State) -> bool:
    """LL.4.draw.3, LL.4.pass.2 (D17 B) He began his turn without a card, must pass, and passed last turn."""
    cards = state.cards[state.core.active]
    began_empty = not cards.hand and not state.turn.phases
    return began_empty and cards.passed and reading(state, "D17") == "B"


def lose_stuck(play: Play[State]) -> None:
    """LL.4.pass.2 (D17 B)"""
    side = play.state.core.active
    end_game(play, enemy_of(side), Reason("neither card nor pass", "LL.4.pass.2", (side,)))


def choices(state: State) -> Iterator[Choice]:
    """Every card to invoke with, each modifier once, and two cards once."""
    side = state.core.active
    for order in _sample(state, side):
        if is_legal(_check, state, side, order):
            yield Choice(side, order)


def _sample(state: State, side: Side) -> Iterator[Order]:
    held = sorted(state.cards[side].hand)
    match state.core.phase:
        case phases.FIRE_OPTION:
            yield SkipFire()
            yield from (InvokeFire(card=card) for card in dict.fromkeys(held))
            yield from (InvokeFire(card=card, modifier=m) for card, m in _modified(state, held, "RIFLE"))
        case phases.COMMAND:
            yield Pass()
            yield from (kind(cards=cards, modifier=m) for kind, cards, m in _commands(state, held))
        case phases.MOVE | phases.COMBAT:
            yield from (AddCard(card=card) for card in dict.fromkeys(held))


def _commands(
    state: State, held: Sequence[CardId]
) -> Iterator[tuple[type[InvokeMove | InvokeCombat], tuple[CardId, ...], CardId]]:
    for kind, symbol in ((InvokeMove, "BUGLE"), (InvokeCombat, "SABRES")):
        yield from ((kind, (card,), "") for card in dict.fromkeys(held))
        if len(held) >= MOST_TO_INVOKE:
            yield kind, (held[0], held[-1]), ""
        for card, modifier in _modified(state, held, symbol):
            rest = [other for other in held if other not in (card, modifier)]
            yield kind, (card,), modifier
            yield from ((kind, (card, other), modifier) for other in rest[:1])


def _modified(state: State, held: Sequence[CardId], symbol: str) -> Iterator[tuple[CardId, CardId]]:
    """Each modifier of the symbol, with another card to invoke with."""
    for modifier in dict.fromkeys(held):
        if hand.row(state, modifier).modifier == symbol:
            rest = list(held)
            rest.remove(modifier)
            yield from ((card, modifier) for card in rest[:1])


def _check(state: State, side: Side, order: Order) -> None:
    match order:
        case InvokeFire():
            plan_fire(state, side, order)
        case InvokeMove() | InvokeCombat():
            plan_command(state, side, order)
        case AddCard():
            plan_second(state, side, order)
        case Pass():
            check_pass(state, side)
