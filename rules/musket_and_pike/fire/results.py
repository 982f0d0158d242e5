"""10.6, 10.10 What the shots of one firer do to each unit: hits summed up, and one check with its causes counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.fire.facts import HitsTaken
from rules.musket_and_pike.ids import HexId, LeaderId, UnitId
from rules.musket_and_pike.morale.casualties import is_at_threshold, reaches
from rules.musket_and_pike.position import is_guns, is_paired, leaders_at, morale, owe
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.work import Arm, CasualtyDue, CheckDue, DisorderDue, Due, Hit, ResumeShots, RiskDue

STEPS: Final = {"FN": 2, "FS": 1, "OO": 1, "CO": 1}  # 6.3.1 hits until a formation is broken
STEADY: Final = ((8, 3), (7, 2))  # 10.6.2 from this morale on it takes so many hits to call a check
SALVO: Final = Reason("target of a Salvo", "10.6.3")
AT_THRESHOLD: Final = Reason("at its threshold", "10.6.4")
BY_TABLE: Final = Reason("check of the table", "10.6.5")
GUNS_SHAKEN: Final = Reason("formation hit on guns", "10.8.7")


def apply(play: Play[State], frame: ResumeShots) -> None:
    """10.6.5 For each unit fired at what it owes, and then the leaders in the hexes that were struck."""
    state = play.state
    dues: list[Due] = []
    for target in dict.fromkeys(hit.shot.target for hit in frame.done):
        found = tuple(hit for hit in frame.done if hit.shot.target == target)
        if target in state.units and target not in state.activation.covered:
            dues += _unit_dues(play, frame, target, found)
    dues += (RiskDue(leader=leader, cause=Reason("under fire", "10.10")) for leader in _at_risk(state, frame))
    owe(play, *dues)


def _unit_dues(play: Play[State], frame: ResumeShots, name: UnitId, found: Sequence[Hit]) -> Iterator[Due]:
    state, target = play.state, play.state.units[name]
    if not target.hexes:
        return
    arm, cause = arm_of(state.units[frame.firer]), Reason("fire of", "10.6.1", (frame.firer,))
    ch, converted, disorder = hits_on(state, target, arm, found)
    if ch or disorder:
        play.record(HitsTaken(unit=name, by=frame.firer, casualties=ch, converted=converted, disorder=disorder))
    causes = tuple(causes_of(state, name, frame, found, ch))
    if ch:
        yield CasualtyDue(unit=name, count=ch, by=frame.firer, cause=cause)
    if disorder:
        yield DisorderDue(unit=name, count=disorder, by=frame.firer, cause=cause, arm=arm)
    if causes:
        yield CheckDue(unit=name, causes=causes, by=frame.firer)


def arm_of(firer: Unit) -> Arm:
    """10.6.6 Whose fire it is."""
    if firer.card.regimental:
        return "REG"
    arms: dict[str, Arm] = {"HI": "HI", "LI": "LI", "CAV": "CAV", "ART": "ART"}
    return arms[firer.card.arm]


def hits_on(state: State, target: Unit, arm: Arm, found: Sequence[Hit]) -> tuple[int, int, int]:
    """10.6.1, 10.6.6, 6.3.3 Casualties, those of them that were formation hits, and steps of disorder."""
    ch, fh = sum(hit.ch for hit in found), sum(hit.fh for hit in found if not hit.evaded)
    if is_guns(target):
        return ch, 0, 0
    if target.formation == "OO" and reading(state, "D26") == "b":
        return ch, 0, int(ch > 0)  # formation hits are none to it
    absorbed = min(fh, STEPS.get(target.formation, 0))
    over = fh - absorbed
    converted = over if arm != tables.HORSE and reading(state, "D49") == "a" else 0
    if target.formation == "OO" and reading(state, "D26") != "c":
        absorbed = int(ch + fh > 0)  # D26 casualties break it too
    return ch + converted, converted, absorbed


def needed(level: int) -> int:
    """10.6.2 The hits that call for a check."""
    return next((hits for floor, hits in STEADY if level >= floor), 1)


def causes_of(state: State, name: UnitId, frame: ResumeShots, found: Sequence[Hit], ch: int) -> Iterator[Reason]:
    """12.3, 10.6.2 to 10.6.5 Every check that falls due, one cause for each."""
    target = state.units[name]
    tables_checks = sum(hit.mc for hit in found)
    if is_guns(target):
        yield from (GUNS_SHAKEN for _ in range(sum(hit.fh for hit in found)))
        yield from (BY_TABLE for _ in range(tables_checks))
        if frame.salvo:
            yield SALVO
        return
    need = needed(_level(state, name, ch))
    if ch >= need:
        yield Reason("casualties by fire", "10.6.2", (ch,))
        if reading(state, "D46") == "b" and sum(hit.ch >= need for hit in found) > 1:
            yield Reason("casualties by fire", "10.6.5", (ch,))
    if frame.salvo:
        yield SALVO
    if ch and _has_threshold(state, name, ch):
        yield AT_THRESHOLD
    if tables_checks:
        once = reading(state, "D47") == "b"
        yield from (BY_TABLE for _ in range(1 if once else tables_checks))


def _level(state: State, name: UnitId, ch: int) -> int:
    """D89 The morale by which the need is judged: as it was, or as a threshold reached by this fire leaves it."""
    target = state.units[name]
    level = morale(target)
    if reading(state, "D89") == "b" and _reaches(state, name, ch):
        return tables.BROKEN_MORALE if target.morale == "MS" else level - 1
    return level


def _reaches(state: State, name: UnitId, ch: int) -> bool:
    """8.2.1 What horse and light infantry share out is not known yet."""
    return not is_paired(state, name) and reaches(state, state.units[name], ch)


def _has_threshold(state: State, name: UnitId, ch: int) -> bool:
    """10.6.4, D48 At or over it already; or brought to it by this very fire."""
    return is_at_threshold(state, name) or (reading(state, "D48") == "b" and _reaches(state, name, ch))


def _at_risk(state: State, frame: ResumeShots) -> list[LeaderId]:
    """10.10, D57 Leaders in a hex with a result other than none: each once for a fire action."""
    struck: dict[HexId, None] = {}
    for hit in frame.done:
        if hit.shot.target not in state.activation.covered and _counts(state, hit):
            struck[hit.shot.to] = None
    side = state.units[frame.firer].side
    own = [leader for hex in struck for leader in leaders_at(state, hex)]
    return [leader for leader in dict.fromkeys(own) if state.leaders[leader].side != side or _is_grazed(frame)]


def _is_grazed(frame: ResumeShots) -> bool:
    """10.8.3 Grazing fire spares nobody."""
    return len({hit.shot.to for hit in frame.done}) > 1


def _counts(state: State, hit: Hit) -> bool:
    return bool(hit.ch) if reading(state, "D57") == "b" else bool(hit.ch or hit.fh or hit.mc)
