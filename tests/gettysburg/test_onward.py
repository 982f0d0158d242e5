"""8.1a Where a path that is begun may lead next: exactly where the rules let it."""

from __future__ import annotations

import pytest

from domain.games.completing import following
from domain.kernel.chance import EnteredChance
from domain.kernel.copying import copier
from domain.kernel.errors import IllegalOrder, TapeMismatch
from domain.kernel.play import carry_out
from rules.gettysburg import SYSTEM
from rules.gettysburg.movement import march_choices
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.wayfinding import onward
from rules.gettysburg.state import State
from tests.domain.test_typed import GENERALS
from tests.gettysburg.positions import give, start


def ridge(scenario: str = "mcpherson") -> State:
    state = start(scenario)
    state.core.phase = "movement"
    return state


def moves(state: State) -> list[MoveUnit]:
    return list(march_choices.opening_moves(Field(state, "confederate"), "C-44", "confederate"))


def taken(state: State, by: str, order: MoveUnit) -> bool:
    try:
        carry_out(SYSTEM, copier(SYSTEM)(state), by, order, EnteredChance())
    except IllegalOrder:
        return False
    except TapeMismatch:
        return True
    return True


@pytest.mark.parametrize("begun", [(), ("1927",), ("1927", "1926"), ("1927", "1926", "2026"), ("1925",), ("9999",)])
def test_8_1a_onward_are_all_hexes_the_rules_let_a_piece_enter_next_and_no_others(begun: tuple[str, ...]) -> None:
    """Whether or not they lie on the cheapest way to anywhere."""
    state = ridge()
    found = set(onward(state, "confederate", {"unit": "C-44"}, begun))
    every = {*state.ground.hexes, "off"}
    legal = {to for to in every if taken(state, "confederate", MoveUnit(unit="C-44", path=(*begun, to), more=True))}
    assert found == legal
    if begun == ("1927", "1926"):  # back to where it came from, and other ways round: nobody's cheapest way
        cheapest = {order.path[2] for order in moves(state) if order.path[:2] == begun and len(order.path) > 2}
        assert cheapest < found
        assert "1927" in found - cheapest


def test_8_1a_forced_points_lead_further_and_a_piece_of_the_other_side_leads_nowhere() -> None:
    state = ridge()
    end = max((order.path for order in moves(state) if order.pace == "normal" and not order.forced), key=len)
    plain = set(onward(state, "confederate", {"unit": "C-44"}, end))
    forced = set(onward(state, "confederate", {"unit": "C-44", "forced": 1}, end))
    assert plain <= forced
    assert not list(onward(state, "union", {"unit": "C-44"}, ()))
    assert not list(onward(state, "confederate", {"unit": "U-1"}, ()))
    assert not list(onward(state, "confederate", {"unit": "nobody"}, ()))


def test_8_1a_a_move_in_progress_goes_on_from_where_it_stands() -> None:
    state = ridge()
    give(state, "confederate", MoveUnit(unit="C-44", path=("1927",), more=True))
    found = set(onward(state, "confederate", {"unit": "C-44"}, ()))
    every = {*state.ground.hexes, "off"}
    assert found == {to for to in every if taken(state, "confederate", MoveUnit(unit="C-44", path=(to,), more=True))}
    assert "1926" in found
    assert not list(onward(state, "confederate", {"unit": "C-41"}, ()))


def test_10_1a_a_reinforcement_begins_at_its_entry_hex() -> None:
    state = ridge("first_day")
    arrivals = {name: unit.due for name, unit in state.units.items() if unit.side == "confederate" and unit.due}
    state.core.turn = min(due.turn for due in arrivals.values())
    due = [name for name, arrival in arrivals.items() if arrival.turn == state.core.turn]
    entering = {name: set(onward(state, "confederate", {"unit": name}, ())) for name in due}
    every = (*state.ground.hexes, "off")
    for name, found in entering.items():
        orders = (MoveUnit(unit=name, path=(to,), more=True) for to in every)
        assert found == {order.path[0] for order in orders if taken(state, "confederate", order)}, name
    assert any(entering.values())


def test_completion_offers_what_may_be_entered_next_and_nothing_in_another_phase() -> None:
    state = ridge()
    typed = set(following(SYSTEM, state, "confederate", "move pettigrew path=1927,1926,", GENERALS))
    assert typed == set(onward(state, "confederate", {"unit": "C-44"}, ("1927", "1926")))
    assert "1927" in typed
    state.core.phase = "combat"
    assert not list(following(SYSTEM, state, "confederate", "MoveUnit unit=C-44 path=", GENERALS))
