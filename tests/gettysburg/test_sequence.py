"""5.0, 20.5 The sequence of play: whose turn, which phase, and when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import DiceRolled, Fact, GameEnded, PhaseBegan
from domain.kernel.reasons import Reason
from rules.gettysburg import SYSTEM, clock
from rules.gettysburg.combat.asks import Advance, CounterAttack, GiveSupport, ResolveAttack, RetreatTo, RollCoordination
from rules.gettysburg.hidden.asks import AttemptControl, HideUnits
from rules.gettysburg.movement.asks import DeclareAttack, MoveUnit
from rules.gettysburg.state import CONFEDERATE, SIDES, UNION, State
from rules.gettysburg.turn.asks import Decline, EndPhase, PlaceUnit, Rally, ReturnUnit
from rules.gettysburg.turn.facts import Declined
from tests.gettysburg.positions import give, position, refusal, said, start
from tests.gettysburg.small_maps import small_ground

CLEAR = small_ground(entry_hexes={"A": "1234", "F": "4000"})
QUIET = {"C-1": "2020", "U-1": "4010"}
LAST_DAY = 37  # 4 July, turn 1


def quiet(**given: Any) -> State:
    """One brigade a side, far apart."""
    given.setdefault("ground", CLEAR)
    return position({**QUIET, **given.pop("more", {})}, **given)


def phases(facts: Sequence[Fact]) -> list[tuple[int, str, str]]:
    return [(fact.turn, fact.phase, fact.side) for fact in facts if isinstance(fact, PhaseBegan)]


def now(state: State) -> tuple[int, str, str]:
    return state.core.turn, state.core.phase, state.core.active


def pass_turn(state: State, *dice: int) -> list[Fact]:
    """Both sides do nothing; the dice are those of the turn that follows."""
    return [*give(state, CONFEDERATE, EndPhase()), *give(state, UNION, EndPhase(), *dice)]


def test_5_3_a_player_turn_runs_through_its_phases_and_the_union_follows() -> None:
    """5.3.1A"""
    state = quiet(turn=3)
    assert phases(give(state, CONFEDERATE, EndPhase())) == [
        (3, "rally", CONFEDERATE), (3, "return", CONFEDERATE), (3, "combat", CONFEDERATE),
        (3, "command", UNION), (3, "movement", UNION),
    ]  # fmt: skip
    assert phases(give(state, UNION, EndPhase())) == [
        (3, "rally", UNION), (3, "return", UNION), (3, "combat", UNION),
        (4, "command", CONFEDERATE), (4, "movement", CONFEDERATE),
    ]  # fmt: skip


def test_5_3_a_phase_with_something_to_decide_waits_for_its_side() -> None:
    state = quiet(turn=3, more={"C-2": "2021", "C-3": "routed", "C-Train": "2522"}, shaken=["C-2"])
    give(state, CONFEDERATE, EndPhase())
    assert now(state) == (3, "rally", CONFEDERATE)
    assert Declined(side=CONFEDERATE, what=Reason("rally", "7.4b")) in give(state, CONFEDERATE, EndPhase())
    assert now(state) == (3, "return", CONFEDERATE)
    ended = give(state, CONFEDERATE, EndPhase())
    assert Declined(side=CONFEDERATE, what=Reason("return of units", "10.4a")) in ended
    assert now(state) == (3, "movement", UNION)


def test_5_3_a_phase_is_over_when_the_last_choice_in_it_is_made() -> None:
    """5.3.2B, 5.3.2C"""
    state = quiet(turn=3, more={"C-2": "2021", "C-3": "routed", "C-Train": "2522"}, shaken=["C-2"])
    give(state, CONFEDERATE, EndPhase())
    give(state, CONFEDERATE, Rally(unit="C-2"), 6)
    assert now(state) == (3, "return", CONFEDERATE)
    give(state, CONFEDERATE, ReturnUnit(unit="C-3", to="2523"))
    assert now(state) == (3, "movement", UNION)


def test_5_2_day_follows_day_and_nights_are_played() -> None:
    state = quiet(turn=10)
    found = [now(state)[0]]
    while state.core.turn < 14:
        pass_turn(state)
        found.append(state.core.turn)
    assert found == [10, 11, 12, 13, 14]
    assert [clock.is_night(turn) for turn in found] == [False, True, True, False, False]


def test_16_2_each_player_turn_opens_with_its_command_roll() -> None:
    state = quiet(turn=3, options=["command_control"])
    facts = give(state, CONFEDERATE, EndPhase(), 6, 6)
    assert [(fact.by, fact.why) for fact in facts if isinstance(fact, DiceRolled)] == [
        (UNION, Reason("command state", "16.2"))
    ]
    kinds = [(type(fact).__name__, getattr(fact, "phase", "")) for fact in facts][-4:]
    assert kinds == [("PhaseBegan", "command"), ("DiceRolled", ""), ("CommandRolled", ""), ("PhaseBegan", "movement")]


def test_5_3_what_a_player_turn_remembers_is_forgotten_in_the_next() -> None:
    state = quiet(turn=3)
    state.turn.acted.append("C-1")
    state.turn.starts["C-1"] = "2021"
    give(state, CONFEDERATE, EndPhase())
    assert (state.turn.acted, state.turn.starts) == ([], {})


@pytest.mark.parametrize("turn", [LAST_DAY - 1, LAST_DAY])
def test_20_5_no_rain_before_4_july_turn_3(turn: int) -> None:
    state = quiet(turn=turn)
    assert not any(isinstance(fact, DiceRolled) for fact in pass_turn(state))
    assert now(state) == (turn + 1, "movement", CONFEDERATE)


@pytest.mark.parametrize("die", [1, 2, 3])
def test_20_5_d92_rain_on_1_to_3_ends_the_battle_before_the_turn(die: int) -> None:
    state = quiet(turn=LAST_DAY + 1)
    *_, rolled, ended = pass_turn(state, die)
    assert isinstance(rolled, DiceRolled)
    assert (rolled.by, rolled.faces, rolled.why) == (CONFEDERATE, (die,), Reason("rain", "20.5"))
    assert isinstance(ended, GameEnded)
    assert (ended.winner, ended.why) == (UNION, Reason("victory by points", "4.1b", ("rain", LAST_DAY + 2, UNION, 0)))
    assert state.core.ended == ended
    assert list(SYSTEM.book.choices(state)) == []


@pytest.mark.parametrize("die", [4, 5, 6])
def test_20_5_d92_on_4_to_6_the_turn_is_played(die: int) -> None:
    state = quiet(turn=LAST_DAY + 1, options=["command_control"])
    give(state, CONFEDERATE, EndPhase(), 3, 4)
    facts = give(state, UNION, EndPhase(), die, 3, 4)
    assert [fact.why for fact in facts if isinstance(fact, DiceRolled)] == [
        Reason("rain", "20.5"),
        Reason("command state", "16.2"),
    ]
    assert now(state) == (LAST_DAY + 2, "movement", CONFEDERATE)


def test_20_5_rain_is_rolled_for_once_a_game_turn() -> None:
    state = quiet(turn=LAST_DAY + 2)
    assert not any(isinstance(fact, DiceRolled) for fact in give(state, CONFEDERATE, EndPhase()))
    assert now(state) == (LAST_DAY + 2, "movement", UNION)


@pytest.mark.parametrize(
    ("scenario", "last"),
    [("full", 46), ("mcpherson", 10), ("first_day", 10), ("second_day", 22), ("little_round_top", 22)],
)
def test_4_1a_23_the_game_ends_after_the_union_half_of_its_last_turn(scenario: str, last: int) -> None:
    state = position({"C-1": "1234", "U-1": "4010"}, scenario=scenario, turn=last)
    give(state, CONFEDERATE, EndPhase())
    assert state.core.ended is None
    ended = give(state, UNION, EndPhase())[-1]
    assert isinstance(ended, GameEnded)
    assert ended.why.of[:2] == ("last-turn", last)
    assert state.core.turn == last


@pytest.mark.parametrize("scenario", ["mcpherson", "little_round_top"])
def test_23_a_scenario_played_with_empty_hands_comes_to_its_end(scenario: str) -> None:
    state = start(scenario)
    turns = {state.core.turn}
    while state.core.ended is None:
        orders = [choice for choice in SYSTEM.book.choices(state) if isinstance(choice.order, EndPhase)]
        choice = orders[0] if orders else next(iter(SYSTEM.book.choices(state)))
        give(state, choice.by, choice.order)
        turns.add(state.core.turn)
    assert turns == set(range(state.battle.first_turn, state.battle.last_turn + 1))
    assert state.core.ended.winner == UNION


@pytest.mark.parametrize(
    "order",
    [
        PlaceUnit(unit="C-1", to="2020"), ReturnUnit(unit="C-1", to="2020"), ResolveAttack(unit="C-1"),
        Decline(), GiveSupport(unit="C-5"), RetreatTo(unit="C-1", to="2020"), AttemptControl(unit="U-1"),
        CounterAttack(unit="C-1", target="2020"), Advance(units=("C-1",)), RollCoordination(target="2020"),
    ],
    ids=lambda order: type(order).__name__,
)  # fmt: skip
def test_l1_5_1a_orders_of_another_phase_are_refused_in_the_movement_phase(order: Any) -> None:
    assert refusal(quiet(), CONFEDERATE, order) == "5.1a"


@pytest.mark.parametrize("phase", ["rally", "return"])
@pytest.mark.parametrize(
    "order",
    [
        MoveUnit(unit="C-1", path=("2021",)), DeclareAttack(unit="C-1", target="2021"),
        HideUnits(at="2020", contents={"C-HMC1": ("C-1",)}),
    ],
    ids=lambda order: type(order).__name__,
)  # fmt: skip
def test_l1_5_1a_movement_is_not_reopened(phase: str, order: Any) -> None:
    state = quiet(phase=phase, more={"C-2": "2021", "C-3": "routed", "C-Train": "2522"}, shaken=["C-2"])
    assert refusal(state, CONFEDERATE, order) == "5.1a"


def test_l28_11_1a_the_combat_phase_is_not_ended_by_hand() -> None:
    state = quiet(phase="combat", more={"U-2": "2021"})
    assert refusal(state, CONFEDERATE, EndPhase()) == "11.1a"
    assert refusal(state, CONFEDERATE, Rally(unit="C-1")) == "5.1a"


@pytest.mark.parametrize("phase", ["movement", "rally", "return"])
@pytest.mark.parametrize("active", SIDES)
def test_l1_5_1a_the_other_side_waits(phase: str, active: str) -> None:
    state = quiet(phase=phase, active=active)
    other = UNION if active == CONFEDERATE else CONFEDERATE
    assert refusal(state, other, EndPhase()) == "5.1a"


def test_5_1a_a_refusal_names_the_side_the_phase_and_its_orders() -> None:
    state = quiet(phase="rally", more={"C-2": "2021"}, shaken=["C-2"])
    with pytest.raises(IllegalOrder, match="it is for the confederate side to act in this rally phase"):
        give(state, UNION, EndPhase())
    with pytest.raises(IllegalOrder, match="MoveUnit is no order of the rally phase; there: Rally, EndPhase"):
        give(state, CONFEDERATE, MoveUnit(unit="C-1", path=("2021",)))


@pytest.mark.parametrize("phase", ["movement", "rally", "return"])
def test_5_1a_the_end_of_a_phase_is_always_offered_to_its_side(phase: str) -> None:
    state = quiet(phase=phase, more={"C-2": "2021", "C-3": "routed", "C-Train": "2522"}, shaken=["C-2"])
    assert [choice.by for choice in SYSTEM.book.choices(state) if isinstance(choice.order, EndPhase)] == [CONFEDERATE]


def test_d27_b_the_rally_step_is_passed_over() -> None:
    state = quiet(turn=3, more={"C-2": "2021"}, shaken=["C-2"], readings={"D27": "B"})
    give(state, CONFEDERATE, EndPhase())
    assert now(state) == (3, "movement", UNION)


@pytest.mark.parametrize(
    ("given", "more"),
    [
        pytest.param({}, "", id="plain"),
        pytest.param({"readings": {"D27": "B"}}, "Rally, ", id="D27 B"),
        pytest.param({"options": ["return_to_map"]}, "RollForReturn, ", id="22.6"),
        pytest.param({"options": ["hidden_movement"]}, "HideUnits, DeployUnits, ", id="18.1"),
    ],
)
def test_5_1a_a_refusal_lists_only_orders_that_this_game_has(given: dict[str, Any], more: str) -> None:
    told = said(quiet(**given), CONFEDERATE, ResolveAttack(unit="C-1"))
    assert told.endswith(f"there: MoveUnit, DeclareAttack, DeclareBombardment, ReorderStack, {more}EndPhase")


def test_23_1_the_second_side_is_told_that_the_first_must_end_its_set_up() -> None:
    state = start("mcpherson")
    assert said(state, UNION, EndPhase()) == "the confederate side must end its set-up first (EndPhase)"
    give(state, CONFEDERATE, EndPhase())
    assert said(state, CONFEDERATE, EndPhase()) == "the union side must end its set-up first (EndPhase)"
