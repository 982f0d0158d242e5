"""Facts of retreats. Tags are for ever."""

from __future__ import annotations

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side, UnitId
from domain.tabletop.angles import Point
from domain.tabletop.measure import pose_of
from rules.longstreet_lite.sketch import Sketch
from rules.longstreet_lite.state import Cost, Retreating, Retreats, State
from rules.longstreet_lite.tables import CardId


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


def under_way(state: State) -> Retreats:
    found = state.combat.retreats
    assert found is not None
    return found


def _began(state: State, fact: RetreatsBegan) -> None:
    state.combat.retreats = Retreats(side=fact.side, units=dict(fact.units))


def _settled(state: State, fact: RetreatCardSettled) -> None:
    retreats = under_way(state)
    retreats.ready, retreats.card = True, bool(fact.card)


def _rolled(state: State, fact: RetreatRolled) -> None:
    under_way(state).rolled[fact.unit] = fact.faces


def _retreated(state: State, fact: UnitRetreated) -> None:
    unit, retreats = state.units[fact.unit], under_way(state)
    unit.pose = pose_of(fact.pose)
    unit.ranks, unit.offset, unit.limbered = fact.ranks, fact.offset, fact.limbered
    retreats.done.append(fact.unit)
    retreats.costs += [Cost(unit=friend, by=fact.unit) for friend in fact.passed]
    if fact.ground:
        retreats.costs.append(Cost(unit=fact.unit, by=fact.unit))


def _cost_due(state: State, _fact: RetreatCostDue) -> None:
    under_way(state).costs.pop(0)


def _ended(state: State, _fact: RetreatsEnded) -> None:
    state.combat.retreats = None


def _draw_retreated(sketch: Sketch, fact: UnitRetreated) -> None:
    body = sketch.bodies.get(fact.unit)
    if body:
        depth = sketch.state.battle.limber_depth if fact.limbered else body.depth
        via = [Point(x, y) for x, y in fact.path[1:-1]]
        sketch.move("retreat", fact.unit, via, fact.pose, ranks=fact.ranks, offset=fact.offset, depth=depth)


FACTS: tuple[Told, ...] = (
    Told(RetreatsBegan, ("LL.7.retire.1", "LL.7.aloss.2"), _began),
    Told(RetreatCardSettled, ("LL.7.finterp.1",), _settled),
    Told(RetreatRolled, ("LL.7.fdist.1",), _rolled),
    Told(UnitRetreated, ("LL.7.fdist.2",), _retreated, draws=_draw_retreated),
    Told(RetreatCostDue, ("LL.7.finterp.2", "LL.7.finterp.3"), _cost_due),
    Told(RetreatsEnded, ("LL.7.retire.1",), _ended),
)
