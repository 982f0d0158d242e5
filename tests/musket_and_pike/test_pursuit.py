"""11.7 Pursuit: who tests, what follows, and whom a victorious defender goes after."""

from __future__ import annotations

import pytest

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Fact
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.leaders.facts import LeaderRemoved
from rules.musket_and_pike.melee.asks import AwaitQuarry, Pursue
from rules.musket_and_pike.melee.facts import MeleeRolled, PursuitRolled
from rules.musket_and_pike.morale.facts import UnitEliminated
from rules.musket_and_pike.movement.facts import GunsTaken, UnitLeftMap
from rules.musket_and_pike.state import State
from tests.musket_and_pike.melees import FOOT, GUN, H1, H2, R1, R2, RED, RED_LI, TWO, attack, fought, step
from tests.musket_and_pike.positions import asked, told
from tests.musket_and_pike.test_retreats import hemmed

# Proving ground: T17 of This Accursed Civil War, 0-2 break off, 3-5 ride down, 6-9 off the map. H1 against R1 is +1.
BREAKS = 8  # the die by which R1 is broken, with pursuit


def rout(state: State, *dice: int) -> list[Fact]:
    attack(state, (H1, "1011"))
    return fought(state, BREAKS, *dice)


def test_11_7_4_the_bands_of_the_booklet() -> None:
    for die, result in ((2, "BREAK_OFF"), (3, "PURSUE_AND_ELIMINATE"), (6, "PURSUE_OFF_MAP")):
        facts = rout(step({H1: "1012:5", R1: "1011:2"}), die)
        assert [fact.result for fact in told(facts, PursuitRolled)] == [result]


def test_it_breaks_off_and_advances() -> None:
    state = step({H1: "1012:5", R1: "1011:2"})
    facts = rout(state, 0)
    assert told(facts, MeleeRolled)[0].pursuit
    assert state.units[H1].hexes == ("1011",)
    assert state.units[R1].hexes
    assert state.units[H1].formation == "FS"


def test_it_rides_its_enemy_down_and_is_out_of_hand() -> None:
    state = step({H1: "1012:5", R1: "1011:2"}, leaders={"blue-horse": "1012"})
    attack(state, (H1, "1011"))
    facts = fought(state, BREAKS - 1, 5, 0)
    assert told(facts, UnitEliminated)[0].units == (R1,)
    assert state.ground.distance(state.units[H1].at, "1011") == 2
    assert state.units[H1].formation == "FB"
    assert told(facts, FormationSet)[0].why.cite == "11.7.2"
    assert state.leaders["blue-horse"].at == state.units[H1].at


def test_guns_on_the_way_are_taken() -> None:
    state = step({H1: "1012:5", R1: "1011:2", GUN: "1011:2"})
    facts = rout(state, 4)
    assert told(facts, GunsTaken)[0].unit == GUN


def test_it_rides_off_the_map_with_its_leader_and_leaves_its_muskets() -> None:
    """11.7.2, 11.7.3"""
    li = "blue-muskets-with-the-horse"
    state = step({H2: "1012:5", li: "1012:5", R2: "1011:2"}, leaders={"blue-horse": "1012"})
    attack(state, (H2, "1011"))
    facts = fought(state, 8, 9)
    assert (told(facts, UnitLeftMap)[0].units, state.units[H2].gone) == ((H2,), "pursued")
    assert told(facts, LeaderRemoved)[0].pursued
    assert state.units[li].hexes == ("1012",)
    assert state.units[R2].gone == "eliminated"


def test_no_test_against_light_infantry_or_by_foot() -> None:
    state = step({H1: "1012:5", RED_LI: "1011:2"})
    attack(state, (H1, "1011"))
    facts = fought(state, 5)
    assert told(facts, MeleeRolled)[0].pursuit
    assert not told(facts, PursuitRolled)
    state = step({TWO: "1012:5", R1: "1011:2:FB"})
    attack(state, (TWO, "1011"))
    assert not told(fought(state, 9), PursuitRolled)


def test_no_test_against_one_that_has_rallied_by_t16() -> None:
    """11.7.1"""
    state = hemmed()
    attack(state, (H1, "1011"))
    facts = fought(state, BREAKS, 1)
    assert told(facts, MeleeRolled)[0].pursuit
    assert not told(facts, PursuitRolled)


@pytest.mark.parametrize(("letter", "advances"), [("a", True), ("b", False)])
def test_d70_an_enemy_already_destroyed(letter: str, advances: bool) -> None:
    """11.7.4 Break off, and the usual advance; read as b it stays."""
    state = step({H1: "1012:5", RED: "1011:2:FB"}, momentum={H1: True}, readings={"D70": letter}, pistols={H1: 2})
    attack(state, (H1, "1011"))
    facts = fought(state, 9, 4)
    assert told(facts, MeleeRolled)[0].result == "D_ELIM"
    assert (state.units[H1].hexes == ("1011",)) is advances
    assert state.units[H1].formation == "FS"


def test_the_second_hunter_comes_too_late() -> None:
    """11.7.4 Both roll; the prey of the first is gone for the second, which advances as usual."""
    state = step({H1: "1012:5", H2: "1112:5", R1: "1011:2"})
    attack(state, (H1, "1011"), (H2, "1011"))
    facts = fought(state, 7, 4, 4)
    assert [fact.unit for fact in told(facts, PursuitRolled)] == [H1, H2]
    assert state.units[H2].hexes == ("1011",)
    assert state.units[H1].formation == "FB"


def test_11_7_5_a_defender_goes_after_one_in_its_front() -> None:
    state = step({R1: "1011:2", R2: "1113:5", H1: "1012:5"})
    attack(state, (R1, "1012"))
    facts = fought(state, 0, 0)
    assert told(facts, MeleeRolled)[0].result == "A_MB"
    assert [(fact.unit, fact.quarry) for fact in told(facts, PursuitRolled)] == [(H1, R1)]


def test_11_7_5_its_owner_chooses_among_equals() -> None:
    state = step({R1: "0911:2", R2: "1011:2", H1: "1012:5"})
    attack(state, (R1, "1012"), (R2, "1012"))
    wrong = Pursue(unit=H1, quarry=FOOT)
    with pytest.raises(IllegalOrder) as caught:
        fought(state, 0, 0, AwaitQuarry=wrong)
    assert caught.value.rule == "11.7.5"
    frame = asked(state)
    assert isinstance(frame, AwaitQuarry)
    assert set(frame.quarries) == {R1, R2}
    facts = fought(state, 0, first=Pursue(unit=H1, quarry=R2))
    assert [fact.quarry for fact in told(facts, PursuitRolled)] == [R2]
