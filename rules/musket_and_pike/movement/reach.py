"""7.1.1 Every place and facing a mover can come to, each by its cheapest way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from functools import partial
from typing import NamedTuple

from domain.kernel.errors import IllegalOrder
from rules.musket_and_pike import going, tables
from rules.musket_and_pike.ids import Formation, HexId
from rules.musket_and_pike.movement.field import FAR, FOE, FREE, GUNS, Field
from rules.musket_and_pike.movement.plan import after_hits, is_over, step_bar, stop_bar, taken
from rules.musket_and_pike.movement.strides import HALTING, Here, Hexes, Limit, Mover, Stride, steps_from

NO_END = 99
ONE_HEX = "one hex at most"  # 5.6.3 the key of that refusal
NOWHERE: frozenset[str] = frozenset()


class Beyond(Container[HexId]):
    """Every hex but these."""

    def __init__(self, hexes: Collection[HexId]) -> None:
        self.hexes = hexes

    def __contains__(self, hex: object) -> bool:
        return hex not in self.hexes


class Limits(NamedTuple):
    """What an order, or a kind of move, forbids besides."""

    banned: Container[HexId] = NOWHERE  # hexes it may not enter
    entered: int = NO_END  # hexes it may enter; of a two-hex unit wheels do not count (5.6.3)
    stops: Container[HexId] = NOWHERE  # hexes from which it goes no further, but may turn and wheel (5.6.1)
    key: str = "may not come into contact"
    cite: str = "5.6.2"
    idle: Callable[[Here, Stride], bool] | None = None  # of a search: steps that cannot lead to what is looked for

    def bar(self, mover: Mover, here: Here, stride: Stride) -> IllegalOrder | None:
        """The refusal of one step."""
        if not self.allows(here, stride):
            if self._is_far(here, stride):
                return IllegalOrder(ONE_HEX, "5.6.3", mover.unit)
            if self._is_held(here, stride):
                return IllegalOrder("held by the enemy", "5.6.1", mover.unit)
            return IllegalOrder(self.key, self.cite, mover.unit, stride.hexes[0])
        return None

    def _is_far(self, here: Here, stride: Stride) -> bool:
        return stride.enters and here.entered >= self.entered

    def _is_held(self, here: Here, stride: Stride) -> bool:
        return stride.enters and self.stops is not NOWHERE and any(hex in self.stops for hex in here.hexes)

    def allows(self, here: Here, stride: Stride) -> bool:
        if self._is_far(here, stride) or self._is_held(here, stride):
            return False
        if self.idle is not None and self.idle(here, stride):
            return False
        if self.banned is NOWHERE or stride.hexes == here.hexes:
            return True
        return all(hex in here.hexes or hex not in self.banned for hex in stride.hexes)

    def as_limit(self, mover: Mover) -> Limit:
        return lambda here, stride: self.bar(mover, here, stride)


FREE_LIMITS = Limits()


class Way(NamedTuple):
    """The words of a path, and where it leads."""

    path: tuple[str, ...]
    here: Here


_here = partial(tuple.__new__, Here)  # as Here(…), without the step in between: there are many
_Spot = tuple[Hexes, int, Formation, int, tuple[str, ...]]  # hexes, facing, formation, hexes entered, the words so far


def ways(field: Field, mover: Mover, start: Here, limits: Limits | None = None) -> Iterator[Way]:
    """Each other node by its cheapest way, the cheapest first; those where it may stop. As far as somebody asks."""
    search = _Search(field, mover, limits or Limits(), start.spent)
    search.add(start.spent, start.hexes, start.facing, start.formation, start.entered, ())
    for spent, bucket in enumerate(search.buckets):
        for spot in bucket:
            hexes, facing, formation, entered, path = spot
            if search.best[search.key(hexes, facing, formation, entered)] != spent:
                continue
            here = _here((hexes, facing, formation, spent, entered, 0))
            if path and not stop_bar(field, mover, here):
                yield Way(path, here)
            if formation not in HALTING and spent < mover.ma:
                search.spread(here, path)


class _Search:
    """Buckets by points spent; a node is where the mover stands, how it faces and what formation it is in."""

    def __init__(self, field: Field, mover: Mover, limits: Limits, first: int) -> None:
        self.field, self.mover, self.limits = field, mover, limits
        self.counts = limits.entered < NO_END  # then the hexes entered tell nodes apart too
        self.is_free = limits == FREE_LIMITS
        self.buckets: list[list[_Spot]] = [[] for _ in range(max(mover.ma, first) + 1)]
        self.best: dict[tuple[object, ...], int] = {}

    def key(self, hexes: Hexes, facing: int, formation: Formation, entered: int) -> tuple[object, ...]:
        return (hexes, facing, formation, entered) if self.counts else (hexes, facing, formation)

    def add(
        self, spent: int, hexes: Hexes, facing: int, formation: Formation, entered: int, path: tuple[str, ...]
    ) -> None:
        """A way there, if it is the cheapest so far."""
        key = self.key(hexes, facing, formation, entered)
        if spent < self.best.get(key, FAR):
            self.best[key] = spent
            self.buckets[spent].append((hexes, facing, formation, entered, path))

    def spread(self, here: Here, path: tuple[str, ...]) -> None:
        """Every step onward from a node."""
        mover, ma, spent = self.mover, self.mover.ma, here.spent
        for stride in steps_from(self.field, mover, here.hexes, here.facing):
            word, hexes, facing, cost, hits, _, _, _, halts = stride
            if spent + cost > ma or not (self.is_free or self.limits.allows(here, stride)):
                continue
            formation, entered = here.formation, here.entered
            total = spent + cost
            if hexes != here.hexes and not halts and self._is_clear(hexes, here.hexes):
                entered += 1
                if hits:
                    formation = after_hits(formation, stride)
            elif hexes != here.hexes or halts:
                there = self._odd(here, stride)
                if there is None:
                    continue
                formation, total, entered = there.formation, there.spent, there.entered
            self.add(total, hexes, facing, formation, entered, (*path, word))

    def _is_clear(self, hexes: Hexes, own: Hexes) -> bool:
        """Nobody but friendly guns stands where the step leads."""
        held = self.field.held
        return all(hex in own or held.get(hex, FREE) in (FREE, GUNS) for hex in hexes)

    def _odd(self, here: Here, stride: Stride) -> Here | None:
        """A step over a bridge, or to where somebody stands; None if it may not be taken."""
        if stride.halts:
            stride = stride._replace(formation="FB" if here.formation == "FN" else None)  # 7.3.5
        if step_bar(self.field, self.mover, here, stride):
            return None
        there = taken(self.mover, here, stride)
        return there._replace(spent=self.mover.ma) if is_over(self.field, self.mover, here, stride) else there


def ride_price(field: Field, at: HexId, to: HexId) -> int | None:
    """7.1.1 What a leader pays for a step, by the Cavalry column; None among enemy units."""
    if field.bars(to) >= FOE:
        return None
    return going.cost(field.state.charts, field.ground, tables.HORSE, at, to)
