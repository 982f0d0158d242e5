"""11.2.4, 11.2.5 The shock of a charge: a shaken target, or one hit in flank or rear, tests before the melee."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.losses.morale import Due, settle, take
from rules.wallaces_war.melee.advance import advancers
from rules.wallaces_war.melee.asks import AwaitAdvance
from rules.wallaces_war.melee.state import Attack
from rules.wallaces_war.position import side_at, top_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State
from rules.wallaces_war.zones import aspect


def routs(play: Play[State], attack: Attack) -> bool:
    """11.2.4a, 11.2.5a, D57 The test of the target, if one is due; whether it has left its hex empty.

    A unit tests once a segment; under B it tests for every charge.
    """
    state, side = play.state, side_at(play.state, attack.target)
    due = list(dues(state, attack))[:1]
    if due and reading(state, "D57") == "B":
        settle(play, take(play, due[0]))
    else:
        settle(play, due)
    return side_at(state, attack.target) != side


def dues(state: State, attack: Attack) -> Iterator[Due]:
    """11.2.4a, 11.2.5a Why the top unit of the target must test; one test for both (11.2.5b)."""
    at = attack.target
    unit = state.stacks[at][0]
    if top_of(state, at).shaken:
        yield Due(unit, Reason("charged while shaken", "11.2.4a", attack.units[:1]))
    if aspect(state, at, attack.at) != "front":
        yield Due(unit, Reason("charged in flank or rear", "11.2.5a", attack.units[:1]))


def follow_up(play: Play[State], attack: Attack) -> None:
    """11.2.4a Who has put them to flight enters their hex at once, if the ground lets him."""
    units = advancers(play.state, attack)
    if units:
        side = play.state.units[units[0]].side
        play.open(AwaitAdvance(side=side, to=attack.target, units=units[:1], must=True))
