"""14 Morale tests, and the tests they bring on in turn: a queue, never a recursion."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Modifier, Reason, total
from rules.wallaces_war import tables
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses import removal
from rules.wallaces_war.losses.facts import BerserkEnded, MoraleTested, UnitShaken
from rules.wallaces_war.position import is_on_map, leaders_with, lowered, morale, side_at, values
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State


class Due(NamedTuple):
    """A test to be taken, and why; `extra` modifies its die."""

    unit: UnitId
    why: Reason
    extra: tuple[Modifier, ...] = ()


def settle(play: Play[State], due: Iterable[Due]) -> None:
    """14.2c, 14.3a, 14.5a These tests, each unit for itself, and all that follow, in the order in which they fall due.

    A unit tests once a segment; causes of one instant give one die with all that modifies it (D71).
    """
    waiting = deque(_at_once(play.state, due))
    while waiting:
        one = waiting.popleft()
        if is_on_map(play.state, one.unit) and one.unit not in play.state.segment.tested:
            waiting.extend(_at_once(play.state, take(play, one)))


def _at_once(state: State, due: Iterable[Due]) -> list[Due]:
    """14.3a One test for a unit with several causes at the same instant."""
    found: dict[UnitId, Due] = {}
    for one in due:
        found[one.unit] = _both(state, found[one.unit], one) if one.unit in found else one
    return list(found.values())


def _both(state: State, one: Due, other: Due) -> Due:
    """D71 Every modifier that either gives, each once; or the cause that suits the owner best."""
    if reading(state, "D71") == "B":
        return min(one, other, key=lambda due: total(due.extra))
    return one._replace(extra=tuple(dict.fromkeys(one.extra + other.extra)))


def take(play: Play[State], due: Due) -> list[Due]:
    """14.2a One test; what it leads to is returned."""
    return [] if passes(play, due) else fail(play, due.unit, due.why)


def passes(play: Play[State], due: Due) -> bool:
    """14.2a, 14.2b The die against the level."""
    state, unit = play.state, play.state.units[due.unit]
    modifiers = (*due.extra, *leader_bonus(state, due.unit))
    level = morale(state, unit)
    needs = level - total(modifiers)
    die = play.roll(1, 10, Reason("morale test", "14.2a", (due.unit,)), unit.side, alike=at_most(needs)).total
    play.record(
        MoraleTested(
            unit=due.unit,
            why=due.why,
            printed=values(unit).morale,
            lowered=lowered(state, unit),
            level=level,
            die=die,
            modifiers=modifiers,
            passed=die <= needs,
        )
    )
    return die <= needs


def leader_bonus(state: State, unit: UnitId) -> tuple[Modifier, ...]:
    """14.2a The leader of its Battle, or of its army, with it counts once."""
    return (tables.LEADER_WITH_IT,) if any(leaders_with(state, state.units[unit])) else ()


def fail(play: Play[State], unit: UnitId, why: Reason) -> list[Due]:
    """14.2a One level down: shaken, or routed."""
    return rout(play, unit, why) if play.state.units[unit].shaken else shake(play, unit, why)


def shake(play: Play[State], unit: UnitId, why: Reason) -> list[Due]:
    """14.2d A unit in good order stacked with one that is shaken tests; 12.5h rage ends."""
    state = play.state
    if state.units[unit].berserk:
        play.record(BerserkEnded(unit=unit, why=Reason("shaken in its rage", "12.5h")))
    play.record(UnitShaken(unit=unit, why=why))
    return [
        Due(other, Reason("fellow shaken", "14.2d", (unit,)))
        for other in state.stacks.get(state.units[unit].at, ())
        if other != unit and (not state.units[other].shaken or reading(state, "D70") == "B")
    ]


def rout(play: Play[State], unit: UnitId, why: Reason) -> list[Due]:
    """14.5a It runs; friends in its hex and beside it test, one stacked with it at a disadvantage (D69)."""
    state, at = play.state, play.state.units[unit].at
    side = state.units[unit].side
    removal.remove(play, unit, "routed", why)
    return list(_witnesses(state, unit, at, side))


def _witnesses(state: State, unit: UnitId, at: HexId, side: str) -> Iterator[Due]:
    why = Reason("friend routed", "14.5a", (unit,))
    for other in state.stacks.get(at, ()):
        yield Due(other, why, (tables.FRIEND_ROUTED,))
    extra = (tables.FRIEND_ROUTED,) if reading(state, "D69") == "B" else ()
    for near in state.ground.near(at):
        if side_at(state, near) == side:
            for other in state.stacks[near]:
                yield Due(other, why, extra)
