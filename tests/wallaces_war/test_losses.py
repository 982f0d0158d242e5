"""12 to 14 Step losses, morale and leaders: each batch, and what follows from it."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact, LossTaken
from domain.kernel.play import Play, facts_of
from domain.kernel.reasons import Reason
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command.pool import stock
from rules.wallaces_war.losses import leaders, steps
from rules.wallaces_war.losses.facts import (
    BattleSank,
    BerserkTested,
    LeaderFell,
    LeaderTested,
    MoraleTested,
    UnitRemoved,
    UnitShaken,
)
from rules.wallaces_war.losses.morale import Due, settle
from rules.wallaces_war.movement.asks import MoveUnits, PlaceReplacementLeader
from rules.wallaces_war.position import life, morale, strength
from rules.wallaces_war.state import OFF_MAP, OFFENSIVE_FIRE, State
from rules.wallaces_war.turn.asks import Decline
from tests.wallaces_war.positions import at, give, position, told

CAUSE = Reason("shot", "9.7/S5", ("green-ar-1",))


def playing(state: State, *dice: int) -> Play[State]:
    return Play(SYSTEM, state, "english", Decline(), EnteredChance(dice))


def struck(state: State, count: int, *dice: int, where: str = "1313") -> list[Fact]:
    play = playing(state, *dice)
    steps.strike(play, where, count, CAUSE)
    play.chance.finish()
    return facts_of(play.recorded)


def put_to_test(state: State, *due: str, dice: tuple[int, ...]) -> list[Fact]:
    play = playing(state, *dice)
    settle(play, [Due(unit, Reason("friend routed", "14.5a")) for unit in due])
    play.chance.finish()
    return facts_of(play.recorded)


def alone(kind: str = "ri", **more: object) -> State:
    return position({f"red-{kind}-1": "1313:0"}, phase=OFFENSIVE_FIRE, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lost", "sp", "level"),
    [(0, 4, 6), (1, 4, 6), (2, 3, 5), (3, 2, 4), (4, 2, 4), (5, 1, 3)],
    ids=["fresh", "12.2a", "12.2b", "12.2c", "12.2d", "12.2e"],
)
def test_12_2a_and_2_1f_strength_and_morale_by_steps_lost(lost: int, sp: int, level: int) -> None:
    state = alone(steps={"red-ri-1": lost})
    unit = state.units["red-ri-1"]
    assert (strength(state, unit), morale(state, unit)) == (sp, level)


def test_12_2f_and_12_3a_the_sixth_step_removes_it_and_15_2a_to_the_first_box_of_its_display() -> None:
    state = alone(steps={"red-ri-1": 5})
    facts = struck(state, 1)
    assert [(fact.how, fact.to) for fact in told(facts, UnitRemoved)] == [("eliminated", "display")]
    assert [filled.unit for filled in state.battles["red"].display] == ["red-ri-1"]


def test_4_7a_a_battle_without_units_is_eliminated_and_gives_its_chits_back() -> None:
    state = alone(steps={"red-ri-1": 5})
    state.battles["red"].track = [4, 0, -1, 2]
    pool = stock(state)
    facts = struck(state, 1)
    assert [fact.to for fact in told(facts, BattleSank)] == ["eliminated"]
    assert stock(state) == (pool[0], pool[1] + 1, pool[2], pool[3] + 1)


@pytest.mark.parametrize(("letter", "step"), [("A", 2), ("B", 3)], ids=["D58 A", "D58 B"])
def test_d58_a_unit_of_one_point_with_a_blank_back(letter: str, step: int) -> None:
    state = position({"hugh-ar-1": "0809:0"}, scenario="stirling_bridge", battle="hugh", readings={"D58": letter})
    assert life(state, state.units["hugh-ar-1"]) == step


def test_12_2g_losses_add_up_and_men_are_estimated_2_3() -> None:
    state = alone()
    (loss,) = told(struck(state, 2), LossTaken)
    assert (loss.amount, state.units["red-ri-1"].steps, loss.men) == (2, 2, 2 * 62 * 4 // 6)


def test_12_2c_the_third_step_brings_a_test_and_12_2h_one_only() -> None:
    state = alone(steps={"red-ri-1": 2})
    facts = struck(state, 2, 10)
    assert [test.level for test in told(facts, MoraleTested)] == [4]
    assert state.units["red-ri-1"].shaken


def test_14_2b_and_14_4i_and_x7_all_that_lowers_morale_and_the_leader_with_it() -> None:
    for die, routs in ((2, False), (3, True)):
        state = alone(steps={"red-ri-1": 5}, shaken=["red-ri-1"], leaders={"red": "1313"})
        state.battles["red"].standing = "broken"
        (test,) = told(put_to_test(state, "red-ri-1", dice=(die,)), MoraleTested)
        assert (test.level, [m.cite for m in test.lowered], test.passed) == (1, ["14.2b"] * 3, not routs)
        assert (state.units["red-ri-1"].at == "1313") is not routs


def test_14_2a_a_leader_of_another_battle_is_of_no_use_but_the_army_commander_is() -> None:
    crimson = alone(leaders={"crimson": "1313"})
    assert told(put_to_test(crimson, "red-ri-1", dice=(1,)), MoraleTested)[0].modifiers == ()
    state = position({"crimson-ri-1": "1313:0"}, leaders={"red": "1313"})
    assert [m.cite for m in told(put_to_test(state, "crimson-ri-1", dice=(1,)), MoraleTested)[0].modifiers] == ["14.2a"]


def test_14_2d_and_14_5a_a_rout_spreads_to_the_stack_at_plus_one_and_to_neighbours() -> None:
    places = {"red-ri-1": "1313:0", "red-ri-2": "1313:0", "red-ri-3": f"{at(1, 0)}:0", "red-ri-4": f"{at(2, 0)}:0"}
    state = position(places, shaken=["red-ri-1"])
    facts = put_to_test(state, "red-ri-1", dice=(10, 6, 6))
    tests = told(facts, MoraleTested)
    assert [test.unit for test in tests] == ["red-ri-1", "red-ri-2", "red-ri-3"]
    assert [test.passed for test in tests] == [False, False, True]
    assert [m.cite for m in tests[1].modifiers] == ["14.2d"]


def test_d69_b_neighbours_of_a_rout_test_at_plus_one_too() -> None:
    state = position({"red-ri-1": "1313:0", "red-ri-3": f"{at(1, 0)}:0"}, shaken=["red-ri-1"], readings={"D69": "B"})
    tests = told(put_to_test(state, "red-ri-1", dice=(10, 6)), MoraleTested)
    assert not tests[1].passed


@pytest.mark.parametrize(("letter", "count"), [("A", 1), ("B", 2)], ids=["D70 A", "D70 B"])
def test_8_3a_and_d70_the_shaken_fellow_of_a_unit_that_is_shaken(letter: str, count: int) -> None:
    places = {"red-ri-1": "1313:0", "red-ri-2": "1313:0"}
    state = position(places, shaken=["red-ri-2"], readings={"D70": letter})
    tests = told(put_to_test(state, "red-ri-1", dice=(10, 1)[:count]), MoraleTested)
    assert len(tests) == count


def test_e5_14_3a_one_test_a_segment_whatever_the_causes() -> None:
    state = alone()
    assert len(told(put_to_test(state, "red-ri-1", "red-ri-1", dice=(1,)), MoraleTested)) == 1
    assert told(put_to_test(state, "red-ri-1", dice=()), MoraleTested) == []


@pytest.mark.parametrize(("letter", "passed"), [("A", False), ("B", True)], ids=["D71 A", "D71 B"])
def test_d71_causes_of_one_instant(letter: str, passed: bool) -> None:
    state = alone(readings={"D71": letter})
    from rules.wallaces_war.tables import FRIEND_ROUTED

    play = playing(state, 6)
    why = Reason("friend routed", "14.5a")
    settle(play, [Due("red-ri-1", why), Due("red-ri-1", why, (FRIEND_ROUTED,))])
    assert told(facts_of(play.recorded), MoraleTested)[0].passed is passed


def test_12_5a_a_schiltron_rages_above_its_rating_and_12_5g_then_takes_no_test() -> None:
    state = alone("sc", steps={"red-sc-1": 2})
    facts = struck(state, 1, 7)
    assert [(fact.rating, fact.berserk) for fact in told(facts, BerserkTested)] == [(6, True)]
    assert told(facts, MoraleTested) == []
    state = alone("sc", steps={"red-sc-1": 2})
    facts = struck(state, 1, 6, 1)
    assert (told(facts, BerserkTested)[0].berserk, len(told(facts, MoraleTested))) == (False, 1)


def test_12_5a_once_a_segment_and_not_for_the_first_step() -> None:
    state = alone("sc")
    assert told(struck(state, 1), BerserkTested) == []
    assert len(told(struck(state, 1, 1), BerserkTested)) == 1
    assert told(struck(state, 1, 1), BerserkTested) == []


def test_12_5i_and_12_5h_a_berserker_that_fails_is_shaken_and_may_rage_again() -> None:
    state = alone("sc", steps={"red-sc-1": 3}, berserk=["red-sc-1"])
    struck(state, 1, 10)
    unit = state.units["red-sc-1"]
    assert (unit.shaken, unit.berserk) == (True, False)
    state.segment.raged.clear()
    struck(state, 1, 10)
    assert unit.berserk


@pytest.mark.parametrize(("letter", "tests"), [("A", 1), ("B", 0)], ids=["D60 A", "D60 B"])
def test_d60_the_third_step_of_a_berserker(letter: str, tests: int) -> None:
    state = alone("sc", steps={"red-sc-1": 2}, berserk=["red-sc-1"], readings={"D60": letter})
    assert len(told(struck(state, 1, *[1] * tests), MoraleTested)) == tests


@pytest.mark.parametrize(("letter", "raging", "shaken"), [("A", 1, True), ("B", 0, True), ("C", 1, False)])
def test_d89_a_shaken_schiltron_and_its_rage(letter: str, raging: int, shaken: bool) -> None:
    state = alone("sc", steps={"red-sc-1": 1}, shaken=["red-sc-1"], readings={"D89": letter})
    facts = struck(state, 1, *[10] * raging)
    assert len(told(facts, BerserkTested)) == raging
    assert state.units["red-sc-1"].shaken is shaken


def test_13_4a_and_13_5a_and_13_6a_and_x11_a_leader_falls_on_nine_and_his_men_near_him_test() -> None:
    places = {
        "crimson-ri-1": "1313:0",
        "crimson-ri-2": f"{at(5, 0)}:0",
        "crimson-ar-1": f"{at(6, 0)}:0",
        "red-ri-1": f"{at(1, 0)}:0",
    }
    state = position(places, leaders={"crimson": "1313"}, battle="crimson")
    facts = struck(state, 2, 8, 9, 1, 1)
    assert [test.fell for test in told(facts, LeaderTested)] == [False, True]
    assert [test.unit for test in told(facts, MoraleTested)] == ["crimson-ri-1", "crimson-ri-2"]
    leader = state.leaders["crimson"]
    assert (leader.level, leader.range, leader.bonus, leader.ma, leader.at) == (1, 3, 0, 6, "1313")


def test_13_4b_with_leader_loss_on_10_he_survives_a_nine() -> None:
    state = position({"crimson-ri-1": "1313:0"}, leaders={"crimson": "1313"}, options=["leader_loss_on_10"])
    assert told(struck(state, 2, 8, 9), LeaderFell) == []


def test_13_6a_the_whole_army_near_its_commander_tests() -> None:
    state = position({"red-ri-1": "1313:0", "crimson-ri-1": f"{at(1, 0)}:0"}, leaders={"red": "1313"})
    facts = struck(state, 1, 9, 1, 1)
    assert [test.unit for test in told(facts, MoraleTested)] == ["red-ri-1", "crimson-ri-1"]


@pytest.mark.parametrize(("letter", "count"), [("A", 2), ("B", 1)], ids=["D64 A", "D64 B"])
def test_d64_how_near(letter: str, count: int) -> None:
    places = {"crimson-ri-1": "1313:0", "crimson-ri-2": f"{at(5, 0)}:0"}
    state = position(places, leaders={"crimson": "1313"}, readings={"D64": letter})
    assert len(leaders.shaken_by(state, "crimson")) == count


@pytest.mark.parametrize(("letter", "post"), [("A", "red"), ("B", "")], ids=["D65 A", "D65 B"])
def test_d65_the_post_of_army_commander(letter: str, post: str) -> None:
    state = position({"red-ri-1": "1313:0"}, leaders={"red": "1313"}, readings={"D65": letter})
    struck(state, 1, 9, 1)
    assert state.commanders["english"] == post


@pytest.mark.parametrize(
    ("letter", "kinds"),
    [
        ("A", ["LossTaken", "LeaderTested", "MoraleTested", "LossTaken", "LeaderTested"]),
        ("B", ["LossTaken", "LeaderTested", "LossTaken", "MoraleTested"]),
    ],
    ids=["D90 A", "D90 B"],
)
def test_d90_a_leader_who_falls_in_the_middle_of_a_batch(letter: str, kinds: list[str]) -> None:
    state = position({"crimson-ri-1": "1313:0"}, leaders={"crimson": "1313"}, readings={"D90": letter})
    dice = (9, 1, 1) if letter == "A" else (9, 1)
    found = [type(fact).__name__ for fact in struck(state, 2, *dice)]
    assert [kind for kind in found if kind in kinds] == kinds


@pytest.mark.parametrize(("letter", "fallen"), [("A", 3), ("B", 1)], ids=["D90 A", "D90 B"])
def test_13_4a_and_d90_b_one_leader_at_most_falls_in_a_batch_whoever_else_stands_there(
    letter: str, fallen: int
) -> None:
    """8.5a The leader of another Battle, none of whose men are near to test for him, is there too."""
    places = {"crimson-ri-1": "1313:0"}
    state = position(places, leaders={"red": "1313", "crimson": "1313"}, readings={"D90": letter})
    state.commanders["english"] = ""
    dice = (9, 9, 1, 1, 9) if letter == "A" else (9,)
    assert len(told(struck(state, 2, *dice), LeaderFell)) == fallen


@pytest.mark.parametrize(("letter", "place"), [("A", "1009"), ("B", "1008")], ids=["D68 A", "D68 B"])
def test_16_2_3c_and_d68_surrey_takes_over_the_battle_of_the_first_leader_lost(letter: str, place: str) -> None:
    state = position(
        {"latimr-ri-1": "1008:0"},
        leaders={"latimr": "1008", "surrey": "1009"},
        scenario="early_crossing",
        battle="latimr",
        readings={"D68": letter},
    )
    (fell,) = told(struck(state, 1, 9, 1, where="1008"), LeaderFell)
    assert fell.heir == "surrey"
    assert (state.battles["latimr"].leader, state.leaders["surrey"].battle) == ("surrey", "latimr")
    assert (state.leaders["surrey"].at, state.commanders["english"]) == (place, "surrey")


@pytest.mark.parametrize(("letter", "asked"), [("A", []), ("B", ["surrey"])], ids=["D68 A", "D68 B"])
def test_16_2_4b_and_d68_surrey_follows_a_leader_who_was_taken(letter: str, asked: list[str]) -> None:
    state = position(
        {"latimr-ri-1": "1006:0", "wallace-sc-1": "1108:3"},
        leaders={"latimr": "1008", "surrey": "1006"},
        scenario="lundies_plan",
        battle="wallace",
        initiative="scots",
        readings={"D68": letter},
    )
    state.leaders["latimr"].ma = 1
    give(state, "scots", MoveUnits(units=("wallace-sc-1",), path=("1008",)), 1)
    assert state.battles["latimr"].leader == "surrey"
    assert [frame.leader for frame in state.core.pending] == asked
    assert state.leaders["surrey"].at == ("1006" if letter == "A" else OFF_MAP)
    if asked:
        give(state, "english", PlaceReplacementLeader(leader="surrey", unit="latimr-ri-1"))
        assert state.leaders["surrey"].at == "1006"


def test_x16_12_4a_the_rest_of_a_batch_goes_to_the_unit_below_and_it_tests_8_3a() -> None:
    state = position({"red-ri-1": "1313:0", "red-ri-2": "1313:0"}, steps={"red-ri-1": 4})
    facts = struck(state, 3, 5)
    assert state.units["red-ri-2"].steps == 1
    assert [(test.unit, test.why.cite) for test in told(facts, MoraleTested)] == [("red-ri-2", "8.3a")]


def test_11_2_1d_a_charge_marker_is_lost_with_good_order() -> None:
    state = alone("hc", charge=["red-hc-1"])
    facts = put_to_test(state, "red-hc-1", dice=(10,))
    assert len(told(facts, UnitShaken)) == 1
    assert not state.units["red-hc-1"].charge
