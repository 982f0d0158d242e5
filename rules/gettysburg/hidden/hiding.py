"""18.2b, 18.6, 18.7 Putting units into Hidden Movement Counters, with or without decoys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.gettysburg import position
from rules.gettysburg.hidden.asks import HideUnits
from rules.gettysburg.hidden.facts import HiddenFilled, UnitsHidden
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import entry
from rules.gettysburg.movement.activation import is_listed
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import AVAILABLE, ENEMY, POOL, State
from rules.gettysburg.tables import HMCS_STAY, STACK
from rules.gettysburg.turn.set_up import SET_UP, acting_side, unplaced

Sees = Callable[[HexId], bool]  # whether the enemy observes a hex


def decide_hide(play: Play[State], order: HideUnits) -> None:
    """18.2b The units vanish into the counters; only their owner learns which is where."""
    state, by = play.state, play.by
    heed(refusal(state, order, by, lambda at: position.is_observed(state, at, by)))
    units = _named(order)
    due = [arrival for name in units if (arrival := state.units[name].due)]
    play.record(
        UnitsHidden(
            at=order.at,
            hmcs=tuple(name for name in state.hmcs if name in order.contents),
            units=() if due else tuple(name for name in state.units if name in units),
            entry=due[0].entry if due else "",
            due=max((arrival.turn for arrival in due), default=0),
        )
    )
    for name in state.hmcs:
        if name in order.contents:
            held = tuple(unit for unit in state.units if unit in order.contents[name])
            play.record(HiddenFilled(hmc=name, units=held))


def _named(order: HideUnits) -> list[PieceId]:
    return list(chain.from_iterable(order.contents.values()))


def refusal(state: State, order: HideUnits, by: Side, sees: Sees) -> IllegalOrder | None:
    """18.2b Why the order cannot be carried out; None if it can."""
    if not position.uses_hidden(state):
        return IllegalOrder("hidden movement not in play", "18.1")
    if not state.ground.is_on_map(order.at):
        return IllegalOrder("no hex of this map", "18.2b", order.at)
    found = _counters_refusal(state, order, by) or _units_refusal(state, order, by)
    if found:
        return found
    if state.core.phase == SET_UP:
        return _set_up_refusal(state, order, by)
    if any(state.units[name].at == POOL for name in _named(order)):
        return _entry_refusal(state, order, sees)
    return _creation_refusal(state, order, by, sees)


def _counters_refusal(state: State, order: HideUnits, by: Side) -> IllegalOrder | None:
    """18.1, 18.4e, 18.6 Eight a side; none again in the player turn of its removal; decoys only beside a full one."""
    free = free_hmcs(state, by)
    for name in order.contents:
        hmc = state.hmcs.get(name)
        if hmc is None or hmc.side != by:
            return IllegalOrder("no HMC of yours", "18.1", name, by)
        if hmc.at != AVAILABLE:
            return IllegalOrder("HMC in use", "18.1", name, *free)
        if name not in free:
            return IllegalOrder("HMC just removed", "18.4e", name)
    if not any(order.contents.values()):
        return IllegalOrder("decoy created alone", "18.6")
    return None


def free_hmcs(state: State, side: Side) -> list[PieceId]:
    """18.4e Counters that may be put on the map now."""
    now = (state.core.turn, state.core.active)
    return [
        name for name, hmc in state.hmcs.items() if hmc.side == side and hmc.at == AVAILABLE and hmc.removed_in != now
    ]


def _units_refusal(state: State, order: HideUnits, by: Side) -> IllegalOrder | None:
    units = _named(order)
    for name in units:
        unit = state.units.get(name)
        if unit is None or unit.side != by:
            return IllegalOrder("no unit of yours", "18.2b", name, by)
        if unit.kind == "train":
            return IllegalOrder("Train hidden", "18.2b")
    if len(set(units)) < len(units):
        return IllegalOrder("hidden twice", "18.2b")
    return None


def _set_up_refusal(state: State, order: HideUnits, by: Side) -> IllegalOrder | None:
    """23.1, D09 Units of an `h` hex start in HMCs there, with one decoy for each."""
    units, waiting = _named(order), unplaced(state, by)
    group = [name for name in state.battle.hidden.get(order.at, ()) if state.units[name].due is None]  # D06
    for name in units:
        if name not in group or name not in waiting:
            return IllegalOrder("not to be hidden there", "23.1", name, order.at)
    if reading(state, "D09") == "B" and len(units) < len(group):
        return IllegalOrder("all hidden or none", "23.1", order.at)
    full = sum(1 for held in order.contents.values() if held)
    if len(order.contents) > 2 * full:
        return IllegalOrder("too many decoys", "23.1", full, len(order.contents) - full)
    return _room_refusal(state, order)


def _entry_refusal(state: State, order: HideUnits, sees: Sees) -> IllegalOrder | None:
    """18.7, 10.2b, D78 Reinforcements due now may enter in HMCs, in every command state."""
    for name in _named(order):
        unit = state.units[name]
        if unit.at != POOL or unit.due is None:
            return IllegalOrder("no reinforcement", "18.7", name)
        if unit.due.turn > state.core.turn:
            return IllegalOrder("not due yet", "10.1a", name)
        own = state.ground.entry_hexes[unit.due.entry]
        if own != order.at:
            return IllegalOrder("enters elsewhere", "10.1a", name, own, order.at)
        if not is_listed(state, name) and reading(state, "D07") == "A":
            return IllegalOrder("may not move", "23.5", name)
    if state.turn.is_leftover:
        return IllegalOrder("owner has finished", "17.3b")
    if sees(order.at):
        return IllegalOrder("entry hex observed", "18.4c", order.at)
    return None


def _creation_refusal(state: State, order: HideUnits, by: Side, sees: Sees) -> IllegalOrder | None:
    """18.2b In an unobserved hex, with units in it or beside it that have not been used this turn."""
    at = order.at
    command = position.command_state(state, by)
    if command in HMCS_STAY:
        return IllegalOrder("no HMC created", HMCS_STAY[command], command)
    if position.side_at(state, at) == ENEMY[by]:
        return IllegalOrder("held by the enemy", "18.2b", at)
    if sees(at):
        return IllegalOrder("hex observed", "18.2b", at)
    for name in _named(order):
        found = _candidate_refusal(state, name, at, by, sees)
        if found:
            return found
    return _room_refusal(state, order)


def _candidate_refusal(state: State, name: PieceId, at: HexId, by: Side, sees: Sees) -> IllegalOrder | None:
    """18.2b, D73"""
    unit = state.units[name]
    if unit.at not in (at, *state.ground.near(at)):
        return IllegalOrder("not beside the HMC", "18.2b", name, at)
    if name in state.turn.acted or name in state.turn.starts:
        return IllegalOrder("already used", "18.2b", name)
    if unit.at != at and reading(state, "D73") == "B" and sees(unit.at):
        return IllegalOrder("unit observed", "18.2b", name, unit.at)
    if position.commander(state, name) != by:
        return IllegalOrder("not under command", "17.3a", name)
    if not is_listed(state, name):
        return IllegalOrder("may not move", "23.5", name)
    return None


def _room_refusal(state: State, order: HideUnits) -> IllegalOrder | None:
    """9.1a, 9.1c Each HMC counts as one unit, once the hidden ones have left."""
    leaving = sum(1 for name in _named(order) if state.units[name].at == order.at)
    after = position.stacked(state, order.at) - leaving + len(order.contents)
    if after > STACK:
        return IllegalOrder("too many pieces", "9.1a", order.at, after, STACK)
    return None


def choices(state: State) -> Iterator[Choice]:
    """A fair sample: each hex whole, with a decoy, one by one and with its neighbours; each group due or set up."""
    core = state.core
    if core.phase not in (SET_UP, "movement") or not position.uses_hidden(state):
        return
    side = acting_side(state) if core.phase == SET_UP else core.active
    free = free_hmcs(state, side)
    if not free:
        return
    seen = position.observed_by(state, ENEMY[side])
    orders = _set_up_orders(state, side, free) if core.phase == SET_UP else _movement_orders(state, side, free, seen)
    for order in orders:
        if refusal(state, order, side, seen.__contains__) is None:
            yield Choice(side, order)


def _set_up_orders(state: State, side: Side, free: list[PieceId]) -> Iterator[HideUnits]:
    waiting = set(unplaced(state, side))
    for at, group in state.battle.hidden.items():
        units = [name for name in group if name in waiting]
        yield from _ways_to_hide(at, units, free)
        if len(free) > 1 and len(units) > 1:
            half = len(units) // 2
            yield HideUnits(at=at, contents={free[0]: tuple(units[:half]), free[1]: tuple(units[half:])})


def _movement_orders(state: State, side: Side, free: list[PieceId], seen: frozenset[HexId]) -> Iterator[HideUnits]:
    for at, units in _due(state, side).items():
        if at not in seen and position.side_at(state, at) != ENEMY[side]:
            yield from _ways_to_hide(at, units, free)
    if position.command_state(state, side) in HMCS_STAY:
        return
    for at in state.stacks:
        if at in seen or position.side_at(state, at) != side:
            continue
        units = _unused(state, at)
        yield from _ways_to_hide(at, units, free)
        near = [to for to in state.ground.near(at) if position.side_at(state, to) == side] if units else []
        around = [name for to in near for name in _unused(state, to)]
        if around:
            yield HideUnits(at=at, contents={free[0]: (*units, *around)})


def _unused(state: State, at: HexId) -> list[PieceId]:
    turn = state.turn
    return [name for name in position.units_at(state, at) if name not in turn.acted and name not in turn.starts]


def _due(state: State, side: Side) -> dict[HexId, list[PieceId]]:
    """Reinforcements that may enter now, by entry hex; no Train."""
    found: dict[HexId, list[PieceId]] = {}
    for name, unit in state.units.items():
        due = entry.due_now(state, name) if unit.side == side and unit.kind != "train" else None
        if due:
            found.setdefault(state.ground.entry_hexes[due.entry], []).append(name)
    return found


def _ways_to_hide(at: HexId, units: list[PieceId], free: list[PieceId]) -> Iterator[HideUnits]:
    """All in one counter, the same with a decoy, and each unit alone."""
    if not units:
        return
    yield HideUnits(at=at, contents={free[0]: tuple(units)})
    if len(free) > 1:
        yield HideUnits(at=at, contents={free[0]: tuple(units), free[1]: ()})
    for unit in units if len(units) > 1 else ():
        yield HideUnits(at=at, contents={free[0]: (unit,)})
