"""The whole position: units, leaders, Battles, the turn and segment under way, the move and the melee in progress."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

import msgspec

from domain.kernel.core import Core
from domain.kernel.facts import Side
from rules.wallaces_war.command import asks as command
from rules.wallaces_war.command.asks import Four
from rules.wallaces_war.fire import asks as fire
from rules.wallaces_war.ground.ground import Ground
from rules.wallaces_war.ids import BattleId, HexId, LeaderId, UnitId
from rules.wallaces_war.melee import asks as melee
from rules.wallaces_war.melee.state import Melee, Retreat
from rules.wallaces_war.movement import asks as movement
from rules.wallaces_war.sheets.engagement import Engagement
from rules.wallaces_war.sheets.rows import Charts, Values
from rules.wallaces_war.tables import Effectiveness
from rules.wallaces_war.turn import asks as turn

# Where a piece is when it is in no hex (P2.5): not yet placed or entered, on its display, set aside.
OFF_MAP = "off"
DISPLAY = "display"
ASIDE = "aside"
UNUSED = "unused"  # in no hex and no box: a position set by hand does without it

# The phases of core.phase, with the segments of the sequence of play (3.3); E1 to E6 are those of C in a later round.
LISTS, TOP_UP, PLACING = "chit lists", "chits short", "chit placement"
SET_UP = "set-up"
REPLACEMENT = "replacement"  # A
INITIATIVE = "initiative"  # B1
ACTIVATION = "activation"  # B2
MOVEMENT = "movement"  # C1, E1
ADJUSTMENT = "adjustment"  # C2, E2
DEFENSIVE_FIRE = "defensive fire"  # C3, E3
OFFENSIVE_FIRE = "offensive fire"  # C4, E4
MELEE = "melee"  # C5, E5
EXTENSION = "extension"  # C6, E6
DECISION = "decision"  # C7, E7
REACTION = "reaction"  # D
RECOVERY = "recovery"  # F

ZERO, EMPTY = 0, -1  # what a box of a command track holds when it holds no chit (4.2g, 4.3e)


class Unit(msgspec.Struct, kw_only=True):
    """2.1d, P2.5 A counter and all that has become of it."""

    side: Side
    battle: BattleId
    kind: str
    name: str
    full: Values
    reduced: Values | None = None  # None: the back is blank
    at: str = OFF_MAP
    facing: int = 0
    steps: int = 0  # lost so far
    shaken: bool = False
    berserk: bool = False
    charge: bool = False  # bears a Charge marker (11.2.1a)
    in_command: bool = True  # as found at the last check (13.3a)


class Leader(msgspec.Struct, kw_only=True):
    """2.1g, 2.1h, 13.1a He has no facing, strength or morale, and stays when his last unit is gone."""

    side: Side
    battle: BattleId  # empty: he leads none (16.2.3c)
    name: str
    level: int
    range: int
    bonus: int
    ma: int
    at: str = OFF_MAP
    replaced: bool = False  # his counter lies on its back (13.5a)
    specials: int = 0  # special continuations used (13.2d)


class Filled(msgspec.Struct, frozen=True, kw_only=True):
    """15.2b A box of a display, and the turn it was filled in."""

    unit: UnitId
    turn: int


class Battle(msgspec.Struct, kw_only=True):
    """P2.6 A division of an army."""

    side: Side
    name: str
    leader: LeaderId
    standing: Effectiveness = "resolute"
    track: list[int] = []  # boxes: a chit's value, ZERO or EMPTY
    display: list[Filled] = []  # in the order of the boxes
    beyond: list[int] = []  # 15.2e turns in which units were removed that found no box
    arrived: bool = True  # whether its units have set up, or enter from now on
    breaks: int = 0  # broken tests failed (D76 B)
    fours: int = 0  # 4 chits spent from its track (D8 C)


class Chits(msgspec.Struct, kw_only=True):
    """4.2, 4.4 Chits on their way to the tracks; what is sealed is seen by its side alone until the reveal."""

    listed: dict[Side, Four] = {}  # sealed lists
    held: dict[Side, Four] = {}  # taken, to be placed
    placed: dict[Side, dict[BattleId, tuple[int, ...]]] = {}  # sealed placements
    round: int = 1  # 4.2e of lists
    reserve: bool = False  # 16.2.4c, 20.3.6a chits are taken for the reinforcements
    gained: dict[Side, int] = {}  # 4.4a replacement chits to be placed
    sealed: dict[Side, command.PlaceReplacement] = {}  # D92 B where they go


class Turn(msgspec.Struct, kw_only=True):
    """What one turn must remember; a new one begins empty."""

    initiative: Side = ""
    bid: command.Chit | None = None  # what was bid first (4.3b)
    battle: BattleId = ""  # activated (4.3d)
    chit: int = 0  # spent on it, as it works (4.5b)
    round: int = 0  # 0 in phase C, 1 in E, 2 in the second E (13.2d)
    entered: list[HexId] = []  # 4.5 enemy stacks whose ZOC was newly entered in this activation (D11)
    struck: list[UnitId] = []  # heavy cavalry hit by a reaction charge in this Movement segment (11.2.1d)
    shot: dict[UnitId, int] = {}  # fired in C3 or C5, in which round last (9.4f, D32)
    shot_at: dict[UnitId, list[UnitId]] = {}  # target of fire in C3: who fired at it (9.5c)
    adjacent: dict[UnitId, list[UnitId]] = {}  # D34 B enemies beside each activated unit as its segment began
    aimed: dict[UnitId, HexId] = {}  # fired in C4 at this adjacent hex (10.2e)
    followed: list[UnitId] = []  # advanced after fire (9.7/S6c)
    initiated: list[UnitId] = []  # initiated melee in phase C (D13)
    charged: list[UnitId] = []  # made a planned charge in this round's C5
    advanced: dict[UnitId, HexId] = {}  # advanced after combat in this round's C5 (11.2.7b, 12.5c)
    turned: list[UnitId] = []  # changed facing after that advance (11.2.7c)
    reacting: BattleId = ""  # activated by the other side in D (4.6a)
    reacted: BattleId = ""  # in the D before, where there is a second (13.2d)
    sat_out: bool = False  # D15 the first D was declined
    special: bool = False  # a special continuation is announced (13.2d)
    arriving: BattleId = ""  # its reinforcement enters in this turn (16.2.4e, 20.3.6b)
    starts: dict[str, HexId] = {}  # where each piece that has gone anywhere stood as the turn began (D66)


class Segment(msgspec.Struct, kw_only=True):
    """What one segment, or phase, must remember; a new one begins empty (3.3a)."""

    over: bool = False  # its side is done with it: what is still to be resolved is, and the next begins
    tested: list[UnitId] = []  # took a morale test (14.3a)
    raged: list[UnitId] = []  # took a berserk test (12.5a)
    retreated: list[UnitId] = []  # retreated for step losses (12.2h)
    withdrawn: list[UnitId] = []  # retreated voluntarily (11.1f)
    fired: dict[UnitId, HexId] = {}  # shots of this segment
    under_fire: list[HexId] = []  # hexes fired at whose units may yet withdraw (11.1b)
    together: list[tuple[UnitId, UnitId]] = []  # stacks, top first, as the segment began (8.2c)
    is_moving: bool = False  # a point has been spent: no more free facing (5.2b)
    spent: dict[str, int] = {}  # halves spent by each unit and leader
    moved: list[str] = []  # units and leaders whose move is over
    reacted: list[UnitId] = []  # charged in reaction, or dropped out (11.2.2f, 11.2.3c)
    provoked: list[UnitId] = []  # D51 B movers already tested against
    extended: list[UnitId] = []  # 11.2.7i, 12.5c
    fought: bool = False  # the melees declared in this segment are over (10.3b)
    entered_by: dict[HexId, int] = {}  # 16.2.4e units and stacks that came in by each hex
    adjusted: list[UnitId] = []  # turned or changed places for nothing: it need not be offered again (5.2b, 8.2j)


class March(msgspec.Struct, kw_only=True):
    """7.1 The one move in progress."""

    units: tuple[UnitId, ...]  # top first; empty for a leader alone
    leaders: tuple[LeaderId, ...] = ()  # moving alone, or with the units (13.7a)
    rest: tuple[str, ...] = ()  # steps still to come: 1514 enters, 1514:2 turns there


class State(msgspec.Struct, kw_only=True):
    core: Core[command.Awaited | turn.Awaited | movement.Awaited | fire.Awaited | melee.Awaited]
    ground: Ground
    charts: Charts
    engagement: Engagement
    units: dict[UnitId, Unit]
    leaders: dict[LeaderId, Leader]
    battles: dict[BattleId, Battle]
    commanders: dict[Side, LeaderId]  # army commanders; empty once the post has lapsed (D65 B)
    stacks: dict[HexId, list[UnitId]] = {}  # top first; only hexes with units in them
    chits: Chits = msgspec.field(default_factory=Chits)
    ready: list[Side] = []  # sides done with their set-up; in 16.3.3 Battles
    target: BattleId = ""  # 20.3.2a the Battle that Edward must engage, known to his side
    history: list[Side] = []  # who had initiative, turn by turn
    turn: Turn = msgspec.field(default_factory=Turn)
    segment: Segment = msgspec.field(default_factory=Segment)
    march: March | None = None
    melee: Melee | None = None
    retreats: list[Retreat] = []  # units on their way back, the next first

    @property
    def names(self) -> dict[str, str]:
        """What people call units, leaders and Battles."""
        units = {name: unit.name for name, unit in self.units.items()}
        return units | {name: leader.name for name, leader in self.leaders.items()}


def enemy_of(state: State, side: Side) -> Side:
    first, second = state.core.sides
    return second if side == first else first
