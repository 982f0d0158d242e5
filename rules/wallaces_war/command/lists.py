"""4.2a to 4.2e, 16.2.4c, 20.3.6a The taking of chits: sealed lists, scarce values shared, the last short side."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel import sealed
from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.command import pool
from rules.wallaces_war.command.asks import Four, ListChits, TopUp
from rules.wallaces_war.command.facts import ChitsListed, ChitsRevealed, ChitsTaken, ReservesCalled
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import LISTS, PLACING, TOP_UP, State, enemy_of
from rules.wallaces_war.turn.phases import begin


def choosers(state: State) -> tuple[Side, ...]:
    """4.2a, 20.3.5a Who lists in this round; a side whose chits the scenario fixes does not."""
    return tuple(side for side in state.core.sides if not forced(state, side) and pool.owed(state, side) > 0)


def forced(state: State, side: Side) -> Four | None:
    """20.3.5a Chits that a side must take, whatever its leaders may hold."""
    fixed = state.engagement.camps[side].forced
    if not fixed or state.chits.reserve:
        return None
    ones, twos, threes, fours = (fixed.get(str(value), 0) for value in tables.VALUES)
    return (ones, twos, threes, fours)


def waiting(state: State) -> tuple[Side, ...]:
    """4.2a Lists may come in any order."""
    return sealed.waiting(choosers(state), state.chits.listed)


def limits(state: State, side: Side) -> tuple[int, Four, int]:
    """4.2b, 4.2c, 4.2e The sum a list must come to, how many of each value it may name, and how many in all.

    A first list may ask for more than there is (4.2d shares); a later one only for what is left, up to the highest
    sum that can still be made up (D3).
    """
    room = pool.boxes(state, side)
    left = (room, room, room, room) if state.chits.round == 1 else pool.stock(state)
    most: Four = (*left[:3], min(left[3], pool.fours(state, side)))
    return pool.highest(pool.owed(state, side), most, room), most, room


def list_bar(state: State, side: Side, chits: Four) -> IllegalOrder | None:
    """4.2b, 4.2c, 4.2e Why a list is not legal; nothing of the other side's is looked at."""
    total, most, room = limits(state, side)
    if pool.points(chits) != total:
        return IllegalOrder("list has another sum", "4.2b", pool.points(chits), total)
    if sum(chits) > room:
        return IllegalOrder("more chits than boxes", "4.2b", sum(chits), room)
    if chits[3] > pool.fours(state, side):
        return IllegalOrder("more 4 chits than leaders hold", "4.2c", chits[3], pool.fours(state, side))
    short = next((value for value in tables.VALUES if chits[value - 1] > most[value - 1]), 0)
    return IllegalOrder("not so many left", "4.2e", short, most[short - 1]) if short else None


def decide_list(play: Play[State], order: ListChits) -> None:
    """4.2a Unseen by the other side until both are in."""
    chits = (order.ones, order.twos, order.threes, order.fours)
    heed(list_bar(play.state, play.by, chits))
    play.record(ChitsListed(side=play.by, chits=chits))


def reveal(play: Play[State]) -> None:
    """4.2d Both lists together; what they ask for beyond the pool is shared, the highest value first."""
    state = play.state
    lists = dict(state.chits.listed)
    play.record(ChitsRevealed(lists=lists))
    for side in state.core.sides:
        fixed = forced(state, side)
        if fixed and side not in state.chits.held:
            _take(play, side, fixed, Reason("must take them", "20.3.5a"))
    got = dict.fromkeys(lists, pool.NONE)
    for value in reversed(tables.VALUES):
        asked = {side: chits[value - 1] for side, chits in lists.items()}
        for side, count in share(play, value, asked, got).items():
            got[side] = pool.plus(got[side], pool.counted([value] * count))
    for side, chits in got.items():
        _take(play, side, chits, Reason("as listed" if chits == lists[side] else "shared out", "4.2d"))


def share(play: Play[State], value: int, asked: dict[Side, int], got: dict[Side, Four]) -> dict[Side, int]:
    """4.2d Who gets how many chits of one value; each what it asked for, if there are enough."""
    left = pool.stock(play.state, *got.values())[value - 1]  # D4 higher values may have used its counters
    if sum(asked.values()) <= left:
        return asked
    if len(asked) == 1:
        return {side: min(count, left) for side, count in asked.items()}
    more, less = sorted(asked, key=lambda side: -asked[side])
    if asked[more] == asked[less]:
        more, less = second_and_first(play, value)
    greater, lesser = shares(asked[more], asked[less], left, proportional=reading(play.state, "D2") == "B")
    return {more: greater, less: lesser}


def shares(more: int, less: int, left: int, *, proportional: bool) -> tuple[int, int]:
    """4.2d The difference first, then one by one, beginning with who asked for less; D2 if that is too much."""
    if more - less > left:
        greater = -(-left * more // (more + less)) if proportional else left
        return greater, left - greater
    rest = left - (more - less)
    return more - less + rest // 2, rest - rest // 2


def second_and_first(play: Play[State], value: int) -> tuple[Side, Side]:
    """D1 Both ask for the same number: who takes second, and who first."""
    state = play.state
    letter = reading(state, "D1")
    if letter == "A":
        return state.engagement.first, enemy_of(state, state.engagement.first)
    if letter == "C":
        return state.core.sides[1], state.core.sides[0]
    first = roll_off(play, Reason("who takes first", "4.2d", (value,)))
    return enemy_of(state, first), first


def roll_off(play: Play[State], why: Reason) -> Side:
    """D1 B, 4.4e A die each, again while they are equal; the higher one."""
    one, other = play.state.core.sides
    while True:
        dice = [play.roll(1, 10, why, side).total for side in (one, other)]
        if dice[0] != dice[1]:
            return one if dice[0] > dice[1] else other


def _take(play: Play[State], side: Side, chits: Four, why: Reason, back: Four = pool.NONE) -> None:
    short = pool.owed(play.state, side) - pool.points(chits) + pool.points(back)
    play.record(ChitsTaken(side=side, chits=chits, short=short, why=why, back=back))


def top_ups(state: State, side: Side) -> Iterator[tuple[Four, Four]]:
    """4.2e, D3 What the last short side may take, and give back for it: to its exact sum if that can be had."""
    total, room = pool.owed(state, side), pool.boxes(state, side)
    left = pool.stock(state)
    most: Four = (*left[:3], min(left[3], pool.fours(state, side)))
    best, letter = pool.highest(total, most, room), reading(state, "D3")
    if best < total and letter == "B":
        yield from _swaps(state, side)
        return
    if best < total and letter == "C":
        best = next((over for over in range(total + 1, total + 5) if any(pool.sums(over, most, room))), best)
    if best > 0:
        yield from ((chits, pool.NONE) for chits in pool.sums(best, most, room))


def _swaps(state: State, side: Side) -> Iterator[tuple[Four, Four]]:
    """D3 B Chits it holds may go back for others."""
    held, left = pool.taken(state, side), pool.stock(state)
    fours = held[3] + pool.fours(state, side)
    both = pool.plus(held, left)
    most: Four = (*both[:3], min(both[3], fours))
    room = pool.boxes(state, side) + sum(held)
    best = pool.highest(pool.grant(state, side), most, room)
    if best <= pool.points(held):
        return
    for final in pool.sums(best, most, room):
        gain = pool.plus(final, held, -1)
        chits, back = [max(count, 0) for count in gain], [max(-count, 0) for count in gain]
        yield (chits[0], chits[1], chits[2], chits[3]), (back[0], back[1], back[2], back[3])


def decide_top_up(play: Play[State], order: TopUp) -> None:
    """4.2e, 16.2.4c From what is left, to the points the scenario grants."""
    state, chits = play.state, (order.ones, order.twos, order.threes, order.fours)
    if (chits, order.back) not in set(top_ups(state, play.by)):
        heed(_top_up_bar(state, play.by, chits))
        raise IllegalOrder("no such top-up", "4.2e", pool.owed(state, play.by))
    cite = "16.2.4c" if state.chits.reserve else "4.2e"
    _take(play, play.by, chits, Reason("topped up", cite), order.back)
    follow(play)


def _top_up_bar(state: State, side: Side, chits: Four) -> IllegalOrder | None:
    """4.2b, 4.2c The plainer reasons, each with its own rule."""
    if sum(chits) > pool.boxes(state, side):
        return IllegalOrder("more chits than boxes", "4.2b", sum(chits), pool.boxes(state, side))
    if chits[3] > pool.fours(state, side):
        return IllegalOrder("more 4 chits than leaders hold", "4.2c", chits[3], pool.fours(state, side))
    return None


def follow(play: Play[State]) -> None:
    """4.2e Both short list again, one short tops up; then the reinforcements' chits, then the placing.

    Where no list could bring either of them anything, each tops up in turn as D3 allows.
    """
    state = play.state
    short = [side for side in state.core.sides if pool.owed(state, side) > 0 and any(top_ups(state, side))]
    if len(short) > 1 and any(limits(state, side)[0] for side in short):
        begin(play, LISTS, "")
    elif short:
        begin(play, TOP_UP, short[0])
    elif state.engagement.reinforcements and not state.chits.reserve:
        cite = "20.3.6a" if state.engagement.barons else "16.2.4c"
        play.record(ReservesCalled(why=Reason("for the Battles to come", cite)))
        follow(play)
    else:
        begin(play, PLACING, "")


def proceed(play: Play[State]) -> bool:
    """4.2d When every list is in."""
    if play.state.core.phase != LISTS or waiting(play.state):
        return False
    reveal(play)
    follow(play)
    return True


def choices(state: State) -> Iterator[Choice]:
    """4.2b Every legal list; every legal top-up."""
    if state.core.phase == LISTS:
        for side in waiting(state):
            total, most, room = limits(state, side)
            for ones, twos, threes, fours in pool.sums(total, most, room):
                yield Choice(side, ListChits(ones=ones, twos=twos, threes=threes, fours=fours))
    elif state.core.phase == TOP_UP:
        side = state.core.active
        for (ones, twos, threes, fours), back in top_ups(state, side):
            yield Choice(side, TopUp(ones=ones, twos=twos, threes=threes, fours=fours, back=back))


CHAPTER = Chapter[State](
    orders=(
        Asked(ListChits(ones=6, twos=3, threes=4, fours=4), decide_list, phases=(LISTS,), cite="4.2a"),
        Asked(TopUp(ones=2), decide_top_up, phases=(TOP_UP,), cite="4.2e"),
    ),
    proceed=proceed,
    choices=choices,
)
