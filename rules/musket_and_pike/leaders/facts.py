"""Facts of leaders: what they do, how they fall, who takes their place. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import HexId, LeaderId, WingId
from rules.musket_and_pike.sketch import Sketch
from rules.musket_and_pike.state import Leader, State

Deed = Literal["move", "influence", "reform", "rally", "change", "preempt", "continue"]


class LeaderActed(Fact, frozen=True, kw_only=True):
    """5.1.2, 5.2.2 What a leader has done with his one action of this activation."""

    leader: LeaderId
    what: Deed


class LeaderMoved(Fact, frozen=True, kw_only=True):
    """5.1.2, 5.2.2 One hex by himself, or with a unit that he goes along with; empty: off the map."""

    leader: LeaderId
    to: HexId
    cost: int = 0


class LeaderTested(Fact, frozen=True, kw_only=True):
    """10.10, 11.8 The die that may cost a leader."""

    leader: LeaderId
    die: int
    falls: bool
    cause: Reason


class LeaderRemoved(Fact, frozen=True, kw_only=True):
    """5.3.1 He is off the map until his fate is rolled for."""

    leader: LeaderId
    why: Reason
    pursued: bool = False  # 11.7.3 with horse that rode off the map
    slain: bool = False  # D71 b nothing is rolled for him


class FateRolled(Fact, frozen=True, kw_only=True):
    """5.3.3"""

    leader: LeaderId
    die: int | None  # None: nothing was rolled (D71 b)
    fate: Literal["returns", "returns_next_turn", "eliminated"]


class LeaderReplaced(Fact, frozen=True, kw_only=True):
    """5.3.3, 5.3.5 Another has the Wing, or the army; `rating` of a new man."""

    side: Side
    wing: WingId  # empty: the army
    leader: LeaderId  # empty: nobody takes it
    name: str = ""
    rating: int | None = None  # of a new man; None: he has his own already


class LeaderPlaced(Fact, frozen=True, kw_only=True):
    """5.2.2, 5.3.4 A leader stands with a unit, in this hex."""

    leader: LeaderId
    at: HexId


class LeaderLeft(Fact, frozen=True, kw_only=True):
    """5.3.4 No unit of his Wing is left: he does not come back, and is no loss."""

    leader: LeaderId


def _acted(state: State, fact: LeaderActed) -> None:
    state.activation.led[fact.leader] = fact.what


def _moved(state: State, fact: LeaderMoved) -> None:
    state.leaders[fact.leader].at = fact.to


def _removed(state: State, fact: LeaderRemoved) -> None:
    leader = state.leaders[fact.leader]
    leader.at, leader.fate, leader.pursued, leader.slain = "", "removed", fact.pursued, fact.slain
    state.turn.removed.append(fact.leader)


def _fate(state: State, fact: FateRolled) -> None:
    leader = state.leaders[fact.leader]
    leader.fate = {"returns": "", "returns_next_turn": "away", "eliminated": "eliminated"}[fact.fate]  # type: ignore[assignment]
    if fact.leader in state.turn.removed:
        state.turn.removed.remove(fact.leader)
    if fact.fate == "returns_next_turn":
        state.returning[fact.leader] = state.core.turn + 1


def _replaced(state: State, fact: LeaderReplaced) -> None:
    if fact.rating is not None:
        state.leaders[fact.leader] = Leader(
            side=fact.side, wing=fact.wing, name=fact.name, rating=fact.rating, generic=True
        )
    if fact.wing:
        _stand_down(state, state.wings[fact.wing].commander, fact.leader)
        state.wings[fact.wing].commander, state.leaders[fact.leader].wing = fact.leader, fact.wing
    else:
        state.commanders[fact.side] = fact.leader
        if fact.leader:
            state.leaders[fact.leader].wing = ""


def _stand_down(state: State, old: LeaderId, new: LeaderId) -> None:
    """5.3.4 A generic leader who held the post meanwhile goes."""
    man = state.leaders.get(old)
    if man and man.generic and old != new:
        man.at, man.fate = "", "removed"


def _placed(state: State, fact: LeaderPlaced) -> None:
    leader = state.leaders[fact.leader]
    leader.at, leader.fate = fact.at, ""
    state.returning.pop(fact.leader, None)


def _left(state: State, fact: LeaderLeft) -> None:
    state.returning.pop(fact.leader, None)
    if fact.leader in state.turn.removed:
        state.turn.removed.remove(fact.leader)


def _draw_move(sketch: Sketch, fact: LeaderMoved) -> None:
    if fact.to:
        sketch.step("move", fact.leader, fact.to)


def _draw_placed(sketch: Sketch, fact: LeaderPlaced) -> None:
    sketch.places.pop(fact.leader, "")
    sketch.step("arrive", fact.leader, fact.at)


FACTS = (
    Told(LeaderActed, ("5.1.2", "5.2.2"), _acted, aside=True),
    Told(LeaderMoved, ("5.2.2",), _moved, draws=_draw_move),
    Told(LeaderTested, ("10.10", "11.8")),
    Told(LeaderRemoved, ("5.3.1",), _removed, draws=lambda sketch, x: sketch.gone(x.leader, x.why)),
    Told(FateRolled, ("5.3.3",), _fate),
    Told(LeaderReplaced, ("5.3.3",), _replaced),
    Told(LeaderPlaced, ("5.3.4",), _placed, draws=_draw_placed),
    Told(LeaderLeft, ("5.3.4",), _left),
)
