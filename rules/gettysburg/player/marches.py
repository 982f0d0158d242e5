"""8.0 Where each unit goes that does not attack: brigades, cavalry, artillery and the Train, one order at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.player.aims import cover
from rules.gettysburg.player.posts import posts_of
from rules.gettysburg.player.spread import FAR, Spread, single_steps
from rules.gettysburg.player.view import View
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ELIMINATED, ROUTED, Unit
from rules.gettysburg.tables import NEAR

Worth = Callable[[HexId], float]

TO_MOVE: Final = ("infantry", "cavalry", "artillery", "train")

FIRST: Final = (-1, 0, "")  # before all turns

SAFE: Final = NEAR + 1  # hexes from enemy infantry at which a unit rallies and marches freely
CONTACT: Final = -3.0  # standing next to enemy infantry without attacking it
CLOSE: Final = -0.3
CROWD: Final = -0.6  # for each brigade already in the hex
ON_OBJECTIVE: Final = 4.0
COVER: Final = 0.5
FRIENDS: Final = 0.25
STIR: Final = 0.4  # what a move must gain to be worth making
STIR_GUNS: Final = 1.0  # guns that move do nothing else this turn (13.1b)
OUTNUMBERED: Final = 1.6
HELPED: Final = 0.5  # to guns, for each hex with brigades they can support, and for one they stand with
ALONE: Final = -2.0  # to guns without a brigade, and to cavalry, for each hex nearer to enemy infantry than is safe
FAR_BEHIND: Final = 8
GUNS_TOGETHER: Final = -0.8  # for each other gun in the hex
FORWARD: Final = 0.3  # to cavalry, for each MP nearer to the objective
FORWARD_DELAYING: Final = 0.1
SCREENING: Final = 0.4  # to cavalry, for each hex nearer to the enemy
DELAYING: Final = 0.5
ENOUGH: Final = 4  # infantry brigades at the objective that need no cavalry before them


def next_order(view: View) -> MoveUnit | None:
    """The first piece, in a fixed order, that has somewhere better to be."""
    for name in _in_order(view):
        order = _order_for(view, name, view.own[name])
        if order is not None:
            return order
    return None


def _in_order(view: View) -> Iterator[PieceId]:
    """Those who may move and whose turn is still to come: pieces before the last that marched have had theirs."""
    last = max((_turn_of(view, name) for name in view.marched), default=FIRST)
    idle = view.own.keys() - view.state.turn.acted
    for kind in TO_MOVE[max(0, last[0]) :]:
        waiting = sorted(_turn_of(view, name) for name in idle if view.own[name].kind == kind)
        yield from (turn[-1] for turn in waiting if turn > last and view.can_move(turn[-1], leaves=False))


def _turn_of(view: View, name: PieceId) -> tuple[int, int, PieceId]:
    """Infantry nearest the enemy first, then cavalry, guns and the Train; by where each began."""
    unit = view.own[name]
    return TO_MOVE.index(unit.kind), view.from_enemy(view.state.turn.starts.get(name) or unit.at), name


def _order_for(view: View, name: PieceId, unit: Unit) -> MoveUnit | None:
    if unit.kind == "train":
        return _train(view, name, unit)
    if unit.disrupted:
        order = _recover(view, name, unit)
        if order is not None:
            return order
    if view.is_night or not view.can_move(name):
        return None
    if unit.kind == "artillery":
        return _best(view, name, guns_worth(view, unit), STIR_GUNS)
    if unit.shaken or (unit.disrupted and unit.at in view.foe.near_infantry and unit.at not in view.objective):
        return _fall_back(view, name, unit)
    if unit.kind == "cavalry":
        return _best(view, name, cavalry_worth(view), STIR)
    worth = brigade_worth(view, name, unit)
    return _best(view, name, worth, STIR) if worth else None


def _best(view: View, name: PieceId, worth: Worth, stir: float, recovers: bool = False) -> MoveUnit | None:
    """The move to the hex worth most, if it is worth the stir."""
    at = view.best(name, worth, recovers)
    return view.move(name, at, recovers) if at and worth(at) > worth(view.own[name].at) + stir else None


def _recover(view: View, name: PieceId, unit: Unit) -> MoveUnit | None:
    """7.3d Order first; what is left of the move takes the unit where it is safer or more useful."""
    here = MoveUnit(unit=name, recover=True)
    if not view.can_recover(name):
        return None
    if unit.shaken and view.from_enemy(unit.at) >= SAFE:
        return None  # 7.4c the rally will see to it
    if view.is_night or unit.kind == "artillery" or not view.can_move(name):
        return here
    worth = cavalry_worth(view) if unit.kind == "cavalry" else brigade_worth(view, name, unit)
    further = _best(view, name, worth, 2 * STIR, recovers=True) if worth and not unit.shaken else None
    return further or here


def _fall_back(view: View, name: PieceId, unit: Unit) -> MoveUnit | None:
    """7.4b A Shaken brigade goes where it can rally, and stays there."""
    if view.from_enemy(unit.at) >= SAFE:
        return None
    return _best(view, name, lambda at: _shelter(view, at), STIR)


def _shelter(view: View, at: HexId) -> float:
    others = view.crowd(at)
    return min(view.from_enemy(at), SAFE + 1) + COVER * cover(view.state, at) + CROWD * others


def brigade_worth(view: View, name: PieceId, unit: Unit) -> Worth | None:
    """What a hex is worth to an infantry brigade; None if it should stay where it is."""
    if view.attacks:
        return _attacker_worth(view, name, unit)
    post = posts_of(view).get(name)
    if view.from_enemy(unit.at) <= NEAR and unit.at != post:
        return None if _holds(view, unit) else _withdrawal_worth(view, unit, post)
    if post is None or post == unit.at:
        return None
    return lambda at: _ground(view, unit, at) - view.ground.distance(at, post)


def _attacker_worth(view: View, name: PieceId, unit: Unit) -> Worth | None:
    if unit.at in view.objective:
        return None
    is_reserve = view.is_reserve(name)
    return lambda at: _friends(view, unit, at) + _forward(view, at, is_reserve)


def _forward(view: View, at: HexId, is_reserve: bool) -> float:
    """What a hex is worth on the way to the objective; it hangs on the enemy alone."""
    key = "forward", view.state.battle.victory, reading(view.state, "D17"), is_reserve
    known: dict[HexId, float] = view.foe.kept(key, dict)
    if at not in known:
        value = _lie(view, at) - view.to_goal(at)
        if at in view.foe.near_infantry and at not in view.objective:
            value += CONTACT
        if is_reserve and view.from_enemy(at) < SAFE:
            value += CONTACT
        known[at] = value + (ON_OBJECTIVE if at in view.objective else 0.0)
    return known[at]


def _withdrawal_worth(view: View, unit: Unit, post: HexId | None) -> Worth:
    def worth(at: HexId) -> float:
        back = view.ground.distance(at, post) if post else view.to_goal(at)
        return _ground(view, unit, at) - back + (CONTACT if at in view.foe.near_infantry else 0.0)

    return worth


def _holds(view: View, unit: Unit) -> bool:
    """Whether a brigade in contact stands: on good ground, or not outnumbered."""
    own, enemy = (view.strength_near(unit.at, NEAR, own=mine) for mine in (True, False))
    return enemy <= own * (OUTNUMBERED + COVER * cover(view.state, unit.at))


def _ground(view: View, unit: Unit, at: HexId) -> float:
    """Cover where it may be needed, friends beside, not too many in one hex."""
    return _friends(view, unit, at) + _lie(view, at)


def _friends(view: View, unit: Unit, at: HexId) -> float:
    brigades = view.brigade_hexes
    others = view.crowd(at) - (1 if at == unit.at else 0)
    friends = sum([to in brigades for to in view.ground.near(at)])
    return CROWD * others + FRIENDS * min(2, friends)


def _lie(view: View, at: HexId) -> float:
    near = view.from_enemy(at)
    value = COVER * cover(view.state, at) if near <= SAFE + 1 else 0.0
    return value + (CLOSE if near <= NEAR else 0.0)


def cavalry_worth(view: View) -> Worth:
    """15.0 Between the enemy and what he wants, out of his infantry's reach; nearer while it must win time."""
    delays = must_delay(view)
    nearest, pull = (NEAR, FORWARD_DELAYING) if delays else (SAFE, FORWARD)

    def worth(at: HexId) -> float:
        near = view.from_enemy(at)
        value = COVER * cover(view.state, at) - pull * view.to_goal(at)
        if near < nearest:
            value += ALONE * (nearest - near)
        elif not view.attacks:
            value -= DELAYING * (near - nearest) if delays else SCREENING * min(near - nearest, SAFE)
        return value + CROWD * view.crowd(at)

    return worth


def must_delay(view: View) -> bool:
    """15.3 Whether cavalry has to hold up the enemy until infantry stands on the objective."""
    if view.attacks or not view.objective:
        return False
    there = sum(
        unit.kind == "infantry" and any(view.ground.distance(unit.at, at) <= NEAR for at in view.objective)
        for unit in view.brigades.values()
    )
    return there < ENOUGH


def guns_worth(view: View, unit: Unit) -> Worth:
    """13.4, 13.5 Behind or among brigades that may need support, on a hill, never alone before the enemy."""
    front = frozenset(at for at in view.brigade_hexes if view.from_enemy(at) <= SAFE) or frozenset(view.brigade_hexes)
    gap, brigades = _gap(view, unit, front), view.brigade_hexes
    others = Counter(gun.at for gun in view.own.values() if gun.kind == "artillery" and gun is not unit)

    def worth(at: HexId) -> float:
        value = HELPED if at in brigades else ALONE * max(0, SAFE - view.from_enemy(at))
        helped = sum([to in brigades for to in view.ground.disc(at, 1)])
        value += HELPED * min(SAFE, helped) + COVER * cover(view.state, at)
        return value + GUNS_TOGETHER * others[at] - float(max(0, gap(at) - 1))

    return worth


def _gap(view: View, unit: Unit, front: frozenset[HexId]) -> Callable[[HexId], int]:
    """How far a hex lies from the front; from afar one hex of it is as good as another."""
    distance = view.ground.distance
    nearest = min(front, key=lambda at: (distance(at, unit.at), at), default=unit.at)
    if distance(nearest, unit.at) > FAR_BEHIND:
        return lambda at: distance(at, nearest)
    steps = view.kept("front", front, lambda: Spread(front, single_steps(view.ground), FAR))
    return lambda at: steps.cost(at, 0)


TRAIN_IN_DANGER: Final = -4.0  # for each hex that it is nearer
TRAIN_AWAY: Final = 8  # hexes the Train keeps from any enemy
TRAIN_NEAR: Final = 7  # hexes from its own front at which it is close enough


def _train(view: View, name: PieceId, unit: Unit) -> MoveUnit | None:
    """10.4, 21.2 Up behind the army by road, never near the enemy; still while units wait beside it."""
    if not view.can_move(name):
        return None
    threatened = _anyone(view, unit.at) < TRAIN_AWAY - 1
    waiting = any(other.side == view.side and other.at in (ROUTED, ELIMINATED) for other in view.state.units.values())
    if not threatened and (waiting or not view.brigade_hexes):
        return None
    home = sorted(view.brigade_hexes)

    def worth(at: HexId) -> float:
        away = _anyone(view, at)
        front = min((view.ground.distance(at, to) for to in home), default=0)
        return TRAIN_IN_DANGER * max(0, TRAIN_AWAY - away) - float(max(0, front - TRAIN_NEAR))

    return _best(view, name, worth, STIR)


def _anyone(view: View, at: HexId) -> int:
    return min((view.ground.distance(at, other) for other in view.foe.held), default=FAR)
