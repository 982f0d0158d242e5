"""LL.1.edge.6, LL.7.flank Which edge of an enemy a charge strikes, and who has the right to strike a flank."""

from __future__ import annotations

from functools import lru_cache

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import UnitId
from domain.tabletop.bodies import blocks_of
from domain.tabletop.lanes import edges_met
from domain.tabletop.measure import Edge
from rules.longstreet_lite.combat.facts import Struck
from rules.longstreet_lite.formation import Body, bases_of, is_behind_front_line, is_directly_in_front
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import NEAR_EDGE, TOUCH

FLUSH = NEAR_EDGE  # edges that touch along more than this lie against each other; less is a corner


@lru_cache(maxsize=4096)
def edge_struck(attacker: Body, defender: Body) -> Struck:
    """LL.1.edge.6, D3 Where the attacker's front touches the defender: front, flank, rear, or a corner of the front.

    A front or flank that lies flush against the attacker is struck as such, even where its corner is touched as well.
    """
    lengths = edges_met(attacker, defender, TOUCH)  # LL.G.5
    front = lengths.pop(Edge.FRONT, -1)
    if not lengths:
        return "front"
    side = max(lengths, key=lambda edge: lengths[edge])
    if front < 0 or (lengths[side] > FLUSH and lengths[side] > front):
        return "rear" if side is Edge.REAR else "flank"
    return "front" if front > FLUSH else "corner"


def may_strike_flank(attacker: Body, defender: Body) -> bool:
    """LL.1.edge.6 Half of the bases completely behind the enemy's front line, and no part directly in front of him."""
    bases = bases_of(attacker)
    back = sum(1 for base in bases if is_behind_front_line(defender, base.area))
    return 2 * back >= len(bases) and not any(is_directly_in_front(defender, block) for block in blocks_of(attacker))


def flanks(state: State, unit: UnitId, enemy: UnitId, where: dict[str, Body], defender: Body) -> tuple[Struck, bool]:
    """LL.1.edge.6, LL.7.flank.1 (D3, D4) The edge struck, and whether that flanks; refused without the right to it.

    `where` has the attacker at its start (A), after its wheel (B), and at contact (C).
    """
    edge = edge_struck(where["C"], defender)
    if edge == "front":
        return edge, False
    if may_strike_flank(where[reading(state, "D4")], defender):
        return edge, True
    if _is_refused(reading(state, "D3"), edge):
        raise IllegalOrder("no right to the flank", "LL.1.edge.6", unit, enemy, edge, reading(state, "D4"))
    return edge, False


def _is_refused(rule: str, edge: Struck) -> bool:
    """D3 Without the right: never allowed, always frontal, or allowed at a corner of the front only."""
    return rule == "A" or (rule == "C" and edge != "corner")
