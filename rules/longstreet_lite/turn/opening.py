"""LL.3.bp, LL.3.card, LL.3.first From armies that stand to the first turn: rolls, break point, cards, who begins."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import hand
from rules.longstreet_lite.state import State, enemy_of
from rules.longstreet_lite.tables import DIE
from rules.longstreet_lite.turn import victory
from rules.longstreet_lite.turn.asks import BeginBattle
from rules.longstreet_lite.turn.facts import BreakPointSet, FirstTurnTaken


def contest(play: Play[State], why: Reason) -> dict[Side, int]:
    """LL.3.terr.1, LL.3.first.1 Each side rolls a die, again while they are equal."""
    while True:
        rolls = {side: play.roll(1, DIE, why, side).total for side in play.state.core.sides}
        if len(set(rolls.values())) > 1:
            return rolls


def higher(rolls: dict[Side, int]) -> Side:
    return max(rolls, key=lambda side: rolls[side])


def tie_break(play: Play[State], roller: Side, why: Reason) -> Side:
    """LL.1.dice.7 Even: who rolled wins; odd: the other. For cards that call for one; no rule of Lite does."""
    return roller if play.roll(1, DIE, why, roller).total % 2 == 0 else enemy_of(roller)


def decide_begin(play: Play[State], order: BeginBattle) -> None:
    """LL.3.first.1 The scenario says who begins, unless the players roll for it."""
    begin(play, roll=order.roll)


def begin(play: Play[State], *, roll: bool = False) -> None:
    """LL.3.bp.1, LL.3.card.1, LL.3.first.1 In this order (D12)."""
    set_break_point(play)
    for side in play.state.core.sides:
        hand.lay_out(play, side)
    for side in play.state.core.sides:
        hand.fill_hand(play, side, Reason("opening hand", "LL.3.card.1"))
    phases.begin_turn(play, 1, first_side(play, roll))


def set_break_point(play: Play[State]) -> None:
    """LL.3.bp.1 The lower half of the two counts for both, unless the scenario gives a number."""
    halves, given = victory.halves(play.state), play.state.break_point
    play.record(BreakPointSet(halves=halves, break_point=given or min(halves.values()), given=bool(given)))


def first_side(play: Play[State], roll: bool) -> Side:
    """LL.3.first.1"""
    given = play.state.battle.first_turn
    rolled = roll or not given
    side = higher(contest(play, Reason("first turn", "LL.3.first.1"))) if rolled else given
    play.record(FirstTurnTaken(side=side, rolled=rolled))
    return side


def choices(state: State) -> Iterator[Choice]:
    for side in state.core.sides:
        yield Choice(side, BeginBattle())
        yield Choice(side, BeginBattle(roll=True))
