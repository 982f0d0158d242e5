"""15.4, 15.5 Cavalry in combat: retreat before combat, and the state of cavalry after a charge."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Reason
from rules.gettysburg.combat import artillery, retreat
from rules.gettysburg.combat.asks import AwaitRetreatBeforeCombat, RetreatBeforeCombat
from rules.gettysburg.combat.facts import RetreatBeforeCombatTried
from rules.gettysburg.combat.fights import current
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import Fight, State
from rules.gettysburg.tables import RETREAT_BEFORE_COMBAT
from rules.gettysburg.turn import states
from rules.gettysburg.turn.asks import Decline


def may_fall_back(state: State, fight: Fight) -> bool:
    """15.4 Defending cavalry, attacked by infantry, with a hex to go to."""
    defender = state.units[fight.defender]
    if defender.kind != "cavalry" or state.units[fight.attacker].kind != "infantry":
        return False
    return bool(retreat.ways(state, fight.defender, [fight.target]))


def decide_fall_back(play: Play[State], _order: RetreatBeforeCombat, _frame: AwaitRetreatBeforeCombat) -> None:
    """15.4, D67 On 1 to 4 the cavalry goes, of its own will: no 12.6, but guns it leaves alone go with it."""
    fight = current(play.state)
    unit = fight.defender
    why, falls_back = Reason("retreat before combat", "15.4", (unit,)), at_most(RETREAT_BEFORE_COMBAT)
    die = play.roll(1, 6, why=why, by=play.by, alike=falls_back).total
    success = die <= RETREAT_BEFORE_COMBAT
    play.record(RetreatBeforeCombatTried(unit=unit, die=die, success=success))
    if success:
        guns = artillery.follow(play, fight.target, [unit])
        play.record(RetreatBegan(units=(unit, *guns), rule="15.4"))
    play.close()


def answers(_state: State, frame: AwaitRetreatBeforeCombat) -> Iterator[Choice]:
    yield Choice(frame.side, RetreatBeforeCombat())
    yield Choice(frame.side, Decline())


def spend_charge(play: Play[State], fight: Fight) -> None:
    """15.5c After its charge cavalry is Disrupted and Shaken, even if it won."""
    charging = play.state.units[fight.attacker]
    if fight.kind == "charge" and fight.made and charging.at in play.state.stacks:
        states.disrupt(play, fight.attacker, Reason("charged", "15.5c"))
        states.shake(play, fight.attacker, Reason("charged", "15.5c"))


def charge_bar(state: State, unit: PieceId, target: HexId) -> IllegalOrder | None:
    """15.5a Why the cavalry cannot charge the hex; None if it can. Only D66 C lets a Counter-Attack be a charge."""
    charging = state.units[unit]
    if reading(state, "D66") != "C":
        return IllegalOrder("counter is no charge", "15.5a", unit)
    if charging.kind != "cavalry" or charging.shaken or charging.disrupted:
        return IllegalOrder("unfit to charge", "15.5a", unit)
    if not state.ground.is_clear(target):
        return IllegalOrder("counter off clear ground", "15.5a", unit, target)
    kinds = {state.units[name].kind if name in state.units else "hidden" for name in state.stacks[target]}
    if kinds <= {"infantry", "train"} and "infantry" in kinds:
        return None
    return IllegalOrder("counter not at infantry", "15.5a", unit, target)
