"""5.2.2, 5.3.3 to 5.3.5 Leaders who come back, who are replaced, and where they are put."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import LeaderId, UnitId, WingId
from rules.musket_and_pike.leaders.asks import AwaitLeader, PlaceLeader
from rules.musket_and_pike.leaders.facts import (
    FACTS,
    FateRolled,
    LeaderLeft,
    LeaderMoved,
    LeaderPlaced,
    LeaderReplaced,
)
from rules.musket_and_pike.position import d10, head, is_operational
from rules.musket_and_pike.sheets.chart_lines import Fate
from rules.musket_and_pike.state import State


def posts(state: State, frame: AwaitLeader) -> Iterator[UnitId]:
    """5.3.4 The units he may be put with: of his Wing; an Army Commander any of his side."""
    leader = state.leaders[frame.leader]
    for name, unit in state.units.items():
        is_his = unit.side == leader.side and (frame.anywhere or unit.wing == leader.wing)
        if is_his and unit.hexes and is_operational(unit) and head(state, name) == name:
            yield name


def place(play: Play[State], leader: LeaderId) -> bool:
    """5.3.4 He is put with a unit; False if none is left."""
    man = play.state.leaders[leader]
    frame = AwaitLeader(side=man.side, leader=leader, anywhere=not man.wing)
    if not any(True for _ in posts(play.state, frame)):
        return False
    play.open(frame)
    return True


def displace(play: Play[State], leader: LeaderId) -> None:
    """5.2.2 The unit he went along with has left the map: he joins another at once."""
    play.record(LeaderMoved(leader=leader, to=""))
    if not place(play, leader):
        play.record(LeaderLeft(leader=leader))


def unit_bar(state: State, order: PlaceLeader, frame: AwaitLeader) -> IllegalOrder | None:
    if order.leader != frame.leader:
        return IllegalOrder("another is to be placed", "5.3.4", frame.leader)
    if order.unit not in posts(state, frame):
        return IllegalOrder("with a unit of his Wing", "5.3.4", order.leader, order.unit)
    if order.right and len(state.units[order.unit].hexes) == 1:
        return IllegalOrder("one hex only", "5.4.2", order.unit)
    return None


def decide_place(play: Play[State], order: PlaceLeader, frame: AwaitLeader) -> None:
    """5.3.4, 5.4.2 In one hex of a two-hex unit."""
    heed(unit_bar(play.state, order, frame))
    play.close()
    hexes = play.state.units[order.unit].hexes
    play.record(LeaderPlaced(leader=order.leader, at=hexes[-1 if order.right else 0]))


def choices(state: State, frame: AwaitLeader) -> Iterator[Choice]:
    for name in posts(state, frame):
        yield Choice(frame.side, PlaceLeader(leader=frame.leader, unit=name))
        if len(state.units[name].hexes) > 1:
            yield Choice(frame.side, PlaceLeader(leader=frame.leader, unit=name, right=True))


# 5.3.3 Fates at the end of a turn


def has_units(state: State, leader: LeaderId) -> bool:
    """5.3.3 Whether there is anybody left for him to lead."""
    man = state.leaders[leader]
    return any(
        unit.side == man.side and bool(unit.hexes) and is_operational(unit) and man.wing in ("", unit.wing)
        for unit in state.units.values()
    )


def fate_of(play: Play[State], leader: LeaderId) -> None:
    """5.3.3, 5.3.4, T5 One die for a leader removed this turn."""
    state = play.state
    if not has_units(state, leader) or _is_relieved(state, leader):
        play.record(LeaderLeft(leader=leader))
        return
    man = state.leaders[leader]
    die, fate = _fate(play, leader)
    is_chief = state.commanders.get(man.side) == leader
    play.record(FateRolled(leader=leader, die=die, fate=fate))
    if fate == "returns":
        _take_back(play, leader)
        place(play, leader)
    elif is_chief and fate == "eliminated":
        succeed(play, man.side)
    elif man.wing and state.wings[man.wing].commander == leader:
        replace(play, man.side, man.wing)


def _is_relieved(state: State, leader: LeaderId) -> bool:
    """5.3.4 A generic leader who held the Wing of another until he came back."""
    man = state.leaders[leader]
    return man.generic and bool(man.wing) and state.wings[man.wing].commander != leader


def _fate(play: Play[State], leader: LeaderId) -> tuple[int | None, Fate]:
    """T5, D71 b Who fell in melee is lost without a die."""
    man = play.state.leaders[leader]
    if man.slain:
        return None, "eliminated"
    die = d10(play, Reason("fate of a leader", "5.3.3", (leader,)), man.side)
    rows = play.state.charts.leader_replacement.rows
    return die, next(row.fate for row in rows if row.low <= die <= row.high)


def replace(play: Play[State], side: Side, wing: WingId) -> None:
    """5.3.3 A generic leader takes the Wing."""
    state = play.state
    number = sum(1 for one in state.leaders.values() if one.generic) + 1
    name = f"replacement-{number}"
    rating = state.charts.leaders.generic_rating
    play.record(LeaderReplaced(side=side, wing=wing, leader=name, name=f"Replacement {number}", rating=rating))
    if not place(play, name):
        play.record(LeaderLeft(leader=name))


def succeed(play: Play[State], side: Side) -> None:
    """5.3.5, D86 The senior Wing Commander takes the army, and a generic leader his Wing."""
    state = play.state
    senior = state.engagement.seniors.get(side, "")
    man = state.leaders.get(senior)
    if man is None or man.fate or not man.at:
        play.record(LeaderReplaced(side=side, wing="", leader=""))
        return
    wing = man.wing
    play.record(LeaderReplaced(side=side, wing="", leader=senior))
    if wing:
        replace(play, side, wing)


def back(play: Play[State], leader: LeaderId) -> None:
    """5.3.4 He comes back to his Wing, and whoever held it meanwhile goes."""
    if not has_units(play.state, leader):
        play.record(LeaderLeft(leader=leader))
        return
    _take_back(play, leader)
    place(play, leader)


def _take_back(play: Play[State], leader: LeaderId) -> None:
    """5.3.4, D86 b What was his is his again; whoever took the army for him has his own Wing again."""
    state = play.state
    man = state.leaders[leader]
    if man.wing and state.wings[man.wing].commander != leader:
        play.record(LeaderReplaced(side=man.side, wing=man.wing, leader=leader))
    held_by = state.commanders.get(man.side, "")
    if not man.wing and held_by != leader:
        play.record(LeaderReplaced(side=man.side, wing="", leader=leader))
        home = next((row.id for row in state.engagement.wings if row.commander == held_by), "")
        if home:
            play.record(LeaderReplaced(side=man.side, wing=home, leader=held_by))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(Asked(PlaceLeader(leader="prince-rupert-leader", unit="prince-maurice"), cite="5.3.4"),),
    questions=(Question(AwaitLeader, {PlaceLeader: decide_place}, choices, cites=("5.3.4",)),),
)
