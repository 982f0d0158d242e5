"""BP.mov.2 The way to a point, for whoever names only where a unit is to go."""

from __future__ import annotations

import pytest

from domain.games.hearing import heard
from domain.kernel.errors import IllegalOrder
from domain.words.orders import format_order
from domain.words.tell import say_of
from rules.black_powder import SYSTEM
from rules.black_powder.command.asks import Stated
from rules.black_powder.movement.asks import MoveUnit
from rules.black_powder.movement.facts import UnitMoved
from rules.black_powder.state import State
from tests.black_powder.commanding import at_orders, with_moves
from tests.black_powder.positions import give, one, piece, unit
from tests.black_powder.test_movement import ROUGH, alone

NAMES = {"u": "First Foot"}


def found(state: State, text: str) -> tuple[str, str]:
    """The order, and its price in words."""
    said = heard(SYSTEM, state, "blue", text, NAMES)
    assert said.price is not None
    return format_order(said.order), say_of(SYSTEM).reason(said.price)


@pytest.mark.parametrize(
    ("to", "order", "price"),
    [
        ("40:26", "MoveUnit unit=u path=to:40:26", '6" of 12"'),
        ("46:20", "MoveUnit unit=u path=to:46:20", '6" of 12"'),
        ("40:12", "MoveUnit unit=u path=to:40:12", '8" of 12"'),
    ],
)
def test_bp_mov_2_a_unit_goes_right_there_with_its_price(to: str, order: str, price: str) -> None:
    assert found(alone(), f"move u to={to}") == (order, price)
    assert found(alone(), f"MoveUnit unit=u to={to}") == (order, price)


@pytest.mark.parametrize("to", ["43:30", "48:23", "31:21", "40:9", "44:28.5"])
def test_bp_mov_2_what_is_found_is_legal_and_ends_there(to: str) -> None:
    state = alone()
    order = heard(SYSTEM, state, "blue", f"move u to={to}", NAMES).order
    assert isinstance(order, MoveUnit)
    x, y, _ = one(give(state, "blue", order), UnitMoved).pose
    assert (x, y) == tuple(round(float(part) * 1000) for part in to.split(":"))


def test_bp_ter_1_what_the_ground_adds_is_in_the_price() -> None:
    assert found(alone(pieces=(ROUGH,)), "move u to=40:26")[1] != '6" of 12"'


def test_bp_mov_4_near_the_enemy_a_unit_turns_toward_a_place_that_it_may_not_slide_to() -> None:
    """D7 Not sideways; but wheeled it comes there."""
    mine, foe = unit("blue", "d_foot", "40:20"), unit("red", "d_foot", "40:31", "180")
    state = with_moves({"u": mine, "foe": foe})
    order = heard(SYSTEM, state, "blue", "move u to=42:23", NAMES).order
    assert isinstance(order, MoveUnit)
    assert give(state, "blue", order)


@pytest.mark.parametrize(
    ("to", "order", "price"),
    [
        ("40:34", "MoveUnit unit=u path=toward:0:12", '12" of 12"'),
        ("40:66", "MoveUnit unit=u path=toward:0:12", '12" of 12"'),
        ("60:40", "MoveUnit unit=u path=toward:45:12", '12" of 12"'),
    ],
)
def test_bp_mov_2_out_of_reach_it_goes_as_near_as_one_move_leads(to: str, order: str, price: str) -> None:
    assert found(alone(), f"move u to={to}") == (order, price)


def test_bp_ter_1_where_the_ground_costs_more_it_comes_less_far() -> None:
    order, price = found(alone(pieces=(ROUGH,)), "move u to=40:36")
    assert order == "MoveUnit unit=u path=toward:0:8", "four of them through rough ground"
    assert price == '12" of 12"'


def test_bp_mov_6_where_an_enemy_stands_it_goes_up_to_him_and_touches_nobody() -> None:
    mine, foe = unit("blue", "d_foot", "40:20"), unit("red", "d_foot", "40:27", "180")
    state = with_moves({"u": mine, "foe": foe})
    order = heard(SYSTEM, state, "blue", "move u to=40:27.5", NAMES).order
    assert isinstance(order, MoveUnit)
    _, north, _ = one(give(state, "blue", order), UnitMoved).pose
    assert 26_000 < north < 27_000


def test_bp_mov_4_near_the_enemy_it_goes_straight_on_where_it_may_not_go_aside() -> None:
    """D7 Not sideways: of a place far to one side it comes nearer straight ahead."""
    mine, foe = unit("blue", "d_foot", "40:20"), unit("red", "d_foot", "40:31", "180")
    state = with_moves({"u": mine, "foe": foe})
    order = heard(SYSTEM, state, "blue", "move u to=60:26", NAMES).order
    assert format_order(order) == "MoveUnit unit=u path=ahead:6"
    assert give(state, "blue", order)


def test_bp_mov_2_where_no_way_leads_nearer_a_rule_says_why() -> None:
    mine, foe = unit("blue", "d_foot", "40:20"), unit("red", "d_foot", "40:31", "180")
    with pytest.raises(IllegalOrder) as refused:
        heard(SYSTEM, with_moves({"u": mine, "foe": foe}), "blue", "move u to=48:20", NAMES)
    assert refused.value.rule == "BP.mov.4"
    assert "First Foot" in str(refused.value)


def test_bp_cmd_4_what_was_stated_binds_the_way_too() -> None:
    state = alone(stated=Stated(bearing="0"), kind="order")
    assert found(state, "move u to=40:26")[0] == "MoveUnit unit=u path=to:40:26"
    with pytest.raises(IllegalOrder):
        heard(SYSTEM, state, "blue", "move u to=40:14", NAMES)


def test_bp_turn_5_before_its_moment_a_way_is_found_and_the_order_refused_as_any_other() -> None:
    state = at_orders({"u": unit("blue", "d_foot", "40:20"), "far": unit("red", "d_foot", "40:66", "180")})
    assert found(state, "MoveUnit unit=u to=40:26") == ("MoveUnit unit=u path=to:40:26", '6" of 12"')
    with pytest.raises(IllegalOrder) as refused:
        give(state, "blue", MoveUnit(unit="u", path=("to:40:26",)))
    assert refused.value.rule.startswith("BP.")


def test_bp_off_1_nobody_who_is_shown_a_place_is_led_off_the_table() -> None:
    state = alone(at="40:2", pieces=(piece("rough ground", "0:60", "1:60", "1:61", "0:61"),))
    with pytest.raises(IllegalOrder) as refused:
        heard(SYSTEM, state, "blue", "move u to=40:-3", NAMES)
    assert refused.value.rule.startswith("BP.")
