"""7.1.1, 9.2.1 A move carried out step by step: whoever may react does, and then it goes on if it can."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.duties.limits import Terms, under_way
from rules.musket_and_pike.fire import pistol
from rules.musket_and_pike.ids import UnitId, Word
from rules.musket_and_pike.marching import joining
from rules.musket_and_pike.marching.checks import March, check_words, checked, shots_from
from rules.musket_and_pike.morale import together
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.asks import AwaitOnward, MoveUnit
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.plan import plan, step, stop_bar
from rules.musket_and_pike.movement.reach import Way, ways
from rules.musket_and_pike.movement.strides import ABSORB, FIRE, LEFT, RIGHT, TOP, UNDER, Here, Limit, mover_of, shot_of
from rules.musket_and_pike.position import distance, head
from rules.musket_and_pike.reaction import triggers
from rules.musket_and_pike.state import Move, State
from rules.musket_and_pike.work import Decline, ResumeMove, Trigger


def decide_move(play: Play[State], order: MoveUnit) -> None:
    """3.2.C, 7.1.1"""
    march = checked(play.state, play.by, order.unit, order.path, alone=order.alone)
    begin(play, march, alone=order.alone)
    run(play, march.mover.unit, order.path)


def begin(play: Play[State], march: March, *, alone: bool = False) -> None:
    """5.6.1, 7.3.1 Its allowance is fixed, and whom it charges: of several equally near the one it comes nearest to."""
    state, foes, unit = play.state, march.terms.foes, march.mover.unit
    end = march.steps[-1][1].hexes
    target = min(foes, key=lambda foe: (distance(state, end, state.units[foe].hexes), foe), default="")
    far = distance(state, state.units[unit].hexes, state.units[target].hexes) if target else 0
    carry.begin(play, unit, "move", march.mover.ma, alone=alone, target=target, distance=far)


def run(play: Play[State], unit: UnitId, rest: tuple[Word, ...], *, again: bool = False) -> None:
    """7.1.1, 9.1.6 Step by step, with what it began with; `again`: something has come between, steps are seen anew."""
    field = Field(play.state, play.state.units[unit].side)
    limit = _limit(field, play.state.moves[-1]) if again else None
    while rest:
        word, rest = rest[0], rest[1:]
        if not is_able(play.state, unit, word):
            if _is_out(play.state, unit):
                break
            continue
        if word.startswith(FIRE):
            if _shoot(play, unit, word, rest):
                return
            continue
        try:
            trigger, rest = _advance(play, field, word, rest, limit)
        except IllegalOrder:
            _blocked(play, unit)
            return
        if trigger and triggers.found(play.state, trigger):
            play.open(ResumeMove(unit=unit, rest=rest))
            triggers.open(play, trigger)
            return
    finish(play, unit)


def finish(play: Play[State], unit: UnitId) -> None:
    """7.1.1, 8.2.2 The end of a move."""
    carry.end(play, unit)


def resume(play: Play[State], frame: ResumeMove) -> None:
    """9.2.1 What could be reacted to has been."""
    play.close()
    run(play, frame.unit, frame.rest, again=True)


def is_able(state: State, unit: UnitId, word: Word) -> bool:
    """7.3.1, 9.5 Broken formation moves no more, yet may fire its pistol (10.2); broken morale does nothing."""
    found = state.units[unit]
    if _is_out(state, unit):
        return False
    return word.startswith(FIRE) or found.formation not in ("FB", "HH")


def _is_out(state: State, unit: UnitId) -> bool:
    return not state.units[unit].hexes or state.units[unit].morale == "MB"


def here_of(state: State, move: Move) -> Here:
    unit = state.units[move.unit]
    return Here(unit.hexes, unit.facing, unit.formation, move.spent, move.entered, move.clear)


def _advance(
    play: Play[State], field: Field, word: Word, rest: tuple[Word, ...], limit: Limit | None
) -> tuple[Trigger | None, tuple[Word, ...]]:
    """One step, and what it may be reacted to; a place in the stack that it stops in is part of its entry (8.3.1)."""
    state, move = play.state, play.state.moves[-1]
    unit = move.unit
    if word in (TOP, UNDER):
        joining.restack(play, unit, word)
        return _trigger(state, move, "TR3"), rest
    mover, here = mover_of(state, unit, move.ma, alone=move.alone), here_of(state, move)
    if word.startswith(ABSORB):
        joining.absorb(play, mover, joining.entering(field, mover, here, word[len(ABSORB) :]))
        return _trigger(state, move, "TR1"), rest
    stride = step(field, mover, here, word)
    if limit:
        heed(limit(here, stride))
    under = rest[:1] == (UNDER,) and stride.enters
    if stride.enters and rest[:1] in ((TOP,), (UNDER,)):
        rest = rest[1:]
    together.take(play, field, mover, stride, move.how, under=under)
    field.refresh((*here.hexes, *stride.hexes))
    turned = not stride.enters and not (word in (LEFT, RIGHT) and mover.width > 1)
    kind = "TR2" if turned else "TR1"
    return (None if word == "hedgehog" else _trigger(state, move, kind)), rest


def _limit(field: Field, move: Move) -> Limit | None:
    """5.6, 5.4.3 What binds the rest of a move; who comes in from off the map has been judged."""
    if move.how != "move" or not field.state.units[move.unit].hexes:
        return None
    return rest_of(field, move)[0].limit()


def _trigger(state: State, move: Move, kind: str) -> Trigger:
    hexes = state.units[move.unit].hexes
    before = max(0, move.entered - (kind == "TR1"))
    return Trigger(kind=kind, unit=move.unit, how=move.how, hexes=hexes, entered=before)  # type: ignore[arg-type]


def _shoot(play: Play[State], unit: UnitId, word: Word, rest: tuple[Word, ...]) -> bool:
    """10.2 A pistol on the way, wherever its target stands by now; False if there is nobody left to fire at."""
    rider, (target, into) = head(play.state, unit), shot_of(word)
    if pistol.bar(play.state, rider, target):
        return False
    play.open(ResumeMove(unit=unit, rest=rest))
    pistol.fire(play, rider, target, into)
    return True


def _blocked(play: Play[State], unit: UnitId) -> None:
    """9.3.4 The way is no longer open: its owner says how it goes on, if it can."""
    state = play.state
    side = state.units[unit].side
    if any(True for _ in onward(state, unit)):
        play.open(AwaitOnward(side=side, unit=unit))
    else:
        carry.end(play, unit, Reason("its way is barred", "7.1.1"))


# 9.3.4 Going on by another way


def rest_of(field: Field, move: Move) -> tuple[Terms, Here]:
    """Who goes on, what binds him, and from where."""
    mover = mover_of(field.state, move.unit, move.ma, alone=move.alone)
    return under_way(field, mover, move), here_of(field.state, move)


def onward(state: State, unit: UnitId) -> Iterator[MoveUnit]:
    """What is left of its allowance, within its order; 10.2 and of its pistol."""
    terms, here = rest_of(Field(state, state.units[unit].side), state.moves[-1])
    if not state.moves[-1].pistol and (terms.commanded or terms.is_back(here)):
        yield from (MoveUnit(unit=unit, path=(word,)) for word in shots_from(state, unit, here))
    yield from (MoveUnit(unit=unit, path=way.path) for way in onward_ways(terms, here))


def onward_ways(terms: Terms, here: Here) -> Iterator[Way]:
    """Each place by its cheapest way, with what is left."""
    found = ways(terms.field, terms.mover, here, terms.limits if terms.commanded else terms.back)
    return (way for way in found if not terms.rest_bar(way.here))


def decide_onward(play: Play[State], order: MoveUnit, frame: AwaitOnward) -> None:
    """9.3.4, 10.2"""
    state = play.state
    if order.unit != frame.unit:
        raise IllegalOrder("another is moving", "7.1.1", frame.unit)
    terms, here = rest_of(Field(state, play.by), state.moves[-1])
    steps = plan(terms.field, terms.mover, here, order.path, terms.limit())
    check_words(terms, here, steps, fired=state.moves[-1].pistol)
    if steps:
        heed(stop_bar(terms.field, terms.mover, steps[-1][1]) or terms.rest_bar(steps[-1][1]))
    play.close()
    run(play, frame.unit, order.path)


def decide_halt(play: Play[State], _order: Decline, frame: AwaitOnward) -> None:
    play.close()
    carry.end(play, frame.unit)


def onward_choices(state: State, frame: AwaitOnward) -> Iterator[Choice]:
    yield Choice(frame.side, Decline())
    yield from (Choice(frame.side, order) for order in onward(state, frame.unit))
