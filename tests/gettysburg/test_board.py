"""The board as each viewer sees it: HMC contents are for their owner and the umpire only."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.board import Board, Counter
from domain.words import looking
from rules.gettysburg import SYSTEM
from rules.gettysburg.state import CONFEDERATE, UNION, Declared, State
from tests.gettysburg.positions import position, start

VIEWERS = (None, CONFEDERATE, UNION, "")


def board(state: State, viewer: str | None) -> Board:
    return looking.seen(SYSTEM, state, viewer)


def seen(state: State, viewer: str | None) -> dict[str, Counter]:
    """Counters by id, each of them once."""
    counters = board(state, viewer).counters
    found = {counter.id: counter for counter in counters}
    assert len(found) == len(counters)
    return found


def hidden_state(**given: Any) -> State:
    """Two Confederate HMCs in one hex, one of them a decoy, and a third that waits to enter."""
    return position(
        {"C-HMC1": "2020", "C-HMC2": "2020", "C-HMC3": "pool", "C-1": "C-HMC1", "C-5": "C-HMC1", "C-2": "C-HMC3",
         "C-3": "2020", "U-1": "3020"},
        **given,
    )  # fmt: skip


@pytest.mark.parametrize(("viewer", "contents"), [(None, True), (CONFEDERATE, True), (UNION, False), ("", False)])
def test_18_1_l74_contents_are_shown_to_their_owner_and_the_umpire_only(viewer: str | None, contents: bool) -> None:
    counters = seen(hidden_state(), viewer)
    assert ({"C-1", "C-2", "C-5"} & set(counters) == {"C-1", "C-2", "C-5"}) is contents
    assert ({"C-1", "C-2", "C-5"}.isdisjoint(counters)) is not contents
    assert {"C-HMC1", "C-HMC2", "C-HMC3", "C-3", "U-1"} <= set(counters)
    assert all(counters[name].hidden is not contents for name in ("C-HMC1", "C-HMC2", "C-HMC3"))


@pytest.mark.parametrize("viewer", [UNION, ""])
def test_18_1_l74_what_an_enemy_sees_does_not_depend_on_the_contents(viewer: str) -> None:
    full, other = hidden_state(), hidden_state()
    other.units["C-1"].at = other.units["C-5"].at = "C-HMC2"
    other.units["C-2"].at = "C-HMC1"
    other.units["C-1"].shaken = True
    assert board(full, viewer) == board(other, viewer)


@pytest.mark.parametrize("viewer", [CONFEDERATE, None])
def test_18_1_the_owner_finds_the_contents_where_the_counter_is(viewer: str | None) -> None:
    counters = seen(hidden_state(), viewer)
    assert (counters["C-1"].at, counters["C-1"].state) == ("2020", "in C-HMC1")
    assert (counters["C-2"].at, counters["C-HMC3"].at) == ("confederate still to arrive",) * 2
    assert not counters["C-HMC1"].hidden


def test_18_1_a_side_does_not_see_into_the_counters_of_the_other() -> None:
    state = position({"C-HMC1": "2020", "C-1": "C-HMC1", "U-HMC1": "3020", "U-1": "U-HMC1"})
    assert {"C-1", "U-1"} & set(seen(state, CONFEDERATE)) == {"C-1"}
    assert {"C-1", "U-1"} & set(seen(state, UNION)) == {"U-1"}
    assert {"C-1", "U-1"} & set(seen(state, None)) == {"C-1", "U-1"}
    assert {"C-1", "U-1"} & set(seen(state, "")) == set()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_9_1b_every_open_unit_is_seen_by_all_once_and_at_a_spot(viewer: str | None) -> None:
    state = start("second_day")
    drawn = board(state, viewer)
    spots = {spot.name for spot in drawn.spots}
    assert len(spots) == len(drawn.spots)
    assert set(seen(state, viewer)) == {name for name, unit in state.units.items() if unit.at != "unused"}
    assert {counter.at for counter in drawn.counters} <= spots


BOXES = {
    "pool": "still to arrive",
    "routed": "Routed box",
    "eliminated": "Eliminated box",
    "destroyed_cadres": "Destroyed Cadres",
    "captured": "captured",
    "out_of_play": "out of play",
}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_2_17_boxes_are_spots_beside_the_map_and_open_to_all(viewer: str | None) -> None:
    places = {f"{letter}-{number}": box for letter in "CU" for number, box in enumerate(BOXES, 1)}
    drawn = board(position(places), viewer)
    at = {counter.id: counter.at for counter in drawn.counters}
    for letter, side in (("C", CONFEDERATE), ("U", UNION)):
        for number, box in enumerate(BOXES, 1):
            assert at[f"{letter}-{number}"] == f"{side} {BOXES[box]}"
    beside = [spot for spot in drawn.spots if spot.x is None]
    assert {spot.name for spot in beside} == set(at.values())
    assert all(spot.y is None for spot in beside)


def test_2_17_an_empty_box_and_unused_pieces_are_not_drawn() -> None:
    drawn = board(position({"C-1": "2020", "C-2": "unused", "C-HMC1": "available"}), None)
    assert [counter.id for counter in drawn.counters] == ["C-1"]
    assert all(spot.x is not None for spot in drawn.spots)


def marks(**given: Any) -> dict[str, tuple[str, ...]]:
    state = position({"C-1": "2020", "C-2": "2020", "C-5": "2020", "C-Train": "2021"}, **given)
    counters = seen(state, UNION)
    assert all(counter.state == ", ".join(counter.marks) for counter in counters.values())
    return {name: counter.marks for name, counter in counters.items()}


def test_7_1_13_1_21_1_marks_say_the_state_of_a_unit() -> None:
    """2.15, 7.1"""
    assert marks() == {"C-1": (), "C-2": (), "C-5": (), "C-Train": ()}
    assert marks(shaken=["C-1"], disrupted=["C-1", "C-2", "C-5"], questionable=["C-1"], fired=["C-5", "C-Train"]) == {
        "C-1": ("shaken", "disrupted", "questionable"),
        "C-2": ("disrupted",),
        "C-5": ("disrupted", "fired"),
        "C-Train": ("moved",),
    }


@pytest.mark.parametrize(("letter", "kept"), [("A", ("shaken",)), ("B", ("shaken", "disrupted"))])
def test_d38_disruption_shows_in_a_box_only_if_it_is_kept(letter: str, kept: tuple[str, ...]) -> None:
    state = position({"C-1": "routed"}, shaken=["C-1"], disrupted=["C-1"], readings={"D38": letter})
    assert seen(state, None)["C-1"].marks == kept


def test_2_6_to_2_10_ratings_are_those_of_the_face_that_is_up() -> None:
    """2.6, 2.7, 2.8, 2.9, 2.10"""
    state = position({"C-1": "2020", "C-2": "2020", "C-15": "2021", "C-16": "2021", "C-Train": "2022"},
                     ratings={"C-1": "5:3/4:2/4+", "C-2": "5:3/4:2/4+"}, shaken=["C-2"], fired=["C-16"])  # fmt: skip
    ratings = {name: counter.ratings for name, counter in seen(state, None).items()}
    assert ratings == {"C-1": "5-4-4+", "C-2": "3-2-4+", "C-15": "4-1-3", "C-16": "(1)", "C-Train": ""}


def test_9_4_the_top_of_a_stack_has_nothing_on_it() -> None:
    state = position({"C-3": "2020", "C-1": "2020", "C-2": "2020"})
    assert {name: counter.stack for name, counter in seen(state, None).items()} == {"C-3": 0, "C-1": 1, "C-2": 2}


def test_a_unit_still_to_arrive_says_when_and_where() -> None:
    counters = seen(start(), "")
    assert counters["C-35"].state == "1 July, turn 8 at A"
    assert counters["U-Train"].state == "1 July, turn 11 (night) at F"


def test_8_4a_a_declaration_shows_until_it_is_carried_out() -> None:
    state = position({"C-1": "2020", "U-1": "2021"})
    state.turn.declared["C-1"] = Declared(kind="attack", target="2021")
    assert seen(state, "")["C-1"].state == "attack on 2021"
    state.turn.resolved.append("C-1")
    assert seen(state, "")["C-1"].state == ""


def test_the_title_says_turn_phase_and_command_states_in_use() -> None:
    state = position({}, turn=11, phase="rally", active=UNION)
    assert board(state, None).title == "The whole battle: 1 July, turn 11 (night), union rally"
    state = position({}, options=["command_control"])
    state.command[UNION] = "panic"
    assert str(board(state, None).title).endswith("(confederate attack, union panic)")


def whole_map() -> Board:
    return board(start(), None)


def test_6_0_the_map_is_drawn_with_its_terrain_roads_and_hexsides() -> None:
    state, drawn = start(), whole_map()
    hexes = {spot.name: spot for spot in drawn.spots if spot.x is not None}
    assert set(hexes) == set(state.ground.hexes)
    assert all((spot.terrain, *spot.tags) == state.ground.terrain(name) for name, spot in hexes.items())
    assert {edge.kind for edge in drawn.edges} == {"slope", "protected", "stream", "ravine"}
    assert all(edge.b in state.ground.near(edge.a) for edge in drawn.edges)
    assert {road.name for road in drawn.roads} == {road.name for road in state.ground.roads}
    assert drawn.cells == "pointy"


def test_6_5_6_6_the_holder_of_a_symbol_is_the_hex_it_belongs_to() -> None:
    state = start()
    for edge in whole_map().edges:
        if edge.kind == "slope":
            assert state.ground.is_uphill(edge.a, edge.b)
        if edge.kind == "protected":
            assert state.ground.is_protected(edge.a, edge.b)


def test_10_1_entry_hexes_bear_their_letter() -> None:
    state = start()
    labels = {spot.name: spot.label for spot in whole_map().spots}
    for letter, at in state.ground.entry_hexes.items():
        assert letter in labels[at].split()
