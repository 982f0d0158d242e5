"""LL.4.deck, LL.4.draw, LL.4.nodis, LL.3.lose Decks built and hands filled; cards held, played, and all gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import DeckShuffled, GameEnded, Side, UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite.cards.effects import hand_limit
from rules.longstreet_lite.cards.facts import CardPlayed, CardsShown, HandFilled, Use
from rules.longstreet_lite.rulings import is_on, reading
from rules.longstreet_lite.sheets.rows import CardRow, deck_of
from rules.longstreet_lite.state import State, enemy_of
from rules.longstreet_lite.tables import CardId


def lay_out(play: Play[State], side: Side) -> None:
    """LL.3.card.1, LL.4.deck.2 A full deck, face down: nobody knows its order, everybody what is in it."""
    battle = play.state.battle
    play.record(DeckShuffled(deck=side, cards=deck_of(battle.cards.values(), side, battle.year)))


def fill_hand(play: Play[State], side: Side, why: Reason) -> None:
    """LL.4.draw.1, LL.4.draw.2, LL.4.hand.1 Up to the limit, or as far as the deck goes; nothing is ever put back."""
    state = play.state
    missing = hand_limit(state, side) - len(state.cards[side].hand)
    drawn = max(0, min(missing, len(state.core.decks[side])))
    for _ in range(drawn):
        play.draw(side, side, why, to="hand")
    play.record(HandFilled(side=side, drawn=drawn, hand=len(state.cards[side].hand), deck=told_deck(state, side)))


def told_deck(state: State, side: Side) -> int | None:
    """LL.4.deck.3 (D14) How many cards are in the deck, if the enemy may know it."""
    return None if reading(state, "D14") == "B" else len(state.core.decks[side])


def row(state: State, card: CardId) -> CardRow:
    return state.battle.cards[card]


def check_holds(state: State, side: Side, cards: Sequence[CardId]) -> None:
    """LL.4.nodis.1 Only what is in hand is played; the message names nothing the enemy may not know."""
    unknown = next((card for card in cards if card not in state.battle.cards), "")
    if unknown:
        raise IllegalOrder("no such card", "LL.4.deck.1", unknown)
    short = Counter(cards) - Counter(state.cards[side].hand)
    if short:
        raise IllegalOrder("not in hand", "LL.4.nodis.1", side, *sorted(short.elements()))


def check_not_void(state: State, card: CardId) -> None:
    """LL.F.2 (O1) Cards whose effects are void by agreement serve for morale and invoking only."""
    if is_on(state, "void_effects") and card in state.battle.void:
        raise IllegalOrder("void card", "LL.F.2", card)


def spend(play: Play[State], side: Side, card: CardId, use: Use, unit: UnitId = "") -> None:
    """LL.R.card, LL.R.remove, LL.4.deck.2, LL.4.red.1 To the discard pile; a red interrupt leaves the game."""
    removed = use == "interrupt" and row(play.state, card).red
    play.record(CardPlayed(by=side, card=card, use=use, unit=unit, removed=removed))


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
