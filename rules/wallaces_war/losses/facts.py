"""Facts of losses, morale and leaders. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, LossTaken
from domain.kernel.reasons import Modifier, Reason
from rules.wallaces_war.ids import BattleId, HexId, LeaderId, UnitId
from rules.wallaces_war.movement.facts import lift, place
from rules.wallaces_war.state import ASIDE, DISPLAY, EMPTY, OFF_MAP, Filled, State
from rules.wallaces_war.tables import REPLACEMENT_LEADER, Effectiveness


class MoraleTested(Fact, frozen=True, kw_only=True):
    """14.2a A morale test: the printed level, what lowers it, the die, what modifies it."""

    unit: UnitId
    why: Reason
    printed: int
    lowered: tuple[Modifier, ...]
    level: int
    die: int
    modifiers: tuple[Modifier, ...]
    passed: bool


class UnitShaken(Fact, frozen=True, kw_only=True):
    """14.1a A unit falls into disorder; a Charge marker is lost with it (11.2.1d)."""

    unit: UnitId
    why: Reason


class UnitRecovered(Fact, frozen=True, kw_only=True):
    """14.6a A unit is in good order again."""

    unit: UnitId


class UnitRemoved(Fact, frozen=True, kw_only=True):
    """12.3a, 14.5a, 15.2d, 15.2f A unit leaves the map: for a box of its display, or set aside."""

    unit: UnitId
    how: Literal["eliminated", "routed", "removed"]
    to: Literal["display", "aside"]
    why: Reason


class BerserkTested(Fact, frozen=True, kw_only=True):
    """12.5a"""

    unit: UnitId
    rating: int
    die: int
    berserk: bool
    steadied: bool = False  # D89 C rage ends its disorder


class BerserkEnded(Fact, frozen=True, kw_only=True):
    """12.5d, 12.5h"""

    unit: UnitId
    why: Reason


class LeaderTested(Fact, frozen=True, kw_only=True):
    """13.4a A step was lost where a leader stands."""

    leader: LeaderId
    die: int
    needs: int
    fell: bool
    successor: bool = False  # he has taken the place of one who fell (13.5a)


class LeaderFell(Fact, frozen=True, kw_only=True):
    """13.5a, 16.2.3c A leader is gone: his counter is turned over, or `heir` leads his Battle from now on.

    The successor stands in the same hex; that of a captured leader is still to be placed (13.5b).
    """

    leader: LeaderId
    at: HexId
    captured: bool = False
    heir: LeaderId = ""
    supersedes: bool = False  # D68 B the heir comes where the successor would stand
    post_lapses: bool = False  # D65 B
    successor: bool = False  # he had taken the place of one who fell himself


class LeaderDisplaced(Fact, frozen=True, kw_only=True):
    """13.4c A leader gets away from an enemy who enters his hex."""

    leader: LeaderId
    to: HexId


class LeaderAppeared(Fact, frozen=True, kw_only=True):
    """13.5b The successor of a captured leader."""

    leader: LeaderId
    to: HexId


class EffectivenessTested(Fact, frozen=True, kw_only=True):
    """15.2c A box filled this turn, or one unit beyond the last box (15.2e): the die against its number."""

    battle: BattleId
    symbol: str
    cef: int
    die: int
    passed: bool
    beyond: bool = False


class BattleSank(Fact, frozen=True, kw_only=True):
    """15.2d, 15.2f, 4.7a A Battle is worse off; an eliminated one gives its chits back."""

    battle: BattleId
    to: Effectiveness
    why: Reason


def _took(state: State, fact: LossTaken) -> None:
    """12.2g Nothing ever takes a step off again."""
    state.units[fact.unit].steps += fact.amount
    if state.melee and fact.cause.key != "routed":
        harm = state.melee.harm
        harm[fact.unit] = harm.get(fact.unit, 0) + fact.amount


def _tested(state: State, fact: MoraleTested) -> None:
    """14.3a, 14.6a A recovery does not count against the one test of a segment."""
    if fact.why.key != "recovery":
        state.segment.tested.append(fact.unit)


def _shaken(state: State, fact: UnitShaken) -> None:
    unit = state.units[fact.unit]
    unit.shaken, unit.charge = True, False


def _recovered(state: State, fact: UnitRecovered) -> None:
    state.units[fact.unit].shaken = False


def _removed(state: State, fact: UnitRemoved) -> None:
    unit = state.units[fact.unit]
    at, battle = unit.at, state.battles[unit.battle]
    if fact.to == DISPLAY:
        boxes = next(row.display for row in state.engagement.battles if row.id == unit.battle)
        if len(battle.display) < len(boxes):
            battle.display.append(Filled(unit=fact.unit, turn=state.core.turn))
        else:
            battle.beyond.append(state.core.turn)
    if at in state.stacks:
        lift(state, fact.unit)
    unit.at, unit.charge, unit.berserk = (DISPLAY if fact.to == DISPLAY else ASIDE), False, False
    if state.melee and fact.how == "eliminated":
        state.melee.bereft.extend(state.stacks.get(at, ()))
    if state.melee and fact.how == "routed" and fact.unit in state.melee.defenders.get(at, ()):
        state.melee.routed.append(fact.unit)


def _raged(state: State, fact: BerserkTested) -> None:
    state.segment.raged.append(fact.unit)
    unit = state.units[fact.unit]
    unit.berserk = fact.berserk
    unit.shaken = unit.shaken and not fact.steadied


def _calmed(state: State, fact: BerserkEnded) -> None:
    state.units[fact.unit].berserk = False


def _fell(state: State, fact: LeaderFell) -> None:
    leader = state.leaders[fact.leader]
    if fact.post_lapses and state.commanders.get(leader.side) == fact.leader:
        state.commanders[leader.side] = ""
    if fact.heir:
        state.battles[leader.battle].leader = fact.heir
        heir = state.leaders[fact.heir]
        heir.battle, leader.at = leader.battle, ASIDE
        if fact.supersedes:
            heir.at = OFF_MAP if fact.captured else fact.at
        return
    leader.level, leader.range, leader.bonus, leader.ma = REPLACEMENT_LEADER
    leader.replaced, leader.at = True, OFF_MAP if fact.captured else fact.at


def _stands(state: State, fact: LeaderDisplaced | LeaderAppeared) -> None:
    place(state, fact.leader, fact.to)


def _proved(state: State, fact: EffectivenessTested) -> None:
    """15.2e A unit beyond the last box is tested for once."""
    if fact.beyond:
        state.battles[fact.battle].beyond.pop()


def _sank(state: State, fact: BattleSank) -> None:
    battle = state.battles[fact.battle]
    battle.standing = fact.to
    battle.breaks += fact.to == "broken"
    if fact.to == "eliminated":
        battle.track = [EMPTY] * len(battle.track)


FACTS = (
    Told(LossTaken, ("12.1a",), _took),
    Told(MoraleTested, ("14.2a",), _tested),
    Told(UnitShaken, ("14.1a",), _shaken),
    Told(UnitRecovered, ("14.6a",), _recovered),
    Told(UnitRemoved, ("15.2a",), _removed, draws=lambda sketch, x: sketch.gone(x.unit, x.how)),
    Told(BerserkTested, ("12.5a",), _raged),
    Told(BerserkEnded, ("12.5h",), _calmed),
    Told(LeaderTested, ("13.4a",)),
    Told(LeaderFell, ("13.5a",), _fell),
    Told(LeaderDisplaced, ("13.4c",), _stands),
    Told(LeaderAppeared, ("13.5b",), _stands),
    Told(EffectivenessTested, ("15.2c",), _proved),
    Told(BattleSank, ("15.2d",), _sank),
)
