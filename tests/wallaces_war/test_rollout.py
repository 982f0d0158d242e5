"""The cheap player: sent on by the ground, each piece looked at once a segment."""

from __future__ import annotations

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import Order
from domain.kernel.play import carry_out
from domain.kernel.player import due
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.melee.asks import DeclareMelee
from rules.wallaces_war.movement.asks import EnterReinforcements, FreeFacing, MarkCharge, MoveLeader, MoveUnits
from rules.wallaces_war.movement.movers import party
from rules.wallaces_war.player.rollout import choose
from rules.wallaces_war.player.view import HEX, View
from rules.wallaces_war.player.walks import walk
from rules.wallaces_war.state import MELEE, REACTION, State
from rules.wallaces_war.turn.asks import Decline, EndSegment
from tests.wallaces_war.positions import CENTRE, HOUSE, at, position, start

ENGLISH, SCOTS = "english", "scots"
SOUTH = at(0, 1)


def moved(state: State) -> list[Order]:
    """All that the English order in their Movement segment but its end."""
    given: list[Order] = []
    while not isinstance(order := choose(state, ENGLISH), EndSegment):
        assert order is not None
        carry_out(SYSTEM, state, ENGLISH, order, SeededChance(1))
        given.append(order)
    return given


# Ways found step by step


def test_7_1b_a_walk_goes_as_far_as_the_points_and_not_into_a_second_zone() -> None:
    state = position({"red-ri-1": f"{at(0, 8)}:0", "green-ri-1": f"{CENTRE}:3"})
    view = View(state, ENGLISH)
    found = walk(view, party(state, ("red-ri-1",)), view.away("infantry"))
    assert (len(found.path), view.away("infantry")(found.at)) == (3, 5 * HEX)


def test_5_2a_a_walk_turns_where_only_that_brings_it_on() -> None:
    state = position({"red-ri-1": f"{at(0, 8)}:3", "green-ri-1": f"{CENTRE}:3"})
    view = View(state, ENGLISH)
    found = walk(view, party(state, ("red-ri-1",)), view.away("infantry"))
    assert found.path[0] == f"{at(0, 8)}:{found.facing}"
    assert view.away("infantry")(found.at) == 6 * HEX


def test_6_2a_a_walk_ends_in_the_first_zone() -> None:
    state = position({"red-hc-1": f"{at(0, 3)}:0", "green-ri-1": f"{CENTRE}:3", "green-ri-2": f"{at(-1, 0)}:3"})
    view = View(state, ENGLISH)
    found = walk(view, party(state, ("red-hc-1",)), view.away("cavalry"))
    assert found.at in view.field.zones
    assert all(step not in view.field.zones for step in found.path[:-1])


def test_7_2b_one_hex_can_always_be_gone() -> None:
    state = position({"stewart-sc-1": "0807:0", "bek-hc-1": "1807:3"}, scenario="falkirk", battle="stewart",
                     initiative=SCOTS)  # fmt: skip
    view = View(state, SCOTS)
    mover = party(state, ("stewart-sc-1",))
    weak = mover._replace(nature=mover.nature._replace(allowance=1))
    assert len(walk(view, weak, view.away("infantry")).path) == 1


# Small positions


def test_7_1_every_unit_moves_once_and_then_the_segment_ends() -> None:
    places = {f"red-ri-{n}": f"{at(n, 6)}:0" for n in range(1, 5)}
    orders = moved(position({**places, "green-ri-1": f"{CENTRE}:3"}, leaders={"red": at(2, 6)}))
    names = [order.units[0] for order in orders if isinstance(order, MoveUnits)]
    assert sorted(names) == sorted(places)


def test_10_3_foot_comes_up_and_attacks() -> None:
    state = position({"red-sc-1": f"{at(0, 2)}:0", "green-ri-1": f"{CENTRE}:0"}, leaders={"red": at(0, 4)})
    moved(state)
    assert state.units["red-sc-1"].at in state.ground.near(CENTRE)
    state.core.phase = MELEE
    assert choose(state, ENGLISH) == DeclareMelee(unit="red-sc-1", target=CENTRE)


def test_11_2_1a_horse_stops_three_hexes_away_and_marks_its_charge() -> None:
    state = position({"red-hc-1": f"{at(0, 6)}:0", "green-ar-1": f"{CENTRE}:3"}, leaders={"red": at(0, 6)})
    orders = moved(state)
    assert state.ground.distance(state.units["red-hc-1"].at, CENTRE) == 3
    assert MarkCharge(unit="red-hc-1") in orders


def test_10_3_s3_a_fresh_schiltron_is_not_charged() -> None:
    state = position({"red-hc-1": f"{at(0, 3)}:0", "green-sc-1": f"{CENTRE}:3"}, leaders={"red": at(0, 3)})
    assert MarkCharge(unit="red-hc-1") not in moved(state)


def test_14_4_the_shaken_go_back() -> None:
    state = position({"red-ri-1": f"{at(0, 2)}:3", "green-ri-1": f"{CENTRE}:3"}, shaken=["red-ri-1"])
    moved(state)
    assert state.ground.distance(state.units["red-ri-1"].at, CENTRE) > 2


def test_5_2b_who_looks_away_is_turned_and_a_schiltron_need_not_be() -> None:
    state = position({"red-ri-1": f"{SOUTH}:3", "green-ri-1": f"{CENTRE}:3"})
    assert isinstance(choose(state, ENGLISH), FreeFacing)
    state = position({"red-sc-1": f"{SOUTH}:3", "green-ri-1": f"{CENTRE}:3"}, leaders={"red": at(0, 3)})
    assert choose(state, ENGLISH) == EndSegment()


def test_13_3_the_leader_stays_where_he_reaches_his_men() -> None:
    state = position({"red-ri-1": "1305:0", "green-ri-1": "2505:3"}, leaders={"red": "1305"})
    assert not any(isinstance(order, MoveLeader) for order in moved(state)[:1])


def test_4_6a_it_never_reacts() -> None:
    places = {"red-ri-1": f"{CENTRE}:0", "green-ri-1": f"{at(0, -2)}:3"}
    state = position(places, phase=REACTION, active=SCOTS, shaken=["green-ri-1"], chit=4)
    state.battles["green"].track = [0]
    assert choose(state, SCOTS) == Decline()


def test_16_2_4e_reinforcements_come_in() -> None:
    state = position({"wallace-sc-1": "1808:3"}, scenario="lundies_plan", battle="hntrb", turn=6)
    state.turn.arriving = "hntrb"
    state.leaders["hntrb"].at = "off"
    orders = moved(state)
    assert sum(isinstance(order, EnterReinforcements) for order in orders) == 12
    assert all(unit.at in state.stacks for unit in state.units.values() if unit.battle == "hntrb")


# Whole games


@pytest.mark.parametrize("scenario", ["stirling_bridge", "evesham"])
@pytest.mark.parametrize("letter", ["B", "C"])
def test_p24_other_readings_are_played_to_the_end_too(scenario: str, letter: str) -> None:
    readings = {name: letter for name, found in SYSTEM.book.readings.items() if letter in found.choices}
    state, chance = start(scenario, readings=readings), SeededChance(3)
    for _ in range(4000):
        decided = due(choose, state, state.core.sides)
        if decided is None:
            break
        carry_out(SYSTEM, state, *decided, chance)
    assert state.core.ended is not None
    assert scenario in SYSTEM.sheets.scenarios(HOUSE)
