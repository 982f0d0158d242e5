"""How hexes, pieces and Battles are named: printed ids such as 0809; units are hugh-ri-9, leaders and Battles hugh."""

from domain.kernel.facts import PlaceId, UnitId

HexId = PlaceId
PieceId = UnitId
BattleId = str
