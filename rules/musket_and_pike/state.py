"""The whole position: units, leaders, Wings, the turn and the activation under way, moves and melees in progress."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.core import Core
from domain.kernel.facts import Side
from rules.musket_and_pike import cards
from rules.musket_and_pike.cards import Cell
from rules.musket_and_pike.fire import asks as fire
from rules.musket_and_pike.ground.ground import Ground
from rules.musket_and_pike.ids import Formation, HexId, LeaderId, Level, Standing, UnitId, WingId
from rules.musket_and_pike.leaders import asks as leaders
from rules.musket_and_pike.melee import asks as melee
from rules.musket_and_pike.melee.ledger import Melee
from rules.musket_and_pike.morale import asks as morale
from rules.musket_and_pike.movement import asks as movement
from rules.musket_and_pike.reaction import asks as reaction
from rules.musket_and_pike.retreats import asks as retreats
from rules.musket_and_pike.sheets.build import wing_name
from rules.musket_and_pike.sheets.rows import Charts, Engagement, UnitRow
from rules.musket_and_pike.turn import asks as turn
from rules.musket_and_pike.work import How, Work

# The phases of core.phase (S4.0).
SET_UP = "orders"  # 5.5.3
OPEN_ORDER = "open order"  # 6.3.3
BOMBARDMENT = "bombardment"  # ERR.Rocroi.5
ACTIVATION = "activation"  # P2 SELECT, with steps A, B and E as questions
ACTIONS = "actions"  # P2 step C
MELEE = "melee"  # P2 step D
ROUT = "rout"  # P3
MARKERS = "markers"  # P4

Gone = Literal["", "due", "pursued", "eliminated", "removed", "unused"]  # the last: not in this position
Fate = Literal["", "removed", "away", "eliminated"]


class Unit(msgspec.Struct, kw_only=True):
    """2.1.1, S2.3 A counter and all that has become of it."""

    side: Side
    wing: WingId
    card: UnitRow  # what is printed on it
    hexes: tuple[HexId, ...] = ()  # none off the map; of a two-hex unit (left, right), of a two-hex Column (tail, head)
    facing: int = 0  # the vertex; of a two-hex Column the hexside; it means nothing while broken or limbered
    formation: Formation = "FN"
    morale: Level = "MN"
    casualties: int = 0
    threshold: bool = False  # 12.5 reached
    pistols: int = 0  # 10.7 used
    salvo: bool = False  # 10.4 fired this turn
    limbered: bool = False
    fired: bool = False  # 9.1.5 guns
    disabled: bool = False  # 10.8.9
    holder: Side = ""  # 10.8.9 guns: who has captured them; empty: their own side
    momentum: bool = False  # 11.3.6
    since: int = 0  # 14.4 the step by which it came where it stands; the lower was there first
    gone: Gone = ""  # why it is not on the map

    @property
    def name(self) -> str:
        return self.card.name

    @property
    def at(self) -> HexId:
        """Its hex, or that of its left half; empty off the map."""
        return self.hexes[0] if self.hexes else ""


class Wagon(msgspec.Struct, kw_only=True):
    """14.1 More terrain than unit."""

    side: Side
    name: str
    at: HexId
    holder: Side = ""  # who has captured it


class Leader(msgspec.Struct, kw_only=True):
    """2.1.3"""

    side: Side
    wing: WingId  # empty: an Army Commander
    name: str
    rating: int
    at: HexId = ""  # empty: not on the map
    generic: bool = False  # 5.3.3
    fate: Fate = ""
    pursued: bool = False  # 11.7.3 carried off the map (D14)
    slain: bool = False  # D71 b fallen in melee: nothing is rolled for him


class Wing(msgspec.Struct, kw_only=True):
    """S2.4"""

    side: Side
    name: str
    commander: LeaderId  # empty: he is removed and not replaced yet
    order: Standing = "make_ready"
    status: Literal["ready", "active", "bypassed", "finished"] = "ready"
    no_continue: bool = False
    activations: int = 0  # of this turn
    arrives: int = 0  # 7.4 turn; 0: here from the start
    hexes: tuple[HexId, ...] = ()  # 7.4 of entry


class Turn(msgspec.Struct, kw_only=True):
    """What one turn must remember; a new one begins empty."""

    number: int = 0
    holder: Side = ""  # D4 who had the initiative in the turn before
    initiative: Side = ""
    next: Side = ""  # 4.2.1 whose Wing acts next, if he has one of the level
    passes: int = 0  # 4.5 in a row
    passed: Side = ""  # who passed last
    named: WingId = ""  # 4.4.1 the Wing that is to act, unless it is preempted
    waiting: list[WingId] = []  # 4.4.2 Bypassed Wings: the last is the next to act
    tries: dict[WingId, int] = {}  # 4.3.2 continuations tried
    spent: LeaderId = ""  # D10 the Army Commander who helped a preemption that succeeded
    removed: list[LeaderId] = []  # 5.3.3 leaders whose fate is to be rolled for
    routed: list[UnitId] = []  # 13.4 done in this Rout phase
    salvoes: dict[Side, int] = {}  # 10.4 where the scenario limits them
    salvoed: list[UnitId] = []  # D85 in an action of their own
    answered: list[UnitId] = []  # D85 in reaction
    opened: bool = False  # 6.3.3 who stands in Open Order has been shown
    bombarded: list[Side] = []
    cleared: bool = False  # 3.4.A
    tested: bool = False  # the defection of the scenario has been rolled for
    arrived: list[UnitId] = []  # 7.4
    helped: list[UnitId] = []  # D13 b by the Army Commander: they have had their action


class Activation(msgspec.Struct, kw_only=True):
    """What one activation must remember; a continuation is a new one."""

    wing: WingId = ""
    preempting: bool = False  # 4.4.2 it may not pass
    forced: bool = False  # 5.8
    changed: bool = False  # 5.7.1 the attempt is over
    fought: bool = False  # 3.2.D its melees are over
    acted: list[UnitId] = []  # 3.2.C
    led: dict[LeaderId, str] = {}  # 5.1.2, 5.2.2 what each leader has done
    intercepted: list[UnitId] = []  # 9.3.6 tried
    withdrew: list[UnitId] = []  # 9.2.4
    shot: list[UnitId] = []  # D83 interceptors that have fired
    covered: list[UnitId] = []  # 9.4.5 took cover
    silenced: list[UnitId] = []  # 9.4.1a
    joined: list[UnitId] = []  # 8.2.2 may not move
    entered: list[UnitId] = []  # 7.4 in this activation
    salvoed: dict[UnitId, list[UnitId]] = {}  # 11.3.1, D61 firer: targets


class Move(msgspec.Struct, kw_only=True):
    """7.1.1 One action, or reaction, in progress; a reaction lies on top of what it interrupts."""

    unit: UnitId
    how: How
    ma: int = 0  # 7.3.1 fixed as it began
    spent: int = 0
    start: tuple[HexId, ...] = ()
    entered: int = 0  # hexes
    trail: list[tuple[HexId, ...]] = []  # 9.4.2 where it has come to by them
    clear: int = 0  # 11.3.6 the last hexes entered in a row that count
    most: int = 0  # D65 c the most of them in a row so far
    pistol: bool = False  # 10.2 fired
    alone: bool = False  # 8.2 without whoever stands with it
    target: UnitId = ""  # 5.6.1 fixed as it began
    distance: int = 0  # to it, as it began
    answered: list[UnitId] = []  # D37 who has fired at it in reaction


class State(msgspec.Struct, kw_only=True):
    core: Core[
        turn.Awaited | leaders.Awaited | movement.Awaited | morale.Awaited | retreats.Awaited | fire.Awaited
        | reaction.Awaited | melee.Awaited | cards.Awaited | Work
    ]  # fmt: skip
    ground: Ground
    charts: Charts
    engagement: Engagement
    units: dict[UnitId, Unit]
    leaders: dict[LeaderId, Leader]
    wings: dict[WingId, Wing]
    wagons: dict[UnitId, Wagon] = {}
    commanders: dict[Side, LeaderId] = {}  # Army Commanders; empty once there is none
    stacks: dict[HexId, list[UnitId]] = {}  # top first; only hexes with units; a two-hex unit lies in both of its own
    sealed: dict[Side, dict[WingId, Standing]] = {}  # 5.5.3 until they are shown
    opened: dict[Side, tuple[UnitId, ...]] = {}  # 6.3.3 until they are shown
    returning: dict[LeaderId, int] = {}  # 5.3.4 due back at the end of this turn
    steps: int = 0  # taken by anyone: which of two units was somewhere first (14.4)
    turn: Turn = msgspec.field(default_factory=Turn)
    activation: Activation = msgspec.field(default_factory=Activation)
    moves: list[Move] = []  # the innermost last
    melee: Melee | None = None
    trails: dict[UnitId, tuple[HexId, ...]] = {}  # 11.7.2 the way each beaten unit has gone back in this melee
    entered: Cell | None = None  # DRV.tables what players have read off their sheet

    @property
    def names(self) -> dict[str, str]:
        """What people call units, leaders, wagons and Wings."""
        found = {name: unit.card.name for name, unit in self.units.items()}
        found |= {name: leader.name for name, leader in self.leaders.items()}
        found |= {name: wagon.name for name, wagon in self.wagons.items()}
        return found | {name: wing_name(wing.side, wing.name) for name, wing in self.wings.items()}


def enemy_of(state: State, side: Side) -> Side:
    first, second = state.core.sides
    return second if side == first else first
