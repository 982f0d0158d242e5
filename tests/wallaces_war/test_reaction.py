"""11.2.2, 11.2.3 Reaction charges."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact
from domain.kernel.play import Play, facts_of
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.charges.facts import ChargeDropped, ChargeMade, ChargeTested, UnitRebounded
from rules.wallaces_war.charges.reaction import provoke
from rules.wallaces_war.charges.sighting import sighted
from rules.wallaces_war.losses.facts import MoraleTested
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAdvance,
    AwaitPlacement,
    AwaitReply,
    AwaitRetreat,
    AwaitSink,
    ChooseNextAttack,
    ReactionPlacement,
    Reply,
    RetreatPath,
    SinkMissileUnit,
)
from rules.wallaces_war.melee.facts import AttackRolled
from rules.wallaces_war.movement.facts import ChargeMarked, UnitsMoved
from rules.wallaces_war.state import REACTION, State
from rules.wallaces_war.turn.asks import Decline, EndSegment
from tests.wallaces_war.melees import NW, A, asked, decline, options
from tests.wallaces_war.positions import at, give, position, refused, told

FOE = at(2, -3)
LEFT, RIGHT = at(1, -2), at(2, -2)


def field(places: dict[str, str] | None = None, **more: Any) -> State:
    """X8 Scottish horse at the centre, facing north; English infantry has just come within its reach."""
    return position({"green-hc-5": f"{A}:0", "red-ri-1": f"{FOE}:3", **(places or {})}, **more)


def enter(state: State, *dice: int, movers: tuple[str, ...] = ("red-ri-1",)) -> tuple[bool, list[Fact]]:
    """11.2.2a The mover has entered the hex it stands in."""
    play = Play(SYSTEM, state, "english", EndSegment(), EnteredChance(dice))
    charges = provoke(play, movers)
    while SYSTEM.book.proceed(play):
        pass
    play.chance.finish()
    return charges, facts_of(play.recorded)


def horse(state: State, movers: tuple[str, ...] = ("red-ri-1",)) -> list[str]:
    return [unit for one in sighted(state, movers) for unit in one.units]


def test_X8_a_reaction_charge_from_the_test_to_the_rebound() -> None:
    charges, facts = enter(field(), 2)
    assert not charges
    assert told(facts, ChargeTested)[0].charges is False
    state = field()
    charges, facts = enter(state, 3)
    assert charges
    assert told(facts, ChargeTested) == [
        ChargeTested(units=("green-hc-5",), target=FOE, movers=("red-ri-1",), rating=2, die=3, charges=True)
    ]
    assert asked(state) == AwaitPlacement(side="scots", chargers=(A,), target=FOE, movers=("red-ri-1",))
    ways = {one.paths[A] for one in options(state)}
    assert {way[-1] for way in ways} == {LEFT, RIGHT}
    facts = give(state, "scots", ReactionPlacement(paths={A: (at(1, -1), RIGHT)}), 6)
    [rolled] = told(facts, AttackRolled)
    assert (rolled.sp, rolled.type_modifier.value, rolled.result, rolled.losses) == (5, 1, 7, 1)
    assert state.units["green-hc-5"].facing == 0
    assert asked(state) == AwaitReply(side="english", at=FOE, targets=(RIGHT,))
    [rolled] = told(give(state, "english", Reply(target=RIGHT), 4), AttackRolled)
    assert (rolled.type_modifier.value, rolled.result, rolled.losses) == (-1, 3, 0)
    assert state.units["red-ri-1"].steps == 1
    assert isinstance(asked(state), AwaitRetreat)
    facts = give(state, "scots", RetreatPath(unit="green-hc-5", path=(at(2, -1),), facing=0))
    assert told(facts, UnitRebounded)
    assert not told(facts, MoraleTested)
    assert state.units["green-hc-5"].shaken
    assert state.melee is None
    assert not state.segment.fought


def test_P26_63_11_2_2b_nobody_chooses_to_charge_or_not() -> None:
    state = field()
    assert refused(state, "scots", ReactionPlacement(paths={A: ()})) == "11.2.2b"
    enter(state, 3)
    assert refused(state, "scots", ReactionPlacement(paths={})) == "11.2.2b"
    assert refused(state, "scots", ReactionPlacement(paths={at(5, 0): ()})) == "11.2.2b"
    assert refused(state, "scots", ReactionPlacement(paths={A: (at(0, -1), at(0, -2), LEFT)})) == "11.2.2d"
    assert refused(state, "scots", Decline()) == "11.2.2b"


def test_11_2_2a_zone_sight_way_order_and_standing() -> None:
    assert horse(field()) == ["green-hc-5"]
    behind = position({"green-hc-5": f"{A}:3", "red-ri-1": f"{FOE}:3"})
    assert horse(behind) == []
    hidden = field({"green-ri-1": f"{LEFT}:0", "green-ri-2": f"{at(1, -1)}:0"})
    assert horse(hidden) == []
    assert horse(field(shaken=["green-hc-5"])) == []
    sunk = field()
    sunk.battles["green"].standing = "weakened"
    assert horse(sunk) == []
    sunk.battles["green"].standing = "wavering"
    assert horse(sunk) == ["green-hc-5"]
    assert horse(field(out_of_command=["green-hc-5"])) == ["green-hc-5"]


def test_11_2_2f_held_by_another_or_through_his_zone_or_a_second_time() -> None:
    assert horse(field({"red-ri-2": f"{at(-1, 0)}:2"})) == []
    assert horse(field({"red-ri-2": f"{at(3, -3)}:4"})) == ["green-hc-5"]  # it holds one end hex alone
    assert [one.rides for one in sighted(field({"red-ri-2": f"{at(3, -3)}:4"}), ("red-ri-1",))] == [
        ((at(0, -1), LEFT), (at(1, -1), LEFT))
    ]
    spent = field()
    spent.segment.reacted = ["green-hc-5"]
    assert horse(spent) == []


def test_11_2_2d_a_trigger_in_its_zone_is_charged_from_where_the_horse_stands() -> None:
    state = position({"green-hc-5": f"{A}:0", "red-ri-1": f"{at(1, -1)}:3"})
    charges, facts = enter(state, 3, 1)
    assert charges
    assert told(facts, ChargeMade)[0].path == ()
    assert not told(facts, UnitsMoved)
    decline(state)
    assert isinstance(asked(state), AwaitRetreat)


def test_11_2_3b_the_trigger_loses_its_marker_and_plans_no_charge() -> None:
    state = position({"green-hc-5": f"{A}:0", "red-hc-1": f"{at(1, -1)}:3"}, charge=["red-hc-1"])
    _, facts = enter(state, 3, 1, movers=("red-hc-1",))
    assert [(fact.unit, fact.on, fact.why.cite) for fact in told(facts, ChargeMarked)] == [
        ("red-hc-1", False, "11.2.1d")
    ]
    assert state.turn.struck == ["red-hc-1"]


def test_11_2_2g_stacks_of_horse() -> None:
    two = {"green-hc-1": f"{A}:0"}
    state = field(two)
    assert horse(state) == ["green-hc-5", "green-hc-1"]
    _, facts = enter(state, 3)
    assert told(facts, ChargeTested)[0].rating == 2
    mixed = position({"green-mxb-1": f"{A}:0", "green-hc-5": f"{A}:0", "red-ri-1": f"{FOE}:3"})
    assert horse(mixed) == ["green-hc-5"]


@pytest.mark.parametrize(("letter", "lower"), [("A", ["green-hc-5"]), ("B", [])])
def test_D52_two_horse_of_which_one_is_shaken(letter: str, lower: list[str]) -> None:
    two = {"green-hc-1": f"{A}:0"}
    assert horse(field(two, shaken=["green-hc-5"], readings={"D52": letter})) == []
    assert horse(field(two, shaken=["green-hc-1"], readings={"D52": letter})) == lower


@pytest.mark.parametrize(("letter", "found"), [("A", ["red-hc-1"]), ("B", ["crimson-hc-1", "red-hc-1"])])
def test_11_2a_and_d50_in_phase_d_only_the_activated_battle_or_all(letter: str, found: list[str]) -> None:
    places = {"red-hc-1": f"{A}:0", "crimson-hc-1": f"{at(1, 0)}:0", "green-ri-1": f"{FOE}:3"}
    state = position(places, phase=REACTION, active="scots", readings={"D50": letter})
    assert sorted(horse(state, ("green-ri-1",))) == found


@pytest.mark.parametrize(("letter", "tests"), [("A", 1), ("B", 0)])
def test_D51_a_second_hex_entered(letter: str, tests: int) -> None:
    state = field(readings={"D51": letter})
    enter(state, 1)
    charges, facts = enter(state, *([1] * tests))
    assert (charges, len(told(facts, ChargeTested))) == (False, tests)


def test_D49_the_zone_has_no_bearing_on_where_it_can_ride() -> None:
    assert horse(position({"green-hc-5": f"{A}:3", "red-ri-1": f"{FOE}:3"}, readings={"D49": "B"})) == []
    assert horse(field(readings={"D49": "B"})) == ["green-hc-5"]


def test_11_2_3c_all_tests_first_and_as_many_as_possible_are_placed() -> None:
    places = {
        "green-hc-1": f"{at(2, 0)}:0", "green-hc-2": f"{at(2, 0)}:0",
        "green-hc-3": f"{at(1, 0)}:0", "green-hc-4": f"{at(1, 0)}:0",
    }  # fmt: skip
    state = field(places)
    movers = ("red-ri-1",)
    assert len(list(sighted(state, movers))) == 3
    _, facts = enter(state, 10, 10, 10)
    assert len(told(facts, ChargeTested)) == 3
    # only two hexes are next to the enemy: two stacks find room, in one way only, and the lone one drops out
    assert told(facts, ChargeDropped) == [ChargeDropped(units=("green-hc-5",))]
    assert {fact.start: fact.at for fact in told(facts, ChargeMade)} == {at(1, 0): LEFT, at(2, 0): RIGHT}
    assert "green-hc-5" in state.segment.reacted
    assert {one.start for one in options(state)} == {at(1, 0), at(2, 0)}
    give(state, "scots", ChooseNextAttack(start=at(2, 0)), 1, 1)
    assert set(asked(state).targets) == {LEFT, RIGHT}


def test_11_2_3c_who_drops_out_is_the_owners_choice() -> None:
    state = field({"emerald-hc-1": f"{at(2, 0)}:0", "red-ri-2": f"{at(0, -2)}:2"})  # it holds one of the end hexes
    enter(state, 5, 5)
    assert asked(state).chargers == (A, at(2, 0)) or asked(state).chargers == (at(2, 0), A)
    assert sorted(tuple(one.paths) for one in options(state)) == [(A,), (at(2, 0),)]
    assert refused(state, "scots", ReactionPlacement(paths={})) == "11.2.2b"
    facts = give(state, "scots", ReactionPlacement(paths={at(2, 0): (at(2, -1), RIGHT)}), 1)
    assert told(facts, ChargeDropped) == [ChargeDropped(units=("green-hc-5",))]


def test_11_2_3c_lone_chargers_form_a_stack_and_strike_as_one() -> None:
    state = field({"green-hc-6": f"{at(1, 0)}:0"})
    enter(state, 3, 3)
    joint = next(
        one for one in options(state) if len(one.paths) == 2 and {way[-1] for way in one.paths.values()} == {RIGHT}
    )
    facts = give(state, "scots", joint, 1)
    [rolled] = told(facts, AttackRolled)
    assert (rolled.sp, len(rolled.units)) == (10, 2)
    decline(state)
    assert asked(state).units == (rolled.units[0],)


def test_8_2k_a_reacting_stack_may_put_its_missiles_to_the_bottom() -> None:
    places = {"red-hc-1": f"{A}:0", "green-ar-1": f"{at(1, -1)}:3", "green-ri-1": f"{at(1, -1)}:3"}
    state = position(places, phase=REACTION, active="scots")
    _, facts = enter(state, 5, movers=("green-ar-1", "green-ri-1"))
    assert asked(state) == AwaitSink(side="scots", at=at(1, -1))
    facts = give(state, "scots", SinkMissileUnit(), 1)
    assert told(facts, AttackRolled)[0].defender_kind == "RI"
    state = position({"green-hc-5": f"{A}:0", "red-ar-1": f"{at(1, -1)}:3", "red-ri-1": f"{at(1, -1)}:3"})
    enter(state, 5, 1, movers=("red-ar-1", "red-ri-1"))  # the initiative side may not
    assert isinstance(asked(state), AwaitReply)


@pytest.mark.parametrize(("letter", "value"), [("A", 1), ("B", 0)])
def test_D40_the_charger_stands_in_the_place_of_the_activated_side(letter: str, value: int) -> None:
    state = position(
        {"green-hc-5": f"{A}:0", "red-ri-1": f"{at(1, -1)}:2"}, steps={"red-ri-1": 5}, readings={"D40": letter}
    )
    _, facts = enter(state, 3, 1, 7)  # flank: a test, passed; then the melee
    [rolled] = told(facts, AttackRolled)
    assert sum(m.value for m in rolled.modifiers) == value
    assert state.units["red-ri-1"].at == "display"
    if letter == "A":
        assert asked(state) == AwaitAdvance(side="scots", to=at(1, -1), units=("green-hc-5",))
        give(state, "scots", AdvanceAfterCombat(unit="green-hc-5", to=at(1, -1), facing=2))
        assert not state.units["green-hc-5"].shaken
        assert state.turn.advanced == {}  # no extension follows (11.2.2e)
    else:
        assert isinstance(asked(state), AwaitRetreat)


def test_d12_c_4_6a_what_binds_the_battle_that_reacts_does_not_bind_horse_that_charges_it() -> None:
    """D The charger is of the activated Battle, on a 4; the hex that it has won lies in the zone of another enemy."""
    places = {"red-hc-1": f"{A}:0", "green-ri-1": f"{NW}:0", "green-ri-2": f"{at(0, -2)}:3"}
    state = position(places, phase=REACTION, active="scots", chit=4, shaken=["green-ri-1"], readings={"D12": "C"})
    state.turn.reacting, state.turn.round = "green", 1
    play = Play(SYSTEM, state, "scots", EndSegment(), EnteredChance((10, 10, 1)))  # it must charge; they run
    provoke(play, ("green-ri-1",))
    while SYSTEM.book.proceed(play):
        pass
    assert asked(state) == AwaitAdvance(side="english", to=NW, units=("red-hc-1",), must=True)
