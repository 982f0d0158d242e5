"""`show` on a table without places: drawn to scale by itself, and with the zones of a unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from domain.kernel.board import Zone
from domain.kernel.system import Sight
from rules import SYSTEMS
from tests.cli.conftest import Run
from tests.projections.table_scene import every_kind, square, table, unit


@pytest.fixture
def table_game(ridge: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game of the ridge, under a system whose board is a table."""
    board = msgspec.structs.replace(every_kind(), zones=())
    sight = Sight(
        board=lambda _state, _viewer: board,
        zones=lambda _state, unit: (Zone(kind="canister", points=square(1000, 1000, 4000), label=f"of {unit}"),),
    )
    system = replace(SYSTEMS["freeform"], sight=sight)
    monkeypatch.setattr("rules.SYSTEMS", {**SYSTEMS, "freeform": system})
    return ridge


def test_a_table_is_shown_as_a_map_to_scale(table_game: str, run: Run) -> None:
    shown = run("show", table_game).stdout
    assert "a column is 0.25 BW" in shown
    assert "B1  3rd Ohio" in shown
    assert "canister" not in shown


def test_a_table_is_drawn_as_a_picture(table_game: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    run("show", table_game, "--svg", str(file), "--zones", "3rd Ohio")
    drawn = ElementTree.parse(file).getroot()
    assert [each.get("data-zone") for each in drawn.iter() if each.get("data-zone")] == ["canister"]
    assert [each.get("data-id") for each in drawn.iter() if each.get("data-id")][:2] == ["id-3rd Ohio", "id-2nd Guards"]


def test_zones_of_several_units_are_drawn_together(table_game: str, run: Run, value: Callable[..., Any]) -> None:
    assert ": canister" in run("show", table_game, "--zones", "id-3rd Ohio").stdout
    both = value("show", table_game, "--zones", "3rd Ohio", "--zones", "Battery A")
    assert [zone["label"] for zone in both["board"]["zones"]] == ["of id-3rd Ohio", "of id-Battery A"]


def test_a_unit_that_is_not_there_has_no_zones(table_game: str, run: Run) -> None:
    assert "there is no unit 'Zouaves' on the board" in run("show", table_game, "--zones", "Zouaves", code=2).stderr


def test_a_system_without_zones_refuses_to_draw_them(ridge: str, run: Run) -> None:
    refused = run("show", ridge, "--zones", "guard", code=2)
    assert "has no zones to draw: show the board without --zones" in refused.stderr


def test_two_lines_differ_where_a_unit_only_looks_elsewhere(
    ridge: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight = Sight(lambda state, _viewer: table(unit("Ohio", 6000, 5000, 9000 * state.core.turn)))
    turning = replace(SYSTEMS["freeform"], sight=sight)
    monkeypatch.setattr("rules.SYSTEMS", {**SYSTEMS, "freeform": turning})
    run("branch", ridge, "--name", "turned")
    run("order", f"{ridge}@turned", "BeginPhase turn=1 phase=move side=blue", "--by", "blue")
    shown = run("diff", ridge, f"{ridge}@turned").stdout
    assert "6.0, 5.0, facing 0, strength 3  6.0, 5.0, facing 90, strength 3" in shown
