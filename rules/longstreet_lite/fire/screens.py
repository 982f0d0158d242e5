"""LL.2.obs, LL.2.crest, LL.5.own Terrain before a firing unit that matters to its fire; not what it stands up to."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domain.tabletop.angles import SCALE, Point
from domain.tabletop.ground import ground, parts_of
from domain.tabletop.measure import Pose
from domain.tabletop.strips import Spots, beyond, seen
from rules.longstreet_lite import terrain
from rules.longstreet_lite.state import State, Terrain
from rules.longstreet_lite.tables import NEAR_EDGE

SLACK = NEAR_EDGE * SCALE  # LL.5.own.2, D24


class Screen(NamedTuple):
    """A piece of terrain, or the crest of a hill, in convex parts as they lie before the firing unit."""

    piece: Terrain
    is_crest: bool
    parts: tuple[Spots, ...]
    whole: tuple[Spots, ...]  # each part with what of it lies between the front line and the slack


def screens_before(state: State, pose: Pose, reach: int) -> tuple[Screen, ...]:
    """Whatever covers against fire or obstructs it, and every crest; standing crops are among the first."""
    found: list[Screen] = []
    for piece in terrain.pieces(state):
        row = terrain.row_of(piece)
        if row.cover_fire or row.obstructs:
            found += _screen(pose, piece, False, reach)
        if terrain.has_crest(state, piece):
            found += _screen(pose, piece, True, reach)
    return tuple(found)


def _screen(pose: Pose, piece: Terrain, is_crest: bool, reach: int) -> list[Screen]:
    points = piece.crest if is_crest else piece.points
    parts = _parts_seen(pose, points, is_crest or terrain.is_line(piece))
    near = [pair for pair in parts if is_near(pair[0], reach)]
    return [Screen(piece, is_crest, tuple(part for part, _ in near), tuple(whole for _, whole in near))] if near else []


@lru_cache(maxsize=8192)
def _parts_seen(pose: Pose, points: tuple[Point, ...], is_line: bool) -> tuple[tuple[Spots, Spots], ...]:
    """LL.5.own.1, LL.5.own.2 (D24) Only what is farther than 0.1 BW ahead of the front line stands in the way."""
    shapes = [seen(pose, shape) for shape in parts_of(ground(points, is_line))]
    return tuple((found, beyond(shape, 0)) for shape in shapes if (found := beyond(shape, SLACK)))


def is_near(spots: Spots, reach: int) -> bool:
    """No farther ahead nor to either side than the reach, in milli-BW."""
    most = reach * SCALE
    rights = [right for right, _ in spots]
    return min(rights) <= most and max(rights) >= -most and min([ahead for _, ahead in spots]) <= most
