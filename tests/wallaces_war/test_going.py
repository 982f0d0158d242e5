"""5 to 9, 11.1, 13 What holds on every way: marches, turns, retreats, roads, sight of horse and command."""

from __future__ import annotations

import pytest

from rules.wallaces_war.charges import extension
from rules.wallaces_war.charges.facts import ChargeTested
from rules.wallaces_war.command.range import is_in_command
from rules.wallaces_war.fire.targets import arc
from rules.wallaces_war.ground.costs import ROAD_COST, step_cost
from rules.wallaces_war.losses.facts import LeaderDisplaced, MoraleTested
from rules.wallaces_war.melee.asks import AwaitReply, AwaitVoluntary, RetreatPath
from rules.wallaces_war.movement.asks import FreeFacing, MoveLeader, MoveUnits, VoluntaryRetreat
from rules.wallaces_war.movement.facts import UnitsMoved
from rules.wallaces_war.retreats.ways import ways
from rules.wallaces_war.state import State
from tests.wallaces_war.melees import A, asked, attack, close, decline, melee
from tests.wallaces_war.positions import at, give, position, refused, told


def _behind_a_wall(*friends: str) -> State:
    """A unit whose leader stands beyond a wall of enemy zones; friends may stand in it."""
    wall = {f"green-sc-{n + 1}": f"{at(2, r)}:0" for n, r in enumerate((-4, -1, 2))}
    wall |= {"emerald-sc-1": f"{at(2, -6)}:0", "emerald-sc-2": f"{at(2, 4)}:0"}
    held = {name: f"{hex}:0" for name, hex in zip(("crimson-ri-2", "crimson-sc-1"), friends, strict=False)}
    return position({**wall, "crimson-ri-1": f"{at(3, 1)}:0", **held}, leaders={"crimson": at(0, 1)})


def test_6_2d_a_friend_cancels_enemy_zones_where_he_stands_for_command_alone() -> None:
    assert not is_in_command(_behind_a_wall(), "crimson-ri-1")
    assert not is_in_command(_behind_a_wall(at(1, 1)), "crimson-ri-1")
    through = _behind_a_wall(at(1, 1), at(2, 1))
    assert is_in_command(through, "crimson-ri-1")
    back = ways(through, ("crimson-ri-1",), 2, "retreat")
    assert not any(at(2, 1) in way.path for way in back)  # 10.3/S9e for a retreat it does not count


def test_7_1d_a_retreat_is_counted_in_hexes_and_costs_no_points_but_keeps_off_closed_ground() -> None:
    state = melee(
        {"red-sc-1": f"{at(-1, 1)}:1", "green-sc-1": f"{A}:4"}, steps={"green-sc-1": 3}, shaken=["green-sc-1"]
    )
    attack(state, ("red-sc-1", A))
    close(state, 6)
    decline(state, 1)
    path = (at(1, -1), at(2, -2))
    facts = give(state, "scots", RetreatPath(unit="green-sc-1", path=path), 1)
    assert [(fact.to, fact.cost) for fact in told(facts, UnitsMoved)] == [(hex, 0) for hex in path]
    assert state.segment.spent == {}
    bog = position({"edward-hc-1": "0809:0"}, scenario="falkirk", battle="edward")
    marsh = bog.ground.marsh[0]
    near = next(hex for hex in bog.ground.near(marsh) if "marsh" not in bog.ground.terrain(hex))
    bog = position({"edward-hc-1": f"{near}:0"}, scenario="falkirk", battle="edward")
    entered = [hex for way in ways(bog, ("edward-hc-1",), 2, "retreat") for hex in way.path]
    assert not any("marsh" in bog.ground.terrain(hex) for hex in entered)


FOE = at(2, -3)


def _before_horse(**more: object) -> State:
    """English infantry stands in the reaction-charge zone of Scottish horse."""
    places = {"green-hc-5": f"{A}:0", "red-ri-1": f"{FOE}:2"}
    return position(places, leaders={"red": at(2, -4)}, **more)  # type: ignore[arg-type]


def test_7_1f_and_11_2_2h_to_turn_is_not_to_move() -> None:
    state = _before_horse()
    facts = give(state, "english", MoveUnits(units=("red-ri-1",), path=(f"{FOE}:3",)))
    assert (state.units["red-ri-1"].facing, state.segment.spent["red-ri-1"]) == (3, 2)
    assert not told(facts, ChargeTested)
    free = give(_before_horse(), "english", FreeFacing(unit="red-ri-1", facing=3))
    assert not told(free, ChargeTested)
    moved = give(_before_horse(), "english", MoveUnits(units=("red-ri-1",), path=(at(3, -3),)), 1)
    assert told(moved, ChargeTested)


def test_7_1f_a_turn_beside_an_enemy_leader_drives_nobody_off() -> None:
    state = position({"red-ri-1": f"{A}:0"}, leaders={"green": at(1, -1)})
    facts = give(state, "english", MoveUnits(units=("red-ri-1",), path=(f"{A}:1",)))
    assert (told(facts, LeaderDisplaced), state.core.pending) == ([], [])


def test_11_2_2h_leaders_alone_set_off_no_charge_and_a_withdrawal_does() -> None:
    facts = give(_before_horse(), "english", MoveLeader(leader="red", path=(at(2, -3), at(1, -2))))
    assert not told(facts, ChargeTested)
    places = {"red-hc-1": f"{at(1, -4)}:0", "green-ri-1": f"{at(1, -5)}:3", "green-hc-1": f"{A}:0"}
    state = position(places, leaders={"red": at(1, -4)})
    order = VoluntaryRetreat(units=("red-hc-1",), path=(at(1, -3), at(1, -2)), facing=0)
    facts = give(state, "english", order, 1, 1)
    assert len(told(facts, ChargeTested)) == 2


def test_7_4f_a_charge_extension_has_no_use_of_a_road() -> None:
    state = position({"hugh-hc-1": "0908:0"}, scenario="early_crossing", battle="hugh")
    assert step_cost(state, "cavalry", "0908", "1008") == ROAD_COST
    assert extension.price(state, ("hugh-hc-1",), "0908", "1008") == 2 * ROAD_COST


def test_8_5a_leaders_stack_with_and_pass_all_friends_without_limit() -> None:
    places = {"crimson-sc-1": f"{at(1, 0)}:0", "crimson-sc-2": f"{at(1, 0)}:0", "red-hc-1": f"{at(2, 0)}:0"}
    state = position(places, leaders={"red": A, "crimson": at(2, 0)})
    give(state, "english", MoveLeader(leader="red", path=(at(1, 0), at(2, 0))))
    assert state.leaders["red"].at == state.leaders["crimson"].at == at(2, 0)
    stack = {"red-ri-1": f"{A}:1", "crimson-sc-1": f"{at(1, 0)}:0", "crimson-sc-2": f"{at(1, 0)}:0"}
    assert refused(position(stack), "english", MoveUnits(units=("red-ri-1",), path=(at(1, 0),))) == "8.2i"


@pytest.mark.parametrize("facing", [0, 2, 5])
def test_9_2b_who_faces_all_round_has_the_same_arcs_by_his_facing(facing: int) -> None:
    state = position({"red-ar-1": f"{A}:{facing}"})
    other = position({"red-ri-1": f"{A}:{facing}"})
    archer, foot = state.units["red-ar-1"], other.units["red-ri-1"]
    assert arc(state, archer, "defensive") == arc(other, foot, "defensive")
    assert arc(state, archer, "offensive") == arc(other, foot, "offensive")
    assert arc(state, archer, "defensive") != arc(state, state.units["red-ar-1"], "offensive")


# Enemies so placed that a unit at the centre can go back one hex, and no farther.
RING = {
    "red-sc-2": f"{at(3, -3)}:0", "red-sc-3": f"{at(1, -3)}:0", "crimson-sc-1": f"{at(3, -1)}:0",
    "crimson-sc-2": f"{at(2, 1)}:0", "red-ri-1": f"{at(-2, -1)}:2",
}  # fmt: skip


def test_11_1h_a_voluntary_retreat_is_made_in_full_or_not_at_all_and_costs_no_step() -> None:
    pair = {"green-hc-1": f"{A}:4", "red-sc-1": f"{at(-1, 1)}:1"}
    free = melee(pair, leaders={"green": A})
    attack(free, ("red-sc-1", A))
    close(free)
    assert isinstance(asked(free), AwaitVoluntary)
    short = VoluntaryRetreat(units=("green-hc-1",), path=(at(1, -1),), facing=3)
    assert refused(free, "scots", short) == "11.1e"
    shut = melee({**pair, **RING}, leaders={"green": A})
    attack(shut, ("red-sc-1", A))
    assert ways(shut, ("green-hc-1",), 1, "withdrawal")
    assert ways(shut, ("green-hc-1",), 2, "withdrawal") == []
    close(shut, 1)
    assert isinstance(asked(shut), AwaitReply)
    assert (shut.units["green-hc-1"].at, shut.units["green-hc-1"].steps) == (A, 0)


def test_11_1g_friends_passed_in_a_withdrawal_take_no_test() -> None:
    places = {"red-hc-1": f"{A}:0", "red-ri-1": f"{at(0, 1)}:0", "green-ri-1": f"{at(0, -1)}:3"}
    state = position(places, leaders={"red": A})
    order = VoluntaryRetreat(units=("red-hc-1",), path=(at(0, 1), at(0, 2)), facing=0)
    facts = give(state, "english", order)
    assert [fact.to for fact in told(facts, UnitsMoved)] == [at(0, 1), at(0, 2)]
    assert not told(facts, MoraleTested)


def test_13_2e_range_bonus_and_allowance_are_the_leaders_own() -> None:
    state = position({"red-ri-1": f"{at(4, 0)}:0", "red-ri-2": f"{at(5, 0)}:0"}, leaders={"red": A})
    leader = state.leaders["red"]
    leader.range = 4
    assert [is_in_command(state, name) for name in ("red-ri-1", "red-ri-2")] == [True, False]
    leader.range = 5
    assert is_in_command(state, "red-ri-2")
    leader.ma = 2
    assert refused(state, "english", MoveLeader(leader="red", path=(at(-1, 0), at(-2, 0), at(-3, 0)))) == "7.2a"
    give(state, "english", MoveLeader(leader="red", path=(at(-1, 0), at(-2, 0))))
    assert leader.at == at(-2, 0)
