"""LL.7.res, LL.7.loss, LL.7.aloss, LL.7.flimb Who has won, what losing costs, and who falls back."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import LossDue
from domain.kernel.facts import UnitId
from domain.kernel.play import Play
from rules.longstreet_lite import phases
from rules.longstreet_lite.combat.allocation import attacks_of
from rules.longstreet_lite.combat.dice import defence_score, successes
from rules.longstreet_lite.combat.facts import CombatResolved, UnitBeaten, Winner
from rules.longstreet_lite.combat.scores import attacks_on, defenders, is_attacked
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.retreat import retreat
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Attack, Defence, Retreating, State


def resolve(play: Play[State]) -> None:
    """LL.7.res.1, LL.7.proc.3 The scores of every combat are compared: one side or the other pays for it."""
    for unit in defenders(play.state):
        play.record(compared(play.state, unit))


def compared(state: State, unit: UnitId) -> CombatResolved:
    """LL.7.res.1, LL.7.proc.2, LL.7.few.1 (D38) One defender's combat; equal scores are the defender's."""
    against = attacks_on(state, unit)
    attack = sum(successes(attack.faces, attack.needs) for attack in against)
    rolled = state.combat.defences.get(unit)
    defence = defence_score(rolled.faces, rolled.needs) if rolled else 0
    winner: Winner = "attackers" if attack > defence else "defender"
    if not is_attacked(state, unit) and reading(state, "D38") == "B":
        winner = "nobody"
    return CombatResolved(
        unit=unit, attackers=tuple(attack.attacker for attack in against), attack=attack, defence=defence,
        difference=abs(attack - defence), winner=winner, rule="LL.7.res.1" if rolled else "LL.7.few.1",
    )  # fmt: skip


def lost_by(state: State, unit: UnitId) -> int:
    """LL.7.loss.1 By how much a defender has lost, as the scores stand; 0 if it has not."""
    fought = state.combat.fought.get(unit)
    return max(fought.attack - fought.defence, 0) if fought else 0


def beaten(state: State) -> list[UnitId]:
    """LL.7.loss.1, LL.7.flimb.1 Defenders that must fall back: all who lost, and limbered batteries that held."""
    return [
        unit
        for unit in state.combat.fought
        if state.units[unit].is_on_table and (lost_by(state, unit) or state.units[unit].limbered)
    ]


def defender_losses(play: Play[State]) -> bool:
    """LL.7.loss.1, LL.7.loss.2, LL.7.flimb.2 The next beaten defender pays; False when all have."""
    state = play.state
    unit = next((unit for unit in beaten(state) if unit not in state.combat.paid), None)
    if unit is None:
        return False
    if state.units[unit].limbered:
        _limbered(play, unit, lost_by(state, unit))
    else:
        bases = _bases_lost(state, unit)
        play.record(UnitBeaten(unit=unit, bases=bases, rule="LL.7.loss.1"))
        losses.take(play, unit, bases, "combat", "LL.7.loss.1")
    return True


def _bases_lost(state: State, unit: UnitId) -> int:
    """LL.7.loss.1, LL.7.morale.2 One for each point it lost by, less what cards saved; never none."""
    return min(max(lost_by(state, unit) - state.combat.fought[unit].saved, 1), state.units[unit].bases)


def _limbered(play: Play[State], unit: UnitId, lost: int) -> None:
    """LL.7.flimb.1, LL.7.flimb.2 A limbered battery loses all or nothing."""
    rule = "LL.7.flimb.2" if lost else "LL.7.flimb.1"
    play.record(UnitBeaten(unit=unit, bases=play.state.units[unit].bases if lost else 0, rule=rule))
    if lost:
        losses.remove_unit(play, unit, "broken", rule)


def begin_defender_retreats(play: Play[State]) -> None:
    """LL.7.retire.1, LL.7.morale.3 Whoever is left of the beaten defenders, whatever cards were played."""
    state, units = play.state, {}
    for unit in beaten(state):
        engaged = tuple(a.attacker for a in attacks_on(state, unit) if state.units[a.attacker].is_on_table)
        units[unit] = Retreating(engaged=engaged, vulnerable=unit in state.combat.vulnerable)  # LL.7.fvuln.1
    if units:
        retreat.begin(play, phases.passive(state), units)


def attackers_beaten(state: State) -> list[UnitId]:
    """LL.7.aloss.1, LL.7.aloss.3 Every attacker still engaged with a defender; one whose defenders all lost stays."""
    return [unit for unit in state.combat.attackers if state.units[unit].is_on_table and any(_held(state, unit))]


def _held(state: State, attacker: UnitId) -> Iterator[UnitId]:
    """LL.7.aloss.1 (D38, D48) Those it attacked who have won and still stand against it."""
    limber_counts = reading(state, "D48") == "B"
    for attack in attacks_of(state, attacker):
        unit = state.units[attack.defender]
        won = attack.defender in state.combat.fought and not lost_by(state, attack.defender)
        if won and unit.is_on_table and (limber_counts or not unit.limbered):
            yield attack.defender


def attacker_losses(play: Play[State]) -> bool:
    """LL.7.aloss.1 The next beaten attacker loses one base, no more; False when all have."""
    unit = next((unit for unit in attackers_beaten(play.state) if unit not in play.state.combat.paid), None)
    if unit is None:
        return False
    play.record(UnitBeaten(unit=unit, bases=1, rule="LL.7.aloss.1"))
    losses.take(play, unit, 1, "combat", "LL.7.aloss.1")
    return True


def due(state: State) -> Iterator[LossDue]:
    """LL.7.proc.1 What the scores cost those who have not paid yet: cards may be asked for, and retreats come first."""
    for unit_id in beaten(state):
        if unit_id not in state.combat.paid and lost_by(state, unit_id):
            unit = state.units[unit_id]
            bases = unit.bases if unit.limbered else losses.cost(unit, _bases_lost(state, unit_id))
            yield LossDue(unit.side, bases)
    for unit_id in attackers_beaten(state):
        if unit_id not in state.combat.paid:
            unit = state.units[unit_id]
            yield LossDue(unit.side, losses.cost(unit, 1))


def forget(state: State) -> None:
    """LL.7.loss.1 Once scores are compared it counts by how much a defender has lost, and not with which dice."""
    combat = state.combat
    if not combat.fought:
        return
    rolled: list[Attack | Defence] = [*combat.attacks, *combat.defences.values()]
    for dice in rolled:
        dice.faces, dice.again = (), ()
    for unit, fought in combat.fought.items():
        fought.attack, fought.defence = lost_by(state, unit), 0


def begin_attacker_retreats(play: Play[State]) -> None:
    """LL.7.aloss.2 Whoever is left of the beaten attackers, from all whom it had engaged."""
    state, units = play.state, {}
    for unit in attackers_beaten(state):
        engaged = tuple(a.defender for a in attacks_of(state, unit) if state.units[a.defender].is_on_table)
        units[unit] = Retreating(engaged=engaged)
    if units:
        retreat.begin(play, phases.active(state), units)
