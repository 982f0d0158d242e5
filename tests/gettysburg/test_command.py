"""5.3.1 The Command Phase: 16.2 command states, 17.1 chances, 22.5 demoralization, 13.1a guns, 21.1 Trains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled, Fact
from domain.kernel.play import Play, facts_of
from domain.kernel.reasons import Reason
from rules.gettysburg import SYSTEM
from rules.gettysburg.sheets.rows import Marker
from rules.gettysburg.state import CONFEDERATE, UNION, State
from rules.gettysburg.turn import command
from rules.gettysburg.turn.asks import EndPhase
from rules.gettysburg.turn.facts import ChancesRolled, CommandRolled, GunsReadied, TrainRested
from tests.gettysburg.positions import position, start

COMMAND = ["command_control"]
PANIC = ["command_control", "loss_of_control"]
DEMORALIZATION = ["command_control", "demoralization"]
FRONT = Marker(span_low=6, span_high=9, panic_rating=4, coordination_value=3)
BACK = Marker(span_low=8, span_high=10, panic_rating=5, coordination_value=2)
INFANTRY = [name for name, unit in start().units.items() if unit.kind == "infantry" and unit.side == CONFEDERATE]


def army(places: dict[str, str] | None = None, **given: Any) -> State:
    """A position in which both armies have the marker of X11."""
    state = position(places or {}, **given)
    state.markers = dict.fromkeys((CONFEDERATE, UNION), (FRONT, BACK))
    return state


def begin(state: State, side: str, *dice: int) -> list[Fact]:
    play = Play(SYSTEM, state, side, EndPhase(), EnteredChance(dice))
    command.begin(play, side)
    play.chance.finish()
    return facts_of(play.recorded)[1:]


def rolled(facts: Iterable[Fact]) -> CommandRolled:
    [found] = [fact for fact in facts if isinstance(fact, CommandRolled)]
    return found


@pytest.mark.parametrize(
    ("total", "found"),
    [
        (2, "panic"), (3, "panic"), (4, "passive"), (5, "passive"), (6, "restricted"), (9, "restricted"),
        (10, "attack"), (11, "attack"), (12, "attack"),
    ],
)  # fmt: skip
def test_16_2_x11_the_state_follows_from_two_dice(total: int, found: str) -> None:
    state = army(options=COMMAND)
    dice = (total // 2, total - total // 2)
    said = rolled(begin(state, CONFEDERATE, *dice))
    assert (said.state, said.total, said.modifier, said.why.cite) == (found, total, 0, "16.2")
    assert state.command == {CONFEDERATE: found}


def test_16_2_the_phasing_side_rolls_for_itself() -> None:
    state = army(options=COMMAND)
    [dice] = [fact for fact in begin(state, UNION, 1, 2) if isinstance(fact, DiceRolled)]
    assert (dice.by, dice.faces, dice.why) == (UNION, (1, 2), Reason("command state", "16.2"))
    assert state.command == {UNION: "panic"}


def test_16_0_without_command_control_nothing_is_rolled() -> None:
    state = army()
    assert begin(state, CONFEDERATE) == []
    assert state.command == {}


@pytest.mark.parametrize(("total", "found"), [((2, 3), "panic"), ((5, 6), "restricted"), ((6, 6), "attack")])
def test_22_5_x11_a_demoralized_army_rolls_at_minus_two(total: tuple[int, int], found: str) -> None:
    state = army(dict.fromkeys(INFANTRY[:15], "routed"), options=DEMORALIZATION)
    said = rolled(begin(state, CONFEDERATE, *total))
    assert (said.state, said.total, said.modifier) == (found, sum(total) - 2, -2)


def test_22_5_fifteen_infantry_brigades_and_no_fewer() -> None:
    boxes = ["out_of_play", "destroyed_cadres", "routed", "eliminated", "captured"] * 3
    state = army(dict(zip(INFANTRY, boxes, strict=False)), options=DEMORALIZATION)
    assert command.is_demoralized(state, CONFEDERATE)
    assert not command.is_demoralized(state, UNION)
    state.units[INFANTRY[0]].at = "2020"
    assert not command.is_demoralized(state, CONFEDERATE)


@pytest.mark.parametrize("box", ["pool", "unused", "C-HMC1"])
def test_22_5_brigades_still_to_come_or_hidden_do_not_count(box: str) -> None:
    state = army(dict.fromkeys(INFANTRY[:20], box), options=DEMORALIZATION)
    assert not command.is_demoralized(state, CONFEDERATE)


def test_22_5_brigades_in_an_hmc_that_left_the_map_count() -> None:
    state = army({**dict.fromkeys(INFANTRY[:20], "C-HMC1"), "C-HMC1": "out_of_play"}, options=DEMORALIZATION)
    assert command.is_demoralized(state, CONFEDERATE)


def test_22_5_cavalry_and_guns_do_not_count() -> None:
    others = [name for name, unit in start().units.items() if unit.kind != "infantry" and name.startswith("C-")]
    assert len(others) >= 15
    state = army(dict.fromkeys(others, "routed"), options=DEMORALIZATION)
    assert not command.is_demoralized(state, CONFEDERATE)


def test_22_5_is_off_unless_chosen_and_needs_command_control() -> None:
    lost = dict.fromkeys(INFANTRY[:20], "routed")
    assert not command.is_demoralized(army(lost, options=COMMAND), CONFEDERATE)
    assert not command.is_demoralized(army(lost, options=["demoralization"]), CONFEDERATE)


def test_d83_captured_brigades_count_under_a_only() -> None:
    lost = dict.fromkeys(INFANTRY[:14], "routed") | {INFANTRY[14]: "captured"}
    assert command.is_demoralized(army(lost, options=DEMORALIZATION), CONFEDERATE)
    assert not command.is_demoralized(army(lost, options=DEMORALIZATION, readings={"D83": "B"}), CONFEDERATE)


def test_d10_a_the_front_counts_whatever_is_up() -> None:
    state = army(options=COMMAND)
    for found in ("attack", "restricted", "passive", "panic"):
        state.command[CONFEDERATE] = found
        assert command.marker(state, CONFEDERATE) == FRONT


def test_d10_b_the_face_that_is_up_counts() -> None:
    state = army(options=COMMAND, readings={"D10": "B"})
    assert command.marker(state, CONFEDERATE) == FRONT
    assert rolled(begin(state, CONFEDERATE, 3, 4)).state == "restricted"
    assert command.marker(state, CONFEDERATE) == BACK
    assert rolled(begin(state, CONFEDERATE, 3, 4)).state == "passive"
    assert rolled(begin(state, CONFEDERATE, 2, 2)).state == "panic"
    assert rolled(begin(state, CONFEDERATE, 5, 6)).state == "attack"
    assert command.marker(state, CONFEDERATE) == FRONT


def test_d10_b_without_command_control_the_front_counts() -> None:
    state = army(readings={"D10": "B"})
    state.command[CONFEDERATE] = "panic"
    assert command.marker(state, CONFEDERATE) == FRONT


@pytest.mark.parametrize(("scenario", "turn", "rule"), [("mcpherson", 6, "23.2"), ("little_round_top", 19, "23.5")])
def test_23_2_23_5_the_confederates_open_in_attack_without_a_roll(scenario: str, turn: int, rule: str) -> None:
    state = army(options=COMMAND, scenario=scenario, turn=turn)
    assert rolled(begin(state, CONFEDERATE)) == CommandRolled(
        side=CONFEDERATE, state="attack", why=Reason("fixed by the scenario", rule)
    )
    assert rolled(begin(state, UNION, 1, 1)).state == "panic"
    state.core.turn = turn + 1
    assert rolled(begin(state, CONFEDERATE, 1, 1)).state == "panic"


def test_d01_a_a_fixed_state_is_void_without_command_control() -> None:
    assert begin(army(scenario="mcpherson", turn=6), CONFEDERATE) == []


def test_d01_b_a_scenario_that_fixes_a_state_brings_command_control_in() -> None:
    state = army(scenario="mcpherson", turn=6, readings={"D01": "B"})
    assert rolled(begin(state, CONFEDERATE)).state == "attack"
    assert rolled(begin(state, UNION, 1, 1)).state == "panic"
    assert begin(army(readings={"D01": "B"}), CONFEDERATE) == []


def test_17_1_the_opponent_of_an_army_in_panic_rolls_his_chances() -> None:
    state = army(options=PANIC)
    facts = begin(state, CONFEDERATE, 1, 2, 5)
    assert facts[-1] == ChancesRolled(side=UNION, chances=5)
    assert [fact.by for fact in facts if isinstance(fact, DiceRolled)] == [CONFEDERATE, UNION]
    assert state.turn.chances == 5


@pytest.mark.parametrize(("options", "dice"), [(PANIC, (2, 2)), (COMMAND, (1, 2)), (["loss_of_control"], ())])
def test_17_1_no_chances_without_panic_or_without_the_rule(options: list[str], dice: tuple[int, ...]) -> None:
    state = army(options=options)
    assert not any(isinstance(fact, ChancesRolled) for fact in begin(state, CONFEDERATE, *dice))


def test_13_1a_guns_that_are_not_disrupted_become_ready() -> None:
    state = army({"C-5": "2020", "C-10": "2020", "C-14": "2021", "U-7": "3020"}, fired=["C-5", "C-10", "U-7"],
                 disrupted=["C-10"])  # fmt: skip
    assert begin(state, CONFEDERATE) == [GunsReadied(units=("C-5",))]
    assert [state.units[name].fired for name in ("C-5", "C-10", "C-14", "U-7")] == [False, True, False, True]


def test_13_1a_guns_in_a_box_or_an_hmc_are_left_alone() -> None:
    state = army({"C-5": "routed", "C-10": "C-HMC1", "C-HMC1": "2020"}, fired=["C-5", "C-10"])
    assert begin(state, CONFEDERATE) == []


def test_13_1a_22_6_guns_that_left_the_map_are_ready_when_they_may_come_back() -> None:
    places = {"C-5": "out_of_play", "C-10": "pool"}
    assert begin(army(places, fired=[*places]), CONFEDERATE) == []
    back = army(places, fired=[*places], options=["return_to_map"])
    assert begin(back, CONFEDERATE) == [GunsReadied(units=("C-5", "C-10"))]


def test_21_1_d36_a_moved_train_is_turned_when_no_enemy_unit_is_adjacent() -> None:
    state = army({"C-Train": "2020", "U-1": "2018", "U-Train": "3030"}, fired=["C-Train", "U-Train"])
    assert begin(state, CONFEDERATE) == [TrainRested(unit="C-Train")]
    assert [state.units[train].fired for train in ("C-Train", "U-Train")] == [False, True]
    assert begin(state, CONFEDERATE) == []


@pytest.mark.parametrize("enemy", ["U-1", "U-7", "U-72", "U-Train", "U-HMC1"])
def test_21_1_an_adjacent_enemy_of_any_kind_keeps_the_train_on_its_moved_side(enemy: str) -> None:
    state = army({"C-Train": "2020", enemy: "2019"}, fired=["C-Train"])
    assert begin(state, CONFEDERATE) == []
    assert state.units["C-Train"].fired


def test_d24_b_an_adjacent_hmc_does_not_keep_the_train_on_its_moved_side() -> None:
    state = army({"C-Train": "2020", "U-HMC1": "2019"}, fired=["C-Train"], readings={"D24": "B"})
    assert begin(state, CONFEDERATE) == [TrainRested(unit="C-Train")]


def test_5_3_1_the_steps_come_in_their_order() -> None:
    """5.3.1B, 5.3.1C, 5.3.1D"""
    state = army({"C-5": "2020", "C-Train": "2022"}, fired=["C-5", "C-Train"], options=PANIC)
    kinds = [type(fact) for fact in begin(state, CONFEDERATE, 1, 1, 3)]
    assert kinds == [DiceRolled, CommandRolled, DiceRolled, ChancesRolled, GunsReadied, TrainRested]
