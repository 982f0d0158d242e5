"""What a second reading of the rules found: small positions against the reference, rule by rule."""

from __future__ import annotations

import msgspec
import pytest

from rules.wallaces_war.charges.facts import ChargeTested
from rules.wallaces_war.command.activation import battles_for
from rules.wallaces_war.command.asks import ListChits
from rules.wallaces_war.fire.asks import AdvanceAfterFire
from rules.wallaces_war.movement.asks import MoveUnits, VoluntaryRetreat
from rules.wallaces_war.state import ACTIVATION, OFFENSIVE_FIRE, PLACING, TOP_UP, State
from tests.wallaces_war.melees import options
from tests.wallaces_war.positions import at, give, position, refused, start, told

# Command


def test_4_2e_d3_b_both_short_of_a_point_swap_in_turn_and_do_not_list_for_ever() -> None:
    """Eight 4s and six 3s in the box: each holds four 4s and a 3, and no list brings the last point."""
    state = start(readings={"D3": "B"})
    state.charts = msgspec.structs.replace(state.charts, pool={"1": 0, "2": 0, "3": 6, "4": 8})
    for order in (ListChits(fours=5), ListChits(threes=1)):
        give(state, "english", order)
        give(state, "scots", order)
    assert (state.core.phase, state.core.active) == (TOP_UP, "english")
    give(state, "english", options(state)[0])
    assert state.core.phase in (TOP_UP, PLACING)
    assert state.core.active != "english"


@pytest.mark.parametrize(
    ("history", "due"),
    [
        (["royalist", "barons", "barons", "royalist"], "edward"),  # the second turn of the Royalists is under way
        (["royalist", "barons", "barons", "royalist", "barons"], "simon-j"),
        (["barons", "royalist", "royalist", "barons"], "simon-m"),
    ],
)
def test_20_3_6b_a_turn_under_way_does_not_count_though_initiative_fell_without_a_bid(
    history: list[str], due: str
) -> None:
    state = position({}, scenario="evesham_what_if", initiative=history[-1], phase=ACTIVATION, battle="")
    state.history, state.turn.battle = history, ""
    assert due in battles_for(state, history[-1])


# Movement


def test_8_2b_7_4b_who_joins_a_friend_by_road_turns_as_he_faces_for_nothing() -> None:
    """The road from 0608 to 0707 may be followed facing 5 or 0; the friend faces 5, so no turn is paid for."""
    places = {"hugh-ri-2": "0608:1", "hugh-ar-1": "0707:5"}
    state = position(places, scenario="stirling_bridge", initiative="english", battle="hugh")
    give(state, "english", MoveUnits(units=("hugh-ri-2",), path=("0707",)))
    assert state.segment.spent["hugh-ri-2"] == 1
    assert state.units["hugh-ri-2"].facing == 5


# Reaction charges


@pytest.mark.parametrize(("friend", "tests"), [("crimson-ri-1", 1), ("", 2)])
def test_8_2a_11_2_2c_nobody_is_charged_in_a_hex_of_friends_with_whom_he_may_not_stay(friend: str, tests: int) -> None:
    """Horse that withdraws rides through another Battle: a charge would stop it there."""
    places = {"red-hc-1": f"{at(0, 0)}:0", "green-ri-1": f"{at(0, 1)}:0", "green-hc-5": f"{at(1, -4)}:3"}
    state = position({**places, **({friend: f"{at(0, -1)}:3"} if friend else {})})
    order = VoluntaryRetreat(units=("red-hc-1",), path=(at(0, -1), at(0, -2)), facing=0)
    facts = give(state, "english", order, *(1,) * tests)
    assert len(told(facts, ChargeTested)) == tests


# Fire


@pytest.mark.parametrize(
    ("enemy", "rule"), [("green-ri-1", "14.4a"), ("green-hc-1", "14.4b")], ids=["a zone", "a reaction-charge zone"]
)
def test_14_4a_14_4b_a_shaken_unit_does_not_follow_its_fire_to_the_enemy(enemy: str, rule: str) -> None:
    far = at(1, -2) if enemy == "green-ri-1" else at(1, -4)
    places = {"red-ri-1": f"{at(0, 0)}:0", enemy: f"{far}:3"}
    state = position(places, phase=OFFENSIVE_FIRE, shaken=["red-ri-1"])
    state.segment.fired = {"red-ri-1": at(1, -1)}
    order = AdvanceAfterFire(units=("red-ri-1",), to=at(1, -1), facing=0)
    assert refused(state, "english", order) == rule
    state.units["red-ri-1"].shaken = False
    give(state, "english", order)


# Leaders


@pytest.mark.parametrize(("letter", "came", "goes"), [("A", True, True), ("B", True, False), ("B", False, True)])
def test_13_7a_d66_a_leader_may_withdraw_with_his_men_and_need_not(letter: str, came: bool, goes: bool) -> None:
    """Under B only who began the turn with them."""
    places = {"red-hc-1": f"{at(0, 0)}:0", "green-ri-1": f"{at(0, 1)}:0"}
    path, here = (at(0, -1), at(0, -2)), at(0, 0)

    def scene() -> State:
        state = position(places, leaders={"red": here}, readings={"D66": letter})
        state.turn.starts = {"red": at(5, 5)} if came else {}
        return state

    state = scene()
    give(state, "english", VoluntaryRetreat(units=("red-hc-1",), path=path, facing=3))
    assert state.leaders["red"].at == here
    order = VoluntaryRetreat(units=("red-hc-1",), path=path, facing=3, leaders=("red",))
    if goes:
        state = scene()
        give(state, "english", order)
        assert state.leaders["red"].at == path[-1]
    else:
        assert refused(scene(), "english", order) == "13.7a"
