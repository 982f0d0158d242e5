"""7.1 A way found step by step: each to the open hex that brings the mover nearest to where it wants to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, Step
from rules.wallaces_war.movement.movers import Mover
from rules.wallaces_war.movement.reach import OTHERS, Node
from rules.wallaces_war.movement.steps import is_least_move
from rules.wallaces_war.movement.terms import Terms, terms_of
from rules.wallaces_war.player.view import HEX, View
from rules.wallaces_war.position import class_of
from rules.wallaces_war.state import Unit

Want = Callable[[HexId], int]  # how far from what is wanted a hex is: the lower, the better
SHOT: Final = 2 * HEX  # missile units stop so far from the enemy
CHARGE: Final = tables.REACH * HEX  # heavy cavalry
SAFE: Final = 5 * HEX  # the shaken
NO_LIMIT: Final = 99  # 7.2b one hex whatever it costs


class Walk(NamedTuple):
    """A way as an order writes it, where it ends and how the mover faces there."""

    path: tuple[Step, ...]
    at: HexId
    facing: int


def want_of(view: View, unit: Unit) -> Want:
    """What a unit wants by its kind and state: the enemy, a shot or a charge at him, or to be out of his way."""
    away = view.away(class_of(unit))
    if unit.shaken:
        return lambda at: max(SAFE - away(at), 0)
    if unit.kind in tables.MISSILE or not view.is_willing(unit.battle):
        return lambda at: abs(away(at) - SHOT)
    if unit.kind == "HC":
        return lambda at: abs(away(at) - CHARGE)
    return away


def walk(view: View, mover: Mover, want: Want) -> Walk:
    """5.2a, 6.2, 7.2 As far as the points go, or the first enemy zone; it turns where only that brings it on."""
    terms, nature = terms_of(view.field, mover), mover.nature
    at, facing, left = nature.at, nature.facing, nature.allowance - nature.spent
    path: list[Step] = []
    while not _is_stopped(terms, at, moved=at != nature.at):
        step = _step(view, terms, at, facing, left, want)
        if step is None:
            break
        if step.turn != facing:
            path[-1:] = [f"{at}:{step.turn}"]
        at, facing, left = step.to, step.facing, left - step.cost
        path.append(at)
    while path and not terms.may_end(at):
        path.pop()
        at, facing = (path[-1].partition(":")[0], facing) if path else (nature.at, nature.facing)
    return Walk(tuple(path), at, facing)


def _is_stopped(terms: Terms, at: HexId, *, moved: bool) -> bool:
    """6.2a, 6.2b"""
    return at in terms.zones and (moved or terms.is_held)


class _Step(NamedTuple):
    to: HexId
    cost: int
    facing: int  # in the hex entered
    turn: int  # how it faces before it leaves


def _step(view: View, terms: Terms, at: HexId, facing: int, left: int, want: Want) -> _Step | None:
    """The best step ahead; else the best after a turn, if the points allow both."""
    here = want(at)
    if not here:
        return None
    least = at == terms.nature.at and is_least_move(view.field, terms.nature.spent, left)
    found = _best(terms, (at, facing), NO_LIMIT if least else left, want, here)
    if found or terms.is_wide(at) or not terms.may_turn(at) or left < tables.TURNING + HEX:
        return found
    turned = (_best(terms, (at, other), left - tables.TURNING, want, here) for other in OTHERS[facing])
    best = min((step for step in turned if step), key=lambda step: want(step.to), default=None)
    return best._replace(cost=best.cost + tables.TURNING) if best else None


def _best(terms: Terms, node: Node, left: int, want: Want, here: int) -> _Step | None:
    """The open hex ahead that is wanted most, and more than where it stands."""
    best, least = None, here
    at, facing = node
    for to, cost in terms.fronts(at, facing):
        if want(to) >= least or not terms.is_open(at, to):
            continue
        turned, more = terms.landing(to, facing)
        if cost + more <= left and not (more and left == NO_LIMIT):
            best, least = _Step(to, cost + more, turned, facing), want(to)
    return best
