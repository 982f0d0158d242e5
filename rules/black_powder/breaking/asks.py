"""BP.brk, BP.ret, BP.cdm.6 What is asked when units test and retreat, and of commanders they come upon."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

import msgspec

from domain.kernel.facts import Await, Frame, Order
from domain.tabletop import lengths
from rules.black_powder.ids import CommanderId, Face, UnitId

Cause = Literal["shooting", "closing fire", "traversing fire", "beaten", "draw", "support", "terror", "wavering"]
Lines = Literal["shooting", "hand-to-hand"]
Going = Literal["retreat", "evade", "draw"]


class Test(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """BP.brk.1 A break test to be taken: who, why, and by which lines of the table."""

    unit: UnitId
    cause: Cause
    lines: Lines
    by: UnitId = ""  # who made it necessary


class OrderTests(Order, frozen=True, kw_only=True):
    """BP.brk.4 In which order the units of the side take their break tests."""

    units: tuple[UnitId, ...]


class RetreatUnit(Order, frozen=True, kw_only=True):
    """BP.ret.1 The way a unit goes back: a bearing in degrees, within the zone it must use."""

    unit: UnitId
    bearing: str

    def __post_init__(self) -> None:
        lengths.angle(self.bearing)


class UseReroll(Order, frozen=True, kw_only=True):
    """BP.sr.Vali The break test is rolled again."""

    unit: UnitId


class KeepTest(Order, frozen=True, kw_only=True):
    """BP.sr.Vali The break test stands as it was rolled."""

    unit: UnitId


class JoinUnit(Order, frozen=True, kw_only=True):
    """BP.cdm.6 Where a commander goes whom the enemy drives off."""

    unit: UnitId


class AwaitJoin(Await, frozen=True, kw_only=True):
    """BP.cdm.6"""

    commander: CommanderId


class AwaitTestOrder(Await, frozen=True, kw_only=True):
    """BP.brk.4"""

    units: tuple[UnitId, ...]


class AwaitReroll(Await, frozen=True, kw_only=True):
    """BP.sr.Vali A valiant unit has failed; whether it rolls again."""

    test: Test
    dice: tuple[int, ...]


class AwaitRetreat(Await, frozen=True, kw_only=True):
    """BP.ret.1 Which way a unit goes back."""

    unit: UnitId
    zone: Face  # of its own zones: it goes within this one
    going: Going


class ResumeTests(Frame, frozen=True, kw_only=True):
    """BP.brk.4 Break tests yet to be taken; `sorted`: the sides that have said in which order."""

    tests: tuple[Test, ...]
    sorted: tuple[str, ...] = ()


Awaited = AwaitTestOrder | AwaitReroll | AwaitRetreat | AwaitJoin | ResumeTests
