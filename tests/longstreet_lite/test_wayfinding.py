"""LL.6 The way toward a point, for whoever names only where a unit is to go."""

from __future__ import annotations

import pytest

from domain.games.hearing import heard
from domain.kernel.errors import BadInput, MalformedOrder
from domain.words.orders import format_order
from domain.words.tell import say_of
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.movement.asks import MoveUnit
from rules.longstreet_lite.movement.wayfinding import nearest
from rules.longstreet_lite.state import State
from tests.longstreet_lite.marching import field, moved
from tests.longstreet_lite.positions import unit


def ground() -> State:
    """A regiment that faces north, a friend behind it, a limber beside it, an enemy far off."""
    return field(
        {
            "a": unit("us", "12:7", name="Alpha"),
            "b": unit("us", "12:3", name="Bravo"),
            "gun": unit("us", "20:7", kind="ART", limbered=True, bases=3, name="Gun"),
            "foe": unit("cs", "12:20", heading="180", name="Foe"),
        }
    )


@pytest.mark.parametrize(
    ("text", "order", "price"),
    [
        ("move alpha 12:9", "MoveUnit unit=a path=to:12:9", "2 of 4 BW"),
        ("move a to=13:9", "MoveUnit unit=a path=to:13:9", "2.237 of 4 BW"),
        ("move a to foe", "MoveUnit unit=a path=ahead:4", "4 of 4 BW"),
        ("move gun 20:2", "MoveUnit unit=gun path=to:20:2", "5 of 6 BW"),
    ],
)
def test_ll_6_dist_1_the_move_that_ends_nearest_is_found_and_priced(text: str, order: str, price: str) -> None:
    found = heard(SYSTEM, ground(), "us", text, {})
    assert format_order(found.order) == order
    assert found.price is not None
    assert say_of(SYSTEM).reason(found.price) == price


@pytest.mark.parametrize("to", ["12:9", "16:9", "4:16", "12:1", "30:20"])
def test_ll_6_gen_1_what_is_found_is_legal_and_leads_nearer(to: str) -> None:
    state = ground()
    found = nearest(state, "us", {"unit": "a"}, to)
    assert isinstance(found, MoveUnit)
    before = state.units["a"].pose
    fact = moved(state, "a", *found.path)
    assert before is not None
    x, y = (round(float(part) * 1000) for part in to.split(":"))
    was, now = ((at[0] - x) ** 2 + (at[1] - y) ** 2 for at in ((before.x, before.y), fact.pose))
    assert now < was


def test_ll_6_gen_1_where_no_move_leads_nearer_it_is_said() -> None:
    state = ground()
    assert nearest(state, "us", {"unit": "a"}, "12:7") is None
    assert nearest(state, "us", {"unit": "foe"}, "12:7") is None
    assert nearest(state, "us", {"unit": "nobody"}, "12:7") is None
    with pytest.raises(BadInput, match=r"Alpha \(a\) finds no way to 12:7 in one move; name the steps with path="):
        heard(SYSTEM, state, "us", "move a 12:7", {})


def test_steps_may_still_be_spelt_out() -> None:
    found = heard(SYSTEM, ground(), "us", "move alpha wheel-left:10 ahead:1", {})
    assert (found.order, found.price) == (MoveUnit(unit="a", path=("wheel-left:10", "ahead:1")), None)
    with pytest.raises(MalformedOrder, match="'nowhere' is no step of a move"):
        heard(SYSTEM, ground(), "us", "move alpha nowhere", {})
