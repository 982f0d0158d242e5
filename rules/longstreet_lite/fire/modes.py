"""LL.5.artprio, LL.5.volley, LL.5.skirm How a base must fire: the best class of zones that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache
from typing import NamedTuple

from domain.kernel.facts import UnitId
from domain.tabletop.angles import SCALE
from rules.longstreet_lite.fire.ground import bar_of_guns, bar_of_volley, barred_turns, is_walled_off
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


class Zones:
    """Zones of one class, the least turn first: each is looked for, and the ground along it, only when it matters."""

    def __init__(self, met: Iterable[Zone], is_free: Callable[[Zone], bool] | None = None) -> None:
        self._found: list[Zone] = []
        self._rest = iter(met)
        self._is_free = cache(is_free) if is_free else None

    def _met(self) -> Iterator[Zone]:
        yield from self._found
        for zone in self._rest:
            self._found.append(zone)
            yield zone

    def __iter__(self) -> Iterator[Zone]:
        return filter(self._is_free, self._met())

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @property
    def first(self) -> Zone:
        return next(iter(self))

    @property
    def nearest(self) -> Zone:
        """Of equals that of the least turn."""
        return next(filter(self._is_free, sorted(self._met(), key=lambda zone: zone.near)))


class Best(NamedTuple):
    """LL.5.skirm.4 The one way in which a base may fire, and the zones among which the player may choose."""

    mode: Mode
    zones: Zones

    @property
    def is_straight(self) -> bool:
        return self.zones.first.turn == STRAIGHT


def choose(post: Post, zones: Zones, prefer: UnitId = "") -> Zone:
    """The least turn at the preferred unit, else at the nearest one; of equal turns the left."""
    preferred = next((zone for zone in zones if zone.unit == prefer), None) if prefer else None
    if preferred or len({other.unit for _, other in post.near if other.is_enemy}) == 1:
        return preferred or zones.first
    unit = zones.nearest.unit
    return next(zone for zone in zones if zone.unit == unit)


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
        return Best("volley", Zones([ahead]))
    if ahead and reading(view.state, "D23") == "B":
        return Best("skirmish", Zones([ahead]))
    return _turned_small_arms(view, post, ahead)


def _turned_small_arms(view: View, post: Post, ahead: Zone | None) -> Best | None:
    """LL.5.volley.2, LL.5.volley.3, LL.5.skirm.3 A volley at any angle comes before skirmish fire at any."""
    turned = () if is_walled_off(view, post) else _turned(view, post, barred_turns(view, post))
    volleys = Zones(turned, lambda zone: not bar_of_volley(view, post, zone))
    if volleys:
        return Best("volley", volleys)
    skirmish = Zones([ahead] if ahead else _turned(view, post))
    return Best("skirmish", skirmish) if skirmish else None


def _turned(view: View, post: Post, barred: Set[int] = frozenset()) -> Iterator[Zone]:
    return in_arc(view, post, turned_zones(post, SHORT_RANGE, most_turn(view.state), barred=barred))


def canister(view: View, post: Post, prefer: UnitId = "") -> Best | None:
    """LL.5.artprio.1, LL.5.artprio.2 Straight ahead at short range, else at an angle; None if there is no target."""
    straight = zone_of(post, STRAIGHT, SHORT_RANGE, prefer)
    if is_shut(view, straight):
        return None
    if straight and straight.is_enemy and not bar_of_guns(view, post, straight):
        return Best("canister", Zones([straight]))
    zones = Zones(_turned(view, post), lambda zone: bar_of_guns(view, post, zone) is None)
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
    return (zone for zone in far_zones(view, post, target) if is_far(view, post, zone))


def far_zones(view: View, post: Post, target: UnitId = "") -> Iterator[Zone]:
    """LL.5.artprio.4 Zones to the target, or to any enemy, whatever the distance and the ground."""
    straight = zone_of(post, STRAIGHT, LONG_RANGE, target)
    if is_shut(view, straight):
        return
    if straight and straight.is_enemy and target in ("", straight.unit):
        yield straight
    turned = turned_zones(post, LONG_RANGE, bombard_turn(view.state), target)
    yield from in_arc(view, post, turned) if reading(view.state, "D20") == "A" else turned


def is_far(view: View, post: Post, zone: Zone) -> bool:
    """LL.5.range.2 Beyond 6 BW, and nothing on the ground in the way."""
    return zone.near > SHORT_RANGE * SCALE and not bar_of_guns(view, post, zone)
