"""11.2.1, 11.2.4 to 11.2.6 Planned charges, their shock and their rebound."""

from __future__ import annotations

from typing import Any

import pytest

from rules.wallaces_war.charges.facts import ChargeMade, RetreatDue, UnitRebounded
from rules.wallaces_war.fire.asks import Fire
from rules.wallaces_war.fire.facts import ShotFired
from rules.wallaces_war.losses.facts import MoraleTested, UnitRemoved, UnitShaken
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAdvance,
    AwaitDefensiveFire,
    AwaitReply,
    AwaitRetreat,
    ChooseNextAttack,
    DeclareCharge,
    Reply,
    RetreatPath,
)
from rules.wallaces_war.melee.crossing import ground_bar
from rules.wallaces_war.melee.facts import AttackCancelled, AttackDeclared, AttackRolled
from rules.wallaces_war.movement.facts import ChargeMarked, FacingChanged, UnitsMoved, ZonesEntered
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.asks import Decline
from tests.wallaces_war.melees import A, asked, attack, charge, close, decline, melee, options
from tests.wallaces_war.positions import at, give, refused, told

FOE = at(1, -3)
HORSE = {"red-hc-1": f"{A}:0"}


def field(places: dict[str, str] | None = None, **more: Any) -> State:
    """X4 Heavy cavalry with a marker, its enemy three hexes ahead."""
    found = {**HORSE, "green-sc-1": f"{FOE}:3", **(places or {})}
    return melee(found, charge=["red-hc-1"], **more)


def order(
    path: tuple[str, ...] = (at(0, -1), at(0, -2)), facing: int = 0, target: str = FOE, unit: str = "red-hc-1"
) -> DeclareCharge:
    return DeclareCharge(unit=unit, facing=facing, path=path, target=target)


def paths(state: State) -> set[tuple[tuple[str, ...], int]]:
    return {(one.path, one.facing) for one in options(state) if isinstance(one, DeclareCharge)}


def test_X4_the_paths_of_a_planned_charge() -> None:
    state = field()
    straight = {path for path, facing in paths(state) if facing == 0}
    assert straight == {
        (at(0, -1), at(0, -2)),
        (at(0, -1), at(1, -2)),
        (at(1, -1), at(1, -2)),
    }
    assert refused(field({"green-ri-1": f"{at(1, -2)}:3"}), "english", order(target=at(1, -2))) == "11.2.1b"


def test_D48_under_B_both_steps_go_the_same_way() -> None:
    state = field(readings={"D48": "B"})
    assert {path for path, facing in paths(state) if facing == 0} == {(at(0, -1), at(0, -2))}
    assert refused(state, "english", order(path=(at(0, -1), at(1, -2)))) == "11.2.1e"


def test_P26_62_a_charge_needs_sight_distance_and_a_way() -> None:
    assert refused(field({"red-ri-1": f"{at(0, -1)}:0", "red-ri-2": f"{at(1, -2)}:0"}), "english", order()) in (
        "11.2.1b", "8.4a"
    )  # fmt: skip
    blocked = field({"red-ri-1": f"{at(1, -1)}:0", "red-ri-2": f"{at(0, -1)}:0"})
    assert refused(blocked, "english", order()) == "11.2.1b"
    assert refused(field(), "english", order(path=(at(0, -1),))) == "11.2.1e"
    assert refused(field(), "english", order(path=(at(-1, 0), at(-1, -1)))) == "11.2.1e"
    assert refused(field(), "english", order(path=(at(1, -1), at(2, -2)))) == "11.2.1e"
    assert refused(field(), "english", order(target=at(0, -3))) == "10.2b"


def test_11_2_1a_11_2b_11_2_1d_13_3d_who_may_charge() -> None:
    state = field()
    state.units["red-hc-1"].charge = False
    assert refused(state, "english", order()) == "11.2.1a"
    state = field({"red-mxb-1": f"{at(1, 0)}:0"})
    assert refused(state, "english", order(unit="red-mxb-1")) == "11.2b"
    state = field()
    state.turn.struck = ["red-hc-1"]
    assert refused(state, "english", order()) == "11.2.1d"
    assert refused(field(out_of_command=["red-hc-1"]), "english", order()) == "13.3d"
    assert refused(field(shaken=["red-hc-1"]), "english", order()) == "10.2h"
    state = field()
    state.battles["red"].standing = "weakened"
    assert refused(state, "english", order()) == "10.2i"


def test_D21_out_of_an_enemy_zone() -> None:
    behind = {"green-ri-1": f"{at(0, 1)}:0"}  # holds the charger, not its way
    assert refused(field(behind), "english", order()) == "6.3a"
    give(field(behind, readings={"D21": "B"}), "english", order())
    through = {"green-ri-1": f"{at(-1, -1)}:2"}  # holds the first hex
    assert refused(field(through), "english", order()) == "6.3a"


def test_6_3c_never_from_zone_to_zone() -> None:
    state = field({"green-ri-1": f"{at(-1, -1)}:2"}, readings={"D21": "B"})
    assert refused(state, "english", order()) == "6.3c"


def test_11_2_1h_and_d12_and_x15_the_chit_limits_planned_charges() -> None:
    assert refused(field(chit=0), "english", order()) == "4.5"
    facts = give(field(chit=1), "english", order())
    assert told(facts, ZonesEntered) == [ZonesEntered(stacks=(FOE,))]
    facts = give(field(chit=0, readings={"D12": "B"}), "english", order())
    assert not told(facts, ZonesEntered)


def test_D56_horse_stacked_with_crossbows_goes_alone() -> None:
    stack = {"red-mxb-1": f"{A}:0"}
    [fact] = told(give(field(stack), "english", order()), AttackDeclared)
    assert fact.units == ("red-hc-1",)
    assert refused(field(stack, readings={"D56": "B"}), "english", order()) == "11.2.1e"


def test_8_2f_a_stack_of_marked_horse_charges_together() -> None:
    state = field({"red-hc-2": f"{A}:0"})
    state.units["red-hc-2"].charge = True
    [fact] = told(give(state, "english", order(unit="red-hc-2")), AttackDeclared)
    assert fact.units == ("red-hc-1", "red-hc-2")
    assert refused(state, "english", order()) == "10.2d"


def test_11_2_1c_a_marker_that_is_not_used_is_taken_off() -> None:
    state = field()
    facts = close(state)
    assert [(fact.unit, fact.on) for fact in told(facts, ChargeMarked)] == [("red-hc-1", False)]
    assert state.segment.fought


def ridden(state: State, *dice: int, path: tuple[str, ...] = (at(0, -1), at(0, -2)), facing: int = 0) -> list[Any]:
    charge(state, "red-hc-1", facing, path, FOE)
    return close(state, *dice)


def test_11_2_1e_it_turns_free_rides_two_hexes_and_strikes() -> None:
    state = field()
    state.units["red-hc-1"].facing = 2
    facts = ridden(state, 5)
    assert told(facts, FacingChanged)[0].why.cite == "5.2f"
    assert [fact.to for fact in told(facts, UnitsMoved)] == [at(0, -1), at(0, -2)]
    [rolled] = told(facts, AttackRolled)
    assert (rolled.faces, rolled.type_modifier.value, rolled.at) == (10, -2, at(0, -2))
    assert asked(state) == AwaitReply(side="scots", at=FOE, targets=(at(0, -2),))


def test_11_2_6a_and_10_3_s10c_it_rebounds_one_hex_with_free_facing_and_is_shaken() -> None:
    state = field()
    ridden(state, 1)
    facts = decline(state)
    assert asked(state) == AwaitRetreat(side="english", units=("red-hc-1",))
    assert [(fact.hexes, fact.kind) for fact in told(facts, RetreatDue)] == [(1, "rebound")]
    back = RetreatPath(unit="red-hc-1", path=(at(-1, -1),), facing=3)
    assert all(isinstance(option, RetreatPath) for option in options(state))
    assert back in options(state)
    facts = give(state, "english", back)
    assert told(facts, UnitRebounded)
    assert state.units["red-hc-1"].shaken
    assert (state.units["red-hc-1"].at, state.units["red-hc-1"].facing) == (at(-1, -1), 3)
    assert state.melee is None


def test_P26_66_a_rebound_is_not_refused() -> None:
    state = field()
    ridden(state, 1)
    decline(state)
    assert refused(state, "english", Decline()) == "11.2.6a"
    assert refused(state, "english", RetreatPath(unit="red-hc-1", path=())) == "11.2.6a"
    assert refused(state, "english", RetreatPath(unit="red-hc-1", path=(at(0, -3),))) == "10.3/S9e"


def test_11_2_6c_and_e8_who_is_shaken_already_stays_so() -> None:
    state = field(steps={"red-hc-1": 2})
    ridden(state, 1)
    facts = give(state, "scots", Reply(target=at(0, -2)), 5, 6)  # third step; 6 against 5 fails
    assert [test.passed for test in told(facts, MoraleTested)] == [False]
    assert state.units["red-hc-1"].shaken
    facts = give(state, "english", RetreatPath(unit="red-hc-1", path=(at(-1, -1),)))
    assert not told(facts, UnitShaken)
    assert not told(facts, UnitRemoved)
    assert state.units["red-hc-1"].shaken


@pytest.mark.parametrize(("letter", "hexes"), [("A", 2), ("B", 1), ("C", 3)])
def test_11_2_6d_D54_driven_back_and_rebounding_it_goes_back_once_and_does_not_test(letter: str, hexes: int) -> None:
    state = field(steps={"red-hc-1": 3}, readings={"D54": letter})
    ridden(state, 1)
    facts = give(state, "scots", Reply(target=at(0, -2)), 5)
    assert [(fact.hexes, fact.kind) for fact in told(facts, RetreatDue)] == [(hexes, "loss")]
    turn = RetreatPath(unit="red-hc-1", path=next(one.path for one in options(state)), facing=5)
    if letter != "B":
        assert refused(state, "english", turn) == "10.3/S9b"
    path = next(one.path for one in options(state))
    assert len(path) == hexes
    facts = give(state, "english", RetreatPath(unit="red-hc-1", path=path))
    assert not told(facts, MoraleTested)
    assert state.units["red-hc-1"].shaken
    assert state.melee is None


def test_11_2_6e_and_d54_a_rebound_that_is_blocked_costs_a_step() -> None:
    wall = {f"green-ri-{i + 1}": f"{at(q, r)}:{k}" for i, (q, r, k) in enumerate(
        [(-2, -1, 1), (-2, -2, 2), (-1, -3, 3)]
    )}  # fmt: skip
    state = field({**wall, "green-sc-2": f"{at(1, -2)}:3"}, readings={"D21": "B"})
    del state.stacks[at(1, -2)]
    state.units["green-sc-2"].at = "off"
    charge(state, "red-hc-1", 0, (at(1, -1), at(1, -2)), FOE)
    close(state, 1)
    # behind it nothing is free of enemy zones once these stand there
    for i, place in enumerate([at(2, -1), at(0, 0)]):
        name = f"green-sc-{i + 2}"
        state.units[name].at = place
        state.stacks[place] = [name]
    facts = decline(state)
    assert told(facts, UnitRebounded)
    assert (state.units["red-hc-1"].steps, state.units["red-hc-1"].at) == (1, at(1, -2))


def test_11_2_4a_a_shaken_target_tests_and_if_it_routs_the_charger_advances() -> None:
    state = field(shaken=["green-sc-1"])
    facts = ridden(state, 10)
    assert told(facts, MoraleTested)[0].why.cite == "11.2.4a"
    assert not told(facts, AttackRolled)
    assert asked(state) == AwaitAdvance(side="english", to=FOE, units=("red-hc-1",), must=True)
    assert refused(state, "english", Decline()) == "11.2.4a"
    give(state, "english", AdvanceAfterCombat(unit="red-hc-1", to=FOE))
    assert state.units["red-hc-1"].at == FOE
    assert not state.units["red-hc-1"].shaken
    assert (state.turn.charged, state.turn.advanced) == (["red-hc-1"], {"red-hc-1": FOE})
    assert state.melee is None


def test_11_2_4a_if_it_passes_the_melee_is_fought() -> None:
    facts = ridden(field(shaken=["green-sc-1"]), 1, 1)
    assert told(facts, MoraleTested)[0].passed
    assert told(facts, AttackRolled)


def test_11_2_5a_a_target_hit_in_flank_or_rear_tests_and_fights_on_if_it_is_only_shaken() -> None:
    state = melee({**HORSE, "green-ri-1": f"{FOE}:0"}, charge=["red-hc-1"])
    facts = ridden(state, 10, 1)
    [test] = told(facts, MoraleTested)
    assert (test.why.cite, test.passed) == ("11.2.5a", False)
    [rolled] = told(facts, AttackRolled)
    assert {m.key for m in rolled.modifiers} == {"rear attack", "defender shaken"}


def test_11_2_5b_and_e6_shaken_and_charged_in_the_rear_it_tests_once() -> None:
    state = melee({**HORSE, "green-ri-1": f"{FOE}:0"}, charge=["red-hc-1"], shaken=["green-ri-1"])
    facts = ridden(state, 10)
    assert len(told(facts, MoraleTested)) == 1
    assert [fact.how for fact in told(facts, UnitRemoved)] == ["routed"]


@pytest.mark.parametrize(("letter", "tests"), [("A", 0), ("B", 1)])
def test_D57_a_target_that_has_tested_in_this_segment(letter: str, tests: int) -> None:
    state = field(shaken=["green-sc-1"], readings={"D57": letter})
    state.segment.tested = ["green-sc-1"]
    facts = ridden(state, *([1] * tests), 1)
    assert len(told(facts, MoraleTested)) == tests


def test_9_4e_and_11_2_1g_the_charged_fire_at_the_charger_after_its_ride() -> None:
    state = melee({**HORSE, "green-ri-1": f"{FOE}:3"}, charge=["red-hc-1"], loaded=True)
    ridden(state)
    assert asked(state) == AwaitDefensiveFire(side="scots", unit="green-ri-1", targets=(at(0, -2),))
    assert refused(state, "scots", Fire(unit="green-ri-1", target=at(5, 5))) == "9.4e"
    facts = give(state, "scots", Fire(unit="green-ri-1", target=at(0, -2)), 1, 1)
    assert told(facts, ShotFired)[0].occasion == "melee"
    assert told(facts, AttackRolled)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D53_a_charger_shaken_by_fire_after_its_ride(letter: str) -> None:
    state = melee(
        {**HORSE, "green-ri-1": f"{FOE}:3"}, charge=["red-hc-1"], loaded=True, steps={"red-hc-1": 2},
        readings={"D53": letter},
    )  # fmt: skip
    ridden(state)
    facts = give(state, "scots", Fire(unit="green-ri-1", target=at(0, -2)), 9, 10, *([1] if letter == "B" else []))
    assert state.units["red-hc-1"].shaken
    if letter == "A":
        assert told(facts, AttackCancelled)[0].why.cite == "10.2h"
        assert isinstance(asked(state), AwaitRetreat)
    else:
        assert -1 in [m.value for m in told(facts, AttackRolled)[0].modifiers]


def test_D53_an_attacker_on_foot_shaken_by_fire_does_not_strike() -> None:
    state = melee(
        {"red-ri-1": f"{at(1, -2)}:0", "green-ri-1": f"{FOE}:3"}, loaded=True, steps={"red-ri-1": 2}
    )  # fmt: skip
    attack(state, ("red-ri-1", FOE))
    close(state)
    facts = give(state, "scots", Fire(unit="green-ri-1", target=at(1, -2)), 9, 10)
    assert told(facts, AttackCancelled)
    assert state.melee is None


ASIDE = (at(1, -1), at(1, -2))  # a way of which the first hex is not in the line of sight


def test_8_4b_friends_ridden_through_test_at_once() -> None:
    state = field({"red-mxb-1": f"{at(1, -1)}:0"})
    facts = ridden(state, 1, 1, path=ASIDE)
    assert [test.why.cite for test in told(facts, MoraleTested)] == ["8.4b"]
    assert refused(field({"red-ri-1": f"{at(1, -1)}:0"}), "english", order(path=ASIDE)) == "8.4a"
    stack = {"red-mxb-1": f"{at(1, -1)}:0", "red-mxb-2": f"{at(1, -1)}:0"}
    assert refused(field(stack), "english", order(path=ASIDE)) == "8.2i"


def test_D25_under_B_any_friend_of_the_battle_is_ridden_through() -> None:
    state = field({"red-ri-1": f"{at(1, -1)}:0"}, readings={"D25": "B"})
    assert told(ridden(state, 1, 1, path=ASIDE), MoraleTested)


def test_10_3b_a_charge_whose_way_has_been_closed_is_not_made() -> None:
    state = field({"red-hc-2": f"{at(1, 0)}:0", "red-hc-3": f"{at(2, -1)}:0"})
    for name in ("red-hc-2", "red-hc-3"):
        state.units[name].charge = True
    give(state, "english", order(path=(at(0, -1), at(1, -2))))
    give(state, "english", order(path=(at(1, -1), at(1, -2)), unit="red-hc-2"))
    assert refused(state, "english", order(path=(at(2, -2), at(1, -2)), unit="red-hc-3", facing=5)) in (
        "8.2i", "11.2.1b", "11.2.1e"
    )  # fmt: skip
    close(state)
    give(state, "english", ChooseNextAttack(start=A), 1, 1)
    assert len(state.stacks[at(1, -2)]) == 2


def test_13_7a_a_leader_rides_along() -> None:
    state = field(leaders={"red": A})
    charge(state, "red-hc-1", 0, (at(0, -1), at(0, -2)), FOE, leaders=("red",))
    facts = close(state, 1)
    assert told(facts, ChargeMade)[0].leaders == ("red",)
    assert state.leaders["red"].at == at(0, -2)
    assert [m.key for m in told(facts, AttackRolled)[0].modifiers] == ["leader"]
    assert refused(
        field(leaders={"red": at(5, 0)}), "english",
        DeclareCharge(unit="red-hc-1", facing=0, path=(at(0, -1), at(0, -2)), target=FOE, leaders=("red",)),
    ) == "13.7a"  # fmt: skip


def test_D94_a_charge_over_the_bridge() -> None:
    for letter, barred in (("A", False), ("B", True)):
        state = melee({"hugh-hc-1": "0809:0"}, scenario="early_crossing", battle="hugh", readings={"D94": letter})
        ground = state.ground
        a, b = next((a, b) for a in ground.hexes for b in ground.near(a) if ground.is_bridge(a, b))
        bar = ground_bar(state, ("hugh-hc-1",), a, b)
        assert (bar is not None) is barred


def test_10_2j_11_2c_every_charge_that_is_listed_is_legal() -> None:
    state = field({"red-hc-2": f"{at(1, 0)}:0", "green-ri-1": f"{at(0, -3)}:3"})
    state.units["red-hc-2"].charge = True
    found = [one for one in options(state) if isinstance(one, DeclareCharge)]
    assert {one.target for one in found} == {FOE, at(0, -3)}
    for one in found:
        again = field({"red-hc-2": f"{at(1, 0)}:0", "green-ri-1": f"{at(0, -3)}:3"})
        again.units["red-hc-2"].charge = True
        give(again, "english", one)
