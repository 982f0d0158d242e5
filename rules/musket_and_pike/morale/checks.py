"""12.2 Morale checks: what modifies them, and the die against morale as it is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason, total
from rules.musket_and_pike.ids import LeaderId, UnitId
from rules.musket_and_pike.morale.facts import MoraleTested
from rules.musket_and_pike.position import TEN, best_leader, head, leaders_with, morale
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State

MOST: Final = 3  # 10.6.5


def helper(state: State, unit: UnitId) -> LeaderId:
    """12.2, D72 The one leader whose rating counts: the best friendly one in the hex, or of those over it."""
    there = leaders_with(state, unit)
    if reading(state, "D72") == "b":
        mine = state.units[unit]
        over = (state.wings[mine.wing].commander, state.commanders.get(mine.side, ""))
        there = [leader for leader in there if leader in over]
    return best_leader(state, there)


def modifiers(state: State, unit: UnitId, causes: Sequence[Reason]) -> Iterator[Modifier]:
    """12.2 A leader with it; 10.6.5 +1 for each check beyond the first, 3 at most."""
    leader = helper(state, unit)
    if leader and state.leaders[leader].rating:
        yield Modifier(state.leaders[leader].rating, "leader with it", "12.2", (leader,))
    if len(causes) > 1:
        yield Modifier(min(MOST, len(causes) - 1), "several checks", "10.6.5", (len(causes),))


def roll(play: Play[State], unit: UnitId, causes: Sequence[Reason]) -> bool:
    """12.2, 12.4.1, 12.4.2 Whether it passes; 12.4.5 of horse with light infantry the horse's morale counts."""
    state = play.state
    tested = head(state, unit)
    mine = state.units[tested]
    modified, level = tuple(modifiers(state, tested, causes)), morale(mine)
    why = Reason("morale check", "12.2", (tested,))
    needs = level - total(modified)
    die = play.roll(1, TEN, why, mine.side, alike=lambda thrown: thrown.total % TEN <= needs).total % TEN
    passed = die <= needs
    play.record(
        MoraleTested(
            unit=tested, causes=tuple(causes), morale=level, die=die, modifiers=modified, passed=passed
        )
    )  # fmt: skip
    return passed
