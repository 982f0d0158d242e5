"""Facts of retreats. Tags are for ever."""

from __future__ import annotations

from domain.facts import Fact, Side, UnitId
from rules.longstreet_lite.combat.retreat_state import Retreating
from rules.longstreet_lite.orders import CardId


class RetreatsBegan(Fact, frozen=True, kw_only=True):
    """LL.7.retire.1, LL.7.aloss.2 These units of one side fall back, in the order their owner likes."""

    side: Side
    units: dict[UnitId, Retreating]


class RetreatCardSettled(Fact, frozen=True, kw_only=True):
    """LL.7.finterp.1 The retreats of this side are paid for by a card, or by none."""

    side: Side
    card: CardId = ""


class RetreatRolled(Fact, frozen=True, kw_only=True):
    """LL.7.fdist.1 How far one unit must go: its dice, and the one that counts."""

    unit: UnitId
    faces: tuple[int, ...]
    distance: int  # BW


class UnitRetreated(Fact, frozen=True, kw_only=True):
    """LL.7.fdist.2 A unit has fallen back: where it stands now, how it came there, and what that costs."""

    unit: UnitId
    pose: tuple[int, int, int]
    ranks: tuple[int, ...]
    offset: int
    faces: tuple[int, ...]
    distance: int  # BW rolled
    way: int  # milli-BW gone
    path: tuple[tuple[int, int], ...]  # where the middle of its front went, from the start to the end
    lower: bool = False  # LL.7.fdist.1 the active side takes the lower die
    limbered: bool = False
    limbers: bool = False  # LL.7.retire.1 it stood unlimbered
    passed: tuple[UnitId, ...] = ()  # friends that pay for it
    ground: str = ""  # the difficult terrain that costs it a base


class RetreatCostDue(Fact, frozen=True, kw_only=True):
    """LL.7.finterp.2, LL.7.finterp.3 A base goes for a retreat: of a friend, or of the unit that fell back."""

    unit: UnitId
    by: UnitId
    rule: str


class RetreatsEnded(Fact, frozen=True, kw_only=True):
    """LL.7.retire.1 All of them stand, or are gone."""

    side: Side


FACTS: tuple[type[Fact], ...] = (
    RetreatsBegan, RetreatCardSettled, RetreatRolled, UnitRetreated, RetreatCostDue, RetreatsEnded,
)  # fmt: skip
