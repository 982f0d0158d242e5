"""An automatic player: a pure function of what its side may know, simple but not foolish.

It thinks anew at every order, so that it needs no memory: good charges before moves, fire before both, and cards are
spent from the least useful up.
"""

from __future__ import annotations

from domain.kernel.errors import is_legal
from domain.kernel.facts import Order, Side
from domain.kernel.player import Mind, planned
from rules.longstreet_lite import phases
from rules.longstreet_lite.book import BOOK
from rules.longstreet_lite.cards.asks import Decline
from rules.longstreet_lite.player import assaults, marches, purse, volleys
from rules.longstreet_lite.player.answers import ANSWERS
from rules.longstreet_lite.player.view import View
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import asks, sequence
from rules.longstreet_lite.turn.command import check_pass, loses_by_passing

SPARE_CARDS = 2  # kept back for morale when a phase could be invoked with more


def _set_up(state: State, side: Side) -> Order | None:
    """A side that has agreed waits for the other."""
    if state.core.phase == phases.MUSTER:
        return None if side in state.set_up.agreed else asks.Agree()
    if state.core.phase == phases.READY:
        return asks.BeginBattle() if side == state.core.sides[0] else None
    offered = [choice.order for choice in sequence.choices(state) if choice.by == side]
    ends = (asks.FinishTerrain, asks.FinishDeployment)
    return next((order for order in offered if isinstance(order, ends)), offered[0])


def _reshuffle(state: State, side: Side) -> Order:
    """LL.4.resh.1 Only where nothing is left to draw."""
    return asks.KeepDeck() if state.core.decks[side] else asks.Reshuffle()


def _fire_option(view: View) -> Order:
    """LL.4.seq.3 Fire where it promises a hit or more; never with the card that the command will need."""
    state, side = view.state, view.side
    held = state.cards[side].hand
    if len(held) < 2 or not volleys.is_worth_a_card(view):
        return asks.SkipFire()
    modifier = purse.modifier(state, side, "RIFLE") if len(held) > SPARE_CARDS + 1 else ""
    return asks.InvokeFire(card=purse.cheapest(state, side, 1, modifier)[0], modifier=modifier)


def _command(view: View) -> Order:
    """LL.4.seq.3 Combat if a charge is worth it, else a march if somebody has somewhere to go, else a pass."""
    state, side = view.state, view.side
    held = len(state.cards[side].hand)
    if not held:
        return asks.Pass()
    if assaults.wanted(view):
        modifier = purse.modifier(state, side, "SABRES") if held > 1 else ""
        return asks.InvokeCombat(cards=purse.cheapest(state, side, 1, modifier), modifier=modifier)
    going = marches.is_wanted(view)
    if not going and may_pass(state, side):
        return asks.Pass()
    modifier = purse.modifier(state, side, "BUGLE") if going and held > SPARE_CARDS + 1 else ""
    return asks.InvokeMove(cards=purse.cheapest(state, side, 1, modifier), modifier=modifier)


def may_pass(state: State, side: Side) -> bool:
    """LL.4.pass.2, LL.4.pass.3 Allowed, and not the end of the game."""
    return is_legal(check_pass, state, side) and not loses_by_passing(state, side)


MIND = Mind[State](
    book=BOOK,
    no=Decline,
    plans={
        **dict.fromkeys(phases.SET_UP, _set_up),
        phases.RESHUFFLE: _reshuffle,
        phases.FIRE_OPTION: planned(View, _fire_option),
        phases.FIRE: planned(View, volleys.next_order),
        phases.COMMAND: planned(View, _command),
        phases.MOVE: planned(View, marches.next_order),
        phases.COMBAT: planned(View, assaults.next_order),
    },
    answers=ANSWERS,
)
choose = MIND.choose
