"""Facts of the Combat Phase. Tags are for ever."""

from __future__ import annotations

from domain.facts import Fact, Side
from domain.ruling import Modifier
from rules.gettysburg.combat.fight import FightKind, Stage
from rules.gettysburg.orders import HexId, PieceId


class CoordinationTried(Fact, frozen=True, kw_only=True):
    """11.6a The roll before the first attack on a hex, or on a new defender (D45 B)."""

    target: HexId
    defender: PieceId
    die: int
    value: int
    success: bool


class FightBegan(Fact, frozen=True, kw_only=True):
    """11.3 An attack, a Counter-Attack or a bombardment is taken up."""

    attacker: PieceId
    side: Side
    target: HexId
    kind: FightKind = "attack"
    counter: bool = False
    defender: PieceId = ""
    guns: tuple[PieceId, ...] = ()


class FightStepped(Fact, frozen=True, kw_only=True):
    """11.3 Where the fight goes on once the question now put is answered."""

    stage: Stage


class FightEnded(Fact, frozen=True, kw_only=True):
    """11.1c Fully resolved."""

    attacker: PieceId
    target: HexId


class DefenderSwapped(Fact, frozen=True, kw_only=True):
    """11.7b A Supporting Brigade goes to the top of its hex and defends."""

    unit: PieceId
    instead_of: PieceId


class DefenderChosen(Fact, frozen=True, kw_only=True):
    """11.7a, 13.5a Who defends after another is gone, or among artillery alone."""

    unit: PieceId
    rule: str


class RetreatBeforeCombatTried(Fact, frozen=True, kw_only=True):
    """15.4"""

    unit: PieceId
    die: int
    success: bool


class QuestionTested(Fact, frozen=True, kw_only=True):
    """22.3 The morale test of a Questionable brigade."""

    unit: PieceId
    attacking: bool
    passed: bool


class SupportGiven(Fact, frozen=True, kw_only=True):
    """13.4"""

    unit: PieceId
    attacking: bool
    value: int


class CombatResolved(Fact, frozen=True, kw_only=True):
    """11.4, CRT The whole reckoning of one combat: ratings, modifiers, column, dice and what the table says."""

    attacker: PieceId
    defender: PieceId
    target: HexId
    attacker_combat: int
    defender_combat: int
    modifiers: tuple[Modifier, ...]
    differential: int
    column: int
    dice: tuple[int, ...]
    cell: str
    result: str  # after 15.5b and 20.3
    counter: bool = False
    charge: bool = False
    guns: bool = False  # 13.5a artillery defends, no brigade being with it


class SupportingBrigadeTested(Fact, frozen=True, kw_only=True):
    """12.6a"""

    unit: PieceId
    passed: bool


class RetreatBegan(Fact, frozen=True, kw_only=True):
    """9.3b These units of one hex must retreat, all at one time."""

    units: tuple[PieceId, ...]
    rule: str


class UnitRetreated(Fact, frozen=True, kw_only=True):
    """12.4a One hex back."""

    unit: PieceId
    to: HexId
    rule: str = "12.4a"


class RetreatContinued(Fact, frozen=True, kw_only=True):
    """12.4b, 12.4d The unit may not stay where it is."""

    unit: PieceId
    why: str
    rule: str


class AttackWasted(Fact, frozen=True, kw_only=True):
    """11.2c The defender is gone before the attack was made."""

    unit: PieceId
    target: HexId
    rule: str = "11.2c"


class AttackVoided(Fact, frozen=True, kw_only=True):
    """11.1a, 14.1b, D70 A declared attack or bombardment can no longer be made."""

    unit: PieceId
    why: str
    rule: str


class UnitAdvanced(Fact, frozen=True, kw_only=True):
    """12.7a"""

    unit: PieceId
    to: HexId


class CounterAttackMade(Fact, frozen=True, kw_only=True):
    """19.1a A brigade strikes back; `again` if others of its side may still do so (D86 B)."""

    unit: PieceId
    target: HexId
    charge: bool = False
    again: bool = False


class TrainAttacked(Fact, frozen=True, kw_only=True):
    """21.4 By a brigade, or by the artillery that bombarded it."""

    train: PieceId
    units: tuple[PieceId, ...]


class FireCoordinationTried(Fact, frozen=True, kw_only=True):
    """14.7a"""

    units: tuple[PieceId, ...]
    die: int
    value: int
    success: bool


class BombardmentResolved(Fact, frozen=True, kw_only=True):
    """14.3, BT One shot, or that of a coordinated stack; an empty cell is no effect."""

    units: tuple[PieceId, ...]
    target: HexId
    aim: PieceId
    coordinated: bool
    column: int
    die: int
    cell: str


FACTS: tuple[type[Fact], ...] = (
    CoordinationTried, FightBegan, FightStepped, FightEnded, DefenderSwapped, DefenderChosen, RetreatBeforeCombatTried,
    QuestionTested, SupportGiven, CombatResolved, SupportingBrigadeTested, RetreatBegan, UnitRetreated,
    RetreatContinued, AttackWasted, AttackVoided, UnitAdvanced, CounterAttackMade, TrainAttacked, FireCoordinationTried,
    BombardmentResolved,
)  # fmt: skip
