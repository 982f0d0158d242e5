"""7.0 Unit states: morale and elimination tests, Disruption, rout, capture and what they cost."""

from __future__ import annotations

from typing import Literal

from domain.kernel.chapter import Chapter
from domain.kernel.facts import LossTaken, PointsScored
from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Reason
from rules.gettysburg import tables
from rules.gettysburg.ground.ways import Ways, reaches
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import hexes_of, morale
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import CONFEDERATE, ENEMY, POOL, TRAINS, UNION, UNUSED, State, Unit
from rules.gettysburg.turn import state_facts as f

HOME_ENTRY = {CONFEDERATE: "A", UNION: "F"}  # 7.5b
Box = Literal["routed", "captured", "out_of_play"]


def passes_morale(play: Play[State], unit: PieceId, test: Reason, rating: int | None = None) -> bool:
    """7.2 1d6 at most the morale of the face that is up; artillery without a figure passes (D58 A)."""
    tested = play.state.units[unit]
    if tested.kind == "artillery":
        choice = reading(play.state, "D58")
        if choice != "A" or not morale(tested):
            return choice != "C"
    needed = morale(tested) if rating is None else rating
    passes = at_most(needed)
    roll = play.roll(1, 6, why=_of(test, unit), by=tested.side, alike=passes)
    passed = bool(passes(roll))
    play.record(f.UnitTested(unit=unit, test=test, die=roll.total, rating=str(needed), passed=passed))
    return passed


def _of(test: Reason, unit: PieceId) -> Reason:
    """What the die is for: the test, and whose it is."""
    return Reason(test.key, test.cite, (unit,))


def survives(play: Play[State], unit: PieceId, test: Reason) -> bool:
    """7.6 The elimination test; artillery never passes it (7.6c)."""
    tested = play.state.units[unit]
    if tested.kind == "artillery":
        return False
    loss = tested.ratings.loss
    die = play.roll(1, 6, why=_of(test, unit), by=tested.side, alike=lambda roll: outlives(loss, roll.total)).total
    alive = outlives(loss, die)
    if alive is None:
        second = play.roll(1, 6, why=Reason("second die", "7.6b", (unit,)), by=tested.side, alike=_second_die)
        alive = bool(_second_die(second))
    play.record(f.UnitTested(unit=unit, test=test, die=die, rating=loss, passed=alive))
    return alive


_second_die = at_most(tables.SECOND_DIE_SURVIVES)  # 7.6b


def outlives(loss: str, die: int) -> bool | None:
    """7.6a, 7.6b A die above the loss rating eliminates; for 4+ a five is neither: it asks for a second die."""
    if loss != tables.LOSS_4_PLUS:
        return die <= int(loss)
    return None if die == tables.SECOND_DIE_AT else die < tables.SECOND_DIE_AT


def disrupt(play: Play[State], unit: PieceId, why: Reason) -> None:
    """7.3c Whatever the cause, it has no effect on a unit that is Disrupted already."""
    if not play.state.units[unit].disrupted:
        play.record(f.UnitDisrupted(unit=unit, why=why))


def shake(play: Play[State], unit: PieceId, why: Reason) -> None:
    """7.4a No effect on a unit that is Shaken already; artillery never is (7.1, 13.2)."""
    shaken = play.state.units[unit]
    if not shaken.shaken and shaken.kind != "artillery":
        play.record(f.UnitShaken(unit=unit, why=why))


def eliminate(play: Play[State], unit: PieceId, why: Reason) -> None:
    """7.6a To the Eliminated box; no points until its cadre is destroyed."""
    play.record(f.UnitEliminated(unit=unit, why=why))
    _lose(play, unit, "eliminated", why)


def capture(play: Play[State], unit: PieceId, why: Reason) -> None:
    """4.3 Held by the enemy for good."""
    play.record(f.UnitCaptured(unit=unit, why=why))
    _lose(play, unit, "captured", why)
    _score_capture(play, unit)


def rout(play: Play[State], unit: PieceId, why: Reason, start: HexId = "") -> None:
    """7.5 To the Routed box if a way to the Train is free, else out of play or captured."""
    box = rout_box(play.state, unit, start or play.state.units[unit].at)
    play.record(f.UnitRouted(unit=unit, box=box, why=why))
    _lose(play, unit, box.replace("_", " "), why)
    if box == "captured":
        _score_capture(play, unit)


def _lose(play: Play[State], unit: PieceId, kind: str, why: Reason) -> None:
    """Its men are counted once, with its first loss: whoever routs and comes back is no other brigade."""
    lost = play.state.units[unit]
    play.record(LossTaken(side=lost.side, unit=unit, kind=kind, amount=1, cause=why, men=lost.men or None))


def _score_capture(play: Play[State], unit: PieceId) -> None:
    """4.3"""
    taken = play.state.units[unit]
    why, points = Reason("unit captured", "4.3", (unit,)), tables.POINTS_CAPTURED[taken.kind]
    play.record(PointsScored(side=ENEMY[taken.side], points=points, why=why))


def rout_box(state: State, unit: PieceId, start: HexId) -> Box:
    """7.5a-c Where a unit that routs from this hex ends up; no way leads to a Train that left the map (D61)."""
    routing = state.units[unit]
    train = state.units[TRAINS[routing.side]]
    home = state.ground.entry_hexes[HOME_ENTRY[routing.side]]
    if train.at in (POOL, UNUSED) and not train.left_on:
        return "routed" if has_way(state, routing, start, home) else "captured"
    if not train.left_on and has_way(state, routing, start, train.at):
        return "routed"
    return "out_of_play" if has_way(state, routing, start, home) else "captured"


def has_way(state: State, routing: Unit, start: HexId, goal: HexId) -> bool:
    """7.5a, D61 A way of hexes free of the enemy, of any length; the hex it starts from does not count."""
    strict = reading(state, "D61") == "B"
    enemy = hexes_of(state, ENEMY[routing.side])
    barred = frozenset(at for at in enemy if not (strict and state.hmcs.keys() >= set(state.stacks[at])))
    return reaches(state.ground, Ways(goal, barred, routing.kind if strict else ""), start)


CHAPTER = Chapter[State](facts=f.FACTS)
