"""LL.3.lose.1, LL.4.deck.3 Out of cards: the game is over, and every card is shown."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.facts import GameEnded, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite.cards.facts import CardsShown
from rules.longstreet_lite.state import State, enemy_of
from rules.longstreet_lite.tables import CardId


def end_game(play: Play[State], winner: Side, why: Reason) -> None:
    """LL.4.deck.3 Every ending: all cards are shown, and the game is over."""
    state = play.state
    play.record(
        CardsShown(
            hands=_piles({side: cards.hand for side, cards in state.cards.items()}),
            decks=_piles(state.core.decks),
            unseen=_piles({side: cards.unseen for side, cards in state.cards.items()}),
        )
    )
    play.record(GameEnded(winner=winner, why=why))


def _piles(found: Mapping[Side, list[CardId]]) -> dict[Side, tuple[CardId, ...]]:
    return {side: tuple(sorted(cards)) for side, cards in found.items()}


def is_out_of_cards(state: State, side: Side) -> bool:
    """LL.3.lose.1 None in hand, deck and discard pile."""
    cards = state.cards[side]
    return not (cards.hand or cards.discard or state.core.decks[side])


def end_if_out_of_cards(play: Play[State]) -> bool:
    """LL.3.lose.1 Asked whenever cards have left the game: nothing else can take the last one."""
    loser = next((side for side in play.state.core.sides if is_out_of_cards(play.state, side)), "")
    if loser:
        end_game(play, enemy_of(loser), Reason("no card left", "LL.3.lose.1", (loser,)))
    return bool(loser)
