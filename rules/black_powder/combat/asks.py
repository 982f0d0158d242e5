"""BP.hth, BP.sup, BP.win What is asked in hand-to-hand fighting."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Annotated, Literal

import msgspec

from domain.kernel.facts import Await, Frame, Order
from domain.tabletop import lengths
from rules.black_powder.ids import Face, FoeId, PlaceId, UnitId
from rules.black_powder.tables import Formation

Dice = Annotated[int, msgspec.Meta(ge=0, le=99)]
Option = Literal["nothing", "form", "fall back", "sweep", "occupy", "back into combat"]
Stage = Literal["turning", "supports", "splits", "blows", "tests", "draws", "supporters", "winners", "end"]


class ChooseEngagement(Order, frozen=True, kw_only=True):
    """BP.hth.3 The engagement of this unit is fought next."""

    unit: UnitId


class TurnToEnemy(Order, frozen=True, kw_only=True):
    """BP.ret.9 A unit taken in flank or rear forms line toward the enemy, or stays as it is."""

    unit: UnitId
    turn: bool


class AllocateDice(Order, frozen=True, kw_only=True):
    """BP.hth.5 How many dice strike each enemy, in the order in which they were asked about."""

    unit: UnitId
    dice: tuple[Dice, ...]


class AssignSupport(Order, frozen=True, kw_only=True):
    """BP.sup.2 Which of two units one supporter supports."""

    supporter: UnitId
    unit: UnitId


class WinnerMove(Order, frozen=True, kw_only=True):
    """BP.win.1, BP.win.2 What a unit does that has won and touches nobody any more."""

    unit: UnitId
    do: Option
    path: tuple[str, ...] = ()  # to fall back or to sweep
    target: FoeId = ""  # to charge, or to go back into combat
    formation: Formation | None = None
    heading: str = ""
    block: PlaceId = ""

    def __post_init__(self) -> None:
        lengths.steps(self.path)
        if self.heading:
            lengths.angle(self.heading)


class Backing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """BP.sup.4 One side of a unit that is supported, and by whom; `side` is empty for a unit of a brigade square."""

    unit: UnitId
    supporter: UnitId
    side: Face


class Share(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """BP.hth.5 Dice of a unit that strike one enemy."""

    unit: UnitId
    foe: UnitId
    dice: int


class AwaitTurning(Await, frozen=True, kw_only=True):
    """BP.ret.9, D71"""

    unit: UnitId


class AwaitSplit(Await, frozen=True, kw_only=True):
    """BP.hth.5 So many dice of a unit against these enemies, each on one of its sides."""

    unit: UnitId
    dice: int
    foes: tuple[UnitId, ...]
    sides: tuple[Face, ...]


class AwaitSupport(Await, frozen=True, kw_only=True):
    """BP.sup.2 Whom a unit supports that could support several."""

    supporter: UnitId
    units: tuple[UnitId, ...]


class AwaitWinner(Await, frozen=True, kw_only=True):
    """BP.win.1, BP.win.2; `all_gone`: no enemy of the engagement is left."""

    unit: UnitId
    all_gone: bool
    foes: tuple[UnitId, ...] = ()
    blocks: tuple[str, ...] = ()  # buildings whose defenders are gone (BP.win.8)


class ResumeRound(Frame, frozen=True, kw_only=True):
    """BP.hth.3b A round under way: what has been fixed so far."""

    units: tuple[UnitId, ...]
    stage: Stage = "turning"
    chosen: dict[str, str] = {}  # BP.sup.2 supporter: whom it supports
    backings: tuple[Backing, ...] = ()
    could: dict[str, tuple[UnitId, ...]] = {}  # BP.brk.5 who could support each unit as the round began
    shares: tuple[Share, ...] = ()
    split: tuple[UnitId, ...] = ()  # units whose dice are divided
    winner: str = ""
    hurt: tuple[UnitId, ...] = ()  # BP.sr.Wave who took casualties
    waiting: tuple[UnitId, ...] = ()  # BP.res.5 horse yet to go back from a draw
    met: dict[UnitId, Face] = {}  # BP.ret.2 on which side each of them was, if only on a flank or the rear
    blocks: tuple[str, ...] = ()  # BP.win.8 buildings held as the round began
    done: tuple[UnitId, ...] = ()  # winners that have chosen


Awaited = AwaitTurning | AwaitSplit | AwaitSupport | AwaitWinner | ResumeRound
