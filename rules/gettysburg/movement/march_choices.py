"""8.1 The moves a piece can make now, each hex by its cheapest way, in every manner open to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.gettysburg import tables
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import activation, costs, declarations, entry, modes, reach
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.reach import Way
from rules.gettysburg.position import INFANTRY, piece
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import State

MOST_FORCED = tables.MOST_FORCED * tables.MP


class Purse(NamedTuple):
    """What a piece can spend: its points, forced points on top, and the same after recovery (-1: no recovery)."""

    left: int
    forced: int = 0
    recovered: int = -1
    recovered_forced: int = 0

    @property
    def most(self) -> int:
        return max(self.left + self.forced, self.recovered + self.recovered_forced)


def known_delay(state: State, to: HexId) -> int:
    """15.3a, D33 What a roll already made adds to leaving the hex; under C only towards the hex it was made for."""
    march = state.march
    if march is None or march.delay < 1:
        return 0
    return march.delay if reading(state, "D33") != "C" or march.delay_to == to else 0


def charge_bar(field: Field, mover: Mover, at: HexId, target: HexId) -> IllegalOrder | None:
    """15.5a, 9.5a Whether cavalry that ends its move in this hex may charge that one."""
    bar = modes.charged_bar(field, target)
    if bar:
        return bar
    if at not in field.state.ground.near(target):
        return IllegalOrder("charge ends elsewhere", "15.5a", mover.name, at, target)
    others = [name for name in declarations.sworn(field.state, at) if name != mover.name]
    if others and reading(field.state, "D44") == "A":
        return IllegalOrder("another attacks from there", "9.5a", others[0], at)
    return None


def can_charge_on(field: Field, mover: Mover, at: HexId, left: int, target: HexId) -> bool:
    """15.5a Whether cavalry with these points left can still come next to the hex it is to charge."""
    if at == OFF_MAP:
        return False
    found = reach.ways(field, mover, at, left)
    return any(charge_bar(field, mover, path[-1], target) is None for path, _ in found)


def stop_bar(state: State) -> IllegalOrder | None:
    """15.5a, 8.6(4) A charge once announced is made while it can be: no test was taken on the way."""
    march = state.march
    if march is None or not march.charge:
        return None
    mover = costs.mover(state, march.unit, march.by, march.pace)
    bar = charge_bar(Field(state, mover.side, mover.name), mover, piece(state, march.unit).at, march.charge)
    return bar if bar and next(further_moves(state), None) is not None else None


def opening_moves(field: Field, name: PieceId, by: Side, *, plain: bool = False) -> Iterator[MoveUnit]:
    """Every move that a piece can begin; `plain`: at the normal pace, neither forced nor a charge."""
    state = field.state
    if activation.move_bar(state, name, by, leaves_hex=False):
        return
    mover = costs.mover(state, name, by)
    at = piece(state, name).at
    start = at if at in state.stacks else ""
    may_leave = activation.move_bar(state, name, by, leaves_hex=True) is None
    purse = _purse(field, mover, start, most_forced=0 if plain else MOST_FORCED)
    if start and purse.recovered >= 0:
        yield MoveUnit(unit=name, recover=True)
    if not may_leave:
        return
    for place, cost in _places(field, mover, start):
        yield from _moves_from(field, mover, place, cost, purse, entering=not start)
        if mover.kind == "cavalry" and not plain:
            yield from _accelerated(field, mover, place, entering=not start)
            yield from _charges(field, mover, place, cost, entering=not start)
    if start and mover.kind == "infantry" and not plain:
        yield from _disengagements(field, mover, start)


def _places(field: Field, mover: Mover, start: HexId) -> list[tuple[HexId, int]]:
    """Where a move begins, and what that costs: its hex, or each hex at which it may enter."""
    if start:
        return [(start, 0)]
    due = entry.due_now(field.state, mover.name)
    if due is None:
        return []
    closed = reach.closed_hexes(field, mover)
    hexes = [at for at in entry.entry_hexes(field, due) if at not in closed]
    return [(at, entry.entry_cost(field, mover, due, at)) for at in hexes]


def _purse(field: Field, mover: Mover, start: HexId, most_forced: int = MOST_FORCED) -> Purse:
    left = modes.allowance(mover)
    if mover.kind == "hmc":
        may = modes.recovers_hidden(field, mover) and modes.recovery_bar(field, mover, start) is None
        return Purse(left, recovered=left - tables.RECOVERY_COST if may else -1)
    if mover.kind == "train":
        return Purse(left, most_forced and _forced(field, mover, was_disrupted=False))
    disrupted = field.state.units[mover.name].disrupted
    forced = most_forced and _forced(field, mover, was_disrupted=disrupted)
    if not disrupted or modes.recovery_bar(field, mover, start):
        return Purse(left, forced)
    late = most_forced and _forced(field, mover, was_disrupted=modes.bars_force(field, mover, recovers=True))
    return Purse(left, forced, left - tables.RECOVERY_COST, late)


def _forced(field: Field, mover: Mover, *, was_disrupted: bool) -> int:
    return 0 if modes.force_bar(field, mover, was_disrupted=was_disrupted) else MOST_FORCED


def _moves_from(
    field: Field, mover: Mover, place: HexId, spent: int, purse: Purse, *, entering: bool
) -> Iterator[MoveUnit]:
    """At the normal pace: plain, forced where that is needed, and after recovery."""
    found = _found(field, mover, place, spent, purse.most, entering=entering)
    if purse.most == purse.left and purse.recovered < 0:
        yield from [MoveUnit(unit=mover.name, path=path) for path, _ in found]
        return
    for path, cost in found:
        yield from _paid(mover.name, path, cost, purse)


def _found(field: Field, mover: Mover, place: HexId, spent: int, most: int, *, entering: bool) -> list[Way]:
    """The ways within the points, exits with them; `spent` was paid for the entry hex, which heads the path."""
    if spent > most:
        return []
    if entering:
        here = Way((place,), spent)
        ways = [here, *reach.ways(field, mover, place, most, head=here)]
        return [*ways, *reach.exits(field, mover, ways, most)]
    ways = ways_on_map(field, mover, place, most)
    off = reach.exits(field, mover, [Way((place,), 0)], most, skip=1)
    further = [] if modes.is_held(field, mover, place) else reach.exits(field, mover, ways, most)
    return [*ways, *off, *further]


def ways_on_map(field: Field, mover: Mover, start: HexId, budget: int) -> list[Way]:
    """8.1b, 8.6(2) Where a piece on the map can go within the points, without leaving it."""
    look = reach.steps if modes.is_held(field, mover, start) else reach.ways
    return look(field, mover, start, budget)


def _paid(name: PieceId, path: tuple[HexId, ...], cost: int, purse: Purse) -> Iterator[MoveUnit]:
    if cost <= purse.left:
        yield MoveUnit(unit=name, path=path)
    elif cost <= purse.left + purse.forced:
        yield MoveUnit(unit=name, path=path, forced=_in_mp(cost - purse.left))
    if cost <= purse.recovered:
        yield MoveUnit(unit=name, path=path, recover=True)
    elif purse.recovered >= 0 and cost <= purse.recovered + purse.recovered_forced:
        yield MoveUnit(unit=name, path=path, recover=True, forced=_in_mp(cost - purse.recovered))


def _in_mp(halves: int) -> int:
    return (halves + 1) // tables.MP


def _accelerated(field: Field, mover: Mover, place: HexId, *, entering: bool) -> Iterator[MoveUnit]:
    """15.1 Hexes out of reach of a plain move are not told from others: the pace is the mover's choice."""
    fast = mover._replace(pace="accelerated")
    if modes.pace_bar(field, fast, "" if entering else place):
        return
    spent = 0
    if entering:
        due = entry.due_now(field.state, mover.name)
        if due is None or place in reach.closed_hexes(field, fast):
            return
        spent = entry.entry_cost(field, fast, due, place)
    for path, _ in _found(field, fast, place, spent, modes.allowance(fast), entering=entering):
        yield MoveUnit(unit=mover.name, path=path, pace="accelerated")


def _disengagements(field: Field, mover: Mover, start: HexId) -> Iterator[MoveUnit]:
    """22.2 D42 Moves of more than one hex; under B also of one."""
    away = mover._replace(pace="disengage")
    if not is_on(field.state, "disengagement") or modes.pace_bar(field, away, start):
        return
    least = 1 if reading(field.state, "D42") == "B" else 2
    for path, _ in _found(field, away, start, 0, modes.allowance(away), entering=False):
        if len(path) >= least:
            yield MoveUnit(unit=mover.name, path=path, pace="disengage")


def _charges(field: Field, mover: Mover, place: HexId, spent: int, *, entering: bool) -> Iterator[MoveUnit]:
    """15.5a Each hex that can be charged, from each hex within 2 MP."""
    if modes.charger_bar(field, mover) or not field.infantry:
        return
    most = modes.allowance(mover, charges=True)
    if spent > most:
        return
    ways = _found(field, mover, place, spent, most, entering=entering)
    if not entering:
        ways.insert(0, Way((), 0))
    for path, _ in ways:
        yield from _charges_from(field, mover, path, path[-1] if path else place)


def _charges_from(field: Field, mover: Mover, path: tuple[HexId, ...], at: HexId) -> Iterator[MoveUnit]:
    if at in field.near_infantry:
        for target in field.state.ground.near(at):
            if target in field.infantry and charge_bar(field, mover, at, target) is None:
                yield MoveUnit(unit=mover.name, path=path, charge=target)


def further_moves(state: State) -> Iterator[MoveUnit]:
    """8.1a How the move in progress can go on."""
    march = state.on_march
    mover = costs.mover(state, march.unit, march.by, march.pace)
    field = Field(state, mover.side, mover.name)
    at = piece(state, march.unit).at
    purse = further_purse(field, mover)
    if purse.recovered >= 0:
        yield MoveUnit(unit=march.unit, recover=True)
    if march.one_hex and march.steps:
        return
    delay = march.delay if march.delay > 0 else 0
    only_to = {march.delay_to: delay} if delay and reading(state, "D33") == "C" else {}
    spent = 0 if only_to else delay
    look = reach.steps if march.one_hex else reach.ways
    ways = look(field, mover, at, purse.most - spent, only_to) if purse.most >= spent else []
    here = Way((at,), only_to.get(OFF_MAP, 0))
    off = [*reach.exits(field, mover, [here], purse.most - spent, skip=1)]
    if not march.one_hex:
        off += reach.exits(field, mover, ways, purse.most - spent)
    for path, cost in [*ways, *off]:
        if _may_end_charge(field, mover, march.charge, path):
            yield from _paid(march.unit, path, cost + spent, purse)
    yield from _late_charges(field, mover)


def late_charge_bar(field: Field, mover: Mover) -> IllegalOrder | None:
    """15.5a, D66 Why no charge can be announced during this move any more."""
    march = field.state.on_march
    unit, at = mover.name, piece(field.state, mover.name).at
    if march.charge or march.forced or march.was_disrupted or (march.steps and field.is_near(at, INFANTRY)):
        return IllegalOrder("too late to charge", "15.5a", unit)
    if march.spent > tables.CHARGE_ALLOWANCE:
        return IllegalOrder("too far to charge", "15.5a", unit)
    return modes.charger_bar(field, mover)


def _late_charges(field: Field, mover: Mover) -> Iterator[MoveUnit]:
    """15.5a, D66 Charges that can still be announced, with what is left of 2 MP."""
    march = field.state.on_march
    if mover.kind != "cavalry" or late_charge_bar(field, mover):
        return
    at = piece(field.state, mover.name).at
    ways = [Way((), 0), *reach.ways(field, mover, at, tables.CHARGE_ALLOWANCE - march.spent)]
    for path, _ in ways:
        yield from _charges_from(field, mover, path, path[-1] if path else at)


def _may_end_charge(field: Field, mover: Mover, charge: HexId, path: tuple[HexId, ...]) -> bool:
    """15.5a A charge ends next to the hex it was announced against."""
    return not charge or charge_bar(field, mover, path[-1], charge) is None


def further_purse(field: Field, mover: Mover) -> Purse:
    """22.4, D25 What is left of a move in progress, and what could be added."""
    march = field.state.on_march
    unit = field.state.units.get(mover.name)
    was = unit is not None and (unit.disrupted if reading(field.state, "D25") == "B" else march.was_disrupted)
    forced = 0 if march.charge else max(0, _forced(field, mover, was_disrupted=was) - march.forced)
    if further_recovery_bar(field, mover) or march.left < tables.RECOVERY_COST or unit is None:
        return Purse(march.left, forced)
    late = max(0, _forced(field, mover, was_disrupted=modes.bars_force(field, mover, recovers=True)) - march.forced)
    return Purse(march.left, forced, march.left - tables.RECOVERY_COST, late)


def further_recovery_bar(field: Field, mover: Mover) -> IllegalOrder | None:
    """7.3d, D25 During a move only under B, and by where it stood when the move began."""
    march = field.state.on_march
    if reading(field.state, "D25") == "A" or mover.kind in ("hmc", "train"):
        return IllegalOrder("recovery comes first", "7.3d")
    if march.left < tables.RECOVERY_COST:
        return IllegalOrder("too few points to recover", "7.3d", mover.name)
    return modes.recovery_bar(field, mover, march.start)
