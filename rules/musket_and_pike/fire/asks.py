"""10 What may be asked for in fire, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.facts import Await, Frame, Order
from rules.musket_and_pike.ids import Facing, FoeId, HexId, UnitId

Hand = Literal["left", "right"]  # 10.8.5
Targets = tuple[
    FoeId, ...
]  # one: every half that can fires at it; two: the left half at the first, the right at the other
# 10.9.5 Of each target, in their order, the hex that is fired into by every half that can; empty: as each half likes,
# to its front rather than to its flank.
Into = tuple[HexId, ...]


class FirePistol(Order, frozen=True, kw_only=True):
    """10.2 Cavalry fires a pistol without moving; in a move it is a step of the path."""

    unit: UnitId
    target: FoeId
    hex: HexId = ""  # 10.9.5 of a two-hex target; empty: to the front rather than to the flank


class AdvancingFire(Order, frozen=True, kw_only=True):
    """10.3.2 Infantry steps into a front hex and fires; 10.3.5 without `to` it comes on top of the guns in its hex.

    `to` is entered by the left half of a two-hex unit. `pistol`: what the horse with it fires at (8.2.1).
    """

    unit: UnitId
    targets: Targets
    to: HexId = ""
    pistol: FoeId = ""
    hexes: Into = ()
    pistol_hex: HexId = ""


class Skirmish(Order, frozen=True, kw_only=True):
    """10.3.3 Infantry fires where it stands; `pistol`: what the horse with it fires at (8.2.1)."""

    unit: UnitId
    targets: Targets
    pistol: FoeId = ""
    hexes: Into = ()
    pistol_hex: HexId = ""


class RetreatingFire(Order, frozen=True, kw_only=True):
    """10.3.4 Infantry fires, then steps into a rear hex; 10.3.5 without `to` it goes below the guns in its hex."""

    unit: UnitId
    targets: Targets
    to: HexId = ""
    pistol: FoeId = ""
    hexes: Into = ()
    pistol_hex: HexId = ""


class Salvo(Order, frozen=True, kw_only=True):
    """10.4 Heavy infantry gives all its fire at once, to the front."""

    unit: UnitId
    targets: Targets
    hexes: Into = ()


class FireGuns(Order, frozen=True, kw_only=True):
    """10.8 Artillery fires; 10.8.5 where its line runs along hexsides, to which hand; 10.9.5 at which hex of two."""

    unit: UnitId
    target: FoeId
    hand: Hand = "left"
    hex: HexId = ""  # of a two-hex target; empty: the nearest


class TurnGuns(Order, frozen=True, kw_only=True):
    """6.2.3 Artillery turns in place of its fire."""

    unit: UnitId
    facing: Facing


class TakeCover(Order, frozen=True, kw_only=True):
    """9.4.5 A unit among houses or walls does not fire back, and is not harmed."""


class Evade(Order, frozen=True, kw_only=True):
    """10.8.6 Cavalry shifts into a flank hex to avoid a formation hit."""

    to: HexId


class AwaitCover(Await, frozen=True, kw_only=True):
    """9.4.5"""

    unit: UnitId
    firer: UnitId


class AwaitEvade(Await, frozen=True, kw_only=True):
    """10.8.6"""

    unit: UnitId
    firer: UnitId


class ResumeFire(Frame, frozen=True, kw_only=True):
    """10.3.4 What is left of a fire action when all has been answered: the step back, or nothing but its end."""

    unit: UnitId
    to: HexId = ""
    under: bool = False  # 10.3.5 below the guns


Awaited = AwaitCover | AwaitEvade | ResumeFire
