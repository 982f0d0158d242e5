"""What the careful player decides: whom to charge, whom to rally first, whom to shoot at, when to fall back."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import Order
from domain.kernel.play import carry_out
from rules.black_powder import SYSTEM
from rules.black_powder.command.asks import GiveOrder, Rally, Withdraw
from rules.black_powder.player import careful, rollout, wishes
from rules.black_powder.player.view import View
from rules.black_powder.shooting.asks import EndShooting, ShootUnit
from rules.black_powder.state import State, Unit
from tests.black_powder.commanding import at_orders
from tests.black_powder.positions import piece, position, unit


def decides(state: State, side: str = "blue") -> Order:
    """Its order, which must be legal."""
    order = careful.choose(state, side)
    assert order is not None
    carry_out(SYSTEM, state, side, order, SeededChance(1))
    return order


def facing(mine: Unit, foe: Unit, **others: Unit) -> State:
    return at_orders({"u": mine, "foe": foe, **others}, at="40:12")


def blue(at: str = "40:20", profile: str = "d_foot", **more: Any) -> Unit:
    return unit("blue", profile, at, **more)


def red(at: str = "40:30", profile: str = "d_foot", **more: Any) -> Unit:
    return unit("red", profile, at, "180", more.pop("formation", "line"), **more)


class TestCharges:
    def test_it_charges_whom_fire_has_shaken(self) -> None:
        order = decides(facing(blue(), red(casualties=3, disordered=True), v=blue("40:16.5")))
        assert isinstance(order, GiveOrder)
        assert (order.units, order.charge) == (("u",), "foe")

    def test_it_takes_guns(self) -> None:
        order = decides(facing(blue(), red(profile="d_gun", formation="unlimbered"), v=blue("40:16.5")))
        assert isinstance(order, GiveOrder)
        assert order.charge == "foe"

    def test_but_not_sound_foot_that_would_fire_first(self) -> None:
        order = decides(facing(blue(), red()))
        assert not (isinstance(order, GiveOrder) and order.charge)

    def test_nor_a_garrison(self) -> None:
        farm = piece("building block", "36:28", "44:28", "44:34", "36:34", name="farm")
        state = at_orders({"u": blue(), "foe": red(inside="farm")}, farm, at="40:12")
        order = decides(state)
        assert not (isinstance(order, GiveOrder) and order.charge)

    def test_horse_leaves_alone_who_will_form_square(self) -> None:
        order = decides(facing(blue(profile="d_horse"), red("40:34", "d_square", disordered=True)))
        assert not (isinstance(order, GiveOrder) and order.charge)


class TestRally:
    def brigade(self, *casualties: int) -> State:
        units = {f"u{at}": blue(f"{20 + 12 * at}:20", casualties=lost) for at, lost in enumerate(casualties)}
        state = at_orders({**units, "foe": red("40:60")}, at="26:14")
        state.commanders["blue-general"].at = None
        state.commanders["blue-second"].at = None
        return state

    def test_bp_vic_1_first_the_unit_without_which_the_brigade_breaks(self) -> None:
        state = self.brigade(3, 0)
        assert decides(state) == Rally(commander="blue-first", unit="u0")

    def test_but_the_brigade_goes_on_while_it_can_bear_the_loss(self) -> None:
        order = decides(self.brigade(3, 0, 0, 0))
        assert isinstance(order, GiveOrder)

    def test_the_general_rallies_whoever_is_shaken(self) -> None:
        state = self.brigade(3, 0, 0, 0)
        state.commanders["blue-general"].at, state.commanders["blue-first"].at = state.commanders["blue-first"].at, None
        assert decides(state) == Rally(commander="blue-general", unit="u0")


def test_a_shaken_unit_near_the_enemy_goes_back() -> None:
    state = facing(blue(casualties=3), red("40:34"))
    wanted = wishes.wish(View(state, "blue"), "u", None)
    assert wanted is not None
    assert (wanted.do, wanted.bearing) == ("retire", 18_000), "straight away from it"


def test_bp_vic_10_a_broken_brigade_withdraws_first() -> None:
    state = facing(blue(), red())
    state.brigades["blue-foot"].broken = True
    assert isinstance(decides(state), Withdraw)


class TestShots:
    def test_it_shoots_whoever_can(self) -> None:
        state = position({"u": blue(), "foe": red("40:32")})
        assert decides(state) == ShootUnit(unit="u", target="foe")

    def test_of_two_it_may_take_it_takes_the_better_target(self) -> None:
        """The nearest skirmish and may be passed over for a line in the open (BP.tgt.4)."""
        state = position({"u": blue(), "near": red("34:28", "d_tiny", formation="skirmish"), "foe": red("47:31")})
        assert decides(state) == ShootUnit(unit="u", target="foe")

    def test_and_ends_when_nobody_is_left_to_shoot_at(self) -> None:
        state = position({"u": blue(), "foe": red("40:60")})
        assert isinstance(decides(state), EndShooting)


@pytest.mark.parametrize("choose", [careful.choose, rollout.choose], ids=["careful", "rollout"])
def test_it_says_nothing_when_it_is_not_its_turn(choose: Any) -> None:
    assert choose(position({"u": blue(), "foe": red("40:32")}), "red") is None
