"""BP.cmd.17 The rating an order is rolled against: the commander's own, with distance, enemies, formations, rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.reasons import Modifier, total
from domain.tabletop.measure import distance
from rules.black_powder.command import characters
from rules.black_powder.command.asks import Stated
from rules.black_powder.ids import CommanderId, UnitId, pose_of
from rules.black_powder.position import nearest_within
from rules.black_powder.rulings import number, reading
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import HIGHEST_RATING, LOWEST_RATING, TWELVE
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.ground import is_on_road
from rules.black_powder.units.measuring import from_point
from rules.black_powder.units.profile import has

MARCHING = ("march_column", "limbered")
IN_COLUMN = ("attack_column", *MARCHING)


class Rating(NamedTuple):
    """What must not be exceeded, and how it came about."""

    printed: int
    modifiers: tuple[Modifier, ...]
    far: UnitId
    distance: int

    @property
    def needs(self) -> int:
        return min(max(self.printed + total(self.modifiers), LOWEST_RATING), HIGHEST_RATING)


def rate(state: State, commander: CommanderId, units: Sequence[UnitId], stated: Stated) -> Rating:
    """BP.cmd.17 Clamped to 5 to 10."""
    far, away = farthest(state, commander, units)
    found = tuple(modifiers(state, commander, units, stated, away))
    return Rating(state.commanders[commander].rating, found, far, away)


def farthest(state: State, commander: CommanderId, units: Sequence[UnitId]) -> tuple[UnitId, int]:
    """BP.cmd.17 From his head to the nearest point of the farthest unit; of one off the table, to where it left."""
    found = [(distance_to(state, commander, name), name) for name in units]
    away, name = max(found)
    return name, away


def distance_to(state: State, commander: CommanderId, name: UnitId) -> int:
    at, unit = state.commanders[commander].at, state.units[name]
    assert at is not None
    if unit.exit is not None:
        return distance(at, pose_of(unit.exit).point)
    return from_point(at, body_of(state, unit))


def by_distance(state: State, away: int) -> int:
    """BP.cmd.17 (D2) One for each full 12 inches; none at exactly 12 in reading A."""
    if reading(state, "D2") == "A" and away <= TWELVE:
        return 0
    return away // TWELVE


def modifiers(
    state: State, commander: CommanderId, names: Sequence[UnitId], stated: Stated, away: int
) -> Iterator[Modifier]:
    units = [state.units[name] for name in names]
    off = by_distance(state, away)
    if off and not all(has(unit, "BP.sr.Mara") for unit in units):
        yield Modifier(-off, "distance", "BP.cmd.17", (away,))
    near = [found for unit in units if unit.is_on_table and (found := nearest_within(state, unit, TWELVE))]
    if near:
        gap, foe = min(near)
        yield Modifier(-1, "enemy near", "BP.cmd.17", (foe, gap))
    yield from _by_formation(state, units, stated)
    if all(has(unit, "BP.sr.Reli") for unit in units):
        yield Modifier(1, "reliable", "BP.sr.Reli")
    if agreed := number(state, "command_modifier"):
        yield Modifier(agreed, "agreed modifier", "BP.cmd.17")
    yield from characters.modifiers(state, commander, names, stated)


def _by_formation(state: State, units: Sequence[Unit], stated: Stated) -> Iterator[Modifier]:
    """BP.cmd.17 (D5) Columns obey better, most of all on a road."""
    if all(unit.formation in MARCHING for unit in units):
        on_road = [unit.pose is not None and is_on_road(state, unit.pose.point) for unit in units]
        enough = all(on_road) if reading(state, "D5") == "A" else 2 * sum(on_road) > len(on_road)
        if stated.road and enough:
            yield Modifier(2, "along the road", "BP.cmd.17")
        else:
            yield Modifier(1, "in march column", "BP.cmd.17")
    elif all(unit.formation in IN_COLUMN for unit in units):
        yield Modifier(1, "in attack column", "BP.cmd.17")
