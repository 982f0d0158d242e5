"""4.2f, 4.2g The placing of chits: sealed by both sides, shown together, zeros in every other box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from domain.kernel import sealed
from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.wallaces_war import tables
from rules.wallaces_war.command import pool
from rules.wallaces_war.command.asks import Four, PlaceChits
from rules.wallaces_war.command.facts import ChitsPlaced, TracksRevealed
from rules.wallaces_war.ids import BattleId
from rules.wallaces_war.position import level_of
from rules.wallaces_war.state import PLACING, SET_UP, State
from rules.wallaces_war.turn.phases import begin

Tracks = dict[BattleId, tuple[int, ...]]
LEVELS = {1: "13.2a", 2: "13.2b"}  # where a level limits the 4 chits at the start
LISTED = 200  # placements that are listed in full; of more only some are


def tracks_of(state: State, side: Side) -> list[BattleId]:
    """4.2f Where the chits of a side may go; those of reinforcements lie on their tracks already (16.2.4c)."""
    return [name for name, battle in state.battles.items() if battle.side == side and battle.arrived]


def waiting(state: State) -> tuple[Side, ...]:
    """4.2f In any order; a side with a single track has nothing to choose (20.3.5a)."""
    choosers = (side for side in state.core.sides if len(tracks_of(state, side)) > 1)
    return sealed.waiting(choosers, state.chits.placed)


def placing_bar(state: State, side: Side, tracks: Tracks) -> IllegalOrder | None:
    """4.2f, 13.2a, 13.2b Why a placement is not legal; nothing of the other side's is looked at."""
    own = tracks_of(state, side)
    for name, values in tracks.items():
        if name not in own:
            return IllegalOrder("no track of yours", "4.2f", name, *own)
        if len(values) > len(state.battles[name].track):
            return IllegalOrder("one chit a box", "4.2f", name, len(values), len(state.battles[name].track))
        if values.count(tables.FOUR) > pool.fours_at(state, name):
            cite = LEVELS.get(level_of(state, name), "4.2f")
            return IllegalOrder("more 4 chits than he may hold", cite, name, pool.fours_at(state, name))
    found, held = pool.counted(value for values in tracks.values() for value in values), state.chits.held[side]
    if found != held or any(0 in values for values in tracks.values()):
        return IllegalOrder("other chits than taken", "4.2f", *held)
    return None


def decide_place(play: Play[State], order: PlaceChits) -> None:
    """4.2f Unseen by the other side until both are in."""
    heed(placing_bar(play.state, play.by, order.tracks))
    play.record(ChitsPlaced(side=play.by, tracks=order.tracks))


def proceed(play: Play[State]) -> bool:
    """4.2f, 4.2g When every placement is in."""
    state = play.state
    if state.core.phase != PLACING or waiting(state):
        return False
    found: Tracks = {}
    for side in state.core.sides:
        own = tracks_of(state, side)
        alone: Tracks = {name: pool.values_of(state.chits.held.get(side, pool.NONE)) for name in own[:1]}
        found |= dict.fromkeys(own, ()) | state.chits.placed.get(side, alone)
    play.record(TracksRevealed(tracks=found))
    begin(play, SET_UP, "")
    return True


def spread(state: State, side: Side, first: int, *, evenly: bool) -> Tracks:
    """4.2f One placement: the highest chits first, Battle by Battle in turn, or each track as full as it goes."""
    own = tracks_of(state, side)
    order, found = own[first:] + own[:first], {name: list[int]() for name in own}
    for value in pool.values_of(state.chits.held[side]):
        open_to = [name for name in order if has_room(state, name, found[name], value)]
        # A 4 goes to the first that may hold it; lower chits then find room, for there are boxes for all (4.2b).
        name = min(open_to, key=lambda one: len(found[one])) if evenly else open_to[0]
        found[name].append(value)
    return {name: tuple(values) for name, values in found.items() if values}


def has_room(state: State, name: BattleId, held: list[int], value: int) -> bool:
    """4.2f, 13.2a, 13.2b Whether a track that is to hold these chits may hold one more of this value."""
    if len(held) == len(state.battles[name].track):
        return False
    return value != tables.FOUR or held.count(value) < pool.fours_at(state, name)


def placements(state: State, side: Side) -> Iterator[Tracks]:
    """4.2f Every placement that is not like another: which chits lie on which track; the box is all one."""
    own = tracks_of(state, side)
    yield from ({name: values for name, values in found.items() if values}
                for found in _shared_out(state, own, state.chits.held[side]))  # fmt: skip


def _shared_out(state: State, own: list[BattleId], left: Four) -> Iterator[Tracks]:
    """The chits that are left on these tracks, track by track."""
    boxes = sum(len(state.battles[name].track) for name in own)
    if sum(left) > boxes or left[-1] > sum(pool.fours_at(state, name) for name in own):
        return
    if not own:
        yield {}
        return
    room = len(state.battles[own[0]].track)
    most = (*left[:3], min(left[3], pool.fours_at(state, own[0])))
    for counts in product(*(range(count, -1, -1) for count in reversed(most))):
        fours, threes, twos, ones = counts
        if sum(counts) <= room:
            chits = (ones, twos, threes, fours)
            for rest in _shared_out(state, own[1:], pool.plus(left, chits, -1)):
                yield {own[0]: pool.values_of(chits), **rest}


def listed(state: State, side: Side) -> list[Tracks]:
    """4.2f Two plain placements for each track; all others too, where they are not more than anyone could read."""
    plain = [
        spread(state, side, first, evenly=evenly)
        for first in range(len(tracks_of(state, side)))
        for evenly in (True, False)
    ]
    every = list(islice(placements(state, side), LISTED + 1))
    found = plain if len(every) > LISTED else [*plain, *every]
    return [tracks for place, tracks in enumerate(found) if tracks not in found[:place]]


def is_sampled(state: State) -> bool:
    """4.2f Whether some side has more placements than are listed."""
    sides = waiting(state) if state.core.phase == PLACING else ()
    return any(len(list(islice(placements(state, side), LISTED + 1))) > LISTED for side in sides)


def choices(state: State) -> Iterator[Choice]:
    """4.2f"""
    if state.core.phase == PLACING:
        for side in waiting(state):
            yield from (Choice(side, PlaceChits(tracks=tracks)) for tracks in listed(state, side))


CHAPTER = Chapter[State](
    orders=(
        Asked(
            PlaceChits(tracks={"wallace": (4, 3, 2), "murray": (4, 1)}),
            decide_place,
            phases=(PLACING,),
            cite="4.2f",
            sampled=is_sampled,
        ),
    ),
    proceed=proceed,
    choices=choices,
)
