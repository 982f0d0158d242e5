"""BP.house.1 Armies by house points: changed at will until both sides agree, within the limit."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import PhaseBegan, Side
from domain.kernel.play import Play
from domain.kernel.say import spelt
from rules.black_powder.ids import UnitId
from rules.black_powder.opening import facts as f
from rules.black_powder.opening.asks import AddBrigade, AddUnit, Agree, DropBrigade, DropUnit
from rules.black_powder.position import units_of
from rules.black_powder.rulings import number
from rules.black_powder.sheets.build import counting_of
from rules.black_powder.state import DEPLOYMENT, Brigade, Free, State, Unit
from rules.black_powder.tables import FORMATIONS
from rules.black_powder.units.footprint import extent, has_extent

LEAST_SAMPLED, MOST_SAMPLED = 4, 8  # units of an army between which a sample adds and drops


def free(state: State) -> Free:
    assert state.battle.free is not None, "only a scenario without armies of its own is mustered for"
    return state.battle.free


def limit_of(state: State) -> int:
    """BP.house.1 As the scenario has it, unless the players agreed on another number."""
    return number(state, "points") or free(state).points


def army(state: State, side: Side) -> dict[UnitId, Unit]:
    return {name: unit for name, unit in state.units.items() if unit.side == side}


def points_of(state: State, side: Side) -> int:
    """BP.house.1 What an army comes to: its units, and its commanders by their rating."""
    costs, ratings = free(state).costs, free(state).ratings
    units = sum(costs[unit.profile.id] for unit in army(state, side).values())
    return units + sum(ratings.get(str(one.rating), 0) for one in state.commanders.values() if one.side == side)


def _check_points(state: State, side: Side, more: int) -> int:
    total, most = points_of(state, side) + more, limit_of(state)
    if total > most:
        raise IllegalOrder("too many points", "BP.house.1", side, total, most)
    return total


def _new_id(state: State, name: str, cite: str) -> str:
    """An id of its own, spelt after the name."""
    found = spelt(name)
    if not found or found in state.core.sides:
        raise IllegalOrder("no name", cite, name)
    if found in (*state.units, *state.commanders, *state.brigades):
        raise IllegalOrder("name taken", cite, name)
    return found


def _own_brigade(state: State, side: Side, name: str, cite: str) -> Brigade:
    brigade = state.brigades.get(name)
    if brigade is None or brigade.side != side:
        own = (key for key, one in state.brigades.items() if one.side == side)
        raise IllegalOrder("no brigade of yours", cite, name, *own)
    return brigade


def plan_brigade(state: State, side: Side, order: AddBrigade) -> tuple[str, str, int]:
    """BP.army.1, BP.army.10 Ids of the brigade and of its commander, and what he costs."""
    brigade = _new_id(state, order.name, "BP.army.1")
    commander = _new_id(state, order.commander, "BP.army.1")
    if brigade == commander:
        raise IllegalOrder("name taken", "BP.army.1", order.commander)
    cost = free(state).ratings.get(str(order.rating), 0)
    _check_points(state, side, cost)
    return brigade, commander, cost


def decide_brigade(play: Play[State], order: AddBrigade) -> None:
    brigade, commander, cost = plan_brigade(play.state, play.by, order)
    play.record(
        f.BrigadeAdded(
            side=play.by, brigade=brigade, name=order.name, commander=commander, commander_name=order.commander,
            rating=order.rating, points=cost,
        )
    )  # fmt: skip


def decide_drop_brigade(play: Play[State], order: DropBrigade) -> None:
    _own_brigade(play.state, play.by, order.brigade, "BP.house.1")
    play.record(f.BrigadeDropped(brigade=order.brigade))


def plan_unit(state: State, side: Side, order: AddUnit) -> tuple[UnitId, int, int]:
    """BP.army.2, BP.house.1 Its id, what it costs, and what the army then comes to."""
    known, allowed = free(state), free(state).armies.get(side, ())
    if order.profile not in known.profiles or (allowed and order.profile not in allowed):
        raise IllegalOrder("no profile of yours", "BP.house.1", order.profile)
    _own_brigade(state, side, order.brigade, "BP.army.2")
    unit = _new_id(state, order.name, "BP.army.2")
    cost = known.costs[order.profile]
    total = _check_points(state, side, cost)
    _check_room(state, side, order.profile)
    return unit, cost, total


def _check_room(state: State, side: Side, profile: str) -> None:
    """BP.house.2 An army in line fills no more than half of the zone it deploys in."""
    known = free(state)
    zone = state.battle.width * known.zone
    more = Unit(name="", side=side, brigade="", profile=known.profiles[profile], formation="line")
    units = [*army(state, side).values(), more]
    filled = sum(_ground(state, unit) for unit in units)
    if 2 * filled > zone:
        raise IllegalOrder("no room in the zone", "BP.house.2", side)


def _ground(state: State, unit: Unit) -> int:
    formation = next(one for one in FORMATIONS[unit.profile.kind] if has_extent(state, unit, one))
    width, depth = extent(state, unit, formation)
    return width * depth


def decide_unit(play: Play[State], order: AddUnit) -> None:
    unit, cost, total = plan_unit(play.state, play.by, order)
    play.record(
        f.UnitAdded(
            side=play.by, unit=unit, name=order.name, profile=order.profile, brigade=order.brigade, points=cost,
            total=total,
        )
    )  # fmt: skip


def decide_drop_unit(play: Play[State], order: DropUnit) -> None:
    if order.unit not in army(play.state, play.by):
        raise IllegalOrder("no unit of yours", "BP.house.1", order.unit)
    play.record(f.UnitDropped(unit=order.unit))


def agree_fault(state: State, side: Side) -> IllegalOrder | None:
    """BP.house.1, BP.army.1 Both sides have an army, every brigade has units, and no army is over the limit."""
    if side in state.set_up.agreed:
        return IllegalOrder("agreed already", "BP.house.1", side)
    empty = next((one for one in state.core.sides if not army(state, one)), "")
    if empty:
        return IllegalOrder("no army", "BP.house.1", empty)
    bare = next((name for name in state.brigades if not units_of(state, name)), "")
    if bare:
        return IllegalOrder("brigade without units", "BP.army.1", bare)
    total, most = points_of(state, side), limit_of(state)
    return IllegalOrder("too many points", "BP.house.1", side, total, most) if total > most else None


def decide_agree(play: Play[State], _order: Agree) -> None:
    state = play.state
    if fault := agree_fault(state, play.by):
        raise fault
    play.record(f.ArmiesAgreed(side=play.by, points=points_of(state, play.by), limit=limit_of(state)))
    if len(state.set_up.agreed) == len(state.core.sides):
        first = state.core.sides[0]
        counting = {name: tuple(counting_of(state, name)) for name in state.brigades}
        play.record(PhaseBegan(turn=0, phase=DEPLOYMENT, side=first))
        play.record(f.DeploymentBegan(side=first, counting=counting))


def choices(state: State) -> Iterator[Choice]:
    """Agreement first; then a unit more or less, as far as a sample goes."""
    for side in state.core.sides:
        if agree_fault(state, side) is None:
            yield Choice(side, Agree())
        own = army(state, side)
        if len(own) > LEAST_SAMPLED or points_of(state, side) > limit_of(state):
            yield from (Choice(side, DropUnit(unit=name)) for name in list(own)[-1:])
        if len(own) < MOST_SAMPLED:
            yield from (Choice(side, order) for order in _additions(state, side))


def _additions(state: State, side: Side) -> Iterator[AddUnit]:
    known = free(state)
    brigade = next((name for name, one in state.brigades.items() if one.side == side), "")
    count = next(at for at in range(1, len(state.units) + 2) if spelt(f"{side} unit {at}") not in state.units)
    cheap = sorted(known.armies.get(side) or known.profiles, key=lambda profile: (known.costs[profile], profile))
    for profile in cheap[:2]:
        order = AddUnit(name=f"{side} unit {count}", profile=profile, brigade=brigade)
        if is_legal(plan_unit, state, side, order):
            yield order
