"""8 Who may share a hex: horse with light infantry, guns with others, horse that absorbs horse."""

from __future__ import annotations

import pytest

from rules.musket_and_pike.movement.asks import Absorb, MoveUnit
from rules.musket_and_pike.movement.facts import CavalryAbsorbed, StackChanged, UnitMoved, UnitsJoined
from rules.musket_and_pike.position import allowance, body
from rules.musket_and_pike.state import State
from tests.musket_and_pike.positions import give, orders_of, position, refused, told

HORSE, OTHER, ARQUEBUSIERS = "blue-cuirassiers-i", "blue-cuirassiers-ii", "blue-arquebusiers"
LIGHT, MUSKETS, DRAGOONS = "blue-muskets-with-the-horse", "blue-muskets", "blue-dragoons"
TWO, PIKES, GUNS, LIMBERED = "blue-two-hex", "blue-guns-with-the-foot", "blue-heavy-battery", "blue-light-guns"


def pair(**more: object) -> State:
    return position({HORSE: "1014:5", LIGHT: "1014:5", "red-arquebusiers": "2302:2"}, **more)  # type: ignore[arg-type]


def test_8_2_1_horse_and_light_infantry_move_as_one() -> None:
    state = pair()
    assert body(state, LIGHT) == (HORSE, LIGHT)
    assert allowance(state, HORSE) == 6
    facts = give(state, "blue", MoveUnit(unit=HORSE, path=("1013", "1012")))
    assert [fact.units for fact in told(facts, UnitMoved)] == [(HORSE, LIGHT)] * 2
    assert set(state.activation.acted) == {HORSE, LIGHT}


def test_e8_horse_that_leaves_its_light_infantry_has_six_points() -> None:
    path = ("1013", "1012", "1011", "1010", "1009", "1008", "1007")
    assert refused(pair(), "blue", MoveUnit(unit=HORSE, path=path, alone=True)) == "7.1.1"
    state = pair()
    give(state, "blue", MoveUnit(unit=HORSE, path=path[:6], alone=True))
    assert state.stacks["1014"] == [LIGHT]
    assert state.activation.acted == [HORSE]


def test_8_2_1_nobody_leaves_who_stands_alone() -> None:
    state = position({HORSE: "1014:5"})
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1013",), alone=True)) == "8.2.1"


def test_e10_who_joins_stops_and_both_have_the_worse_of_the_two() -> None:
    state = position({HORSE: "1014:5:FN:MS", LIGHT: "1013:3:FS"})
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1013", "1012"))) == "7.3.1"
    facts = give(state, "blue", MoveUnit(unit=HORSE, path=("1013",)))
    assert told(facts, UnitsJoined)[0].still == LIGHT
    for name in (HORSE, LIGHT):
        unit = state.units[name]
        assert (unit.morale, unit.formation, unit.facing, unit.hexes) == ("MS", "FS", 3, ("1013",))
    assert refused(state, "blue", MoveUnit(unit=LIGHT, path=("left",), alone=True)) in ("8.2.2", "3.2.C")  # X25
    assert LIGHT not in {order.unit for order in orders_of(state, MoveUnit)}


def test_x24_who_may_not_share_a_hex() -> None:
    def into(unit: str, *there: str) -> str:
        state = position({unit: "1014:5", **dict.fromkeys(there, "1013:5")})
        return refused(state, "blue", MoveUnit(unit=unit, path=("1013",)))

    assert into(HORSE, OTHER) == "8.1.1"
    assert into(PIKES, MUSKETS) == "8.1.1"
    assert into(HORSE, MUSKETS) == "8.2.1"  # of another Wing
    assert into(MUSKETS, OTHER) == "8.2.1"
    assert into(ARQUEBUSIERS, HORSE, LIGHT) == "8.1.1"
    assert into(LIMBERED, GUNS) == "8.1.1"
    strong = position({"ramsey": "1014:5", "commanded-muskets-i": "1013:5"}, scenario="edgehill")
    assert refused(strong, "parliament", MoveUnit(unit="ramsey", path=("1013",))) == "8.2.1"


def test_8_1_2_units_pass_friendly_guns_and_may_stop_with_them() -> None:
    state = position({PIKES: "1014:5", GUNS: "1013:5"})
    give(state, "blue", MoveUnit(unit=PIKES, path=("1013", "1012")))
    assert state.stacks["1013"] == [GUNS]
    state = position({PIKES: "1014:5", GUNS: "1013:5"})
    give(state, "blue", MoveUnit(unit=PIKES, path=("1013",)))
    assert state.stacks["1013"] == [PIKES, GUNS]  # 8.3.1 on top unless its owner says otherwise
    state = position({PIKES: "1014:5", GUNS: "1013:5"})
    give(state, "blue", MoveUnit(unit=PIKES, path=("1013", "under")))
    assert state.stacks["1013"] == [GUNS, PIKES]


def test_8_3_2_the_order_of_a_stack_changes_by_a_move() -> None:
    state = position({PIKES: "1013:5", GUNS: "1013:5"})
    facts = give(state, "blue", MoveUnit(unit=PIKES, path=("under",)))
    assert told(facts, StackChanged)[0].units == (GUNS, PIKES)


def test_x26_what_may_not_be_restacked() -> None:
    state = position({PIKES: "1013:5", GUNS: "1013:5"})
    assert refused(state, "blue", MoveUnit(unit=PIKES, path=("top",))) == "8.3.2"
    assert refused(state, "blue", MoveUnit(unit=GUNS, path=("top",))) == "8.3.2"
    alone = position({PIKES: "1013:5"})
    assert refused(alone, "blue", MoveUnit(unit=PIKES, path=("under",))) == "8.3.2"
    state.units[GUNS].disabled = True
    assert refused(state, "blue", MoveUnit(unit=PIKES, path=("under",))) == "8.3.2"


def test_8_3_4_two_guns_with_a_two_hex_unit_lie_alike() -> None:
    state = position({TWO: "1013:5", GUNS: "1013:5", LIMBERED: "1113:5"})
    give(state, "blue", MoveUnit(unit=TWO, path=("under",)))
    assert state.stacks["1013"] == [GUNS, TWO]
    assert state.stacks["1113"] == [LIMBERED, TWO]


def test_8_4_horse_takes_in_what_is_left_of_other_horse() -> None:
    state = position({HORSE: "1014:5", OTHER: "1013:5"}, casualties={HORSE: 3, OTHER: 2}, threshold={HORSE: True})
    facts = give(state, "blue", Absorb(unit=HORSE, path=("1013",)))
    (found,) = told(facts, CavalryAbsorbed)
    assert (found.absorbed, found.restored, found.threshold) == (OTHER, 2, False)
    assert state.units[OTHER].gone == "eliminated"
    assert state.units[HORSE].casualties == 1
    assert state.stacks["1013"] == [HORSE]


def test_x27_what_is_not_absorbed() -> None:
    absorb = Absorb(unit=HORSE, path=("1013",))
    state = position({HORSE: "1014:5", OTHER: "1013:5"})
    assert refused(state, "blue", absorb) == "8.4"  # no casualties
    state = position({HORSE: "1014:5", LIGHT: "1013:5"}, casualties={HORSE: 1})
    assert refused(state, "blue", absorb) == "8.4"
    state = position({HORSE: "1014:5", OTHER: "1013:5::MB"}, casualties={HORSE: 1})
    assert refused(state, "blue", absorb) == "8.4"
    state = position({PIKES: "1014:5", OTHER: "1013:5"}, casualties={PIKES: 1})
    assert refused(state, "blue", Absorb(unit=PIKES, path=("1013",))) == "8.4"
    restored = position({HORSE: "1014:5", OTHER: "1013:5"}, casualties={HORSE: 1})
    give(restored, "blue", absorb)
    assert restored.units[HORSE].casualties == 0  # never above its printed strength


@pytest.mark.parametrize(("letter", "allowed"), [("a", False), ("b", True)])
def test_d33_horse_of_another_wing(letter: str, allowed: bool) -> None:
    places = {"prince-rupert": "2217:5", "henry-wilmot": "2216:5"}
    leaders = {"prince-rupert-leader": "2217"}
    state = position(
        places, scenario="edgehill", leaders=leaders, casualties={"prince-rupert": 1}, readings={"D33": letter}
    )
    order = Absorb(unit="prince-rupert", path=("2216",))
    assert (order in orders_of(state, Absorb)) is allowed


@pytest.mark.parametrize(("words", "stack"), [((), [LIMBERED, PIKES]), (("under",), [PIKES, LIMBERED])])
def test_8_3_1_guns_that_come_to_a_unit_lie_on_top_or_below(words: tuple[str, ...], stack: list[str]) -> None:
    state = position({PIKES: "1013:5", LIMBERED: "1014:5"}, limbered={LIMBERED: True})
    give(state, "blue", MoveUnit(unit=LIMBERED, path=("1013", *words)))
    assert state.stacks["1013"] == stack
    assert refused(state, "blue", MoveUnit(unit=LIMBERED, path=("under",))) == "3.2.C"


@pytest.mark.parametrize("path", [("under",), ("1013", "under", "top"), ("0913", "under")])
def test_8_3_2_guns_choose_their_place_only_as_they_come(path: tuple[str, ...]) -> None:
    state = position({PIKES: "1013:5", LIMBERED: "1014:5"}, limbered={LIMBERED: True})
    assert refused(state, "blue", MoveUnit(unit=LIMBERED, path=path)) == "8.3.2"
