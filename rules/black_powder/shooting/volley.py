"""BP.fire.0 One shot carried out: target, dice, disorder, saves, casualties, and the tests that follow at once."""

from __future__ import annotations

from fractions import Fraction

from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason, total
from domain.kernel.rerolls import Grant
from rules.black_powder.breaking import tests
from rules.black_powder.breaking.asks import Lines, Test
from rules.black_powder.breaking.facts import excess_of
from rules.black_powder.breaking.losses import disorder, hurt, try_recruits
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.position import is_shaken
from rules.black_powder.rulings import reading, word
from rules.black_powder.shooting import saves
from rules.black_powder.shooting.facts import Measured, SaveLot, SavesRolled, ShotsRolled, TargetChosen
from rules.black_powder.shooting.shots import Shot, dice_of, is_first_fire, needs_of, to_hit_of
from rules.black_powder.special_rules import Moment, Rolled, Throw, grants, throw, throw_all
from rules.black_powder.state import State
from rules.black_powder.tables import DIE
from rules.black_powder.units.profile import has

TEN_THOUSAND = 10_000


def ten_thousandths(share: Fraction) -> int:
    """Rounded down, so that a half is told as a half only if it is one."""
    return int(share * TEN_THOUSAND)


def choose(play: Play[State], shot: Shot, ignored: tuple[UnitId, ...] = ()) -> None:
    """BP.tgt What the choice of the target hung on."""
    look, aim = shot.look, shot.aim
    measured = Measured(
        eye=(look.eye.x, look.eye.y),
        distance=aim.distance,
        range=look.arm.range,
        in_arc=ten_thousandths(aim.in_arc),
        visible=ten_thousandths(aim.visible),
        corridor=aim.corridor,
        met=shot.met,
        near=shot.near,
        crossed=shot.crossed,
    )
    play.record(
        TargetChosen(
            unit=look.name,
            target=aim.target,
            occasion=shot.occasion,
            measured=measured,
            unclear=aim.unclear,
            ignored=ignored,
            band=shot.band,
            overhead=aim.overhead,
            enfilade=shot.enfilade,
            face=_face(shot),
        )
    )


def _face(shot: Shot) -> Face | None:
    return shot.look.face if shot.unit.formation in ("square", "building") else None


def fire(play: Play[State], shot: Shot, ignored: tuple[UnitId, ...] = ()) -> int:
    """BP.fire.0 The hits, before saves."""
    choose(play, shot, ignored)
    try_recruits(play, shot.look.name, fighting=False)
    dice, modifiers = dice_of(shot), to_hit_of(shot)
    needs = needs_of(shot, modifiers)
    again = grants(shot.unit, "shots", Moment(first_shot=not shot.unit.ever_shot))
    if is_first_fire(shot) and word(shot.state, "first_fire") == "reroll":
        again.append(Grant(shot.unit.side, "BP.sr.FFir", most=1))
    why = Reason("shots", "BP.fire.2", (shot.look.name, shot.aim.target))
    rolled = throw(play, max(total(dice), 0), needs, why, shot.unit.side, again)
    land(play, shot, dice, modifiers, rolled)
    return rolled.lot.successes


def land(play: Play[State], shot: Shot, dice: list[Modifier], modifiers: list[Modifier], rolled: Rolled) -> None:
    """BP.fire.3, BP.save.1 What the dice do; what saves need is reckoned before the shot is told."""
    lot, name, target = rolled.lot, shot.look.name, shot.aim.target
    lots = saves.lots_of(shot, lot.successes) if lot.successes else []
    garrison = _face(shot) is not None and shot.unit.formation == "building"
    play.record(
        ShotsRolled(
            unit=name,
            target=target,
            occasion=shot.occasion,
            steps=tuple(dice),
            modifiers=tuple(modifiers),
            needs=lot.needs,
            faces=lot.faces,
            again=lot.again,
            rules=rolled.rules,
            hits=lot.successes,
            face=_face(shot),
            spent=len(lot.faces) if garrison else 0,
            guns=shot.look.arm.is_piece,
        )
    )
    if DIE in lot.faces:
        disorder(play, target, Reason("a six", "BP.fire.3", (name,)))
    taken = save(play, target, name, lots, wavers=wavers_later(shot))
    hurt(play, target, taken, Reason(shot.occasion, "BP.save.1", (name,)), guns=shot.look.arm.is_piece)
    if taken:
        tests.queue(play, tests_of(shot))


def save(play: Play[State], target: UnitId, by: UnitId, lots: list[saves.Lot], *, wavers: bool = False) -> int:
    """BP.save.1, BP.sr.Stub A die for each hit; one failed save again at most, over all lots. The casualties."""
    if not lots:
        return 0
    unit, why = play.state.units[target], Reason("saves", "BP.save.1", (target, by))
    throws = [Throw(lot.hits, lot.needs, why) for lot in lots]
    rolled = throw_all(play, throws, unit.side, saves.rerolls(play.state, unit))
    casualties = sum(lot.hits - one.lot.successes for lot, one in zip(lots, rolled, strict=True))
    told = tuple(
        SaveLot(hits=lot.hits, needs=lot.needs, faces=one.lot.faces, modifiers=lot.modifiers, again=one.lot.again)
        for lot, one in zip(lots, rolled, strict=True)
    )
    used = tuple(rule for one in rolled for rule in one.rules)
    phase = play.state.core.phase if used else ""
    play.record(
        SavesRolled(
            unit=target,
            by=by,
            lots=told,
            casualties=casualties,
            rules=used,
            phase=phase,
            wavers=wavers and casualties > 0,
        )
    )
    return casualties


def wavers_later(shot: Shot) -> bool:
    """D74 B"""
    return has(shot.target, "BP.sr.Wave") and shot.occasion == "shooting" and reading(shot.state, "D74") == "B"


def tests_of(shot: Shot) -> list[Test]:
    """BP.brk.1 Closing and traversing fire are tested at once, and so is who wavers (D74 A)."""
    state, target, there = shot.state, shot.aim.target, shot.target
    if not there.is_on_table:
        return []
    shaken = is_shaken(there) if reading(state, "D28") == "A" else excess_of(there) > 0
    if shot.occasion == "closing fire" and shaken:
        return [tests.test_of(state, target, "closing fire", shot.look.name)]
    if shot.occasion == "traversing fire":
        plain = not shot.charging or reading(state, "D30") == "B"
        if excess_of(there) if plain else is_shaken(there):
            how: Lines = "shooting" if plain else "hand-to-hand"
            return [Test(unit=target, cause="traversing fire", lines=how, by=shot.look.name)]
    if has(there, "BP.sr.Wave") and not wavers_later(shot):
        lines: Lines = "shooting" if shot.occasion == "shooting" else "hand-to-hand"
        return [Test(unit=target, cause="wavering", lines=lines, by=shot.look.name)]
    return []
