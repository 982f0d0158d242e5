"""LL.5.hit, LL.5.dense, LL.5.artmod, LL.5.smmod What a shot needs, and what it did: modifiers, faces, hits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.facts import UnitId
from domain.kernel.play import Counting
from domain.kernel.reasons import Modifier, total
from domain.tabletop.strips import Spots
from rules.longstreet_lite import tables, terrain
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.fire.aiming import Aim
from rules.longstreet_lite.fire.ground import has_cover
from rules.longstreet_lite.fire.view import View, struck_base
from rules.longstreet_lite.formation import Base, body_of, is_behind_front_line
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Shot, State


def ready(view: View, aim: Aim) -> Shot:
    """LL.5.hit.3 A shot before its dice are rolled: each base has its own number to reach."""
    base, spots = struck_base(view, aim.post, aim.zone)
    found: list[Modifier] = []
    if aim.mode != "skirmish":
        found += dense(view.state, aim.post.base, aim.zone.unit)
        found += _ground(view, aim, base, spots)
        found += effects.to_hit(view.state, view.unit, aim.zone.unit, aim.mode, aim.zone.range)
    return Shot(
        base=aim.post.base.number,
        mode=aim.mode,
        turn=aim.zone.turn,
        target=aim.zone.unit,
        struck=base.number,
        range=aim.zone.range,
        needs=natural(aim.mode, found),
        modifiers=tuple(found),
        faces=(),
    )


def natural(mode: tables.Mode, modifiers: Sequence[Modifier]) -> int:
    """LL.5.hit.2, LL.5.smmod.2 The face a die must show; skirmish fire needs its 6 whatever else there is.

    Cards may pile up: a 6 always hits and a 1 never does.
    """
    needs = tables.TO_HIT[mode].needs
    return needs if mode == "skirmish" else min(max(needs - total(modifiers), tables.EASIEST), tables.HARDEST)


def dense(state: State, firer: Base, target: UnitId) -> Iterator[Modifier]:
    """LL.5.dense.1, LL.1.edge.4 Three ranks (D25), or shot by a base wholly behind its front line; +1 once only."""
    unit = state.units[target]
    third = unit.ranks[tables.DENSE_RANKS - 1 :]
    if third and (reading(state, "D25") == "A" or third[0] == unit.ranks[0]):
        yield tables.DENSE_BY_RANKS
    elif is_behind_front_line(body_of(state, unit), firer.area):
        yield tables.DENSE_BY_FLANK


def _ground(view: View, aim: Aim, base: Base, spots: Spots) -> Iterator[Modifier]:
    """LL.5.artmod.1, LL.5.artterr.3, LL.5.smmod.1 Cover, gun by gun; difficult terrain under a base that volleys."""
    if aim.mode != "volley":
        if has_cover(view, aim.post, aim.zone, base, spots):
            yield tables.TARGET_COVER
    elif terrain.difficult(view.state, view.state.units[view.unit].kind, (aim.post.base.area,)):
        yield tables.FIRER_HINDERED


def counting(dice: Sequence[Shot], *, is_open: bool) -> Counting:
    """LL.5.hit.2 Throws with as many hits on each unit; where dice may be rolled again, of each aim at it.

    `dice` are the shots that each die belongs to.
    """
    of = [(shot.mode, shot.target, shot.needs, shot.modifiers) if is_open else shot.target for shot in dice]
    return Counting(lambda place, face: of[place] if face >= dice[place].needs else None)


def each_die(shots: Sequence[Shot]) -> list[Shot]:
    """LL.5.hit.1 The shots by their dice: one for a base, two for canister."""
    return [shot for shot in shots for _ in range(tables.TO_HIT[shot.mode].dice)]


def with_faces(shots: Sequence[Shot], faces: Sequence[int]) -> tuple[Shot, ...]:
    """LL.5.hit.2 The faces belong to the bases in the order of their numbers."""
    thrown, done = iter(faces), []
    for shot in shots:
        mine = tuple(next(thrown) for _ in range(tables.TO_HIT[shot.mode].dice))
        done.append(msgspec.structs.replace(shot, faces=mine, hits=sum(face >= shot.needs for face in mine)))
    return tuple(done)
