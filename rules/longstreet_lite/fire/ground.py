"""LL.2.obs, LL.2.hill, LL.5.artterr, LL.5.skirm What the ground in a zone does to the fire along it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.kernel.reasons import Reason
from domain.tabletop.angles import SCALE, Point
from domain.tabletop.measure import Edge, Rectangle, within
from domain.tabletop.polygons import segments
from domain.tabletop.strips import Spot, Spots, Strip, along, is_screened, is_touched, seen, stretch
from domain.tabletop.turns import turns_short_of
from rules.longstreet_lite import terrain
from rules.longstreet_lite.fire.view import LANE, SLACK, Post, Screen, View, Zone, strip_of, struck_base
from rules.longstreet_lite.formation import Base, Body, bases_of, body_of
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.tables import NEAR_EDGE, OBSTRUCTED_REACH, WIDTH


class Lying(NamedTuple):
    """A screen as far as it lies in a zone no farther than its target."""

    screen: Screen
    parts: tuple[Spots, ...]
    near: int
    far: int


def lying_in(view: View, strip: Strip, zone: Zone) -> Iterator[Lying]:
    """LL.2.obs.2 Any part, however small; nothing beyond the base that is struck."""
    last = min(zone.far, zone.near + view.longest) + SLACK
    for screen in view.screens:
        found = [(part, s) for part in screen.parts if (s := stretch(strip, part)) and s.near <= last]
        if found:
            near, far = min([s.near for _, s in found]), max([s.far for _, s in found])
            yield Lying(screen, tuple([part for part, _ in found]), near, far)


def _start(strip: Strip, found: Lying) -> int:
    """LL.2.obs.2 Where the terrain itself begins, before the slack of LL.5.own.2: at once, if the base stands in it."""
    pairs = zip(found.screen.parts, found.screen.whole, strict=True)
    begin = (stretch(strip, whole) or stretch(strip, part) for part, whole in pairs if part in found.parts)
    return min(begins.near for begins in begin if begins)


def bar_of_volley(view: View, post: Post, zone: Zone) -> Screen | None:
    """LL.5.volley.1, LL.5.skirm.1 (D22) The terrain that leaves only skirmish fire; none if a volley is free.

    Cover, standing crops (D9) and crests all bar it, before the target or right where it stands.
    """
    if not view.screens:
        return None
    before = _in_the_way(view, post, zone)
    if before:
        return before.screen
    return _standing_in(view, struck_base(view, post, zone)[0]) if reading(view.state, "D49") == "A" else None


def _in_the_way(view: View, post: Post, zone: Zone) -> Lying | None:
    """LL.5.volley.1 (D22) Any of it, or only what lies across the whole zone; LL.5.own.2 at the struck edge counts."""
    strip, any_bars, lying = strip_of(post, zone.turn), reading(view.state, "D22") == "A", []
    for found in lying_in(view, strip, zone):
        if any_bars and found.near < zone.near:
            return found
        lying.append(found)
    if not lying:
        return None
    spots = struck_base(view, post, zone)[1]
    if any_bars:
        return next((found for found in lying if is_touched(strip, spots, found.parts, SLACK)), None)
    return lying[0] if is_screened(strip, spots, _parts(lying), SLACK) else None


def is_walled_off(view: View, post: Post) -> bool:
    """LL.5.volley.1 One line of cover, crops or crest lies before every enemy, whichever way the zone turns.

    Only a short cut: it spares the look at each turn (D19 A, D22 A), and finds nothing that they would not.
    """
    if reading(view.state, "D19") != "A" or reading(view.state, "D22") != "A":
        return False
    enemies = [spot for _, other in post.near if other.is_enemy for spot in other.spots]
    aside, wide = post.halves_aside * SCALE // 2, 2 * WIDTH * SCALE
    lines = (
        line for screen in view.screens for part in screen.parts for line in zip(part, part[1:] + part[:1], strict=True)
    )
    return any(_is_wall(line, aside, wide) and _is_before(line, enemies) for line in lines)


def _is_wall(line: tuple[Spot, Spot], aside: int, wide: int) -> bool:
    """It runs ahead of the base from far left to far right of all its zones."""
    (left, near), (right, far) = sorted(line)
    return left - aside <= -near - wide and right - aside >= far + wide


def _is_before(line: tuple[Spot, Spot], spots: Iterable[Spot]) -> bool:
    (left, near), (right, far) = sorted(line)
    return all((right - left) * (ahead - near) > (far - near) * (aside - left) for aside, ahead in spots)


def barred_turns(view: View, post: Post) -> frozenset[int]:
    """LL.5.volley.1 (D22 A) Turns at which some terrain lies nearer than any enemy whom the zone may meet.

    Only a short cut: it spares the look at each of them, and finds nothing that they would not.
    """
    if reading(view.state, "D22") != "A":
        return frozenset()
    parts = [part for screen in view.screens for part in screen.parts]
    barred: set[int] = set()
    passed: set[int] = set()
    for (degrees, least), other in post.near:
        if other.is_enemy:
            turns = set(degrees) - passed  # at the others he is not the nearest
            passed |= turns
            barred |= _barred(post, parts, turns, least)
    return frozenset(barred)


def _barred(post: Post, parts: Iterable[Spots], turns: set[int], least: int) -> set[int]:
    """Those of the turns at which some part lies nearer than so far."""
    left = turns
    for part in parts:
        if not left:
            break
        left = left.difference(turns_short_of(post.halves_aside, LANE, part, least))
    return turns - left


def _parts(lying: Iterable[Lying]) -> list[Spots]:
    return [part for found in lying for part in found.parts]


def _standing_in(view: View, base: Base) -> Screen | None:
    """LL.5.artterr.2 (D49 A) Woods that the struck base stands in with any part of it."""
    areas = (screen for screen in view.screens if not screen.is_crest and not terrain.is_line(screen.piece))
    woods = (screen for screen in areas if is_cover(view, screen))
    return next((screen for screen in woods if terrain.touches(screen.piece, base.area)), None)


def is_cover(view: View, screen: Screen) -> bool:
    """LL.2.table (D9) What covers against fire: woods and walls; standing crops against guns under C."""
    if screen.piece.kind == "field":
        return reading(view.state, "D9") == "C"
    return not screen.is_crest and terrain.row_of(screen.piece).cover_fire


def bar_of_guns(view: View, post: Post, zone: Zone) -> Reason | None:
    """LL.2.obs.1, LL.5.artterr.1, LL.2.hill.2 Why guns cannot reach the target; obstruction is for artillery only."""
    if not view.screens:
        return None
    strip = strip_of(post, zone.turn)
    for found in lying_in(view, strip, zone):
        is_crest = found.screen.is_crest
        bar = _crest_bar(view, post, zone, found) if is_crest else _obstruction(view, strip, zone, found)
        if bar:
            return bar
    return None


def end_of_zone(view: View, post: Post, turn: int) -> int:
    """LL.2.obs.2, LL.2.hill.2 How far the zone of a gun reaches over this ground, in milli-BW."""
    whole = Zone(turn, "", False, view.reach * SCALE, view.reach * SCALE)
    strip = strip_of(post, turn)
    found = lying_in(view, strip, whole)
    return min([view.reach * SCALE, *(_end(view, strip, lying) for lying in found)]) // SCALE


def _end(view: View, strip: Strip, found: Lying) -> int:
    """LL.2.obs.2 (D7) 2 BW past the near edge of the terrain, or past the far one; LL.2.hill.2 at a crest."""
    if found.screen.is_crest:
        return found.near
    ends = _start(strip, found) if reading(view.state, "D7") == "A" else found.far
    return ends + OBSTRUCTED_REACH * SCALE


def _obstruction(view: View, strip: Strip, zone: Zone, found: Lying) -> Reason | None:
    """LL.2.obs.2, LL.5.artterr.1 What lies past the end of the zone is out of reach."""
    ends = _end(view, strip, found)
    if zone.near <= ends:
        return None
    return Reason("obstruction ends the zone", "LL.2.obs.2", (found.screen.piece.name, ends // SCALE))


def _crest_bar(view: View, post: Post, zone: Zone, found: Lying) -> Reason | None:
    """LL.2.hill.1, LL.2.hill.3 (D8) Nothing beyond a crest, not by 2 BW either; at it, unless that is safe as well."""
    body = body_of(view.state, view.state.units[zone.unit])
    if _fronts_at(body, found.screen.piece.crest) and is_at_crest(post, zone, found, *struck_base(view, post, zone)):
        is_safe = reading(view.state, "D8") == "B"
        return Reason("stands at the crest", "LL.2.hill.1", (found.screen.piece.name,)) if is_safe else None
    if found.near >= zone.near:
        return None
    return Reason("crest ends the zone", "LL.2.hill.2", (found.screen.piece.name, found.near // SCALE))


def is_at_crest(post: Post, zone: Zone, found: Lying, base: Base, spots: Spots) -> bool:
    """LL.2.crest.2, LL.2.crest.3 Its front is at the crest, and the fire comes from the crest's other side."""
    if not _is_front_at(base.area, found.screen.piece.crest):
        return False
    return found.near < zone.near or is_touched(strip_of(post, zone.turn), spots, found.parts, SLACK)


@lru_cache(maxsize=4096)
def _fronts_at(body: Body, crest: tuple[Point, ...]) -> bool:
    """LL.2.crest.2 The front of some base of the unit is at the crest."""
    return any(_is_front_at(base.area, crest) for base in bases_of(body))


@lru_cache(maxsize=4096)
def _is_front_at(area: Rectangle, crest: tuple[Point, ...]) -> bool:
    """LL.2.crest.2 (D24) The front of the base touches the crest line, or is within 0.1 BW of it."""
    return any(within(area.edge(Edge.FRONT), line, NEAR_EDGE) for line in segments(crest))


def has_cover(view: View, post: Post, zone: Zone, base: Base, spots: Spots) -> bool:
    """LL.5.artterr.2, LL.2.crest.3, LL.G.7 Whether the struck base has cover against a gun base."""
    strip = strip_of(post, zone.turn)
    lying = list(lying_in(view, strip, zone)) if view.screens else []
    crests = [found for found in lying if found.screen.is_crest]
    if any(is_at_crest(post, zone, found, base, spots) for found in crests):
        return True
    covers = [found for found in lying if is_cover(view, found.screen)]
    if _is_between(view, strip, zone, covers, spots):
        return True
    return reading(view.state, "D49") == "A" and bool(_standing_in(view, base))


def _is_between(view: View, strip: Strip, zone: Zone, covers: list[Lying], spots: Spots) -> bool:
    """LL.5.artterr.2 (D21) Across every line to the struck base; or anywhere in the zone; or the whole piece between.

    Under the last, woods at whose edge the struck base stands, or in them, cover it all the same (D49, LL.5.own.2).
    """
    if not covers:
        return False
    match reading(view.state, "D21"):
        case "B":
            return any(found.near < zone.near for found in covers) or is_touched(strip, spots, _parts(covers), SLACK)
        case "C":
            return any(_is_whole(view, strip, zone, f) or _holds(strip, zone, f, spots) for f in covers)
    return is_screened(strip, spots, _parts(covers), SLACK)


def _is_whole(view: View, strip: Strip, zone: Zone, found: Lying) -> bool:
    """D21 C No part of the piece lies behind the firing base's front line or past the point of the target met first."""
    spots = seen(view.body.pose, found.screen.piece.points)
    beyond_it = max(ahead for _, ahead in along(strip, spots))
    return min(ahead for _, ahead in spots) >= 0 and beyond_it <= zone.near + SLACK


def _holds(strip: Strip, zone: Zone, found: Lying, spots: Spots) -> bool:
    """D49 An area with the struck edge in it, or at its edge."""
    is_area = not terrain.is_line(found.screen.piece)
    return is_area and found.far > zone.near and is_screened(strip, spots, found.parts, SLACK)
