"""BP.cmd.1, BP.cmd.6, BP.cmd.13, BP.cmd.14 Whether a move serves the order that was stated, and keeps the group."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, heed, is_legal
from domain.tabletop import lengths
from domain.tabletop.angles import TURN, Point, direction
from domain.tabletop.groups import chained, groups, is_close
from domain.tabletop.polygons import squared
from rules.black_powder.charges import charging
from rules.black_powder.charges.declaring import in_reach
from rules.black_powder.ids import UnitId
from rules.black_powder.movement.actor import Actor, allowance, friend_under
from rules.black_powder.movement.limits import must_reform
from rules.black_powder.rulings import reading
from rules.black_powder.state import State, Underway
from rules.black_powder.tables import GROUP_GAP, Formation
from rules.black_powder.units.footprint import Body, body_of, centre
from rules.black_powder.units.ground import is_on_road
from rules.black_powder.units.profile import default_formation, has, is_mixed

NEAREST = "nearest"
FREE = ("initiative", "follow me")  # nothing need be stated before (BP.init.3, BP.foll.3)


def under_way(state: State) -> Underway:
    assert state.order is not None, "moves are only asked for while an order is under way"
    return state.order


def upon(state: State) -> UnitId:
    """BP.mov.5 Who stands on a friend and has to move on; nobody, if it was driven off or destroyed meanwhile."""
    name = under_way(state).upon
    unit = state.units.get(name)
    if unit is None or not unit.is_on_table or not under_way(state).left[name]:
        return ""
    actor = Actor(state, name, unit, body_of(state, unit))
    return name if friend_under(actor, actor.body) else ""


def mover_bar(state: State, name: UnitId, moves: int = 1) -> IllegalOrder | None:
    """BP.cmd.4, BP.mov.5 Whether the unit has moves left, and nobody must get clear of a friend first."""
    order = under_way(state)
    if name not in order.left:
        return IllegalOrder("not in this order", "BP.cmd.1", name)
    if not state.units[name].is_on_table:
        return IllegalOrder("nobody there", "BP.cmd.1", name)
    if upon(state) not in ("", name):
        return IllegalOrder("first gets clear", "BP.mov.5", upon(state))
    return IllegalOrder("no moves left", "BP.cmd.4", name) if order.left[name] < moves else None


def goals(state: State, order: Underway) -> Iterator[Point]:
    """BP.cmd.1 The places an order leads to: its points, the enemy to be charged, the block to be entered."""
    yield from lengths.points(order.stated.to)
    foe = state.units.get(order.stated.charge)
    if foe and foe.is_on_table:
        yield centre(body_of(state, foe))
    block = state.terrain.get(order.stated.block)
    if block:
        xs, ys = [x for x, _ in block.points], [y for _, y in block.points]
        yield Point(sum(xs) // len(xs), sum(ys) // len(ys))


def check_way(state: State, name: UnitId, start: Body, end: Body) -> None:
    """BP.cmd.5, BP.cmd.6 A move brings the unit nearer to one of the places stated, or on in the direction stated."""
    order = under_way(state)
    here, there = start.pose.point, end.pose.point
    if order.kind in FREE or here == there:
        return
    stated = order.stated
    if stated.road and not is_on_road(state, there):
        raise IllegalOrder("off the road", "BP.cmd.1", name)
    if stated.bearing and direction(lengths.angle(stated.bearing) % TURN).dot(there.minus(here)) > 0:
        return
    if any(squared(there, goal) < squared(here, goal) for goal in goals(state, order)):
        return
    if stated.charge == NEAREST and not stated.to and not stated.bearing and _nears_an_enemy(state, name, here, there):
        return
    raise IllegalOrder("not as stated", "BP.cmd.6", name)


def _nears_an_enemy(state: State, name: UnitId, here: Point, there: Point) -> bool:
    side = state.units[name].side
    foes = [centre(body_of(state, one)) for one in state.units.values() if one.is_on_table and one.side != side]
    return any(squared(there, foe) < squared(here, foe) for foe in foes)


def formation_bar(state: State, name: UnitId, formation: Formation) -> IllegalOrder | None:
    """BP.cmd.1 A formation that was not stated; irregulars that must form anew do so whatever was said (BP.irr.1)."""
    order, unit = under_way(state), state.units[name]
    if order.kind in FREE or formation in order.stated.formation:
        return None
    if unit.bent and formation == unit.formation:
        return None
    if must_reform(state, unit) and formation == default_formation(unit):
        return None
    return IllegalOrder("formation not stated", "BP.cmd.1", name, formation)


def charge_bar(state: State, name: UnitId, target: UnitId) -> IllegalOrder | None:
    """BP.chg.2, BP.cmd.13 A charge that was not stated; `nearest` is the nearest that can be charged."""
    order = under_way(state)
    stated = order.stated.charge
    if order.kind in FREE or stated == target or is_determined(state, name):
        return None
    if not stated:
        return IllegalOrder("charge not stated", "BP.chg.2", name, target)
    if stated != NEAREST:
        return IllegalOrder("another enemy was named", "BP.cmd.13", name, stated)
    nearest = next(iter(chargeable(state, name)), "")
    return None if nearest in ("", target) else IllegalOrder("not the nearest", "BP.cmd.13", name, nearest)


def screen_bar(state: State, name: UnitId, target: UnitId, *, screen: bool) -> IllegalOrder | None:
    """BP.mix.6 To spare the main body must be said in the order; else one goes as far as one can."""
    order = under_way(state)
    if order.kind in FREE or screen == (order.stated.screen and is_mixed(state.units[target])):
        return None
    return IllegalOrder("not said of the skirmishers", "BP.mix.6", name)


def chargeable(state: State, name: UnitId) -> Iterator[UnitId]:
    """Whom a unit may charge from where it stands, the nearest first; all checked."""
    return (foe for foe in in_reach(state, name) if is_legal(charging.check, state, name, foe))


def is_determined(state: State, name: UnitId) -> bool:
    """BP.sr.DetC (D13) Bound to charge whenever it moves; in reading C only if it is ordered to."""
    return has(state.units[name], "BP.sr.DetC") and reading(state, "D13") != "C"


def check_determined(state: State, name: UnitId) -> None:
    """BP.sr.DetC A unit that could charge with this move does."""
    if is_determined(state, name):
        foe = next(iter(chargeable(state, name)), "")
        if foe:
            raise IllegalOrder("must charge", "BP.sr.DetC", name, foe)


def check_chain(state: State, name: UnitId, end: Body | None, used: int = 1) -> None:
    """BP.cmd.14 (D4) A move that opens the group is refused once nobody could close it again."""
    order = under_way(state)
    if order.kind != "brigade" or end is None:
        return
    bodies = {one: body_of(state, state.units[one]) for one in order.all if state.units[one].is_on_table}
    bodies[name] = end
    spare = {one: _spare(state, order, one, used if one == name else 0) for one in bodies}
    if len(chained(bodies, spare, GROUP_GAP)) > 1:
        raise IllegalOrder("breaks the group", "BP.cmd.14", name)


def _spare(state: State, order: Underway, name: UnitId, used: int) -> int:
    left = order.left.get(name, 0) - used
    return max(left, 0) * allowance(state, state.units[name])


def is_whole(state: State) -> bool:
    """BP.cmd.14 Whether the group hangs together as it stands."""
    order = under_way(state)
    bodies = {one: body_of(state, state.units[one]) for one in order.all if state.units[one].is_on_table}
    if reading(state, "D4") == "B":
        return is_close(bodies, GROUP_GAP)
    return len(groups(bodies, GROUP_GAP)) <= 1


def check_charges_made(state: State) -> None:
    """BP.cmd.6 Who was ordered to charge and can, does; the order is obeyed as long as it can be."""
    order = under_way(state)
    if not order.stated.charge:
        return
    for name, left in order.left.items():
        if left and state.units[name].is_on_table:
            foe = next((one for one in chargeable(state, name) if order.stated.charge in (NEAREST, one)), "")
            if foe:
                raise IllegalOrder("must charge", "BP.cmd.6", name, foe)


def heed_mover(state: State, name: UnitId, moves: int = 1) -> None:
    heed(mover_bar(state, name, moves))


def heed_clear(state: State, name: UnitId, moves: int = 1) -> None:
    """BP.mov.5 Who stands on a friend moves on before it does anything else."""
    heed_mover(state, name, moves)
    if upon(state):
        raise IllegalOrder("first gets clear", "BP.mov.5", name)
