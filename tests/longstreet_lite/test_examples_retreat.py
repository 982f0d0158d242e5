"""The examples of retreats, by their number in the rules reference."""

from __future__ import annotations

import pytest

from domain.tabletop.bodies import gap_squared
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.retreat.asks import RetreatUnit
from rules.longstreet_lite.retreat.facts import RetreatRolled, UnitRetreated
from rules.longstreet_lite.state import Retreating
from tests.longstreet_lite.falling_back import fall_back, line, one
from tests.longstreet_lite.positions import give, position, refusal, unit


def test_e27_an_attacker_1_bw_from_an_enemy_that_held_still_goes_back_the_die() -> None:
    """LL.F.6, LL.7.fdist.2: P has retreated far off, Q held at 1 BW straight ahead; dice 1 and 3."""
    state = position(
        {"att": line("us", "18:12"), "p": unit("cs", "5:22", "180"), "q": unit("cs", "18:13", "180")}, phase="combat"
    )
    facts = fall_back(state, "us", {"att": Retreating(engaged=("p", "q"))}, 1, 3)
    assert one(RetreatRolled, facts).distance == 1
    assert refusal(SYSTEM, state, "us", RetreatUnit(unit="att", path=("back:0",))) == "LL.F.6"
    fact = one(UnitRetreated, give(SYSTEM, state, "us", RetreatUnit(unit="att")))
    assert (fact.pose, fact.way, fact.lower) == ((18_000, 11_000, 0), 1000, True)
    assert gap_squared(body_of(state, state.units["att"]), body_of(state, state.units["q"])) == 2000**2


@pytest.mark.parametrize(("side", "distance"), [("us", 2), ("cs", 6)])
def test_x9_dice_2_and_6_send_the_active_sides_unit_2_bw_the_passive_sides_6(side: str, distance: int) -> None:
    """LL.7.fdist.1"""
    enemy = "cs" if side == "us" else "us"
    state = position({"d": line(side), "a": unit(enemy, "18:12", "180")}, phase="combat")
    facts = fall_back(state, side, {"d": Retreating(engaged=("a",))}, 2, 6)
    assert one(RetreatRolled, facts).distance == distance
    assert one(UnitRetreated, give(SYSTEM, state, side, RetreatUnit(unit="d"))).way == distance * 1000
