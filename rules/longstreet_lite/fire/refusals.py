"""LL.5 Why a shot is refused: which base, what its zone meets, how far off, and what would be allowed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import UnitId
from domain.kernel.reasons import Of
from domain.tabletop.angles import SCALE
from domain.tabletop.bodies import are_within
from domain.tabletop.strips import stretch
from rules.longstreet_lite.fire import view as v
from rules.longstreet_lite.fire.ground import bar_of_guns, bar_of_volley
from rules.longstreet_lite.fire.modes import Best, bombard_turn, is_shut
from rules.longstreet_lite.formation import Base, body_of
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import enemy_of, on_table
from rules.longstreet_lite.tables import ARC, LONG_RANGE, SHORT_RANGE, Mode

# LL.5.artprio.2, LL.5.volley.2, LL.5.skirm.3 The rule under which a zone turns only without a target straight ahead.
TURNS = {"canister": "LL.5.artprio.2", "volley": "LL.5.volley.2", "skirmish": "LL.5.skirm.3"}


def _base(view: v.View, post: v.Post) -> tuple[UnitId, int]:
    return view.unit, post.base.number


def _met(zone: v.Zone) -> tuple[UnitId, int]:
    """Whom a zone meets, and how far off."""
    return zone.unit, zone.range


def _is_battery(view: v.View) -> bool:
    return view.state.units[view.unit].kind == "ART"


def _arc_rule(view: v.View) -> str:
    return TURNS["canister" if _is_battery(view) else "volley"]


def no_target(view: v.View, bases: Sequence[Base], target: UnitId) -> IllegalOrder:
    """LL.5.zone.1 Nothing to fire at, or nobody who may; with the first reason that any base gives."""
    if not bases:
        return IllegalOrder("no base may fire", "LL.5.who.4", view.unit)
    for base in bases:
        found = _why_not(view, v.post_of(view, base, view.reach, ARC // v.DEGREE), target)
        if found:
            return found
    rule = "LL.5.range.2" if _is_battery(view) and _is_beyond(view, target) else "LL.5.zone.1"
    if target:
        return IllegalOrder("target in no zone", rule, view.unit, view.reach, target)
    return IllegalOrder("no enemy in its zones", rule, view.unit, view.reach)


def _is_beyond(view: v.View, target: UnitId) -> bool:
    """LL.5.range.2 Whether the target, or without one every enemy, stands farther off than the guns reach."""
    enemies = on_table(view.state, enemy_of(view.state.units[view.unit].side))
    met = [unit for name, unit in enemies.items() if target in ("", name)]
    return not any(are_within(view.body, body_of(view.state, unit), view.reach) for unit in met)


def _why_not(view: v.View, post: v.Post, target: UnitId) -> IllegalOrder | None:
    """LL.5.zone.3, LL.2.obs.2, LL.2.hill.2 A friend in the way, or the ground."""
    straight = v.zone_of(post, v.STRAIGHT, view.reach, target)
    aimed = straight if straight and straight.is_enemy and target in ("", straight.unit) else None
    zone = aimed or next(v.turned_zones(post, view.reach, ARC // v.DEGREE, target), None) or straight
    zone = zone or next(_hidden(view, post, target), None)
    return _bad_zone(view, post, zone.turn, view.reach) if zone else None


def _hidden(view: v.View, post: v.Post, target: UnitId) -> Iterator[v.Zone]:
    """LL.5.zone.3 Turned zones that would meet an enemy, were it not for a friend before him."""
    for (degrees, _), other in post.near:
        if other.is_enemy and target in ("", other.unit):
            for turn in sorted(degrees, key=abs):
                met, zone = stretch(v.strip_of(post, turn), other.spots), v.zone_of(post, turn, view.reach)
                if met and met.near <= view.reach * SCALE and zone and not zone.is_enemy:
                    yield zone


def not_at(view: v.View, target: UnitId, mode: Mode, aims: Sequence[tuple[int, v.Zone]]) -> IllegalOrder:
    """LL.5.zone.2, LL.5.artprio.3 The unit asked for is not what the zones allowed meet first."""
    rule = "LL.5.artprio.3" if mode == "canister" else "LL.5.zone.2"
    instead: Iterator[Of] = chain.from_iterable((base, *_met(zone)) for base, zone in aims)
    return IllegalOrder("may not fire at it", rule, view.unit, target, mode, *instead)


def bad_turn(view: v.View, post: v.Post, best: Best | None, turn: int) -> IllegalOrder:
    """LL.5.volley.2, LL.5.volley.3, LL.5.skirm.3, LL.5.artprio.2 A turn outside the best class of this base."""
    if best and best.is_straight and turn != v.STRAIGHT:
        there = _met(best.zones.first)
        return IllegalOrder("target straight ahead", TURNS[best.mode], *_base(view, post), best.mode, *there)
    limit = v.most_turn(view.state)
    if abs(turn) > limit:
        return IllegalOrder("turned too far", _arc_rule(view), *_base(view, post), limit, abs(turn))
    if _is_battery(view) and v.zone_of(post, turn, SHORT_RANGE) is None:
        return _canister_only(view, post, turn)
    return _bad_zone(view, post, turn, SHORT_RANGE) or _volley_first(view, post, best, turn)


def _bad_zone(view: v.View, post: v.Post, turn: int, reach: int) -> IllegalOrder | None:
    """LL.5.zone.3, LL.5.range.1, LL.2.obs.2, LL.2.hill.2 Why a zone by itself gives no shot."""
    straight, zone = v.zone_of(post, v.STRAIGHT, reach), v.zone_of(post, turn, reach)
    who = *_base(view, post), turn
    if straight and is_shut(view, straight):
        return IllegalOrder("friend straight ahead", "LL.5.zone.3", *_base(view, post), *_met(straight))
    if zone is None:
        return IllegalOrder("zone meets nobody", "LL.5.zone.1", *who, reach)
    if not zone.is_enemy:
        return IllegalOrder("zone meets a friend", "LL.5.zone.3", *who, *_met(zone))
    if _is_out_of_cone(view, post, zone):
        return IllegalOrder("outside its arc", _arc_rule(view), *who, *_met(zone))
    bar = bar_of_guns(view, post, zone) if _is_battery(view) else None
    return IllegalOrder("zone ends short", bar.cite, *who, *_met(zone), bar.key, *bar.of) if bar else None


def _is_out_of_cone(view: v.View, post: v.Post, zone: v.Zone) -> bool:
    is_cone = reading(view.state, "D19") == "B" and zone.turn != v.STRAIGHT
    return is_cone and not v.is_in_cone(view, post, zone)


def _volley_first(view: v.View, post: v.Post, best: Best | None, turn: int) -> IllegalOrder:
    """LL.5.volley.3, LL.5.skirm.4 Only skirmish fire along this zone, and a volley along another."""
    zone = v.zone_of(post, turn, SHORT_RANGE)
    assert best is not None
    assert zone is not None
    other, screen = best.zones.first, bar_of_volley(view, post, zone)
    assert screen is not None
    of = (*_base(view, post), turn, *_met(other), other.turn, screen.piece.name)
    if screen.is_crest:
        return IllegalOrder("must volley, not across a crest", "LL.5.volley.3", *of)
    return IllegalOrder("must volley, not through terrain", "LL.5.volley.3", *of)


def _canister_only(view: v.View, post: v.Post, turn: int) -> IllegalOrder:
    """LL.5.artprio.3 Out of reach for canister, which the whole battery must fire."""
    return IllegalOrder("must fire canister", "LL.5.artprio.3", *_base(view, post), turn)


def bad_bombardment(view: v.View, post: v.Post, turn: int) -> IllegalOrder:
    """LL.5.artprio.4, LL.5.range.2 A zone along which this base cannot bombard."""
    limit = bombard_turn(view.state)
    if abs(turn) > limit:
        base = _base(view, post)
        return IllegalOrder("bombardment turned too far", "LL.5.artprio.4", *base, limit, abs(turn))
    found = _bad_zone(view, post, turn, LONG_RANGE)
    if found:
        return found
    zone = v.zone_of(post, turn, LONG_RANGE)
    assert zone is not None
    return IllegalOrder("short range", "LL.5.range.2", *_base(view, post), *_met(zone))


def split(view: v.View, post: v.Post, zone: v.Zone, unit: UnitId) -> IllegalOrder:
    """LL.5.zone.4, LL.5.artprio.4 A bombardment at two units."""
    return IllegalOrder("one unit only", "LL.5.artprio.4", *_base(view, post), *_met(zone), unit)
