"""4.4 Replacement chits."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled, Fact
from domain.kernel.play import Play, carry_out, facts_of
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command import replacement
from rules.wallaces_war.command.asks import PlaceReplacement
from rules.wallaces_war.command.facts import ChitGained, ReplacementLost, ReplacementPlaced, ReplacementRolled
from rules.wallaces_war.state import ACTIVATION, EMPTY, INITIATIVE, REPLACEMENT, ZERO, State
from rules.wallaces_war.turn.asks import EndSegment
from tests.wallaces_war.games import bidding, goes_on
from tests.wallaces_war.positions import give, refused, told

TRACKS = {"red": [2, ZERO, EMPTY], "crimson": [1], "green": [EMPTY], "emerald": [3]}


def third(tracks: dict[str, list[int]] | None = None, *, left: dict[str, int] | None = None, **more: object) -> State:
    """Phase A of turn 3; `left` says how many chits of a value are in the box, those on tracks included."""
    state = bidding(tracks or TRACKS, ["scots", "english"], turn=3, **more)
    state.core.phase = REPLACEMENT
    state.charts = msgspec.structs.replace(state.charts, pool={**state.charts.pool, **(left or {})})
    return state


def rolled(state: State, *dice: int) -> list[Fact]:
    play = Play(SYSTEM, state, "english", EndSegment(), EnteredChance(dice))
    replacement.roll(play)
    play.chance.finish()
    return facts_of(play.recorded)


def test_4_4a_on_turns_3_6_9_each_side_rolls_on_the_command_point_table() -> None:
    assert [turn for turn in range(1, 10) if replacement.is_due(turn)] == [3, 6, 9]
    facts = rolled(third(), 4, 7)
    assert [(fact.side, fact.die, fact.value) for fact in told(facts, ReplacementRolled)] == [
        ("english", 4, 0),
        ("scots", 7, 2),
    ]
    [read] = SYSTEM.book.tables(told(facts, ReplacementRolled)[1])
    assert (read.table, read.cell, read.cite) == ("Command Point Table", "2", "4.4a")
    assert "house" in read.row.of  # type: ignore[union-attr]
    assert [(fact.side, fact.value) for fact in told(facts, ChitGained)] == [("scots", 2)]


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        (PlaceReplacement(battle="crimson"), "4.4b"),
        (PlaceReplacement(battle="crimson", over_zero=True), "4.4b"),
        (PlaceReplacement(battle="green"), "4.4b"),
    ],
    ids=["P26 10 a filled box", "no zero there", "another's track"],
)
def test_4_4b_placements_that_are_refused(place: PlaceReplacement, rule: str) -> None:
    state = third()
    rolled(state, 7, 1)
    assert refused(state, "english", place) == rule


def test_p26_10_4_4d_no_4_for_a_leader_of_level_1() -> None:
    state = third()
    rolled(state, 10, 1)
    state.leaders["red"].level = 1
    assert refused(state, "english", PlaceReplacement(battle="red")) == "4.4d"


def test_4_4b_into_an_empty_box_or_over_a_zero_which_is_destroyed() -> None:
    for over_zero, track in ((False, [2, ZERO, 2]), (True, [2, 2, EMPTY])):
        state = third()
        rolled(state, 7, 1)
        facts = give(state, "english", PlaceReplacement(battle="red", over_zero=over_zero))
        assert told(facts, ReplacementPlaced)[0].over_zero == over_zero
        assert state.battles["red"].track == track
        assert state.core.phase == INITIATIVE


def test_4_7a_a_battle_that_is_gone_gets_no_chit() -> None:
    state = third()
    rolled(state, 7, 1)
    state.battles["red"].standing = "eliminated"
    assert refused(state, "english", PlaceReplacement(battle="red")) == "4.7a"


def test_x13_4_4c_4_4d_a_4_with_room_only_under_a_leader_of_level_1_is_lost_a_3_is_not() -> None:
    for die, gained in ((10, 0), (9, 1)):
        state = third()
        state.leaders["red"].level = 1
        facts = rolled(state, die, 1)
        assert len(told(facts, ChitGained)) == gained
        assert [fact.why.cite for fact in told(facts, ReplacementLost)] == ["4.4c"] * (1 - gained)


def test_4_4c_nothing_is_gained_where_every_box_holds_a_chit() -> None:
    state = third({"red": [1], "crimson": [2], "green": [EMPTY], "emerald": [EMPTY]})
    facts = rolled(state, 7, 1)
    assert told(facts, ReplacementLost)[0].why.cite == "4.4c"
    goes_on(state)
    assert state.core.phase == ACTIVATION  # 4.3g the Scots have no chit to bid


def test_4_4e_the_last_chit_of_a_value_is_rolled_for_and_the_loser_takes_the_next_lower() -> None:
    state = third(left={"3": 2})
    facts = rolled(state, 9, 9, 5, 5, 4, 8)
    assert {fact.side: fact.value for fact in told(facts, ChitGained)} == {"english": 2, "scots": 3}
    assert [fact.why.cite for fact in told(facts, DiceRolled)[2:]] == ["4.4e"] * 4
    ones = third(left={"1": 2})
    facts = rolled(ones, 5, 5, 9, 1)
    assert [(fact.side, fact.why.cite) for fact in told(facts, ReplacementLost)] == [("scots", "4.4e")]


@pytest.mark.parametrize(("letter", "gained"), [("A", 3), ("B", 0)], ids=["D9 A", "D9 B"])
def test_d9_a_value_that_is_not_in_the_pool(letter: str, gained: int) -> None:
    state = third(left={"4": 0}, readings={"D9": letter})
    facts = rolled(state, 10, 1)
    assert [fact.value for fact in told(facts, ChitGained)] == ([gained] if gained else [])


@pytest.mark.parametrize(("letter", "first"), [("A", "scots"), ("C", "english")], ids=["D92 A", "D92 C"])
def test_d92_who_places_first(letter: str, first: str) -> None:
    state = third(readings={"D92": letter})
    rolled(state, 7, 7)
    assert replacement.waiting(state) == (first,)
    other = "english" if first == "scots" else "scots"
    place = {"english": PlaceReplacement(battle="red"), "scots": PlaceReplacement(battle="green")}
    assert refused(state, other, place[other]) == "4.4b"
    give(state, first, place[first])
    assert replacement.waiting(state) == (other,)


def test_d92_b_both_place_unseen_and_are_shown_together() -> None:
    state = third(readings={"D92": "B"})
    rolled(state, 7, 9)
    assert set(replacement.waiting(state)) == {"english", "scots"}
    made = carry_out(SYSTEM, state, "scots", PlaceReplacement(battle="green"), EnteredChance(()))
    assert [item.to for item in made] == [("scots",), ("scots",)]
    assert state.battles["green"].track == [EMPTY]
    assert refused(state, "scots", PlaceReplacement(battle="green")) == "4.4b"
    facts = give(state, "english", PlaceReplacement(battle="red", over_zero=True))
    assert len(told(facts, ReplacementPlaced)) == 2
    assert (state.battles["green"].track, state.battles["red"].track) == ([3], [2, 2, EMPTY])
    assert (state.chits.gained, state.chits.sealed, state.core.phase) == ({}, {}, INITIATIVE)
