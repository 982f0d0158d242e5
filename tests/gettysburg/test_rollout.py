"""The cheap player: sent on by the ground, each piece looked at once a phase."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.play import carry_out
from rules.gettysburg import SYSTEM
from rules.gettysburg.combat.asks import AwaitCounterAttack, ResolveAttack, RetreatTo
from rules.gettysburg.movement.asks import DeclareAttack, DeclareBombardment, MoveUnit
from rules.gettysburg.player.rollout import choose
from rules.gettysburg.position import is_near, is_within
from rules.gettysburg.rulings import FULL
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import POOL, ROUTED, State
from rules.gettysburg.turn.asks import Decline, EndPhase, Rally, ReturnUnit
from tests.gettysburg.fighting import C, U, combat
from tests.gettysburg.fighting import ground as fighting_ground
from tests.gettysburg.positions import give, position, start
from tests.gettysburg.small_maps import road, small_ground

OPEN = fighting_ground()
GOOD, POOR = "5/5/5", "2/2/2"
HILL = small_ground(named_hills={"Cemetery Hill": ("2020", "2021")}, entry_hexes={"A": "2001"})


def day(places: dict[str, str], **more: Any) -> State:
    return position(places, ground=HILL, scenario="first_day", **more)


def test_8_4_a_brigade_attacks_a_weaker_one_beside_it_and_not_a_stronger() -> None:
    weak = position({"C-6": "2020", "U-5": "2021"}, ratings={"C-6": GOOD, "U-5": POOR}, ground=OPEN)
    assert choose(weak, C) == DeclareAttack(unit="C-6", target="2021")
    strong = position({"C-6": "2020", "U-5": "2021"}, ratings={"C-6": POOR, "U-5": GOOD}, ground=OPEN)
    assert choose(strong, C) == EndPhase()


def test_8_1_a_brigade_marches_for_the_ground_that_decides_and_stays_there() -> None:
    order = choose(day({"C-6": "2014"}), C)
    assert isinstance(order, MoveUnit)
    assert (order.unit, len(order.path), order.path[-1]) == ("C-6", 4, "2018")
    assert choose(day({"C-6": "2020"}), C) == EndPhase()


def test_8_4_whoever_comes_up_to_the_enemy_stops_and_declares() -> None:
    state = day({"C-6": "2014", "U-5": "2018"}, ratings={"C-6": GOOD, "U-5": POOR})
    order = choose(state, C)
    assert isinstance(order, MoveUnit)
    carry_out(SYSTEM, state, C, order, SeededChance(1))
    assert choose(state, C) == DeclareAttack(unit="C-6", target="2018")


def test_15_cavalry_and_guns_stop_short_of_infantry() -> None:
    for name in ("C-52", "C-45"):
        order = choose(day({name: "2014", "U-5": "2018"}, fired=("C-52",)), C)
        end = order.path[-1] if isinstance(order, MoveUnit) and order.path else "2014"
        assert "2018" not in HILL.near(end)


def test_pieces_before_the_last_one_used_are_not_looked_at_again() -> None:
    state = day({"C-6": "2014", "C-7": "2114"})
    state.turn.acted.append("C-7")
    assert choose(state, C) == EndPhase()


def test_20_2_nobody_marches_at_night() -> None:
    assert choose(day({"C-6": "2014"}, turn=11), C) == EndPhase()


def test_10_1_reinforcements_come_on_and_march() -> None:
    state = day({"U-1": POOL}, active=U)
    state.units["U-1"].due = Arrival(turn=3, entry="A")
    order = choose(state, U)
    assert isinstance(order, MoveUnit)
    assert order.path[0] == "2001"
    assert len(order.path) > 1


def test_7_3_a_disrupted_brigade_recovers_first() -> None:
    assert choose(day({"C-6": "2014"}, disrupted=("C-6",)), C) == MoveUnit(unit="C-6", recover=True)


def test_7_4_a_shaken_brigade_goes_out_of_reach_and_rallies() -> None:
    near = day({"C-6": "2017", "U-5": "2019"}, shaken=("C-6",))
    order = choose(near, C)
    assert isinstance(order, MoveUnit)
    assert not is_within(near, order.path[-1], C, 2)
    assert choose(day({"C-6": "2014"}, shaken=("C-6",)), C) == EndPhase()
    assert choose(day({"C-6": "2014"}, shaken=("C-6",), phase="rally"), C) == Rally(unit="C-6")


def test_14_1_guns_fire_at_the_first_unit_in_range() -> None:
    state = position({"C-51": "2020", "U-5": "2022"}, ground=OPEN)
    assert choose(state, C) == DeclareBombardment(unit="C-51", target="2022", aim="U-5")


def test_10_4_routed_units_come_back_beside_the_train() -> None:
    pike = road("2010", "2011", "2012")
    places = {"C-Train": "2011", "C-6": ROUTED}
    state = position(places, phase="return", ground=fighting_ground(roads=(pike,)))
    assert isinstance(choose(state, C), ReturnUnit)


def test_12_4_a_retreat_goes_out_of_contact() -> None:
    state = combat(
        {"C-6": "2020", "C-7": "2122", "U-5": "2021"}, {"C-6": "2021"}, ratings={"C-6": "4/4/4", "U-5": "4/3/4"}
    )
    give(state, C, ResolveAttack(unit="C-6"), 4, 4)
    order = choose(state, U)
    assert isinstance(order, RetreatTo)
    assert not is_near(state, order.to, U)


@pytest.mark.parametrize("options", [(), FULL], ids=["plain", "full"])
def test_nobody_decides_for_the_other(options: tuple[str, ...]) -> None:
    state = start("mcpherson", options=options)
    assert choose(state, C) is not None
    assert choose(state, U) is None


def test_19_1_it_makes_no_counter_attack() -> None:
    state = position({"C-6": "2020", "U-5": "2021"}, ground=OPEN, phase="combat")
    state.core.pending.append(AwaitCounterAttack(side=U, targets=("2020",)))
    assert choose(state, U) == Decline()
