"""LL.3.bp, LL.3.lose Who has won: by bases lost at the end of a turn, or because the enemy is out of cards."""

from __future__ import annotations

from domain.kernel.facts import Side
from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Reason
from rules.longstreet_lite.cards.ending import end_game
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, enemy_of
from rules.longstreet_lite.tables import DIE
from rules.longstreet_lite.turn.facts import VictoryTested


def half(bases: int) -> int:
    """LL.3.bp.1 Rounded up."""
    return (bases + 1) // 2


def halves(state: State) -> dict[Side, int]:
    """LL.3.bp.1, LL.3.bp.3 Half the bases each side began with, infantry and guns alike; a limber is none."""
    totals = dict.fromkeys(state.core.sides, 0)
    for unit in state.units.values():
        totals[unit.side] += unit.initial
    return {side: half(total) for side, total in totals.items()}


def roll_for_victory(play: Play[State]) -> bool:
    """LL.3.bp.2 (D53) The active player's die and the enemy bases lost against the break point."""
    state = play.state
    side, lost, goal = state.core.active, state.lost[enemy_of(state.core.active)], state.break_point
    is_open = lost + 1 < goal <= lost + DIE
    is_rolled = is_open or reading(state, "D53") == "A"
    die = (
        play.roll(1, DIE, Reason("victory", "LL.3.bp.2"), side, alike=at_most(goal - lost - 1)).total
        if is_rolled
        else 0
    )
    won = lost + max(die, 1) >= goal
    play.record(VictoryTested(by=side, die=die, lost=lost, break_point=goal, won=won))
    if won:
        end_game(play, side, Reason("break point", "LL.3.bp.2", (side, goal, lost, *((die,) if die else ()))))
    return won


def standing(state: State) -> Reason:
    """LL.3.bp.2 How far each side is from winning by the break point: the bases it took, and the face it needs."""
    if not state.break_point:
        return Reason("no break point yet", "LL.3.bp.1")
    taken = ((side, state.lost[enemy_of(side)]) for side in state.core.sides)
    each = (part for side, lost in taken for part in (side, lost, max(state.break_point - lost, 1)))
    return Reason("how far from winning", "LL.3.bp.2", (state.break_point, *each))
