"""LL.1.rank, LL.1.edge, LL.1.art Bases in ranks and files: legal formations, and the ground a unit covers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import UnitId
from domain.kernel.reasons import Of, Reason
from domain.tabletop.bodies import Block, directly_in_front, to_the_front
from domain.tabletop.measure import Pose, Rectangle, rows
from domain.tabletop.polygons import Polygon, overlaps
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Unit
from rules.longstreet_lite.tables import INF_DEPTH, TOUCH, WIDTH


class Body(NamedTuple):
    """Where a unit stands and how: all that geometry needs. Ranks are those of one unit alone (LL.1.rank.5)."""

    pose: Pose
    ranks: tuple[int, ...]
    offset: int
    depth: int  # of one base

    @property
    def frontage(self) -> int:
        return self.ranks[0] * WIDTH

    @property
    def whole_depth(self) -> int:
        return len(self.ranks) * self.depth

    @property
    def outline(self) -> tuple[Block, ...]:
        return outline(self.ranks, self.offset, self.depth)

    def at(self, pose: Pose) -> Body:
        return Body(pose, self.ranks, self.offset, self.depth)


class Base(NamedTuple):
    """One base by its number (from 1), with its place in the formation and on the table."""

    number: int
    rank: int
    file: int
    area: Rectangle


def depth_of(state: State, unit: Unit) -> int:
    """LL.1.base.2, LL.1.base.3 (D1)"""
    if unit.kind == "INF":
        return INF_DEPTH[reading(state, "D1")]
    return state.battle.limber_depth if unit.limbered else state.battle.gun_depth


def body_of(state: State, unit: Unit) -> Body:
    assert unit.pose is not None, f"{unit.name} is not on the table"
    return Body(unit.pose, unit.ranks, unit.offset, depth_of(state, unit))


@lru_cache(maxsize=8192)
def bases_of(body: Body) -> tuple[Base, ...]:
    """LL.G.3 Every base, front rank first, from left to right."""
    drawn = rows(body.pose, body.ranks, WIDTH, body.depth, body.offset)
    last = len(body.ranks) - 1
    places = [
        (rank, file + (body.offset if rank == last and rank and body.ranks[rank] < body.ranks[0] else 0), area)
        for rank, row in enumerate(drawn)
        for file, area in enumerate(row)
    ]
    return tuple(Base(number, *place) for number, place in enumerate(places, 1))


def front_bases(body: Body) -> tuple[Base, ...]:
    return bases_of(body)[: body.ranks[0]]


@lru_cache(maxsize=1024)
def outline(ranks: tuple[int, ...], offset: int, depth: int) -> tuple[Block, ...]:
    """A formation as one block behind its front, or two where the last rank is short."""
    files, full = ranks[0], sum(1 for rank in ranks if rank == ranks[0])
    front = Block(-files * WIDTH, files * WIDTH, 0, -2 * full * depth)
    if full == len(ranks):
        return (front,)
    left, right = 2 * offset - files, 2 * (offset + ranks[-1]) - files
    return front, Block(left * WIDTH, right * WIDTH, -2 * full * depth, -2 * (full + 1) * depth)


def is_behind_front_line(body: Body, area: Polygon) -> bool:
    """LL.1.edge.1, LL.1.edge.4 On the flank: no part is ahead of the front line (LL.G.5 but for a touch)."""
    return not overlaps(to_the_front(body), area, TOUCH)


def is_directly_in_front(body: Body, area: Polygon) -> bool:
    """LL.1.edge.2 Some part of the area is ahead of the front line and between the flank lines."""
    return overlaps(directly_in_front(body), area, TOUCH)


def is_column(ranks: Sequence[int]) -> bool:
    """One base wide."""
    return ranks[0] == 1


def is_linear(state: State, ranks: Sequence[int]) -> bool:
    """LL.6.face.3, LL.7.fvuln.1 (D28) Linear is never defined in Lite."""
    match reading(state, "D28"):
        case "B":
            return ranks[0] >= len(ranks)
        case "C":
            return len(ranks) <= 2
    return not is_column(ranks)


def formation_faults(ranks: Sequence[int], offset: int, bases: int) -> Iterator[Reason]:
    """LL.1.rank.1 to LL.1.rank.4 Every reason why these ranks are no legal formation, with its rule."""
    if not ranks or min(ranks) < 1:
        yield Reason("empty rank", "LL.1.rank.1")
        return
    if sum(ranks) != bases:
        yield Reason("other bases in its ranks", "LL.1.rank.1", (sum(ranks), bases))
    yield from size_faults(ranks)
    if offset and (len(ranks) == 1 or ranks[-1] == ranks[0]):
        yield Reason("no rank to stand aside", "LL.1.rank.2")
    elif offset < 0 or ranks[-1] + offset > ranks[0]:
        yield Reason("last rank out of its files", "LL.1.rank.2")


def layout_faults(places: Iterable[tuple[int, int]], unit: int = 1) -> Iterator[Reason]:
    """LL.1.rank.1 to LL.1.rank.4 Every reason why loose bases are no formation, with its rule.

    A place is how far back and how far to the right a base stands, in parts of which `unit` make a base.
    """
    rows: dict[int, list[int]] = {}
    for back, aside in sorted(places):
        rows.setdefault(back, []).append(aside)
    for number, row in enumerate(rows.values(), 1):
        if any(right - left != unit for left, right in pairwise(row)):
            yield Reason("gap in a rank", "LL.1.rank.1", (number,))
    if any(back - front != unit for front, back in pairwise(rows)):
        yield Reason("ranks apart", "LL.1.rank.1")
    for number, (front, rear) in enumerate(pairwise(rows.values()), 2):
        if not set(rear) <= set(front):
            yield Reason("not behind others", "LL.1.rank.2", (number,))
    yield from size_faults([len(row) for row in rows.values()])


def size_faults(ranks: Sequence[int]) -> Iterator[Reason]:
    """LL.1.rank.3, LL.1.rank.4 No rank is wider than the first, and only the last may be short."""
    for number, (before, rank) in enumerate(pairwise(ranks), 2):
        if rank > before:
            yield Reason("rank too wide", "LL.1.rank.3", (number, rank, number - 1, before))
        if before < ranks[0]:
            yield Reason("rank begun early", "LL.1.rank.4", (number, number - 1))


def flat(faults: Iterable[Reason]) -> Iterator[Of]:
    """Reasons that speak of numbers only, one after the other in a reason of their own."""
    for why in faults:
        yield from (why.key, why.cite, *why.of)


def check_formation(unit_id: UnitId, ranks: Sequence[int], offset: int, bases: int) -> None:
    """LL.1.rank.1 to LL.1.rank.4"""
    if len(ranks) > bases:
        raise IllegalOrder("too few bases for ranks", "LL.1.rank.1", unit_id, bases, len(ranks))
    faults = list(formation_faults(ranks, offset, bases))
    if faults:
        raise IllegalOrder("no such ranks", faults[0].cite, unit_id, len(ranks), *ranks, *flat(faults))


def said_ranks(ranks: Sequence[int]) -> str:
    return "-".join(map(str, ranks)) or "none"


def legal_ranks(bases: int) -> Iterator[tuple[int, ...]]:
    """Every legal formation of so many bases, widest first."""
    for files in range(bases, 0, -1):
        full, rest = divmod(bases, files)
        yield (files,) * full + ((rest,) if rest else ())
