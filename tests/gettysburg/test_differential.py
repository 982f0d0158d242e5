"""6.4, 11.4, 11.5 The Combat Differential."""

from __future__ import annotations

from typing import Any

import pytest

from rules.gettysburg.combat.asks import ResolveAttack
from rules.gettysburg.combat.differential import terrain_modifiers
from rules.gettysburg.combat.facts import CombatResolved
from tests.gettysburg.fighting import C, combat, ground, of
from tests.gettysburg.positions import give, position


def shifts(a: str, b: str, *, readings: dict[str, str] | None = None, **features: Any) -> list[tuple[int, str]]:
    state = position({}, ground=ground(**features), readings=readings)
    return [(modifier.value, modifier.cite) for modifier in terrain_modifiers(state, a, b)]


def test_e2_woods_attacked_across_a_clear_hexside_give_the_shift_both_ways() -> None:
    features: dict[str, Any] = {"heavy_woods": ("2917", "3017"), "clear_sides": ("2917-3017",)}
    assert shifts("3017", "2917", **features) == shifts("2917", "3017", **features) == [(-1, "6.4b")]


def test_e4_a_wooded_hexside_gives_no_shift_and_a_clear_one_does() -> None:
    woods = ("2020", "2019", "2024")
    assert shifts("2019", "2020", heavy_woods=woods) == []
    assert shifts("2023", "2024", heavy_woods=woods) == [(-1, "6.4b")]


def test_e5_a_slope_counts_only_where_its_symbol_faces() -> None:
    slopes = {"1709": ("1708",)}
    assert shifts("1708", "1709", slopes=slopes) == [(-1, "6.5a")]
    assert shifts("1610", "1709", slopes=slopes) == []
    assert shifts("1709", "1708", slopes=slopes) == [], "downhill"


def test_e7_a_protected_hexside_counts_only_for_an_attack_across_it() -> None:
    protected = {"2020": ("2019",)}
    assert shifts("2019", "2020", protected=protected) == [(-1, "6.6a")]
    assert shifts("1919", "2020", protected=protected) == []


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        pytest.param({"town": ("2020",)}, [-1], id="11.5 town"),
        pytest.param({"rough": ("2020",)}, [-2], id="11.5 rough"),
        pytest.param({"streams": {"run": ("2019-2020",)}}, [-1], id="11.5 stream"),
        pytest.param({"ravines": {"cut": ("2019-2020",)}}, [-1], id="11.5 ravine"),
        pytest.param({"light_woods": ("2020",), "hills": ("2020",)}, [], id="TET light woods and hills give nothing"),
        pytest.param({"rough": ("2020",), "slopes": {"2020": ("2019",)}}, [-2, -1], id="6.4a shifts add up"),
        pytest.param({"streams": {"run": ("2020-2021",)}}, [], id="6.4a another hexside does not count"),
    ],
)
def test_11_5_terrain(features: dict[str, Any], expected: list[int]) -> None:
    assert [value for value, _ in shifts("2019", "2020", **features)] == expected


def test_d17_b_the_hexside_is_clear_if_the_attacker_is_not_in_woods() -> None:
    features: dict[str, Any] = {"heavy_woods": ("2019", "2020"), "clear_sides": ("2019-2020",)}
    assert shifts("2019", "2020", readings={"D17": "B"}, **features) == []
    assert shifts("2021", "2020", readings={"D17": "B"}, **features) == [(-1, "6.4b")]


@pytest.mark.parametrize(("letter", "column"), [("A", 4), ("B", 2)])
def test_d19_the_bare_difference_is_clamped_first_under_b(letter: str, column: int) -> None:
    state = combat(
        {"C-41": "2019", "U-1": "2020"}, {"C-41": "2020"}, ground=ground(rough=("2020",)),
        ratings={"C-41": "8/6/6", "U-1": "2/6/6"}, readings={"D19": letter},
    )  # fmt: skip
    resolved = of(CombatResolved, give(state, C, ResolveAttack(unit="C-41"), 1, 2))[0]
    assert (resolved.attacker_combat, resolved.defender_combat, resolved.column) == (8, 2, column)


def test_7_3a_disruption_counts_once_on_each_side() -> None:
    """2.14"""
    state = combat(
        {"C-41": "2019", "U-1": "2020"}, {"C-41": "2020"}, disrupted=["C-41", "U-1"],
        ratings={"C-41": "5/6/6", "U-1": "4/6/6"},
    )  # fmt: skip
    resolved = of(CombatResolved, give(state, C, ResolveAttack(unit="C-41"), 2, 3))[0]
    assert [(m.value, m.cite) for m in resolved.modifiers] == [(1, "7.3a"), (-2, "7.3a")]
    assert resolved.differential == 0


def test_7_4a_a_shaken_brigade_fights_with_its_back_face() -> None:
    state = combat(
        {"C-41": "2019", "U-1": "2020"}, {"C-41": "2020"}, shaken=["C-41"], ratings={"C-41": "5:3/6/6", "U-1": "4/6/6"}
    )
    assert of(CombatResolved, give(state, C, ResolveAttack(unit="C-41"), 5, 4))[0].attacker_combat == 3
