"""10.3 The ledger of a melee: what was declared, rolled and noted, and who is still to go back."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.facts import Side
from rules.wallaces_war.ids import HexId, LeaderId, UnitId

MeleeKind = Literal["segment", "reaction", "extension", "impulse"]
AttackKind = Literal["melee", "charge", "reaction", "extension", "impulse"]
# P4.4 The parts of the procedure, in order; a melee takes up at the one named in it.
Stage = Literal["declare", "strike", "reply", "losses", "retreat", "advance", "rebound", "end"]
# P4.4 K1 How far one attack has come.
Progress = Literal["declared", "moved", "shot", "sunk", "stood", "tested", "rolled", "void"]


class Attack(msgspec.Struct, kw_only=True):
    """10.3a One declared attack."""

    units: tuple[UnitId, ...]  # those that take part, top first
    start: HexId  # where they stood when it was declared
    at: HexId  # whence they strike; of a charge its end hex
    target: HexId
    kind: AttackKind = "melee"
    facing: int = -1  # of a charge
    path: tuple[HexId, ...] = ()  # of a charge
    progress: Progress = "declared"
    losses: int = 0  # rolled on the target, not yet applied


class Melee(msgspec.Struct, kw_only=True):
    kind: MeleeKind
    side: Side  # in the place of the activated side (D40)
    stage: Stage = "declare"
    attacks: list[Attack] = []
    current: int = -1  # the attack being resolved
    defenders: dict[HexId, tuple[UnitId, ...]] = {}  # who stood in each target hex when it was first attacked
    faced: list[HexId] = []  # target hexes whose owner was asked before the first die (K1 b to d)
    replied: list[HexId] = []  # stacks that have replied or declined
    noted: dict[HexId, int] = {}  # 10.3/S7 markers laid beside each stack
    harm: dict[UnitId, int] = {}  # steps taken in step 9, by unit
    bereft: list[UnitId] = []  # 10.3/S9c units whose fellow on top was eliminated
    emptied: list[HexId] = []  # target hexes left by retreat, rout or elimination
    taken: list[HexId] = []  # hexes advanced into, or declined


class Retreat(msgspec.Struct, kw_only=True):
    """10.3/S9, 11.2.6, 12.5d One unit or stack that must go back."""

    units: tuple[UnitId, ...]
    hexes: int
    kind: Literal["loss", "rebound", "failure"] = "loss"
    leaders: tuple[LeaderId, ...] = ()
