"""8.0, 7.3d, 13.1, 15.3, 18.4, 20.2, 21.2, 23.4, 23.5 Moving a piece."""

from __future__ import annotations

from typing import Any

from domain.kernel.reasons import Reason
from rules.gettysburg.book import BOOK
from rules.gettysburg.movement.asks import AwaitMarch
from rules.gettysburg.movement.facts import CavalryTested, MarchEnded, MarchStopped, UnitDelayed, UnitMoved
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline, EndPhase
from rules.gettysburg.turn.state_facts import GunsFired, UnitRecovered
from tests.gettysburg.marches import NIGHT, line, move, scene
from tests.gettysburg.positions import give, refusal


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
    """5.3.2A"""
    state = scene({"C-41": "2020", "C-43": "2520"})
    give(state, "confederate", move("C-41", "2021", more=True))
    assert isinstance(state.core.pending[-1], AwaitMarch)
    assert refusal(state, "confederate", move("C-43", "2521")) == "8.1a"
    assert refusal(state, "confederate", EndPhase()) == "8.1a"
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
    assert stopped.why.cite == "15.3b"
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
    assert any(isinstance(fact, MarchStopped) and fact.why.cite == "15.3b" for fact in facts)
    assert state.core.pending[-1] == AwaitMarch(side="confederate", unit="C-41")
    give(state, "confederate", move("C-41", "2121"))
    assert state.units["C-41"].at == "2121"


def test_15_3b_a_forced_march_overcomes_the_delay() -> None:
    state = slow(options=("forced_march",))
    give(state, "confederate", move("C-41", "2022"), 5)
    assert move("C-41", "2022", forced=1) in [choice.order for choice in BOOK.choices(state)]
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
    """15.2"""
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
    assert GunsFired(unit="C-52", why=Reason("moved", "13.1b")) in facts


def test_l42_fired_artillery_does_not_move_but_disrupted_artillery_may() -> None:
    """13.1b, 13.1c"""
    assert refusal(scene({"C-52": "2020"}, fired=["C-52"]), "confederate", move("C-52", "2021")) == "13.1b"
    state = scene({"C-52": "2020"}, fired=["C-52"], disrupted=["C-52"])
    give(state, "confederate", move("C-52", "2021", recover=True))
    assert (state.units["C-52"].fired, state.units["C-52"].disrupted) == (True, False)


def test_9_2b_any_number_pass_through_a_hex_and_none_overstacks_it() -> None:
    units = ("C-41", "C-42", "C-43", "C-44", "C-46")
    state = scene(dict(zip(units, ("2019", "2019", "2019", "1919", "1919"), strict=True)))
    ends = ("2021", "2021", "2021", "2120", "2120")
    for unit, end in zip(units, ends, strict=True):
        give(state, "confederate", move(unit, "2020", end))
        assert state.units[unit].at == end
    full = scene({"C-41": "2019", "C-42": "2020", "C-43": "2020", "C-44": "2020"})
    assert refusal(full, "confederate", move("C-41", "2020", "2021")) == "9.1a"
