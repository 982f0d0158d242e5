"""10.3 The melee from its declarations to its end."""

from __future__ import annotations

import pytest

from domain.kernel.facts import LossTaken
from rules.wallaces_war.losses.facts import MoraleTested
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAdvance,
    AwaitAttack,
    AwaitReply,
    AwaitRetreat,
    ChooseNextAttack,
    Reply,
    RetreatPath,
)
from rules.wallaces_war.melee.facts import AttackRolled, LossesNoted, MeleeEnded, UnitAdvanced
from rules.wallaces_war.movement.facts import FacingChanged, UnitsMoved
from tests.wallaces_war.melees import NE, SE, SW, A, W, asked, attack, close, decline, melee, options
from tests.wallaces_war.positions import at, give, refused, told


def test_10_3_s9a_and_12_2i_losses_are_noted_and_taken_after_the_reply() -> None:
    state = melee({"red-ri-1": f"{SW}:1", "green-ri-1": f"{A}:4"})
    attack(state, ("red-ri-1", A))
    facts = close(state, 6)
    [rolled] = told(facts, AttackRolled)
    assert (rolled.faces, rolled.die, rolled.sp, rolled.column, rolled.result, rolled.losses) == (6, 6, 4, "3-5", 6, 1)
    assert told(facts, LossesNoted) == [LossesNoted(at=A, losses=1)]
    assert state.units["green-ri-1"].steps == 0
    assert asked(state) == AwaitReply(side="scots", at=A, targets=(SW,))
    facts = give(state, "scots", Reply(target=SW), 5)
    assert told(facts, AttackRolled)[0].losses == 1
    assert (state.units["green-ri-1"].steps, state.units["red-ri-1"].steps) == (1, 1)
    assert told(facts, MeleeEnded)
    assert state.melee is None
    assert state.segment.fought


def test_10_3_s8_a_reply_is_struck_with_unreduced_strength() -> None:
    state = melee({"red-ri-1": f"{SW}:1", "green-ri-1": f"{A}:4"}, steps={"green-ri-1": 5})
    attack(state, ("red-ri-1", A))
    close(state, 6)
    assert told(give(state, "scots", Reply(target=SW), 5), AttackRolled)[0].sp == 1
    assert state.units["green-ri-1"].at == "display"


def test_E4_several_losses_in_one_segment_bring_one_retreat_and_then_one_test() -> None:
    state = melee({"red-sc-1": f"{SW}:1", "red-sc-2": f"{SW}:1", "green-ri-1": f"{A}:4"}, steps={"green-ri-1": 2})
    attack(state, ("red-sc-1", A))
    facts = close(state, 6)
    assert told(facts, AttackRolled)[0].losses == 2
    facts = decline(state)
    assert asked(state) == AwaitRetreat(side="scots", units=("green-ri-1",))
    assert state.units["green-ri-1"].steps == 4
    facts = give(state, "scots", RetreatPath(unit="green-ri-1", path=(NE, at(2, -2))), 4)
    kinds = [type(fact) for fact in facts]
    assert kinds.index(UnitsMoved) < kinds.index(MoraleTested)
    [test] = told(facts, MoraleTested)
    assert (test.printed, test.level, test.passed) == (4, 4, True)
    assert state.units["green-ri-1"].facing == 4
    assert isinstance(asked(state), AwaitAdvance)


def test_10_3_s10a_who_attacked_may_advance_and_turn_and_nobody_else() -> None:
    state = melee({"red-sc-1": f"{SW}:1", "red-ri-2": f"{W}:2", "green-ri-1": f"{A}:4"}, steps={"green-ri-1": 5})
    attack(state, ("red-sc-1", A))
    close(state, 6)
    decline(state)
    assert asked(state) == AwaitAdvance(side="english", to=A, units=("red-sc-1",))
    assert refused(state, "english", AdvanceAfterCombat(unit="red-ri-2", to=A)) == "10.3/S10a"
    assert refused(state, "english", AdvanceAfterCombat(unit="red-sc-1", to=NE)) == "10.3/S10a"
    facts = give(state, "english", AdvanceAfterCombat(unit="red-sc-1", to=A, facing=3))
    assert told(facts, UnitAdvanced) == [UnitAdvanced(units=("red-sc-1",), to=A, turned=True)]
    assert told(facts, FacingChanged)[0].why.cite == "5.2c"
    assert state.turn.advanced == {"red-sc-1": A}


def test_10_3_s1_the_order_of_attacks_is_asked_for_where_there_is_a_choice() -> None:
    state = melee({"red-ri-1": f"{SW}:1", "red-ri-2": f"{SE}:0", "green-ri-1": f"{A}:4"})
    attack(state, ("red-ri-1", A), ("red-ri-2", A))
    close(state)
    assert isinstance(asked(state), AwaitAttack)
    assert options(state) == [ChooseNextAttack(start=SW), ChooseNextAttack(start=SE)]
    assert refused(state, "english", ChooseNextAttack(start=NE)) == "10.3a"
    facts = give(state, "english", ChooseNextAttack(start=SE), 1, 1)
    assert [rolled.at for rolled in told(facts, AttackRolled)] == [SE, SW]
    assert asked(state).targets == (SW,)  # the other is in its flank


def test_X16_a_stack_fights_as_one_and_the_top_takes_the_losses() -> None:
    state = melee(
        {"red-sc-1": f"{SW}:1", "red-sc-2": f"{SW}:1", "green-ri-1": f"{A}:4", "green-ri-2": f"{A}:4"},
        steps={"green-ri-1": 4},
        leaders={"red": SW},
    )
    attack(state, ("red-sc-1", A))
    facts = close(state, 6)  # 6 + 2 for the leader, column 12+
    [rolled] = told(facts, AttackRolled)
    assert (rolled.sp, rolled.losses, rolled.defenders) == (14, 3, ("green-ri-1", "green-ri-2"))
    facts = decline(state)
    assert [fact.amount for fact in told(facts, LossTaken)] == [2, 1]
    assert state.units["green-ri-1"].at == "display"
    assert asked(state).units == ("green-ri-2",)
    facts = give(state, "scots", RetreatPath(unit="green-ri-2", path=(NE, at(2, -2))), 6)
    assert [test.why.key for test in told(facts, MoraleTested)] == ["fellow lost"]


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D36_the_whole_segment_at_once_or_target_hex_by_target_hex(letter: str) -> None:
    far = at(4, 0)
    state = melee(
        {
            "red-sc-1": f"{SW}:1",
            "green-ri-1": f"{A}:4",
            "red-sc-2": f"{at(3, 1)}:1",
            "green-ri-2": f"{far}:4",
        },
        readings={"D36": letter},
    )
    attack(state, ("red-sc-1", A), ("red-sc-2", far))
    close(state)
    facts = give(state, "english", ChooseNextAttack(start=SW), *((6, 6) if letter == "A" else (6,)))
    if letter == "A":
        assert [rolled.target for rolled in told(facts, AttackRolled)] == [A, far]
        assert asked(state).at == A
        assert state.units["green-ri-1"].steps == 0
    else:
        assert [rolled.target for rolled in told(facts, AttackRolled)] == [A]
        facts = decline(state, 6)
        assert state.units["green-ri-1"].steps == 1
        assert [rolled.target for rolled in told(facts, AttackRolled)] == [far]
    decline(state)
    if letter == "A":
        decline(state)
    assert state.melee is None
    assert state.units["green-ri-2"].steps == 1
