"""8.0, 15.5, 16.4, 18.4 Movement where rules meet: what is listed against what is allowed, and orders gone astray."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.kernel.errors import IllegalOrder
from rules.gettysburg.book import BOOK
from rules.gettysburg.hidden.asks import AwaitDeployment, DeployUnits
from rules.gettysburg.ids import OFF_MAP
from rules.gettysburg.movement import costs, declarations, marching, modes, movement, reach
from rules.gettysburg.movement.asks import (
    AwaitMarch,
    DeclareAttack,
    DeclareBombardment,
    MoveUnit,
    ReorderStack,
    RollForReturn,
)
from rules.gettysburg.movement.facts import MarchBegan, MarchStopped
from rules.gettysburg.movement.field import Field
from rules.gettysburg.movement.marching import Outset
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import road, small_ground

C, U = "confederate", "union"
HIDDEN = ("hidden_movement",)


def scene(places: dict[str, str], *, features: dict[str, Any] | None = None, **more: Any) -> State:
    return position(places, ground=small_ground(**(features or {})), **more)


def move(unit: str, *path: str, **more: Any) -> MoveUnit:
    return MoveUnit(unit=unit, path=path, **more)


def line(first: int, last: int, column: int = 20) -> tuple[str, ...]:
    """Hexes of one column in a row, such as 2021 to 2024."""
    return tuple(f"{column}{place:02}" for place in range(first, last + 1))


def listed(state: State) -> list[Any]:
    return [choice.order for choice in BOOK.choices(state)]


CHARGED = {"C-54": "2023", "U-1": "2020"}


def test_15_5a_a_charge_once_announced_is_made_while_it_can_be() -> None:
    state = scene(CHARGED)
    give(state, C, move("C-54", "2022", charge="2020", more=True))
    assert Decline() not in listed(state)
    assert refusal(state, C, Decline()) == "15.5a"
    give(state, C, move("C-54", "2021"))
    assert state.turn.declared["C-54"].kind == "charge"


def test_15_5a_a_charge_next_to_its_target_may_stop_there_and_is_made() -> None:
    state = scene({"C-54": "2022", "U-1": "2020"})
    give(state, C, move("C-54", "2021", charge="2020", more=True))
    give(state, C, Decline())
    assert state.turn.declared["C-54"].kind == "charge"


def test_o11_a_step_that_leads_a_charge_out_of_reach_is_refused() -> None:
    """15.5a The step is refused, also where the move is to go on."""
    state = scene({"C-54": "2022", "U-1": "2020"})
    for path in (("2023",), ("2023", "2022")):
        assert refusal(state, C, move("C-54", *path, charge="2020", more=True)) == "15.5a"
    give(state, C, move("C-54", "2121", charge="2020", more=True))
    assert refusal(state, C, move("C-54", "2122", more=True)) == "15.5a"


def test_8_6_4_a_charge_does_not_take_cavalry_past_infantry_and_off_the_map() -> None:
    state = scene({"C-54": "0201", "U-1": "0301"})
    give(state, C, move("C-54", "0300", charge="0301", more=True))
    assert refusal(state, C, move("C-54", OFF_MAP, more=True)) == "15.5a"


def test_15_5a_a_charge_lapses_when_cavalry_is_revealed_in_the_hex_charged() -> None:
    state = scene({**CHARGED, "U-HMC1": "2019", "U-72": "U-HMC1"}, options=HIDDEN, readings={"D95": "B"})
    give(state, C, move("C-54", "2022", "2021", charge="2020"))
    assert isinstance(state.core.pending[-1], AwaitDeployment)
    facts = give(state, U, DeployUnits(hmc="U-HMC1", places={"U-72": "2020"}))
    assert any(isinstance(fact, MarchStopped) and fact.why.cite == "15.5a" for fact in facts)
    assert "C-54" not in state.turn.declared
    give(state, C, DeclareAttack(unit="C-54", target="2020"))
    assert state.turn.declared["C-54"].kind == "attack"


def test_d66_a_charge_that_can_be_announced_on_the_way_is_listed() -> None:
    state = scene(CHARGED)
    give(state, C, move("C-54", "2022", more=True))
    charges = [order for order in listed(state) if isinstance(order, MoveUnit) and order.charge]
    assert move("C-54", "2021", charge="2020") in charges
    spent = scene({"C-54": "2025", "U-1": "2020"})
    give(spent, C, move("C-54", "2024", "2023", "2022", more=True))
    assert not any(isinstance(order, MoveUnit) and order.charge for order in listed(spent))
    assert refusal(spent, C, move("C-54", "2021", charge="2020")) == "15.5a"


def restricted(places: dict[str, str], **more: Any) -> State:
    options = ("command_control", *more.pop("options", ()))
    state = scene(places, options=options, **more)
    state.command[C] = "restricted"
    return state


def test_16_4_1_infantry_revealed_this_turn_was_not_there_at_its_start() -> None:
    places = {"C-41": "2024", "C-43": "1919", "C-44": "3030", "U-HMC1": "2020", "U-1": "U-HMC1"}
    state = restricted(places, options=HIDDEN)
    give(state, C, move("C-44", "3031"))
    give(state, U, DeployUnits(hmc="U-HMC1", places={"U-1": "2020"}))
    give(state, C, DeclareAttack(unit="C-43", target="2020"))
    assert refusal(state, C, move("C-41", "2023", "2022", "2021")) == "16.4a"


def test_16_4d_a_unit_deployed_next_to_the_enemy_this_turn_opens_no_way() -> None:
    places = {"C-41": "2123", "C-HMC1": "2022", "C-43": "C-HMC1", "U-1": "2020"}
    woods = {"heavy_woods": ("2021", "2120", "2121", "1920", "1921")}
    state = restricted(places, options=HIDDEN, features=woods)
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-43": "2021"}))
    give(state, C, DeclareAttack(unit="C-43", target="2020"))
    assert refusal(state, C, move("C-41", "2122", "2121", "2120")) == "16.4a"


def test_l58_infantry_that_began_next_to_the_enemy_and_left_the_map_counts() -> None:
    """16.4O"""
    state = restricted({"C-43": "2000", "C-41": "2005", "U-1": "2001"}, options=("restricted_start",))
    give(state, C, move("C-43", OFF_MAP))
    assert refusal(state, C, move("C-41", "2004", "2003", "2002")) == "16.4O"


def test_d33_c_a_delay_rolled_for_one_hex_is_paid_on_the_step_into_it_only() -> None:
    features = {"ravines": {"run": ("2021-2022",)}}
    state = scene({"C-41": "2021"}, features=features)
    field = Field(state, C)
    found = reach.ways(field, costs.mover(state, "C-41", C), "2021", 8, {"2022": 2})
    assert {way.path[-1]: way.cost for way in found}["2022"] == 4  # round the ravine
    straight = reach.ways(field, costs.mover(state, "C-41", C), "2021", 8, {"2020": 2})
    assert {way.path[-1]: way.cost for way in straight}["2020"] == 4


def test_d25_b_recovery_with_a_forced_march_on_the_way_is_listed() -> None:
    state = scene({"C-41": "2010"}, disrupted=["C-41"], options=("forced_march",), readings={"D25": "B"})
    give(state, C, move("C-41", "2011", "2012", more=True))
    order = move("C-41", "2013", recover=True, forced=1)
    assert order in listed(state)
    give(state, C, order)
    assert (state.units["C-41"].at, state.units["C-41"].disrupted) == ("2013", True)


def test_6_2b_cavalry_that_loses_the_road_rate_to_a_reveal_stops_where_its_points_end() -> None:
    """8.3b"""
    features = {"roads": (road(*line(10, 18)),)}
    state = scene({"C-54": "2010", "U-HMC1": "2218", "U-7": "U-HMC1"}, options=HIDDEN, features=features)
    give(state, C, move("C-54", *line(11, 18)))
    facts = give(state, U, DeployUnits(hmc="U-HMC1", places={"U-7": "2118"}))
    assert [fact.why.cite for fact in facts if isinstance(fact, MarchStopped)] == ["6.2b"]
    assert state.units["C-54"].at == "2017"


def test_d26_a_what_a_counter_spends_on_recovery_is_not_shown_to_the_enemy() -> None:
    """18.1"""

    def marched(**more: Any) -> tuple[State, int]:
        state = scene({"C-HMC1": "2010", "C-41": "C-HMC1"}, options=HIDDEN, disrupted=["C-41"])
        facts = give(state, C, move("C-HMC1", "2011", more=True, **more))
        return state, next(fact.left for fact in facts if isinstance(fact, MarchBegan))

    (plain, shown), (resting, shown_too) = marched(), marched(recover=True)
    assert shown == shown_too
    assert plain.march is not None
    assert resting.march is not None
    assert plain.march.left - resting.march.left == 4  # 2 MP
    assert refusal(resting, C, move("C-HMC1", *line(12, 15))) == "6.2b"
    give(resting, C, move("C-HMC1", *line(12, 14)))
    assert not resting.units["C-41"].disrupted


def test_7_5c_a_unit_that_came_back_and_is_removed_by_rout_stays_away() -> None:
    """22.6"""
    features = {"entry_hexes": {"A": "1234", "F": "4000"}}
    state = scene({"C-41": "out_of_play"}, options=("return_to_map",), turn=5, features=features)
    state.units["C-41"].left_on = 1
    give(state, C, RollForReturn(unit="C-41"), 1)
    give(state, C, move("C-41", "1234"))
    state.stacks.clear()
    state.units["C-41"].at = "out_of_play"  # routed, with no way to its Train but one to 1234
    state.core.turn, state.turn.return_rolls = 9, []
    assert refusal(state, C, RollForReturn(unit="C-41")) == "22.6"
    assert RollForReturn(unit="C-41") not in listed(state)


def test_d93_brigades_beneath_one_that_declared_can_change_places() -> None:
    state = scene({"C-41": "2021", "C-43": "2021", "C-44": "2021", "U-1": "2020"})
    give(state, C, DeclareAttack(unit="C-41", target="2020"))
    order = ReorderStack(at="2021", pieces=("C-41", "C-44", "C-43"))
    assert [choice.order for choice in declarations.choices(state) if isinstance(choice.order, ReorderStack)] == [order]
    give(state, C, order)
    assert state.stacks["2021"] == ["C-41", "C-44", "C-43"]


ASTRAY = {
    "an unknown unit": (move("C-99", "2021"), "8.1a"),
    "no unit": (move("", "2021"), "8.1a"),
    "an enemy unit": (move("U-1", "2021"), "5.1a"),
    "an enemy counter": (move("U-HMC1", "2021"), "5.1a"),
    "a routed unit": (move("C-42", "2021"), "8.1a"),
    "a captured unit": (move("C-44", "2021"), "8.1a"),
    "a unit in no scenario": (move("C-46", "2021"), "8.1a"),
    "a unit off the map": (move("C-47", "2021"), "8.5a"),
    "a unit not due": (move("C-35", "1234"), "10.1a"),
    "a counter not in use": (move("C-HMC7", "2021"), "8.1a"),
    "a unit in a counter": (move("C-48", "2021"), "18.3"),
    "a gap": (move("C-41", "2021", "2023"), "8.1b"),
    "its own hex": (move("C-41", "2020"), "8.1b"),
    "a hex that is not": (move("C-41", "99999"), "8.1b"),
    "a word": (move("C-41", "abcd"), "8.1b"),
    "an empty hex": (move("C-41", ""), "8.1b"),
    "a hex beyond the edge": (move("C-41", "2021", "2035"), "8.1b"),
    "nothing": (move("C-41"), "8.1a"),
    "nothing but more": (move("C-41", more=True), "8.1a"),
    "steps after the last": (move("C-41", OFF_MAP, "2021"), "8.5a"),
    "no edge": (move("C-41", OFF_MAP), "8.5a"),
    "a forced march of 9": (move("C-41", "2021", forced=9), "22.4"),
    "a charge at nothing": (move("C-54", "2122", charge="nonsense"), "15.5a"),
    "a charge off the map": (move("C-54", OFF_MAP, charge="3030"), "15.5a"),
    "a long way": (move("C-41", *(("2021", "2020") * 5000)), "6.2b"),
    "a unit off the map without a way": (move("C-36"), "10.1a"),
    "a unit that enters at sea": (move("C-36", OFF_MAP), "10.1a"),
    "an attack on no hex": (DeclareAttack(unit="C-41", target="99999"), "11.1a"),
    "an attack by nobody": (DeclareAttack(unit="", target="2021"), "8.1a"),
    "an attack by a counter": (DeclareAttack(unit="C-HMC1", target="2021"), "8.4a"),
    "an attack from off the map": (DeclareAttack(unit="C-36", target="1233"), "8.4a"),
    "a bombardment of no hex": (DeclareBombardment(unit="C-52", target="99999", aim="U-1"), "14.1a"),
    "a bombardment of nobody": (DeclareBombardment(unit="C-52", target="3030", aim=""), "14.2b"),
    "a bombardment of a ghost": (DeclareBombardment(unit="C-52", target="3030", aim="X-1"), "14.2b"),
    "a bombardment by a counter": (DeclareBombardment(unit="C-HMC1", target="3030", aim="U-1"), "14.1a"),
    "a stack nowhere": (ReorderStack(at="abcd", pieces=()), "9.4a"),
    "a stack with a stranger": (ReorderStack(at="2020", pieces=("C-41", "U-1")), "9.4a"),
    "a roll for nobody": (RollForReturn(unit=""), "22.6"),
}


@pytest.mark.parametrize("what", ASTRAY)
def test_an_order_that_makes_no_sense_is_refused_by_a_rule_and_leaves_no_trace(what: str) -> None:
    places = {
        "C-41": "2020", "C-54": "2222", "C-52": "3028", "C-HMC1": "0505", "C-48": "C-HMC1", "U-1": "3030",
        "C-42": "routed", "C-44": "captured", "C-46": "unused", "C-47": "out_of_play", "C-35": "pool", "C-36": "pool",
    }  # fmt: skip
    state = scene(places, options=("forced_march", *HIDDEN), features={"entry_hexes": {"A": "1234", "F": "4000"}})
    state.units["C-35"].due, state.units["C-36"].due = Arrival(turn=8, entry="A"), Arrival(turn=3, entry="A")
    order, rule = ASTRAY[what]
    assert refusal(state, C, order) == rule


def test_8_1a_in_mid_move_orders_gone_astray_are_refused_too() -> None:
    state = scene({"C-41": "2020", "C-43": "2222"}, options=("forced_march",))
    give(state, C, move("C-41", "2021", more=True))
    assert isinstance(state.core.pending[-1], AwaitMarch)
    for order, rule in {
        move("C-41"): "8.1a",
        move("C-41", "2030"): "8.1b",
        move("C-41", "2022", pace="accelerated"): "8.1a",
        move("C-41", "2022", forced=9): "22.4",
        move("C-41", "2022", recover=True): "7.3d",
        move("C-41", "2022", charge="2023"): "15.5a",
        move("C-43", "2221"): "8.1a",
        DeclareAttack(unit="C-41", target="2022"): "8.1a",
    }.items():
        assert refusal(state, C, order) == rule


FIRST, LAST = 10, 15
PIECES = ("C-41", "C-54", "C-52", "C-Train", "C-HMC1", "C-35")


def wild_position(seed: int) -> State:
    """Broken ground with roads, a few of each side, and everything that changes a path switched by chance."""
    chance = random.Random(seed)
    hexes = [f"{column}{place}" for column in range(FIRST, LAST + 1) for place in range(FIRST, LAST + 1)]
    sides = [(a, b) for a in hexes for b in small_ground(columns=(FIRST, LAST), places=(FIRST, LAST)).near(a) if a < b]

    def some(items: list[Any], share: float) -> tuple[Any, ...]:
        return tuple(item for item in items if chance.random() < share)

    def facing(share: float) -> dict[str, tuple[str, ...]]:
        return {a: tuple(b for one, b in some(sides, share) if one == a) for a in hexes}

    def named(share: float) -> dict[str, tuple[str, ...]]:
        return {"run": tuple(f"{a}-{b}" for a, b in some(sides, share))}

    tracks = (road(*line(10, 15, 12)), road(*line(10, 15, 14), kind="trail", name="trail"))
    ground = small_ground(
        columns=(FIRST, LAST), places=(FIRST, LAST), hills=some(hexes, 0.2), heavy_woods=some(hexes, 0.1),
        rough=some(hexes, 0.1), town=some(hexes, 0.05), slopes=facing(0.15), protected=facing(0.1),
        streams=named(0.15), ravines=named(0.1), roads=tracks, entry_hexes={"A": "1210", "B": "1415", "F": "1510"},
    )  # fmt: skip
    free = chance.sample([at for at in hexes if at not in ("1210", "1213")], 9)
    places = dict(zip(("C-41", "C-43", "C-54", "C-52", "C-HMC1", "U-1", "U-72", "U-7"), free, strict=False))
    places |= {"C-Train": "1213", "C-35": "pool"}
    readings = {dispute: chance.choice("AB") for dispute in ("D12", "D14", "D15", "D31", "D35", "D72")}
    state = position(places, ground=ground, options=("forced_march", *HIDDEN), readings=readings, turn=8)
    state.units["C-35"].due = Arrival(turn=8, entry="A")
    state.turn.columns["1210"] = chance.randint(0, 2)
    return state


def tried_out(state: State, name: str, pace: Any = "normal", forced: int = 0) -> set[str]:
    """Where a piece gets to, found by trying every path step by step against the checks of an order."""
    mover = costs.mover(state, name, C, pace)
    field = Field(state, C, name)
    at = (state.units.get(name) or state.hmcs[name]).at
    start = at if at in state.stacks else ""
    purse = Outset(start, modes.allowance(mover) + 2 * forced, 0, bool(start) and modes.is_held(field, mover, start))
    most: dict[str, int] = {}
    paths: list[tuple[str, ...]] = [()]
    while paths:
        path = paths.pop()
        hexes = state.ground.near(path[-1]) if path else state.ground.hexes
        for to in (*hexes, OFF_MAP):
            end = _end(field, mover, purse, (*path, to))
            if end is not None and end.left > most.get(to, -1):
                most[to] = end.left
                paths.extend([(*path, to)] if to != OFF_MAP else [])
    return most.keys() - {start}


def _end(field: Field, mover: Any, purse: Outset, path: tuple[str, ...]) -> Outset | None:
    try:
        return marching.check_path(field, mover, purse, path)
    except IllegalOrder:
        return None


@pytest.mark.parametrize("seed", range(12))
def test_8_1_the_listing_holds_every_hex_that_trying_out_all_paths_finds(seed: int) -> None:
    state = wild_position(seed)
    found: dict[tuple[str, str, bool], set[str]] = {}
    for choice in movement.choices(state):
        order = choice.order
        if isinstance(order, MoveUnit) and order.path and not order.charge:
            found.setdefault((order.unit, order.pace, bool(order.forced)), set()).add(order.path[-1])
    for name in PIECES:
        plain = tried_out(state, name)
        assert found.get((name, "normal", False), set()) == plain, name
        if name not in ("C-Train", "C-HMC1"):
            further = tried_out(state, name, forced=2) - plain
            assert found.get((name, "normal", True), set()) - {OFF_MAP} == further - {OFF_MAP}, name
    fast = costs.mover(state, "C-54", C, "accelerated")
    if modes.pace_bar(Field(state, C), fast, state.units["C-54"].at) is None:
        assert found.get(("C-54", "accelerated", False), set()) == tried_out(state, "C-54", "accelerated")
