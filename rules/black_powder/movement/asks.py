"""BP.mov Orders of a move. Lengths are inches, angles degrees, both with decimals; points are east:north.

Steps of a path: `ahead:6`, `back:2`, `left:1`, `right:1`, `oblique-left:30:4`, `wheel-right:30`, `back-wheel-left:10`,
`toward:180:3` (a bearing, facing kept), `to:12:7.5`, `face:90`, and `about`.
"""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal, Protocol

import msgspec

from domain.kernel.facts import Order
from domain.tabletop import lengths
from rules.black_powder.ids import PlaceId, UnitId
from rules.black_powder.tables import Formation


class _HasPath(Protocol):
    @property
    def path(self) -> tuple[str, ...]: ...


def keep_spoken(order: _HasPath) -> None:
    """`forward 6, wheel right 30` is kept as ahead:6 wheel-right:30."""
    written = lengths.spoken(order.path)
    lengths.steps(written)
    if written != order.path:
        msgspec.structs.force_setattr(order, "path", written)  # type: ignore[arg-type]


class MoveUnit(Order, frozen=True, kw_only=True):
    """BP.mov.2 One unit makes one move along the steps of `path`."""

    unit: UnitId
    path: tuple[str, ...]

    def __post_init__(self) -> None:
        keep_spoken(self)


class FormUnit(Order, frozen=True, kw_only=True):
    """BP.form.10 A new formation about the leader, who may turn to any heading; or every base turns (BP.form.11)."""

    unit: UnitId
    formation: Formation
    heading: str = ""  # empty: as it stands
    turn: Literal["", "left", "right"] = ""  # BP.form.11

    def __post_init__(self) -> None:
        if self.heading:
            lengths.angle(self.heading)


class HandleGun(Order, frozen=True, kw_only=True):
    """BP.lim.1 to BP.lim.3 A gun is limbered, or unlimbered toward a heading."""

    unit: UnitId
    do: Literal["limber", "unlimber"]
    heading: str = ""

    def __post_init__(self) -> None:
        if self.heading:
            lengths.angle(self.heading)


class EnterBuilding(Order, frozen=True, kw_only=True):
    """BP.ter.7 Infantry goes straight into an empty block, or one that has room."""

    unit: UnitId
    block: PlaceId


class LeaveBuilding(Order, frozen=True, kw_only=True):
    """BP.ter.8 Out of the block: the leader to a point, the unit formed about him."""

    unit: UnitId
    to: str
    formation: Formation
    heading: str

    def __post_init__(self) -> None:
        lengths.point(self.to)
        lengths.angle(self.heading)


class EndMoves(Order, frozen=True, kw_only=True):
    """BP.cmd.5 The moves won are made, or no more are wanted."""
