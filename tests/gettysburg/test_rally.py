"""7.4 Rally: who may try, the roll, and what the attempt does to Disruption."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import DiceRolled
from domain.kernel.reasons import Reason
from rules.gettysburg import SYSTEM
from rules.gettysburg.state import CONFEDERATE, UNION, State
from rules.gettysburg.turn.asks import EndPhase, Rally
from rules.gettysburg.turn.facts import RallyFailed, UnitRallied
from rules.gettysburg.turn.rally import eligible, is_over
from rules.gettysburg.turn.state_facts import UnitRecovered
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import small_ground

CLEAR = small_ground(entry_hexes={"A": "1234", "F": "4000"})
OTHER = "C-46"  # far off and Shaken, so that the rally step goes on


def rallying(places: dict[str, str], *, shaken: list[str] | None = None, **given: Any) -> State:
    given.setdefault("phase", "rally")
    given.setdefault("ground", CLEAR)
    return position({**places, OTHER: "3030"}, shaken=[*(shaken if shaken is not None else ["C-1"]), OTHER], **given)


def rally(state: State, unit: str, *dice: int) -> list[Any]:
    """What follows the die."""
    first, *rest = give(state, CONFEDERATE, Rally(unit=unit), *dice)
    assert isinstance(first, DiceRolled)
    assert (first.by, first.why) == (CONFEDERATE, Reason("rally", "7.4b"))
    return rest


@pytest.mark.parametrize(
    ("unit", "die", "rallies"),
    [("C-1", 1, True), ("C-1", 2, True), ("C-1", 3, False), ("C-53", 1, True), ("C-53", 4, True), ("C-53", 5, False)],
)
def test_7_4b_infantry_rallies_on_1_or_2_and_cavalry_on_1_to_4(unit: str, die: int, rallies: bool) -> None:
    state = rallying({unit: "2020"}, shaken=[unit])
    assert rally(state, unit, die) == [UnitRallied(unit=unit) if rallies else RallyFailed(unit=unit)]
    assert state.units[unit].shaken is not rallies


def test_x16_7_4c_a_failed_attempt_still_ends_disruption() -> None:
    state = rallying({"C-1": "2020", "U-1": "2017"}, disrupted=["C-1"])
    assert rally(state, "C-1", 4) == [RallyFailed(unit="C-1"), UnitRecovered(unit="C-1", rule="7.4c")]
    assert (state.units["C-1"].shaken, state.units["C-1"].disrupted) == (True, False)


def test_7_4c_a_successful_attempt_ends_disruption_too() -> None:
    state = rallying({"C-1": "2020"}, disrupted=["C-1"])
    assert rally(state, "C-1", 2) == [UnitRallied(unit="C-1"), UnitRecovered(unit="C-1", rule="7.4c")]
    assert (state.units["C-1"].shaken, state.units["C-1"].disrupted) == (False, False)


def test_x16_l14_no_attempt_with_an_enemy_at_distance_2() -> None:
    state = rallying({"C-1": "2020", "U-1": "2018"}, disrupted=["C-1"])
    assert refusal(state, CONFEDERATE, Rally(unit="C-1")) == "7.4b"
    assert (state.units["C-1"].shaken, state.units["C-1"].disrupted) == (True, True)


@pytest.mark.parametrize("enemy", ["U-1", "U-7", "U-72", "U-Train", "U-HMC1"])
def test_7_4b_d24_a_every_kind_of_enemy_counts(enemy: str) -> None:
    state = rallying({"C-1": "2020", enemy: "2018"})
    assert eligible(state, CONFEDERATE) == [OTHER]


def test_d24_b_an_hmc_does_not_count() -> None:
    state = rallying({"C-1": "2020", "U-HMC1": "2019"}, readings={"D24": "B"})
    assert "C-1" in eligible(state, CONFEDERATE)


def test_d24_c_an_hmc_counts_if_it_holds_units() -> None:
    state = rallying({"C-1": "2020", "U-HMC1": "2019"}, readings={"D24": "C"})
    assert "C-1" in eligible(state, CONFEDERATE)
    state.units["U-1"].at = "U-HMC1"
    assert "C-1" not in eligible(state, CONFEDERATE)


def test_l14_7_4b_no_rally_after_moving() -> None:
    state = rallying({"C-1": "2020"})
    state.turn.starts["C-1"] = "2021"
    assert refusal(state, CONFEDERATE, Rally(unit="C-1")) == "7.4b"


def test_7_4b_a_unit_that_forwent_its_move_or_recovered_in_place_may_rally() -> None:
    state = rallying({"C-1": "2020"})
    state.turn.acted.append("C-1")
    assert "C-1" in eligible(state, CONFEDERATE)


def test_l14_13_2_guns_do_not_rally() -> None:
    state = rallying({"C-1": "2020", "C-5": "2020"}, disrupted=["C-5"])
    assert refusal(state, CONFEDERATE, Rally(unit="C-5")) == "13.2"


def test_7_4b_only_shaken_units_of_ones_own_on_the_map_rally_once() -> None:
    state = rallying({"C-1": "2020", "C-2": "2020", "C-3": "routed", "U-1": "4010"}, shaken=["C-1", "C-3", "U-1"])
    for unit in ("C-2", "C-3", "U-1", "C-99", "C-Train"):
        assert refusal(state, CONFEDERATE, Rally(unit=unit)) == "7.4b"
    rally(state, "C-1", 6)
    with pytest.raises(IllegalOrder, match="Anderson has tried to rally this turn"):
        give(state, CONFEDERATE, Rally(unit="C-1"))


def test_22_3_a_rally_does_not_take_the_questionable_marker_off() -> None:
    state = rallying({"C-1": "2020"}, questionable=["C-1"], options=["questionable"])
    rally(state, "C-1", 1)
    assert state.units["C-1"].questionable


def hidden(readings: dict[str, str]) -> State:
    """Shaken infantry in an HMC that has moved, next to the enemy."""
    state = rallying({"C-1": "C-HMC1", "C-HMC1": "2020", "U-1": "2019"}, disrupted=["C-1"], readings=readings)
    state.turn.starts["C-HMC1"] = "2021"
    return state


def test_18_8a_d96_a_in_an_hmc_neither_movement_nor_the_enemy_stops_a_rally() -> None:
    """7.4d"""
    state = hidden({})
    assert UnitRallied(unit="C-1", recovers=True) in rally(state, "C-1", 2)
    assert not state.units["C-1"].disrupted


def test_d96_b_in_an_hmc_the_distance_counts() -> None:
    state = hidden({"D96": "B"})
    assert refusal(state, CONFEDERATE, Rally(unit="C-1")) == "7.4b"
    state.stacks.pop("2019")
    assert "C-1" in eligible(state, CONFEDERATE)


@pytest.mark.parametrize("box", ["pool", "out_of_play"])
def test_18_8a_no_rally_in_an_hmc_off_the_map(box: str) -> None:
    state = rallying({"C-1": "C-HMC1", "C-HMC1": box})
    assert eligible(state, CONFEDERATE) == [OTHER]


def frozen(letter: str) -> State:
    state = rallying({"C-1": "2020"}, disrupted=["C-1"], readings={"D28": letter})
    state.turn.control["C-1"] = "nobody"
    return state


def test_d28_a_a_unit_nobody_controls_rallies_and_stays_disrupted() -> None:
    state = frozen("A")
    assert rally(state, "C-1", 1) == [UnitRallied(unit="C-1")]
    assert (state.units["C-1"].shaken, state.units["C-1"].disrupted) == (False, True)


def test_d28_b_a_unit_nobody_controls_does_not_rally() -> None:
    assert refusal(frozen("B"), CONFEDERATE, Rally(unit="C-1")) == "17.3a"


def test_d28_c_a_unit_nobody_controls_rallies_and_recovers() -> None:
    state = frozen("C")
    assert rally(state, "C-1", 6) == [RallyFailed(unit="C-1"), UnitRecovered(unit="C-1", rule="7.4c")]


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_d28_does_not_touch_a_unit_its_owner_controls(letter: str) -> None:
    state = frozen(letter)
    state.turn.control["C-1"] = "owner"
    assert UnitRecovered(unit="C-1", rule="7.4c") in rally(state, "C-1", 6)


def test_d27_a_l1_no_rally_before_the_rally_step() -> None:
    state = rallying({"C-1": "2020"}, phase="movement")
    assert refusal(state, CONFEDERATE, Rally(unit="C-1")) == "5.3.2B"
    assert not any(isinstance(choice.order, Rally) for choice in SYSTEM.book.choices(state))


def test_d27_b_a_rally_takes_the_place_of_a_move() -> None:
    state = rallying({"C-1": "2020"}, phase="movement", readings={"D27": "B"})
    assert Rally(unit="C-1") in [choice.order for choice in SYSTEM.book.choices(state)]
    assert rally(state, "C-1", 5) == [RallyFailed(unit="C-1")]
    assert "C-1" in state.turn.acted
    assert refusal(state, CONFEDERATE, Rally(unit="C-1")) == "7.4b"


def test_d27_b_a_unit_that_has_moved_or_declared_does_not_rally() -> None:
    state = rallying({"C-1": "2020", "C-2": "2022"}, shaken=["C-1", "C-2"], phase="movement", readings={"D27": "B"})
    state.turn.starts["C-1"] = "2021"
    state.turn.acted.append("C-2")
    for unit in ("C-1", "C-2"):
        assert refusal(state, CONFEDERATE, Rally(unit=unit)) == "7.4b"


def test_d27_b_no_rally_step_is_left() -> None:
    assert is_over(rallying({"C-1": "2020"}, readings={"D27": "B"}))
    assert not is_over(rallying({"C-1": "2020"}))


def test_5_1a_l1_the_enemy_does_not_rally_in_this_phase() -> None:
    state = rallying({"C-1": "2020", "U-1": "4010"}, shaken=["C-1", "U-1"])
    assert refusal(state, UNION, Rally(unit="U-1")) == "5.1a"


def test_every_eligible_brigade_is_offered_and_no_other() -> None:
    state = rallying({"C-1": "2020", "C-2": "2020", "U-1": "2018", "C-53": "3010"}, shaken=["C-1", "C-2", "C-53"])
    offered = [choice.order for choice in SYSTEM.book.choices(state)]
    assert [order.unit for order in offered if isinstance(order, Rally)] == [OTHER, "C-53"]
    assert EndPhase() in offered


def test_a_refusal_says_who_cannot_rally_and_why() -> None:
    state = rallying({"C-1": "2020", "U-1": "2018"})
    with pytest.raises(IllegalOrder, match="an enemy unit is within 2 hexes of Anderson"):
        give(state, CONFEDERATE, Rally(unit="C-1"))
