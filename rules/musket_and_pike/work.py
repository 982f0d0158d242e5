"""What one chapter hands to another that lies above it: frames that are work, and what they are about.

A chapter opens such a frame, and the chapter whose rule it is takes it up; so no two need know each other.
"""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.facts import Frame, Order
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import HexId, LeaderId, UnitId, Word

TriggerKind = Literal["TR1", "TR2", "TR3", "TR4", "TR5", "TR6"]
How = Literal[
    "move", "entry", "AF", "RF", "SK", "SAL", "pistol", "guns", "evade", "withdraw", "face", "interception",
    "advance", "pursuit", "retreat", "rout", "reform", "rally", "limber",
]  # fmt: skip
FireMode = Literal["pistol", "AF", "SK", "RF", "SAL", "guns", "reaction", "interception"]
Arm = Literal["HI", "LI", "CAV", "ART", "REG"]  # whose fire: REG heavy infantry with regimental artillery


class Decline(Order, frozen=True, kw_only=True):
    """The side makes no use of what it is offered."""


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what stands inside a frame."""


class Trigger(Part, frozen=True, kw_only=True):
    """9.1.3 Something a unit did that others may react to."""

    kind: TriggerKind
    unit: UnitId  # who did it
    how: How
    hexes: tuple[HexId, ...]  # where: of a two-hex unit the hexes it now holds
    entered: int = 0  # 9.4.2 hexes entered before this one in the same move
    targets: tuple[UnitId, ...] = ()  # TR5, TR6: who may answer
    retreating: bool = False  # 10.3.4 reaction fire is at -3
    in_place: bool = False  # 10.3.5 Advancing Fire from among the guns
    spent: tuple[UnitId, ...] = ()  # 10.8.6, D37 who may not react to it any more


class CasualtyDue(Part, frozen=True, kw_only=True, tag="casualties"):
    """10.6.1 Casualty hits to be taken; in a stack of horse and light infantry their owner shares them out."""

    unit: UnitId
    count: int
    by: UnitId  # whose doing; empty: nobody's
    cause: Reason


class DisorderDue(Part, frozen=True, kw_only=True, tag="disorder"):
    """10.6.6 Formation hits by fire or melee."""

    unit: UnitId
    count: int
    by: UnitId
    cause: Reason
    arm: Arm | Literal[""] = ""  # of fire; empty: melee


class CheckDue(Part, frozen=True, kw_only=True, tag="check"):
    """12.2 A morale check; 10.6.5 +1 for each cause beyond the first."""

    unit: UnitId
    causes: tuple[Reason, ...]
    by: UnitId


class LowerDue(Part, frozen=True, kw_only=True, tag="lower"):
    """12.1 One morale level down."""

    unit: UnitId
    by: UnitId
    cause: Reason


class BreakDue(Part, frozen=True, kw_only=True, tag="break"):
    """11.4.1, 12.4.6 Morale Broken whatever its level; one that is broken already is eliminated."""

    unit: UnitId
    by: UnitId
    cause: Reason


class RetreatDue(Part, frozen=True, kw_only=True, tag="retreat"):
    """11.4, 12.4.3"""

    unit: UnitId
    hexes: int
    by: UnitId


class RiskDue(Part, frozen=True, kw_only=True, tag="risk"):
    """10.10, 11.8 A leader may fall."""

    leader: LeaderId
    cause: Reason


Due = CasualtyDue | DisorderDue | CheckDue | LowerDue | BreakDue | RetreatDue | RiskDue


class ResumeTests(Frame, frozen=True, kw_only=True):
    """Consequences, taken from first to last; what follows of one goes before the rest (morale)."""

    dues: tuple[Due, ...]


class ResumeTrigger(Frame, frozen=True, kw_only=True):
    """9.1.3 Something that may be reacted to has happened (reaction)."""

    trigger: Trigger


class ResumeRetreat(Frame, frozen=True, kw_only=True):
    """11.4.2 A unit has hexes to go back (retreats)."""

    unit: UnitId
    by: UnitId
    hexes: int
    gone: int = 0  # hexes gone so far


class Shot(Part, frozen=True, kw_only=True):
    """10.1.4 What one hex of a firer fires at."""

    at: HexId  # the firer's hex
    target: UnitId
    to: HexId  # the target's hex


class Hit(Part, frozen=True, kw_only=True):
    """10.6 What one shot has done, until all shots of the firer are fired."""

    shot: Shot
    ch: int = 0
    fh: int = 0
    mc: bool = False
    evaded: bool = False  # 10.8.6 its formation hits are void


class ResumeShots(Frame, frozen=True, kw_only=True):
    """10.1.4 Shots declared, fired in turn (fire)."""

    firer: UnitId
    mode: FireMode
    shots: tuple[Shot, ...]
    salvo: bool = False  # 10.4 by the Salvo column
    retreating: bool = False  # 10.3.4 reaction fire at a unit that uses retreating fire
    in_place: bool = False  # D50 reaction fire at Advancing Fire in place, read as at -3
    moved: bool = False  # 9.4.2 at horse that came from further off
    done: tuple[Hit, ...] = ()  # shots fired so far
    asked: tuple[UnitId, ...] = ()  # 9.4.5 who has been asked whether it takes cover


class ResumeMove(Frame, frozen=True, kw_only=True):
    """7.1.1 The rest of a path (marching)."""

    unit: UnitId
    rest: tuple[Word, ...]


class InMelee(Frame, frozen=True, kw_only=True):
    """11.2 Base of the frame of a melee under way: what is done over it, the melee does."""

    attackers: tuple[UnitId, ...]
    defender: UnitId


class ResumeMelee(Frame, frozen=True, kw_only=True):
    """11.2 One melee at a stage of its procedure (melee)."""

    attackers: tuple[UnitId, ...]
    defender: UnitId
    stage: str = ""
    reaction: bool = False  # 9.3.3, 11.2.B by the inactive side


Work = ResumeTests | ResumeTrigger | ResumeRetreat | ResumeShots | ResumeMove | ResumeMelee
