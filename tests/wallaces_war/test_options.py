"""Lists of orders: complete where that can be read, and said to be a sample where it cannot."""

from __future__ import annotations

from itertools import product

import pytest

from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command import placing
from rules.wallaces_war.command.asks import PlaceChits
from rules.wallaces_war.command.pool import values_of
from rules.wallaces_war.movement.asks import FreeFacing
from rules.wallaces_war.state import PLACING, State
from tests.wallaces_war.melees import A, options
from tests.wallaces_war.positions import at, give, position, start


def at_placing(scenario: str) -> State:
    """Both sides have their chits, and are to place them."""
    state = start(scenario)
    while state.core.phase != PLACING:
        choice = next(iter(SYSTEM.book.choices(state)))
        give(state, choice.by, choice.order)
    return state


def sampled(state: State) -> set[str]:
    return {kind.__name__ for kind in SYSTEM.book.sampled(state)}


@pytest.mark.parametrize("scenario", ["stirling_bridge", "early_crossing", "plain"])
def test_4_2f_every_placement_is_listed_where_there_are_few(scenario: str) -> None:
    """Each chit tried on each track, held against what refuses a placement."""
    state = at_placing(scenario)
    assert "PlaceChits" not in sampled(state)
    for side in placing.waiting(state):
        own, chits = placing.tracks_of(state, side), values_of(state.chits.held[side])
        legal = set()
        if len(own) ** len(chits) > 20_000:
            continue
        for where in product(own, repeat=len(chits)):
            tracks = {name: tuple(value for value, to in zip(chits, where, strict=True) if to == name) for name in own}
            tracks = {name: values for name, values in tracks.items() if values}
            if not placing.placing_bar(state, side, tracks):
                legal.add(tuple(sorted(tracks.items())))
        found = [tuple(sorted(tracks.items())) for tracks in placing.listed(state, side)]
        assert legal
        assert set(found) == legal
        assert len(set(found)) == len(found)


def test_4_2f_of_many_placements_some_are_listed_it_is_said_and_another_may_be_given() -> None:
    state = at_placing("falkirk")
    assert "PlaceChits" in sampled(state)
    (first, *_) = (choice for choice in SYSTEM.book.choices(state) if choice.by == "english")
    assert isinstance(first.order, PlaceChits)
    listed = [choice.order for choice in SYSTEM.book.choices(state)]
    other = next(tracks for tracks in placing.placements(state, "english") if PlaceChits(tracks=tracks) not in listed)
    give(state, "english", PlaceChits(tracks=other))
    assert state.chits.placed["english"] == other


def test_7_1_one_way_to_each_hex_is_listed_and_another_may_be_given() -> None:
    state = position({"red-ri-1": f"{A}:0"})
    assert {"MoveUnits", "MoveLeader"} <= sampled(state)


def test_5_2b_who_has_turned_is_not_listed_again_it_is_said_and_he_may_turn_again() -> None:
    state = position({"red-ri-1": f"{A}:0", "red-ri-2": f"{at(3, 0)}:0"})
    assert "FreeFacing" not in sampled(state)
    give(state, "english", FreeFacing(unit="red-ri-1", facing=1))
    assert {order.unit for order in options(state) if isinstance(order, FreeFacing)} == {"red-ri-2"}
    assert "FreeFacing" in sampled(state)
    give(state, "english", FreeFacing(unit="red-ri-1", facing=2))
    assert state.units["red-ri-1"].facing == 2
