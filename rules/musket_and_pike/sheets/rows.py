"""2.1, 5.1, 15 What counters, charts and a scenario say, as a game keeps it."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Any, Literal, Self

import msgspec

from rules.musket_and_pike.sheets.chart_lines import ChartSheet
from rules.musket_and_pike.sheets.files import (
    DefectionLine,
    Edge,
    Game,
    LevelLine,
    Order,
    SalvoLine,
)

KindOfArm = Literal["HI", "LI", "CAV", "ART"]


class Kept:
    """What a state holds as it was read: a copy of the state keeps the same."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self


class Charts(ChartSheet, Kept, frozen=True, kw_only=True):
    """T1 to T20"""


class Record(msgspec.Struct, Kept, frozen=True, kw_only=True):
    pass


class UnitRow(Record, frozen=True, kw_only=True):
    """2.1.2 One counter, and where it starts."""

    id: str
    side: str
    wing: str
    name: str
    arm: KindOfArm
    sp: int  # 0 of guns
    morale: int
    width: int = 1  # hexes
    regimental: bool = False  # 10.1.5
    swedish: bool = False  # three arrows; no effect in these rules
    pikes: bool = False  # 14.2
    dismounted: bool = False  # 14.3
    arquebusier: bool = False
    dragoon: bool = False
    gun: str = ""  # 10.8 its class
    double: bool = False
    grazing: int = 0
    maximum: int = 0
    at: str = ""  # the hex of its left half; empty: it comes later
    facing: int = 0
    column: bool = False
    limbered: bool = False


class WagonRow(Record, frozen=True, kw_only=True):
    """14.1"""

    id: str
    side: str
    name: str
    at: str


class LeaderRow(Record, frozen=True, kw_only=True):
    """2.1.3, 5.1, 5.2 An Army Commander has no Wing."""

    id: str
    side: str
    wing: str
    name: str
    rating: int
    at: str = ""


class WingRow(Record, frozen=True, kw_only=True):
    id: str
    side: str
    name: str
    commander: str
    historical: Order
    arrives: int = 0  # the turn; 0: it is there from the start
    hexes: tuple[str, ...] = ()  # 7.4 by which it enters


class Engagement(Record, frozen=True, kw_only=True):
    """One scenario."""

    key: str
    title: str
    text: str
    game: Game
    sides: tuple[str, str]
    turns: int
    edges: dict[str, Edge]  # 13.4.1 the friendly edge of each side
    victory_for: str
    levels: tuple[LevelLine, ...]
    salvo: SalvoLine
    pursuit_table: str
    pursuit_drm: dict[str, int]
    defection: DefectionLine | None
    bombardment: bool
    ignore_range: bool  # ERR.Rocroi.5 in the bombardment
    units: tuple[UnitRow, ...]
    wagons: tuple[WagonRow, ...]
    leaders: tuple[LeaderRow, ...]
    wings: tuple[WingRow, ...]
    commanders: dict[str, str]  # side: its Army Commander
    seniors: dict[str, str]  # side: the Wing Commander who succeeds him (5.3.5)
