"""LL.5.morale, LL.5.last Morale cards against fire: the passive player takes hits off his units, never the last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Of, Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import hand
from rules.longstreet_lite.cards.asks import Decline, PlayMorale
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.fire.asks import AwaitFireMorale
from rules.longstreet_lite.fire.facts import HitsRemoved
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import MORALE_CARDS_A_UNIT, CardId

SAMPLE = 4  # cards of a hand that are offered for each unit


def is_asked(state: State) -> bool:
    """LL.5.seq.3 (D26) Asked if a card could do something, or could be thrown away; never of an empty hand."""
    least = 2 if reading(state, "D26") == "A" else 1
    hits = (state.units[unit].hits for unit in state.fire.to_kill)
    return bool(state.cards[phases.passive(state)].hand) and any(number >= least for number in hits)


def decide_morale(play: Play[State], order: PlayMorale, frame: AwaitFireMorale) -> None:
    """LL.5.morale.1 All cards for all units in one order."""
    check_morale(play.state, frame.side, order)
    play.close()
    for unit_id, cards in order.cards.items():
        for card in cards:
            hand.spend(play, frame.side, card, "morale", unit_id)
        _take_off(play, unit_id, cards)


def _take_off(play: Play[State], unit_id: UnitId, cards: tuple[CardId, ...]) -> None:
    """LL.5.last.1 The last hit of a unit is never removed; what is left of the cards is wasted."""
    hits, morale = play.state.units[unit_id].hits, sum(hand.row(play.state, card).morale for card in cards)
    removed = min(morale, hits - 1)
    play.record(HitsRemoved(unit=unit_id, morale=morale, removed=removed, left=hits - removed))


def check_morale(state: State, side: Side, order: PlayMorale) -> None:
    named = [card for cards in order.cards.values() for card in cards]
    if not named:
        raise IllegalOrder("no morale card named", "LL.5.morale.1")
    hand.check_holds(state, side, named)
    for unit_id, cards in order.cards.items():
        _check_unit(state, side, unit_id)
        _check_cards(state, unit_id, cards)


def _check_unit(state: State, side: Side, unit_id: UnitId) -> None:
    unit = state.units.get(unit_id)
    if unit is None or unit.side != side or not unit.hits:
        there: Iterator[Of] = chain.from_iterable((name, state.units[name].hits) for name in state.fire.to_kill)
        raise IllegalOrder("no hits on it", "LL.5.morale.1", unit_id, side, *there)


def _check_cards(state: State, unit_id: UnitId, cards: tuple[CardId, ...]) -> None:
    """LL.5.morale.1, LL.5.last.1 (D26 A) Two cards a unit at most, and none that takes nothing off."""
    unit = state.units[unit_id]
    if len(cards) > MORALE_CARDS_A_UNIT:
        raise IllegalOrder("too many morale cards", "LL.5.morale.1", unit_id, len(cards))
    if not cards:
        raise IllegalOrder("no morale card for it", "LL.5.morale.1", unit_id)
    if reading(state, "D26") == "A" and is_wasteful(state, unit.hits, cards):
        raise IllegalOrder("the last hit stays", "LL.5.last.1", unit_id, unit.hits)


def is_wasteful(state: State, hits: int, cards: tuple[CardId, ...]) -> bool:
    """LL.5.last.1 (D26) Some card takes nothing off, even if the smallest goes first; one partly wasted is allowed."""
    values = sorted(hand.row(state, card).morale for card in cards)
    return values[0] == 0 or sum(values[:-1]) >= hits - 1


def decline_morale(play: Play[State], _order: Decline, frame: AwaitFireMorale) -> None:
    play.close()
    play.record(Declined(by=frame.side, what=Reason("morale cards against fire", "LL.5.morale.1")))


def choices(state: State, frame: AwaitFireMorale) -> Iterator[Choice]:
    """No card; each of some cards for each unit; and two for a unit that needs them."""
    yield Choice(frame.side, Decline())
    cards = sorted(set(state.cards[frame.side].hand))[:SAMPLE]
    offers: list[tuple[UnitId, tuple[CardId, ...]]] = [(unit, (card,)) for unit in state.fire.to_kill for card in cards]
    pair = tuple(state.cards[frame.side].hand[:MORALE_CARDS_A_UNIT])
    offers += [(unit, pair) for unit in state.fire.to_kill if len(pair) == MORALE_CARDS_A_UNIT]
    for unit_id, offered in offers:
        if reading(state, "D26") == "B" or not is_wasteful(state, state.units[unit_id].hits, offered):
            yield Choice(frame.side, PlayMorale(cards={unit_id: offered}))
