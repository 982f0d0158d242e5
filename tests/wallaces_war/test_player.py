"""The careful player: its chits, its sense in small positions, its answers, and that it knows nothing it may not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import Order
from domain.kernel.play import carry_out
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.command import lists, placing
from rules.wallaces_war.command.asks import (
    Activate,
    AwaitOutbid,
    Bid,
    Chit,
    ContinueAttack,
    ListChits,
    Outbid,
    PlaceReplacement,
)
from rules.wallaces_war.fire.asks import AwaitWithdrawal, Fire
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAdvance,
    AwaitReply,
    AwaitSink,
    DeclareCharge,
    DeclareMelee,
    ExtendCharge,
    Reply,
    RetreatPath,
    SinkMissileUnit,
)
from rules.wallaces_war.movement.asks import FreeFacing, MarkCharge, MoveLeader, MoveUnits, VoluntaryRetreat
from rules.wallaces_war.player import odds
from rules.wallaces_war.player.careful import choose
from rules.wallaces_war.player.view import FAR, View
from rules.wallaces_war.state import (
    ACTIVATION,
    ADJUSTMENT,
    DECISION,
    DEFENSIVE_FIRE,
    EMPTY,
    INITIATIVE,
    LISTS,
    MELEE,
    OFFENSIVE_FIRE,
    PLACING,
    REACTION,
    REPLACEMENT,
    SET_UP,
    ZERO,
    Filled,
    State,
)
from rules.wallaces_war.turn.asks import Concede, Decline, Deploy, EndSegment
from tests.wallaces_war.melees import NE, SE, SW, A, E, W, attack, charge, close, melee
from tests.wallaces_war.positions import HOUSE, at, give, position, start

ENGLISH, SCOTS = "english", "scots"
SCENARIOS = tuple(SYSTEM.sheets.scenarios(HOUSE))


def moved(state: State, side: str = ENGLISH) -> list[Order]:
    """All that a side orders in its Movement segment but its end."""
    given: list[Order] = []
    while not isinstance(order := choose(state, side), EndSegment) and state.core.active == side:
        assert order is not None
        carry_out(SYSTEM, state, side, order, SeededChance(1))
        given.append(order)
    return given


def opened(scenario: str, options: tuple[str, ...] = ()) -> State:
    """A scenario with the chits on their tracks."""
    state = start(scenario, options=options)
    while state.core.phase != SET_UP:
        for side in state.core.sides:
            order = choose(state, side)
            if order is not None:
                carry_out(SYSTEM, state, side, order, SeededChance(1))
                break
    return state


# Odds


def test_12_4a_a_toll_falls_on_the_top_unit_and_then_on_the_other() -> None:
    state = position({"red-ri-1": A, "red-ri-2": A}, steps={"red-ri-1": 5})
    whole = odds.worth(state.units["red-ri-2"])
    assert odds.toll(state, ["red-ri-1", "red-ri-2"], 1) == pytest.approx(whole * 0.15)
    assert odds.toll(state, ["red-ri-1", "red-ri-2"], 2) == pytest.approx(whole * 0.25)
    assert odds.toll(state, ["red-ri-2"], 0) == 0


def test_10_3_a_blow_is_worth_more_in_a_ring_and_a_charge_on_the_shaken_more_than_on_the_steady() -> None:
    state = position({"red-ri-1": f"{W}:2", "red-ri-2": f"{E}:5", "green-ri-1": f"{A}:0"})
    alone = odds.blow(state, ("red-ri-1",), W, A, (W,))
    assert odds.blow(state, ("red-ri-1",), W, A, (W, E)) > alone > 0
    steady = odds.charge(state, ("red-hc-1",), SW, A, (SW,))
    state.units["green-ri-1"].shaken = True
    assert odds.charge(state, ("red-hc-1",), SW, A, (SW,)) > steady + 1


def test_10_2c_nobody_replies_to_who_comes_from_behind() -> None:
    state = position({"green-ri-1": f"{A}:0"})
    assert odds.reply(state, A, NE, ("red-ri-1",)) > 0 == odds.reply(state, A, SE, ("red-ri-1",))


def test_7_2_the_way_to_the_enemy_goes_around_the_river() -> None:
    state = position({"hugh-ri-1": "0808:0", "wallace-sc-1": "1008:3"}, scenario="stirling_bridge", battle="hugh")
    view = View(state, ENGLISH)
    assert view.away("infantry")("0908") < view.away("infantry")("0808") < FAR


# Chits


@pytest.mark.parametrize("options", [(), ("house2_leaders",)])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_4_2_every_list_and_placement_is_legal(scenario: str, options: tuple[str, ...]) -> None:
    state = start(scenario, options=options)
    while state.core.phase in (LISTS, PLACING):
        side = next(one for one in state.core.sides if choose(state, one) is not None)
        order: Any = choose(state, side)
        if isinstance(order, ListChits):
            assert lists.list_bar(state, side, (order.ones, order.twos, order.threes, order.fours)) is None
        else:
            assert placing.placing_bar(state, side, order.tracks) is None
        carry_out(SYSTEM, state, side, order, SeededChance(1))
    assert state.core.phase in (SET_UP, "chits short")


def test_4_2f_the_fours_lie_on_the_strongest_track_that_may_hold_them() -> None:
    tracks = {name: battle.track for name, battle in opened("falkirk").battles.items()}
    assert tracks["wallace"].count(4) > 2
    assert not tracks["stewart"].count(4) + tracks["james"].count(4)


def test_4_4b_a_replacement_goes_to_a_battle_that_still_attacks_and_covers_no_zero() -> None:
    state = position({"red-ri-1": "1305:0", "crimson-ri-1": "1308:0"}, phase=REPLACEMENT)
    state.chits.gained = {ENGLISH: 3}
    state.history = [SCOTS]
    for name, standing in (("red", "weakened"), ("crimson", "resolute")):
        state.battles[name].track = [EMPTY, ZERO]
        state.battles[name].standing = standing  # type: ignore[assignment]
    assert choose(state, ENGLISH) == PlaceReplacement(battle="crimson")


@pytest.mark.parametrize("name", ["listed", "placed"])
def test_4_2a_4_2f_what_the_other_side_has_sealed_changes_nothing(name: str) -> None:
    state = start("falkirk")
    if name == "placed":
        for side in (ENGLISH, SCOTS):
            order = choose(state, side)
            assert order is not None
            carry_out(SYSTEM, state, side, order, SeededChance(1))
    twin = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    if name == "listed":
        twin.chits.listed[SCOTS] = (0, 1, 16, 0)
    else:
        twin.chits.placed[SCOTS] = {"wallace": (4, 4, 4)}
    assert choose(state, ENGLISH) == choose(twin, ENGLISH) is not None


def test_20_3_2a_the_barons_do_not_know_whom_edward_was_told_to_engage() -> None:
    def thought(target: str) -> Order | None:
        places = {"edward-hc-1": "2010:0", "segrve-ri-1": "2011:5", "glouctr-ri-1": "2310:3"}
        state = position(
            places, scenario="lewes", battle="segrve", initiative="barons", options=["lewes_edward_target"], phase=MELEE
        )
        state.target = target
        return choose(state, "barons")

    assert thought("segrve") == thought("glouctr") == DeclareMelee(unit="segrve-ri-1", target="2010")


# Set-up


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_16_1a_every_battle_is_arrayed_towards_the_enemy(scenario: str) -> None:
    state, orders = opened(scenario), 0
    while state.core.phase == SET_UP and not state.core.pending:
        side = next(one for one in state.core.sides if choose(state, one) is not None)
        order = choose(state, side)
        assert order is not None
        carry_out(SYSTEM, state, side, order, SeededChance(1))
        orders += 1
        if isinstance(order, Deploy) and scenario == "stirling_bridge":
            assert order.facing == {"hugh": 0}.get(order.battle, 3)
    assert orders < 30


# Initiative


def bidding(tracks: dict[str, list[int]], places: dict[str, str], **more: Any) -> State:
    state = position(places, phase=INITIATIVE, **more)
    state.turn.initiative = state.turn.battle = ""
    state.history = [SCOTS]
    for name, battle in state.battles.items():
        battle.track = tracks.get(name, [EMPTY])
    return state


NEAR = {"red-sc-1": f"{at(0, 2)}:0", "red-sc-2": f"{at(1, 2)}:0", "red-sc-3": f"{at(2, 2)}:0", "green-ri-1": f"{A}:3"}
NEAR |= {"green-ri-2": f"{NE}:3", "green-ri-3": f"{E}:3", "red-ri-1": f"{at(3, 1)}:0", "red-ri-2": f"{at(-2, 2)}:0"}


def test_4_3b_a_high_chit_is_bid_for_who_can_strike_and_a_low_one_for_who_must_march() -> None:
    state = bidding({"red": [3, 1], "crimson": [4, 1]}, {**NEAR, "crimson-sc-1": "0105:0"})
    assert choose(state, ENGLISH) == Bid(battle="red", chit=3)
    far = bidding({"red": [4, 3, 1]}, {"red-sc-1": "0105:0", "red-sc-2": "0106:0", "green-ri-1": "2505:3"})
    assert choose(far, ENGLISH) == Bid(battle="red", chit=1)


def test_4_3b_a_bid_is_raised_where_the_turn_is_worth_it() -> None:
    state = bidding({"red": [3], "green": [1]}, NEAR)
    state.core.pending = [AwaitOutbid(side=ENGLISH, bid=Chit(battle="green", value=1))]
    assert choose(state, ENGLISH) == Outbid(battle="red", chit=3)
    state = bidding({"red": [3], "green": [1]}, {"red-ri-1": "0105:0", "green-ri-1": "2505:3"})
    state.core.pending = [AwaitOutbid(side=ENGLISH, bid=Chit(battle="green", value=1))]
    assert choose(state, ENGLISH) == Decline()


def test_4_3g_who_has_no_chit_left_activates_with_a_free_zero() -> None:
    state = bidding({}, NEAR)
    state.core.phase, state.core.active, state.turn.initiative = ACTIVATION, ENGLISH, ENGLISH
    assert choose(state, ENGLISH) == Activate(battle="red", chit=0)


def test_16_1a_a_battle_that_has_gone_to_sleep_is_given_up_by_who_has_the_worst_of_it() -> None:
    places = {"red-sc-1": "0505:0", "green-ri-1": "2005:3"}
    state = bidding({"red": [ZERO], "green": [ZERO]}, places, turn=50)
    assert isinstance(choose(state, ENGLISH), Bid)
    state.history = [ENGLISH]
    assert choose(state, SCOTS) == Concede()
    state.battles["green"].display = [Filled(unit="green-ri-2", turn=45)]
    assert isinstance(choose(state, SCOTS), Bid)


def test_10_4a_an_attack_is_continued_while_somebody_is_near_enough_to_fight() -> None:
    near = position({"red-sc-1": f"{W}:1", "green-ri-1": f"{A}:4"}, phase=DECISION, chit=4)
    assert choose(near, ENGLISH) == ContinueAttack()
    far = position({"red-sc-1": "0505:0", "green-ri-1": "2005:3"}, phase=DECISION, chit=4)
    assert choose(far, ENGLISH) == Decline()


def test_4_6a_a_zero_is_spent_to_get_the_shaken_away() -> None:
    places = {"red-ri-1": f"{A}:0", "green-ri-1": f"{at(0, -2)}:3", "green-ri-2": f"{at(1, -2)}:3"}
    state = position(places, phase=REACTION, active=SCOTS, shaken=["green-ri-1", "green-ri-2"], chit=4)
    state.battles["green"].track = [3]
    assert choose(state, SCOTS) == Decline()
    state.battles["green"].track = [3, ZERO]
    assert getattr(choose(state, SCOTS), "chit", None) == ZERO


# Movement


def test_5_2b_foot_that_looks_away_is_turned_before_anybody_moves() -> None:
    state = position({"red-ri-1": f"{A}:3", "green-ri-1": f"{at(0, -3)}:3"})
    assert choose(state, ENGLISH) == FreeFacing(unit="red-ri-1", facing=0)


def test_10_3_s2_foot_closes_the_ring_about_an_enemy() -> None:
    places = {"red-sc-1": f"{W}:1", "red-sc-2": f"{at(1, 1)}:0", "green-ri-1": f"{A}:4"}
    state = position(places, leaders={"red": at(-1, 2)})
    moved(state)
    assert state.units["red-sc-2"].at == E


def test_10_2_foot_does_not_run_upon_a_schiltron_it_cannot_hurt() -> None:
    state = position({"red-ri-1": f"{at(0, 2)}:0", "green-sc-1": f"{A}:3"}, leaders={"red": at(0, 4)})
    moved(state)
    assert state.units["red-ri-1"].at not in state.ground.near(A)
    state.core.turn = 80
    state.segment = type(state.segment)()
    moved(state)
    assert state.units["red-ri-1"].at in state.ground.near(A), "as the turns go by it does"


def test_9_2a_archers_go_to_where_they_can_shoot_and_no_farther() -> None:
    state = position({"red-ar-1": f"{at(0, 4)}:0", "green-ri-1": f"{A}:3"}, leaders={"red": at(0, 4)})
    moved(state)
    assert state.ground.distance(state.units["red-ar-1"].at, A) == 2


def test_11_2_1_horse_marks_a_charge_at_archers_three_hexes_away_and_goes_there_first() -> None:
    here = position({"red-hc-1": f"{at(0, 3)}:0", "green-ar-1": f"{A}:3"}, leaders={"red": at(0, 3)})
    assert moved(here) == [MarkCharge(unit="red-hc-1")]
    far = position({"red-hc-1": f"{at(0, 6)}:0", "green-ar-1": f"{A}:3"}, leaders={"red": at(0, 6)})
    assert [type(order) for order in moved(far)] == [MoveUnits, MarkCharge, MoveLeader]
    assert far.ground.distance(far.units["red-hc-1"].at, A) == 3


def test_10_3_s3_horse_does_not_charge_a_fresh_schiltron() -> None:
    state = position({"red-hc-1": f"{at(0, 3)}:0", "green-sc-1": f"{A}:3"}, leaders={"red": at(0, 3)})
    assert MarkCharge(unit="red-hc-1") not in moved(state)
    state = position(
        {"red-hc-1": f"{at(0, 3)}:0", "green-sc-1": f"{A}:3"}, shaken=["green-sc-1"], steps={"green-sc-1": 4}
    )
    assert MarkCharge(unit="red-hc-1") in moved(state)


def test_14_4_the_shaken_get_out_of_the_enemys_way() -> None:
    state = position({"red-ri-1": f"{at(0, 2)}:3", "green-ri-1": f"{A}:3"}, shaken=["red-ri-1"])
    moved(state)
    assert state.ground.distance(state.units["red-ri-1"].at, A) > 2


def test_13_3_the_leader_follows_his_men() -> None:
    state = position({"red-ri-1": "1305:0", "green-ri-1": "2505:3"}, leaders={"red": "0805"})
    assert any(isinstance(order, MoveLeader) for order in moved(state))
    assert state.ground.distance(state.leaders["red"].at, state.units["red-ri-1"].at) <= 5


# Adjustment and fire


def test_5_2d_a_unit_turns_to_who_stands_on_its_flank() -> None:
    state = position({"red-sc-1": f"{SE}:0", "green-ri-1": f"{A}:0"}, phase=ADJUSTMENT, active=SCOTS)
    order = choose(state, SCOTS)
    assert isinstance(order, FreeFacing)
    assert SE in state.ground.front(A, order.facing)
    give(state, SCOTS, order)
    assert state.core.phase != ADJUSTMENT or choose(state, SCOTS) == EndSegment()


def test_9_4d_archers_shoot_the_marked_charge_before_all_else() -> None:
    places = {"green-ar-1": f"{A}:3", "red-hc-1": f"{at(0, 3)}:0", "red-ar-3": f"{at(-1, 3)}:0"}
    state = position(places, phase=DEFENSIVE_FIRE, active=SCOTS, charge=["red-hc-1"], steps={"red-ar-3": 2})
    assert choose(state, SCOTS) == Fire(unit="green-ar-1", target=at(0, 3))


def test_9_7_nobody_shoots_where_no_die_would_tell() -> None:
    state = position({"red-ri-1": f"{A}:0", "green-ri-1": f"{at(0, -3)}:3"}, phase=OFFENSIVE_FIRE)
    assert choose(state, ENGLISH) == EndSegment()
    near = position({"red-ri-1": f"{A}:0", "green-ri-1": f"{at(0, -2)}:3"}, phase=OFFENSIVE_FIRE)
    assert choose(near, ENGLISH) == Fire(unit="red-ri-1", target=at(0, -2))


# Melee


def test_10_3a_both_sides_of_a_ring_are_declared() -> None:
    state = melee({"red-sc-1": f"{W}:1", "red-sc-2": f"{E}:4", "green-ri-1": f"{A}:4"})
    for _ in range(2):
        order = choose(state, ENGLISH)
        assert isinstance(order, DeclareMelee)
        give(state, ENGLISH, order)
    assert choose(state, ENGLISH) == EndSegment()


def test_10_2_an_attack_that_promises_nothing_is_not_made() -> None:
    state = melee({"red-ri-1": f"{W}:1", "green-sc-1": f"{A}:4", "green-sc-2": f"{A}:4"})
    assert choose(state, ENGLISH) == EndSegment()


def test_11_2_1f_a_marked_charge_is_declared() -> None:
    state = melee({"red-hc-1": f"{at(0, 3)}:0", "green-ar-1": f"{A}:3"}, charge=["red-hc-1"])
    assert isinstance(choose(state, ENGLISH), DeclareCharge)


def test_10_2c_who_is_attacked_replies_where_it_costs_most() -> None:
    state = melee({"red-ri-1": f"{W}:1", "red-ar-1": f"{NE}:4", "green-sc-1": f"{A}:0"})
    state.core.pending = [AwaitReply(side=SCOTS, at=A, targets=(W, NE))]
    assert choose(state, SCOTS) == Reply(target=NE)


def test_11_1a_archers_withdraw_from_foot_and_foot_of_the_line_does_not() -> None:
    state = melee({"red-sc-1": f"{W}:1", "green-ar-1": f"{A}:4"}, leaders={"green": at(3, 0)})
    attack(state, ("red-sc-1", A))
    close(state)
    order = choose(state, SCOTS)
    assert isinstance(order, VoluntaryRetreat)
    assert order.path[-1] not in state.ground.near(W)


def test_8_2k_archers_go_below_the_schiltron_they_stand_on() -> None:
    state = melee({"green-ar-1": f"{A}:4", "green-sc-1": f"{A}:4", "red-sc-1": f"{W}:1"})
    state.core.pending = [AwaitSink(side=SCOTS, at=A)]
    assert choose(state, SCOTS) == SinkMissileUnit()


def test_11_1b_horse_stays_under_fire_unless_it_is_worn() -> None:
    state = position({"green-hc-1": f"{A}:3", "red-ar-1": f"{at(0, 2)}:0"}, phase=OFFENSIVE_FIRE)
    state.core.pending = [AwaitWithdrawal(side=SCOTS, at=A)]
    assert choose(state, SCOTS) == Decline()
    state.units["green-hc-1"].steps = 3
    order = choose(state, SCOTS)
    assert isinstance(order, VoluntaryRetreat)
    assert state.ground.distance(order.path[-1], at(0, 2)) > 2


def test_10_3_s9d_a_beaten_unit_goes_back_from_the_enemy_and_not_through_friends() -> None:
    state = melee({"red-sc-1": f"{W}:1", "red-sc-2": f"{W}:1", "green-ri-1": f"{A}:4", "green-ri-2": f"{E}:4"},
                  steps={"green-ri-1": 3}, leaders={"red": W})  # fmt: skip
    attack(state, ("red-sc-1", A))
    close(state, 4)
    give(state, SCOTS, Reply(target=W), 1)
    order = choose(state, SCOTS)
    assert isinstance(order, RetreatPath)
    assert len(order.path) == 2
    assert E not in order.path


def test_10_3_s10a_the_hex_won_is_entered_unless_a_crowd_waits() -> None:
    def won(**others: str) -> Order | None:
        places = {"red-sc-1": f"{W}:1", "green-ri-1": f"{A}:1"} | {
            name.replace("_", "-"): place for name, place in others.items()
        }
        state = melee(places, steps={"green-ri-1": 5})
        attack(state, ("red-sc-1", A))
        close(state, 6)
        assert isinstance(state.core.pending[-1], AwaitAdvance)
        return choose(state, ENGLISH)

    assert isinstance(won(), AdvanceAfterCombat)
    assert won(green_ri_2=f"{E}:1", green_ri_3=f"{SE}:1", green_ri_4=f"{NE}:1") == Decline()


def test_11_2_7c_horse_that_may_ride_on_keeps_its_facing() -> None:
    places = {"red-hc-1": f"{at(0, 3)}:0", "green-ar-1": f"{A}:3", "green-ar-2": f"{at(0, -2)}:3"}
    state = melee(places, charge=["red-hc-1"], shaken=["green-ar-1"], leaders={"red": at(0, 3)})
    charge(state, "red-hc-1", 0, (at(0, 2), at(0, 1)), A)
    close(state, 10)
    order = choose(state, ENGLISH)
    assert isinstance(order, AdvanceAfterCombat)
    assert order.facing is None
    give(state, ENGLISH, order)
    state.core.phase = "extension"
    assert isinstance(choose(state, ENGLISH), ExtendCharge)


def test_14_6_nothing_is_ordered_out_of_turn() -> None:
    state = position({"red-ri-1": f"{A}:0", "green-ri-1": f"{at(0, -3)}:3"})
    assert choose(state, SCOTS) is None
