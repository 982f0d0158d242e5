"""T13 to T17 What the charts of melee, retreat and pursuit hold, as their owner writes them."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.packs import Sheet

# 11.4.1 what a melee can end in; A the attacker, D the defender, R the hexes of the retreat
MeleeKind = Literal["A_ELIM", "A_MB", "A_MS_R2", "A_MS_R1", "NONE", "D_MS_R1", "D_MS_R2", "D_MB", "D_ELIM"]
PursuitKind = Literal["BREAK_OFF", "PURSUE_AND_ELIMINATE", "PURSUE_OFF_MAP"]  # 11.7.2
StrandedKind = Literal["STAND", "CASUALTIES", "ELIMINATED"]  # 11.4.5


class MeleeLine(Sheet, frozen=True, kw_only=True):
    row: int
    result: MeleeKind
    pursuit_test: bool = False


class MeleeTable(Sheet, frozen=True, kw_only=True):
    source: str
    clamp: tuple[int, int]
    rows: tuple[MeleeLine, ...]


class ByDefender(Sheet, frozen=True, kw_only=True):
    cuirassier: int
    arquebusier: int
    heavy_infantry: int
    hi_without_pikes: int
    hedgehog: int
    light_infantry: int
    broken: int


class AgainstLight(Sheet, frozen=True, kw_only=True):
    """11.6 Light infantry attacks nothing else but lone guns."""

    light_infantry: int


class MeleeMatrix(Sheet, frozen=True, kw_only=True):
    source: str
    cuirassier: ByDefender
    arquebusier: ByDefender
    heavy_infantry: ByDefender
    hi_without_pikes: ByDefender
    light_infantry: AgainstLight


class MeleeByRulebook(Sheet, frozen=True, kw_only=True):
    attacking_leader: int
    defending_leader: int
    ratio_4_to_1: int
    ratio_2_to_1: int
    ratio_1_to_2: int
    ratio_1_to_4: int
    momentum_cavalry: int
    momentum_hi: int
    each_flank_or_rear_hex: int
    each_attacking_unit_firing_pistols: int
    defender_firing_pistols: int
    limit: tuple[int, int]


class MeleeOfTheCard(Sheet, frozen=True, kw_only=True):
    attacker_formation_shaken: int
    attacker_formation_broken: int
    attacker_open_order: int
    attacker_column: int
    defender_formation_shaken: int
    defender_formation_broken: int
    defender_open_order: int
    attacker_salvoed_defender_this_activation: int
    across_hedge_stream_berm: int
    across_entrenchment_bridge_abatis: int
    defender_in_village_or_wagons: int
    attacker_up_steep_slope: int


class MeleeModifiers(Sheet, frozen=True, kw_only=True):
    source: str
    rulebook: MeleeByRulebook
    house: MeleeOfTheCard


class StrandedLine(Sheet, frozen=True, kw_only=True, rename={"low": "from", "high": "to"}):
    low: int
    high: int
    result: StrandedKind
    ch: int = 0


class StrandedModifiers(Sheet, frozen=True, kw_only=True):
    leader_rating_if_stacked: bool
    no_hex_retreated: int


class UnableToRetreat(Sheet, frozen=True, kw_only=True):
    source: str
    rows: tuple[StrandedLine, ...]
    drm: StrandedModifiers


class PursuitLine(Sheet, frozen=True, kw_only=True, rename={"low": "from", "high": "to"}):
    low: int
    high: int
    result: PursuitKind


class PursuitModifiers(Sheet, frozen=True, kw_only=True):
    leader_rating_if_stacked: bool


class CavalryPursuit(Sheet, frozen=True, kw_only=True):
    source: str
    tables: dict[str, tuple[PursuitLine, ...]]
    drm: PursuitModifiers
