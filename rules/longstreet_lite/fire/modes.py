"""LL.5.artprio, LL.5.volley, LL.5.skirm How a base must fire: the best class of zones that it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.angles import SCALE
from domain.facts import UnitId
from rules.longstreet_lite.fire.ground import bar_of_guns, bar_of_volley, is_walled_off
from rules.longstreet_lite.fire.view import (
    DEGREE,
    FARTHEST,
    STRAIGHT,
    Post,
    View,
    Zone,
    is_in_cone,
    most_turn,
    turned_zones,
    zone_of,
)
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import ARC, LONG_RANGE, SHORT_RANGE, Mode


class Best(NamedTuple):
    """LL.5.skirm.4 The one way in which a base may fire, and the zones among which the player may choose."""

    mode: Mode
    zones: tuple[Zone, ...]

    @property
    def is_straight(self) -> bool:
        return self.zones[0].turn == STRAIGHT


def choose(zones: Iterable[Zone], prefer: UnitId = "") -> Zone:
    """The least turn at the preferred unit, else at the nearest one; of equal turns the left."""
    found = list(zones)
    units = {zone.unit for zone in found}
    unit = prefer if prefer in units else min(found, key=lambda zone: zone.near).unit
    return min((z for z in found if z.unit == unit), key=lambda zone: (abs(zone.turn), zone.turn))


def is_shut(view: View, straight: Zone | None) -> bool:
    """LL.5.zone.3 (D56 B) A friend straight ahead keeps the base from firing at all."""
    return straight is not None and not straight.is_enemy and reading(view.state, "D56") == "B"


def in_arc(view: View, post: Post, zones: Iterable[Zone]) -> Iterator[Zone]:
    """LL.5.artprio.2, LL.5.volley.2 (D19) The strip turned by up to 45 degrees; or whatever base is in the cone."""
    if reading(view.state, "D19") == "A":
        yield from (zone for zone in zones if abs(zone.turn) * DEGREE <= ARC)
    else:
        yield from (zone for zone in zones if is_in_cone(view, post, zone))


def small_arms(view: View, post: Post, prefer: UnitId = "") -> Best | None:
    """LL.5.smprio.1, LL.5.skirm.4 (D23) Volley straight, volley turned, skirmish straight, skirmish turned.

    Under D23 B whatever is straight ahead comes first. Small arms are never obstructed (LL.2.obs.3): skirmish fire goes
    through any ground to the first enemy or to short range (LL.5.skirm.2, LL.5.range.1). None if there is no target.
    """
    straight = zone_of(post, STRAIGHT, SHORT_RANGE, prefer)
    if is_shut(view, straight):
        return None
    ahead = straight if straight and straight.is_enemy else None
    if ahead and not bar_of_volley(view, post, ahead):
        return Best("volley", (ahead,))
    if ahead and reading(view.state, "D23") == "B":
        return Best("skirmish", (ahead,))
    return _turned_small_arms(view, post, ahead)


def _turned_small_arms(view: View, post: Post, ahead: Zone | None) -> Best | None:
    """LL.5.volley.2, LL.5.volley.3, LL.5.skirm.3 A volley at any angle comes before skirmish fire at any."""
    is_walled = is_walled_off(view, post)
    if ahead and is_walled:
        return Best("skirmish", (ahead,))
    turned = tuple(in_arc(view, post, turned_zones(post, SHORT_RANGE, most_turn(view.state))))
    volleys = () if is_walled else tuple(zone for zone in turned if not bar_of_volley(view, post, zone))
    if volleys:
        return Best("volley", volleys)
    skirmish = (ahead,) if ahead else turned
    return Best("skirmish", skirmish) if skirmish else None


def canister(view: View, post: Post, prefer: UnitId = "") -> Best | None:
    """LL.5.artprio.1, LL.5.artprio.2 Straight ahead at short range, else at an angle; None if there is no target."""
    straight = zone_of(post, STRAIGHT, SHORT_RANGE, prefer)
    if is_shut(view, straight):
        return None
    if straight and straight.is_enemy and not bar_of_guns(view, post, straight):
        return Best("canister", (straight,))
    turned = in_arc(view, post, turned_zones(post, SHORT_RANGE, most_turn(view.state)))
    zones = tuple(zone for zone in turned if not bar_of_guns(view, post, zone))
    return Best("canister", zones) if zones else None


def bombard_turn(state: State) -> int:
    """LL.5.artprio.4 (D20) By how many degrees a bombardment may turn: as canister, not at all, or any way ahead."""
    match reading(state, "D20"):
        case "A":
            return most_turn(state)
        case "B":
            return STRAIGHT
    return FARTHEST


def bombard(view: View, post: Post, target: UnitId = "") -> Iterator[Zone]:
    """LL.5.artprio.4, LL.5.range.2 Clear zones to the target beyond 6 BW, or to any; straight ahead is the first."""
    straight = zone_of(post, STRAIGHT, LONG_RANGE, target)
    if is_shut(view, straight):
        return
    if straight and straight.is_enemy and target in ("", straight.unit) and is_far(view, post, straight):
        yield straight
    turned: Iterable[Zone] = turned_zones(post, LONG_RANGE, bombard_turn(view.state), target)
    if reading(view.state, "D20") == "A":
        turned = in_arc(view, post, turned)
    yield from (zone for zone in turned if is_far(view, post, zone))


def is_far(view: View, post: Post, zone: Zone) -> bool:
    """LL.5.range.2 Beyond 6 BW, and nothing on the ground in the way."""
    return zone.near > SHORT_RANGE * SCALE and not bar_of_guns(view, post, zone)
