"""15.4, 15.5 Cavalry in combat: retreat before combat, and the state of cavalry after a charge."""

from __future__ import annotations

from collections.abc import Iterator

from domain.facts import Side
from domain.kernel import Choice, Play
from rules.gettysburg.combat import artillery, retreat
from rules.gettysburg.combat.fight import Fight
from rules.gettysburg.combat.fights import current, decline
from rules.gettysburg.facts.combat import RetreatBeforeCombatTried, RetreatBegan
from rules.gettysburg.frames import AwaitRetreatBeforeCombat
from rules.gettysburg.orders import Decline, HexId, PieceId, RetreatBeforeCombat
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State
from rules.gettysburg.tables import RETREAT_BEFORE_COMBAT
from rules.gettysburg.turn import states


def may_fall_back(state: State, fight: Fight) -> bool:
    """15.4 Defending cavalry, attacked by infantry, with a hex to go to."""
    defender = state.units[fight.defender]
    if defender.kind != "cavalry" or state.units[fight.attacker].kind != "infantry":
        return False
    return bool(retreat.ways(state, fight.defender, [fight.target]))


def decide_fall_back(play: Play[State], _order: RetreatBeforeCombat, by: Side) -> None:
    """15.4, D67 On 1 to 4 the cavalry goes, of its own will: no 12.6, but guns it leaves alone go with it."""
    fight = current(play.state)
    unit = fight.defender
    die = play.roll(1, 6, why=f"15.4 retreat before combat: {play.state.units[unit].name}", by=by).total
    success = die <= RETREAT_BEFORE_COMBAT
    play.record(RetreatBeforeCombatTried(unit=unit, die=die, success=success))
    if success:
        guns = artillery.follow(play, fight.target, [unit])
        play.record(RetreatBegan(units=(unit, *guns), rule="15.4"))
    play.close()


def decline_fall_back(play: Play[State], frame: AwaitRetreatBeforeCombat) -> None:
    decline(play, frame.side, "retreat before combat", "15.4")


def choices(_state: State, frame: AwaitRetreatBeforeCombat) -> Iterator[Choice]:
    yield Choice(frame.side, RetreatBeforeCombat())
    yield Choice(frame.side, Decline())


def spend_charge(play: Play[State], fight: Fight) -> None:
    """15.5c After its charge cavalry is Disrupted and Shaken, even if it won."""
    charging = play.state.units[fight.attacker]
    if fight.kind == "charge" and fight.made and charging.at in play.state.stacks:
        states.disrupt(play, fight.attacker, "charged", "15.5c")
        states.shake(play, fight.attacker, "charged", "15.5c")


def charge_refusal(state: State, unit: PieceId, target: HexId) -> str:
    """15.5a Why the cavalry cannot charge the hex; empty if it can. Only D66 C lets a Counter-Attack be a charge."""
    charging = state.units[unit]
    if reading(state, "D66") != "C":
        return "a Counter-Attack is no charge"
    if charging.kind != "cavalry" or charging.shaken or charging.disrupted:
        return "only cavalry that is neither Shaken nor Disrupted charges"
    if not state.ground.is_clear(target):
        return f"{target} is not clear ground"
    kinds = {state.units[name].kind if name in state.units else "hidden" for name in state.stacks[target]}
    return "" if kinds <= {"infantry", "train"} and "infantry" in kinds else f"{target} must hold infantry only"
