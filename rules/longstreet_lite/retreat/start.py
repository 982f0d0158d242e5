"""LL.7.fvuln, LL.7.fart, LL.7.retire How a unit sets out on its retreat: limbered, re-formed, and how it will face."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.tabletop import lengths
from domain.tabletop.angles import TURN
from domain.tabletop.measure import slid
from domain.tabletop.sweep import spin
from rules.longstreet_lite.formation import Body, body_of, check_formation, is_linear, legal_ranks
from rules.longstreet_lite.retreat.asks import RetreatUnit
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Retreating, State, Unit
from rules.longstreet_lite.tables import WIDTH

Shape = tuple[tuple[int, ...], int]  # ranks, and the first file of a short last one


def must_reform(state: State, unit: Unit, retreating: Retreating) -> bool:
    """LL.7.fvuln.1 Only a defender, only infantry: if it was vulnerable, or is not linear (D28)."""
    if unit.kind == "ART" or unit.side == state.core.active:
        return False
    return retreating.vulnerable or not is_linear(state, unit.ranks)


def shapes(state: State, unit: Unit, retreating: Retreating) -> Iterator[Shape]:
    """LL.7.fvuln.1 The formations it may end in: as it stands if that is linear, then the deepest first."""
    if unit.kind == "ART":
        yield (1,), 0
        return
    if not must_reform(state, unit, retreating) or is_linear(state, unit.ranks):
        yield unit.ranks, unit.offset
    if must_reform(state, unit, retreating):
        deepest_first = reversed(list(legal_ranks(unit.bases)))
        yield from ((ranks, 0) for ranks in deepest_first if ranks != unit.ranks and is_linear(state, ranks))


def asked_shape(state: State, unit: Unit, retreating: Retreating, order: RetreatUnit) -> Shape:
    """LL.7.fvuln.1 The formation the owner asks for, if he may."""
    asked = (order.ranks, order.offset)
    if unit.kind == "ART":
        raise IllegalOrder("battery falls back limbered", "LL.7.fart.1", order.unit)
    if asked == (unit.ranks, unit.offset) and not must_reform(state, unit, retreating):
        return asked
    if not must_reform(state, unit, retreating):
        raise IllegalOrder("falls back as it stands", "LL.7.fvuln.1", order.unit)
    check_formation(order.unit, order.ranks, order.offset, unit.bases)
    if not is_linear(state, order.ranks):
        raise IllegalOrder("must end linear", "LL.7.fvuln.1", order.unit, *_listed(state, unit, retreating))
    return asked


def _listed(state: State, unit: Unit, retreating: Retreating) -> Iterator[int]:
    """The ranks of each formation that would do, after their number."""
    for ranks, _ in shapes(state, unit, retreating):
        yield from (len(ranks), *ranks)


def heading_of(state: State, unit: Unit, retreating: Retreating, order: RetreatUnit) -> int:
    """LL.7.fdir.1 (D55) A slide keeps the facing; a limber, and a unit that must form anew, may choose it."""
    assert unit.pose is not None
    asked = lengths.angle(order.heading) % TURN if order.heading else unit.pose.heading
    free = unit.kind == "ART" or must_reform(state, unit, retreating) or reading(state, "D55") == "B"
    if asked != unit.pose.heading and not free:
        raise IllegalOrder("keeps its facing", "LL.7.fdir.1", order.unit, unit.pose.heading)
    return asked


def starts(state: State, unit: Unit, shape: Shape) -> Iterator[Body]:
    """LL.7.fvuln.2 Where the footprint of the whole way begins."""
    stood = body_of(state, unit)
    if unit.kind == "ART":
        yield from _limbers(state, stood)
    elif shape == (unit.ranks, unit.offset):
        yield stood
    else:
        yield from _formed_anew(stood, shape)


def _limbers(state: State, guns: Body) -> Iterator[Body]:
    """LL.7.retire.1, LL.6.aform.2 The limber takes the place of any gun base, first the middle one."""
    files, middle = guns.ranks[0], (guns.ranks[0] - 1) // 2
    for file in sorted(range(files), key=lambda file: abs(file - middle)):
        yield Body(slid(guns.pose, (2 * file + 1 - files) * WIDTH, 0), (1,), 0, state.battle.limber_depth)


def _formed_anew(stood: Body, shape: Shape) -> Iterator[Body]:
    """LL.7.fvuln.2 On the old front line, about its middle or from either end of it."""
    spare = (stood.ranks[0] - shape[0][0]) * WIDTH
    for aside in dict.fromkeys((0, -spare // 2, spare // 2)):
        yield Body(slid(stood.pose, 2 * aside, 0), *shape, stood.depth)


def turned_to(body: Body, heading: int) -> Body:
    """LL.7.fart.1 (D55) The same bases on the same middle, facing another way."""
    turn = heading - body.pose.heading
    return body.at(spin(body.pose, body.whole_depth, turn)) if turn else body
