"""10.3/S9, 10.3/S10, 12.5 Ways back, advances, and the rage of schiltrons."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chapter import LossDue
from domain.kernel.facts import LossTaken
from rules.wallaces_war.charges.facts import RetreatDue
from rules.wallaces_war.command.activation import can_continue
from rules.wallaces_war.fight.aftermath import due
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.losses.facts import BerserkEnded, BerserkTested, LeaderDisplaced, MoraleTested, UnitShaken
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAdvance,
    AwaitDefensiveFire,
    AwaitReply,
    AwaitRetreat,
    AwaitSink,
    AwaitVoluntary,
    ChooseNextAttack,
    Reply,
    RetreatPath,
    SinkMissileUnit,
)
from rules.wallaces_war.melee.facts import AttackCancelled, AttackRolled, UnitAdvanced
from rules.wallaces_war.movement.asks import AwaitDisplacement, DisplaceLeader, VoluntaryRetreat
from rules.wallaces_war.movement.facts import FacingChanged, StackReordered, UnitsMoved, ZonesEntered
from rules.wallaces_war.state import State
from tests.wallaces_war.melees import NE, NW, SE, SW, A, E, W, asked, attack, close, decline, melee, options
from tests.wallaces_war.positions import at, give, refused, told

BACK = (NE, at(2, -2))
PAIR = {"red-sc-1": f"{SW}:1", "green-ri-1": f"{A}:4"}


def driven(places: dict[str, str] | None = None, *dice: int, die: int = 6, **more: Any) -> State:
    """The defender has lost its fourth step, and must go back."""
    more.setdefault("steps", {"green-ri-1": 3})
    state = melee({**PAIR, **(places or {})}, **more)
    attack(state, ("red-sc-1", A))
    close(state, die)
    decline(state, *dice)
    return state


def paths(state: State) -> set[tuple[str, ...]]:
    return {one.path for one in options(state) if isinstance(one, RetreatPath)}


def test_10_3_S9b_two_hexes_away_and_never_next_to_where_it_stood() -> None:
    state = driven()
    assert all(len(path) == 2 and state.ground.distance(A, path[-1]) == 2 for path in paths(state))
    assert refused(state, "scots", RetreatPath(unit="green-ri-1", path=(NE, E))) == "10.3/S9b"
    assert refused(state, "scots", RetreatPath(unit="green-ri-1", path=(NE,))) == "10.3/S9b"
    assert refused(state, "scots", RetreatPath(unit="red-sc-1", path=BACK)) == "10.3/S9d"
    assert refused(state, "scots", RetreatPath(unit="green-ri-1", path=(at(3, 3),))) == "10.3/S9b"


def test_P26_53_10_3_S9e_not_into_an_enemy_zone() -> None:
    state = driven()
    assert refused(state, "scots", RetreatPath(unit="green-ri-1", path=(W, at(-2, 0)))) == "10.3/S9e"


def test_P26_54_D18_it_keeps_its_facing() -> None:
    turn = RetreatPath(unit="green-ri-1", path=BACK, facing=1)
    assert refused(driven(), "scots", turn) == "10.3/S9b"
    facts = give(driven(readings={"D18": "B"}), "scots", turn, 1)
    assert told(facts, FacingChanged)[0].why.cite == "5.2e"


def test_10_3_S9g_it_goes_on_past_friends_and_they_test() -> None:
    state = driven({"green-ri-2": f"{at(2, -2)}:4"})
    assert refused(state, "scots", RetreatPath(unit="green-ri-1", path=BACK)) == "10.3/S9g"
    facts = give(state, "scots", RetreatPath(unit="green-ri-1", path=(*BACK, at(3, -3))), 1, 1)
    assert [test.why.cite for test in told(facts, MoraleTested)] == ["8.4b", "12.2"]


# Enemies so placed that a unit at the centre can go back one hex, and no farther.
RING = {
    "red-sc-2": f"{at(3, -3)}:0", "red-sc-3": f"{at(1, -3)}:0", "crimson-sc-1": f"{at(3, -1)}:0",
    "crimson-sc-2": f"{at(2, 1)}:0", "red-ri-1": f"{at(-2, -1)}:2",
}  # fmt: skip
# Enemies all around, so that it cannot go at all.
WALLS = {"red-sc-2": f"{NE}:0", "red-ri-3": f"{SE}:0"}


def test_10_3_S9f_D43_as_far_as_it_can_and_a_step_for_the_rest() -> None:
    state = driven(RING)
    assert paths(state) == {(NE,), (NW,), (E,)}
    facts = give(state, "scots", RetreatPath(unit="green-ri-1", path=(NE,)), 3)
    assert [(fact.amount, fact.cause.cite) for fact in told(facts, LossTaken)] == [(1, "10.3/S9f")]
    [test] = told(facts, MoraleTested)
    assert (test.level, test.passed) == (3, True)  # the step counts before the test, and brings on no other
    assert state.units["green-ri-1"].at == NE


def test_D43_under_B_it_goes_all_the_way_or_not_at_all() -> None:
    state = driven(RING, readings={"D43": "B"})
    assert state.units["green-ri-1"].at == "display"  # 3 + 1 + 2


def test_10_3_S9f_who_cannot_go_at_all_pays_for_both_hexes() -> None:
    state = driven(WALLS)
    assert state.units["green-ri-1"].at == "display"
    assert isinstance(asked(state), AwaitAdvance)


def test_10_3_S9f_only_the_top_unit_pays_and_the_other_goes_on_if_it_outlives_it() -> None:
    state = driven({"green-ri-2": f"{A}:4", **WALLS}, 1, steps={"green-ri-1": 4})  # the fifth, and one that kills it
    assert state.units["green-ri-1"].at == "display"
    assert state.units["green-ri-2"].steps == 1
    assert (state.units["green-ri-2"].at, asked(state)) == (A, None)


def test_10_3_S9c_D26_the_stack_goes_back_as_one_or_parts() -> None:
    stack = {"green-ri-2": f"{A}:4"}
    state = driven(stack)
    alone = RetreatPath(unit="green-ri-2", path=BACK, alone=True)
    assert refused(state, "scots", alone) == "10.3/S9c"
    give(state, "scots", RetreatPath(unit="green-ri-1", path=BACK), 1)
    assert state.stacks[at(2, -2)] == ["green-ri-1", "green-ri-2"]
    state = driven(stack, readings={"D26": "B"})
    assert alone in options(state)
    give(state, "scots", alone)
    assert asked(state) == AwaitRetreat(side="scots", units=("green-ri-1",))
    give(state, "scots", RetreatPath(unit="green-ri-1", path=(E, at(2, 0))), 1)
    assert (state.units["green-ri-1"].at, state.units["green-ri-2"].at) == (at(2, 0), at(2, -2))


def test_10_3_S9d_the_activated_side_goes_first_in_its_owners_order() -> None:
    far = at(6, 0)
    state = melee(
        {
            "red-ri-1": f"{SW}:1", "green-sc-1": f"{A}:4",
            "red-ri-2": f"{at(5, 1)}:1", "green-sc-2": f"{far}:4",
        },
        steps={"red-ri-1": 3, "red-ri-2": 3},
    )  # fmt: skip
    attack(state, ("red-ri-1", A), ("red-ri-2", far))
    close(state)
    give(state, "english", ChooseNextAttack(start=SW), 1, 1)
    give(state, "scots", Reply(target=SW), 6)
    give(state, "scots", Reply(target=at(5, 1)), 6)
    assert asked(state) == AwaitRetreat(side="english", units=("red-ri-1", "red-ri-2"))
    give(state, "english", RetreatPath(unit="red-ri-2", path=(at(4, 2), at(3, 3))), 1)
    assert asked(state).units == ("red-ri-1",)


def test_13_7a_a_leader_goes_back_with_his_men() -> None:
    state = melee(PAIR, steps={"green-ri-1": 3}, leaders={"green": A})
    attack(state, ("red-sc-1", A))
    close(state, 6)
    decline(state, 1)  # the leader is not hit
    give(state, "scots", RetreatPath(unit="green-ri-1", path=BACK, leaders=("green",)), 1)
    assert state.leaders["green"].at == at(2, -2)


def test_13_4c_a_leader_left_behind_must_get_away_from_who_advances() -> None:
    state = melee(PAIR, steps={"green-ri-1": 3}, leaders={"green": A})
    attack(state, ("red-sc-1", A))
    close(state, 6)
    decline(state, 1)
    give(state, "scots", RetreatPath(unit="green-ri-1", path=BACK), 1)
    give(state, "english", AdvanceAfterCombat(unit="red-sc-1", to=A))
    assert asked(state) == AwaitDisplacement(side="scots", leader="green")
    facts = give(state, "scots", DisplaceLeader(leader="green", path=(NE,)))
    assert told(facts, LeaderDisplaced)
    assert state.melee is None


# 10.3/S10 Advances


def test_10_3_S10a_a_shaken_unit_does_not_advance_into_a_zone() -> None:
    state = melee(
        {"red-ri-1": f"{SW}:1", "green-ri-1": f"{A}:4", "green-ri-2": f"{E}:4"},
        steps={"green-ri-1": 5, "red-ri-1": 2},
    )
    attack(state, ("red-ri-1", A))
    close(state, 6)
    facts = give(state, "scots", Reply(target=SW), 6, 10)  # one step, and the test fails
    assert told(facts, UnitShaken)
    assert state.melee is None  # nobody was asked


@pytest.mark.parametrize(("letter", "asks"), [("A", True), ("B", False)])
def test_D20_an_advance_from_zone_to_zone(letter: str, asks: bool) -> None:
    state = melee(
        {"red-sc-1": f"{SW}:1", "green-ri-1": f"{A}:4", "green-sc-2": f"{W}:4"},
        steps={"green-ri-1": 5},
        readings={"D20": letter},
    )
    attack(state, ("red-sc-1", A))
    close(state, 6)
    decline(state)
    assert isinstance(asked(state), AwaitAdvance) is asks


@pytest.mark.parametrize(("letter", "asks"), [("A", True), ("C", False)])
def test_D12_the_chit_and_an_advance(letter: str, asks: bool) -> None:
    state = melee(
        {"red-sc-1": f"{SW}:1", "green-ri-1": f"{A}:4", "green-sc-2": f"{at(1, -1)}:4"},
        steps={"green-ri-1": 5},
        chit=0,
        readings={"D12": letter},
    )
    attack(state, ("red-sc-1", A))
    close(state, 6)
    decline(state)
    assert isinstance(asked(state), AwaitAdvance) is asks
    if not asks:
        state = melee(
            {"red-sc-1": f"{SW}:1", "green-ri-1": f"{A}:4", "green-sc-2": f"{at(1, -1)}:4"},
            steps={"green-ri-1": 5},
            chit=1,
            readings={"D12": letter},
        )
        attack(state, ("red-sc-1", A))
        close(state, 6)
        decline(state)
        facts = give(state, "english", AdvanceAfterCombat(unit="red-sc-1", to=A))
        assert told(facts, ZonesEntered)


@pytest.mark.parametrize(("letter", "asks"), [("A", True), ("B", False)])
def test_D42_a_hex_left_by_rout(letter: str, asks: bool) -> None:
    state = melee(PAIR, steps={"green-ri-1": 2}, shaken=["green-ri-1"], readings={"D42": letter})
    attack(state, ("red-sc-1", A))
    close(state, 1)  # 1 + 1 for its disorder: no loss
    state.melee.noted = {A: 1}  # type: ignore[union-attr]
    decline(state, 10)
    assert state.units["green-ri-1"].at == "display"
    assert isinstance(asked(state), AwaitAdvance) is asks


WEAK = {"red-sc-1": f"{SW}:1", "green-ar-1": f"{A}:4"}


@pytest.mark.parametrize(("letter", "asks"), [("A", True), ("B", False)])
def test_11_1a_D41_who_withdraws_is_not_struck_and_the_hex_may_be_entered(letter: str, asks: bool) -> None:
    state = melee(WEAK, leaders={"green": at(2, -2)}, readings={"D41": letter})
    attack(state, ("red-sc-1", A))
    close(state)
    assert asked(state) == AwaitVoluntary(side="scots", at=A)
    away = next(one for one in options(state) if isinstance(one, VoluntaryRetreat))
    facts = give(state, "scots", away)
    assert told(facts, AttackCancelled)[0].lapsed
    assert not told(facts, AttackRolled)
    assert isinstance(asked(state), AwaitAdvance) is asks


def test_11_1a_who_stays_is_struck() -> None:
    state = melee(WEAK, leaders={"green": at(2, -2)})
    attack(state, ("red-sc-1", A))
    close(state)
    assert told(decline(state, 1), AttackRolled)


@pytest.mark.parametrize(("letter", "times"), [("A", 1), ("B", 2)])
def test_D45_one_chance_or_one_before_each_attack(letter: str, times: int) -> None:
    state = melee({**WEAK, "red-sc-2": f"{W}:1"}, leaders={"green": at(2, -2)}, readings={"D45": letter})
    attack(state, ("red-sc-1", A), ("red-sc-2", A))
    close(state)
    give(state, "english", ChooseNextAttack(start=SW))
    found = 0
    while isinstance(asked(state), AwaitVoluntary):
        found += 1
        decline(state, 6, *([6] if found == times == 1 else []))
    assert found == times


def test_8_2k_missiles_go_to_the_bottom_before_the_first_melee_only() -> None:
    state = melee({"red-sc-1": f"{SW}:1", "red-sc-2": f"{W}:1", "green-ar-1": f"{A}:4", "green-ri-1": f"{A}:4"})
    attack(state, ("red-sc-1", A), ("red-sc-2", A))
    close(state)
    give(state, "english", ChooseNextAttack(start=SW))
    assert asked(state) == AwaitSink(side="scots", at=A)
    facts = give(state, "scots", SinkMissileUnit(), 1, 1)
    assert told(facts, StackReordered)[0].units == ("green-ri-1", "green-ar-1")
    assert isinstance(asked(state), AwaitReply)


def test_9_4e_9_4f_an_attacked_unit_fires_once_at_who_attacks_it_on_foot() -> None:
    state = melee({**PAIR, "red-sc-2": f"{W}:1"}, loaded=True)
    attack(state, ("red-sc-1", A), ("red-sc-2", A))
    close(state)
    give(state, "english", ChooseNextAttack(start=W))
    assert asked(state) == AwaitDefensiveFire(side="scots", unit="green-ri-1", targets=(SW, W))
    facts = give(state, "scots", Fire(unit="green-ri-1", target=SW), 1, 1, 1)
    assert len(told(facts, AttackRolled)) == 2
    assert isinstance(asked(state), AwaitReply)


def test_P26_52_10_2c_a_reply_goes_to_one_hex_it_was_attacked_from_and_in_front() -> None:
    state = melee({**PAIR, "red-sc-2": f"{E}:5", "red-ri-1": f"{W}:1"})
    attack(state, ("red-sc-1", A), ("red-sc-2", A))
    close(state)
    give(state, "english", ChooseNextAttack(start=SW), 1, 1)
    assert asked(state).targets == (SW,)
    assert refused(state, "scots", Reply(target=W)) == "10.2c"
    assert refused(state, "scots", Reply(target=E)) == "10.2c"
    give(state, "scots", Reply(target=SW), 1)
    assert refused(state, "scots", Reply(target=SW)) == "10.2c"


# 12.5 Berserkers


def raging(*, steps: int, die: int = 6, own: int = 0, **more: Any) -> State:
    """A schiltron attacked by another."""
    state = melee({"red-sc-1": f"{SW}:1", "green-sc-1": f"{A}:4"}, steps={"green-sc-1": steps, "red-sc-1": own}, **more)
    attack(state, ("red-sc-1", A))
    close(state, die)
    return state


def test_12_5h_who_was_berserk_tests_for_the_fourth_step_and_stays_if_it_passes() -> None:
    state = raging(steps=3, berserk=["green-sc-1"])
    facts = decline(state, 4)
    assert told(facts, MoraleTested)[0].passed
    assert state.units["green-sc-1"].at == A
    assert state.melee is None
    state = raging(steps=3, berserk=["green-sc-1"])
    facts = decline(state, 5)
    assert told(facts, BerserkEnded)
    assert isinstance(asked(state), AwaitRetreat)
    facts = give(state, "scots", RetreatPath(unit="green-sc-1", path=BACK))
    assert not told(facts, MoraleTested)


@pytest.mark.parametrize(("letter", "back"), [("A", True), ("B", False)])
def test_D59_12_5g_who_turns_berserk_by_its_fourth_step_does_not_test(letter: str, back: bool) -> None:
    state = raging(steps=3, readings={"D59": letter})
    facts = decline(state, 7)
    assert told(facts, BerserkTested)[0].berserk
    assert isinstance(asked(state), AwaitRetreat) is back
    if back:
        assert not told(give(state, "scots", RetreatPath(unit="green-sc-1", path=BACK)), MoraleTested)


@pytest.mark.parametrize(("letter", "tests"), [("A", 1), ("B", 0)])
def test_D60_already_berserk_and_the_third_step(letter: str, tests: int) -> None:
    state = raging(steps=2, berserk=["green-sc-1"], readings={"D60": letter})
    facts = decline(state, *([1] * tests))
    assert len(told(facts, MoraleTested)) == tests


def test_12_5d_a_berserker_who_does_not_take_his_hex_tests() -> None:
    state = raging(steps=0, die=1, berserk=["red-sc-1"])
    facts = decline(state, 6)
    assert [(test.unit, test.passed) for test in told(facts, MoraleTested)] == [("red-sc-1", True)]
    assert state.units["red-sc-1"].berserk
    state = raging(steps=0, die=1, berserk=["red-sc-1"])
    facts = decline(state, 7)
    assert told(facts, BerserkEnded)
    assert (state.units["red-sc-1"].shaken, state.units["red-sc-1"].steps) == (True, 2)
    assert [(fact.hexes, fact.kind) for fact in told(facts, RetreatDue)] == [(1, "failure")]
    give(state, "english", RetreatPath(unit="red-sc-1", path=(at(-2, 2),), facing=1))
    assert state.melee is None


def test_12_5d_no_test_if_the_hex_was_taken_and_one_if_the_advance_was_declined() -> None:
    state = melee(PAIR, steps={"green-ri-1": 5}, berserk=["red-sc-1"])
    attack(state, ("red-sc-1", A))
    close(state, 6)
    decline(state)
    facts = give(state, "english", AdvanceAfterCombat(unit="red-sc-1", to=A))
    assert told(facts, UnitAdvanced)
    assert not told(facts, MoraleTested)
    state = melee(PAIR, steps={"green-ri-1": 5}, berserk=["red-sc-1"])
    attack(state, ("red-sc-1", A))
    close(state, 6)
    decline(state)
    assert told(decline(state, 1), MoraleTested)


def test_D61_who_has_tested_already_and_what_the_two_steps_bring() -> None:
    for letter, tests in (("A", 0), ("B", 1)):
        state = raging(steps=0, die=1, berserk=["red-sc-1"], readings={"D61": letter})
        state.segment.tested = ["red-sc-1"]
        facts = decline(state, *([1] * tests))
        assert len(told(facts, MoraleTested)) == tests
    state = raging(steps=0, die=1, own=2, berserk=["red-sc-1"], readings={"D61": "B"})
    facts = decline(state, 7, 1, 1)  # fails; no rage; the test for its third and fourth step
    assert [fact.hexes for fact in told(facts, RetreatDue)] == [2]
    assert len(told(facts, MoraleTested)) == 2


def test_12_5e_no_test_if_the_defender_could_not_leave_its_hex() -> None:
    state = melee(
        {**PAIR, "green-ri-2": f"{A}:4", **WALLS}, steps={"green-ri-1": 5}, berserk=["red-sc-1"]
    )  # fmt: skip
    attack(state, ("red-sc-1", A))
    close(state, 5)
    facts = decline(state, 1)  # the top is gone, the other stays for two steps and tests
    assert [fact.amount for fact in told(facts, LossTaken)] == [1, 1, 1]
    assert not told(facts, UnitsMoved)
    assert [test.unit for test in told(facts, MoraleTested)] == ["green-ri-2"]
    assert state.melee is None


def test_P26_55_10_3_S10b_the_other_side_never_advances() -> None:
    state = melee({"red-ri-1": f"{SW}:1", "green-sc-1": f"{A}:4"}, steps={"red-ri-1": 5})
    attack(state, ("red-ri-1", A))
    close(state, 1)
    give(state, "scots", Reply(target=SW), 6)
    assert state.units["red-ri-1"].at == "display"
    assert state.melee is None  # nobody is asked
    assert refused(state, "scots", AdvanceAfterCombat(unit="green-sc-1", to=SW)) == "10.3/S10b"


def test_E7_a_leader_lost_in_melee_leaves_his_battle_without_a_continuation() -> None:
    state = melee({"red-ri-1": f"{SW}:1", "green-sc-1": f"{A}:4"}, leaders={"red": SW}, chit=4)
    assert can_continue(state)
    attack(state, ("red-ri-1", A))
    close(state, 1)
    give(state, "scots", Reply(target=SW), 6, 9, 1)  # he falls; his men test
    assert state.leaders["red"].level == 1
    assert not can_continue(state)


def test_10_3_S7_losses_noted_are_due_before_they_are_taken() -> None:
    state = melee(PAIR, steps={"green-ri-1": 5})
    attack(state, ("red-sc-1", A))
    close(state, 6)
    assert state.melee
    state.melee.noted[A] = 3
    assert list(due(state)) == [LossDue("scots", 1)]  # it has no more to lose


def test_8_3a_only_the_top_unit_tests_and_the_other_if_it_fails() -> None:
    state = melee({**PAIR, "green-ri-2": f"{A}:4"}, steps={"green-ri-1": 2})
    attack(state, ("red-sc-1", A))
    close(state, 6)
    facts = decline(state, 10, 1)
    assert [(test.unit, test.why.cite) for test in told(facts, MoraleTested)] == [
        ("green-ri-1", "12.2"),
        ("green-ri-2", "14.2d"),
    ]


@pytest.mark.parametrize(("die", "there"), [(1, ""), (10, "display")], ids=["stands", "runs"])
def test_d42_b_a_hex_left_by_a_retreat_may_be_entered_though_who_left_it_runs_in_the_end(die: int, there: str) -> None:
    state = driven(shaken=["green-ri-1"], readings={"D42": "B"})
    give(state, "scots", RetreatPath(unit="green-ri-1", path=BACK), die)
    assert (state.units["green-ri-1"].at == "display") is bool(there)
    assert isinstance(asked(state), AwaitAdvance)
