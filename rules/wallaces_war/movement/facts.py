"""Facts of movement, of every kind: marches, charges, advances, ways back. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason
from rules.wallaces_war.ids import Facing, HexId, LeaderId, Step, UnitId
from rules.wallaces_war.sketch import Sketch
from rules.wallaces_war.state import March, State

How = Literal[
    "march",
    "entry",
    "charge",
    "reaction",
    "extension",
    "impulse",
    "advance",
    "follow",
    "retreat",
    "withdrawal",
    "rebound",
]
FREE = ("turns before it moves", "turns to the enemy")  # 5.2b, 5.2d keys of turns that nothing was paid for
_TRACES = {"retreat": "retreat", "withdrawal": "retreat", "rebound": "retreat", "entry": "arrive", "charge": "charge"}


class UnitsMoved(Fact, frozen=True, kw_only=True):
    """7.1c One hex: a unit or a whole stack, with the leaders that go along (13.7a)."""

    units: tuple[UnitId, ...]  # top first
    to: HexId
    how: How
    cost: int = 0  # in halves of a point
    under: bool = False  # it goes to the bottom of the unit it joins (8.2l)
    leaders: tuple[LeaderId, ...] = ()


class LeaderMoved(Fact, frozen=True, kw_only=True):
    """7.1c A leader by himself."""

    leader: LeaderId
    to: HexId
    cost: int
    enters: bool = False  # 16.2.4e


class FacingChanged(Fact, frozen=True, kw_only=True):
    """5.2 A unit and whoever is stacked with it face another vertex."""

    units: tuple[UnitId, ...]
    facing: Facing
    why: Reason
    cost: int = 0


class StackReordered(Fact, frozen=True, kw_only=True):
    """8.2j, 8.2k The top unit goes to the bottom."""

    at: HexId
    units: tuple[UnitId, ...]  # as they lie now, top first
    why: Reason


class ZonesEntered(Fact, frozen=True, kw_only=True):
    """4.5a, D11 Enemy stacks whose zone is newly entered, counted against the chit."""

    stacks: tuple[HexId, ...]


class MoveEnded(Fact, frozen=True, kw_only=True):
    """6.2a, 11.2.2c The unit, stack or leader moves no more in this segment."""

    pieces: tuple[str, ...]
    why: Reason


class MarchPaused(Fact, frozen=True, kw_only=True):
    """13.4c Enemy leaders were in the hex just entered: the move waits until they are gone."""

    units: tuple[UnitId, ...]
    leaders: tuple[LeaderId, ...] = ()
    rest: tuple[Step, ...] = ()


class MarchResumed(Fact, frozen=True, kw_only=True):
    """13.4c The move goes on."""


class ChargeMarked(Fact, frozen=True, kw_only=True):
    """11.2.1a, 11.2.1c, 11.2.1d A Charge marker is laid on a unit, or taken off."""

    unit: UnitId
    on: bool
    why: Reason


def _moved(state: State, fact: UnitsMoved) -> None:
    for name in fact.units:
        unit = state.units[name]
        state.turn.starts.setdefault(name, unit.at)
        if unit.at in state.stacks:
            lift(state, name)
        unit.at = fact.to
    there = state.stacks.setdefault(fact.to, [])
    there[len(there) if fact.under else 0 : len(there) if fact.under else 0] = fact.units
    for leader in fact.leaders:
        place(state, leader, fact.to)
    if fact.how == "follow":
        state.turn.followed.extend(fact.units)
    if fact.how in ("march", "entry"):
        _pay(state, (*fact.units, *fact.leaders), fact.cost)
    if fact.how == "entry":
        entered = state.segment.entered_by
        entered[fact.to] = entered.get(fact.to, 0) + 1


def place(state: State, leader: LeaderId, to: HexId) -> None:
    """A leader stands in another hex."""
    found = state.leaders[leader]
    state.turn.starts.setdefault(leader, found.at)
    found.at = to


def lift(state: State, name: UnitId) -> None:
    """Off the stack it stands in."""
    at = state.units[name].at
    state.stacks[at].remove(name)
    if not state.stacks[at]:
        del state.stacks[at]


def _pay(state: State, pieces: tuple[str, ...], cost: int) -> None:
    spent = state.segment.spent
    for piece in pieces:
        spent[piece] = spent.get(piece, 0) + cost
    state.segment.is_moving = state.segment.is_moving or cost > 0


def _leader_moved(state: State, fact: LeaderMoved) -> None:
    place(state, fact.leader, fact.to)
    if fact.enters:
        state.segment.entered_by.setdefault(fact.to, 0)
    _pay(state, (fact.leader,), fact.cost)


def _turned(state: State, fact: FacingChanged) -> None:
    for name in fact.units:
        state.units[name].facing = fact.facing
    if fact.cost:
        _pay(state, fact.units, fact.cost)
    elif fact.why.key in FREE:
        state.segment.adjusted.extend(fact.units)


def _reordered(state: State, fact: StackReordered) -> None:
    state.stacks[fact.at] = list(fact.units)
    state.segment.adjusted.extend(fact.units)


def _entered(state: State, fact: ZonesEntered) -> None:
    state.turn.entered.extend(fact.stacks)


def _ended(state: State, fact: MoveEnded) -> None:
    state.segment.moved.extend(fact.pieces)


def _paused(state: State, fact: MarchPaused) -> None:
    state.march = March(units=fact.units, leaders=fact.leaders, rest=fact.rest)


def _resumed(state: State, _fact: MarchResumed) -> None:
    state.march = None


def _marked(state: State, fact: ChargeMarked) -> None:
    state.units[fact.unit].charge = fact.on


def _draw_moved(sketch: Sketch, fact: UnitsMoved) -> None:
    for piece in (*fact.units, *fact.leaders):
        sketch.step(_TRACES.get(fact.how, "move"), piece, fact.to)


FACTS = (
    Told(UnitsMoved, ("7.1c",), _moved, draws=_draw_moved),
    Told(LeaderMoved, ("7.1c",), _leader_moved, draws=lambda sketch, x: sketch.step("move", x.leader, x.to)),
    Told(FacingChanged, ("5.2a",), _turned),
    Told(StackReordered, ("8.2j",), _reordered),
    Told(ZonesEntered, ("4.5a",), _entered, aside=True),
    Told(MoveEnded, ("6.2a",), _ended),
    Told(MarchPaused, ("13.4c",), _paused, aside=True),
    Told(MarchResumed, ("13.4c",), _resumed, aside=True),
    Told(ChargeMarked, ("11.2.1a",), _marked),
)
