"""16.4 to 16.6, 17.4b Going next to enemy infantry in each command state."""

from __future__ import annotations

from typing import Any

from rules.gettysburg.hidden.asks import AwaitLeftover
from rules.gettysburg.movement.asks import DeclareAttack, DeclareBombardment, MoveUnit
from rules.gettysburg.movement.facts import ApproachUsed
from rules.gettysburg.movement.movement import choices
from rules.gettysburg.state import State
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import small_ground

ENEMY_AT, BESIDE, AWAY = "2020", "2021", "2024"  # 2021 is adjacent to 2020; 2024 is 4 hexes off


def army(state_name: str, places: dict[str, str], **more: Any) -> State:
    options = ("command_control", *more.pop("options", ()))
    state = position(places, ground=small_ground(), options=options, **more)
    state.command["confederate"] = state_name  # type: ignore[assignment]
    return state


def up(unit: str = "C-41") -> MoveUnit:
    """From 2024 to the hex beside the enemy."""
    return MoveUnit(unit=unit, path=("2023", "2022", "2021"))


def test_16_3_an_army_in_attack_state_goes_where_it_likes() -> None:
    state = army("attack", {"C-41": AWAY, "U-1": ENEMY_AT})
    give(state, "confederate", up())
    assert state.units["C-41"].at == BESIDE


def test_l54_l55_no_unit_of_another_army_goes_next_to_enemy_infantry() -> None:
    rules = {"restricted": "16.4a", "passive": "16.5a", "panic": "16.6a"}
    for name, rule in rules.items():
        state = army(name, {"C-41": AWAY, "U-1": ENEMY_AT})
        assert refusal(state, "confederate", up()) == rule


def test_16_4b_enemy_cavalry_and_artillery_may_be_approached() -> None:
    for name in ("restricted", "passive", "panic"):
        state = army(name, {"C-41": AWAY, "U-72": ENEMY_AT, "U-7": ENEMY_AT})
        give(state, "confederate", up())
        assert state.units["C-41"].at == BESIDE


def test_l55_units_already_adjacent_may_not_shift_along_the_enemy() -> None:
    """16.4c, 16.5c"""
    for name in ("restricted", "passive"):
        state = army(name, {"C-41": BESIDE, "U-1": ENEMY_AT})
        assert refusal(state, "confederate", MoveUnit(unit="C-41", path=("2120",))).startswith("16.")


def test_without_command_control_no_limit_holds() -> None:
    state = position({"C-41": AWAY, "U-1": ENEMY_AT}, ground=small_ground())
    state.command["confederate"] = "passive"
    give(state, "confederate", up())
    assert state.units["C-41"].at == BESIDE


def attacked(places: dict[str, str], unit: str, target: str, **more: Any) -> State:
    """A Restricted army in which one unit has declared an attack."""
    state = army("restricted", places, **more)
    give(state, "confederate", DeclareAttack(unit=unit, target=target))
    return state


def test_16_4_1_an_attack_declared_on_the_same_enemy_opens_the_way() -> None:
    state = attacked({"C-43": "1919", "C-41": AWAY, "U-1": ENEMY_AT}, "C-43", ENEMY_AT)
    assert not state.ground.distance("1919", BESIDE) <= 1
    give(state, "confederate", up())
    assert state.units["C-41"].at == BESIDE


def test_16_4_1_must_hold_for_each_enemy_unless_read_otherwise() -> None:
    """D77: 2021 is next to the infantry in 2020 and in 1920; only the first is attacked, from afar."""
    places = {"C-43": "2119", "C-41": AWAY, "U-1": ENEMY_AT, "U-2": "1920"}
    assert refusal(attacked(places, "C-43", ENEMY_AT), "confederate", up()) == "16.4a"
    state = attacked(places, "C-43", ENEMY_AT, readings={"D77": "C"})
    give(state, "confederate", up())
    assert state.units["C-41"].at == BESIDE


def test_16_4_2_a_hex_next_to_the_attacker_is_open_though_another_enemy_is_near() -> None:
    places = {"C-43": "2120", "C-41": AWAY, "U-1": ENEMY_AT, "U-2": "1920"}
    state = attacked(places, "C-43", ENEMY_AT)
    give(state, "confederate", up())
    assert state.units["C-41"].at == BESIDE


def test_16_4d_a_unit_may_stack_with_the_attacker() -> None:
    state = attacked({"C-43": BESIDE, "C-41": "2023", "U-1": ENEMY_AT}, "C-43", ENEMY_AT)
    give(state, "confederate", MoveUnit(unit="C-41", path=("2022", "2021")))
    assert state.units["C-41"].at == BESIDE


def test_l54_a_unit_that_moved_adjacent_this_turn_is_no_trigger() -> None:
    """16.4d"""
    places = {"C-43": "1919", "C-41": AWAY, "C-44": AWAY, "U-1": ENEMY_AT}
    state = attacked(places, "C-43", ENEMY_AT)
    give(state, "confederate", up("C-41"))
    give(state, "confederate", DeclareAttack(unit="C-41", target=ENEMY_AT))
    del state.turn.declared["C-43"]
    assert refusal(state, "confederate", up("C-44")) == "16.4a"


def test_d77_a_bombardment_opens_no_way() -> None:
    state = army("restricted", {"C-52": "1919", "C-41": AWAY, "U-1": ENEMY_AT})
    give(state, "confederate", DeclareBombardment(unit="C-52", target=ENEMY_AT, aim="U-1"))
    assert refusal(state, "confederate", up()) == "16.4a"


def lone(places: dict[str, str]) -> State:
    return army("restricted", places, options=("restricted_start",))


def test_16_4o_one_infantry_brigade_may_go_up() -> None:
    state = lone({"C-41": AWAY, "U-1": ENEMY_AT})
    facts = give(state, "confederate", up())
    assert ApproachUsed(unit="C-41") in facts
    assert state.units["C-41"].at == BESIDE


def test_l58_not_a_second_brigade_and_not_cavalry() -> None:
    state = lone({"C-41": AWAY, "C-43": AWAY, "C-54": AWAY, "U-1": ENEMY_AT})
    assert refusal(state, "confederate", up("C-54")) == "16.4a"
    give(state, "confederate", up("C-41"))
    assert refusal(state, "confederate", up("C-43")) == "16.4O"


def test_l58_not_when_infantry_began_the_turn_next_to_the_enemy() -> None:
    state = lone({"C-41": AWAY, "C-43": "1919", "U-1": ENEMY_AT})
    assert refusal(state, "confederate", up("C-41")) == "16.4O"
    give(state, "confederate", MoveUnit(unit="C-43", path=("1918",)))
    assert refusal(state, "confederate", up("C-41")) == "16.4O"


def test_17_4b_the_opponent_moves_a_controlled_unit_next_to_his_own_infantry() -> None:
    state = army("panic", {"C-41": AWAY, "U-1": ENEMY_AT}, options=("loss_of_control",))
    state.turn.control["C-41"] = "opponent"
    state.turn.is_leftover = True
    state.core.pending.append(AwaitLeftover(side="union"))
    give(state, "union", up())
    assert state.units["C-41"].at == BESIDE


def test_l56_l57_hmcs_of_a_passive_or_panicked_army() -> None:
    """16.5b, 16.6b"""
    hidden = ("hidden_movement",)
    passive = army("passive", {"C-HMC1": "2030", "U-1": ENEMY_AT}, options=hidden)
    assert refusal(passive, "confederate", MoveUnit(unit="C-HMC1", path=("2029", "2028", "2027", "2026"))) == "16.5b"
    give(passive, "confederate", MoveUnit(unit="C-HMC1", path=("2029",)))
    panic = army("panic", {"C-HMC1": "2030", "U-1": ENEMY_AT}, options=hidden)
    assert refusal(panic, "confederate", MoveUnit(unit="C-HMC1", path=("2031",))) == "16.6b"


def test_the_listing_keeps_to_the_limits() -> None:
    for name, beside in {"attack": True, "restricted": False, "passive": False}.items():
        state = army(name, {"C-41": AWAY, "U-1": ENEMY_AT})
        ends = {choice.order.path[-1] for choice in choices(state) if isinstance(choice.order, MoveUnit)}
        assert (BESIDE in ends) is beside
        assert "2022" in ends


def test_16_4c_16_5c_units_already_adjacent_may_attack() -> None:
    for name in ("restricted", "passive", "panic"):
        state = army(name, {"C-41": BESIDE, "U-1": ENEMY_AT})
        give(state, "confederate", DeclareAttack(unit="C-41", target=ENEMY_AT))
        assert state.turn.declared["C-41"].target == ENEMY_AT


def test_16_4e_bombardments_do_not_depend_on_the_command_state() -> None:
    """16.5c"""
    for name in ("restricted", "passive", "panic"):
        state = army(name, {"C-52": "2022", "U-1": ENEMY_AT})
        give(state, "confederate", DeclareBombardment(unit="C-52", target=ENEMY_AT, aim="U-1"))
        assert state.turn.declared["C-52"].target == ENEMY_AT


def test_18_4d_an_enemy_hmc_may_be_approached_whatever_it_holds() -> None:
    for name in ("restricted", "passive", "panic"):
        options = ("command_control", "hidden_movement")
        places = {"C-41": AWAY, "U-HMC1": ENEMY_AT, "U-1": "U-HMC1"}
        state = position(places, ground=small_ground(light_woods=(BESIDE,)), options=options)
        state.command["confederate"] = name
        give(state, "confederate", up())
        assert state.units["C-41"].at == BESIDE
