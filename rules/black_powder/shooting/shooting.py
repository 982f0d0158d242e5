"""BP.fire The Shooting phase: units shoot one by one; then fires catch and those over their stamina test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from domain.kernel.chapter import Asked, Chapter, Choice, Question, always
from domain.kernel.errors import IllegalOrder, heed, if_legal
from domain.kernel.play import Play
from domain.kernel.reasons import total
from rules.black_powder.breaking import tests
from rules.black_powder.breaking.asks import Test
from rules.black_powder.breaking.facts import excess_of
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.phases import PhaseEnded
from rules.black_powder.position import on_table
from rules.black_powder.shooting import fires, machine_guns, rockets, volley
from rules.black_powder.shooting.asks import AwaitNextDie, ClearJam, EndShooting, NextDie, ShootUnit, StopFiring, Torch
from rules.black_powder.shooting.facts import FACTS, Measured, SaveLot
from rules.black_powder.shooting.firers import FACES, SIDED, face_bar, firer_bar, look_from
from rules.black_powder.shooting.looking import Look
from rules.black_powder.shooting.shots import BUILDING_DICE, Shot, dice_of, share_that_sees, value_of
from rules.black_powder.shooting.targets import Aim, aims, measured, passed_over, priority_bar, takeable
from rules.black_powder.state import SHOOTING, State
from rules.black_powder.units.profile import is_skirmishing


def decide_shoot(play: Play[State], order: ShootUnit) -> None:
    """BP.tgt One unit shoots, once."""
    state = play.state
    heed(firer_bar(state, order.unit, play.by))
    heed(face_bar(state.units[order.unit], order.unit, order.face))
    look = look_from(state, order.unit, order.face, order.at, order.target)
    if order.block:
        fires.shoot(play, look, order.block)
        return
    if order.also or order.split:
        _split(play, order, look)
        return
    aim, ignored = chosen(look, order.target, aims(look, order.target))
    shot = Shot(look, aim, dice=order.dice or 0)
    _check_dice(shot, order)
    if is_skirmishing(shot.unit):
        shot = shot._replace(sees=share_that_sees(shot))
    heed(dice_bar(shot))
    run(play, shot, ignored, order.at)


def run(play: Play[State], shot: Shot, ignored: tuple[UnitId, ...], at: str = "") -> None:
    match shot.look.arm.kind:
        case "machine_gun":
            machine_guns.begin(play, shot)
        case "rocket":
            rockets.fire(play, shot, ignored, at)
        case _:
            inside = shot.target.building
            hits = volley.fire(play, shot, ignored)
            if hits and inside and shot.look.arm.kind == "howitzer":
                fires.kindle(play, inside, hits, shot.look.name)


def chosen(look: Look, target: UnitId, found: list[Aim]) -> tuple[Aim, tuple[UnitId, ...]]:
    """BP.tgt.3, BP.tgt.4 The target named if it may be taken, else the nearest; and those passed over for it."""
    if not target:
        first = next(iter(takeable(look, found)), None)
        if first is None:
            raise IllegalOrder("nobody to shoot at", "BP.tgt.2", look.name)
        target = first.target
    if target not in look.state.units:
        raise IllegalOrder("no enemy there", "BP.tgt.2", target)
    aim = next((one for one in found if one.target == target), None) or measured(look, target)
    if isinstance(aim, IllegalOrder):
        raise aim
    heed(priority_bar(look, aim, found))
    ignored = passed_over(look, aim, found)
    if ignored:
        past = measured(look, target, ignored)
        if isinstance(past, IllegalOrder):
            raise past
        aim = past
    return aim, ignored


def _check_dice(shot: Shot, order: ShootUnit) -> None:
    """BP.bld.4 A building divides its dice over its sides."""
    if order.dice is None:
        return
    if shot.unit.formation != "building" or order.dice > BUILDING_DICE:
        raise IllegalOrder("dice not divided so", "BP.bld.4", order.unit)


def dice_bar(shot: Shot) -> IllegalOrder | None:
    """BP.bld.4, BP.ski.3, BP.fire.1 A shot without a die is none: a garrison's are spent, or too few see."""
    if shot.look.arm.kind in ("machine_gun", "rocket") or total(dice_of(shot)) > 0:
        return None
    rules = {"building": "BP.bld.4", "skirmish": "BP.ski.3"}
    return IllegalOrder("no dice to shoot with", rules.get(shot.unit.formation, "BP.fire.1"), shot.look.name)


def _split(play: Play[State], order: ShootUnit, look: Look) -> None:
    """BP.ski.2 The nearest first, then the next, nobody passed over; each at least one die."""
    targets, found = (order.target, *order.also), aims(look)
    if not is_skirmishing(look.unit):
        raise IllegalOrder("only skirmishers divide", "BP.ski.2", order.unit)
    if len(order.split) != len(targets) or len(set(targets)) != len(targets):
        raise IllegalOrder("a number for each target", "BP.ski.2", order.unit)
    nearest = [one.target for one in found[: len(targets)]]
    if sorted(nearest) != sorted(targets):
        raise IllegalOrder("a nearer one is passed over", "BP.ski.2", order.unit, *nearest)
    given = dict(zip(targets, order.split, strict=True))
    if any(given[far] > given[near] for near, far in pairwise(nearest)):
        raise IllegalOrder("more dice for one farther off", "BP.ski.2", order.unit)
    most = sum(one.value for one in value_of(play.state, look.unit))
    if sum(order.split) > most:
        raise IllegalOrder("too many dice", "BP.ski.2", order.unit, sum(order.split), most)
    by_name = {one.target: one for one in found}
    shots = [Shot(look, by_name[name], dice=dice) for name, dice in zip(targets, order.split, strict=True)]
    for shot in shots:
        volley.fire(play, shot)


def decide_clear(play: Play[State], order: ClearJam) -> None:
    heed(machine_guns.clear_bar(play.state, order.unit, play.by))
    machine_guns.clear(play, order.unit)


def decide_end(play: Play[State], _order: EndShooting) -> None:
    """BP.burn.3, BP.brk.2 Fires catch; then all who have more casualties than stamina test, of both sides."""
    play.record(PhaseEnded(side=play.by, phase=SHOOTING))
    fires.catch_fire(play)
    standing = on_table(play.state)
    shot_up = [tests.test_of(play.state, name, "shooting", "") for name, unit in standing.items() if excess_of(unit)]
    waver = [
        Test(unit=name, cause="wavering", lines="shooting")
        for name, unit in standing.items()
        if unit.turn.wavers and not excess_of(unit)
    ]
    tests.queue(play, (*shot_up, *waver))


def choices(state: State) -> Iterator[Choice]:
    """Every shot at a target that may be taken, one from each side of squares and buildings."""
    if state.core.phase != SHOOTING or state.core.pending or state.turn.over:
        return
    by = state.core.active
    for name, unit in on_table(state, by).items():
        if machine_guns.clear_bar(state, name, by) is None:
            yield Choice(by, ClearJam(unit=name))
        yield from (Choice(by, Torch(unit=name, block=block)) for block in fires.torchable(state, name, by))
        if firer_bar(state, name, by) is None:
            faces: tuple[Face | None, ...] = FACES if unit.formation in SIDED else (None,)
            for face in faces:
                yield from (Choice(by, order) for order in shots_of(state, name, face))
    yield Choice(by, EndShooting())


def shots_of(state: State, name: UnitId, face: Face | None) -> Iterator[ShootUnit]:
    """The shots a side may take, each from the figure that its order would choose."""
    if face_bar(state.units[name], name, face):
        return
    look = look_from(state, name, face, "", "")
    known = {look.eye: aims(look)}
    for target in [aim.target for aim in known[look.eye]]:
        here = look_from(state, name, face, "", target)
        found = known[here.eye] = known.get(here.eye) or aims(here)
        if may_take(here, target, found):
            yield ShootUnit(unit=name, target=target, face=face)
    yield from (ShootUnit(unit=name, block=block, face=face) for block in fires.targets(look))


def may_take(look: Look, target: UnitId, found: list[Aim]) -> bool:
    taken = if_legal(chosen, look, target, found)
    return taken is not None and dice_bar(Shot(look, taken[0])) is None


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            ShootUnit(unit="62nd-foot", target="dearborns-light-infantry"),
            decide_shoot,
            (SHOOTING,),
            "BP.vis.1",
            cites=("BP.tgt.1",),
            sampled=always,
        ),
        Asked(ClearJam(unit="red-machine-gun"), decide_clear, (SHOOTING,), "BP.mg.7"),
        Asked(EndShooting(), decide_end, (SHOOTING,), "BP.fire.0"),
        Asked(Torch(unit="red-wild", block="farm"), fires.decide_torch, (SHOOTING,), "BP.burn.1"),
        Asked(NextDie(unit="red-machine-gun"), cite="BP.mg.4"),
        Asked(StopFiring(unit="red-machine-gun"), cite="BP.mg.4"),
    ),
    questions=(
        Question(
            AwaitNextDie,
            {NextDie: machine_guns.decide_next, StopFiring: machine_guns.decide_stop},
            machine_guns.choices,
            cites=("BP.mg.4",),
        ),
    ),
    within={SaveLot: ("BP.save.1",), Measured: ("BP.tgt.3",)},
    choices=choices,
)
