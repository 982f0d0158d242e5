"""11.2.D to 11.2.G One melee from stage to stage: pistols, the die, its result, pursuit, advance, disorder, leaders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

import msgspec

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import charts
from rules.musket_and_pike.cards import Lookup
from rules.musket_and_pike.fire import pistol
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.formation.hits import leaves_column
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.leaders.loss import risk
from rules.musket_and_pike.melee import advance, pursuit, results
from rules.musket_and_pike.melee.asks import AwaitPistols, FightStage, MeleePistols, Place, ResumeFight
from rules.musket_and_pike.melee.eligible import fight_bar
from rules.musket_and_pike.melee.facts import MeleeBegan, MeleeCalledOff, MeleeEnded, MeleeRolled
from rules.musket_and_pike.melee.modifiers import Fight, reckon
from rules.musket_and_pike.melee.pursuit import read_below
from rules.musket_and_pike.morale.casualties import eliminate
from rules.musket_and_pike.position import body, d10, is_light, is_paired, leaders_with, main_at, owe, strength
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State, Unit
from rules.musket_and_pike.work import CheckDue, Decline

IN_COLUMN = Reason("attacked in Column", "6.3.4")


def begin(
    play: Play[State], attackers: tuple[UnitId, ...], hexes: tuple[HexId, ...], *,
    reaction: bool = False, interception: bool = False,
) -> None:  # fmt: skip
    """11.1.4 Everybody who attacks one unit, whichever of its hexes; guns or leaders alone have no defender."""
    state = play.state
    defender = main_at(state, hexes[0])
    everybody = (*attackers, *([defender] if defender else []))
    play.record(
        MeleeBegan(
            attackers=attackers, defender=defender, hexes=hexes, reaction=reaction, interception=interception
        )
    )  # fmt: skip
    play.open(
        ResumeFight(
            attackers=attackers,
            defender=defender,
            hexes=hexes,
            reaction=reaction,
            interception=interception,
            stood=tuple(Place(unit=name, hexes=state.units[name].hexes) for name in everybody),
            leaders=tuple(leader for name in everybody for leader in leaders_with(state, name)),
        )
    )


def resume(play: Play[State], frame: ResumeFight) -> None:
    """From stage to stage, until something must be waited for: then the frame lies below it."""
    play.close()
    left: ResumeFight | None = frame
    while left is not None:
        left = _STAGES[left.stage](play, left)


def _at(frame: ResumeFight, stage: FightStage, **changes: object) -> ResumeFight:
    return msgspec.structs.replace(frame, stage=stage, **changes)


# Before the die


def _column(play: Play[State], frame: ResumeFight) -> ResumeFight | None:
    """6.3.4, 11.5.1, 11.6 A Column is caught; guns and leaders alone, and a handful of light infantry, are overrun."""
    state = play.state
    if not frame.defender:
        return _at(frame, "advance", unharmed=True)
    defender = state.units[frame.defender]
    if is_overrun(state, frame):
        eliminate(play, (frame.defender,), Reason("too few to stand", "11.6"))
        return _at(frame, "advance", unharmed=True, result="D_ELIM")
    following = _at(frame, "attacking pistols")
    if defender.formation != "CO":
        return following
    facing = leaves_column(state, defender)
    play.open(following)
    play.record(FormationSet(units=body(state, frame.defender), formation="FB", why=IN_COLUMN, facing=facing))
    owe(play, CheckDue(unit=frame.defender, causes=(IN_COLUMN,), by=frame.attackers[0]))
    return None


def is_overrun(state: State, frame: ResumeFight) -> bool:
    """11.6, D69 Light infantry of one point alone, unless a single one of its like attacks it."""
    defender = state.units[frame.defender]
    if not is_light(defender) or is_paired(state, frame.defender) or _points(state, defender) != 1:
        return False
    only = state.units[frame.attackers[0]]
    return not (len(frame.attackers) == 1 and is_light(only) and _points(state, only) == 1)


def _points(state: State, unit: Unit) -> int:
    return unit.card.sp if reading(state, "D69") == "b" else strength(unit)


def _standing(state: State, frame: ResumeFight) -> tuple[UnitId, ...]:
    """11.1.2 Attackers still in their places, while somebody they attack is still there."""
    if not set(state.units[frame.defender].hexes) & set(frame.hexes):
        return ()
    return tuple(
        name
        for name in frame.attackers
        if state.units[name].hexes and any(not fight_bar(state, name, hex) for hex in frame.hexes)
    )


def _goes_on(play: Play[State], frame: ResumeFight) -> ResumeFight | None:
    """The melee with those who are still there; None if it comes to nothing."""
    left = _standing(play.state, frame)
    if left:
        return frame if left == frame.attackers else msgspec.structs.replace(frame, attackers=left)
    why = Reason("nobody left to fight", "11.1.2")
    play.record(MeleeCalledOff(units=frame.attackers, hex=frame.hexes[0], why=why))
    play.record(MeleeEnded(attackers=frame.attackers, defender=frame.defender))
    return None


def _attacking(play: Play[State], frame: ResumeFight) -> ResumeFight | None:
    """11.3.9 The attacker says first."""
    found = _goes_on(play, frame)
    if found is None:
        return None
    state, following = play.state, _at(found, "defending pistols")
    armed = tuple(name for name in found.attackers if may_shoot(state, name, found))
    if not armed:
        return following
    play.open(following)
    play.open(AwaitPistols(side=state.units[armed[0]].side, units=armed, against=found.defender))
    return None


def may_shoot(state: State, name: UnitId, frame: ResumeFight) -> bool:
    """11.3.9, D83 Cavalry with a pistol left; read as b, an interceptor that has not fired yet."""
    spoilt = frame.interception and reading(state, "D83") == "b" and name in state.activation.shot
    return pistol.has(state, name) and not spoilt


def _defending(play: Play[State], frame: ResumeFight) -> ResumeFight | None:
    state, following = play.state, _at(frame, "roll")
    if not may_shoot(state, frame.defender, frame):
        return following
    side = state.units[frame.defender].side
    play.open(following)
    play.open(AwaitPistols(side=side, units=(frame.defender,), against=frame.attackers[0], defending=True))
    return None


def shoot(play: Play[State], order: MeleePistols, frame: AwaitPistols) -> None:
    """11.3.9 Not rolled for; each costs one of two."""
    for name in order.units:
        if name not in frame.units:
            raise IllegalOrder("no pistol in this melee", "11.3.9", name, *frame.units)
    if len(set(order.units)) < len(order.units):
        raise IllegalOrder("one pistol each", "11.3.9", *order.units)
    play.close()
    fight = play.state.core.pending[-1]
    assert isinstance(fight, ResumeFight)
    play.close()
    play.open(_at(fight, fight.stage, pistols=(*fight.pistols, *order.units)))
    for name in order.units:
        pistol.spend(play, name)


def hold(play: Play[State], _order: Decline, _frame: AwaitPistols) -> None:
    play.close()


def pistol_choices(_state: State, frame: AwaitPistols) -> Iterator[Choice]:
    for count in range(len(frame.units), 0, -1):
        yield from (Choice(frame.side, MeleePistols(units=some)) for some in combinations(frame.units, count))
    yield Choice(frame.side, Decline())


# The die and what follows


def _roll(play: Play[State], frame: ResumeFight) -> ResumeFight | None:
    """11.2.D"""
    state, side = play.state, play.state.units[frame.attackers[0]].side
    cell = charts.taken(play)
    if cell is None:
        fight = Fight(frame.attackers, frame.defender, frame.hexes, frame.pistols)
        lines = reckon(state, fight)
        die = d10(play, Reason("melee die", "11.2.D", (frame.attackers[0], frame.defender)), side)
        cell = read_below(play, frame, Lookup(table="T13", die=die, modifiers=lines, unit=frame.attackers[0]), side)
    if cell is None:
        return None
    play.record(
        MeleeRolled(
            attackers=frame.attackers, defender=frame.defender, die=cell.lookup.die, modifiers=cell.lookup.modifiers,
            net=charts.net(cell.lookup), result=cell.result, pursuit=cell.pursuit, source=cell.source,  # type: ignore[arg-type]
        )
    )  # fmt: skip
    return _at(frame, "result", result=cell.result, pursues=cell.pursuit)


def _result(play: Play[State], frame: ResumeFight) -> None:
    """11.2.E, D60 Read as b, everybody is disordered before it."""
    play.open(_at(frame, "pursuit"))
    if reading(play.state, "D60") == "b":
        results.disorder(play, frame)
    results.apply(play, frame)


def _advance(play: Play[State], frame: ResumeFight) -> ResumeFight | None:
    """11.4.6"""
    asked = advance.offer(play.state, frame) if frame.result != results.STANDING else None
    if asked is None:
        return _at(frame, "disorder")
    play.open(frame)
    play.open(asked)
    return None


def _disorder(play: Play[State], frame: ResumeFight) -> ResumeFight:
    """11.2.F, 11.5.2"""
    results.take_guns(play, frame)
    if not frame.unharmed and reading(play.state, "D60") == "a":
        results.disorder(play, frame)
    return _at(frame, "leaders")


def _leaders(play: Play[State], frame: ResumeFight) -> None:
    """11.8 A die for each who was with those who fought and is still there; then it is over."""
    for leader in frame.leaders:
        if play.state.leaders[leader].at and not frame.unharmed:
            risk(play, leader, Reason("in the melee", "11.8"))
    play.record(MeleeEnded(attackers=frame.attackers, defender=frame.defender))


_STAGES: Mapping[str, Callable[[Play[State], ResumeFight], ResumeFight | None]] = {
    "column": _column,
    "attacking pistols": _attacking,
    "defending pistols": _defending,
    "roll": _roll,
    "result": _result,
    "pursuit": pursuit.test,
    "advance": _advance,
    "disorder": _disorder,
    "leaders": _leaders,
}
