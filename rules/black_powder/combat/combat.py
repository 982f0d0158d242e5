"""BP.hth The Hand-to-hand phase: engagement after engagement, in the order the active side chooses."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question, always
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from rules.black_powder.charges.asks import ResumeTerror
from rules.black_powder.combat import rounds, winners
from rules.black_powder.combat.asks import (
    AllocateDice,
    AssignSupport,
    AwaitSplit,
    AwaitSupport,
    AwaitTurning,
    AwaitWinner,
    Backing,
    ChooseEngagement,
    ResumeRound,
    Share,
    TurnToEnemy,
    WinnerMove,
)
from rules.black_powder.combat.engagements import unresolved
from rules.black_powder.combat.facts import FACTS, Blow, Bonus
from rules.black_powder.phases import PhaseEnded
from rules.black_powder.state import COMBAT, State


def decide_choose(play: Play[State], order: ChooseEngagement) -> None:
    """BP.hth.3"""
    for units in unresolved(play.state):
        if order.unit in units:
            rounds.begin(play, units)
            return
    raise IllegalOrder("nothing to fight", "BP.hth.3", order.unit)


def proceed(play: Play[State]) -> bool:
    """BP.hth.3 The last engagement needs no choice; when all are fought the phase is over."""
    state = play.state
    if state.core.phase != COMBAT or state.core.pending or state.turn.over:
        return False
    found = unresolved(state)
    if not found:
        play.record(PhaseEnded(side=state.core.active, phase=COMBAT))
    elif len(found) == 1:
        rounds.begin(play, found[0])
    return len(found) < 2


def choices(state: State) -> Iterator[Choice]:
    if state.core.phase == COMBAT and not state.core.pending:
        for units in unresolved(state):
            yield Choice(state.core.active, ChooseEngagement(unit=units[0]))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(ChooseEngagement(unit="62nd-foot"), decide_choose, (COMBAT,), "BP.hth.3"),
        Asked(TurnToEnemy(unit="62nd-foot", turn=True), cite="BP.ret.9"),
        Asked(AllocateDice(unit="62nd-foot", dice=(3, 3)), cite="BP.hth.5", sampled=always),
        Asked(AssignSupport(supporter="9th-foot-reserve", unit="62nd-foot"), cite="BP.sup.2"),
        Asked(WinnerMove(unit="62nd-foot", do="nothing"), cite="BP.win.1", sampled=always),
    ),
    questions=(
        Question(AwaitTurning, {TurnToEnemy: rounds.decide_turn}, rounds.turn_choices, cites=("BP.ret.9",)),
        Question(AwaitSplit, {AllocateDice: rounds.decide_split}, rounds.split_choices, cites=("BP.hth.5",)),
        Question(AwaitSupport, {AssignSupport: rounds.decide_support}, rounds.support_choices, cites=("BP.sup.2",)),
        Question(AwaitWinner, {WinnerMove: winners.decide}, winners.choices, cites=("BP.win.1", "BP.win.2")),
    ),
    resumes={ResumeRound: rounds.resume, ResumeTerror: winners.after_terror},
    within={
        ResumeTerror: ("BP.sr.Terr",),
        ResumeRound: ("BP.hth.3b",),
        Backing: ("BP.sup.4",),
        Share: ("BP.hth.5",),
        Blow: ("BP.hth.6",),
        Bonus: ("BP.res.1",),
    },
    proceed=proceed,
    choices=choices,
)
