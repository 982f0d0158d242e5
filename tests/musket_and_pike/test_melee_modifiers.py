"""11.3, T14, T15 What modifies a melee, line by line, and the readings of it; 14.2 infantry without pikes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from domain.kernel.reasons import total
from rules.musket_and_pike.melee.modifiers import Fight, ratio, reckon
from rules.musket_and_pike.state import State
from tests.musket_and_pike.positions import position

TWO, FOOT, REG, H1, H2, ARQ = (
    "blue-two-hex", "blue-without-pikes", "blue-guns-with-the-foot", "blue-cuirassiers-i", "blue-cuirassiers-ii",
    "blue-arquebusiers",
)  # fmt: skip
RED, RED_TWO, RED_LI, R1, R2, RA = (
    "red-one-hex", "red-two-hex", "red-muskets", "red-cuirassiers-i", "red-cuirassiers-ii", "red-arquebusiers",
)  # fmt: skip


def printed(state: State, name: str, **card: Any) -> None:
    """The counter as an example prints it."""
    unit = state.units[name]
    unit.card = msgspec.structs.replace(unit.card, **card)


def lines(state: State, attackers: tuple[str, ...], defender: str, **more: Any) -> dict[str, tuple[int, str]]:
    hexes = more.pop("hexes", state.units[defender].hexes)
    found = reckon(state, Fight(attackers, defender, hexes, **more))
    return {one.key: (one.value, one.cite) for one in found}


def clash(**more: Any) -> State:
    """Blue horse in 1012 against red horse in 1011, front to front, nobody led."""
    return position({H1: "1012:5", R1: "1011:2"}, leaders={}, **more)


# 11.3.2, 11.3.3


def test_a_leader_helps_each_side_by_one() -> None:
    state = clash()
    assert "attackers led" not in lines(state, (H1,), R1)
    state.leaders["blue-horse"].at, state.leaders["red-horse"].at = "1012", "1011"
    found = lines(state, (H1,), R1)
    assert (found["attackers led"], found["defender led"]) == ((1, "11.3.2"), (-1, "11.3.2"))
    state.leaders["blue-general"].at = "1012"
    assert lines(state, (H1,), R1)["attackers led"] == (1, "11.3.2")


def test_morale_of_the_best_attacker_against_the_defender() -> None:
    state = position({H1: "1012:5", H2: "1112:5", R1: "1011:2"}, leaders={})
    assert lines(state, (H1, H2), R1)["morale against morale"] == (1, "11.3.3")
    state.units[H1].morale = "MS"
    assert "morale against morale" not in lines(state, (H1, H2), R1)


def test_d62_current_morale_or_printed() -> None:
    shaken = {R1: "1011:2:MS", H1: "1012:5"}
    assert lines(position(shaken, leaders={}), (H1,), R1)["morale against morale"][0] == 2
    assert lines(position(shaken, leaders={}, readings={"D62": "b"}), (H1,), R1)["morale against morale"][0] == 1


# 11.3.4, 11.3.5


def odds(state: State, ours: int, theirs: int, attacker: str = FOOT, defender: str = RED) -> int:
    printed(state, attacker, sp=ours)
    printed(state, defender, sp=theirs)
    return ratio(state, Fight((attacker,), defender, state.units[defender].hexes)).value


@pytest.mark.parametrize(
    ("ours", "theirs", "value"),
    [(8, 2, 2), (7, 2, 1), (4, 2, 1), (9, 5, 0), (5, 5, 0), (4, 5, -1), (3, 6, -1), (3, 11, -2), (2, 8, -2)],
)
def test_e34_ratios_are_rounded_in_the_defenders_favour(ours: int, theirs: int, value: int) -> None:
    assert odds(position({FOOT: "1012:5", RED: "1011:2"}), ours, theirs) == value


@pytest.mark.parametrize(("ours", "theirs", "a", "b"), [(4, 5, -1, 0), (5, 9, -1, 0), (1, 2, -1, -1), (3, 11, -2, -1)])
def test_d63_rounded_or_exact(ours: int, theirs: int, a: int, b: int) -> None:
    for letter, value in (("a", a), ("b", b)):
        state = position({FOOT: "1012:5", RED: "1011:2"}, readings={"D63": letter})
        assert odds(state, ours, theirs) == value


def test_e13_cavalry_counts_half_of_heavy_infantry() -> None:
    state = position({H1: "1012:5", RED: "1011:2"})
    assert odds(state, 3, 18, H1) == -1
    assert odds(position({FOOT: "1012:5", RED: "1011:2"}), 3, 18) == -2


def test_a_mixed_attack_halves_nothing() -> None:
    state = position({H1: "1012:5", FOOT: "1112:5", RED: "1011:2"})
    printed(state, RED, sp=20)
    both, horse = Fight((H1, FOOT), RED, ("1011",)), Fight((H1,), RED, ("1011",))
    assert ratio(state, both).of == (10, 20)
    assert ratio(state, horse).of == (4, 10)


@pytest.mark.parametrize(("letter", "against", "value"), [("a", "3.5", 0), ("b", 3, 1), ("c", 4, 0)])
def test_d64_an_odd_half_is_kept_or_rounded(letter: str, against: str | int, value: int) -> None:
    state = position({H1: "1012:5", RED: "1011:2"}, readings={"D64": letter})
    printed(state, H1, sp=6)
    printed(state, RED, sp=7)
    found = ratio(state, Fight((H1,), RED, ("1011",)))
    assert (found.value, found.of[1]) == (value, against)


@pytest.mark.parametrize(("letter", "against"), [("a", 2), ("b", 4)])
def test_d77_dismounted_cavalry_is_halved_or_not(letter: str, against: int) -> None:
    state = position({R1: "1011:2", "blue-horse-on-foot": "1012:5"}, readings={"D77": letter})
    printed(state, "blue-horse-on-foot", sp=4)
    assert ratio(state, Fight((R1,), "blue-horse-on-foot", ("1012",))).of[1] == against


def test_casualties_are_deducted() -> None:
    state = position({FOOT: "1012:5", RED: "1011:2"}, casualties={FOOT: 2, RED: 4})
    assert ratio(state, Fight((FOOT,), RED, ("1011",))).of == (4, 4)


# 11.3.6 to 11.3.9


def test_e14_momentum_counts_once() -> None:
    state = position({H1: "1012:5", H2: "1112:5", R1: "1011:2"}, momentum={H1: True, H2: True}, leaders={})
    assert lines(state, (H1, H2), R1)["momentum"] == (2, "11.3.6")
    state.units[H2].momentum = False
    assert lines(state, (H1, H2), R1)["momentum"] == (2, "11.3.6")
    foot = position({FOOT: "1012:5", H2: "1112:5", R1: "1011:2"}, momentum={FOOT: True, H2: True}, leaders={})
    assert lines(foot, (FOOT, H2), R1)["momentum"] == (1, "11.3.6")


def test_e33_foot_with_momentum_against_foot() -> None:
    state = position({REG: "1012:5", RED: "1011:2"}, leaders={}, momentum={REG: True}, casualties={REG: 2})
    printed(state, REG, sp=12)
    printed(state, RED, sp=9)
    found = reckon(state, Fight((REG,), RED, ("1011",)))
    assert {one.key: one.value for one in found} == {"morale against morale": 1, "momentum": 1}
    assert total(found) == 2


def test_e15_a_two_hex_unit_on_flank_and_rear_counts_two() -> None:
    """11.3.7 Blue abreast on 1012 and 1112: a flank and a rear hex of the unit in 1011, which faces north-east."""
    state = position({TWO: "1012:5", R1: "1011:0"}, leaders={})
    around = state.ground.around(("1011",), 0)
    assert "1112" in around.flanks
    assert "1012" in around.rear
    assert lines(state, (TWO,), R1)["flank or rear"] == (2, "11.3.7")


def test_flank_and_rear_do_not_count_against_a_hedgehog_or_a_broken_unit() -> None:
    for place in ("1011:5:HH", "1011:5:MB"):
        state = position({H1: "1012:5", RED: place}, leaders={})
        assert "flank or rear" not in lines(state, (H1,), RED)
    assert lines(position({H1: "1012:5", RED: "1011:5"}, leaders={}), (H1,), RED)["flank or rear"] == (1, "11.3.7")


@pytest.mark.parametrize(("letter", "value"), [("a", 2), ("b", 1)])
def test_d66_hexes_or_units(letter: str, value: int) -> None:
    state = position({TWO: "1012:5", R1: "1011:5"}, leaders={}, readings={"D66": letter})
    assert lines(state, (TWO,), R1)["flank or rear"][0] == value


def test_types_against_types_and_the_hedgehog_column() -> None:
    state = position({H1: "1012:5", RED: "1011:2"}, leaders={})
    assert lines(state, (H1,), RED)["type against type"] == (-1, "11.3.8")
    state.units[RED].formation = "HH"
    assert lines(state, (H1,), RED)["type against type"] == (-3, "11.3.8")
    mixed = position({H1: "1012:5", ARQ: "1112:5", RED: "1011:2"}, leaders={})
    assert lines(mixed, (H1, ARQ), RED)["type against type"] == (-2, "11.3.8")
    broken = position({H1: "1012:5", RED: "1011:2:MB"}, leaders={})
    assert lines(broken, (H1,), RED)["type against type"] == (2, "11.3.8")


def test_pistols_of_attackers_and_defender() -> None:
    state = position({H1: "1012:5", H2: "1112:5", R1: "1011:2"}, leaders={})
    found = lines(state, (H1, H2), R1, pistols=(H1, H2, R1))
    assert (found["attackers' pistols"], found["defender's pistols"]) == ((2, "11.3.9"), (-1, "11.3.9"))


# 11.3.1


@pytest.mark.parametrize(("formation", "value"), [("FS", -1), ("FB", -2), ("OO", -1)])
def test_formation_counts_once_for_each_side(formation: str, value: int) -> None:
    state = position({H1: f"1012:5:{formation}", H2: f"1112:5:{formation}", R1: f"1011:2:{formation}"}, leaders={})
    found = lines(state, (H1, H2), R1)
    assert (found["attackers' formation"][0], found["defender's formation"][0]) == (value, -value)


@pytest.mark.parametrize(("letter", "value"), [("a", 1), ("b", 0)])
def test_d61_a_salvo_before_the_melee(letter: str, value: int) -> None:
    state = position({FOOT: "1012:5", RED: "1011:2"}, leaders={}, readings={"D61": letter})
    state.activation.salvoed = {FOOT: [RED]}
    assert lines(state, (FOOT,), RED).get("after a Salvo", (0, ""))[0] == value


def test_the_sum_is_held_between_four_and_four() -> None:
    state = position({H1: "1012:5", RED_LI: "1011:5"}, leaders={}, momentum={H1: True})
    found = reckon(state, Fight((H1,), RED_LI, ("1011",), (H1,)))
    assert total(found) == 4
    assert found[-1].key == "limit of the sum"
    assert found[-1].cite == "11.3.1"


@pytest.mark.parametrize(
    ("at", "facing", "to", "value"),
    [
        ("1109", 0, "1209", -1),
        ("1609", 0, "1709", -1),
        ("1809", 0, "1909", -2),
        ("2009", 0, "2109", -2),
        ("2209", 0, "2309", -2),
    ],
)
def test_what_lies_on_the_hexside_helps_the_defender(at: str, facing: int, to: str, value: int) -> None:
    """14.4 Hedge, raised road, abatis, entrenchment, redoubt of the proving ground."""
    state = position({FOOT: f"{at}:{facing}", RED: f"{to}:3"}, leaders={})
    assert lines(state, (FOOT,), RED)["across it"] == (value, "14.4")


def test_cover_and_wagons_help_the_defender() -> None:
    state = position({FOOT: "0510:5", RED: "0509:2"}, leaders={})
    assert lines(state, (FOOT,), RED)["defender in cover"] == (-2, "11.3.1")
    state = position({FOOT: "1012:5", RED: "1011:2"}, leaders={})
    state.wagons["w"] = SimpleNamespace(at="1011", side="red", name="w", holder="")  # type: ignore[assignment]
    assert lines(state, (FOOT,), RED)["defender among wagons"] == (-2, "14.1")


def test_uphill() -> None:
    state = position({FOOT: "1005:5", RED: "1004:2"}, leaders={})
    assert lines(state, (FOOT,), RED)["uphill"] == (-1, "11.3.1")
