"""4.2, 4.4 Chits: a steady mix of values, the highest on the track of the strongest Battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from domain.kernel.facts import Order, Side
from rules.wallaces_war import tables
from rules.wallaces_war.command import lists, placing, pool, replacement
from rules.wallaces_war.command.asks import Four, ListChits, PlaceChits, TopUp
from rules.wallaces_war.ids import BattleId
from rules.wallaces_war.player.odds import WILLING, left_of
from rules.wallaces_war.state import OFF_MAP, State

MIX: Final = (0.1, 0.2, 0.4, 0.3)  # of all chits, those of the values 1, 2, 3 and 4


def _strangeness(chits: Four, points: int) -> float:
    """How far a list is from the mix it should be."""
    whole = points / sum(value * share for value, share in zip(tables.VALUES, MIX, strict=True))
    return sum((count - whole * share) ** 2 for count, share in zip(chits, MIX, strict=True))


def _best(found: Iterable[Four], points: int) -> Four:
    return min(found, key=lambda chits: (_strangeness(chits, points), chits))


def listed(state: State, side: Side) -> Order | None:
    """4.2a"""
    total, most, room = lists.limits(state, side)
    ones, twos, threes, fours = _best(pool.sums(total, most, room), total)
    return ListChits(ones=ones, twos=twos, threes=threes, fours=fours)


def topped_up(state: State, side: Side) -> Order | None:
    """4.2e"""
    owed = pool.owed(state, side)
    found = list(lists.top_ups(state, side))
    (ones, twos, threes, fours), back = min(found, key=lambda one: (_strangeness(one[0], owed), one))
    return TopUp(ones=ones, twos=twos, threes=threes, fours=fours, back=back)


def strength(state: State, battle: BattleId) -> float:
    """What is left of a Battle, those still to come counted."""
    return sum(
        left_of(unit)
        for unit in state.units.values()
        if unit.battle == battle and (unit.at in state.stacks or unit.at == OFF_MAP)
    )


def placed(state: State, side: Side) -> Order | None:
    """4.2f The 4s on the strongest track that may hold them, the rest to each Battle by its strength."""
    own = placing.tracks_of(state, side)
    strong = {name: strength(state, name) for name in own}
    found: dict[BattleId, list[int]] = {name: [] for name in own}
    for value in pool.values_of(state.chits.held[side]):
        open_to = [name for name in own if placing.has_room(state, name, found[name], value)]
        if value == tables.FOUR:
            name = max(open_to, key=lambda one: strong[one])
        else:
            name = min(open_to, key=lambda one: (1 + sum(found[one])) / (1 + strong[one]))
        found[name].append(value)
    return PlaceChits(tracks={name: tuple(values) for name, values in found.items() if values})


def replaced(state: State, side: Side) -> Order | None:
    """4.4b On the track of the strongest Battle that still attacks; an empty box before one with a zero."""
    places = replacement.places(state, side, state.chits.gained[side])
    return max(
        places,
        key=lambda place: (
            state.battles[place.battle].standing in WILLING,
            not place.over_zero,
            strength(state, place.battle),
        ),
    )
