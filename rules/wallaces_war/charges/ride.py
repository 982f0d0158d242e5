"""11.2.1e, 11.2.2d, 11.2.7d, 8.4 The way of a charge: where horse may ride, and what happens hex by hex."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses.displacement import oust
from rules.wallaces_war.losses.morale import settle
from rules.wallaces_war.melee.facts import AttackStepped
from rules.wallaces_war.melee.state import Attack
from rules.wallaces_war.movement.facts import FacingChanged, How, UnitsMoved
from rules.wallaces_war.position import has_enemy
from rules.wallaces_war.retreats.ways import collateral
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.zones import is_controlled, printed_aspect

HOW: dict[str, How] = {"charge": "charge", "reaction": "reaction", "extension": "extension", "impulse": "impulse"}


def hex_of(step: str) -> HexId:
    return step.partition(":")[0]


def facing_of(step: str) -> int | None:
    facing = step.partition(":")[2]
    return int(facing) if facing else None


def room_bar(
    state: State,
    units: tuple[UnitId, ...],
    at: HexId,
    *,
    facing: int | None = None,
    coming: tuple[tuple[UnitId, int], ...] = (),
) -> IllegalOrder | None:
    """8.4a, 8.2i, 8.2b, D25 Why units in a hex keep these from riding in; with a facing, from ending there.

    `coming` are others bound for the hex, and how they will face.
    """
    one = state.units[units[0]]
    if has_enemy(state, at, one.side):
        return IllegalOrder("enemy in the way", "7.3b", units[0], at)
    there = [(name, state.units[name].facing) for name in state.stacks.get(at, ()) if name not in units]
    there += coming
    if not there:
        return None
    if len(there) + len(units) > tables.STACK:
        return IllegalOrder("no room for a charge", "8.2i", at)
    other = state.units[there[0][0]]
    fits = other.battle == one.battle and other.kind in tables.PAIRS[one.kind]
    if not fits and (facing is not None or reading(state, "D25") == "A"):
        return IllegalOrder("no stacking with a charge", "8.4a", at)
    if facing is not None and there[0][1] != facing:
        return IllegalOrder("friend faces elsewhere", "8.2b", at)
    return None


def ride(play: Play[State], index: int) -> None:
    """11.2.1e, 8.4b One hex of a charge or rush; friends ridden through test at once."""
    state = play.state
    attack = _attack(state, index)
    units = tuple(unit for unit in attack.units if state.units[unit].at in state.stacks)
    if not units or attack.ridden == len(attack.path):
        play.record(AttackStepped(attack=index, progress="moved"))
        return
    step, came = attack.path[attack.ridden], state.units[units[0]].at
    to, last = hex_of(step), attack.ridden + 1 == len(attack.path)
    friends = tuple(state.stacks.get(to, ()))
    under = last and bool(friends) and goes_under(state, to, came)
    leaders = tuple(name for name in attack.leaders if state.leaders[name].at == came)
    play.record(UnitsMoved(units=units, to=to, how=HOW[attack.kind], under=under, leaders=leaders))
    play.record(AttackStepped(attack=index, progress="riding", ridden=attack.ridden + 1))
    oust(play, units)
    facing = facing_of(step)
    if facing is not None and state.units[units[0]].facing != facing:
        play.record(FacingChanged(units=units, facing=facing, why=Reason("turns in its rush", "12.5c")))
    if friends and not last and attack.kind != "impulse":
        settle(play, collateral(state, units, friends, "charge"))


def _attack(state: State, index: int) -> Attack:
    assert state.melee is not None
    return state.melee.attacks[index]


def goes_under(state: State, at: HexId, came: HexId) -> bool:
    """8.2l Who joins a unit through its flank or rear, or in an enemy zone, goes to the bottom."""
    side = state.units[state.stacks[at][0]].side
    return is_controlled(state, at, side) or printed_aspect(state, at, came) != "front"
