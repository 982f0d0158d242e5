"""3.0, 23.1 The five starts, and what the owners choose in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from domain.kernel.errors import IllegalOrder
from rules.gettysburg import SYSTEM
from rules.gettysburg.hidden.asks import HideUnits
from rules.gettysburg.rulings import FULL
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import CONFEDERATE, POOL, SIDES, UNION, UNUSED, State
from rules.gettysburg.turn.asks import EndPhase, PlaceUnit
from rules.gettysburg.turn.facts import SetUpEnded, UnitPlaced
from rules.gettysburg.turn.set_up import acting_side, free_units, places, unplaced
from tests.gettysburg.positions import give, refusal, start
from tests.gettysburg.small_maps import small_ground

SCENARIOS = ("full", "mcpherson", "first_day", "second_day", "little_round_top")


def where(state: State) -> Counter[str]:
    """How many pieces are on the map, wait for their owner, are due, or take no part."""
    found: Counter[str] = Counter()
    for name, unit in state.units.items():
        free = name in free_units(state.battle) and unit.due is None
        found["map" if unit.at in state.stacks else "free" if free else "due" if unit.due else unit.at] += 1
    return found


def answer(state: State, side: str) -> None:
    """Every unit that waits goes to the first place open to it."""
    while waiting := unplaced(state, side):
        give(state, side, PlaceUnit(unit=waiting[0], to=places(state, waiting[0])[0]))


@pytest.mark.parametrize(
    ("scenario", "on_map", "free", "due", "unused"),
    [
        ("full", 2, 2, 131, 0),
        ("mcpherson", 39, 0, 28, 68),
        ("first_day", 2, 2, 65, 66),
        ("second_day", 62, 29, 38, 6),
        ("little_round_top", 102, 5, 17, 11),
    ],
)
def test_23_1_every_piece_is_set_up_waits_is_due_or_takes_no_part(
    scenario: str, on_map: int, free: int, due: int, unused: int
) -> None:
    assert where(start(scenario)) == +Counter({"map": on_map, "free": free, "due": due, UNUSED: unused})


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_3_1_a_game_opens_in_its_first_turn_with_the_set_up_of_the_confederate(scenario: str) -> None:
    state = start(scenario)
    first = {"full": 1, "mcpherson": 6, "first_day": 1, "second_day": 13, "little_round_top": 19}[scenario]
    assert (state.core.turn, state.core.phase, acting_side(state)) == (first, "set-up", CONFEDERATE)
    assert [len([hmc for hmc in state.hmcs.values() if hmc.side == side]) for side in SIDES] == [8, 8]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_23_1_everyone_starts_normal_but_for_the_shaken(scenario: str) -> None:
    state = start(scenario)
    assert {name for name, unit in state.units.items() if unit.shaken} == set(state.battle.shaken)
    assert not any(unit.disrupted or unit.fired or unit.questionable for unit in state.units.values())


@pytest.mark.parametrize(
    ("scenario", "shaken"),
    [
        ("mcpherson", {"C-30", "C-41"}),
        ("second_day", {"C-41", "C-43", "U-50", "U-51", "U-54", "U-55"}),
        ("little_round_top", {"C-41", "C-43", "U-50", "U-51", "U-54", "U-55"}),
    ],
)
def test_22_3_who_starts_shaken_starts_questionable(scenario: str, shaken: set[str]) -> None:
    state = start(scenario, options=["questionable"])
    assert {name for name, unit in state.units.items() if unit.questionable} == shaken


@pytest.mark.parametrize("scenario", ["mcpherson", "first_day"])
def test_23_2_23_3_trains_never_arrive(scenario: str) -> None:
    state = start(scenario)
    assert {state.units[train].at for train in ("C-Train", "U-Train")} == {UNUSED}


def test_3_3_trains_of_the_whole_battle_are_due_on_turn_11() -> None:
    state = start()
    assert state.units["C-Train"].due == Arrival(turn=11, entry="A")
    assert state.units["U-Train"].due == Arrival(turn=11, entry="F")


@pytest.mark.parametrize(("letter", "hex"), [("A", "1221"), ("B", "2221"), ("C", "1121")])
def test_d05_doles_stands_where_the_reading_says(letter: str, hex: str) -> None:
    state = start("mcpherson", readings={"D05": letter})
    assert state.units["C-28"].at == hex
    assert state.stacks[hex] == ["C-28"]


def test_d06_a_law_waits_for_the_owner_with_the_others_of_1628() -> None:
    state = start("second_day")
    assert "C-3" in unplaced(state, CONFEDERATE)
    assert "1628" in places(state, "C-3")


def test_d06_b_law_arrives_on_2_july_turn_5() -> None:
    state = start("second_day", readings={"D06": "B"})
    law = state.units["C-3"]
    assert (law.at, law.due) == (POOL, Arrival(turn=17, entry="A"))
    assert "C-3" not in unplaced(state, CONFEDERATE)
    assert refusal(state, CONFEDERATE, PlaceUnit(unit="C-3", to="1628")) == "23.1"


def test_d06_b_leaves_the_other_scenarios_alone() -> None:
    assert start("little_round_top", readings={"D06": "B"}).units["C-3"].at == "3925"


@pytest.mark.parametrize(
    ("scenario", "first"),
    [("mcpherson", range(58, 65)), ("second_day", (66, 67, 69, 70, 71)), ("little_round_top", range(39, 50))],
)
def test_d08_b_groups_due_on_the_first_turn_do_not_come(scenario: str, first: Iterable[int]) -> None:
    names = {f"U-{number}" for number in first}
    assert {start(scenario).units[name].at for name in names} == {POOL}
    state = start(scenario, readings={"D08": "B"})
    assert {name for name, unit in state.units.items() if unit.at == POOL and unit.due} == {
        name for name, due in state.battle.arrivals.items() if name not in names
    }


def test_23_1_units_set_up_are_not_due_again() -> None:
    state = start("mcpherson")
    assert all(state.units[f"C-{number}"].due is None for number in range(17, 22))


def test_3_2_l75_gamble_and_devin_keep_away_from_1234() -> None:
    state = start()
    give(state, CONFEDERATE, EndPhase())
    allowed = places(state, "U-72")
    barred = {"1234", *state.ground.near("1234")}
    assert barred.isdisjoint(allowed)
    assert {at for at in state.ground.within("1234", 2) if at not in barred and not state.ground.is_rough(at)} <= {
        *allowed
    }
    for at in sorted(barred):
        assert refusal(state, UNION, PlaceUnit(unit="U-72", to=at)) == "3.2"


def test_d03_a_l75_the_second_brigade_goes_where_the_first_is() -> None:
    state = start()
    give(state, CONFEDERATE, EndPhase())
    assert give(state, UNION, PlaceUnit(unit="U-73", to="1525")) == [UnitPlaced(unit="U-73", to="1525")]
    assert refusal(state, UNION, PlaceUnit(unit="U-72", to="1526")) == "3.2"
    assert places(state, "U-72") == ["1525"]
    give(state, UNION, PlaceUnit(unit="U-72", to="1525"))
    assert state.stacks["1525"] == ["U-73", "U-72"]


def test_d03_b_each_brigade_has_its_own_choice() -> None:
    state = start(readings={"D03": "B"})
    give(state, CONFEDERATE, EndPhase())
    give(state, UNION, PlaceUnit(unit="U-72", to="1525"))
    assert refusal(state, UNION, PlaceUnit(unit="U-73", to="1233")) == "3.2"
    give(state, UNION, PlaceUnit(unit="U-73", to="2020"))
    assert (state.units["U-72"].at, state.units["U-73"].at) == ("1525", "2020")


def test_3_2_a_refusal_names_the_unit_the_hex_and_what_is_allowed() -> None:
    state = start()
    give(state, CONFEDERATE, EndPhase())
    with pytest.raises(IllegalOrder, match=r"Gamble starts with its fellow in one hex.*not in 1234"):
        give(state, UNION, PlaceUnit(unit="U-72", to="1234"))
    with pytest.raises(IllegalOrder, match=r"C-41 is no unit that waits to be placed; those are U-72, U-73"):
        give(state, UNION, PlaceUnit(unit="C-41", to="2020"))
    with pytest.raises(IllegalOrder, match="9999 is not a hex of this map"):
        give(state, UNION, PlaceUnit(unit="U-72", to="9999"))


def test_3_1_nobody_ends_his_set_up_with_units_in_hand() -> None:
    state = start()
    give(state, CONFEDERATE, EndPhase())
    with pytest.raises(IllegalOrder, match="place U-72, U-73 first"):
        give(state, UNION, EndPhase())
    assert refusal(state, UNION, EndPhase()) == "23.1"


def test_5_1a_l1_the_union_waits_for_the_confederate_set_up() -> None:
    state = start()
    assert refusal(state, UNION, PlaceUnit(unit="U-72", to="2020")) == "5.1a"
    assert give(state, CONFEDERATE, EndPhase())[0] == SetUpEnded(side=CONFEDERATE)
    assert refusal(state, CONFEDERATE, EndPhase()) == "5.1a"
    assert acting_side(state) == UNION


def test_23_1_d09_units_of_an_h_hex_stand_in_it_or_next_to_it_within_stacking() -> None:
    state = start("second_day")
    assert set(places(state, "C-42")) <= {"1926", *state.ground.near("1926")}
    assert refusal(state, CONFEDERATE, PlaceUnit(unit="C-42", to="1924")) == "23.1"
    for name in ("C-41", "C-42", "C-43"):
        give(state, CONFEDERATE, PlaceUnit(unit=name, to="1926"))
    assert refusal(state, CONFEDERATE, PlaceUnit(unit="C-44", to="1926")) == "23.1"
    assert refusal(state, CONFEDERATE, PlaceUnit(unit="C-42", to="1927")) == "23.1"


def test_23_1_the_train_in_1628_takes_no_room() -> None:
    state = start("second_day")
    for name in ("C-1", "C-2", "C-3"):
        give(state, CONFEDERATE, PlaceUnit(unit=name, to="1628"))
    assert state.stacks["1628"] == ["C-Train", "C-1", "C-2", "C-3"]


def test_tet_guns_and_horses_are_not_set_up_in_rough_ground_off_the_road() -> None:
    state = start("second_day")
    state.ground = small_ground(rough=["1926"])
    assert "1926" in places(state, "C-42")
    assert "1926" not in places(state, "C-45")


def test_d09_b_a_group_is_hidden_whole_or_not_at_all() -> None:
    state = start("little_round_top", options=FULL, readings={"D09": "B"})
    group = ("C-41", "C-42", "C-43", "C-44", "C-45")
    part = HideUnits(at="1926", contents={"C-HMC1": group[:3]})
    assert refusal(state, CONFEDERATE, part) == "23.1"
    give(state, CONFEDERATE, HideUnits(at="1926", contents={"C-HMC1": group}))
    assert unplaced(state, CONFEDERATE) == []


def test_d09_a_a_group_may_be_hidden_in_part() -> None:
    state = start("little_round_top", options=FULL)
    give(state, CONFEDERATE, HideUnits(at="1926", contents={"C-HMC1": ("C-41", "C-42", "C-43")}))
    assert unplaced(state, CONFEDERATE) == ["C-44", "C-45"]
    give(state, CONFEDERATE, PlaceUnit(unit="C-44", to="1926"))


def test_d09_b_a_group_with_one_unit_in_the_open_stays_in_the_open() -> None:
    state = start("little_round_top", options=FULL, readings={"D09": "B"})
    give(state, CONFEDERATE, PlaceUnit(unit="C-44", to="1926"))
    rest = HideUnits(at="1926", contents={"C-HMC1": ("C-41", "C-42", "C-43", "C-45")})
    assert refusal(state, CONFEDERATE, rest) == "23.1"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_3_1_the_first_turn_begins_when_both_sides_are_done(scenario: str) -> None:
    """5.3.1A, D02"""
    state = start(scenario)
    for side in SIDES:
        answer(state, side)
        give(state, side, EndPhase())
    assert (state.core.turn, state.core.phase, state.core.active) == (state.battle.first_turn, "movement", CONFEDERATE)
    assert not any(unit.at == POOL and unit.due is None for unit in state.units.values())
    assert all(len([name for name in stack if "Train" not in name]) <= 3 for stack in state.stacks.values())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_choice_of_the_set_up_is_legal_and_none_is_missing(scenario: str) -> None:
    state = start(scenario)
    if scenario in ("full", "first_day"):
        give(state, CONFEDERATE, EndPhase())
    side = acting_side(state)
    listed = {(c.order.unit, c.order.to) for c in SYSTEM.book.choices(state) if isinstance(c.order, PlaceUnit)}
    assert listed == {(unit, at) for unit in unplaced(state, side) for at in places(state, unit)}
    ends = [c for c in SYSTEM.book.choices(state) if isinstance(c.order, EndPhase)]
    assert len(ends) == (0 if unplaced(state, side) else 1)
