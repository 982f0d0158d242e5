"""Facts of the Movement Phase: marches, entries, declarations, control. Tags are for ever."""

from __future__ import annotations

from typing import Literal

from domain.facts import Fact, Side
from rules.gettysburg.orders import HexId, Pace, PieceId


class MarchBegan(Fact, frozen=True, kw_only=True):
    """8.1a A piece starts its move; points in halves."""

    unit: PieceId
    by: Side
    left: int
    pace: Pace = "normal"
    charge: HexId = ""
    one_hex: bool = False  # 8.6(2)


class MarchForced(Fact, frozen=True, kw_only=True):
    """22.4 Half-points added."""

    unit: PieceId
    added: int


class UnitMoved(Fact, frozen=True, kw_only=True):
    """8.1b One step; the cost in half-points."""

    unit: PieceId
    to: HexId
    cost: int
    road: bool = False  # 6.3a at the road rate


class UnitEntered(Fact, frozen=True, kw_only=True):
    """10.1a A reinforcement comes onto the map as the n-th of its column (10.2a)."""

    unit: PieceId
    at: HexId
    column: int
    cost: int
    entry: str  # letter
    rule: str = "10.1a"


class UnitDelayed(Fact, frozen=True, kw_only=True):
    """15.3a What enemy cavalry adds to leaving this hex, in half-points."""

    unit: PieceId
    extra: int
    to: HexId = ""  # the hex it was about to enter (D33 C)


class CavalryTested(Fact, frozen=True, kw_only=True):
    """8.6(4) A morale test next to enemy infantry."""

    unit: PieceId
    passed: bool


class MarchStopped(Fact, frozen=True, kw_only=True):
    """The rest of an ordered path can no longer be walked."""

    unit: PieceId
    why: str
    rule: str


class MarchEnded(Fact, frozen=True, kw_only=True):
    """8.1a The move is over; its moment to declare begins (8.4a)."""

    unit: PieceId


class ApproachUsed(Fact, frozen=True, kw_only=True):
    """16.4O The one brigade that may go next to enemy infantry this turn."""

    unit: PieceId


class AttackDeclared(Fact, frozen=True, kw_only=True):
    """8.4a, 15.5, 21.4"""

    unit: PieceId
    target: HexId
    kind: Literal["attack", "charge", "train"] = "attack"
    aim: PieceId = ""


class BombardmentDeclared(Fact, frozen=True, kw_only=True):
    """14.1a, 14.2b"""

    unit: PieceId
    target: HexId
    aim: PieceId


class ChargeAnnounced(Fact, frozen=True, kw_only=True):
    """15.5, D66 During a move, before it comes next to enemy infantry."""

    unit: PieceId
    target: HexId


class DeclarationForgone(Fact, frozen=True, kw_only=True):
    """8.4a The unit's moment to declare is over."""

    unit: PieceId


class ControlAsked(Fact, frozen=True, kw_only=True):
    """17.3a The window over a unit was opened: it is opened once a turn."""

    unit: PieceId


class ControlTried(Fact, frozen=True, kw_only=True):
    """17.3 Who controls the unit for this turn."""

    unit: PieceId
    control: Literal["opponent", "nobody", "owner"]
    rule: str = "17.3a"


class LeftoverBegan(Fact, frozen=True, kw_only=True):
    """17.3b The owner has finished; chances are left."""

    side: Side


class LeftoverEnded(Fact, frozen=True, kw_only=True):
    """17.3b"""


FACTS: tuple[type[Fact], ...] = (
    MarchBegan, MarchForced, UnitMoved, UnitEntered, UnitDelayed, CavalryTested, MarchStopped, MarchEnded, ApproachUsed,
    AttackDeclared, BombardmentDeclared, ChargeAnnounced, DeclarationForgone, ControlAsked, ControlTried, LeftoverBegan,
    LeftoverEnded,
)  # fmt: skip
