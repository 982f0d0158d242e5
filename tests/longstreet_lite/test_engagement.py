"""LL.7.engage, LL.7.alloc.4, LL.7.barely Whom an attacker fights, and how much of its front they occupy."""

from __future__ import annotations

import pytest

from rules.longstreet_lite.combat.engagement import front_overlapped, is_close_ahead, spaces_occupied
from rules.longstreet_lite.combat.facts import AttackRolled, Engaged
from rules.longstreet_lite.formation import Body, body_of
from rules.longstreet_lite.state import Unit
from tests.longstreet_lite.fights import charge, engaged_by, fight, one, table
from tests.longstreet_lite.positions import unit

US = unit("us", "10:10")  # its front from x = 8 to 12


def engaged(others: dict[str, Unit], **readings: str) -> dict[str, Engaged]:
    """Whom US engages after a charge straight ahead."""
    state = table({"us": US, **others}, readings=readings)
    charge(state)
    return engaged_by(state)


def body(found: Unit) -> Body:
    return body_of(table({}), found)


@pytest.mark.parametrize(
    ("y", "both"),
    [
        pytest.param("13.6", True, id="LL.7.engage.2 0.6 BW ahead"),
        pytest.param("14", True, id="LL.G.4 exactly 1 BW"),
        pytest.param("14.02", False, id="LL.7.engage.2 beyond 1 BW"),
    ],
)
def test_ll_7_engage_2_others_directly_in_front_within_one_base_width_are_engaged_too(y: str, both: bool) -> None:
    found = engaged({"touched": unit("cs", "13:13", "180"), "near": unit("cs", f"9:{y}", "180", (2,))})
    assert {name: met.contact for name, met in found.items()} == ({"touched": True} | ({"near": False} if both else {}))


def test_ll_7_engage_2_near_but_not_directly_in_front_is_not_engaged() -> None:
    found = engaged({"touched": unit("cs", "10:13", "180"), "aside": unit("cs", "14.1:13.3", "180")})
    assert list(found) == ["touched"]


def test_ll_7_engage_1_every_enemy_at_the_front_edge_is_engaged_in_contact() -> None:
    found = engaged({"a": unit("cs", "8.5:13", "180", (2,)), "b": unit("cs", "11.5:13", "180", (2,))})
    assert {name: met.contact for name, met in found.items()} == {"a": True, "b": True}


def test_ll_7_engage_3_a_defender_is_engaged_with_each_unit_that_attacks_it() -> None:
    units = {
        "us": unit("us", "8.5:10", ranks=(2,)), "us2": unit("us", "11.5:10", ranks=(2,)),
        "cs": unit("cs", "10:13", "180", (5,)),
    }  # fmt: skip
    state = table(units)
    charge(state)
    charge(state, "us2")
    facts = fight(state, *(1,) * 5, 4, 1, 1, 1)
    assert [part.unit for part in one(AttackRolled, facts).parts] == ["us", "us2"]


def test_ll_7_alloc_4_a_defender_occupies_each_space_of_one_base_width_that_it_enters() -> None:
    assert spaces_occupied(body(US), body(unit("cs", "10:10", "180"))) == 4
    assert spaces_occupied(body(US), body(unit("cs", "12.4:10", "180", (3,)))) == 2  # from x = 10.9
    assert spaces_occupied(body(US), body(unit("cs", "12.5:10", "180", (3,)))) == 1  # from x = 11
    assert spaces_occupied(body(US), body(unit("cs", "10:10.9", "180", (2,)))) == 2
    assert spaces_occupied(body(US), body(unit("cs", "10:11.1", "180", (2,)))) == 0


@pytest.mark.parametrize(
    ("x", "half_base", "half_front"),
    [
        pytest.param("6.98", True, True, id="0.48 BW of the front"),
        pytest.param("7", False, True, id="0.5 BW"),
        pytest.param("8.48", False, True, id="1.98 BW"),
        pytest.param("8.5", False, False, id="half of the front"),
    ],
)
def test_d37_barely_engaged_is_less_than_half_of_one_base_or_of_the_front(
    x: str, half_base: bool, half_front: bool
) -> None:
    """LL.7.barely.1"""
    others = {"touched": unit("cs", "12.5:13", "180", (2,)), "near": unit("cs", f"{x}:13.5", "180", (3,))}
    assert engaged(others, D37="A")["near"].barely is half_base
    assert engaged(others, D37="B")["near"].barely is half_front


def test_ll_7_barely_1_a_defender_in_contact_is_never_barely_engaged() -> None:
    met = engaged({"cs": unit("cs", "13.7:13", "180")})["cs"]
    assert (met.contact, met.front, met.barely) == (True, 300, False)


def test_ll_7_barely_1_the_front_overlapped_is_what_stands_before_it_within_one_base_width() -> None:
    assert front_overlapped(body(US), body(unit("cs", "6.7:10.5", "180", (3,)))) == 200
    assert front_overlapped(body(US), body(unit("cs", "10:11.5", "180"))) == 0
    assert is_close_ahead(body(US), body(unit("cs", "10:11.5", "180"))) is False
