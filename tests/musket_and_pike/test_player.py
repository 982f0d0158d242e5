"""The automatic player: its sense for Wings, charges and salvoes, its answers, and what it may know."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import Order
from domain.kernel.reasons import Reason
from rules.musket_and_pike import charts
from rules.musket_and_pike.cards import AwaitResult, EnterResult, Lookup
from rules.musket_and_pike.fire.asks import FireGuns, FirePistol, Salvo, Skirmish, TurnGuns
from rules.musket_and_pike.melee.asks import AwaitPistols, DeclareMelee, EndDeclarations, MeleePistols
from rules.musket_and_pike.morale.asks import AssignHit, AwaitHit
from rules.musket_and_pike.movement.asks import MoveLeader, MoveUnit
from rules.musket_and_pike.movement.strides import Here
from rules.musket_and_pike.player import odds, wings
from rules.musket_and_pike.player.careful import choose
from rules.musket_and_pike.player.rollout import choose as choose_cheaply
from rules.musket_and_pike.player.view import View
from rules.musket_and_pike.position import is_near_enemy
from rules.musket_and_pike.reaction.asks import AwaitTargetFire, Intercept, ReactFace, ReactFire, ReactHedgehog
from rules.musket_and_pike.recovery.asks import Rally, Reform
from rules.musket_and_pike.state import OPEN_ORDER, SET_UP, State
from rules.musket_and_pike.turn.asks import (
    AwaitChange,
    AwaitContinuation,
    AwaitPreemption,
    ChangeOrder,
    ChooseOpenOrder,
    ChooseOrders,
    ContinueWing,
    EndActions,
    Preempt,
)
from rules.musket_and_pike.work import Decline, ResumeTrigger, Trigger
from tests.musket_and_pike.melees import FOOT, GUN, H1, H2, LI, R1, R2, RED, RED_LI, RED_TWO, TWO, resumed, step
from tests.musket_and_pike.positions import give, let_pass, position, start

BLUE_SIDE, RED_SIDE = "blue", "red"


def react(places: dict[str, str], mover: str, side: str = RED_SIDE, **more: Any) -> Order | None:
    """What a side does about a unit that has just come where it stands."""
    state = position(places, **more)
    trigger = Trigger(kind="TR1", unit=mover, how="move", hexes=state.units[mover].hexes)
    resumed(state, ResumeTrigger(trigger=trigger))
    return choose(state, side)


# 10.9.5 Of a two-hex unit that stands with one half in the woods of 0108 the other is fired at


def test_10_9_5_fire_goes_to_the_hex_that_promises_more() -> None:
    for firer, kind in ((FOOT, Salvo), (H1, FirePistol)):
        state = position({firer: "0109:5", RED_TWO: "0208:2"})
        order = choose(state, BLUE_SIDE)
        assert isinstance(order, kind)
        assert "0208" in (getattr(order, "hexes", ()) or (getattr(order, "hex", ""),))


def test_10_9_5_so_does_reaction_fire() -> None:
    assert react({TWO: "0108:5", RED: "0107:2"}, TWO) == ReactFire(unit=RED, salvo=True, hex="0208")


# Odds


def test_11_3_6_momentum_and_a_shaken_enemy_make_a_melee_worth_more() -> None:
    state = position({H1: "1012:5", R1: "1011:2"})
    here = Here(state.units[H1].hexes, 5, "FN")
    plain = odds.melee(odds.standing(state, H1, here, momentum=False), (H1,), R1, ("1011",))
    assert odds.melee(odds.standing(state, H1, here, momentum=True), (H1,), R1, ("1011",)) > plain
    state.units[R1].morale = "MS"
    assert odds.melee(state, (H1,), R1, ("1011",)) > plain


def test_12_4_6_whoever_is_broken_already_stands_to_lose_most() -> None:
    unit = position({H1: "1012:5"}).units[H1]
    found = []
    for level in ("MN", "MS", "MB"):
        unit.morale = level
        found.append(odds.harm(unit, (0.3, 0.2, 0.1)))
    assert found == sorted(found)
    assert found[2] == pytest.approx(0.6)


def test_a_chance_is_counted_in_faces_of_the_die() -> None:
    assert odds.chance(4, ()) == 0.5
    assert odds.chance(None, ()) == 0
    assert odds.chance(20, ()) == 1


# Wings


def test_5_5_3_horse_charges_foot_comes_up_and_who_is_outnumbered_waits() -> None:
    state = start()
    assert state.core.phase == SET_UP
    assert choose(state, BLUE_SIDE) == ChooseOrders(orders={"blue-foot": "make_ready", "blue-horse": "charge"})
    assert wings.is_outnumbered(View(state, RED_SIDE))
    assert choose(state, RED_SIDE) == ChooseOrders(orders={"red-foot": "receive_charge", "red-horse": "charge"})


def test_5_5_3_what_the_enemy_has_sealed_changes_nothing() -> None:
    state = start()
    alone = choose(state, RED_SIDE)
    state.sealed[BLUE_SIDE] = {"blue-foot": "rally", "blue-horse": "rally"}
    assert choose(state, RED_SIDE) == alone
    assert choose(state, BLUE_SIDE) is None


def test_6_3_3_nobody_starts_in_open_order() -> None:
    state = start(options=("historical_orders",))
    assert state.core.phase == OPEN_ORDER
    assert choose(state, BLUE_SIDE) == ChooseOpenOrder()


def asks(state: State, frame: Any) -> Order | None:
    state.core.pending.append(frame)
    return choose(state, frame.side)


def preempting(far: str, **more: Any) -> State:
    return position(
        {H1: f"{far}:5", R1: "1705:2"}, wing="red-horse", orders={"blue-horse": "charge"},
        leaders={"blue-horse": far, "red-horse": "1705"}, **more,
    )  # fmt: skip


def test_4_4_1_a_charge_wing_that_can_strike_first_preempts() -> None:
    frame = AwaitPreemption(side=BLUE_SIDE, wing="red-horse")
    assert asks(preempting("1711"), frame) == Preempt(wing="blue-horse")
    assert asks(preempting("1717"), frame) == Decline()
    marked = preempting("1711")
    marked.wings["blue-horse"].no_continue = True
    assert asks(marked, frame) == Decline()


def test_5_7_a_wing_half_shaken_rallies_unless_it_is_the_last_that_is_sound() -> None:
    places = {H1: "1712:5:MS", H2: "1912:5", R1: "1705:2", TWO: "0914:5"}
    frame = AwaitChange(side=BLUE_SIDE, wing="blue-horse")
    assert asks(position(places, order="charge"), frame) == ChangeOrder(to="rally")
    alone = position(places, order="charge", orders={"blue-foot": "rally"})
    assert asks(alone, frame) == Decline()


def test_5_7_foot_that_has_come_up_charges() -> None:
    state = position({TWO: "0911:5", RED: "0908:2"}, order="make_ready")
    assert asks(state, AwaitChange(side=BLUE_SIDE, wing="blue-foot")) == ChangeOrder(to="charge")


def test_4_3_1_a_wing_tries_to_go_on_but_not_to_stand_and_wait() -> None:
    frame = AwaitContinuation(side=BLUE_SIDE, wing="blue-horse")
    places = {H1: "1712:5", R1: "1705:2"}
    assert isinstance(asks(position(places, order="charge"), frame), ContinueWing)
    assert asks(position(places, order="receive_charge"), frame) == Decline()


# Marches


@pytest.mark.parametrize("thought", [choose, choose_cheaply])
def test_11_3_6_horse_comes_over_two_clear_hexes_into_contact(thought: Any) -> None:
    state = position({H1: "1312:5", R1: "1307:2"}, order="charge")
    order = thought(state, BLUE_SIDE)
    assert isinstance(order, MoveUnit)
    give(state, BLUE_SIDE, order)
    let_pass(state, "AwaitReaction")
    assert is_near_enemy(state, state.units[H1].hexes, BLUE_SIDE)
    assert state.units[H1].momentum


def test_11_3_7_horse_rides_round_the_flank_of_foot_that_looks_its_way() -> None:
    state = position({H1: "1011:5", RED: "1009:2", RED_LI: "0303:2"}, order="charge")
    order = choose(state, BLUE_SIDE)
    assert isinstance(order, MoveUnit)
    give(state, BLUE_SIDE, order)
    around = state.ground.around(state.units[RED].hexes, state.units[RED].facing)
    assert state.units[H1].at not in around.front


def test_5_6_2_foot_comes_up_and_stands_off_until_it_may_charge() -> None:
    state = position({TWO: "0914:5", RED: "0906:2"}, order="make_ready")
    order = choose(state, BLUE_SIDE)
    assert isinstance(order, MoveUnit)
    give(state, BLUE_SIDE, order)
    assert min(state.ground.distance(at, "0906") for at in state.units[TWO].hexes) >= 3


def test_5_4_3_who_is_out_of_command_comes_back() -> None:
    state = position({H1: "1712:5", H2: "0812:5"}, order="make_ready", leaders={"blue-horse": "1712"})
    order = choose(state, BLUE_SIDE)
    assert isinstance(order, MoveUnit)
    assert order.unit == H2
    far = state.ground.distance("0812", "1712")
    give(state, BLUE_SIDE, order)
    assert state.ground.distance(state.units[H2].at, "1712") < far


# Fire


def test_10_4_foot_salvoes_once_and_then_skirmishes() -> None:
    centre = start().ground.neighbour("0911", 6)
    state = position({TWO: "0911:5", RED: f"{centre}:2"}, order="charge")
    assert choose(state, BLUE_SIDE) == Salvo(unit=TWO, targets=(RED,))
    state.units[TWO].salvo = True
    assert choose(state, BLUE_SIDE) == Skirmish(unit=TWO, targets=(RED,))


def test_10_2_horse_fires_its_first_pistol_and_keeps_the_second() -> None:
    state = position({H1: "1012:5", R1: "1011:2"}, order="charge")
    assert choose(state, BLUE_SIDE) == FirePistol(unit=H1, target=R1)
    state.units[H1].pistols = 1
    assert choose(state, BLUE_SIDE) == EndActions()


def test_10_8_guns_fire_at_what_promises_most_and_turn_when_nobody_is_before_them() -> None:
    state = position({GUN: "0806:2", TWO: "0911:5", LI: "0811:5"})
    order = choose(state, RED_SIDE)
    assert isinstance(order, FireGuns)
    behind = position({GUN: "0810:2", TWO: "0905:2"})
    assert isinstance(choose(behind, RED_SIDE), TurnGuns)


# Reactions


def test_10_4_foot_gives_its_salvo_to_who_comes_before_it() -> None:
    assert react({TWO: "0911:5", RED: "0910:2"}, TWO) == ReactFire(unit=RED, salvo=True)


def test_9_4_1a_foot_does_not_spoil_its_fire_on_who_comes_beside_it() -> None:
    places = {LI: "0911:5", RED: "0910:5"}
    beside = next(at for at in position(places).ground.around(("0910",), 5).flanks)
    places = {LI: f"{beside}:5", RED: "0910:5"}
    free = react(places, LI)
    assert free in (ReactFire(unit=RED), ReactFace(unit=RED, turn="left"), ReactFace(unit=RED, turn="right"))
    state = position(places, options=("hi_fire_limit",), orders={"red-foot": "charge"})
    state.units[RED].formation = "FB"  # no faster: it may only fire
    trigger = Trigger(kind="TR1", unit=LI, how="move", hexes=state.units[LI].hexes)
    resumed(state, ResumeTrigger(trigger=trigger))
    assert choose(state, RED_SIDE) == Decline()


def test_9_2_3_foot_forms_a_hedgehog_against_horse_beside_it() -> None:
    flank = position({RED: "0910:2"}).ground.around(("0910",), 2).flanks[0]
    assert react({H1: f"{flank}:5", RED: "0910:2"}, H1) == ReactHedgehog(unit=RED)
    assert react({H1: "0911:5", RED: "0910:2"}, H1) == ReactFire(unit=RED, salvo=True)


def test_9_3_horse_intercepts_where_the_melee_promises_enough() -> None:
    places = {FOOT: "1012:5", R1: "1008:2", R2: "0303:2"}
    order = react(places, FOOT, leaders={"red-horse": "1008"}, orders={"red-horse": "charge"})
    assert isinstance(order, Intercept)
    shaken = react({**places, R1: "1008:2:MS"}, FOOT, leaders={"red-horse": "1008"})
    assert shaken == Decline()


def test_9_3_3_an_intercepted_rider_keeps_a_pistol_for_the_melee() -> None:
    state = position({H1: "1012:5", R1: "1011:2"})
    frame = AwaitTargetFire(side=BLUE_SIDE, unit=H1, at=R1)
    assert asks(state, frame) == ReactFire(unit=H1)
    state.units[H1].pistols = 1
    assert choose(state, BLUE_SIDE) == Decline()


# Melee


def test_11_1_2_attacks_that_promise_something_are_declared_and_no_others() -> None:
    state = step({H1: "1012:5", R1: "1011:2:MS:FB"})
    assert choose(state, BLUE_SIDE) == DeclareMelee(unit=H1, hex="1011")
    hopeless = step({FOOT: "0911:5:FB:MS", RED_TWO: "0910:2"})
    assert choose(hopeless, BLUE_SIDE) == EndDeclarations()
    assert choose_cheaply(hopeless, BLUE_SIDE) == EndDeclarations()


def test_11_3_9_what_is_left_of_pistols_is_for_melee() -> None:
    state = position({H1: "1012:5", R1: "1011:2"})
    assert asks(state, AwaitPistols(side=BLUE_SIDE, units=(H1,), against=R1)) == MeleePistols(units=(H1,))


def test_8_2_1_light_infantry_takes_the_hit_of_a_stack() -> None:
    pair = "blue-muskets-with-the-horse"
    state = position({H2: "1912:5", pair: "1912:5"})
    frame = AwaitHit(side=BLUE_SIDE, units=(H2, pair), count=1, by="", cause=Reason("fire", "10.5"))
    assert asks(state, frame) == AssignHit(unit=pair)


# Recovery and leaders


def test_13_2_5_a_leader_with_it_rallies_a_unit_and_nobody_broken_trusts_the_die() -> None:
    state = position({H1: "1712:5:MB", R1: "1705:2"}, order="rally", leaders={"blue-horse": "1712"})
    order = choose(state, BLUE_SIDE)
    assert isinstance(order, Rally)
    assert order.unit == H1
    apart = position({H1: "1712:5:MB", H2: "1714:5", R1: "1705:2"}, order="rally", leaders={"blue-horse": "1714"})
    assert not isinstance(choose(apart, BLUE_SIDE), Rally)


def test_13_2_3_a_wing_that_rallies_reforms() -> None:
    state = position({H1: "1712:5:FS", R1: "1705:2"}, order="rally")
    assert choose(state, BLUE_SIDE) == Reform(unit=H1, into="FN")


def test_10_10_an_army_commander_rides_out_of_fire() -> None:
    state = position(
        {TWO: "0911:5", RED: "0910:2"}, order="receive_charge",
        leaders={"blue-centre": "0911", "blue-general": "0911"}, salvo={TWO: True},
    )  # fmt: skip
    while not isinstance(order := choose(state, BLUE_SIDE), (MoveLeader, EndActions)):
        assert order is not None
        state.activation.acted.append(TWO)
    assert isinstance(order, MoveLeader)
    assert order.leader == "blue-general"
    assert state.ground.distance(order.path[-1], "0910") >= 3


# Tables of one's own


def test_drv_tables_a_result_is_entered_as_the_pack_has_it() -> None:
    state = position({H1: "1012:5", R1: "1011:2"}, options=("own_charts",))
    lookup = Lookup(table="T7", die=9, column="front", unit=RED)
    order = asks(state, AwaitResult(side=RED_SIDE, lookup=lookup))
    cell = charts.found(state, lookup)
    assert order == EnterResult(ch=cell.ch, fh=cell.fh, mc=cell.mc)
    assert cell.ch > 0
