"""8.4, 9.4, 9.5, 14.1 to 14.6, 21.4 Declaring attacks and bombardments; the order of stacks."""

from __future__ import annotations

from typing import Any

from rules.gettysburg.movement.asks import AwaitDeclaration, DeclareAttack, DeclareBombardment, MoveUnit, ReorderStack
from rules.gettysburg.movement.declaration_facts import AttackDeclared, BombardmentDeclared, StackReordered
from rules.gettysburg.movement.declarations import choices
from rules.gettysburg.state import Declared, State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.facts import Declined
from tests.gettysburg.positions import give, position, refusal, said
from tests.gettysburg.small_maps import small_ground

TARGET, BESIDE, OTHER = "2020", "2021", "2120"  # OTHER is adjacent to both


def scene(places: dict[str, str], *, features: dict[str, Any] | None = None, **more: Any) -> State:
    return position(places, ground=small_ground(**(features or {})), **more)


def attack(unit: str = "C-41", target: str = TARGET, *, train: bool = False) -> DeclareAttack:
    return DeclareAttack(unit=unit, target=target, train=train)


def bombard(unit: str = "C-52", target: str = TARGET, aim: str = "U-1") -> DeclareBombardment:
    return DeclareBombardment(unit=unit, target=target, aim=aim)


def test_8_4a_a_brigade_declares_instead_of_moving_and_is_then_done() -> None:
    state = scene({"C-41": BESIDE, "U-1": TARGET})
    assert AttackDeclared(unit="C-41", target=TARGET) in give(state, "confederate", attack())
    assert state.turn.declared["C-41"] == Declared(kind="attack", target=TARGET)
    assert refusal(state, "confederate", MoveUnit(unit="C-41", path=("2022",))) == "8.1a"


def test_8_4a_a_brigade_declares_right_after_its_move() -> None:
    state = scene({"C-41": "2022", "U-7": TARGET})
    give(state, "confederate", MoveUnit(unit="C-41", path=(BESIDE,)))
    give(state, "confederate", attack())
    assert "C-41" in state.turn.declared


def test_l27_the_moment_passes_when_another_unit_moves() -> None:
    state = scene({"C-41": "2022", "C-43": "2025", "U-7": TARGET})
    give(state, "confederate", MoveUnit(unit="C-41", path=(BESIDE,)))
    give(state, "confederate", MoveUnit(unit="C-43", path=("2026",)))
    assert refusal(state, "confederate", attack()) == "8.4a"


def test_d94_b_enemies_revealed_since_may_be_declared_against() -> None:
    for letter, rule in {"A": "8.4a", "B": ""}.items():
        state = scene({"C-41": "2022", "C-43": "2025", "U-7": TARGET}, readings={"D94": letter})
        give(state, "confederate", MoveUnit(unit="C-41", path=(BESIDE,)))
        give(state, "confederate", MoveUnit(unit="C-43", path=("2026",)))
        state.turn.deployed.append("U-7")
        if rule:
            assert refusal(state, "confederate", attack()) == rule
        else:
            give(state, "confederate", attack())
            assert refusal(state, "confederate", attack()) == "8.4a"


def test_l28_a_declaration_is_not_changed_or_withdrawn() -> None:
    state = scene({"C-41": BESIDE, "U-1": TARGET, "U-2": "1921"})
    give(state, "confederate", attack())
    assert refusal(state, "confederate", attack()) == "8.4a"
    assert refusal(state, "confederate", attack(target="1921")) == "11.2c"


def test_l29_only_an_adjacent_hex_with_enemy_units() -> None:
    """11.1a"""
    state = scene({"C-41": "2022", "U-1": TARGET})
    assert refusal(state, "confederate", attack()) == "11.1a"
    assert refusal(state, "confederate", attack(target="2023")) == "11.1a"
    assert refusal(state, "confederate", attack(target="nowhere")) == "11.1a"


def test_l30_one_brigade_of_a_hex_and_the_top_one() -> None:
    """9.5a"""
    state = scene({"C-41": BESIDE, "C-43": BESIDE, "U-1": TARGET})
    assert refusal(state, "confederate", attack("C-43")) == "9.5a"
    give(state, "confederate", attack("C-41"))
    assert refusal(state, "confederate", attack("C-43")) == "9.5a"


def test_9_4a_artillery_on_top_does_not_matter() -> None:
    state = scene({"C-52": BESIDE, "C-41": BESIDE, "U-1": TARGET})
    give(state, "confederate", attack("C-41"))
    assert "C-41" in state.turn.declared


def test_d44_b_each_brigade_of_a_hex_attacks_from_the_top_down() -> None:
    state = scene({"C-41": BESIDE, "C-43": BESIDE, "U-1": TARGET}, readings={"D44": "B"})
    assert refusal(state, "confederate", attack("C-43")) == "9.5a"
    give(state, "confederate", attack("C-41"))
    give(state, "confederate", attack("C-43"))
    assert set(state.turn.declared) == {"C-41", "C-43"}


def test_d43_b_an_attack_names_the_unit_that_defends_now() -> None:
    state = scene({"C-41": BESIDE, "U-7": TARGET, "U-1": TARGET}, readings={"D43": "B"})
    give(state, "confederate", attack())
    assert state.turn.declared["C-41"].aim == "U-1"


def test_l34_artillery_attacks_only_by_bombardment() -> None:
    """13.5e"""
    state = scene({"C-52": BESIDE, "U-1": TARGET})
    assert refusal(state, "confederate", attack("C-52")) == "13.5e"


def test_l71_a_train_never_attacks() -> None:
    """21.4"""
    state = scene({"C-Train": BESIDE, "U-1": TARGET})
    assert refusal(state, "confederate", attack("C-Train")) == "21.4"


def test_o13_a_brigade_declares_on_the_train() -> None:
    state = scene({"C-41": BESIDE, "U-Train": TARGET, "U-1": TARGET})
    give(state, "confederate", attack(train=True))
    assert state.turn.declared["C-41"].kind == "train"
    elsewhere = scene({"C-41": BESIDE, "U-1": TARGET, "U-Train": "2030"})
    assert refusal(elsewhere, "confederate", attack(train=True)) == "21.4"


def test_o10_a_train_alone_is_attacked_as_a_train() -> None:
    state = scene({"C-41": BESIDE, "U-Train": TARGET})
    assert refusal(state, "confederate", attack()) == "11.1a"


def test_d87_b_a_train_is_a_target_only_when_alone() -> None:
    together = scene({"C-41": BESIDE, "U-Train": TARGET, "U-1": TARGET}, readings={"D87": "B"})
    assert refusal(together, "confederate", attack(train=True)) == "21.4"
    alone = scene({"C-41": BESIDE, "U-Train": TARGET}, readings={"D87": "B"})
    give(alone, "confederate", attack(train=True))
    assert alone.turn.declared["C-41"].kind == "train"


def controlled(places: dict[str, str], **more: Any) -> State:
    """A Confederate unit that the Union has taken over and moved."""
    state = scene(places, **more)
    unit = next(iter(places))
    state.turn.control[unit] = "opponent"
    state.core.pending.append(AwaitDeclaration(side="union", unit=unit))
    return state


def test_l61_a_controlled_unit_does_not_attack_its_own_side() -> None:
    """17.4a"""
    state = controlled({"C-41": BESIDE, "C-43": OTHER, "U-1": TARGET})
    assert refusal(state, "union", attack(target=OTHER)) == "17.4a"
    give(state, "union", attack())
    assert not state.core.pending


def test_l61_a_controlled_battery_bombards_neither_friends_nor_empty_hexes() -> None:
    state = controlled({"C-52": BESIDE, "C-43": OTHER, "U-1": TARGET})
    assert refusal(state, "union", bombard(target=OTHER, aim="C-43")) == "17.4a"
    assert refusal(state, "union", bombard(target="2022", aim="U-1")) == "17.4a"


def test_8_4a_the_controller_may_declare_nothing() -> None:
    state = controlled({"C-41": BESIDE, "U-1": TARGET})
    facts = give(state, "union", Decline())
    assert any(isinstance(fact, Declined) for fact in facts)
    assert not state.core.pending
    assert not state.turn.declared


def test_8_4a_in_its_window_only_the_unit_asked_declares() -> None:
    state = controlled({"C-41": BESIDE, "C-43": OTHER, "U-1": TARGET})
    state.turn.control["C-43"] = "opponent"
    assert refusal(state, "union", attack("C-43")) == "8.4a"


def test_17_3a_a_unit_nobody_commands_declares_nothing() -> None:
    state = scene({"C-41": BESIDE, "U-1": TARGET})
    state.turn.control["C-41"] = "nobody"
    assert refusal(state, "confederate", attack()) == "17.3a"


def test_o12_ready_artillery_declares_on_a_unit() -> None:
    state = scene({"C-52": "2023", "U-1": TARGET})
    facts = give(state, "confederate", bombard())
    assert BombardmentDeclared(unit="C-52", target=TARGET, aim="U-1") in facts
    assert state.turn.declared["C-52"].kind == "bombardment"
    assert refusal(state, "confederate", MoveUnit(unit="C-52", path=("2024",))) == "13.1b"


def test_l43_not_by_artillery_that_moved_is_fired_or_disrupted_nor_at_night() -> None:
    """14.7c"""
    places = {"C-52": "2023", "U-1": TARGET}
    assert refusal(scene(places, fired=["C-52"]), "confederate", bombard()) == "14.1a"
    assert refusal(scene(places, disrupted=["C-52"]), "confederate", bombard()) == "14.1a"
    assert refusal(scene(places, turn=11), "confederate", bombard()) == "20.4"
    moved = scene(places)
    give(moved, "confederate", MoveUnit(unit="C-52", path=("2022",)))
    assert refusal(moved, "confederate", bombard()) == "14.1a"
    assert refusal(scene({"C-41": "2023", "U-1": TARGET}), "confederate", bombard("C-41")) == "14.1a"


def test_l44_not_an_empty_hex_nor_out_of_range_nor_out_of_sight() -> None:
    far = scene({"C-52": "2030", "U-1": TARGET})
    assert refusal(far, "confederate", bombard()) == "14.5a"
    assert refusal(far, "confederate", bombard(target="2028")) == "14.1a"
    blocked = scene({"C-52": "2023", "U-1": TARGET}, features={"light_woods": ("2022",)})
    assert refusal(blocked, "confederate", bombard()) == "14.4L"


def test_14_5a_range_counts_intermediate_hexes_and_a_hill_adds_2() -> None:
    """BT.n2"""
    reach = scene({"C-52": "2000", "U-1": TARGET}).units["C-52"].ratings.range
    at = f"20{20 + reach + 1}"
    too_far = f"20{20 + reach + 2}"
    give(scene({"C-52": at, "U-1": TARGET}), "confederate", bombard())
    assert refusal(scene({"C-52": too_far, "U-1": TARGET}), "confederate", bombard()) == "14.5a"
    hill = scene({"C-52": f"20{20 + reach + 3}", "U-1": TARGET}, features={"hills": (f"20{20 + reach + 3}",)})
    give(hill, "confederate", bombard())
    assert "C-52" in hill.turn.declared


def test_14_5b_an_adjacent_enemy_is_a_target_and_no_hindrance() -> None:
    for target, aim in {TARGET: "U-1", "2024": "U-2"}.items():
        state = scene({"C-52": BESIDE, "U-1": TARGET, "U-2": "2024"})
        give(state, "confederate", bombard(target=target, aim=aim))
        assert state.turn.declared["C-52"].aim == aim


def test_14_2a_guns_of_one_hex_choose_their_targets_and_any_number_one_target() -> None:
    state = scene({"C-45": "2022", "C-51": "2022", "C-52": "2022", "C-50": "1921", "U-1": TARGET, "U-2": "2024"})
    for unit in ("C-45", "C-51", "C-50"):
        give(state, "confederate", bombard(unit))
    give(state, "confederate", bombard("C-52", "2024", "U-2"))
    aims = {unit: declared.aim for unit, declared in state.turn.declared.items()}
    assert aims == {"C-45": "U-1", "C-51": "U-1", "C-50": "U-1", "C-52": "U-2"}


def test_d22_b_a_slope_blocks_the_shot() -> None:
    for letter, rule in {"A": "", "B": "14.4L"}.items():
        features = {"slopes": {"2021": ("2022",)}}
        state = scene({"C-52": "2023", "U-1": TARGET}, features=features, readings={"D22": letter})
        if rule:
            assert refusal(state, "confederate", bombard()) == rule
        else:
            give(state, "confederate", bombard())


def test_l45_not_into_heavy_woods_or_town_even_adjacent() -> None:
    """6.7, BT.n5, 14.6a"""
    for feature in ("heavy_woods", "town"):
        state = scene({"C-52": BESIDE, "U-1": TARGET}, features={feature: (TARGET,)})
        assert refusal(state, "confederate", bombard()) == "14.6a"
    light = scene({"C-52": BESIDE, "U-1": TARGET}, features={"light_woods": (TARGET,)})
    give(light, "confederate", bombard())
    assert "C-52" in light.turn.declared


def test_l46_e6_not_through_a_protected_hexside_of_the_target() -> None:
    """14.6b, 6.6b: 2420 fires into 2121, whose symbol faces 2221; 2023 lies beyond."""
    features = {"protected": {"2121": ("2221",)}}
    state = scene({"C-52": "2420", "U-1": "2121", "U-2": "2023"}, features=features)
    state.units["C-52"].ratings = state.units["C-52"].ratings.__class__(range=5)
    assert refusal(state, "confederate", bombard(target="2121")) == "6.6b"
    give(state, "confederate", bombard(target="2023", aim="U-2"))
    assert "C-52" in state.turn.declared


def test_d21_b_a_protected_hexside_shields_infantry_only() -> None:
    features = {"protected": {TARGET: (BESIDE,)}}
    places = {"C-52": "2022", "U-1": TARGET, "U-7": TARGET}
    assert refusal(scene(places, features=features), "confederate", bombard(aim="U-7")) == "6.6b"
    state = scene(places, features=features, readings={"D21": "B"})
    assert refusal(state, "confederate", bombard(aim="U-1")) == "6.6b"
    give(state, "confederate", bombard(aim="U-7"))
    assert "C-52" in state.turn.declared


def test_14_2b_the_unit_shot_at_is_named_and_stands_there() -> None:
    state = scene({"C-52": "2022", "U-1": TARGET, "U-2": "2000"})
    assert refusal(state, "confederate", bombard(aim="")) == "14.2b"
    assert refusal(state, "confederate", bombard(aim="U-2")) == "14.2b"


def test_d62_b_the_unit_may_be_left_open() -> None:
    state = scene({"C-52": "2022", "U-1": TARGET}, readings={"D62": "B"})
    give(state, "confederate", bombard(aim=""))
    assert state.turn.declared["C-52"].aim == ""


def test_d62_an_hmc_is_no_target() -> None:
    state = scene({"C-52": "2022", "U-1": TARGET, "U-HMC1": TARGET})
    assert refusal(state, "confederate", bombard(aim="U-HMC1")) == "14.2b"


def test_o13_artillery_bombards_the_train() -> None:
    state = scene({"C-52": "2022", "U-Train": TARGET, "U-1": TARGET})
    give(state, "confederate", bombard(aim="U-Train"))
    assert state.turn.declared["C-52"].aim == "U-Train"
    alone = scene({"C-52": "2022", "U-Train": TARGET, "U-1": TARGET}, readings={"D87": "B"})
    assert refusal(alone, "confederate", bombard(aim="U-Train")) == "21.4"


def test_9_4a_a_stack_is_put_in_another_order() -> None:
    state = scene({"C-41": BESIDE, "C-43": BESIDE, "C-52": BESIDE})
    order = ReorderStack(at=BESIDE, pieces=("C-43", "C-52", "C-41"))
    assert give(state, "confederate", order) == [StackReordered(at=BESIDE, pieces=order.pieces)]
    assert state.stacks[BESIDE] == ["C-43", "C-52", "C-41"]


def test_9_4a_every_piece_is_named_once_and_the_hex_is_ones_own() -> None:
    state = scene({"C-41": BESIDE, "C-43": BESIDE, "U-1": TARGET})
    assert refusal(state, "confederate", ReorderStack(at=BESIDE, pieces=("C-43",))) == "9.4a"
    assert refusal(state, "confederate", ReorderStack(at=TARGET, pieces=("U-1",))) == "9.4a"
    assert refusal(state, "confederate", ReorderStack(at="0101", pieces=())) == "9.4a"


def test_d93_a_brigade_that_declared_stays_on_top() -> None:
    state = scene({"C-41": BESIDE, "C-43": BESIDE, "C-52": BESIDE, "U-1": TARGET})
    give(state, "confederate", attack("C-41"))
    assert refusal(state, "confederate", ReorderStack(at=BESIDE, pieces=("C-43", "C-41", "C-52"))) == "9.4a"
    give(state, "confederate", ReorderStack(at=BESIDE, pieces=("C-52", "C-41", "C-43")))
    assert state.stacks[BESIDE] == ["C-52", "C-41", "C-43"]


def test_l26_stacks_are_not_reordered_outside_the_movement_phase() -> None:
    state = scene({"C-41": BESIDE, "C-43": BESIDE}, phase="combat")
    assert refusal(state, "confederate", ReorderStack(at=BESIDE, pieces=("C-43", "C-41"))) == "9.4a"


def test_every_listed_declaration_is_accepted() -> None:
    places = {"C-41": BESIDE, "C-43": BESIDE, "C-52": "2022", "C-54": OTHER, "U-1": TARGET, "U-Train": "1920"}
    listed = [choice.order for choice in choices(scene(places))]
    assert {type(order) for order in listed} == {DeclareAttack, DeclareBombardment, ReorderStack}
    for order in listed:
        give(scene(places), "confederate", order)


def test_11_1a_a_unit_named_as_the_target_is_told_with_its_hex() -> None:
    state = scene({"C-41": "2022", "C-52": "2023", "U-1": TARGET})
    for order in (attack(target="U-1"), bombard(target="U-1")):
        assert said(state, "confederate", order) == "target= names a hex: U-1 stands in 2020"
    assert said(state, "confederate", attack(target="nowhere")).endswith("nowhere is no hex of this map")


def test_18_1_a_hidden_unit_named_as_the_target_gives_nothing_away() -> None:
    places = {"C-41": "2022", "U-HMC1": TARGET, "U-1": "U-HMC1", "U-2": "pool"}
    state = scene(places, options=("hidden_movement",))
    for name in ("U-1", "U-2"):
        told = said(state, "confederate", attack(target=name))
        assert told == f"target= names a hex: {name} is not seen on the map"
    assert said(state, "confederate", attack(target="U-HMC1")).endswith("U-HMC1 stands in 2020")


def test_14_2b_a_wrong_aim_is_told_who_is_there() -> None:
    state = scene({"C-52": "2023", "U-4": TARGET, "U-9": "2018"})
    assert said(state, "confederate", bombard(aim="Baxter")) == "aim= takes an id, not Baxter: Baxter (U-4) is in 2020"
    assert said(state, "confederate", bombard(aim="U-9")) == "U-9 is not in 2020: Baxter (U-4) is in 2020"
    both = scene({"C-52": "2023", "U-4": TARGET, "U-9": TARGET})
    assert said(both, "confederate", bombard(aim="U-1")).endswith("(U-9) are in 2020")


def test_8_1a_a_name_in_place_of_an_id_is_told_the_id() -> None:
    state = scene({"C-41": BESIDE, "U-1": TARGET})
    name = state.units["C-41"].name
    assert said(state, "confederate", attack(name)) == f"unit= takes an id: {name} is C-41"
    assert said(state, "confederate", attack("C-999")) == "C-999 is no piece of this game"


def test_l27_a_late_declaration_is_told_when_it_would_have_been_right() -> None:
    state = scene({"C-41": "2022", "C-43": "2025", "U-7": TARGET})
    give(state, "confederate", MoveUnit(unit="C-41", path=(BESIDE,)))
    give(state, "confederate", MoveUnit(unit="C-43", path=("2026",)))
    told = said(state, "confederate", attack())
    assert told.endswith("right after its own move, or instead of it, before another piece is used")


def test_14_4l_a_blocked_shot_is_told_by_what() -> None:
    woods = scene({"C-52": "2023", "U-1": TARGET}, features={"light_woods": ("2022", BESIDE), "rough": ("2022",)})
    told = said(woods, "confederate", bombard())
    assert told == "the Line of Sight from 2023 to 2020 is blocked by 2022 (light woods)"
