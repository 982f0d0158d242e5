"""How facts of the Combat Phase change the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.facts import Fact
from rules.gettysburg.combat.fight import Fight, Retreat, Stage
from rules.gettysburg.evolve.pieces import put
from rules.gettysburg.facts import combat as f
from rules.gettysburg.orders import HexId, PieceId
from rules.gettysburg.state import State

# 11.3 Which part of the procedure each kind of fight begins with.
FIRST: Mapping[str, Stage] = {"attack": "swap", "charge": "swap", "train": "counter", "bombardment": "retreat"}


def against(target: HexId, defender: PieceId) -> str:
    """D45 B What one defender of a hex has met is counted apart."""
    return f"{target} {defender}"


def _coordination(state: State, fact: f.CoordinationTried) -> None:
    turn = state.turn
    turn.group, turn.group_kind = fact.target, "attack"
    turn.coordination[fact.target] = fact.success
    turn.coordination[against(fact.target, fact.defender)] = fact.success


def _began(state: State, fact: f.FightBegan) -> None:
    stage: Stage = "defender" if fact.counter else FIRST[fact.kind]
    fight = Fight(
        attacker=fact.attacker, side=fact.side, target=fact.target, kind=fact.kind, counter=fact.counter,
        defender=fact.defender, guns=fact.guns, stage=stage, was_shaken=_shaken(state, fact),
    )  # fmt: skip
    state.fights.append(fight)
    if not fact.counter:
        _take_up(state, fact)


def _shaken(state: State, fact: f.FightBegan) -> list[PieceId]:
    near = (*state.stacks.get(fact.target, ()), *state.stacks.get(state.units[fact.attacker].at, ()))
    return [name for name in near if name in state.units and state.units[name].shaken]


def _take_up(state: State, fact: f.FightBegan) -> None:
    turn = state.turn
    turn.group = fact.target
    turn.group_kind = "bombardment" if fact.kind == "bombardment" else "attack"
    if fact.kind == "bombardment":
        return
    turn.resolved.append(fact.attacker)
    if fact.kind != "train":
        turn.struck.setdefault(fact.target, 0)
        turn.struck.setdefault(against(fact.target, fact.defender), 0)
        turn.attacked.extend(name for name in state.stacks.get(fact.target, ()) if name not in turn.attacked)


def _stepped(state: State, fact: f.FightStepped) -> None:
    state.fights[-1].stage = fact.stage


def _ended(state: State, _fact: f.FightEnded) -> None:
    state.fights.pop()


def _swapped(state: State, fact: f.DefenderSwapped) -> None:
    _defend(state, fact.unit)


def _chosen(state: State, fact: f.DefenderChosen) -> None:
    _defend(state, fact.unit)


def _defend(state: State, unit: PieceId) -> None:
    stack = state.stacks[state.units[unit].at]
    stack.remove(unit)
    stack.insert(0, unit)
    state.fights[-1].defender = unit


def _fled(state: State, fact: f.RetreatBeforeCombatTried) -> None:
    fight = state.fights[-1]
    fight.fled = fact.success
    fight.stage = "retreat" if fact.success else "question"


def _questioned(state: State, fact: f.QuestionTested) -> None:
    fight = state.fights[-1]
    if not fact.passed:
        fight.stage = "retreat"
        fight.failed |= fact.attacking
        fight.made |= not (fact.attacking or fight.failed)


def _supported(state: State, fact: f.SupportGiven) -> None:
    fight = state.fights[-1]
    if fact.attacking:
        fight.attacker_support = fact.unit
    else:
        fight.defender_support = fact.unit


def _resolved(state: State, fact: f.CombatResolved) -> None:
    fight, turn = state.fights[-1], state.turn
    fight.made, fight.stage = True, "retreat"
    turn.fought.extend(unit for unit in (fact.attacker, fact.defender) if unit not in turn.fought)
    if not fact.counter:
        for key in (fact.target, against(fact.target, fact.defender)):
            turn.struck[key] = turn.struck.get(key, 0) + 1


def _tested(state: State, fact: f.SupportingBrigadeTested) -> None:
    if fact.passed:
        state.turn.stayed.append(fact.unit)


def _retreats(state: State, fact: f.RetreatBegan) -> None:
    retreats = [Retreat(unit=unit, passed=[state.units[unit].at]) for unit in fact.units]
    state.fights[-1].retreats = retreats


def _retreated(state: State, fact: f.UnitRetreated) -> None:
    put(state, fact.unit, fact.to)
    for retreat in state.fights[-1].retreats:
        if retreat.unit == fact.unit:
            retreat.passed.append(fact.to)
            retreat.arrived = True


def _continued(state: State, fact: f.RetreatContinued) -> None:
    for retreat in state.fights[-1].retreats:
        if retreat.unit == fact.unit:
            retreat.arrived = False


def _wasted(state: State, fact: f.AttackWasted) -> None:
    if fact.unit not in state.turn.resolved:
        state.turn.resolved.append(fact.unit)
    if state.fights and fact.unit != state.fights[-1].attacker:
        state.fights[-1].wasted.append(fact.unit)


def _voided(state: State, fact: f.AttackVoided) -> None:
    state.turn.resolved.append(fact.unit)


def _advanced(state: State, fact: f.UnitAdvanced) -> None:
    put(state, fact.unit, fact.to)
    state.fights[-1].advanced.append(fact.unit)


def _counter(state: State, fact: f.CounterAttackMade) -> None:
    if fact.unit not in state.turn.fought:
        state.turn.fought.append(fact.unit)
    if fact.again:
        state.fights[-1].stage = "counter"


def _train(state: State, fact: f.TrainAttacked) -> None:
    state.units[fact.train].attacked = True
    state.fights[-1].made = True
    _spend(state, fact.units)


def _bombarded(state: State, fact: f.BombardmentResolved) -> None:
    state.fights[-1].made = True
    _spend(state, fact.units)


def _spend(state: State, units: tuple[PieceId, ...]) -> None:
    resolved = state.turn.resolved
    resolved.extend(unit for unit in units if unit not in resolved)


def _nothing(_state: State, _fact: Fact) -> None:
    """The fact stands in the log for its own sake."""


EVOLVE: Mapping[type[Fact], Callable[[State, Any], None]] = {
    f.CoordinationTried: _coordination,
    f.FightBegan: _began,
    f.FightStepped: _stepped,
    f.FightEnded: _ended,
    f.DefenderSwapped: _swapped,
    f.DefenderChosen: _chosen,
    f.RetreatBeforeCombatTried: _fled,
    f.QuestionTested: _questioned,
    f.SupportGiven: _supported,
    f.CombatResolved: _resolved,
    f.SupportingBrigadeTested: _tested,
    f.RetreatBegan: _retreats,
    f.UnitRetreated: _retreated,
    f.RetreatContinued: _continued,
    f.AttackWasted: _wasted,
    f.AttackVoided: _voided,
    f.UnitAdvanced: _advanced,
    f.CounterAttackMade: _counter,
    f.TrainAttacked: _train,
    f.FireCoordinationTried: _nothing,
    f.BombardmentResolved: _bombarded,
}
