"""Facts of the Fire phase. Tags are for ever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side, UnitId
from domain.kernel.reasons import Reason, TableRead
from domain.tabletop.angles import Point
from rules.longstreet_lite.formation import bases_of
from rules.longstreet_lite.sketch import Sketch, mean, middle
from rules.longstreet_lite.state import Shot, State
from rules.longstreet_lite.tables import KILLS_ON, TO_HIT, CardId, or_more


class UnitFired(Fact, frozen=True, kw_only=True):
    """LL.5.seq.1, LL.5.seq.2 One unit fires; the faces stand in the roll before, in the order of the bases."""

    unit: UnitId
    shots: tuple[Shot, ...]
    smoke: bool = False


class ShotsRerolled(Fact, frozen=True, kw_only=True):
    """LL.1.dice.2, LL.1.dice.3 Dice of the unit that fired last are rolled again: its shots as they now stand."""

    unit: UnitId
    card: CardId
    choice: Literal["may", "must"]
    shots: tuple[Shot, ...]


class FireEnded(Fact, frozen=True, kw_only=True):
    """LL.5.seq.3 All has fired; the hits lie on these units."""

    by: Side
    hits: dict[UnitId, int] = {}


class HitsRemoved(Fact, frozen=True, kw_only=True):
    """LL.5.morale.1 What cards of this morale value take off a unit; the last hit stays (LL.5.last.1)."""

    unit: UnitId
    morale: int
    removed: int
    left: int


class KillsRolled(Fact, frozen=True, kw_only=True):
    """LL.5.kill.1 A die for each hit left; the bases go in the facts that follow."""

    unit: UnitId
    faces: tuple[int, ...]
    kills: int


def _pile(state: State, shots: Iterable[Shot], sign: int) -> None:
    for shot in shots:
        state.units[shot.target].hits += sign * shot.hits


def _fired(state: State, fact: UnitFired) -> None:
    unit = state.units[fact.unit]
    unit.acted, unit.smoke = True, unit.smoke or fact.smoke
    state.fire.fired.append(fact.unit)
    state.fire.shots = fact.shots
    _pile(state, fact.shots, 1)


def _rerolled(state: State, fact: ShotsRerolled) -> None:
    _pile(state, state.fire.shots, -1)
    state.fire.shots = fact.shots
    _pile(state, fact.shots, 1)


def _ended(state: State, fact: FireEnded) -> None:
    state.fire.ended, state.fire.shots = True, ()
    state.fire.to_kill = list(fact.hits)


def _removed(state: State, fact: HitsRemoved) -> None:
    state.units[fact.unit].hits = fact.left


def _killed(state: State, fact: KillsRolled) -> None:
    state.units[fact.unit].hits = 0
    state.fire.to_kill.remove(fact.unit)


def _draw_fired(sketch: Sketch, fact: UnitFired) -> None:
    """One line for each unit fired at, from the bases that did."""
    body = sketch.bodies.get(fact.unit)
    if body is None:
        return
    bases = {base.number: base.area for base in bases_of(body)}
    for target in dict.fromkeys(shot.target for shot in fact.shots):
        shots = [shot for shot in fact.shots if shot.target == target]
        fronts = [point for shot in shots if shot.base in bases for point in bases[shot.base][:2]]
        struck = _struck(sketch, target, [shot.struck for shot in shots])
        if fronts and struck:
            hits = Reason("hits", "", (sum(shot.hits for shot in shots),))
            sketch.add("fire", fact.unit, (mean(fronts), struck), hits)


def _struck(sketch: Sketch, target: UnitId, numbers: Sequence[int]) -> Point | None:
    body = sketch.bodies.get(target)
    if body is None:
        return None
    areas = [base.area for base in bases_of(body) if base.number in numbers]
    return mean(list(chain(*areas))) if areas else middle(body)


def _read_to_hit(fact: UnitFired | ShotsRerolled) -> Iterable[TableRead]:
    """LL.5.hit.1, LL.5.hit.2 One row for each kind of fire that was given."""
    for shot in fact.shots:
        row = TO_HIT[shot.mode]
        yield TableRead("to hit", shot.mode, "dice a base", str(row.dice), "LL.5.hit.1")
        yield TableRead("to hit", shot.mode, "hits on", or_more(row.needs), "LL.5.hit.2")


def _read_to_kill(_fact: KillsRolled) -> Iterable[TableRead]:
    """LL.5.kill.1"""
    yield TableRead("to kill", "a die for each hit left", "kills on", or_more(KILLS_ON), "LL.5.kill.1")


FACTS: tuple[Told, ...] = (
    Told(UnitFired, ("LL.5.seq.1", "LL.5.seq.2"), _fired, reads=_read_to_hit, draws=_draw_fired),
    Told(ShotsRerolled, ("LL.1.dice.2", "LL.1.dice.3"), _rerolled, reads=_read_to_hit, draws=_draw_fired),
    Told(FireEnded, ("LL.5.seq.3",), _ended),
    Told(HitsRemoved, ("LL.5.morale.1",), _removed),
    Told(KillsRolled, ("LL.5.kill.1",), _killed, reads=_read_to_kill),
)
