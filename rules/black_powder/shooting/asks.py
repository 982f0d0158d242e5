"""BP.vis, BP.tgt, BP.ski, BP.mg Orders of shooting, and what is asked of who shoots."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Annotated

import msgspec

from domain.kernel.facts import Await, Order
from domain.tabletop import lengths
from rules.black_powder.ids import Face, FoeId, PlaceId, UnitId

Dice = Annotated[int, msgspec.Meta(ge=1, le=99)]


class ShootUnit(Order, frozen=True, kw_only=True):
    """BP.tgt.1 A unit shoots; without `target` at the nearest it may take.

    `face`: the side of a square or building. `dice`: how many of a building's dice. `at`: the figure from which
    skirmishers shoot, or the point a rocket is aimed at. `also` and `split`: how skirmishers share their dice out.
    `block`: an empty building, for pieces that may set it on fire.
    """

    unit: UnitId
    target: FoeId = ""
    face: Face | None = None
    dice: Dice | None = None
    at: str = ""
    also: tuple[FoeId, ...] = ()
    split: tuple[Dice, ...] = ()
    block: PlaceId = ""

    def __post_init__(self) -> None:
        if self.at:
            lengths.point(self.at)


class ClearJam(Order, frozen=True, kw_only=True):
    """BP.mg.7 The crew of a jammed machine gun tries to clear it."""

    unit: UnitId


class EndShooting(Order, frozen=True, kw_only=True):
    """BP.fire.0 Nobody of the side shoots any more."""


class Torch(Order, frozen=True, kw_only=True):
    """BP.burn.1 A unit sets an empty building on fire that it touches, instead of shooting."""

    unit: UnitId
    block: PlaceId


class NextDie(Order, frozen=True, kw_only=True):
    """BP.mg.4 The machine gun goes on."""

    unit: UnitId


class StopFiring(Order, frozen=True, kw_only=True):
    """BP.mg.4 The machine gun stops."""

    unit: UnitId


class AwaitNextDie(Await, frozen=True, kw_only=True):
    """BP.mg.4 A machine gun may go on: the dice so far, and what each needed."""

    unit: UnitId
    target: UnitId
    needs: int
    faces: tuple[int, ...]
    closing: bool = False
    spared: bool = False  # BP.mg.9 its first jam was ignored
    met: int = 0  # BP.clo.5 units the charger has engaged
    passing: bool = False  # BP.tra.1 it fires in passing
    near: int = 0
    crossed: int = 0
    charging: bool = True  # D30


Awaited = AwaitNextDie
