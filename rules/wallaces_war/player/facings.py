"""5.2d Turns for nothing before the enemy strikes: towards whoever stands beside a unit's flank or rear."""

from __future__ import annotations

from domain.kernel.facts import Order
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId
from rules.wallaces_war.movement import facing
from rules.wallaces_war.movement.asks import FreeFacing
from rules.wallaces_war.player import odds
from rules.wallaces_war.player.view import View
from rules.wallaces_war.position import strength
from rules.wallaces_war.turn.asks import EndSegment
from rules.wallaces_war.zones import is_all_round, stack_at


def next_order(view: View) -> Order:
    """One stack that should turn and may; each once."""
    state, done = view.state, set(view.state.segment.adjusted)
    for at, stack in state.stacks.items():
        top = state.units[stack[0]]
        if top.side != view.side or stack[0] in done or is_all_round(stack_at(state, at)):
            continue
        to = against(view, at, top.facing)
        if to != top.facing and facing.facing_bar(state, stack[0]) is None:
            return FreeFacing(unit=stack[0], facing=to)
    return EndSegment()


def against(view: View, at: HexId, current: int) -> int:
    """5.3c The facing that meets the strongest of the activated enemies beside a hex; the present one among equals."""
    ground = view.ground
    foes = {near: _force(view, near) for near in view.foes_near(at)}
    if not foes:
        return current

    def met(way: int) -> tuple[float, bool]:
        return sum(foes.get(to, 0.0) for to in ground.front(at, way)), way == current

    return max(range(6), key=met)


def _force(view: View, at: HexId) -> float:
    """What a stack may strike with in this turn."""
    state = view.state
    units = [state.units[name] for name in state.stacks[at]]
    if units[0].battle != state.turn.battle or units[0].shaken or units[0].kind in tables.MISSILE:
        return odds.SHAKEN
    return float(sum(strength(state, unit) for unit in units))
