"""9 Fire: arcs, sight, targets, the table, and the advance."""

from __future__ import annotations

import pytest

from domain.kernel.facts import DiceRolled, LossTaken
from rules.wallaces_war.fire.asks import AdvanceAfterFire, AwaitWithdrawal, Fire
from rules.wallaces_war.fire.facts import ShotFired
from rules.wallaces_war.fire.fire import choices
from rules.wallaces_war.fire.targets import arc, targets, targets_in_melee
from rules.wallaces_war.losses.facts import MoraleTested, UnitRemoved
from rules.wallaces_war.movement.asks import VoluntaryRetreat
from rules.wallaces_war.state import DEFENSIVE_FIRE, OFFENSIVE_FIRE, State
from rules.wallaces_war.turn.asks import Decline
from tests.wallaces_war.melees import A, options
from tests.wallaces_war.positions import at, give, position, refused, told


def defending(places: dict[str, str], **more: object) -> State:
    """English red is activated; the Scots fire in C3."""
    return position(places, phase=DEFENSIVE_FIRE, active="scots", **more)  # type: ignore[arg-type]


def attacking(places: dict[str, str], **more: object) -> State:
    """English red fires in C4."""
    return position(places, phase=OFFENSIVE_FIRE, **more)  # type: ignore[arg-type]


def test_9_2a_arcs_of_nine_and_twenty_one_hexes_turn_with_the_unit() -> None:
    state = defending({"green-ar-1": "1313:0", "red-ri-1": f"{at(2, -3)}:3"})
    archer = state.units["green-ar-1"]
    assert len(arc(state, archer, "defensive")) == 9
    assert len(arc(state, archer, "offensive")) == 21
    assert at(0, -3) in arc(state, archer, "defensive")
    archer.facing = 3
    assert at(0, 3) in arc(state, archer, "defensive")


@pytest.mark.parametrize(
    ("letter", "wide"), [("A", (9, 21)), ("B", (36, 36)), ("C", (9, 9))], ids=["D30 A", "D30 B", "D30 C"]
)
def test_d30_arcs_of_all_round_units(letter: str, wide: tuple[int, int]) -> None:
    state = defending({"green-ar-1": "1313:0"}, readings={"D30": letter})
    archer = state.units["green-ar-1"]
    assert (len(arc(state, archer, "defensive")), len(arc(state, archer, "offensive"))) == wide


def test_x5_9_7_s3_archers_at_range_three_hit_once_with_a_nine() -> None:
    state = defending({"green-ar-1": "1313:0", "red-ri-1": f"{at(1, -3)}:3"})
    facts = give(state, "scots", Fire(unit="green-ar-1", target=at(1, -3)), 9)
    (shot,) = told(facts, ShotFired)
    assert (shot.result, shot.row, shot.column, shot.losses) == (12, "12+", 3, 1)
    assert [modifier.cite for modifier in shot.modifiers] == ["9.7/S3"]
    assert state.units["red-ri-1"].steps == 1


def test_9_4d_and_9_7_s2_and_x5_a_marked_charge_is_shot_at_as_at_range_one() -> None:
    state = defending({"green-ar-1": "1313:0", "red-hc-1": f"{at(1, -3)}:3"}, charge=["red-hc-1"])
    (shot,) = told(give(state, "scots", Fire(unit="green-ar-1", target=at(1, -3)), 9), ShotFired)
    assert (shot.column, shot.losses) == (1, 2)


def test_14_4e_and_9_7_s3_and_e2_a_shaken_crossbow_fires_at_plus_one() -> None:
    state = defending({"green-xb-1": "1313:0", "red-ri-1": f"{at(0, -1)}:3"}, shaken=["green-xb-1"])
    (shot,) = told(give(state, "scots", Fire(unit="green-xb-1", target=at(0, -1)), 5), ShotFired)
    assert [modifier.value for modifier in shot.modifiers] == [2, -1]
    assert shot.result == 6


@pytest.mark.parametrize(("die", "row"), [(1, "1-7"), (7, "1-7"), (8, "8-9"), (10, "10-11")])
def test_9_7_s4_regular_infantry_reads_the_row_of_its_die(die: int, row: str) -> None:
    state = defending({"green-ri-1": "1313:0", "red-ri-1": f"{at(0, -1)}:3"})
    (shot,) = told(give(state, "scots", Fire(unit="green-ri-1", target=at(0, -1)), die), ShotFired)
    assert shot.row == row


def test_14_3a_and_x6_a_unit_tests_once_a_segment_and_9_4c_results_apply_before_the_next_shot() -> None:
    places = {"green-ar-1": "1313:0", "green-ar-2": f"{at(1, 0)}:0", "red-ri-1": f"{at(1, -1)}:3"}
    state = defending(places, steps={"red-ri-1": 1})
    first = give(state, "scots", Fire(unit="green-ar-1", target=at(1, -1)), 9, 4)
    (test,) = told(first, MoraleTested)
    assert (state.units["red-ri-1"].steps, test.level, test.passed) == (3, 4, True)
    second = give(state, "scots", Fire(unit="green-ar-2", target=at(1, -1)), 6)
    assert (state.units["red-ri-1"].steps, told(second, MoraleTested)) == (4, [])


def test_12_4a_and_8_2h_losses_of_fire_go_to_the_top_unit_first() -> None:
    state = defending({"green-ar-1": "1313:0", "red-ri-1": f"{at(0, -1)}:3", "red-ri-2": f"{at(0, -1)}:3"})
    give(state, "scots", Fire(unit="green-ar-1", target=at(0, -1)), 5)
    assert (state.units["red-ri-1"].steps, state.units["red-ri-2"].steps) == (1, 0)


def test_9_1a_and_20_2_4a_who_has_no_missiles_does_not_fire() -> None:
    state = defending({"green-sc-1": "1313:0", "green-hc-1": f"{at(1, 0)}:0", "red-ri-1": f"{at(1, -1)}:3"})
    assert refused(state, "scots", Fire(unit="green-sc-1", target=at(1, -1))) == "9.1a"
    assert refused(state, "scots", Fire(unit="green-hc-1", target=at(1, -1))) == "9.1a"
    lewes = defending(
        {"henry-m-maa-1": "2005:0", "henry-ri-1": "2105:3"}, scenario="lewes", battle="henry", initiative="royalist"
    )
    lewes.core.active = "barons"
    assert refused(lewes, "barons", Fire(unit="henry-m-maa-1", target="2105")) == "20.2.4a"


def test_8_2e_and_9_7_s1_the_unit_below_does_not_fire() -> None:
    state = defending({"green-ri-1": "1313:0", "green-ar-1": "1313:0", "red-ri-1": f"{at(0, -1)}:3"})
    assert refused(state, "scots", Fire(unit="green-ar-1", target=at(0, -1))) == "8.2e"


def test_9_4a_and_9_5a_one_shot_a_segment_at_and_by_the_activated_battle() -> None:
    state = defending({"green-ar-1": "1313:0", "red-ri-1": f"{at(0, -1)}:3", "crimson-ri-1": f"{at(1, -1)}:3"})
    assert refused(state, "scots", Fire(unit="green-ar-1", target=at(1, -1))) == "9.4a"
    give(state, "scots", Fire(unit="green-ar-1", target=at(0, -1)), 1)
    assert refused(state, "scots", Fire(unit="green-ar-1", target=at(0, -1))) == "9.4a"
    state = attacking({"crimson-ar-1": "1313:0", "green-ri-1": f"{at(0, -1)}:3"})
    assert refused(state, "english", Fire(unit="crimson-ar-1", target=at(0, -1))) == "9.5a"
    state = attacking({"red-ar-1": "1313:0", "green-ri-1": f"{at(0, -1)}:3"})
    give(state, "english", Fire(unit="red-ar-1", target=at(0, -1)), 1)
    assert refused(state, "english", Fire(unit="red-ar-1", target=at(0, -1))) == "9.5a"


def test_9_1b_9_2a_9_3a_arc_range_and_sight() -> None:
    places = {
        "green-ar-1": "1313:0",
        "red-ri-1": f"{at(0, 1)}:3",
        "red-ri-2": f"{at(0, -4)}:3",
        "red-ri-3": f"{at(0, -3)}:3",
    }
    state = defending({**places, "emerald-ri-1": f"{at(0, -2)}:0"})
    assert refused(state, "scots", Fire(unit="green-ar-1", target=at(0, 1))) == "9.1b"
    assert refused(state, "scots", Fire(unit="green-ar-1", target=at(0, -4))) == "9.2a"
    assert refused(state, "scots", Fire(unit="green-ar-1", target=at(0, -3))) == "9.3a"


def test_9_4b_and_9_5b_a_target_in_the_zone_comes_first() -> None:
    places = {"green-ar-1": "1313:0", "red-ri-1": f"{at(0, -1)}:3", "red-ri-2": f"{at(1, -2)}:3"}
    assert refused(defending(places), "scots", Fire(unit="green-ar-1", target=at(1, -2))) == "9.4b"
    places = {"red-ar-1": "1313:0", "green-ri-1": f"{at(0, -1)}:3", "green-ri-2": f"{at(1, -2)}:3"}
    assert refused(attacking(places), "english", Fire(unit="red-ar-1", target=at(1, -2))) == "9.5b"


def test_9_5c_and_d34_out_of_command_only_who_is_near_or_has_fired() -> None:
    places = {"red-ar-1": "1313:0", "green-ri-1": f"{at(0, -2)}:3"}
    state = attacking(places, out_of_command=["red-ar-1"])
    assert refused(state, "english", Fire(unit="red-ar-1", target=at(0, -2))) == "9.5c"
    state.turn.shot_at = {"red-ar-1": ["green-ri-1"]}
    give(state, "english", Fire(unit="red-ar-1", target=at(0, -2)), 1)
    for letter, adjacent, allowed in (("A", True, False), ("B", True, True), ("C", True, True), ("C", False, False)):
        state = attacking(places, out_of_command=["red-ar-1"], readings={"D34": letter})
        state.turn.adjacent = {"red-ar-1": ["green-ri-1"]} if adjacent else {}
        assert bool(list(targets(state, "red-ar-1", "offensive"))) is allowed
    beside = {"red-ar-1": "1313:0", "green-ri-1": f"{at(0, -1)}:3"}  # in its zone, and come there in this turn
    for letter, allowed in (("A", True), ("B", False), ("C", True)):
        near = attacking(beside, out_of_command=["red-ar-1"], readings={"D34": letter})
        assert bool(list(targets(near, "red-ar-1", "offensive"))) is allowed


def test_9_4f_and_d32_fire_before_a_melee_only_by_who_has_not_fired() -> None:
    for letter, now in (("A", True), ("B", False)):
        state = defending({"green-ar-1": "1313:0", "red-ri-1": f"{at(0, -1)}:3"}, readings={"D32": letter})
        assert targets_in_melee(state, "green-ar-1", (at(0, -1),)) == (at(0, -1),)
        state.turn.shot["green-ar-1"] = 0
        assert targets_in_melee(state, "green-ar-1", (at(0, -1),)) == ()
        state.turn.round = 1
        assert bool(targets_in_melee(state, "green-ar-1", (at(0, -1),))) is now


def test_20_3_2a_edwards_men_fire_at_the_battle_named_alone() -> None:
    places = {"edward-ri-1": "2005:0", "segrve-ri-1": "2105:3", "glouctr-ri-1": "2104:3"}
    state = position(
        places,
        scenario="lewes",
        phase=OFFENSIVE_FIRE,
        initiative="royalist",
        battle="edward",
        options=["lewes_edward_target"],
    )
    state.target = "segrve"
    assert refused(state, "royalist", Fire(unit="edward-ri-1", target="2104")) == "20.3.2a"
    state.battles["segrve"].standing = "broken"
    assert "2104" in targets(state, "edward-ri-1", "offensive")


def test_11_1b_cavalry_fired_on_may_withdraw_two_hexes_or_stay() -> None:
    state = attacking({"red-ar-1": "1313:0", "green-hc-1": f"{at(0, -2)}:3"})
    give(state, "english", Fire(unit="red-ar-1", target=at(0, -2)), 1)
    assert isinstance(state.core.pending[-1], AwaitWithdrawal)
    wrong = VoluntaryRetreat(units=("green-hc-1",), path=(at(0, -3),), facing=3)
    assert refused(state, "scots", wrong) == "11.1e"
    give(state, "scots", VoluntaryRetreat(units=("green-hc-1",), path=(at(0, -3), at(0, -4)), facing=3))
    assert state.units["green-hc-1"].at == at(0, -4)
    assert not state.core.pending


def test_9_7_s6a_who_fired_may_advance_into_the_emptied_hex_and_9_7_s6c_and_5_2h_turn_there() -> None:
    state = attacking({"red-ar-1": "1313:0", "green-ar-1": f"{at(0, -1)}:3"}, steps={"green-ar-1": 4})
    order = AdvanceAfterFire(units=("red-ar-1",), to=at(0, -1), facing=1)
    assert refused(state, "english", order) == "9.7/S6a"
    facts = give(state, "english", Fire(unit="red-ar-1", target=at(0, -1)), 8)
    assert [fact.how for fact in told(facts, UnitRemoved)] == ["eliminated"]
    assert order in [choice.order for choice in choices(state)]
    give(state, "english", order)
    assert (state.units["red-ar-1"].at, state.units["red-ar-1"].facing) == (at(0, -1), 1)
    assert state.turn.followed == ["red-ar-1"]


def test_9_7_s6b_the_top_unit_or_the_whole_stack_advances() -> None:
    places = {"red-ar-1": "1313:0", "red-ri-1": "1313:0", "green-ar-1": f"{at(0, -1)}:3"}
    state = attacking(places, steps={"green-ar-1": 4})
    give(state, "english", Fire(unit="red-ar-1", target=at(0, -1)), 8)
    assert refused(state, "english", AdvanceAfterFire(units=("red-ri-1",), to=at(0, -1), facing=0)) == "9.7/S6b"
    give(state, "english", AdvanceAfterFire(units=("red-ar-1", "red-ri-1"), to=at(0, -1), facing=0))
    assert state.stacks[at(0, -1)] == ["red-ar-1", "red-ri-1"]


@pytest.mark.parametrize(("letter", "rule"), [("A", ""), ("B", "9.7/S6c")], ids=["D35 A", "D35 B"])
def test_d35_advance_after_fire_into_a_zone(letter: str, rule: str) -> None:
    places = {"red-ar-1": "1313:0", "green-ar-1": f"{at(0, -1)}:3", "green-ri-1": f"{at(0, -2)}:3"}
    state = attacking(places, steps={"green-ar-1": 4}, readings={"D35": letter})
    give(state, "english", Fire(unit="red-ar-1", target=at(0, -1)), 8)
    order = AdvanceAfterFire(units=("red-ar-1",), to=at(0, -1), facing=0)
    assert (refused(state, "english", order) if rule else "") == rule


def test_9_6a_and_9_4c_every_shot_stands_alone_with_one_die() -> None:
    state = defending({"green-ar-1": "1313:0", "green-ar-2": f"{at(1, 0)}:0", "red-ri-1": f"{at(1, -2)}:3"})
    for unit in ("green-ar-1", "green-ar-2"):
        facts = give(state, "scots", Fire(unit=unit, target=at(1, -2)), 7)
        assert len(told(facts, DiceRolled)) == 1
        assert [loss.amount for loss in told(facts, LossTaken)] == [1]


def test_11_1b_declined_leaves_the_horse_where_it_is() -> None:
    state = attacking({"red-ar-1": "1313:0", "green-hc-1": f"{at(0, -2)}:3"})
    give(state, "english", Fire(unit="red-ar-1", target=at(0, -2)), 1)
    give(state, "scots", Decline())
    assert (state.units["green-hc-1"].at, state.core.pending) == (at(0, -2), [])


def test_13_7a_a_leader_goes_along_in_an_advance_after_fire() -> None:
    """9.7/S6a As in any other advance; before, he stayed behind alone."""
    places = {"red-ar-1": f"{A}:0", "green-ar-1": f"{at(0, -1)}:3"}
    state = position(places, leaders={"red": A}, phase=OFFENSIVE_FIRE, steps={"green-ar-1": 4})
    give(state, "english", Fire(unit="red-ar-1", target=at(0, -1)), 8)
    order = AdvanceAfterFire(units=("red-ar-1",), to=at(0, -1), facing=0, leaders=("red",))
    assert {one.leaders for one in options(state) if isinstance(one, AdvanceAfterFire)} == {("red",), ()}
    far = AdvanceAfterFire(units=("red-ar-1",), to=at(0, -1), facing=0, leaders=("crimson",))
    assert refused(state, "english", far) == "13.7a"
    give(state, "english", order)
    assert state.leaders["red"].at == at(0, -1)
