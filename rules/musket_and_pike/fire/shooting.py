"""10.1.4, 10.5, 10.8.2 Shots declared, fired one after the other; what they do is summed up when all are fired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason
from rules.musket_and_pike import charts
from rules.musket_and_pike.cards import Cell, Lookup
from rules.musket_and_pike.fire import cover, evasion, results
from rules.musket_and_pike.fire.facts import FireSpent, ShotFired, ShotVoid
from rules.musket_and_pike.fire.modifiers import column_of, modifiers, range_modifiers, table_of, takes_range
from rules.musket_and_pike.fire.targets import where
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.position import d10, is_foot, is_guns, owe
from rules.musket_and_pike.rulings import is_on, reading
from rules.musket_and_pike.state import BOMBARDMENT, State
from rules.musket_and_pike.work import CheckDue, DisorderDue, FireMode, Hit, ResumeShots, ResumeTrigger, Shot, Trigger

LIMIT = 5  # 9.4.1a
GONE = Reason("no longer there", "10.1.1")
COVERED = Reason("covered", "9.4.5")
IN_COLUMN = Reason("attacked in Column", "6.3.4")


def open_fire(play: Play[State], firer: UnitId, mode: FireMode, shots: Sequence[Shot], *, salvo: bool = False) -> None:
    """10.1.4, D45 Shots of an active unit, and under them what may be answered when they are fired."""
    groups = [tuple(shots)]
    if reading(play.state, "D45") == "b" and mode != "guns":
        targets = dict.fromkeys(shot.target for shot in shots)
        groups = [tuple(shot for shot in shots if shot.target == target) for target in targets]
    for group in reversed(groups):
        for trigger in reversed(tuple(_triggers(play.state, firer, mode, group))):
            play.open(ResumeTrigger(trigger=trigger))
        play.open(ResumeShots(firer=firer, mode=mode, shots=group, salvo=salvo))


def _triggers(state: State, firer: UnitId, mode: FireMode, shots: tuple[Shot, ...]) -> Iterator[Trigger]:
    """9.1.3 TR1 for fire with a step, TR5 for the targets of other fire, D36 TR6 for guns in the hexes fired at."""
    if state.core.phase == BOMBARDMENT or mode == "interception":
        return
    if mode == "reaction":
        return
    hexes = state.units[firer].hexes
    if mode in ("AF", "RF"):
        in_place = mode == "AF" and state.moves[-1].start == hexes
        yield Trigger(
            kind="TR1", unit=firer, how=mode, hexes=hexes, retreating=mode == "RF", in_place=in_place,
        )  # fmt: skip
    elif mode in ("pistol", "SK", "SAL"):
        targets = tuple(dict.fromkeys(shot.target for shot in shots if shot.target in state.units))
        before = max(0, state.moves[-1].entered - 1) if state.moves and state.moves[-1].unit == firer else 0
        yield Trigger(kind="TR5", unit=firer, how=mode, hexes=hexes, targets=targets, entered=before)
    guns = tuple(dict.fromkeys(_guns_under(state, shots, state.units[firer].side)))
    if guns and reading(state, "D36") == "a":
        yield Trigger(kind="TR6", unit=firer, how=mode, hexes=hexes, targets=guns)


def _guns_under(state: State, shots: tuple[Shot, ...], side: str) -> Iterator[UnitId]:
    for shot in shots:
        for name in state.stacks.get(shot.to, ()):
            if is_guns(state.units[name]) and state.units[name].side != side:
                yield name


def resume(play: Play[State], frame: ResumeShots) -> None:
    """One step: the next shot is made ready, rolled, or struck; or all are over."""
    cell = charts.taken(play)
    if cell is not None and cell.lookup.table != "T10":
        _strike(play, frame, cell)
    elif not frame.shots:
        _finish(play, frame)
    elif cell is not None or not _makes_ready(play, frame, frame.shots[0]):
        _shoot(play, frame, frame.shots[0], cell)


def _again(play: Play[State], frame: ResumeShots, **changes: object) -> None:
    """The same work as far as it has come."""
    play.close()
    play.open(msgspec.structs.replace(frame, **changes))


def _makes_ready(play: Play[State], frame: ResumeShots, shot: Shot) -> bool:
    """6.3.4, 9.4.5 What comes before the die; True if something did."""
    state, rest = play.state, frame.shots[1:]
    firer = state.units[frame.firer]
    small = not is_guns(firer)
    if shot.to not in where(state, shot.target) or shot.at not in firer.hexes:
        play.record(ShotVoid(unit=frame.firer, target=shot.target, why=GONE))
        _again(play, frame, shots=rest)
        return True
    if small and shot.target in state.activation.covered:
        play.record(ShotVoid(unit=frame.firer, target=shot.target, why=COVERED))
        _again(play, frame, shots=rest)
        return True
    target = state.units.get(shot.target)
    if target is not None and target.formation == "CO" and (small or reading(state, "D27") == "b"):
        owe(
            play,
            DisorderDue(unit=shot.target, count=1, by=frame.firer, cause=IN_COLUMN),
            CheckDue(unit=shot.target, causes=(IN_COLUMN,), by=frame.firer),
        )
        return True
    if cover.is_asked_before(state, frame, shot.target):
        _again(play, frame, asked=(*frame.asked, shot.target))
        cover.ask(play, frame, shot.target)
        return True
    return False


def _shoot(play: Play[State], frame: ResumeShots, shot: Shot, ranged: Cell | None) -> None:
    """10.5, 10.8.2 The range of guns, then the die."""
    state, firer = play.state, play.state.units[frame.firer]
    modified = list(modifiers(state, frame, shot))
    if takes_range(state, firer):
        far = state.ground.distance(shot.at, shot.to)
        ranged = ranged or charts.read(
            play, Lookup(table="T10", die=far, column=firer.card.gun, unit=frame.firer), firer.side
        )
        if ranged is None:
            return
        modified += range_modifiers(state, firer, ranged.value)
    column = column_of(state, firer, shot, salvo=frame.salvo)
    die = _roll(play, frame, shot)
    lookup = lookup_of(state, frame, shot, die, modified, column)
    cell = charts.read(play, lookup, firer.side)
    if cell is not None:
        _strike(play, frame, cell)


def lookup_of(
    state: State, frame: ResumeShots, _shot: Shot, die: int, modified: Sequence[Modifier], column: str
) -> Lookup:
    table = table_of(state.units[frame.firer])
    return Lookup(table=table, die=die, modifiers=tuple(modified), column=column, unit=frame.firer)  # type: ignore[arg-type]


def _roll(play: Play[State], frame: ResumeShots, shot: Shot) -> int:
    firer = play.state.units[frame.firer]
    cite = "10.8.2" if is_guns(firer) else "10.5"
    return d10(play, Reason("fire", cite, (frame.firer, shot.target)), firer.side)


def _strike(play: Play[State], frame: ResumeShots, cell: Cell) -> None:
    """10.6 What the chart says is noted, until all shots are fired."""
    state, shot, look = play.state, frame.shots[0], cell.lookup
    play.record(
        ShotFired(
            unit=frame.firer, at=shot.at, target=shot.target, to=shot.to, mode=frame.mode, table=look.table,
            column=look.column, die=look.die, modifiers=look.modifiers, net=charts.net(look), ch=cell.ch, fh=cell.fh,
            mc=cell.mc, source=cell.source,
        )
    )  # fmt: skip
    if _silences(state, frame, look.die):
        play.record(FireSpent(unit=frame.firer, die=look.die))
    hit = Hit(shot=shot, ch=cell.ch, fh=cell.fh, mc=cell.mc)
    _again(play, frame, shots=frame.shots[1:], done=(*frame.done, hit))


def _silences(state: State, frame: ResumeShots, die: int) -> bool:
    """9.4.1a"""
    if frame.mode != "reaction" or not is_on(state, "hi_fire_limit") or frame.firer in state.activation.silenced:
        return False
    return is_foot(state.units[frame.firer]) and die >= LIMIT


def _finish(play: Play[State], frame: ResumeShots) -> None:
    """10.1.4, D44 c, 10.8.6 Whoever can still get out of it is asked; then all of it falls."""
    state = play.state
    late = next((name for name in _struck(frame) if cover.is_asked_after(state, frame, name)), "")
    if late:
        _again(play, frame, asked=(*frame.asked, late))
        cover.ask(play, frame, late)
        return
    mover = next((name for name in _struck(frame) if evasion.may(state, frame, name)), "")
    if mover:
        _again(play, frame, asked=(*frame.asked, mover))
        evasion.ask(play, frame, mover)
        return
    play.close()
    results.apply(play, frame)


def _struck(frame: ResumeShots) -> list[UnitId]:
    return list(dict.fromkeys(hit.shot.target for hit in frame.done))
