"""How hexes and pieces are named: printed ids such as 2020; units are C-41 or U-72, Trains C-Train, HMCs C-HMC3."""

from typing import Annotated

import msgspec

from domain.kernel.facts import FoeId, UnitId

HexId = Annotated[str, msgspec.Meta(extra={"of": "place", "called": "hex"})]
FoeHexId = Annotated[str, msgspec.Meta(extra={"of": "place", "called": "hex", "foe": True})]
PieceId = UnitId
FoePieceId = FoeId
OFF_MAP = "off"  # the last step of a path that leaves the map (8.5)
