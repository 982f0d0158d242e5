"""14.2 to 14.7 Bombardment."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import PointsScored
from rules.gettysburg.combat.asks import ResolveBombardment
from rules.gettysburg.combat.bombardment_facts import BombardmentResolved, FireCoordinationTried, TrainAttacked
from rules.gettysburg.combat.facts import AttackVoided, SupportingBrigadeTested
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.state import State
from rules.gettysburg.turn.state_facts import GunsFired, UnitDisrupted, UnitEliminated, UnitRouted, UnitShaken
from tests.gettysburg.fighting import C, awaited, combat, ground, listed, of
from tests.gettysburg.positions import give, refusal

PLACES = {"C-45": "2017", "C-51": "2017", "C-52": "2017", "C-50": "1917", "U-1": "2020"}
ALL = ("C-45", "C-51", "C-52")
RATINGS = {"U-1": "4/4/3"}


def fire(*units: str, aim: str = "") -> ResolveBombardment:
    return ResolveBombardment(units=units, aim=aim)


def battery(shots: dict[str, tuple[str, str]] | None = None, **more: Any) -> State:
    places = more.pop("places", PLACES)
    declared = shots or dict.fromkeys(("C-45", "C-51", "C-52", "C-50"), ("2020", "U-1"))
    return combat(places, shots=declared, ratings=more.pop("ratings", RATINGS), **more)


def test_x7_three_coordinated_units_fire_in_the_third_column() -> None:
    facts = give(battery(), C, fire(*ALL), 4, 5, 3, 5)
    tried, shot = of(FireCoordinationTried, facts)[0], of(BombardmentResolved, facts)[0]
    assert (tried.die, tried.value, tried.success) == (4, 4, True)
    assert (shot.coordinated, shot.column, shot.die, shot.cell) == (True, 3, 5, "DER")
    assert [fact.unit for fact in of(UnitDisrupted, facts)] == ["U-1"]
    assert [(fact.unit, fact.why.cite) for fact in of(UnitRouted, facts)] == [("U-1", "14.4R")]
    assert [fact.unit for fact in of(GunsFired, facts)][:3] == list(ALL)


def test_x8_without_coordination_each_fires_by_itself() -> None:
    state = battery(dict.fromkeys((*ALL, "C-50"), ("2020", "U-1")))
    facts = give(state, C, fire(*ALL), 5, 1, 4, 6)
    assert [(shot.column, shot.cell) for shot in of(BombardmentResolved, facts)] == [(1, "A"), (1, ""), (1, "D")]
    assert [fact.unit for fact in of(UnitDisrupted, facts)] == ["C-45", "U-1"]
    assert all(state.units[gun].fired for gun in ALL)


@pytest.mark.parametrize(("die", "cell"), list(enumerate(("A", "", "", "", "D", "D"), start=1)))
def test_bt_first_column(die: int, cell: str) -> None:
    """14.3"""
    assert of(BombardmentResolved, give(battery(), C, fire("C-50"), die))[0].cell == cell


def test_14_4r_a_passed_test_leaves_the_target_shaken_where_it_is() -> None:
    """BT.n1"""
    state = battery()
    facts = give(state, C, fire("C-45", "C-51"), 1, 5, 4)
    assert of(BombardmentResolved, facts)[0].cell == "DR"
    assert [fact.unit for fact in of(UnitShaken, facts)] == ["U-1"]
    assert state.units["U-1"].at == "2020"
    assert not of(RetreatBegan, facts)


def test_14_4r_artillery_is_eliminated_without_a_test() -> None:
    state = battery(dict.fromkeys(ALL, ("2020", "U-7")), places={**PLACES, "U-7": "2020"})
    facts = give(state, C, fire(*ALL), 1, 6)
    assert [fact.unit for fact in of(UnitEliminated, facts)] == ["U-7"]


@pytest.mark.parametrize(("letter", "dice", "routs"), [("A", (6,), True), ("B", (), False), ("C", (), True)])
def test_d58_artillery_under_a_rout_result(letter: str, dice: tuple[int, ...], routs: bool) -> None:
    state = battery(dict.fromkeys(ALL, ("2020", "U-7")), places={**PLACES, "U-7": "2020"}, readings={"D58": letter})
    facts = give(state, C, fire(*ALL), 1, 3, *dice)
    assert bool(of(UnitRouted, facts)) == routs
    assert not of(UnitShaken, facts)


def test_l47_artillery_in_different_hexes_or_with_different_targets_does_not_coordinate() -> None:
    state = battery(
        {"C-45": ("2020", "U-1"), "C-51": ("2020", "U-2"), "C-50": ("2020", "U-1")}, places={**PLACES, "U-2": "2020"}
    )
    assert refusal(state, C, fire("C-45", "C-50")) == "14.7a"
    assert refusal(state, C, fire("C-45", "C-51")) == "14.7a"
    assert refusal(state, C, fire("C-45", "C-45")) == "14.7a"
    assert refusal(state, C, fire()) == "14.1a"


def test_14_7b_a_coordinated_stack_and_guns_of_another_hex_hit_the_same_target() -> None:
    state = battery()
    shots = of(BombardmentResolved, give(state, C, fire(*ALL), 1, 2))
    shots += of(BombardmentResolved, give(state, C, fire("C-50"), 5))
    assert [(shot.units, shot.aim, shot.column, shot.cell) for shot in shots] == [
        (ALL, "U-1", 3, "D"), (("C-50",), "U-1", 1, "D"),
    ]  # fmt: skip


@pytest.mark.parametrize("features", [{}, {"rough": ("2020",)}, {"hills": ("2020",), "slopes": {"2020": ("2019",)}}])
def test_14_6c_the_ground_changes_neither_roll_nor_column(features: dict[str, Any]) -> None:
    facts = give(battery(ground=ground(**features)), C, fire("C-45", "C-51"), 1, 3)
    assert [(shot.column, shot.die, shot.cell) for shot in of(BombardmentResolved, facts)] == [(2, 3, "D")]


def test_16_6a_no_coordinated_fire_in_panic() -> None:
    """14.7c"""
    state = battery(options=["command_control"])
    state.command[C] = "panic"
    assert refusal(state, C, fire(*ALL)) == "16.6a"
    assert all(len(choice.order.units) == 1 for choice in listed(state))  # type: ignore[attr-defined]


def test_l32_a_declared_target_is_not_changed() -> None:
    state = battery(places={**PLACES, "U-2": "2020"})
    assert refusal(state, C, fire("C-50", aim="U-2")) == "14.1b"


def test_l41_artillery_fires_once_and_only_as_declared() -> None:
    state = battery()
    give(state, C, fire("C-50"), 2)
    assert refusal(state, C, fire("C-50")) == "13.1b"
    assert refusal(state, C, fire("C-40")) == "14.1a"


def test_14_7a_each_unit_and_two_or_three_of_a_stack_are_offered() -> None:
    assert [choice.order for choice in listed(battery())] == [
        fire("C-45"), fire("C-51"), fire("C-52"), fire("C-50"),
        fire("C-45", "C-51"), fire("C-45", "C-52"), fire("C-51", "C-52"), fire(*ALL),
    ]  # fmt: skip


def test_d62_a_later_shots_at_a_unit_that_is_gone_are_lost() -> None:
    state = battery(dict.fromkeys(("C-45", "C-51"), ("2020", "U-1")))
    facts = give(state, C, fire("C-45", "C-51"), 2, 6, 6)  # coordinated: DR, rout
    assert of(UnitRouted, facts)
    state = battery()
    facts = give(state, C, fire("C-45", "C-51"), 2, 6, 6)
    assert [(fact.unit, fact.why.cite) for fact in of(AttackVoided, facts)] == [("C-52", "14.1b"), ("C-50", "14.1b")]
    assert {fact.unit for fact in of(GunsFired, facts)} == {"C-45", "C-51", "C-52", "C-50"}


def test_d62_b_the_unit_hit_is_chosen_when_the_shot_is_fired() -> None:
    state = battery(places={**PLACES, "U-2": "2020"}, readings={"D62": "B"})
    assert fire("C-50", aim="U-2") in [choice.order for choice in listed(state)]
    facts = give(state, C, fire("C-50", aim="U-2"), 5)
    assert [fact.unit for fact in of(UnitDisrupted, facts)] == ["U-2"]
    assert refusal(state, C, fire("C-45", aim="U-9")) == "14.2b"


@pytest.mark.parametrize(("letter", "tested"), [("A", []), ("C", ["U-2"])])
def test_d56_c_a_rout_under_fire_shakes_the_other_brigades(letter: str, tested: list[str]) -> None:
    state = battery(places={**PLACES, "U-2": "2020"}, readings={"D56": letter}, ratings={**RATINGS, "U-2": "4/4/3"})
    facts = give(state, C, fire(*ALL), 1, 3, 6, *((6,) if tested else ()))
    assert [fact.unit for fact in of(SupportingBrigadeTested, facts)] == tested
    assert awaited(state) == ("AwaitRetreat" if tested else "")


def train(**more: Any) -> State:
    places = {**PLACES, "U-Train": "2020"}
    return battery(dict.fromkeys(ALL, ("2020", "U-Train")), places=places, **more)


def test_21_4_bombarding_the_train_scores_for_each_unit_without_dice() -> None:
    state = train()
    assert refusal(state, C, fire(*ALL)) == "21.4"
    for gun in ALL:
        facts = give(state, C, fire(gun))
        assert [fact.units for fact in of(TrainAttacked, facts)] == [(gun,)]
        assert [(fact.side, fact.points) for fact in of(PointsScored, facts)] == [(C, 1)]
        assert [fact.unit for fact in of(GunsFired, facts)] == [gun]
    assert state.core.points[C] == 3


def test_d87_c_a_coordinated_stack_scores_once() -> None:
    state = train(readings={"D87": "C"})
    give(state, C, fire(*ALL), 1)
    assert state.core.points[C] == 1
    state = train(readings={"D87": "C"})
    give(state, C, fire(*ALL), 6)
    assert state.core.points[C] == 3
