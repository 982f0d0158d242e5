"""DRV.tables Charts from the pack, or read off a sheet by one side and confirmed by the other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import fold
from domain.kernel.reasons import Modifier
from rules.musket_and_pike import SYSTEM, charts
from rules.musket_and_pike.cards import AwaitConfirm, AwaitResult, Cell, Confirm, EnterResult, Lookup, ResultEntered
from rules.musket_and_pike.fire.asks import FireGuns, Skirmish
from rules.musket_and_pike.fire.facts import ShotFired
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline
from tests.musket_and_pike.positions import asked, give, orders_of, position, refused, told

PIKES, RED, GUN = "blue-without-pikes", "red-one-hex", "blue-heavy-battery"


def entering(*options: str, **more: Any) -> State:
    return position({PIKES: "1012:5", RED: "1011:2"}, options=options or ("own_charts",), **more)


# From the pack


@pytest.mark.parametrize(
    ("lookup", "said"),
    [
        ({"table": "T6", "die": 5, "column": "charge"}, {"result": "success"}),
        ({"table": "T6", "die": 6, "column": "charge"}, {"result": "failure"}),
        ({"table": "T6", "die": 2, "column": "rally"}, {"result": "failure"}),
        ({"table": "T7", "die": 9, "column": "salvo"}, {"ch": 3}),
        ({"table": "T7", "die": 6, "column": "flank"}, {"fh": 1}),
        ({"table": "T8", "die": 8, "column": "front"}, {"ch": 1, "fh": 1, "mc": True}),
        ({"table": "T9", "die": 5, "column": "muskets"}, {"fh": 1}),
        ({"table": "T9", "die": 6, "column": "pistols"}, {}),
        ({"table": "T10", "die": 3, "column": "12lb"}, {"value": 1}),
        ({"table": "T10", "die": 12, "column": "12lb"}, {"value": -2}),
        ({"table": "T11", "die": 7}, {"fh": 1, "mc": True}),
        ({"table": "T13", "die": 11}, {"result": "D_ELIM", "pursuit": True}),
        ({"table": "T13", "die": 4}, {"result": "NONE"}),
        ({"table": "T16", "die": 2}, {"result": "STAND"}),
        ({"table": "T16", "die": 6}, {"result": "CASUALTIES", "ch": 2}),
        ({"table": "T17", "die": 3, "column": "this_accursed_civil_war"}, {"result": "PURSUE_AND_ELIMINATE"}),
        ({"table": "T17", "die": 6, "column": "this_accursed_civil_war"}, {"result": "PURSUE_OFF_MAP"}),
    ],
)
def test_drv_tables_what_the_pack_says(lookup: dict[str, Any], said: dict[str, Any]) -> None:
    look = Lookup(**lookup)
    assert charts.found(position({PIKES: "1012:5"}), look) == Cell(lookup=look, **said)


@pytest.mark.parametrize(("table", "die", "row"), [("T7", -4, 0), ("T7", 12, 9), ("T13", 12, 11), ("T13", -4, 0)])
def test_2_2_rows_are_held_within_the_table(table: Any, die: int, row: int) -> None:
    modifier = Modifier(die, "Advancing Fire", "10.3.2")
    assert charts.row_of(position({PIKES: "1012:5"}), Lookup(table=table, die=0, modifiers=(modifier,))) == row


# Entered


def test_drv_tables_the_roller_enters_and_the_other_confirms() -> None:
    state = entering()
    facts = give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 2)
    frame = asked(state)
    assert isinstance(frame, AwaitResult)
    assert (frame.side, frame.lookup.table, frame.lookup.column, frame.lookup.die) == ("blue", "T7", "front", 2)
    assert not told(facts, ShotFired)
    give(state, "blue", EnterResult(fh=1))
    assert isinstance(asked(state), AwaitConfirm)
    facts = give(state, "red", Confirm())
    assert told(facts, ResultEntered)[0].confirmed == "red"
    (shot,) = told(facts, ShotFired)
    assert (shot.die, shot.fh, shot.source) == (2, 1, "own sheet")
    assert state.units[RED].formation == "FS"
    assert state.entered is None


def test_drv_tables_the_other_may_have_it_read_again() -> None:
    state = entering()
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 2)
    give(state, "blue", EnterResult(ch=3))
    give(state, "red", Decline())
    frame = asked(state)
    assert isinstance(frame, AwaitResult)
    assert (frame.side, frame.lookup.die) == ("blue", 2)


def test_drv_tables_nobody_confirms_what_he_has_entered_himself() -> None:
    state = entering()
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 2)
    give(state, "blue", EnterResult(fh=1))
    with pytest.raises(IllegalOrder):
        give(state, "blue", Confirm())
    with pytest.raises(IllegalOrder):
        give(state, "red", EnterResult(fh=0))


@pytest.mark.parametrize(
    "order",
    [
        EnterResult(result="STAND"),
        EnterResult(value=1),
        EnterResult(ch=1, pursuit=True),
        EnterResult(ch=-1),
        EnterResult(fh=99),
    ],
)
def test_drv_tables_only_what_that_table_can_say(order: EnterResult) -> None:
    state = entering()
    give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 2)
    assert refused(state, "blue", order) == "DRV.tables"
    assert isinstance(asked(state), AwaitResult)


@pytest.mark.parametrize(
    ("table", "result"), [("T6", "STAND"), ("T13", "PURSUE_OFF_MAP"), ("T16", ""), ("T17", "success")]
)
def test_drv_tables_only_the_results_of_that_table(table: Any, result: str) -> None:
    state = entering()
    state.core.pending.append(AwaitResult(side="blue", lookup=Lookup(table=table, die=3)))
    assert refused(state, "blue", EnterResult(result=result)) == "DRV.tables"
    listed = {order.result for order in orders_of(state, EnterResult)}
    assert listed == set(charts.RESULTS[table])


def test_drv_tables_the_pack_may_name_single_tables() -> None:
    state = entering("historical_orders")
    state.charts = msgspec.structs.replace(state.charts, entered=("T8",))
    facts = give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 0)
    assert told(facts, ShotFired)
    assert charts.is_entered(state, "T8")
    assert not charts.is_entered(state, "T7")


def test_drv_tables_range_and_fire_of_guns_are_both_asked_for() -> None:
    state = position({GUN: "1016:5", RED: "1310:2"}, options=("own_charts",))
    give(state, "blue", FireGuns(unit=GUN, target=RED))
    frame = asked(state)
    assert isinstance(frame, AwaitResult)
    assert (frame.lookup.table, frame.lookup.die, frame.lookup.column) == ("T10", 6, "12lb")
    assert [order.value for order in orders_of(state, EnterResult)] == [-2, -1, 0, 1]
    give(state, "blue", EnterResult(value=-2))
    give(state, "red", Confirm(), 5)
    frame = asked(state)
    assert isinstance(frame, AwaitResult)
    assert frame.lookup.table == "T11"
    assert [one.value for one in frame.lookup.modifiers] == [-2, 1]
    give(state, "blue", EnterResult(fh=1))
    facts = give(state, "red", Confirm())
    assert told(facts, ShotFired)[0].net == 4


def test_drv_tables_a_replay_never_looks_up_again() -> None:
    state = entering()
    again = entering()
    facts = give(state, "blue", Skirmish(unit=PIKES, targets=(RED,)), 2)
    facts += give(state, "blue", EnterResult(fh=1))
    facts += give(state, "red", Confirm())
    again.charts = msgspec.structs.replace(again.charts, hi_musketry=None)
    assert fold(SYSTEM, again, facts).units[RED].formation == "FS"
