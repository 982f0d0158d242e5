"""10.3/S2 to S7 What a blow is worth."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.reasons import total
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.melee.asks import ChooseNextAttack
from rules.wallaces_war.melee.facts import AttackRolled
from rules.wallaces_war.melee.modifiers import Blow, faces, is_concentric, losses, modifiers, reckon, reply_of
from rules.wallaces_war.state import State
from tests.wallaces_war.melees import NE, NW, SE, SW, A, E, W, asked, attack, charge, close, decline, melee
from tests.wallaces_war.positions import at, give, told

RING = {"NE": NE, "E": E, "SE": SE, "SW": SW, "W": W, "NW": NW}


def keys(state: State, unit: str, target: str, *sources: str, active: bool = True) -> dict[str, int]:
    """The modifiers of one blow."""
    at = state.units[unit].at
    blow = Blow(tuple(state.stacks[at]), at, target, active, sources or (at,))
    return {modifier.key: modifier.value for modifier in modifiers(state, blow)}


@pytest.mark.parametrize(
    ("hexes", "is_so"),
    [
        (("NE", "SW"), True),
        (("NW", "SE"), True),
        (("NE", "SE", "W"), True),
        (("E", "SW", "NW"), True),
        (("NE", "E", "SE"), False),
        (("NE", "E"), False),
        (("NE", "SE"), False),
        (("NE", "E", "SE", "SW"), True),
        (("NE",), False),
    ],
)
def test_10_3_S2_concentric_geometry(hexes: tuple[str, ...], is_so: bool) -> None:
    state = melee({"green-ri-1": f"{A}:0"})
    assert is_concentric(state, A, tuple(RING[name] for name in hexes)) is is_so


def test_X10_concentric_replaces_flank_and_rear() -> None:
    state = melee({"green-ri-1": f"{A}:0", "red-ri-1": f"{NE}:4", "red-ri-2": f"{SW}:1"})
    attack(state, ("red-ri-1", A), ("red-ri-2", A))
    close(state)
    rolled = told(give(state, "english", ChooseNextAttack(start=SW), 1, 1), AttackRolled)
    assert [{m.key: m.value for m in one.modifiers} for one in rolled] == [{"concentric attack": 2}] * 2


def test_5_3c_and_10_3_s2_flank_or_rear_count_for_the_attack_that_comes_through_them() -> None:
    state = melee({"green-ri-1": f"{A}:0", "red-ri-1": f"{E}:5", "red-ri-2": f"{SE}:0"})
    assert keys(state, "red-ri-1", A, E, SE) == {"flank attack": 1}
    assert keys(state, "red-ri-2", A, E, SE) == {"rear attack": 1}
    assert keys(state, "red-ri-1", A, E, SE, active=False) == {}


def test_D37_under_B_both_count_for_all_attacks() -> None:
    state = melee({"green-ri-1": f"{A}:0", "red-ri-1": f"{E}:5", "red-ri-2": f"{NE}:4"}, readings={"D37": "B"})
    assert keys(state, "red-ri-2", A, E, NE, SE) == {"flank attack": 1, "rear attack": 1}


def test_10_3_S2_an_all_round_defender_has_no_flank() -> None:
    state = melee({"green-sc-1": f"{A}:0", "red-ri-1": f"{E}:5"})
    assert keys(state, "red-ri-1", A) == {}
    state.units["green-sc-1"].shaken = True
    assert keys(state, "red-ri-1", A) == {"flank attack": 1, "defender shaken": 1}


@pytest.mark.parametrize(("letter", "first"), [("A", 2), ("B", 0)])
def test_D38_charges_count_where_they_will_end_or_only_once_they_are_there(letter: str, first: int) -> None:
    state = melee(
        {"green-sc-1": f"{A}:0", "red-ri-1": f"{SW}:1", "red-hc-1": f"{at(3, -3)}:4"},
        charge=["red-hc-1"],
        readings={"D38": letter},
    )
    attack(state, ("red-ri-1", A))
    charge(state, "red-hc-1", 4, (at(2, -2), NE), A)
    close(state)
    facts = give(state, "english", ChooseNextAttack(start=SW), 1, 1)
    rolled = told(facts, AttackRolled)
    assert [total(one.modifiers) for one in rolled] == [first, 2]


def test_10_3_S2_D39_P26_68_the_leader_of_the_battle_or_army_lends_his_bonus() -> None:
    places = {"green-sc-1": f"{A}:0", "crimson-ri-1": f"{SW}:1"}
    state = melee(places, battle="crimson", leaders={"crimson": SW, "red": SW})
    assert keys(state, "crimson-ri-1", A) == {"leader": 2}
    state = melee(places, battle="crimson", leaders={"crimson": SW, "red": SW}, readings={"D39": "B"})
    assert sorted(m.value for m in modifiers(state, Blow(("crimson-ri-1",), SW, A, True, (SW,)))) == [1, 2]
    state = melee({"green-sc-1": f"{A}:0", "red-ri-1": f"{SW}:1"}, leaders={"crimson": SW})
    assert keys(state, "red-ri-1", A) == {}


def test_12_5b_and_10_3_s2_rage_counts_only_on_top() -> None:
    state = melee({"green-ri-1": f"{A}:4", "red-sc-1": f"{SW}:1", "red-sc-2": f"{SW}:1"}, berserk=["red-sc-1"])
    assert keys(state, "red-sc-1", A) == {"berserk attacker": 1}
    state = melee({"green-ri-1": f"{A}:4", "red-sc-1": f"{SW}:1", "red-sc-2": f"{SW}:1"}, berserk=["red-sc-2"])
    assert keys(state, "red-sc-1", A) == {}


def test_14_4g_and_10_3_s2_disorder_of_the_units_on_top() -> None:
    state = melee({"green-ri-1": f"{A}:4", "red-ri-1": f"{SW}:1"}, shaken=["green-ri-1", "red-ri-1"])
    assert keys(state, "red-ri-1", A) == {"attacker shaken": -1, "defender shaken": 1}


def test_D88_in_barons_war_disorder_may_count_twice() -> None:
    places = {"edward-ri-1": "1313:0", "glouctr-ri-1": "1412:3"}
    for letter, value in (("A", 1), ("B", 2)):
        state = melee(
            places, scenario="lewes", battle="edward", initiative="royalist", shaken=["glouctr-ri-1"],
            readings={"D88": letter},
        )  # fmt: skip
        target = state.units["glouctr-ri-1"].at
        found = modifiers(state, Blow(("edward-ri-1",), "1313", target, False, ("1313",)))
        assert total(found) == value
        assert [m.cite for m in found] == ["10.3/S2", "20.2.6a"][:value]


def _falkirk(a: str, b: str) -> State:
    state = melee({}, scenario="falkirk", battle="bek")
    facing = next(k for k in range(6) if b in state.ground.front(a, k))
    foe, friend = _two(state)
    return melee({friend: f"{a}:{facing}", foe: f"{b}:{(facing + 3) % 6}"}, scenario="falkirk", battle="bek")


def _two(state: State) -> tuple[str, str]:
    foe = next(name for name, unit in state.units.items() if unit.side == "scots" and unit.kind == "SC")
    friend = next(name for name, unit in state.units.items() if unit.side == "english" and unit.kind == "RI")
    return foe, friend


def _pair(state: State, holds: Any) -> tuple[str, str]:
    ground = state.ground
    return next((a, b) for a in ground.hexes for b in ground.near(a) if holds(a, b))


def test_10_3_S2_ground_up_and_down_and_water() -> None:
    ground = melee({}, scenario="falkirk", battle="bek").ground
    state = melee({}, scenario="falkirk", battle="bek")
    up = _pair(state, lambda a, b: ground.is_uphill(a, b) and not ground.is_stream(a, b))
    stream = _pair(state, lambda a, b: ground.is_stream(a, b) and ground.level(a) == ground.level(b))
    for (a, b), active, expected in (
        (up, True, {"uphill": -1}),
        (up, False, {"uphill": -1}),
        (up[::-1], True, {"downhill": 1}),
        (up[::-1], False, {}),
        (stream, True, {"across a stream": -1}),
        (stream, False, {}),
    ):
        found = _falkirk(a, b)
        assert keys(found, found.stacks[a][0], b, active=active) == expected


def test_10_3_s4_and_e3_modifiers_are_cumulative() -> None:
    state = melee({}, scenario="falkirk", battle="bek")
    ground = state.ground
    a, b = _pair(state, lambda a, b: ground.is_stream(a, b) and ground.level(a) == ground.level(b))
    state = _falkirk(a, b)
    opposite = state.ground.neighbour(b, state.ground.direction(a, b))
    assert opposite
    assert keys(state, state.stacks[a][0], b, a, opposite) == {"concentric attack": 2, "across a stream": -1}


def test_10_3_S2_across_a_bridge() -> None:
    state = melee({}, scenario="early_crossing", battle="hugh")
    a, b = _pair(state, state.ground.is_bridge)
    facing = next(k for k in range(6) if b in state.ground.front(a, k))
    state = melee({"hugh-ri-1": f"{a}:{facing}", "wallace-sc-1": f"{b}:0"}, scenario="early_crossing", battle="hugh")
    assert keys(state, "hugh-ri-1", b) == {"across a bridge": -2}
    attack(state, ("hugh-ri-1", b))


def test_10_3_s3_the_units_on_top_give_the_type_modifier() -> None:
    state = melee({"green-ar-1": f"{A}:4", "green-sc-1": f"{A}:4", "red-ri-1": f"{SW}:1"})
    found = reckon(state, Blow(("red-ri-1",), SW, A, True, (SW,)))
    assert (found.type_modifier.value, found.type_modifier.of) == (1, ("RI", "AR"))


@pytest.mark.parametrize(("units", "steps", "sides"), [
    (("green-hc-1", "green-mxb-1"), {}, 10),
    (("green-mxb-1", "green-hc-3"), {"green-hc-3": 5}, 6),
    (("green-mxb-1", "green-hc-3"), {"green-hc-3": 4}, 10),
    (("green-hc-3", "green-mxb-1"), {"green-hc-3": 3}, 10),
    (("green-ar-1", "green-ri-1"), {}, 6),
])  # fmt: skip
def test_10_3_s5_the_die_of_a_mixed_stack(units: tuple[str, ...], steps: dict[str, int], sides: int) -> None:
    state = melee(dict.fromkeys(units, f"{A}:4"), steps=steps)
    assert faces(state, units) == sides


def test_20_2_5a_the_die_of_men_at_arms_with_infantry() -> None:
    state = melee({"edward-maa-1": "1313:0", "edward-ri-1": "1313:0"}, scenario="lewes", initiative="royalist")
    state.units["edward-ri-1"].full = state.units["edward-maa-1"].full
    assert faces(state, ("edward-maa-1", "edward-ri-1")) == 6
    state.units["edward-ri-1"].steps = 2
    assert faces(state, ("edward-ri-1", "edward-maa-1")) == 10


def test_10_3_s6_and_10_3_s7_the_result_is_held_to_the_table() -> None:
    state = melee({"green-sc-1": f"{A}:4", "red-ri-1": f"{SW}:1"}, shaken=["red-ri-1"])
    found = reckon(state, Blow(("red-ri-1",), SW, A, True, (SW,)))
    assert (found.net, found.row(1), found.row(60)) == (-2, 0, 12)
    assert losses(state, found, 60) == 3


@pytest.mark.parametrize(("letter", "points"), [("A", 8), ("B", 4)])
def test_D28_the_reply_of_a_stack_with_a_shaken_unit(letter: str, points: int) -> None:
    state = melee(
        {"green-ri-1": f"{A}:4", "green-ri-2": f"{A}:4", "red-ri-1": f"{SW}:1"},
        shaken=["green-ri-1"],
        readings={"D28": letter},
    )
    found = reckon(state, reply_of(state, A, SW))
    assert found.sp == points
    assert total(found.modifiers) == (-1 if letter == "A" else 0)


def test_10_3_S7_a_blow_says_which_charts_it_read_and_whose_they_are() -> None:
    state = melee({"green-sc-1": f"{A}:4", "red-ri-1": f"{SW}:1"})
    attack(state, ("red-ri-1", A))
    [rolled] = told(close(state, 6), AttackRolled)
    tables = SYSTEM.book.tables(rolled)
    assert [read.table for read in tables] == ["Type Modifier Table", "Die Used", "Melee Table"]
    assert [read.cell for read in tables] == ["-1", "D6", "1"]
    assert rolled.source == "house"
    assert asked(state).targets == (SW,)
    decline(state)
