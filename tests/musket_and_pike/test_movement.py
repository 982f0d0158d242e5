"""6.2, 6.3, 7 Steps, turns, wheels, formation hits, bridges, hedgehogs, guns, reinforcements."""

from __future__ import annotations

import msgspec
import pytest

from rules.musket_and_pike.formation.facts import FormationHit, FormationSet
from rules.musket_and_pike.marching.entry import allowance_of
from rules.musket_and_pike.movement.asks import EnterUnit, Limber, MoveUnit
from rules.musket_and_pike.movement.facts import (
    ActionBegan,
    ActionEnded,
    GunsTaken,
    MomentumGained,
    UnitMoved,
    UnitTurned,
    UnitWheeled,
    WagonsTaken,
    lift,
)
from rules.musket_and_pike.state import State, Wagon
from tests.musket_and_pike.positions import give, orders_of, position, refused, told

TWO, PIKES, NO_PIKES = "blue-two-hex", "blue-guns-with-the-foot", "blue-without-pikes"
HORSE, OTHER, LIGHT = "blue-cuirassiers-i", "blue-cuirassiers-ii", "blue-muskets-with-the-horse"
MUSKETS, GUNS, LIMBERED = "blue-muskets", "blue-heavy-battery", "blue-light-guns"
FAR = {"red-arquebusiers": "2401:2"}


def alone(place: str, unit: str = HORSE, **more: object) -> State:
    return position({unit: place}, **more)  # type: ignore[arg-type]


def move(state: State, unit: str, *path: str, **more: object) -> list[object]:
    return give(state, "blue", MoveUnit(unit=unit, path=path, **more))  # type: ignore[arg-type, return-value]


def test_7_1_1_a_path_is_told_hex_by_hex() -> None:
    state = alone("1012:5")
    facts = move(state, HORSE, "1011", "right", "1111")
    assert [fact.hexes for fact in told(facts, UnitMoved)] == [("1011",), ("1111",)]  # type: ignore[arg-type]
    assert [fact.facing for fact in told(facts, UnitTurned)] == [0]  # type: ignore[arg-type]
    assert told(facts, ActionBegan)[0].ma == 8  # type: ignore[arg-type]
    assert state.activation.acted == [HORSE]
    assert state.stacks == {"1111": [HORSE]}


def test_e6_a_wheel_costs_one_and_the_ground() -> None:
    state = alone("1012:5", TWO)
    facts = move(state, TWO, "left")
    (wheel,) = told(facts, UnitWheeled)  # type: ignore[arg-type]
    assert (wheel.hexes, wheel.facing, wheel.cost) == (("1012", "1011"), 4, 2)
    assert state.stacks == {"1012": [TWO], "1011": [TWO]}
    state = alone("1012:5", TWO)
    (wheel,) = told(move(state, TWO, "right"), UnitWheeled)  # type: ignore[arg-type]
    assert (wheel.hexes, wheel.facing) == (("1011", "1112"), 0)


def test_drv_geo4_a_two_hex_unit_moves_both_halves() -> None:
    state = alone("1012:5", TWO)
    facts = move(state, TWO, "1011", "1010")
    assert [fact.hexes for fact in told(facts, UnitMoved)] == [("1011", "1111"), ("1010", "1110")]  # type: ignore[arg-type]


def test_6_2_2_a_countermarch_changes_the_halves_about() -> None:
    state = alone("1012:5", TWO)
    (turn,) = told(move(state, TWO, "about"), UnitTurned)  # type: ignore[arg-type]
    assert (turn.hexes, turn.facing, turn.cost) == (("1112", "1012"), 2, 2)
    state = alone("1012:5", readings={"D25": "b"})
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("about",))) == "6.2.1"


@pytest.mark.parametrize(("unit", "cost"), [(HORSE, 1), (MUSKETS, 1), (PIKES, 2)])
def test_6_2_1_turning_costs_foot_double(unit: str, cost: int) -> None:
    assert told(move(alone("1012:5", unit), unit, "left"), UnitTurned)[0].cost == cost  # type: ignore[arg-type]


def test_e7_horse_down_a_slope_and_over_a_stream_is_broken() -> None:
    path = ("1405", "1406", "1407", "1408", "1409")
    state = alone("1404:2")
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=(*path, "left"))) == "7.3.1"
    facts = move(state, HORSE, *path)
    assert [fact.formation for fact in told(facts, FormationHit)] == ["FS", "FB"]  # type: ignore[arg-type]
    assert sum(fact.cost for fact in told(facts, UnitMoved)) == 7  # type: ignore[arg-type]


def test_6_3_3_open_order_and_column_are_not_disordered_by_ground() -> None:
    for formation in ("OO", "CO"):
        state = alone(f"1404:2:{formation}")
        assert not told(move(state, HORSE, "1405"), FormationHit)  # type: ignore[arg-type]


def test_7_3_1_the_allowance_is_fixed_as_it_starts() -> None:
    state = alone("1404:2")
    facts = move(state, HORSE, "1405", "1406", "1407", "1408")
    assert state.units[HORSE].formation == "FS"
    assert sum(fact.cost for fact in told(facts, UnitMoved)) == 5  # type: ignore[arg-type]
    shaken = alone("1405:2:FS")
    assert refused(shaken, "blue", MoveUnit(unit=HORSE, path=("1406", "1407", "1408", "1308", "1309"))) == "7.1.1"


def test_e38_a_hexside_crossed_half_by_half_is_paid_and_suffered_twice() -> None:
    state = alone("1408:2", TWO)
    state.ground = msgspec.structs.replace(state.ground, lines={"stream": ("1408-1409", "1309-1310")})
    facts = move(state, TWO, "1409", "1410")
    assert [fact.cost for fact in told(facts, UnitMoved)] == [2, 2]  # type: ignore[arg-type]
    assert [fact.formation for fact in told(facts, FormationHit)] == ["FS", "FB"]  # type: ignore[arg-type]


def test_x19_only_front_hexes_are_entered() -> None:
    state = alone("1012:5")
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1112",))) == "7.1.1"
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1013",))) == "7.1.1"
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("2012",))) == "7.1.1"
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("sideways",))) == "7.1.1"
    state = alone("1012:5:FS", PIKES)
    assert refused(state, "blue", MoveUnit(unit=PIKES, path=("left", "left"))) == "6.2.1"


def test_x20_who_does_not_move() -> None:
    assert refused(alone("1012:5:FB"), "blue", MoveUnit(unit=HORSE, path=("1011",))) == "6.3.1"
    assert refused(alone("1012:5:HH", PIKES), "blue", MoveUnit(unit=PIKES, path=("1011",))) == "6.3.2.a"
    assert refused(alone("1012:5::MB"), "blue", MoveUnit(unit=HORSE, path=("1011",))) == "12.4.3"
    assert refused(alone("1012:5", GUNS), "blue", MoveUnit(unit=GUNS, path=("1011",))) == "7.2.1"


def test_x21_who_does_not_form_hedgehog() -> None:
    hedgehog = ("hedgehog",)
    for unit in (HORSE, MUSKETS, NO_PIKES, "blue-horse-on-foot"):
        assert refused(alone("1012:5", unit), "blue", MoveUnit(unit=unit, path=hedgehog)) == "6.3.2.b"
    assert refused(alone("1012:5:FB", PIKES), "blue", MoveUnit(unit=PIKES, path=hedgehog)) == "6.3.2.b"
    assert refused(alone("1012:5:FS", PIKES), "blue", MoveUnit(unit=PIKES, path=hedgehog)) == "6.3.2.b"
    assert refused(alone("1012:5", PIKES), "blue", MoveUnit(unit=PIKES, path=("1011", "hedgehog"))) == "6.3.2.b"


@pytest.mark.parametrize("formation", ["FN", "OO", "CO"])
def test_6_3_2_b_a_hedgehog_takes_four_points(formation: str) -> None:
    state = alone(f"1012:5:{formation}", PIKES)
    facts = move(state, PIKES, "hedgehog")
    assert [fact.formation for fact in told(facts, FormationSet)] == ["HH"]  # type: ignore[arg-type]


def test_6_3_4_a_column_of_two_hexes_is_led_by_its_head() -> None:
    state = alone("1012:5:CO", TWO)
    state.units[TWO].facing = 1  # the right half is the head, its flank hexside the front
    facts = move(state, TWO, "1212", "right", "1213")
    assert [fact.hexes for fact in told(facts, UnitMoved)] == [("1112", "1212"), ("1212", "1213")]  # type: ignore[arg-type]
    assert [fact.cost for fact in told(facts, UnitTurned)] == [2]  # type: ignore[arg-type]
    state.activation.acted = []
    assert refused(state, "blue", MoveUnit(unit=TWO, path=("1112",))) == "7.1.1"


def test_x23_bridges() -> None:
    assert told(move(alone("1409:0"), HORSE, "1509"), UnitMoved)[0].cost == 1  # type: ignore[arg-type]
    over = ("over:1509",)
    state = alone("1309:0", TWO)  # its right half is in 1409, with the bridge before it
    state.units[TWO].hexes, state.units[TWO].facing = ("1408", "1409"), 0
    state.stacks.clear()
    state.stacks.update({"1408": [TWO], "1409": [TWO]})
    facts = move(state, TWO, *over)
    assert state.units[TWO].hexes[0] == "1509"
    assert [fact.formation for fact in told(facts, FormationSet)] == ["FB"]  # type: ignore[arg-type]
    for formation in ("FS",):
        other = alone("1309:0", TWO)
        other.units[TWO].hexes, other.units[TWO].facing = ("1408", "1409"), 0
        other.units[TWO].formation = formation  # type: ignore[assignment]
        other.stacks.clear()
        other.stacks.update({"1408": [TWO], "1409": [TWO]})
        assert refused(other, "blue", MoveUnit(unit=TWO, path=over)) == "7.3.5"
    assert refused(alone("1012:5", TWO), "blue", MoveUnit(unit=TWO, path=over)) == "7.3.5"


def test_e35_lone_guns_are_taken_by_whoever_enters() -> None:
    state = position({MUSKETS: "1012:5", "red-battery": "1011:2"})
    facts = move(state, MUSKETS, "1011")
    assert [(fact.unit, fact.by) for fact in told(facts, GunsTaken)] == [("red-battery", "blue")]  # type: ignore[arg-type]
    assert state.units["red-battery"].disabled
    assert state.units["red-battery"].holder == "blue"
    assert state.stacks["1011"] == [MUSKETS, "red-battery"]


def test_14_1_wagons_change_hands() -> None:
    state = alone("1012:5", MUSKETS)
    state.wagons["red-wagons"] = Wagon(side="red", name="wagons", at="1011")
    assert told(move(state, MUSKETS, "1011"), WagonsTaken)  # type: ignore[arg-type]
    assert state.wagons["red-wagons"].holder == "blue"


def test_11_3_6_two_clear_hexes_into_contact_give_momentum() -> None:
    state = position({HORSE: "1014:5", "red-cuirassiers-i": "1011:2"}, order="charge")
    facts = move(state, HORSE, "1013", "1012")
    assert told(facts, MomentumGained) or state.core.pending  # type: ignore[arg-type]
    turned = position({HORSE: "1014:4", "red-cuirassiers-i": "1011:2"}, order="charge")
    move(turned, HORSE, "right", "1013")
    assert not turned.units[HORSE].momentum


def test_7_3_3_limbering_takes_the_place_of_fire() -> None:
    state = alone("1012:5", GUNS)
    assert refused(state, "blue", Limber(unit=GUNS, facing=2)) == "7.3.3"
    give(state, "blue", Limber(unit=GUNS))
    assert state.units[GUNS].limbered
    assert state.units[GUNS].fired
    state.activation.acted = []
    assert refused(state, "blue", Limber(unit=GUNS, facing=2)) == "7.3.3"
    facts = move(state, GUNS, "1112", "1212")  # no facing: any way
    assert [fact.hexes for fact in told(facts, UnitMoved)] == [("1112",), ("1212",)]  # type: ignore[arg-type]


def test_x51_no_limbering_in_the_english_civil_war() -> None:
    state = position({"royal-battery": "1217:5"}, scenario="edgehill")
    assert refused(state, "royalist", Limber(unit="royal-battery")) == "7.3.3"


@pytest.mark.parametrize(("letter", "error"), [("a", "3.2.C"), ("c", "")])
def test_d29_guns_that_limber_may_move_at_once_or_not(letter: str, error: str) -> None:
    state = alone("1012:5", GUNS, readings={"D29": letter})
    give(state, "blue", Limber(unit=GUNS))
    order = MoveUnit(unit=GUNS, path=("1112",))
    if error:
        assert refused(state, "blue", order) == error
    else:
        assert told(give(state, "blue", order), UnitMoved)


# 7.4 Reinforcements

FIRST, SECOND, THIRD = "blue-column-first", "blue-column-second", "blue-column-third"
WING = "blue-column-from-the-south"


def arriving() -> State:
    state = position({"blue-two-hex": "0914:5"}, wing=WING, leaders={})
    for name in (FIRST, SECOND, THIRD):
        state.units[name].gone = "due"
    return state


def test_e9_each_unit_by_a_single_hex_has_a_point_less() -> None:
    state = arriving()
    found = []
    for count in range(4):
        state.activation.entered = [FIRST] * count
        found.append(allowance_of(state, FIRST, "FN"))
    assert found == [4, 3, 2, 1]


def test_7_4_a_wing_enters_with_its_leader() -> None:
    state = arriving()
    enter = EnterUnit(unit=FIRST, path=("0318", "0317"), facing=5, formation="CO", leaders=("blue-column",))
    assert refused(state, "blue", EnterUnit(unit=FIRST, path=("0418",), facing=5, formation="CO")) == "7.4"
    assert refused(state, "blue", EnterUnit(unit=FIRST, path=("0318",), facing=5, formation="FN")) == "7.4"
    facts = give(state, "blue", enter)
    assert [fact.how for fact in told(facts, UnitMoved)] == ["entry", "entry"]
    assert state.leaders["blue-column"].at == "0318"
    assert state.units[FIRST].formation == "CO"
    assert told(facts, ActionEnded)
    assert refused(state, "blue", enter) == "7.4"
    give(state, "blue", EnterUnit(unit=THIRD, path=("0318", "0218"), facing=5, formation="CO"))
    assert state.units[THIRD].hexes == ("0318", "0218")
    assert not orders_of(state, EnterUnit) or SECOND in {order.unit for order in orders_of(state, EnterUnit)}


def test_7_4_with_the_last_unit_its_leader_comes_too() -> None:
    state = arriving()
    for unit, at in ((FIRST, ""), (THIRD, ""), (SECOND, "0318")):
        path = ("0318", "0218") if unit == THIRD else ("0318", "0317")
        give(state, "blue", EnterUnit(unit=unit, path=path, facing=5, formation="CO"))
        assert state.leaders["blue-column"].at == at
        lift(state, unit)  # out of the way of the next


def test_7_4_not_before_its_turn() -> None:
    state = arriving()
    state.core.turn = 1
    assert refused(state, "blue", EnterUnit(unit=FIRST, path=("0318",), facing=5, formation="CO")) == "7.4"
