"""16.2.3c, 16.2.4e, 16.2.4f, 20.3.6c, 20.3.6d Reinforcements, and the leader who goes with any Battle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.wallaces_war.marching.choices import choices
from rules.wallaces_war.marching.entry import must_enter
from rules.wallaces_war.movement.asks import EnterReinforcements, MoveLeader, MoveUnits
from rules.wallaces_war.movement.facts import FacingChanged, LeaderMoved, MoveEnded, UnitsMoved
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.asks import EndSegment
from tests.wallaces_war.positions import give, position, refused, told


def lundie(places: dict[str, str] | None = None, **more: Any) -> State:
    """16.2.4 The turn in which Huntercombe comes."""
    state = position(places or {}, scenario="lundies_plan", battle="hntrb", turn=6, **more)
    state.battles["hntrb"].arrived, state.turn.arriving = True, "hntrb"
    return state


def evesham(battle: str, places: dict[str, str] | None = None, **more: Any) -> State:
    side = "royalist" if battle == "mortmr" else "barons"
    state = position(places or {}, scenario="evesham_what_if", battle=battle, initiative=side, turn=6, **more)
    state.battles[battle].arrived, state.turn.arriving = True, battle
    return state


def enter(state: State, *path: str, units: tuple[str, ...], leaders: tuple[str, ...] = ()) -> list[Any]:
    return give(state, state.core.active, EnterReinforcements(units=units, path=path, leaders=leaders))


def no(state: State, *path: str, units: tuple[str, ...] = (), leaders: tuple[str, ...] = ()) -> str:
    return refused(state, state.core.active, EnterReinforcements(units=units, path=path, leaders=leaders))


# 16.2.4e


def test_16_2_4e_a_unit_enters_facing_as_it_likes_and_goes_on() -> None:
    state = lundie()
    facts = enter(state, "1401:2", "1402", units=("hntrb-ri-1",))
    assert [(fact.to, fact.how, fact.cost) for fact in told(facts, UnitsMoved)] == [
        ("1401", "entry", 2),
        ("1402", "march", 2),
    ]
    assert [(fact.facing, fact.cost) for fact in told(facts, FacingChanged)] == [(2, 0)]
    assert told(facts, MoveEnded)
    assert no(state, "1501", units=("hntrb-ri-1",)) == "16.2.4e"


def test_16_2_4e_only_by_the_eleven_hexes() -> None:
    state = lundie()
    assert no(state, "1402", units=("hntrb-ri-1",)) == "16.2.4e"
    assert no(state, "1301", units=("hntrb-ri-1",)) == "16.2.4e"
    assert no(state, "0000", units=("hntrb-ri-1",)) == "7.1c"
    assert no(state, units=("hntrb-ri-1",)) == "16.2.4e"
    for hex in range(14, 25):
        state = lundie()
        enter(state, f"{hex}01", units=("hntrb-ri-1",))


def test_16_2_4e_each_who_came_before_by_the_same_hex_costs_a_point_more() -> None:
    state = lundie()
    enter(state, "1401:1", "1402", units=("hntrb-ri-1", "hntrb-ri-2"))
    facts = enter(state, "1401:1", units=("hntrb-ri-3",))
    assert told(facts, UnitsMoved)[0].cost == 4
    facts = enter(state, "1501:1", units=("hntrb-hc-1",))
    assert told(facts, UnitsMoved)[0].cost == 2


def test_16_2_4e_7_2b_one_who_cannot_pay_still_comes_in() -> None:
    state = lundie()
    state.segment.entered_by["1401"] = 5
    facts = enter(state, "1401:1", units=("hntrb-ri-1",))
    assert told(facts, UnitsMoved)[0].cost == 12
    other = lundie()
    other.segment.entered_by["1401"] = 5
    assert no(other, "1401:2", "1402", units=("hntrb-ri-1",)) == "7.2a"


def test_16_2_4e_8_1a_stacked_if_they_may_stack() -> None:
    state = lundie()
    assert no(state, "1401", units=("hntrb-ri-1", "hntrb-hc-1")) == "8.1a"
    assert no(state, "1401", units=("hntrb-ri-1", "hntrb-ri-2", "hntrb-ri-3")) == "8.1a"
    enter(state, "1401", units=("hntrb-ri-2", "hntrb-ri-1"), leaders=("hntrb",))
    assert state.stacks["1401"] == ["hntrb-ri-2", "hntrb-ri-1"]
    assert state.leaders["hntrb"].at == "1401"
    assert no(state, "1401", units=("hntrb-ri-3",)) == "8.2i"


def test_16_2_4e_8_2b_beside_a_friend_one_faces_as_he_does() -> None:
    state = lundie()
    enter(state, "1401:2", units=("hntrb-ri-1",))
    assert no(state, "1401:1", units=("hntrb-ri-2",)) == "5.1c"
    enter(state, "1401", units=("hntrb-ri-2",))
    assert state.stacks["1401"] == ["hntrb-ri-1", "hntrb-ri-2"]
    assert state.units["hntrb-ri-2"].facing == 2


def test_16_2_4e_the_leader_enters_by_himself_at_no_extra_cost_to_others() -> None:
    state = lundie()
    facts = enter(state, "1401", "1402", units=(), leaders=("hntrb",))
    assert [(fact.to, fact.cost, fact.enters) for fact in told(facts, LeaderMoved)] == [
        ("1401", 2, True),
        ("1402", 2, False),
    ]
    assert told(enter(state, "1401:1", units=("hntrb-ri-1",)), UnitsMoved)[0].cost == 2
    assert no(state, "1401:1", units=(), leaders=("latimr",)) == "16.2.4e"
    assert no(state, "1401:1") == "16.2.4e"


def test_16_2_4e_zones_bind_it_as_they_bind_anybody() -> None:
    places = {"wallace-sc-1": "1402:4"}
    assert no(lundie(places, chit=0), "1401:1", units=("hntrb-ri-1",)) == "4.5"
    state = lundie(places)
    assert no(state, "1501:2", "1401", units=("hntrb-ri-1",)) == "6.2a"
    enter(state, "1501:2", units=("hntrb-ri-1",))


def test_16_2_4e_all_of_them_enter_before_the_segment_ends() -> None:
    state = lundie()
    due = [name for name, unit in state.units.items() if unit.battle == "hntrb"]
    assert set(must_enter(state)) == {*due, "hntrb"}
    assert refused(state, "english", EndSegment()) == "16.2.4e"
    for name, row in zip(due, range(14, 25), strict=True):
        enter(state, f"{row}01:1", units=(name,))
    assert refused(state, "english", EndSegment()) == "16.2.4e"
    enter(state, "1401", units=(), leaders=("hntrb",))
    assert must_enter(state) == ()
    give(state, "english", EndSegment())


def test_16_2_4e_who_finds_no_hex_open_need_not() -> None:
    state = lundie({f"wallace-sc-{i}": f"{2 * i + 12}01:1" for i in range(1, 7)}, chit=0)
    assert must_enter(state) == ()
    assert not any(isinstance(choice.order, EnterReinforcements) for choice in choices(state))


def test_16_2_4e_nobody_enters_when_his_battle_does_not_move() -> None:
    state = lundie()
    state.turn.battle = "hugh"
    assert no(state, "1401", units=("hntrb-ri-1",)) == "16.2.4e"
    assert must_enter(state) == ()


def test_16_2_4e_every_way_in_that_is_offered_is_legal() -> None:
    state = lundie({"wallace-sc-1": "1703:4"}, chit=1)
    offered = [choice.order for choice in choices(state) if isinstance(choice.order, EnterReinforcements)]
    assert {order.units for order in offered} >= {("hntrb-ri-1",), ("hntrb-hc-1", "hntrb-hc-2"), ()}
    for order in offered[::97]:
        fresh = lundie({"wallace-sc-1": "1703:4"}, chit=1)
        give(fresh, "english", order)


# 16.2.4f


@pytest.mark.parametrize(("arrived", "rule"), [(False, "16.2.4f"), (True, "")])
def test_16_2_4f_scots_keep_off_the_entry_hexes_until_he_has_come(arrived: bool, rule: str) -> None:
    state = position({"wallace-sc-1": "1803:4"}, scenario="lundies_plan", battle="wallace", initiative="scots")
    state.battles["hntrb"].arrived = arrived
    order = MoveUnits(units=("wallace-sc-1",), path=("1802",))
    if rule:
        assert refused(state, "scots", order) == rule
        assert not any(
            choice.order.path[-1].startswith("1802") for choice in choices(state) if isinstance(choice.order, MoveUnits)
        )
    else:
        give(state, "scots", order)


def test_16_2_4f_no_unit_means_that_a_leader_may() -> None:
    state = position({}, scenario="lundies_plan", battle="wallace", initiative="scots", leaders={"wallace": "1803"})
    give(state, "scots", MoveLeader(leader="wallace", path=("1802",)))


# 20.3.6


def test_20_3_6c_mortimer_enters_by_one_of_his_two_hexes_and_not_by_both() -> None:
    state = evesham("mortmr")
    enter(state, "1009:0", units=("mortmr-ri-1",))
    assert no(state, "2919", units=("mortmr-ri-2",)) == "20.3.6c"
    facts = enter(state, "1009:0", units=("mortmr-ri-2",))
    assert told(facts, UnitsMoved)[0].cost == 2  # 20.3.6d no extra points
    assert no(state, "1010", units=("mortmr-ri-3",)) == "20.3.6c"


def test_20_3_6c_his_leader_settles_it_too() -> None:
    state = evesham("mortmr")
    enter(state, "2919", units=(), leaders=("mortmr",))
    assert no(state, "1009", units=("mortmr-ri-2",)) == "20.3.6c"


def test_20_3_6d_an_enemy_in_it_closes_an_entry_hex() -> None:
    state = evesham("mortmr", {"simon-m-ri-1": "1009:3"})
    assert no(state, "1009", units=("mortmr-ri-1",)) == "20.3.6d"
    enter(state, "2919", units=("mortmr-ri-1",))


def test_20_3_6c_simon_the_younger_by_one_hex_of_the_row_or_by_those_named() -> None:
    state = evesham("simon-j")
    enter(state, "1005:0", units=("simon-j-ri-1",))
    assert no(state, "1006", units=("simon-j-ri-2",)) == "20.3.6c"
    enter(state, "1005:0", units=("simon-j-ri-2",))
    enter(state, "1518", units=("simon-j-ri-3",))
    enter(state, "1619", units=("simon-j-ri-4",))
    assert no(state, "1106", units=("simon-j-ri-5",)) == "20.3.6c"


@pytest.mark.parametrize(("letter", "by", "closed"), [("A", "1715", "1718"), ("B", "1718", "1715")])
def test_D86_as_printed_or_a_misprint(letter: str, by: str, closed: str) -> None:
    state = evesham("simon-j", readings={"D86": letter})
    assert no(state, closed, units=("simon-j-ri-1",)) == "20.3.6c"
    enter(state, by, units=("simon-j-ri-1",))


def test_20_3_6c_all_of_them_enter_too() -> None:
    state = evesham("mortmr")
    assert refused(state, "royalist", EndSegment()) == "20.3.6c"


# 16.2.3c


@pytest.mark.parametrize("battle", ["hugh", "latimr"])
def test_16_2_3c_surrey_moves_with_any_english_battle(battle: str) -> None:
    state = position({}, scenario="early_crossing", battle=battle, leaders={"surrey": "1008"})
    give(state, "english", MoveLeader(leader="surrey", path=("1108",)))


def test_16_2_3c_until_he_leads_one_of_his_own() -> None:
    state = position({}, scenario="early_crossing", battle="hugh", leaders={"surrey": "1008"})
    state.leaders["surrey"].battle, state.battles["latimr"].leader = "latimr", "surrey"
    assert refused(state, "english", MoveLeader(leader="surrey", path=("1108",))) == "7.1a"
    state.turn.battle = "latimr"
    give(state, "english", MoveLeader(leader="surrey", path=("1108",)))


def test_16_2_3c_not_with_the_enemy() -> None:
    state = position({}, scenario="early_crossing", battle="wallace", initiative="scots", leaders={"surrey": "1008"})
    assert refused(state, "scots", MoveLeader(leader="surrey", path=("1108",))) == "7.1a"
