"""T0, C0 The start of a player turn: morale, arrivals, elite troops in order again, who stands near the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.facts import Side
from domain.kernel.play import Play, at_most, reaching
from domain.kernel.reasons import Reason
from rules.black_powder.breaking.facts import DisorderEnded
from rules.black_powder.command import characters
from rules.black_powder.command.asks import AwaitPlacing
from rules.black_powder.command.facts import ArrivalTried, CommanderReplaced
from rules.black_powder.position import is_broken, is_engaged, nearest_within, on_table, units_of
from rules.black_powder.rulings import is_on
from rules.black_powder.state import State
from rules.black_powder.tables import DIE, LOWEST_RATING, TWELVE
from rules.black_powder.turn import morale, victory
from rules.black_powder.turn.asks import ResumeTurn
from rules.black_powder.turn.facts import TurnChecked
from rules.black_powder.units.footprint import body_of, centre
from rules.black_powder.units.profile import grade, has


def begin(play: Play[State]) -> None:
    """T0 Morale first; then whoever arrives or comes back is placed, if anybody does, before the rest."""
    state, side = play.state, play.state.core.active
    _morale(play, side)
    if state.core.ended:
        return
    questions = [*_arrivals(play, side), *_back(play, side)]
    if not questions:
        _prepare(play, side)
        return
    play.open(ResumeTurn())
    for question in reversed(questions):
        play.open(question)


def resume(play: Play[State], _frame: ResumeTurn) -> None:
    play.close()
    _prepare(play, play.state.core.active)


def _prepare(play: Play[State], side: Side) -> None:
    """C0"""
    _commanders(play, side)
    _elite(play, side)
    _check(play, side)


def _morale(play: Play[State], side: Side) -> None:
    """BP.vic.1, BP.vic.12"""
    if play.state.core.turn == 1 and side == play.state.first and is_on(play.state, "personalities"):
        characters.roll_traits(play)
    morale.check(play, side)
    victory.end_if_fallen(play, turn_over=False)


def _arrivals(play: Play[State], side: Side) -> Iterator[AwaitPlacing]:
    """BP.vic.15 Brigades that are due, with dice where the scenario has it so; those kept off try again."""
    state = play.state
    for name, brigade in state.brigades.items():
        due = brigade.arrives
        if brigade.side != side or due is None or state.core.turn < due.turn:
            continue
        if not brigade.here:
            dice: tuple[int, ...] = ()
            comes = True
            if due.at_most:
                why = Reason("arrival", "BP.vic.15", (name,))
                dice = play.roll(2, DIE, why, side, alike=at_most(due.at_most)).faces
                comes = sum(dice) <= due.at_most
            play.record(ArrivalTried(brigade=name, dice=dice, needs=due.at_most, comes=comes))
        waiting = tuple(unit for unit, one in units_of(state, name).items() if one.status == "reserve")
        if brigade.here and waiting:
            yield AwaitPlacing(side=side, units=waiting, why="arrives")


def _back(play: Play[State], side: Side) -> Iterator[AwaitPlacing]:
    """Units that the scenario lets come back after some turns."""
    state, back = play.state, play.state.battle.comes_back
    if back is None or back.side != side:
        return
    gone = tuple(
        name
        for name, unit in state.units.items()
        if unit.side == side and unit.status in ("destroyed", "gone", "off") and unit.lives < back.times
        and unit.left_in + back.after_turns <= state.core.turn
    )  # fmt: skip
    if gone:
        yield AwaitPlacing(side=side, units=gone, why="comes back")


def _commanders(play: Play[State], side: Side) -> None:
    """BP.gen.9 With the option another takes the place of a brigade commander who was lost."""
    state = play.state
    if not is_on(state, "replacement_commanders"):
        return
    for brigade in state.brigades.values():
        one = state.commanders[brigade.commander]
        own = {name: unit for name, unit in on_table(state, side).items() if state.brigades[unit.brigade] is brigade}
        if brigade.side == side and one.lost and own:
            unit = next(iter(own))
            at = centre(body_of(state, own[unit]))
            rating = max(one.rating - 1, LOWEST_RATING)
            play.record(CommanderReplaced(commander=brigade.commander, unit=unit, rating=rating, at=(at.x, at.y)))


def _elite(play: Play[State], side: Side) -> None:
    """BP.sr.Elite, BP.vic.7"""
    state = play.state
    for name, unit in on_table(state, side).items():
        tries = has(unit, "BP.sr.Elite") and unit.disordered
        if tries and not is_engaged(state, name) and not is_broken(state, unit):
            needs = grade(unit, "BP.sr.Elite")
            why = Reason("elite", "BP.sr.Elite", (name,))
            die = play.roll(1, DIE, why, side, alike=reaching(needs)).total
            play.record(DisorderEnded(unit=name, why=why, die=die, ended=die >= needs))


def _check(play: Play[State], side: Side) -> None:
    """BP.init.2"""
    state = play.state
    found = {name: nearest_within(state, unit, TWELVE) for name, unit in on_table(state, side).items()}
    near = {name: one[0] for name, one in found.items() if one}
    play.record(TurnChecked(side=side, near=tuple(near), gaps=tuple(near.values())))
