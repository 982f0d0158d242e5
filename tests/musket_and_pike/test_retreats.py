"""11.4 Ways back: away from the enemy, towards the edge, cheaply; who cannot go, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from domain.hexes.search import settled
from domain.kernel.facts import LossTaken
from domain.kernel.play import carry_out
from rules.musket_and_pike import SYSTEM, going
from rules.musket_and_pike.leaders.facts import LeaderMoved
from rules.musket_and_pike.melee.asks import AwaitPistols, EndDeclarations
from rules.musket_and_pike.morale.facts import MoraleSet, UnitEliminated
from rules.musket_and_pike.movement.facts import GunsDisabled
from rules.musket_and_pike.retreats.asks import AwaitRetreat, AwaitStand, RetreatTo, StandFacing
from rules.musket_and_pike.retreats.facts import StrandedRolled, UnitRetreated
from rules.musket_and_pike.retreats.ways import DEAR, edge_prices, ways
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import Decline, ResumeRetreat
from tests.musket_and_pike.melees import (
    FOOT,
    GUN,
    H1,
    R1,
    R2,
    RED,
    RED_TWO,
    Dice,
    attack,
    fought,
    resumed,
    step,
    wall,
)
from tests.musket_and_pike.positions import asked, give, position, refused, start, told

# Red's edge is the north: a red unit beaten in 1011 by blue in 1012 goes by row 10 to row 9.


def paths(state: State, name: str, by: str = H1, hexes: int = 2) -> set[tuple[str, ...]]:
    return {way.path for way in ways(state, name, by, hexes).best}


def test_away_from_the_enemy_towards_the_edge() -> None:
    state = position({H1: "1012:5", R1: "1011:2"})
    found = ways(state, R1, H1, 2)
    assert found.short == 0
    assert {way.path[0] for way in found.best} <= {"1010", "1110"}
    for way in found.best:
        assert all(state.ground.distance("1012", hex) > 1 for hex in way.path)
        assert state.ground.row(way.path[-1]) == 9


def test_the_cheapest_way_is_best() -> None:
    """11.4.2 From 0411 to 0309 and 0409: rough ground in 0308 and 0309 is dearer."""
    state = position({H1: "0412:5", R1: "0411:2"})
    assert all("0309" not in path for path in paths(state, R1))


def test_it_may_pass_beside_other_enemies_but_not_beside_the_one_it_flees() -> None:
    state = position({H1: "1012:5", R1: "1011:2", FOOT: "0909:2", "blue-arquebusiers": "1209:2"})
    assert paths(state, R1)
    beside = {hex for path in paths(state, R1) for hex in path}
    assert beside & {*state.ground.near("0909"), *state.ground.near("1209")}


def test_never_through_friends() -> None:
    state = position({H1: "1012:5", R1: "1011:2", R2: "1010:2"})
    assert all("1010" not in path for path in paths(state, R1))


@pytest.mark.parametrize(("letter", "short", "first"), [("a", 0, "1111"), ("b", 1, "1010")])
def test_d67_looks_ahead_or_takes_one_hex_at_a_time(letter: str, short: int, first: str) -> None:
    """1010 is nearer to the edge than 1111, and a dead end."""
    state = position({H1: "1012:5", R1: "1011:2"}, readings={"D67": letter})
    wall(state, "1110", "1009", "0909", "0910")
    found = ways(state, R1, H1, 2)
    assert (found.short, {way.path[0] for way in found.best}) == (short, {first})


def test_a_two_hex_unit_goes_back_with_both_halves_and_does_not_wheel() -> None:
    """11.4.4"""
    state = position({H1: "1112:5", RED_TWO: "1111:2"})
    held = state.units[RED_TWO].hexes
    for way in ways(state, RED_TWO, H1, 1).best:
        (step_,) = way.steps
        assert len(step_) == 2
        assert state.ground.direction(*step_) == state.ground.direction(*held)


def test_off_the_map_it_is_lost() -> None:
    """D67, 13.4.3"""
    state = step({H1: "1002:5", R1: "1001:2"})
    attack(state, (H1, "1001"))
    facts = fought(state, 4)
    assert told(facts, UnitRetreated)[0].path == ("off",)
    assert told(facts, UnitEliminated)[0].why.cite == "13.4.3"


def test_guns_it_goes_through_are_disabled() -> None:
    """11.4.3"""
    state = step({H1: "1012:5", R1: "1011:2:MS", GUN: "1010:2", R2: "1110:2", RED: "0911:2"})
    attack(state, (H1, "1011"))
    facts = fought(state, 3)
    gone = told(facts, UnitRetreated)[0]
    assert gone.path[0] == "1010"
    assert told(facts, GunsDisabled)[0].unit == GUN


def test_equal_ways_are_the_owners_choice_and_no_others() -> None:
    """D67, X45"""
    state = step({H1: "1012:5", R1: "1011:2"})
    attack(state, (H1, "1011"))
    state = beaten(state, 4)
    frame = asked(state)
    assert isinstance(frame, AwaitRetreat)
    orders = [choice.order for choice in SYSTEM.book.choices(state)]
    assert len(orders) > 1
    assert refused(state, "red", RetreatTo(unit=R1, path=("0911",))) == "11.4.2"
    assert refused(state, "red", RetreatTo(unit=R2, path=("1010",))) == "11.4.2"
    give(state, "red", orders[-1])
    assert state.units[R1].hexes == orders[-1].path[-1:]  # type: ignore[attr-defined]


def beaten(state: State, *dice: int) -> State:
    """As far as the first question after the die."""
    chance = Dice(*dice)
    carry_out(SYSTEM, state, "blue", EndDeclarations(), chance)
    while isinstance(frame := asked(state), AwaitPistols):
        carry_out(SYSTEM, state, frame.side, Decline(), chance)
    return state


def test_x45_a_wing_commander_goes_along_an_army_commander_may_stay() -> None:
    """5.1.2, 5.2.2"""
    state = step({H1: "1012:5", R1: "1011:2"}, leaders={"red-horse": "1011", "red-general": "1011"})
    attack(state, (H1, "1011"))
    state = beaten(state, 6)
    frame = asked(state)
    assert isinstance(frame, AwaitRetreat)
    path = ways(state, R1, H1, frame.hexes).best[0].path
    assert refused(state, "red", RetreatTo(unit=R1, path=path, staying=("red-horse",))) == "5.2.2"
    facts = give(state, "red", RetreatTo(unit=R1, path=path, staying=("red-general",)))
    assert {fact.leader for fact in told(facts, LeaderMoved)} == {"red-horse"}
    assert state.leaders["red-general"].at == "1011"


# 11.4.5


def hemmed(*more_walls: str, **more: Any) -> State:
    """Red horse in 1011 with one hex open behind it, 1010, and none beyond."""
    state = step({H1: "1012:5", R1: "1011:2"}, **more)
    wall(state, "1110", "1111", "1009", "0909", "0910", *more_walls)
    return state


def test_a_shaken_unit_pays_for_each_hex() -> None:
    state = hemmed()
    assert ways(state, R1, H1, 2).short == 1
    attack(state, (H1, "1011"))
    facts = fought(state, 5)
    assert told(facts, UnitRetreated)[0].short == 1
    assert [(fact.unit, fact.amount, fact.cause.cite) for fact in told(facts, LossTaken)] == [(R1, 1, "11.4.5")]


def test_e27_a_broken_unit_goes_what_it_can_and_rolls() -> None:
    """E27 STAND: it is shaken and Formation Broken, and nobody tests for pursuit (11.7.1)."""
    state = hemmed()
    attack(state, (H1, "1011"))
    facts = fought(state, 8, 2)
    rolled = told(facts, StrandedRolled)[0]
    assert (rolled.net, rolled.result) == (2, "STAND")
    assert (state.units[R1].hexes, state.units[R1].morale, state.units[R1].formation) == (("1010",), "MS", "FB")
    assert [fact.level for fact in told(facts, MoraleSet)] == ["MB", "MS"]


@pytest.mark.parametrize(("die", "lost", "gone"), [(3, 1, ""), (6, 2, ""), (8, 0, "eliminated")])
def test_t16_other_results(die: int, lost: int, gone: str) -> None:
    state = hemmed()
    attack(state, (H1, "1011"))
    fought(state, 7, die)
    assert (state.units[R1].casualties, state.units[R1].gone) == (lost, gone)


def test_t16_modifiers() -> None:
    """A leader with it, and not a hex gone."""
    state = hemmed("1010", leaders={"red-general": "1011"})
    assert ways(state, R1, H1, 2).short == 2
    attack(state, (H1, "1011"))
    facts = fought(state, 8, 4, 0)
    rolled = told(facts, StrandedRolled)[0]
    assert [(one.key, one.value) for one in rolled.modifiers] == [("leader there", -1), ("no hex retreated", 1)]
    assert rolled.result == "CASUALTIES"


def test_the_owner_says_how_it_stands() -> None:
    state = hemmed()
    attack(state, (H1, "1011"))
    state = beaten(state, 7, 1)
    assert asked(state) == AwaitStand(side="red", unit=R1)
    assert refused(state, "red", StandFacing(unit=R2, facing=1)) == "11.4.5"
    give(state, "red", StandFacing(unit=R1, facing=4))
    assert state.units[R1].facing == 4


def cornered(letter: str) -> State:
    """Red horse in 2410, at the eastern rim: impassable ground in 2409, friends in its other hexes."""
    state = step({H1: "2411:5", R1: "2410:2"}, readings={"D68": letter})
    wall(state, "2309", "2310")
    return state


@pytest.mark.parametrize(("letter", "short"), [("a", 2), ("b", 0)])
def test_d68_in_a_melee_ground_counts_or_not(letter: str, short: int) -> None:
    """11.4.5 names friends and enemies only."""
    state = cornered(letter)
    attack(state, (H1, "2410"))
    facts = fought(state, 5)
    assert told(facts, UnitRetreated)[0].short == short
    assert sum(fact.amount for fact in told(facts, LossTaken)) == short


@pytest.mark.parametrize(("letter", "short"), [("a", 2), ("b", 2)])
def test_d68_after_fire_ground_counts(letter: str, short: int) -> None:
    """12.4.3 names friends and terrain."""
    state = position({H1: "2414:5", R1: "2410:2:MS"}, readings={"D68": letter})
    wall(state, "2309", "2310", "2311", "2411")
    facts = resumed(state, ResumeRetreat(unit=R1, by=H1, hexes=2))
    assert told(facts, UnitRetreated)[0].short == short


@pytest.mark.parametrize(("letter", "short"), [("a", 1), ("b", 0)])
def test_d68_after_fire_enemies_count_or_not(letter: str, short: int) -> None:
    state = position({H1: "1013:5", R1: "1011:2:MS"}, readings={"D68": letter})
    wall(state, "1110", "1111", "1009", "0909", "0910", "0911", "1112")
    wall(state, "1009", side="blue")
    facts = resumed(state, ResumeRetreat(unit=R1, by=H1, hexes=2))
    assert told(facts, UnitRetreated)[0].short == short


@pytest.mark.parametrize(("letter", "by"), [("a", ""), ("b", H1), ("c", None)])
def test_d74_broken_without_an_enemy(letter: str, by: str | None) -> None:
    state = position({H1: "1012:5", R1: "1011:2:MB"}, readings={"D74": letter})
    facts = resumed(state, ResumeRetreat(unit=R1, by="", hexes=2))
    frame = asked(state)
    if by is None:
        assert frame is None
        assert not told(facts, UnitRetreated)
    else:
        assert isinstance(frame, AwaitRetreat)
        assert frame.by == by


@pytest.mark.parametrize("scenario", ["edgehill", "rocroi", "lutzen", "proving_ground"])
@pytest.mark.parametrize("klass", ["HI", "CAV", "ART"])
def test_what_is_left_to_pay_to_the_edge_is_the_least_of_all_ways(scenario: str, klass: str) -> None:
    """11.4.2, 13.4.1 As reckoned backwards from beyond the edge, hex by hex."""
    state = start(scenario)
    ground = state.ground
    for side, edge in state.engagement.edges.items():

        def before(hex: str, edge: str = edge) -> list[tuple[str, int]]:
            if not hex:
                return [(out, 1) for out in ground.hexes if ground.to_edge(out, edge) == 1]
            prices = {to: going.cost(state.charts, ground, klass, to, hex) for to in ground.near(hex)}
            return [(to, max(1, price)) for to, price in prices.items() if price is not None]

        costs = {hex: cost for hex, cost, _ in settled("", DEAR, before)}
        prices = edge_prices(state, klass, side)
        assert {hex: prices.of(hex) for hex in ground.hexes} == {hex: costs.get(hex, DEAR) for hex in ground.hexes}
