"""11.1 Who may attack, in which order melees are fought, and what comes of them.

11.2.A and 11.2.B declarations, 11.2.D the die, 11.2.E and 11.4.7 results and advances, 11.3.1a bridges.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import LossTaken
from rules.musket_and_pike import SYSTEM
from rules.musket_and_pike.fire.facts import PistolSpent
from rules.musket_and_pike.formation.facts import FormationHit
from rules.musket_and_pike.leaders.facts import LeaderMoved, LeaderRemoved, LeaderTested
from rules.musket_and_pike.melee.asks import (
    AdvanceUnit,
    AwaitAdvance,
    AwaitDeclarations,
    AwaitNextMelee,
    AwaitPistols,
    DeclareMelee,
    EndDeclarations,
    MeleePistols,
    NextMelee,
)
from rules.musket_and_pike.melee.facts import MeleeBegan, MeleeCalledOff, MeleeRolled
from rules.musket_and_pike.morale.facts import MoraleSet, MoraleTested, UnitEliminated
from rules.musket_and_pike.movement.facts import GunsTaken, UnitMoved, UnitWheeled
from rules.musket_and_pike.retreats.facts import UnitRetreated
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline
from tests.musket_and_pike.melees import (
    ARQ,
    FOOT,
    GUN,
    H1,
    H2,
    LI,
    R1,
    R2,
    RED,
    RED_LI,
    RED_TWO,
    TWO,
    attack,
    fought,
    step,
)
from tests.musket_and_pike.positions import asked, give, refused, told
from tests.musket_and_pike.test_melee_modifiers import printed

# 11.1.2 to 11.1.4, X41, X42


def test_the_first_question_lists_what_may_be_declared() -> None:
    state = step({H1: "1012:5", R1: "1011:2", R2: "1013:2"})
    orders = [choice.order for choice in SYSTEM.book.choices(state)]
    assert orders == [DeclareMelee(unit=H1, hex="1011"), EndDeclarations()]


@pytest.mark.parametrize(
    ("unit", "hex", "rule", "places"),
    [
        (H1, "1013", "11.1.2", {H1: "1012:5", R1: "1013:2"}),  # in its rear
        (H1, "1010", "11.1.2", {H1: "1012:5", R1: "1010:2"}),  # not adjacent
        (H1, "1011", "11.1.2", {H1: "1012:5", R1: "1110:2"}),  # nobody there
        (FOOT, "1011", "11.1.2", {H1: "1412:5", FOOT: "1012:5", R1: "1011:2"}),  # of another Wing
        (H1, "1011", "12.4.3", {H1: "1012:5:MB", R1: "1011:2"}),
        (FOOT, "1011", "6.3.2.a", {FOOT: "1012:5:HH", R1: "1011:2"}),
        (LI, "1011", "11.6", {LI: "1012:5", R1: "1011:2"}),
        (TWO, "0911", "11.1.3", {TWO: "1012:5", R1: "0911:2"}),  # not its centre front hex
        (TWO, "1111", "11.1.3", {TWO: "1012:5", R1: "1111:2"}),
        ("blue-heavy-battery", "1011", "11.5.2", {"blue-heavy-battery": "1012:5", R1: "1011:2"}),
        (H1, "2409", "11.1.2", {H1: "2410:5", R1: "2409:2"}),  # it could not enter it
        ("blue-muskets-with-the-horse", "1011", "8.2.1",
         {H2: "1012:5", "blue-muskets-with-the-horse": "1012:5", RED_LI: "1011:2"}),
    ],
)  # fmt: skip
def test_x41_who_may_not_attack(unit: str, hex: str, rule: str, places: dict[str, str]) -> None:
    state = step(places)
    assert refused(state, "blue", DeclareMelee(unit=unit, hex=hex)) == rule


def test_a_unit_attacks_one_hex() -> None:
    state = step({H1: "1012:5", R1: "1011:2", R2: "0911:2"})
    attack(state, (H1, "1011"))
    assert refused(state, "blue", DeclareMelee(unit=H1, hex="0911")) == "11.1.4"


def test_two_hex_foot_does_not_fight_across_a_bridge() -> None:
    """7.3.5 The bridge of the proving ground lies between 1409 and 1509; abreast on 1409 and 1310 it looks east."""
    state = step({FOOT: "1409:0", R1: "1509:3"})
    assert refused(state, "blue", DeclareMelee(unit=TWO, hex="1509")) == "11.1.2"
    attack(state, (FOOT, "1509"))
    wide = step({TWO: "1409:1", R1: "1509:3"})
    wide.units[TWO].hexes, wide.units[TWO].facing = ("1408", "1409"), 1
    centre = wide.ground.neighbour("1408", 2)
    assert centre == "1409"
    wide.units[TWO].hexes, wide.units[TWO].facing = ("1409", "1410"), 0
    assert wide.ground.neighbour("1409", 1) == "1509"
    assert refused(wide, "blue", DeclareMelee(unit=TWO, hex="1509")) == "7.3.5"


def test_e25_x42_reaction_melees() -> None:
    """E25 P attacks Q; S, no target itself, may fall on P, and that is fought first."""
    places = {H1: "1012:5", R1: "1011:2", R2: "0911:2"}
    state = step(places)
    attack(state, (H1, "1011"))
    give(state, "blue", EndDeclarations())
    assert asked(state) == AwaitDeclarations(side="red", reaction=True)
    assert refused(state, "red", DeclareMelee(unit=R1, hex="1012")) == "11.1.2"
    give(state, "red", DeclareMelee(unit=R2, hex="1012"))
    facts = fought(state, 4, 4)
    assert [(fact.attackers, fact.reaction) for fact in told(facts, MeleeBegan)] == [((R2,), True), ((H1,), False)]


def test_x44_an_attacker_thrown_back_attacks_no_more() -> None:
    state = step({H1: "1012:5", R1: "1011:2", R2: "0911:2"})
    attack(state, (H1, "1011"))
    give(state, "blue", EndDeclarations())
    give(state, "red", DeclareMelee(unit=R2, hex="1012"))
    facts = fought(state, 7)
    assert told(facts, MeleeRolled)[0].result == "D_MS_R1"
    assert told(facts, MeleeCalledOff)[0].units == (H1,)


@pytest.mark.parametrize(("letter", "rule"), [("a", "11.1.2"), ("b", "")])
def test_d59_only_the_active_wing_may_be_attacked_in_reaction(letter: str, rule: str) -> None:
    state = step({H1: "1512:5", FOOT: "1012:5", R1: "1011:2"}, reaction=True, readings={"D59": letter})
    order = DeclareMelee(unit=R1, hex="1012")
    assert (refused(state, "red", order) if rule else give(state, "red", order) and "") == rule


@pytest.mark.parametrize(("letter", "may"), [("a", False), ("b", True)])
def test_d58_a_two_hex_unit_that_is_attacked_in_one_half(letter: str, may: bool) -> None:
    """RED_TWO on 1111 and 1011 faces south; H1 attacks one half, ARQ stands before its centre."""
    state = step({H1: "0912:0", ARQ: "1112:5", RED_TWO: "1111:2"}, readings={"D58": letter})
    assert state.units[RED_TWO].hexes == ("1111", "1011")
    state.units[H1].hexes, state.units[H1].facing = ("1011",), 0
    state.stacks["1011"] = [RED_TWO]
    state.units[H1].hexes = ("0911",)
    state.stacks.pop("0912")
    state.stacks["0911"] = [H1]
    attack(state, (H1, "1011"))
    give(state, "blue", EndDeclarations())
    frame = asked(state)
    assert isinstance(frame, AwaitDeclarations) == may


# 11.2.C


def two_melees(**more: Any) -> State:
    state = step({H1: "1012:5", H2: "1512:5", R1: "1011:2", R2: "1511:2"}, **more)
    attack(state, (H1, "1011"), (H2, "1511"))
    give(state, "blue", EndDeclarations())
    return state


@pytest.mark.parametrize(("end", "first"), [("left", H1), ("right", H2)])
def test_the_line_is_fought_from_one_end(end: Any, first: str) -> None:
    state = two_melees()
    assert isinstance(asked(state), AwaitNextMelee)
    facts = fought(state, 3, 3, first=NextMelee(end=end))
    assert told(facts, MeleeBegan)[0].attackers == (first,)


@pytest.mark.parametrize(("letter", "order"), [("a", NextMelee(hex="1511")), ("b", NextMelee(end="left"))])
def test_d84_an_end_of_the_line_or_any_hex(letter: str, order: NextMelee) -> None:
    assert refused(two_melees(readings={"D84": letter}), "blue", order) == "11.2.C"


def test_d84_b_any_hex_comes_next() -> None:
    facts = fought(two_melees(readings={"D84": "b"}), 3, 3, first=NextMelee(hex="1511"))
    assert [fact.attackers for fact in told(facts, MeleeBegan)] == [(H2,), (H1,)]


# 11.3.9


def test_pistols_are_asked_of_the_attacker_first() -> None:
    state = step({H1: "1012:5", R1: "1011:2"})
    attack(state, (H1, "1011"))
    give(state, "blue", EndDeclarations())
    frame = asked(state)
    assert frame == AwaitPistols(side="blue", units=(H1,), against=R1)
    assert refused(state, "blue", MeleePistols(units=(H2,))) == "11.3.9"
    assert refused(state, "blue", MeleePistols(units=(H1, H1))) == "11.3.9"
    facts = give(state, "blue", MeleePistols(units=(H1,)))
    assert told(facts, PistolSpent)[0].unit == H1
    assert asked(state) == AwaitPistols(side="red", units=(R1,), against=H1, defending=True)
    rolled = told(give(state, "red", Decline(), 0), MeleeRolled)[0]
    assert {one.key for one in rolled.modifiers} == {"morale against morale", "attackers' pistols"}
    assert (rolled.net, rolled.result) == (2, "A_MS_R2")


def test_no_pistol_is_asked_for_where_none_is_left() -> None:
    state = step({H1: "1012:5", RED: "1011:2"}, pistols={H1: 2})
    attack(state, (H1, "1011"))
    facts = give(state, "blue", EndDeclarations(), 4)
    assert told(facts, MeleeRolled)


# 11.4.1


def test_neither_gives_way_and_both_are_disordered() -> None:
    """11.2.F"""
    state = step({H1: "1012:5", R1: "1011:2"})
    attack(state, (H1, "1011"))
    facts = fought(state, 3)
    assert told(facts, MeleeRolled)[0].result == "NONE"
    assert [(fact.units, fact.why.cite) for fact in told(facts, FormationHit)] == [((H1,), "11.2.F"), ((R1,), "11.2.F")]


def test_the_defender_is_shaken_goes_back_and_the_attacker_must_advance() -> None:
    state = step({H1: "1012:5", R1: "1011:2"})
    attack(state, (H1, "1011"))
    facts = fought(state, 4)
    assert told(facts, MeleeRolled)[0].result == "D_MS_R1"
    assert state.units[R1].morale == "MS"
    assert state.units[R1].facing == 2
    assert told(facts, UnitRetreated)[0].short == 0
    assert state.units[H1].hexes == ("1011",)
    assert told(facts, UnitMoved)[-1].how == "advance"


def test_a_shaken_unit_is_broken_and_a_broken_one_lost() -> None:
    """12.4.6"""
    state = step({H1: "1012:5", R1: "1011:2:MS"})
    attack(state, (H1, "1011"))
    fought(state, 3)
    assert state.units[R1].morale == "MB"
    assert state.ground.distance(state.units[R1].at, "1011") == 2
    state = step({H1: "1012:5", R1: "1011:2:MB"})
    attack(state, (H1, "1011"))
    facts = fought(state, 1)
    assert told(facts, UnitEliminated)[0].units == (R1,)


def test_the_attacker_is_thrown_back_and_the_defender_may_advance() -> None:
    state = step({H1: "1012:5", R1: "1011:2"})
    attack(state, (H1, "1011"))
    give(state, "blue", EndDeclarations())
    give(state, "blue", Decline())
    give(state, "red", Decline(), 1)
    frame = asked(state)
    while not isinstance(frame, AwaitAdvance):
        give(state, "blue", next(choice.order for choice in SYSTEM.book.choices(state)))
        frame = asked(state)
    assert (frame.side, frame.units, frame.hexes, frame.must) == ("red", (R1,), ("1012",), False)
    give(state, "red", AdvanceUnit(unit=R1, to="1012", turn="right"))
    assert (state.units[R1].hexes, state.units[R1].facing) == (("1012",), 3)


def test_x46_advances() -> None:
    state = step({H1: "1012:5", H2: "1112:5", R1: "1011:2"}, leaders={"blue-horse": "1012"})
    attack(state, (H1, "1011"), (H2, "1011"))
    give(state, "blue", EndDeclarations())
    give(state, "blue", Decline())
    give(state, "red", Decline(), 2)
    frame = asked(state)
    while not isinstance(frame, AwaitAdvance):
        give(state, "red", next(choice.order for choice in SYSTEM.book.choices(state)))
        frame = asked(state)
    assert frame.units == (H1,)  # 11.4.6 the highest morale
    assert refused(state, "blue", Decline()) == "11.4.6"
    assert refused(state, "blue", AdvanceUnit(unit=H2, to="1011")) == "11.4.6"
    assert refused(state, "blue", AdvanceUnit(unit=H1, to="1111")) == "11.4.6"
    assert refused(state, "blue", AdvanceUnit(unit=H1, to="1011", staying=("blue-horse",))) == "5.2.2"
    facts = give(state, "blue", AdvanceUnit(unit=H1, to="1011", turn="left"), 5)
    assert told(facts, LeaderMoved)[0].to == "1011"
    assert (state.units[H1].hexes, state.units[H1].facing) == (("1011",), 4)
    assert state.units[H2].hexes == ("1112",)


def test_a_two_hex_unit_wheels_into_a_single_hex_and_does_not_turn_after() -> None:
    """11.4.8"""
    state = step({TWO: "1012:5", RED: "1011:2"})
    attack(state, (TWO, "1011"))
    facts = fought(state, 4)
    assert told(facts, UnitWheeled)[0].how == "advance"
    assert "1011" in state.units[TWO].hexes
    assert len(state.units[TWO].hexes) == 2


def test_a_two_hex_unit_advances_with_both_halves_where_both_hexes_were_left() -> None:
    state = step({TWO: "1012:5", RED_TWO: "1111:2"})
    assert set(state.units[RED_TWO].hexes) == {"1111", "1011"}
    attack(state, (TWO, "1011"))
    fought(state, 6)
    assert state.units[TWO].hexes == ("1011", "1111")
    assert state.units[TWO].facing == 5


def test_eliminated_by_the_die() -> None:
    state = step({H1: "1012:5", RED: "1011:2:FB"}, momentum={H1: True}, pistols={H1: 2})
    printed(state, RED, morale=5)
    attack(state, (H1, "1011"))
    facts = fought(state, 9, 0)
    assert told(facts, MoraleTested) == []
    assert told(facts, UnitEliminated)[0].units == (RED,)
    assert state.units[H1].hexes == ("1011",)


# 11.2.F, D26, D60


@pytest.mark.parametrize(("letter", "formation"), [("a", "FB"), ("b", "OO"), ("c", "FB")])
def test_d26_open_order_in_melee(letter: str, formation: str) -> None:
    state = step({H1: "1012:5:OO", R1: "1011:2"}, readings={"D26": letter})
    attack(state, (H1, "1011"))
    facts = fought(state, 4)
    assert told(facts, MeleeRolled)[0].result == "NONE"
    assert state.units[H1].formation == formation


def test_d60_the_hit_comes_after_the_result_or_before() -> None:
    orders = {}
    for letter in "ab":
        state = step({H1: "1012:5", R1: "1011:2"}, readings={"D60": letter})
        attack(state, (H1, "1011"))
        facts = fought(state, 9, 0)
        kinds = [type(fact) for fact in facts]
        orders[letter] = kinds.index(FormationHit) < kinds.index(MoraleSet)
        hit = [name for fact in told(facts, FormationHit) for name in fact.units]
        assert (R1 in hit) == (letter == "b")  # broken, it has no formation to lose
    assert orders == {"a": False, "b": True}


def test_a_hedgehog_ignores_the_hit_and_may_advance() -> None:
    """6.3.2.d, 6.3.2.e"""
    state = step({H1: "1012:5", RED: "1011:2:HH"})
    attack(state, (H1, "1011"))
    facts = fought(state, 4, AwaitAdvance=AdvanceUnit(unit=RED, to="1012"))
    assert told(facts, MeleeRolled)[0].result in ("A_MS_R1", "A_MS_R2")
    assert state.units[RED].formation == "HH"
    assert state.units[RED].hexes == ("1012",)


# 6.3.4, 11.5, 11.6


def test_a_column_is_caught_before_the_melee() -> None:
    """6.3.4"""
    state = step({R1: "1011:2", FOOT: "1012:5:CO"})
    attack(state, (R1, "1012"))
    facts = fought(state, 0, 4)
    check = told(facts, MoraleTested)[0]
    assert [cause.cite for cause in check.causes] == ["6.3.4"]
    assert {one.key: one.value for one in told(facts, MeleeRolled)[0].modifiers}["defender's formation"] == 2


def test_lone_guns_are_taken_without_a_die() -> None:
    """11.5.1"""
    state = step({H1: "1012:5", GUN: "1011:2"})
    attack(state, (H1, "1011"))
    facts = fought(state)
    assert told(facts, GunsTaken)[0].by == "blue"
    assert not told(facts, FormationHit)
    assert state.units[H1].hexes == ("1011",)


def test_guns_with_a_beaten_unit_are_taken_by_the_advance() -> None:
    """11.5.2"""
    state = step({H1: "1012:5", R1: "1011:2", GUN: "1011:2"})
    attack(state, (H1, "1011"))
    facts = fought(state, 4)
    assert told(facts, GunsTaken)[0].unit == GUN
    assert state.units[GUN].hexes == ("1011",)


@pytest.mark.parametrize(("letter", "overrun"), [("a", True), ("b", False)])
def test_d69_a_handful_of_light_infantry_is_overrun(letter: str, overrun: bool) -> None:
    """11.6 Red muskets of 3 points with 2 casualties: one point now, three printed."""
    state = step({H1: "1012:5", RED_LI: "1011:2"}, casualties={RED_LI: 2}, readings={"D69": letter})
    attack(state, (H1, "1011"))
    facts = fought(state, *([] if overrun else [0]))
    assert bool(told(facts, MeleeRolled)) != overrun
    assert (state.units[RED_LI].gone == "eliminated") >= overrun
    if overrun:
        assert not told(facts, FormationHit)
        assert state.units[H1].hexes == ("1011",)


def test_light_infantry_of_one_point_against_its_like_is_rolled_for() -> None:
    state = step({LI: "1012:5", RED_LI: "1011:2"}, casualties={LI: 1, RED_LI: 2})
    attack(state, (LI, "1011"))
    assert told(fought(state, 4), MeleeRolled)


# 11.8


def test_leaders_who_were_there_are_at_risk() -> None:
    state = step({H1: "1012:5", R1: "1011:2"}, leaders={"blue-horse": "1012", "red-horse": "1011"})
    attack(state, (H1, "1011"))
    facts = fought(state, 3, 8, 9)
    assert [(fact.leader, fact.falls) for fact in told(facts, LeaderTested)] == [
        ("blue-horse", False),
        ("red-horse", True),
    ]
    assert told(facts, LeaderRemoved)[0].why.cite == "11.8"


@pytest.mark.parametrize(("letter", "slain"), [("a", False), ("b", True)])
def test_d71_fallen_in_melee(letter: str, slain: bool) -> None:
    state = step({H1: "1012:5", R1: "1011:2"}, leaders={"blue-horse": "1012"}, readings={"D71": letter})
    attack(state, (H1, "1011"))
    fought(state, 3, 9)
    assert state.leaders["blue-horse"].slain is slain


def test_several_attackers_combine_also_against_both_hexes_of_one_unit() -> None:
    """11.1.4"""
    state = step({H1: "1012:5", H2: "1112:5", RED_TWO: "1111:2"})
    assert set(state.units[RED_TWO].hexes) == {"1011", "1111"}
    attack(state, (H1, "1011"), (H2, "1111"))
    facts = fought(state, 4)
    began = told(facts, MeleeBegan)
    assert len(began) == 1
    assert (set(began[0].attackers), set(began[0].hexes)) == ({H1, H2}, {"1011", "1111"})


def test_momentum_is_spent_with_its_melee() -> None:
    state = step({H1: "1012:5", R1: "1011:2"}, momentum={H1: True, H2: True})
    attack(state, (H1, "1011"))
    fought(state, 2)
    assert not state.units[H1].momentum


def test_losses_of_who_cannot_go_back() -> None:
    """11.4.5 A shaken unit pays a casualty for each hex."""
    state = step({H1: "1012:5", R1: "1011:2", R2: "1010:2", "red-arquebusiers": "1110:2", RED: "0910:2"})
    state.units[R1].hexes = ("1011",)
    attack(state, (H1, "1011"))
    facts = fought(state, 4)
    lost = told(facts, LossTaken)
    short = told(facts, UnitRetreated)[0].short
    assert short == sum(fact.amount for fact in lost)


def test_10_7_counters_show_formation_morale_casualties_and_the_pistols_left() -> None:
    state = step({H1: "1012:5:FS:MS", TWO: "1314:5"}, casualties={H1: 2}, pistols={H1: 1})
    shown = {counter.id: counter for counter in SYSTEM.sight.board(state, None).counters}
    assert shown[H1].marks == ("formation shaken", "morale shaken", "casualties:2", "pistols left:1")
    assert (shown[TWO].at, shown[TWO].also) == ("1314", "1414")
