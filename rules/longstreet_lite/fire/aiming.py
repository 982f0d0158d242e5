"""LL.5.zone, LL.5.artprio Who fires at what: the zone of every base of a unit, chosen for the player or checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side, UnitId
from rules.longstreet_lite.fire import modes, refusals
from rules.longstreet_lite.fire.asks import FireUnit
from rules.longstreet_lite.fire.firers import bar_of_base, check_may_fire, firers
from rules.longstreet_lite.fire.view import STRAIGHT, Post, View, Zone, most_turn, post_of, view_of
from rules.longstreet_lite.formation import Base, front_bases
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, on_table
from rules.longstreet_lite.tables import LONG_RANGE, SHORT_RANGE, Mode


class Aim(NamedTuple):
    """Section 6.3 What one base is about to fire at."""

    post: Post
    mode: Mode
    zone: Zone


class Fire(NamedTuple):
    """All that a unit is about to do."""

    view: View
    aims: tuple[Aim, ...]


def plan_fire(state: State, side: Side, order: FireUnit) -> Fire:
    """Section 6.3 Every base that can fires at what the priorities give it (D18 A); refuses what they do not allow."""
    unit = check_may_fire(state, side, order.unit)
    _check_target(state, side, order.target)
    view = view_of(state, order.unit)
    turns, held = _checked_turns(state, view, order), _held(state, view, order)
    bases = [base for base in firers(state, order.unit) if base.number not in held]
    plan = _small_arms if unit.kind == "INF" else _battery
    aims = tuple(plan(view, bases, order.target, turns))
    if order.hold and not bases:
        raise IllegalOrder("every base holds", "LL.5.gen.1", order.unit)
    if not aims:
        raise refusals.no_target(view, bases, order.target)
    if order.target and all(aim.zone.unit != order.target for aim in aims):
        raise refusals.not_at(view, order.target, aims[0].mode, [(a.post.base.number, a.zone) for a in aims])
    return Fire(view, aims)


def left_alone(state: State, unit_id: UnitId) -> Fire:
    """LL.5.gen.1 What a unit that may fire would do if nothing more were said; nothing, where it has no target."""
    view, bases = view_of(state, unit_id), list(firers(state, unit_id))
    plan = _small_arms if state.units[unit_id].kind == "INF" else _battery
    return Fire(view, tuple(plan(view, bases, "", {})))


def has_target(state: State, unit_id: UnitId, target: UnitId = "") -> bool:
    """LL.5.gen.1 Whether a unit that may fire has anyone to fire at, or this one: the first base that has will do."""
    view, bases = view_of(state, unit_id), list(firers(state, unit_id))
    is_battery = state.units[unit_id].kind == "ART"
    if target:
        plan = _battery if is_battery else _small_arms
        return any(aim.zone.unit == target for aim in plan(view, bases, target, {}))
    near = (post_of(view, base, SHORT_RANGE, most_turn(state)) for base in bases)
    if any((modes.canister if is_battery else modes.small_arms)(view, post) for post in near):
        return True
    return is_battery and next(_bombarded(view, bases), None) is not None


def _check_target(state: State, side: Side, target: UnitId) -> None:
    unit = state.units.get(target)
    if target and (unit is None or not unit.is_on_table or unit.side == side):
        there = (name for name, other in on_table(state).items() if other.side != side)
        raise IllegalOrder("no enemy there", "LL.5.zone.2", target, *there)


def _held(state: State, view: View, order: FireUnit) -> frozenset[int]:
    """LL.5.gen.1 (D18) A unit fires with every base that can; under B each base fires or not."""
    if order.hold and reading(state, "D18") == "A":
        raise IllegalOrder("no base may hold", "LL.5.gen.1")
    for number in order.hold:
        _front_base(state, view, number)
    return frozenset(order.hold)


def _checked_turns(state: State, view: View, order: FireUnit) -> Mapping[int, int]:
    """LL.5.who.1 Only bases that may fire can be aimed."""
    turns: dict[int, int] = {}
    for text, turn in order.aims.items():
        base = _front_base(state, view, int(text) if text.isdecimal() else 0, text)
        heed(bar_of_base(state, view.unit, base))
        turns[base.number] = turn
    return turns


def _front_base(state: State, view: View, number: int, text: str = "") -> Base:
    """LL.5.who.1, LL.5.who.2 The front rank, or the gun row, fires; later ranks do not."""
    bases = front_bases(view.body)
    if not 1 <= number <= len(bases):
        rule = "LL.5.who.1" if state.units[view.unit].kind == "INF" else "LL.5.who.2"
        raise IllegalOrder("no base of the front", rule, view.unit, text or number, len(bases))
    return bases[number - 1]


def _small_arms(view: View, bases: list[Base], target: UnitId, turns: Mapping[int, int]) -> Iterator[Aim]:
    """LL.5.zone.4 Bases of one infantry unit may have different targets."""
    for base in bases:
        post = post_of(view, base, SHORT_RANGE, most_turn(view.state))
        best = modes.small_arms(view, post, target)
        yield from _aim(view, post, best, target, turns)


def _aim(view: View, post: Post, best: modes.Best | None, target: UnitId, turns: Mapping[int, int]) -> Iterator[Aim]:
    """The zone asked for if it is of the best class, else the one chosen for the player."""
    turn = turns.get(post.base.number)
    if turn is None:
        if best:
            yield Aim(post, best.mode, modes.choose(post, best.zones, target))
        return
    zone = next((zone for zone in best.zones if zone.turn == turn), None) if best else None
    if best is None or zone is None:
        raise refusals.bad_turn(view, post, best, turn)
    yield Aim(post, best.mode, zone)


def _battery(view: View, bases: list[Base], target: UnitId, turns: Mapping[int, int]) -> Iterator[Aim]:
    """LL.5.artprio.3 With any target at short range the battery fires canister only; else it may bombard."""
    near = [post_of(view, base, SHORT_RANGE, most_turn(view.state)) for base in _guns(view, bases)]
    found = {post.base.number: modes.canister(view, post, target) for post in near}
    if any(found.values()):
        for post in near:
            if post.base in bases:
                yield from _aim(view, post, found[post.base.number], target, turns)
        return
    far = [post_of(view, base, LONG_RANGE, modes.bombard_turn(view.state)) for base in bases]
    yield from _bombardment(view, far, target, turns)


def _guns(view: View, bases: list[Base]) -> list[Base]:
    """LL.5.artprio.3 (D18 B) A gun that holds its fire still has its target."""
    return bases if reading(view.state, "D18") == "A" else list(firers(view.state, view.unit))


def _bombardment(view: View, posts: list[Post], target: UnitId, turns: Mapping[int, int]) -> Iterator[Aim]:
    """LL.5.artprio.4, LL.5.zone.4 One target unit; each base needs a clear zone of its own to it, or does not fire."""
    asked = {post.base.number: _asked(view, post, turns) for post in posts if post.base.number in turns}
    unit = target or next((zone.unit for zone in asked.values()), "") or _nearest(view, posts)
    for post in posts:
        zone = asked.get(post.base.number) or next(modes.bombard(view, post, unit), None)
        if zone and zone.unit != unit:
            raise refusals.split(view, post, zone, unit)
        if zone and unit:
            yield Aim(post, "bombard", zone)


def _asked(view: View, post: Post, turns: Mapping[int, int]) -> Zone:
    """The zone of a bombardment that the player turned himself."""
    turn = turns[post.base.number]
    zone = next((zone for zone in modes.bombard(view, post) if zone.turn == turn), None)
    if zone is None:
        raise refusals.bad_bombardment(view, post, turn)
    return zone


def _nearest(view: View, posts: list[Post]) -> UnitId:
    """The unit bombarded if none is named: the nearest straight ahead of any base, else the nearest at an angle."""
    zones = [(zone, post) for post in posts for zone in modes.far_zones(view, post)]
    zones.sort(key=lambda pair: (pair[0].turn != STRAIGHT, pair[0].near))
    return next((zone.unit for zone, post in zones if modes.is_far(view, post, zone)), "")


def bombardable(view: View, bases: list[Base]) -> list[UnitId]:
    """LL.5.artprio.4 Every unit that some base could bombard, were the battery to bombard at all."""
    return list(dict.fromkeys(_bombarded(view, bases)))


def _bombarded(view: View, bases: list[Base]) -> Iterator[UnitId]:
    posts = (post_of(view, base, LONG_RANGE, modes.bombard_turn(view.state)) for base in bases)
    return (zone.unit for post in posts for zone in modes.bombard(view, post))
