"""How hexes, pieces and Battles are named: printed ids such as 0809; units are hugh-ri-9, leaders and Battles hugh."""

from typing import Annotated

import msgspec

from domain.kernel.facts import PlaceId
from domain.kernel.facts import UnitId as UnitId

HexId = PlaceId
LeaderId = UnitId
PieceId = UnitId  # a unit or a leader
BattleId = Annotated[str, msgspec.Meta(extra={"of": "battle"})]
Facing = Annotated[int, msgspec.Meta(ge=0, le=5)]  # 5.1 the vertex faced: 0 north, then clockwise
Step = PlaceId  # a hex entered, 1514, or entered and turned in, 1514:2
