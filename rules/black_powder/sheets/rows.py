"""Section 20 A pack as it is typed: profiles, weapons, footprints and scenarios; a misspelt key is an error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.facts import Side
from domain.kernel.packs import Pack, Sheet, read_once, read_sheet, sheet_of
from domain.kernel.say import spelt
from domain.kernel.system import Scenario
from rules.black_powder.tables import Formation, GunClass, Kind, Size

PROFILES, WEAPONS, FOOTPRINTS, SCENARIOS = "profiles.toml", "weapons.toml", "footprints.toml", "scenarios.toml"
Dice = Annotated[int, msgspec.Meta(ge=0, le=20)]
Inches = Annotated[int, msgspec.Meta(ge=0, le=240)]
Millimetres = Annotated[int, msgspec.Meta(ge=1, le=2000)]
Block = tuple[Annotated[int, msgspec.Meta(ge=1, le=60)], Annotated[int, msgspec.Meta(ge=1, le=60)]]  # files, ranks
Compass = Literal["north", "east", "south", "west"]


class ProfileRow(Sheet, frozen=True, kw_only=True):
    """BP.army.4, BP.army.5 One profile; the book prints one, and the rest are house values."""

    id: str
    name: str
    kind: Kind
    arm: str
    hth: Dice
    shooting: tuple[Dice, ...]  # one number, three of guns, none of machine guns
    morale: Literal["2+", "3+", "4+", "5+", "6+", "0"]
    stamina: Annotated[int, msgspec.Meta(ge=1, le=12)]
    size: Size
    rules: tuple[str, ...] = ()
    points: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0  # BP.house.1; 0: by the numbers of [points]


class PointsRow(Sheet, frozen=True, kw_only=True):
    """BP.house.1 House points: for each die, for stamina, morale, kind, size and rules; and for commanders."""

    source: str
    hand_to_hand_die: int
    shooting_die: int
    gun_die: int
    stamina: int
    morale: dict[str, int] = {}
    kinds: dict[str, int] = {}
    sizes: dict[str, int] = {}
    rules: dict[str, int] = {}
    ratings: dict[str, int] = {}


class ArmyRow(Sheet, frozen=True, kw_only=True):
    id: str
    name: str
    source: str
    note: str = ""
    profiles: tuple[ProfileRow, ...]


class ProfileSheet(Sheet, frozen=True, kw_only=True):
    source: str
    army: tuple[ArmyRow, ...]
    points: PointsRow | None = None


class WeaponRow(Sheet, frozen=True, kw_only=True):
    """BP.vis.6, BP.gun.5, BP.how.6, BP.mg.3, BP.rkt.6"""

    name: str
    kind: Literal["small", "gun", "howitzer", "machine_gun", "rocket", "none"]
    range: Inches
    firearm: bool = False
    gun_class: GunClass = ""
    minimum: Inches = 0


class WeaponSheet(Sheet, frozen=True, kw_only=True):
    source: str
    weapons: tuple[WeaponRow, ...]
    special_rules: dict[str, str]


class TroopPrint(Sheet, frozen=True, kw_only=True):
    """BP.army.12, BP.army.7b How foot or horse stand: blocks of [files, ranks] figures by size."""

    source: str
    figure: tuple[Millimetres, Millimetres]
    line: dict[Size, Block]
    march_column: dict[Size, Block]
    warband: dict[Size, Block]
    skirmish: dict[Size, Block]
    skirmish_gap: Millimetres
    attack_column: dict[Size, Block] = {}
    mixed_line: dict[Size, Block] = {}
    mixed_attack_column: dict[Size, Block] = {}
    square_side: dict[Size, Millimetres] = {}
    screen_ahead: int = 0
    screen_beyond: int = 0


class OtherPrint(Sheet, frozen=True, kw_only=True):
    source: str
    unlimbered: tuple[Millimetres, Millimetres]
    limbered: tuple[Millimetres, Millimetres]
    battalion_unlimbered: tuple[Millimetres, Millimetres]
    battalion_limbered: tuple[Millimetres, Millimetres]


class FootprintSheet(Sheet, frozen=True, kw_only=True):
    source: str
    infantry: TroopPrint
    cavalry: TroopPrint
    artillery: OtherPrint


class SaveFrom(Sheet, frozen=True, kw_only=True):
    edge: Compass
    bonus: int


class TerrainRow(Sheet, frozen=True, kw_only=True):
    """BP.ter.1 An outline or a line; `cover` and `sight` where the players agreed on them."""

    name: str
    kind: str
    outline: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    cover: int | None = None
    sight: Inches = 0  # one sees so far in or into it
    guns_by_hand: bool = False  # guns may stand in it and be manhandled at half rate
    save_against_fire_from: SaveFrom | None = None
    note: str = ""


class CommanderRow(Sheet, frozen=True, kw_only=True):
    name: str
    rank: Literal["general", "brigade"]
    rating: Annotated[int, msgspec.Meta(ge=5, le=10)]  # BP.army.10
    mounted: bool = True
    at: str = ""  # empty: he comes with his brigade
    bonus: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0  # BP.gen.8; 0: as his rating gives it


class UnitRow(Sheet, frozen=True, kw_only=True):
    name: str
    profile: str
    formation: Formation
    at: str = ""  # empty: it comes later
    heading: str = "0"
    inside: str = ""  # the block it holds
    size_counted: bool = False  # D18 the values of its profile are for its own size


class Arrival(Sheet, frozen=True, kw_only=True):
    """From this turn of the side on, by that edge, between two coordinates; with `at_most`, if 2D6 are so low."""

    turn: int
    edge: Compass
    between: tuple[Inches, Inches]
    at_most: int = 0


class BrigadeRow(Sheet, frozen=True, kw_only=True):
    side: Side
    name: str
    commander: CommanderRow
    units: tuple[UnitRow, ...] = ()
    arrives: Arrival | None = None


class Victory(Sheet, frozen=True, kw_only=True):
    """BP.vic.14, BP.vic.15 What decides when no army is broken."""

    kind: Literal["brigades", "hold", "ground", "stand", "run"]
    side: Side = ""
    places: tuple[str, ...] = ()
    within: Inches = 0
    points: dict[str, int] = {}
    win: int = 0
    draw: int = 0
    area: tuple[str, ...] = ()
    edge: str = ""
    otherwise: Literal["", "brigades"] = ""


class Held(Sheet, frozen=True, kw_only=True):
    brigade: str
    until_turn: int
    unless_lost_any_of: tuple[str, ...] = ()
    unless_broken: str = ""


class RangesFrom(Sheet, frozen=True, kw_only=True):
    turn: int
    unit: str
    arm: str
    dice: Dice


class Once(Sheet, frozen=True, kw_only=True):
    name: str
    place: str
    sides: tuple[Compass, ...]
    on: int


class NearCommander(Sheet, frozen=True, kw_only=True):
    side: Side
    commanders: tuple[str, ...]
    within: Inches
    dice: Dice


class ComesBack(Sheet, frozen=True, kw_only=True):
    side: Side
    times: int
    stamina: int
    edge: Compass
    after_turns: int


class FreeRow(Sheet, frozen=True, kw_only=True):
    """BP.house.1, BP.house.2 Armies of the players' choice: points, depth of the zones, armies each side draws on."""

    points: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    zone: Inches
    armies: dict[Side, tuple[str, ...]] = {}


class ScenarioRow(Sheet, frozen=True, kw_only=True):
    key: str
    title: str
    source: str
    table: tuple[Inches, Inches]
    turns: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0  # 0: without limit
    first_turn: Side = ""
    sides: tuple[Side, Side]
    edges: dict[Side, tuple[Compass, ...]]
    text: str = ""
    victory: Victory
    switches: tuple[str, ...] = ()
    no_morale: tuple[Side, ...] = ()
    held: Held | None = None
    ranges_from: RangesFrom | None = None
    once: Once | None = None
    near_commander: NearCommander | None = None
    comes_back: ComesBack | None = None
    torch_after_winning: str = ""  # a block that who has won a round against it may set on fire (BP.burn.1)
    free: FreeRow | None = None  # the players choose their armies and place them
    terrain: tuple[TerrainRow, ...] = ()
    brigades: tuple[BrigadeRow, ...] = ()


class ScenarioSheet(Sheet, frozen=True, kw_only=True):
    source: str
    scenario: tuple[ScenarioRow, ...]


FILES: Mapping[str, type[Sheet]] = {
    PROFILES: ProfileSheet,
    WEAPONS: WeaponSheet,
    FOOTPRINTS: FootprintSheet,
    SCENARIOS: ScenarioSheet,
}


@read_once(PROFILES)
def profiles(pack: Pack) -> Mapping[str, ProfileRow]:
    return {row.id: row for army in read_sheet(pack, PROFILES, ProfileSheet).army for row in army.profiles}


weapon_sheet = sheet_of(WEAPONS, WeaponSheet)
footprint_sheet = sheet_of(FOOTPRINTS, FootprintSheet)


@read_once(SCENARIOS)
def rows(pack: Pack) -> Mapping[str, ScenarioRow]:
    return {row.key: row for row in read_sheet(pack, SCENARIOS, ScenarioSheet).scenario}


def scenarios(pack: Pack) -> Mapping[str, Scenario]:
    return {key: Scenario(key, row.title, row.sides, row.text) for key, row in rows(pack).items()}


def called(row: ScenarioRow) -> Iterator[str]:
    """Every name of a unit, commander or brigade of it; ids are spelt after them."""
    for brigade in row.brigades:
        yield brigade.name
        yield brigade.commander.name
        yield from (unit.name for unit in brigade.units)


def names(pack: Pack) -> Mapping[str, str]:
    """What people call units and commanders, all scenarios together."""
    return {spelt(name): name for row in rows(pack).values() for name in called(row)}
