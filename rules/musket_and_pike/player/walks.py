"""7.1.1 The cheap way to march: step by step to whatever is nearer, each step looked at once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final

from domain.kernel.facts import Order
from rules.musket_and_pike.duties.limits import Terms
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.marching.lists import legal_ways
from rules.musket_and_pike.movement.asks import MoveUnit
from rules.musket_and_pike.movement.plan import is_over, step_bar, stop_bar, taken
from rules.musket_and_pike.movement.reach import Way
from rules.musket_and_pike.movement.strides import HALTING, Here, Stride, mover_of, origin, steps_from
from rules.musket_and_pike.player.view import FAR, View
from rules.musket_and_pike.position import allowance, arcs_at

Want = Callable[[tuple[HexId, ...]], int]  # how far the hexes of a unit are from where it would go
LOOKED_AT: Final = 400  # ways


def terms_of(view: View, name: UnitId) -> Terms:
    mover = mover_of(view.state, name, allowance(view.state, name))
    return Terms(view.field, mover, origin(view.state, mover))


def to_enemy(view: View, terms: Terms) -> Want:
    """To the nearest enemy, or under Charge to whom it must make for."""
    away = view.away(terms.mover.klass)
    if not terms.foes:
        return lambda hexes: min([away.get(at, FAR) for at in hexes])
    far, ends = view.ground.distance, [at for foe in terms.foes for at in view.state.units[foe].hexes]
    return lambda hexes: min([far(at, end) for at in hexes for end in ends])


def walk(view: View, terms: Terms, want: Want, least: int = 1) -> Way | None:
    """As far as each step leads nearer, and no nearer than `least`; None if the first does not."""
    here, path, turned = terms.start, list[str](), 0
    passed = [here]
    limit = terms.limit()
    while here.formation not in HALTING and want(here.hexes) > least:
        stride = _next(view, terms, here, want, turned)
        if stride is None or limit(here, stride):
            break
        over = is_over(view.field, terms.mover, here, stride)
        here = taken(terms.mover, here, stride)
        turned = 0 if stride.enters else turned + 1
        path.append(stride.word)
        passed.append(here)
        if over:
            break
    if not path or stop_bar(view.field, terms.mover, here) or terms.end_bar(here, passed, path):
        return None
    return Way(tuple(path), here)


def _next(view: View, terms: Terms, here: Here, want: Want, turned: int) -> Stride | None:
    """The step that leads nearest, without disorder if it can; else a turn towards one that would."""
    field, mover, limits = view.field, terms.mover, terms.limits
    now, best, most = want(here.hexes), None, (FAR, FAR, FAR)
    for stride in steps_from(field, mover, here.hexes, here.facing):
        if here.spent + stride.cost > mover.ma or stride.halts or not limits.allows(here, stride):
            continue
        if stride.enters or stride.hexes != here.hexes:
            if not stride.enters and turned:
                continue
            rank = (want(stride.hexes), len(stride.hits), int(not stride.enters))
            if rank[0] >= now:
                continue
        elif turned:
            continue
        else:
            front = arcs_at(view.state, terms.unit, stride.hexes, stride.facing).front
            ahead = min([want((hex,)) for hex in front], default=FAR)
            rank = (now + 1, ahead, stride.cost)
            if ahead >= now or here.spent + stride.cost >= mover.ma:
                continue
        if rank < most and not (stride.hexes != here.hexes and step_bar(field, mover, here, stride)):
            best, most = stride, rank
    return best


def plain(view: View, terms: Terms, least: int = 1) -> Order | None:
    """Towards the enemy; where the simple walk may not end, the best of the ways that may."""
    want = to_enemy(view, terms)
    found = walk(view, terms, want, least)
    if found is None and terms.order == "charge" and terms.commanded and terms.foes and not terms.held:
        return first(terms, want)
    return MoveUnit(unit=terms.mover.unit, path=found.path) if found else None


def first(terms: Terms, want: Want) -> Order | None:
    """Of the ways that its duties leave it, the one that leads nearest."""
    found = list(islice(legal_ways(terms), LOOKED_AT))
    best = min(found, key=lambda way: (want(way.here.hexes), way.here.spent), default=None)
    return MoveUnit(unit=terms.mover.unit, path=best.path) if best else None
