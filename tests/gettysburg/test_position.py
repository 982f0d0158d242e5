"""18.2a Observation; D24 HMCs as enemy units; 9.1 stacking; who commands whom."""

from __future__ import annotations

from typing import Any

import pytest

from rules.gettysburg import clock
from rules.gettysburg import position as p
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.state import CONFEDERATE, UNION, State
from tests.gettysburg.positions import position
from tests.gettysburg.small_maps import small_ground

CLEAR = small_ground()
HILL = small_ground(hills=("2020",))
NIGHT = 11


def column(distance: int) -> str:
    """The hex this far from 2020 along its column."""
    return f"20{20 - distance:02}"


def reach(observer: str, *, ground: Ground = CLEAR, **given: Any) -> int:
    """How far along the column a Confederate piece in 2020 observes; the two ways of asking must agree."""
    state = position({observer: "2020"}, ground=ground, **given)
    seen = [n for n in range(1, 16) if p.is_observed(state, column(n), UNION)]
    assert seen == list(range(1, len(seen) + 1))
    assert {column(n) for n in range(1, 16)} & p.observed_by(state, CONFEDERATE) == {column(n) for n in seen}
    return len(seen)


@pytest.mark.parametrize(
    ("letter", "ground", "turn", "steps"),
    [
        ("A", CLEAR, 3, 6), ("A", HILL, 3, 8), ("A", CLEAR, NIGHT, 4), ("A", HILL, NIGHT, 4),
        ("B", CLEAR, 3, 5), ("B", HILL, 3, 7), ("B", CLEAR, NIGHT, 3), ("B", HILL, NIGHT, 3),
    ],
)  # fmt: skip
def test_18_2a_d23_reach_by_day_from_a_hill_and_at_night(letter: str, ground: Ground, turn: int, steps: int) -> None:
    """14.4Ld"""
    assert reach("C-1", ground=ground, turn=turn, readings={"D23": letter}) == steps


@pytest.mark.parametrize("observer", ["C-1", "C-53", "C-5", "C-Train"])
def test_18_2a_every_kind_of_unit_observes_the_train_too(observer: str) -> None:
    assert reach(observer) == 6


def in_hmc(reading: str, *, full: bool) -> State:
    state = position({"C-HMC1": "2020"}, ground=CLEAR, readings={"D71": reading})
    if full:
        state.units["C-1"].at = "C-HMC1"
    return state


@pytest.mark.parametrize(
    ("letter", "full", "sees"),
    [
        ("A", True, False),
        ("A", False, False),
        ("B", True, True),
        ("B", False, True),
        ("C", True, True),
        ("C", False, False),
    ],
)
def test_18_2a_d71_whether_hmcs_observe(letter: str, full: bool, sees: bool) -> None:
    state = in_hmc(letter, full=full)
    assert p.is_observed(state, "2019", UNION) is sees
    assert bool(p.observed_by(state, CONFEDERATE)) is sees


def test_18_2a_one_observer_in_a_stack_is_enough() -> None:
    state = position({"C-HMC1": "2020", "C-1": "2020"}, ground=CLEAR)
    assert p.is_observed(state, "2019", UNION)


def test_18_2a_a_side_is_observed_by_its_enemy_only() -> None:
    state = position({"C-1": "2020"}, ground=CLEAR)
    assert p.is_observed(state, "2019", UNION)
    assert not p.is_observed(state, "2019", CONFEDERATE)
    assert p.observed_by(state, UNION) == frozenset()


def test_18_2a_woods_between_block_observation_but_not_into_the_woods() -> None:
    state = position({"C-1": "2020"}, ground=small_ground(light_woods=["2018"]))
    assert p.is_observed(state, "2018", UNION)
    assert not p.is_observed(state, "2017", UNION)


def test_18_2a_adjacent_hexes_are_always_observed_at_night_in_woods_too() -> None:
    woods = small_ground(heavy_woods=["2020", *CLEAR.near("2020")])
    state = position({"C-1": "2020"}, ground=woods, turn=NIGHT)
    assert all(p.is_observed(state, at, UNION) for at in woods.near("2020"))
    assert p.observed_by(state, CONFEDERATE) == {"2020", *woods.near("2020")}


def test_18_2a_from_a_hill_to_a_hill_only_wooded_hills_block() -> None:
    ground = small_ground(hills=("2020", "2017", "2014"), light_woods=["2018"])
    state = position({"C-1": "2020"}, ground=ground)
    assert p.is_observed(state, "2014", UNION)
    assert not p.is_observed(state, "2015", UNION)


def test_d22_b_a_slope_on_the_way_blocks_observation() -> None:
    ground = small_ground(slopes={"2017": ("2018",)})
    for letter, seen in (("A", True), ("B", False)):
        state = position({"C-1": "2020"}, ground=ground, readings={"D22": letter})
        assert p.is_observed(state, "2015", UNION) is seen
        assert ("2015" in p.observed_by(state, CONFEDERATE)) is seen


@pytest.mark.parametrize(
    ("letter", "held", "any_unit", "infantry", "cavalry"),
    [
        ("A", (), True, False, False),
        ("A", ("U-1",), True, False, False),
        ("B", ("U-1",), False, False, False),
        ("C", (), False, False, False),
        ("C", ("U-1",), True, True, False),
        ("C", ("U-7", "U-72"), True, False, True),
    ],
)
def test_d24_what_an_enemy_hmc_counts_as(
    letter: str, held: tuple[str, ...], any_unit: bool, infantry: bool, cavalry: bool
) -> None:
    state = position({"U-HMC1": "2020"}, ground=CLEAR, readings={"D24": letter})
    for name in held:
        state.units[name].at = "U-HMC1"
    found = [p.is_near(state, "2019", CONFEDERATE, kinds) for kinds in (p.ANY, p.INFANTRY, p.CAVALRY)]
    assert found == [any_unit, infantry, cavalry]
    assert p.is_within(state, "2018", CONFEDERATE, 2) is any_unit
    assert p.has_enemy(state, "2020", CONFEDERATE) is any_unit


def test_7_4b_distance_two_is_within_and_three_is_not() -> None:
    state = position({"U-1": "2020"}, ground=CLEAR)
    assert p.is_within(state, "2018", CONFEDERATE, 2)
    assert not p.is_within(state, "2017", CONFEDERATE, 2)
    assert not p.is_within(state, "2018", UNION, 2)


def test_7_3_the_enemy_train_counts_as_any_unit_and_as_no_brigade() -> None:
    state = position({"U-Train": "2020"}, ground=CLEAR)
    assert p.is_near(state, "2019", CONFEDERATE)
    assert not p.is_near(state, "2019", CONFEDERATE, p.BRIGADES)


def test_9_1_9_6_units_and_hmcs_fill_a_hex_and_trains_do_not() -> None:
    """9.1c, 9.6, 21.3"""
    state = position({"C-1": "2020", "C-HMC1": "2020", "C-Train": "2020"}, ground=CLEAR)
    assert (p.stacked(state, "2020"), p.is_full(state, "2020")) == (2, False)
    state = position({"C-1": "2020", "C-HMC1": "2020", "C-5": "2020", "C-Train": "2020"}, ground=CLEAR)
    assert p.is_full(state, "2020")
    assert p.units_at(state, "2020") == ["C-1", "C-5"]
    assert (p.brigades_at(state, "2020"), p.guns_at(state, "2020")) == (["C-1"], ["C-5"])


def test_17_3a_who_may_order_a_unit() -> None:
    state = position({"C-1": "2020", "C-2": "2020", "C-3": "2020", "C-4": "2021"}, ground=CLEAR)
    state.turn.control = {"C-1": "opponent", "C-2": "nobody", "C-3": "owner"}
    assert [p.commander(state, name) for name in ("C-1", "C-2", "C-3", "C-4")] == [UNION, "", CONFEDERATE, CONFEDERATE]


def test_16_3_without_command_control_an_army_acts_as_in_attack() -> None:
    state = position({}, options=[])
    state.command[CONFEDERATE] = "panic"
    assert p.command_state(state, CONFEDERATE) == "attack"
    state = position({}, options=["command_control"])
    state.command[CONFEDERATE] = "panic"
    assert (p.command_state(state, CONFEDERATE), p.command_state(state, UNION)) == ("panic", "attack")


@pytest.mark.parametrize(
    ("turn", "day", "hour", "night", "rain"),
    [
        (1, 1, 1, False, False), (10, 1, 10, False, False), (11, 1, 11, True, False), (12, 1, 12, True, False),
        (13, 2, 1, False, False), (36, 3, 12, True, False), (37, 4, 1, False, False), (38, 4, 2, False, False),
        (39, 4, 3, False, True), (46, 4, 10, False, True),
    ],
)  # fmt: skip
def test_5_2_20_1_20_5_days_turns_night_and_rain(turn: int, day: int, hour: int, night: bool, rain: bool) -> None:
    """20.1"""
    assert (clock.day(turn), clock.hour(turn), clock.is_night(turn), clock.may_rain(turn)) == (day, hour, night, rain)
    assert clock.turn_of(day, hour) == turn
    assert clock.said(turn) == f"{day} July, turn {hour}" + (" (night)" if night else "")
