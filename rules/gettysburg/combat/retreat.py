"""12.4, 9.3 Retreats: hex by hex, past enemies, into friends, off the map or into captivity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.chapter import Choice, LossDue
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import clock
from rules.gettysburg.combat.asks import AwaitRetreat, AwaitRout, ChooseRout, RetreatTo
from rules.gettysburg.combat.fights import ASSAULTS, can_enter, current, void
from rules.gettysburg.combat.retreat_facts import RetreatContinued, UnitRetreated
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement.facts import UnitLeftMap
from rules.gettysburg.position import CAVALRY, INFANTRY, is_near, side_at, stacked, units_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, Fight, Retreat, State
from rules.gettysburg.tables import STACK
from rules.gettysburg.turn import states


class Beside(NamedTuple):
    """12.4b, 12.4d What is said of a unit that comes next to an enemy on its retreat."""

    stays: str
    test: str
    breaks: str


BESIDE_INFANTRY = Beside(
    "next to enemy infantry", "retreat next to enemy infantry", "broke on its retreat next to enemy infantry"
)
BESIDE_CAVALRY = Beside(
    "next to enemy cavalry", "retreat next to enemy cavalry", "broke on its retreat next to enemy cavalry"
)


def ways(state: State, unit: PieceId, passed: list[HexId]) -> list[HexId]:
    """12.4a, D54 Where a retreating unit may go next; no hex is entered twice, so that every retreat ends."""
    retreating = state.units[unit]
    choice = reading(state, "D54")
    found = [
        to
        for to in state.ground.near(retreating.at)
        if to not in passed
        and side_at(state, to) != ENEMY[retreating.side]
        and (choice == "C" or can_enter(state, unit, to))
    ]
    if state.ground.is_edge(retreating.at) and not (choice == "B" and found):
        found.append(OFF_MAP)
    return found


def carry_on(play: Play[State]) -> bool:
    """9.3b The next step of the retreats of this fight; False when all have come to rest."""
    fight = current(play.state)
    if any(_settle(play, fight, retreat) for retreat in fight.retreats if retreat.arrived):
        return True
    open_ways = {unit: ways(play.state, unit, passed) for unit, passed in _to_go(play.state, fight)}
    for unit, found in open_ways.items():
        if not found:
            states.capture(play, unit, Reason("nowhere to retreat", "12.4f"))
            return True
    match [(unit, to) for unit, found in open_ways.items() for to in found]:
        case []:
            return False
        case [(unit, to)]:
            _go(play, unit, to)
        case _:
            side = play.state.units[next(iter(open_ways))].side
            play.open(AwaitRetreat(side=side, units=tuple(open_ways)))
    return True


def _to_go(state: State, fight: Fight) -> list[tuple[PieceId, list[HexId]]]:
    """Units that must leave the hex they stand in."""
    return [(r.unit, r.passed) for r in fight.retreats if not r.arrived and state.units[r.unit].at in state.stacks]


def _go(play: Play[State], unit: PieceId, to: HexId) -> None:
    state = play.state
    if to == OFF_MAP:
        play.record(UnitLeftMap(unit=unit, at=state.units[unit].at, rule="8.5b"))
        return
    play.record(UnitRetreated(unit=unit, to=to))
    declared = state.turn.declared.get(unit)
    if declared and declared.kind == "bombardment" and unit not in state.turn.resolved:
        void(play, unit, Reason("driven from its hex before it fired", "14.1a"))
    disrupt_at_night(play, unit)


def disrupt_at_night(play: Play[State], unit: PieceId) -> None:
    """20.2a, D65 B Retreat and advance are moves too."""
    if clock.is_night(play.state.core.turn) and reading(play.state, "D65") == "B":
        states.disrupt(play, unit, Reason("moved at night", "20.2a"))


def _settle(play: Play[State], fight: Fight, retreat: Retreat) -> bool:
    """12.4b, 12.4c, 12.4d Whether the unit may stay in the hex it entered; False if it may, and nothing happens."""
    state, unit = play.state, retreat.unit
    at = state.units[unit].at
    if at not in state.stacks:
        return False
    if reading(state, "D29") == "A" and _unstack(play, fight, at):
        return True
    side = state.units[unit].side
    if is_near(state, at, side, INFANTRY):
        _test(play, fight, unit, BESIDE_INFANTRY, "12.4b")
        return True
    if is_near(state, at, side, CAVALRY):
        if reading(state, "D53") == "B":
            _test(play, fight, unit, BESIDE_CAVALRY, "12.4d")
        else:
            play.record(RetreatContinued(unit=unit, why=Reason(BESIDE_CAVALRY.stays, "12.4d")))
        return True
    return _unstack(play, fight, at)


def _test(play: Play[State], fight: Fight, unit: PieceId, keys: Beside, rule: str) -> None:
    """12.4b, D55 The morale of the face up now, or of the one before the combat."""
    rating: int | None = None
    if reading(play.state, "D55") == "B" and play.state.units[unit].kind != "artillery":
        rating = play.state.units[unit].ratings.morale[unit in fight.was_shaken]
    if states.passes_morale(play, unit, Reason(keys.test, rule), rating):
        play.record(RetreatContinued(unit=unit, why=Reason(keys.stays, rule)))
    else:
        states.rout(play, unit, Reason(keys.breaks, rule))


def _unstack(play: Play[State], fight: Fight, at: HexId) -> bool:
    """9.3a, 9.3b, 12.4e Where retreating units overstack a hex, one routs; the owner picks it."""
    state = play.state
    if stacked(state, at) - _passing(state, fight, at) <= STACK:
        return False
    units = _overstackers(state, fight, at)
    if len(units) == 1:
        states.rout(play, units[0], Reason("overstacked the hex of its retreat", "9.3a"))
    else:
        play.open(AwaitRout(side=state.units[units[0]].side, units=tuple(units)))
    return True


def _overstackers(state: State, fight: Fight, at: HexId) -> list[PieceId]:
    """D30 Units that retreated into the hex, or under B all that stand in it."""
    if reading(state, "D30") == "B":
        return units_at(state, at)
    return [r.unit for r in fight.retreats if r.passed[-1] == at == state.units[r.unit].at]


def _passing(state: State, fight: Fight, at: HexId) -> int:
    """D29 B Units that only pass through the hex do not crowd it."""
    if reading(state, "D29") == "A":
        return 0
    return sum(1 for r in fight.retreats if not r.arrived and state.units[r.unit].at == at)


def decide_retreat(play: Play[State], order: RetreatTo, frame: AwaitRetreat) -> None:
    _check_retreat(play.state, order, frame)
    play.close()
    _go(play, order.unit, order.to)


def _check_retreat(state: State, order: RetreatTo, frame: AwaitRetreat) -> None:
    if order.unit not in frame.units:
        heed(attacker_bar(state, order.unit))
        raise IllegalOrder("does not retreat", "12.4a", order.unit, *frame.units)
    open_ways = ways(state, order.unit, _passed(state, order.unit))
    if order.to not in open_ways:
        raise IllegalOrder("cannot retreat there", "12.4a", order.unit, order.to, *open_ways)


def attacker_bar(state: State, unit: PieceId) -> IllegalOrder | None:
    """12.3 A brigade that attacks, or has attacked, stays where it is; struck back at, it defends."""
    if state.fights and unit == current(state).defender:
        return None
    declared = state.turn.declared.get(unit)
    attacks = bool(state.fights) and unit == current(state).attacker
    if attacks or (declared and declared.kind in ASSAULTS):
        return IllegalOrder("attacker never retreats", "12.3", unit)
    return None


def _passed(state: State, unit: PieceId) -> list[HexId]:
    return next(retreat.passed for retreat in current(state).retreats if retreat.unit == unit)


def decide_rout(play: Play[State], order: ChooseRout, frame: AwaitRout) -> None:
    """9.3b"""
    if order.unit not in frame.units:
        raise IllegalOrder("cannot be chosen", "9.3b", order.unit, *frame.units)
    play.close()
    states.rout(play, order.unit, Reason("overstacked the hex of its retreat", "9.3b"))


def due(state: State) -> Iterator[LossDue]:
    """9.3b One of them routs, whichever it is."""
    return (LossDue(frame.side, 1) for frame in state.core.pending if isinstance(frame, AwaitRout))


def answers(state: State, frame: AwaitRetreat) -> Iterator[Choice]:
    for unit in frame.units:
        for to in ways(state, unit, _passed(state, unit)):
            yield Choice(frame.side, RetreatTo(unit=unit, to=to))
