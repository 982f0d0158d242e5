"""10.1 to 10.3, 22.1, 22.6 Coming onto the map, and coming back to it."""

from __future__ import annotations

from typing import Any

from domain.kernel.reasons import Reason
from rules.gettysburg import SYSTEM
from rules.gettysburg.clock import turn_of
from rules.gettysburg.movement.asks import MoveUnit, RollForReturn
from rules.gettysburg.movement.facts import ReturnRolled, UnitEntered
from rules.gettysburg.movement.movement import choices
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import State
from rules.gettysburg.turn.state_facts import UnitRouted
from tests.gettysburg.positions import give, position, refusal

A, E, F, G, H = "1234", "2600", "4000", "4219", "4229"


def waiting(due: dict[str, tuple[int, str]], places: dict[str, str] | None = None, **more: Any) -> State:
    """Pieces in the pool with their turn and entry letter, and others where they are put."""
    state = position({**dict.fromkeys(due, "pool"), **(places or {})}, **more)
    for name, (turn, entry) in due.items():
        (state.units.get(name) or state.hmcs[name]).due = Arrival(turn=turn, entry=entry)
    return state


def enter(unit: str, *path: str, **more: Any) -> MoveUnit:
    return MoveUnit(unit=unit, path=path, **more)


def entered(state: State, side: str, order: MoveUnit) -> UnitEntered:
    return next(fact for fact in give(state, side, order) if isinstance(fact, UnitEntered))


def test_e1_mahone_enters_at_a_on_turn_8_and_not_before() -> None:
    """L20, 3.3"""
    early = waiting({"C-35": (8, "A")}, turn=7)
    assert refusal(early, "confederate", enter("C-35", A)) == "10.1a"
    state = waiting({"C-35": (8, "A")}, turn=8)
    assert entered(state, "confederate", enter("C-35", A)).column == 1
    assert state.stacks[A] == ["C-35"]


def test_10_1a_a_late_reinforcement_may_still_enter() -> None:
    assert entered(waiting({"C-35": (8, "A")}, turn=10), "confederate", enter("C-35", A)).cost == 2


def test_l20_at_its_own_entry_hex_only() -> None:
    state = waiting({"C-35": (8, "A")}, turn=8)
    assert refusal(state, "confederate", enter("C-35", E)) == "10.1a"
    assert refusal(state, "confederate", enter("C-35", "2020")) == "10.1a"
    assert refusal(state, "confederate", enter("C-35")) == "10.1a"


def test_l20_not_into_an_enemy_held_or_full_hex() -> None:
    held = waiting({"C-35": (8, "A")}, {"U-72": A}, turn=8)
    assert refusal(held, "confederate", enter("C-35", A)) == "10.3"
    full = waiting({"C-35": (8, "A")}, {"C-41": A, "C-42": A, "C-43": A}, turn=8)
    assert refusal(full, "confederate", enter("C-35", A)) == "9.1a"


def test_x13_the_column_at_h_costs_1_to_4_and_the_fifth_waits() -> None:
    """10.2a, L20"""
    due = dict.fromkeys(("U-3", "U-4", "U-7", "U-8", "U-50"), (3, "H"))
    state = waiting(due, turn=3, active="union")
    room = state.ground.near(H)
    costs = [entered(state, "union", enter("U-3", H, room[0])).cost]
    costs += [entered(state, "union", enter(unit, H)).cost for unit in ("U-4", "U-7", "U-8")]
    assert costs == [2, 4, 6, 8]
    assert refusal(state, "union", enter("U-50", H)) == "9.1a"
    state.stacks[H].remove("U-4")
    assert refusal(state, "union", enter("U-50", H)) == "10.2a"


def test_22_4_a_forced_march_pays_for_the_fifth_place() -> None:
    state = waiting({"U-50": (3, "H")}, turn=3, active="union", options=("forced_march",))
    state.turn.columns[H] = 4
    assert refusal(state, "union", enter("U-50", H)) == "10.2a"
    assert entered(state, "union", enter("U-50", H, forced=1)).cost == 10
    assert state.units["U-50"].disrupted


def test_10_2a_what_is_left_is_moved_normally() -> None:
    state = waiting({"U-3": (3, "H")}, turn=3, active="union")
    state.turn.columns[H] = 2
    near = state.ground.near(H)
    further = next(to for to in state.ground.near(near[0]) if state.ground.distance(to, H) == 2)
    assert refusal(state, "union", enter("U-3", H, near[0], further)) == "6.2b"
    give(state, "union", enter("U-3", H, near[0]))
    assert state.units["U-3"].at == near[0]


def test_d31_the_stacking_and_terrain_cost_may_come_on_top() -> None:
    found = {}
    for letter in "ABC":
        state = waiting({"C-42": (3, "A")}, {"C-41": A}, readings={"D31": letter})
        found[letter] = entered(state, "confederate", enter("C-42", A)).cost
    assert found == {"A": 2, "B": 4, "C": 6}


def test_d32_groups_of_the_schedule_may_be_columns_of_their_own() -> None:
    found = {}
    for letter in "AB":
        state = waiting({"C-42": (3, "A"), "C-52": (2, "A")}, readings={"D32": letter})
        give(state, "confederate", enter("C-42", A))
        found[letter] = entered(state, "confederate", enter("C-52", A)).column
    assert found == {"A": 2, "B": 1}


def test_d32_the_train_pays_1_and_is_not_counted() -> None:
    state = waiting({"C-Train": (11, "A"), "C-42": (3, "A")}, turn=11)
    state.turn.columns[A] = 2
    assert entered(state, "confederate", enter("C-Train", A)).cost == 2
    assert entered(state, "confederate", enter("C-42", A)).column == 3


def test_10_2b_an_hmc_is_one_piece_of_the_column_up_to_the_sixth() -> None:
    state = waiting({"C-HMC1": (3, "A")}, {"C-42": "C-HMC1"}, options=("hidden_movement",))
    state.turn.columns[A] = 5
    assert entered(state, "confederate", enter("C-HMC1", A)).cost == 12


def test_18_4c_no_entry_in_an_hmc_where_the_enemy_looks_on() -> None:
    state = waiting({"C-HMC1": (3, "A")}, {"U-72": "1230", "C-42": "C-HMC1"}, options=("hidden_movement",))
    assert refusal(state, "confederate", enter("C-HMC1", A)) == "18.4c"


def test_8_6_4_cavalry_that_enters_next_to_enemy_infantry_is_tested() -> None:
    state = waiting({"C-54": (3, "A")}, {"U-1": "1233"}, ratings={"C-54": "4/3/3"})
    give(state, "confederate", enter("C-54", A), 4)
    assert state.units["C-54"].shaken


def test_16_5a_a_passive_army_does_not_enter_next_to_enemy_infantry() -> None:
    state = waiting({"C-42": (3, "A")}, {"U-1": "1233"}, options=("command_control",))
    state.command["confederate"] = "passive"
    assert refusal(state, "confederate", enter("C-42", A)) == "16.5a"


def test_e9_l21_a_blocked_group_enters_a_turn_later_at_the_nearest_free_hex() -> None:
    """22.1"""
    due = turn_of(2, 1)
    blocked = {"U-66": (due, "F")}
    options = ("alternate_entry",)
    first = waiting(blocked, {"C-54": F}, turn=due, active="union", options=options)
    assert refusal(first, "union", enter("U-66", E)) == "22.1"
    state = waiting(blocked, {"C-54": F}, turn=due + 1, active="union", options=options)
    assert refusal(state, "union", enter("U-66", G)) == "22.1"
    assert refusal(state, "union", enter("U-66", F)) == "10.3"
    assert entered(state, "union", enter("U-66", E)).rule == "22.1"
    next_best = waiting(blocked, {"C-54": F, "C-53": E}, turn=due + 1, active="union", options=options)
    assert entered(next_best, "union", enter("U-66", G)).entry == "G"


def test_l21_no_other_hex_when_its_own_is_free_or_the_rule_is_off() -> None:
    free = waiting({"U-66": (3, "F")}, turn=5, active="union", options=("alternate_entry",))
    assert refusal(free, "union", enter("U-66", E)) == "22.1"
    off = waiting({"U-66": (3, "F")}, {"C-54": F}, turn=5, active="union")
    assert refusal(off, "union", enter("U-66", E)) == "10.1a"


def test_entries_are_listed_with_their_hex_first() -> None:
    state = waiting({"C-42": (3, "A"), "C-35": (8, "A")})
    paths = [choice.order.path for choice in choices(state) if isinstance(choice.order, MoveUnit)]
    assert (A,) in paths
    assert {path[0] for path in paths} == {A}
    on_map = [path for path in paths if path[-1] != "off"]
    assert len({path[-1] for path in on_map}) == len(on_map)
    listed = {choice.order.unit for choice in choices(state) if isinstance(choice.order, MoveUnit)}
    assert listed == {"C-42"}


def gone(left_on: int, turn: int, **more: Any) -> State:
    state = position({"C-42": "out_of_play"}, turn=turn, options=("return_to_map",), **more)
    state.units["C-42"].left_on = left_on
    return state


BACK = RollForReturn(unit="C-42")


def test_22_6_from_the_third_turn_on_a_roll_of_1_lets_a_unit_enter_at_a() -> None:
    assert refusal(gone(3, 5), "confederate", BACK) == "22.6"
    state = gone(3, 6)
    assert give(state, "confederate", BACK, 1)[-1] == ReturnRolled(unit="C-42", entry="A")
    assert entered(state, "confederate", enter("C-42", A)).cost == 2


def test_22_6_another_roll_leaves_it_off_the_map_and_is_made_once_a_turn() -> None:
    state = gone(3, 6)
    give(state, "confederate", BACK, 2)
    assert state.units["C-42"].at == "out_of_play"
    assert refusal(state, "confederate", BACK) == "22.6"


def test_l19_without_22_6_a_unit_that_left_stays_away() -> None:
    state = gone(3, 9)
    state.core.options = ()
    assert refusal(state, "confederate", BACK) == "8.5a"
    assert refusal(state, "confederate", enter("C-42", A)) == "8.5a"


def test_22_6_a_unit_removed_by_rout_does_not_come_back() -> None:
    assert refusal(gone(0, 9), "confederate", BACK) == "22.6"


def test_7_5c_a_unit_that_came_back_once_and_is_then_removed_by_rout_stays_away() -> None:
    state = position({"C-42": "2020", "U-1": "3030"}, turn=9, options=("return_to_map",))
    state.units["C-42"].left_on = 3
    rout = UnitRouted(unit="C-42", box="out_of_play", why=Reason("", "7.5c"))
    SYSTEM.book.folds[UnitRouted](state, rout)
    assert refusal(state, "confederate", BACK) == "22.6"


def test_22_6_only_its_owner_rolls_and_only_on_known_pieces() -> None:
    assert refusal(gone(3, 9), "confederate", RollForReturn(unit="C-99")) == "22.6"
    state = gone(3, 9, active="union")
    assert refusal(state, "union", BACK) == "22.6"


def test_d40_a_unit_comes_back_as_it_left_or_normal() -> None:
    for letter, marks in {"A": (True, True), "B": (False, False)}.items():
        state = gone(3, 9, readings={"D40": letter}, shaken=["C-42"], disrupted=["C-42"])
        give(state, "confederate", BACK, 1)
        assert (state.units["C-42"].shaken, state.units["C-42"].disrupted) == marks


def test_d40_b_artillery_comes_back_ready() -> None:
    state = position({"C-52": "out_of_play"}, turn=9, options=("return_to_map",), readings={"D40": "B"}, fired=["C-52"])
    state.units["C-52"].left_on = 3
    give(state, "confederate", RollForReturn(unit="C-52"), 1)
    assert not state.units["C-52"].fired


def test_22_6_an_hmc_off_the_map_is_rolled_for_as_one() -> None:
    state = position({"C-HMC1": "out_of_play", "C-42": "C-HMC1"}, turn=9, options=("return_to_map", "hidden_movement"))
    state.hmcs["C-HMC1"].left_on = 3
    listed = [choice.order for choice in choices(state) if isinstance(choice.order, RollForReturn)]
    assert listed == [RollForReturn(unit="C-HMC1")]
    give(state, "confederate", listed[0], 1)
    assert entered(state, "confederate", enter("C-HMC1", A)).entry == "A"
