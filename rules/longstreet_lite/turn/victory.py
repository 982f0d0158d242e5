"""LL.3.bp, LL.3.lose Who has won: by bases lost at the end of a turn, or because the enemy is out of cards."""

from __future__ import annotations

from collections.abc import Mapping

from domain.facts import GameEnded, Side
from domain.kernel import Play
from rules.longstreet_lite.orders import CardId
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, enemy_of
from rules.longstreet_lite.tables import DIE
from rules.longstreet_lite.turn.facts import CardsShown, VictoryTested


def half(bases: int) -> int:
    """LL.3.bp.1 Rounded up."""
    return (bases + 1) // 2


def halves(state: State) -> dict[Side, int]:
    """LL.3.bp.1, LL.3.bp.3 Half the bases each side began with, infantry and guns alike; a limber is none."""
    totals = dict.fromkeys(state.core.sides, 0)
    for unit in state.units.values():
        totals[unit.side] += unit.initial
    return {side: half(total) for side, total in totals.items()}


def end_game(play: Play[State], winner: Side, why: str, rule: str) -> None:
    """LL.4.deck.3 Every ending: all cards are shown, and the game is over."""
    state = play.state
    play.record(
        CardsShown(
            hands=_piles({side: cards.hand for side, cards in state.cards.items()}),
            decks=_piles(state.core.decks),
            unseen=_piles({side: cards.unseen for side, cards in state.cards.items()}),
        )
    )
    play.record(GameEnded(winner=winner, why=why, rule=rule))


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
        end_game(play, enemy_of(loser), f"{loser} has no card left in hand, deck and discard pile", "LL.3.lose.1")
    return bool(loser)


def roll_for_victory(play: Play[State]) -> bool:
    """LL.3.bp.2 (D53) The active player's die and the enemy bases lost against the break point."""
    state = play.state
    side, lost, goal = state.core.active, state.lost[enemy_of(state.core.active)], state.break_point
    is_open = lost + 1 < goal <= lost + DIE
    die = play.roll(1, DIE, "LL.3.bp.2 victory", side).total if is_open or reading(state, "D53") == "A" else 0
    won = lost + max(die, 1) >= goal
    play.record(VictoryTested(by=side, die=die, lost=lost, break_point=goal, won=won))
    if won:
        count = f"a die of {die} and {lost} enemy bases lost" if die else f"{lost} enemy bases lost"
        end_game(play, side, f"{side} reaches the break point of {goal} with {count}", "LL.3.bp.2")
    return won


def standing(state: State) -> str:
    """LL.3.bp.2 How far each side is from winning by the break point."""
    if not state.break_point:
        return "the break point is set when the battle begins"
    said = (_from_winning(state, side) for side in state.core.sides)
    return f"break point {state.break_point}; {'; '.join(said)}"


def _from_winning(state: State, side: Side) -> str:
    lost = state.lost[enemy_of(side)]
    needs = state.break_point - lost
    if needs > DIE:
        return f"{side} has taken {lost} bases, and no die wins yet"
    return f"{side} has taken {lost} bases, and wins at the end of its turn on {max(needs, 1)} or more"
