"""The table as it is shown: terrain, units and commanders as they stand, and how the brigades do."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.board import Area, Board, Counter, Field, Figure, Label, Stroke, place_of
from domain.kernel.facts import Side
from domain.kernel.reasons import Reason
from domain.tabletop.angles import Point
from domain.tabletop.bodies import blocks_of, front_edge
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.position import is_engaged, is_shaken, stamina_of
from rules.black_powder.state import Commander, State, Unit
from rules.black_powder.tables import INCH, TERRAIN
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.profile import is_all_round, is_foot, is_gun

DRAWN = {  # the words by which kinds of ground have a colour of their own
    "wood": "woods", "rough ground": "rough", "very rough ground": "rough", "extremely rough ground": "marsh",
    "building block": "building", "fortification": "works", "obstacle": "wall", "impassable": "lake", "open": "field",
}  # fmt: skip
BASE = 1_575  # of a commander: 40 mm


def board(state: State, viewer: Side | None) -> Board:  # noqa: ARG001 - nothing is hidden in this game
    field = Field(width=state.battle.width, height=state.battle.height, unit="in", per_unit=INCH)
    units = (_counter(state, field, name, unit) for name, unit in state.units.items() if unit.status != "unused")
    leaders = (_commander(field, name, one) for name, one in state.commanders.items() if not one.unused)
    return Board(
        title=_title(state),
        spots=(),
        counters=(*units, *leaders),
        sides=state.core.sides,
        field=field,
        areas=tuple(_areas(state)),
        strokes=tuple(_strokes(state)),
        notes=tuple(_notes(state)),
        active=state.core.active,
    )


def _title(state: State) -> Label:
    core, title = state.core, state.battle.title
    return Reason("title of the board", "", (title, core.turn, core.active, core.phase)) if core.turn else title


def _areas(state: State) -> Iterator[Area]:
    """Hills lie lowest, then the rest in the order of the pack."""
    flat = [piece for piece in state.terrain.values() if TERRAIN[piece.kind].shape == "area"]
    for piece in sorted(flat, key=lambda piece: piece.kind != "hill"):
        yield Area(kind=DRAWN.get(piece.kind, piece.kind), points=piece.points, name=piece.name)


def _strokes(state: State) -> Iterator[Stroke]:
    for piece in state.terrain.values():
        if TERRAIN[piece.kind].shape == "line":
            yield Stroke(kind=DRAWN.get(piece.kind, piece.kind), points=piece.points, name=piece.name)


def _counter(state: State, field: Field, name: UnitId, unit: Unit) -> Counter:
    stands = unit.is_on_table and unit.pose is not None
    return Counter(
        id=name,
        name=unit.name,
        side=unit.side,
        at=place_of(field, unit.pose.point) if stands and unit.pose is not None else "",
        kind="artillery" if is_gun(unit) else "infantry" if is_foot(unit) else "cavalry",
        strength=max(stamina_of(unit) - unit.casualties, 0) if unit.status != "destroyed" else 0,
        state=tuple(_state(state, name, unit)),
        marks=tuple(_marks(state, name, unit)) if stands else (),
        figure=_figure(state, unit) if stands else None,
    )


def _figure(state: State, unit: Unit) -> Figure:
    body = body_of(state, unit)
    around = is_all_round(unit)
    return Figure(
        bases=tuple(tuple(block) for block in blocks_of(body)),
        front=() if around else tuple(front_edge(body)),
        heading=None if around else body.pose.heading,
        formation=unit.formation,
    )


def _state(state: State, name: UnitId, unit: Unit) -> Iterator[Label]:
    if not unit.is_on_table:
        yield unit.status
        return
    if unit.casualties:
        yield Reason("casualties of stamina", "BP.cas.1", (unit.casualties, stamina_of(unit)))
    if is_shaken(unit):
        yield "shaken"
    if unit.disordered:
        yield "disordered"
    if is_engaged(state, name):
        yield "engaged"
    if unit.jammed:
        yield "jammed"


def _marks(state: State, name: UnitId, unit: Unit) -> Iterator[str]:
    """What is seen at a glance: limbers, and badges of those in trouble."""
    told = {
        "limbered": unit.formation == "limbered", "disordered": unit.disordered, "shaken": is_shaken(unit),
        "engaged": is_engaged(state, name), "jammed": unit.jammed,
    }  # fmt: skip
    return (mark for mark, holds in told.items() if holds)


def _commander(field: Field, name: CommanderId, one: Commander) -> Counter:
    return Counter(
        id=name,
        name=one.name,
        side=one.side,
        at=place_of(field, one.at) if one.at and not one.lost else "",
        kind="leader",
        state=_standing(one),
        ratings=str(one.rating),
        figure=Figure(bases=(_base(one.at),)) if one.at and not one.lost else None,
    )


def _base(at: Point) -> tuple[Point, ...]:
    return tuple(Point(at.x + x * BASE // 2, at.y + y * BASE // 2) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1)))


def _standing(one: Commander) -> tuple[Label, ...]:
    if one.lost:
        return ("lost",)
    return (Reason("joined to", "BP.gen.7", (one.joined,)),) if one.joined else ()


def _notes(state: State) -> Iterator[Reason]:
    for brigade in state.brigades.values():
        if brigade.broken:
            yield Reason("brigade is broken", "BP.vic.1", (brigade.name,))
        elif not brigade.here:
            yield Reason("brigade is to come", "", (brigade.name,))
