"""What the four files of a pack hold, read once for each text."""

from __future__ import annotations

from typing import Final, Literal

from domain.hexes.map import Track
from domain.kernel.packs import Sheet, sheet_of
from rules.wallaces_war.ground.ground import Ground

CHARTS: Final = "charts.toml"
COUNTERS: Final = "counters.toml"
MAPS: Final = "maps.toml"
SCENARIOS: Final = "scenarios.toml"

SideName = Literal["english", "scots", "royalist", "barons"]
Kind = Literal["HC", "MXB", "XB", "AR", "RI", "SC", "MAA"]  # 2.1c
Cost = int | Literal["no", "1/2", "1 1/2", "2 1/2"]
Ratings = tuple[int, int, int, int]  # 13.2 level, range, bonus, MA
Hexes = tuple[str, ...]
Offsets = tuple[tuple[int, int], ...]


class CommandPoints(Sheet, frozen=True, kw_only=True):
    source: str
    d10: tuple[int, ...]


class FireLine(Sheet, frozen=True, kw_only=True, rename={"low": "from", "high": "to"}):
    low: int
    high: int
    losses: tuple[int, int, int]


class FireModifiers(Sheet, frozen=True, kw_only=True):
    MXB: int
    XB: int
    AR: int
    RI: int
    firer_shaken: int


class FireTable(Sheet, frozen=True, kw_only=True):
    source: str
    rows: tuple[FireLine, ...]
    modifiers: FireModifiers


class MeleeTable(Sheet, frozen=True, kw_only=True):
    source: str
    columns: tuple[tuple[int, int], ...]
    losses: tuple[tuple[int, ...], ...]


class DieUsed(Sheet, frozen=True, kw_only=True):
    source: str
    HC: Literal["D6", "D10"]
    MXB: Literal["D6", "D10"]
    XB: Literal["D6", "D10"]
    AR: Literal["D6", "D10"]
    RI: Literal["D6", "D10"]
    SC: Literal["D6", "D10"]
    MAA: Literal["D6", "D10"]


class ByAttacker(Sheet, frozen=True, kw_only=True):
    HC: int
    MXB: int
    XB: int
    AR: int
    RI: int
    SC: int
    MAA: int


class TypeModifiers(Sheet, frozen=True, kw_only=True):
    source: str
    HC: ByAttacker
    MXB: ByAttacker
    XB: ByAttacker
    AR: ByAttacker
    RI: ByAttacker
    SC: ByAttacker
    MAA: ByAttacker


class Costs(Sheet, frozen=True, kw_only=True):
    infantry: Cost
    cavalry: Cost
    leader: Cost


class TerrainChart(Sheet, frozen=True, kw_only=True):
    source: str
    clear: Costs
    woods: Costs
    marsh: Costs
    slope_up: Costs
    slope_down: Costs
    stream: Costs
    river: Costs
    steep: Costs
    road: Costs
    bridge: Costs


class Men(Sheet, frozen=True, kw_only=True):
    infantry: int
    cavalry: int


class Scale(Sheet, frozen=True, kw_only=True):
    source: str
    men_per_sp: Men


class ChitPool(Sheet, frozen=True, kw_only=True):
    source: str
    count: dict[str, int]


class FireArcs(Sheet, frozen=True, kw_only=True):
    source: str
    defensive: Offsets
    offensive: Offsets


class ChartSheet(Sheet, frozen=True, kw_only=True):
    pack_id: str
    command_point_table: CommandPoints
    fire_table: FireTable
    melee_table: MeleeTable
    die_used: DieUsed
    type_modifier: TypeModifiers
    terrain: TerrainChart
    scale: Scale
    chit_pool: ChitPool
    fire_arcs: FireArcs


class UnitLine(Sheet, frozen=True, kw_only=True):
    count: int
    type: Kind
    full: str
    reduced: str
    source: str


class LeaderLine(Sheet, frozen=True, kw_only=True):
    """13.2 A leader, with or without a Battle."""

    side: SideName
    name: str
    counter: str
    leader: Ratings
    leader_as_commander: Ratings | None = None
    leader_house2: Ratings | None = None
    source: str


class BattleLine(LeaderLine, frozen=True, kw_only=True):
    units: tuple[UnitLine, ...]
    track_boxes: int
    ce: tuple[str, ...]
    set_aside: tuple[Kind, ...] = ()
    unit_count: int


class Army(Sheet, frozen=True, kw_only=True):
    battles: tuple[BattleLine, ...]
    leaders: tuple[LeaderLine, ...] = ()  # 16.2.1 without a Battle

    def commanders(self) -> tuple[LeaderLine, ...]:
        """All leaders, those without a Battle last."""
        return (*self.battles, *self.leaders)


class CounterSheet(Sheet, frozen=True, kw_only=True):
    armies: dict[str, Army]


class RoadLine(Sheet, frozen=True, kw_only=True):
    name: str
    hexes: Hexes


class MapLine(Sheet, frozen=True, kw_only=True):
    source: str
    note: str = ""
    rows: tuple[int, int]
    places: tuple[int, int]
    shifted_rows: Literal["odd", "even"] = "odd"
    woods: Hexes = ()
    marsh: Hexes = ()
    level2: Hexes = ()
    streams: dict[str, Hexes] = {}
    river_hexsides: Hexes = ()
    bridge_hexsides: Hexes = ()
    steep_hexsides: Hexes = ()
    roads: tuple[RoadLine, ...] = ()

    def ground(self) -> Ground:
        return Ground(
            source=self.source,
            note=self.note,
            rows=self.rows,
            places=self.places,
            shifted=self.shifted_rows,
            woods=self.woods,
            marsh=self.marsh,
            level2=self.level2,
            streams=self.streams,
            rivers=self.river_hexsides,
            bridges=self.bridge_hexsides,
            steep=self.steep_hexsides,
            roads=tuple(Track(name=road.name, kind="road", hexes=road.hexes) for road in self.roads),
        )


class MapSheet(Sheet, frozen=True, kw_only=True):
    maps: dict[str, MapLine]


class CampLine(Sheet, frozen=True, kw_only=True):
    commander: str
    sets_up: Literal[1, 2]
    points: int
    leaders: dict[str, str] = {}
    with_any: tuple[str, ...] = ()
    bank: Literal["", "north", "south"] = ""
    rows: tuple[int, int] | None = None
    forced: dict[str, int] = {}


class ReinforcementLine(Sheet, frozen=True, kw_only=True):
    battle: str
    points: int
    hexes: Hexes
    row: int | None = None
    from_turn: int = 0
    arrival: int = 0
    after_initiatives: int = 0
    extra_mp: int = 0
    one_hex: bool = False


class ScenarioLine(Sheet, frozen=True, kw_only=True):
    key: str
    title: str
    source: str
    text: str
    map: str
    first: SideName
    camps: dict[SideName, CampLine]
    boxes: dict[str, int] = {}
    reinforcements: tuple[ReinforcementLine, ...] = ()
    bridge_closed: bool = False
    roving: str = ""
    battles_in_turn: bool = False
    within_command_range: bool = False
    in_command_on_arrival: bool = False
    closed_until_arrival: Literal["", "english", "scots", "royalist", "barons"] = ""
    option_target: bool = False


class ScenarioSheet(Sheet, frozen=True, kw_only=True):
    source: str
    scenarios: tuple[ScenarioLine, ...]


chart_sheet = sheet_of(CHARTS, ChartSheet)
counter_sheet = sheet_of(COUNTERS, CounterSheet)
map_sheet = sheet_of(MAPS, MapSheet)
scenario_sheet = sheet_of(SCENARIOS, ScenarioSheet)
