"""4.6, 10.4, 13.2d Attack continuation, the reaction to it, and special ones."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.play import Play
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.activation import can_continue
from rules.wallaces_war.command.asks import ActivateReaction, ContinueAttack, SpecialContinuation
from rules.wallaces_war.command.facts import AttackContinued, CommandChecked, OfferDeclined, ReactionActivated
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.losses.leaders import fall
from rules.wallaces_war.melee.asks import DeclareCharge, DeclareMelee
from rules.wallaces_war.movement.asks import FreeFacing, MarkCharge, VoluntaryRetreat
from rules.wallaces_war.movement.limits import zoc_limit
from rules.wallaces_war.state import DECISION, EMPTY, INITIATIVE, MOVEMENT, REACTION, ZERO, State
from rules.wallaces_war.turn.asks import Decline, EndSegment
from tests.wallaces_war.games import goes_on, kinds
from tests.wallaces_war.melees import NW, A, options
from tests.wallaces_war.positions import at, give, position, refused, told


def deciding(*, chit: int = 4, level: int = 3, **more: Any) -> State:
    """C7 of the English Battle red; the Scots hold a 2 and a zero for green, a 1 for emerald."""
    state = position(
        {"red-ri-1": "0305:0", "green-ri-1": "2205:3", "emerald-ri-1": "2210:3"},
        leaders={"red": "0305", "green": "2205", "emerald": "2210"},
        phase=DECISION,
        chit=chit,
        turn=4,
        **more,
    )
    state.leaders["red"].level = level
    for name, track in {"red": [1], "crimson": [1], "green": [2, ZERO], "emerald": [1]}.items():
        state.battles[name].track = list(track)
    return state


def through(state: State) -> None:
    """The rest of a round, with nothing done in it, up to the next decision or turn."""
    while state.core.phase not in (DECISION, REACTION, INITIATIVE):
        give(state, state.core.active, EndSegment())


@pytest.mark.parametrize(
    ("chit", "level"), [(3, 3), (0, 4), (4, 1)], ids=["P26 56 no 4", "a zero", "P26 56 leader of level 1"]
)
def test_p26_56_10_4a_no_continuation(chit: int, level: int) -> None:
    state = deciding(chit=chit, level=level)
    assert refused(state, "english", ContinueAttack()) == "10.4a"
    assert not can_continue(state)


def test_10_4a_and_10_4b_and_10_4c_and_c7_a_4_and_a_leader_of_level_2_bring_d_and_e() -> None:
    state = deciding(level=2)
    assert kinds(state) == {"ContinueAttack", "Decline"}
    assert refused(state, "scots", ContinueAttack()) == "10.4a"
    facts = give(state, "english", ContinueAttack())
    assert told(facts, AttackContinued)[0] == AttackContinued(battle="red")
    assert (state.core.phase, state.core.active, state.turn.round) == (REACTION, "scots", 1)


def test_10_4b_who_declines_goes_on_to_phase_f() -> None:
    state = deciding()
    facts = give(state, "english", Decline())
    assert told(facts, OfferDeclined)[0].what.cite == "10.4a"
    assert (state.core.phase, state.core.turn) == (INITIATIVE, 5)


def test_e7_10_4a_a_leader_lost_before_the_decision_ends_the_attack() -> None:
    state = deciding(level=3)
    fall(Play(SYSTEM, state, "english", EndSegment(), EnteredChance(())), "red", captured=False)
    assert refused(state, "english", ContinueAttack()) == "10.4a"


def test_d13_c_only_a_battle_that_initiated_melee_goes_on() -> None:
    state = deciding(readings={"D13": "C"})
    assert refused(state, "english", ContinueAttack()) == "10.4d"
    state.turn.initiated = ["red-ri-1"]
    give(state, "english", ContinueAttack())


def reacting(**more: Any) -> State:
    state = deciding(**more)
    give(state, "english", ContinueAttack())
    return state


def test_4_6a_one_battle_moves_for_any_chit_as_with_a_zero_and_its_command_is_checked_13_3a() -> None:
    state = reacting()
    assert kinds(state) == {"ActivateReaction", "Decline"}
    facts = give(state, "scots", ActivateReaction(battle="green", chit=2))
    assert told(facts, ReactionActivated)[0] == ReactionActivated(battle="green", chit=2)
    assert told(facts, CommandChecked)[0].battle == "green"
    assert (state.turn.reacting, state.battles["green"].track) == ("green", [EMPTY, ZERO])
    assert zoc_limit(state) == 0
    assert refused(state, "scots", ActivateReaction(battle="emerald", chit=1)) == "4.6a"
    assert refused(state, "scots", Decline()) == "4.6a"
    give(state, "scots", EndSegment())
    assert (state.core.phase, state.core.active) == (MOVEMENT, "english")
    assert state.turn.battle == "red"


@pytest.mark.parametrize(
    "order",
    [
        Fire(unit="green-ri-1", target="0305"),
        DeclareMelee(unit="green-ri-1", target="0305"),
        DeclareCharge(unit="green-hc-1", facing=0, path=("2105", "2005"), target="1905"),
        MarkCharge(unit="green-hc-1"),
    ],
    ids=lambda order: type(order).__name__,
)
def test_p26_57_4_6a_only_movement_in_the_reaction_phase(order: Any) -> None:
    state = reacting()
    give(state, "scots", ActivateReaction(battle="green", chit=ZERO))
    assert refused(state, "scots", order) == "4.6a"


def test_p26_57_4_6a_no_activation_without_a_chit() -> None:
    state = reacting()
    assert refused(state, "scots", ActivateReaction(battle="green", chit=4)) == "4.6a"
    assert refused(state, "scots", ActivateReaction(battle="red", chit=1)) == "4.6a"
    state.battles["emerald"].standing = "eliminated"
    assert refused(state, "scots", ActivateReaction(battle="emerald", chit=1)) == "4.7a"


@pytest.mark.parametrize(("letter", "phase"), [("A", MOVEMENT), ("B", REACTION)], ids=["D16 A", "D16 B"])
def test_d16_a_side_without_a_chit(letter: str, phase: str) -> None:
    state = deciding(readings={"D16": letter})
    state.battles["green"].track, state.battles["emerald"].track = [EMPTY], [EMPTY]
    give(state, "english", ContinueAttack())
    assert state.core.phase == phase
    if letter == "B":
        facts = give(state, "scots", ActivateReaction(battle="green", chit=0))
        assert told(facts, ReactionActivated)[0].free


def test_4_6a_to_decline_is_to_sit_it_out() -> None:
    state = reacting()
    give(state, "scots", Decline())
    assert (state.turn.sat_out, state.core.phase) == (True, MOVEMENT)


def test_10_4d_no_second_continuation_but_by_a_leader_of_level_4() -> None:
    state = reacting(level=3)
    give(state, "scots", Decline())
    through(state)
    assert state.core.turn == 5


def second(state: State, *reaction: Any) -> State:
    """The second D of a special continuation, after this reaction to the first."""
    give(state, "english", ContinueAttack())
    give(state, "scots", *reaction)
    if state.core.phase == REACTION:
        give(state, "scots", EndSegment())
    through(state)
    assert kinds(state) == {"SpecialContinuation", "Decline"}
    give(state, "english", SpecialContinuation())
    return state


def test_13_2d_and_10_4e_and_e7_a_leader_of_level_4_goes_on_once_more_at_e7() -> None:
    state = second(deciding(level=4), ActivateReaction(battle="green", chit=2))
    assert (state.core.phase, state.turn.round, state.turn.special) == (REACTION, 2, True)
    assert state.leaders["red"].specials == 1
    assert state.turn.battle == "red"
    give(state, "scots", ActivateReaction(battle="green", chit=ZERO))
    give(state, "scots", EndSegment())
    through(state)
    assert state.core.turn == 5


def test_p26_77_13_2d_a_third_special_continuation_is_refused() -> None:
    state = deciding(level=4)
    state.leaders["red"].specials, state.turn.round = 2, 1
    assert refused(state, "english", SpecialContinuation()) == "13.2d"
    state.leaders["red"].specials, state.leaders["red"].level = 1, 3
    assert refused(state, "english", SpecialContinuation()) == "13.2d"
    assert refused(deciding(level=4), "english", SpecialContinuation()) == "13.2d"


def test_p26_77_13_2d_d15_a_the_same_battle_in_the_second_d_for_another_chit() -> None:
    state = second(deciding(level=4), ActivateReaction(battle="green", chit=2))
    assert refused(state, "scots", ActivateReaction(battle="emerald", chit=1)) == "13.2d"
    give(state, "scots", ActivateReaction(battle="green", chit=ZERO))
    assert state.battles["green"].track == [EMPTY, EMPTY]


def test_d15_b_one_chit_covers_both() -> None:
    state = second(deciding(level=4, readings={"D15": "B"}), ActivateReaction(battle="green", chit=2))
    facts = give(state, "scots", ActivateReaction(battle="green", chit=0))
    assert told(facts, ReactionActivated)[0].free
    assert state.battles["green"].track == [EMPTY, ZERO]


@pytest.mark.parametrize(("letter", "phase"), [("A", MOVEMENT), ("B", MOVEMENT), ("C", REACTION)])
def test_d15_who_sat_out_the_first_d(letter: str, phase: str) -> None:
    state = second(deciding(level=4, readings={"D15": letter}), Decline())
    assert state.core.phase == phase
    if letter == "C":
        give(state, "scots", ActivateReaction(battle="emerald", chit=1))


def test_d14_b_a_special_continuation_is_announced_in_c7_and_brings_both_rounds() -> None:
    state = deciding(level=4, readings={"D14": "B"})
    assert kinds(state) == {"ContinueAttack", "SpecialContinuation", "Decline"}
    give(state, "english", SpecialContinuation())
    assert (state.leaders["red"].specials, state.turn.round) == (1, 1)
    assert can_continue(state)
    give(state, "scots", ActivateReaction(battle="green", chit=2))
    give(state, "scots", EndSegment())
    through(state)
    assert (state.core.phase, state.turn.round, state.leaders["red"].specials) == (REACTION, 2, 1)
    fallen = deciding(level=4, readings={"D14": "B"})
    give(fallen, "english", SpecialContinuation())
    fallen.leaders["red"].level = 1
    give(fallen, "scots", Decline())
    through(fallen)
    assert fallen.core.turn == 5


def test_d14_b_an_ordinary_continuation_is_followed_by_no_special_one() -> None:
    state = deciding(level=4, readings={"D14": "B"})
    give(state, "english", ContinueAttack())
    give(state, "scots", Decline())
    through(state)
    assert state.core.turn == 5
    assert goes_on(state) == []


def continued(**readings: str) -> State:
    """E1 Of two units of heavy cavalry, held by infantry, one has attacked in C."""
    places = {
        "red-hc-1": f"{A}:0",
        "red-hc-2": f"{at(4, 0)}:0",
        "green-ri-1": f"{NW}:3",
        "green-ri-2": f"{at(4, -1)}:3",
    }
    state = position(places, chit=4, readings=readings)
    state.turn.round, state.turn.initiated = 1, ["red-hc-1"]
    return state


@pytest.mark.parametrize(("letter", "acting"), [("A", {"red-hc-1", "red-hc-2"}), ("B", {"red-hc-1"})])
def test_d13_10_4d_who_takes_no_part_in_phase_e_neither_turns_nor_withdraws_nor_gets_a_marker(
    letter: str, acting: set[str]
) -> None:
    state = continued(D13=letter)
    back = VoluntaryRetreat(units=("red-hc-2",), path=(at(4, 1), at(4, 2)), facing=0)
    orders = (FreeFacing(unit="red-hc-2", facing=1), MarkCharge(unit="red-hc-2"), back)
    if letter == "B":
        assert [refused(state, "english", order) for order in orders] == ["10.4d"] * 3
    found = options(state)
    assert {one.unit for one in found if isinstance(one, FreeFacing)} == acting
    assert {one.unit for one in found if isinstance(one, MarkCharge)} == acting
    assert {unit for one in found if isinstance(one, VoluntaryRetreat) for unit in one.units} == acting
