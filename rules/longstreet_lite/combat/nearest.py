"""LL.7.target Of several enemies it could legally charge, a unit charges the nearest.

A table has no end of wheels. Tried are: none, 25 to either side in equal parts of the widest, so that no two differ by
as much as counts as equally far, and those that bring a corner of an enemy just between the flank lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import UnitId
from domain.tabletop.angles import QUARTER
from domain.tabletop.bodies import blocks_of, front_edge, is_near
from domain.tabletop.lanes import body_gap, grazing_wheels, wheeled
from domain.tabletop.measure import Edge, gap2
from domain.tabletop.sweep import wheel_length
from rules.longstreet_lite.combat.ways import NO_WHEEL, Charger, Way, Wheel, corner_way, legal_way
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import CHARGE_WHEEL, EQUIDISTANT, TOUCH

WHEELS = 25  # tried to either side


class Reach(NamedTuple):
    """A wheel after which some enemy is within reach straight ahead."""

    cost: int
    distance: int
    wheel: Wheel
    first: tuple[UnitId, ...]  # whom the straight move meets


def check_nearest(state: State, who: Charger, way: Way) -> None:
    """LL.7.target.1, LL.7.target.2 (D34) No other enemy could be reached with less movement; a near tie is a choice."""
    by_wheel = reading(state, "D34") == "A"
    nearer = _passed_over(state, who, way, by_wheel) if _has_rivals(who, way, by_wheel) else None
    if nearer:
        raise IllegalOrder(
            "another is nearer",
            "LL.7.target.1",
            who.unit,
            nearer.first[0],
            movement(nearer, by_wheel),
            nearer.wheel.text or "none",
        )


def movement(way: Reach | Way, by_wheel: bool) -> int:
    """LL.7.target.2 (D34) What counts as movement: all of it, or the straight part."""
    return way.cost + way.distance if by_wheel else way.distance


def _touched(way: Way) -> set[UnitId]:
    return {touched.unit for touched in way.touched}


def _has_rivals(who: Charger, way: Way, by_wheel: bool) -> bool:
    """Someone else stands near enough to be nearer: no point of a front moves farther than wheel and way together."""
    touched, edge = _touched(way), front_edge(who.body)
    least = movement(way, by_wheel) - EQUIDISTANT + (0 if by_wheel else CHARGE_WHEEL) if touched else who.allowance
    others = (body for enemy, body in who.enemies.items() if enemy not in touched)
    return any(gap2(edge, block) < max(least, 0) ** 2 for body in others for block in blocks_of(body))


def _passed_over(state: State, who: Charger, way: Way, by_wheel: bool) -> Reach | None:
    """The legal charge of least movement, if it is at another enemy and he is not as good as equally far.

    Ways are tried from the shortest; the first legal one at an enemy touched says how near he is. Where the charge
    touches nobody (D32), any enemy that could be reached is passed over.
    """
    touched, nearer = _touched(way), None
    most = movement(way, by_wheel) if touched else who.allowance + EQUIDISTANT + 1
    for reach in sorted(reaches_of(state, who), key=lambda reach: movement(reach, by_wheel)):
        if movement(reach, by_wheel) >= most:
            break
        if nearer and touched.isdisjoint(reach.first):
            continue
        tried = legal_way(state, who, reach.wheel)
        if tried and not touched.isdisjoint(_touched(tried)):
            most = movement(reach, by_wheel)
        elif tried:
            nearer = nearer or reach
    return nearer if nearer and movement(nearer, by_wheel) < most - EQUIDISTANT else None


def reaches_of(state: State, who: Charger) -> tuple[Reach, ...]:
    """All ways tried that meet an enemy, legal or not."""
    edge, reach = front_edge(who.body), who.allowance + TOUCH
    near = tuple((enemy, body) for enemy, body in who.enemies.items() if is_near(body, edge, reach))
    return _reaches(who.body, near, who.allowance, reading(state, "D33") == "B")


@lru_cache(maxsize=256)
def _reaches(body: Body, enemies: tuple[tuple[UnitId, Body], ...], allowance: int, straight: bool) -> tuple[Reach, ...]:
    found = (_reach(body, enemies, wheel, allowance) for wheel in _wheels(body, enemies, straight))
    return tuple(reach for reach in found if reach)


def _reach(body: Body, enemies: tuple[tuple[UnitId, Body], ...], wheel: Wheel, allowance: int) -> Reach | None:
    pose = wheeled(body, *wheel).pose
    seen = ((body_gap(pose, body.frontage, other, TOUCH), enemy) for enemy, other in enemies)
    gaps = [(gap, enemy) for gap, enemy in seen if gap is not None]
    if not gaps:
        return None
    cost, least = wheel_length(body.frontage, wheel.angle), min(gaps)[0]
    if cost + least > allowance:
        return None
    return Reach(cost, least, wheel, tuple(enemy for gap, enemy in gaps if gap <= least + TOUCH))


def _wheels(body: Body, enemies: tuple[tuple[UnitId, Body], ...], straight: bool) -> Iterator[Wheel]:
    yield NO_WHEEL
    most = most_wheel(body.frontage, straight)
    corners = {corner for _, other in enemies for block in blocks_of(other) for corner in block}
    for side in (Edge.LEFT, Edge.RIGHT):
        grazing = grazing_wheels(body, side, corners, TOUCH)
        angles = {*(most * part // WHEELS for part in range(1, WHEELS + 1)), *grazing}
        yield from (Wheel(side, angle) for angle in sorted(angles) if 0 < angle <= most)


@lru_cache(maxsize=64)
def most_wheel(width: int, straight: bool) -> int:
    """LL.7.charge.3 (D33) The widest wheel that a charge may make."""
    return bisect_right(range(QUARTER + 1), CHARGE_WHEEL, key=lambda angle: corner_way(width, angle, straight)) - 1
