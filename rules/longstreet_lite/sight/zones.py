"""LL.5.zone Fire zones for a drawn table: each base's strip straight ahead, and the arc into which it may turn."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Zone
from domain.kernel.facts import UnitId
from domain.tabletop.angles import SCALE, Point
from domain.tabletop.measure import Pose, base_pose, box, footprint, offset, turned
from rules.longstreet_lite.fire.firers import firers
from rules.longstreet_lite.fire.ground import end_of_zone
from rules.longstreet_lite.fire.view import STRAIGHT, Post, View, post_of, view_of, zone_of
from rules.longstreet_lite.formation import Body
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import ARC, BW, SHORT_RANGE, WIDTH

STEP = 9_00  # an arc is drawn as a line with a corner every nine degrees
MARKS = (2 * BW, 4 * BW, SHORT_RANGE, 12 * BW, 18 * BW, 24 * BW)


def zones_of(state: State, unit_id: UnitId) -> tuple[Zone, ...]:
    """What a unit could fire at from where it stands, whoever's turn it is; nothing for one that cannot fire."""
    unit = state.units[unit_id]
    if not unit.is_on_table or unit.limbered:
        return ()
    view = view_of(state, unit_id)
    posts = [post_of(view, base, view.reach, STRAIGHT) for base in firers(state, unit_id)]
    strips = [zone for post in posts for zone in _strips(view, post)]
    return (_arc(view.body), *strips) if strips else ()


def _strips(view: View, post: Post) -> Iterator[Zone]:
    """LL.5.zone.2, LL.5.zone.3, LL.5.range.2 To the first base met or the end of the zone; long range for guns only."""
    body = view.body
    pose = base_pose(body.pose, body.ranks[0], post.base.file, 0, WIDTH, body.depth)
    met = zone_of(post, STRAIGHT, view.reach)
    is_gun = view.state.units[view.unit].kind == "ART"
    ends = end_of_zone(view, post, STRAIGHT) if is_gun else view.reach
    if met and met.near <= ends * SCALE:
        ends = met.range
    if met and met.range == ends and not met.is_enemy:
        yield from _strip(pose, "blocked", 0, ends)
        return
    yield from _strip(pose, "short", 0, min(ends, SHORT_RANGE))
    if ends > SHORT_RANGE:
        yield from _strip(pose, "long", SHORT_RANGE, ends)


def _strip(pose: Pose, kind: str, begins: int, ends: int) -> Iterator[Zone]:
    if ends - begins < WIDTH // 10:
        return
    far_left, far_right, near_right, near_left = box(pose, -WIDTH, WIDTH, 2 * ends, 2 * begins)
    marks = tuple(mark for mark in MARKS if begins < mark < ends)
    corners = (near_left, near_right, far_right, far_left)
    yield Zone(kind=kind, points=corners, ranges=(*marks, ends), begins=begins)


def _arc(body: Body) -> Zone:
    """LL.5.artprio.2, LL.5.volley.2 As far as short range, 45 degrees to either side of the outer bases."""
    left, right = (base_pose(body.pose, body.ranks[0], file, 0, WIDTH, body.depth) for file in (0, body.ranks[0] - 1))
    front = footprint(body.pose, body.frontage, body.whole_depth)
    rim = [_rim(left, angle) for angle in range(-ARC, 1, STEP)] + [
        _rim(right, angle) for angle in range(0, ARC + 1, STEP)
    ]
    return Zone(kind="fire", points=(front.front_left, *rim, front.front_right), label="45°")


def _rim(pose: Pose, angle: int) -> Point:
    return offset(turned(pose, angle), 0, SHORT_RANGE)
