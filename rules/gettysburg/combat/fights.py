"""11.1, 11.2, 21.4 The fight in progress, the declarations still to be carried out, and attacks on a Train."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Answer
from domain.kernel.facts import Frame, PointsScored, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg.combat.bombardment_facts import TrainAttacked
from rules.gettysburg.combat.facts import AttackVoided, FightBegan, FightStepped
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import brigades_at, commander, guns_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, TRAINS, Declared, Fight, Stage, State
from rules.gettysburg.tables import POINTS_TRAIN_ATTACKED
from rules.gettysburg.turn.facts import Declined
from rules.gettysburg.turn.state_facts import GunsFired

ASSAULTS = frozenset({"attack", "charge"})  # attacks on units, not on a Train


def current(state: State) -> Fight:
    """19.0 The innermost fight."""
    return state.fights[-1]


def ask(play: Play[State], frame: Frame, then: Stage) -> None:
    """Open a window; once it is answered the fight goes on at `then`."""
    if current(play.state).stage != then:
        play.record(FightStepped(stage=then))
    play.open(frame)


def decline(play: Play[State], side: Side, what: Reason) -> None:
    """No to what was offered."""
    play.record(Declined(side=side, what=what))
    play.close()


def declines(what: Reason) -> Answer:
    """An answer that is no and nothing more."""
    return lambda play, _order, frame: decline(play, frame.side, what)


def attack_chooser(state: State, fight: Fight) -> Side:
    """17.4c, D81 B Who decides for the attacker: the owner, or the side that controls the unit."""
    if reading(state, "D81") == "B" and commander(state, fight.attacker) == ENEMY[fight.side]:
        return ENEMY[fight.side]
    return fight.side


def first_defender(state: State, at: HexId) -> PieceId:
    """9.4a The top brigade defends; 13.5a without brigades artillery does; nobody in an empty hex."""
    defenders = brigades_at(state, at) or guns_at(state, at)
    return defenders[0] if defenders else ""


def unresolved(state: State) -> Iterator[tuple[PieceId, Declared]]:
    """11.1a What was declared and is neither carried out nor void, in the order of declaration."""
    resolved = state.turn.resolved
    return ((unit, declared) for unit, declared in state.turn.declared.items() if unit not in resolved)


def void(play: Play[State], unit: PieceId, why: Reason) -> None:
    """D70 What was declared lapses; D49 artillery is spent by the shot it lost."""
    play.record(AttackVoided(unit=unit, why=why))
    found = play.state.units[unit]
    if found.kind == "artillery" and found.at in play.state.stacks and not found.fired:
        play.record(GunsFired(unit=unit, why=Reason("its shot is lost", "14.1b")))


def can_reach(state: State, unit: PieceId, target: HexId) -> bool:
    """11.1a Whether the brigade stands on the map next to the hex."""
    at = state.units[unit].at
    return at in state.stacks and target in state.ground.near(at)


def assailants(state: State, target: HexId) -> list[PieceId]:
    """11.2b Brigades whose declared attack on the hex is still to come."""
    return [
        unit
        for unit, declared in unresolved(state)
        if declared.target == target and declared.kind in ASSAULTS and can_reach(state, unit, target)
    ]


def can_enter(state: State, unit: PieceId, to: HexId) -> bool:
    """TET Whether the terrain of an adjacent hex is open to the unit."""
    moving = state.units[unit]
    ground = state.ground
    return bool(ground.road(moving.at, to)) or ground.step_cost(moving.kind, moving.at, to) is not None


def is_train(state: State, unit: PieceId) -> bool:
    return unit in state.units and state.units[unit].kind == "train"


def train_at(state: State, at: HexId) -> PieceId:
    """The Train in a hex; empty if there is none."""
    return next((train for train in TRAINS.values() if state.units[train].at == at), "")


def attack_train(play: Play[State], unit: PieceId, target: HexId) -> None:
    """21.4 The declared attack of a brigade."""
    side = play.state.units[unit].side
    play.record(FightBegan(attacker=unit, side=side, target=target, kind="train"))
    strike_train(play, (unit,), train_at(play.state, target))


def strike_train(play: Play[State], units: tuple[PieceId, ...], train: PieceId) -> None:
    """4.3 A point; a coordinated stack of artillery scores it together (D87 C)."""
    side = play.state.units[units[0]].side
    play.record(TrainAttacked(train=train, units=units))
    play.record(PointsScored(side=side, points=POINTS_TRAIN_ATTACKED, why=Reason("the Train attacked", "4.3")))
