"""8.0 Where each unit goes that does not attack: brigades, cavalry, artillery and the Train, one order at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import modes
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.costs import mover
from rules.gettysburg.player.aims import cover
from rules.gettysburg.player.posts import Posts
from rules.gettysburg.player.view import FAR, View
from rules.gettysburg.state import ELIMINATED, POOL, ROUTED, Unit
from rules.gettysburg.tables import NEAR

Worth = Callable[[HexId], float]

TO_MOVE: Final = ("infantry", "cavalry", "artillery", "train")
TO_ENTER: Final = ("cavalry", "infantry", "artillery", "train")

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
GUNS_TOGETHER: Final = -0.8  # for each other gun in the hex
FORWARD: Final = 0.3  # to cavalry, for each MP nearer to the objective
FORWARD_DELAYING: Final = 0.1
SCREENING: Final = 0.4  # to cavalry, for each hex nearer to the enemy
DELAYING: Final = 0.5
ENOUGH: Final = 4  # infantry brigades at the objective that need no cavalry before them


def next_order(view: View) -> MoveUnit | None:
    """The first piece, in a fixed order, that has somewhere better to be."""
    posts = Posts(view)
    for name in _in_order(view):
        order = _order_for(view, posts, name, view.own[name])
        if order is not None:
            return order
    return None


def _in_order(view: View) -> Iterator[PieceId]:
    """Infantry nearest the enemy first, then cavalry, guns and the Train; all that may still move."""
    names = [name for name in view.own if view.can_move(name, leaves=False)]
    names.sort(key=lambda name: (TO_MOVE.index(view.own[name].kind), view.from_enemy(view.own[name].at), name))
    return iter(names)


def _order_for(view: View, posts: Posts, name: PieceId, unit: Unit) -> MoveUnit | None:
    if unit.kind == "train":
        return _train(view, name, unit)
    if unit.disrupted:
        order = _recover(view, posts, name, unit)
        if order is not None:
            return order
    if view.is_night or not view.can_move(name):
        return None
    if unit.kind == "artillery":
        return _best(view, name, guns_worth(view, unit), STIR_GUNS)
    if unit.shaken or (unit.disrupted and unit.at in view.near_infantry and unit.at not in view.objective):
        return _fall_back(view, name, unit)
    if unit.kind == "cavalry":
        return _best(view, name, cavalry_worth(view), STIR)
    worth = brigade_worth(view, posts, name, unit)
    return _best(view, name, worth, STIR) if worth else None


def _best(view: View, name: PieceId, worth: Worth, stir: float, recovers: bool = False) -> MoveUnit | None:
    """The move to the hex worth most, if it is worth the stir."""
    moves = view.moves(name, recovers)
    here = worth(view.own[name].at) if name in view.own else -FAR
    if not moves:
        return None
    at = min(moves, key=lambda to: (-worth(to), len(moves[to].path), to))
    return moves[at] if worth(at) > here + stir else None


def _recover(view: View, posts: Posts, name: PieceId, unit: Unit) -> MoveUnit | None:
    """7.3d Order first; what is left of the move takes the unit where it is safer or more useful."""
    here = MoveUnit(unit=name, recover=True)
    if modes.recovery_bar(view.field, mover(view.state, name, view.side), unit.at) is not None:
        return None
    if unit.shaken and view.from_enemy(unit.at) >= SAFE:
        return None  # 7.4c the rally will see to it
    if view.is_night or unit.kind == "artillery" or not view.can_move(name):
        return here
    worth = cavalry_worth(view) if unit.kind == "cavalry" else brigade_worth(view, posts, name, unit)
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


def brigade_worth(view: View, posts: Posts, name: PieceId, unit: Unit) -> Worth | None:
    """What a hex is worth to an infantry brigade; None if it should stay where it is."""
    if view.attacks:
        return _attacker_worth(view, name, unit)
    post = posts.of.get(name)
    if view.from_enemy(unit.at) <= NEAR and unit.at != post:
        return None if _holds(view, unit) else _withdrawal_worth(view, unit, post)
    if post is None or post == unit.at:
        return None
    return lambda at: _ground(view, unit, at) - view.ground.distance(at, post)


def _attacker_worth(view: View, name: PieceId, unit: Unit) -> Worth | None:
    if unit.at in view.objective:
        return None
    is_reserve = view.is_reserve(name)

    def worth(at: HexId) -> float:
        near = view.from_enemy(at)
        value = _ground(view, unit, at) - view.to_goal(at)
        if at in view.near_infantry and at not in view.objective:
            value += CONTACT
        if is_reserve and near < SAFE:
            value += CONTACT
        return value + (ON_OBJECTIVE if at in view.objective else 0.0)

    return worth


def _withdrawal_worth(view: View, unit: Unit, post: HexId | None) -> Worth:
    def worth(at: HexId) -> float:
        back = view.ground.distance(at, post) if post else view.to_goal(at)
        return _ground(view, unit, at) - back + (CONTACT if at in view.near_infantry else 0.0)

    return worth


def _holds(view: View, unit: Unit) -> bool:
    """Whether a brigade in contact stands: on good ground, or not outnumbered."""
    own, enemy = (view.strength_near(unit.at, NEAR, own=mine) for mine in (True, False))
    return enemy <= own * (OUTNUMBERED + COVER * cover(view.state, unit.at))


def _ground(view: View, unit: Unit, at: HexId) -> float:
    """Cover where it may be needed, friends beside, not too many in one hex."""
    brigades = view.brigade_hexes
    others = view.crowd(at) - (1 if at == unit.at else 0)
    friends = sum(1 for to in view.ground.near(at) if to in brigades)
    value = CROWD * others + FRIENDS * min(2, friends)
    near = view.from_enemy(at)
    if near <= SAFE + 1:
        value += COVER * cover(view.state, at)
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
    front = [at for at in view.brigade_hexes if view.from_enemy(at) <= SAFE] or list(view.brigade_hexes)

    def worth(at: HexId) -> float:
        screened = at in view.brigade_hexes
        near = view.from_enemy(at)
        value = HELPED if screened else ALONE * max(0, SAFE - near)
        helped = sum(1 for to in (at, *view.ground.near(at)) if to in view.brigade_hexes)
        value += HELPED * min(SAFE, helped) + COVER * cover(view.state, at)
        value += GUNS_TOGETHER * sum(1 for name in view.state.stacks.get(at, ()) if _is_gun(view, name, unit))
        far = min((view.ground.distance(at, to) for to in front), default=0)
        return value - float(max(0, far - 1))

    return worth


def _is_gun(view: View, name: PieceId, unit: Unit) -> bool:
    other = view.state.units.get(name)
    return other is not None and other is not unit and other.kind == "artillery"


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
    return min((view.ground.distance(at, other) for other in view.field.held), default=FAR)


def entering(view: View) -> MoveUnit | None:
    """10.1a Reinforcements come on as soon as they may, brigades before guns, and march for the objective."""
    waiting = [name for name, unit in view.state.units.items() if _is_due(view, unit)]
    waiting.sort(key=lambda name: (TO_ENTER.index(view.state.units[name].kind), name))
    for name in waiting:
        order = _enter(view, name, view.state.units[name])
        if order is not None:
            return order
    return None


def _is_due(view: View, unit: Unit) -> bool:
    return unit.side == view.side and unit.at == POOL and unit.due is not None and unit.due.turn <= view.state.core.turn


def _enter(view: View, name: PieceId, unit: Unit) -> MoveUnit | None:
    moves = view.moves(name)
    if not moves:
        return None

    def worth(at: HexId) -> float:
        value = -view.to_goal(at) + CROWD * view.crowd(at)
        if view.from_enemy(at) <= NEAR:
            value += CONTACT
        return value

    if unit.kind == "train":
        return moves[min(moves, key=lambda at: (len(moves[at].path), at))]
    return moves[min(moves, key=lambda at: (-worth(at), len(moves[at].path), at))]
