"""Facts of movement of every kind: marches, charges, advances, retreats, routs. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Container

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import Facing, HexId, UnitId
from rules.musket_and_pike.sketch import Sketch
from rules.musket_and_pike.state import Gone, Move, State
from rules.musket_and_pike.work import How

_TRACES = {"retreat": "retreat", "rout": "retreat", "withdraw": "retreat", "entry": "arrive", "interception": "charge"}


class ActionBegan(Fact, frozen=True, kw_only=True):
    """3.2.C, G.action, 7.3.1 A unit begins its action, or a reaction; its allowance and its target are fixed."""

    unit: UnitId
    how: How
    ma: int = 0
    alone: bool = False  # 8.2 without whoever stands with it
    target: UnitId = ""  # 5.6.1
    distance: int = 0  # to the target


class ActionEnded(Fact, frozen=True, kw_only=True):
    """7.1.1 It is over; `why` where it was cut short."""

    unit: UnitId
    why: Reason | None = None
    spends: bool = True  # 3.2.C it was the unit's action of this activation
    forfeits: bool = False  # D13 b it was the action of its own activation, still to come


class UnitMoved(Fact, frozen=True, kw_only=True):
    """7.1.1 One hex: a unit, or horse with its light infantry; the hexes it now holds, none off the map."""

    units: tuple[UnitId, ...]
    hexes: tuple[HexId, ...]
    how: How
    cost: int = 0
    counts: bool = False  # 11.3.6 for momentum
    under: bool = False  # 8.3.1 it goes below the guns there
    facing: Facing | None = None  # 8.2.2, 11.4.7 if it now faces another way


class UnitTurned(Fact, frozen=True, kw_only=True):
    """6.2 Another facing on the spot; a two-hex unit that countermarches changes its halves about."""

    units: tuple[UnitId, ...]
    facing: Facing
    cost: int = 0
    hexes: tuple[HexId, ...] = ()


class UnitWheeled(Fact, frozen=True, kw_only=True):
    """6.2.1 One half steps into the centre front hex."""

    unit: UnitId
    hexes: tuple[HexId, ...]
    facing: Facing
    how: How = "move"
    cost: int = 0


class StackChanged(Fact, frozen=True, kw_only=True):
    """8.3.2 The order of a stack, top first."""

    at: HexId
    units: tuple[UnitId, ...]
    why: Reason


class MomentumGained(Fact, frozen=True, kw_only=True):
    """11.3.6"""

    unit: UnitId


class MomentumLost(Fact, frozen=True, kw_only=True):
    """9.3.4, 11.3.6 What it has gained so far is gone; the hexes of the move under way count anew."""

    unit: UnitId
    why: Reason


class GunsTaken(Fact, frozen=True, kw_only=True):
    """10.8.9, 11.5.1 Guns change hands, and can never be used again."""

    unit: UnitId
    by: Side


class GunsDisabled(Fact, frozen=True, kw_only=True):
    """10.8.9, 11.4.3"""

    unit: UnitId
    why: Reason


class WagonsTaken(Fact, frozen=True, kw_only=True):
    """14.1"""

    wagon: UnitId
    by: Side


class GunsLimbered(Fact, frozen=True, kw_only=True):
    """7.3.3"""

    unit: UnitId
    limbered: bool
    facing: Facing | None = None


class CavalryAbsorbed(Fact, frozen=True, kw_only=True):
    """8.4 What is left of one makes good the casualties of the other."""

    unit: UnitId
    absorbed: UnitId
    restored: int
    threshold: bool  # whether it is still at or over its threshold


class UnitsJoined(Fact, frozen=True, kw_only=True):
    """8.2.2 Horse and light infantry stand together; who was there first may not move in this activation."""

    units: tuple[UnitId, ...]
    still: UnitId


class UnitLeftMap(Fact, frozen=True, kw_only=True):
    """11.7.2, 13.4.3 Off the map for good."""

    units: tuple[UnitId, ...]
    gone: Gone
    why: Reason


def _began(state: State, fact: ActionBegan) -> None:
    unit = state.units[fact.unit]
    state.moves.append(
        Move(
            unit=fact.unit, how=fact.how, ma=fact.ma, start=unit.hexes, alone=fact.alone, target=fact.target,
            distance=fact.distance,
        )
    )  # fmt: skip


def _ended(state: State, fact: ActionEnded) -> None:
    move = state.moves.pop()
    if fact.forfeits:
        state.turn.helped.append(fact.unit)
    if fact.spends:
        done = state.activation.acted
        done.append(fact.unit)
        unit = state.units[fact.unit]
        if unit.hexes and not move.alone:
            held = (*done, *state.activation.joined)  # 8.2.2 whom it has joined has not acted, and only may not move
            done.extend(name for name in _body(state, fact.unit) if name not in held)


def _body(state: State, name: UnitId) -> list[UnitId]:
    """8.2.1 Whoever acts as one with it."""
    unit = state.units[name]
    arms = ("CAV", "LI")
    if unit.card.arm not in arms:
        return [name]
    return [other for other in state.stacks[unit.at] if state.units[other].card.arm in arms]


def lift(state: State, name: UnitId, kept: Container[HexId] = ()) -> None:
    """Off the stacks it stands in, but for those it is kept in."""
    for hex in state.units[name].hexes:
        stack = state.stacks.get(hex)
        if stack and name in stack and hex not in kept:
            stack.remove(name)
            if not stack:
                del state.stacks[hex]


def put(state: State, units: tuple[UnitId, ...], hexes: tuple[HexId, ...], *, under: bool = False) -> None:
    """Units stand in these hexes: on top, or below what is there; guns that cannot be used lie at the bottom.

    8.3.2, 8.3.4 A half that stays keeps its place in the stack, and if it lies below, so does the other.
    """
    state.steps += 1
    kept = {hex: state.stacks[hex] for hex in hexes if hex in state.units[units[0]].hexes}
    under = under or any(_usable(state, stack)[0] not in units for stack in kept.values())
    for name in units:
        lift(state, name, kept)
        unit = state.units[name]
        unit.hexes, unit.since = hexes, state.steps
    for hex in hexes:
        if hex not in kept:
            stack = state.stacks.setdefault(hex, [])
            at = len(_usable(state, stack)) if under else 0
            stack[at:at] = units


def _usable(state: State, stack: list[UnitId]) -> list[UnitId]:
    return [name for name in stack if not state.units[name].disabled and not state.units[name].holder]


def _moved(state: State, fact: UnitMoved) -> None:
    put(state, fact.units, fact.hexes, under=fact.under)
    if not fact.hexes:
        return
    move = state.moves[-1] if state.moves and state.moves[-1].unit in fact.units else None
    if move:
        move.spent += fact.cost
        move.entered += 1
        move.trail.append(fact.hexes)
        move.clear = move.clear + 1 if fact.counts else 0
        move.most = max(move.most, move.clear)
    if fact.facing is not None:
        for name in fact.units:
            state.units[name].facing = fact.facing
    for name in fact.units:
        state.units[name].gone = ""
    if fact.how == "entry":
        new = [name for name in fact.units if name not in state.turn.arrived]
        state.activation.entered.extend(new)
        state.turn.arrived.extend(new)


def _turned(state: State, fact: UnitTurned) -> None:
    for name in fact.units:
        state.units[name].facing = fact.facing
        if fact.hexes:
            state.units[name].hexes = fact.hexes
    _spend(state, fact.units, fact.cost)


def _spend(state: State, units: tuple[UnitId, ...], cost: int) -> None:
    """11.3.6 Who turns begins to gather momentum anew."""
    if state.moves and state.moves[-1].unit in units:
        state.moves[-1].spent += cost
        state.moves[-1].clear = 0


def _wheeled(state: State, fact: UnitWheeled) -> None:
    put(state, (fact.unit,), fact.hexes)
    state.units[fact.unit].facing = fact.facing
    _spend(state, (fact.unit,), fact.cost)
    if state.moves and state.moves[-1].unit == fact.unit:
        state.moves[-1].entered += 1
        state.moves[-1].trail.append(fact.hexes)


def _stacked(state: State, fact: StackChanged) -> None:
    state.stacks[fact.at] = list(fact.units)


def _momentum(state: State, fact: MomentumGained) -> None:
    state.units[fact.unit].momentum = True


def _no_momentum(state: State, fact: MomentumLost) -> None:
    state.units[fact.unit].momentum = False
    for move in state.moves:
        if move.unit == fact.unit:
            move.clear = 0


def _taken(state: State, fact: GunsTaken) -> None:
    unit = state.units[fact.unit]
    unit.disabled, unit.holder = True, fact.by if fact.by != unit.side else ""
    sink(state, fact.unit)


def sink(state: State, name: UnitId) -> None:
    """8.3.1 Guns that cannot be used lie at the bottom."""
    for hex in state.units[name].hexes:
        stack = state.stacks[hex]
        stack.remove(name)
        stack.append(name)


def _disabled(state: State, fact: GunsDisabled) -> None:
    state.units[fact.unit].disabled = True
    sink(state, fact.unit)


def _wagons(state: State, fact: WagonsTaken) -> None:
    wagon = state.wagons[fact.wagon]
    wagon.holder = fact.by if fact.by != wagon.side else ""


def _limbered(state: State, fact: GunsLimbered) -> None:
    unit = state.units[fact.unit]
    unit.limbered, unit.fired = fact.limbered, True
    if fact.facing is not None:
        unit.facing = fact.facing


def _absorbed(state: State, fact: CavalryAbsorbed) -> None:
    lift(state, fact.absorbed)
    gone, unit = state.units[fact.absorbed], state.units[fact.unit]
    gone.hexes, gone.gone = (), "eliminated"
    unit.casualties -= fact.restored
    unit.threshold = fact.threshold


def _joined(state: State, fact: UnitsJoined) -> None:
    state.activation.joined.append(fact.still)


def _left(state: State, fact: UnitLeftMap) -> None:
    for name in fact.units:
        lift(state, name)
        state.units[name].hexes, state.units[name].gone = (), fact.gone


def _draw_moved(sketch: Sketch, fact: UnitMoved) -> None:
    if fact.hexes:
        for name in fact.units:
            sketch.step(_TRACES.get(fact.how, "move"), name, fact.hexes[0])


def _draw_left(sketch: Sketch, fact: UnitLeftMap) -> None:
    for name in fact.units:
        sketch.gone(name, fact.why)


FACTS = (
    Told(ActionBegan, ("3.2.C",), _began, aside=True),
    Told(ActionEnded, ("3.2.C",), _ended, aside=True),
    Told(UnitMoved, ("7.1.1",), _moved, draws=_draw_moved),
    Told(UnitTurned, ("6.2.1",), _turned),
    Told(UnitWheeled, ("6.2.1",), _wheeled, draws=lambda sketch, x: sketch.step("move", x.unit, x.hexes[0])),
    Told(StackChanged, ("8.3.2",), _stacked),
    Told(MomentumGained, ("11.3.6",), _momentum),
    Told(MomentumLost, ("11.3.6",), _no_momentum),
    Told(GunsTaken, ("10.8.9",), _taken),
    Told(GunsDisabled, ("10.8.9",), _disabled),
    Told(WagonsTaken, ("14.1",), _wagons),
    Told(GunsLimbered, ("7.3.3",), _limbered),
    Told(CavalryAbsorbed, ("8.4",), _absorbed),
    Told(UnitsJoined, ("8.2.2",), _joined),
    Told(UnitLeftMap, ("13.4.3",), _left, draws=_draw_left),
)
