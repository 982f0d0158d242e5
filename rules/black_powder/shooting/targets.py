"""BP.tgt, BP.gun.3 Targets: who may be shot at, who is clear, and who must be taken."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.tabletop.angles import Point
from domain.tabletop.measure import Edge
from rules.black_powder.ids import UnitId
from rules.black_powder.position import enemies, is_engaged, may_be_near
from rules.black_powder.rulings import reading
from rules.black_powder.shooting.corridors import corridor_to
from rules.black_powder.shooting.cover import HALF, cover_of
from rules.black_powder.shooting.guns import CORRIDOR, GUN_CORRIDOR
from rules.black_powder.shooting.looking import ALL, Look, share_in_arc, share_seen
from rules.black_powder.shooting.overhead import overhead_bar, sees_ground_of
from rules.black_powder.shooting.sight import shoots_all_round
from rules.black_powder.state import State, Unit
from rules.black_powder.units.footprint import body_of, main_body
from rules.black_powder.units.measuring import from_point, is_in_reach, scaled
from rules.black_powder.units.profile import is_gun, is_mixed, is_skirmishing
from rules.black_powder.units.zones import quarter_of


class Aim(NamedTuple):
    """One enemy as a shooter has him before it: what was measured, and why he is no clear target."""

    target: UnitId
    distance: int
    in_arc: Fraction
    visible: Fraction
    corridor: int | None  # None: nothing on both sides of the line
    unclear: tuple[str, ...]
    overhead: bool = False

    @property
    def is_clear(self) -> bool:
        return not self.unclear


def aim_at(look: Look, target: UnitId, ignored: tuple[UnitId, ...] = ()) -> Aim | None:
    """BP.tgt.2 An enemy that may be shot at at all, with what was measured; None if not."""
    found = measured(look, target, ignored)
    return found if isinstance(found, Aim) else None


def measured(look: Look, target: UnitId, ignored: tuple[UnitId, ...] = ()) -> Aim | IllegalOrder:
    """BP.tgt.2, BP.tgt.5, BP.tgt.6, BP.gun.11, BP.tra.6 The aim as both stand now, or why there is none."""
    state, name, there = look.state, look.name, look.state.units[target]
    if not there.is_on_table or there.side == look.unit.side:
        return IllegalOrder("no enemy there", "BP.tgt.2", target)
    if is_engaged(state, target):
        return IllegalOrder("target is engaged", "BP.tgt.2", target)
    body = body_of(state, there)
    distance = from_point(look.eye, body)
    if not is_in_reach(state, distance, look.arm.range):
        return IllegalOrder("out of range", "BP.vis.7", name, target, distance, look.arm.range)
    if distance < look.arm.minimum:
        cite = "BP.rkt.4" if look.arm.kind == "rocket" else "BP.how.4"
        return IllegalOrder("too near", cite, name, target, distance, look.arm.minimum)
    in_arc = share_in_arc(look, body)
    if not in_arc:
        return IllegalOrder("out of the front zone", "BP.tgt.2", name, target)
    return _seen(look, target, distance, in_arc, ignored)


def _seen(
    look: Look, target: UnitId, distance: int, in_arc: Fraction, ignored: tuple[UnitId, ...]
) -> Aim | IllegalOrder:
    visible, overhead = share_seen(look, target, over=look.arm.is_lobbed), False
    if look.arm.is_lobbed and not visible and sees_ground_of(look, target):
        visible = ALL  # BP.how.3 the ground it is in is seen
    if not visible and look.arm.kind == "gun":
        bar = overhead_bar(look, target)
        if bar:
            return bar
        visible, overhead = share_seen(look, target, over=True), True
    if not visible:
        if look.arm.kind == "machine_gun" and share_seen(look, target, over=True):
            return IllegalOrder("not over heads", "BP.mg.2", look.name, target)
        return IllegalOrder("not seen", "BP.vis.3", look.name, target)
    corridor = None if look.arm.is_lobbed or overhead else corridor_to(look, target, ignored)
    least = scaled(look.state, GUN_CORRIDOR if look.arm.is_piece else CORRIDOR)
    if corridor is not None and corridor < least:
        return IllegalOrder("corridor too narrow", "BP.tgt.6", look.name, target, corridor, least)
    unclear = tuple(unclear_for(look, target, in_arc, visible, corridor))
    return Aim(target, distance, in_arc, visible, corridor, unclear, overhead)


def unclear_for(look: Look, target: UnitId, in_arc: Fraction, visible: Fraction, corridor: int | None) -> Iterator[str]:
    """BP.tgt.5"""
    state, there = look.state, look.state.units[target]
    if is_skirmishing(there) or (is_mixed(there) and _from_front(state, there, look.eye)):
        yield "skirmishers"
    if is_gun(there) and there.formation == "unlimbered":
        yield "unlimbered_gun"
    if in_arc < HALF:
        yield "half_out_of_zone"
    if visible < HALF:
        yield "half_unseen"
    cover = cover_of(state, there, look.eye)
    if cover is not None and cover.counts:
        yield "in_cover"
    if corridor is not None and not shoots_all_round(look.unit) and corridor < body_of(state, look.unit).width:
        yield "narrow_corridor"


def _from_front(state: State, there: Unit, eye: Point) -> bool:
    """BP.mix.4"""
    return quarter_of(main_body(body_of(state, there)), eye) is Edge.FRONT


def aims(look: Look, upto: UnitId = "") -> list[Aim]:
    """BP.tgt.2 Every lawful target, the nearest first; with `upto` only those that bear on whether he may be taken."""
    return list(lawful(look, upto))


def lawful(look: Look, upto: UnitId = "") -> Iterator[Aim]:
    """BP.tgt.2 One lawful target after the other, the nearest first."""
    state = look.state
    (x, y), reach = look.eye, look.arm.range
    foes = enemies(state, look.unit.side).items()
    near = {name: body_of(state, foe) for name, foe in foes if may_be_near(state, foe, x, x, y, y, reach)}
    away = {name: from_point(look.eye, body) for name, body in near.items()}
    far = max(away[upto], look.arm.half if look.arm.is_piece else 0) if upto in away else look.arm.range
    for name in sorted(away, key=lambda name: (away[name], name)):
        if away[name] > far:
            return
        aim = aim_at(look, name)
        if aim is not None:
            yield aim


def takeable(look: Look, found: list[Aim]) -> list[Aim]:
    """BP.tgt.3, BP.tgt.4, BP.gun.3 Those among which the player has a choice, of all that are lawful."""
    return [aim for aim in found if priority_bar(look, aim, found) is None and _still(look, aim, found) is not None]


def _still(look: Look, aim: Aim, found: list[Aim]) -> Aim | None:
    """BP.tgt.6 The aim past those ignored, who narrow the way to it."""
    ignored = passed_over(look, aim, found)
    return aim_at(look, aim.target, ignored) if ignored else aim


def passed_over(look: Look, aim: Aim, found: list[Aim]) -> tuple[UnitId, ...]:
    return tuple(one.target for one in found if one.distance < aim.distance) if _is_bound(look, found) else ()


def _is_bound(look: Look, found: list[Aim]) -> bool:
    """BP.gun.3, BP.how.2, BP.rkt.2, D21 Pieces choose freely if nobody is within half their range."""
    if not look.arm.is_piece or reading(look.state, "D21") == "B":
        return True
    return any(is_in_reach(look.state, one.distance, look.arm.half) for one in found)


def priority_bar(look: Look, aim: Aim, found: list[Aim]) -> IllegalOrder | None:
    """BP.tgt.3, BP.tgt.4 The nearest; else the nearest clear one, if all that are nearer are not clear."""
    if not _is_bound(look, found):
        return None
    nearer = [one for one in found if one.distance < aim.distance]
    if not nearer:
        return None
    clear = next((one for one in nearer if one.is_clear), None)
    cite = "BP.gun.3" if look.arm.is_piece else "BP.tgt.3"
    if clear:
        return IllegalOrder("nearer target", cite, look.name, clear.target, clear.distance)
    if not aim.is_clear:
        first = nearer[0]
        return IllegalOrder("nearest must be taken", "BP.tgt.4", look.name, first.target, first.distance)
    return None
