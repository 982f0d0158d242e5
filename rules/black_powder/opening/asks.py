"""BP.house What may be asked for before a battle whose armies the players choose."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Annotated

import msgspec

from domain.kernel.facts import Order
from domain.tabletop import lengths
from rules.black_powder.ids import CommanderId, PlaceId, UnitId
from rules.black_powder.tables import HIGHEST_RATING, LOWEST_RATING, Formation

Rating = Annotated[int, msgspec.Meta(ge=LOWEST_RATING, le=HIGHEST_RATING)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class AddBrigade(Order, frozen=True, kw_only=True):
    """BP.army.1, BP.army.10 A brigade of one's own, and who commands it."""

    name: Name
    commander: Name
    rating: Rating = 8


class DropBrigade(Order, frozen=True, kw_only=True):
    """BP.house.1 A brigade, its commander and its units are left at home."""

    brigade: str


class AddUnit(Order, frozen=True, kw_only=True):
    """BP.army.2 A unit of one's own: what it is called, its profile in the pack, and its brigade."""

    name: Name
    profile: str
    brigade: str


class DropUnit(Order, frozen=True, kw_only=True):
    """BP.house.1 A unit is left at home."""

    unit: UnitId


class Agree(Order, frozen=True, kw_only=True):
    """BP.house.1 The armies are as this side wants them."""


class DeployUnit(Order, frozen=True, kw_only=True):
    """BP.house.2 A unit is placed: the middle of its front, its heading and its formation; or in a `block`."""

    unit: UnitId
    at: str = ""
    heading: str = ""
    formation: Formation = "line"
    block: PlaceId = ""

    def __post_init__(self) -> None:
        if self.at:
            lengths.point(self.at)
        if self.heading:
            lengths.angle(self.heading)


class DeployCommander(Order, frozen=True, kw_only=True):
    """BP.house.2 A commander is placed; who is not stands with the first unit of his brigade."""

    commander: CommanderId
    at: str

    def __post_init__(self) -> None:
        lengths.point(self.at)


class FinishDeployment(Order, frozen=True, kw_only=True):
    """BP.house.2 All that the side has is placed."""
