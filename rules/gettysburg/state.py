"""The whole position: pieces and where they are, the player turn under way, the move and the fights in progress."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.core import Core
from domain.kernel.facts import Side
from rules.gettysburg.combat import asks as combat
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.hidden import asks as hidden
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import asks as movement
from rules.gettysburg.movement.asks import Pace
from rules.gettysburg.sheets.rows import Marker, Ratings
from rules.gettysburg.sheets.scenario import Arrival, Battle

CONFEDERATE: Side = "confederate"
UNION: Side = "union"
SIDES = (CONFEDERATE, UNION)
ENEMY = {CONFEDERATE: UNION, UNION: CONFEDERATE}
TRAINS = {CONFEDERATE: "C-Train", UNION: "U-Train"}

CommandState = Literal["attack", "restricted", "passive", "panic"]

# 11.3 The parts of the procedure, in order; a fight takes up at the one named in it.
Stage = Literal[
    "swap", "defender", "before", "question", "support", "answer", "roll", "retreat", "advance", "counter", "end"
]  # fmt: skip
FightKind = Literal["attack", "charge", "train", "bombardment"]

# Where a piece is when it is neither in a hex nor in an HMC (2.17).
POOL = "pool"
ROUTED = "routed"
ELIMINATED = "eliminated"
DESTROYED = "destroyed_cadres"
CAPTURED = "captured"
OUT_OF_PLAY = "out_of_play"
UNUSED = "unused"
AVAILABLE = "available"  # an HMC that lies ready
DEPLOYING = "deploying"  # out of a revealed HMC, not placed yet
BOXES = (POOL, ROUTED, ELIMINATED, DESTROYED, CAPTURED, OUT_OF_PLAY, UNUSED, AVAILABLE, DEPLOYING)


class Unit(msgspec.Struct, kw_only=True):
    """2.4, 2.12 A brigade, an artillery unit or a Train."""

    side: Side
    kind: str  # infantry, cavalry, artillery, train
    name: str
    ratings: Ratings
    at: str  # a hex, an HMC, or a box
    due: Arrival | None = None  # while in the pool
    shaken: bool = False
    disrupted: bool = False
    questionable: bool = False  # 2.15
    fired: bool = False  # artillery on its Fired side, a Train on its moved side
    attacked: bool = False  # a Train, in the last enemy Combat Phase (10.4a)
    broken: bool = False  # was Eliminated or Routed at least once (D89)
    left_on: int = 0  # the turn it left the map (22.6)
    shown: bool = False  # has stood on the map in the open: the enemy knows it has arrived
    men: int = 0  # who have not been counted as lost; they have no effect in play


class Hmc(msgspec.Struct, kw_only=True):
    """18.1 A Hidden Movement Counter; its contents are the units whose place is its id."""

    side: Side
    at: str = AVAILABLE
    due: Arrival | None = None
    created_on: int = 0  # turn; it stays where it is that turn (18.2b)
    removed_in: tuple[int, Side] = (0, "")  # player turn: no use again in it (18.4e)
    left_on: int = 0


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """8.4a What a unit is bound to do in the Combat Phase."""

    kind: Literal["attack", "charge", "train", "bombardment"]
    target: HexId
    aim: PieceId = ""  # of a bombardment (14.2b); of an attack under D43 B, the brigade meant


class March(msgspec.Struct, kw_only=True):
    """8.1 The one move in progress; points in halves."""

    unit: PieceId
    by: Side
    start: str  # the hex it began in; empty for a piece that enters
    left: int
    spent: int = 0
    steps: int = 0
    pace: Pace = "normal"
    forced: int = 0  # half-points of forced march taken up
    charge: HexId = ""
    delay: int = -1  # 15.3a extra cost rolled for leaving this hex; -1 before the roll
    delay_to: HexId = ""  # the hex it was about to enter then (D33 C)
    one_hex: bool = False  # 8.6(2) held at its start
    was_disrupted: bool = False  # at its start (D25)


class PlayerTurn(msgspec.Struct, kw_only=True):
    """What one player turn must remember; a new one begins empty."""

    starts: dict[PieceId, str] = {}  # pieces that changed hex, with the hex they began in
    acted: list[PieceId] = []  # their move is over, or they forwent it
    window: PieceId = ""  # the unit whose moment to declare it is (8.4a)
    declared: dict[PieceId, Declared] = {}
    columns: dict[HexId, int] = {}  # pieces entered at each entry hex (10.2a)
    group_columns: dict[str, int] = {}  # the same by arrival group (D32 B)
    deployed: list[PieceId] = []  # units that came out of an HMC this turn
    chances: int = 0  # 17.1
    asked: list[PieceId] = []  # units over which a control window was opened
    tried: list[PieceId] = []  # units on which an attempt was made (17.2)
    control: dict[PieceId, Literal["opponent", "nobody", "owner"]] = {}
    is_leftover: bool = False  # the owner has finished, chances are left (17.3b)
    freed: list[PieceId] = []  # a leftover attempt failed: the owner may still use them (D79 A)
    rested: list[PieceId] = []  # HMCs of which it was said who recovers (D26)
    tired: list[PieceId] = []  # HMCs whose march by night has told on what they hold (D76 B)
    lone_approach: PieceId = ""  # the brigade that used 16.4O
    return_rolls: list[PieceId] = []  # 22.6
    rallied: list[PieceId] = []
    group: HexId = ""  # the hex whose attacks are being resolved (11.2b)
    group_kind: str = ""  # attack or bombardment: groups apart under D63 B
    coordination: dict[HexId, bool] = {}  # hexes with a roll, and whether it succeeded
    struck: dict[HexId, int] = {}  # attacks made on each hex so far (11.6a)
    resolved: list[PieceId] = []  # units whose declaration is carried out or void
    attacked: list[PieceId] = []  # stood in a hex when an attack on it was taken up (19.2)
    fought: list[PieceId] = []  # in regular combat this Combat Phase (19.2)
    stayed: list[PieceId] = []  # Supporting Brigades that passed 12.6 (D85)


class Retreat(msgspec.Struct, kw_only=True):
    """12.4 One unit on its way back."""

    unit: PieceId
    passed: list[HexId]  # where it began and each hex it came through, the one it stands in last
    arrived: bool = False  # it has entered a hex; whether it may stay there is to be seen


class Fight(msgspec.Struct, kw_only=True):
    attacker: PieceId  # the first firer of a bombardment
    side: Side  # of the attacker
    target: HexId
    kind: FightKind = "attack"
    counter: bool = False  # 19.1
    defender: PieceId = ""
    guns: tuple[PieceId, ...] = ()  # the firers of a bombardment
    stage: Stage = "swap"
    was_shaken: list[PieceId] = []  # brigades of both hexes before the combat (D55 B)
    fled: bool = False  # the defender retreated before combat (15.4)
    failed: bool = False  # the attacker failed its Questionable test: no attack is made (22.3)
    made: bool = False  # the attack was made
    attacker_support: PieceId = ""
    defender_support: PieceId = ""
    retreats: list[Retreat] = []
    wasted: list[PieceId] = []  # brigades whose attack on the same hex came to nothing (11.2c)
    advanced: list[PieceId] = []


class State(msgspec.Struct, kw_only=True):
    core: Core[movement.Awaited | hidden.Awaited | combat.Awaited]
    ground: Ground
    battle: Battle
    markers: dict[Side, tuple[Marker, Marker]]
    units: dict[PieceId, Unit]
    hmcs: dict[PieceId, Hmc]
    stacks: dict[HexId, list[PieceId]] = {}  # top first; only hexes with pieces in them
    command: dict[Side, CommandState] = {}
    ready: list[Side] = []  # sides done with their set-up
    turn: PlayerTurn = msgspec.field(default_factory=PlayerTurn)
    march: March | None = None
    fights: list[Fight] = []  # the innermost Counter-Attack last (19.0)

    @property
    def on_march(self) -> March:
        """8.1 The move in progress, asked for only where there is one."""
        assert self.march is not None
        return self.march

    @property
    def names(self) -> dict[PieceId, str]:
        """2.5 As the counters print them."""
        return {name: unit.name for name, unit in self.units.items()}
