"""5.3.1, 10.10, 11.8 How a leader is lost."""

from __future__ import annotations

from collections.abc import Collection

from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.ids import HexId, LeaderId
from rules.musket_and_pike.leaders.facts import LeaderRemoved, LeaderTested
from rules.musket_and_pike.leaders.placing import succeed
from rules.musket_and_pike.position import d10, has_enemy, is_operational, leaders_at
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State

MELEE = "11.8"


def risk(play: Play[State], leader: LeaderId, cause: Reason) -> None:
    """T4 One die: he is unhurt, or removed."""
    state = play.state
    die = d10(play, Reason("leader at risk", cause.cite, (leader,)), state.leaders[leader].side)
    falls = die in state.charts.leader_casualty.removed_on
    play.record(LeaderTested(leader=leader, die=die, falls=falls, cause=cause))
    if falls:
        remove(play, leader, cause)


def remove(play: Play[State], leader: LeaderId, why: Reason, *, pursued: bool = False) -> None:
    """5.3.1, D86 Off the map, his fate still to be rolled for; read as b, the army has another head at once."""
    slain = why.cite == MELEE and reading(play.state, "D71") == "b"
    play.record(LeaderRemoved(leader=leader, why=why, pursued=pursued, slain=slain))
    side = play.state.leaders[leader].side
    if play.state.commanders.get(side) == leader and reading(play.state, "D86") == "b":
        succeed(play, side)


def orphaned(play: Play[State], hexes: Collection[HexId], side: Side) -> None:
    """5.3.1 The units stacked with a leader in these hexes are gone: so is he."""
    for hex in hexes:
        for leader in leaders_at(play.state, hex, side):
            if not _has_friend(play.state, hex, side):
                remove(play, leader, Reason("his units are lost", "5.3.1"))


def overrun(play: Play[State], hexes: Collection[HexId], side: Side) -> None:
    """5.3.1 A unit of this side occupies hexes in which enemy leaders stand alone."""
    for hex in hexes:
        for leader in leaders_at(play.state, hex):
            if play.state.leaders[leader].side != side and not has_enemy(play.state, hex, side):
                remove(play, leader, Reason("his hex is taken", "5.3.1"))


def _has_friend(state: State, hex: HexId, side: Side) -> bool:
    units = (state.units[name] for name in state.stacks.get(hex, ()))
    return any(unit.side == side and is_operational(unit) for unit in units)
