"""LL.1.edge.6, LL.7.flank, D3, D4 Which edge a charge strikes, and who may strike a flank."""

from __future__ import annotations

import pytest

from domain.kernel.errors import IllegalOrder
from rules.longstreet_lite.combat.facts import DefenceRolled, UnitsEngaged
from rules.longstreet_lite.combat.flank import edge_struck, may_strike_flank
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.state import State
from tests.longstreet_lite.fights import charge, fight, one, refused, struck, table, told
from tests.longstreet_lite.positions import unit

# CS faces north: its front is y = 10 from x = 8 to 12, its flanks x = 8 and 12, its rear y = 9.
CS = unit("cs", "10:10")


def from_(at: str, heading: str, ranks: tuple[int, ...] = (4,), **readings: str) -> State:
    return table({"us": unit("us", at, heading, ranks), "cs": CS}, readings=readings)


@pytest.mark.parametrize(
    ("at", "heading", "edge"),
    [
        pytest.param("10:13", "180", "front", id="head on"),
        pytest.param("12:13", "180", "front", id="flush with the front beyond its corner"),
        pytest.param("13.5:13", "200", "corner", id="slanting, at a corner of the front"),
        pytest.param("14:12", "225", "corner", id="a corner hit from ahead"),
    ],
)
def test_ll_1_edge_6_frontal_contact_needs_no_right(at: str, heading: str, edge: str) -> None:
    """D3 C: at a corner of the front a charge without the right counts as frontal."""
    assert struck(charge(from_(at, heading))) == {"cs": (edge, False)}


@pytest.mark.parametrize(
    ("at", "heading", "edge"),
    [
        pytest.param("14:9", "270", "flank", id="three of four bases behind the front line"),
        pytest.param("14:10", "270", "flank", id="half of the bases"),
        pytest.param("14:8", "315", "flank", id="from behind, at a rear corner"),
        pytest.param("14:9", "255", "corner", id="from behind, at a front corner"),
        pytest.param("10:5", "0", "rear", id="from the rear"),
    ],
)
def test_ll_1_edge_6_half_the_bases_behind_the_front_line_and_none_before_the_enemy_give_the_right(
    at: str, heading: str, edge: str
) -> None:
    assert struck(charge(from_(at, heading))) == {"cs": (edge, True)}


def test_ll_1_edge_6_fewer_than_half_behind_the_front_line_may_not_strike_the_flank() -> None:
    """I31"""
    state = from_("14:10.5", "270")
    assert refused(state) == "LL.1.edge.6"
    assert told(state) == (
        "us would strike cs in the flank; for that, half of its bases must be wholly behind the front line of cs and "
        "none of it directly in front, before the charge begins"
    )


def body(at: str, heading: str, ranks: tuple[int, ...] = (4,)) -> Body:
    return body_of(table({}), unit("us", at, heading, ranks))


def test_ll_1_edge_6_no_part_may_be_directly_in_front() -> None:
    """Half of the bases are behind the line in both cases; a long column also reaches before the enemy."""
    assert may_strike_flank(body("12.5:9", "150", (1, 1, 1, 1, 1, 1)), body("10:10", "0")) is False
    assert may_strike_flank(body("13:9", "180", (2,)), body("10:10", "0")) is True
    assert may_strike_flank(body("11.5:12", "180", (2,)), body("10:10", "0")) is False


def test_ll_1_edge_6_a_short_last_rank_has_flanks_of_its_own() -> None:
    """From the side behind the front rank: the second rank's flank is struck, not its front."""
    defender = body("10:10", "0", (4, 2))
    attacker = body("10.005:7.5", "270", (1,))
    assert edge_struck(attacker, defender) == "flank"


def test_d3_says_what_becomes_of_a_charge_without_the_right() -> None:
    """A is refused even at a corner, B is frontal anywhere, C tells the two apart."""
    flank, corner = ("14:10.5", "270"), ("14:12", "225")
    assert [refused(from_(*where, D3="A")) for where in (flank, corner)] == ["LL.1.edge.6"] * 2
    assert struck(charge(from_(*flank, D3="B"))) == {"cs": ("flank", False)}
    assert struck(charge(from_(*corner, D3="B"))) == {"cs": ("corner", False)}
    assert refused(from_(*flank, D3="C")) == "LL.1.edge.6"
    assert struck(charge(from_(*corner, D3="C"))) == {"cs": ("corner", False)}


def test_d3_a_does_not_touch_a_frontal_charge_or_one_with_the_right() -> None:
    assert struck(charge(from_("12:13", "180", D3="A"))) == {"cs": ("front", False)}
    assert struck(charge(from_("14:9", "270", D3="A"))) == {"cs": ("flank", True)}


def test_d4_judges_the_right_before_the_wheel_after_it_or_at_contact() -> None:
    """One wheel brings half of the unit behind the line; after the other, the way brings too much ahead of it."""
    gained = {reading: _outcome(from_("14:10", "255", D4=reading), "right:14") for reading in "ABC"}
    assert gained == {"A": "LL.1.edge.6", "B": "flanked", "C": "LL.1.edge.6"}
    lost = {reading: _outcome(from_("14:8.25", "280", D4=reading), "left:14") for reading in "ABC"}
    assert lost == {"A": "flanked", "B": "flanked", "C": "LL.1.edge.6"}


def _outcome(state: State, wheel: str) -> str:
    try:
        fact = charge(state, wheel=wheel)
    except IllegalOrder as refusal:
        return refusal.rule
    return "flanked" if struck(fact)["cs"][1] else "frontal"


def test_ll_7_flank_1_a_defender_is_flanked_only_by_an_attacker_that_touches_its_flank_or_rear() -> None:
    """`near` is engaged from its flank, at half a base width and without contact, and so is not flanked."""
    units = {"us": unit("us", "14:9", "270"), "cs": unit("cs", "10:9.5"), "near": unit("cs", "9.5:8")}
    state = table(units)
    charge(state)
    engaged = one(UnitsEngaged, fight(state)).engaged
    assert {met.unit: (met.contact, met.flanked) for met in engaged} == {"cs": (True, True), "near": (False, False)}


def test_ll_7_flank_1_and_ll_7_vuln_1_a_flanked_defender_is_vulnerable() -> None:
    state = from_("14:9", "270")
    charge(state)
    facts = fight(state, 6, 5, 5, 5, 1, 1, 1, 3)
    assert one(UnitsEngaged, facts).engaged[0].flanked
    assert (one(DefenceRolled, facts).vulnerable, one(DefenceRolled, facts).needs) == (True, 6)
