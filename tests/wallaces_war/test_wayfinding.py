"""7.1 Orders that name only where somebody is to end, as people type them."""

from __future__ import annotations

import pytest

from domain.games.completing import following
from domain.games.hearing import heard
from domain.kernel.errors import BadInput, IllegalOrder, MalformedOrder
from domain.words.tell import say_of
from rules.wallaces_war.marching.wayfinding import UNITS
from rules.wallaces_war.movement.asks import DisplaceLeader, EnterReinforcements, MoveLeader, MoveUnits
from rules.wallaces_war.state import State
from tests.wallaces_war.positions import SYSTEM, at, give, position

O = at(0, 0)  # noqa: E741
NE, E, W, NW = at(1, -1), at(1, 0), at(-1, 0), at(0, -1)


def hear(state: State, text: str, by: str = "english") -> tuple[object, str]:
    found = heard(SYSTEM, state, by, text, state.names)
    return found.order, say_of(SYSTEM, state.names).reason(found.price) if found.price else ""


def test_a_unit_goes_the_cheapest_way_to_a_hex() -> None:
    state = position({"red-ri-3": f"{O}:0"}, leaders={"red": W})
    assert hear(state, f"move red-ri-3 {at(0, -2)}") == (
        MoveUnits(units=("red-ri-3",), path=(NW, at(0, -2))),
        "2 MP",
    )
    assert hear(state, f"move red-ri-3 {E}")[1] == "2 MP"


def test_and_faces_as_it_is_told() -> None:
    state = position({"red-ri-3": f"{O}:0"}, leaders={"red": W})
    assert hear(state, f"move red-ri-3 {NW}:2") == (MoveUnits(units=("red-ri-3",), path=(f"{NW}:2",)), "2 MP")
    assert hear(state, f"move red-ri-3 {O}:2") == (MoveUnits(units=("red-ri-3",), path=(f"{O}:2",)), "1 MP")


def test_half_points_are_told() -> None:
    state = position({"hugh-ri-3": "0908:0"}, scenario="early_crossing", battle="hugh")
    order, price = hear(state, "move hugh-ri-3 1308")
    assert (order, price) == (MoveUnits(units=("hugh-ri-3",), path=("1008", "1108", "1209", "1308")), "2 MP")
    assert hear(state, "move hugh-ri-3 1409")[1] == "2½ MP"
    assert hear(state, "move hugh-ri-3 1008")[1] == "½ MP"


def test_a_stack_by_both_names_and_a_leader_by_his() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{O}:0"}, leaders={"red": O})
    both = MoveUnits(units=("red-ri-1", "red-ri-2"), path=(NE,))
    assert hear(state, f"move red-ri-1,red-ri-2 {NE}")[0] == both
    assert hear(state, f"move red {at(2, 0)}") == (MoveLeader(leader="red", path=(E, at(2, 0))), "2 MP")
    assert hear(state, f"MoveUnits units=red-ri-1 leaders=red to={NE}")[0] == MoveUnits(
        units=("red-ri-1",), path=(NE,), leaders=("red",)
    )


def test_what_is_out_of_reach_is_refused_and_one_step_by_its_own_rule() -> None:
    state = position({"red-ri-1": f"{O}:0", "green-ri-1": f"{NE}:0"}, leaders={"red": W})
    with pytest.raises(IllegalOrder) as far:
        hear(state, f"MoveUnits units=red-ri-1 to={at(0, -5)}")
    assert far.value.rule == "7.1b"
    assert far.value.message == f"{at(0, -5)} is out of reach of Red RI 1, which has 3 MP left"
    order, _ = hear(state, f"MoveUnits units=red-ri-1 to={NE}")
    with pytest.raises(IllegalOrder) as held:
        give(state, "english", order)  # type: ignore[arg-type]
    assert held.value.rule == "7.3b"
    with pytest.raises((MalformedOrder, BadInput)):
        hear(state, f"MoveUnits to={NE}")


def test_who_may_not_move_is_told_why() -> None:
    state = position({"crimson-ri-1": f"{O}:0", "red-ri-1": f"{W}:0"})
    with pytest.raises(IllegalOrder) as refused:
        hear(state, f"MoveUnits units=crimson-ri-1 to={NE}")
    assert refused.value.rule == "7.1a"


def test_13_4c_a_leader_driven_off_names_where_he_goes() -> None:
    state = position({"red-ri-1": f"{O}:0"}, leaders={"green": NE})
    give(state, "english", MoveUnits(units=("red-ri-1",), path=(NE,)))
    order, _ = hear(state, f"displace green {at(3, -1)}", "scots")
    assert isinstance(order, DisplaceLeader)
    assert order.path[-1] == at(3, -1)
    assert len(order.path) == 2


def test_16_2_4e_a_reinforcement_finds_its_hex() -> None:
    state = position({}, scenario="lundies_plan", battle="hntrb", turn=6)
    state.battles["hntrb"].arrived, state.turn.arriving = True, "hntrb"
    order, price = hear(state, "enter hntrb-ri-1 1502")
    assert isinstance(order, EnterReinforcements)
    assert (order.path[-1].partition(":")[0], price) == ("1502", "2 MP")


def test_ends_are_offered_to_whoever_types() -> None:
    state = position({"red-ri-3": f"{O}:0"}, leaders={"red": W})
    words = set(following(SYSTEM, state, "english", "MoveUnits red-ri-3 ", state.names))
    assert {NE, f"{NE}:2"} <= words


def test_without_a_unit_there_is_nothing_to_find() -> None:
    state = position({"red-ri-3": f"{O}:0"})
    with pytest.raises(IllegalOrder) as refused:
        UNITS.find(state, "english", {}, NE)
    assert refused.value.rule == "7.1a"
