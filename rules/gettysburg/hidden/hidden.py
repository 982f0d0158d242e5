"""18.0 Hidden movement: who sees what, and the counters that an enemy unit comes to observe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Fact, Frame, Order, OrderGiven, Side
from domain.kernel import Choice, Play
from rules.gettysburg import clock
from rules.gettysburg.facts.hidden import HiddenBrokenUp, HiddenFilled, HiddenRecovered, HiddenTired
from rules.gettysburg.facts.movement import MarchBegan, MarchEnded
from rules.gettysburg.facts.pieces import GunsReadied, PieceRestored
from rules.gettysburg.frames import AwaitDeclaration, AwaitDeployment, AwaitLeftover, AwaitMarch, ResumeMarch
from rules.gettysburg.hidden import deployment, hiding
from rules.gettysburg.orders import DeployUnits, HideUnits, MoveUnit, PieceId
from rules.gettysburg.position import contents, is_observed, uses_hidden
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import AVAILABLE, ENEMY, State

OBSERVING = frozenset({"movement", "return", "combat"})  # 18.4b, with the units that come back in 5.3.2C
PATIENT = (ResumeMarch, AwaitMarch, AwaitDeclaration, AwaitLeftover)  # what waits for a move can wait for a reveal

DECISIONS: Mapping[type[Order], Callable[[Play[State], Any, str], None]] = {
    HideUnits: hiding.decide_hide,
    DeployUnits: deployment.decide_deploy,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {}


def choices(state: State) -> Iterator[Choice]:
    yield from hiding.choices(state)
    yield from deployment.choices(state)


def is_any_observed(state: State) -> bool:
    """18.4b Whether some HMC must come off the map now."""
    return _first_observed(state) is not None


def _first_observed(state: State) -> PieceId | None:
    """D74 A The non-phasing side's counters first, by number."""
    if not uses_hidden(state) or not _is_time(state):
        return None
    stacks, active = state.stacks, state.core.active
    on_map = [name for name, hmc in state.hmcs.items() if hmc.at in stacks]
    on_map.sort(key=lambda name: state.hmcs[name].side == active)
    return next((name for name in on_map if is_observed(state, state.hmcs[name].at, state.hmcs[name].side)), None)


def _is_time(state: State) -> bool:
    """18.4b, D95 In Movement Phases and in combat; under B only once a piece has changed its hex."""
    if state.core.phase not in OBSERVING:
        return False
    return bool(reading(state, "D95") == "A" or state.turn.starts or state.turn.deployed or state.fights)


def proceed(play: Play[State]) -> bool:
    """18.4b Reveals one observed HMC, or D76 B tires the units of one that marched by night."""
    pending = play.state.core.pending
    if pending and not isinstance(pending[-1], PATIENT):
        return False
    name = _first_observed(play.state)
    if name is None:
        return _tire(play)
    hmc = play.state.hmcs[name]
    at, placer = hmc.at, _placer(play.state, name)
    units = deployment.reveal(play, name, "an enemy unit observes it", "18.4b")
    places = deployment.only_placing(play.state, units, deployment.rooms_for(play.state, hmc.side, at))
    if places is None:
        play.open(AwaitDeployment(side=placer, hmc=name, at=at, units=units))
    else:
        deployment.place(play, at, units, places)
    return True


def _placer(state: State, hmc: PieceId) -> Side:
    """18.5 The owner; D80 B the opponent who controls it."""
    side = state.hmcs[hmc].side
    is_taken = state.turn.control.get(hmc) == "opponent" and reading(state, "D80") == "B"
    return ENEMY[side] if is_taken else side


def _tire(play: Play[State]) -> bool:
    """20.2a, D76 B Units inside an HMC that moved at night are Disrupted."""
    state = play.state
    if state.core.phase != "movement" or not clock.is_night(state.core.turn) or reading(state, "D76") == "A":
        return False
    marching = state.march.unit if state.march else ""
    for name in state.turn.starts:
        hmc = state.hmcs.get(name)
        if hmc and hmc.at != AVAILABLE and name != marching and name not in state.turn.tired:
            fresh = tuple(unit for unit in contents(state, name) if not state.units[unit].disrupted)
            play.record(HiddenTired(hmc=name, units=fresh))
            return True
    return False


def seen_by(state: State, fact: Fact) -> tuple[Side, ...] | None:
    """18.1, 9.1b Whatever tells what an HMC holds is for its owner only; None is everyone."""
    if isinstance(fact, OrderGiven):
        return _order_seen_by(state, fact)
    if isinstance(fact, HiddenFilled | HiddenTired | HiddenRecovered | HiddenBrokenUp):
        return (state.hmcs[fact.hmc].side,)
    if isinstance(fact, PieceRestored) and fact.unit in state.hmcs:
        return (state.hmcs[fact.unit].side,)
    if isinstance(fact, MarchBegan | MarchEnded):
        return _march_seen_by(state, fact)
    if isinstance(fact, GunsReadied):  # in the Command Phase hidden guns are left out; this stands guard
        return _inside(state, fact.units[0])
    return _inside(state, getattr(fact, "unit", ""))


def _order_seen_by(state: State, given: OrderGiven[Any]) -> tuple[Side, ...] | None:
    order = given.order
    if isinstance(order, HideUnits):
        return (given.by,)
    if isinstance(order, MoveUnit) and order.unit in state.hmcs:
        return _unless_controlled(state, order.unit, given.by)
    return _inside(state, getattr(order, "unit", ""))


def _march_seen_by(state: State, fact: MarchBegan | MarchEnded) -> tuple[Side, ...] | None:
    """D26 The steps of an HMC are open; whether points were set aside for recovery, or spent on it alone, is not."""
    name, march = fact.unit, state.march
    if name not in state.hmcs or (isinstance(fact, MarchEnded) and name in state.turn.starts):
        return None
    by = fact.by if isinstance(fact, MarchBegan) else march.by if march else state.hmcs[name].side
    return _unless_controlled(state, name, by)


def _unless_controlled(state: State, hmc: PieceId, by: Side) -> tuple[Side, ...] | None:
    """17.5a An opponent who moves an HMC knows how he moved it, and so does everyone."""
    side = state.hmcs[hmc].side
    return (side,) if by == side else None


def _inside(state: State, name: PieceId) -> tuple[Side, ...] | None:
    """The owner of a unit that is in an HMC."""
    unit = state.units.get(name)
    return (unit.side,) if unit and unit.at in state.hmcs else None
