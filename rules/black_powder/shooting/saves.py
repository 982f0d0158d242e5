"""BP.save Morale saves against shooting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.reasons import Modifier, total
from domain.kernel.rerolls import Grant
from rules.black_powder.rulings import is_on, reading, word
from rules.black_powder.shooting.cover import Cover, cover_of
from rules.black_powder.shooting.shots import Shot, from_front, is_first_fire
from rules.black_powder.special_rules import Moment, grants
from rules.black_powder.state import State, Unit
from rules.black_powder.units.profile import is_foot

EASIEST, HARDEST, NEVER = 2, 6, 7  # BP.save.1
STRONG = 2  # BP.save.2 a building or fortification
BANDS = {"long": -1, "medium": -2, "short": -2}


class Lot(NamedTuple):
    """So many hits to be saved on one number."""

    hits: int
    needs: int
    modifiers: tuple[Modifier, ...]


def needs_of(unit: Unit, modifiers: tuple[Modifier, ...]) -> int:
    """BP.save.1 The morale value as modified; a 6 always saves and a 1 never; without a value nothing does."""
    if not unit.profile.save:
        return NEVER
    return min(max(unit.profile.save - total(modifiers), EASIEST), HARDEST)


def lots_of(shot: Shot, hits: int) -> list[Lot]:
    """BP.save.3 All hits on one number; with the courtesy of partial cover a share of them on a better one."""
    plain = tuple(_modifiers(shot))
    # BP.hth.8 who charges has no cover
    cover = cover_of(shot.state, shot.target, shot.look.eye) if shot.occasion != "closing fire" else None
    if cover is None or not cover.bonus:
        return [Lot(hits, needs_of(shot.target, plain), plain)]
    covered = (*plain, _covered(cover))
    if cover.counts:
        return [Lot(hits, needs_of(shot.target, covered), covered)]
    some = int(hits * cover.share) if is_on(shot.state, "partial_cover_shares") else 0
    found = (Lot(some, needs_of(shot.target, covered), covered), Lot(hits - some, needs_of(shot.target, plain), plain))
    return [lot for lot in found if lot.hits]


def _covered(cover: Cover) -> Modifier:
    key = "walls" if cover.bonus >= STRONG else "cover"
    return Modifier(cover.bonus, key, "BP.save.2", (cover.piece, int(cover.share * 100)))


def _modifiers(shot: Shot) -> Iterator[Modifier]:
    """BP.save.2, BP.gun.7"""
    there, arm = shot.target, shot.look.arm
    column = there.formation == "attack_column" or (there.formation == "mixed_attack_column" and not from_front(shot))
    if column and is_foot(there) and not arm.is_piece:
        yield Modifier(1, "attack column", "BP.save.2")
    if there.formation == "march_column":
        yield Modifier(-2, "march column", "BP.save.2")
    if arm.is_lobbed:
        yield Modifier(-2, "shell or rocket", "BP.save.2")
    elif arm.is_piece and shot.band:
        yield Modifier(BANDS[shot.band], "gun fire", "BP.save.2", (shot.band,))
    if is_first_fire(shot) and word(shot.state, "first_fire") == "saves":
        yield Modifier(-1, "first fire", "BP.sr.FFir")


def rerolls(state: State, unit: Unit) -> list[Grant]:
    """BP.sr.Crac, BP.sr.Stub, D25 One failed save again, each time it is hit, or once a phase."""
    if reading(state, "D25") == "B" and state.core.phase in unit.turn.saved:
        return []
    return grants(unit, "saves", Moment(unhurt=not unit.casualties))
