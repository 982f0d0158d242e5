"""18.0 Hidden movement: the chapter, and the counters that an enemy unit comes to observe."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import clock
from rules.gettysburg.hidden import deployment, hiding
from rules.gettysburg.hidden.asks import AwaitDeployment, AwaitLeftover, DeployUnits, HideUnits
from rules.gettysburg.hidden.facts import FACTS, HiddenTired
from rules.gettysburg.ids import PieceId
from rules.gettysburg.movement.asks import AwaitDeclaration, AwaitMarch, ResumeMarch
from rules.gettysburg.position import contents, first_observed, uses_hidden
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import AVAILABLE, ENEMY, State

PATIENT = (ResumeMarch, AwaitMarch, AwaitDeclaration, AwaitLeftover)  # what waits for a move can wait for a reveal


def proceed(play: Play[State]) -> bool:
    """18.4b Reveals one observed HMC, or D76 B tires the units of one that marched by night."""
    pending = play.state.core.pending
    if pending and not isinstance(pending[-1], PATIENT):
        return False
    name = first_observed(play.state)
    if name is None:
        return _tire(play)
    hmc = play.state.hmcs[name]
    at, placer = hmc.at, _placer(play.state, name)
    units = deployment.reveal(play, name, Reason("an enemy unit observes it", "18.4b"))
    places = deployment.only_placing(play.state, units, deployment.rooms_for(play.state, hmc.side, at))
    if places is None:
        play.open(AwaitDeployment(side=placer, hmc=name, at=at, units=units))
    else:
        deployment.place(play, at, units, places)
    return True


def _placer(state: State, hmc: PieceId) -> Side:
    """18.5 The owner; D80 B the opponent who controls it."""
    side = state.hmcs[hmc].side
    is_taken = state.turn.control.get(hmc) == "opponent" and reading(state, "D80") == "B"
    return ENEMY[side] if is_taken else side


def _tire(play: Play[State]) -> bool:
    """20.2a, D76 B Units inside an HMC that moved at night are Disrupted."""
    state = play.state
    if state.core.phase != "movement" or not clock.is_night(state.core.turn) or reading(state, "D76") == "A":
        return False
    marching = state.march.unit if state.march else ""
    for name in state.turn.starts:
        hmc = state.hmcs.get(name)
        if hmc and hmc.at != AVAILABLE and name != marching and name not in state.turn.tired:
            fresh = tuple(unit for unit in contents(state, name) if not state.units[unit].disrupted)
            play.record(HiddenTired(hmc=name, units=fresh))
            return True
    return False


def choices(state: State) -> Iterator[Choice]:
    yield from hiding.choices(state)
    yield from deployment.choices(state)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            HideUnits(at="1926", contents={"C-HMC1": ("C-44", "C-45"), "C-HMC2": ()}),
            hiding.decide_hide,
            phases=("set-up", "movement"),
            when=uses_hidden,
            cites=("18.2b", "18.6", "18.7", "23.1"),
        ),
        Asked(
            DeployUnits(hmc="C-HMC1", places={"C-44": "1926", "C-45": "1927"}),
            deployment.decide_deploy,
            phases=("movement",),
            when=uses_hidden,
            cites=("18.4a",),
        ),
    ),
    questions=(
        Question(AwaitDeployment, {DeployUnits: deployment.answer_reveal}, deployment.answers, cites=("18.4b", "18.5")),
    ),
    proceed=proceed,
    choices=choices,
)
