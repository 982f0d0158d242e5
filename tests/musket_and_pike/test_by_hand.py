"""Positions set by hand: a bare field, what follows from places, and what no game leads to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.kernel.errors import BadInput
from rules.musket_and_pike.by_hand import bare, check, settle
from rules.musket_and_pike.state import ACTIONS, State
from tests.musket_and_pike.positions import start

TWO, PIKES, HORSE, LIGHT, RED = (
    "blue-two-hex", "blue-without-pikes", "blue-cuirassiers-i", "blue-muskets-with-the-horse", "red-one-hex",
)  # fmt: skip


def empty() -> State:
    state = start()
    bare(state)
    return state


def test_a_bare_field_has_no_pieces_and_a_moment_for_orders() -> None:
    state = empty()
    settle(state)
    check(state)
    assert state.stacks == {}
    assert (state.core.phase, state.core.active, state.activation.wing) == (ACTIONS, "blue", "blue-foot")


def test_6_1_the_right_half_follows_from_the_facing_and_stacks_from_places() -> None:
    state = empty()
    state.units[TWO].hexes, state.units[TWO].facing = ("1012",), 5
    state.units["blue-heavy-battery"].hexes = ("1112",)
    state.stacks["1112"] = ["blue-heavy-battery"]
    settle(state)
    check(state)
    assert state.units[TWO].hexes == ("1012", "1112")
    assert state.stacks == {"1112": ["blue-heavy-battery", TWO], "1012": [TWO]}


@pytest.mark.parametrize(("head", "stands"), [("1012", True), ("1113", True), ("1011", False)])
def test_6_3_4_the_head_of_a_two_hex_column_is_next_to_its_tail(head: str, stands: bool) -> None:
    state = empty()
    unit = state.units[TWO]
    unit.hexes, unit.formation = ("1013", head), "CO"
    settle(state)
    if stands:
        check(state)
    else:
        with pytest.raises(BadInput, match=r"6\.1"):
            check(state)


def test_a_unit_named_in_a_stack_alone_stands_there() -> None:
    state = empty()
    state.stacks["1012"] = [PIKES]
    settle(state)
    assert state.units[PIKES].hexes == ("1012",)
    assert state.units[PIKES].gone == ""


def test_12_4_3_a_broken_unit_has_no_formation() -> None:
    state = empty()
    state.units[PIKES].hexes, state.units[PIKES].morale = ("1012",), "MB"
    settle(state)
    assert state.units[PIKES].formation == ""


def _phase(state: State) -> None:
    state.core.phase = "tea"


def _side(state: State) -> None:
    state.core.active = "green"


def _wing(state: State) -> None:
    state.activation.wing = "C"


def _stranger(state: State) -> None:
    state.stacks["1012"] = ["nobody"]


def _off_map(state: State) -> None:
    state.units[PIKES].hexes = ("9999",)


def _half(state: State) -> None:
    state.units[PIKES].hexes = ("1012", "1112")


def _leader(state: State) -> None:
    state.leaders["blue-centre"].at = "9999"


@pytest.mark.parametrize("spoil", [_phase, _side, _wing, _stranger, _off_map, _half, _leader])
def test_what_makes_no_sense_is_refused(spoil: Callable[[State], None]) -> None:
    state = empty()
    spoil(state)
    with pytest.raises(BadInput):
        settle(state)


def _crowd(state: State) -> None:
    state.units[PIKES].hexes = state.units["blue-muskets"].hexes = ("1012",)


def _both(state: State) -> None:
    state.units[PIKES].hexes = state.units[RED].hexes = ("1012",)


def _dead(state: State) -> None:
    state.units[PIKES].hexes, state.units[PIKES].casualties = ("1012",), 6


def _askew(state: State) -> None:
    state.units[TWO].hexes, state.units[TWO].facing = ("1012", "1011"), 5


def _armed(state: State) -> None:
    state.units[PIKES].hexes, state.units[PIKES].pistols = ("1012",), 1


def _spiny(state: State) -> None:
    state.units[PIKES].hexes, state.units[PIKES].formation = ("1012",), "HH"


def _walled(state: State) -> None:
    state.units[HORSE].hexes = ("0909",)


def _apart(state: State) -> None:
    for name in (HORSE, LIGHT):
        state.units[name].hexes = ("1012",)
    state.units[HORSE].formation = "FS"


def _strong(state: State) -> None:
    for name in ("red-cuirassiers-i", "red-muskets"):
        state.units[name].hexes, state.units[name].facing = ("1012",), 2


def _early(state: State) -> None:
    state.core.turn = 0


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (_crowd, "8.1.1"), (_both, "8.1.1"), (_dead, "10.6.1"), (_askew, "6.1"), (_armed, "10.2"), (_spiny, "6.3.2.a"),
        (_walled, "7.1.1"), (_apart, "8.2.1"), (_strong, "8.2.1"), (_early, "3.1"),
    ],
)  # fmt: skip
def test_what_no_game_leads_to_is_refused_with_its_rule(spoil: Callable[[State], None], rule: str) -> None:
    state = empty()
    spoil(state)
    settle(state)
    with pytest.raises(BadInput) as error:
        check(state)
    assert f"({rule})" in str(error.value)
