"""How hexes and pieces are named: printed ids such as 2020; units are C-41 or U-72, Trains C-Train, HMCs C-HMC3."""

from domain.kernel.facts import FoeId, FoePlaceId, PlaceId, UnitId

HexId = PlaceId
PieceId = UnitId
FoeHexId = FoePlaceId
FoePieceId = FoeId
OFF_MAP = "off"  # the last step of a path that leaves the map (8.5)
