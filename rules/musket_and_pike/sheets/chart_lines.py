"""T1 to T20 What the charts of a pack hold, as their owner writes them."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.packs import Sheet
from rules.musket_and_pike.sheets.melee_lines import (
    CavalryPursuit,
    MeleeMatrix,
    MeleeModifiers,
    MeleeTable,
    UnableToRetreat,
)

GunClass = Literal["12lb", "4-8lb", "3lb"]  # 10.8
Cost = int | Literal["no"]
Fate = Literal["returns", "returns_next_turn", "eliminated"]  # 5.3.3
Enterable = Literal["T6", "T7", "T8", "T9", "T10", "T11", "T13", "T16", "T17"]  # DRV.tables


class Orders(Sheet, frozen=True, kw_only=True):
    """5.7.2 The highest modified die that brings each order; one that cannot be changed to is left out."""

    charge: int | None = None
    make_ready: int | None = None
    receive_charge: int | None = None
    rally: int | None = None


class OrdersChangeModifiers(Sheet, frozen=True, kw_only=True):
    wc_adjacent_to_enemy_not_broken: int
    cavalry_wing_to_charge: int
    cavalry_wing_to_receive_charge: int
    to_rally_with_more_than_half_shaken_broken_or_gone: int


class OrdersChange(Sheet, frozen=True, kw_only=True):
    source: str
    charge: Orders
    make_ready: Orders
    receive_charge: Orders
    rally: Orders
    drm: OrdersChangeModifiers


class ContinuationModifiers(Sheet, frozen=True, kw_only=True):
    wc_adjacent_to_enemy_not_broken: int
    cavalry_wing: int
    second_attempt: int


class Continuation(Sheet, frozen=True, kw_only=True):
    source: str
    charge: int
    make_ready: int
    receive_charge: int
    drm: ContinuationModifiers


class PreemptionModifiers(Sheet, frozen=True, kw_only=True):
    wc_adjacent_to_enemy_not_broken: int
    cavalry_wing: int
    wc_marked_no_continue: int


class Preemption(Sheet, frozen=True, kw_only=True):
    source: str
    charge: int
    make_ready: int
    receive_charge: int
    drm: PreemptionModifiers


class LeaderCasualty(Sheet, frozen=True, kw_only=True):
    source: str
    removed_on: tuple[int, ...]


class FateLine(Sheet, frozen=True, kw_only=True, rename={"low": "from", "high": "to"}):
    low: int
    high: int
    fate: Fate


class LeaderReplacement(Sheet, frozen=True, kw_only=True):
    source: str
    rows: tuple[FateLine, ...]


class InterceptionModifiers(Sheet, frozen=True, kw_only=True):
    wing_commander_rating_if_stacked_or_adjacent: bool
    interceptor_formation_shaken: int
    interceptor_morale_shaken: int
    target_in_front_arc_within_2: int
    target_only_in_flank_arc: int


class Interception(Sheet, frozen=True, kw_only=True):
    source: str
    charge: int
    make_ready: int
    receive_charge: int
    rally: int
    drm: InterceptionModifiers


class Effect(Sheet, frozen=True, kw_only=True):
    """10.6 Casualty hits, formation hits, and a morale check besides those they call for."""

    ch: int = 0
    fh: int = 0
    mc: bool = False


Rows = tuple[Effect, ...]


class Musketry(Sheet, frozen=True, kw_only=True):
    source: str
    front: Rows
    flank: Rows
    salvo: Rows


class LightFire(Sheet, frozen=True, kw_only=True):
    source: str
    commanded_muskets_and_dragoons: Rows
    cavalry_pistol_fire: Rows


class Ranges(Sheet, frozen=True, kw_only=True):
    grazing: int
    maximum: int


class ArtilleryRange(Sheet, frozen=True, kw_only=True):
    source: str
    bands: dict[GunClass, tuple[tuple[int, int], ...]]
    double_battery: int
    stock_ranges: dict[GunClass, Ranges]


class ArtilleryFire(Sheet, frozen=True, kw_only=True):
    source: str
    rows: Rows


class FireModifiers(Sheet, frozen=True, kw_only=True):
    source: str
    advancing_fire: int
    retreating_fire: int
    reaction_fire_at_retreating_fire: int
    reaction_fire_at_advancing_fire: int
    after_own_salvo: int
    hi_reaction_at_moving_or_advancing_cavalry: int
    target_formation_shaken: int
    target_open_order: int
    target_formation_broken: int
    target_hedgehog: int
    target_column: int
    target_behind_hedge: int
    target_behind_berm_or_abatis: int
    target_behind_entrenchment: int
    target_in_village_castle_town: int
    target_in_wagons: int
    target_in_woods: int
    target_behind_entrenchment_from_artillery: int


class CasualtyThreshold(Sheet, frozen=True, kw_only=True):
    source: str
    morale: dict[Literal["8", "7", "6", "5", "4"], int]
    two_hex_hi_add: int


class Terrain(Sheet, frozen=True, kw_only=True):
    """7.1.1 One line of the chart: heavy infantry, cavalry and leaders, light infantry, limbered guns."""

    mp: tuple[Cost, Cost, Cost, Cost]
    fh: tuple[bool, bool, bool]
    blocks_los: bool = False
    take_cover: bool = False
    reciprocal: bool = False


class TerrainChart(Sheet, frozen=True, kw_only=True):
    source: str
    clear: Terrain
    woods: Terrain
    rough: Terrain
    village: Terrain
    town: Terrain
    castle: Terrain
    wagons: Terrain
    impassable: Terrain
    road: Terrain
    hedge_hexside: Terrain
    stream_hexside: Terrain
    bridge_hexside: Terrain
    berm_hexside: Terrain
    abatis_hexside: Terrain
    entrenchment_hexside: Terrain
    redoubt_hexside: Terrain
    steep_slope_down_hexside: Terrain
    steep_slope_up_hexside: Terrain
    gentle_slope_hexside: Terrain


ByClass = dict[GunClass, int]


class VictoryPoints(Sheet, frozen=True, kw_only=True):
    source: str
    cavalry_eliminated: int
    cavalry_casualty_on_map: int
    two_hex_hi_eliminated: int
    one_hex_hi_eliminated: int
    hi_casualty_on_map: int
    li_eliminated: int
    captured: ByClass
    captured_double: ByClass
    disabled: ByClass
    disabled_as_printed: ByClass
    disabled_double: ByClass
    wagon_captured: int
    initial_army_commander_eliminated: int
    king_charles_eliminated: int
    named_wing_commander_eliminated_per_rating: int
    generic_leader_eliminated: int


class Leaders(Sheet, frozen=True, kw_only=True):
    source: str
    generic_rating: int


class Scale(Sheet, frozen=True, kw_only=True):
    source: str
    men_per_strength_point: int
    guns_per_battery: int
    guns_per_double_battery: int


class ChartSheet(Sheet, frozen=True, kw_only=True):
    """T1 to T20; a table that is entered may be left out."""

    pack_id: str
    entered: tuple[Enterable, ...]
    orders_change: OrdersChange
    continuation: Continuation
    preemption: Preemption
    leader_casualty: LeaderCasualty
    leader_replacement: LeaderReplacement
    interception: Interception | None = None
    hi_musketry: Musketry | None = None
    regimental_musketry: Musketry | None = None
    light_fire: LightFire | None = None
    artillery_range: ArtilleryRange
    artillery_fire: ArtilleryFire | None = None
    fire_modifiers: FireModifiers
    melee: MeleeTable | None = None
    melee_matrix: MeleeMatrix
    melee_modifiers: MeleeModifiers
    unable_to_retreat: UnableToRetreat | None = None
    cavalry_pursuit: CavalryPursuit | None = None
    casualty_threshold: CasualtyThreshold
    terrain: TerrainChart
    victory_points: VictoryPoints
    leaders: Leaders
    scale: Scale
