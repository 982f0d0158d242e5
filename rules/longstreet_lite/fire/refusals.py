"""LL.5 Why a shot is refused: which base, what its zone meets, how far off, and what would be allowed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.angles import SCALE
from domain.facts import UnitId
from domain.measuretext import length_text
from domain.ruling import IllegalOrder
from domain.strips import stretch
from rules.longstreet_lite.fire.ground import bar_of_guns, bar_of_volley
from rules.longstreet_lite.fire.modes import Best, bombard_turn, is_shut
from rules.longstreet_lite.fire.view import (
    DEGREE,
    STRAIGHT,
    Post,
    View,
    Zone,
    is_in_cone,
    most_turn,
    post_of,
    strip_of,
    turned_zones,
    zone_of,
)
from rules.longstreet_lite.formation import Base
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.tables import ARC, LONG_RANGE, SHORT_RANGE, Mode

# LL.5.artprio.2, LL.5.volley.2, LL.5.skirm.3 The rule under which a zone turns only without a target straight ahead.
TURNS = {"canister": "LL.5.artprio.2", "volley": "LL.5.volley.2", "skirmish": "LL.5.skirm.3"}


def _bw(length: int) -> str:
    return f"{length_text(length)} BW"


def _turned(turn: int) -> str:
    return "straight ahead" if turn == STRAIGHT else f"turned {abs(turn)}° to the {'right' if turn > 0 else 'left'}"


def _named(view: View, unit: UnitId) -> str:
    return view.state.units[unit].name


def _base(view: View, post: Post) -> str:
    return f"base {post.base.number} of {_named(view, view.unit)}"


def _met(view: View, zone: Zone) -> str:
    return f"{_named(view, zone.unit)} at {_bw(zone.range)}"


def _is_battery(view: View) -> bool:
    return view.state.units[view.unit].kind == "ART"


def _arc_rule(view: View) -> str:
    return TURNS["canister" if _is_battery(view) else "volley"]


def no_target(view: View, bases: Sequence[Base], target: UnitId) -> IllegalOrder:
    """LL.5.zone.1 Nothing to fire at, or nobody who may; with the first reason that any base gives."""
    name, reach = _named(view, view.unit), _bw(view.reach)
    if not bases:
        return IllegalOrder(f"no base of {name} may fire from where it stands", rule="LL.5.who.4")
    for base in bases:
        found = _why_not(view, post_of(view, base, view.reach, ARC // DEGREE), target)
        if found:
            return found
    whom = _named(view, target) if target else "an enemy"
    return IllegalOrder(f"no base of {name} has {whom} in its zones within {reach}", rule="LL.5.zone.1")


def _why_not(view: View, post: Post, target: UnitId) -> IllegalOrder | None:
    """LL.5.zone.3, LL.2.obs.2, LL.2.hill.2 A friend in the way, or the ground."""
    straight = zone_of(post, STRAIGHT, view.reach, target)
    aimed = straight if straight and straight.is_enemy and target in ("", straight.unit) else None
    zone = aimed or next(turned_zones(post, view.reach, ARC // DEGREE, target), None) or straight
    zone = zone or next(_hidden(view, post, target), None)
    return _bad_zone(view, post, zone.turn, view.reach) if zone else None


def _hidden(view: View, post: Post, target: UnitId) -> Iterator[Zone]:
    """LL.5.zone.3 Turned zones that would meet an enemy, were it not for a friend before him."""
    for (degrees, _), other in post.near:
        if other.is_enemy and target in ("", other.unit):
            for turn in sorted(degrees, key=abs):
                met, zone = stretch(strip_of(post, turn), other.spots), zone_of(post, turn, view.reach)
                if met and met.near <= view.reach * SCALE and zone and not zone.is_enemy:
                    yield zone


def not_at(view: View, target: UnitId, mode: Mode, aims: Sequence[tuple[int, Zone]]) -> IllegalOrder:
    """LL.5.zone.2, LL.5.artprio.3 The unit asked for is not what the zones allowed meet first."""
    said = "; ".join(f"base {base} at {_met(view, zone)}" for base, zone in aims)
    rule = "LL.5.artprio.3" if mode == "canister" else "LL.5.zone.2"
    message = f"no base of {_named(view, view.unit)} may fire at {_named(view, target)}; with {mode} they would: {said}"
    return IllegalOrder(message, rule=rule)


def bad_turn(view: View, post: Post, best: Best | None, turn: int) -> IllegalOrder:
    """LL.5.volley.2, LL.5.volley.3, LL.5.skirm.3, LL.5.artprio.2 A turn outside the best class of this base."""
    if best and best.is_straight and turn != STRAIGHT:
        there = _met(view, best.zones[0])
        message = f"{_base(view, post)} has {there} straight ahead to {best.mode} at; only without may its zone turn"
        return IllegalOrder(message, rule=TURNS[best.mode])
    limit = most_turn(view.state)
    if abs(turn) > limit:
        message = f"{_base(view, post)} may turn its zone by {limit}° at most, not {abs(turn)}°"
        return IllegalOrder(message, rule=_arc_rule(view))
    if _is_battery(view) and zone_of(post, turn, SHORT_RANGE) is None:
        return _canister_only(view, post, turn)
    return _bad_zone(view, post, turn, SHORT_RANGE) or _volley_first(view, post, best, turn)


def _bad_zone(view: View, post: Post, turn: int, reach: int) -> IllegalOrder | None:
    """LL.5.zone.3, LL.5.range.1, LL.2.obs.2, LL.2.hill.2 Why a zone by itself gives no shot."""
    straight, zone = zone_of(post, STRAIGHT, reach), zone_of(post, turn, reach)
    who = f"the zone of {_base(view, post)}, {_turned(turn)},"
    if straight and is_shut(view, straight):
        message = f"{_base(view, post)} has a friend straight ahead, {_met(view, straight)}, and may not fire"
        return IllegalOrder(message, rule="LL.5.zone.3")
    if zone is None:
        return IllegalOrder(f"{who} meets nobody within {_bw(reach)}", rule="LL.5.zone.1")
    if not zone.is_enemy:
        return IllegalOrder(f"{who} meets a friend first, {_met(view, zone)}", rule="LL.5.zone.3")
    if _is_out_of_cone(view, post, zone):
        return IllegalOrder(f"{who} meets {_met(view, zone)}, outside the 45° of its arc", rule=_arc_rule(view))
    bar = bar_of_guns(view, post, zone) if _is_battery(view) else None
    return IllegalOrder(f"{who} does not reach {_met(view, zone)}: {bar.why}", rule=bar.rule) if bar else None


def _is_out_of_cone(view: View, post: Post, zone: Zone) -> bool:
    is_cone = reading(view.state, "D19") == "B" and zone.turn != STRAIGHT
    return is_cone and not is_in_cone(view, post, zone)


def _volley_first(view: View, post: Post, best: Best | None, turn: int) -> IllegalOrder:
    """LL.5.volley.3, LL.5.skirm.4 Only skirmish fire along this zone, and a volley along another."""
    zone = zone_of(post, turn, SHORT_RANGE)
    assert best is not None
    assert zone is not None
    other, why = best.zones[0], bar_of_volley(view, post, zone)
    message = (
        f"{_base(view, post)} could only skirmish {_turned(turn)} ({why} is in the way) and must volley, "
        f"at {_met(view, other)} {_turned(other.turn)}"
    )
    return IllegalOrder(message, rule="LL.5.volley.3")


def _canister_only(view: View, post: Post, turn: int) -> IllegalOrder:
    """LL.5.artprio.3 Out of reach for canister, which the whole battery must fire."""
    message = f"{_base(view, post)} meets nobody within 6 BW {_turned(turn)}, and its battery must fire canister"
    return IllegalOrder(message, rule="LL.5.artprio.3")


def bad_bombardment(view: View, post: Post, turn: int) -> IllegalOrder:
    """LL.5.artprio.4, LL.5.range.2 A zone along which this base cannot bombard."""
    limit = bombard_turn(view.state)
    if abs(turn) > limit:
        message = f"{_base(view, post)} may turn its bombardment by {limit}° at most, not {abs(turn)}°"
        return IllegalOrder(message, rule="LL.5.artprio.4")
    found = _bad_zone(view, post, turn, LONG_RANGE)
    if found:
        return found
    zone = zone_of(post, turn, LONG_RANGE)
    assert zone is not None
    message = f"{_base(view, post)} cannot bombard {_met(view, zone)}: that is short range, for canister only"
    return IllegalOrder(message, rule="LL.5.range.2")


def split(view: View, post: Post, zone: Zone, unit: UnitId) -> IllegalOrder:
    """LL.5.zone.4 A bombardment at two units."""
    message = (
        f"{_base(view, post)} would bombard {_met(view, zone)} and its battery {_named(view, unit)}: one unit only"
    )
    return IllegalOrder(message, rule="LL.5.zone.4")
