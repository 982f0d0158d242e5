"""4.4 Replacement chits: a roll for each side every third turn, and a box for what it gains."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel import sealed
from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.command import pool
from rules.wallaces_war.command.asks import PlaceReplacement
from rules.wallaces_war.command.facts import (
    ChitGained,
    ReplacementLost,
    ReplacementPlaced,
    ReplacementRolled,
    ReplacementSealed,
)
from rules.wallaces_war.command.initiative import first_bidder
from rules.wallaces_war.command.lists import roll_off
from rules.wallaces_war.position import level_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import EMPTY, REPLACEMENT, ZERO, State, enemy_of


def is_due(turn: int) -> bool:
    """4.4a Turns 3, 6, 9 and so on."""
    return turn % tables.REPLACEMENT_TURNS == 0


def roll(play: Play[State]) -> None:
    """A, 4.4a: a die for each side on the Command Point Table, then what comes of both."""
    state, table = play.state, play.state.charts.command_points
    source = state.charts.source("command_point_table")
    found: dict[Side, int] = {}

    def read(thrown: Roll) -> int:
        return table[thrown.total - 1]

    for side in state.core.sides:
        thrown = play.roll(1, 10, Reason("replacement chit", "4.4a"), side, alike=read)
        found[side] = read(thrown)
        play.record(ReplacementRolled(side=side, die=thrown.total, value=found[side], source=source))
    settle(play, {side: value for side, value in found.items() if value})


def settle(play: Play[State], rolled: dict[Side, int]) -> None:
    """4.4c, 4.4e, D9 What each side gains: the value rolled if it is there and has a box, a lower one, or nothing."""
    state = play.state
    wants: dict[Side, int] = {}
    for side, value in rolled.items():
        if not has_place(state, side, value):
            play.record(ReplacementLost(side=side, value=value, why=Reason("no box for it", "4.4c")))
        else:
            wants[side] = lower(state, value + 1) if reading(state, "D9") == "A" else value * (_left(state, value) > 0)
    loser = ""
    if len(set(wants.values())) < len(wants) and _left(state, min(wants.values())) == 1:
        value = min(wants.values())
        loser = enemy_of(state, roll_off(play, Reason("last chit", "4.4e", (value,))))
        wants[loser] = lower(state, value)
    for side, value in wants.items():
        there = value if _left(state, value) else lower(state, value)  # D4 B the other may have had the last counter
        _gain(play, side, there, rolled[side], outrolled=side == loser)


def _gain(play: Play[State], side: Side, value: int, rolled: int, *, outrolled: bool) -> None:
    if not value:
        why = Reason("last chit lost", "4.4e") if outrolled else Reason("none left", "4.4a")
        play.record(ReplacementLost(side=side, value=rolled, why=why))
    elif not has_place(play.state, side, value):
        play.record(ReplacementLost(side=side, value=value, why=Reason("no box for it", "4.4c")))
    else:
        why = Reason("as rolled", "4.4a") if value == rolled else Reason("next lower value", "4.4e", (rolled,))
        play.record(ChitGained(side=side, value=value, why=why))


def _left(state: State, value: int) -> int:
    return pool.stock(state)[value - 1] if value else 0


def lower(state: State, value: int) -> int:
    """4.4e, D9 The highest value below this that is in the pool; 0 if there is none."""
    return next((other for other in range(value - 1, 0, -1) if _left(state, other)), 0)


def place_bar(state: State, side: Side, value: int, place: PlaceReplacement) -> IllegalOrder | None:
    """4.4b, 4.4d, 4.7a Why a chit may not go there; a Battle that is still to come has its boxes too (D83)."""
    battle = state.battles.get(place.battle)
    if battle is None or battle.side != side:
        return IllegalOrder("no track of yours", "4.4b", place.battle)
    if battle.standing == "eliminated":
        return IllegalOrder("Battle is eliminated", "4.7a", place.battle)
    if value == tables.FOUR and level_of(state, place.battle) < tables.CONTINUING_LEVEL:
        return IllegalOrder("4 for a leader of level 1", "4.4d", place.battle)
    if (ZERO if place.over_zero else EMPTY) not in battle.track:
        key = "no zero to cover" if place.over_zero else "no empty box"
        return IllegalOrder(key, "4.4b", place.battle)
    return None


def places(state: State, side: Side, value: int) -> Iterator[PlaceReplacement]:
    """4.4b Every track and kind of box for a chit."""
    for name in state.battles:
        for over_zero in (False, True):
            place = PlaceReplacement(battle=name, over_zero=over_zero)
            if not place_bar(state, side, value, place):
                yield place


def has_place(state: State, side: Side, value: int) -> bool:
    """4.4c"""
    return any(places(state, side, value))


def waiting(state: State) -> tuple[Side, ...]:
    """4.4b, D92 Who places next: the first bidder to be, or both unseen, or who had initiative last turn."""
    letter, gained = reading(state, "D92"), state.chits.gained
    if letter == "B":
        return sealed.waiting(gained, state.chits.sealed)
    first = first_bidder(state) if letter == "A" else enemy_of(state, first_bidder(state))
    return tuple(side for side in (first, enemy_of(state, first)) if side in gained)[:1]


def decide_place(play: Play[State], order: PlaceReplacement) -> None:
    """4.4b The chit gained goes into a box without a chit."""
    state = play.state
    heed(place_bar(state, play.by, state.chits.gained[play.by], order))
    if reading(state, "D92") == "B":
        play.record(ReplacementSealed(side=play.by, place=order))
    else:
        _place(play, play.by, order)


def _place(play: Play[State], side: Side, place: PlaceReplacement) -> None:
    value = play.state.chits.gained[side]
    play.record(ReplacementPlaced(side=side, battle=place.battle, value=value, over_zero=place.over_zero))


def proceed(play: Play[State]) -> bool:
    """D92 B Both placements are shown together."""
    state = play.state
    if state.core.phase != REPLACEMENT or not state.chits.sealed or waiting(state):
        return False
    for side, place in tuple(state.chits.sealed.items()):
        _place(play, side, place)
    return True


def choices(state: State) -> Iterator[Choice]:
    """4.4b Every box that is not like another."""
    if state.core.phase != REPLACEMENT:
        return
    for side in waiting(state):
        for place in places(state, side, state.chits.gained[side]):
            yield Choice(side, place)


CHAPTER = Chapter[State](
    orders=(Asked(PlaceReplacement(battle="wallace"), decide_place, phases=(REPLACEMENT,), cite="4.4b"),),
    proceed=proceed,
    choices=choices,
)
