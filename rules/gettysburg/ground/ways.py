"""7.5a, D61 From which hexes a way leads to a goal: one flood over the map answers all that ask in one position.

Sets of hexes are numbers here, a bit for each hex, so laid out that a step of all of them at once is a shift.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.hexes.grid import DIRECTIONS
from rules.gettysburg.ground.ground import Ground

KEPT = 32  # floods at most: the dice of one order try a few dozen positions, and then the enemy stands elsewhere


class Ways(NamedTuple):
    """All that decides which ways are open."""

    goal: str
    barred: frozenset[str]  # hexes nobody may enter; the one a way starts from does not count
    kind: str = ""  # of units whose prohibited terrain bars them as well; none: terrain is ignored


class _Layout(NamedTuple):
    bits: dict[str, int]  # the place of each hex in a number
    steps: tuple[int, ...]  # how far off a neighbour is, in each direction

    def number(self, hexes: Iterable[str]) -> int:
        return sum(1 << self.bits[at] for at in hexes)


def reaches(ground: Ground, ways: Ways, start: str) -> bool:
    """Whether the goal can be reached from a hex."""
    if start == ways.goal or not (ground.is_on_map(start) and ground.is_on_map(ways.goal)):
        return start == ways.goal
    return bool(_reaching(ground, ways) >> _layout(ground).bits[start] & 1)


def _reaching(ground: Ground, ways: Ways) -> int:
    """Every hex from which the goal can be reached; kept, for many ask the same."""
    known: dict[Ways, int] = ground.memory.setdefault("ways", {})
    found = known.get(ways)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[ways] = _flood(ground, ways)
    return found


def _flood(ground: Ground, ways: Ways) -> int:
    """Backwards from the goal, step by step: who stands beside a hex that may be entered has a way if it has one."""
    layout, leaving = _layout(ground), _leaving(ground, ways.kind)
    free = ~layout.number(ways.barred)
    found = edge = layout.number([ways.goal])
    while edge:
        entered, edge = edge & free, 0
        for step, open_from in zip(layout.steps, leaving, strict=True):
            edge |= (entered >> step if step > 0 else entered << -step) & open_from
        edge &= ~found
        found |= edge
    return found


def _layout(ground: Ground) -> _Layout:
    """Row by row, with an empty place after each: nobody steps off the end of a row into the next one."""
    return ground.kept("layout", lambda: _laid_out(ground))


def _laid_out(ground: Ground) -> _Layout:
    left, top = min(q for q, _ in ground.ids), min(r for _, r in ground.ids)
    width = max(q for q, _ in ground.ids) - left + 2
    bits = {printed: q - left + (r - top) * width for printed, (q, r) in ground.at.items()}
    return _Layout(bits, tuple(dq + dr * width for dq, dr in DIRECTIONS))


def _leaving(ground: Ground, kind: str) -> tuple[int, ...]:
    """For each direction, the hexes that units of a kind can leave by it."""
    return ground.kept(("leaving", kind), lambda: _by_terrain(ground, kind) if kind else _whole(ground))


def _whole(ground: Ground) -> tuple[int, ...]:
    return (_layout(ground).number(ground.hexes),) * len(DIRECTIONS)


def _by_terrain(ground: Ground, kind: str) -> tuple[int, ...]:
    layout = _layout(ground)
    open_steps = {
        (at, layout.bits[to] - layout.bits[at])
        for at in ground.hexes
        for to in ground.near(at)
        if ground.road(at, to) or ground.step_cost(kind, at, to) is not None
    }
    return tuple(layout.number(at for at, step in open_steps if step == each) for each in layout.steps)
