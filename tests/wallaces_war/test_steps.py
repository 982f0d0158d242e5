"""5 to 8 One step of a mover: what it costs, and every rule that forbids one."""

from __future__ import annotations

import pytest

from rules.wallaces_war.movement.asks import MoveLeader, MoveUnits
from rules.wallaces_war.movement.facts import FacingChanged, LeaderMoved, MoveEnded, UnitsMoved, ZonesEntered
from rules.wallaces_war.state import REACTION, State
from tests.wallaces_war.positions import at, give, position, refused, told

O = at(0, 0)  # noqa: E741
NE, E, SE, SW, W, NW = at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0), at(0, -1)
FAR = at(0, 6)


def go(state: State, *path: str, units: tuple[str, ...] = ("red-ri-1",), by: str = "english") -> list:
    return give(state, by, MoveUnits(units=units, path=path))


def no(state: State, *path: str, units: tuple[str, ...] = ("red-ri-1",), by: str = "english") -> str:
    return refused(state, by, MoveUnits(units=units, path=path))


def spent(state: State, unit: str = "red-ri-1") -> int:
    return state.segment.spent.get(unit, 0)


# 5 Facing


def test_5_2a_a_turn_costs_one_point_for_the_hex_to_any_vertex() -> None:
    state = position({"red-ri-1": f"{O}:0"})
    facts = go(state, f"{NE}:3", E)
    assert [fact.cost for fact in told(facts, UnitsMoved)] == [2, 2]
    [turn] = told(facts, FacingChanged)
    assert (turn.facing, turn.cost, turn.why.cite) == (3, 2, "5.2a")
    assert spent(state) == 6


def test_5_2a_on_the_spot_too_and_the_move_is_over() -> None:
    state = position({"red-ri-1": f"{O}:0"})
    facts = go(state, f"{O}:4")
    assert not told(facts, UnitsMoved)
    assert (state.units["red-ri-1"].facing, spent(state)) == (4, 2)
    assert told(facts, MoveEnded)[0].pieces == ("red-ri-1",)
    assert no(state, W) == "7.1e"


def test_5_2a_no_turn_without_a_point_for_it() -> None:
    state = position({"red-ri-1": f"{O}:0"})
    assert no(state, NW, at(0, -2), f"{at(0, -3)}:1") == "5.2a"


@pytest.mark.parametrize("to", [E, SE, SW, W])
def test_5_3a_a_unit_moves_only_into_a_front_hex(to: str) -> None:
    assert no(position({"red-ri-1": f"{O}:0"}), to) == "5.3a"


@pytest.mark.parametrize("to", [NE, E, SE, SW, W, NW])
@pytest.mark.parametrize("unit", ["red-ar-1", "red-xb-1", "red-mxb-1", "red-sc-1"])
def test_5_1b_all_round_facing_goes_any_way_and_keeps_its_vertex(unit: str, to: str) -> None:
    state = position({unit: f"{O}:0"})
    go(state, to, units=(unit,))
    assert (state.units[unit].at, state.units[unit].facing, spent(state, unit)) == (to, 0, 2)


def test_5_1b_a_shaken_unit_or_one_stacked_with_infantry_has_lost_it() -> None:
    assert no(position({"red-ar-1": f"{O}:0"}, shaken=["red-ar-1"]), E, units=("red-ar-1",)) == "5.3a"
    state = position({"red-ar-1": f"{O}:0", "red-ri-1": f"{O}:0"})
    assert no(state, E, units=("red-ar-1",)) == "5.3a"
    assert no(state, E, units=("red-ar-1", "red-ri-1")) == "5.3a"


def test_5_1c_a_unit_does_not_turn_away_from_its_fellow() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{O}:0"})
    assert no(state, f"{O}:1") == "5.1c"
    go(state, f"{O}:1", units=("red-ri-1", "red-ri-2"))
    assert [state.units[unit].facing for unit in ("red-ri-1", "red-ri-2")] == [1, 1]


# 6 Zones of control


def test_6_2a_a_unit_stops_as_it_enters_a_zone_but_may_turn_there() -> None:
    places = {"red-ri-1": f"{O}:0", "green-ri-1": f"{at(1, -3)}:3"}
    assert no(position(places), NE, at(1, -2), at(2, -3)) == "6.2a"
    state = position(places)
    facts = go(state, NE, f"{at(1, -2)}:1")
    assert told(facts, MoveEnded)[0].why.cite == "6.2a"
    assert state.units["red-ri-1"].facing == 1
    assert no(state, at(2, -3)) == "6.2a"


def test_6_2a_a_leader_stops_too() -> None:
    state = position({"green-ri-1": f"{at(1, -3)}:3"}, leaders={"red": O})
    order = MoveLeader(leader="red", path=(NE, at(1, -2), at(2, -3)))
    assert refused(state, "english", order) == "6.2a"


@pytest.mark.parametrize(
    ("unit", "enemy", "rule"),
    [
        pytest.param("red-ri-1", "green-ri-1", "6.2b", id="6.2b infantry is held"),
        pytest.param("red-sc-1", "green-ri-1", "6.2b", id="6.2b schiltrons too"),
        pytest.param("red-ar-1", "green-ri-1", "", id="6.3b archers leave infantry"),
        pytest.param("red-xb-1", "green-ar-1", "", id="6.3b crossbows leave archers, who are infantry"),
        pytest.param("red-ar-1", "green-hc-1", "6.3b", id="6.3b archers do not leave horse"),
        pytest.param("red-hc-1", "green-hc-1", "", id="6.3a heavy cavalry leaves anybody"),
        pytest.param("red-mxb-1", "green-ri-1", "", id="6.3a so do mounted crossbows"),
    ],
)
def test_6_3_who_may_leave_a_zone(unit: str, enemy: str, rule: str) -> None:
    state = position({unit: f"{O}:3", enemy: f"{NE}:4"})
    if rule:
        assert no(state, SE, units=(unit,)) == rule
    else:
        go(state, SE, units=(unit,))
        assert state.units[unit].at == SE


def test_6_3b_not_if_horse_has_a_zone_there_besides() -> None:
    places = {"red-ar-1": f"{O}:3", "green-ri-1": f"{NE}:4", "green-hc-1": f"{NW}:3"}
    assert no(position(places), SE, units=("red-ar-1",)) == "6.3b"


def test_6_3c_never_from_zone_to_zone() -> None:
    state = position({"red-hc-1": f"{NE}:2", "green-ri-1": f"{at(1, -2)}:3", "green-ri-2": f"{at(2, 0)}:4"})
    assert no(state, E, units=("red-hc-1",)) == "6.3c"
    go(state, at(2, -1), units=("red-hc-1",))
    assert state.units["red-hc-1"].at == at(2, -1)


def test_6_3c_a_free_hex_between_will_do() -> None:
    state = position({"red-hc-1": f"{NE}:3", "green-ri-1": f"{at(1, -2)}:3", "green-ri-2": f"{at(0, 3)}:0"})
    go(state, E, SE, f"{at(0, 2)}:2", units=("red-hc-1",))
    assert state.units["red-hc-1"].at == at(0, 2)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D22_a_leader_leaves_a_zone_freely_or_only_with_a_unit(letter: str) -> None:
    state = position({"green-ri-1": f"{NE}:4"}, leaders={"red": O}, readings={"D22": letter})
    order = MoveLeader(leader="red", path=(SW,))
    if letter == "A":
        assert told(give(state, "english", order), LeaderMoved)[0].to == SW
    else:
        assert refused(state, "english", order) == "6.2b"


def test_D22_B_he_leaves_with_a_unit_that_may() -> None:
    state = position({"red-hc-1": f"{O}:3", "green-ri-1": f"{NE}:4"}, leaders={"red": O}, readings={"D22": "B"})
    give(state, "english", MoveUnits(units=("red-hc-1",), path=(SE,), leaders=("red",)))
    assert state.leaders["red"].at == SE


@pytest.mark.parametrize("unit", ["red-ar-1", "red-xb-1", "red-mxb-1"])
def test_6_2g_missile_units_do_not_enter_a_zone(unit: str) -> None:
    state = position({unit: f"{O}:0", "green-ri-1": f"{at(1, -2)}:3"})
    assert no(state, NE, units=(unit,)) == "6.2g"


def test_6_2g_nor_a_stack_with_one() -> None:
    places = {"red-ri-1": f"{O}:0", "red-ar-1": f"{O}:0", "green-ri-1": f"{at(1, -2)}:3"}
    assert no(position(places), NE, units=("red-ri-1", "red-ar-1")) == "6.2g"


def test_6_4a_nor_a_unit_out_of_command() -> None:
    places = {"red-ri-1": f"{O}:0", "green-ri-1": f"{at(1, -2)}:3"}
    assert no(position(places, out_of_command=["red-ri-1"]), NE) == "6.4a"


def test_14_4a_nor_a_shaken_one() -> None:
    places = {"red-ri-1": f"{O}:0", "green-ri-1": f"{at(1, -2)}:3"}
    assert no(position(places, shaken=["red-ri-1"]), NE) == "14.4a"


@pytest.mark.parametrize("letter", ["A", "B"])
def test_14_4b_D49_a_shaken_unit_keeps_out_of_reach_of_horse(letter: str) -> None:
    ahead = position(
        {"red-ri-1": f"{O}:0", "green-hc-1": f"{at(1, -4)}:3"}, shaken=["red-ri-1"], readings={"D49": letter}
    )
    assert no(ahead, NE) == "14.4b"
    behind = position(
        {"red-ri-1": f"{O}:0", "green-hc-1": f"{at(1, -4)}:0"}, shaken=["red-ri-1"], readings={"D49": letter}
    )
    if letter == "B":
        assert no(behind, NE) == "14.4b"
    else:
        go(behind, NE)
    broken = position(
        {"red-ri-1": f"{O}:0", "green-hc-1": f"{at(1, -4)}:3"},
        shaken=["red-ri-1", "green-hc-1"],
        readings={"D49": letter},
    )
    go(broken, NE)


# 4.5 The chit

# NW lies in the zones of both stacks, NE in that of the first alone.
TWO_STACKS = {"red-ri-1": f"{O}:0", "green-ri-1": f"{at(1, -2)}:3", "green-ri-2": f"{at(0, -2)}:2"}
ONE_STACK = {"red-ri-1": f"{O}:0", "red-ri-2": f"{W}:1", "green-ri-1": f"{at(1, -2)}:3"}


def test_X15_4_5_with_a_zero_nobody_enters_a_zone() -> None:
    state = position({"red-ri-1": f"{O}:0", "green-ri-1": f"{at(1, -2)}:3"}, leaders={"red": O}, chit=0)
    assert no(state, NE) == "4.5"
    assert refused(state, "english", MoveLeader(leader="red", path=(NE,))) == "4.5"


@pytest.mark.parametrize(("chit", "rule"), [(1, "4.5"), (2, "")])
def test_D11_A_each_stack_whose_zone_covers_the_hex_counts(chit: int, rule: str) -> None:
    state = position(TWO_STACKS, chit=chit)
    if rule:
        assert no(state, NW) == rule
        assert told(go(state, NE), ZonesEntered) == [ZonesEntered(stacks=(at(1, -2),))]
    else:
        assert told(go(state, NW), ZonesEntered) == [ZonesEntered(stacks=(at(1, -2), at(0, -2)))]


def test_D11_B_one_entry_counts_one() -> None:
    state = position(TWO_STACKS, chit=1, readings={"D11": "B"})
    assert len(told(go(state, NW), ZonesEntered)[0].stacks) == 1


@pytest.mark.parametrize(("letter", "rule"), [("A", ""), ("B", "4.5")])
def test_D11_a_second_unit_into_the_zone_of_the_same_stack(letter: str, rule: str) -> None:
    state = position(ONE_STACK, chit=1, readings={"D11": letter})
    go(state, NE)
    if rule:
        assert no(state, NW, units=("red-ri-2",)) == rule
    else:
        assert not told(go(state, NW, units=("red-ri-2",)), ZonesEntered)


def test_4_5_a_leader_counts_against_the_chit_as_well() -> None:
    places = ONE_STACK | {"green-ri-2": f"{at(3, -2)}:4"}
    state = position(places, leaders={"red": at(2, 0)}, chit=1)
    go(state, NE)
    assert refused(state, "english", MoveLeader(leader="red", path=(at(2, -1),))) == "4.5"


@pytest.mark.parametrize("chit", [3, 4])
def test_4_5_a_three_or_four_has_no_limit(chit: int) -> None:
    state = position(TWO_STACKS, chit=chit)
    assert not told(go(state, NE), ZonesEntered)


def test_4_6a_a_battle_that_reacts_enters_no_zone() -> None:
    state = position({"green-ri-1": f"{O}:0", "red-ri-1": f"{at(1, -2)}:3"}, phase=REACTION, active="scots", chit=4)
    state.turn.reacting = "green"
    assert no(state, NE, units=("green-ri-1",), by="scots") == "4.6a"
    go(state, f"{O}:3", units=("green-ri-1",), by="scots")


# 7 Movement


def test_7_1a_only_the_moving_battle_moves() -> None:
    state = position({"crimson-ri-1": f"{O}:0", "red-ri-1": f"{FAR}:0"})
    assert no(state, NE, units=("crimson-ri-1",)) == "7.1a"
    assert refused(state, "english", MoveLeader(leader="crimson", path=(NE,))) == "7.1a"
    assert no(state, NE, units=("green-ri-1",)) == "7.1a"
    assert no(state, NE, units=()) == "7.1a"
    assert no(state, NE, units=("nobody",)) == "7.1a"


def test_7_1c_hex_by_hex_and_a_leader_any_way() -> None:
    state = position({"red-ri-1": f"{O}:0"}, leaders={"red": O})
    assert no(state, at(1, -2)) == "7.1c"
    assert no(state, "9999") == "7.1c"
    assert no(state, O) == "7.1c"
    assert no(state) == "7.1c"
    give(state, "english", MoveLeader(leader="red", path=(SE, SW, W, NW)))
    assert state.leaders["red"].at == NW
    assert refused(state, "english", MoveLeader(leader="red", path=(O,))) == "7.1e"


def test_5_1c_a_leader_has_no_facing() -> None:
    state = position({}, leaders={"red": O})
    assert refused(state, "english", MoveLeader(leader="red", path=(NE, f"{NE}:2"))) == "5.1c"


def test_5_1a_there_are_six_vertices() -> None:
    assert no(position({"red-ri-1": f"{O}:0"}), f"{NE}:6") == "5.1a"


def test_7_2a_a_unit_pays_for_each_hex_and_no_more_than_it_has() -> None:
    state = position({"red-ri-1": f"{O}:0"})
    assert no(state, NW, at(0, -2), at(0, -3), at(0, -4)) == "7.2a"
    go(state, NW, at(0, -2), at(0, -3))
    assert spent(state) == 6


def test_7_3b_nobody_enters_a_hex_with_an_enemy_unit() -> None:
    state = position({"red-hc-1": f"{O}:0", "green-ri-1": f"{NE}:0"}, leaders={"red": O})
    assert no(state, NE, units=("red-hc-1",)) == "7.3b"
    assert refused(state, "english", MoveLeader(leader="red", path=(NE,))) == "7.3b"


def test_7_3b_nor_a_leader_one_with_an_enemy_leader() -> None:
    state = position({}, leaders={"red": O, "green": NE})
    assert refused(state, "english", MoveLeader(leader="red", path=(NE,))) == "7.3b"


def test_7_1e_a_unit_moves_once_a_segment() -> None:
    state = position({"red-ri-1": f"{O}:0"})
    go(state, NE)
    assert no(state, at(2, -2)) == "7.1e"


# 13.7 Leaders with units


def test_13_7a_a_leader_goes_along_even_beyond_his_points() -> None:
    state = position({"red-hc-1": f"{O}:0"}, leaders={"red": O})
    state.segment.spent["red"] = 12
    state.segment.moved.append("red")
    give(state, "english", MoveUnits(units=("red-hc-1",), path=(NE,), leaders=("red",)))
    assert state.leaders["red"].at == NE


def test_13_7a_but_only_one_who_is_with_the_unit() -> None:
    state = position({"red-hc-1": f"{O}:0"}, leaders={"red": NW})
    order = MoveUnits(units=("red-hc-1",), path=(NE,), leaders=("red",))
    assert refused(state, "english", order) == "13.7a"


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D66_with_it_when_its_move_starts_or_as_the_turn_began(letter: str) -> None:
    state = position({"red-hc-1": f"{O}:0"}, leaders={"red": NW}, readings={"D66": letter})
    give(state, "english", MoveLeader(leader="red", path=(O,)))
    order = MoveUnits(units=("red-hc-1",), path=(NE,), leaders=("red",))
    if letter == "A":
        give(state, "english", order)
        assert state.leaders["red"].at == NE
    else:
        assert refused(state, "english", order) == "13.7a"


# 10.4d


@pytest.mark.parametrize(("letter", "rule"), [("A", ""), ("B", "10.4d")])
def test_D13_who_moves_in_a_continuation(letter: str, rule: str) -> None:
    state = position({"red-ri-1": f"{O}:0"}, readings={"D13": letter})
    state.turn.round = 1
    if rule:
        assert no(state, NE) == rule
        state.turn.initiated.append("red-ri-1")
    go(state, NE)
