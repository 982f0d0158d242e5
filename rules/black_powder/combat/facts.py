"""BP.hth, BP.res, BP.win Facts of hand-to-hand fighting. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

import msgspec

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Modifier, Reason
from domain.tabletop.angles import Point
from rules.black_powder.combat.asks import Backing, Option
from rules.black_powder.ids import Spot, UnitId, pose_of
from rules.black_powder.sketch import Sketch
from rules.black_powder.state import State
from rules.black_powder.tables import Formation


class SupportCounted(Fact, frozen=True, kw_only=True):
    """BP.sup.4 The supports of a round, and how far off each supporter stands."""

    units: tuple[UnitId, ...]
    backings: tuple[Backing, ...]
    gaps: tuple[int, ...]


class SupportAssigned(Fact, frozen=True, kw_only=True):
    """BP.sup.2"""

    supporter: UnitId
    unit: UnitId


class DiceAllocated(Fact, frozen=True, kw_only=True):
    """BP.hth.5"""

    unit: UnitId
    foes: tuple[UnitId, ...]
    dice: tuple[int, ...]


class TurnDeclined(Fact, frozen=True, kw_only=True):
    """BP.ret.9 A unit taken in flank stays as it stands."""

    unit: UnitId


class Blow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """BP.hth.6 The dice of a unit against one enemy."""

    foe: UnitId
    needs: int
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    again: tuple[int, ...] = ()
    hits: int = 0


class BlowsStruck(Fact, frozen=True, kw_only=True):
    """BP.hth.4, BP.hth.6 How many dice a unit has and why, and how they fell."""

    unit: UnitId
    steps: tuple[Modifier, ...]  # BP.hth.4 their sum is the number of dice
    blows: tuple[Blow, ...]
    rules: tuple[str, ...] = ()  # by which dice were rolled again


class Bonus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """BP.res.1 What is added to the score of a side."""

    side: Side
    modifier: Modifier


class GateTried(Fact, frozen=True, kw_only=True):
    """A die for something the scenario lets happen once."""

    place: str
    die: int
    done: bool


class RoundFought(Fact, frozen=True, kw_only=True):
    """BP.res.1, BP.res.2 The round: casualties inflicted by each side, bonuses, scores, and who has won."""

    units: tuple[UnitId, ...]
    inflicted: dict[str, int]
    bonuses: tuple[Bonus, ...]
    scores: dict[str, int]
    winner: Side  # empty: a draw


class WinnerMoved(Fact, frozen=True, kw_only=True):
    """BP.win.1, BP.win.2 What a winner does, and where it then stands."""

    unit: UnitId
    do: Option
    start: Spot
    end: Spot
    path: tuple[str, ...] = ()
    way: int = 0
    allowance: int = 0
    formation: Formation | None = None
    block: str = ""


class EngagementEnded(Fact, frozen=True, kw_only=True):
    """BP.res.7 Nobody of them touches an enemy any more."""

    units: tuple[UnitId, ...]


class RoundDone(Fact, frozen=True, kw_only=True):
    """BP.hth.3 These have fought in this phase."""

    units: tuple[UnitId, ...]


def _assigned(_state: State, _fact: SupportAssigned) -> None:
    """The round under way holds it."""


def _declined(state: State, fact: TurnDeclined) -> None:
    state.units[fact.unit].fight.may_turn = False


def _struck(state: State, fact: BlowsStruck) -> None:
    state.units[fact.unit].ever_fought = True


def _tried(state: State, _fact: GateTried) -> None:
    state.once_used = True


def _fought(state: State, fact: RoundFought) -> None:
    for name in fact.units:
        unit = state.units[name]
        fight = unit.fight
        fight.rounds += 1
        fight.charging = False
        fight.won = unit.side == fact.winner
        fight.lost = fight.lost or (bool(fact.winner) and unit.side != fact.winner)


def _done(state: State, fact: RoundDone) -> None:
    state.turn.fought = (*state.turn.fought, *(name for name in fact.units if name not in state.turn.fought))


def _moved(state: State, fact: WinnerMoved) -> None:
    unit = state.units[fact.unit]
    unit.pose = pose_of(fact.end)
    unit.formation = fact.formation or unit.formation
    unit.building = fact.block or unit.building
    by = Point(fact.end[0] - fact.start[0], fact.end[1] - fact.start[1])
    for one in state.commanders.values():
        if one.joined == fact.unit and one.at is not None and not one.lost:
            one.at = one.at.plus(by)


def _draw_moved(sketch: Sketch, fact: WinnerMoved) -> None:
    if fact.do != "nothing":
        sketch.move("move", fact.unit, fact.end, fact.path, fact.formation or "")


def _draw_round(sketch: Sketch, fact: BlowsStruck) -> None:
    for blow in fact.blows:
        sketch.shot(fact.unit, blow.foe, Reason("hits", "", (blow.hits,)))


FACTS = (
    Told(SupportCounted, ("BP.sup.4",)),
    Told(SupportAssigned, ("BP.sup.2",), _assigned),
    Told(DiceAllocated, ("BP.hth.5",)),
    Told(TurnDeclined, ("BP.ret.9",), _declined),
    Told(BlowsStruck, ("BP.hth.6",), _struck, draws=_draw_round),
    Told(GateTried, ("BP.bld.6",), _tried),
    Told(RoundFought, ("BP.res.2",), _fought),
    Told(WinnerMoved, ("BP.win.1",), _moved, draws=_draw_moved),
    Told(EngagementEnded, ("BP.res.7",)),
    Told(RoundDone, ("BP.hth.3",), _done, aside=True),
)
