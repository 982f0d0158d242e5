"""9 What an inactive unit may do while another acts, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.facts import Await, Frame, Order
from rules.musket_and_pike.ids import HexId, PieceId, UnitId, Word
from rules.musket_and_pike.work import Trigger


class ReactFire(Order, frozen=True, kw_only=True):
    """9.4 A unit fires at whoever gave it cause; of a two-hex unit each half that can (9.1.4); `salvo`: 10.4.

    `hex`: which hex of a two-hex unit it fires into (10.9.5). Of guns `hand` too says how the shot is laid (10.8.5);
    without them as it strikes most enemies.
    """

    unit: UnitId
    salvo: bool = False
    hand: Literal["", "left", "right"] = ""
    hex: HexId = ""


class ReactFace(Order, frozen=True, kw_only=True):
    """9.2.2 A unit turns by a vertex or two; a two-hex unit wheels by a hex or two."""

    unit: UnitId
    turn: Literal["left", "right"]
    times: Literal[1, 2] = 1


class ReactHedgehog(Order, frozen=True, kw_only=True):
    """9.2.3 Heavy infantry tries to form a Hedgehog."""

    unit: UnitId


class Withdraw(Order, frozen=True, kw_only=True):
    """9.2.4 A unit, or a leader alone, goes back by a path of hexes and turns."""

    unit: PieceId
    path: tuple[Word, ...]


class Intercept(Order, frozen=True, kw_only=True):
    """9.3 Cavalry tries to fall upon whoever moves; the path, if any, leads it beside him."""

    unit: UnitId
    path: tuple[Word, ...] = ()


class Restack(Order, frozen=True, kw_only=True):
    """9.4.4 Guns change places with the unit in their hex instead of firing."""

    unit: UnitId


class AwaitForcedHedgehog(Await, frozen=True, kw_only=True):
    """9.2.3 Several units must try; their owner says which comes first."""

    trigger: Trigger
    units: tuple[UnitId, ...]
    done: tuple[PieceId, ...] = ()  # who has tried


class AwaitReaction(Await, frozen=True, kw_only=True):
    """9.5 One for each trigger; units are struck off as they act."""

    trigger: Trigger
    units: tuple[PieceId, ...]  # who may still react


class AwaitTargetFire(Await, frozen=True, kw_only=True):
    """9.3.3 Cavalry that is intercepted may fire first."""

    unit: UnitId
    at: UnitId


class AwaitInterceptorFire(Await, frozen=True, kw_only=True):
    """9.3.3 Then the interceptor may."""

    unit: UnitId
    at: UnitId


class ResumeWindow(Frame, frozen=True, kw_only=True):
    """9.5 A trigger and who has had his chance; what is left is asked anew as things now stand."""

    trigger: Trigger
    done: tuple[PieceId, ...] = ()
    forced: bool = False  # 9.1.1a the forced Hedgehogs are over


class ResumeInterception(Frame, frozen=True, kw_only=True):
    """9.3.3 An interceptor has arrived: the fire of both, then its melee."""

    unit: UnitId
    target: UnitId
    stage: Literal["target", "interceptor", "melee"] = "target"


class ResumeAttempt(Frame, frozen=True, kw_only=True):
    """9.3.2 An attempt at interception: its die, and if it succeeds its ride."""

    unit: UnitId
    trigger: Trigger
    path: tuple[Word, ...]


Awaited = (
    AwaitForcedHedgehog
    | AwaitReaction
    | AwaitTargetFire
    | AwaitInterceptorFire
    | ResumeWindow
    | ResumeInterception
    | ResumeAttempt
)
