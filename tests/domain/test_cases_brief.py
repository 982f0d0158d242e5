"""A case in a few words: who stands where in which state, and what is ordered."""

from __future__ import annotations

import pytest

from domain.cases.adjudication import Adjudication, adjudicate
from domain.cases.brief import Brief, begin_brief
from domain.cases.written import OrderRow
from domain.kernel.errors import BadInput
from domain.words.orders import format_order
from tests.domain.some_cases import KNOWN, find_pack

ATTACK = OrderRow(by="union", order="ResolveAttack unit=U-1", dice=(6, 6, 2))
ATTACK_PLAIN = OrderRow(by="union", order="ResolveAttack unit=U-1", dice=(1, 1))
FIRE = OrderRow(by="us", order="FireUnit unit=2nd-wisconsin", dice=(4, 3, 5))


def brief(system: str, position: str, *orders: OrderRow, scenario: str = "") -> Adjudication:
    return adjudicate(begin_brief(Brief(system, position, orders, scenario), KNOWN, find_pack))


def refused(system: str, position: str, *orders: OrderRow) -> str:
    with pytest.raises(BadInput) as error:
        brief(system, position, *orders)
    return str(error.value)


def test_units_stand_at_their_places_in_their_states_and_all_others_are_off_the_board() -> None:
    state = brief("gettysburg", "U-1 at 1826; C-41 at 1827 shaken", ATTACK).begun.state
    assert state.stacks == {"1826": ["U-1"], "1827": ["C-41"]}
    assert state.units["C-41"].shaken
    assert (state.core.phase, state.core.active, state.core.turn) == ("combat", "union", 1)


def test_8_4a_an_attack_counts_as_declared_where_only_one_hex_can_be_meant() -> None:
    found = brief("gettysburg", "U-1 at 1826; C-41 at 1827", ATTACK_PLAIN)
    assert found.begun.state.turn.declared["U-1"].target == "1827"
    assert not found.refused


def test_8_4a_where_several_can_be_meant_it_is_asked_for_and_said_as_in_a_file() -> None:
    both = "U-1 at 2020; C-41 at 2019; C-42 at 2021"
    said = refused("gettysburg", both, ATTACK_PLAIN)
    assert said.startswith("order 1: U-1 may have declared an attack on 20")
    line = said.partition("write `")[2].partition("`")[0]
    found = brief("gettysburg", f"{both}; {line}", ATTACK_PLAIN)
    assert found.begun.state.turn.declared["U-1"].target in ("2019", "2021")


def test_a_unit_goes_by_its_name_or_the_beginning_of_it() -> None:
    state = brief("gettysburg", "meredith at 1826; archer at 1827", ATTACK_PLAIN).begun.state
    assert (state.units["U-1"].at, state.units["C-41"].at) == ("1826", "1827")


def test_the_moment_is_said_between_the_units_else_it_is_that_of_the_order() -> None:
    order = OrderRow(by="union", order="EndPhase")
    core = brief("gettysburg", "turn 4; rally; union; U-1 at 1826", order).begun.state.core
    assert (core.turn, core.phase, core.active) == (4, "rally", "union")
    assert brief("gettysburg", "U-1 at 1826", order).begun.state.core.phase == "movement"


def test_on_a_table_a_place_is_a_point_and_a_facing_and_the_terrain_is_that_of_the_scenario() -> None:
    text = "2nd Wisconsin at 12:7 facing 90 smoke; 4th-virginia at 12.5:10 bases 2 ranks 1-1"
    state = brief("longstreet_lite", text, OrderRow(by="us", order="EndFire")).begun.state
    assert list(state.units) == ["2nd-wisconsin", "4th-virginia"]
    unit, enemy = state.units.values()
    assert (unit.pose.x, unit.pose.y, unit.pose.heading, unit.smoke) == (12000, 7000, 9000, True)
    assert (enemy.pose.x, enemy.pose.heading, enemy.ranks, enemy.bases) == (12500, 18000, (1, 1), 2)
    assert (state.core.phase, bool(state.terrain)) == ("fire", True)


def test_where_anything_may_stand_on_the_table_a_new_piece_is_of_a_side() -> None:
    order = OrderRow(by="blue", order="MovePiece piece=guard to=mill")
    (decided,) = brief("freeform", "guard blue at hill strength 3", order).orders
    piece = decided.state.pieces["guard"]
    assert (piece.side, piece.at, piece.strength) == ("blue", "mill", 3)


@pytest.mark.parametrize(
    ("system", "position", "said"),
    [
        ("gettysburg", "C-41 at 1827 shakn", "'C-41 at 1827 shakn': what is 'shakn' of C-41? There are at, shaken"),
        ("gettysburg", "meredit-h at 1826", "'meredit-h at 1826': there is no unit 'meredit-h'"),
        ("gettysburg", "C-41 at", "'C-41 at': at: what of it?"),
        ("gettysburg", "turn.declared = [", "'turn.declared = [': this is no part of a position as a case file"),
        ("gettysburg", "units = 3; C-41 at 1827", "'C-41 at 1827': units is said otherwise before it"),
        ("gettysburg", "core = 3", "core is a table; write such as `core.turn = 4`"),
        ("gettysburg", "C-41 at 9999", "position.units.C-41.at: '9999' is no hex of this map"),
        ("longstreet_lite", "2nd-wisconsin at 12", "'2nd-wisconsin at 12': at 12: on the table a place is `at 12:7"),
    ],
)
def test_what_is_not_understood_is_said_of_its_words(system: str, position: str, said: str) -> None:
    order = FIRE if system == "longstreet_lite" else ATTACK
    assert refused(system, position, order).startswith(said)


def test_without_an_order_there_is_nothing_to_decide() -> None:
    assert refused("gettysburg", "U-1 at 1826").startswith("what is ordered? Give --order")


# Orders as they are typed


@pytest.mark.parametrize(
    "text", ["attack 1827", "attack archer", "attack U-1", "resolve attack meredith", "attack archer meredith"]
)
def test_11_3_a_verb_with_dice_is_the_order_that_rolls_them(text: str) -> None:
    found = brief("gettysburg", "U-1 at 1826; C-41 at 1827 shaken", OrderRow(by="union", order=text, dice=(6, 6, 2)))
    assert format_order(found.begun.orders[0].order) == "ResolveAttack unit=U-1"
    assert found.begun.state.core.phase == "combat"
    assert list(found.begun.state.turn.declared) == ["U-1"]
    assert not found.refused


def test_8_4_without_dice_it_is_the_order_that_asks_for_none() -> None:
    found = brief("gettysburg", "U-1 at 1826; C-41 at 1827", OrderRow(by="union", order="attack archer"))
    assert format_order(found.begun.orders[0].order) == "DeclareAttack unit=U-1 target=1827"
    assert found.begun.state.core.phase == "movement"


def test_11_3_nobody_else_has_declared_what_one_must_have() -> None:
    both = "U-1 at 1826; U-2 at 1726; C-41 at 1827"
    said = refused("gettysburg", both, OrderRow(by="union", order="attack archer", dice=(6, 6, 2)))
    assert "also needs unit=: Meredith (Iron, U-1) or Cutler (U-2)" in said
    order = OrderRow(by="union", order="attack archer cutler", dice=(6, 6, 2))
    begun = begin_brief(Brief("gettysburg", both, [order]), KNOWN, find_pack)
    assert list(begun.state.turn.declared) == ["U-2"]


def test_fire_and_charges_are_typed_by_whom_they_strike() -> None:
    table = "2nd wisconsin at 12:7 facing 0; 4th virginia at 12:10 facing 180"
    charge = brief("longstreet_lite", table, OrderRow(by="us", order="attack 4th"))
    assert format_order(charge.begun.orders[0].order) == "Charge unit=2nd-wisconsin"
    fire = brief("longstreet_lite", table, OrderRow(by="us", order="fire 4th", dice=(1, 1, 1)))
    assert format_order(fire.begun.orders[0].order) == "FireUnit unit=2nd-wisconsin target=4th-virginia"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("xyzzy", "there is no order 'xyzzy'"),
        ("", "there is no order here"),
        ("attack", "DeclareAttack also needs unit= (a unit), target= (a hex)"),
    ],
)
def test_what_is_no_order_in_any_phase_is_said(text: str, said: str) -> None:
    assert said in refused("gettysburg", "U-1 at 1826; C-41 at 1827", OrderRow(by="union", order=text, dice=(1, 1)))
