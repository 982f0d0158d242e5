"""10.3 The melee: from the declarations to the last rebound, one step at a time."""

from __future__ import annotations

from collections.abc import Callable

from domain.kernel.chapter import Asked, Chapter, Question
from domain.kernel.play import Play
from rules.wallaces_war.charges import rebound
from rules.wallaces_war.fight import aftermath, going_back, rage, replies, strike
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.melee import advance, declare
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAdvance,
    AwaitAttack,
    AwaitDefensiveFire,
    AwaitReply,
    AwaitRetreat,
    AwaitSink,
    AwaitVoluntary,
    ChooseNextAttack,
    DeclareMelee,
    Reply,
    RetreatPath,
    SinkMissileUnit,
)
from rules.wallaces_war.melee.declare import close_declarations
from rules.wallaces_war.melee.facts import FACTS, MeleeEnded, MeleeStepped
from rules.wallaces_war.melee.ledger import ledger
from rules.wallaces_war.melee.state import OVER
from rules.wallaces_war.movement.asks import ResumeRetreat, VoluntaryRetreat
from rules.wallaces_war.state import MELEE, State
from rules.wallaces_war.turn.asks import Decline

__all__ = ["CHAPTER", "close_declarations"]


def proceed(play: Play[State]) -> bool:
    """C5, 10.3: one step of the melee in progress; False when it waits for somebody, or there is none."""
    state, melee = play.state, play.state.melee
    if state.core.pending or melee is None or melee.stage == "declare":
        return False
    if state.retreats:
        going_back.go_back(play)
    else:
        _STAGES[melee.stage](play)
    return True


def _rebound(play: Play[State]) -> None:
    """10.3/S10c"""
    if not rebound.due(play):
        play.record(MeleeStepped(stage="rage", focus=ledger(play.state).focus))


def _rage(play: Play[State]) -> None:
    """12.5d"""
    if not rage.test_next(play):
        play.record(MeleeStepped(stage="end", focus=ledger(play.state).focus))


def _end(play: Play[State]) -> None:
    """D36 B The next target hex, or the end."""
    melee = ledger(play.state)
    if any(attack.progress not in OVER for attack in melee.attacks):
        play.record(MeleeStepped(stage="strike"))
    else:
        play.record(MeleeEnded(kind=melee.kind))


_STAGES: dict[str, Callable[[Play[State]], None]] = {
    "strike": strike.strike,
    "reply": replies.reply,
    "losses": aftermath.apply,
    "retreat": aftermath.settle_next,
    "advance": advance.advance,
    "rebound": _rebound,
    "rage": _rage,
    "end": _end,
}

CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(DeclareMelee(unit="hugh-ri-1", target="0910"), declare.decide_melee, phases=(MELEE,), cite="10.3a"),
        Asked(ChooseNextAttack(start="0810"), cite="10.3/S1"),
        Asked(SinkMissileUnit(), cite="8.2k"),
        Asked(Reply(target="0810"), cite="10.2c"),
        Asked(RetreatPath(unit="hugh-ri-1", path=("0709", "0608")), cite="10.3/S9d", sampled=going_back.is_sampled),
        Asked(AdvanceAfterCombat(unit="hugh-ri-1", to="0910", facing=0), cite="10.3/S10a"),
    ),
    questions=(
        Question(AwaitAttack, {ChooseNextAttack: strike.decide_next}, strike.next_attacks, cites=("10.3/S1",)),
        Question(
            AwaitDefensiveFire,
            {Fire: strike.decide_fire, Decline: strike.hold_fire},
            strike.shots,
            cites=("9.4e",),
        ),
        Question(
            AwaitSink,
            {SinkMissileUnit: strike.decide_sink, Decline: strike.stay_on_top},
            strike.sinking,
            cites=("8.2k",),
        ),
        Question(
            AwaitVoluntary,
            {VoluntaryRetreat: strike.decide_withdrawal, Decline: strike.stand},
            strike.withdrawals,
            cites=("11.1a", "11.1d"),
        ),
        Question(
            AwaitReply, {Reply: replies.decide_reply, Decline: replies.decline}, replies.choices, cites=("10.2c",)
        ),
        Question(AwaitRetreat, {RetreatPath: going_back.decide_retreat}, going_back.choices, cites=("10.3/S9d",)),
        Question(
            AwaitAdvance,
            {AdvanceAfterCombat: advance.decide_advance, Decline: advance.decline},
            advance.choices,
            cites=("10.3/S10a",),
        ),
    ),
    resumes={ResumeRetreat: going_back.resume},
    within={ResumeRetreat: ("13.4c",)},
    proceed=proceed,
    choices=declare.choices,
    due=aftermath.due,
)
