"""BP.foll, BP.ral Follow me, and rally: a commander's last order of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.black_powder.command.asks import FollowMe, Rally, Stated
from rules.black_powder.command.orders import attempt, commander_bar, unit_bar
from rules.black_powder.command.rating import distance_to
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.position import is_broken, is_engaged, on_table, standing_commanders
from rules.black_powder.rulings import reading
from rules.black_powder.state import ORDERS, State
from rules.black_powder.tables import TWELVE
from rules.black_powder.units.measuring import is_in_reach

LEAST_CASUALTIES = 2  # BP.ral.1 (D9)


def bar(state: State, side: Side, commander: CommanderId, name: UnitId, rule: str) -> IllegalOrder | None:
    """BP.foll.1, BP.ral.1 One unit of his, within 12 inches, that has had no order."""
    refused = commander_bar(state, side, commander) or unit_bar(state, side, commander, name)
    if refused:
        return refused
    away = distance_to(state, commander, name)
    return None if is_in_reach(state, away, TWELVE) else IllegalOrder("beyond 12 inches", rule, commander, name, away)


def follow_bar(state: State, side: Side, commander: CommanderId, name: UnitId) -> IllegalOrder | None:
    refused = bar(state, side, commander, name, "BP.foll.1")
    return refused or (IllegalOrder("engaged", "BP.hth.2", name) if is_engaged(state, name) else None)


def rally_bar(state: State, side: Side, commander: CommanderId, name: UnitId) -> IllegalOrder | None:
    """BP.ral.1, BP.ral.4, BP.vic.8 (D8) With two casualties or more; whether or not it is engaged."""
    own = on_table(state, side).get(name)
    if own and is_broken(state, own):
        return IllegalOrder("brigade broken", "BP.vic.8", name)
    refused = bar(state, side, commander, name, "BP.ral.1")
    if refused:
        return refused
    casualties = state.units[name].casualties
    if casualties < LEAST_CASUALTIES:
        return IllegalOrder("too few casualties", "BP.ral.1", name, casualties, LEAST_CASUALTIES)
    if reading(state, "D8") == "B" and is_engaged(state, name):
        return IllegalOrder("engaged", "BP.ral.1", name)
    return None


def decide_follow(play: Play[State], order: FollowMe) -> None:
    """BP.foll.1, BP.foll.2, BP.foll.4"""
    heed(follow_bar(play.state, play.by, order.commander, order.unit))
    attempt(play, "follow me", order.commander, (order.unit,), Stated())


def decide_rally(play: Play[State], order: Rally) -> None:
    """BP.ral.1, BP.ral.2, BP.shk.2"""
    heed(rally_bar(play.state, play.by, order.commander, order.unit))
    attempt(play, "rally", order.commander, (order.unit,), Stated())


def choices(state: State) -> Iterator[Choice]:
    side = state.core.active
    if state.core.phase != ORDERS:
        return
    for commander in standing_commanders(state, side):
        if commander_bar(state, side, commander):
            continue
        for name in on_table(state, side):
            if follow_bar(state, side, commander, name) is None:
                yield Choice(side, FollowMe(commander=commander, unit=name))
            if rally_bar(state, side, commander, name) is None:
                yield Choice(side, Rally(commander=commander, unit=name))
