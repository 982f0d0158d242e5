"""BP.mov.10, BP.lim.4, BP.sq.3, BP.irr Who may not simply move: bent lines, guns, squares, irregulars off a road."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.tabletop.bodies import is_near
from rules.black_powder.movement.actor import Actor
from rules.black_powder.position import enemies
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import INCH, TWELVE
from rules.black_powder.units.footprint import Body, body_of
from rules.black_powder.units.ground import is_on_road
from rules.black_powder.units.measuring import body_gap, headway, is_within
from rules.black_powder.units.profile import default_formation, gun_class, is_gun, is_horse, is_regular, is_tiny

WOODS_EDGE = INCH  # house: so near a wood a warband is still at it


def check_fit(actor: Actor) -> None:
    """What keeps this unit from moving as it stands."""
    unit = actor.unit
    if unit.formation == "building":
        raise IllegalOrder("leaves the building first", "BP.ter.8", actor.id)
    if unit.in_brigade_square and unit.turn.moved:
        raise IllegalOrder("square has moved", "BP.bsq.6", actor.id)
    if unit.bent:
        raise IllegalOrder("straightens first", "BP.mov.10", actor.id)
    if is_gun(unit):
        _check_gun(actor)
    elif unit.formation == "square":
        _check_square(actor)
    elif must_reform(actor.state, unit):
        raise IllegalOrder("reforms first", "BP.irr.1" if unit.formation == "march_column" else "BP.irr.2", actor.id)


def _check_gun(actor: Actor) -> None:
    """BP.lim.3, BP.lim.4 Not while it is being limbered; by hand once a phase, and never a siege gun."""
    unit = actor.unit
    if unit.limbering:
        raise IllegalOrder("being limbered", "BP.lim.3", actor.id)
    if unit.formation == "unlimbered":
        if gun_class(actor.state, unit) == "siege":
            raise IllegalOrder("too heavy for hands", "BP.lim.4", actor.id)
        if unit.turn.handled:
            raise IllegalOrder("moved by hand already", "BP.lim.4", actor.id)


def _check_square(actor: Actor) -> None:
    """BP.sq.3, BP.sq.4 One move a turn, and none while enemy horse is within 12 inches."""
    state, unit = actor.state, actor.unit
    if unit.turn.moved:
        raise IllegalOrder("square has moved", "BP.sq.3", actor.id)
    reach = TWELVE
    for name, other in enemies(state, unit.side).items():
        if is_horse(other) and is_within(state, actor.body, body_of(state, other), reach):
            raise IllegalOrder("horse near the square", "BP.sq.4", actor.id, name)


def check_square_way(actor: Actor, end: Body) -> None:
    """BP.sq.3 Toward its own lines: nearer to its table edge, and to no enemy."""
    if actor.unit.formation != "square":
        return
    state, here, there = actor.state, actor.body.pose.point, end.pose.point
    ways, edges = headway(here, there), state.battle.edges.get(actor.unit.side, ())
    rearward = not edges or any(ways[edge] > 0 for edge in edges)
    foes = [body_of(state, other) for other in enemies(state, actor.unit.side).values()]
    nearer = foes and min(body_gap(end, foe) for foe in foes) < min(body_gap(actor.body, foe) for foe in foes)
    if not rearward or nearer:
        raise IllegalOrder("square only goes back", "BP.sq.3", actor.id)


def is_bound(unit: Unit) -> bool:
    """BP.form.9 Irregular and tiny units keep to one formation."""
    return not is_gun(unit) and (not is_regular(unit) or is_tiny(unit))


def must_reform(state: State, unit: Unit) -> bool:
    """BP.irr.1, BP.irr.2 Off the road a march column, out of the wood a warband in skirmish forms anew."""
    if not is_bound(unit) or unit.pose is None or unit.formation == default_formation(unit):
        return False
    if unit.formation == "march_column":
        return not is_on_road(state, unit.pose.point)
    return unit.formation == "skirmish" and not is_at_wood(state, unit, WOODS_EDGE)


def is_at_wood(state: State, unit: Unit, reach: int) -> bool:
    """BP.irr.2 In a wood, or so near one."""
    body = body_of(state, unit)
    woods = (piece for piece in state.terrain.values() if piece.kind == "wood")
    return any(is_near(body, piece.points, reach) for piece in woods)
