"""6.2, 7 Who moves, and every step that the ground allows him, worked out once for each map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from domain.kernel.errors import IllegalOrder
from rules.musket_and_pike import going, tables
from rules.musket_and_pike.ids import Formation, HexId, UnitId
from rules.musket_and_pike.movement.field import Field
from rules.musket_and_pike.position import body, has_facing, is_foot, is_guns, is_light, klass
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State

Hexes = tuple[HexId, ...]
ABSORB: Final = "absorb:"  # 8.4 the last step of one who takes in the horse there
LEFT, RIGHT, ABOUT, HEDGEHOG, TOP, UNDER, FIRE, OVER = (
    "left", "right", "about", "hedgehog", "top", "under", "fire:", "over:",
)  # fmt: skip
TURNS: Final = (LEFT, RIGHT, ABOUT)
HALTING: Final = ("FB", "HH")


def shot_of(word: str) -> tuple[UnitId, HexId]:
    """10.2, 10.9.5 Whom `fire:UNIT` or `fire:UNIT:HEX` names, and which of his hexes if it does."""
    target, _, hex = word.removeprefix(FIRE).partition(":")
    return target, hex


class Mover(NamedTuple):
    """Who goes, and all that does not change on the way."""

    unit: UnitId
    units: tuple[UnitId, ...]  # with whoever goes along as one (8.2.1)
    klass: str  # of the Terrain Effects Chart
    ma: int  # fixed as it starts (7.3.1)
    width: int
    column: bool  # a two-hex unit in Column (6.3.4)
    free: bool  # has no facing: limbered guns (6.1)
    turn: int  # the price of a vertex (6.2.1)
    road: bool  # goes by road (T19)
    guns: bool
    light: bool
    about: bool = True  # D25


class Here(NamedTuple):
    """Where the mover is on its way, and what has become of it."""

    hexes: Hexes
    facing: int
    formation: Formation
    spent: int = 0
    entered: int = 0  # hexes
    clear: int = 0  # 11.3.6 in a row, for momentum


class Stride(NamedTuple):
    """One step: where it leads, its price, the formation hits it brings, and whether it counts for momentum."""

    word: str
    hexes: Hexes
    facing: int
    cost: int
    hits: tuple[str, ...] = ()
    enters: bool = False
    counts: bool = False
    formation: Formation | None = None  # 6.3.2.b, 7.3.5 if it takes another by this very step
    halts: bool = False


Limit = Callable[[Here, Stride], IllegalOrder | None]  # why a step may not be taken, though the ground lets it


def mover_of(state: State, name: UnitId, ma: int, *, alone: bool = False) -> Mover:
    """The unit, with its light infantry or its horse unless it goes alone."""
    unit = state.units[name]
    units = (name,) if alone else body(state, name)
    first = state.units[units[0]]
    return Mover(
        unit=units[0],
        units=units,
        klass=klass(first),
        ma=ma,
        width=unit.card.width,
        column=unit.card.width > 1 and unit.formation == "CO",
        free=not has_facing(unit),
        turn=tables.TURN["HI"] if first.card.dismounted else tables.TURN[first.card.arm],
        road=unit.formation == "CO" or unit.limbered,
        guns=is_guns(unit),
        light=is_light(unit),
        about=not is_guns(unit) and (is_foot(unit) or reading(state, "D25") == "a"),
    )


def origin(state: State, mover: Mover) -> Here:
    unit = state.units[mover.unit]
    return Here(unit.hexes, unit.facing, unit.formation)


def steps_from(field: Field, mover: Mover, hexes: Hexes, facing: int) -> tuple[Stride, ...]:
    """Every step the ground allows from there, whoever stands in the way; worked out once for each map."""
    known = _known(field, mover)
    found = known.get((hexes, facing))
    if found is None:
        found = known[hexes, facing] = tuple(_steps(field, mover, hexes, facing))
    return found


def _known(field: Field, mover: Mover) -> dict[tuple[Hexes, int], tuple[Stride, ...]]:
    """What has been worked out for movers of this kind; 7.3.5 a bridge takes the whole of any allowance."""
    found = field.strides.get(mover)
    if found is None:
        kind = (mover.klass, mover.width, mover.column, mover.free, mover.turn, mover.road, mover.about)
        letter = reading(field.state, "D28") if mover.column else ""
        found = field.strides[mover] = field.ground.kept(("strides", kind, letter), dict)
    return found


def _steps(field: Field, mover: Mover, hexes: Hexes, facing: int) -> Iterable[Stride]:
    if mover.column:
        return _column_steps(field, mover, hexes, facing)
    if mover.width > 1:
        return _pair_steps(field, mover, hexes, facing)
    return _single_steps(field, mover, hexes[0], facing)


def _single_steps(field: Field, mover: Mover, at: HexId, facing: int) -> Iterable[Stride]:
    ways = range(6) if mover.free else (facing, facing + 1)
    for way in ways:
        yield from _entering(field, mover, at, way, facing)
    if not mover.free:
        yield Stride(LEFT, (at,), (facing - 1) % 6, mover.turn)
        yield Stride(RIGHT, (at,), (facing + 1) % 6, mover.turn)
        if mover.about:
            yield Stride(ABOUT, (at,), (facing + 3) % 6, tables.COUNTERMARCH)


def _entering(field: Field, mover: Mover, at: HexId, way: int, facing: int) -> Iterable[Stride]:
    state, ground = field.state, field.ground
    to = ground.neighbour(at, way)
    if to is None:
        return
    cost = going.cost(state.charts, ground, mover.klass, at, to, road=mover.road)
    if cost is not None:
        hits = going.hits(state.charts, ground, mover.klass, at, to)
        yield Stride(to, (to,), facing, cost, hits, enters=True, counts=_counts(field, at, to))


def _counts(field: Field, at: HexId, to: HexId) -> bool:
    """11.3.6, 11.3.6a, 14.4 Clear ground, and no hexside crossed but a slope."""
    if not going.is_clear(field.ground, to):
        return False
    return not any(
        getattr(field.state.charts.terrain, f"{kind}_hexside").reciprocal for kind in field.ground.sides(at, to)
    )


def _pair_steps(field: Field, mover: Mover, hexes: Hexes, f: int) -> Iterable[Stride]:
    """DRV.geo4 Both halves forward; or one half wheels into the centre front hex (6.2.1)."""
    ground = field.ground
    left, right = hexes
    for way in (f, f + 1):
        ahead = (ground.neighbour(left, way), ground.neighbour(right, way))
        step = _both(field, mover, hexes, ahead, f)
        if step:
            yield step
    centre = ground.neighbour(left, f + 1)
    if centre is not None:
        yield from _wheel(field, mover, (right, centre), Stride(LEFT, (left, centre), (f - 1) % 6, 0))
        yield from _wheel(field, mover, (left, centre), Stride(RIGHT, (centre, right), (f + 1) % 6, 0))
    if mover.about:
        yield Stride(ABOUT, (right, left), (f + 3) % 6, tables.COUNTERMARCH)
    yield from _crossings(field, mover, hexes, f)


def _both(field: Field, mover: Mover, hexes: Hexes, ahead: tuple[HexId | None, ...], f: int) -> Stride | None:
    """7.1.2, 7.3.2 The dearer half is paid for; the hits of either half are those of the whole."""
    state, ground = field.state, field.ground
    cost, hits, counts = 0, dict[str, None](), True
    for at, to in zip(hexes, ahead, strict=True):
        if to is None or "bridge" in ground.sides(at, to):
            return None
        half = going.cost(state.charts, ground, mover.klass, at, to)
        if half is None:
            return None
        cost, counts = max(cost, half), counts and _counts(field, at, to)
        hits |= dict.fromkeys(going.hits(state.charts, ground, mover.klass, at, to))
    there = tuple(to for to in ahead if to is not None)
    return Stride(there[0], there, f, cost, tuple(hits), enters=True, counts=counts)


def _wheel(field: Field, mover: Mover, way: tuple[HexId, HexId], stride: Stride) -> Iterable[Stride]:
    """6.2.1 One point, and the ground that the moving half enters."""
    state, ground = field.state, field.ground
    cost = going.cost(state.charts, ground, mover.klass, *way)
    if cost is not None and "bridge" not in ground.sides(*way):
        hits = going.hits(state.charts, ground, mover.klass, *way)
        yield stride._replace(cost=tables.WHEEL + cost, hits=hits)


def _crossings(field: Field, mover: Mover, hexes: Hexes, f: int) -> Iterable[Stride]:
    """7.3.5 Over a bridge with its whole allowance: one half beside the bridge, the other beside that."""
    ground, front = field.ground, field.ground.around(hexes, f).front
    for at in hexes:
        if ground.is_by_bridge(at):
            for over in front:
                if ground.distance(at, over) == 1 and "bridge" in ground.sides(at, over):
                    yield from _landings(field, mover, over, f)


def _landings(field: Field, mover: Mover, over: HexId, f: int) -> Iterable[Stride]:
    state, ground = field.state, field.ground
    for pair, other in (((over, ground.neighbour(over, f + 2)), 1), ((ground.neighbour(over, f - 1), over), 0)):
        beside = pair[other]
        if beside is None or going.cost(state.charts, ground, mover.klass, over, beside) is None:
            continue
        hexes = (pair[0] or "", pair[1] or "")
        yield Stride(f"{OVER}{hexes[0]}", hexes, f, 1, enters=True, halts=True)


def _column_steps(field: Field, mover: Mover, hexes: Hexes, way: int) -> Iterable[Stride]:
    """6.3.4, D28 The head leads, and the tail follows into the hex it left."""
    tail, head = hexes
    wide = reading(field.state, "D28") == "b"
    for turn in (-1, 0, 1) if wide else (0,):
        for step in _entering(field, mover, head, way + turn, (way + turn) % 6):
            if step.hexes[0] != tail:
                yield step._replace(hexes=(head, step.hexes[0]), hits=(), counts=False)
    if not wide:
        yield Stride(LEFT, hexes, (way - 1) % 6, tables.TURN["HI"])
        yield Stride(RIGHT, hexes, (way + 1) % 6, tables.TURN["HI"])
    if mover.about:
        yield Stride(ABOUT, (head, tail), field.ground.direction(head, tail), tables.COUNTERMARCH)
