"""A cheap player, for thousands of games: every piece is looked at once a phase, and goes by the ground alone.

It keeps nothing between two orders: pieces before the last one used have had their turn. Each order is put together
from the functions that would refuse it, so that it is legal as it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Order, Side
from domain.kernel.player import Mind, answered, offers, planned
from rules.gettysburg import clock
from rules.gettysburg.book import BOOK
from rules.gettysburg.combat import bombardment, combat
from rules.gettysburg.combat.asks import (
    AwaitCoordination,
    AwaitCounterAttack,
    AwaitDefender,
    AwaitRetreat,
    AwaitRetreatBeforeCombat,
    AwaitRout,
    AwaitSupport,
    AwaitSwap,
)
from rules.gettysburg.hidden.asks import AwaitDeployment, AwaitLeftover, DeployUnits
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import costs, entry, modes
from rules.gettysburg.movement.activation import move_bar
from rules.gettysburg.movement.asks import (
    AwaitControl,
    AwaitDeclaration,
    AwaitMarch,
    DeclareAttack,
    DeclareBombardment,
    MoveUnit,
)
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.declarations import attack_bar, bombardment_bar
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.march_choices import stop_bar
from rules.gettysburg.movement.targets import hexes_in_range
from rules.gettysburg.player import aims, answers, assaults, attackers, odds, rear
from rules.gettysburg.player.odds import Situation
from rules.gettysburg.player.spread import FAR
from rules.gettysburg.player.view import View
from rules.gettysburg.position import INFANTRY, is_near, is_within, piece, side_at, stacked, units_at
from rules.gettysburg.state import ROUTED, State, Unit
from rules.gettysburg.tables import MP, NEAR, STACK
from rules.gettysburg.turn import returns
from rules.gettysburg.turn.asks import Decline, EndPhase, PlaceUnit, ReturnUnit
from rules.gettysburg.turn.set_up import places, unplaced

NOWHERE: Final = FAR * MP  # half-points that nobody has
DARES: Final = 0.0  # the least gain, in brigades, for which a brigade attacks by itself


# Movement


def _movement(state: State, side: Side) -> Order:
    fresh = state.turn.window  # 8.4a whoever has just come up declares before another piece is used
    order: Order | None = _attack(state, side, fresh) if fresh in state.units else None
    found = (_order_for(state, side, name) for name in _left(state, side))
    return order or next((order for order in found if order is not None), None) or EndPhase()


def _left(state: State, side: Side) -> list[PieceId]:
    """The pieces that have not been looked at in this phase."""
    turn = state.turn
    names = [name for name, hmc in state.hmcs.items() if hmc.side == side]
    names += [name for name, unit in state.units.items() if unit.side == side]
    used = {*turn.acted, *turn.declared}.difference(turn.deployed)
    last = next((place for place in range(len(names), 0, -1) if names[place - 1] in used), 0)
    return names[last:]


def _order_for(state: State, side: Side, name: PieceId) -> Order | None:
    at, unit = piece(state, name).at, state.units.get(name)
    if at not in state.stacks:
        return _enter(state, side, name) if entry.due_now(state, name) else None
    if unit is None:
        return _march(state, side, name)
    if unit.disrupted and (order := _recover(state, side, name)):
        return order
    match unit.kind:
        case "train":
            return None
        case "artillery":
            return _shot(state, side, name) or _march(state, side, name)
    return _attack(state, side, name) or _march(state, side, name)


def _recover(state: State, side: Side, name: PieceId) -> MoveUnit | None:
    """7.3d"""
    if move_bar(state, name, side, leaves_hex=False):
        return None
    field, mover = Field(state, side, name), costs.mover(state, name, side)
    return None if modes.recovery_bar(field, mover, state.units[name].at) else MoveUnit(unit=name, recover=True)


def _attack(state: State, side: Side, name: PieceId) -> DeclareAttack | None:
    """8.4 On the first hex beside it that promises a gain."""
    unit = state.units[name]
    if unit.shaken or not unit.ratings.combat[0]:
        return None
    for to in state.ground.near(unit.at):
        if to in state.stacks and side_at(state, to) != side:
            order = DeclareAttack(unit=name, target=to)
            if attack_bar(state, order, side) is None and _gain(state, unit, order) > DARES:
                return order
    return None


def _gain(state: State, unit: Unit, order: DeclareAttack) -> float:
    blow = attackers.blow(state, order.unit, unit.at, order.target)
    now = Situation(is_night=clock.is_night(state.core.turn))
    return odds.assault([blow], assaults.defenders_of(state, order.target), now)


def _shot(state: State, side: Side, name: PieceId) -> DeclareBombardment | None:
    """14.1a At the first unit in sight and range."""
    unit = state.units[name]
    if unit.fired or unit.disrupted or clock.is_night(state.core.turn):
        return None
    orders = (
        DeclareBombardment(unit=name, target=to, aim=aim)
        for to in hexes_in_range(state, name) for aim in units_at(state, to)[:1]
    )  # fmt: skip
    return next((order for order in orders if bombardment_bar(state, order, side) is None), None)


# Marches


def _march(state: State, side: Side, name: PieceId) -> MoveUnit | None:
    """8.1 Down to the ground that decides; the Shaken away from it until they may rally; nobody at night (20.2a)."""
    unit, at = state.units.get(name), piece(state, name).at
    shaken = unit is not None and unit.shaken
    is_there = not is_within(state, at, side, NEAR) if shaken else aims.slope(state).cost(at, 0) == 0
    if is_there or clock.is_night(state.core.turn) or move_bar(state, name, side, leaves_hex=True):
        return None
    field, mover = Field(state, side, name), costs.mover(state, name, side)
    most = 1 if modes.is_held(field, mover, at) else FAR
    path = tuple(_way(field, mover, at, modes.allowance(mover), most, up=shaken))
    return MoveUnit(unit=name, path=path) if path else None


def _enter(state: State, side: Side, name: PieceId) -> MoveUnit | None:
    """10.1a"""
    due = entry.due_now(state, name)
    if due is None or move_bar(state, name, side, leaves_hex=True):
        return None
    field, mover = Field(state, side, name), costs.mover(state, name, side)
    for at in entry.entry_hexes(field, due):
        left = modes.allowance(mover) - _price(field, mover, "", at)
        if left >= 0:
            most = 0 if mover.kind == "train" else FAR
            return MoveUnit(unit=name, path=(at, *_way(field, mover, at, left, most)))
    return None


def _way(field: Field, mover: Mover, at: HexId, left: int, most: int, up: bool = False) -> Iterator[HexId]:
    """Step by step, each to the lowest hex that is open, or up; infantry stops where it meets the enemy."""
    for _ in range(most):
        step = next(_steps(field, mover, at, left, up), None)
        if step is None:
            return
        at, cost = step
        left -= cost
        yield at
        if is_near(field.state, at, field.side):
            return


def _steps(field: Field, mover: Mover, at: HexId, left: int, up: bool) -> Iterator[tuple[HexId, int]]:
    slope, state = aims.slope(field.state), field.state
    here, sign = slope.cost(at, NOWHERE), -1 if up else 1
    heights = [(sign * slope.cost(to, sign * NOWHERE), to) for to in state.ground.near(at)]
    lower = [(height, to) for height, to in heights if height < sign * here]
    shy = up or mover.kind != "infantry"
    for _, to in sorted(lower):
        if not (shy and is_near(state, to, field.side, INFANTRY)):
            cost = _price(field, mover, at, to)
            if cost <= left:
                yield to, cost


def _price(field: Field, mover: Mover, at: HexId, to: HexId) -> int:
    """8.1b, 10.1a What a step costs, or coming on at a hex; more than anyone has where the rules refuse it."""
    try:
        return costs.price(field, mover, at, to).cost if at else entry.check_entry(field, mover, to)
    except IllegalOrder:
        return NOWHERE


# The other phases


def _set_up(state: State, side: Side) -> Order:
    """3.2, 23.1 Each as near to the ground that decides as it may begin."""
    slope = aims.slope(state)
    for name in unplaced(state, side):
        found = places(state, name)
        if found:
            return PlaceUnit(unit=name, to=min(found, key=lambda at: (stacked(state, at), slope.cost(at, NOWHERE), at)))
    return EndPhase()


def _return(state: State, side: Side) -> Order:
    """10.4 Routed units, beside the Train."""
    for name, unit in state.units.items() if not returns.train_bar(state, side) else ():
        if unit.side == side and unit.at == ROUTED and (found := returns.places(state, name)):
            return ReturnUnit(unit=name, to=found[0])
    return EndPhase()


def _combat(state: State, side: Side) -> Order | None:
    """11.1c As they are listed, guns first."""
    listed = chain(bombardment.choices(state), combat.choices(state))
    return next((choice.order for choice in listed if choice.by == side), None)


# Answers


def _no(_state: State, _frame: Any) -> Order:
    return Decline()


def _least(state: State, frame: Any) -> Order:
    """No where that is an answer, else the first of them."""
    found = list(offers(BOOK, state, frame.side))
    return next((order for order in found if isinstance(order, Decline)), found[0])


def _stop(state: State, frame: AwaitMarch) -> Order:
    unit = state.units.get(frame.unit)
    is_own = unit is not None and unit.side == frame.side
    return Decline() if is_own and stop_bar(state) is None else _least(state, frame)


def _retreat(state: State, frame: AwaitRetreat) -> Order:
    """12.4 Out of contact, where there is room."""

    def danger(order: Any) -> tuple[bool, bool, bool]:
        to = order.to
        return to == OFF_MAP, is_near(state, to, frame.side) if to != OFF_MAP else True, stacked(state, to) >= STACK

    return min(offers(BOOK, state, frame.side), key=danger)


def _deploy(state: State, frame: AwaitDeployment) -> Order:
    found = (order for order in offers(BOOK, state, frame.side) if isinstance(order, DeployUnits))
    return next(found, DeployUnits(hmc=frame.hmc))


AS_CAREFUL: Final = (
    AwaitCoordination, AwaitDeclaration, AwaitDefender, AwaitRetreatBeforeCombat, AwaitRout, AwaitSupport, AwaitSwap,
)  # fmt: skip
OWN: Final[Mapping[type[Any], Callable[[State, Any], Order]]] = {
    AwaitControl: _no,
    AwaitCounterAttack: _no,
    AwaitDeployment: _deploy,
    AwaitLeftover: _least,
    AwaitMarch: _stop,
    AwaitRetreat: _retreat,
}  # an advance is left to the net
MIND = Mind[State](
    book=BOOK,
    no=Decline,
    plans={
        "set-up": _set_up,
        "movement": _movement,
        "rally": planned(View, rear.rally_step),
        "return": _return,
        "combat": _combat,
    },
    answers={**{kind: answered(View, answers.ANSWERS[kind]) for kind in AS_CAREFUL}, **OWN},
)
choose = MIND.choose
