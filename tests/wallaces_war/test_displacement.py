"""13.4c, 13.5b Leaders whose hex the enemy enters, and marches that wait for it."""

from __future__ import annotations

import pytest

from rules.wallaces_war.losses.facts import LeaderAppeared, LeaderDisplaced, LeaderFell
from rules.wallaces_war.movement.asks import (
    AwaitDisplacement,
    AwaitSuccessor,
    DisplaceLeader,
    MoveLeader,
    MoveUnits,
    PlaceReplacementLeader,
)
from rules.wallaces_war.movement.facts import MoveEnded, UnitsMoved
from rules.wallaces_war.state import OFF_MAP
from tests.wallaces_war.positions import SYSTEM, at, give, position, refused, told

O = at(0, 0)  # noqa: E741
NE, E, SE, SW, W, NW = at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0), at(0, -1)
THROUGH = MoveUnits(units=("red-ri-1",), path=(NE, at(1, -2)))


def test_13_4c_a_lone_leader_gets_away_and_the_march_goes_on() -> None:
    state = position({"red-ri-1": f"{O}:0"}, leaders={"green": NE})
    facts = give(state, "english", THROUGH)
    assert [fact.to for fact in told(facts, UnitsMoved)] == [NE]
    assert state.core.pending == [AwaitDisplacement(side="scots", leader="green")]
    facts = give(state, "scots", DisplaceLeader(leader="green", path=(at(2, -1), at(3, -1))))
    assert told(facts, LeaderDisplaced)[0].to == at(3, -1)
    assert state.units["red-ri-1"].at == at(1, -2)
    assert told(facts, MoveEnded)
    assert state.march is None


def test_13_4c_the_turn_it_named_is_made_after_that() -> None:
    state = position({"red-ri-1": f"{O}:0"}, leaders={"green": NE})
    give(state, "english", MoveUnits(units=("red-ri-1",), path=(f"{NE}:2", E)))
    assert state.units["red-ri-1"].facing == 0
    give(state, "scots", DisplaceLeader(leader="green", path=(at(2, -2),)))
    assert (state.units["red-ri-1"].at, state.units["red-ri-1"].facing) == (E, 2)


def test_13_4c_enemy_zones_do_not_stop_him_but_enemies_do() -> None:
    state = position({"red-ri-1": f"{O}:0", "red-ri-2": f"{at(2, -2)}:3"}, leaders={"green": NE})
    give(state, "english", MoveUnits(units=("red-ri-1",), path=(NE,)))
    assert refused(state, "scots", DisplaceLeader(leader="green", path=(at(2, -2),))) == "13.4c"
    assert refused(state, "scots", DisplaceLeader(leader="green", path=())) == "13.4c"
    assert refused(state, "scots", DisplaceLeader(leader="green", path=(at(3, -2),))) == "13.4c"
    assert refused(state, "scots", DisplaceLeader(leader="emerald", path=(at(1, -2),))) == "13.4c"
    assert refused(state, "scots", DisplaceLeader(leader="green", path=(at(1, -2), NE))) == "13.4c"
    give(state, "scots", DisplaceLeader(leader="green", path=(at(1, -2),)))


@pytest.mark.parametrize("letter", ["A", "B"])
def test_D63_any_number_of_hexes_or_one(letter: str) -> None:
    state = position({"red-ri-1": f"{O}:0"}, leaders={"green": NE}, readings={"D63": letter})
    give(state, "english", MoveUnits(units=("red-ri-1",), path=(NE,)))
    offered = [choice.order for choice in SYSTEM.book.choices(state)]
    far = DisplaceLeader(leader="green", path=(at(1, -2), at(1, -3)))
    if letter == "A":
        assert len(offered) > 100
        give(state, "scots", far)
    else:
        assert {order.path for order in offered} == {(near,) for near in state.ground.near(NE)}
        assert refused(state, "scots", far) == "13.4c"


def test_13_4c_13_5b_one_who_is_slower_is_taken_and_another_comes_in_his_place() -> None:
    places = {"red-hc-1": f"{O}:0", "green-ri-1": f"{at(1, -6)}:3", "green-ri-2": f"{at(0, 9)}:3"}
    state = position(places, leaders={"green": NE})
    state.leaders["green"].ma = 5
    facts = give(state, "english", MoveUnits(units=("red-hc-1",), path=(NE,)), 1)
    [fell] = told(facts, LeaderFell)
    assert (fell.leader, fell.captured) == ("green", True)
    assert state.leaders["green"].at == OFF_MAP
    assert state.core.pending == [AwaitSuccessor(side="scots", leader="green")]
    assert refused(state, "scots", PlaceReplacementLeader(leader="green", unit="red-hc-1")) == "13.5b"
    assert refused(state, "scots", PlaceReplacementLeader(leader="emerald", unit="green-ri-1")) == "13.5b"
    facts = give(state, "scots", PlaceReplacementLeader(leader="green", unit="green-ri-2"))
    assert told(facts, LeaderAppeared)[0].to == at(0, 9)
    assert (state.leaders["green"].level, state.leaders["green"].ma) == (1, 6)
    assert told(facts, MoveEnded)


def test_13_4c_one_with_nowhere_to_go_is_taken() -> None:
    ring = {"red-ri-2": NE, "red-ri-3": E, "red-ri-4": SE, "red-ar-1": SW, "red-ar-2": W}
    places = {name: f"{hex}:0" for name, hex in ring.items()} | {"red-ri-1": f"{NW}:3"}
    free = position(places, leaders={"green": O})
    give(free, "english", MoveUnits(units=("red-ri-1",), path=(O,)))
    assert [choice.order.path[:1] for choice in SYSTEM.book.choices(free)][:1] == [(NW,)]
    closed = position(places | {"red-xb-1": f"{NW}:3"}, leaders={"green": O})
    facts = give(closed, "english", MoveUnits(units=("red-ri-1",), path=(O,)))
    assert told(facts, LeaderFell)[0].captured


def test_13_5b_with_no_unit_of_his_battle_he_joins_any_friend_and_with_none_nobody() -> None:
    state = position({"red-hc-1": f"{O}:0", "emerald-ri-1": f"{at(0, 9)}:3"}, leaders={"green": NE})
    state.leaders["green"].ma = 5
    give(state, "english", MoveUnits(units=("red-hc-1",), path=(NE,)))
    assert [choice.order.unit for choice in SYSTEM.book.choices(state)] == ["emerald-ri-1"]
    alone = position({"red-hc-1": f"{O}:0"}, leaders={"green": NE})
    alone.leaders["green"].ma = 5
    give(alone, "english", MoveUnits(units=("red-hc-1",), path=(NE,)))
    assert alone.core.pending == []
    assert alone.leaders["green"].at == OFF_MAP


def test_13_4c_two_leaders_are_asked_one_after_the_other() -> None:
    state = position({"red-ri-1": f"{O}:0"}, leaders={"green": NE, "emerald": NE})
    give(state, "english", THROUGH)
    give(state, "scots", DisplaceLeader(leader="emerald", path=(at(2, -2),)))
    assert state.units["red-ri-1"].at == NE
    give(state, "scots", DisplaceLeader(leader="green", path=(at(2, -2),)))
    assert state.units["red-ri-1"].at == at(1, -2)


def test_13_4c_a_leader_beside_his_men_is_not_driven_off_nor_by_a_leader() -> None:
    state = position({"green-ri-1": f"{NE}:0"}, leaders={"green": NE, "red": O})
    assert refused(state, "english", MoveLeader(leader="red", path=(NE,))) == "7.3b"
