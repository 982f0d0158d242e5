"""10.9 Lines of sight over hexes, hexsides and slopes, blind zones, and the line of grazing fire (10.8.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from domain.hexes.grid import Hex
from domain.hexes.grid import distance as hexes_apart
from domain.hexes.sight import Crossing, trace
from domain.kernel.facts import Side
from rules.musket_and_pike import tables
from rules.musket_and_pike.ground.ground import GENTLE, STEEP_DOWN, STEEP_UP, Ground
from rules.musket_and_pike.ids import HexId
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.sheets.rows import Charts
from rules.musket_and_pike.state import State, Unit

Cells = tuple[tuple[HexId, ...], ...]  # one hex, or both beside a hexside the line runs along
Hand = Literal["left", "right"]  # 10.8.5
BLOCKING = (tables.FOOT, tables.HORSE)  # 10.9.1


class Course(NamedTuple):
    """What a line meets, whoever stands there."""

    is_open: bool  # ground does not block it
    cells: Cells  # where units and wagons would
    blind: tuple[HexId, ...]  # 10.9.3.B hexes of blind zones that it crosses


def course(state: State, a: HexId, b: HexId) -> Course:
    """10.9.5 The line between two hexes, the same from either end."""
    far = reading(state, "D55") == "b"
    known: dict[tuple[HexId, HexId, bool], Course] = state.ground.kept("courses", dict)
    found = known.get((a, b, far))
    if found is None:
        # On the same level always from the same end: it must not matter who asked first.
        low, high = sorted((a, b), key=lambda hex: (state.ground.level(hex), hex))
        found = known[a, b, far] = known[b, a, far] = _course(state.ground, state.charts, high, low, far)
    return found


def _course(ground: Ground, charts: Charts, a: HexId, b: HexId, far: bool) -> Course:
    """10.9.5 From the higher hex to the lower."""
    steps = trace(ground.at[a], ground.at[b])
    downhill = ground.level(a) > ground.level(b)
    is_top = downhill and is_crest(ground, a)
    blind = tuple(_blind(ground, steps, a, far)) if downhill else ()
    if b in blind or (not is_top and _is_hedged(ground, charts, steps)):
        return Course(False, (), blind)
    cells: list[tuple[HexId, ...]] = []
    ids, top, cover = ground.ids, ground.level(a), _cover(ground, charts)
    for step in steps[1:-1]:
        here = [ids[hex] for hex in step.hexes if hex in ids]
        if blind and all(hex in blind for hex in here):
            continue
        free = tuple([
            hex for hex in here
            if ground.level(hex) <= top and not (hex in cover and _hides(ground, hex, a, b, is_top))
        ])  # fmt: skip
        if not free:
            return Course(False, (), blind)
        cells.append(free)
    return Course(True, tuple(cells), blind)


def is_crest(ground: Ground, hex: HexId) -> bool:
    """10.9.4 Whether it is the top of a steep slope."""
    return any(STEEP_DOWN in ground.sides(hex, low) for low in ground.near(hex))


def _cover(ground: Ground, charts: Charts) -> frozenset[HexId]:
    """10.9.2 The hexes that one sees into, not through."""

    def found() -> frozenset[HexId]:
        return frozenset(hex for hex in ground.hexes if getattr(charts.terrain, ground.terrain(hex)).blocks_los)

    return ground.kept("cover", found)


def _hides(ground: Ground, hex: HexId, a: HexId, b: HexId, is_top: bool) -> bool:
    """10.9.2, 10.9.4 Of such a hex, whether it does; from the top of a slope it hides one hex behind it."""
    return not is_top or ground.distance(a, b) == ground.distance(a, hex) + 1


def _is_hedged(ground: Ground, charts: Charts, steps: tuple[Crossing, ...]) -> bool:
    """10.9.3.A, 14.4 A hexside that hides what lies behind it, but for the hex next to it; both ways.

    A line through a corner is stopped if each side there is such a one.
    """
    hedges: frozenset[tuple[Hex, Hex]] = ground.kept("hedges", lambda: frozenset(_hedges_of(ground, charts)))
    ends = {steps[0].hexes[0], steps[-1].hexes[0]}
    for step in steps[:-1]:
        if step.exit and hedges.issuperset(step.exit) and ends.isdisjoint(hex for side in step.exit for hex in side):
            return True
    return False


def _hedges_of(ground: Ground, charts: Charts) -> Iterator[tuple[Hex, Hex]]:
    """All such hexsides of the map, as lines tell them: the lesser hex first."""
    for a, b in ground.lined:
        if ground.at[a] < ground.at[b] and _hedges(ground, charts, a, b):
            yield ground.at[a], ground.at[b]


def _hedges(ground: Ground, charts: Charts, a: HexId, b: HexId) -> bool:
    return any(getattr(charts.terrain, f"{kind}_hexside").blocks_los for kind in ground.sides(a, b))


def _blind(ground: Ground, steps: tuple[Crossing, ...], high: HexId, far: bool) -> Iterator[HexId]:
    """10.9.3.B, D55 Beyond each steep slope the line goes down: as many hexes as the viewer stands from its crest."""
    for step in steps[:-1]:
        down = [
            (above, below)
            for side in step.exit
            for above, below in (side, (side.high, side.low))
            if above in step.hexes and STEEP_DOWN in ground.sides(ground.ids.get(above, ""), ground.ids.get(below, ""))
        ]
        if down:
            crest = ground.distance(high, ground.ids[down[0][0]])
            length = crest + far
            beyond = (hex for later in steps[1:] for hex in later.hexes if hex in ground.ids)
            yield from (
                name for hex in beyond if crest < ground.distance(high, name := ground.ids[hex]) <= crest + length
            )


def sees(
    state: State, a: HexId, b: HexId, *,
    ignore: Side = "", guns: Side = "", blockers: bool = True, but: Collection[HexId] = (),
) -> bool:  # fmt: skip
    """10.9 Whether the line between two hexes is clear.

    `ignore`: the side whose units do not block it (5.6.1); `guns`: the side whose guns do (9.3.1); without `blockers`
    only the ground counts (10.8.3); in the hexes `but` nobody stands in the way.
    """
    if a == b:
        return True
    found = course(state, a, b)
    if not found.is_open:
        return False
    for cell in found.cells if blockers else ():
        for hex in cell:
            if hex in but or not is_held(state, hex, ignore, guns):
                break  # past this one
        else:
            return False
    return True


def is_held(state: State, hex: HexId, ignore: Side = "", guns: Side = "") -> bool:
    """10.9.1 Whether wagons, heavy infantry or cavalry stand there; 9.3.1 or guns of a side."""
    for name in state.stacks.get(hex, ()):
        unit = state.units[name]
        if unit.card.arm in BLOCKING and unit.side != ignore:
            return True
        if guns and unit.card.arm == tables.GUNS and unit.side == guns and not unit.disabled and not unit.holder:
            return True
    return bool(state.wagons) and any(wagon.at == hex for wagon in state.wagons.values())


def unit_sees(state: State, one: Unit, other: Unit, *, ignore: Side = "", guns: Side = "") -> bool:
    """10.9.5 From either half to either half; its own other half hides neither."""
    own = (*one.hexes, *other.hexes)
    return any(sees(state, a, b, ignore=ignore, guns=guns, but=own) for a in one.hexes for b in other.hexes)


def crosses_blind_zone(state: State, a: HexId, b: HexId) -> bool:
    """9.3.1 Whether part of the line between them lies in a blind zone."""
    return bool(course(state, a, b).blind)


def grazing_line(
    state: State, gun: HexId, target: HexId, reach: int, hand: Hand = "left", *, stops: bool = True
) -> tuple[HexId, ...]:
    """10.8.3, 10.8.5 The hexes that a shot sweeps, nearest first: from the guns through the target to their reach.

    It enters blocking ground and goes no further; it ends on the upper hex of a slope, before a gentle one that has no
    upper hex, and in the hex behind a hedge; without `stops` nothing ends it. Along hexsides it keeps to one hand.
    """
    key = (gun, target, reach, hand, stops)
    known: dict[tuple[HexId, HexId, int, Hand, bool], tuple[HexId, ...]] = state.ground.kept("grazing", dict)
    if key not in known:
        known[key] = _grazing_line(state, *key)
    return known[key]


def _grazing_line(
    state: State, gun: HexId, target: HexId, reach: int, hand: Hand, stops: bool
) -> tuple[HexId, ...]:  # fmt: skip
    """Of the ground alone: whoever stands there does not matter."""
    ground, way = state.ground, state.ground.at[target] - state.ground.at[gun]
    start, times = ground.at[gun], -(-reach // max(1, hexes_apart(Hex(0, 0), way)))
    found: list[HexId] = []
    before = gun
    for step in trace(start, start + way * times)[1:]:
        hex = _on_hand(start, way, step.hexes, hand)
        name = ground.ids.get(hex)
        if name is None or hexes_apart(start, hex) > reach:
            break
        sides = ground.sides(before, name)
        if stops and (STEEP_DOWN in sides or GENTLE in sides):
            break
        found.append(name)
        if stops and (STEEP_UP in sides or _stops(state, before, name)):
            break
        before = name
    return tuple(found)


def _stops(state: State, before: HexId, name: HexId) -> bool:
    """10.8.3"""
    ground, charts = state.ground, state.charts
    return bool(getattr(charts.terrain, ground.terrain(name)).blocks_los) or _hedges(ground, charts, before, name)


def _on_hand(start: Hex, way: Hex, hexes: tuple[Hex, ...], hand: Hand) -> Hex:
    """10.8.5 Of two hexes beside the line, the one on that hand of the firer."""
    if len(hexes) == 1:
        return hexes[0]
    return min(hexes, key=lambda hex: _turned(way, hex - start) * (1 if hand == "left" else -1))


def _turned(way: Hex, other: Hex) -> int:
    """Positive if the other lies clockwise of the way."""
    return way.q * other.r - way.r * other.q
