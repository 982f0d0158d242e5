"""LL.5.gen.1, LL.7.charge.2 Fire and charges are typed by who strikes or by who is struck."""

from __future__ import annotations

import pytest

from domain.games.hearing import heard
from domain.kernel.errors import MalformedOrder
from domain.words.orders import format_order
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.state import State
from tests.longstreet_lite.fights import charge, struck, table
from tests.longstreet_lite.firing_line import enemy, facing, firer
from tests.longstreet_lite.positions import unit


def typed(state: State, text: str, by: str = "us") -> str:
    return format_order(heard(SYSTEM, state, by, text, {}).order)


def two_pairs() -> State:
    return table(
        {
            "us": unit("us", "10:10", name="Alpha"), "us2": unit("us", "20:10", name="Bravo"),
            "cs": unit("cs", "10:13", "180", name="Foe"), "cs2": unit("cs", "20:13", "180", name="Fiend"),
        }
    )  # fmt: skip


@pytest.mark.parametrize("text", ["charge foe", "attack foe", "charge alpha", "attack alpha foe", "charge foe alpha"])
def test_ll_7_charge_2_an_enemy_that_is_named_is_whom_the_charge_strikes(text: str) -> None:
    assert typed(two_pairs(), text) == "Charge unit=us"


def test_ll_7_contact_4_the_wheel_that_leads_to_him_is_found() -> None:
    state = table({"us": unit("us", "10:10"), "cs": unit("cs", "12.9:13", "180", name="Foe")})
    order = heard(SYSTEM, state, "us", "charge foe", {}).order
    assert "cs" in struck(charge(state, "us", getattr(order, "wheel")))  # noqa: B009


def test_of_several_who_can_charge_him_one_must_be_named() -> None:
    state = table(
        {
            "us": unit("us", "10:10", name="Alpha"), "us2": unit("us", "15:10", name="Bravo"),
            "cs": unit("cs", "12.5:13", "180", ranks=(6,), name="Foe"),
        }
    )  # fmt: skip
    with pytest.raises(MalformedOrder) as refused:
        typed(state, "charge foe")
    assert str(refused.value) == "against Foe (cs) Charge also needs unit=: Alpha (us) or Bravo (us2)"
    assert typed(state, "charge foe bravo").startswith("Charge unit=us2")


def test_nobody_who_can_is_said() -> None:
    state = table({"us": unit("us", "10:10"), "cs": unit("cs", "10:30", "180", name="Foe")})
    with pytest.raises(MalformedOrder, match=r"there is no Charge against Foe \(cs\) to give now"):
        typed(state, "charge foe")


def test_ll_5_gen_1_an_enemy_that_is_named_is_fired_at() -> None:
    state = facing(us=firer(), cs=enemy())
    assert typed(state, "fire us") == "FireUnit unit=us"
    assert typed(state, "fire cs") == "FireUnit unit=us target=cs"
    assert typed(state, "fire cs us") == typed(state, "shoot us cs") == "FireUnit unit=us target=cs"


def test_ll_5_gen_1_of_several_who_can_fire_one_must_be_named() -> None:
    state = facing(us=firer(), cs=enemy(ranks=(3,)), others={"us2": firer("11:5")})
    with pytest.raises(MalformedOrder, match=r"FireUnit also needs unit=: us or us2"):
        typed(state, "fire cs")
