"""Disputes that can be played in one way only: the way they are played, and why."""

from __future__ import annotations

from pathlib import Path

from rules.black_powder import SYSTEM
from rules.black_powder.breaking.asks import Going
from rules.black_powder.combat.asks import Option
from rules.black_powder.command.asks import FollowMe, GiveOrder, Rally, Withdraw
from rules.black_powder.sheets.rows import footprint_sheet, weapon_sheet
from rules.black_powder.state import ORDERS
from tests.black_powder.positions import HOUSE, give, position, refused, unit

SETTLED = {"D6", "D9", "D26", "D47", "D59", "D65", "D66", "D67", "D69"}


def test_each_has_its_reason() -> None:
    """D65 brigades and armies break at one moment, the start of their side's turn (BP.vic.12)."""
    assert set(SYSTEM.book.settled) == SETTLED
    assert all(SYSTEM.book.settled[name].startswith("BP.") for name in SETTLED)
    assert {*SYSTEM.book.readings, *SYSTEM.book.settled} == {f"D{number}" for number in range(1, 77)}


def test_d6_an_order_is_said_with_all_it_holds() -> None:
    """BP.cmd.2, D6 Without a word of what to do it is refused, and no die is rolled."""
    state = position({"b": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:60", "180")}, phase=ORDERS)
    assert refused(state, "blue", GiveOrder(commander="blue-first", units=("b",)))[1] == "BP.cmd.1"


def test_d9_two_casualties_to_be_rallied() -> None:
    state = position(
        {"b": unit("blue", "d_foot", "36:14", casualties=1), "r": unit("red", "d_foot", "40:60", "180")}, phase=ORDERS
    )
    assert refused(state, "blue", Rally(commander="blue-first", unit="b"))[1] == "BP.ral.1"
    state.units["b"].casualties = 2
    give(state, "blue", Rally(commander="blue-first", unit="b"), [1, 1])
    assert state.units["b"].casualties == 1


def test_d47_three_moves_have_three_names() -> None:
    assert "retreat" in str(Going)
    assert "fall back" in str(Option)
    assert Withdraw.__name__ == "Withdraw"


def test_d59_the_screen_is_within_six_inches_and_two() -> None:
    foot = footprint_sheet(HOUSE).infantry
    assert 0 < foot.screen_ahead <= 152
    assert 0 < foot.screen_beyond <= 51


def test_d66_a_battalion_has_240_mm_of_front() -> None:
    foot = footprint_sheet(HOUSE).infantry
    assert foot.line["standard"][0] * foot.figure[0] == 240


def test_d67_ranges_as_printed() -> None:
    ranges = {row.name: row.range for row in weapon_sheet(HOUSE).weapons}
    assert (ranges["shotguns"], ranges["bolt-action rifle"], ranges["siege artillery, rifled"]) == (6, 36, 70)


def test_d69_nobody_moves_after_a_failed_follow_me() -> None:
    """BP.free.3, BP.foll.4 Superbly drilled or not."""
    state = position({"b": unit("blue", "d_crack", "36:14"), "r": unit("red", "d_foot", "40:60", "180")}, phase=ORDERS)
    give(state, "blue", FollowMe(commander="blue-first", unit="b"), [6, 5])
    assert state.order is None
    assert not state.units["b"].turn.moved


def test_the_worked_examples_are_all_cases() -> None:
    """E1 to E42; tests/test_cases.py holds each to what it claims."""
    cases = (Path(__file__).parents[2] / "fixtures" / "black_powder" / "cases").glob("e*.toml")
    assert {int(path.stem[1:3]) for path in cases} == set(range(1, 43))
