"""8.0, 10.0, 15.0, 21.2, 22.0 Branches of movement that only a rare position reaches."""

from __future__ import annotations

import copy
from typing import Any

from domain.kernel.chance import SeededChance
from domain.kernel.play import carry_out
from rules.gettysburg import SYSTEM
from rules.gettysburg.book import BOOK
from rules.gettysburg.clock import turn_of
from rules.gettysburg.hidden.asks import DeployUnits
from rules.gettysburg.ids import OFF_MAP
from rules.gettysburg.movement import costs
from rules.gettysburg.movement.asks import AwaitMarch, DeclareAttack, MoveUnit, RollForReturn
from rules.gettysburg.movement.facts import ApproachUsed, CavalryTested
from rules.gettysburg.movement.field import Field
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import road, small_ground

C, U = "confederate", "union"
ENTRIES = {"A": "1234", "F": "4000"}


def scene(places: dict[str, str], *, features: dict[str, Any] | None = None, **more: Any) -> State:
    return position(places, ground=small_ground(**(features or {})), **more)


def move(unit: str, *path: str, **more: Any) -> MoveUnit:
    return MoveUnit(unit=unit, path=path, **more)


def line(first: int, last: int, column: int = 20) -> tuple[str, ...]:
    """Hexes of one column in a row, such as 2021 to 2024."""
    return tuple(f"{column}{place:02}" for place in range(first, last + 1))


def listed(state: State, unit: str) -> list[MoveUnit]:
    """The moves listed for a unit, each of them tried out."""
    found = [choice for choice in BOOK.choices(state) if isinstance(choice.order, MoveUnit)]
    for choice in found:
        carry_out(SYSTEM, copy.deepcopy(state), choice.by, choice.order, SeededChance(1))
    return [choice.order for choice in found if isinstance(choice.order, MoveUnit) and choice.order.unit == unit]


def test_21_3_a_train_is_listed_through_hexes_full_of_friends_at_no_extra_cost() -> None:
    places = {"C-Train": "2010", "C-41": "2011", "C-42": "2011", "C-43": "2011"}
    state = scene(places, features={"roads": (road(*line(8, 19)),)})
    assert move("C-Train", *line(11, 18)) in listed(state, "C-Train")


def test_d26_an_hmc_that_recovers_is_listed_within_4_mp() -> None:
    state = scene({"C-HMC1": "2010", "C-41": "C-HMC1"}, options=("hidden_movement",), disrupted=["C-41"])
    resting = [order.path for order in listed(state, "C-HMC1") if order.recover]
    assert line(11, 14) in resting
    assert max(map(len, resting)) == 4


def test_8_6_2_held_infantry_has_nothing_to_go_on_with_after_one_hex() -> None:
    state = scene({"C-41": "2022", "U-1": "2020"})
    give(state, C, move("C-41", "2023", more=True))
    assert not state.core.pending
    assert "C-41" in state.turn.acted


def test_8_6_2_held_infantry_that_was_delayed_still_goes_one_hex_only() -> None:
    """15.3b"""
    friends = {"C-43": "2022", "C-42": "2022"}
    state = scene({"C-41": "2021", "U-72": "2020", "U-1": "2019", **friends}, features={"rough": ("2022",)})
    give(state, C, move("C-41", "2022"), 5)
    assert state.core.pending == [AwaitMarch(side=C, unit="C-41")]
    assert {len(order.path) for order in listed(state, "C-41")} == {1}


def test_d33_c_a_delay_rolled_for_leaving_the_map_holds_for_that_exit_only() -> None:
    """8.5a"""
    state = scene({"C-41": "2003", "U-72": "1900"}, readings={"D33": "C"}, options=("forced_march",))
    give(state, C, move("C-41", "2002", "2001", "2000", OFF_MAP), 1, 5)
    assert state.core.pending == [AwaitMarch(side=C, unit="C-41")]
    found = listed(state, "C-41")
    assert move("C-41", OFF_MAP) not in found
    assert move("C-41", OFF_MAP, forced=1) in found
    assert move("C-41", "2100") in found


def test_d33_c_the_roll_for_one_hex_is_not_paid_towards_another() -> None:
    places = {"C-41": "2021", "U-72": "2020", "C-43": "2022", "C-42": "2022", "C-44": "2121", "C-46": "2121"}
    state = scene(places, features={"rough": ("2022", "2121")}, readings={"D33": "C"})
    give(state, C, move("C-41", "2022"), 5)
    assert move("C-41", "2121") in listed(state, "C-41")  # 4 MP, all it has
    give(state, C, move("C-41", "2121"), 3)
    assert state.units["C-41"].at == "2121"


def test_15_5a_no_forced_march_in_a_charge() -> None:
    state = scene({"C-54": "2023", "U-1": "2020"}, options=("forced_march",))
    give(state, C, move("C-54", "2022", charge="2020", more=True))
    assert not any(order.forced for order in listed(state, "C-54"))
    assert refusal(state, C, move("C-54", "2021", forced=1)) == "15.5a"


def test_22_4_a_forced_march_adds_2_mp_in_all() -> None:
    state = scene({"C-41": "2010"}, options=("forced_march",))
    give(state, C, move("C-41", *line(11, 14), forced=1, more=True))
    assert refusal(state, C, move("C-41", "2015", "2016", forced=2)) == "22.4"
    give(state, C, move("C-41", "2015", "2016", forced=1))
    assert state.units["C-41"].at == "2016"


def test_d42_a_disengagement_cut_short_after_one_hex_costs_nothing_unless_read_otherwise() -> None:
    """22.2"""
    for letter, dice in {"A": (), "B": (6,)}.items():
        state = scene(
            {"C-41": "2021", "U-1": "2020"},
            options=("disengagement",),
            ratings={"C-41": "4/3/3"},
            readings={"D42": letter},
        )
        give(state, C, move("C-41", "2022", pace="disengage", more=True))
        give(state, C, Decline(), *dice)
        found = state.units["C-41"]
        assert (found.disrupted, found.shaken) == (letter == "B", letter == "B")


def test_d34_b_cavalry_already_next_to_infantry_is_not_tested_again_for_more_of_it() -> None:
    state = scene(
        {"C-54": "2112", "U-2": "2213", "U-HMC1": "2014", "U-1": "U-HMC1"},
        features={"light_woods": ("2013", "2113")},
        options=("hidden_movement",),
        readings={"D34": "B"},
    )
    facts = give(state, C, move("C-54", "2113"), 1)
    facts += give(state, U, DeployUnits(hmc="U-HMC1", places={"U-1": "2014"}))
    assert sum(isinstance(fact, CavalryTested) for fact in facts) == 1


def test_16_4o_is_not_used_up_by_a_unit_that_the_opponent_moves() -> None:
    """17.4b"""
    state = scene({"C-41": "2022", "U-1": "2020"}, options=("command_control", "loss_of_control"))
    state.command[C] = "panic"
    state.turn.control["C-41"] = "opponent"
    state.core.pending.append(AwaitMarch(side=U, unit="C-41"))
    facts = give(state, U, move("C-41", "2021"))
    assert not any(isinstance(fact, ApproachUsed) for fact in facts)


def test_16_4d_a_unit_may_stack_with_one_that_attacks_cavalry_beside_other_infantry() -> None:
    """16.4(2)"""
    places = {"C-43": "2021", "C-41": "2022", "U-72": "2020", "U-1": "1920"}
    state = scene(places, options=("command_control",))
    state.command[C] = "restricted"
    assert refusal(state, C, move("C-41", "2021")) == "16.4a"
    give(state, C, DeclareAttack(unit="C-43", target="2020"))
    give(state, C, move("C-41", "2021"))
    assert state.units["C-41"].at == "2021"


def test_d35_b_entering_and_leaving_are_reckoned_in_doubled_points() -> None:
    """10.2a, 8.5a"""
    features = {"entry_hexes": ENTRIES}
    far = scene({"C-54": "pool"}, features=features, readings={"D35": "B"})
    near = scene({"C-54": "pool", "U-7": "1232"}, features=features, readings={"D35": "B"})
    for state, left in ((far, 14), (near, 12)):  # 1 MP, or 2 near an enemy, of twice the points
        state.units["C-54"].due = Arrival(turn=3, entry="A")
        give(state, C, move("C-54", "1234", pace="accelerated", more=True))
        assert state.march is not None
        assert state.march.left == left
        mover = costs.mover(state, "C-54", C, "accelerated")
        assert costs.price(Field(state, C), mover, "1234", OFF_MAP).cost == 4


def test_21_2_a_train_leaves_by_an_entry_hex_on_its_road() -> None:
    bend = road("4100", "4000", "4001")
    state = scene({"C-Train": "4001"}, features={"roads": (bend,), "entry_hexes": ENTRIES})
    give(state, C, move("C-Train", "4000", OFF_MAP))
    assert state.units["C-Train"].at == "out_of_play"


def test_22_6_artillery_that_left_on_its_fired_side_may_enter() -> None:
    """D40"""
    state = scene({"C-52": "pool"}, fired=["C-52"], features={"entry_hexes": ENTRIES})
    state.units["C-52"].due = Arrival(turn=3, entry="A")
    give(state, C, move("C-52", "1234"))
    assert state.units["C-52"].at == "1234"


def test_22_6_no_roll_once_the_owner_has_ended_his_movement() -> None:
    """17.3b"""
    state = scene({"C-41": "out_of_play"}, options=("return_to_map",), turn=5)
    state.units["C-41"].left_on, state.turn.is_leftover = 1, True
    assert refusal(state, C, RollForReturn(unit="C-41")) == "22.6"


def test_d07_b_a_unit_on_the_map_that_is_not_listed_still_stays() -> None:
    """23.5"""
    first = turn_of(2, 7)
    state = position({"C-41": "2010"}, scenario="little_round_top", readings={"D07": "B"}, turn=first)
    assert refusal(state, C, move("C-41", "2011")) == "23.5"
