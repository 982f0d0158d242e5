"""What orders, facts and the state call things by."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.kernel.facts import FoeId as FoeId
from domain.kernel.facts import PlaceId as PlaceId
from domain.kernel.facts import UnitId as UnitId
from domain.tabletop.measure import Pose

CommanderId = Annotated[str, msgspec.Meta(extra={"of": "unit"})]  # he is named, typed and told as a unit is
BrigadeId: TypeAlias = str
Spot = tuple[int, int, int]  # thousandths east and north of the middle of the front, and the heading in hundredths
Face = Literal["front", "left", "right", "rear"]


def spot_of(pose: Pose) -> Spot:
    return pose.x, pose.y, pose.heading


def pose_of(spot: Spot) -> Pose:
    x, y, heading = spot
    return Pose(x=x, y=y, heading=heading)
