"""12.1 to 12.3, 12.6, 22.3 What results and tests do to the brigades they hit; Questionable ones are tested first."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import clock
from rules.gettysburg.combat import artillery
from rules.gettysburg.combat.facts import QuestionTested, SupportingBrigadeTested
from rules.gettysburg.combat.fights import current
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import BRIGADES, brigades_at, morale
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import Fight, State
from rules.gettysburg.turn import states
from rules.gettysburg.turn.state_facts import UnitSteadied

Fate = Literal["eliminated", "routed", "retreats", "stays"]


class Hit(NamedTuple):
    """CRT A cell taken apart: whom it hits, elimination test, rout test, number."""

    side: str
    eliminates: bool
    routs: bool
    number: int


def decode(code: str) -> Hit:
    """12.1 Such as AE, DER or D4."""
    digits = "".join(letter for letter in code if letter.isdigit())
    return Hit(code[0], "E" in code, "R" in code, int(digits or 0))


def convert(state: State, cell: str, charge: bool) -> str:
    """What a cell means in this fight (D64)."""
    night = clock.is_night(state.core.turn)
    return converted(cell, charge=charge, night=night, keeps=night and reading(state, "D64") != "A")


def converted(cell: str, *, charge: bool = False, night: bool = False, keeps: bool = False) -> str:
    """15.5b A charge turns D into DR; 20.3 at night all is AR or DR, or what the cell keeps but E (D64 B)."""
    if charge and cell.startswith("D"):
        cell = "DER" if "E" in cell else "DR"
    if not night:
        return cell
    return cell.replace("E", "") if keeps and len(cell) > 1 else cell[0] + "R"


def apply(play: Play[State], result: str) -> None:
    """12.1 All effects of one combat, up to the retreats."""
    fight, hit = current(play.state), decode(result)
    if hit.side == "A":
        _strike_attacker(play, fight, hit)
    elif play.state.units[fight.defender].kind in BRIGADES:
        fate = suffer(play, fight.defender, hit)
        leave(play, fight.target, fight.defender, fate)
    else:
        artillery.strike_alone(play, fight, hit.eliminates)


def _strike_attacker(play: Play[State], fight: Fight, hit: Hit) -> None:
    """12.3, 13.5d Attackers never retreat; D56 B spreads their rout to the brigades with them."""
    at = play.state.units[fight.attacker].at
    fate = suffer(play, fight.attacker, hit)
    if fate == "routed" and reading(play.state, "D56") == "B":
        leave(play, at, fight.attacker, fate)


def suffer(play: Play[State], unit: PieceId, hit: Hit) -> Fate:
    """12.2 Elimination test, Disruption, rout test or number, in this order."""
    state = play.state
    if hit.eliminates:
        if not states.survives(play, unit, Reason("elimination test", "7.6a")):
            states.eliminate(play, unit, Reason("failed its elimination test", "7.6a"))
            return "eliminated"
        if reading(state, "D50") == "B":
            return "stays"
    states.disrupt(play, unit, Reason("combat result", "12.2"))
    struck = state.units[unit]
    if is_tested(hit, morale(struck), struck.shaken):
        fate = _rout_test(play, unit)
        return "stays" if fate == "retreats" and not hit.routs and reading(state, "D52") == "B" else fate
    if hit.number <= morale(struck):
        return "stays"
    states.shake(play, unit, Reason("combat result above its morale", "12.3"))
    return "retreats"


def is_tested(hit: Hit, rating: int, shaken: bool) -> bool:
    """12.2 Whether a brigade takes a rout test: by its letter, or if Shaken already by a number above its morale."""
    return hit.routs or (shaken and hit.number > rating)


def _rout_test(play: Play[State], unit: PieceId) -> Fate:
    """12.2, D51 Above the morale of the face that is up, or under B of the Shaken face, the unit routs."""
    tested = play.state.units[unit]
    rating = tested.ratings.morale[True] if reading(play.state, "D51") == "B" else morale(tested)
    if not states.passes_morale(play, unit, Reason("rout test", "12.2"), rating):
        states.rout(play, unit, Reason("failed its rout test", "12.5"))
        return "routed"
    states.shake(play, unit, Reason("combat result", "12.3"))
    return "retreats"


def leave(play: Play[State], at: HexId, unit: PieceId, fate: Fate, rule: str = "12.3") -> None:
    """12.6, 9.3c What the fate of a brigade does to the units stacked with it, and who retreats under which rule."""
    leaving = [unit] if fate == "retreats" else []
    if fate in ("retreats", "routed"):
        leaving += shake_others(play, at, unit)
    cause = rule if fate == "retreats" else "12.6a" if leaving else "13.4d"
    if fate != "stays":
        leaving += artillery.follow(play, at, leaving)
    if leaving:
        play.record(RetreatBegan(units=tuple(leaving), rule=cause))


def shake_others(play: Play[State], at: HexId, unit: PieceId) -> list[PieceId]:
    """12.6a Each other brigade, 12.6b no artillery, is Disrupted and tests its morale; those that must retreat."""
    leaving: list[PieceId] = []
    for other in brigades_at(play.state, at):
        if other == unit:
            continue
        states.disrupt(play, other, Reason("a brigade of its hex gave way", "12.6a"))
        passed = states.passes_morale(play, other, Reason("Supporting Brigade", "12.6a"))
        play.record(SupportingBrigadeTested(unit=other, passed=passed))
        if not passed and play.state.units[other].shaken:
            states.rout(play, other, Reason("gave way with a brigade of its hex", "12.6a"))
        elif not passed:
            states.shake(play, other, Reason("a brigade of its hex gave way", "12.6a"))
            leaving.append(other)
    return leaving


def stop_the_attack(play: Play[State]) -> bool:
    """11.3(2), D69 The attacker's test, then the defender's; True if there is no combat."""
    fight = current(play.state)
    units = play.state.units
    failed = units[fight.attacker].questionable and _test_questionable(play, fight.attacker, attacking=True) != "stays"
    if failed and reading(play.state, "D69") != "C":
        return True
    if not units[fight.defender].questionable:
        return failed
    fate = _test_questionable(play, fight.defender, attacking=False)
    if fate != "stays":
        leave(play, fight.target, fight.defender, fate, "22.3")
    return failed or fate != "stays"


def _test_questionable(play: Play[State], unit: PieceId, attacking: bool) -> Fate:
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
