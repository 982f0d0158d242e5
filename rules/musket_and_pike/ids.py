"""How hexes, pieces and Wings are named: printed ids such as 0809; units and leaders by their names, prince-rupert."""

from typing import Annotated, Literal

import msgspec

from domain.kernel.facts import FoeId as FoeId
from domain.kernel.facts import PlaceId
from domain.kernel.facts import UnitId as UnitId

HexId = PlaceId
LeaderId = UnitId
PieceId = UnitId  # a unit, a leader or a wagon
WingId = Annotated[str, msgspec.Meta(extra={"of": "wing"})]
Facing = Annotated[int, msgspec.Meta(ge=0, le=5)]  # 6.1 the vertex between directions f and f + 1: 5 north, 2 south
# A step of a path: a hex entered, `left`, `right`, `about`, `hedgehog`, `top`, `under`, or `fire:` and a unit.
Word = PlaceId
Standing = Literal["charge", "make_ready", "receive_charge", "rally"]  # 5.5 the order of a Wing
Formation = Literal["FN", "FS", "FB", "HH", "OO", "CO", ""]  # 6.3 empty: none, as of guns and broken units
Level = Literal["MN", "MS", "MB"]  # 12.1
