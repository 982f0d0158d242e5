"""DRV.tables A look at a chart: what was thrown, what it says, and what is asked of whom where players read it."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.facts import Await, Fact, Order, Side
from domain.kernel.reasons import Modifier
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.work import Part

Table = Literal["T6", "T7", "T8", "T9", "T10", "T11", "T13", "T16", "T17"]
PACK, OWN = "pack", "own sheet"


class Lookup(Part, frozen=True, kw_only=True):
    """2.2 Which table and column, for whom, and the die with all that modifies it; of T10 the range for a die."""

    table: Table
    die: int
    modifiers: tuple[Modifier, ...] = ()
    column: str = ""
    unit: UnitId = ""


class Cell(Part, frozen=True, kw_only=True):
    """What stands there: hits of fire, a number, or the name of a result."""

    lookup: Lookup
    result: str = ""  # T6, T13, T16, T17
    ch: int = 0
    fh: int = 0
    mc: bool = False
    value: int = 0  # T10
    pursuit: bool = False  # T13 victorious cavalry tests
    source: str = PACK


class EnterResult(Order, frozen=True, kw_only=True):
    """DRV.tables What the sheet says: casualty and formation hits and a check, a number, or the name of a result."""

    result: str = ""
    ch: int = 0
    fh: int = 0
    mc: bool = False
    value: int = 0
    pursuit: bool = False


class Confirm(Order, frozen=True, kw_only=True):
    """DRV.tables The other side has read the same."""


class AwaitResult(Await, frozen=True, kw_only=True):
    """DRV.tables Whoever rolled reads his sheet."""

    lookup: Lookup


class AwaitConfirm(Await, frozen=True, kw_only=True):
    """DRV.tables The other side agrees, or has it read again."""

    cell: Cell


class ResultEntered(Fact, frozen=True, kw_only=True):
    """DRV.tables Read off a sheet by one side, agreed to by the other; never looked up again."""

    by: Side
    confirmed: Side
    cell: Cell


class ResultTaken(Fact, frozen=True, kw_only=True):
    """What was entered has been put to use."""


Awaited = AwaitResult | AwaitConfirm
