"""BP.mg Machine guns: die by die, as long as they hit and the player dares."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play, reaching
from domain.kernel.reasons import Modifier, Reason
from domain.kernel.rerolls import Lot
from rules.black_powder.ids import UnitId
from rules.black_powder.rulings import is_on, reading
from rules.black_powder.shooting import volley
from rules.black_powder.shooting.asks import AwaitNextDie, NextDie, StopFiring
from rules.black_powder.shooting.facts import GunJammed, JamTried
from rules.black_powder.shooting.guns import arm_of
from rules.black_powder.shooting.looking import ALL, Look
from rules.black_powder.shooting.shots import Occasion, Shot, needs_of, to_hit_of
from rules.black_powder.shooting.sight import eye_of
from rules.black_powder.shooting.targets import Aim, measured
from rules.black_powder.special_rules import Rolled
from rules.black_powder.state import State
from rules.black_powder.tables import DIE
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.measuring import from_point
from rules.black_powder.units.profile import is_skirmishing

JAM = 1  # BP.mg.7
CLEARED = 6


def begin(play: Play[State], shot: Shot) -> None:
    """BP.mg.4, BP.mg.5 The first die; a miss does not count, and the gun may go on."""
    volley.choose(play, shot)
    needs = needs_of(shot, to_hit_of(shot))
    face = _roll(play, shot.look.name, shot.aim.target, needs)
    play.open(
        AwaitNextDie(
            side=shot.unit.side,
            unit=shot.look.name,
            target=shot.aim.target,
            needs=needs,
            faces=(face,),
            closing=shot.occasion != "shooting",
            met=shot.met,
            passing=shot.occasion == "traversing fire",
            near=shot.near,
            crossed=shot.crossed,
            charging=shot.charging,
        )
    )


def _roll(play: Play[State], name: UnitId, target: UnitId, needs: int) -> int:
    why = Reason("machine gun", "BP.mg.4", (name, target))
    return play.roll(1, DIE, why, play.state.units[name].side).total if needs else 0


def decide_next(play: Play[State], order: NextDie, frame: AwaitNextDie) -> None:
    """BP.mg.6, BP.mg.7 A hit: it may go on; a miss ends it, and a 1 jams the gun."""
    _same(order.unit, frame)
    play.close()
    face, spared = _roll(play, frame.unit, frame.target, frame.needs), frame.spared
    if face == JAM and is_on(play.state, "reliable_machine_guns") and not spared:  # BP.mg.9
        spared = True
        why = Reason("dice again", "BP.mg.9", (frame.unit, frame.target))
        face = play.roll(1, DIE, why, frame.side, alike=reaching(frame.needs)).total
    faces = (*frame.faces, face)
    if face >= frame.needs:
        play.open(replace(frame, faces=faces, spared=spared))
        return
    _land(play, frame, faces)
    if face == JAM:
        play.record(GunJammed(unit=frame.unit))


def decide_stop(play: Play[State], order: StopFiring, frame: AwaitNextDie) -> None:
    """BP.mg.4"""
    _same(order.unit, frame)
    play.close()
    _land(play, frame, frame.faces)


def _same(unit: UnitId, frame: AwaitNextDie) -> None:
    if unit != frame.unit:
        raise IllegalOrder("another gun is firing", "BP.mg.4", unit, frame.unit)


def _land(play: Play[State], frame: AwaitNextDie, faces: tuple[int, ...]) -> None:
    shot = _shot(play.state, frame)
    dice = [Modifier(len(faces), "dice of the machine gun", "BP.mg.4")]
    volley.land(play, shot, dice, to_hit_of(shot), Rolled(Lot(frame.needs, faces)))


def _shot(state: State, frame: AwaitNextDie) -> Shot:
    unit = state.units[frame.unit]
    look = Look(state, frame.unit, unit, eye_of(state, unit), "front", arm_of(state, unit))
    if frame.closing:
        unclear = ("skirmishers",) if is_skirmishing(state.units[frame.target]) else ()
        occasion: Occasion = "traversing fire" if frame.passing else "closing fire"
        aim = Aim(frame.target, frame.near, ALL, ALL, None, unclear)
        return Shot(look, aim, occasion, frame.met, frame.near, frame.crossed, frame.charging)
    found = measured(look, frame.target)
    if isinstance(found, Aim):
        return Shot(look, found)
    # A ruling since then would not have let it choose him: it goes on at whom it chose.
    distance = from_point(look.eye, body_of(state, state.units[frame.target]))
    return Shot(look, Aim(frame.target, distance, ALL, ALL, None, ()))


def choices(_state: State, frame: AwaitNextDie) -> Iterator[Choice]:
    yield Choice(frame.side, NextDie(unit=frame.unit))
    yield Choice(frame.side, StopFiring(unit=frame.unit))


def clear_bar(state: State, name: UnitId, by: str) -> IllegalOrder | None:
    """BP.mg.7, D61 A jammed gun of the side that has not tried this turn."""
    unit = state.units.get(name)
    if unit is None or not unit.is_on_table or unit.side != by or not unit.jammed:
        return IllegalOrder("not jammed", "BP.mg.7", name)
    return IllegalOrder("has shot", "BP.mg.7", name) if unit.turn.shot else None


def clear(play: Play[State], name: UnitId) -> None:
    """BP.mg.7 Cleared on a 6; it shoots again in its next turn (D61 B: in this one)."""
    side = play.state.units[name].side
    roll = play.roll(1, DIE, Reason("clearing a jam", "BP.mg.7", (name,)), side, alike=reaching(CLEARED))
    done = roll.total >= CLEARED
    play.record(JamTried(unit=name, die=roll.total, cleared=done, again=done and reading(play.state, "D61") == "B"))
