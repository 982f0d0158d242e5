"""11.2.1 Planned charges: declared at the start of the melee segment, ridden when their attack is picked."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.charges.facts import ChargeMade
from rules.wallaces_war.charges.ride import room_bar
from rules.wallaces_war.ground.ground import SIX
from rules.wallaces_war.ground.sight import has_sight
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.asks import DeclareCharge
from rules.wallaces_war.melee.crossing import ground_bar
from rules.wallaces_war.melee.declare import check_hex, check_moment, is_open, open_ledger
from rules.wallaces_war.melee.eligible import attacker_bar, bound_bar, shaken_fellow_bar, target_bar
from rules.wallaces_war.melee.facts import AttackDeclared
from rules.wallaces_war.melee.ledger import cancel
from rules.wallaces_war.melee.state import Attack
from rules.wallaces_war.movement.companions import leaders_bar, variants
from rules.wallaces_war.movement.facts import FacingChanged, ZonesEntered
from rules.wallaces_war.movement.limits import counted, limit_bar
from rules.wallaces_war.position import has_enemy, stack_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.zones import controllers, is_controlled


def decide_charge(play: Play[State], order: DeclareCharge) -> None:
    """11.2.1f, 11.2.3a Several may strike one hex; the zones it will enter count against the chit from now on (D12)."""
    state = play.state
    check_moment(state)
    check_hex(state, order.target)
    heed(charger_bar(state, order.unit, play.by))
    heed(aim_bar(state, order.unit, order.target))
    units = riders(state, order.unit)
    heed(way_bar(state, units, order.facing, order.path, order.target))
    heed(leaders_bar(state, units, order.leaders))
    entered = _entered(state, play.by, order.path)
    open_ledger(play)
    play.record(
        AttackDeclared(
            units=units, start=state.units[order.unit].at, at=order.path[-1], target=order.target, kind="charge",
            facing=order.facing, path=order.path, leaders=order.leaders,
        )
    )  # fmt: skip
    if entered:
        play.record(ZonesEntered(stacks=entered))


def _entered(state: State, side: Side, path: tuple[HexId, ...]) -> tuple[HexId, ...]:
    """4.5a, D12 The enemy stacks whose zone it will enter, as far as they count against the chit."""
    if reading(state, "D12") == "B":
        return ()
    return tuple(stack for at in path for stack in counted(state, controllers(state, at, side)))


def charger_bar(state: State, unit: UnitId, by: Side) -> IllegalOrder | None:
    """11.2.1, 11.2.1h, 11.2b, 13.3d, D21, D56 Why a unit may plan no charge at all; None if it may."""
    bar = attacker_bar(state, unit, by)
    if bar:
        return bar
    one = state.units[unit]
    if one.kind != "HC":
        return IllegalOrder("only heavy cavalry charges", "11.2b", unit)
    if unit in state.turn.struck:
        return IllegalOrder("hit by a reaction charge", "11.2.1d", unit)
    if not one.charge:
        return IllegalOrder("no Charge marker", "11.2.1a", unit)
    if not one.in_command:
        return IllegalOrder("charge out of command", "13.3d", unit)
    if reading(state, "D56") == "B" and any(state.units[other].kind == "MXB" for other in stack_of(state, unit)):
        return IllegalOrder("stacked with crossbows", "11.2.1e", unit)
    if reading(state, "D21") == "A" and is_controlled(state, one.at, one.side):
        return IllegalOrder("charge out of a zone", "6.3a", unit)
    return shaken_fellow_bar(state, unit)


def riders(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """8.2f, D56 Heavy cavalry stacked with it that bears a marker too rides with it; nobody else does."""
    return tuple(
        other
        for other in stack_of(state, unit)
        if other == unit or (state.units[other].charge and not state.units[other].shaken)
    )


def aim_bar(state: State, unit: UnitId, target: HexId) -> IllegalOrder | None:
    """11.2.1b, 20.3.2a Why a hex is no target of a planned charge, however it rides."""
    one = state.units[unit]
    if not has_enemy(state, target, one.side):
        return IllegalOrder("no enemy there", "10.2b", target)
    distance = state.ground.distance(one.at, target)
    if distance != tables.REACH:
        return IllegalOrder("not three hexes away", "11.2.1b", unit, target, distance)
    if not has_sight(state, one.at, target):
        return IllegalOrder("charge without sight", "11.2.1b", unit, target)
    return bound_bar(state, unit, target)


def way_bar(
    state: State, units: tuple[UnitId, ...], facing: int, path: tuple[HexId, ...], target: HexId
) -> IllegalOrder | None:
    """11.2.1e, D48 Why it may not ride this way: two hexes, each in front of it, on ground and past friends."""
    at = state.units[units[0]].at
    if len(path) != tables.CHARGE or not _is_ahead(state, at, facing, path):
        return IllegalOrder("not straight ahead", "11.2.1e", units[0])
    first, last = path[0], path[1]
    if reading(state, "D48") == "B" and state.ground.direction(at, first) != state.ground.direction(first, last):
        return IllegalOrder("charge not in a line", "11.2.1e", units[0])
    if target not in state.ground.front(last, facing):
        return IllegalOrder("target not ahead", "11.2.1e", units[0], target)
    for a, b in ((at, first), (first, last)):
        bar = ground_bar(state, units, a, b)
        if bar:
            return bar
    return (
        room_bar(state, units, first)
        or room_bar(state, units, last, facing=facing, coming=_bound_for(state, last))
        or zone_bar(state, units[0], path)
        or target_bar(state, units[0], last, target, state.ground.front(last, facing))
        or limit_bar(state, state.units[units[0]].side, first, "charge")
        or limit_bar(state, state.units[units[0]].side, last, "charge")
    )


def _is_ahead(state: State, at: HexId, facing: int, path: tuple[HexId, ...]) -> bool:
    return all(b in state.ground.front(a, facing) for a, b in zip((at, *path), path, strict=False))


def _bound_for(state: State, at: HexId) -> tuple[tuple[UnitId, int], ...]:
    """Who has declared a charge that ends in a hex, and how they will face."""
    attacks = state.melee.attacks if state.melee else ()
    return tuple((unit, attack.facing) for attack in attacks if attack.path[-1:] == (at,) for unit in attack.units)


def zone_bar(state: State, unit: UnitId, path: tuple[HexId, ...]) -> IllegalOrder | None:
    """6.3a, 6.3c, D21 A charge leaves no enemy zone; under B it may, but never for another."""
    one = state.units[unit]
    first, last = path[0], path[-1]
    held = [at for at in (one.at, first, last) if is_controlled(state, at, one.side)]
    if first in held and reading(state, "D21") == "A":
        return IllegalOrder("charge through a zone", "6.3a", unit, first)
    if first in held and len(held) > 1:
        return IllegalOrder("from zone to zone", "6.3c", unit, *(held[:2]))
    return None


def choices(state: State) -> Iterator[Choice]:
    """11.2.1f Every planned charge that may be declared now."""
    if is_open(state):
        by = state.turn.initiative
        for name, unit in state.units.items():
            if unit.charge and unit.at in state.stacks and not charger_bar(state, name, by):
                yield from (Choice(by, order) for order in plans(state, name))


def plans(state: State, unit: UnitId) -> Iterator[DeclareCharge]:
    """Every charge of one unit; a stack is named by the first of it that rides."""
    units = riders(state, unit)
    if units[0] != unit:
        return
    ground, at = state.ground, state.units[unit].at
    for facing in range(SIX):
        for first in ground.front(at, facing):
            for last in ground.front(first, facing):
                for target in ground.front(last, facing):
                    if target in state.stacks and not aim_bar(state, unit, target):
                        path = (first, last)
                        if not way_bar(state, units, facing, path, target):
                            for leaders in variants(state, units):
                                yield DeclareCharge(unit=unit, facing=facing, path=path, target=target, leaders=leaders)


def set_off(play: Play[State], index: int, attack: Attack) -> None:
    """11.2.1e It turns and rides, if its way is still open."""
    state, units = play.state, attack.units
    bar = _blocked(state, attack)
    if bar:
        cancel(play, index, Reason("charge barred", bar.rule, (units[0], *attack.path)))
        return
    if state.units[units[0]].facing != attack.facing:
        play.record(FacingChanged(units=units, facing=attack.facing, why=Reason("turns to charge", "5.2f")))
    leaders = tuple(name for name in attack.leaders if state.leaders[name].at == attack.start)
    play.record(
        ChargeMade(
            units=units, start=attack.start, at=attack.at, target=attack.target, kind="charge",
            path=attack.path, leaders=leaders, attack=index,
        )
    )  # fmt: skip


def _blocked(state: State, attack: Attack) -> IllegalOrder | None:
    """10.3b, 8.4a What has come into its way since it was declared."""
    first, last = attack.path[0], attack.path[-1]
    return room_bar(state, attack.units, first) or room_bar(state, attack.units, last, facing=attack.facing)
