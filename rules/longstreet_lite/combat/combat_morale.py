"""LL.7.morale, LL.7.flimb.3 Cards that save bases of beaten defenders, or raise the defence of a limber."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import hand
from rules.longstreet_lite.cards.asks import Decline, PlayMorale
from rules.longstreet_lite.cards.facts import Declined
from rules.longstreet_lite.combat.asks import AwaitCombatMorale
from rules.longstreet_lite.combat.facts import CombatStageBegan, MoralePlayed
from rules.longstreet_lite.combat.results import lost_by
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import MORALE_CARDS_A_UNIT, CardId


class Need(NamedTuple):
    """How many cards may be played for a unit, and how many points have an effect."""

    cards: int
    points: int


def need(state: State, unit: UnitId) -> Need | None:
    """LL.7.morale.1, LL.7.morale.2, LL.7.flimb.3 (D26) What a unit could use; None if no card may be played for it."""
    behind = lost_by(state, unit)
    if unit not in state.combat.fought:
        return None
    if state.units[unit].limbered:
        return Need(1, behind) if behind or reading(state, "D26") == "B" else None
    if behind < 2:
        return None
    return Need(1 if unit in state.combat.vulnerable else MORALE_CARDS_A_UNIT, behind - 1)


def in_need(state: State) -> list[UnitId]:
    return [unit for unit in state.combat.fought if need(state, unit)]


def ask(play: Play[State]) -> bool:
    """LL.7.morale.1 The passive player is asked if a card could be played at all, and he holds any; both are public."""
    side = phases.passive(play.state)
    if not in_need(play.state) or not play.state.cards[side].hand:
        return False
    play.open(AwaitCombatMorale(side=side))
    return True


def decide_morale(play: Play[State], order: PlayMorale, _frame: AwaitCombatMorale) -> None:
    """LL.7.morale.1 All cards for all units at once."""
    played = plan_morale(play.state, play.by, order)
    play.close()
    for fact in played:
        for card in fact.cards:
            hand.spend(play, play.by, card, "morale", fact.unit)
        play.record(fact)
    play.record(CombatStageBegan(stage="defender losses"))


def decline_morale(play: Play[State], _order: Decline, frame: AwaitCombatMorale) -> None:
    play.close()
    play.record(Declined(by=frame.side, what=Reason("to play cards for morale", "LL.7.morale.1")))
    play.record(CombatStageBegan(stage="defender losses"))


def plan_morale(state: State, side: Side, order: PlayMorale) -> list[MoralePlayed]:
    """LL.7.morale What the cards do; IllegalOrder if one may not be played."""
    hand.check_holds(state, side, [card for cards in order.cards.values() for card in cards])
    return [_planned(state, side, unit, cards) for unit, cards in order.cards.items() if cards]


def _planned(state: State, side: Side, unit: UnitId, cards: Sequence[CardId]) -> MoralePlayed:
    wanted = _checked_need(state, unit, len(cards))
    points = [hand.row(state, card).morale for card in cards]
    limbered = state.units[unit].limbered
    _check_useful(state, unit, wanted, points)
    return MoralePlayed(
        side=side, unit=unit, cards=tuple(cards), saved=0 if limbered else min(sum(points), wanted.points),
        added=sum(points) if limbered else 0,
    )  # fmt: skip


def _checked_need(state: State, unit: UnitId, cards: int) -> Need:
    """LL.7.morale.1, LL.7.morale.2, LL.7.flimb.3 Units that lost by two or more, and so many cards for each."""
    found = need(state, unit)
    if found is None:
        raise _no_help(state, unit)
    if cards > found.cards:
        limbered = state.units[unit].limbered
        what = "limbered" if limbered else "vulnerable" if found.cards == 1 else "beaten"
        rule = "LL.7.flimb.3" if limbered else "LL.7.morale.1"
        raise IllegalOrder("too many cards to save it", rule, cards, unit, what, found.cards)
    return found


def _no_help(state: State, unit: UnitId) -> IllegalOrder:
    rule = "LL.7.flimb.3" if unit in state.units and state.units[unit].limbered else "LL.7.morale.2"
    if unit not in state.combat.fought:
        return IllegalOrder("has not defended", rule, unit, *in_need(state))
    behind = lost_by(state, unit)
    if behind:
        return IllegalOrder("always loses one base", rule, unit, behind, *in_need(state))
    return IllegalOrder("has not lost", rule, unit, *in_need(state))


def _check_useful(state: State, unit: UnitId, wanted: Need, points: Sequence[int]) -> None:
    """LL.7.morale.2, LL.4.nodis.1 (D26) Each card must be able to do something, unless useless ones are allowed.

    A card for a limber may fall short of saving it.
    """
    limbered = state.units[unit].limbered
    to_spare = not limbered and sum(points) - max(points) >= wanted.points
    if reading(state, "D26") == "B" or not (to_spare or min(points) < 1):
        return
    if limbered:
        raise IllegalOrder("card of no use", "LL.7.flimb.3", unit)
    raise IllegalOrder("never the last base", "LL.7.morale.2", unit, wanted.points, wanted.points + 1)


def check_units(state: State, order: PlayMorale) -> None:
    """LL.7.morale.1, LL.7.morale.2, LL.7.flimb.3 Units for which these cards are not played at any moment."""
    for unit, cards in order.cards.items():
        if unit in state.combat.fought:
            _checked_need(state, unit, len(cards))


def choices(state: State, frame: AwaitCombatMorale) -> Iterator[Choice]:
    """None, one card for each unit in need, and two where two may be played."""
    side = frame.side
    yield Choice(side, Decline())
    held = sorted(state.cards[side].hand)
    for unit in in_need(state):
        for count in (1, 2):
            for cards in dict.fromkeys(combinations(held, count)):
                order = PlayMorale(cards={unit: cards})
                if is_legal(plan_morale, state, side, order):
                    yield Choice(side, order)
