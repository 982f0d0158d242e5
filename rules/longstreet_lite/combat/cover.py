"""LL.7.cover, LL.7.hill Whether something lies between an attacker and a defender in combat."""

from __future__ import annotations

from collections.abc import Iterator

from domain.tabletop.bodies import blocks_of, is_upon
from domain.tabletop.lanes import ahead_gap
from domain.tabletop.polygons import Segment, edges, segments
from domain.tabletop.sweep import advance
from domain.tabletop.zones import is_screened
from rules.longstreet_lite import terrain
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.state import State, Terrain
from rules.longstreet_lite.tables import NEAR_EDGE, TOUCH


def has_cover(state: State, attacker: Body, defender: Body, contact: bool) -> bool:
    """LL.7.cover.2, LL.G.7 No line straight ahead from the attacker's front to the defender misses the cover.

    LL.G.8 Where they touch, the lines have no length: cover within 0.1 BW of that edge counts as lying between.
    """
    screens = list(screens_for(state, attacker))
    slack = NEAR_EDGE if contact else TOUCH
    # A hair's breadth back, so that an edge rounded to lie behind the front still counts as ahead of it.
    pose, width = advance(attacker.pose, -TOUCH), attacker.frontage
    ahead = [block for block in blocks_of(defender) if ahead_gap(pose, width, block, TOUCH) is not None]
    return bool(ahead and screens) and all(is_screened(pose, width, block, screens, slack) for block in ahead)


def screens_for(state: State, attacker: Body) -> Iterator[Segment]:
    """LL.7.cover.1, LL.7.hill.1 Walls, works, fences and crests; crops where they cover (D9)."""
    for piece in terrain.pieces(state):
        if terrain.is_line(piece) and terrain.row_of(piece).cover_combat:
            yield from segments(piece.points)
        elif piece.kind == "field" and terrain.is_field_cover(state) and not _stands_in(attacker, piece):
            yield from (Segment(a, b) for a, b in edges(piece.points))
    yield from terrain.crests(state)


def _stands_in(attacker: Body, field: Terrain) -> bool:
    """An attacker in the crops himself has none of them between him and the enemy."""
    return is_upon(attacker, field.points, NEAR_EDGE)
