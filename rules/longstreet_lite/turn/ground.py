"""LL.3.terr Terrain placed by the higher roller: which pieces, how many, and of what shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import PhaseBegan
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.angles import Point
from domain.tabletop.polygons import polygon
from rules.longstreet_lite import phases
from rules.longstreet_lite.position import name_fault, piece_faults
from rules.longstreet_lite.rulings import is_on, reading
from rules.longstreet_lite.state import State, Terrain, enemy_of
from rules.longstreet_lite.tables import TERRAIN
from rules.longstreet_lite.turn import facts as f
from rules.longstreet_lite.turn.asks import FinishTerrain, PlaceTerrain, RemoveTerrain

WET = ("river", "ford", "bridge", "marsh")  # LL.3.terr.3 impassable ground, and what leads across it
COLUMNS, ROWS = 5, 3  # of the grid a sample lays its pieces on


def allowance(state: State) -> tuple[int, int]:
    """LL.3.terr.2 Fewest and most pieces."""
    rolls = state.set_up.rolls.values()
    return max(rolls), sum(rolls)


def plan_piece(state: State, order: PlaceTerrain) -> Terrain:
    """LL.3.terr.2, LL.3.terr.3 One more piece, of a kind that is played, in a lawful shape."""
    _, most = allowance(state)
    if len(state.set_up.placed) >= most:
        raise IllegalOrder("pieces enough", "LL.3.terr.2", most)
    heed(name_fault(order.name, "LL.3.terr.2"))
    if order.name in state.terrain:
        raise IllegalOrder("piece of that name", "LL.3.terr.2", order.name)
    _check_kind(state, order)
    points, crest = lengths.points(order.points), lengths.points(order.crest)
    table = (state.battle.width, state.battle.height)
    for why in piece_faults(order.kind, points, crest, order.plateau, table):
        raise IllegalOrder("cannot be placed", why.cite, order.name, why.key, *why.of)
    points = polygon(points) if TERRAIN[order.kind].shape == "area" else points
    return Terrain(name=order.name, kind=order.kind, points=points, crest=crest, plateau=order.plateau)


def _check_kind(state: State, order: PlaceTerrain) -> None:
    """LL.3.terr.3, LL.2.table (D10), LL.2.crest.1"""
    if order.kind in WET and not is_on(state, "rivers"):
        raise IllegalOrder("only with rivers", "LL.3.terr.3", order.kind)
    if order.kind == "works" and reading(state, "D10") == "B":
        raise IllegalOrder("no works", "LL.2.table")
    if order.plateau and not is_on(state, "plateaus"):
        raise IllegalOrder("only with plateaus", "LL.2.crest.1")


def decide_place(play: Play[State], order: PlaceTerrain) -> None:
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


def decide_remove(play: Play[State], order: RemoveTerrain) -> None:
    """LL.3.terr.2 What lies there by the scenario stays."""
    if order.name not in play.state.set_up.placed:
        raise IllegalOrder("no such piece", "LL.3.terr.2", order.name, *play.state.set_up.placed)
    play.record(f.TerrainRemoved(name=order.name))


def check_count(state: State) -> None:
    """LL.3.terr.2"""
    least, most = allowance(state)
    placed = len(state.set_up.placed)
    if not least <= placed <= most:
        raise IllegalOrder("number of pieces", "LL.3.terr.2", placed, least, most)


def decide_finish(play: Play[State], _order: FinishTerrain) -> None:
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
        yield Choice(side, FinishTerrain())
    if len(placed) == most:
        yield Choice(side, RemoveTerrain(name=placed[-1]))


def _sample(state: State) -> Iterator[PlaceTerrain]:
    number = next(n for n in range(1, len(state.terrain) + 2) if f"piece {n}" not in state.terrain)
    row, column = divmod((number * 7) % (COLUMNS * ROWS), COLUMNS)
    wide, high = state.battle.width // COLUMNS, state.battle.height // ROWS
    west, south = column * wide, row * high
    east, north = west + wide * 3 // 4, south + high * 3 // 4
    square = _texts((west, south), (east, south), (east, north), (west, north))
    middle = (south + north) // 2
    for kind in ("woods", "field", "rough"):
        yield PlaceTerrain(name=f"piece {number}", kind=kind, points=square)
    yield PlaceTerrain(name=f"piece {number}", kind="wall", points=_texts((west, middle), (east, middle)))
    crest = _texts((west, middle), (east, middle))
    yield PlaceTerrain(name=f"piece {number}", kind="hill", points=square, crest=crest)


def _texts(*points: tuple[int, int]) -> tuple[str, ...]:
    return tuple(lengths.point_text(Point(x, y)) for x, y in points)
