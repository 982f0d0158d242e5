"""2.1, 12.1, 13.2, 15.2, 16.1 What counters, tracks, displays and charts say, as a game keeps it."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Any, Final, Literal, Self

import msgspec

KINDS: Final = ("HC", "MXB", "XB", "AR", "RI", "SC", "MAA")  # 2.1c, 20.2.1a
CAVALRY: Final = ("HC", "MXB")  # 2.1c
NOT_ALLOWED: Final = -1  # 2.2.1b in place of a cost

Symbol = Literal["", "square", "circle", "triangle"]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what a state holds as it was read: a copy of the state keeps the same."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self


class Values(Record, frozen=True, kw_only=True):
    """2.1d One side of a unit counter; rating: reaction charge of HC, berserk of SC."""

    sp: int
    morale: int
    ma: int  # in whole movement points
    rating: int = 0


class UnitRow(Record, frozen=True, kw_only=True):
    """2.1d, 12.1 One unit; without a reduced side no step is left once it would be turned over."""

    id: str
    side: str
    battle: str
    kind: str
    name: str
    full: Values
    reduced: Values | None


class LeaderRow(Record, frozen=True, kw_only=True):
    """2.1g, 13.2 One leader; battle is empty for a roving one (16.2.3c)."""

    id: str
    side: str
    battle: str
    name: str
    level: int
    range: int
    bonus: int
    ma: int  # in whole movement points
    alternative: tuple[int, int, int, int] | None = None  # option house2_leaders: level, range, bonus, MA


class Box(Record, frozen=True, kw_only=True):
    """15.2 One box of a command effectiveness display; end: the Battle is eliminated."""

    symbol: Symbol = ""
    cef: int = 0
    end: bool = False


class BattleRow(Record, frozen=True, kw_only=True):
    """4.2, 15.2 A Battle: the boxes of its track that this scenario uses, and its display."""

    id: str
    side: str
    name: str
    boxes: int  # 16.2.2a, 16.2.3a, 16.2.4a Cressingham's are not always all used
    display: tuple[Box, ...]
    set_aside: tuple[str, ...]  # 15.2a kinds that never go on the display


class FireRow(Record, frozen=True, kw_only=True):
    """9.7 Step losses at range 1, 2 and 3 for these modified results."""

    low: int
    high: int
    losses: tuple[int, int, int]


class Charts(Record, frozen=True, kw_only=True):
    """The play-aid sheets."""

    command_points: tuple[int, ...]  # 4.4a by D10 face; 0: no chit
    fire: tuple[FireRow, ...]  # 9.7
    fire_modifiers: dict[str, int]  # 9.7/S3 by kind, and `firer_shaken`
    columns: tuple[tuple[int, int], ...]  # 10.3/S7 attacking SP, from and to
    melee: tuple[tuple[int, ...], ...]  # 10.3/S7 modified result 0 to 12, then column
    dice: dict[str, int]  # 10.3/S5 kind: faces of its die
    types: dict[str, dict[str, int]]  # 10.3/S3 defender: attacker
    terrain: dict[str, dict[str, int]]  # 7.2 terrain: infantry, cavalry, leader: half points, or NOT_ALLOWED
    men: dict[str, int]  # 2.3 infantry, cavalry: men in one SP
    pool: dict[str, int]  # 4.2d value: chits
    defensive: tuple[tuple[int, int], ...]  # 9.2 axial offsets at facing 0
    offensive: tuple[tuple[int, int], ...]
    sources: dict[str, str]  # chart: where its values come from

    def source(self, chart: str) -> str:
        """P23.1 Where the values of a chart come from, in a word: facts hold no sentence."""
        return self.sources.get(chart, "house").partition(";")[0]
