"""LL.3, LL.4.seq The set-up, then turn after turn: reshuffle, Fire if wanted, one command, Status."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Decision, always
from domain.kernel.facts import Order
from domain.kernel.play import Play
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import interrupts
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import asks, command, deployment, ground, muster, opening, reshuffle, victory
from rules.longstreet_lite.turn.facts import FACTS


@phases.unasked
def proceed(play: Play[State]) -> bool:
    """LL.4.seq.2 What nobody decides: the window at the start of a turn, and the Status phase."""
    match play.state.core.phase:
        case phases.TURN_START:
            begin_turn(play)
        case phases.COMMAND if command.is_stuck(play.state):
            command.lose_stuck(play)
        case phases.STATUS:
            victory.run_status(play)
        case _:
            return False
    return True


def begin_turn(play: Play[State]) -> None:
    """LL.4.int.4 The passive player is asked first; once he has answered, the reshuffle is declared."""
    if not interrupts.offer(play, "turn_start"):
        phases.begin(play, phases.RESHUFFLE)


def choices(state: State) -> Iterator[Choice]:
    """A fair sample of the legal orders of the set-up, and of what the active player may order between the phases."""
    match state.core.phase:
        case phases.MUSTER:
            return muster.choices(state)
        case phases.TERRAIN:
            return ground.choices(state)
        case phases.EDGES | phases.DEPLOY_ORDER | phases.DEPLOY:
            return deployment.choices(state)
        case phases.READY:
            return opening.choices(state)
        case phases.RESHUFFLE:
            return reshuffle.choices(state)
    return command.choices(state)


def _invoked(example: Order, decide: Decision, phase: str) -> Asked:
    """LL.4.seq.3, LL.4.invoke.1 An order that begins a phase with cards."""
    return Asked(example, decide, (phase,), "LL.4.seq.3", cites=("LL.4.invoke.1",))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            asks.AddUnit(unit="20th-maine", name="20th Maine", kind="INF", bases=6),
            muster.decide_add,
            (phases.MUSTER,),
            cites=("LL.3.army.1",),
            sampled=always,
        ),
        Asked(asks.DropUnit(unit="4th-maine"), muster.decide_drop, (phases.MUSTER,), cites=("LL.3.army.1",)),
        Asked(asks.Agree(), muster.decide_agree, (phases.MUSTER,), cites=("LL.3.army.1",)),
        Asked(
            asks.PlaceTerrain(
                name="the ridge", kind="hill", points=("4:10", "12:10", "12:14", "4:14"), crest=("4:12", "12:12")
            ),
            ground.decide_place,
            (phases.TERRAIN,),
            cites=("LL.3.terr.2",),
            sampled=always,
        ),
        Asked(asks.RemoveTerrain(name="the ridge"), ground.decide_remove, (phases.TERRAIN,), cites=("LL.3.terr.2",)),
        Asked(asks.FinishTerrain(), ground.decide_finish, (phases.TERRAIN,), cites=("LL.3.terr.2",)),
        Asked(asks.ChooseEdge(edge="south"), deployment.decide_edge, (phases.EDGES,), cites=("LL.3.terr.4",)),
        Asked(
            asks.ChooseDeployment(first=False), deployment.decide_order, (phases.DEPLOY_ORDER,), cites=("LL.3.terr.6",)
        ),
        Asked(
            asks.DeployUnit(unit="1st-maine", at="12:6", heading="0", ranks=(4, 3)),
            deployment.decide_deploy,
            (phases.DEPLOY,),
            cites=("LL.3.terr.5",),
            sampled=always,
        ),
        Asked(asks.FinishDeployment(), deployment.decide_finish, (phases.DEPLOY,), cites=("LL.3.terr.5",)),
        Asked(asks.BeginBattle(), opening.decide_begin, (phases.READY,), cites=("LL.3.first.1",)),
        Asked(asks.Reshuffle(), reshuffle.decide_reshuffle, (phases.RESHUFFLE,), "LL.4.resh.5", cites=("LL.4.resh.1",)),
        Asked(asks.KeepDeck(), reshuffle.decide_keep, (phases.RESHUFFLE,), "LL.4.resh.1", cites=("LL.4.resh.1",)),
        _invoked(asks.InvokeFire(card="steady-boys", modifier="aim-low"), command.decide_fire, phases.FIRE_OPTION),
        Asked(asks.SkipFire(), command.decide_skip, (phases.FIRE_OPTION,), cites=("LL.4.seq.3",)),
        _invoked(asks.InvokeMove(cards=("steady-boys",), modifier="quickstep"), command.decide_command, phases.COMMAND),
        _invoked(asks.InvokeCombat(cards=("steady-boys", "stubborn-line")), command.decide_command, phases.COMMAND),
        Asked(asks.Pass(), command.decide_pass, (phases.COMMAND,), cites=("LL.4.pass.1",)),
        Asked(
            asks.AddCard(card="steady-boys"), command.decide_second, (phases.MOVE, phases.COMBAT), cites=("LL.4.two.1",)
        ),
    ),
    proceed=proceed,
    choices=choices,
)
