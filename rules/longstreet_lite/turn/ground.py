"""LL.3.terr Terrain placed by the higher roller: which pieces, how many, and of what shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from domain import measuretext
from domain.angles import Point
from domain.facts import PhaseBegan
from domain.kernel import Choice, Play
from domain.polygons import Polygon, contains, on_table, polygon
from domain.ruling import IllegalOrder
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.rulings import is_on, reading
from rules.longstreet_lite.state import State, Terrain, enemy_of
from rules.longstreet_lite.tables import TERRAIN
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn import phases
from rules.longstreet_lite.turn.muster import name_fault

MOST_POINTS = 40  # more than anyone draws by hand, few enough to measure quickly
WET = ("river", "ford", "bridge", "marsh")  # LL.3.terr.3 impassable ground, and what leads across it
COLUMNS, ROWS = 5, 3  # of the grid a sample lays its pieces on
Fault = tuple[str, str]  # what is wrong, and its rule


def piece_faults(kind: str, points: Polygon, crest: Polygon, plateau: bool, table: tuple[int, int]) -> Iterator[Fault]:
    """LL.2.table, LL.2.crest.1, LL.3.terr.2 Every reason why this is no piece of terrain."""
    if kind not in TERRAIN:
        yield f"there is no terrain of the kind {kind!r}; there are {', '.join(TERRAIN)}", "LL.2.table"
        return
    yield from ((why, "LL.3.terr.2") for why in _shape_faults(points, TERRAIN[kind].shape == "area", table))
    if kind == "hill":
        yield from ((why, "LL.2.crest.1") for why in _crest_faults(points, crest, plateau))
    elif crest or plateau:
        yield f"only a hill has a crest, or a flat top; this is {kind}", "LL.2.crest.1"


def _shape_faults(points: Polygon, is_area: bool, table: tuple[int, int]) -> Iterator[str]:
    least = 3 if is_area else 2
    if not least <= len(points) <= MOST_POINTS:
        yield f"it needs {least} to {MOST_POINTS} points and has {len(points)}"
    elif not on_table(points, *table):
        yield "part of it lies off the table"
    elif is_area:
        yield from _outline_faults(points)
    elif any(a == b for a, b in pairwise(points)):
        yield "the same point stands twice running"


def _outline_faults(points: Polygon) -> Iterator[str]:
    try:
        polygon(points)
    except ValueError:
        yield "its outline crosses or touches itself, or encloses nothing"


def _crest_faults(points: Polygon, crest: Polygon, plateau: bool) -> Iterator[str]:
    """LL.2.crest.1 A line on the hill; a flat top may do without."""
    if not crest:
        if not plateau:
            yield "a hill needs a crest line of two points or more, unless it is a plateau"
        return
    yield from (f"its crest is no line: {why}" for why in _line_faults(crest))
    if len(points) > 2 and any(not contains(points, point) for point in crest):
        yield "its crest leaves the hill"


def _line_faults(line: Polygon) -> Iterator[str]:
    if not 2 <= len(line) <= MOST_POINTS:
        yield f"it needs 2 to {MOST_POINTS} points and has {len(line)}"
    elif any(a == b for a, b in pairwise(line)):
        yield "the same point stands twice running"


def allowance(state: State) -> tuple[int, int]:
    """LL.3.terr.2 Fewest and most pieces."""
    rolls = state.set_up.rolls.values()
    return max(rolls), sum(rolls)


def plan_piece(state: State, order: o.PlaceTerrain) -> Terrain:
    """LL.3.terr.2, LL.3.terr.3 One more piece, of a kind that is played, in a lawful shape."""
    _, most = allowance(state)
    if len(state.set_up.placed) >= most:
        raise IllegalOrder(f"{most} pieces are placed, and the dice allow no more", rule="LL.3.terr.2")
    if fault := name_fault(order.name):
        raise IllegalOrder(fault, rule="LL.3.terr.2")
    if order.name in state.terrain:
        raise IllegalOrder(f"there is a piece called {order.name} already", rule="LL.3.terr.2")
    _check_kind(state, order)
    points, crest = measuretext.points(order.points), measuretext.points(order.crest)
    table = (state.battle.width, state.battle.height)
    why, rule = next(piece_faults(order.kind, points, crest, order.plateau, table), ("", ""))
    if why:
        raise IllegalOrder(f"{order.name} cannot be placed: {why}", rule=rule)
    points = polygon(points) if TERRAIN[order.kind].shape == "area" else points
    return Terrain(name=order.name, kind=order.kind, points=points, crest=crest, plateau=order.plateau)


def _check_kind(state: State, order: o.PlaceTerrain) -> None:
    """LL.3.terr.3, LL.2.table (D10), LL.2.crest.1"""
    if order.kind in WET and not is_on(state, "rivers"):
        raise IllegalOrder(f"{order.kind}: impassable ground is played with the option rivers only", rule="LL.3.terr.3")
    if order.kind == "works" and reading(state, "D10") == "B":
        raise IllegalOrder("works are not in the terrain table, and this game has none", rule="LL.2.table")
    if order.plateau and not is_on(state, "plateaus"):
        raise IllegalOrder("flat-topped hills are played with the option plateaus only", rule="LL.2.crest.1")


def decide_place(play: Play[State], order: o.PlaceTerrain) -> None:
    """LL.3.terr.2"""
    piece = plan_piece(play.state, order)
    play.record(
        f.TerrainPlaced(
            name=piece.name,
            kind=piece.kind,
            points=_pairs(piece.points),
            crest=_pairs(piece.crest),
            plateau=piece.plateau,
        )
    )


def _pairs(points: Sequence[Point]) -> f.Points:
    return tuple((point.x, point.y) for point in points)


def decide_remove(play: Play[State], order: o.RemoveTerrain) -> None:
    """LL.3.terr.2 What lies there by the scenario stays."""
    if order.name not in play.state.set_up.placed:
        there = ", ".join(play.state.set_up.placed) or "none"
        raise IllegalOrder(f"no piece placed is called {order.name!r}; there are {there}", rule="LL.3.terr.2")
    play.record(f.TerrainRemoved(name=order.name))


def check_count(state: State) -> None:
    """LL.3.terr.2"""
    least, most = allowance(state)
    placed = len(state.set_up.placed)
    if not least <= placed <= most:
        raise IllegalOrder(f"{placed} pieces are placed; the dice ask for {least} to {most}", rule="LL.3.terr.2")


def decide_finish(play: Play[State], _order: o.FinishTerrain) -> None:
    """LL.3.terr.2, LL.3.terr.4 Then the other side chooses its edge."""
    check_count(play.state)
    play.record(PhaseBegan(turn=0, phase=phases.EDGES, side=enemy_of(play.by)))


def choices(state: State) -> Iterator[Choice]:
    """Squares of woods, crops, rough ground and hills, and a wall, on a grid; a piece is taken back when all lie."""
    side, placed = state.set_up.higher, state.set_up.placed
    least, most = allowance(state)
    if len(placed) < most:
        yield from (Choice(side, order) for order in _sample(state))
    if len(placed) >= least:
        yield Choice(side, o.FinishTerrain())
    if len(placed) == most:
        yield Choice(side, o.RemoveTerrain(name=placed[-1]))


def _sample(state: State) -> Iterator[o.PlaceTerrain]:
    number = next(n for n in range(1, len(state.terrain) + 2) if f"piece {n}" not in state.terrain)
    row, column = divmod((number * 7) % (COLUMNS * ROWS), COLUMNS)
    wide, high = state.battle.width // COLUMNS, state.battle.height // ROWS
    west, south = column * wide, row * high
    east, north = west + wide * 3 // 4, south + high * 3 // 4
    square = _texts((west, south), (east, south), (east, north), (west, north))
    middle = (south + north) // 2
    for kind in ("woods", "field", "rough"):
        yield o.PlaceTerrain(name=f"piece {number}", kind=kind, points=square)
    yield o.PlaceTerrain(name=f"piece {number}", kind="wall", points=_texts((west, middle), (east, middle)))
    crest = _texts((west, middle), (east, middle))
    yield o.PlaceTerrain(name=f"piece {number}", kind="hill", points=square, crest=crest)


def _texts(*points: tuple[int, int]) -> tuple[str, ...]:
    return tuple(measuretext.point_text(Point(x, y)) for x, y in points)
