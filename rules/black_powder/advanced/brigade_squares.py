"""BP.bsq Brigade squares: battalions in line round a square, declared when it stands. An option (brigade_squares)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop.angles import QUARTER, TURN, Point
from domain.tabletop.bodies import front_edge, is_near
from domain.tabletop.polygons import squared
from domain.tabletop.zones import axes
from rules.black_powder.advanced.asks import DeclareSquare
from rules.black_powder.advanced.facts import BrigadeSquareDissolved, BrigadeSquareFormed
from rules.black_powder.ids import UnitId
from rules.black_powder.position import is_engaged, on_table
from rules.black_powder.rulings import is_on
from rules.black_powder.state import INITIATIVE, ORDERS, State
from rules.black_powder.tables import INCH
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.profile import is_foot, is_gun

LEAST = 4  # BP.bsq.1
CORNER = 4 * INCH  # house: so far apart neighbouring ends may be; a gun stands between them
ASKEW = 2_000  # house: hundredths of a degree by which a side may be off the square
WHEN = (INITIATIVE, ORDERS)


def declare_bar(state: State, side: Side, units: tuple[UnitId, ...]) -> IllegalOrder | None:
    """BP.bsq.1, BP.bsq.2"""
    if not is_on(state, "brigade_squares"):
        return IllegalOrder("no brigade squares in this game", "BP.bsq.1")
    own = on_table(state, side)
    for name in units:
        if name not in own:
            return IllegalOrder("nobody there", "BP.bsq.1", name)
        if is_engaged(state, name) or own[name].in_brigade_square:
            return IllegalOrder("cannot join a square", "BP.bsq.1", name)
        if not is_gun(own[name]) and (own[name].profile.kind != "RI" or own[name].formation != "line"):
            return IllegalOrder("not a battalion in line", "BP.bsq.1", name)
    return None if stands(state, units) else IllegalOrder("no square of them", "BP.bsq.1", *units)


def stands(state: State, units: tuple[UnitId, ...]) -> bool:
    """BP.bsq.1 Four sides that look outward, each end of a battalion at the end of another; guns at the corners."""
    foot = [name for name in units if is_foot(state.units[name])]
    bodies = {name: body_of(state, state.units[name]) for name in foot}
    if len(foot) < LEAST or any(state.units[name].formation != "line" for name in foot):
        return False
    headings = [body.pose.heading for body in bodies.values()]
    if {_quarter(heading, headings[0]) for heading in headings} != {0, 1, 2, 3}:
        return False
    middle = Point(
        sum(body.pose.x for body in bodies.values()) // len(foot),
        sum(body.pose.y for body in bodies.values()) // len(foot),
    )
    if any(axes(body.pose)[1].at(*middle) >= 0 for body in bodies.values()):
        return False
    ends = {name: tuple(front_edge(body)) for name, body in bodies.items()}
    if not all(_has_neighbour(end, name, ends) for name, pair in ends.items() for end in pair):
        return False
    corners = [end for pair in ends.values() for end in pair]
    guns = [name for name in units if name not in foot]
    return all(any(is_near(body_of(state, state.units[name]), end, CORNER) for end in corners) for name in guns)


def _quarter(heading: int, first: int) -> int | None:
    """Which side of the square looks so; None if it is askew."""
    off = (heading - first) % TURN
    nearest = (off + QUARTER // 2) // QUARTER
    return nearest % 4 if abs(off - nearest * QUARTER) <= ASKEW else None


def _has_neighbour(end: Point, name: UnitId, ends: dict[UnitId, tuple[Point, ...]]) -> bool:
    others = (point for other, pair in ends.items() if other != name for point in pair)
    return any(squared(end, point) <= CORNER * CORNER for point in others)


def decide_declare(play: Play[State], order: DeclareSquare) -> None:
    """BP.bsq.2"""
    heed(declare_bar(play.state, play.by, order.units))
    play.record(BrigadeSquareFormed(name=order.units[0], units=order.units))


def squares(state: State) -> dict[str, tuple[UnitId, ...]]:
    """The brigade squares that stand, by name, with their units."""
    found: dict[str, tuple[UnitId, ...]] = {}
    for name, unit in state.units.items():
        if unit.in_brigade_square:
            found[unit.in_brigade_square] = (*found.get(unit.in_brigade_square, ()), name)
    return found


def brigades_in(state: State, square: str) -> set[str]:
    """BP.bsq.5"""
    return {state.units[name].brigade for name in squares(state).get(square, ())}


def proceed(play: Play[State]) -> bool:
    """BP.bsq.7 A square is one no more once a battalion of its sides has left it, or is lost."""
    state = play.state
    if state.core.pending or state.order is not None:
        return False
    for name, units in squares(state).items():
        left = tuple(unit for unit in units if state.units[unit].is_on_table)
        if not stands(state, left) or any(is_foot(state.units[unit]) for unit in units if unit not in left):
            play.record(BrigadeSquareDissolved(name=name, why=Reason("a battalion left it", "BP.bsq.7")))
            return True
    return False


def offers(state: State) -> Iterator[DeclareSquare]:
    """Squares of exactly four battalions that stand; larger ones are declared by hand."""
    if not is_on(state, "brigade_squares") or state.core.phase not in WHEN or state.core.pending:
        return
    side = state.core.active
    foot = [
        name
        for name, unit in on_table(state, side).items()
        if unit.profile.kind == "RI" and unit.formation == "line" and not unit.in_brigade_square
    ]
    for four in combinations(foot, LEAST):
        if declare_bar(state, side, four) is None:
            yield DeclareSquare(units=four)
