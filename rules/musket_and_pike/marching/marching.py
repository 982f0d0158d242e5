"""7, 8 The orders of movement."""

from __future__ import annotations

from domain.kernel.chapter import Asked, Chapter, Question, always
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from rules.musket_and_pike.duties.limits import Terms
from rules.musket_and_pike.formation.facts import FACTS as FORMATION_FACTS
from rules.musket_and_pike.marching import entry, lists, moves, riding, wayfinding
from rules.musket_and_pike.marching.checks import check_absorb, limber_bar, unit_bar
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.asks import Absorb, AwaitOnward, EnterUnit, Limber, MoveLeader, MoveUnit, ResumeRide
from rules.musket_and_pike.movement.facts import FACTS, GunsLimbered
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.movement.strides import (
    ABSORB,
    mover_of,
    origin,
)
from rules.musket_and_pike.position import allowance
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import ACTIONS, State
from rules.musket_and_pike.work import Decline, ResumeMove

# 8.4 Absorption


def decide_absorb(play: Play[State], order: Absorb) -> None:
    """8.4 Along a path whose last hex holds the other; it stops there."""
    state = play.state
    heed(unit_bar(state, play.by, order.unit, order.path))
    if not order.path:
        raise IllegalOrder("no path", "7.1.1", order.unit)
    mover = mover_of(state, order.unit, allowance(state, order.unit))
    terms = Terms(Field(state, play.by), mover, origin(state, mover))
    check_absorb(terms, order)
    carry.begin(play, order.unit, "move", mover.ma)
    moves.run(play, order.unit, (*order.path[:-1], f"{ABSORB}{order.path[-1]}"))


# 7.3.3 Limbering


def decide_limber(play: Play[State], order: Limber) -> None:
    """7.3.3 In place of their fire; unlimbered they face where their owner says."""
    state = play.state
    heed(limber_bar(state, play.by, order.unit))
    limbered = state.units[order.unit].limbered
    if limbered == (order.facing is None):
        raise IllegalOrder("a facing for guns that unlimber", "7.3.3", order.unit)
    at_once = reading(state, "D29") == "c" and not limbered
    carry.begin(play, order.unit, "limber")
    play.record(GunsLimbered(unit=order.unit, limbered=not limbered, facing=order.facing))
    carry.end(play, order.unit, spends=not at_once)


CHAPTER = Chapter[State](
    facts=(*FACTS, *FORMATION_FACTS),
    orders=(
        Asked(
            MoveUnit(unit="prince-rupert", path=("2216", "2215")),
            moves.decide_move,
            phases=(ACTIONS,),
            cite="3.2.C",
            cites=("7.1.1",),
            way=wayfinding.UNIT,
            sampled=always,  # each place by its cheapest way, pistols at its end
        ),
        Asked(
            Absorb(unit="prince-rupert", path=("2117",)),
            decide_absorb,
            phases=(ACTIONS,),
            cite="8.4",
            way=wayfinding.ABSORPTION,
            sampled=always,
        ),
        Asked(
            MoveLeader(leader="prince-rupert-leader", path=("2317", "2417")),
            riding.decide_leader,
            phases=(ACTIONS,),
            cite="5.2.2",
            way=wayfinding.LEADER,
            sampled=always,
        ),
        Asked(
            EnterUnit(unit="sparr", path=("2001", "2002"), facing=2, leaders=("pappenheim",)),
            entry.decide_entry,
            phases=(ACTIONS,),
            cite="7.4",
            way=wayfinding.ENTRY,
            sampled=always,
        ),
        Asked(Limber(unit="french-battery"), decide_limber, phases=(ACTIONS,), cite="7.3.3"),
    ),
    questions=(
        Question(
            AwaitOnward,
            {MoveUnit: moves.decide_onward, Decline: moves.decide_halt},
            moves.onward_choices,
            cites=("9.3.4",),
        ),
    ),
    resumes={ResumeRide: riding.resume, ResumeMove: moves.resume},
    within={ResumeRide: ("5.2.2",), ResumeMove: ("7.1.1",)},
    choices=lists.choices,
)
