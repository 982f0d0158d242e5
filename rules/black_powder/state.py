"""The whole position: the table, the units and commanders on it, the turn and the order under way."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.core import Core
from domain.kernel.facts import Side
from domain.tabletop.angles import Point
from domain.tabletop.measure import Pose
from rules.black_powder.breaking import asks as breaking
from rules.black_powder.charges import asks as charges
from rules.black_powder.combat import asks as combat
from rules.black_powder.command import asks as command
from rules.black_powder.command.asks import Stated
from rules.black_powder.ids import BrigadeId, CommanderId, Face, Spot, UnitId
from rules.black_powder.sheets.rows import (
    Arrival,
    ComesBack,
    Held,
    NearCommander,
    Once,
    RangesFrom,
    SaveFrom,
    Victory,
    WeaponRow,
)
from rules.black_powder.shooting import asks as shooting
from rules.black_powder.tables import Formation, Kind, Size
from rules.black_powder.turn import asks as turn

# The phases of core.phase (BP.turn.5); initiative and orders are the two halves of the Command phase.
MUSTER, DEPLOYMENT = "muster", "deployment"  # BP.house, before a battle whose armies the players choose
SET_UP, INITIATIVE, ORDERS, SHOOTING, COMBAT = "set-up", "initiative", "orders", "shooting", "hand-to-hand"
Status = Literal["table", "reserve", "off", "gone", "destroyed", "unused"]  # unused: not in a scene set by hand
Weapon = WeaponRow  # BP.vis.6 as the pack has it
Extent = tuple[int, int]  # width and depth, thousandths


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """BP.army.4 What a unit is; its special rules by their ids, each with its grade or 0."""

    id: str
    name: str
    kind: Kind
    arm: str
    hth: int
    shooting: tuple[int, ...]
    save: int  # 2 to 6; 0: none ever
    stamina: int
    size: Size
    rules: dict[str, int] = {}
    size_counted: bool = False  # D18 its values are for its own size


class UnitTurn(msgspec.Struct, kw_only=True):
    """What one player turn must remember of a unit, whoever's turn it is; a new one begins empty."""

    ordered: bool = False  # BP.cmd.7 an order was attempted
    initiative: bool = False  # BP.init.1
    moved: bool = False  # in this Command phase
    charged: bool = False  # BP.hth.6
    countercharged: bool = False
    shot: bool = False  # in this Shooting phase
    reacted: bool = False  # BP.clo.6 closing or traversing fire
    squared: UnitId = ""  # BP.fsq.3 before whom it formed square, or tried to
    answered: UnitId = ""  # BP.rsp.1 whose charge it rode to meet, or turned to face
    swept: bool = False  # BP.win.6 a sweeping charge
    gunned: bool = False  # BP.brk.6 a casualty from artillery
    withdrew: bool = False  # BP.vic.9
    entered: bool = False  # BP.ter.7 a building
    handled: bool = False  # BP.lim.4 manhandled
    returned: bool = False  # BP.off.4
    torched: str = ""  # BP.burn.1 the block
    raw: str = ""  # BP.sr.Fres what its recruits do this turn
    faces: tuple[Face, ...] = ()  # BP.sq.5, BP.bld.4 sides of a square or building that have shot
    spent: int = 0  # BP.bld.4 dice shot from a building
    saved: tuple[str, ...] = ()  # D25 phases in which a failed save was rolled again
    freed: bool = False  # D1 it left combat
    wavers: bool = False  # D74 it is to test at the end of the phase


class Fight(msgspec.Struct, kw_only=True):
    """What a unit must remember of the engagement it is in."""

    rounds: int = 0
    won: bool = False  # the last round (BP.hth.6)
    lost: bool = False  # any round (BP.hth.8)
    charging: bool = False  # it came in by a charge or countercharge, and has fought no round since
    charged_by: tuple[UnitId, ...] = ()
    may_turn: bool = False  # BP.ret.9 taken in flank or rear it held, and may turn as the next round begins


class Unit(msgspec.Struct, kw_only=True):
    name: str
    side: Side
    brigade: BrigadeId
    profile: Profile
    formation: Formation
    pose: Pose | None = None
    status: Status = "table"
    casualties: int = 0
    stamina: int = 0  # as found for an untested unit; 0: that of the profile
    disordered: bool = False
    since: tuple[int, Side] = (0, "")  # the player turn in which it was disordered (D1)
    bent: bool = False  # BP.mov.10
    limbering: int = 0  # BP.lim.3 moves spent on the change under way
    building: str = ""
    exit: Spot | None = None  # BP.off.3 where it left the table
    left_in: int = 0  # the turn it left or was destroyed
    strayed: bool = False  # BP.vic.4 it did not leave by its own will
    lives: int = 0  # times it has come back
    jammed: bool = False
    in_brigade_square: str = ""  # BP.bsq.2 its name
    usual: Formation | None = None  # BP.form.9 what an irregular returns to
    ever_shot: bool = False
    ever_fought: bool = False
    ever_tested: bool = False
    valiant_used: bool = False
    recruits: str = ""  # BP.sr.Fres as rolled
    recruits_hth: str = ""  # D52 as rolled for fighting, where that is apart
    fight: Fight = msgspec.field(default_factory=Fight)
    turn: UnitTurn = msgspec.field(default_factory=UnitTurn)

    @property
    def is_on_table(self) -> bool:
        return self.status == "table"


class Brigade(msgspec.Struct, kw_only=True):
    """BP.army.1; `counting` are the units that brigade morale looks at, as fixed at the start (BP.vic.2)."""

    side: Side
    name: str
    commander: CommanderId
    counting: tuple[UnitId, ...] = ()
    broken: bool = False
    arrives: Arrival | None = None
    here: bool = True  # whether it has arrived


class Commander(msgspec.Struct, kw_only=True):
    """BP.army.11"""

    name: str
    side: Side
    rank: Literal["general", "brigade"]
    brigade: BrigadeId
    rating: int
    mounted: bool
    bonus: int = 0
    at: Point | None = None
    joined: UnitId = ""
    lost: bool = False
    unused: bool = False  # not in a scene set by hand
    traits: dict[str, str] = {}  # BP.per.1 aggression, decisiveness, independence: high or low


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """BP.ter.1 Terrain: an outline or a line."""

    name: str
    kind: str  # a key of tables.TERRAIN
    points: tuple[Point, ...]
    cover: int
    sight: int = 0  # thousandths one sees in or into it; 0: as its kind has it
    guns_by_hand: bool = False
    save_from: SaveFrom | None = None


class Contact(msgspec.Struct, frozen=True, kw_only=True):
    """BP.hth.1 Two enemies touch: who came, whom he met, with which sides, and how much of the latter is covered."""

    unit: UnitId
    foe: UnitId
    side: Face
    foe_side: Face
    length: int


class Fire(msgspec.Struct, kw_only=True):
    """BP.burn A block that was hit or burns."""

    hits: int = 0  # of this phase
    fierceness: int = 0  # 0: it does not burn
    turns: int = 0
    fought: bool = False  # this turn
    down: bool = False  # burnt down


class Turn(msgspec.Struct, kw_only=True):
    """What one player turn must remember; a new one begins empty."""

    near: tuple[UnitId, ...] = ()  # BP.init.2 within 12 inches of an enemy as the Command phase began
    commander: CommanderId = ""  # who gives orders now (BP.cmd.10)
    done: tuple[CommanderId, ...] = ()
    stopped: tuple[CommanderId, ...] = ()  # no more orders: failed, followed or rallied (BP.cmd.11)
    fixed: tuple[CommanderId, ...] = ()  # may not move (BP.cdm.2)
    last: dict[CommanderId, str] = {}  # the kind of order that was his last (BP.foll.2, BP.ral.2)
    first: CommanderId = ""  # the first to give orders (BP.per.6)
    silenced: bool = False  # BP.cmd.12 the general has blundered
    fought: tuple[UnitId, ...] = ()  # units whose engagement is resolved in this phase
    checked: bool = False  # its start is over
    over: bool = False  # the active side is done with this phase


class Underway(msgspec.Struct, kw_only=True):
    """BP.cmd.4 The order whose moves are being made."""

    kind: Literal["order", "brigade", "initiative", "follow me"]
    commander: CommanderId = ""
    stated: Stated = Stated()
    left: dict[UnitId, int] = {}  # moves
    granted: dict[UnitId, int] = {}
    began: dict[UnitId, Spot] = {}  # where each stood
    all: tuple[UnitId, ...] = ()  # everyone it was given to (BP.cmd.14)
    free: bool = False  # BP.free.1
    upon: UnitId = ""  # who stands on a friend and must get clear (BP.mov.5)
    onward: tuple[str, ...] = ()  # by which move it could
    terrors: tuple[UnitId, ...] = ()  # BP.sr.Terr chargers whose enemies have yet to test (D37)
    handled: int = 0  # times horse guns were handled for nothing


class Free(msgspec.Struct, frozen=True, kw_only=True):
    """BP.house.1, BP.house.2 What armies may be made of: profiles, what they cost, who may have them."""

    points: int
    zone: int
    profiles: dict[str, Profile]
    costs: dict[str, int]
    ratings: dict[str, int] = {}
    armies: dict[Side, tuple[str, ...]] = {}


class Opening(msgspec.Struct, kw_only=True):
    """BP.house How far armies of the players' choice have come."""

    agreed: tuple[Side, ...] = ()
    deploying: Side = ""
    deployed: tuple[Side, ...] = ()


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """What does not change once the game has begun."""

    title: str
    width: int
    height: int
    turns: int
    first: Side
    edges: dict[Side, tuple[str, ...]]
    victory: Victory
    switches: tuple[str, ...] = ()
    no_morale: tuple[Side, ...] = ()
    held: Held | None = None
    ranges_from: RangesFrom | None = None
    once: Once | None = None
    near_commander: NearCommander | None = None
    comes_back: ComesBack | None = None
    torch_after_winning: str = ""
    weapons: dict[str, Weapon] = {}
    extents: dict[str, Extent] = {}  # "foot/standard/line": the ground a formation covers
    screens: dict[str, tuple[int, int]] = {}  # of mixed formations: how far ahead, how far beyond each end
    free: Free | None = None


class State(msgspec.Struct, kw_only=True):
    core: Core[turn.Awaited | command.Awaited | charges.Awaited | breaking.Awaited | shooting.Awaited | combat.Awaited]
    battle: Battle
    terrain: dict[str, Piece]
    units: dict[UnitId, Unit]
    brigades: dict[BrigadeId, Brigade]
    commanders: dict[CommanderId, Commander]
    contacts: tuple[Contact, ...] = ()
    fires: dict[str, Fire] = {}
    first: Side = ""  # who is Blue (BP.turn.5)
    fallen: tuple[Side, ...] = ()  # sides whose army is broken, in that order
    fell_in: int = 0  # the turn of the first
    turn: Turn = msgspec.field(default_factory=Turn)
    order: Underway | None = None
    once_used: bool = False
    set_up: Opening = msgspec.field(default_factory=Opening)

    @property
    def names(self) -> dict[str, str]:
        """What people call units, commanders and brigades."""
        named = {name: unit.name for name, unit in self.units.items()}
        named |= {name: one.name for name, one in self.brigades.items()}
        return named | {name: commander.name for name, commander in self.commanders.items()}

    @property
    def switches(self) -> tuple[str, ...]:
        return self.battle.switches
