"""Facts of losses. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, LossTaken, UnitId
from domain.kernel.reasons import Reason
from domain.tabletop.measure import pose_of
from rules.longstreet_lite.losses.asks import Cause
from rules.longstreet_lite.sketch import Sketch, middle
from rules.longstreet_lite.state import State


class BasesLost(Fact, frozen=True, kw_only=True):
    """LL.1.loss.1 What is left of a unit: the new ranks and pose; LossTaken stands beside it."""

    unit: UnitId
    bases: tuple[int, ...]  # numbers of those removed, before the removal
    left: int
    pose: tuple[int, int, int]
    ranks: tuple[int, ...]
    offset: int
    cause: Cause
    rule: str


class UnitRemoved(Fact, frozen=True, kw_only=True):
    """LL.1.loss.2, LL.7.fno.1 A unit is broken, routs, or is destroyed: all its bases are lost."""

    unit: UnitId
    why: Literal["broken", "routed", "destroyed"]
    rule: str
    counts: int  # bases that count against its side (D51)


def _lost(state: State, fact: BasesLost) -> None:
    unit = state.units[fact.unit]
    state.lost[unit.side] += len(fact.bases)
    unit.bases, unit.ranks, unit.offset = fact.left, fact.ranks, fact.offset
    unit.pose = pose_of(fact.pose)


def _removed(state: State, fact: UnitRemoved) -> None:
    unit = state.units[fact.unit]
    state.lost[unit.side] += fact.counts
    unit.status, unit.bases, unit.pose, unit.hits = fact.why, 0, None, 0


def _draw_lost(sketch: Sketch, fact: LossTaken) -> None:
    body = sketch.bodies.get(fact.unit)
    if body:
        sketch.add("loss", fact.unit, (middle(body),), Reason("lost", "", (fact.amount, fact.kind)))


def _draw_shrunk(sketch: Sketch, fact: BasesLost) -> None:
    body = sketch.bodies.get(fact.unit)
    if body and fact.ranks:
        sketch.bodies[fact.unit] = body._replace(pose=pose_of(fact.pose), ranks=fact.ranks, offset=fact.offset)


def _draw_removed(sketch: Sketch, fact: UnitRemoved) -> None:
    body = sketch.bodies.get(fact.unit)
    if body:
        sketch.add("gone", fact.unit, (middle(body),), fact.why, ghost=True)
        del sketch.bodies[fact.unit]


FACTS: tuple[Told, ...] = (
    Told(LossTaken, draws=_draw_lost),
    Told(BasesLost, ("LL.1.loss.1",), _lost, draws=_draw_shrunk),
    Told(UnitRemoved, ("LL.1.loss.2", "LL.7.fno.1"), _removed, draws=_draw_removed),
)
