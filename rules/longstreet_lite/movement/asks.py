"""LL.6 Orders of the Move phase. Lengths are base widths, angles degrees, both with decimals; points are east:north.

Bases are numbered from 1: the front rank from left to right, then the next. Steps of a path: `ahead:2.5`, `back:1`,
`left:1`, `right:1`, `oblique-left:30:2`, `wheel-right:20`, `back-wheel-left:10`, `toward:180:3` (a bearing,
facing kept), `to:12:7.5`, `face:90`, and `about` for an about-face.
"""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Order, UnitId
from domain.tabletop import lengths
from rules.longstreet_lite.tables import Bases, Hand


class MoveUnit(Order, frozen=True, kw_only=True):
    """LL.6.gen.1 One unit moves along the steps of `path`; `difficult` declares a difficult move (LL.6.hard.2).

    `use_card` names this unit for the modifier card of the phase (D54 B only).
    """

    unit: UnitId
    path: tuple[str, ...]
    difficult: bool = False
    use_card: bool = False

    def __post_init__(self) -> None:
        lengths.steps(self.path)


class QuarterTurn(Order, frozen=True, kw_only=True):
    """LL.6.quart.1 All bases turn 90 degrees the same way."""

    unit: UnitId
    to: Hand


class ReformUnit(Order, frozen=True, kw_only=True):
    """LL.6.guide.1 New ranks on a guide base, with `left` files to the left of it.

    `offset` is the first file (from 0) of a short last rank.
    """

    unit: UnitId
    guide: Bases
    ranks: tuple[Bases, ...]
    left: Bases
    offset: Bases = 0


class LimberBattery(Order, frozen=True, kw_only=True):
    """LL.6.aform.2 The limber takes the place of one gun base, with any heading."""

    unit: UnitId
    gun: Bases
    heading: str

    def __post_init__(self) -> None:
        lengths.angle(self.heading)


class UnlimberBattery(Order, frozen=True, kw_only=True):
    """LL.6.aform.1 A gun takes the limber's place, with any heading; `left` of the others stand to its left."""

    unit: UnitId
    heading: str
    left: Bases = 0

    def __post_init__(self) -> None:
        lengths.angle(self.heading)


class EndMove(Order, frozen=True, kw_only=True):
    """LL.6.gen.1 All that is to move has moved."""
