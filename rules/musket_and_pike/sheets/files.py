"""What the two files of a pack hold, read once for each text."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Final, Literal

from domain.kernel.packs import Sheet, sheet_of
from rules.musket_and_pike.sheets.chart_lines import ChartSheet

CHARTS: Final = "charts.toml"
SCENARIOS: Final = "scenarios.toml"

Order = Literal["charge", "make_ready", "receive_charge", "rally"]  # 5.6
Game = Literal["TACW", "SFO", "ULB", "GAG"]
Edge = Literal["north", "east", "south", "west"]
Hexes = tuple[str, ...]


class MapLine(Sheet, frozen=True, kw_only=True):
    places: tuple[int, int]
    rows: tuple[int, int]


class RoadLine(Sheet, frozen=True, kw_only=True):
    name: str
    hexes: Hexes


class GroundLine(Sheet, frozen=True, kw_only=True):
    """S3.3 What lies in the hexes and on the hexsides of one field."""

    woods: Hexes = ()
    rough: Hexes = ()
    village: Hexes = ()
    town: Hexes = ()
    castle: Hexes = ()
    impassable: Hexes = ()
    hedge_hexsides: Hexes = ()
    stream_hexsides: Hexes = ()
    bridge_hexsides: Hexes = ()
    berm_hexsides: Hexes = ()
    abatis_hexsides: Hexes = ()
    entrenchment_hexsides: Hexes = ()
    redoubt_hexsides: Hexes = ()
    gentle_slope_hexsides: Hexes = ()
    high_rows: tuple[int, int] | None = None
    high: Hexes = ()
    roads: tuple[RoadLine, ...] = ()


class LevelLine(Sheet, frozen=True, kw_only=True):
    at_least: int | None = None
    winner: str
    level: str


class SalvoLine(Sheet, frozen=True, kw_only=True):
    sides: tuple[str, ...]
    units_per_turn: int


class DefectionLine(Sheet, frozen=True, kw_only=True):
    unit: str
    turn: int
    removed_on: tuple[int, int]


class BombardmentLine(Sheet, frozen=True, kw_only=True):
    shots: int
    ignore_range_drm: bool


class CommanderLine(Sheet, frozen=True, kw_only=True):
    name: str
    rating: int
    hex: str


class ArmyCommanderLine(Sheet, frozen=True, kw_only=True):
    side: str
    name: str
    rating: int
    hex: str
    senior_wing_commander: str


class ArrivalLine(Sheet, frozen=True, kw_only=True):
    turn: int
    hexes: Hexes
    order: Order


class WingLine(Sheet, frozen=True, kw_only=True):
    side: str
    id: str
    name: str
    commander: CommanderLine
    historical_order: Order
    facing: int
    units: tuple[tuple[str, str, int, int, str], ...]  # name, kind, SP, morale, hex
    arrives: ArrivalLine | None = None


class ScenarioLine(Sheet, frozen=True, kw_only=True):
    key: str
    title: str
    source: str
    game: Game
    text: str
    pursuit_table: str
    map: MapLine
    turns: int
    friendly_edges: dict[str, Edge]
    victory_for: str
    victory_levels: tuple[LevelLine, ...]
    salvo: SalvoLine
    special: tuple[str, ...]
    pursuit_drm: dict[str, int] = {}
    defection: DefectionLine | None = None
    bombardment: BombardmentLine | None = None
    terrain: GroundLine
    army_commanders: tuple[ArmyCommanderLine, ...]
    wings: tuple[WingLine, ...]


class ScenarioSheet(Sheet, frozen=True, kw_only=True):
    scenarios: tuple[ScenarioLine, ...]


chart_sheet = sheet_of(CHARTS, ChartSheet)
scenario_sheet = sheet_of(SCENARIOS, ScenarioSheet)
