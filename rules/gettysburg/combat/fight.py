"""11.3 One combat in progress: who strikes whom, what has been decided so far, what is still to be carried out."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.facts import Side
from rules.gettysburg.orders import HexId, PieceId

# 11.3 The parts of the procedure, in order; a fight takes up at the one named in it.
Stage = Literal[
    "swap", "defender", "before", "question", "support", "answer", "roll", "retreat", "advance", "counter", "end"
]  # fmt: skip
FightKind = Literal["attack", "charge", "train", "bombardment"]


class Retreat(msgspec.Struct, kw_only=True):
    """12.4 One unit on its way back."""

    unit: PieceId
    passed: list[HexId]  # where it began and each hex it came through, the one it stands in last
    arrived: bool = False  # it has entered a hex; whether it may stay there is to be seen


class Fight(msgspec.Struct, kw_only=True):
    attacker: PieceId  # the first firer of a bombardment
    side: Side  # of the attacker
    target: HexId
    kind: FightKind = "attack"
    counter: bool = False  # 19.1
    defender: PieceId = ""
    guns: tuple[PieceId, ...] = ()  # the firers of a bombardment
    stage: Stage = "swap"
    was_shaken: list[PieceId] = []  # brigades of both hexes before the combat (D55 B)
    fled: bool = False  # the defender retreated before combat (15.4)
    failed: bool = False  # the attacker failed its Questionable test: no attack is made (22.3)
    made: bool = False  # the attack was made
    attacker_support: PieceId = ""
    defender_support: PieceId = ""
    retreats: list[Retreat] = []
    wasted: list[PieceId] = []  # brigades whose attack on the same hex came to nothing (11.2c)
    advanced: list[PieceId] = []
