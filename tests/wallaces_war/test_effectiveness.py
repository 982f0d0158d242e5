"""14.6a, 15 Recovery and command effectiveness in phase F."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import DiceRolled, Fact
from domain.kernel.play import Play, facts_of
from domain.kernel.reasons import Reason
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.losses import effectiveness, recovery, removal
from rules.wallaces_war.losses.facts import BattleSank, EffectivenessTested, MoraleTested, UnitRecovered, UnitRemoved
from rules.wallaces_war.position import lowered, morale
from rules.wallaces_war.sheets.rows import Box
from rules.wallaces_war.state import RECOVERY, Filled, State
from rules.wallaces_war.turn.asks import EndSegment
from tests.wallaces_war.positions import at, position, told


def after(state: State, step: Any, *dice: int) -> list[Fact]:
    play = Play(SYSTEM, state, "english", EndSegment(), EnteredChance(dice))
    step(play)
    play.chance.finish()
    return facts_of(play.recorded)


def shaken(*more: str, **other: Any) -> State:
    """The leader red stands at 1313 with a range of 5."""
    places = {"red-ri-1": f"{at(3, 0)}:0", **{name: f"{at(-2 - n, 0)}:0" for n, name in enumerate(more)}}
    return position(places, leaders={"red": "1313"}, shaken=["red-ri-1", *more], phase=RECOVERY, **other)


def test_14_6a_a_shaken_unit_in_command_recovers_at_most_its_level_with_all_modifiers() -> None:
    for die, recovers in ((5, True), (6, False)):
        state = shaken()
        facts = after(state, recovery.recover, die)
        assert told(facts, MoraleTested)[0].level == 5  # 6 less one for being shaken
        assert bool(told(facts, UnitRecovered)) == recovers
        assert state.units["red-ri-1"].shaken != recovers
        assert state.units["red-ri-1"].at == at(3, 0)
        assert state.segment.tested == []  # 14.3a a failed effectiveness test may still follow


def test_d72_b_the_shaken_modifier_is_not_counted() -> None:
    facts = after(shaken(readings={"D72": "B"}), recovery.recover, 6)
    assert told(facts, UnitRecovered)


def test_p26_69_14_6a_6_2e_who_may_not_try() -> None:
    state = shaken()
    bars = []
    state.leaders["red"].at = at(-6, 0)
    bars.append(recovery.recovery_bar(state, "red-ri-1"))
    state = position(
        {"red-ri-1": "1313:0", "green-sc-1": f"{at(0, -1)}:0"}, leaders={"red": "1313"}, shaken=["red-ri-1"]
    )
    bars.append(recovery.recovery_bar(state, "red-ri-1"))
    assert [bar and bar.rule for bar in bars] == ["14.6a", "6.2e"]
    good = shaken()
    good.units["red-ri-1"].shaken = False
    assert recovery.recovery_bar(good, "red-ri-1")


def test_14_6a_stacked_with_the_army_commander_a_unit_needs_no_leader_of_its_own() -> None:
    state = position({"crimson-ri-1": "1313:0"}, leaders={"red": "1313"}, shaken=["crimson-ri-1"])
    assert recovery.recovery_bar(state, "crimson-ri-1") is None
    state.commanders["english"] = ""  # D65 B
    assert recovery.recovery_bar(state, "crimson-ri-1")


def test_14_6a_all_dice_fall_before_anybody_recovers() -> None:
    state = shaken("red-ri-2")
    facts = after(state, recovery.recover, 1, 1)
    shown = [type(fact).__name__ for fact in facts if isinstance(fact, DiceRolled | UnitRecovered)]
    assert shown == ["DiceRolled", "DiceRolled", "UnitRecovered", "UnitRecovered"]


def liable(*boxes: Box, turn: int = 2, units: int = 3, **more: Any) -> State:
    """The Battle green with these boxes filled this turn, and some units on the map."""
    places = {f"green-ri-{n + 1}": f"{at(3 * n, 0)}:0" for n in range(units)}
    state = position(places, leaders={"green": "1313"}, phase=RECOVERY, turn=turn, **more)
    display = (*boxes, Box(), Box(), Box(end=True))
    rows = [
        msgspec.structs.replace(row, display=display) if row.id == "green" else row for row in state.engagement.battles
    ]
    state.engagement = msgspec.structs.replace(state.engagement, battles=tuple(rows))
    state.battles["green"].display = [Filled(unit=f"green-ar-{n}", turn=turn) for n in range(len(boxes))]
    return state


SQUARE, CIRCLE, TRIANGLE = Box(symbol="square", cef=7), Box(symbol="circle", cef=6), Box(symbol="triangle", cef=6)


WORN = Reason("worn down", "12.3a")


def test_x12_15_2c_15_2d_a_square_of_7_is_passed_on_7_and_failed_on_8() -> None:
    state = liable(SQUARE)
    facts = after(state, effectiveness.try_all, 7)
    assert told(facts, EffectivenessTested)[0].passed
    assert state.battles["green"].standing == "resolute"
    facts = after(state, effectiveness.try_all, 8, 1, 10, 1)
    assert told(facts, BattleSank)[0].to == "wavering"
    assert [(test.unit, test.passed) for test in told(facts, MoraleTested)] == [
        ("green-ri-1", True),
        ("green-ri-2", False),
        ("green-ri-3", True),
    ]
    assert state.units["green-ri-2"].shaken


def test_15_2b_boxes_without_a_symbol_or_of_another_turn_bring_no_test() -> None:
    state = liable(Box(), SQUARE)
    state.battles["green"].display[1] = Filled(unit="green-ar-1", turn=1)
    assert effectiveness.tests_due(state, "green") == []


def test_15_2c_triangles_then_circles_then_squares_the_lowest_first_and_the_first_failure_ends_it() -> None:
    low, lower = Box(symbol="circle", cef=5), Box(symbol="square", cef=4)
    state = liable(SQUARE, CIRCLE, lower, TRIANGLE, low)
    due = effectiveness.tests_due(state, "green")
    assert [(test.symbol, test.cef) for test in due] == [
        ("triangle", 6),
        ("circle", 5),
        ("circle", 6),
        ("square", 4),
        ("square", 7),
    ]
    facts = after(state, effectiveness.try_all, 6, 9, 1, 1, 1)
    assert len(told(facts, EffectivenessTested)) == 2
    assert state.battles["green"].standing == "weakened"


def test_15_2d_shaken_units_do_not_test_again() -> None:
    state = liable(CIRCLE, shaken=["green-ri-1"])
    facts = after(state, effectiveness.try_all, 7, 1, 1)
    assert [test.unit for test in told(facts, MoraleTested)] == ["green-ri-2", "green-ri-3"]


def test_15_2d_a_broken_battle_sheds_its_shaken_units_the_rest_test_and_then_lose_a_point_for_good() -> None:
    state = liable(TRIANGLE, shaken=["green-ri-1"])
    facts = after(state, effectiveness.try_all, 7, 6, 6)
    assert [(fact.unit, fact.how) for fact in told(facts, UnitRemoved)] == [("green-ri-1", "removed")]
    assert [(test.level, test.passed) for test in told(facts, MoraleTested)] == [(6, True), (6, True)]
    assert told(facts, BattleSank)[0].to == "broken"
    assert morale(state, state.units["green-ri-2"]) == 5
    assert state.battles["green"].display[-1].unit == "green-ri-1"


@pytest.mark.parametrize(("letter", "dice"), [("A", (7, 1)), ("B", (7, 1))], ids=["D75 A", "D75 B"])
def test_d75_shaken_units_are_removed_plainly_or_as_in_a_rout(letter: str, dice: tuple[int, ...]) -> None:
    state = liable(TRIANGLE, units=1, shaken=["green-ri-1"], readings={"D75": letter})
    near = state.units["green-ri-2"]
    near.at, near.facing = at(1, 0), 0
    state.stacks[near.at] = ["green-ri-2"]
    facts = after(state, effectiveness.try_all, *dice)
    assert told(facts, UnitRemoved)[0].how == ("removed" if letter == "A" else "routed")
    cites = [test.why.cite for test in told(facts, MoraleTested)]
    assert cites == (["15.2d"] if letter == "A" else ["14.5a"])  # 14.3a one test in this phase


@pytest.mark.parametrize(("letter", "level"), [("A", 5), ("B", 4)], ids=["D76 A", "D76 B"])
def test_d76_broken_twice(letter: str, level: int) -> None:
    state = liable(TRIANGLE, units=1, readings={"D76": letter})
    for _ in range(2):
        state.segment.tested = []
        after(state, effectiveness.try_all, 9, 1)
    assert morale(state, state.units["green-ri-1"]) == level
    assert [modifier.value for modifier in lowered(state, state.units["green-ri-1"])] == [level - 6]


def test_d76_a_battle_only_gets_worse_and_its_units_test_each_time() -> None:
    state = liable(SQUARE, units=1)
    state.battles["green"].standing = "weakened"
    facts = after(state, effectiveness.try_all, 9, 1)
    assert told(facts, BattleSank) == []
    assert len(told(facts, MoraleTested)) == 1


@pytest.mark.parametrize(("letter", "left"), [("A", 0), ("B", 2)], ids=["D77 A", "D77 B"])
def test_15_2f_d77_the_last_box_ends_a_battle(letter: str, left: int) -> None:
    state = liable(SQUARE, SQUARE, SQUARE, readings={"D77": letter})
    state.battles["green"].display += [Filled(unit="x", turn=1), Filled(unit="y", turn=1)]
    facts = after(state, lambda play: removal.remove(play, "green-ri-1", "eliminated", WORN))
    assert told(facts, BattleSank)[0].to == "eliminated"
    assert sum(unit.at in state.stacks for unit in state.units.values()) == left
    assert after(state, effectiveness.try_all) == []  # no more tests


@pytest.mark.parametrize("letter", ["A", "B"], ids=["D78 A", "D78 B"])
def test_15_2e_d78_a_unit_beyond_the_last_box_brings_a_broken_test_with_the_lowest_number(letter: str) -> None:
    state = liable(SQUARE, CIRCLE, units=2, readings={"D78": letter})
    state.battles["green"].beyond = [1, 2]
    state.core.phase = RECOVERY if letter == "A" else "melee"
    assert [(test.symbol, test.cef) for test in effectiveness.beyond(state, "green")] == [("triangle", 6)]
    if letter == "A":
        assert effectiveness.tests_due(state, "green")[0].beyond
        assert after(state, effectiveness.proceed) == []
        facts = after(state, effectiveness.try_all, 7, 1, 1)
    else:
        facts = after(state, effectiveness.proceed, 7, 1, 1)
    assert told(facts, EffectivenessTested)[0].beyond
    assert state.battles["green"].beyond == [1]
    assert state.battles["green"].standing == "broken"
