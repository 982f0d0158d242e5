"""13.4 to 13.6 Leaders at risk: the roll, the successor, and the shock to their men."""

from __future__ import annotations

from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.losses.facts import LeaderFell, LeaderTested
from rules.wallaces_war.losses.morale import Due
from rules.wallaces_war.position import leaders_at
from rules.wallaces_war.rulings import is_on, reading
from rules.wallaces_war.state import State


def risk(play: Play[State], at: HexId, side: Side, most: int = tables.NO_LIMIT) -> list[list[Due]]:
    """13.4a A step was lost in this hex: a die for each leader there, until so many have fallen (D90 B).

    For each who falls, the tests that it brings on.
    """
    falls: list[list[Due]] = []
    needs = tables.LEADER_FALLS_OPTION if is_on(play.state, "leader_loss_on_10") else tables.LEADER_FALLS
    for name in leaders_at(play.state, at, side):
        if len(falls) == most:
            break
        successor = play.state.leaders[name].replaced
        why = Reason("successor at risk" if successor else "leader at risk", "13.4a", (name,))
        die = play.roll(1, 10, why, side, alike=lambda roll: roll.total >= needs).total
        play.record(LeaderTested(leader=name, die=die, needs=needs, fell=die >= needs, successor=successor))
        if die >= needs:
            falls.append(fall(play, name, captured=False))
    return falls


def fall(play: Play[State], name: LeaderId, *, captured: bool) -> list[Due]:
    """13.5a, 13.6a He is replaced at once, and his men near him test; the whole army near him if he led it.

    D68 An heir stays where he is, or under B comes where the successor would have stood.
    """
    state, leader = play.state, play.state.leaders[name]
    at, commanded = leader.at, state.commanders.get(leader.side) == name
    shocked = shaken_by(state, name)
    lapses = commanded and reading(state, "D65") == "B"
    heir = heir_of(state, name)
    moves = bool(heir) and reading(state, "D68") == "B"
    play.record(
        LeaderFell(
            leader=name, at=at, captured=captured, heir=heir, supersedes=moves, post_lapses=lapses,
            successor=leader.replaced,
        )
    )  # fmt: skip
    return [Due(unit, Reason("leader lost", "13.6a", (name,))) for unit in shocked]


def heir_of(state: State, name: LeaderId) -> LeaderId:
    """16.2.3c, 16.2.4b The leader without a Battle takes over that of the first of his side to fall."""
    roving, fallen = state.engagement.roving, state.leaders[name]
    heir = state.leaders.get(roving)
    if heir is None or name == roving or heir.battle or heir.side != fallen.side or heir.at not in state.ground.at:
        return ""
    return roving


def shaken_by(state: State, name: LeaderId) -> list[UnitId]:
    """13.6a, D64 Who tests when a leader is lost."""
    leader = state.leaders[name]
    commands = state.commanders.get(leader.side) == name
    reach = tables.SHOCK if commands or reading(state, "D64") == "A" else tables.SHOCK - 1
    return [
        unit
        for unit, one in state.units.items()
        if one.at in state.stacks
        and one.side == leader.side
        and (commands or one.battle == leader.battle)
        and state.ground.distance(one.at, leader.at) <= reach
    ]
