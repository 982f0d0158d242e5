"""The printed tables: CRT, BT and TET, checked by their own regularities."""

from __future__ import annotations

from itertools import product

import pytest

from rules.gettysburg import tables
from rules.gettysburg.tables import bt, crt

COLUMNS = range(-4, 5)
WAYS = {total: sum(a + b == total for a, b in product(range(1, 7), repeat=2)) for total in range(2, 13)}


def chances(*results: str, smooth: bool = False) -> list[int]:
    """In each column, how many of the 36 throws give one of these results."""
    return [
        sum(ways for total, ways in WAYS.items() if crt(total, column, smooth=smooth) in results) for column in COLUMNS
    ]


@pytest.mark.parametrize(
    ("results", "printed"),
    [
        (("A", "AE", "AER"), [22, 21, 20, 19, 18, 15, 12, 9, 6]),
        (("D3", "D4", "D5", "DR", "DER"), [14, 15, 16, 17, 18, 21, 24, 27, 30]),
        (("AE", "AER"), [16, 14, 12, 10, 8, 6, 4, 2, 1]),
        (("AER",), [9, 8, 7, 6, 5, 4, 3, 2, 1]),
        (("DER",), [2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (("DR", "DER"), [2, 4, 6, 8, 10, 12, 14, 16, 18]),
        (("D3", "D4", "D5"), [12, 11, 10, 9, 8, 9, 10, 11, 12]),
        (("D3",), [9, 7, 4, 2, 0, 0, 0, 0, 0]),
        (("D4",), [3, 4, 6, 6, 6, 6, 6, 6, 6]),
        (("D5",), [0, 0, 0, 1, 2, 3, 4, 5, 6]),
    ],
    ids=lambda value: "-".join(map(str, value)),
)
def test_crt_weighted_counts_of_each_column(results: tuple[str, ...], printed: list[int]) -> None:
    assert chances(*results) == printed


def test_crt_holds_only_the_codes_in_use() -> None:
    found = {cell for row in tables.CRT.values() for cell in row}
    assert found == {"A", "AE", "AER", "D3", "D4", "D5", "DR", "DER"}
    assert all(len(row) == len(COLUMNS) for row in tables.CRT.values())
    assert list(tables.CRT) == list(WAYS)


@pytest.mark.parametrize(
    ("total", "column", "cell"),
    [(7, 1, "D4"), (2, -4, "AE"), (5, 0, "A"), (6, 1, "A"), (8, 3, "D5"), (9, 0, "DER"), (12, 4, "D4"), (11, 2, "A")],
)
def test_crt_cells_of_the_worked_examples(total: int, column: int, cell: str) -> None:
    assert crt(total, column) == cell


def test_d11_b_smooths_one_cell_and_no_other() -> None:
    changed = [
        (total, column) for total in WAYS for column in COLUMNS if crt(total, column, smooth=True) != crt(total, column)
    ]
    assert changed == [(12, -2)]
    assert crt(12, -2) == "D4"
    assert crt(12, -2, smooth=True) == "D3"
    assert chances("D3", smooth=True) == [9, 7, 5, 2, 0, 0, 0, 0, 0]
    assert chances("D4", smooth=True) == [3, 4, 5, 6, 6, 6, 6, 6, 6]


@pytest.mark.parametrize(
    ("units", "printed"),
    [
        (1, ["A", "", "", "", "D", "D"]),
        (2, ["A", "D", "D", "D", "DR", "DR"]),
        (3, ["A", "D", "DR", "DR", "DER", "DER"]),
    ],
)
def test_bt_each_column(units: int, printed: list[str]) -> None:
    assert [bt(die, units) for die in range(1, 7)] == printed


@pytest.mark.parametrize(
    ("terrain", "infantry", "cavalry", "artillery"),
    [
        ("clear", 1, 1, 1),
        ("light_woods", 1, 1, 1),
        ("heavy_woods", 1, 4, 4),
        ("hill", 1, 1, 1),
        ("rough", 2, None, None),
        ("town", 1, 1, 1),
    ],
)
def test_tet_hex_costs(terrain: str, infantry: int | None, cavalry: int | None, artillery: int | None) -> None:
    said = {"infantry": infantry, "cavalry": cavalry, "artillery": artillery}
    assert tables.TERRAIN_COST[terrain] == {kind: mp and mp * tables.MP for kind, mp in said.items()}


@pytest.mark.parametrize(
    ("hexside", "infantry", "cavalry", "artillery"),
    [("slope", 0, 2, 2), ("stream", 0, 0, 1), ("protected", 0, 0, 2), ("ravine", 1, 2, 2)],
)
def test_tet_hexside_costs(hexside: str, infantry: int, cavalry: int, artillery: int) -> None:
    said = {"infantry": infantry, "cavalry": cavalry, "artillery": artillery}
    assert tables.HEXSIDE_COST[hexside] == {kind: mp * tables.MP for kind, mp in said.items()}


def test_tet_names_no_other_terrain_or_hexside() -> None:
    assert set(tables.TERRAIN_COST) == {"clear", "light_woods", "heavy_woods", "hill", "rough", "town"}
    assert set(tables.HEXSIDE_COST) == {"slope", "stream", "protected", "ravine"}


def test_11_5_combat_shifts() -> None:
    shifts = {
        tables.TOWN: -1, tables.ROUGH: -2, tables.HEAVY_WOODS: -1, tables.SLOPE: -1, tables.STREAM: -1,
        tables.RAVINE: -1, tables.PROTECTED: -1, tables.ATTACKER_DISRUPTED: -2, tables.DEFENDER_DISRUPTED: 1,
    }  # fmt: skip
    assert {shift.value for shift in shifts} == {-2, -1, 1}
    assert all(shift.value == value for shift, value in shifts.items())


def test_8_2_allowances_and_prices_in_half_points() -> None:
    said = (
        tables.ALLOWANCE, tables.HMC_ALLOWANCE, tables.ACCELERATED, tables.ROAD_RATE, tables.TRAIL_RATE_OF_TRAIN,
        tables.RECOVERY_COST, tables.EXIT_COST, tables.DELAY_COST, tables.CHARGE_ALLOWANCE,
    )  # fmt: skip
    assert said == (8, 12, 16, 1, 2, 4, 2, 2, 4)


def test_4_3_points() -> None:
    assert tables.POINTS_DESTROYED == {"infantry": 2, "cavalry": 2, "artillery": 1}
    assert tables.POINTS_CAPTURED == {"infantry": 3, "cavalry": 3, "artillery": 1}
    assert tables.POINTS_TRAIN_EXIT == {"F": 20, "G": 10, "E": 5}
    assert tables.POINTS_TRAIN_ATTACKED == 1
