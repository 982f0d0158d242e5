"""11 Who attacks whom, and what is asked of whom in a melee."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.facts import Await, Order
from rules.musket_and_pike.ids import FoeId, HexId, LeaderId, UnitId
from rules.musket_and_pike.work import InMelee, Part


class DeclareMelee(Order, frozen=True, kw_only=True):
    """11.1.2, 11.2.A, 11.2.B A unit will attack an adjacent hex; of a two-hex unit its centre front hex."""

    unit: UnitId
    hex: HexId


class EndDeclarations(Order, frozen=True, kw_only=True):
    """11.2.A No more attacks are declared."""


class NextMelee(Order, frozen=True, kw_only=True):
    """11.2.C, D84 From which end of the line the melees are fought; or, read as b, which hex comes next."""

    end: Literal["", "left", "right"] = ""
    hex: HexId = ""


class MeleePistols(Order, frozen=True, kw_only=True):
    """11.3.9 The cavalry that spends a pistol in this melee."""

    units: tuple[UnitId, ...]


class AdvanceUnit(Order, frozen=True, kw_only=True):
    """11.4.6 A unit takes ground that was left: the hex it enters, of a two-hex unit with one of its halves."""

    unit: UnitId
    to: HexId
    turn: Literal["", "left", "right"] = ""  # 11.4.7 by one vertex; 11.4.8 of a two-hex unit the wheel
    staying: tuple[LeaderId, ...] = ()  # 5.1.2 Army Commanders who do not go along


class Pursue(Order, frozen=True, kw_only=True):
    """11.7.5 Whom the victorious defender goes after."""

    unit: UnitId
    quarry: FoeId


class Place(Part, frozen=True, kw_only=True):
    """Where a unit stood."""

    unit: UnitId
    hexes: tuple[HexId, ...]


class Chase(Part, frozen=True, kw_only=True):
    """11.7.2 Cavalry after a beaten unit."""

    hunters: tuple[UnitId, ...] = ()  # still to test
    quarry: UnitId = ""  # 11.7.5
    caught: bool = False  # 11.7.4
    away: tuple[UnitId, ...] = ()  # D70 who has ridden after it, or stays


class AwaitDeclarations(Await, frozen=True, kw_only=True):
    """11.2.A by the active side; 11.2.B by the other."""

    reaction: bool = False


class AwaitAssault(Await, frozen=True, kw_only=True):
    """9.3.3 Whether an interceptor falls on its target."""

    unit: UnitId
    target: UnitId


class AwaitNextMelee(Await, frozen=True, kw_only=True):
    """11.2.C"""

    hexes: tuple[HexId, ...]


class AwaitPistols(Await, frozen=True, kw_only=True):
    """11.3.9 The attacker is asked first."""

    units: tuple[UnitId, ...]
    against: UnitId
    defending: bool = False


class AwaitQuarry(Await, frozen=True, kw_only=True):
    """11.7.5"""

    unit: UnitId
    quarries: tuple[UnitId, ...]


class AwaitAdvance(Await, frozen=True, kw_only=True):
    """11.4.6 The attacker must, the defender may."""

    units: tuple[UnitId, ...]
    hexes: tuple[HexId, ...]  # left by the beaten, not taken yet
    must: bool = False


FightStage = Literal[
    "column", "attacking pistols", "defending pistols", "roll", "result", "pursuit", "advance", "disorder", "leaders",
]  # fmt: skip


class ResumeFight(InMelee, frozen=True, kw_only=True):
    """11.2.D to 11.2.G One melee, from its pistols to the leaders who fell."""

    hexes: tuple[HexId, ...]  # attacked
    stage: FightStage = "column"
    reaction: bool = False  # 11.2.B by the inactive side
    interception: bool = False  # 9.3.3
    pistols: tuple[UnitId, ...] = ()  # 11.3.9 spent
    result: str = ""  # 11.4.1
    pursues: bool = False  # 11.7.1 victorious cavalry tests
    stood: tuple[Place, ...] = ()  # where everybody stood as it began
    chase: Chase | None = None  # 11.7.2 None: not come to yet
    leaders: tuple[LeaderId, ...] = ()  # 11.8 stacked with those who fought
    unharmed: bool = False  # 11.5.1, 11.6 no melee formation hit


Awaited = (
    AwaitDeclarations | AwaitAssault | AwaitNextMelee | AwaitPistols | AwaitQuarry | AwaitAdvance | ResumeFight
)  # fmt: skip
