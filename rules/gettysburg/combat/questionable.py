"""22.3 Questionable brigades are tested when they first engage in combat."""

from __future__ import annotations

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg.combat import results
from rules.gettysburg.combat.facts import QuestionTested
from rules.gettysburg.combat.fights import current
from rules.gettysburg.combat.results import Fate
from rules.gettysburg.ids import PieceId
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State
from rules.gettysburg.turn import states
from rules.gettysburg.turn.state_facts import UnitSteadied


def stop_the_attack(play: Play[State]) -> bool:
    """11.3(2), D69 The attacker's test, then the defender's; True if there is no combat."""
    fight = current(play.state)
    units = play.state.units
    failed = units[fight.attacker].questionable and _test(play, fight.attacker, attacking=True) != "stays"
    if failed and reading(play.state, "D69") != "C":
        return True
    if not units[fight.defender].questionable:
        return failed
    fate = _test(play, fight.defender, attacking=False)
    if fate != "stays":
        results.leave(play, fight.target, fight.defender, fate, "22.3")
    return failed or fate != "stays"


def _test(play: Play[State], unit: PieceId, attacking: bool) -> Fate:
    """22.3 Passed: the marker goes. Failed: Shaken and a defender retreats, or rout of a unit already Shaken."""
    passed = states.passes_morale(play, unit, Reason("Questionable", "22.3"))
    play.record(QuestionTested(unit=unit, attacking=attacking, passed=passed))
    if passed or reading(play.state, "D69") == "B":
        play.record(UnitSteadied(unit=unit))
    if passed:
        return "stays"
    if play.state.units[unit].shaken:
        states.rout(play, unit, Reason("Questionable, failed its test", "22.3"))
        return "routed"
    states.shake(play, unit, Reason("Questionable, failed its test", "22.3"))
    return "retreats"
