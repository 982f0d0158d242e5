"""LL.1.loss Bases lost: how many, which of them the owner gives up, and what is left of the unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from domain.kernel.chapter import Asked, Chapter, Choice, LossDue, Question
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import LossTaken, UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop.angles import Point
from domain.tabletop.bodies import extent_of
from domain.tabletop.measure import Pose, slid, spot_of
from domain.tabletop.sweep import shift
from rules.longstreet_lite.formation import Body, depth_of, flat, layout_faults
from rules.longstreet_lite.losses.asks import AwaitLosses, Cause, RemoveBases
from rules.longstreet_lite.losses.facts import FACTS, BasesLost, UnitRemoved
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Unit
from rules.longstreet_lite.tables import LEAST_ART_BASES, LEAST_INF_BASES, MEN_PER_BASE, WIDTH

Why = Literal["broken", "routed", "destroyed"]
CAUSES: Mapping[Cause, str] = {
    "fire": "fire",
    "combat": "combat",
    "retreat": "difficult ground in its retreat",
    "passed through": "friends falling back through it",
}


class Left(NamedTuple):
    """What stands after a removal: a formation, and where the middle of its front is, in half files and ranks."""

    ranks: tuple[int, ...]
    offset: int
    aside: int  # half base widths to the right of the old middle
    back: int  # ranks behind the old front


def cost(unit: Unit, count: int) -> int:
    """LL.1.loss.2, LL.1.art.5 What it comes to when so many bases go: all, where too few would be left."""
    least = LEAST_INF_BASES if unit.kind == "INF" else LEAST_ART_BASES
    return unit.bases if unit.bases - count < least else count


def due(state: State) -> Iterator[LossDue]:
    """LL.1.loss.3 Bases that the owner is asked to pick."""
    for frame in state.core.pending:
        if isinstance(frame, AwaitLosses):
            yield LossDue(frame.side, frame.count)


def take(play: Play[State], unit_id: UnitId, count: int, cause: Cause, rule: str) -> None:
    """LL.1.loss.1, LL.1.loss.3 So many bases are lost; the owner is asked only if it makes a difference which.

    One loss at a time: after a question the chapter goes on in a later step.
    """
    unit = play.state.units[unit_id]
    if cost(unit, count) == unit.bases:
        _remove(play, unit_id, "broken" if unit.kind == "INF" else "destroyed", _why_gone(unit), CAUSES[cause])
        return
    ways = removals(play.state, unit, count)
    if len(set(ways.values())) > 1:
        play.open(AwaitLosses(side=unit.side, unit=unit_id, count=count, cause=cause, rule=rule))
        return
    _lose(play, unit_id, next(iter(ways)), cause, rule)


def _why_gone(unit: Unit) -> str:
    """LL.1.loss.2, LL.1.art.5 Infantry with one base is broken; a battery goes with its last gun."""
    return "LL.1.loss.2" if unit.kind == "INF" else "LL.1.art.5"


def remove_unit(play: Play[State], unit_id: UnitId, why: Why, rule: str) -> None:
    """LL.1.loss.5 A whole unit at once: broken in combat, routed, or off the table."""
    _remove(play, unit_id, why, rule, "rout" if why == "routed" else "combat")


def _remove(play: Play[State], unit_id: UnitId, why: Why, rule: str, cause: str) -> None:
    """LL.3.bp.3 (D51) Whether the bases of a unit that routs count as lost; a limber never does (LL.5.limb.1)."""
    unit = play.state.units[unit_id]
    counts = 0 if why == "routed" and reading(play.state, "D51") == "B" else unit.bases
    if counts:
        _tell(play, unit_id, counts, Reason(cause, rule))
    play.record(UnitRemoved(unit=unit_id, why=why, rule=rule, counts=counts))


def _tell(play: Play[State], unit_id: UnitId, amount: int, cause: Reason) -> None:
    """LL.1.base.1 Men are known for infantry only."""
    unit = play.state.units[unit_id]
    men = amount * MEN_PER_BASE if unit.kind == "INF" else None
    play.record(LossTaken(side=unit.side, unit=unit_id, kind="bases", amount=amount, cause=cause, men=men))


def _lose(play: Play[State], unit_id: UnitId, bases: tuple[int, ...], cause: Cause, rule: str) -> None:
    unit = play.state.units[unit_id]
    left = removals(play.state, unit, len(bases))[bases]
    assert unit.pose is not None
    depth = depth_of(play.state, unit)
    rest = Body(slid(unit.pose, left.aside * WIDTH, -2 * left.back * depth), left.ranks, left.offset, depth)
    pose = spot_of(_kept_on_table(play.state, rest))
    _tell(play, unit_id, len(bases), Reason(CAUSES[cause], rule))
    play.record(
        BasesLost(
            unit=unit_id, bases=bases, left=unit.bases - len(bases), pose=pose, ranks=left.ranks, offset=left.offset,
            cause=cause, rule=rule,
        )
    )  # fmt: skip


def _kept_on_table(state: State, rest: Body) -> Pose:
    """LL.G.1 The rest stands still, but its corners are rounded anew: one at the edge is not to lie beyond it."""
    west, south, east, north = extent_of(rest)
    x = max(-west, 0) - max(east - state.battle.width, 0)
    y = max(-south, 0) - max(north - state.battle.height, 0)
    return shift(rest.pose, Point(x, y))


def removals(state: State, unit: Unit, count: int) -> Mapping[tuple[int, ...], Left]:
    """LL.1.loss.3, LL.1.loss.4 Every choice of bases the owner has, wherever they stood, with what it leaves."""
    if unit.limbered:
        # LL.1.art.3 The limber stands for all guns and stays where it is.
        return {tuple(range(unit.bases - count + 1, unit.bases + 1)): Left((1,), 0, 0, 0)}
    return _removals(unit.ranks, unit.offset, count, reading(state, "D5") == "B")


@lru_cache(maxsize=1024)
def _removals(ranks: tuple[int, ...], offset: int, count: int, close_up: bool) -> Mapping[tuple[int, ...], Left]:
    """LL.1.loss.3 (D5) The rest stand still, or may close up; the rear rank can always give its end base."""
    found: dict[tuple[int, ...], Left] = {}
    for bases in combinations(range(1, sum(ranks) + 1), count):
        cells = _cells_left(ranks, offset, bases)
        if not any(layout_faults(cells)):
            found[bases] = _standing(cells, ranks[0])
        elif close_up:
            found[bases] = _closed_up(cells, ranks[0], offset)
    return found


Cell = tuple[int, int]  # of a base: its rank and its file, from 0


def _cells_left(ranks: tuple[int, ...], offset: int, bases: tuple[int, ...]) -> tuple[Cell, ...]:
    last = len(ranks) - 1
    cells = [
        (rank, file + (offset if rank == last and count < ranks[0] else 0))
        for rank, count in enumerate(ranks)
        for file in range(count)
    ]
    return tuple(cell for number, cell in enumerate(cells, 1) if number not in bases)


def _standing(cells: tuple[Cell, ...], files: int) -> Left:
    """LL.1.loss.3 (D5 A) Nobody shifts: only the middle of the front is elsewhere."""
    front, last = cells[0][0], cells[-1][0]
    ranks = tuple(sum(1 for rank, _ in cells if rank == row) for row in range(front, last + 1))
    first, rear = cells[0][1], min(file for rank, file in cells if rank == last)
    return Left(ranks, rear - first, 2 * first + ranks[0] - files, front)


def _closed_up(cells: tuple[Cell, ...], files: int, offset: int) -> Left:
    """LL.1.loss.3 (D5 B) Files close forward, empty ones vanish, and the unit centres on the ground it kept."""
    kept = sorted({file for _, file in cells})
    full, rest = divmod(len(cells), len(kept))
    ranks = (len(kept),) * full + ((rest,) if rest else ())
    return Left(ranks, min(offset, len(kept) - rest) if rest else 0, kept[0] + kept[-1] + 1 - files, 0)


def decide_remove(play: Play[State], order: RemoveBases, frame: AwaitLosses) -> None:
    """LL.1.loss.3 The owner picks; what is left must be a legal formation."""
    bases = plan_removal(play.state, frame, order)
    play.close()
    _lose(play, frame.unit, bases, frame.cause, frame.rule)


def plan_removal(state: State, frame: AwaitLosses, order: RemoveBases) -> tuple[int, ...]:
    """LL.1.loss.3 The bases to take away, in order, or the reason why not."""
    unit, bases = state.units[frame.unit], tuple(sorted(set(order.bases)))
    if order.unit != frame.unit:
        raise IllegalOrder("loses nothing now", "LL.1.loss.3", order.unit, frame.unit)
    if len(bases) != frame.count or len(order.bases) != frame.count:
        raise IllegalOrder("other number of bases", "LL.1.loss.3", frame.unit, frame.count, len(order.bases))
    if bases[0] < 1 or bases[-1] > unit.bases:
        raise IllegalOrder("no such base", "LL.1.loss.3", frame.unit, unit.bases)
    ways = removals(state, unit, frame.count)
    if bases not in ways:
        faults = layout_faults(_cells_left(unit.ranks, unit.offset, bases))
        free = next(iter(ways))
        raise IllegalOrder(
            "may not give up", "LL.1.loss.3", frame.unit, len(bases), *bases, len(free), *free, *flat(faults)
        )
    return bases


def choices(state: State, frame: AwaitLosses) -> Iterator[Choice]:
    """LL.1.loss.3 One choice for each formation that can be left."""
    ways = removals(state, state.units[frame.unit], frame.count)
    distinct = {left: bases for bases, left in reversed(list(ways.items()))}
    yield from (Choice(frame.side, RemoveBases(unit=frame.unit, bases=bases)) for bases in distinct.values())


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(Asked(RemoveBases(unit="4th-virginia", bases=(1,)), cite="LL.1.loss.3"),),
    questions=(Question(AwaitLosses, {RemoveBases: decide_remove}, choices, cites=("LL.1.loss.3",)),),
    due=due,
)
