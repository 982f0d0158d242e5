"""What orders, facts and the state call things by."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.kernel.facts import FoeId as FoeId
from domain.kernel.facts import PlaceId as PlaceId
from domain.kernel.facts import UnitId as UnitId
from domain.tabletop.measure import pose_of as pose_of
from domain.tabletop.measure import spot_of as spot_of

CommanderId = Annotated[str, msgspec.Meta(extra={"of": "unit"})]  # he is named, typed and told as a unit is
BrigadeId: TypeAlias = str
Spot = tuple[int, int, int]  # thousandths east and north of the middle of the front, and the heading in hundredths
Face = Literal["front", "left", "right", "rear"]
