"""8.0, 7.3d, 13.1, 15.3, 18.4, 20.2, 21.2, 23.4, 23.5 Moving a piece."""

from __future__ import annotations

from typing import Any

import pytest

from domain.chance import EnteredChance
from domain.facts import PointsScored
from domain.kernel import Play
from rules.gettysburg import SYSTEM
from rules.gettysburg.clock import turn_of
from rules.gettysburg.facts import GunsFired, UnitDisrupted, UnitLeftMap, UnitRecovered
from rules.gettysburg.facts_movement import CavalryTested, MarchEnded, MarchStopped, UnitDelayed, UnitMoved
from rules.gettysburg.frames import AwaitDeclaration, AwaitDeployment, AwaitLeftover, AwaitMarch
from rules.gettysburg.movement import choices, recover_hidden
from rules.gettysburg.orders import DeclareAttack, Decline, DeployUnits, EndPhase, MoveUnit
from rules.gettysburg.scenario import Arrival
from rules.gettysburg.state import State
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import road, small_ground

NIGHT = 11


def scene(places: dict[str, str], *, features: dict[str, Any] | None = None, **more: Any) -> State:
    return position(places, ground=small_ground(**(features or {})), **more)


def move(unit: str, *path: str, **more: Any) -> MoveUnit:
    return MoveUnit(unit=unit, path=path, **more)


def line(first: int, last: int, column: int = 20) -> tuple[str, ...]:
    """Hexes of one column in a row, such as 2021 to 2024."""
    step = 1 if last >= first else -1
    return tuple(f"{column}{place:02}" for place in range(first, last + step, step))


def ends(state: State, unit: str) -> set[str]:
    """The hexes listed for a plain move of the unit."""
    orders = [choice.order for choice in choices(state)]
    plain = [order for order in orders if isinstance(order, MoveUnit) and order == MoveUnit(unit=unit, path=order.path)]
    return {order.path[-1] for order in plain}


def test_8_1b_a_unit_walks_its_path_and_pays_for_each_hex() -> None:
    state = scene({"C-41": "2020"})
    facts = give(state, "confederate", move("C-41", *line(21, 24)))
    moved = [UnitMoved(unit="C-41", to=to, cost=2) for to in line(21, 24)]
    assert [fact for fact in facts if isinstance(fact, UnitMoved)] == moved
    assert facts[-1] == MarchEnded(unit="C-41")
    assert state.units["C-41"].at == "2024"
    assert state.turn.starts == {"C-41": "2020"}


def test_l1_a_unit_moves_once_and_only_in_its_own_movement_phase() -> None:
    state = scene({"C-41": "2020", "U-1": "3020"})
    give(state, "confederate", move("C-41", "2021"))
    assert refusal(state, "confederate", move("C-41", "2022")) == "8.1a"
    assert refusal(state, "union", move("U-1", "3021")) == "5.1a"
    assert refusal(scene({"C-41": "2020"}, phase="combat"), "confederate", move("C-41", "2021")) == "5.1a"


def test_l1_nobody_moves_the_other_sides_pieces_or_unknown_ones() -> None:
    state = scene({"C-41": "2020", "U-1": "3020"})
    assert refusal(state, "confederate", move("U-1", "3021")) == "5.1a"
    assert refusal(state, "confederate", move("C-99", "3021")) == "8.1a"
    assert refusal(state, "confederate", move("C-43", "3021")) == "8.1a"  # not in play


def test_l2_another_unit_waits_until_the_move_is_over() -> None:
    state = scene({"C-41": "2020", "C-43": "2520"})
    give(state, "confederate", move("C-41", "2021", more=True))
    assert isinstance(state.core.pending[-1], AwaitMarch)
    assert refusal(state, "confederate", move("C-43", "2521")) == "8.1a"
    assert refusal(state, "confederate", EndPhase()) == "5.1a"
    give(state, "confederate", move("C-41", "2022"))
    give(state, "confederate", move("C-43", "2521"))
    assert (state.units["C-41"].at, state.units["C-43"].at) == ("2022", "2521")


def test_l3_no_more_points_than_the_allowance_also_in_parts() -> None:
    """8.2a, 6.2b"""
    assert refusal(scene({"C-41": "2020"}), "confederate", move("C-41", *line(21, 25))) == "6.2b"
    state = scene({"C-41": "2020"})
    give(state, "confederate", move("C-41", *line(21, 23), more=True))
    assert refusal(state, "confederate", move("C-41", "2024", "2025")) == "6.2b"
    give(state, "confederate", move("C-41", "2024", more=True))
    assert not state.core.pending  # nothing left to spend: the move is over of itself
    assert state.turn.window == "C-41"


def test_8_1a_the_mover_may_stop() -> None:
    state = scene({"C-41": "2020"})
    give(state, "confederate", move("C-41", "2021", more=True))
    give(state, "confederate", Decline())
    assert state.march is None
    assert refusal(state, "confederate", move("C-41", "2022")) == "8.1a"


def test_8_1a_an_order_to_move_names_something_to_do() -> None:
    assert refusal(scene({"C-41": "2020"}), "confederate", move("C-41")) == "8.1a"


def test_8_1b_a_gap_in_the_path() -> None:
    assert refusal(scene({"C-41": "2020"}), "confederate", move("C-41", "2022")) == "8.1b"


def test_l4_l5_refusals_of_a_hex_on_the_way() -> None:
    places = {"C-41": "2020", "U-7": "2022"}
    assert refusal(scene(places), "confederate", move("C-41", *line(21, 22))) == "8.6(1)"
    full = {"C-41": "2020", **dict.fromkeys(("C-42", "C-43", "C-44"), "2021")}
    assert refusal(scene(full), "confederate", move("C-41", "2021")) == "9.1a"


E8 = {
    "U-1": "2010", "U-2": "2012", "U-3": "2014", "U-72": "2020",
    "C-1": "2110", "C-2": "2212", "C-4": "2214", "C-6": "2316", "C-7": "2120", "C-8": "2221",
}  # fmt: skip


def test_e8_l6_infantry_near_enemy_infantry_moves_one_hex_only() -> None:
    """8.6(2)"""
    for unit, path in {"C-1": ("2210", "2310"), "C-2": ("2312", "2412"), "C-4": ("2314", "2414")}.items():
        assert refusal(scene(E8), "confederate", move(unit, *path)) == "8.6(2)"
        give(scene(E8), "confederate", move(unit, path[0]))


def test_e8_others_use_all_their_points_and_only_e_rolls_for_delay() -> None:
    give(scene(E8), "confederate", move("C-6", *line(17, 20, 23)))
    give(scene(E8), "confederate", move("C-8", *line(22, 25, 22)))
    state = scene(E8)
    facts = give(state, "confederate", move("C-7", "2220", "2320", "2420", "2520"), 3)
    assert UnitDelayed(unit="C-7", extra=0, to="2220") in facts
    assert state.units["C-7"].at == "2520"


def test_8_6_2_looks_at_the_start_of_the_move_only() -> None:
    state = scene({"C-41": "2023", "U-1": "2020"})
    give(state, "confederate", move("C-41", "2022", "2021"))
    assert state.units["C-41"].at == "2021"


def test_8_6_3_artillery_and_cavalry_are_not_held() -> None:
    state = scene({"C-52": "2021", "U-1": "2020"})
    give(state, "confederate", move("C-52", *line(22, 25)))
    assert state.units["C-52"].at == "2025"


def test_l11_15_3a_a_delay_adds_1_mp_to_leaving() -> None:
    state = scene({"C-41": "2021", "U-72": "2020"})
    facts = give(state, "confederate", move("C-41", *line(22, 25)), 4)
    assert UnitDelayed(unit="C-41", extra=2, to="2022") in facts
    assert state.units["C-41"].at == "2024"
    stopped = next(fact for fact in facts if isinstance(fact, MarchStopped))
    assert stopped.rule == "15.3b"
    assert not state.core.pending


def test_15_3a_no_delay_next_to_enemy_infantry() -> None:
    """D33"""
    state = scene({"C-41": "2021", "U-72": "2020", "U-1": "2120"})
    give(state, "confederate", move("C-41", "2022"))
    assert state.units["C-41"].at == "2022"


def test_15_3b_each_such_exit_is_rolled_for() -> None:
    state = scene({"C-41": "2021", "U-72": "2020"})
    give(state, "confederate", move("C-41", "2120", "2220"), 1, 1)
    assert state.units["C-41"].at == "2220"


def slow(**more: Any) -> State:
    """Leaving 2021 costs 4 MP with a delay: rough all round, and a friend in each hex but one."""
    near = ("2022", "1921", "2121", "1920", "2120")
    return scene({"C-41": "2021", "U-72": "2020", "C-43": "2022", "C-42": "2022"}, features={"rough": near}, **more)


def test_15_3b_a_delay_beyond_its_points_stops_the_unit_which_may_go_elsewhere() -> None:
    """D33 A one roll binds the exit, whichever hex is taken."""
    state = slow()
    facts = give(state, "confederate", move("C-41", "2022"), 5)
    assert any(isinstance(fact, MarchStopped) and fact.rule == "15.3b" for fact in facts)
    assert state.core.pending[-1] == AwaitMarch(side="confederate", unit="C-41")
    give(state, "confederate", move("C-41", "2121"))
    assert state.units["C-41"].at == "2121"


def test_15_3b_a_forced_march_overcomes_the_delay() -> None:
    state = slow(options=("forced_march",))
    give(state, "confederate", move("C-41", "2022"), 5)
    assert move("C-41", "2022", forced=1) in [choice.order for choice in choices(state)]
    give(state, "confederate", move("C-41", "2022", forced=1))
    assert (state.units["C-41"].at, state.units["C-41"].disrupted) == ("2022", True)


def test_d33_b_each_enemy_cavalry_brigade_is_rolled_for() -> None:
    state = scene({"C-41": "2021", "U-72": "2020", "U-73": "2020"}, readings={"D33": "B"})
    facts = give(state, "confederate", move("C-41", "2022"), 4, 6)
    assert UnitDelayed(unit="C-41", extra=4, to="2022") in facts


def test_d33_c_another_hex_is_another_roll() -> None:
    state = slow(readings={"D33": "C"})
    give(state, "confederate", move("C-41", "2022"), 5)
    give(state, "confederate", move("C-41", "2121"), 1)
    assert state.units["C-41"].at == "2121"


def test_l12_8_6_4_cavalry_is_tested_at_each_step_next_to_enemy_infantry() -> None:
    state = scene({"C-54": "2023", "U-1": "2020"}, ratings={"C-54": "4/3/3"})
    facts = give(state, "confederate", move("C-54", "2022", "2021", "2120"), 3, 4)
    tests = [fact.passed for fact in facts if isinstance(fact, CavalryTested)]
    assert tests == [True, False]
    assert state.units["C-54"].shaken
    assert state.units["C-54"].at == "2120"


def test_8_6_4_not_next_to_enemy_cavalry_or_guns() -> None:
    state = scene({"C-54": "2022", "U-72": "2020", "U-7": "2020"})
    give(state, "confederate", move("C-54", "2021"))
    assert not state.units["C-54"].shaken


def test_7_3d_recovery_costs_2_mp_and_the_rest_is_moved() -> None:
    state = scene({"C-41": "2020"}, disrupted=["C-41"])
    assert refusal(state, "confederate", move("C-41", *line(21, 23), recover=True)) == "6.2b"
    facts = give(state, "confederate", move("C-41", *line(21, 22), recover=True))
    assert UnitRecovered(unit="C-41", cost=4) in facts
    assert not state.units["C-41"].disrupted


def test_l13_no_recovery_next_to_an_enemy_or_for_a_unit_in_order() -> None:
    state = scene({"C-41": "2021", "C-43": "2030", "U-7": "2020"}, disrupted=["C-41"])
    assert refusal(state, "confederate", move("C-41", recover=True)) == "7.3d"
    assert refusal(state, "confederate", move("C-43", recover=True)) == "7.3d"


def test_d25_a_recovery_comes_before_the_first_step() -> None:
    state = scene({"C-41": "2020"}, disrupted=["C-41"])
    give(state, "confederate", move("C-41", "2021", more=True))
    assert refusal(state, "confederate", move("C-41", recover=True)) == "7.3d"


def test_d25_b_recovery_at_any_time_with_a_forced_march_after_it() -> None:
    options, readings = ("forced_march",), {"D25": "B"}
    state = scene({"C-41": "2020"}, disrupted=["C-41"], options=options, readings=readings)
    give(state, "confederate", move("C-41", "2021", more=True))
    give(state, "confederate", move("C-41", *line(22, 23), recover=True, forced=1))
    assert state.units["C-41"].at == "2023"
    strict = scene({"C-41": "2020"}, disrupted=["C-41"], options=options)
    assert refusal(strict, "confederate", move("C-41", "2021", recover=True, forced=1)) == "22.4"


def test_d25_b_looks_at_the_start_of_the_phase() -> None:
    """An enemy that came out of an HMC since does not count."""
    for letter, rule in {"A": "7.3d", "B": ""}.items():
        state = scene({"C-41": "2021", "U-7": "2020"}, disrupted=["C-41"], readings={"D25": letter})
        state.turn.deployed.append("U-7")
        if rule:
            assert refusal(state, "confederate", move("C-41", recover=True)) == rule
        else:
            give(state, "confederate", move("C-41", recover=True))


def test_20_2a_whoever_moves_at_night_is_disrupted_but_not_by_recovering_in_place() -> None:
    state = scene({"C-41": "2020", "C-43": "2520"}, turn=NIGHT, disrupted=["C-43"])
    give(state, "confederate", move("C-41", "2021"))
    give(state, "confederate", move("C-43", recover=True))
    assert (state.units["C-41"].disrupted, state.units["C-43"].disrupted) == (True, False)


def test_13_1b_artillery_that_moved_is_fired() -> None:
    state = scene({"C-52": "2020"})
    facts = give(state, "confederate", move("C-52", "2021"))
    assert GunsFired(unit="C-52", why="moved", rule="13.1b") in facts


def test_l42_fired_artillery_does_not_move_but_disrupted_artillery_may() -> None:
    """13.1b, 13.1c"""
    assert refusal(scene({"C-52": "2020"}, fired=["C-52"]), "confederate", move("C-52", "2021")) == "13.1b"
    state = scene({"C-52": "2020"}, fired=["C-52"], disrupted=["C-52"])
    give(state, "confederate", move("C-52", "2021", recover=True))
    assert (state.units["C-52"].fired, state.units["C-52"].disrupted) == (True, False)


def test_15_1_accelerated_cavalry_has_8_mp_and_ends_disrupted() -> None:
    state = scene({"C-54": "2010"})
    facts = give(state, "confederate", move("C-54", *line(11, 18), pace="accelerated"))
    assert state.units["C-54"].at == "2018"
    assert UnitDisrupted(unit="C-54", why="accelerated movement", rule="15.1") in facts


def test_l15_not_disrupted_not_infantry_not_within_2_hexes_of_an_enemy() -> None:
    fast = move("C-54", "2011", pace="accelerated")
    assert refusal(scene({"C-54": "2010"}, disrupted=["C-54"]), "confederate", fast) == "15.1"
    assert refusal(scene({"C-54": "2010", "U-7": "2012"}), "confederate", fast) == "15.1"
    assert refusal(scene({"C-54": "2010", "U-7": "2013"}), "confederate", fast) == "15.1"
    slow_unit = scene({"C-41": "2010"})
    assert refusal(slow_unit, "confederate", move("C-41", "2011", pace="accelerated")) == "15.1"


def test_d35_b_a_mixed_move_pays_full_cost_near_the_enemy() -> None:
    state = scene({"C-54": "2010", "U-7": "2018"}, readings={"D35": "B"})
    assert refusal(state, "confederate", move("C-54", *line(11, 17), "2117", pace="accelerated")) == "6.2b"
    give(state, "confederate", move("C-54", *line(11, 16), pace="accelerated"))
    assert state.units["C-54"].at == "2016"


def test_l16_forced_march_limits() -> None:
    """22.4, 20.2a"""
    on = ("forced_march",)
    forced = move("C-41", *line(21, 25), forced=1)
    assert refusal(scene({"C-41": "2020"}), "confederate", forced) == "22.4"
    assert refusal(scene({"C-41": "2020"}, options=on, disrupted=["C-41"]), "confederate", forced) == "22.4"
    assert refusal(scene({"C-41": "2020"}, options=on, turn=NIGHT), "confederate", forced) == "20.2a"
    assert refusal(scene({"C-41": "2020"}, options=on), "confederate", move("C-41", "2021", forced=3)) == "22.4"
    hmc = scene({"C-HMC1": "2020"}, options=(*on, "hidden_movement"))
    assert refusal(hmc, "confederate", move("C-HMC1", "2021", forced=1)) == "22.4"
    fast = scene({"C-54": "2020"}, options=on)
    assert refusal(fast, "confederate", move("C-54", "2021", pace="accelerated", forced=1)) == "22.4"
    held = scene({"C-41": "2020", "U-1": "2018"}, options=on)
    assert refusal(held, "confederate", move("C-41", "2021", "2022", forced=2)) == "8.6(2)"
    tired = scene({"C-41": "2020"}, options=on, disrupted=["C-41"], readings={"D25": "B"})
    assert refusal(tired, "confederate", move("C-41", recover=True, forced=1)) == "22.4"  # to nowhere


def test_22_4_a_forced_march_goes_further_and_disrupts() -> None:
    state = scene({"C-41": "2010"}, options=("forced_march",))
    give(state, "confederate", move("C-41", *line(11, 16), forced=2))
    assert (state.units["C-41"].at, state.units["C-41"].disrupted) == ("2016", True)


def test_d41_b_a_train_may_force_its_march_at_no_price() -> None:
    features = {"roads": (road(*line(1, 15), kind="trail"),)}
    order = move("C-Train", *line(2, 6), forced=1)
    a = scene({"C-Train": "2001"}, features=features, options=("forced_march",))
    assert refusal(a, "confederate", order) == "22.4"
    b = scene({"C-Train": "2001"}, features=features, options=("forced_march",), readings={"D41": "B"})
    give(b, "confederate", order)
    assert (b.units["C-Train"].at, b.units["C-Train"].disrupted) == ("2006", False)


AWAY = ("2022", "2023", "2024")


def disengaging(**more: Any) -> State:
    return scene({"C-41": "2021", "U-1": "2020"}, options=("disengagement",), ratings={"C-41": "4/3/3"}, **more)


def test_22_2_disengaging_infantry_has_all_its_points_and_is_tested() -> None:
    state = disengaging()
    give(state, "confederate", move("C-41", *AWAY, pace="disengage"), 3)
    found = state.units["C-41"]
    assert (found.at, found.disrupted, found.shaken) == ("2024", True, False)
    state = disengaging()
    give(state, "confederate", move("C-41", *AWAY, pace="disengage"), 4)
    assert state.units["C-41"].shaken


def test_22_2_a_shaken_unit_may_rout() -> None:
    features = {"entry_hexes": {"A": "1234", "F": "4000"}}
    state = disengaging(shaken=["C-41"], features=features)
    state.units["C-Train"].at = "pool"
    give(state, "confederate", move("C-41", *AWAY, pace="disengage"), 4)
    assert state.units["C-41"].at == "routed"
    assert state.march is None


def test_l17_not_next_to_enemy_infantry_on_the_way() -> None:
    assert refusal(disengaging(), "confederate", move("C-41", "2120", "2220", pace="disengage")) == "22.2"


def test_22_2_only_for_infantry_near_enemy_infantry_and_only_if_in_play() -> None:
    off = scene({"C-41": "2021", "U-1": "2020"})
    assert refusal(off, "confederate", move("C-41", *AWAY, pace="disengage")) == "22.2"
    far = scene({"C-41": "2030", "U-1": "2020"}, options=("disengagement",))
    assert refusal(far, "confederate", move("C-41", "2031", "2032", pace="disengage")) == "22.2"


def test_d20_b_disengagement_from_adjacent_hexes_only() -> None:
    for letter, rule in {"A": "", "B": "22.2"}.items():
        places = {"C-41": "2022", "U-1": "2020"}
        state = scene(places, options=("disengagement",), readings={"D20": letter})
        order = move("C-41", "2023", "2024", pace="disengage")
        if rule:
            assert refusal(state, "confederate", order) == rule
        else:
            give(state, "confederate", order, 1)


def test_d42_one_hex_is_no_disengagement_unless_declared_so() -> None:
    assert refusal(disengaging(), "confederate", move("C-41", "2022", pace="disengage")) == "22.2"
    state = disengaging(readings={"D42": "B"})
    give(state, "confederate", move("C-41", "2022", pace="disengage"), 1)
    assert state.units["C-41"].disrupted


def test_l18_leaving_the_map_needs_an_edge_hex_and_1_mp() -> None:
    assert refusal(scene({"C-41": "2020"}), "confederate", move("C-41", "off")) == "8.5a"
    assert refusal(scene({"C-41": "2004"}), "confederate", move("C-41", *line(3, 0), "off")) == "6.2b"
    assert refusal(scene({"C-41": "2000"}), "confederate", move("C-41", "off", "2000")) == "8.5a"
    state = scene({"C-41": "2003"})
    facts = give(state, "confederate", move("C-41", *line(2, 0), "off"))
    assert UnitLeftMap(unit="C-41", at="2000", cost=2) in facts
    assert (state.units["C-41"].at, state.units["C-41"].left_on) == ("out_of_play", 3)


def test_l19_a_unit_that_left_the_map_does_not_move() -> None:
    assert refusal(scene({"C-41": "out_of_play"}), "confederate", move("C-41", "2000")) == "8.5a"


@pytest.mark.parametrize(("letter", "points"), [("E", 5), ("F", 20), ("G", 10), ("A", None)])
def test_4_3_the_confederate_train_scores_by_e_f_or_g(letter: str, points: int | None) -> None:
    state = position({"C-Train": "pool"})
    at = state.ground.entry_hexes[letter]
    state = position({"C-Train": at})
    facts = give(state, "confederate", move("C-Train", "off"))
    assert next((fact.points for fact in facts if isinstance(fact, PointsScored)), None) == points


def test_d39_whether_points_are_scored_when_the_union_drives_it_off() -> None:
    for letter, points in {"A": 20, "B": 0}.items():
        state = position({"C-Train": "4000"}, readings={"D39": letter})
        state.turn.control["C-Train"] = "opponent"
        state.core.pending.append(AwaitMarch(side="union", unit="C-Train"))
        give(state, "union", move("C-Train", "off"))
        assert state.core.points.get("confederate", 0) == points


def test_d36_b_a_train_on_its_moved_side_stays() -> None:
    features = {"roads": (road(*line(1, 15)),)}
    give(scene({"C-Train": "2001"}, features=features, fired=["C-Train"]), "confederate", move("C-Train", "2002"))
    stuck = scene({"C-Train": "2001"}, features=features, fired=["C-Train"], readings={"D36": "B"})
    assert refusal(stuck, "confederate", move("C-Train", "2002")) == "21.1"


def test_l70_a_train_has_4_mp_along_the_road() -> None:
    features = {"roads": (road(*line(1, 15)),)}
    assert (
        refusal(scene({"C-Train": "2001"}, features=features), "confederate", move("C-Train", *line(2, 10))) == "6.2b"
    )
    state = scene({"C-Train": "2001"}, features=features, turn=NIGHT)
    give(state, "confederate", move("C-Train", *line(2, 9)))
    train = state.units["C-Train"]
    assert (train.at, train.fired, train.disrupted) == ("2009", True, False)


def test_l72_the_union_train_of_the_second_day_moves_only_when_observed() -> None:
    """23.4"""
    day = {"scenario": "second_day", "turn": turn_of(2, 2), "active": "union"}
    features = {"roads": (road(*line(1, 15)),)}
    hidden_train = scene({"U-Train": "2003", "C-54": "3030"}, features=features, **day)
    assert refusal(hidden_train, "union", move("U-Train", "2002")) == "23.4"
    seen = scene({"U-Train": "2003", "C-54": "2009"}, features=features, **day)
    assert refusal(seen, "union", move("U-Train", "2004")) == "21.2"
    give(seen, "union", move("U-Train", "2002"))
    assert seen.units["U-Train"].at == "2002"


def test_l73_on_the_first_turn_of_little_round_top_only_listed_units_move() -> None:
    """23.5"""
    turn = turn_of(2, 7)
    state = scene({"C-41": "2020", "C-6": "2520"}, scenario="little_round_top", turn=turn, disrupted=["C-41"])
    assert refusal(state, "confederate", move("C-41", "2021")) == "23.5"
    assert ends(state, "C-41") == set()
    give(state, "confederate", move("C-6", "2521"))
    give(state, "confederate", move("C-41", recover=True))
    later = scene({"C-41": "2020"}, scenario="little_round_top", turn=turn + 1)
    give(later, "confederate", move("C-41", "2021"))


def test_d07_entering_is_moving_unless_read_otherwise() -> None:
    for letter, rule in {"A": "23.5", "B": ""}.items():
        state = position(
            {"U-39": "pool"}, scenario="little_round_top", turn=turn_of(2, 7), active="union", readings={"D07": letter}
        )
        state.units["U-39"].due = Arrival(turn=turn_of(2, 7), entry="F")
        if rule:
            assert refusal(state, "union", move("U-39", "4000")) == rule
        else:
            give(state, "union", move("U-39", "4000"))


HIDDEN = ("hidden_movement",)


def test_18_3_an_hmc_has_6_mp_and_takes_its_units_along() -> None:
    state = scene({"C-HMC1": "2010", "C-41": "C-HMC1"}, options=HIDDEN)
    assert refusal(state, "confederate", move("C-HMC1", *line(11, 17))) == "6.2b"
    assert refusal(state, "confederate", move("C-41", "2011")) == "18.3"
    give(state, "confederate", move("C-HMC1", *line(11, 16)))
    assert state.hmcs["C-HMC1"].at == "2016"
    assert state.units["C-41"].at == "C-HMC1"


def test_l63_an_hmc_stays_on_the_turn_it_was_made() -> None:
    """18.2b"""
    state = scene({"C-HMC1": "2010"}, options=HIDDEN)
    state.hmcs["C-HMC1"].created_on = state.core.turn
    assert refusal(state, "confederate", move("C-HMC1", "2011")) == "18.2b"


def test_l65_an_hmc_does_not_move_where_the_enemy_observes() -> None:
    """18.4c"""
    state = scene({"C-HMC1": "2010", "U-72": "2020"}, options=HIDDEN)
    assert refusal(state, "confederate", move("C-HMC1", *line(11, 14))) == "18.4c"
    give(state, "confederate", move("C-HMC1", *line(11, 13)))
    assert state.hmcs["C-HMC1"].at == "2013"


def test_d26_units_in_an_hmc_recover_if_it_spends_at_most_4() -> None:
    def hidden_unit(**more: Any) -> State:
        return scene({"C-HMC1": "2010", "C-41": "C-HMC1"}, options=HIDDEN, disrupted=["C-41"], **more)

    state = hidden_unit()
    assert refusal(state, "confederate", move("C-HMC1", *line(11, 15), recover=True)) == "6.2b"
    give(state, "confederate", move("C-HMC1", *line(11, 14), recover=True))
    assert not state.units["C-41"].disrupted
    b = hidden_unit(readings={"D26": "B"})
    assert refusal(b, "confederate", move("C-HMC1", "2011", recover=True)) == "7.3d"


def test_d26_c_units_in_hmcs_recover_of_themselves() -> None:
    for letter, stays in {"A": True, "C": False}.items():
        state = scene(
            {"C-HMC1": "2010", "C-41": "C-HMC1"}, options=HIDDEN, disrupted=["C-41"], readings={"D26": letter}
        )
        recover_hidden(Play(SYSTEM, state, "confederate", EndPhase(), EnteredChance(())))
        assert state.units["C-41"].disrupted is stays


def test_18_4b_a_reveal_on_the_way_breaks_off_the_move_and_then_it_goes_on() -> None:
    state = scene({"C-54": "2010", "U-HMC1": "2018"}, options=HIDDEN)  # a decoy: nothing to place
    give(state, "confederate", move("C-54", *line(11, 13)))
    assert state.hmcs["U-HMC1"].at == "available"
    assert state.units["C-54"].at == "2013"
    assert not state.core.pending


def test_18_4b_what_is_revealed_may_bar_the_rest_of_the_path() -> None:
    """16.4 to 16.6 look at further steps (D94): the cavalry stops and may go elsewhere."""
    state = scene(
        {"C-54": "2012", "U-HMC1": "2014", "U-1": "U-HMC1"},
        features={"light_woods": ("2013",)},
        options=(*HIDDEN, "command_control"),
    )
    state.command["confederate"] = "passive"
    give(state, "confederate", move("C-54", "2112", "2113", "2114"))
    assert isinstance(state.core.pending[-1], AwaitDeployment)
    facts = give(state, "union", DeployUnits(hmc="U-HMC1", places={"U-1": "2014"}))
    stopped = next(fact for fact in facts if isinstance(fact, MarchStopped))
    assert stopped.rule == "16.5a"
    assert not any(isinstance(fact, CavalryTested) for fact in facts)  # D34
    assert state.core.pending == [AwaitMarch(side="confederate", unit="C-54")]
    give(state, "confederate", move("C-54", "2213"))
    assert state.units["C-54"].at == "2213"


CHARGED = {"C-54": "2023", "U-1": "2020"}


def test_15_5a_a_charge_waives_the_test_and_declares_the_attack() -> None:
    state = scene(CHARGED)
    facts = give(state, "confederate", move("C-54", "2022", "2021", charge="2020"))
    assert not any(isinstance(fact, CavalryTested) for fact in facts)
    assert state.turn.declared["C-54"].kind == "charge"
    assert state.turn.declared["C-54"].target == "2020"


def test_15_5a_a_charge_from_standstill() -> None:
    """D66"""
    state = scene({"C-54": "2021", "U-1": "2020"})
    give(state, "confederate", move("C-54", charge="2020"))
    assert state.turn.declared["C-54"].kind == "charge"
    assert not state.turn.starts


def test_l52_who_may_charge_and_what() -> None:
    """15.5a"""
    order = move("C-54", "2022", "2021", charge="2020")
    assert refusal(scene(CHARGED, shaken=["C-54"]), "confederate", order) == "15.5a"
    assert refusal(scene(CHARGED, disrupted=["C-54"]), "confederate", order) == "15.5a"
    assert refusal(scene(CHARGED, features={"light_woods": ("2020",)}), "confederate", order) == "15.5a"
    assert refusal(scene(CHARGED, features={"hills": ("2020",)}), "confederate", order) == "15.5a"
    for other in ("U-72", "U-7"):
        assert refusal(scene({**CHARGED, other: "2020"}), "confederate", order) == "15.5a"
    assert refusal(scene({"C-54": "2023", "U-7": "2020"}), "confederate", order) == "15.5a"
    assert refusal(scene({"C-41": "2021", "U-1": "2020"}), "confederate", move("C-41", charge="2020")) == "15.5a"


def test_l52_not_after_more_than_2_mp_nor_away_from_the_target() -> None:
    far = scene({"C-54": "2024", "U-1": "2020"})
    assert refusal(far, "confederate", move("C-54", "2023", "2022", "2021", charge="2020")) == "15.5a"
    assert refusal(scene(CHARGED), "confederate", move("C-54", "2022", charge="2020")) == "15.5a"
    assert refusal(scene(CHARGED), "confederate", move("C-54", "2022", "2021", charge="2222")) == "15.5a"


def test_d66_b_a_bare_hill_may_be_charged() -> None:
    state = scene(CHARGED, features={"hills": ("2020",)}, readings={"D66": "B"})
    give(state, "confederate", move("C-54", "2022", "2021", charge="2020"))
    assert state.turn.declared["C-54"].kind == "charge"


def test_d66_a_charge_is_announced_on_the_way_before_it_comes_next_to_infantry() -> None:
    state = scene(CHARGED)
    give(state, "confederate", move("C-54", "2022", more=True))
    give(state, "confederate", move("C-54", "2021", charge="2020"))
    assert state.turn.declared["C-54"].kind == "charge"
    late = scene(CHARGED, ratings={"C-54": "4/6/3"})
    give(late, "confederate", move("C-54", "2022", "2021", more=True), 1)
    assert refusal(late, "confederate", move("C-54", charge="2020")) == "15.5a"


def test_15_5a_a_charge_that_stops_short_lapses() -> None:
    state = scene(CHARGED)
    give(state, "confederate", move("C-54", "2022", charge="2020", more=True))
    facts = give(state, "confederate", Decline())
    assert any(isinstance(fact, MarchStopped) and fact.rule == "15.5a" for fact in facts)
    assert "C-54" not in state.turn.declared


def test_9_5a_charging_cavalry_goes_to_the_top_of_its_hex() -> None:
    near = scene({"C-54": "2022", "C-41": "2021", "U-1": "2020"})
    give(near, "confederate", move("C-54", "2021", charge="2020"))
    assert near.stacks["2021"] == ["C-54", "C-41"]
    taken = scene({"C-54": "2022", "C-41": "2021", "U-1": "2020"})
    give(taken, "confederate", DeclareAttack(unit="C-41", target="2020"))
    assert refusal(taken, "confederate", move("C-54", "2021", charge="2020")) == "9.5a"


def taken_over(places: dict[str, str], **more: Any) -> State:
    """The Union has just won control of the first unit (17.3a)."""
    state = scene(places, options=("command_control", "loss_of_control", "hidden_movement"), **more)
    state.command["confederate"] = "panic"
    unit = next(iter(places))
    state.turn.control[unit] = "opponent"
    state.core.pending.append(AwaitMarch(side="union", unit=unit))
    return state


def test_17_3a_the_opponent_moves_a_unit_and_is_asked_what_it_declares() -> None:
    state = taken_over({"C-41": "2022", "U-7": "2020"})
    give(state, "union", move("C-41", "2021"))
    assert state.core.pending == [AwaitDeclaration(side="union", unit="C-41")]


def test_17_3a_the_opponent_may_leave_a_unit_where_it_is() -> None:
    state = taken_over({"C-41": "2021", "U-7": "2020"})
    give(state, "union", Decline())
    assert state.core.pending == [AwaitDeclaration(side="union", unit="C-41")]
    give(state, "union", Decline())
    assert refusal(state, "confederate", move("C-41", "2022")) == "17.3a"


def test_17_4a_the_opponent_may_take_a_unit_off_the_map_but_not_overstack() -> None:
    state = taken_over({"C-41": "2000", **dict.fromkeys(("C-42", "C-43", "C-44"), "2001")})
    assert refusal(state, "union", move("C-41", "2001")) == "9.1a"
    give(state, "union", move("C-41", "off"))
    assert state.units["C-41"].at == "out_of_play"
    assert not state.core.pending


def test_17_5a_a_controlled_hmc_moves_into_sight_and_is_gone() -> None:
    state = taken_over({"C-HMC1": "2014", "U-72": "2021"})
    give(state, "union", move("C-HMC1", "2015"))
    assert state.hmcs["C-HMC1"].at == "available"
    assert state.march is None
    assert not state.core.pending


def test_17_3a_l60_a_unit_nobody_commands_stays() -> None:
    state = scene({"C-41": "2020"}, disrupted=["C-41"])
    state.turn.control["C-41"] = "nobody"
    assert refusal(state, "confederate", move("C-41", "2021")) == "17.3a"
    assert refusal(state, "confederate", move("C-41", recover=True)) == "17.3a"
    assert not list(choices(state))


def test_17_3b_after_he_has_finished_the_owner_moves_only_freed_units() -> None:
    state = scene({"C-41": "2020", "C-43": "2520"})
    state.turn.is_leftover = True
    state.turn.freed.append("C-41")
    assert refusal(state, "confederate", move("C-43", "2521")) == "17.3b"
    give(state, "confederate", move("C-41", "2021"))
    assert state.units["C-41"].at == "2021"


def test_17_3b_the_opponent_moves_what_he_commands_while_chances_are_left() -> None:
    state = scene({"C-41": "2020", "C-43": "2520"}, options=("command_control", "loss_of_control"))
    state.command["confederate"] = "panic"
    state.turn.is_leftover, state.turn.chances = True, 1
    state.turn.control["C-41"] = "opponent"
    state.core.pending.append(AwaitLeftover(side="union"))
    listed = {choice.order.unit for choice in choices(state) if isinstance(choice.order, MoveUnit)}
    assert listed == {"C-41"}
    give(state, "union", move("C-41", "2021"))
    assert state.units["C-41"].at == "2021"
