"""5.4.3, 5.6.1 What a unit still owes before the actions of its Wing may end, and whether it may act at all."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from rules.musket_and_pike.duties import charge
from rules.musket_and_pike.duties.limits import Terms, is_exempt
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.leaders.command import in_command, shortfall
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.reach import Limits, ways
from rules.musket_and_pike.movement.strides import Here, mover_of, origin
from rules.musket_and_pike.position import allowance, arcs_at, body, head, is_guns, is_operational, units_of
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import BOMBARDMENT, State
from rules.musket_and_pike.work import How

ON_THE_SPOT = Limits(entered=0)
SHOTS: tuple[How, ...] = ("AF", "SK", "RF", "SAL", "pistol", "guns")


def own_bar(state: State, by: Side, name: UnitId) -> IllegalOrder | None:
    """3.2.C, 4.2.2 A unit of the active Wing, on the map, that has not acted; in any order."""
    unit = state.units.get(name)
    if unit is None and name in state.wagons:
        return IllegalOrder("wagons stay", "7.2.1", name)
    if unit is None or unit.side != by:
        return IllegalOrder("not your unit", "3.2.C", name)
    if not unit.hexes or not is_operational(unit):
        return IllegalOrder("not on the map", "10.8.9" if unit.hexes else "3.2.C", name)
    if unit.wing != state.activation.wing and state.core.phase != BOMBARDMENT:
        return IllegalOrder("not of the active Wing", "3.2.C", name)
    if name in state.activation.acted:
        return IllegalOrder("has acted", "3.2.C", name)
    return None


def action_bar(state: State, by: Side, name: UnitId, how: How) -> IllegalOrder | None:
    """3.2.C, 5.4.3, 5.6.1, 5.6.5, 12.4.3 Why a unit may not do an action of this kind."""
    bar = own_bar(state, by, name)
    if bar:
        return bar
    unit = state.units[name]
    if unit.morale == "MB" and how != "rally":
        cite = "13.2.3" if how == "reform" else "10.8.8" if is_guns(unit) else "12.4.3"
        return IllegalOrder("broken: may only rally", cite, name)
    guns = is_guns(unit) and not unit.limbered
    if how in SHOTS and not guns and not in_command(state, name):
        return IllegalOrder("out of command: no fire", "5.4.3", name)
    if how in SHOTS and how != "AF" and not guns and owes_charge(state, name):
        return IllegalOrder("must charge", "5.6.1", name)
    return None


def standing_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """6.3.1, 6.3.2.a, 7.2.1, 7.3.3, 8.2.2 How it stands."""
    unit = state.units[name]
    if unit.formation == "FB":
        return IllegalOrder("broken formation moves not", "6.3.1", name)
    if unit.formation == "HH":
        return IllegalOrder("Hedgehog moves not", "6.3.2.a", name)
    if is_guns(unit) and not unit.limbered:
        return IllegalOrder("guns are unlimbered", "7.2.1", name)
    if unit.limbered and unit.fired and reading(state, "D29") == "b":
        return IllegalOrder("limbered this turn", "7.3.3", name)
    if any(one in state.activation.joined for one in body(state, name)):
        return IllegalOrder("joined just now", "8.2.2", name)
    return None


def owes_charge(state: State, name: UnitId) -> bool:
    """5.6.1, D19 Whether its Charge makes it move: it sees an enemy to make for, nothing holds it, and it can."""
    unit = state.units[name]
    if state.wings[unit.wing].order != "charge" or reading(state, "D19") == "b":
        return False
    return _owes(state, name, Field(state, unit.side), charging=True)


def idle_bar(state: State, name: UnitId) -> IllegalOrder | None:
    """5.4.3, 5.6.1 Who owes a move does not spend its action where it stands."""
    if owes_charge(state, name):
        return IllegalOrder("must charge", "5.6.1", name)
    if not in_command(state, name) and _owes(state, name, Field(state, state.units[name].side)):
        return IllegalOrder("back into command", "5.4.3", name)
    return None


def step_bar(state: State, name: UnitId, hexes: tuple[HexId, ...]) -> IllegalOrder | None:
    """5.6.1, D19 The step of Advancing Fire meets a Charge only if it ends closer to whom it must make for.

    Who is held takes none.
    """
    is_held = state.wings[state.units[name].wing].order == "charge" and charge.is_held(state, name)
    if is_held and hexes != state.units[name].hexes:
        return IllegalOrder("held by the enemy", "5.6.1", name)
    if owes_charge(state, name) and not charge.is_closer(state, name, hexes, charge.targets(state, name)):
        return IllegalOrder("must charge", "5.6.1", name)
    return None


def _owes(state: State, name: UnitId, field: Field, *, charging: bool = False) -> bool:
    ma = allowance(state, name)
    if not ma or name in state.activation.acted or standing_bar(state, name):
        return False
    mover = mover_of(state, name, ma)
    terms = Terms(field, mover, origin(state, mover))
    if terms.commanded:
        return _must_close(terms)
    return not charging and bool(terms.links) and not is_exempt(state, name) and _must_return(terms)


def _must_close(terms: Terms) -> bool:
    """5.6.1"""
    state, name = terms.state, terms.mover.unit
    if terms.held or not terms.foes or charge.may_linger(state, name):
        return False
    where = (terms.field, terms.mover, terms.start, terms.limits, terms.foes)
    return charge.can_close(*where) or charge.can_face(*where)


def _must_return(terms: Terms) -> bool:
    """5.4.3 It can come nearer to command, or at least turn so that it can later."""
    far = shortfall(terms.state, terms.unit, terms.start.hexes, terms.links)
    return terms.comes_nearer(far) or _must_turn(terms, far)


def _must_turn(terms: Terms, far: int) -> bool:
    """5.4.3 It looks away from command, and on the spot it could look there."""
    if terms.mover.free or _looks_back(terms, terms.start, far):
        return False
    own = set(terms.start.hexes)
    turned = (way.here for way in ways(terms.field, terms.mover, terms.start, ON_THE_SPOT))
    return any(set(here.hexes) == own and _looks_back(terms, here, far) for here in turned)


def _looks_back(terms: Terms, here: Here, far: int) -> bool:
    front = arcs_at(terms.state, terms.unit, here.hexes, here.facing).front
    return bool(front) and shortfall(terms.state, terms.unit, front, terms.links) < far


def open_duties(state: State) -> Iterator[tuple[UnitId, str]]:
    """The units of the active Wing that must still move, each with the rule."""
    wing = state.wings[state.activation.wing]
    field = Field(state, wing.side)
    for name in units_of(state, state.activation.wing):
        if name in state.activation.acted or head(state, name) != name:
            continue
        if wing.order == "charge" and _owes(state, name, field, charging=True):
            yield name, "5.6.1"
        elif _owes(state, name, field):
            yield name, "5.4.3"
