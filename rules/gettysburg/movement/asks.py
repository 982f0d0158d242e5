"""What a side may ask for in its Movement Phase, and what is asked of whom on the way."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Annotated, Literal

import msgspec

from domain.kernel.facts import Await, Frame, Order, Side
from rules.gettysburg.ids import FoeHexId, FoePieceId, HexId, PieceId

Pace = Literal["normal", "accelerated", "disengage"]


ForcedMp = Annotated[int, msgspec.Meta(ge=0, le=9)]


class MoveUnit(Order, frozen=True, kw_only=True):
    """8.1 One piece moves hex by hex; a reinforcement names its entry hex first, `off` leaves the map.

    `path` is every hex it enters, in order, without the one it stands in; it may be left out to recover or charge only.
    `recover` pays for recovery first (7.3), `forced` adds MP (22.4), `charge` names the hex charged (15.5),
    `more` keeps the move open for a further order.
    """

    unit: PieceId
    path: tuple[HexId, ...] = ()
    recover: bool = False
    pace: Pace = "normal"
    forced: ForcedMp = 0
    charge: HexId = ""
    more: bool = False


class DeclareAttack(Order, frozen=True, kw_only=True):
    """8.4 A brigade will attack the units, or the Train, in an adjacent hex: `unit` is its id, `target` that hex.

    Declared right after the unit's own move, or instead of it, before another unit is used; `train` for a Train.
    """

    unit: PieceId
    target: FoeHexId
    train: bool = False


class DeclareBombardment(Order, frozen=True, kw_only=True):
    """14.1, 14.2b Artillery will bombard one unit in a hex: `target` is the hex, `aim` the id of the unit hit.

    Declared like an attack: right after the unit's own move, or instead of it, before another unit is used.
    """

    unit: PieceId
    target: FoeHexId
    aim: FoePieceId


class ReorderStack(Order, frozen=True, kw_only=True):
    """9.4a The pieces of one hex, all of them by id, top first."""

    at: HexId
    pieces: tuple[PieceId, ...]


class RollForReturn(Order, frozen=True, kw_only=True):
    """22.6 A unit or HMC that left the map tries to come back."""

    unit: PieceId


Activation = MoveUnit | DeclareAttack | DeclareBombardment


class AwaitControl(Await, frozen=True, kw_only=True):
    """17.3a `side` may try to take over the unit that `by` is about to use; then the order goes on or lapses."""

    by: Side
    order: Activation


class AwaitMarch(Await, frozen=True, kw_only=True):
    """8.1a `side` goes on with the unit's move, or stops it."""

    unit: PieceId


class ResumeMarch(Frame, frozen=True, kw_only=True):
    """8.1a The rest of a move that was interrupted."""

    unit: PieceId
    path: tuple[HexId, ...]
    more: bool = False
    was_near: bool = False  # next to enemy infantry before the reveal (D34 B)


class AwaitDeclaration(Await, frozen=True, kw_only=True):
    """8.4a, 17.4a The opponent declares for a unit he controls, or does not."""

    unit: PieceId


Awaited = AwaitControl | AwaitMarch | ResumeMarch | AwaitDeclaration
