"""12.7 Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.gettysburg.combat.asks import Advance, AwaitAdvance
from rules.gettysburg.combat.facts import AttackWasted
from rules.gettysburg.combat.fights import assailants, attack_chooser, can_enter, can_reach, current
from rules.gettysburg.combat.retreat import disrupt_at_night
from rules.gettysburg.combat.retreat_facts import UnitAdvanced
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import side_at, stacked
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import Fight, State
from rules.gettysburg.tables import STACK
from rules.gettysburg.turn.asks import Decline


def offer(play: Play[State]) -> AwaitAdvance | None:
    """12.7a Who may enter the emptied hex, the brigade that fought first; None if nobody or the hex is held."""
    fight = current(play.state)
    if _room(play.state, fight) <= 0:
        return None
    if reading(play.state, "D60") == "A":
        _waste_the_rest(play, fight)
    candidates = fight.wasted if fight.failed else [fight.attacker, *fight.wasted]
    units = tuple(unit for unit in candidates if _can_advance(play.state, unit, fight.target))
    return AwaitAdvance(side=attack_chooser(play.state, fight), units=units, to=fight.target) if units else None


def _room(state: State, fight: Fight) -> int:
    """9.1a, D60 B Places in the hex: none if it is held, but for wasted attackers that come one by one."""
    if fight.target not in state.stacks:
        return STACK
    is_open = reading(state, "D60") == "B" and side_at(state, fight.target) == fight.side
    return STACK - stacked(state, fight.target) if is_open else 0


def _waste_the_rest(play: Play[State], fight: Fight) -> None:
    """11.2c, D60 A The other attacks declared on the hex come to nothing now."""
    for unit in assailants(play.state, fight.target):
        if play.state.units[unit].side == fight.side:
            play.record(AttackWasted(unit=unit, target=fight.target))


def _can_advance(state: State, unit: PieceId, to: HexId) -> bool:
    return can_reach(state, unit, to) and can_enter(state, unit, to)


def decide_advance(play: Play[State], order: Advance, frame: AwaitAdvance) -> None:
    """12.7a, D60 The brigade that fought goes on top."""
    _check_advance(play.state, order, frame)
    for unit in sorted(order.units, key=frame.units.index):
        play.record(UnitAdvanced(unit=unit, to=frame.to))
        disrupt_at_night(play, unit)
    play.close()


def _check_advance(state: State, order: Advance, frame: AwaitAdvance) -> None:
    for unit in order.units:
        if unit not in frame.units:
            raise IllegalOrder("cannot advance", "12.7a", unit, frame.to, *frame.units)
    if not order.units or len(set(order.units)) != len(order.units):
        raise IllegalOrder("name who advances", "12.7a")
    room = _room(state, current(state))
    if len(order.units) > room:
        raise IllegalOrder("too many advance", "9.1a", len(order.units), frame.to, room)


def answers(state: State, frame: AwaitAdvance) -> Iterator[Choice]:
    """12.7a, 9.1a Each party of those who may advance that finds room."""
    for count in range(1, _room(state, current(state)) + 1):
        for units in combinations(frame.units, count):
            yield Choice(frame.side, Advance(units=units))
    yield Choice(frame.side, Decline())
