"""BP.army.13, BP.form The ground a unit covers in each formation, and where its leader stands."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import NamedTuple

from domain.tabletop.angles import Point
from domain.tabletop.bodies import Block, blocks_of
from domain.tabletop.bounds import bounds
from domain.tabletop.measure import Edge, Pose
from domain.tabletop.polygons import Segment
from domain.tabletop.sweep import about_face
from rules.black_powder.state import Extent, Piece, State, Unit
from rules.black_powder.tables import FOOT, MIXED, MM_IN_INCH_TENTHS, Formation
from rules.black_powder.units.profile import gun_class

SCREEN_DEPTH = 20 * 10_000 // MM_IN_INCH_TENTHS  # house: one rank


class Body(NamedTuple):
    """Where a unit stands and how: all that geometry needs. `screen` are the skirmishers of a mixed formation."""

    pose: Pose
    width: int
    depth: int
    screen: tuple[Block, ...] = ()

    @property
    def frontage(self) -> int:
        return self.width

    @property
    def whole_depth(self) -> int:
        return self.depth

    @property
    def outline(self) -> tuple[Block, ...]:
        return (Block(-self.width, self.width, 0, -2 * self.depth), *self.screen)

    def at(self, pose: Pose) -> Body:
        return self._replace(pose=pose)


_body = partial(tuple.__new__, Body)  # as Body(…), without the step in between: there are many


def arm_of(state: State, unit: Unit) -> str:
    """Whose footprints it has."""
    kind = unit.profile.kind
    if kind == "A":
        return "battalion" if gun_class(state, unit) == "battalion" else "gun"
    return "foot" if kind in FOOT else "horse"


MOST_KEPT = 4096
_KEPT: dict[tuple[int, str, str, str, str], tuple[object, Extent]] = {}  # asked for every unit again and again


@cache
def extent_key(arm: str, size: str, formation: str) -> str:
    return f"{arm}/{size}/{formation}"


def has_extent(state: State, unit: Unit, formation: Formation) -> bool:
    """Whether the pack says how such a unit stands in that formation."""
    return extent_key(arm_of(state, unit), unit.profile.size, formation) in state.battle.extents


def extent(state: State, unit: Unit, formation: Formation) -> Extent:
    """BP.army.13 Width and depth; in a building, those of the block."""
    if formation == "building":
        return block_extent(state.terrain[unit.building])
    profile, extents = unit.profile, state.battle.extents
    key = (id(extents), profile.kind, profile.arm, profile.size, formation)
    kept = _KEPT.get(key)
    if kept is not None and kept[0] is extents:
        return kept[1]
    if len(_KEPT) > MOST_KEPT:
        _KEPT.clear()
    found = extents[extent_key(arm_of(state, unit), profile.size, formation)]
    _KEPT[key] = extents, found
    return found


def span_of(state: State, unit: Unit) -> int:
    """A unit covers no ground farther than this from where it stands."""
    width, depth = extent(state, unit, unit.formation)
    return width // 2 + depth + (sum(state.battle.screens["foot"]) if unit.formation in MIXED else 0)


def block_extent(block: Piece) -> Extent:
    """BP.ter.6 A block as a rectangle."""
    west, south, east, north = bounds(block.points)
    return east - west, north - south


def block_pose(block: Piece) -> Pose:
    """BP.bld.3 Where the unit in a block is held to stand: the middle of its north side."""
    west, _, east, north = bounds(block.points)
    return Pose(x=(west + east) // 2, y=north, heading=0)


def body_as(state: State, unit: Unit, formation: Formation, pose: Pose) -> Body:
    """BP.form.6, BP.form.8, BP.form.13 The unit in a formation, elsewhere; limbers of guns in action are taken off."""
    width, depth = extent(state, unit, formation)
    return _body((pose, width, depth, _screen(state, width) if formation in MIXED else ()))


def _screen(state: State, width: int) -> tuple[Block, ...]:
    """BP.mix.1 One rank ahead of the front, a little beyond its ends (D59)."""
    ahead, beyond = state.battle.screens["foot"]
    return (Block(-width - 2 * beyond, width + 2 * beyond, 2 * ahead, 2 * (ahead - SCREEN_DEPTH)),)


def body_of(state: State, unit: Unit) -> Body:
    assert unit.pose is not None, f"{unit.name} is not on the table"
    return body_as(state, unit, unit.formation, unit.pose)


def main_body(body: Body) -> Body:
    """BP.mix.2 Zones and contact are those of the main body."""
    return body._replace(screen=())


def leader_point(body: Body) -> Point:
    """BP.army.9 The middle of the front."""
    return body.pose.point


def edge_of(body: Body, edge: Edge) -> Segment:
    return blocks_of(body)[0].edge(edge)


@lru_cache(maxsize=8192)
def centre(body: Body) -> Point:
    front, rear = body.pose.point, about_face(body.pose, body.depth).point
    return Point((front.x + rear.x) // 2, (front.y + rear.y) // 2)
