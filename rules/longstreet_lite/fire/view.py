"""LL.5.zone, LL.G.6, LL.G.9 Fire zones: what lies before a firing unit, and what a zone of one base meets first.

A zone is a strip 1 BW wide from the middle of the base's front edge, straight ahead or turned by whole degrees. Only
what lies ahead of the base's front line is in it, and what shares no more than the tolerance of LL.G.5 with it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache
from typing import NamedTuple

from domain.kernel.facts import UnitId
from domain.tabletop.angles import SCALE, Point, direction
from domain.tabletop.bodies import blocks_of
from domain.tabletop.ground import ground, parts_of
from domain.tabletop.measure import Pose
from domain.tabletop.strips import Spots, Strip, Turns, beyond, clip, seen, stretch, turned_strip, turns_toward
from rules.longstreet_lite import terrain
from rules.longstreet_lite.formation import Base, Body, bases_of, body_of
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Terrain, on_table
from rules.longstreet_lite.tables import ARC, INF_DEPTH, LONG_RANGE, NEAR_EDGE, SHORT_RANGE, TOUCH, WIDTH

SLACK = NEAR_EDGE * SCALE  # LL.5.own.2, D24
LANE = WIDTH - 2 * TOUCH  # LL.G.5 to touch the side of a zone is not to be in it
DEGREE = 100
STRAIGHT, FARTHEST = 0, 89  # LL.G.9 a zone never turns as far as along its own front
LEAST_FIRST = [turn for by in range(1, FARTHEST + 1) for turn in (-by, by)]  # of equal turns the left


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


class Seen(NamedTuple):
    """A block of bases of another unit, as it lies before the firing unit."""

    unit: UnitId
    is_enemy: bool
    spots: Spots


class View(NamedTuple):
    """All that a firing unit has before it within its range, whichever way its zones turn."""

    state: State
    unit: UnitId
    body: Body
    reach: int
    others: tuple[Seen, ...]
    screens: tuple[Screen, ...]
    longest: int  # at least as much as any base measures from corner to corner, times SCALE


class Post(NamedTuple):
    """A base that may fire, and the turns at which its zones may meet each block."""

    base: Base
    halves_aside: int  # of the middle of the unit's front, in half milli-BW
    near: tuple[tuple[Turns, Seen], ...]  # the nearest first


class Zone(NamedTuple):
    """LL.5.zone.2 One zone, and the unit it meets first; lengths times SCALE."""

    turn: int
    unit: UnitId
    is_enemy: bool
    near: int
    far: int

    @property
    def range(self) -> int:
        """LL.G.6 In milli-BW, any part of one counting whole."""
        return -(-self.near // SCALE)


def view_of(state: State, unit_id: UnitId) -> View:
    unit = state.units[unit_id]
    body = body_of(state, unit)
    reach = SHORT_RANGE if unit.kind == "INF" else LONG_RANGE
    screens = screens_before(state, body.pose, body.frontage // 2 + reach + WIDTH)
    depth = max(INF_DEPTH[reading(state, "D1")], state.battle.gun_depth, state.battle.limber_depth)
    others = tuple(_others(state, unit_id, body, reach))
    return View(state, unit_id, body, reach, others, screens, (WIDTH + depth) * SCALE)


def _others(state: State, unit_id: UnitId, body: Body, reach: int) -> Iterator[Seen]:
    """LL.5.zone.1, D19 Every other unit ahead of the front line and not too far off: its own bases never block."""
    side, widest = state.units[unit_id].side, body.frontage // 2 + reach + WIDTH
    for other, unit in on_table(state).items():
        if other != unit_id:
            for spots in _blocks_seen(body.pose, body_of(state, unit)):
                if is_near(spots, widest):
                    yield Seen(other, unit.side != side, spots)


@lru_cache(maxsize=16_384)
def _blocks_seen(pose: Pose, body: Body) -> tuple[Spots, ...]:
    """The footprint as far as it lies ahead of the pose's front line by more than a touch."""
    return tuple(found for block in blocks_of(body) if (found := _ahead(seen(pose, block))))


@lru_cache(maxsize=16_384)
def bases_seen(pose: Pose, body: Body) -> tuple[tuple[Base, Spots], ...]:
    """Every base with any part ahead of the pose's front line, as far as it lies there."""
    return tuple((base, found) for base in bases_of(body) if (found := beyond(seen(pose, base.area), 0)))


def _ahead(spots: Spots) -> Spots:
    return beyond(spots, 0) if beyond(spots, TOUCH * SCALE) else ()


def post_of(view: View, base: Base, reach: int, most: int) -> Post:
    """What zones of this base may meet within the reach, turned by no more than so many degrees."""
    aside = (2 * base.file + 1 - view.body.ranks[0]) * WIDTH
    found = [(turns_toward(aside, LANE, reach, other.spots, most), other) for other in view.others]
    near = sorted((pair for pair in found if pair[0].degrees), key=lambda pair: pair[0].least)
    return Post(base, aside, tuple(near))


def strip_of(post: Post, turn: int) -> Strip:
    return _strip(post.halves_aside, turn)


@lru_cache(maxsize=4096)
def _strip(halves_aside: int, turn: int) -> Strip:
    return turned_strip(halves_aside, LANE, turn * DEGREE)


def zone_of(post: Post, turn: int, reach: int, prefer: UnitId = "") -> Zone | None:
    """LL.5.zone.2, LL.5.zone.3 What the zone meets first, friend or enemy; None if nothing within the reach.

    Of enemies met within a touch of each other (LL.G.5) the preferred one counts as the first.
    """
    strip, first = strip_of(post, turn), None
    for (degrees, least), other in post.near:
        if first and least > first.near + TOUCH * SCALE:
            break
        if turn in degrees and (found := stretch(strip, other.spots)) and found.near <= reach * SCALE:
            zone = Zone(turn, other.unit, other.is_enemy, *found)
            if first is None or _comes_first(zone, first, prefer):
                first = zone
    return first


def _comes_first(zone: Zone, first: Zone, prefer: UnitId) -> bool:
    if zone.is_enemy and first.is_enemy and zone.unit != first.unit and prefer in (zone.unit, first.unit):
        return zone.near <= first.near + (TOUCH if zone.unit == prefer else -TOUCH) * SCALE
    return zone.near < first.near or (zone.near == first.near and not zone.is_enemy)


def turned_zones(
    post: Post, reach: int, most: int, only: UnitId = "", barred: Set[int] = frozenset()
) -> Iterator[Zone]:
    """LL.5.artprio.2, LL.5.volley.2 Zones turned to either side that meet an enemy first, the least turn first.

    Those by a barred turn are left out.
    """
    aimed = [turns.degrees for turns, other in post.near if other.is_enemy and only in ("", other.unit)]
    turns = set[int]().union(*aimed) - barred
    for turn in LEAST_FIRST[: 2 * most]:
        zone = zone_of(post, turn, reach, only) if turn in turns else None
        if zone and zone.is_enemy and only in ("", zone.unit):
            yield zone


def struck_base(view: View, post: Post, zone: Zone) -> tuple[Base, Spots]:
    """LL.5.zone.2 The base of the unit that the zone meets first, as it lies before the firing unit."""
    bases = bases_seen(view.body.pose, body_of(view.state, view.state.units[zone.unit]))
    strip = strip_of(post, zone.turn)
    wider = strip._replace(half=WIDTH * SCALE // 2)  # corners are rounded: a sliver of a block may be in no base
    for lane in (strip, wider):
        met = [(found.near, place) for place, (_, spots) in enumerate(bases) if (found := stretch(lane, spots))]
        if met:
            return bases[min(met)[1]]
    return bases[0]


def most_turn(state: State) -> int:
    """LL.G.9, D19 How far a zone may turn in whole degrees; the cone may hold bases farther to the side."""
    return ARC // DEGREE if reading(state, "D19") == "A" else FARTHEST


def is_in_cone(view: View, post: Post, zone: Zone) -> bool:
    """LL.5.artprio.2 (D19 B) Part of the struck base lies between the lines at 45 degrees from both front corners."""
    target = body_of(view.state, view.state.units[zone.unit])
    inside, are_all = _bases_in_cone(view.body.pose, target, post.halves_aside)
    return bool(inside) and (are_all or struck_base(view, post, zone)[0].number in inside)


@lru_cache(maxsize=4096)
def _bases_in_cone(pose: Pose, body: Body, halves_aside: int) -> tuple[frozenset[int], bool]:
    """The numbers of the bases of which some part is in the cone, and whether that is all of them."""
    (s, c), aside, half = direction(ARC), halves_aside * SCALE // 2, WIDTH * SCALE // 2
    inside = set()
    for base, spots in bases_seen(pose, body):
        left = clip(spots, -c, s, -c * (aside + half) + 1)
        if left and clip(left, c, s, c * (aside - half) + 1):
            inside.add(base.number)
    return frozenset(inside), len(inside) == len(bases_seen(pose, body))
