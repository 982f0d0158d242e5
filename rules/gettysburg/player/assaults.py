"""8.4, 11.0 Which hex to assault, with which brigades and from where: chosen by what may be expected of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from domain.kernel.facts import Order
from rules.gettysburg.combat.differential import defence
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.asks import DeclareAttack
from rules.gettysburg.movement.declarations import declarations_of
from rules.gettysburg.player import attackers, odds
from rules.gettysburg.player.attackers import Attacker
from rules.gettysburg.player.odds import Blow, Defender, Situation
from rules.gettysburg.player.view import View
from rules.gettysburg.position import brigades_at, guns_at, side_at
from rules.gettysburg.state import TRAINS, State, Unit

# The least expected gain, in brigades, for which a side attacks.
BOLD, LATE, CAREFUL = 0.05, -0.05, 0.2
PRIZE: Final = 0.3  # an objective hex emptied
RETAKEN: Final = 0.5  # the same for the side that must hold it
WORTH_JOINING: Final = 0.03  # what a further brigade must add
MOST_BLOWS: Final = 4
GUN_WORTH: Final = 0.6  # of a brigade


class Assault(NamedTuple):
    target: HexId
    attackers: tuple[Attacker, ...]
    gain: float


def next_order(view: View) -> Order | None:
    """The next step of the assault under way, else of the most promising one; None if none is worth making."""
    struck = [declared.target for declared in view.state.turn.declared.values()]
    fresh = view.foe.held.difference(struck)
    best = next(chain(_plans(view, view.foe.held.intersection(struck[-1:])), _plans(view, fresh)), None)
    if best is None:
        return None
    # 16.4(1) Those already in contact open the way to the others.
    one = min((one for one in best.attackers if not one.is_bound), key=lambda one: one.comes_up)
    return view.move(one.unit, one.start) if one.comes_up else DeclareAttack(unit=one.unit, target=best.target)


def pending(view: View) -> Order | None:
    """8.4a A brigade that has just come up declares now or never, before anything else is done."""
    name = view.state.turn.window
    fresh = view.brigades.get(name) if name not in view.state.turn.declared else None
    beside = view.foe.held.intersection(view.ground.near(fresh.at)) if fresh and not fresh.shaken else None
    orders = attackers.declarable(view, name) if beside else []
    return _joining(view, name, orders) or _worthwhile(view, name, frozenset(order.target for order in orders))


def _joining(view: View, name: PieceId, orders: list[DeclareAttack]) -> DeclareAttack | None:
    """It joins in the assault on a hex to which it adds most, whoever else may come."""
    best, most = None, WORTH_JOINING
    for order in orders:
        bound = attackers.bound(view, order.target)
        if bound and len(bound) < MOST_BLOWS:
            defenders, now = defenders_of(view.state, order.target), situation(view, order.target)
            joined = [*bound, attackers.standing(view, name, order.target)]
            more = (gain_of(joined, defenders, now) - gain_of(bound, defenders, now)) * _worth(view.state, order.target)
            if more >= most:
                best, most = order, more
    return best


def _worthwhile(view: View, name: PieceId, targets: frozenset[HexId]) -> Order | None:
    """It opens an assault that is worth making, with those who can come up."""
    for found in _plans(view, targets):
        if any(one.unit == name and not one.comes_up for one in found.attackers):
            return DeclareAttack(unit=name, target=found.target)
    return None


def _plans(view: View, targets: frozenset[HexId]) -> Iterator[Assault]:
    """The assaults on these hexes that are worth making, the best first."""
    free = attackers.free(view, targets) if targets else {}
    plans = [found for target in sorted(free) if (found := _plan(view, target, free[target]))]
    yield from sorted(plans, key=lambda found: -found.gain)


def strike_train(view: View) -> DeclareAttack | None:
    """4.3, 21.4 A brigade next to the enemy Train with nothing better to do strikes it: a point, and nobody returns."""
    train = view.state.units[TRAINS[view.enemy]]
    for at in view.ground.near(train.at) if train.at in view.foe.held else ():
        for name in view.brigade_hexes.get(at, ()):
            for order in declarations_of(view.state, name, view.side):
                if isinstance(order, DeclareAttack) and order.train:
                    return order
    return None


def _plan(view: View, target: HexId, free: list[Attacker]) -> Assault | None:
    """The best assault on a hex that still lacks a declaration, if it is worth more than the side asks for."""
    defenders = defenders_of(view.state, target)
    if not defenders:
        return None
    bound = attackers.bound(view, target)
    now = situation(view, target)
    worth = _worth(view.state, target)
    chosen, gain = bound, gain_of(bound, defenders, now) * worth if bound else 0.0
    before = gain
    for one in sorted(free, key=lambda one: (-one.blow.strength, one.unit)):
        taken = {place for other in chosen for place in (other.unit, other.start)}
        if len(chosen) >= MOST_BLOWS or one.unit in taken or one.start in taken:
            continue
        more = gain_of([*chosen, one], defenders, now) * worth
        if not chosen or more >= gain + WORTH_JOINING:
            chosen, gain = [*chosen, one], more
    if len(chosen) == len(bound) or gain < (before + WORTH_JOINING if bound else threshold(view, target)):
        return None
    return Assault(target, tuple(chosen), gain - before)


def threshold(view: View, target: HexId) -> float:
    """What a side asks for before it attacks; the attacker dares more when time runs out."""
    if not view.attacks:
        return CAREFUL
    if view.is_late and (target in view.objective or view.objective & set(view.ground.near(target))):
        return LATE
    return BOLD


def gain_of(blows: list[Attacker], defenders: list[Defender], now: Situation) -> float:
    """11.6a The weakest first: in a coordinated assault each later blow is stronger."""
    return _expected(tuple(sorted((one.blow for one in blows), key=lambda blow: blow.strength)), tuple(defenders), now)


@lru_cache(maxsize=16_384)
def _expected(blows: tuple[Blow, ...], defenders: tuple[Defender, ...], now: Situation) -> float:
    return odds.assault(blows, defenders, now)


def situation(view: View, target: HexId) -> Situation:
    state = view.state
    prize = (PRIZE if view.attacks else RETAKEN) if target in view.objective else 0.0
    return Situation(
        guns=() if view.is_night else support_of(state, target),
        coordination=view.coordination,
        is_night=view.is_night,
        prize=prize,
    )


def support_of(state: State, target: HexId) -> tuple[int, ...]:
    """13.4c The defensive support that may be given to a hex, strongest first."""
    side = side_at(state, target)
    if not brigades_at(state, target):
        return ()
    hexes = [at for at in (target, *state.ground.near(target)) if side_at(state, at) == side]
    guns = (state.units[name] for at in hexes for name in guns_at(state, at))
    return tuple(sorted((gun.ratings.def_support for gun in guns if not gun.fired and not gun.disrupted), reverse=True))


def defenders_of(state: State, target: HexId) -> list[Defender]:
    """11.7a The brigades of a hex in stacking order, or its best artillery unit (13.5a)."""
    brigades = [state.units[name] for name in brigades_at(state, target)]
    if brigades:
        return [defender(unit) for unit in brigades]
    guns = [state.units[name] for name in guns_at(state, target)]
    return [defender(unit) for unit in sorted(guns, key=defence, reverse=True)[:1]]


def defender(unit: Unit) -> Defender:
    if unit.kind == "artillery":
        rating = defence(unit)
        return Defender((rating, rating), (0, 0), "0", disrupted=unit.disrupted)
    ratings = unit.ratings
    return Defender(ratings.combat, ratings.morale, str(ratings.loss), unit.shaken, unit.disrupted)


def _worth(state: State, target: HexId) -> float:
    return 1.0 if brigades_at(state, target) else GUN_WORTH
