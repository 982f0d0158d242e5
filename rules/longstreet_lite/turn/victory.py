"""LL.3.bp, LL.4.seq.2 The Status phase: hands are filled, smoke clears, and victory is tested by the bases lost."""

from __future__ import annotations

from domain.kernel.facts import Side
from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Reason
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards.hand import end_game, fill_hand
from rules.longstreet_lite.cards.modifiers import end_effects
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, enemy_of, on_table
from rules.longstreet_lite.tables import DIE
from rules.longstreet_lite.turn.facts import SmokeCleared, VictoryTested


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


def run_status(play: Play[State]) -> None:
    """LL.4.seq.2, LL.4.draw.1, LL.4.resh.5 In this order; a side with an empty deck draws nothing."""
    active = phases.active(play.state)
    for side in (active, enemy_of(active)):
        fill_hand(play, side, Reason("status", "LL.4.draw.1"))
    clear_smoke(play)
    if not roll_for_victory(play):
        end_effects(play, play.state.core.turn)
        phases.begin_turn(play, play.state.core.turn + 1, enemy_of(active))


def clear_smoke(play: Play[State]) -> None:
    """LL.4.seq.2 The active player's markers only."""
    side = phases.active(play.state)
    smoking = tuple(name for name, unit in on_table(play.state, side).items() if unit.smoke)
    if smoking:
        play.record(SmokeCleared(side=side, units=smoking))
