"""BP.form.12, BP.gun.2, BP.tgt.6 What a unit could shoot at, drawn on the table: its arcs, and the ways to targets."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Zone
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import UnitId
from domain.tabletop.angles import QUARTER, SCALE, TURN, Point, direction, round_div
from domain.tabletop.bodies import blocks_of, front_edge
from domain.tabletop.lengths import length_text
from domain.tabletop.measure import Edge
from domain.tabletop.polygons import hull
from rules.black_powder.breaking.retreat import OFF
from rules.black_powder.ids import Face
from rules.black_powder.opening.deployment import zone
from rules.black_powder.position import enemies
from rules.black_powder.shooting.firers import FACES, SIDED, look_from, unable
from rules.black_powder.shooting.guns import short_range
from rules.black_powder.shooting.looking import Look, arc_planes
from rules.black_powder.shooting.sight import figures, shoots_all_round
from rules.black_powder.shooting.targets import Aim, measured
from rules.black_powder.state import DEPLOYMENT, State
from rules.black_powder.units.footprint import body_of, edge_of, main_body

STEP = 5_00  # an arc is drawn as a line with a corner every five degrees
NARROWED = "corridor too narrow"  # in arc, in range and seen, and yet no target


def zones_of(state: State, name: UnitId) -> tuple[Zone, ...]:
    """What a unit could shoot at from where it stands, whoever's turn it is; nothing for one that cannot shoot.

    BP.house.2 While armies are placed, the strip in which it may be.
    """
    unit = state.units[name]
    if state.core.phase == DEPLOYMENT:
        west, south, east, north = zone(state, unit.side)
        corners = (Point(west, south), Point(east, south), Point(east, north), Point(west, north))
        return (Zone(kind="deployment", points=corners),)
    if not unit.is_on_table or unable(state, name):
        return ()
    faces: tuple[Face | None, ...] = FACES if unit.formation in SIDED else (None,)
    looks = [look_from(state, name, face, "", "") for face in faces]
    arcs = [zone for look in looks for zone in _arcs(look)]
    return (*arcs, *(zone for look in looks for zone in _ways(look)))


def _arcs(look: Look) -> Iterator[Zone]:
    """BP.gun.6, BP.vis.6 The whole reach, half of it for pieces, and the short range within."""
    reaches = [("fire", look.arm.range)]
    if look.arm.is_piece:
        reaches.append(("long", look.arm.half))
    if look.arm.range > short_range(look.state):
        reaches.append(("short", short_range(look.state)))
    for kind, reach in reaches:
        yield Zone(kind=kind, points=_rim(look, reach), label=f'{length_text(reach)}"')


def _rim(look: Look, reach: int) -> tuple[Point, ...]:
    """The zone of a side, as far as the reach from its eye; of skirmishers all about them."""
    if shoots_all_round(look.unit):
        return hull(_off(eye, angle, reach) for eye in figures(look.state, look.unit) for angle in range(0, TURN, STEP))
    body = main_body(body_of(look.state, look.unit))
    ahead = (body.pose.heading + OFF[look.face]) % TURN
    planes = arc_planes(look)
    around = (_off(look.eye, (ahead + angle) % TURN, reach) for angle in range(-QUARTER, QUARTER + 1, STEP))
    inside = [point for point in around if all(plane.at(*point) >= 0 for plane in planes)]
    if look.arm.is_piece:
        return (look.eye, *inside)
    edge = edge_of(body, Edge(look.face))
    return hull((edge.start, edge.end, *inside))


def _off(eye: Point, bearing: int, length: int) -> Point:
    along = direction(bearing)
    return Point(eye.x + round_div(length * along.x, SCALE), eye.y + round_div(length * along.y, SCALE))


def _ways(look: Look) -> Iterator[Zone]:
    """BP.tgt.6 From the front to each enemy in arc and range: how far, and how wide a corridor leads there."""
    for target in enemies(look.state, look.unit.side):
        found = measured(look, target)
        if isinstance(found, Aim):
            yield Zone(kind="charge", points=_fan(look, target), label=_told(found))
        elif isinstance(found, IllegalOrder) and found.reason.key == NARROWED:
            yield Zone(kind="blocked", points=_fan(look, target))


def _told(aim: Aim) -> str:
    wide = f' / {length_text(aim.corridor)}"' if aim.corridor is not None else ""
    return f'{length_text(aim.distance)}"{wide}'


def _fan(look: Look, target: UnitId) -> tuple[Point, ...]:
    corners = [point for block in blocks_of(body_of(look.state, look.state.units[target])) for point in block]
    body = main_body(body_of(look.state, look.unit))
    narrow = shoots_all_round(look.unit) or look.arm.is_piece or look.unit.formation in SIDED
    start = (look.eye,) if narrow else tuple(front_edge(body))
    return hull((*start, *corners))
