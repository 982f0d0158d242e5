"""4.2 Chits as numbers: what lies in the pool, what a side may still take, and every way to make up a sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.kernel.facts import Side
from rules.wallaces_war import tables
from rules.wallaces_war.command.asks import Four
from rules.wallaces_war.ids import BattleId
from rules.wallaces_war.position import level_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.sheets.engagement import Reinforcement
from rules.wallaces_war.state import EMPTY, ZERO, State

NONE: Four = (0, 0, 0, 0)


def points(chits: Iterable[int]) -> int:
    """4.2b The sum of their values."""
    return sum(value * count for value, count in zip(tables.VALUES, chits, strict=True))


def counted(values: Iterable[int]) -> Four:
    """Values as numbers of each: the ones, twos, threes and fours among them."""
    found = [0, 0, 0, 0]
    for value in values:
        if value > ZERO:
            found[value - 1] += 1
    return _four(found)


def plus(one: Four, other: Four, sign: int = 1) -> Four:
    return _four([a + sign * b for a, b in zip(one, other, strict=True)])


def _four(counts: list[int]) -> Four:
    ones, twos, threes, fours = counts
    return (ones, twos, threes, fours)


def stock(state: State, *promised: Four) -> Four:
    """4.2d, 4.3d Chits that nobody holds or is to get: each value by itself, or on two-sided counters (D4)."""
    used = counted(value for battle in state.battles.values() for value in battle.track)
    for held in (counted(state.chits.gained.values()), *state.chits.held.values(), *promised):
        used = plus(used, held)
    whole = [state.charts.pool[str(value)] for value in tables.VALUES]
    if reading(state, "D4") == "A":
        return _four([max(all - out, 0) for all, out in zip(whole, used, strict=True)])
    return (*_two_sided(used[0], used[1], whole[1]), *_two_sided(used[2], used[3], whole[3]))


def _two_sided(low: int, high: int, counters: int) -> tuple[int, int]:
    """D4 B Each counter shows the higher value or the lower; three more have the lower one alone."""
    turned = max(low - tables.SINGLE_SIDED, 0)
    return max(counters + tables.SINGLE_SIDED - low - high, 0), max(counters - high - turned, 0)


def tracks(state: State, side: Side) -> list[BattleId]:
    """4.2b, 16.2.4c, 20.3.6a The Battles for which chits are taken now: those that set up, or those to come."""
    wanted = not state.chits.reserve
    return [name for name, battle in state.battles.items() if battle.side == side and battle.arrived == wanted]


def reserve_of(state: State, side: Side) -> Reinforcement | None:
    """16.2.4, 20.3.6 The Battle of a side that comes later."""
    return next((due for due in state.engagement.reinforcements if due.side == side), None)


def grant(state: State, side: Side) -> int:
    """4.2a, 16.2.4c, 20.3.6a The command points of a side, or those of its reinforcement."""
    if not state.chits.reserve:
        return state.engagement.camps[side].points
    due = reserve_of(state, side)
    return due.points if due else 0


def taken(state: State, side: Side) -> Four:
    """What it has by now; chits for a reinforcement lie on its track at once, where nothing is to be chosen."""
    if state.chits.reserve:
        return counted(value for name in tracks(state, side) for value in state.battles[name].track)
    return state.chits.held.get(side, NONE)


def owed(state: State, side: Side) -> int:
    """4.2e Points it lacks."""
    return grant(state, side) - points(taken(state, side))


def boxes(state: State, side: Side) -> int:
    """4.2b Boxes of its tracks that can still be filled."""
    return sum(len(state.battles[name].track) for name in tracks(state, side)) - sum(taken(state, side))


def fours_at(state: State, battle: BattleId) -> int:
    """13.2a to 13.2c How many 4 chits the track may hold at the start, as its leader is."""
    room = len(state.battles[battle].track)
    return min(room, tables.FOURS_AT_START.get(level_of(state, battle), room))


def fours(state: State, side: Side) -> int:
    """4.2c How many 4 chits it may still take."""
    most = sum(fours_at(state, name) for name in tracks(state, side))
    return max(most - taken(state, side)[tables.FOUR - 1], 0)


def sums(total: int, held: Four, room: int) -> Iterator[Four]:
    """4.2b Every way to make up a sum with at most so many chits of each value, and so many in all."""
    for four in range(min(held[3], total // 4, room) + 1):
        for three in range(min(held[2], (total - 4 * four) // 3, room - four) + 1):
            rest = total - 4 * four - 3 * three
            for two in range(min(held[1], rest // 2, room - four - three) + 1):
                one = rest - 2 * two
                if one <= held[0] and one + two + three + four <= room:
                    yield (one, two, three, four)


def highest(total: int, held: Four, room: int) -> int:
    """D3 A The highest sum not above this that can be made up."""
    return next((some for some in range(total, 0, -1) if any(sums(some, held, room))), 0)


def lay(track: list[int], values: Iterable[int]) -> list[int]:
    """4.2f, 4.2g A track with these chits in its first boxes that hold a zero."""
    waiting = list(values)
    return [waiting.pop(0) if box == ZERO and waiting else box for box in track]


def values_of(chits: Four) -> tuple[int, ...]:
    """The chits one by one, the highest first."""
    return tuple(value for value in reversed(tables.VALUES) for _ in range(chits[value - 1]))


def emptied(track: list[int], value: int) -> list[int]:
    """4.3d, 4.3e A track without one chit, or zero, of this value."""
    at = track.index(value)
    return [*track[:at], EMPTY, *track[at + 1 :]]
