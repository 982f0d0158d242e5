"""7.2 to 7.4, 16.2.2c, 20.2.2a Ground in the way of a march: prices, roads, bridges, what is closed."""

from __future__ import annotations

import pytest

from domain.kernel.chapter import Choice
from rules.wallaces_war.ground.costs import step_cost
from rules.wallaces_war.marching.choices import choices
from rules.wallaces_war.movement.asks import MoveLeader, MoveUnits
from rules.wallaces_war.movement.facts import FacingChanged, UnitsMoved
from rules.wallaces_war.state import State
from tests.wallaces_war.positions import give, position, refused, told


def stirling(scenario: str = "early_crossing", **more: object) -> State:
    return position(scenario=scenario, battle="hugh", **more)  # type: ignore[arg-type]


def test_7_4a_along_the_road_a_hex_costs_half_a_point() -> None:
    state = stirling(places={"hugh-ri-1": "0908:0"})
    road = ("1008", "1108", "1209", "1308", "1409", "1509")
    facts = give(state, "english", MoveUnits(units=("hugh-ri-1",), path=road))
    assert [fact.cost for fact in told(facts, UnitsMoved)] == [1] * 6
    assert state.segment.spent["hugh-ri-1"] == 6


@pytest.mark.parametrize(("facing", "turned"), [(3, 5), (2, 0), (1, 0), (4, 5)])
def test_7_4b_and_5_2g_it_turns_for_nothing_to_follow_the_road(facing: int, turned: int) -> None:
    """From 0908 the road leaves by north-west to 1008: facings 5 and 0 have it in front."""
    state = stirling(places={"hugh-ri-1": f"0908:{facing}"})
    facts = give(state, "english", MoveUnits(units=("hugh-ri-1",), path=("1008",)))
    [turn] = told(facts, FacingChanged)
    assert (turn.facing, turn.cost, turn.why.cite) == (turned, 0, "7.4b")
    assert state.segment.spent["hugh-ri-1"] == 1


@pytest.mark.parametrize("chosen", [0, 1])
def test_7_4b_to_either_facing_that_has_the_road_in_front(chosen: int) -> None:
    state = stirling(places={"hugh-ri-1": "0908:3"})
    facing = (state.ground.direction("0908", "1008") + chosen) % 6
    facts = give(state, "english", MoveUnits(units=("hugh-ri-1",), path=(f"0908:{facing}", "1008")))
    assert [(fact.facing, fact.cost) for fact in told(facts, FacingChanged)] == [(facing, 0)]


def test_7_4c_onto_a_road_it_pays_the_ground_and_then_turns_for_nothing() -> None:
    state = stirling(places={"hugh-ri-1": "0907:1"})
    facts = give(state, "english", MoveUnits(units=("hugh-ri-1",), path=("0908", "0808")))
    assert [fact.cost for fact in told(facts, UnitsMoved)] == [2, 1]
    assert [fact.cost for fact in told(facts, FacingChanged)] == [0]


def test_7_4_off_the_road_a_turn_is_paid_for() -> None:
    state = stirling(places={"hugh-ri-1": "0908:3"})
    assert refused(state, "english", MoveUnits(units=("hugh-ri-1",), path=("0909",))) == "5.3a"


def test_7_4d_the_bridge_carries_it_over_the_river() -> None:
    state = stirling(places={"hugh-ri-1": "0306:1"})
    facts = give(state, "english", MoveUnits(units=("hugh-ri-1",), path=("0407",)))
    assert told(facts, UnitsMoved)[0].cost == 1
    assert state.units["hugh-ri-1"].at == "0407"


def test_16_2_2c_nobody_crosses_the_bridge_in_the_historical_scenario() -> None:
    state = stirling("stirling_bridge", places={"hugh-ri-1": "0407:3"}, leaders={"hugh": "0407"})
    assert refused(state, "english", MoveUnits(units=("hugh-ri-1",), path=("0306",))) == "16.2.2c"
    assert refused(state, "english", MoveLeader(leader="hugh", path=("0306",))) == "16.2.2c"


def test_7_3a_nobody_crosses_the_river_elsewhere() -> None:
    state = stirling(places={"hugh-ri-1": "0305:0"})
    facing = state.ground.direction("0305", "0405")
    state.units["hugh-ri-1"].facing = facing
    assert refused(state, "english", MoveUnits(units=("hugh-ri-1",), path=("0405",))) == "7.3a"


def test_7_3a_nor_does_horse_enter_a_marsh() -> None:
    state = position({"bek-hc-1": "0905:2"}, scenario="falkirk", battle="bek")
    assert refused(state, "english", MoveUnits(units=("bek-hc-1",), path=("0906",))) == "7.3a"


def test_20_2_2a_nobody_crosses_a_steep_slope() -> None:
    state = position({"edward-hc-1": "2617:1"}, scenario="lewes", battle="edward", initiative="royalist")
    state.units["edward-hc-1"].facing = state.ground.direction("2617", "2618")
    assert refused(state, "royalist", MoveUnits(units=("edward-hc-1",), path=("2618",))) == "20.2.2a"


def schiltron(at: str, letter: str) -> State:
    """With 2 points before a marsh beyond a stream, which costs 3."""
    state = position(
        {"stewart-sc-1": f"{at}:0"},
        scenario="falkirk",
        battle="stewart",
        initiative="scots",
        readings={"D24": letter},
    )
    assert step_cost(state, "infantry", "0806", "0906") == 6
    return state


@pytest.mark.parametrize("letter", ["A", "B"])
def test_7_2b_a_unit_can_always_go_one_hex(letter: str) -> None:
    state = schiltron("0806", letter)
    order = MoveUnits(units=("stewart-sc-1",), path=("0906",))
    assert Choice("scots", order) in list(choices(state))
    give(state, "scots", order)
    assert (state.units["stewart-sc-1"].at, state.segment.spent["stewart-sc-1"]) == ("0906", 6)


@pytest.mark.parametrize(("letter", "rule"), [("A", "7.2a"), ("B", "")])
def test_D24_as_its_whole_move_or_while_a_point_is_left(letter: str, rule: str) -> None:
    state = schiltron("0706", letter)
    order = MoveUnits(units=("stewart-sc-1",), path=("0806", "0906"))
    ends = {one.order.path[-1] for one in choices(state) if isinstance(one.order, MoveUnits)}
    assert ("0906" in ends) == (not rule)
    if rule:
        assert refused(state, "scots", order) == rule
    else:
        give(state, "scots", order)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_7_2a_with_no_point_left_nobody_goes_on(letter: str) -> None:
    state = schiltron("0806", letter)
    assert refused(state, "scots", MoveUnits(units=("stewart-sc-1",), path=("0906", "1006"))) == "7.2a"


def test_7_2b_ground_that_is_closed_stays_closed() -> None:
    state = position({"bek-hc-1": "0806:0"}, scenario="falkirk", battle="bek")
    assert refused(state, "english", MoveUnits(units=("bek-hc-1",), path=("0906",))) == "7.3a"
