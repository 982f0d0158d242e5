"""BP.fire Shooting: each unit once, at the nearest, or at whom it would rather have among those it may take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from domain.kernel.facts import Order
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.player.view import View
from rules.black_powder.position import enemies, is_shaken, may_be_near, stamina_of
from rules.black_powder.shooting import machine_guns
from rules.black_powder.shooting.asks import ClearJam, EndShooting, ShootUnit
from rules.black_powder.shooting.firers import FACES, SIDED, face_bar, firer_bar, look_from
from rules.black_powder.shooting.guns import arm_of
from rules.black_powder.shooting.looking import Look
from rules.black_powder.shooting.shooting import may_take
from rules.black_powder.shooting.sight import shoots_all_round
from rules.black_powder.shooting.targets import Aim, aims, lawful, takeable
from rules.black_powder.state import State
from rules.black_powder.units.footprint import span_of

Pick = Callable[[View, Look], list[Aim]]  # targets: the one wanted last, the next best first


def next_order(view: View, pick: Pick) -> Order:
    for name in _left(view):
        if machine_guns.clear_bar(view.state, name, view.side) is None:
            return ClearJam(unit=name)
        if firer_bar(view.state, name, view.side) is None:
            order = next(_shots(view, name, pick), None)
            if order is not None:
                return order
    return EndShooting()


def _left(view: View) -> list[UnitId]:
    """Those who have not been looked at in this phase; the last that shot may have sides left."""
    names, units = list(view.own), view.own
    used = [at for at, name in enumerate(names) if units[name].turn.shot or units[name].turn.faces]
    return names[max(used, default=0) :]


def _shots(view: View, name: UnitId, pick: Pick) -> Iterator[ShootUnit]:
    unit = view.state.units[name]
    if not _has_one_near(view.state, name):
        return
    faces: tuple[Face | None, ...] = FACES if unit.formation in SIDED else (None,)
    for face in faces:
        if face_bar(unit, name, face) is None:
            order = _shot(view, name, face, pick)
            if order is not None:
                yield order


def _has_one_near(state: State, name: UnitId) -> bool:
    """Whether anybody is worth a look, wherever in it the eye may be."""
    unit = state.units[name]
    assert unit.pose is not None
    (x, y), far = unit.pose.point, arm_of(state, unit).range + span_of(state, unit)
    return any(may_be_near(state, foe, x, x, y, y, far) for foe in enemies(state, unit.side).values())


def _shot(view: View, name: UnitId, face: Face | None, pick: Pick) -> ShootUnit | None:
    """BP.tgt.3 Of those it may take; it is looked at again from the figure that would shoot (BP.ski.1)."""
    look = look_from(view.state, name, face, "", "")
    found = pick(view, look)
    for aim in found[-1:] + found[:1]:
        here = look_from(view.state, name, face, "", aim.target) if shoots_all_round(look.unit) else look
        known = found if here.eye == look.eye and _is_enough(look, aim, found) else aims(here, aim.target)
        if may_take(here, aim.target, known):
            return ShootUnit(unit=name, target=aim.target, face=face)
    return None


def _is_enough(look: Look, aim: Aim, found: list[Aim]) -> bool:
    """Whether all that bears on the choice is known; of those a piece may have, only that for the nearest."""
    return not look.arm.is_piece or aim.distance == min(one.distance for one in found)


def nearest(_view: View, look: Look) -> list[Aim]:
    return list(islice(lawful(look), 1))


def best(view: View, look: Look) -> list[Aim]:
    """The nearest, and whom it would rather have: the nearest that is clear; a piece whoever is nearest to breaking.

    Shaken units break their brigade (BP.vic.2).
    """
    if look.arm.is_piece:
        free = takeable(look, aims(look))
        return sorted(free, key=lambda aim: _rank(view, aim), reverse=True)
    found = list[Aim]()
    for aim in lawful(look):
        found.append(aim)
        if aim.is_clear:
            break
    return found if found and found[-1].is_clear else found[:1]


def _rank(view: View, aim: Aim) -> tuple[bool, bool, int, int]:
    there = view.state.units[aim.target]
    return not aim.is_clear, is_shaken(there), stamina_of(there) - there.casualties, aim.distance
