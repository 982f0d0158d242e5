"""10.3 The ledger of a melee: what was declared, rolled and noted, and who is still to go back."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.facts import Side, Written
from rules.wallaces_war.ids import HexId, LeaderId, UnitId

MeleeKind = Literal["segment", "reaction", "extension", "impulse"]
AttackKind = Literal["melee", "charge", "reaction", "extension", "impulse"]
# P4.4 The parts of the procedure, in order; a melee takes up at the one named in it.
Stage = Literal["declare", "strike", "reply", "losses", "retreat", "advance", "rebound", "rage", "end"]
# P4.4 K1 How far one attack has come; won: the target ran from a charge before the die was thrown.
Progress = Literal["declared", "riding", "moved", "shot", "sunk", "stood", "tested", "rolled", "won", "void"]
RetreatKind = Literal["loss", "rebound", "failure"]
CHARGES = ("charge", "reaction", "extension")  # 11.2.4, 11.2.6 attacks that are charges
OVER = ("rolled", "won", "void")


class Hurt(Written, frozen=True, kw_only=True):
    """10.3/S9a What a batch of losses did to one unit."""

    unit: UnitId
    at: HexId  # where it stood
    before: int  # steps lost until then
    after: int
    eliminated: bool = False
    raging: bool = False  # it has just become berserk


class Attack(msgspec.Struct, kw_only=True):
    """10.3a One declared attack."""

    units: tuple[UnitId, ...]  # those that take part, top first
    start: HexId  # where they stood when it was declared
    at: HexId  # whence they strike; of a charge its end hex
    target: HexId
    kind: AttackKind = "melee"
    facing: int = -1  # of a charge
    path: tuple[str, ...] = ()  # of a charge, or of a rush: hexes, with a facing where it turns
    leaders: tuple[LeaderId, ...] = ()  # who ride along (13.7a)
    progress: Progress = "declared"
    ridden: int = 0  # hexes of the path
    rode: bool = False  # the charge was made, if only from where it stood (11.2.2d)
    riders: tuple[UnitId, ...] = ()  # 11.2.6a who made it, whether they could strike in the end or not
    lapsed: bool = False  # its target was gone before the die (D41)


class Melee(msgspec.Struct, kw_only=True):
    kind: MeleeKind
    side: Side  # in the place of the activated side (D40)
    stage: Stage = "declare"
    focus: HexId = ""  # D36 B the only target hex in hand
    attacks: list[Attack] = []
    current: int = -1  # the attack being resolved
    defenders: dict[HexId, tuple[UnitId, ...]] = {}  # who stood in each target hex when it was declared
    faced: list[HexId] = []  # target hexes whose owner was asked before the first die (K1 b to d)
    replied: list[HexId] = []  # stacks that have replied or declined
    noted: dict[HexId, int] = {}  # 10.3/S7 markers laid beside each stack
    hurt: list[Hurt] = []  # what they did once applied (10.3/S9a)
    harm: dict[UnitId, int] = {}  # steps taken in step 9, by unit
    bereft: list[UnitId] = []  # 10.3/S9c units whose fellow on top was eliminated
    routed: list[UnitId] = []  # D42
    settled: list[UnitId] = []  # whose retreat and tests of step 9 are over
    rebounded: list[UnitId] = []  # came back from a charge
    stuck: list[HexId] = []  # 12.5e target hexes that could not be left
    taken: list[HexId] = []  # hexes advanced into, or declined
    advanced: list[UnitId] = []
    failed: list[UnitId] = []  # 12.5d berserkers who have tested because they did not take their hex


class Retreat(msgspec.Struct, kw_only=True):
    """10.3/S9, 11.2.6, 12.5d One unit or stack that must go back."""

    units: tuple[UnitId, ...]
    hexes: int
    kind: RetreatKind = "loss"
    rebounds: bool = False  # 11.2.6d it rebounds by the same way
    stack: tuple[UnitId, ...] = ()  # all who were sent back together, top first (D26 B)
