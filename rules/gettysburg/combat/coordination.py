"""11.6 Coordination of several attacks on one hex."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Reason
from rules.gettysburg import clock
from rules.gettysburg.combat.facts import CoordinationTried, against
from rules.gettysburg.combat.fights import assailants, first_defender
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import command_state, commander
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State
from rules.gettysburg.turn.command import marker


def value(state: State, side: Side) -> int:
    """2.11, D10 The army's Coordination Value: that of the front, or under B of the face that is up."""
    return marker(state, side).coordination_value


def key(state: State, target: HexId, defender: PieceId) -> str:
    """11.6b, D45 What one roll holds for: the hex, or under B one defender of it."""
    return against(target, defender) if reading(state, "D45") == "B" else target


def is_coordinated(state: State, target: HexId, defender: PieceId) -> bool:
    return state.turn.coordination.get(key(state, target, defender), False)


def roll_bar(state: State, target: HexId) -> IllegalOrder | None:
    """11.6a-b Why no roll may be made for the hex now; None if it may."""
    attackers = assailants(state, target)
    if len(attackers) <= 1:
        return IllegalOrder("too few to coordinate", "11.6a", len(attackers), target)
    defender = first_defender(state, target)
    if not defender:
        return IllegalOrder("nobody left to attack", "11.6a", target)
    bar = ban(state, target)
    known = key(state, target, defender)
    if not bar and (known in state.turn.coordination or known in state.turn.struck):
        return IllegalOrder("coordination rolled for", "11.6b", target)
    return bar


def ban(state: State, target: HexId) -> IllegalOrder | None:
    """20.3, 16.6a Why the army cannot coordinate on the hex at any moment of the phase; None if it can."""
    if clock.is_night(state.core.turn):
        return IllegalOrder("coordination at night", "20.3")
    if command_state(state, state.core.active) == "panic" and not _has_controlled(state, assailants(state, target)):
        return IllegalOrder("coordination in Panic", "16.6a")
    return None


def _has_controlled(state: State, attackers: list[PieceId]) -> bool:
    """17.4c, D81 A An attacker that the opponent controls lifts the ban of Panic."""
    return reading(state, "D81") == "A" and any(commander(state, unit) != state.core.active for unit in attackers)


def attempt(play: Play[State], target: HexId) -> None:
    """11.6a 1d6 at most the Coordination Value."""
    side = play.state.core.active
    most = value(play.state, side)
    die = play.roll(1, 6, why=Reason("coordination of attacks", "11.6a", (target,)), by=side, alike=at_most(most)).total
    defender = first_defender(play.state, target)
    play.record(CoordinationTried(target=target, defender=defender, die=die, value=most, success=die <= most))
