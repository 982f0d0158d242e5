"""Facts of set-up and of the sequence of play. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, GameEnded, PhaseBegan, PointsScored, Side
from rules.wallaces_war.ids import BattleId, Facing, HexId, LeaderId, UnitId
from rules.wallaces_war.sketch import Sketch
from rules.wallaces_war.state import INITIATIVE, MOVEMENT, REACTION, REPLACEMENT, Segment, State, Turn


class UnitSetUp(Fact, frozen=True, kw_only=True):
    """16.1a A unit comes on the map, or is put elsewhere before its side is done."""

    unit: UnitId
    to: HexId
    facing: Facing
    under: bool = False


class LeaderSetUp(Fact, frozen=True, kw_only=True):
    """16.1a"""

    leader: LeaderId
    to: HexId


class SetUpEnded(Fact, frozen=True, kw_only=True):
    """16.1a A side has set up; in 16.3.3 one of its Battles."""

    side: Side
    battle: BattleId = ""


class TargetNamed(Fact, frozen=True, kw_only=True):
    """20.3.2a The Battle that Edward's men must engage, for their own side alone."""

    side: Side
    battle: BattleId


class SegmentEnded(Fact, frozen=True, kw_only=True):
    """3.3 The side is done with a segment, or there was nothing in it to decide."""

    side: Side
    phase: str


def _phase(state: State, fact: PhaseBegan) -> None:
    """3.3a Memories end with what they are about: the segment, the round of C or E, the turn."""
    pairs = (tuple(stack) for stack in state.stacks.values() if len(stack) > 1)
    state.segment = Segment(together=[(pair[0], pair[1]) for pair in pairs])
    if fact.phase in (REPLACEMENT, INITIATIVE):
        state.turn = Turn()
    elif fact.phase == REACTION:
        state.turn.reacted, state.turn.reacting = state.turn.reacting or state.turn.reacted, ""
    elif fact.phase == MOVEMENT:
        _round(state)


def _round(state: State) -> None:
    turn = state.turn
    turn.struck, turn.followed, turn.charged, turn.turned = [], [], [], []
    turn.shot_at, turn.aimed, turn.advanced = {}, {}, {}
    turn.adjacent = {
        name: [other for at in state.ground.near(unit.at) for other in state.stacks.get(at, ())
               if state.units[other].side != unit.side]
        for name, unit in state.units.items()
        if unit.battle == turn.battle and unit.at in state.stacks
    }  # fmt: skip


def _set_up(state: State, fact: UnitSetUp) -> None:
    unit = state.units[fact.unit]
    if unit.at in state.stacks:
        state.stacks[unit.at].remove(fact.unit)
        if not state.stacks[unit.at]:
            del state.stacks[unit.at]
    stack = state.stacks.setdefault(fact.to, [])
    stack.insert(len(stack) if fact.under else 0, fact.unit)
    unit.at, unit.facing = fact.to, fact.facing


def _leader(state: State, fact: LeaderSetUp) -> None:
    state.leaders[fact.leader].at = fact.to


def _ready(state: State, fact: SetUpEnded) -> None:
    state.ready.append(fact.battle or fact.side)


def _named(state: State, fact: TargetNamed) -> None:
    state.target = fact.battle


def _over(state: State, _fact: SegmentEnded) -> None:
    state.segment.over = True


def _draw_unit(sketch: Sketch, fact: UnitSetUp) -> None:
    sketch.places.pop(fact.unit, "")
    sketch.step("arrive", fact.unit, fact.to)


def _draw_leader(sketch: Sketch, fact: LeaderSetUp) -> None:
    sketch.places.pop(fact.leader, "")
    sketch.step("arrive", fact.leader, fact.to)


FACTS = (
    Told(PhaseBegan, ("3.3",), _phase),
    Told(UnitSetUp, ("16.1a",), _set_up, draws=_draw_unit),
    Told(LeaderSetUp, ("16.1a",), _leader, draws=_draw_leader),
    Told(SetUpEnded, ("16.1a",), _ready),
    Told(TargetNamed, ("20.3.2a",), _named),
    Told(SegmentEnded, ("3.3",), _over, aside=True),
    Told(PointsScored, ("17.1b",)),
    Told(GameEnded, ("17.2a",)),
)
