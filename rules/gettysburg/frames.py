"""What is awaited of whom, or must be resumed. Data only: a game can be saved in mid-reaction."""

from __future__ import annotations

from domain.facts import Frame, Side
from rules.gettysburg.orders import DeclareAttack, DeclareBombardment, HexId, MoveUnit, PieceId

Activation = MoveUnit | DeclareAttack | DeclareBombardment


class AwaitControl(Frame, frozen=True, kw_only=True):
    """17.3a `side` may try to take over the unit that `by` is about to use; then the order goes on or lapses."""

    side: Side
    by: Side
    order: Activation


class AwaitLeftover(Frame, frozen=True, kw_only=True):
    """17.3b `side` may spend its remaining chances on units that did not move."""

    side: Side


class AwaitMarch(Frame, frozen=True, kw_only=True):
    """8.1a `side` goes on with the unit's move, or stops it."""

    side: Side
    unit: PieceId


class ResumeMarch(Frame, frozen=True, kw_only=True):
    """8.1a The rest of a move that was interrupted."""

    unit: PieceId
    path: tuple[HexId, ...]
    more: bool = False
    was_near: bool = False  # next to enemy infantry before the reveal (D34 B)


class AwaitDeclaration(Frame, frozen=True, kw_only=True):
    """8.4a, 17.4a The opponent declares for a unit he controls, or does not."""

    side: Side
    unit: PieceId


class AwaitDeployment(Frame, frozen=True, kw_only=True):
    """18.4b, 18.5 The owner of an observed HMC places its units in the hex it stood in, or beside it."""

    side: Side
    hmc: PieceId
    at: HexId = ""
    units: tuple[PieceId, ...] = ()


class AwaitCoordination(Frame, frozen=True, kw_only=True):
    """17.4c The owner of an army in Panic may coordinate attacks whose order his opponent sets; then `unit` attacks."""

    side: Side
    unit: PieceId
    target: HexId


class AwaitSwap(Frame, frozen=True, kw_only=True):
    """11.7b"""

    side: Side


class AwaitRetreatBeforeCombat(Frame, frozen=True, kw_only=True):
    """15.4"""

    side: Side


class AwaitSupport(Frame, frozen=True, kw_only=True):
    """13.4 Attacker first, then defender (D48)."""

    side: Side
    attacking: bool


class AwaitDefender(Frame, frozen=True, kw_only=True):
    """13.5a, D59 Which of these defends."""

    side: Side
    units: tuple[PieceId, ...]


class AwaitRetreat(Frame, frozen=True, kw_only=True):
    """12.4 The owner takes one of these units one hex back."""

    side: Side
    units: tuple[PieceId, ...]


class AwaitRout(Frame, frozen=True, kw_only=True):
    """9.3b, D30 The owner picks the unit that routs."""

    side: Side
    units: tuple[PieceId, ...]


class AwaitAdvance(Frame, frozen=True, kw_only=True):
    """12.7a"""

    side: Side
    units: tuple[PieceId, ...]
    to: HexId


class AwaitCounterAttack(Frame, frozen=True, kw_only=True):
    """19.1a `side` may strike back at one of these hexes."""

    side: Side
    targets: tuple[HexId, ...]


AnyFrame = (
    AwaitControl | AwaitLeftover | AwaitMarch | ResumeMarch | AwaitDeclaration | AwaitDeployment
    | AwaitCoordination | AwaitSwap | AwaitRetreatBeforeCombat | AwaitSupport | AwaitDefender | AwaitRetreat
    | AwaitRout | AwaitAdvance | AwaitCounterAttack
)  # fmt: skip
FRAMES: tuple[type[Frame], ...] = (
    AwaitControl, AwaitLeftover, AwaitMarch, ResumeMarch, AwaitDeclaration, AwaitDeployment,
    AwaitCoordination, AwaitSwap, AwaitRetreatBeforeCombat, AwaitSupport, AwaitDefender, AwaitRetreat, AwaitRout,
    AwaitAdvance, AwaitCounterAttack,
)  # fmt: skip
