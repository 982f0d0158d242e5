"""What may be asked for in combat, and what is asked of whom."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.facts import Await, Order
from rules.gettysburg.ids import FoeHexId, FoePieceId, HexId, PieceId


class RollCoordination(Order, frozen=True, kw_only=True):
    """11.6a Before the first attack on a hex: `target` is the hex attacked."""

    target: FoeHexId


class ResolveAttack(Order, frozen=True, kw_only=True):
    """11.3 The declared attack of one brigade; `unit` is the attacker."""

    unit: PieceId


class ResolveBombardment(Order, frozen=True, kw_only=True):
    """14.3 The declared bombardment of one artillery unit, or of a stack that tries to coordinate (14.7).

    `aim` is the unit hit where it is chosen only now (D62 B).
    """

    units: tuple[PieceId, ...]
    aim: FoePieceId = ""


class SwapDefender(Order, frozen=True, kw_only=True):
    """11.7b A Supporting Brigade takes the place of the defender."""

    unit: PieceId


class RetreatBeforeCombat(Order, frozen=True, kw_only=True):
    """15.4 Defending cavalry tries to fall back before infantry."""


class GiveSupport(Order, frozen=True, kw_only=True):
    """13.4 One artillery unit supports the combat."""

    unit: PieceId


class DefendWith(Order, frozen=True, kw_only=True):
    """13.5a Which artillery unit defends a hex without brigades; 11.7a which brigade takes over (D46 B)."""

    unit: PieceId


class RetreatTo(Order, frozen=True, kw_only=True):
    """12.4 One hex of a unit's retreat: `to` is an adjacent hex; `off` leaves the map (8.5b)."""

    unit: PieceId
    to: HexId


class ChooseRout(Order, frozen=True, kw_only=True):
    """9.3b Which unit routs where retreating units overstack a hex."""

    unit: PieceId


class Advance(Order, frozen=True, kw_only=True):
    """12.7a The brigades that advance into the emptied hex."""

    units: tuple[PieceId, ...]


class CounterAttack(Order, frozen=True, kw_only=True):
    """19.1 A brigade strikes back at a unit that attacked or bombarded; cavalry may charge under D66 C.

    `unit` strikes back, `target` is the hex of the unit struck.
    """

    unit: PieceId
    target: FoeHexId
    charge: bool = False


class AwaitCoordination(Await, frozen=True, kw_only=True):
    """17.4c The owner of an army in Panic may coordinate attacks whose order his opponent sets; then `unit` attacks."""

    unit: PieceId
    target: HexId


class AwaitSwap(Await, frozen=True, kw_only=True):
    """11.7b"""


class AwaitRetreatBeforeCombat(Await, frozen=True, kw_only=True):
    """15.4"""


class AwaitSupport(Await, frozen=True, kw_only=True):
    """13.4 Attacker first, then defender (D48)."""

    attacking: bool


class AwaitDefender(Await, frozen=True, kw_only=True):
    """13.5a, D59 Which of these defends."""

    units: tuple[PieceId, ...]


class AwaitRetreat(Await, frozen=True, kw_only=True):
    """12.4 The owner takes one of these units one hex back."""

    units: tuple[PieceId, ...]


class AwaitRout(Await, frozen=True, kw_only=True):
    """9.3b, D30 The owner picks the unit that routs."""

    units: tuple[PieceId, ...]


class AwaitAdvance(Await, frozen=True, kw_only=True):
    """12.7a"""

    units: tuple[PieceId, ...]
    to: HexId


class AwaitCounterAttack(Await, frozen=True, kw_only=True):
    """19.1a `side` may strike back at one of these hexes."""

    targets: tuple[HexId, ...]


Awaited = (
    AwaitCoordination
    | AwaitSwap
    | AwaitRetreatBeforeCombat
    | AwaitSupport
    | AwaitDefender
    | AwaitRetreat
    | AwaitRout
    | AwaitAdvance
    | AwaitCounterAttack
)
