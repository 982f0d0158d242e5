"""LL.5.artprio, LL.5.volley, LL.5.skirm How a base must fire: the best class of zones that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache
from typing import NamedTuple

from domain.kernel.facts import UnitId
from domain.tabletop.angles import SCALE
from rules.longstreet_lite.fire import view as v
from rules.longstreet_lite.fire.ground import bar_of_guns, bar_of_volley, barred_turns, is_walled_off
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import ARC, LONG_RANGE, SHORT_RANGE, Mode


class Zones:
    """Zones of one class, the least turn first: each is looked for, and the ground along it, only when it matters."""

    def __init__(self, met: Iterable[v.Zone], is_free: Callable[[v.Zone], bool] | None = None) -> None:
        self._found: list[v.Zone] = []
        self._rest = iter(met)
        self._is_free = cache(is_free) if is_free else None

    def _met(self) -> Iterator[v.Zone]:
        yield from self._found
        for zone in self._rest:
            self._found.append(zone)
            yield zone

    def __iter__(self) -> Iterator[v.Zone]:
        return filter(self._is_free, self._met())

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @property
    def first(self) -> v.Zone:
        return next(iter(self))

    @property
    def nearest(self) -> v.Zone:
        """Of equals that of the least turn."""
        return next(filter(self._is_free, sorted(self._met(), key=lambda zone: zone.near)))


class Best(NamedTuple):
    """LL.5.skirm.4 The one way in which a base may fire, and the zones among which the player may choose."""

    mode: Mode
    zones: Zones

    @property
    def is_straight(self) -> bool:
        return self.zones.first.turn == v.STRAIGHT


def choose(post: v.Post, zones: Zones, prefer: UnitId = "") -> v.Zone:
    """The least turn at the preferred unit, else at the nearest one; of equal turns the left."""
    preferred = next((zone for zone in zones if zone.unit == prefer), None) if prefer else None
    if preferred or len({other.unit for _, other in post.near if other.is_enemy}) == 1:
        return preferred or zones.first
    unit = zones.nearest.unit
    return next(zone for zone in zones if zone.unit == unit)


def is_shut(view: v.View, straight: v.Zone | None) -> bool:
    """LL.5.zone.3 (D56 B) A friend straight ahead keeps the base from firing at all."""
    return straight is not None and not straight.is_enemy and reading(view.state, "D56") == "B"


def in_arc(view: v.View, post: v.Post, zones: Iterable[v.Zone]) -> Iterator[v.Zone]:
    """LL.5.artprio.2, LL.5.volley.2 (D19) The strip turned by up to 45 degrees; or whatever base is in the cone."""
    if reading(view.state, "D19") == "A":
        yield from (zone for zone in zones if abs(zone.turn) * v.DEGREE <= ARC)
    else:
        yield from (zone for zone in zones if v.is_in_cone(view, post, zone))


def small_arms(view: v.View, post: v.Post, prefer: UnitId = "") -> Best | None:
    """LL.5.smprio.1, LL.5.skirm.4 (D23) Volley straight, volley turned, skirmish straight, skirmish turned.

    Under D23 B whatever is straight ahead comes first. Small arms are never obstructed (LL.2.obs.3): skirmish fire goes
    through any ground to the first enemy or to short range (LL.5.skirm.2, LL.5.range.1). None if there is no target.
    """
    straight = v.zone_of(post, v.STRAIGHT, SHORT_RANGE, prefer)
    if is_shut(view, straight):
        return None
    ahead = straight if straight and straight.is_enemy else None
    if ahead and not bar_of_volley(view, post, ahead):
        return Best("volley", Zones([ahead]))
    if ahead and reading(view.state, "D23") == "B":
        return Best("skirmish", Zones([ahead]))
    return _turned_small_arms(view, post, ahead)


def _turned_small_arms(view: v.View, post: v.Post, ahead: v.Zone | None) -> Best | None:
    """LL.5.volley.2, LL.5.volley.3, LL.5.skirm.3 A volley at any angle comes before skirmish fire at any."""
    turned = () if is_walled_off(view, post) else _turned(view, post, barred_turns(view, post))
    volleys = Zones(turned, lambda zone: not bar_of_volley(view, post, zone))
    if volleys:
        return Best("volley", volleys)
    skirmish = Zones([ahead] if ahead else _turned(view, post))
    return Best("skirmish", skirmish) if skirmish else None


def _turned(view: v.View, post: v.Post, barred: Set[int] = frozenset()) -> Iterator[v.Zone]:
    return in_arc(view, post, v.turned_zones(post, SHORT_RANGE, v.most_turn(view.state), barred=barred))


def canister(view: v.View, post: v.Post, prefer: UnitId = "") -> Best | None:
    """LL.5.artprio.1, LL.5.artprio.2 Straight ahead at short range, else at an angle; None if there is no target."""
    straight = v.zone_of(post, v.STRAIGHT, SHORT_RANGE, prefer)
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
            return v.most_turn(state)
        case "B":
            return v.STRAIGHT
    return v.FARTHEST


def bombard(view: v.View, post: v.Post, target: UnitId = "") -> Iterator[v.Zone]:
    """LL.5.artprio.4, LL.5.range.2 Clear zones to the target beyond 6 BW, or to any; straight ahead is the first."""
    return (zone for zone in far_zones(view, post, target) if is_far(view, post, zone))


def far_zones(view: v.View, post: v.Post, target: UnitId = "") -> Iterator[v.Zone]:
    """LL.5.artprio.4 Zones to the target, or to any enemy, whatever the distance and the ground."""
    straight = v.zone_of(post, v.STRAIGHT, LONG_RANGE, target)
    if is_shut(view, straight):
        return
    if straight and straight.is_enemy and target in ("", straight.unit):
        yield straight
    turned = v.turned_zones(post, LONG_RANGE, bombard_turn(view.state), target)
    yield from in_arc(view, post, turned) if reading(view.state, "D20") == "A" else turned


def is_far(view: v.View, post: v.Post, zone: v.Zone) -> bool:
    """LL.5.range.2 Beyond 6 BW, and nothing on the ground in the way."""
    return zone.near > SHORT_RANGE * SCALE and not bar_of_guns(view, post, zone)
