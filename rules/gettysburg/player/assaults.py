"""8.4, 11.0 Which hex to assault, with which brigades and from where: chosen by what may be expected of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from domain.kernel.facts import Order
from rules.gettysburg.combat.differential import defence
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.asks import DeclareAttack
from rules.gettysburg.movement.declarations import declarations_of
from rules.gettysburg.player import odds
from rules.gettysburg.player.aims import shift
from rules.gettysburg.player.odds import Blow, Defender, Situation, Temper
from rules.gettysburg.player.view import View
from rules.gettysburg.position import brigades_at, guns_at, side_at
from rules.gettysburg.state import TRAINS, State, Unit
from rules.gettysburg.tables import ATTACKER_DISRUPTED

# The least expected gain, in brigades, for which a side attacks.
BOLD, LATE, CAREFUL = 0.05, -0.05, 0.2
PRIZE: Final = 0.3  # an objective hex emptied
RETAKEN: Final = 0.5  # the same for the side that must hold it
WORTH_JOINING: Final = 0.03  # what a further brigade must add
MOST_BLOWS: Final = 4
REACH: Final = 5  # hexes from which a brigade may come up and attack
GUN_WORTH: Final = 0.6  # of a brigade


class Attacker(NamedTuple):
    """A brigade that could attack a hex, from where, and how strongly."""

    unit: PieceId
    start: HexId
    blow: Blow
    order: Order  # a declaration if it stands there, else the move that brings it up
    is_bound: bool = False  # it has declared already


class Assault(NamedTuple):
    target: HexId
    attackers: tuple[Attacker, ...]
    gain: float


def next_order(view: View) -> Order | None:
    """The next step of the most promising assault; None if none is worth making."""
    if "assault" not in view.known:
        view.known["assault"] = _next_order(view)
    found: Order | None = view.known["assault"]
    return found


def _next_order(view: View) -> Order | None:
    attackers = _free(view)
    plans = [found for target in sorted(attackers) if (found := _plan(view, target, attackers[target]))]
    plans.sort(key=lambda found: -found.gain)
    fresh = view.state.turn.window  # a brigade that has just come up declares now or never (8.4a)
    for one in (one for found in plans for one in found.attackers):
        if one.unit == fresh and isinstance(one.order, DeclareAttack) and not one.is_bound:
            return one.order
    if not plans:
        return None
    free = [one for one in plans[0].attackers if not one.is_bound]
    # 16.4(1) Those already in contact open the way to the others.
    return next((one.order for one in free if isinstance(one.order, DeclareAttack)), free[0].order)


def strike_train(view: View) -> DeclareAttack | None:
    """4.3, 21.4 A brigade next to the enemy Train with nothing better to do strikes it: a point, and nobody returns."""
    train = view.state.units[TRAINS[view.enemy]]
    for at in view.ground.near(train.at) if train.at in view.field.held else ():
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
    bound = list(_bound(view, target))
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


def gain_of(attackers: list[Attacker], defenders: list[Defender], now: Situation) -> float:
    """11.6a The weakest first: in a coordinated assault each later blow is stronger."""
    return _expected(
        tuple(sorted((one.blow for one in attackers), key=lambda blow: blow.strength)), tuple(defenders), now
    )


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


def blow(state: State, name: PieceId, start: HexId, target: HexId) -> Blow:
    """11.4 What a brigade brings against a hex: rating, ground, Disruption and the guns stacked with it."""
    unit = state.units[name]
    strength = unit.ratings.combat[unit.shaken] + shift(state, start, target)
    if unit.disrupted:
        strength += ATTACKER_DISRUPTED.value
    if unit.at == start and any(_can_support(state, gun) for gun in guns_at(state, start)):
        strength += 1
    temper = Temper(unit.ratings.morale[unit.shaken], str(unit.ratings.loss), unit.shaken)
    return Blow(strength, temper)


def _can_support(state: State, gun: PieceId) -> bool:
    found = state.units[gun]
    return not found.fired and not found.disrupted and gun not in state.turn.declared


def _bound(view: View, target: HexId) -> Iterator[Attacker]:
    """Brigades that have declared on the hex."""
    for name, declared in view.state.turn.declared.items():
        if declared.target == target and declared.kind in ("attack", "charge"):
            at = view.state.units[name].at
            order = DeclareAttack(unit=name, target=target)
            yield Attacker(name, at, blow(view.state, name, at, target), order, is_bound=True)


def _free(view: View) -> dict[HexId, list[Attacker]]:
    """Brigades fit to attack that stand next to a hex of the enemy, or can come up to it; by that hex."""
    found: dict[HexId, list[Attacker]] = {}
    for name, unit in view.brigades.items():
        if not unit.shaken and name not in view.state.turn.declared:
            targets = view.around(unit.at, REACH) & view.field.held
            if unit.kind == "cavalry":
                targets -= view.field.infantry
            for target, start, order in _ways(view, name, unit, targets):
                one = Attacker(name, start, blow(view.state, name, start, target), order)
                found.setdefault(target, []).append(one)
    return found


def _ways(view: View, name: PieceId, unit: Unit, targets: frozenset[HexId]) -> Iterator[tuple[HexId, HexId, Order]]:
    """Which of these hexes a brigade can attack, from where, and what it orders to do so."""
    beside = targets.intersection(view.ground.near(unit.at))
    for order in declarations_of(view.state, name, view.side) if beside else ():
        if isinstance(order, DeclareAttack) and order.target in beside and not order.train:
            yield order.target, unit.at, order
    if len(targets) == len(beside) or unit.disrupted or (view.is_reserve(name) and not view.attacks):
        return
    moves = view.moves(name)
    touching = moves.keys() & view.contact
    for target in targets - beside if touching else ():
        yield from ((target, at, moves[at]) for at in view.ground.near(target) if at in touching)
