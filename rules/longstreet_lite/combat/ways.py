"""LL.7.charge, LL.7.contact, LL.7.cdis One way to charge: the wheel, the straight move, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder, if_legal
from domain.kernel.facts import UnitId
from domain.tabletop import lengths
from domain.tabletop.angles import HALF_TURN, SCALE, cosine
from domain.tabletop.bodies import blocks_of, do_overlap, extent_of, front_edge, is_near, is_on_table
from domain.tabletop.bounds import are_apart, bounds
from domain.tabletop.lanes import body_gap, halt, straight_ground, wheel_ground, wheeled
from domain.tabletop.measure import Edge, within
from domain.tabletop.polygons import Polygon, overlaps
from domain.tabletop.sweep import wheel_length
from rules.longstreet_lite import state as st
from rules.longstreet_lite import terrain
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.combat.facts import Touched
from rules.longstreet_lite.combat.flank import flanks
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import CHARGE_WHEEL, INF_MOVE, TOUCH

CORNER = 2 * TOUCH  # so near the front corner, a touch is still one with the front


class Charger(NamedTuple):
    """A unit about to charge, how far it may go, and who stands near enough to matter."""

    unit: UnitId
    body: Body
    allowance: int
    enemies: Mapping[UnitId, Body]
    friends: Mapping[UnitId, Body]
    tried: dict[Wheel, Way | None]  # ways found legal or not, so that none is traced twice


class Wheel(NamedTuple):
    """LL.7.charge.3 The one turn of a charge; angle 0 is none."""

    side: Edge = Edge.LEFT
    angle: int = 0

    @property
    def text(self) -> str:
        return f"{self.side}:{lengths.angle_text(self.angle)}" if self.angle else ""


NO_WHEEL = Wheel()


class Way(NamedTuple):
    """A charge that is legal but for the question whether a nearer enemy is passed over."""

    wheel: Wheel
    cost: int
    distance: int
    end: Body
    touched: tuple[Touched, ...]
    disorder: tuple[str, ...]


def charger(state: State, unit_id: UnitId) -> Charger:
    unit = state.units[unit_id]
    body = body_of(state, unit)
    allowance = effects.allowance(state, unit_id, INF_MOVE)
    reach = allowance + body.frontage + body.whole_depth
    near = {
        other_id: other
        for other_id, found in st.on_table(state).items()
        if other_id != unit_id and not are_apart(extent_of(body), extent_of(other := body_of(state, found)), reach)
    }
    enemies = {other_id: other for other_id, other in near.items() if state.units[other_id].side != unit.side}
    friends = {other_id: other for other_id, other in near.items() if other_id not in enemies}
    return Charger(unit_id, body, allowance, enemies, friends, {})


def legal_way(state: State, who: Charger, wheel: Wheel) -> Way | None:
    """The way after this wheel, if no rule forbids it."""
    if wheel not in who.tried:
        who.tried[wheel] = if_legal(trace, state, who, wheel)
    return who.tried[wheel]


def trace(state: State, who: Charger, wheel: Wheel) -> Way:
    """LL.7.charge.2, LL.7.charge.5 The wheel, then straight ahead to the first contact, seen or not beforehand.

    IllegalOrder where a rule forbids it.
    """
    cost = wheel_length(who.body.frontage, wheel.angle)  # LL.6.fwd.4 as in a move
    turned = _after_wheel(state, who, wheel, cost)
    ahead = first_ahead(turned, who.enemies)
    _check_reach(state, who, turned, ahead, cost)
    distance = min([who.allowance - cost, *ahead.values()])
    met = tuple(who.enemies[enemy] for enemy, gap in ahead.items() if gap <= distance + TOUCH)
    end = halt(turned, distance, met)
    ground = (*wheel_ground(who.body, *wheel), *straight_ground(turned, distance))
    _check_beside(who, turned, distance, ahead)
    _check_end(state, who, end, ground)
    touched = tuple(_touched(state, who, {"A": who.body, "B": turned, "C": end}))
    return Way(wheel, cost, distance, end, touched, _checked_disorder(state, who, ground))


def corner_way(width: int, angle: int, straight: bool) -> int:
    """LL.7.charge.3 (D33) What a charge may wheel 1 BW of: the arc of the outer front corner, or its way straight."""
    if not straight or not angle:
        return wheel_length(width, angle)
    over = -(-2 * width**2 * (SCALE - cosine(min(angle, HALF_TURN))) // SCALE)  # beyond half a turn it comes back
    return isqrt(over - 1) + 1


def _after_wheel(state: State, who: Charger, wheel: Wheel, cost: int) -> Body:
    """LL.7.charge.3, LL.7.charge.4 No more than 1 BW, nor than the allowance, and no enemy touched by it."""
    gone = corner_way(who.body.frontage, wheel.angle, reading(state, "D33") == "B")
    for way, most in ((gone, CHARGE_WHEEL), (cost, who.allowance)):
        if way > most:
            raise IllegalOrder("wheel too far", "LL.7.charge.3", who.unit, wheel.angle, way, most)
    met = next(_met(who.enemies, wheel_ground(who.body, *wheel)), "")
    if met:
        raise IllegalOrder("wheel makes contact", "LL.7.charge.4", who.unit, met)
    return wheeled(who.body, *wheel)


def _met(units: Mapping[UnitId, Body], ground: tuple[Polygon, ...]) -> Iterator[UnitId]:
    """LL.G.5 Those a sweep touches."""
    for unit_id, part, block in _near(units, ground):
        if within(part, block, TOUCH):
            yield unit_id


def _near(units: Mapping[UnitId, Body], ground: tuple[Polygon, ...]) -> Iterator[tuple[UnitId, Polygon, Polygon]]:
    """Parts of a sweep and blocks of a unit that are worth an exact look."""
    extents = [bounds(part) for part in ground]
    for unit_id, body in units.items():
        for part, extent in zip(ground, extents, strict=True):
            if not are_apart(extent, extent_of(body), TOUCH):
                yield from ((unit_id, part, block) for block in blocks_of(body))


def first_ahead(body: Body, enemies: Mapping[UnitId, Body]) -> dict[UnitId, int]:
    """LL.7.contact.3 How far ahead each enemy begins who is, in part, directly in front."""
    found = ((enemy, body_gap(body.pose, body.frontage, other, TOUCH)) for enemy, other in enemies.items())
    return {enemy: gap for enemy, gap in found if gap is not None}


def _check_reach(state: State, who: Charger, turned: Body, ahead: Mapping[UnitId, int], cost: int) -> None:
    """LL.7.charge.1, LL.7.contact.3 (D32) Someone is directly in front, and near enough."""
    left = who.allowance - cost
    if ahead and min(ahead.values()) <= left:
        return
    foes = st.on_table(state, st.enemy_of(state.units[who.unit].side))
    enemies = {name: body_of(state, unit) for name, unit in foes.items()}
    far = first_ahead(turned, enemies)
    if not far:
        raise IllegalOrder("nobody ahead", "LL.7.contact.3", who.unit)
    if reading(state, "D32") == "A":
        nearest = min(far, key=lambda enemy: far[enemy])
        raise IllegalOrder("out of reach", "LL.7.charge.1", who.unit, nearest, far[nearest], left)


def _check_beside(who: Charger, turned: Body, distance: int, ahead: Mapping[UnitId, int]) -> None:
    """LL.7.contact.2 No enemy is touched by flank or rear on the way."""
    beside = {enemy: body for enemy, body in who.enemies.items() if enemy not in ahead}
    met = next(_met(beside, straight_ground(turned, max(distance - CORNER, 0))), "")
    if met:
        raise IllegalOrder("touches with its flank", "LL.7.contact.2", who.unit, met)


def _check_end(state: State, who: Charger, end: Body, ground: tuple[Polygon, ...]) -> None:
    """LL.6.interp.1, LL.6.path.2, LL.2.imp.1 It ends on the table and on no friend, and goes through no river."""
    friend = next((name for name, body in who.friends.items() if do_overlap(end, body, TOUCH)), "")
    if friend:
        raise IllegalOrder("charge ends on a friend", "LL.6.interp.1", who.unit, friend)
    if not is_on_table(end, state.battle.width, state.battle.height):
        raise IllegalOrder("charge leaves the table", "LL.6.path.2", who.unit)
    barrier = terrain.impassable(state, "INF", ground)
    if barrier:
        raise IllegalOrder("charge through impassable ground", "LL.2.imp.1", who.unit, barrier.name)


def _checked_disorder(state: State, who: Charger, ground: tuple[Polygon, ...]) -> tuple[str, ...]:
    """LL.7.cdis.1 Difficult terrain or friends on the way need a phase of two cards."""
    causes = tuple(_disorder(state, who, ground))
    if causes and not effects.counts_as_two(state):
        raise IllegalOrder("charge needs two cards", "LL.7.cdis.1", who.unit, *causes)
    return causes


def _disorder(state: State, who: Charger, ground: tuple[Polygon, ...]) -> Iterator[str]:
    hindrance = terrain.difficult(state, "INF", ground)
    if hindrance:
        yield hindrance.name
    near = _near(who.friends, ground)
    passed = dict.fromkeys(friend for friend, part, block in near if overlaps(part, block, TOUCH))
    yield from (state.units[friend].name for friend in passed)


def _touched(state: State, who: Charger, where: dict[str, Body]) -> Iterator[Touched]:
    """LL.7.contact.1, LL.7.contact.4, LL.7.multi.1 Every enemy at the front edge, and which edge of his is struck."""
    for enemy, body in who.enemies.items():
        if touches_front(where["C"], body):
            edge, flanked = flanks(state, who.unit, enemy, where, body)
            yield Touched(unit=enemy, edge=edge, flanked=flanked)


def touches_front(attacker: Body, enemy: Body) -> bool:
    """LL.7.engage.1, LL.G.5 The enemy touches the attacker's front edge."""
    return is_near(enemy, front_edge(attacker), TOUCH)
